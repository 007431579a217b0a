"""``arboretum explain near-optimal`` says what the library says."""

from __future__ import annotations

from arboretum import datasets
from arboretum.explain import near_optimal
from arboretum.report import near_optimal_page


def test_all_trees_near_the_best_one_and_their_page(program, penguins, tmp_path):
    page = tmp_path / "trees.html"
    options = ["--eps", 0.2, "--max-depth", 2, "--alpha", 0.01, "--min-samples-leaf", 3]
    filters = ["--never", "body_mass_g", "--max-features", 3]

    done = program(
        *("explain", "near-optimal", penguins, "--target", "species", *options, *filters),
        *("-o", page, "--trees", 1, "--seed", 4),
    )

    example = datasets.penguins()
    found = near_optimal(
        example.X, example.y, eps=0.2, max_depth=2, alpha=0.01, min_samples_leaf=3
    ).only(never="body_mass_g", max_features=3)
    expected = near_optimal_page(
        found, n_trees=1, random_state=4, title="Near-optimal trees: species"
    )
    assert done.stdout == f"{found}\n\nsaved as {page}\n"
    assert expected is not None
    assert page.read_text(encoding="utf-8").count("<figure") == expected.count("<figure") == 2


def test_numbers_are_refused(program, tmp_path):
    data = tmp_path / "steps.csv"
    data.write_text("x,y\n1,20.5\n2,20.5\n3,10.5\n4,10.25\n")

    done = program("explain", "near-optimal", data, "--target", "y")

    assert done.returncode != 0
    assert "'y' is a number, but near-optimal trees are counted for classes" in done.stderr
