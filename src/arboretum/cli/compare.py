"""``arboretum compare``: which species does best on a file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arboretum.cli import arguments, costs, reading
from arboretum.cli.files import read_training

if TYPE_CHECKING:
    from arboretum.data import Dataset
    from arboretum.judging import Comparison, MissingComparison

__all__ = ["command"]


@click.command("compare", short_help="Compare the species of trees on a CSV or Parquet file.")
@arguments.file("data")
@arguments.data
@reading.options
@arguments.species(
    multiple=True,
    help="Species to compare; by default all but optimal, which searches much longer. May be "
    "repeated.",
)
@costs.options
@arguments.folds
@arguments.flag(
    "--missing",
    "of_missing",
    help="Compare what may happen to missing values, for one species, instead of species.",
)
@arguments.n_jobs()
@arguments.json_flag("the comparison")
def command(data: Path, as_json: bool, **options: Any) -> None:
    """Compare the species of trees on the CSV or Parquet file DATA.

    Every species grows trees by its own defaults; cart is pruned by
    cross-validation, as in a report. All are judged by the same cross-validation:
    the error on rows not seen, or what mistakes cost if --loss says it, with its
    standard error, beside that without a tree. For classes the Brier score and the
    log loss say how good the shares of the classes are; less is better. Leaves,
    depth and seconds are those of the tree grown from all rows. auto, which reports
    and grow use unless told otherwise (vector of several numbers), comes first, the
    others by their error. Species that do not apply to the data are named with the
    reason. Of small trees of small tables it is said how far they are from the best
    of their size.

    With --missing the missing policies of one species are compared, that of a
    report unless --species names another: how much each saves per row beside the
    policy that the species has by default, and whether that is more than chance
    explains.

    \b
    Examples:
      arboretum compare penguins.csv --target species
      arboretum compare houses.parquet --target price --species tree --folds 5 --json
      arboretum compare patients.csv --target ill --missing
    """
    from arboretum.cli.grow_report import describe_data
    from arboretum.cli.option_words import in_options
    from arboretum.cli.progress import show_progress
    from arboretum.judging.comparison import compare_on, species_for
    from arboretum.judging.missing_comparison import MissingComparison
    from arboretum.judging.plain import finite
    from arboretum.tree import n_threads

    n_threads(options["n_jobs"], 0)  # no species is at fault if that has no meaning
    dataset, notes = read_training(data, **options)
    if not as_json:
        click.echo(describe_data(data, dataset, options["weights"], notes))
    n_folds, seed, names = options["folds"], options["seed"], options["species"] or None
    if options["of_missing"]:
        names = _one_of(names, dataset)
    estimators, excluded = species_for(dataset, names, n_folds=n_folds, seed=seed)
    for estimator in estimators.values():
        estimator.set_params(n_jobs=options["n_jobs"])
    dataset, told, loss = costs.priced_alike(dataset, estimators, excluded, options)
    found: Comparison[Any]
    if options["of_missing"]:
        found = _compare_missing(dataset, estimators, options)
    else:
        with show_progress(len(estimators) * (1 + n_folds)) as begin:
            found = compare_on(
                dataset, estimators, excluded, n_folds=n_folds, seed=seed, loss=loss, begin=begin
            )
    reasons = {
        name: _with_owner(in_options(" ".join(why.split()))) for name, why in found.excluded.items()
    }
    found = replace(found, excluded=reasons, notes=[*told, *found.notes])
    if as_json:
        found = replace(found, notes=[*notes, *found.notes])
        document = finite({"data": str(data), "n_rows": dataset.n_rows, **_plain(found)})
        if isinstance(found, MissingComparison):
            document["verdict"] = found.verdict
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        click.echo(f"{found.n_folds}-fold cross-validation\n{found}")


def _with_owner(reason: str) -> str:
    """A reason, and whose the options are that it names and this command does not take."""
    own = {
        name for one in command.params if not getattr(one, "is_flag", False) for name in one.opts
    }
    others = sorted(set(re.findall(r"--[a-z][a-z-]*", reason)) - own)
    return f"{reason} ({', '.join(others)}: of arboretum grow)" if others else reason


def _plain(found: Comparison[Any]) -> dict[str, Any]:
    """A comparison without the certificates of the best trees."""
    from arboretum.judging.distance import numbers_of

    bare = replace(found, judged=[replace(one, distance=None) for one in found.judged])
    document = asdict(bare)
    for one, told in zip(found.judged, document["judged"], strict=True):
        told["distance"] = None if one.distance is None else numbers_of(one.distance)
    return document


def _one_of(names: Sequence[str] | None, dataset: Dataset) -> list[str]:
    """The species whose missing policies are compared: by default that of a report."""
    if names and len(names) > 1:
        raise click.UsageError(
            f"--missing compares the policies of one species, but {len(names)} are named: "
            f"{', '.join(names)}. Name one --species."
        )
    return list(names or ["auto" if dataset.schema.is_classification else "cart"])


def _compare_missing(
    dataset: Dataset,
    estimators: Mapping[str, Any],
    options: Mapping[str, Any],
) -> MissingComparison:
    from arboretum.cli.progress import show_progress
    from arboretum.judging.missing_comparison import compare_missing_on
    from arboretum.missing import KNOWN

    ((name, estimator),) = estimators.items()
    if "missing" not in estimator.get_params():
        raise click.UsageError(
            f"--species {name} has one way to treat missing values, and nothing to compare. "
            "Name another --species, such as cart or tree."
        )
    n_folds, seed = options["folds"], options["seed"]
    with show_progress((len(KNOWN) - 1) * (1 + n_folds)) as begin:
        return compare_missing_on(dataset, estimator, n_folds=n_folds, seed=seed, begin=begin)
