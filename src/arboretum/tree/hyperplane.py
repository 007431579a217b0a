"""A question about numbers as a hyperplane: on which side of it is a sample?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.exceptions import DataError, UnsupportedCombination
from arboretum.tree.words.format import name_text, number_text

if TYPE_CHECKING:
    from arboretum.tree.split import Split

__all__ = ["Hyperplane", "hyperplane_of"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Hyperplane:
    r"""All points x with :math:`h(x) = w^T x + b = 0`.

    Attributes
    ----------
    weights : (n_features,) w, which is normal to it; of a question about one feature
        1 for that and 0 for the others
    offset : b
    names : of the features
    """

    weights: FloatArray
    offset: float
    names: tuple[str, ...]

    def at(self, points: npt.ArrayLike) -> FloatArray:
        """h of points, (n, n_features) -> (n,): up to 0 where they go down the first branch.

        NaN where a number is missing that counts: such a point is on neither side.
        """
        numbers = np.asarray(points, dtype=np.float64)
        if not numbers.ndim or numbers.shape[-1] != len(self.weights):
            raise DataError(
                f"Points of shape {numbers.shape} do not fit. Pass a number for each of the "
                f"{len(self.weights)} features, in this order: "
                f"{', '.join(map(repr, self.names))}."
            )
        some = np.flatnonzero(self.weights)
        return np.asarray(numbers[..., some] @ self.weights[some] + self.offset)

    def __str__(self) -> str:
        shown = ""
        for k in np.flatnonzero(self.weights).tolist():
            weight, name = float(self.weights[k]), name_text(self.names[k])
            size = "" if abs(weight) == 1 else f"{number_text(abs(weight))} * "
            sign = "-" if weight < 0 else "+" if shown else ""
            shown += f" {sign} {size}{name}" if shown else f"{sign}{size}{name}"
        end = f" {'-+'[self.offset > 0]} {number_text(abs(self.offset))}" if self.offset else ""
        return f"{shown}{end} = 0"


def hyperplane_of(split: Split, schema: Schema) -> Hyperplane:
    """The hyperplane of a question with one threshold; see :meth:`Split.hyperplane`."""
    feature = schema.columns[split.column]
    if split.kind == "presence":
        _refuse(feature.name, "asks whether a value is known, which no number says")
    if split.kind == "category" or feature.kind != "numeric":
        _refuse(feature.name, "is about categories, which have no distance from one another")
    if len(split.thresholds) > 1:
        _refuse(
            feature.name,
            f"has {len(split.thresholds)} thresholds, and so as many hyperplanes, one beside the "
            "other; tree.to_binary() asks about one at a time",
        )
    weights = np.zeros(schema.n_features)
    weights[split.column : split.column + 1] = 1.0
    if split.column >= schema.n_features:
        for one, weight in schema.combinations[split.column - schema.n_features].weights:
            weights[one] = weight
    return Hyperplane(weights, -float(split.thresholds[0]), schema.feature_names)


def _refuse(name: str, why: str) -> NoReturn:
    raise UnsupportedCombination(
        f"The question about {name!r} is not a hyperplane: it {why}. Hyperplanes are questions "
        "about numbers with one threshold."
    )
