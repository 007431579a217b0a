"""``arboretum show``: a saved tree, or one of its nodes, for people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arboretum.cli import arguments, reading
from arboretum.cli.files import read_new

if TYPE_CHECKING:
    from arboretum.show.web.html import View
    from arboretum.tree import Node

__all__ = ["command"]


@click.command("show", short_help="Print a saved tree, or one node of it.")
@arguments.file("tree")
@click.option(
    "--style",
    type=arguments.STYLE,
    default="rpart",
    help="rpart: one indented line per node, as R prints trees; box: a drawing with aligned "
    "columns, for wide screens; R: as rpart, with R's numbers of nodes and its left child first.",
)
@arguments.number("--max-depth", help="Fold what lies deeper than this.")
@arguments.number(
    "--node",
    help="Print all that is known about one node instead: how samples get there, what it "
    "predicts, what it asks, what came second, or why it stopped.",
)
@click.option(
    "--html",
    "page",
    type=arguments.PAGE,
    is_eager=True,
    help="Write a page to explore in a browser instead: one file that needs nothing else.",
)
@click.option(
    "--view",
    type=click.Choice(["tree", "icicle", "questions"]),
    default="tree",
    help="What the page opens with: the tree, cells as high as their samples, or a questionnaire "
    "that anyone can answer.",
)
@arguments.file_option(
    "--data",
    help="CSV or Parquet file with the features of the tree: rows to pick from on the page and "
    "to follow down the tree. They become part of the page.",
)
@reading.options
def command(
    tree: Path,
    style: arguments.Style,
    max_depth: int | None,
    node: int | None,
    page: Path | None,
    view: View,
    data: Path | None,
) -> None:
    """Print the tree saved in the file TREE.

    Each node has a number, the condition that leads to it, how many training
    samples it holds, and what it predicts; a * marks the leaves.

    \b
    Examples:
      arboretum show tree.json --style box --max-depth 2
      arboretum show tree.json --node 4
      arboretum show tree.json --html tree.html --data penguins.csv
      arboretum show tree.json --html questions.html --view questions
    """
    from arboretum.tree import Tree

    if data is not None and page is None:
        raise click.UsageError("--data needs --html.")
    loaded = Tree.load(tree)
    if page is not None:
        from arboretum.show import html

        html(loaded, page, X=None if data is None else read_new(loaded, data), view=view)
        click.echo(f"saved as {page}")
    elif node is None:
        click.echo(loaded.to_text(style, max_depth=max_depth))
    else:
        click.echo(describe_node(loaded.node(node)))


def describe_node(node: Node) -> str:
    """A node in words, with its class counts and where its branches lead."""
    return "\n".join([str(node), *_class_lines(node), *_branch_lines(node)])


def _class_lines(node: Node) -> list[str]:
    from arboretum.tree.predict.prediction import class_blocks
    from arboretum.tree.words.format import category_text, name_text, number_text

    schema = node.tree.schema
    if not schema.is_classification:
        return []
    lines = []
    for target, block in zip(schema.targets, class_blocks(schema), strict=True):
        weights, total = node.value[block].tolist(), node.value[block].sum()
        lines.append(f"  classes of {name_text(target.name)}")
        lines += [
            f"    {category_text(name)}: {number_text(weight)} ({weight / (total or 1.0):.1%})"
            for name, weight in zip(target.classes or (), weights, strict=True)
        ]
    return lines


def _branch_lines(node: Node) -> list[str]:
    from arboretum.tree.words.format import SplitFormat

    if node.split is None:
        return []
    form = SplitFormat(node.tree.schema, show_missing=True)
    return ["  branches"] + [
        f"    {form.branch(node.split, branch)}: node {child}"
        for branch, child in enumerate(node.children)
    ]
