"""``arboretum show`` prints what the tree says of itself."""

from __future__ import annotations

import pytest

from arboretum import Tree, datasets, show


@pytest.mark.parametrize("style", ["rpart", "box"])
def test_it_prints_the_text_of_the_tree(program, penguin_tree, style):
    done = program("show", penguin_tree, "--style", style, "--max-depth", 1)

    assert done.stdout == Tree.load(penguin_tree).to_text(style, max_depth=1) + "\n"


def test_an_inner_node_tells_its_path_counts_split_and_runner_up(program, penguin_tree):
    tree = Tree.load(penguin_tree)
    node = tree.node(1)

    done = program("show", penguin_tree, "--node", 1)

    assert str(node) in done.stdout
    assert done.stdout.startswith(f"node 1: {node.conditions[0]}\n")
    assert "runner-up" in done.stdout
    counts = dict(zip(tree.schema.classes, node.value, strict=True))
    for name, count in counts.items():
        assert f"    {name}: {count:.0f} ({count / node.weight:.1%})\n" in done.stdout
    for child in node.children:
        assert f": node {child}\n" in done.stdout


def test_a_leaf_tells_why_it_stopped(program, penguin_tree):
    leaf = next(leaf for leaf in Tree.load(penguin_tree).leaves() if leaf.depth == 3)

    done = program("show", penguin_tree, "--node", leaf.id)

    assert f"stopped: {leaf.stop_reason}" in done.stdout
    assert "branches" not in done.stdout


def test_it_writes_the_page_of_the_tree_with_rows_to_pick_from(program, penguin_tree, penguins):
    page = penguin_tree.with_suffix(".html")
    tree = Tree.load(penguin_tree)

    done = program("show", penguin_tree, "--html", page, "--data", penguins)

    assert done.stdout == f"saved as {page}\n"
    X = datasets.penguins().X
    assert page.read_text(encoding="utf-8") == show.html(tree, X=X)


def test_rows_to_pick_from_need_a_page(program, penguin_tree, penguins):
    done = program("show", penguin_tree, "--data", penguins)

    assert done.returncode == 2
    assert "--data needs --html" in done.stderr
