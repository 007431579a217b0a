"""How much each sample counts: sample weights, class weights, priors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.data.column import describe_values, pieces
from arboretum.data.dataset import Dataset
from arboretum.data.read.column import read_column
from arboretum.data.read.kinds import numbers_of
from arboretum.data.read.open_columns import open_column
from arboretum.data.schema import Category, Target
from arboretum.exceptions import DataError, MissingValueError, ParameterError
from arboretum.part import Part

__all__ = [
    "ClassWeight",
    "Prior",
    "class_weights",
    "encode_weights",
    "multipliers_to",
    "place_classes",
    "prior_shares",
    "rates",
]

FloatArray = npt.NDArray[np.float64]


class Prior(Part):
    """Class shares of the world, where those of the sample differ from it.

    The samples of each class are weighted so that the weighted shares equal
    ``shares`` (normalised to sum to one) while the total weight stays.

    Parameters
    ----------
    shares : mapping of every class to a positive number

    Examples
    --------
    >>> Prior({"healthy": 0.99, "ill": 0.01})
    Prior(shares={'healthy': 0.99, 'ill': 0.01})
    """

    name: ClassVar[str] = "prior"

    def __init__(self, shares: Mapping[Category, float]) -> None:
        self.shares = shares


#: None, "balanced", weights by class name, or a prior.
ClassWeight = None | str | Mapping[Category, float] | Prior


def encode_weights(
    sample_weight: Any, n_rows: int, argument: str = "sample_weight"
) -> tuple[FloatArray, FloatArray]:
    """Check sample weights, and find how many samples each row stands for.

    Returns
    -------
    weights : (n_rows,) float64; ones if ``sample_weight`` is None.
        Not copied if it was that already.
    counts : (n_rows,) float64
        The weights themselves if all are whole numbers: a weight of 2 is the
        sample twice.  Otherwise 1, and 0 for a row of weight 0.
    """
    if sample_weight is None:
        return _ones(n_rows), _ones(n_rows)
    raw = open_column(sample_weight, argument)
    name = getattr(raw, "name", None)
    label = f"{argument} {name!r}" if name else argument
    weights = numbers_of(label, read_column(label, raw)).astype(np.float64, copy=False)
    if len(weights) != n_rows:
        raise DataError(
            f"{label} has {len(weights)} values for {n_rows} samples. Pass one per sample."
        )
    for is_bad, what, error in (
        (np.isnan(weights), "is missing (NaN)", MissingValueError),
        (np.isinf(weights), "contains infinity", DataError),
        (weights < 0, "contains a negative weight", DataError),
    ):
        if is_bad.any():
            rows = describe_values(np.flatnonzero(is_bad).tolist())
            raise error(
                f"{label} {what} in rows {rows}. Give every sample a finite weight >= 0; "
                f"0 leaves it out."
            )
    with np.errstate(over="ignore"):
        total = weights.sum()
    if not np.isfinite(total):
        raise DataError(f"{label} adds up to infinity. Divide the weights by a power of ten.")
    if not weights.any():
        raise DataError(f"{label} is zero for every sample. Give some of them weight.")
    if all((weights[part] == np.floor(weights[part])).all() for part in pieces(n_rows)):
        return weights, weights
    return weights, _ones(n_rows) if weights.min() > 0 else (weights > 0).astype(np.float64)


def rates(dataset: Dataset, exposure: Any) -> Dataset:
    """The dataset of events per unit of exposure, such as a time or an area, weighted by exposure.

    Sums over its rows are sums of events and of exposure.  Samples still count
    as often as before.
    """
    assert dataset.targets is not None
    units, _ = encode_weights(exposure, dataset.n_rows, argument="exposure")
    if units.min() == 0:
        raise DataError(
            f"exposure is 0 in row {units.argmin()}; events need some time or place to happen in. "
            "Leave the sample out."
        )
    return replace(
        dataset, targets=dataset.targets / units[:, None], weights=dataset.weights * units
    )


def _ones(n: int) -> FloatArray:
    """``n`` ones that share the memory of one."""
    return np.broadcast_to(np.float64(1.0), n)


def class_weights(
    class_weight: ClassWeight | Sequence[ClassWeight],
    targets: tuple[Target, ...],
    codes: npt.NDArray[np.int32],
    weights: FloatArray,
) -> FloatArray:
    """What to multiply the weight of each row by, from the weights of the classes.

    Parameters
    ----------
    class_weight : None, "balanced", mapping, Prior, or for many targets a list of these
        A mapping goes by class name; a class it does not name gets 1.
        "balanced" gives every class the same total weight.  Multipliers of
        several targets multiply.
    targets, codes : nominal targets and their (n, d) class codes
    weights : (n,) sample weights
    """
    multiplier = np.ones(len(weights))
    for k, one in enumerate(_one_each(class_weight, targets)):
        if one is None:
            continue
        classes = targets[k].classes
        if classes is None:
            raise ParameterError(
                f"class_weight is given, but target {targets[k].name!r} is a number, not a class."
            )
        held: FloatArray = np.zeros(len(classes))
        np.add.at(held, codes[:, k], weights)
        multiplier *= _by_class(one, targets[k].name, classes, held)[codes[:, k]]
    return multiplier


def _one_each(class_weight: Any, targets: tuple[Target, ...]) -> Sequence[Any]:
    if class_weight is None or isinstance(class_weight, str):
        return [class_weight] * len(targets)
    each = class_weight if isinstance(class_weight, Sequence) else [class_weight]
    if len(each) != len(targets):
        raise ParameterError(
            f"class_weight is for {len(each)} target(s), but there are {len(targets)}: "
            f"pass a list with one entry per target."
        )
    return each


def _by_class(
    class_weight: ClassWeight, target: str, classes: tuple[Category, ...], held: FloatArray
) -> FloatArray:
    """The multiplier of each class; ``held`` is the weight of its samples."""
    if isinstance(class_weight, Prior):
        return multipliers_to(prior_shares(class_weight, target, classes), classes, held)
    if isinstance(class_weight, Mapping):
        multiplier = np.ones(len(classes))
        multiplier[place_classes(class_weight, classes, "class_weight")] = _check_numbers(
            class_weight, "class_weight", is_zero_allowed=True
        )
        return multiplier
    if class_weight == "balanced":
        share = held.sum() / max(1, np.count_nonzero(held))
        multiplier = np.ones(len(classes))
        np.divide(share, held, out=multiplier, where=held > 0)
        return multiplier
    raise ParameterError(
        f"class_weight={class_weight!r} is not known. Use None, 'balanced', "
        f"a mapping of class names to weights, or Prior({{...}})."
    )


def prior_shares(prior: Prior, target: str, classes: tuple[Category, ...]) -> FloatArray:
    """The shares of a prior in the order of the classes."""
    if not isinstance(prior.shares, Mapping):
        raise ParameterError(f"Prior must map classes to shares, but got {prior.shares!r}.")
    places = place_classes(prior.shares, classes, "Prior")
    left_out = [c for i, c in enumerate(classes) if i not in places]
    if left_out:
        raise ParameterError(
            f"Prior does not name {describe_values(left_out)}. Name every class of {target!r}: "
            f"{describe_values(classes, 20)}."
        )
    shares: FloatArray = np.empty(len(classes))
    shares[places] = _check_numbers(prior.shares, "Prior", is_zero_allowed=False)
    return shares


def multipliers_to(
    shares: FloatArray, classes: tuple[Category, ...], held: FloatArray
) -> FloatArray:
    """Share of each class in the world over its share of the weight that the samples hold."""
    empty = [c for c, weight in zip(classes, held, strict=True) if weight == 0]
    if empty:
        raise DataError(
            f"Prior gives a share to {describe_values(empty)}, but all samples of it have "
            f"weight 0. Leave them out of the data, or give them weight."
        )
    multiplier: FloatArray = shares / shares.sum() * held.sum() / held
    return multiplier


def place_classes(names: Iterable[Any], classes: tuple[Category, ...], argument: str) -> list[int]:
    """Positions of classes by name; an unknown name is an error."""
    place = {c: i for i, c in enumerate(classes)}
    unknown = [name for name in names if name not in place]
    if unknown:
        raise ParameterError(
            f"{argument} names {describe_values(unknown)}, which is not a class. "
            f"The classes are: {describe_values(classes, 20)}."
        )
    return [place[name] for name in names]


def _check_numbers(
    by_class: Mapping[Category, Any], argument: str, *, is_zero_allowed: bool
) -> FloatArray:
    for name, value in by_class.items():
        is_number = isinstance(value, int | float | np.number) and np.isfinite(value)
        if not is_number or value < 0 or (value == 0 and not is_zero_allowed):
            least = ">= 0" if is_zero_allowed else "> 0"
            raise ParameterError(
                f"{argument} gives class {name!r} the weight {value!r}; "
                f"it must be a number {least}."
            )
    return np.array(list(by_class.values()), dtype=np.float64)
