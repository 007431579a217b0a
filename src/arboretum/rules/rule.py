"""One rule: conditions, what follows from them, and how far that can be trusted."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from arboretum.data.schema import Category, Schema
from arboretum.measures.wilson import wilson
from arboretum.rules.condition import Condition, merge
from arboretum.rules.words import ConditionFormat, prediction_text
from arboretum.tree import Equation
from arboretum.tree.predict.prediction import class_blocks

__all__ = ["Origin", "Rule"]


@dataclass(frozen=True)
class Origin:
    """The samples that rules were made from: what a rule is compared with.

    Attributes
    ----------
    schema : Schema
    n_samples, weight : float
        Of all samples.
    value : tuple of float
        One weight per class, or one number per target.
    """

    schema: Schema
    n_samples: float
    weight: float
    value: tuple[float, ...]


@dataclass(frozen=True)
class Rule:
    """If all conditions hold, then this class, or this number.

    Attributes
    ----------
    conditions : tuple of Condition
    value : tuple of float
        One weight per class, or one number per target.
    decision : tuple of int
        Class code of each target; empty for numbers.
    n_samples, weight : float
        Of the training samples that it decides; of those that meet it, where rules vote.
    deviation : float or None
        Standard deviation of a single number, where the tree knows it.
    node : int or None
        The node of the tree it was made from.
    origin : Origin
        All samples.
    expected_error : float or None
        On new samples that meet it, by the method that shortened the rule: the
        share of wrong decisions, the mean loss, or for numbers the root of the
        mean squared error.
    region_number : int or None
        Of a rule that is a leaf, the number of that leaf among all.
    equation : Equation or None
        How the number is computed, where it depends on the sample; ``value`` is then
        what is usual.
    smoothed : tuple of float
        The weights of the classes by which shares are predicted, where they are not ``value``.
    vote : float or None
        What the rule adds to its class, where all rules that a sample meets vote.
    """

    conditions: tuple[Condition, ...]
    value: tuple[float, ...]
    decision: tuple[int, ...]
    n_samples: float
    weight: float
    origin: Origin
    deviation: float | None = None
    node: int | None = None
    expected_error: float | None = None
    equation: Equation | None = None
    smoothed: tuple[float, ...] = ()
    region_number: int | None = None
    vote: float | None = None

    @property
    def region(self) -> str | None:
        """What its leaf is called, as in pictures and texts of the tree: ``R3``.

        None if it is not a leaf, or has other conditions than the leaf.
        """
        return None if self.region_number is None else f"R{self.region_number}"

    @property
    def schema(self) -> Schema:
        return self.origin.schema

    @property
    def prediction(self) -> Category | list[Category]:
        """The class or number that follows (one per target, if there are several)."""
        predicted: list[Category] = list(self.value)
        if self.decision:
            pairs = zip(self.schema.targets, self.decision, strict=True)
            predicted = [(target.classes or ())[code] for target, code in pairs]
        return predicted[0] if len(predicted) == 1 else predicted

    def simplified(self) -> Rule:
        """The same rule with its conditions merged, one per feature."""
        return replace(self, conditions=merge(self.conditions, self.schema))

    def with_conditions(self, conditions: Iterable[Condition]) -> Rule:
        """The rule with other conditions; its numbers are not measured again."""
        return replace(self, conditions=tuple(conditions), region_number=None)

    # -- how far it can be trusted ---------------------------------------------

    @property
    def coverage(self) -> float:
        """Share of the training weight that the rule decides."""
        return self.weight / self.origin.weight if self.origin.weight > 0 else 0.0

    @cached_property
    def confidence(self) -> float | None:
        """Share of the predicted class in the weight of the rule; None for numbers.

        Of several targets the smallest.
        """
        found = [share for share, _, _ in self._shares()]
        return min(found) if found else None

    @property
    def laplace(self) -> float | None:
        r"""Confidence that grows with the samples behind it.

        .. math:: \frac{n p + 1}{n + k}

        for ``n`` samples, confidence ``p`` and ``k`` classes (Clark & Boswell 1991).
        """
        n = self.n_samples
        found = [(n * share + 1) / (n + k) for share, _, k in self._shares()]
        return min(found) if found else None

    @property
    def lift(self) -> float | None:
        """How many times as frequent the class is here as among all samples."""
        found = [
            share / overall if overall > 0 else math.inf for share, overall, _ in self._shares()
        ]
        return min(found) if found else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true confidence lies at a level of 95 %.

        Wilson's score interval, which is sound for few samples, too; 0 to 1 for none.
        """
        return None if self.confidence is None else wilson(self.confidence, self.n_samples)

    def _shares(self) -> list[tuple[float, float, int]]:
        """For each target: share of its class here, share among all samples, number of classes."""
        found = []
        for block, code in zip(class_blocks(self.schema), self.decision, strict=False):
            here, overall = (np.array(of)[block] for of in (self.value, self.origin.value))
            share, base = (
                float(w[code] / w.sum()) if w.sum() > 0 else 1 / len(w) for w in (here, overall)
            )
            found.append((share, base, len(here)))
        return found

    # -- words -----------------------------------------------------------------

    @property
    def condition_texts(self) -> list[str]:
        """Each condition in words."""
        form = ConditionFormat(self.schema)
        return [form.condition(condition) for condition in self.conditions]

    def to_text(self, digits: int | None = 7, show_missing: bool = False) -> str:
        """The rule as a sentence: ``if X1 <= 4.7 and X2 <= 2.8 then class = c1``."""
        form = ConditionFormat(self.schema, digits, show_missing=show_missing)
        return f"if {form.all_of(self.conditions)} then {self.then_text(digits)}"

    def then_text(self, digits: int | None = 7) -> str:
        """What follows: ``class = c1``."""
        return prediction_text(self.schema, self.value, self.decision, digits, self.equation)

    def __str__(self) -> str:
        return self.to_text()
