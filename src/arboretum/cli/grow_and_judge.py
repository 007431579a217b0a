"""The work of ``arboretum grow``: read, grow, cross-validate, save, report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arboretum.cli.cross_validate import CrossValidation, cross_validate
from arboretum.cli.interrupt import keep_interrupts
from arboretum.cli.measure_error import decide_rows, measure_error
from arboretum.cli.progress import Begin, Progress, show_progress
from arboretum.cli.report import Report, as_document, describe_data, describe_result
from arboretum.data import Dataset, read_dataset
from arboretum.tree import Tree

__all__ = ["grow_and_judge"]

#: Options that are parameters of the estimators by the same name.
_PARAMETERS = (
    "splits",
    "missing",
    "max_depth",
    "min_samples_split",
    "min_samples_leaf",
    "max_leaf_nodes",
    "min_impurity_decrease",
)


def grow_and_judge(data: Path, **options: Any) -> None:
    """Do everything that ``arboretum grow`` promises, by its options."""
    keep_interrupts()
    dataset = read_training(data, **options)
    if not options["as_json"]:
        click.echo(describe_data(data, dataset, options["weights"]))
    report = judge(dataset, options)
    # Saved before anything more is printed: a reader that left early must not cost the tree.
    if options["out"] is not None:
        report.tree.save(options["out"])
    if options["as_json"]:
        click.echo(as_document(data, report, options["out"]))
    else:
        click.echo(describe_result(report, options["style"], options["out"]))


def read_training(
    data: Path,
    *,
    targets: tuple[str, ...],
    task: str | None,
    weights: str | None,
    ignore: tuple[str, ...],
    categorical: tuple[str, ...],
    numeric: tuple[str, ...],
    ordered: tuple[tuple[str, list[str]], ...],
    **_: Any,
) -> Dataset:
    """Read the file as the options say."""
    _require_one_role(
        {
            "--target": targets,
            "--weights": (weights,) if weights else (),
            "--ignore": ignore,
            "--categorical": categorical,
            "--numeric": numeric,
            "--ordered": tuple(column for column, _ in ordered),
        }
    )
    kinds: dict[str, Any] = dict.fromkeys(categorical, "categorical")
    kinds |= dict.fromkeys(numeric, "numeric") | dict(ordered)
    return read_dataset(
        data,
        target=list(targets),
        ignore=ignore,
        weights=weights,
        kinds=kinds or None,
        nominal=None if task is None else task == "classes",
    )


def _require_one_role(roles: dict[str, tuple[str, ...]]) -> None:
    """A column that is named twice was meant in one way only."""
    taken: dict[str, str] = {}
    for option, columns in roles.items():
        for column in columns:
            if column in taken:
                raise click.UsageError(
                    f"Column {column!r} is named by {taken[column]} and by {option}; "
                    f"it can be only one of these."
                    if taken[column] != option
                    else f"Column {column!r} is named twice by {option}."
                )
            taken[column] = option


def judge(dataset: Dataset, options: dict[str, Any]) -> Report:
    """Grow the tree and measure its errors, with a progress bar."""

    def grow_tree(training: Dataset, progress: Progress | None) -> Tree:
        return make_estimator(training, options).fit_dataset(training, progress).tree_

    with show_progress(1 if options["no_cv"] else 1 + options["folds"]) as begin:
        tree = grow_tree(dataset, begin("growing the tree"))
        validation = None if options["no_cv"] else _validate(dataset, grow_tree, options, begin)
    errors = measure_error(dataset, decide_rows(tree, dataset.columns))
    return Report(
        dataset,
        tree,
        errors,
        validation,
        is_validated=not options["no_cv"],
        is_guess=options["task"] is None,
    )


def _validate(
    dataset: Dataset, grow_tree: Any, options: dict[str, Any], begin: Begin
) -> CrossValidation | None:
    return cross_validate(
        dataset, grow_tree, n_folds=options["folds"], seed=options["seed"], begin=begin
    )


def make_estimator(dataset: Dataset, options: dict[str, Any]) -> Any:
    """The estimator the options describe, for the kind of target that was read."""
    from arboretum.estimators import TreeClassifier, TreeRegressor

    parameters = {name: options[name] for name in _PARAMETERS}
    if options["criterion"] is not None:
        parameters["criterion"] = options["criterion"]
    kind = TreeClassifier if dataset.schema.is_classification else TreeRegressor
    return kind(**parameters)
