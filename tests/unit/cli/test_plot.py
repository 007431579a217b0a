"""``arboretum plot`` draws what the library draws."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import Tree, TreeRegressor, show


def test_the_ending_of_the_name_says_what_is_written(program, penguin_tree, tmp_path):
    tree = Tree.load(penguin_tree)
    expected = {
        "tree.svg": show.plot(tree, preset="probabilities").to_bytes("svg"),
        "tree.dot": f"{show.dot(tree, preset='probabilities')}\n".encode(),
        "tree.mmd": f"{show.mermaid(tree, preset='probabilities')}\n".encode(),
    }

    for name, content in expected.items():
        done = program("plot", penguin_tree, "-o", tmp_path / name, "--preset", "probabilities")

        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert (tmp_path / name).read_bytes() == content


@pytest.mark.parametrize("ending", show.LANGUAGES)
def test_every_language_is_written_and_named_by_the_help(program, penguin_tree, tmp_path, ending):
    out = tmp_path / f"tree{ending}"

    done = program("plot", penguin_tree, "-o", out, "--max-depth", 1)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    expected = show.LANGUAGES[ending](Tree.load(penguin_tree), max_depth=1)
    assert out.read_text(encoding="utf-8") == f"{expected}\n"
    assert f"{ending}" in program("plot", "--help").stdout.partition("Languages:")[2]


def test_a_sheet_is_filled_and_a_depth_folded(program, penguin_tree, tmp_path):
    out = tmp_path / "tree.svg"

    done = program("plot", penguin_tree, "-o", out, "--fit", "A5", "--max-depth", 1)

    expected = show.plot(Tree.load(penguin_tree), fit="A5", max_depth=1).to_bytes("svg")
    assert done.returncode == 0
    assert out.read_bytes() == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "tree.gif"], "End it in .svg, .pdf or .png."),
        (["-o", "tree.dot", "--fit", "A4"], "--fit does not apply to .dot files."),
        (["-o", "tree.svg", "--preset", "pretty"], "'pretty' is not one of summary"),
        ([], "Missing option '-o'"),
    ],
)
def test_mistakes_are_told_in_one_line(program, penguin_tree, tmp_path, arguments, message):
    done = program("plot", penguin_tree, *arguments, cwd=tmp_path)

    assert done.returncode != 0
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_tree_too_large_for_its_sheet_is_folded_and_told_how_to_unfold(program, tmp_path):
    rng = np.random.default_rng(0)
    tree = TreeRegressor().fit({"x": rng.normal(size=500)}, rng.normal(size=500)).tree_
    tree.save(tmp_path / "large.json")

    done = program("plot", tmp_path / "large.json", "-o", tmp_path / "large.png", "--fit", "A5")

    hidden = show.plot(tree, fit="A5").n_folded
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{hidden} of {tree.n_leaves} leaves are folded: a larger sheet")
