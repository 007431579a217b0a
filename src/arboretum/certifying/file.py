"""The file of a certificate, and whether it is about these samples."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Schema
from arboretum.exceptions import CertificateError, TreeFileError
from arboretum.tree.file.from_dict import schema_from_dict

__all__ = ["FORMAT", "arrays_of", "digest", "load", "schema_of"]

FORMAT = "arboretum-certificate/2"
#: The fields of a certificate that say what is claimed of which samples.
ABOUT = ("schema", "limits", "loss", "scale", "sets")

Array = npt.NDArray[np.float64]


def load(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What is in a file; ``CertificateError`` if that is no certificate."""
    try:
        document = json.loads(Path(path).read_bytes(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"{os.fspath(path)} is not a certificate: {error}.") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise CertificateError(
            f"{os.fspath(path)} is not a certificate of the format {FORMAT!r}. Name a file that "
            "arboretum grow --certificate or certificate_.save has written."
        )
    return document


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def schema_of(document: Mapping[str, Any]) -> Schema:
    """The features and the target that a certificate is about."""
    try:
        return schema_from_dict(document["schema"])
    except (KeyError, TreeFileError) as error:
        raise CertificateError(f"The certificate is damaged: {error}") from error


def arrays_of(dataset: Dataset) -> tuple[list[Array], Array, Array, Array]:
    """The features, the target, the weights and how many samples they are of those that weigh.

    Features are numbers or codes of categories, NaN for missing.
    """
    assert dataset.targets is not None
    samples = np.flatnonzero(dataset.weights > 0)
    columns = []
    for f in range(dataset.schema.n_features):
        values = np.asarray(dataset.columns[f])[samples].astype(np.float64)
        values[dataset.is_missing(f, samples)] = np.nan
        columns.append(values + 0.0)  # there is one nought
    y = np.asarray(dataset.targets)[samples, 0].astype(np.float64)
    return columns, y, dataset.weights[samples], dataset.counts[samples].astype(np.float64)


def digest(document: Mapping[str, Any], dataset: Dataset) -> str:
    """The SHA-256 of what is claimed and of the samples as doubles, whatever their order."""
    columns, *others = arrays_of(dataset)
    table = np.stack([*columns, *others], axis=1)
    table = np.ascontiguousarray(table[np.lexsort(table.T)])
    about = json.dumps({name: document[name] for name in ABOUT}, sort_keys=True)
    return sha256(about.encode() + table.tobytes()).hexdigest()
