"""C4.5rules: shorter rules, the subset of each class that is worth its bits, classes in order."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.pruning.confidence import check_confidence
from arboretum.rules.post_pruning.base import PostPruning, best_first
from arboretum.rules.post_pruning.description import Language
from arboretum.rules.post_pruning.draft import Draft, Samples
from arboretum.rules.post_pruning.expectation import Expectation, PessimisticError
from arboretum.rules.post_pruning.order import by_false_positives, default_class, polished
from arboretum.rules.post_pruning.subset import Candidates, choose_subset

__all__ = ["C45Rules"]

FloatArray = npt.NDArray[np.float64]


class C45Rules(PostPruning):
    """Quinlan's way from a tree to rules, by the training samples alone.

    1. A condition is dropped where that does not raise the upper limit of the
       rule's error.
    2. Of the rules of each class that subset is kept whose description takes
       the fewest bits, together with that of the samples it gets wrong.
    3. The classes are ordered: first the one whose rules are least often wrong.
    4. A rule without which fewer training samples are decided wrongly is left out.

    Parameters
    ----------
    confidence : float
        Of the upper limit; smaller drops more conditions.
    theory_weight : float
        What a bit of the rules counts beside a bit of exceptions.  Below 1,
        because a set of rules can be written down in many equivalent ways.

    References
    ----------
    J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, chapter 5.
    """

    name = "c45rules"

    def __init__(self, confidence: float = 0.25, theory_weight: float = 0.5) -> None:
        self.confidence = confidence
        self.theory_weight = theory_weight

    def expectation(self, samples: Samples, loss: FloatArray | None) -> Expectation:
        if not samples.dataset.schema.is_classification:
            raise UnsupportedCombination(
                "method='c45rules' counts wrong classes, but the target is a number. "
                "Use method='adjusted' or 'validation'."
            )
        if loss is not None:
            raise UnsupportedCombination(
                "method='c45rules' counts wrong decisions as equal, but the tree has a loss "
                "matrix. Use method='validation', or a tree without one."
            )
        if not isinstance(self.theory_weight, Real) or not self.theory_weight >= 0:
            raise ParameterError(
                f"theory_weight={self.theory_weight!r} must be a number that is not negative."
            )
        return PessimisticError(samples, check_confidence(self.confidence))

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
        return polished(ordered, samples, default_class(ordered, samples, loss), loss)

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
