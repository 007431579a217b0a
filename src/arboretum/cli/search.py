"""Options of the search for the best tree, and how far it is while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arboretum.cli import arguments

if TYPE_CHECKING:
    from pathlib import Path

    from arboretum.data import Dataset
    from arboretum.growing import Progress
    from arboretum.growing.many import Begin
    from arboretum.optimal import Certificate

__all__ = ["NOT_WRITTEN", "PARAMETERS", "options", "watched", "write_certificate"]

#: Options that only the species optimal has, by the names of its parameters.
PARAMETERS = ("objective", "alpha", "time_limit", "work_limit", "memory_limit")


def _amount(name: str, metavar: str, help: str) -> arguments.Decorator:
    return click.option(name, type=click.FloatRange(0.0), metavar=metavar, help=help)


options = arguments.together(
    arguments.part(
        "--objective",
        {"Names": "arboretum.species.optimal:OBJECTIVES"},
        help="optimal: what is made small. cost: what mistakes cost, with the price of the leaves; "
        "smallest: the number of leaves of a tree without mistakes, of any depth. Rows that "
        "contradict each other, which forbid such a tree, are named.",
    ),
    _amount(
        "--alpha",
        "NUMBER",
        "optimal: the price of a leaf; a tree costs its mean loss plus this for each leaf.",
    ),
    _amount(
        "--time-limit",
        "SECONDS",
        "optimal: when to stop looking for a better tree, 60 by default. Ctrl-C does the same.",
    ),
    arguments.number(
        "--work-limit",
        help="optimal: how many subproblems to look at; the same tree on every machine.",
    ),
    _amount(
        "--memory-limit",
        "MEGABYTES",
        "optimal: what may be remembered of subproblems, 1024 by default.",
    ),
    click.option(
        "--certificate",
        type=arguments.OUTPUT,
        is_eager=True,
        help="optimal: file to write the proof in that no tree is better; certify checks it.",
    ),
)


#: What is said where there is no proof to read.
NOT_WRITTEN = "no certificate saved: interrupted"


def write_certificate(
    path: Path, certificate: Certificate, weights: str | None, begin: Begin
) -> str:
    """Write the proof of what was found, and say so; it takes about as long as the search.

    ``weights`` is the column of the weights.
    """
    if certificate.stopped == "interrupted":
        return NOT_WRITTEN
    try:
        certificate.save(path, begin("writing the certificate"), weights=weights)
    except KeyboardInterrupt:  # what was grown is printed all the same
        return NOT_WRITTEN
    return f"certificate saved as {path}"


def watched(step: Progress | None, estimator: Any, dataset: Dataset) -> Progress | None:
    """Progress that also says what the best tree costs so far, where one is searched for."""
    from arboretum.cli.progress import Step
    from arboretum.optimal import gap_in_words
    from arboretum.species.optimal import Optimal

    if not isinstance(step, Step) or not isinstance(estimator, Optimal):
        return step
    bar, counts_errors = step, estimator.counts_errors(dataset)

    def report(bound: float, best: float) -> None:
        bar(bound, best)
        bar.describe(f"growing the tree: {gap_in_words(best, bound, counts_errors)}")

    return report
