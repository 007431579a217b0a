"""What is true of one of several targets, as the checkers of a page of one target ask it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from arboretum.data import Dataset
from tests.unit.report.page_checks.facts import Facts

if TYPE_CHECKING:
    from tests.unit.report.page_checks.several.facts import SeveralFacts

__all__ = ["TargetFacts"]


@dataclass(frozen=True, eq=False)
class TargetFacts(Facts):
    """The same of the k-th target, by the rows that have a value of it."""

    whole: SeveralFacts
    k: int

    @property
    def target_name(self) -> str:
        return str(self.whole.parts[self.k].name)

    @property
    def classes(self) -> tuple:
        return self.whole.classes_of[self.k]

    @property
    def is_class(self) -> bool:
        return bool(self.classes)

    @cached_property
    def has_target(self) -> np.ndarray:
        return ~np.isnan(self.whole.truth[:, self.k])

    @cached_property
    def target(self) -> np.ndarray:
        return self._codes(self.whole.truth[:, self.k], self.has_target)

    def target_of(self, samples: Dataset) -> np.ndarray:
        return self.whole.by_target(samples.targets)[:, self.k]

    def _codes(self, values: np.ndarray, known: np.ndarray) -> np.ndarray:
        return np.where(known, values, -1).astype(int) if self.is_class else values

    @property
    def n_samples(self) -> float:
        return float(self.dataset.weights[self.has_target].sum())

    @cached_property
    def class_weights(self) -> np.ndarray:
        known = self.has_target
        n = len(self.classes)
        return np.bincount(self.target[known], self.dataset.weights[known], minlength=n)

    # -- folds -------------------------------------------------------------------------

    @property
    def trees_of_folds(self) -> list[Any]:
        return self.whole.trees_of_folds

    @property
    def others(self) -> list[Any]:
        return self.whole.others

    @cached_property
    def _known(self) -> np.ndarray:
        return ~np.isnan(self.whole.held["truth"][:, self.k])

    def _of_folds(self, what: str) -> np.ndarray:
        known = self._known
        values = self.whole.held[what][known, self.k]
        return self._codes(values, np.ones(len(values), dtype=bool))

    @cached_property
    def held_out(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        weights = self.whole.held["weights"][self._known]
        return self._of_folds("truth"), self._of_folds("said"), weights

    @cached_property
    def held_out_squares(self) -> np.ndarray:
        return self.whole.held["squares"][self._known]

    @cached_property
    def held_out_shares(self) -> np.ndarray:
        before = sum(len(classes) for classes in self.whole.classes_of[: self.k])
        return self.whole.held["shares"][:, before : before + len(self.classes)]

    @cached_property
    def without_tree(self) -> float:
        return self.error(self.held_out[0], self._of_folds("usual"), self.held_out[2])

    @property
    def usual_code(self) -> int:
        return int(self.whole.usual_of_all[self.k])

    @cached_property
    def left(self) -> float:
        """What a tree leaves of the error without one; what it is off by rounding is nothing."""
        error, none = self.error(*self.held_out), self.without_tree
        return round(error / none, 12) if none > 0 else 1.0
