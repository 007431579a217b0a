"""Options of the search for the best tree, and how far it is while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arboretum.cli import arguments

if TYPE_CHECKING:
    from arboretum.data import Dataset
    from arboretum.growing import Progress

__all__ = ["PARAMETERS", "options", "watched"]

#: Options that only the species optimal has, by the names of its parameters.
PARAMETERS = ("alpha", "time_limit", "work_limit", "memory_limit")


def _amount(name: str, metavar: str, help: str) -> arguments.Decorator:
    return click.option(name, type=click.FloatRange(0.0), metavar=metavar, help=help)


options = arguments.together(
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
)


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
