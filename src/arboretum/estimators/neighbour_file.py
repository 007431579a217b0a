"""Corrected models as files: the tree or rules as they are saved alone, and the samples."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.read.whole_file import whole_file
from arboretum.data.schema import Feature
from arboretum.data.some_rows import is_missing
from arboretum.exceptions import RuleFileError, TreeFileError
from arboretum.model import Model, TreeModel
from arboretum.model.neighbour_model import NeighbourModel, TrainingSamples
from arboretum.rules import RuleSet
from arboretum.tree import Tree
from arboretum.tree.file import checks
from arboretum.tree.file.json_file import as_json, parse_document, write_document

__all__ = ["FORMAT", "load", "save"]

#: Name and version of the format; the version grows when readers must change.
FORMAT = "arboretum-neighbours/1"
_NUMBERS = ("target", "said", "weights", "counts")


def save(model: NeighbourModel, path: str | os.PathLike[str]) -> None:
    """Write beside the file, then put it in place: a stop half-way changes nothing."""
    inner, samples = model.model, model.samples
    is_tree = isinstance(inner, TreeModel)
    document = {
        "format": FORMAT,
        "n_neighbors": model.n_neighbors,
        "tree" if is_tree else "rules": _document_of(inner),
        "columns": [_entries(column) for column in samples.columns],
        **{name: getattr(samples, name).tolist() for name in _NUMBERS},
    }
    with whole_file(path) as file:
        file.write(write_document(document, lambda _, value: as_json(value)))


def _document_of(model: Model) -> dict[str, Any]:
    if isinstance(model, TreeModel):
        return model.tree.to_dict()
    assert isinstance(model, RuleSet)
    return model.to_dict()


def _entries(column: npt.NDArray[Any]) -> list[float | int | None]:
    """JSON has no NaN."""
    pairs = zip(column.tolist(), is_missing(column).tolist(), strict=True)
    return [None if gap else value for value, gap in pairs]


def load(path: str | os.PathLike[str]) -> NeighbourModel:
    """Read a saved model; a damaged file raises an error that names it."""
    data = Path(path).read_bytes()
    try:
        return _from_dict(parse_document(data))
    except TreeFileError as error:
        raise TreeFileError(f"{os.fspath(path)}: {error}") from error
    except RuleFileError as error:
        raise RuleFileError(f"{os.fspath(path)}: {error}") from error


def _from_dict(document: Any) -> NeighbourModel:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise TreeFileError(f"This is not a saved corrected model: its format is not {FORMAT!r}.")
    kind = "tree" if "tree" in document else "rules"
    checks.record("the top", document, ("format", "n_neighbors", kind, "columns", *_NUMBERS))
    model: Model = (
        TreeModel(Tree.from_dict(document["tree"]))
        if kind == "tree"
        else RuleSet.from_dict(document["rules"])
    )
    schema = model.schema
    if schema.is_classification or len(schema.targets) > 1:
        checks.fail(kind, "expected one that predicts one number")
    (n_neighbors,) = checks.integers("n_neighbors", [document["n_neighbors"]], least=1).tolist()
    target = checks.numbers("target", document["target"])
    if len(target) == 0:
        checks.fail("target", "expected some samples")
    n = len(target)
    said, weights, counts = (checks.numbers(name, document[name], n) for name in _NUMBERS[1:])
    checks.fail_first("weights", weights < 0, "expected a number not below 0")
    checks.fail_first("counts", counts < 1, "expected a number of at least 1")
    columns = checks.items("columns", document["columns"], schema.n_features)
    encoded = tuple(
        _column(f"columns[{k}]", column, feature, n)
        for k, (column, feature) in enumerate(zip(columns, schema.features, strict=True))
    )
    return NeighbourModel(
        model, TrainingSamples(encoded, target, said, weights, counts), n_neighbors
    )


def _column(where: str, value: Any, feature: Feature, n: int) -> npt.NDArray[Any]:
    entries = checks.items(where, value, n)
    if feature.kind == "numeric":
        known = checks.numbers(where, [0 if entry is None else entry for entry in entries])
        return np.where([entry is None for entry in entries], np.nan, known)
    most = feature.n_categories - 1
    return checks.integers(where, entries, most=most, nullable=True).astype(np.int32)
