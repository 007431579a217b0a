"""``arboretum compare``: which species does best on a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arboretum.cli.option_types import INPUT, PartOption
from arboretum.cli.shared_options import SPECIES, data_options, fold_options, n_jobs_option

__all__ = ["command"]


@click.command("compare", short_help="Compare the species of trees on a CSV or Parquet file.")
@click.argument("data", type=INPUT)
@data_options
@click.option(
    "--species",
    cls=PartOption,
    type=SPECIES,
    metavar="NAME",
    multiple=True,
    help="Species to compare; all, if not given. May be repeated.",
)
@fold_options
@n_jobs_option()
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
def command(data: Path, **options: Any) -> None:
    """Compare the species of trees on the CSV or Parquet file DATA.

    Every species grows trees by its own defaults, and all are judged by the same
    cross-validation: the error on rows not seen, with its standard error. Leaves,
    depth and seconds are those of the tree grown from all rows. Species that do
    not apply to the data are named with the reason.

    \b
    Examples:
      arboretum compare penguins.csv --target species
      arboretum compare houses.parquet --target price --species tree --folds 5 --json
    """
    from arboretum.cli.compare_species import compare_species

    compare_species(data, **options)
