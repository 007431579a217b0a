"""``arboretum prune``: a smaller tree from a saved one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arboretum.cli import arguments, reading
from arboretum.cli.files import keep_interrupts, told_of

if TYPE_CHECKING:
    from arboretum.pruning import Pruner

__all__ = ["command"]


@click.command("prune", short_help="Make a saved tree smaller.")
@arguments.file("tree")
@arguments.part(
    "--method",
    {"Names": "arboretum.pruning:KNOWN"},
    default="cost_complexity",
    help="How to prune.",
)
@arguments.file_option(
    "--data",
    help="Rows to judge by. Rows that the tree was not grown from, for reduced_error and "
    "critical_value; the rows it was grown from, for error_based and for --rule.",
)
@arguments.weights("--data")
@reading.options
@click.option(
    "--rule",
    metavar="RULE",
    help="Cross-validate the trees of cost_complexity and keep one: min keeps that of least error, "
    "1se the smallest within one standard error of it, 0.5se within half of one, and so on. "
    "--set repeats=3 deals the folds three times.",
)
@arguments.number("--folds", least=2, default=10, help="Folds the rows are dealt into for --rule.")
@arguments.settings("A parameter of the method, such as cp=0.03, confidence=0.1 or depth=3.")
@arguments.style
@arguments.out(help="File to save the smaller tree in, as JSON.")
def command(
    tree: Path,
    method: str,
    data: Path | None,
    weights: str | None,
    rule: str | None,
    folds: int,
    settings: tuple[tuple[str, str], ...],
    style: arguments.Style,
    out: Path | None,
) -> None:
    """Make the tree saved in the file TREE smaller; the file itself stays as it is.

    \b
    Examples:
      arboretum prune tree.json --set cp=0.03 --out smaller.json
      arboretum prune tree.json --data penguins.csv --method cost-complexity --rule 1se
      arboretum prune tree.json --method reduced-error --data others.csv
    """
    from arboretum.data import read_like
    from arboretum.tree import Tree

    if weights is not None and data is None:
        raise click.UsageError("--weights needs --data.")
    pruner = _pruner(method, settings, rule, folds)
    keep_interrupts()
    loaded = Tree.load(tree)
    dataset = None
    if data is not None:
        with told_of(data) as (options, notes):
            dataset = read_like(data, loaded.schema, weights, options=options, notes=notes)
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
    from arboretum.pruning import KNOWN

    pruner = KNOWN[method]()
    if rule is not None:
        if method != "cost_complexity":
            raise click.UsageError("--rule needs --method cost_complexity.")
        pruner.set_params(rule=rule, cv=folds)
    return arguments.with_settings(pruner, settings)
