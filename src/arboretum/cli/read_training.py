"""Read the file of a command that learns, as its options say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arboretum.data import Dataset, read_dataset

__all__ = ["read_training"]


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
