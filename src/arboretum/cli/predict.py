"""``arboretum predict``: what a saved tree predicts for new rows."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from arboretum.cli import arguments, reading
from arboretum.cli.files import read_new, write_csv

if TYPE_CHECKING:
    import pyarrow as pa

    from arboretum.model import TreeModel
    from arboretum.tree import Tree
    from arboretum.tree.predict.routing import Columns

__all__ = ["command"]

#: Rows that are explained between two reports of progress.
BETWEEN_REPORTS = 100


@click.command("predict", short_help="Predict the rows of a file by a saved tree.")
@arguments.file("tree")
@arguments.file("new")
@arguments.out(help="CSV file to write; by default the predictions are printed.")
@arguments.flag(
    "--proba",
    help="Add one column per class with its probability, named as in species=Adelie.",
)
@arguments.flag(
    "--explain",
    help="Add a column 'why': what happened at each node, and what became of missing values.",
)
@arguments.columns("--id", "ids", help="Column of NEW to copy in front of the predictions.")
@reading.options
def command(
    tree: Path, new: Path, out: Path | None, proba: bool, explain: bool, ids: tuple[str, ...]
) -> None:
    """Predict the rows of the CSV or Parquet file NEW by the tree saved in TREE.

    The result is a CSV table with one row per row of NEW, in the same order,
    and a column named like the target. NEW must have every feature that the
    tree was grown from, by name; other columns are ignored.

    \b
    Examples:
      arboretum predict tree.json new.csv --out predictions.csv
      arboretum predict tree.json new.parquet --proba --id name
    """
    from arboretum.model import TreeModel
    from arboretum.tree import Tree

    if out is not None and out.suffix.lower() in (".gz", ".parquet", ".pq", ".xlsx", ".xlsm"):
        raise click.BadOptionUsage(
            "out", f"--out {out}: predictions are written as plain CSV. End it in .csv."
        )
    loaded = Tree.load(tree)
    if proba and not loaded.schema.is_classification:
        raise click.BadOptionUsage(
            "proba", "--proba needs a tree that predicts classes, but this one predicts numbers."
        )
    table = read_new(loaded, new, ids)
    model = TreeModel(loaded)
    columns = _encode(model, new, table)
    predictions = predict_columns(model, columns, proba)
    if explain:
        predictions["why"] = _explain_rows(loaded, columns)
    for name in ids:
        if name in predictions:
            raise click.BadOptionUsage(
                "id", f"--id {name}: the predictions already have a column of that name."
            )
    copied = {name: table[name].to_pylist() for name in dict.fromkeys(ids)}
    with _open_output(out) as file:
        write_csv(file, copied | predictions)


def _encode(model: TreeModel, new: Path, table: pa.Table) -> Columns:
    def words(name: str, n: int, n_rows: int, on_unseen: str) -> str:
        is_strict = model.policy is not None and model.policy.refuses
        becomes = on_unseen if is_strict else "it counts as missing there"
        return (
            f"column {name!r} of {new} has a category that training never saw in {n} of "
            f"{n_rows} rows; {becomes}."
        )

    return model.encode(table.select(list(model.schema.feature_names)), words=words)


def predict_columns(model: TreeModel, columns: Columns, proba: bool) -> dict[str, list[Any]]:
    """The columns of the result by name: predictions first, then the probabilities."""
    targets = model.schema.targets
    predicted = model.predict_encoded(columns).T.tolist()
    found: dict[str, list[Any]] = {}
    for target, each in zip(targets, predicted, strict=True):
        classes = target.classes
        found[target.name] = each if classes is None else [classes[code] for code in each]
    if proba:
        for target, shares in zip(targets, model.predict_proba_encoded(columns), strict=True):
            for name, of_class in zip(target.classes or (), shares.T.tolist(), strict=True):
                found[f"{target.name}={name}"] = of_class
    return found


def _explain_rows(tree: Tree, columns: Columns) -> list[str]:
    """The steps of each row, except the nodes where it ends: these say nothing new."""
    from arboretum.cli.progress import show_progress
    from arboretum.explain.path import steps

    n_rows, found = len(columns[0]) if columns else 0, []
    with show_progress(1) as begin:
        progress = begin(f"explaining {n_rows} rows")
        for row in range(n_rows):
            if progress is not None and row % BETWEEN_REPORTS == 0:
                progress(row, n_rows)
            asked = (s for s in steps(tree, list(columns), row) if not tree.is_leaf[s.node])
            found.append("; ".join(map(str, asked)))
    return found


@contextmanager
def _open_output(out: Path | None) -> Iterator[TextIO]:
    if out is None:
        yield sys.stdout
        return
    from arboretum.data.read.whole_file import whole_file

    with whole_file(out) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        yield text
        text.detach()
