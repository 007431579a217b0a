"""C4.5's choice: the best gain ratio, but only among splits that gain enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.criteria import entropy
from arboretum.data import Dataset
from arboretum.exceptions import ParameterError
from arboretum.part import Measured, Spec
from arboretum.search import Choice, OpenNode, rank_choices, tie_tolerance
from arboretum.selectors.base import Selector
from arboretum.statistics import Statistics

__all__ = ["AboveMeanGain", "ManyUnlessAll", "gain_ratio"]

FloatArray = npt.NDArray[np.float64]

#: A gain, or a gain ratio, of no more is none.
NOTHING = 1e-6
#: A share of the weight this small is the rounding of sums.
ROUNDING = 1e-9


class ManyUnlessAll(Measured):
    """A share as ``many`` of :class:`AboveMeanGain`; None if all features have many categories.

    Then they compete as others do.
    """

    name = "many_unless_all"
    again = False

    def __init__(self, share: float) -> None:
        self.share = share

    def measure(self, dataset: Dataset) -> float | None:
        least = self.share * float(dataset.weights.sum())
        all_have_many = all(
            feature.kind == "categorical" and feature.n_categories >= least
            for feature in dataset.schema.features
        )
        return None if all_have_many else self.share


class AboveMeanGain(Selector):
    r"""Takes the best gain ratio among the splits whose gain is at least the mean gain.

    The ratio alone favours splits that cut off next to nothing, because these
    cost little to describe; the gain alone favours features with many values.
    Asking for both, with information gain as the criterion, removes either
    fault (Quinlan 1993, 2.3).  A split chosen from :math:`n` candidates of its
    feature, such as the thresholds of a number, is charged for naming it
    (Quinlan 1996):

    .. math:: g = \text{score} - \frac{\log_2 n}{w},
       \qquad \text{ratio} = \frac{g}{H(w_1, \ldots, w_b, w_{\text{missing}})}

    with :math:`w` the weight of the node.  Where a splitter knows a shorter name than the number
    of the candidate, or made its proposal in one of many ways, it is charged for that.  Samples
    that no branch counts, those with a missing value, are one more group in the divisor.  A
    feature that is charged and whose :math:`g` is not positive does not compete, nor does
    such a number.

    With many rows for each class, chance gains little, and a question need only pay for its
    name: of the bits that it saves, :math:`w g` are left when its place among those of its
    feature is told, and one of :math:`a` features that offer a split takes
    :math:`\log_2 a` (Quinlan and Rivest 1989).  With ``rows_per_class`` the least :math:`g` is

    .. math:: (1 - t) \, \text{mean} + t \, \frac{\log_2 a}{w}

    where :math:`t` rises from 0 to 1 between the two numbers of rows for each class.

    Parameters
    ----------
    slack : float
        A gain so much below the mean is still enough.  Weka's J48 allows 0.001.
    charge : bool
        Whether to charge for the choice of a threshold.
    many : float, ManyUnlessAll or None
        A feature with at least this share as many categories as there are
        samples in training does not raise the mean: an identifier would, and
        then shut all others out.  Where only such features offer a split, none
        is made.  None takes every feature for one of few categories.
    rows_per_class : (float, float) or None
        Up to the first weight of a node for each class the mean is asked, from the second on
        the description length.  None asks for the mean everywhere.
    """

    name = "above_mean_gain"
    uses_costs = False
    reason = "no split gains information"

    def __init__(
        self,
        slack: float = 1e-3,
        charge: bool = True,
        many: Any = 0.3,
        rows_per_class: tuple[float, float] | None = None,
    ) -> None:
        self.slack = slack
        self.charge = charge
        self.many = many
        self.rows_per_class = rows_per_class

    def native(self) -> Spec:
        return self.spec(rows_per_class=self._rows_per_class())

    def merits(
        self, scores: FloatArray, bits: float, branches: FloatArray, node: FloatArray
    ) -> FloatArray:
        return gain_ratio(self.gain(scores, bits, node), branches, node)

    def rank(
        self, choices: Sequence[Choice], node: OpenNode, statistics: Statistics
    ) -> list[Choice]:
        gains = {choice.column: self._gain(choice, node) for choice in choices}
        offered = [c for c in choices if _is_free(c) or gains[c.column] > NOTHING]
        counted = [c for c in offered if not self._has_many(c, node)]
        if not counted:
            return []
        mean = sum(gains[choice.column] for choice in counted) / len(counted)
        least = self._least(mean, len(choices), node.weight, statistics.width)
        least -= tie_tolerance(mean, node.impurity)
        by_ratio = [
            replace(choice, merit=_ratio(choice, gains[choice.column], node, statistics))
            for choice in offered
        ]
        able = [choice for choice in by_ratio if gains[choice.column] >= least]
        if max((choice.merit for choice in able), default=0.0) <= NOTHING:
            return []
        others = [choice for choice in by_ratio if gains[choice.column] < least]
        return rank_choices(able, node.impurity) + rank_choices(others, node.impurity)

    def _rows_per_class(self) -> tuple[float, float]:
        """Where the least gain begins to move, and where it has moved."""
        if self.rows_per_class is None:
            return math.inf, math.inf
        first, last = self.rows_per_class
        if not 0 <= first < last:
            raise ParameterError(
                f"rows_per_class={self.rows_per_class!r} of {type(self).__name__} must be two "
                "numbers of rows, the smaller one first, such as (500, 1000)."
            )
        return float(first), float(last)

    def _least(self, mean: float, n_features: int, weight: float, n_classes: int) -> float:
        """What a split must gain: near the mean, or what naming its feature takes."""
        first, last = self._rows_per_class()
        rows = weight / n_classes
        if rows <= first:
            return mean - self.slack
        moved = min((rows - first) / (last - first), 1.0)
        return (1.0 - moved) * (mean - self.slack) + moved * math.log2(n_features) / weight

    def _gain(self, choice: Choice, node: OpenNode) -> float:
        return float(self.gain(choice.score, choice.bits, node.weight))

    def gain(self, score: FloatArray | float, bits: float, weight: FloatArray | float) -> Any:
        """Scores less what it costs to name what is asked."""
        return score - bits / weight if self.charge else score

    def _has_many(self, choice: Choice, node: OpenNode) -> bool:
        n_categories = len(choice.split.branches)
        return self.many is not None and n_categories >= self.many * node.root_weight


def _is_free(choice: Choice) -> bool:
    """A question about categories that was not chosen among others competes whatever it gains."""
    return choice.split.kind == "category" and not choice.log_trials


def _ratio(choice: Choice, gain: float, node: OpenNode, statistics: Statistics) -> float:
    """The gain for each bit of the entropy of branch weights and of what is in no branch."""
    return float(gain_ratio(gain, statistics.weight(choice.statistics), node.weight))


def gain_ratio(
    gain: FloatArray | float, weights: FloatArray, whole: FloatArray | float
) -> FloatArray:
    """Gains for each bit of the entropy of (..., arity) weights and of what is in no branch."""
    left_out = np.asarray(whole - weights.sum(axis=-1))
    others = np.where(left_out > ROUNDING * whole, left_out, 0.0)
    bits = entropy(np.concatenate([weights, others[..., None]], axis=-1))
    return np.divide(gain, bits, out=np.zeros_like(bits), where=bits > 0.0)
