"""``arboretum report``: from a file to a page that says what there is to say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arboretum.cli import arguments, costs, reading, size

__all__ = ["command"]


@click.command("report", short_help="From a CSV or Parquet file to a report for the browser.")
@arguments.file("data")
@arguments.data
@reading.options
@arguments.out("-o", type=arguments.PAGE, required=True, help="File to write, such as report.html.")
@arguments.species(
    default="auto",
    help="Whose tree to grow; by default one chosen by cross-validation. cart is pruned by it; the "
    "others are grown as their species does.",
)
@size.option
@costs.options
@arguments.folds
@arguments.number(
    "--trees",
    "n_trees",
    default=50,
    help="Trees to grow from other samples, to see what recurs; 0 leaves that out.",
)
@arguments.n_jobs(default=-1)
@click.option("--title", metavar="TEXT", help="Heading of the report.")
@arguments.json_flag("every number of the report")
def command(data: Path, **options: Any) -> None:
    """Grow a tree from the CSV or Parquet file DATA and write a report about it.

    The report is one file for the browser that needs nothing else: what is in
    the data and what looks suspicious, the tree and how it was chosen, how wrong
    it is on rows it has not seen, which features matter, the tree as rules, how
    much of it other rows would reproduce, and how to read all that.

    \b
    Examples:
      arboretum report penguins.csv --target species -o report.html
      arboretum report houses.parquet --target price --ignore id -o houses.html
    """
    from arboretum.cli.write_report import write_report

    write_report(data, **options)
