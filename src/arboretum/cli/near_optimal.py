"""``arboretum explain near-optimal``: all trees that are about as good as the best one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arboretum.cli import arguments, reading
from arboretum.cli.files import read_training

__all__ = ["near_optimal"]


def _amount(*names: str, metavar: str = "NUMBER", help: str, **more: Any) -> arguments.Decorator:
    return click.option(*names, type=click.FloatRange(0.0), metavar=metavar, help=help, **more)


@click.command("near-optimal", short_help="Count and show all trees near the best one.")
@arguments.file("data")
@arguments.data
@reading.options
@_amount(
    "--eps", default=0.05, help="What a tree may cost more than the best one: a share of its cost."
)
@arguments.number("--max-depth", default=3, help="Ask at most this many questions.")
@arguments.number("--max-leaves", least=1, help="Have at most this many leaves.")
@arguments.number(
    "--min-samples-leaf", least=1, default=1, help="Leave at least this many samples in every leaf."
)
@_amount(
    "--alpha",
    default=0.0,
    help="The price of a leaf; a tree costs its mean loss plus this for each leaf.",
)
@arguments.columns("--never", help="Column that no question may be about.")
@arguments.columns("--always", help="Column that some question must be about.")
@arguments.number("--max-features", help="Ask about at most this many columns.")
@_amount("--time-limit", metavar="SECONDS", default=60.0, help="When to stop looking for trees.")
@_amount("--memory-limit", metavar="MEGABYTES", default=1024.0, help="What the trees may take up.")
@arguments.out("-o", type=arguments.PAGE, help="Page to write, such as trees.html.")
@arguments.number("--trees", "n_trees", default=3, least=1, help="Trees to draw on the page.")
@arguments.number("--seed", default=0, help="Decides which trees are drawn.")
def near_optimal(data: Path, **options: Any) -> None:
    """Find all trees of classes that are about as good as the best one.

    DATA is a CSV or Parquet file. Printed is how many trees there are, by errors
    and leaves, what they ask, and of how many rows they do not all decide alike;
    the page shows these rows and some of the trees as well. Ctrl-C, --time-limit
    and --memory-limit end the search: there are then at least as many trees.

    \b
    Examples:
      arboretum explain near-optimal penguins.csv --target species --alpha 0.01
      arboretum explain near-optimal heart.csv --target class --eps 0.1 -o trees.html
    """
    from arboretum.cli.progress import show_progress
    from arboretum.explain.near_optimal import near_optimal_on
    from arboretum.optimal import Limits
    from arboretum.report import near_optimal_page
    from arboretum.show.paper.picture import require_matplotlib

    page = options["out"]
    if page is not None:
        require_matplotlib()  # before the work, not after
    dataset, notes = read_training(data, **options)
    for note in notes:
        click.echo(f"Note: {note}", err=True)
    limits = Limits(
        max_depth=options["max_depth"],
        max_leaves=options["max_leaves"],
        min_samples_leaf=options["min_samples_leaf"],
        alpha=options["alpha"],
        seconds=options["time_limit"],
        megabytes=options["memory_limit"],
    )
    with show_progress(1) as begin:
        found = near_optimal_on(
            dataset, limits, options["eps"], progress=begin("looking for the trees")
        )
    found = found.only(
        never=options["never"], always=options["always"], max_features=options["max_features"]
    )
    click.echo(str(found))
    if page is not None:
        near_optimal_page(found, page, n_trees=options["n_trees"], random_state=options["seed"])
        click.echo(f"\nsaved as {page}")
