"""How good a tree is on samples that it has not seen, beside no tree at all."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Category, Dataset
from arboretum.data.target_values import TargetValues, target_values
from arboretum.growing.losses import loss_of
from arboretum.growing.many import Begin, grown, sharing_threads
from arboretum.judging import CrossValidation, TargetError
from arboretum.judging.cross_validate import cross_validate_several
from arboretum.judging.measure_error import measure_loss
from arboretum.judging.measure_shares import (
    ShareErrors,
    has_shares,
    measure_shares,
    shares_of_others,
)
from arboretum.judging.together import AUPRC
from arboretum.measures import Calibration
from arboretum.measures.wilson import wilson
from arboretum.model import LabelModel
from arboretum.report.cutoffs import Cutoffs, cutoffs_of
from arboretum.search.loss import ClassLoss
from arboretum.tree import Tree
from arboretum.tree.predict.prediction import class_blocks
from arboretum.tree.words.format import number_text, percent

__all__ = [
    "Confusion",
    "GivenShares",
    "Judgement",
    "Measured",
    "Residuals",
    "judge",
    "measured_together",
]

FloatArray = npt.NDArray[np.float64]

#: Standard errors to both sides within which 95 % of normal numbers lie.
DEVIATE = 1.959964
#: Measures that are told in percent, and below what share one needs more digits.
SHARES, FEW = ("error rate", "mean error rate", "Hamming loss", "wrong sets"), 0.05
#: Which quantiles of residuals a report has.
QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


@dataclass(frozen=True, eq=False)
class Measured:
    """An error in cross-validation beside that of no tree.

    Attributes
    ----------
    error : TargetError
    interval : where the error lies at a level of 95 %: by Wilson's score for a share of
        mistakes, else by the standard error
    without_tree : TargetError
        On the same folds, when always predicting what the root does, such as the commonest
        class or the mean.
    """

    error: TargetError
    interval: tuple[float, float]
    without_tree: TargetError

    @property
    def is_clearly_better(self) -> bool:
        """Whether even the upper end of the interval lies below the error without a tree."""
        return self.interval[1] < self.without_tree.value

    @property
    def texts(self) -> list[str]:
        """The error, its interval and the error without a tree; shares of mistakes in percent."""
        numbers = (self.error.value, *self.interval, self.without_tree.value)
        if self.error.measure == AUPRC:
            return [f"{x:.3f}" if math.isfinite(x) else "–" for x in numbers]
        if self.error.measure not in SHARES:
            return [number_text(x, 4) for x in numbers]
        # Of many labels nearly all are rightly left out, and all the differences are small.
        digits = 3 if self.error.measure == "Hamming loss" and self.error.value < FEW else 1
        return [percent(x, digits) for x in numbers]


@dataclass(frozen=True, eq=False)
class Confusion:
    """What was predicted for the samples of each class.

    Attributes
    ----------
    classes : tuple
    weights : (n_classes, n_classes)
        Weight of the samples by their class, one row each, and by the class predicted.
    """

    classes: tuple[Category, ...]
    weights: FloatArray

    @property
    def recall(self) -> FloatArray:
        """Of the samples of a class, the share that was found; NaN if there are none."""
        return _shares(np.diag(self.weights), self.weights.sum(axis=1))

    @property
    def precision(self) -> FloatArray:
        """Of the samples predicted to be of a class, the share that is; NaN if there are none."""
        return _shares(np.diag(self.weights), self.weights.sum(axis=0))

    def clipped(self, n_classes: int) -> tuple[list[Category | None], FloatArray]:
        """The heaviest classes and, as None, all others in one."""
        if len(self.classes) <= n_classes:
            return list(self.classes), self.weights
        order = np.argsort(-self.weights.sum(axis=1), kind="stable")
        kept = np.sort(order[: n_classes - 1])
        place = np.full(len(self.classes), len(kept))
        place[kept] = np.arange(len(kept))
        merged = np.zeros((n_classes, n_classes))
        np.add.at(merged, (place[:, None], place[None, :]), self.weights)
        return [*(self.classes[code] for code in kept.tolist()), None], merged


def _shares(part: FloatArray, whole: FloatArray) -> FloatArray:
    return np.divide(part, whole, out=np.full(len(part), np.nan), where=whole > 0)


@dataclass(frozen=True, eq=False)
class Residuals:
    """Observed numbers, predicted ones, and the weight of each sample."""

    observed: FloatArray
    predicted: FloatArray
    weights: FloatArray

    @property
    def values(self) -> FloatArray:
        """What was observed less what was predicted."""
        return self.observed - self.predicted

    @property
    def mean_absolute(self) -> float:
        """How far predictions are off on average, in either direction."""
        return float(np.average(np.abs(self.values), weights=self.weights))

    def quantiles(self) -> dict[float, float]:
        """Below which residual each share of the weight of the samples lies."""
        how: Any = {"weights": self.weights, "method": "inverted_cdf"}
        found = np.quantile(self.values, QUANTILES, **how).tolist()
        return dict(zip(QUANTILES, found, strict=True))


@dataclass(frozen=True, eq=False)
class GivenShares:
    """How good the shares of the classes are that samples were given.

    Without a tree everybody is given the shares of the classes among the other folds.

    Attributes
    ----------
    brier, log_loss : Measured
    n_impossible, n_impossible_without : float
        How many samples are of a class that was given a share of 0.
    of_class : category or None
        Whose shares the calibration is of: of two classes the rarer; of more, None stands for
        the likeliest class of each sample.
    calibration : Calibration
    is_of_prior : bool
        Whether samples count as much as the prior says of their class, for which the tree was
        grown.
    """

    brier: Measured
    log_loss: Measured
    n_impossible: float
    n_impossible_without: float
    of_class: Category | None
    calibration: Calibration
    is_of_prior: bool


@dataclass(frozen=True, eq=False)
class Judgement(Measured):
    """How well one target is predicted in cross-validation.

    Attributes
    ----------
    confusion : Confusion, or None for numbers
    cutoffs : Cutoffs, or None unless there are two classes that both occur; not of labels
    residuals : Residuals, or None for classes
    loss : Measured, or None without a loss matrix
        What mistakes cost per sample by the loss matrix that the tree was grown for.
    one_model : TargetError, or None where leaves have no models
        When the model of the root, such as one equation, predicts all samples.  None also where
        the trees of some folds have no models.
    given_shares : GivenShares, or None for numbers and labels
    """

    confusion: Confusion | None
    cutoffs: Cutoffs | None
    residuals: Residuals | None
    loss: Measured | None
    one_model: TargetError | None = None
    given_shares: GivenShares | None = None


def judge(
    dataset: Dataset, estimator: Any, *, n_folds: int, seed: int, begin: Begin
) -> tuple[CrossValidation, CrossValidation, tuple[Judgement, ...]]:
    """Grow the tree without each fold in turn, including all that chooses its size.

    The second of the two is what no tree does on the same folds.
    """
    one, n_threads = sharing_threads(estimator, dataset.n_rows, n_folds)
    found, without, *of_root = cross_validate_several(
        dataset,
        lambda training, progress: _grown(grown(one, training, progress)),
        n_folds=n_folds,
        seed=seed,
        n_threads=n_threads,
        begin=begin,
        keep_shares=has_shares(dataset),
    )
    loss = _mean_loss(found, without, estimator.tree_)
    observed, said = target_values(found.held_out), target_values(found.held_out, found.predicted)
    judged = tuple(
        _judgement(found, without.errors[k], k, pair, loss)
        for k, pair in enumerate(zip(observed, said, strict=True))
    )
    if of_root and estimator.tree_.models is not None:
        pairs = zip(judged, of_root[0].errors, strict=True)
        judged = tuple(replace(each, one_model=error) for each, error in pairs)
    if has_shares(dataset):
        given = zip(judged, _given_shares(dataset, found, estimator.tree_), strict=True)
        judged = tuple(replace(each, given_shares=one) for each, one in given)
    return found, without, judged


def _grown(fitted: Any) -> list[Tree | LabelModel]:
    """What predicts, the same without a question, and that with the model of the root."""
    model, root = fitted.model_, fitted.tree_.collapse([0])
    if isinstance(model, LabelModel):
        assert model.thresholds is not None  # only sets as classes have none, and no report
        alone = LabelModel(model.schema, [root], hierarchy=model.hierarchy)
        return [model, alone.with_thresholds(model.thresholds)]
    if root.models is None:
        return [fitted.tree_, root]
    return [fitted.tree_, replace(root, models=None), root]


def measured_together(found: CrossValidation, without: CrossValidation) -> tuple[Measured, ...]:
    """Of several targets, the measures of all beside those of no tree."""
    pairs = zip(found.together, without.together, strict=True)
    return tuple(Measured(error, _interval(error, found.held_out), usual) for error, usual in pairs)


def _given_shares(dataset: Dataset, found: CrossValidation, tree: Tree) -> list[GivenShares]:
    loss, rows = loss_of(tree), found.held_out
    multipliers = loss.multipliers if isinstance(loss, ClassLoss) else None
    assert found.shares is not None  # they were kept
    usual = shares_of_others(dataset, found.n_folds, found.seed, multipliers)
    pairs = (measure_shares(rows, shares, multipliers) for shares in (found.shares, usual))

    def measured(error: TargetError, without: TargetError) -> Measured:
        return Measured(error, _interval(error, rows), without)

    def given(ours: ShareErrors, without: ShareErrors) -> GivenShares:
        return GivenShares(
            measured(ours.brier, without.brier),
            measured(ours.log_loss, without.log_loss),
            ours.n_impossible,
            without.n_impossible,
            ours.of_class,
            ours.calibration,
            multipliers is not None,
        )

    return [given(*pair) for pair in zip(*pairs, strict=True)]


def _mean_loss(found: CrossValidation, without: CrossValidation, tree: Tree) -> Measured | None:
    if tree.loss is None:
        return None
    loss = loss_of(tree)
    error, usual = (measure_loss(one.held_out, one.predicted, loss) for one in (found, without))
    return Measured(error, _interval(error, found.held_out), usual)


def _judgement(
    found: CrossValidation,
    without: TargetError,
    k: int,
    pair: tuple[TargetValues, TargetValues],
    loss: Measured | None,
) -> Judgement:
    observed, said = pair
    rows, error, target = found.held_out, found.errors[k], observed.target
    values = observed.of_known(observed.values), observed.of_known(said.values)
    weights = observed.of_known(rows.weights)
    interval = _interval(error, _known(rows, observed))
    if target.classes is None:
        residuals = Residuals(*values, weights)
        return Judgement(error, interval, without, None, None, residuals, loss)
    counts = np.zeros((len(target.classes), len(target.classes)))
    np.add.at(counts, values, weights)
    cutoffs = None
    if len(target.classes) == 2 and found.shares is not None and rows.label_sets is None:
        shares = found.shares[:, class_blocks(rows.schema)[k]]
        cutoffs = cutoffs_of(target.classes, values[0], shares, weights, counts)
    confusion = Confusion(target.classes, counts)
    return Judgement(error, interval, without, confusion, cutoffs, None, loss)


def _known(rows: Dataset, observed: TargetValues) -> Dataset:
    """The weights of the rows that have a value of a target."""
    if observed.known is None:
        return rows
    weights, counts = (observed.of_known(one) for one in (rows.weights, rows.counts))
    return replace(rows, columns=(), weights=weights, counts=counts)


def _interval(error: TargetError, rows: Dataset) -> tuple[float, float]:
    if error.measure in ("error rate", "wrong sets"):  # a sample is wrong or right
        # As many samples of equal weight would have the same standard error.
        n = float(rows.weights.sum() ** 2 / (rows.weights**2 / rows.counts).sum())
        return wilson(error.value, n)
    half = DEVIATE * error.standard_error
    low, high = max(error.value - half, 0.0), error.value + half
    return (low, high) if math.isfinite(half) else (0.0, np.inf)
