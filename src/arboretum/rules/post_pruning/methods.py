"""The built-in ways to shorten rules: of C4.5 and C5.0, adjusted errors, validation samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.growing.held_out import hold_out
from arboretum.part import require_number, require_whole
from arboretum.pruning.confidence import check_confidence
from arboretum.rules.from_tree import rules_of_nodes
from arboretum.rules.post_pruning.base import PostPruning, best_first
from arboretum.rules.post_pruning.expectation import (
    AdjustedError,
    Draft,
    Expectation,
    HeldOutLoss,
    HeldOutSquares,
    PessimisticError,
    Samples,
)
from arboretum.rules.post_pruning.order import by_false_positives, default_class, missed, polished
from arboretum.rules.post_pruning.subset import Candidates, Language, choose_subset
from arboretum.rules.post_pruning.voters import Voters, choose_voters
from arboretum.rules.rule import Rule
from arboretum.stopping.validation import check_validation
from arboretum.tree import Tree

__all__ = ["AdjustedRules", "C5Rules", "C45Rules", "ValidatedRules"]

FloatArray = npt.NDArray[np.float64]


class C45Rules(PostPruning):
    """Quinlan's way from a tree to rules, by the training samples alone.

    1. A condition is dropped where that does not raise the upper limit of the
       rule's error.
    2. Of the rules of each class that subset is kept whose description takes
       the fewest bits, together with that of the samples it gets wrong.
    3. The classes are ordered: first the one whose rules are least often wrong.
    4. A rule without which fewer training samples are decided wrongly is left out.
    5. So is, from the last rule up, each without which no more are: those after it say the same.

    Parameters
    ----------
    confidence : float
        Of the upper limit; smaller drops more conditions.
    theory_weight : float
        What a bit of the rules counts relative to a bit of exceptions.  Below 1,
        because a set of rules can be written down in many equivalent ways.
    keep_unneeded : bool
        Keep the rules of the fifth step, as C4.5 does: a rule of its own for what the default
        says, too.

    References
    ----------
    J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, chapter 5.
    """

    name = "c45rules"

    def __init__(
        self, confidence: float = 0.25, theory_weight: float = 0.5, keep_unneeded: bool = False
    ) -> None:
        self.confidence = confidence
        self.theory_weight = theory_weight
        self.keep_unneeded = keep_unneeded

    def expectation(self, samples: Samples, loss: FloatArray | None) -> Expectation:
        return _pessimistic(self, samples, loss)

    def arrange(self, drafts: Sequence[Draft], samples: Samples, loss: FloatArray) -> list[Draft]:
        language = Language(samples.dataset)
        by_class: dict[int, list[Draft]] = {}
        for draft in drafts:
            by_class.setdefault(draft.decision[0], []).append(draft)
        for code, of_class in by_class.items():
            is_kept = choose_subset(self._candidates(code, of_class, samples, language))
            chosen = [draft for draft, keep in zip(of_class, is_kept, strict=True) if keep]
            by_class[code] = best_first(chosen)
        ordered = by_false_positives(by_class, samples)
        kept = polished(ordered, samples, default_class(ordered, samples, loss), loss)
        if self.keep_unneeded:
            return kept
        return missed(kept, samples, default_class(kept, samples, loss), loss)

    def _candidates(
        self, code: int, drafts: Sequence[Draft], samples: Samples, language: Language
    ) -> Candidates:
        is_class = samples.targets == code
        return Candidates(
            [draft.rows for draft in drafts],
            np.array([language.rule_bits(draft.conditions) for draft in drafts]),
            samples.amount * is_class,
            samples.amount * ~is_class,
            self.theory_weight,
        )


def _pessimistic(
    method: C45Rules | C5Rules, samples: Samples, loss: FloatArray | None
) -> Expectation:
    """The upper limit of the error, for those that count errors of classes."""
    if not samples.dataset.schema.is_classification:
        raise UnsupportedCombination(
            f"method={method.name!r} counts wrong classes, but the target is a number. "
            "Use method='adjusted' or 'validation'."
        )
    if loss is not None:
        raise UnsupportedCombination(
            f"method={method.name!r} counts wrong decisions as equal, but the tree has a loss "
            "matrix. Use method='validation', or a tree without one."
        )
    require_number(method, "theory_weight")
    return PessimisticError(samples, check_confidence(method.confidence))


class C5Rules(PostPruning):
    r"""Quinlan's later way, that of See5 and C5.0: rules of all nodes, and votes.

    1. Every node of the tree but its root makes a rule, not only the leaves.
    2. A condition is dropped where that does not raise the upper limit of the rule's error.
    3. Rules of all classes together are chosen: those whose description takes the fewest bits,
       together with that of the samples that their vote gets wrong.
    4. All rules that a sample meets vote for their class, with

       .. math:: \frac{n - e + 1}{n + 2}

       for a rule that is wrong on ``e`` of the ``n`` samples that meet it.

    Parameters
    ----------
    confidence : float
        Of the upper limit; smaller drops more conditions.
    theory_weight : float
        What a bit of the rules counts relative to a bit of exceptions.

    References
    ----------
    J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, chapter 5; RuleQuest Research,
    *C5.0: An Informal Tutorial*.
    """

    name = "c5rules"
    is_ordered = False

    def __init__(self, confidence: float = 0.25, theory_weight: float = 0.5) -> None:
        self.confidence = confidence
        self.theory_weight = theory_weight

    def long_rules(self, tree: Tree) -> Sequence[Rule]:
        return rules_of_nodes(tree, simplify=False)[1:]

    def expectation(self, samples: Samples, loss: FloatArray | None) -> Expectation:
        return _pessimistic(self, samples, loss)

    def arrange(self, drafts: Sequence[Draft], samples: Samples, loss: FloatArray) -> list[Draft]:
        language = Language(samples.dataset)
        votes = np.array([self.vote(draft, samples) for draft in drafts])
        voters = Voters(
            [draft.rows for draft in drafts],
            np.array([draft.decision[0] for draft in drafts], dtype=np.int64),
            votes,
            np.array([language.rule_bits(draft.conditions) for draft in drafts]),
            samples.targets,
            samples.amount,
            len(loss),
            self.theory_weight,
        )
        kept = np.flatnonzero(choose_voters(voters))
        return [drafts[i] for i in kept[np.argsort(-votes[kept], kind="stable")]]

    def vote(self, draft: Draft, samples: Samples) -> float:
        is_right = samples.targets[draft.rows] == draft.decision[0]
        right = float(samples.amount[draft.rows][is_right].sum())
        return (right + 1) / (draft.amount + 2)


class AdjustedRules(PostPruning):
    """Rules for numbers by the training samples, with errors raised where samples are few.

    1. A condition is dropped where that does not raise the adjusted error.
    2. The rules are sorted, the smallest error first.
    3. A rule that would decide fewer than ``min_samples`` samples is left out, one after another:
       the rules that follow get them.

    Parameters
    ----------
    min_samples : int
        The fewest samples that a rule may decide.

    References
    ----------
    J. R. Quinlan (1992), Learning with continuous classes, *AI '92*, 343-348.
    """

    name = "adjusted"

    def __init__(self, min_samples: int = 3) -> None:
        self.min_samples = min_samples

    def expectation(self, samples: Samples, loss: FloatArray | None) -> Expectation:
        if samples.dataset.schema.is_classification:
            raise UnsupportedCombination(
                "method='adjusted' measures how far off numbers are, but the target is a class. "
                "Use method='c45rules' or 'validation'."
            )
        require_whole(self, "min_samples", at_least=1)
        return AdjustedError(samples)

    def arrange(self, drafts: Sequence[Draft], samples: Samples, loss: FloatArray) -> list[Draft]:
        counts = samples.dataset.counts
        is_free, kept = np.ones(len(counts), dtype=np.bool_), []
        for draft in best_first(drafts):
            rows = draft.rows[is_free[draft.rows]]
            if counts[rows].sum() >= self.min_samples:
                is_free[rows] = False
                kept.append(draft)
        return kept


class AveragedRules(AdjustedRules):
    """Rules for numbers as those of Cubist: all rules that a sample meets are averaged.

    A condition is dropped where that does not raise the adjusted error, and every rule that some
    sample meets is kept; rules that predict by equations are sound to average, since each is
    about as good on all samples that meet it as on those it was made from.

    References
    ----------
    J. R. Quinlan (1992), Learning with continuous classes, *AI '92*, 343-348; RuleQuest
    Research, *An Overview of Cubist*.
    """

    name = "averaged"
    is_ordered = False

    def __init__(self) -> None:
        self.min_samples = 1

    def arrange(self, drafts: Sequence[Draft], samples: Samples, loss: FloatArray) -> list[Draft]:
        return best_first(drafts)


class ValidatedRules(PostPruning):
    """Rule post-pruning by validation samples; each rule is judged alone.

    1. A condition is dropped where that does not worsen the rule on the
       validation samples that meet it.
    2. The rules are sorted, the most accurate first.

    Every rule is kept except those that equal another, or that have no
    condition left.  For numbers the error is the squared one.

    Parameters
    ----------
    share : float
        The share of the samples to hold out; the tree is grown from the others.
    random_state : int
        Seed of the draw of these samples.
    data : tuple (X, y) or (X, y, sample_weight), optional
        Samples to validate on, instead of a share: then the tree is grown from all others.

    References
    ----------
    T. M. Mitchell (1997), *Machine Learning*, 3.7.1.2.
    """

    name = "validation"

    def __init__(self, share: float = 0.3, random_state: int = 0, data: Any = None) -> None:
        self.share = share
        self.random_state = random_state
        self.data = data

    def partition(self, dataset: Dataset) -> tuple[Dataset, Samples]:
        check_validation(self)
        if dataset.n_rows < 2:
            return dataset, Samples(dataset)
        growing, held_out = hold_out(dataset, self.share, self.random_state, self.data)
        is_held_out = np.repeat([False, True], [growing.n_rows, held_out.n_rows])
        return growing, Samples(growing.join(held_out), is_held_out)

    def expectation(self, samples: Samples, loss: FloatArray | None) -> Expectation:
        if samples.dataset.schema.is_classification:
            return HeldOutLoss(samples, loss)
        return HeldOutSquares(samples)
