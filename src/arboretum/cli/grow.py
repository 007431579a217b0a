"""``arboretum grow``: learn a tree from a file, judge it, save it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arboretum.cli import arguments, costs, reading, search, size

__all__ = ["command"]

tree_options = arguments.together(
    arguments.species(
        default="auto",
        help="Whose tree to grow; by default a small one, chosen by cross-validation. Each has "
        "defaults for the options that follow; tree has them all and is grown where nobody chose "
        "and one is given that auto has not. cart is pruned by cross-validation. optimal is proved "
        "best of all trees of depth 3, or of --max-depth.",
    ),
    size.option,
    click.option(
        "--winnow",
        is_flag=True,
        default=None,
        help="Of c50: first drop the columns that trees grown from half of the rows do not need on "
        "the other half.",
    ),
    arguments.part(
        "--criterion",
        {
            "Classes": "arboretum.criteria:CLASS_CRITERIA",
            "Numbers": "arboretum.criteria:NUMBER_CRITERIA",
        },
        help="How splits are scored; tree: gini for classes and squared_error for numbers.",
    ),
    arguments.part(
        "--splits",
        {"Names": "arboretum.splits:RECIPES"},
        help="binary: every question has two answers; multiway: one branch per category; "
        "by_arity: one branch per value of columns with few; "
        "tree: binary.",
    ),
    arguments.part(
        "--missing",
        {"Names": "arboretum.missing:KNOWN"},
        help="Where rows without a value go. direction: to the branch where they fit best; "
        "majority: to the largest; branch: to one for them alone; error: refuse them; "
        "tree: direction.",
    ),
    arguments.number("--max-depth", help="Ask at most this many questions."),
    arguments.number(
        "--lookahead",
        least=1,
        help="Of tree: 2 or 3 asks at each node the first question of the best tree of so many "
        "levels; needs --max-depth.",
    ),
    click.option(
        "--min-samples-split",
        type=arguments.samples(2),
        metavar="NUMBER",
        help="Split no node of fewer samples; a fraction is a share of all samples.",
    ),
    click.option(
        "--min-samples-leaf",
        type=arguments.samples(1),
        metavar="NUMBER",
        help="Leave at least this many samples in every leaf; a fraction is a share.",
    ),
    arguments.number(
        "--max-leaf-nodes", least=1, help="Stop at this many leaves, best splits first."
    ),
    click.option(
        "--min-impurity-decrease",
        type=click.FloatRange(0.0),
        metavar="NUMBER",
        help="Split only if it lowers the impurity by this much, weighted by the node's share.",
    ),
    arguments.part(
        "--stopping",
        {
            "By cross-validation": "arboretum.stopping:AUTOMATIC",
            "Names": "arboretum.stopping:KNOWN",
        },
        help="auto: choose how far to grow by cross-validation of --folds folds, from depths, "
        "numbers of leaves, samples in a leaf and least decreases of impurity. Else a further "
        "reason not to split: a test that the best split may be chance (chi_square for classes, "
        "f_test for numbers, permutation), or held-out rows on which it does not help "
        "(validation).",
    ),
    arguments.settings(
        "A parameter of --stopping, such as alpha=0.01, bonferroni=true or share=0.2; of auto "
        "over=max_depth or rule=min."
    ),
    arguments.n_jobs(),
)


@click.command("grow", short_help="Learn a tree from a CSV or Parquet file.")
@arguments.file("data")
@arguments.data
@reading.options
@tree_options
@search.options
@costs.options
@arguments.folds
@arguments.flag("--no-cv", help="Skip the cross-validation, which grows one tree per fold.")
@arguments.style
@arguments.flag("--all", "shows_all", help="Print the whole tree, however large.")
@arguments.out(help="File to save the tree in, as JSON.")
@arguments.json_flag("the report")
def command(data: Path, **options: Any) -> None:
    """Learn a tree from the CSV or Parquet file DATA and measure how good it is.

    Every column except the target is a feature, unless it is ignored. Text
    columns, missing values (empty, NA, NaN, null) and numbers are used as they
    are. The output has the tree, its error on the rows it was grown from, and its
    error on rows it has not seen, by cross-validation: the latter is what to
    expect on new data. Of a large tree as much is printed as a screen holds.

    \b
    Examples:
      arboretum grow penguins.csv --target species --max-depth 3 --out tree.json
      arboretum grow houses.parquet --target price --ignore id --categorical zip
    """
    from arboretum.cli.grow_and_judge import grow_and_judge

    grow_and_judge(data, **options)
