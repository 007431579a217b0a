"""``arboretum explain`` says what the library says."""

from __future__ import annotations

import pytest

from arboretum import Tree, datasets, explain


@pytest.fixture(scope="module")
def samples():
    example = datasets.penguins()
    return example.X, example.y


def test_the_way_of_a_row(program, penguin_tree, penguins, samples):
    done = program("explain", "path", penguin_tree, penguins, "--row", 3)

    assert done.stdout == f"{explain.path(Tree.load(penguin_tree), samples[0], 3)}\n"


def test_a_counterfactual_with_what_is_immutable_and_what_changes_cost(
    program, penguin_tree, penguins, samples
):
    options = ["--to", "Gentoo", "--immutable", "sex", "--cost", "flipper_length_mm=3"]

    done = program("explain", "counterfactual", penguin_tree, penguins, "--row", 9, *options)

    expected = explain.counterfactual(
        Tree.load(penguin_tree),
        samples[0],
        9,
        to="Gentoo",
        immutable=["sex"],
        costs={"flipper_length_mm": 3},
    )
    assert done.stdout == f"{expected}\n"


def test_where_nothing_may_change_it_says_so(program, penguin_tree, penguins, samples):
    fixed = [word for name in samples[0] for word in ("--immutable", name)]

    done = program("explain", "counterfactual", penguin_tree, penguins, *fixed)

    assert done.stdout == "no change of these columns suffices\n"


def test_runner_ups_and_the_board(program, penguin_tree, penguins, samples):
    tree = Tree.load(penguin_tree)

    why = program("explain", "why-not", penguin_tree, penguins, "--node", 1)
    board = program("explain", "lecture", penguin_tree, penguins, "--feature", "sex")

    assert why.stdout == f"{explain.why_not(tree, 1, *samples)}\n"
    assert board.stdout == f"{explain.lecture(tree, 0, *samples, feature='sex')}\n"


def test_the_distance_from_the_best_tree(program, penguin_tree, penguins, samples):
    found = explain.distance_from_optimal(Tree.load(penguin_tree), *samples, seconds=None)

    done = program("explain", "distance", penguin_tree, penguins, "--seconds", 60)

    assert found.is_proved
    assert done.stdout == f"{found}\n"


def test_numbers_are_asked_for_by_bounds(program, tmp_path):
    data, tree = tmp_path / "steps.csv", tmp_path / "steps.json"
    data.write_text("x,y\n1,20.5\n2,20.5\n3,10.5\n4,10.5\n")
    program("grow", data, "--target", "y", "--no-cv", "--species", "tree", "--out", tree)

    done = program("explain", "counterfactual", tree, data, "--up-to", 15)

    assert done.stdout == "y = 20.5; it would be y = 10.5 with\n  x > 2.5 (x is 1)\ncost 1\n"


def test_what_does_not_fit_the_tree_is_refused(program, penguin_tree, penguins):
    wrong = {
        ("--to", "Emperor"): "--to Emperor is not a class of the tree",
        ("--from", "3"): "--from and --up-to are for trees that predict numbers",
        ("--cost", "island"): "'island' should be a column and a number, as in income=2",
        ("--row", "999"): "--row 999: there are 344 rows; the first is 0.",
    }

    for options, message in wrong.items():
        done = program("explain", "counterfactual", penguin_tree, penguins, *options)

        assert done.returncode != 0
        assert message in " ".join(done.stderr.split())
