"""``arboretum certify``: whether the certificate of a tree holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from arboretum.cli import arguments, costs, reading
from arboretum.cli.files import keep_interrupts, told_of

__all__ = ["command"]


@click.command("certify", short_help="Check that no tree is better than one that is proved best.")
@arguments.file("data")
@arguments.file("certificate")
@arguments.weights("DATA")
@costs.class_weights
@reading.options
@arguments.json_flag("what holds")
def command(
    data: Path,
    certificate: Path,
    weights: str | None,
    class_weights: tuple[str, ...],
    as_json: bool,
) -> None:
    """Check the certificate in the file CERTIFICATE against the rows of DATA.

    Such a file is written by arboretum grow --species optimal --certificate. It
    says what the tree costs, what every tree costs at least, and why. Every step
    is worked out again from the rows, by a program that has nothing in common
    with the search. The exit code is 0 if all of it holds; else it is 1, and the
    first step that fails is named. Rows count by the column of weights that the
    certificate names; --weights takes another one.

    \b
    Examples:
      arboretum certify penguins.csv certificate.json
      arboretum certify football.csv certificate.json --class-weight yes=2
    """
    from arboretum.certifying import certify_dataset, load, schema_of
    from arboretum.cli.progress import show_progress
    from arboretum.data import read_like

    keep_interrupts()
    document = load(certificate)
    weights = weights or _named(document, class_weights)
    with told_of(data) as (options, notes):
        dataset = read_like(data, schema_of(document), weights, options=options, notes=notes)
    given: dict[str, Any] = {"class_weights": class_weights, "priors": ()}
    dataset, _ = costs.weighed(dataset, given)
    with show_progress(1) as begin:
        found = certify_dataset(document, dataset, begin("checking the claims"))
    if as_json:
        click.echo(json.dumps(asdict(found) | {"is_best": found.is_best}, indent=2))
    else:
        click.echo(str(found))


def _named(document: Mapping[str, Any], class_weights: tuple[str, ...]) -> str | None:
    """The column of weights that a certificate names, if rows did not count alike."""
    weighed = document.get("weights")
    column: str | None = weighed.get("column") if isinstance(weighed, dict) else None
    if weighed is not None and column is None and not class_weights:
        raise click.UsageError(
            "The rows did not count alike when the tree was grown, and the certificate does not "
            "name the column of their weights. Name it by --weights, or repeat --class-weight."
        )
    return column
