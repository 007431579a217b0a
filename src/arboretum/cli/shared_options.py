"""Options as decorators: those that several commands have, and short ways to write others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from arboretum.cli.option_types import STYLE, PartName, PartOption, order, setting

__all__ = [
    "SPECIES",
    "column",
    "columns",
    "data_options",
    "fold_options",
    "json_option",
    "n_jobs_option",
    "number",
    "part",
    "set_option",
    "style_option",
    "together",
    "weights_option",
]

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

SPECIES = PartName(
    Classes=("arboretum.estimators", "CLASSIFIERS"),
    Numbers=("arboretum.estimators", "REGRESSORS"),
)


def together(*options: Decorator) -> Decorator:
    """Several options as one decorator, shown in this order."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        """A command with these options."""
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def number(*names: str, help: str, least: int = 0, **more: Any) -> Decorator:
    """An option that takes a whole number."""
    kind = click.IntRange(least)
    return click.option(*names, type=kind, metavar="NUMBER", help=help, **more)


def part(name: str, of: PartName, *, help: str, **more: Any) -> Decorator:
    """An option that takes a part by name."""
    return click.option(name, cls=PartOption, type=of, metavar="NAME", help=help, **more)


def column(*names: str, help: str, **more: Any) -> Decorator:
    """An option that names a column."""
    return click.option(*names, metavar="COLUMN", help=help, **more)


def columns(*names: str, help: str) -> Decorator:
    """An option that names columns, one at a time."""
    return column(*names, multiple=True, help=f"{help} May be repeated.")


def weights_option(of: str) -> Decorator:
    """The column of weights of a file."""
    return column("--weights", help=f"Column of {of} that says how much each row counts.")


def set_option(help: str) -> Decorator:
    """Parameters of a part."""
    kind: Any = {"type": setting, "metavar": "NAME=VALUE", "multiple": True}
    return click.option("--set", "settings", help=f"{help} May be repeated.", **kind)


def n_jobs_option(default: int | None = None) -> Decorator:
    """On how many threads trees are grown."""
    return click.option(
        "--n-jobs",
        type=int,
        metavar="NUMBER",
        default=default,
        help="Threads that grow trees; -1 for all there are. Only the time depends on it.",
    )


def json_option(what: str) -> Decorator:
    """Results for other programs."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print {what} as JSON.")


style_option = click.option("--style", type=STYLE, default="rpart", help="How the tree is printed.")

data_options = together(
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
        help="Whether the target names classes or measures something. By default text is read as "
        "classes and numbers as numbers, even whole ones.",
    ),
    column(
        "--weights",
        help="Column that says how much each row counts. If all weights are whole numbers, a row "
        "stands for that many samples.",
    ),
    columns("--ignore", help="Column to leave out, such as a row number."),
    columns("--categorical", help="Column whose numbers are codes, such as a zip code."),
    columns("--numeric", help="Column to read as numbers, such as true and false."),
    click.option(
        "--ordered",
        type=order,
        metavar="COLUMN=LOW,…,HIGH",
        multiple=True,
        help="Column whose categories have an order, with all of them from low to high: "
        "--ordered size=small,medium,large. May be repeated.",
    ),
)

fold_options = together(
    number(
        "--folds", least=2, default=10, help="Folds the rows are dealt into for cross-validation."
    ),
    number(
        "--seed",
        default=0,
        help="Decides how rows are dealt into folds; the tree does not depend on it.",
    ),
)
