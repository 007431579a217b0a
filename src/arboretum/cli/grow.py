"""``arboretum grow``: learn a tree from a file, judge it, save it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arboretum.cli.option_types import (
    INPUT,
    OUTPUT,
    STYLE,
    PartName,
    PartOption,
    Samples,
    Setting,
)
from arboretum.cli.shared_options import (
    SPECIES,
    data_options,
    fold_options,
    n_jobs_option,
    together,
)

__all__ = ["command"]

CRITERION = PartName(
    Classes=("arboretum.criteria", "CLASS_CRITERIA"),
    Numbers=("arboretum.criteria", "NUMBER_CRITERIA"),
)
SPLITS = PartName(Names=("arboretum.splits", "RECIPES"))
STOPPING = PartName(Names=("arboretum.estimators.parameters", "NAMED_RULES"))
MISSING = PartName(Names=("arboretum.missing", "KNOWN"))


tree_options = together(
    click.option(
        "--species",
        cls=PartOption,
        type=SPECIES,
        metavar="NAME",
        default="tree",
        show_default=True,
        help="Whose tree to grow. Each has its own idea of the options that follow; tree has them "
        "all.",
    ),
    click.option(
        "--criterion",
        cls=PartOption,
        type=CRITERION,
        metavar="NAME",
        help="How splits are scored; tree: gini for classes and squared_error for numbers.",
    ),
    click.option(
        "--splits",
        cls=PartOption,
        type=SPLITS,
        metavar="NAME",
        help="binary: every question has two answers; multiway: one branch for each category; "
        "tree: binary.",
    ),
    click.option(
        "--missing",
        cls=PartOption,
        type=MISSING,
        metavar="NAME",
        help="Where rows without a value go. direction: to the branch where they fit best; "
        "majority: to the largest; branch: to one of their own; error: refuse them; "
        "tree: direction.",
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
        help="Split no node of fewer samples; a fraction is a share of all samples.",
    ),
    click.option(
        "--min-samples-leaf",
        type=Samples(1),
        metavar="NUMBER",
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
        help="Split only if it lowers the impurity by this much, weighted by the node's share.",
    ),
    click.option(
        "--stopping",
        cls=PartOption,
        type=STOPPING,
        metavar="NAME",
        help="A further reason not to split: a test that the best split may be chance "
        "(chi_square for classes, f_test for numbers, permutation), or rows held out that it does "
        "not help (validation).",
    ),
    click.option(
        "--set",
        "settings",
        type=Setting(),
        metavar="NAME=VALUE",
        multiple=True,
        help="A parameter of --stopping, such as alpha=0.01, bonferroni=true or share=0.2. May be "
        "repeated.",
    ),
    n_jobs_option(),
)

report_options = together(
    fold_options,
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
