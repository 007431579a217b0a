"""Sets of labels, in whatever form they come."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import ascending, describe_values
from arboretum.data.hierarchy import Hierarchy
from arboretum.data.label_sets import LabelSets
from arboretum.data.read.open_columns import as_array, as_series, open_columns
from arboretum.exceptions import DataError, MissingValueError

__all__ = ["read_label_sets", "read_paths"]

Labels = tuple[Any, ...]

#: What separates the labels of one sample in a text.
AND = "@"
UNKNOWN = "?"


def read_label_sets(y: Any, labels: Sequence[Any] | None = None) -> tuple[Labels, LabelSets]:
    """Read which labels each sample has.

    Parameters
    ----------
    y : indicators or sets
        A data frame or mapping with one column of 0 and 1 per label; an array or a
        scipy.sparse matrix of these; or a sequence of sets of labels, one per sample.
    labels : the labels there are, in order
        Those that occur, ascending, if not given.

    Examples
    --------
    >>> names, sets = read_label_sets([{"sea"}, {"sea", "sun"}, set()])
    >>> names, np.asarray(sets).tolist()
    (('sea', 'sun'), [[1, 0], [1, 1], [0, 0]])
    """
    if y is None:
        raise DataError(
            "Learning requires y to be passed, but the target y is None. Pass the labels as y."
        )
    if hasattr(y, "tocsr"):
        matrix = y.tocsr()
        _indicators(matrix.data)
        matrix = matrix.copy()
        matrix.eliminate_zeros()
        matrix.sort_indices()
        sets = LabelSets(
            matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32), matrix.shape[1]
        )
        return _names(labels, sets.n_labels), sets
    if isinstance(y, Mapping) or hasattr(y, "columns") or hasattr(y, "column_names"):
        return _from_frame(y, labels)
    if _are_sets(y):
        return _from_sets(y, labels)
    array = as_array(y)
    if array.ndim != 2:
        raise DataError(
            "Unknown label type: labels are a table of 0 and 1 with one column per label, or one "
            f"set of labels per sample; got an array of shape {array.shape}. For one class per "
            "sample, use TreeClassifier."
        )
    sets = LabelSets.from_indicators(_indicators(array))
    return _names(labels, sets.n_labels), sets


def read_paths(y: Any, hierarchy: Hierarchy | None) -> tuple[Hierarchy, LabelSets]:
    """Read labels of a hierarchy; a sample has every label that stands above one it has.

    Parameters
    ----------
    y : texts, sets or indicators
        One text per sample, with labels separated by ``@``, such as ``"1/1/2@2/4"``; or what
        :func:`read_label_sets` takes.
    hierarchy : None makes a tree of the paths in ``y``

    Examples
    --------
    >>> hierarchy, sets = read_paths(["1/1@2", "2"], None)
    >>> hierarchy.labels, np.asarray(sets).tolist()
    (('1', '2', '1/1'), [[1, 1, 1], [0, 1, 0]])
    """
    texts = _texts(y)
    if texts is None:
        names, sets = read_label_sets(y)
        if hierarchy is None:
            hierarchy = Hierarchy.from_paths([str(name) for name in names])
        texts = sets.named([str(name) for name in names])
    elif hierarchy is None:
        hierarchy = Hierarchy.from_paths(sorted({path for one in texts for path in one}))
    return hierarchy, LabelSets.of([hierarchy.closed(one) for one in texts], len(hierarchy))


def _texts(y: Any) -> list[list[str]] | None:
    """The labels of each sample, where they are written into one text."""
    is_table = hasattr(y, "tocsr") or isinstance(y, Mapping) or hasattr(y, "columns")
    series = None if is_table else as_series(y)
    if is_table or (series is None and not isinstance(y, Iterable)):
        return None
    values = list(series if series is not None else y)
    is_text = [isinstance(value, str) for value in values]
    if not any(is_text):
        return None
    missing = [i for i, value in enumerate(values) if not is_text[i] or value.strip() == UNKNOWN]
    if missing:
        raise MissingValueError(
            f"The labels of {len(missing)} of {len(values)} samples are not known: rows "
            f"{describe_values(missing)}. Drop these samples from X and y."
        )
    return [[path.strip() for path in value.split(AND) if path.strip()] for value in values]


def _are_sets(y: Any) -> bool:
    kinds = (set, frozenset, list, tuple)
    if not isinstance(y, Iterable) or (isinstance(y, np.ndarray) and y.dtype != object):
        return False
    if isinstance(y, list | tuple) and any(isinstance(one, set | frozenset) for one in y):
        return True
    if not all(isinstance(one, kinds) for one in y):
        return False
    sizes = {len(one) for one in y}
    flat = (value for one in y for value in one)
    return len(sizes) > 1 or any(isinstance(value, str) for value in flat)


def _from_sets(y: Any, labels: Sequence[Any] | None) -> tuple[Labels, LabelSets]:
    sets = [list(one) for one in y]
    seen = {label for one in sets for label in one}
    names = tuple(sorted(seen, key=ascending) if labels is None else labels)
    known: dict[Hashable, int] = {label: i for i, label in enumerate(names)}
    unknown = seen - set(known)
    if unknown:
        raise DataError(
            f"Training never saw the labels {describe_values(sorted(unknown, key=ascending))}. "
            f"The labels are: {describe_values(names)}."
        )
    return names, LabelSets.of([[known[label] for label in one] for one in sets], len(names))


def _from_frame(y: Any, labels: Sequence[Any] | None) -> tuple[Labels, LabelSets]:
    opened = open_columns(y)
    if labels is not None and set(opened.names) == set(map(str, labels)):
        order = [opened.names.index(str(label)) for label in labels]
    else:
        order = list(range(len(opened.names)))
    columns = []
    for k in order:
        column = np.asarray(as_array(opened.values[k]))
        columns.append(_indicators(column, opened.names[k]))
    sets = LabelSets.from_indicators(np.column_stack(columns))
    return _names(labels, sets.n_labels, tuple(opened.names[k] for k in order)), sets


def _names(given: Sequence[Any] | None, n: int, own: Labels | None = None) -> Labels:
    if given is None:
        return own if own is not None else tuple(f"y{i}" for i in range(n))
    if len(given) != n:
        raise DataError(f"y has {n} labels, but training had {len(given)}. Give those of training.")
    return tuple(given)


def _indicators(values: npt.NDArray[Any], name: str | None = None) -> npt.NDArray[np.int8]:
    """Whether each label is there, as 0 and 1; refuses what says something else."""
    if values.dtype == object and all(isinstance(one, Real | np.bool_) for one in values.flat):
        values = values.astype(np.float64)  # numbers, from a table that also held something else
    what = "y" if name is None else f"the label {name!r}"
    if values.dtype.kind not in "biuf":
        raise DataError(
            f"Unknown label type: {what} holds {values.dtype} values, but a label is there or not: "
            "1 or 0, True or False. Give indicators, or one set of labels per sample."
        )
    wrong = values[(values != 0) & (values != 1)]
    if len(wrong):
        raise DataError(
            f"Unknown label type: {what} holds {wrong[0]:g}, but a label is there or not: 1 or 0. "
            "Use a regressor for numbers, or TreeClassifier for classes."
        )
    return values.astype(np.int8)
