"""``arboretum grow``: learn a tree from a file, judge it, save it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from arboretum.cli.option_types import INPUT, OUTPUT, STYLE, Order, PartName, PartOption, Samples

__all__ = ["command"]

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

CRITERION = PartName(
    Classes=("arboretum.criteria", "CLASS_CRITERIA"),
    Numbers=("arboretum.criteria", "NUMBER_CRITERIA"),
)
SPLITS = PartName(Names=("arboretum.splits", "RECIPES"))
MISSING = PartName(Names=("arboretum.missing", "KNOWN"))


def _together(*options: Decorator) -> Decorator:
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


data_options = _together(
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

tree_options = _together(
    click.option(
        "--criterion",
        cls=PartOption,
        type=CRITERION,
        metavar="NAME",
        help="How splits are scored; gini for classes and squared_error for numbers, if not given.",
    ),
    click.option(
        "--splits",
        cls=PartOption,
        type=SPLITS,
        metavar="NAME",
        default="binary",
        show_default=True,
        help="binary: every question has two answers; multiway: one branch for each category.",
    ),
    click.option(
        "--missing",
        cls=PartOption,
        type=MISSING,
        metavar="NAME",
        default="direction",
        show_default=True,
        help="Where rows without a value go. direction: to the branch where they fit best; "
        "majority: to the largest; branch: to one of their own; error: refuse them.",
    ),
    click.option(
        "--max-depth",
        type=click.IntRange(0),
        metavar="NUMBER",
        help="Ask at most this many questions.",
    ),
    click.option(
        "--min-samples-split",
        type=Samples(2),
        metavar="NUMBER",
        default="2",
        show_default=True,
        help="Split no node of fewer samples; a fraction is a share of all samples.",
    ),
    click.option(
        "--min-samples-leaf",
        type=Samples(1),
        metavar="NUMBER",
        default="1",
        show_default=True,
        help="Leave at least so many samples in every leaf; a fraction is a share.",
    ),
    click.option(
        "--max-leaf-nodes",
        type=click.IntRange(1),
        metavar="NUMBER",
        help="Stop at this many leaves, best splits first.",
    ),
    click.option(
        "--min-impurity-decrease",
        type=click.FloatRange(0.0),
        metavar="NUMBER",
        default=0.0,
        show_default=True,
        help="Split only if it lowers the impurity by this much, weighted by the node's share.",
    ),
)

report_options = _together(
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
    click.option(
        "--no-cv", is_flag=True, help="Skip the cross-validation, which grows a tree for each fold."
    ),
    click.option(
        "--style", type=STYLE, default="rpart", show_default=True, help="How the tree is printed."
    ),
    click.option("--out", type=OUTPUT, help="File to save the tree in, as JSON."),
    click.option("--json", "as_json", is_flag=True, help="Print the report as JSON."),
)


@click.command("grow", short_help="Learn a tree from a CSV or Parquet file.")
@click.argument("data", type=INPUT)
@data_options
@tree_options
@report_options
def command(data: Path, **options: Any) -> None:
    """Learn a tree from the CSV or Parquet file DATA and tell how good it is.

    Every column but the target is a feature, unless it is ignored. Text
    columns, missing values (empty, NA, NaN, null) and numbers are used as they
    are. Printed are the tree, its error on the rows it was grown from, and its
    error on rows it has not seen, by cross-validation: the latter is what to
    expect on new data.

    \b
    Examples:
      arboretum grow penguins.csv --target species --max-depth 3 --out tree.json
      arboretum grow houses.parquet --target price --ignore id --categorical zip
    """
    from arboretum.cli.grow_and_judge import grow_and_judge

    grow_and_judge(data, **options)
