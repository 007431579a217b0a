"""From the rules that samples meet to what is predicted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import DataError
from arboretum.rules.matching import Matches
from arboretum.tree.predict import prediction

if TYPE_CHECKING:
    from arboretum.rules.rule_set import RuleSet

__all__ = [
    "class_votes",
    "deciding_vote",
    "head_start",
    "predict_classes",
    "predict_numbers",
    "probabilities",
]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.integer]

#: Shares of a sample that add up to 1 are not divided by their sum, which may differ in a bit.
_ALMOST = 1e-9
#: What the most frequent class has before any rule votes: enough to win a tie, and no more.
_HEAD_START = 1e-6


def head_start(of_classes: FloatArray) -> FloatArray:
    """What each class has before rules vote, so that the more frequent class wins a tie."""
    order = np.lexsort((np.arange(len(of_classes)), -of_classes))
    start = np.empty(len(of_classes))
    start[order] = np.linspace(_HEAD_START, 0.0, len(of_classes), endpoint=False)
    return start


def predict_numbers(
    rules: RuleSet, found: Matches, columns: Sequence[npt.NDArray[Any]] = ()
) -> FloatArray:
    """What the rules that samples meet predict in numbers, by their shares.

    ``columns`` are the encoded samples, which equations read, if rules have any.
    """
    every = rules.with_default
    of_rules, models = np.array([rule.value for rule in every]), rules.models
    if models is None:
        return _average(rules, found, lambda row, rule: of_rules[rule])
    node = np.array([-1 if rule.equation is None else rule.node for rule in every])

    def predicted(row: IntArray, rule: IntArray) -> FloatArray:
        numbers = of_rules[rule]
        by_equation = np.flatnonzero(node[rule] >= 0)
        numbers[by_equation] = models.evaluate(columns, row[by_equation], node[rule][by_equation])
        return numbers

    return _average(rules, found, predicted)


def class_votes(rules: RuleSet, found: Matches) -> FloatArray:
    """The votes for each class of the rules that each sample meets, (n_samples, n_classes)."""
    votes = np.zeros((found.n_rows, len(rules.origin.value)))
    row = np.repeat(np.arange(found.n_rows), found.count)
    vote, says = _voters(rules)
    np.add.at(votes, (row, says[found.rules]), vote[found.rules] * found.shares)
    return votes


def deciding_vote(rules: RuleSet, found: Matches) -> npt.NDArray[np.int64]:
    """The rule with the largest vote for the class that gets most of them; -1 for no rule."""
    votes = class_votes(rules, found) + head_start(np.array(rules.origin.value))
    row = np.repeat(np.arange(found.n_rows), found.count)
    vote, says = _voters(rules)
    is_for_it = says[found.rules] == votes.argmax(axis=1)[row]
    return found.picked(np.lexsort((-vote[found.rules] * found.shares, ~is_for_it, row)))


def _voters(rules: RuleSet) -> tuple[FloatArray, npt.NDArray[np.int64]]:
    """The vote of each rule, and the class it is for."""
    says = np.array([rule.decision[0] for rule in rules], dtype=np.int64)
    return np.array([rule.vote or 0.0 for rule in rules]), says


def _voted_shares(rules: RuleSet, found: Matches) -> FloatArray:
    r"""Shares of classes that rank them as the votes do, and that say how sure the rules are.

    .. math:: p_k = c \, v_k + (1 - c) \, (1 - v_k) / (K - 1)

    where the share :math:`v_k` of the votes is for class ``k`` of ``K``, and the rules that vote
    have the vote ``c`` on average: a rule that is alone says its own vote.  Rules that are less
    sure than chance count as if they were a little surer.
    """
    votes = class_votes(rules, found)
    n_classes, has_votes = votes.shape[1], votes.any(axis=1)
    votes += head_start(np.array(rules.origin.value))
    total = votes.sum(axis=1, keepdims=True)
    share = votes / total
    n_met = np.maximum(found.count, 1)[:, None]
    sure = np.maximum(total / n_met, (1 + _HEAD_START) / n_classes)
    shares = sure * share + (1 - sure) * (1 - share) / max(1, n_classes - 1)
    if rules.default is not None:
        value = np.array([rules.default.value])
        (shares[~has_votes],) = prediction.probabilities(rules.schema, value)
    return shares


def probabilities(rules: RuleSet, found: Matches) -> list[FloatArray]:
    """Share of each class: one (n_samples, n_classes) array per target."""
    if rules.votes:
        _deciding(rules, found)
        return [_voted_shares(rules, found)]
    of_rules = np.array([rule.smoothed or rule.value for rule in rules.with_default])
    return [
        _average(rules, found, lambda row, rule, shares=shares: shares[rule])  # type: ignore[misc]
        for shares in prediction.probabilities(rules.schema, of_rules)
    ]


def predict_classes(rules: RuleSet, found: Matches) -> npt.NDArray[np.int32]:
    """Class code for each sample and target: of its rule, or of the mean of several."""
    single = _deciding(rules, found)
    of_rules = np.array([rule.decision for rule in rules.with_default], dtype=np.int32)
    codes = of_rules[single]
    if rules.votes:
        return codes
    several = np.flatnonzero(found.count > 1)
    if len(several) and not rules.is_ordered:
        shares = np.hstack(probabilities(rules, found))
        codes[several] = prediction.decide(rules.schema, shares[several], rules.loss)
    return codes


def _deciding(rules: RuleSet, found: Matches) -> npt.NDArray[np.int64]:
    single = rules.deciding(found)
    uncovered = np.flatnonzero(single < 0)
    if len(uncovered) and rules.default is None:
        raise DataError(
            f"Row {uncovered[0]} meets none of the {len(rules)} rules ({len(uncovered)} rows in "
            "all), and the rule set has no default. Use the whole rule set of a tree, or add a "
            "default rule."
        )
    return single


def _average(
    rules: RuleSet, found: Matches, predicted: Callable[[IntArray, IntArray], FloatArray]
) -> FloatArray:
    """The prediction of each sample; ``predicted`` gives it for pairs of row and rule."""
    single = _deciding(rules, found)
    average = predicted(np.arange(found.n_rows), single)
    several = np.flatnonzero(found.count > 1)
    if rules.is_ordered or len(several) == 0:
        return average
    is_several = np.repeat(found.count > 1, found.count)
    start = np.concatenate([[0], np.cumsum(found.count[several])[:-1]])
    shares = found.shares[is_several]
    total = np.add.reduceat(shares, start)
    row = np.repeat(several, found.count[several])
    parts = predicted(row, found.rules[is_several]) * shares[:, None]
    mixed = np.add.reduceat(parts, start, axis=0)
    total[np.abs(total - 1) < _ALMOST] = 1.0
    average[several] = mixed / total[:, None]
    return average
