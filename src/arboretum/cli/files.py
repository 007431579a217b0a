"""Files that commands read, as their options say, and write."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from arboretum.cli.reading import how_to_read
from arboretum.exceptions import ArboretumError

if TYPE_CHECKING:
    import pyarrow as pa

    from arboretum.data import Dataset, Notes, ReadOptions
    from arboretum.tree import Tree

__all__ = ["keep_interrupts", "read_new", "read_training", "told_of", "write_csv", "write_text"]


def keep_interrupts() -> None:
    """Keep pyarrow from taking over Ctrl-C while it reads: now and then it loses one.

    Python then acts on it as soon as the file is read.
    """
    try:
        import pyarrow
    except ImportError:
        return  # reading a file then says what to install
    pyarrow.enable_signal_handlers(False)


def read_training(
    data: Path,
    *,
    targets: tuple[str, ...],
    task: str | None,
    weights: str | None,
    ignore: tuple[str, ...],
    ordered: tuple[tuple[str, list[str]], ...],
    keep: tuple[str, ...],
    **others: Any,
) -> tuple[Dataset, list[str]]:
    """The rows to learn from, by the options of the command, and what to know about them."""
    from arboretum.cli.option_words import KIND_OPTIONS, in_options
    from arboretum.data import read_dataset
    from arboretum.data.concerns import concerns

    keep_interrupts()
    by_kind: dict[str, tuple[str, ...]] = {
        kind: others[kind.replace("-", "_")] for kind in KIND_OPTIONS
    }
    _require_one_role(
        {
            "--target": targets,
            "--weights": (weights,) if weights else (),
            "--ignore": ignore,
            **{f"--{kind}": columns for kind, columns in by_kind.items()},
            "--ordered": tuple(column for column, _ in ordered),
        }
    )
    _require_one_role({"--ignore": ignore, "--keep": keep})
    kinds: dict[str, Any] = dict(ordered)
    kinds |= {column: kind for kind, columns in by_kind.items() for column in columns}
    options, notes = how_to_read()
    try:
        dataset = read_dataset(
            data,
            target=list(targets),
            ignore=ignore,
            weights=weights,
            kinds=kinds or None,
            nominal=None if task is None else task == "classes",
            keep=keep,
            options=options,
            notes=notes,
        )
    except ArboretumError:
        if not notes.strict:  # then the error lists them itself
            _tell(notes)
        raise
    return dataset, [in_options(str(note)) for note in [*notes, *concerns(dataset)]]


def _tell(notes: Notes) -> None:
    """What was assumed until something failed: it may be why."""
    from arboretum.cli.option_words import in_options

    for note in notes:
        click.echo(f"Note: {in_options(str(note))}", err=True)


def _require_one_role(roles: dict[str, tuple[str, ...]]) -> None:
    """A column that is named twice was meant in one way only."""
    taken: dict[str, str] = {}
    for option, columns in roles.items():
        for column in columns:
            if column in taken:
                raise click.UsageError(
                    f"Column {column!r} is named by both {taken[column]} and {option}; "
                    f"it can be only one of these."
                    if taken[column] != option
                    else f"Column {column!r} is named twice by {option}."
                )
            taken[column] = option


def read_new(tree: Tree, new: Path, ids: tuple[str, ...] = ()) -> pa.Table:
    """The features of a tree, and columns besides; text where training had text."""
    from arboretum.data import read_frame
    from arboretum.data.read.table_file import number_columns, text_columns

    keep_interrupts()
    schema = tree.schema
    needed = dict.fromkeys([*schema.feature_names, *ids])
    as_text = [*text_columns(schema), *(i for i in ids if i not in schema.feature_index)]
    numeric = [name for name in number_columns(schema) if name in schema.feature_index]
    with told_of(new) as (options, notes):
        return read_frame(
            new, list(needed), text=as_text, numeric=numeric, options=options, notes=notes
        )


@contextmanager
def told_of(path: Path) -> Iterator[tuple[ReadOptions, Notes]]:
    """How to read a file, by the options of the command; what was assumed is said at the end."""
    options, notes = how_to_read()
    yield options, notes
    notes.refuse(str(path))
    notes.warn()


def write_csv(file: TextIO, columns: dict[str, list[Any]]) -> None:
    """Write columns of equal length below their names."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))


def write_text(path: Path, text: str) -> None:
    """Write a text and an end of line, or leave the file as it was."""
    from arboretum.data.read.whole_file import whole_file

    with whole_file(path) as file:
        file.write(f"{text}\n".encode(errors="backslashreplace"))
