"""``arboretum explain``: answers to "why" about a saved tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arboretum.cli import arguments, reading
from arboretum.cli.files import keep_interrupts, read_new, told_of
from arboretum.cli.near_optimal import near_optimal

if TYPE_CHECKING:
    from arboretum.data.schema import Category
    from arboretum.tree import Tree

__all__ = ["command"]

TREE = arguments.file("tree")
NEW = arguments.file("new")
DATA = arguments.file("data")
ROW = arguments.number("--row", default=0, help="Which row of NEW; the first is 0.")
NODE = arguments.number(
    "--node", default=0, help="Which node, by the number that 'arboretum show' prints."
)
WEIGHTS = arguments.weights("DATA")


@click.group("explain", short_help="Say why a tree predicts this, or a node asks that.")
def command() -> None:
    """Say why a saved tree predicts what it does, or why a node asks what it asks.

    What other trees are as good says near-optimal.

    \b
    Examples:
      arboretum explain path tree.json new.csv --row 3
      arboretum explain counterfactual tree.json new.csv --row 3 --immutable age
      arboretum explain why-not tree.json penguins.csv --node 1
      arboretum explain lecture tree.json penguins.csv --node 1 --feature sex
      arboretum explain distance tree.json penguins.csv --seconds 10
      arboretum explain near-optimal penguins.csv --target species --alpha 0.01
    """


command.add_command(near_optimal)


@command.command("path", short_help="Follow a row down the tree.")
@TREE
@NEW
@ROW
@reading.options
def path(tree: Path, new: Path, row: int) -> None:
    """Say what a row of the file NEW answers at each node of TREE, and what that changes."""
    from arboretum import explain

    loaded = _load(tree)
    click.echo(str(explain.path(loaded, read_new(loaded, new), row)))


@command.command("counterfactual", short_help="Find what would have to differ.")
@TREE
@NEW
@ROW
@click.option("--to", metavar="CLASS", help="The class that is wanted; any other by default.")
@click.option("--from", "low", type=float, metavar="NUMBER", help="Least number that is wanted.")
@click.option("--up-to", "high", type=float, metavar="NUMBER", help="Largest number wanted.")
@arguments.columns("--immutable", help="Column that cannot be changed.")
@click.option(
    "--cost",
    "costs",
    type=arguments.cost,
    metavar="COLUMN=NUMBER",
    multiple=True,
    help="What a change of this column costs; 1 if not named. May be repeated.",
)
@reading.options
def counterfactual(
    tree: Path,
    new: Path,
    row: int,
    to: str | None,
    low: float | None,
    high: float | None,
    immutable: tuple[str, ...],
    costs: tuple[tuple[str, float], ...],
) -> None:
    """Find the cheapest change of a row of the file NEW that changes what TREE predicts."""
    from arboretum import explain

    loaded = _load(tree)
    wanted = _wanted(loaded, to, low, high)
    found = explain.counterfactual(
        loaded, read_new(loaded, new), row, to=wanted, immutable=immutable, costs=dict(costs)
    )
    click.echo("no change of these columns suffices" if found is None else str(found))


@command.command("why-not", short_help="List what else a node could have asked.")
@TREE
@DATA
@NODE
@WEIGHTS
@reading.options
def why_not(tree: Path, data: Path, node: int, weights: str | None) -> None:
    """List what else a node of TREE could have asked, and how close that came.

    DATA has the rows that the tree was grown from.
    """
    from arboretum import explain
    from arboretum.cli.progress import show_progress
    from arboretum.explain.why_not import N_FLIPS

    loaded = _load(tree)
    X, y, sample_weight = _grown_from(loaded, data, weights)
    with show_progress(N_FLIPS) as begin:
        found = explain.why_not(loaded, node, X, y, sample_weight, begin=begin)
    click.echo(str(found))


@command.command("lecture", short_help="Work out the split of a node, as on a blackboard.")
@TREE
@DATA
@NODE
@arguments.column("--feature", help="Which column; by default the one that the node asks about.")
@WEIGHTS
@reading.options
def lecture(tree: Path, data: Path, node: int, feature: str | None, weights: str | None) -> None:
    """Work out the best split of a column at a node of TREE, candidate by candidate.

    DATA has the rows that the tree was grown from.
    """
    from arboretum import explain

    loaded = _load(tree)
    X, y, sample_weight = _grown_from(loaded, data, weights)
    click.echo(str(explain.lecture(loaded, node, X, y, feature, sample_weight)))


@command.command("distance", short_help="Say how far the tree is from the best one of its size.")
@TREE
@DATA
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.0),
    default=1.0,
    show_default=True,
    metavar="NUMBER",
    help="How long to look for a better tree.",
)
@WEIGHTS
@reading.options
def distance(tree: Path, data: Path, seconds: float, weights: str | None) -> None:
    """Say how many mistakes a tree of the size of TREE could save, with a proof.

    DATA has the rows that the tree was grown from.
    """
    from arboretum import explain

    loaded = _load(tree)
    X, y, sample_weight = _grown_from(loaded, data, weights)
    click.echo(str(explain.distance_from_optimal(loaded, X, y, sample_weight, seconds=seconds)))


def _grown_from(loaded: Tree, data: Path, weights: str | None) -> Any:
    """The rows that a tree was grown from: features, target and weights."""
    from arboretum.data.read.table_file import read_samples

    with told_of(data) as (options, notes):
        return read_samples(data, loaded.schema, weights, options=options, notes=notes)


def _load(tree: Path) -> Tree:
    from arboretum.tree import Tree

    keep_interrupts()
    return Tree.load(tree)


def _wanted(tree: Tree, to: str | None, low: float | None, high: float | None) -> Any:
    """A class by its name as it is written, or bounds of a number."""
    if not tree.schema.is_classification:
        if to is not None:
            raise click.BadOptionUsage("to", "--to names a class, but the tree predicts numbers.")
        if low is None and high is None:
            raise click.UsageError("The tree predicts numbers: pass --from, --up-to or both.")
        return low, high
    if low is not None or high is not None:
        raise click.UsageError("--from and --up-to are for trees that predict numbers. Use --to.")
    by_text: dict[str, Category] = {str(name): name for name in tree.schema.classes or ()}
    return None if to is None else by_text.get(to, to)
