"""Options that several commands have: what the file holds, and how it is dealt into folds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from arboretum.cli.option_types import Order, PartName

__all__ = ["SPECIES", "data_options", "fold_options", "n_jobs_option", "together"]

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

SPECIES = PartName(
    Classes=("arboretum.estimators", "CLASSIFIERS"),
    Numbers=("arboretum.estimators", "REGRESSORS"),
)


def together(*options: Decorator) -> Decorator:
    """Several options as one decorator, shown in this order."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def _columns(name: str, destination: str, text: str) -> Decorator:
    return click.option(
        name, destination, metavar="COLUMN", multiple=True, help=f"{text} May be repeated."
    )


_DATA = together(
    click.option(
        "--target",
        "targets",
        metavar="COLUMN",
        multiple=True,
        required=True,
        help="Column to predict. Repeat it to predict several columns by one tree.",
    ),
    click.option(
        "--task",
        type=click.Choice(["classes", "numbers"]),
        help="Whether the target names classes or measures something. Without this, text is "
        "classes and numbers are numbers, whole numbers too.",
    ),
    click.option(
        "--weights",
        metavar="COLUMN",
        help="Column that says how much each row counts. If all weights are whole numbers, a row "
        "stands for so many samples.",
    ),
    _columns("--ignore", "ignore", "Column to leave out, such as a row number."),
    _columns("--categorical", "categorical", "Column whose numbers are codes, such as a zip code."),
    _columns("--numeric", "numeric", "Column to read as numbers, such as true and false."),
    click.option(
        "--ordered",
        type=Order(),
        metavar="COLUMN=LOW,…,HIGH",
        multiple=True,
        help="Column whose categories have an order, with all of them from low to high: "
        "--ordered size=small,medium,large. May be repeated.",
    ),
)

_FOLDS = together(
    click.option(
        "--folds",
        type=click.IntRange(2),
        metavar="NUMBER",
        default=10,
        show_default=True,
        help="Parts the rows are dealt into for cross-validation.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0),
        metavar="NUMBER",
        default=0,
        show_default=True,
        help="Decides how rows are dealt into folds; the tree does not depend on it.",
    ),
)


def n_jobs_option(default: int | None = None) -> Callable[..., Any]:
    """The option that says on how many threads trees are grown."""
    return click.option(
        "--n-jobs",
        type=int,
        metavar="NUMBER",
        default=default,
        show_default=default is not None,
        help="Threads that grow trees; -1 for all there are. Only the time depends on it.",
    )


def data_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options that say what the columns of a file are."""
    return _DATA(function)


def fold_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options that say how samples are dealt into folds."""
    return _FOLDS(function)
