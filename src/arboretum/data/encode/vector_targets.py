"""Many targets as one vector of numbers: nominal ones become one column per class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Codes, Numbers, ascending
from arboretum.data.encode.targets import open_targets, place_known, read_target
from arboretum.data.read.kinds import refuse_infinity
from arboretum.data.schema import Category, VectorTarget
from arboretum.exceptions import DataError, MissingValueError, ParameterError

__all__ = ["decode_vector", "encode_vector", "variance", "vector_weights"]

FloatArray = npt.NDArray[np.float64]


def encode_vector(
    y: Any, known: Sequence[VectorTarget] | None = None
) -> tuple[tuple[VectorTarget, ...], FloatArray]:
    """Encode targets, numeric and nominal, as (n, width) numbers; NaN where a cell is missing.

    Parameters
    ----------
    y : as in :func:`~arboretum.data.encode_targets`
        Text, booleans and categories are nominal.
    known : the targets of training, whose classes are kept

    Examples
    --------
    >>> targets, values = encode_vector({"height": [1.5, None], "eyes": ["blue", "brown"]})
    >>> [column.name for target in targets for column in target.columns]
    ['height', 'eyes = blue', 'eyes = brown']
    >>> values.tolist()
    [[1.5, 1.0, 0.0], [nan, 0.0, 1.0]]
    """
    raw = open_targets(y)
    if known is not None and len(raw) != len(known):
        names = ", ".join(repr(target.name) for target in known)
        raise DataError(f"y has {len(raw)} targets, but training had {len(known)}: {names}.")
    targets: list[VectorTarget] = []
    blocks: list[FloatArray] = []
    width = 0
    for k, (name, values) in enumerate(raw.items()):
        classes, block = _block(name, values, None if known is None else known[k])
        name = name if known is None else known[k].name
        targets.append(VectorTarget(name, classes, slice(width, width + block.shape[1])))
        blocks.append(block)
        width += block.shape[1]
    return tuple(targets), np.hstack(blocks)


def _block(
    name: str, values: Any, known: VectorTarget | None
) -> tuple[tuple[Category, ...] | None, FloatArray]:
    column = read_target(name, values)
    if column.is_all_missing():
        raise MissingValueError(
            f"target {name!r} is missing in all samples: there is nothing to learn from it. Leave "
            "it out of y."
        )
    if isinstance(column, Numbers) and (known is None or known.classes is None):
        refuse_infinity(f"target {name!r}", column.values)
        return None, column.values.astype(np.float64)[:, None]
    if isinstance(column, Numbers) or (known is not None and known.classes is None):
        raise DataError(
            f"target {name!r} holds {'numbers' if isinstance(column, Numbers) else 'classes'}, but "
            "held the other kind in training. Convert it to the type of the training data."
        )
    return _indicators(name, column, None if known is None else known.classes)


def _indicators(
    name: str, column: Codes, known: tuple[Category, ...] | None
) -> tuple[tuple[Category, ...], FloatArray]:
    held = {column.categories[code] for code in np.unique(column.codes).tolist() if code >= 0}
    ranked = [label for label in column.categories if label in held]
    classes = known or tuple(ranked if column.is_ordered else sorted(held, key=ascending))
    place = {label: i for i, label in enumerate(classes)}
    place_known(name, classes, sorted(held, key=ascending))
    moved = np.array([place.get(label, -1) for label in column.categories] + [-1])
    codes = moved[column.codes]
    block = (codes[:, None] == np.arange(len(classes))).astype(np.float64)
    block[codes < 0] = np.nan
    return classes, block


def decode_vector(targets: Sequence[VectorTarget], values: FloatArray) -> npt.NDArray[Any]:
    """Numbers as they are and the most probable classes, (n, width) -> (n, n_targets)."""
    if all(target.classes is None for target in targets):
        return values
    decoded = np.empty((len(values), len(targets)), dtype=object)
    for k, target in enumerate(targets):
        block = values[:, target.place]
        if target.classes is None:
            decoded[:, k] = block[:, 0]
        else:
            decoded[:, k] = np.array(target.classes, dtype=object)[block.argmax(axis=1)]
    return decoded


def vector_weights(given: Any, targets: Sequence[VectorTarget]) -> tuple[float, ...]:
    """How much the variance of each number of the vector counts.

    Parameters
    ----------
    given : "equal", mapping from target name to weight, or sequence
        ``"equal"`` takes the mean of the variances as they are.
    """
    own = _own_weights(given, targets)
    widths = [target.place.stop - target.place.start for target in targets]
    return tuple((np.repeat(own, widths) / own.sum()).tolist())


def _own_weights(given: Any, targets: Sequence[VectorTarget]) -> FloatArray:
    names = [target.name for target in targets]
    if isinstance(given, str):
        if given == "equal":
            return np.ones(len(targets))
        raise ParameterError(f"weights={given!r} is not known. Known: 'standardised', 'equal'.")
    if isinstance(given, Mapping):
        unknown = set(given) - set(names)
        if unknown:
            raise ParameterError(
                f"weights names the target {min(unknown, key=str)!r}, but the targets are "
                f"{', '.join(map(repr, names))}."
            )
        given = [given.get(name, 1.0) for name in names]
    own = np.asarray(given, dtype=np.float64)
    if own.shape != (len(targets),) or not (own >= 0).all() or not 0 < own.sum() < np.inf:
        raise ParameterError(
            f"weights={given!r} must be one number >= 0 per target, {len(targets)} in all, and not "
            "only zeros."
        )
    return own


def variance(block: FloatArray, weights: FloatArray) -> float:
    """The variance of the known cells; summed over the columns of a nominal target."""
    known = ~np.isnan(block[:, 0])
    held, weight = block[known], weights[known]
    mean = np.average(held, axis=0, weights=weight)
    away = held - mean
    if (held == held[:1]).all():
        return 0.0
    return float(np.average(np.square(away), axis=0, weights=weight).sum())
