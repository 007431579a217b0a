"""``arboretum prune``: a smaller tree from a saved one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arboretum.cli.option_types import INPUT, OUTPUT, STYLE, PartName, PartOption, Setting, Style

if TYPE_CHECKING:
    from arboretum.pruning import Pruner

__all__ = ["command"]

METHOD = PartName(Names=("arboretum.pruning", "KNOWN"))


@click.command("prune", short_help="Make a saved tree smaller.")
@click.argument("tree", type=INPUT)
@click.option(
    "--method",
    cls=PartOption,
    type=METHOD,
    metavar="NAME",
    default="cost_complexity",
    show_default=True,
    help="How to prune.",
)
@click.option(
    "--data",
    type=INPUT,
    help="Rows to judge by. Rows that the tree was not grown from, for reduced_error and "
    "critical_value; the rows it was grown from, for error_based and for --rule.",
)
@click.option(
    "--weights", metavar="COLUMN", help="Column of --data that says how much each row counts."
)
@click.option(
    "--rule",
    metavar="RULE",
    help="Cross-validate the trees of cost_complexity and keep one: min that of least error, 1se "
    "the smallest within one standard error of it.",
)
@click.option(
    "--folds",
    type=click.IntRange(2),
    metavar="NUMBER",
    default=10,
    show_default=True,
    help="Parts the rows are dealt into for --rule.",
)
@click.option(
    "--set",
    "settings",
    type=Setting(),
    metavar="NAME=VALUE",
    multiple=True,
    help="A parameter of the method, such as cp=0.03, confidence=0.1 or depth=3. May be repeated.",
)
@click.option(
    "--style", type=STYLE, default="rpart", show_default=True, help="How the tree is printed."
)
@click.option("--out", type=OUTPUT, help="File to save the smaller tree in, as JSON.")
def command(
    tree: Path,
    method: str,
    data: Path | None,
    weights: str | None,
    rule: str | None,
    folds: int,
    settings: tuple[tuple[str, str], ...],
    style: Style,
    out: Path | None,
) -> None:
    """Make the tree saved in the file TREE smaller; the file itself stays as it is.

    \b
    Examples:
      arboretum prune tree.json --set cp=0.03 --out smaller.json
      arboretum prune tree.json --data penguins.csv --method cost-complexity --rule 1se
      arboretum prune tree.json --method reduced-error --data others.csv
    """
    from arboretum.cli.interrupt import keep_interrupts
    from arboretum.data import read_like
    from arboretum.tree import Tree

    if weights is not None and data is None:
        raise click.UsageError("--weights goes with --data.")
    pruner = _pruner(method, settings, rule, folds)
    keep_interrupts()
    loaded = Tree.load(tree)
    dataset = None if data is None else read_like(data, loaded.schema, weights)
    pruned = pruner.prune(loaded, dataset)
    if out is not None:
        pruned.save(out)
    click.echo(f"{loaded.n_leaves} leaves before, {pruned.n_leaves} now\n\n{pruned.to_text(style)}")
    if out is not None:
        click.echo(f"\nsaved in {out}")


def _pruner(
    method: str, settings: tuple[tuple[str, str], ...], rule: str | None, folds: int
) -> Pruner:
    """The pruner that the options describe."""
    from arboretum.cli.settings import with_settings
    from arboretum.pruning import KNOWN

    pruner = KNOWN[method]()
    if rule is not None:
        if method != "cost_complexity":
            raise click.UsageError("--rule goes with --method cost_complexity.")
        pruner.set_params(rule=rule, cv=folds)
    return with_settings(pruner, settings)
