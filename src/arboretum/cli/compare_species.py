"""The work of ``arboretum compare``: read, judge every species on the same folds, report."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from arboretum.cli.grow_report import describe_data, note_guess
from arboretum.cli.interrupt import keep_interrupts
from arboretum.cli.progress import show_progress
from arboretum.cli.read_training import read_training
from arboretum.cli.wording import in_options
from arboretum.judging import Comparison, Judged
from arboretum.judging.comparison import compare_on, species_for
from arboretum.tree.predict.threads import n_threads

__all__ = ["compare_species"]


def compare_species(data: Path, **options: Any) -> None:
    """Do everything that ``arboretum compare`` promises, by its options."""
    keep_interrupts()
    n_threads(options["n_jobs"], 0)  # no species is at fault if that has no meaning
    dataset = read_training(data, **options)
    if not options["as_json"]:
        click.echo(describe_data(data, dataset, options["weights"]))
    estimators, excluded = species_for(dataset, options["species"] or None)
    for estimator in estimators.values():
        estimator.set_params(n_jobs=options["n_jobs"])
    n_folds, seed = options["folds"], options["seed"]
    with show_progress(len(estimators) * (1 + n_folds)) as begin:
        found = compare_on(dataset, estimators, excluded, n_folds=n_folds, seed=seed, begin=begin)
    found = _for_the_command_line(found, note_guess(dataset) if options["task"] is None else [])
    if options["as_json"]:
        document = {"data": str(data), "n_rows": dataset.n_rows, **asdict(found)}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        click.echo(f"{found.n_folds}-fold cross-validation\n{found}")


def _for_the_command_line(found: Comparison[Judged], notes: list[str]) -> Comparison[Judged]:
    reasons = {name: in_options(" ".join(why.split())) for name, why in found.excluded.items()}
    return replace(found, excluded=reasons, notes=[*notes, *found.notes])
