"""Rules while they are shortened: the samples they are judged by, and how wrong to expect them.

Errors come from sums over the samples that meet a rule, so that the rule without one condition
costs no more than the rule itself: the samples that fail only this condition are added.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.pruning.confidence import upper_limit
from arboretum.rules.condition import Condition
from arboretum.tree import LinearModels

__all__ = [
    "AdjustedError",
    "Draft",
    "EquationError",
    "Expectation",
    "HeldOutEquationError",
    "HeldOutLoss",
    "HeldOutSquares",
    "PessimisticError",
    "Samples",
]

#: So many samples, as far apart as all are, are added to those of a rule.
AS_ALL = 2.0

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Draft:
    """A rule with its conditions dropped or not, before its numbers are measured.

    Attributes
    ----------
    conditions : tuple of Condition
    decision : tuple of int
        Class code; empty for numbers.
    rows : (n,) int
        The samples that meet it.
    amount : float
        Their number, by weight.
    error : float
        Expected on new samples, see :class:`Expectation`.
    node : int or None
        The node of the tree it was made from.
    """

    conditions: tuple[Condition, ...]
    decision: tuple[int, ...]
    rows: IntArray
    amount: float
    error: float
    node: int | None


@dataclass(frozen=True, eq=False)
class Samples:
    """Samples that rules are judged by.

    ``is_held_out`` marks those that the tree has not seen; None if that makes no difference.
    """

    dataset: Dataset
    is_held_out: npt.NDArray[np.bool_] | None = None

    @cached_property
    def amount(self) -> FloatArray:
        """How many samples each row counts for: weights that add up to the number of samples."""
        weights, counts = self.dataset.weights, self.dataset.counts
        whole = weights.sum()
        return np.asarray(weights * (counts.sum() / whole if whole > 0 else 1.0))

    @cached_property
    def targets(self) -> npt.NDArray:
        """Class codes or numbers of the one target."""
        assert self.dataset.targets is not None
        return np.asarray(self.dataset.targets[:, 0])

    @cached_property
    def held_out_amount(self) -> FloatArray:
        """The amounts of the samples that the tree has not seen."""
        if self.is_held_out is None:
            return self.amount
        return np.where(self.is_held_out, self.amount, 0.0)

    def mean(self, rows: IntArray | slice = slice(None)) -> float:
        """Of the numbers of some rows, or of all."""
        return float(np.average(self.targets[rows], weights=self.amount[rows]))


class Expectation(ABC):
    """The error of rules that predict one class, or numbers.

    Errors that differ by no more than ``rounding`` are equal.
    """

    rounding = 1e-12

    def __init__(self, samples: Samples) -> None:
        self.samples = samples

    def says(self, decision: tuple[int, ...], node: int | None) -> tuple[int, ...]:
        """What tells rules apart that say different things: here the class."""
        return decision

    @abstractmethod
    def terms(self, says: tuple[int, ...]) -> FloatArray:
        """What is summed over the samples that meet a rule, (n_terms, n_rows)."""

    @abstractmethod
    def error(self, sums: FloatArray, says: tuple[int, ...]) -> FloatArray:
        """Expected errors of rules with these sums, (n, n_terms); lower is better."""

    def of_equations(self, models: LinearModels) -> Expectation:
        """The same for rules that say an equation, that of their node."""
        raise NotImplementedError(f"{type(self).__name__} judges rules without equations.")

    def stated(self, draft: Draft) -> float:
        """The error that a rule is told with once it is kept."""
        return draft.error


class PessimisticError(Expectation):
    """The upper limit of C4.5 for the share of wrong decisions, from the training samples."""

    def __init__(self, samples: Samples, confidence: float) -> None:
        super().__init__(samples)
        self.confidence = confidence

    def terms(self, says: tuple[int, ...]) -> FloatArray:
        amount = self.samples.amount
        is_wrong = self.samples.targets != says[0]
        return np.stack([amount, amount * is_wrong])

    def error(self, sums: FloatArray, says: tuple[int, ...]) -> FloatArray:
        return upper_limit(sums[:, 0], sums[:, 1], self.confidence)


class HeldOutLoss(Expectation):
    """The mean loss on samples that the tree has not seen: by default the share of wrong decisions.

    For a rule that none of them meets it is the loss of predicting its class for all.
    """

    def __init__(self, samples: Samples, loss: FloatArray | None) -> None:
        super().__init__(samples)
        n_classes = len(samples.dataset.schema.classes or ())
        self.loss = 1.0 - np.eye(n_classes) if loss is None else loss
        self.rounding *= max(1.0, float(self.loss.max(initial=0.0)))
        held_out = np.bincount(samples.targets, samples.held_out_amount, minlength=n_classes)
        self._of_all = held_out @ self.loss / max(held_out.sum(), np.finfo(float).tiny)

    def terms(self, says: tuple[int, ...]) -> FloatArray:
        amount = self.samples.held_out_amount
        return np.stack([amount, amount * self.loss[self.samples.targets, says[0]]])

    def error(self, sums: FloatArray, says: tuple[int, ...]) -> FloatArray:
        return _mean(sums[:, 1], sums[:, 0], self._of_all[says[0]])


class RootMeanSquare(Expectation):
    """The root of a mean squared error; numbers are taken as distances from their mean."""

    def __init__(self, samples: Samples) -> None:
        super().__init__(samples)
        self.away = samples.targets - samples.mean()
        self.spread = float(np.average(self.away**2, weights=samples.amount))
        self.rounding = 1e-9 * math.sqrt(self.spread)

    def root(self, squares: FloatArray) -> FloatArray:
        """What is left of a difference of sums may be rounding."""
        return np.sqrt(np.where(squares > 1e-12 * self.spread, squares, 0.0))


class AdjustedError(RootMeanSquare):
    r"""The root of the mean squared error of training samples, raised where they are few.

    .. math:: \sqrt{\frac{S + 2 s^2}{n + 2}} \, \frac{n + 1}{n - 1}

    for ``n`` samples whose squared distances from their mean add up to ``S``, where
    :math:`s^2` is the mean squared distance of all samples from their mean (the factor is that of
    M5).  Two samples that happen to be equal thereby do not promise an error of 0.  For one
    sample it is the error of the mean of all.  A rule that is kept is told by its own samples
    alone, without :math:`s^2`.
    """

    def stated(self, draft: Draft) -> float:
        sums = self._terms[:, draft.rows].sum(axis=1)
        return float(self._adjusted(sums[None], 0.0)[0])

    def terms(self, says: tuple[int, ...]) -> FloatArray:
        return self._terms

    @cached_property
    def _terms(self) -> FloatArray:
        amount = self.samples.amount
        return np.stack([amount, amount * self.away, amount * self.away**2])

    def error(self, sums: FloatArray, says: tuple[int, ...]) -> FloatArray:
        return self._adjusted(sums, AS_ALL)

    def _adjusted(self, sums: FloatArray, n_added: float) -> FloatArray:
        n, total, squares = sums.T
        mean = _mean(total, n, 0.0)
        around = np.maximum(squares - mean * total, 0.0)
        root = self.root(_mean(around + n_added * self.spread, n + n_added, 0.0))
        return _mean(root * (n + 1), n - 1, math.sqrt(self.spread))

    def of_equations(self, models: LinearModels) -> Expectation:
        return EquationError(self.samples, models)


class EquationError(Expectation):
    r"""The error of an equation on training samples, raised where they are few.

    .. math:: \sqrt{\frac{S + 2 s^2}{n + 2}} \, \frac{n + v}{n - v}

    for ``n`` samples that an equation of ``v`` parameters misses by squares that add up to
    ``S``, where :math:`s^2` is the mean square by which the equation of the root misses all
    samples (the factor is that of M5).  Where ``n`` is not above ``v`` it is the root of that.  A
    rule that is kept is told by its own samples alone.
    """

    def __init__(self, samples: Samples, models: LinearModels) -> None:
        super().__init__(samples)
        self.models = models
        self._rows = np.arange(samples.dataset.n_rows)
        self.spread = float(np.average(self.squares(0), weights=samples.amount))
        self.rounding = 1e-9 * math.sqrt(self.spread)

    def says(self, decision: tuple[int, ...], node: int | None) -> tuple[int, ...]:
        assert node is not None
        return (node,)

    def squares(self, node: int) -> FloatArray:
        """By how much the equation of a node misses each sample, squared."""
        columns = list(self.samples.dataset.columns)
        said = self.models.evaluate(columns, self._rows, np.full(len(self._rows), node))
        return np.asarray((self.samples.targets - said[:, 0]) ** 2)

    def stated(self, draft: Draft) -> float:
        says = self.says(draft.decision, draft.node)
        sums = self.terms(says)[:, draft.rows].sum(axis=1)
        return float(self._adjusted(sums[None], says, 0.0)[0])

    def terms(self, says: tuple[int, ...]) -> FloatArray:
        amount = self.samples.amount
        return np.stack([amount, amount * self.squares(says[0])])

    def error(self, sums: FloatArray, says: tuple[int, ...]) -> FloatArray:
        return self._adjusted(sums, says, AS_ALL)

    def _adjusted(self, sums: FloatArray, says: tuple[int, ...], n_added: float) -> FloatArray:
        (n, squares), v = sums.T, float(self.models.n_parameters[says[0]])
        mean = _mean(squares + n_added * self.spread, n + n_added, 0.0)
        return _mean(np.sqrt(np.maximum(mean, 0.0)) * (n + v), n - v, math.sqrt(self.spread))


class HeldOutSquares(RootMeanSquare):
    """The root of the mean squared error on samples that the tree has not seen.

    A rule predicts the mean of the others that meet it.  For a rule that no
    unseen sample meets it is the error of the mean of all.
    """

    def terms(self, says: tuple[int, ...]) -> FloatArray:
        return self._terms

    @cached_property
    def _terms(self) -> FloatArray:
        away, held_out = self.away, self.samples.held_out_amount
        grown = held_out if self.samples.is_held_out is None else self.samples.amount - held_out
        return np.stack([grown, grown * away, held_out, held_out * away, held_out * away**2])

    @cached_property
    def _of_all(self) -> float:
        _, _, n, _, squares = self._terms.sum(axis=1)
        return float(squares / n) if n > 0 else 0.0

    def error(self, sums: FloatArray, says: tuple[int, ...]) -> FloatArray:
        grown, of_grown, n, total, squares = sums.T
        mean = _mean(of_grown, grown, 0.0)
        return self.root(_mean(squares - 2 * mean * total + mean**2 * n, n, self._of_all))

    def of_equations(self, models: LinearModels) -> Expectation:
        return HeldOutEquationError(self.samples, models)


class HeldOutEquationError(EquationError):
    """The root of the mean squared error of an equation on samples that the tree has not seen."""

    def terms(self, says: tuple[int, ...]) -> FloatArray:
        amount = self.samples.held_out_amount
        return np.stack([amount, amount * self.squares(says[0])])

    def _adjusted(self, sums: FloatArray, says: tuple[int, ...], n_added: float) -> FloatArray:
        n, squares = sums.T
        return np.sqrt(np.maximum(_mean(squares, n, self.spread), 0.0))


def _mean(total: FloatArray, n: FloatArray, otherwise: float) -> FloatArray:
    return np.divide(total, n, out=np.full_like(total, otherwise), where=n > 0)
