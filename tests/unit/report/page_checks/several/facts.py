"""What is true of several targets together, worked out once more."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from arboretum.data import Dataset
from arboretum.tree import name_text
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.fold_facts import wilson
from tests.unit.report.page_checks.page import Element, Said
from tests.unit.report.page_checks.sentences import listed
from tests.unit.report.page_checks.several.curves import area_under
from tests.unit.report.page_checks.several.target_facts import TargetFacts
from tests.unit.report.page_checks.wording import MOST_NAMED

__all__ = ["SeveralFacts"]

#: Up to so many targets are told one by one; of so many the details are open, then folded.
MOST_TOLD, MOST_OPEN, MOST_DETAILED = 3, 3, 12
MOST_IN_TITLE = 4
#: How headings begin that stand under the name of a target.
INSIDE = ("When to predict ", "Its shares as probabilities")
DEVIATE = 1.959964


class SeveralFacts(Facts):
    """The truth about all targets, what trees that never saw a sample say of them, what none do."""

    is_several = True

    # -- what is predicted ---------------------------------------------------------

    @property
    def has_labels(self) -> bool:
        return self.dataset.label_sets is not None

    @property
    def has_several_numbers(self) -> bool:
        return not self.schema.is_classification and len(self.names) > 1

    @property
    def is_hierarchy(self) -> bool:
        return self.dataset.hierarchy is not None

    @property
    def parts(self) -> Sequence[Any]:
        """The targets; of a vector those that its numbers stand for."""
        return self.dataset.vector or self.schema.targets

    @cached_property
    def names(self) -> list[str]:
        return [name_text(one.name) for one in self.parts]

    @cached_property
    def classes_of(self) -> list[tuple]:
        return [one.classes or () for one in self.parts]

    @property
    def all_are_numbers(self) -> bool:
        return not any(self.classes_of)

    @property
    def told(self) -> str:
        if not self.has_labels:
            return listed(self.names)
        return f"which of {len(self.names)} labels a sample has ({listed(self.names)})"

    @property
    def told_in_title(self) -> str:
        """All names, or the first and how many there are more: one more would be named."""
        n_more = len(self.names) - MOST_IN_TITLE
        if n_more <= 1:
            return ", ".join(self.names)
        return f"{', '.join(self.names[:MOST_IN_TITLE])} and {n_more} more {self.what}s"

    @property
    def named_in_pictures(self) -> str:
        """Pictures know the numbers of a vector, not what these stand for."""
        names = [name_text(one.name) for one in self.schema.targets]
        more = [f"… +{len(names) - MOST_NAMED}"] if len(names) > MOST_NAMED else []
        return ", ".join([*names[:MOST_NAMED], *more])

    @property
    def what(self) -> str:
        return "label" if self.has_labels else "target"

    @property
    def is_told_together(self) -> bool:
        return self.has_labels or len(self.names) > MOST_TOLD

    @cached_property
    def thresholds(self) -> np.ndarray:
        """What the share of each label must exceed."""
        given = getattr(self.report.estimator, "threshold", None)
        if isinstance(given, dict):
            given = [given.get(target.name, 0.5) for target in self.schema.targets]
        found = np.full(len(self.names), 0.5) if given is None else np.ones(len(self.names)) * given
        for parent, child in self.dataset.hierarchy.edges() if self.is_hierarchy else ():
            found[child] = max(found[parent], found[child])
        return found

    def by_target(self, values: Any) -> np.ndarray:
        """Codes or numbers, one column per target; not a number where a cell is not known."""
        held = np.asarray(values, dtype=np.float64)
        if self.dataset.vector is None:
            return held
        blocks = [held[:, one.place] for one in self.dataset.vector]
        columns = []
        for block, classes in zip(blocks, self.classes_of, strict=True):
            gaps = np.isnan(block[:, 0])
            of_class = np.where(gaps, np.nan, np.nan_to_num(block).argmax(axis=1))
            columns.append(of_class if classes else block[:, 0])
        return np.column_stack(columns)

    @cached_property
    def truth(self) -> np.ndarray:
        return self.by_target(self.dataset.targets)

    def about(self, k: int) -> TargetFacts:
        if k not in self._about:
            self._about[k] = TargetFacts(self.report, self.dataset, self, k)
        return self._about[k]

    @cached_property
    def _about(self) -> dict[int, TargetFacts]:
        return {}

    def named(self, name: str) -> TargetFacts:
        return self.about(self.names.index(name))

    @cached_property
    def each(self) -> list[TargetFacts]:
        return [self.about(k) for k in range(len(self.names))]

    @cached_property
    def charted(self) -> TargetFacts:
        """The target that a tree leaves least of the error of, the first of equal ones."""
        return min(self.each, key=lambda one: one.left)

    @cached_property
    def better(self) -> list[TargetFacts]:
        """Those that are predicted clearly better than without a tree."""
        return [one for one in self.each if one.interval[1] < one.without_tree]

    @cached_property
    def worst_first(self) -> list[TargetFacts]:
        if len(self.names) <= MOST_OPEN:
            return self.each
        return sorted(self.each, key=lambda one: one.left, reverse=True)

    def of_each(self, name: str, said: Sequence[Said]) -> list[Facts]:
        """What each statement of a section is about: all targets, or the one under whose name it
        stands."""
        if name == "features":
            return [self.charted] * len(said)
        if name != "errors" or self.has_labels:
            return [self] * len(said)
        found: list[Facts] = []
        details = iter(self.worst_first[:MOST_DETAILED])
        for one in said:
            at = found[-1] if found else self
            if one.what == "h3" and not one.text.startswith(INSIDE):
                at = next(details, self)
            found.append(self if _is_of_all(one.element) else at)
        return found

    # -- errors of trees that never saw a sample -----------------------------------------

    @cached_property
    def held(self) -> dict[str, np.ndarray]:
        """Truth, what trees and no tree say, shares of classes, weights; fold after fold."""
        parts = []
        for (growing, held), tree in zip(self.folds, self.trees_of_folds, strict=True):
            ends = tree.ends(held.columns)
            shares = tree.predict_values(ends, held.columns)
            usual, prior = self.said_of_all(growing)
            said = self.by_target(tree.predict(ends, held.columns))
            if self.has_labels:
                shares = shares[:, 1::2]
                said = (shares > self.thresholds).astype(float)
            n = held.n_rows
            rows = {"truth": self.by_target(held.targets), "said": said, "shares": shares}
            rows |= {"usual": np.tile(usual, (n, 1)), "prior": np.tile(prior, (n, 1))}
            rows |= {"weights": held.weights, "squares": held.weights**2 / held.counts}
            parts.append(rows)
        return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}

    def said_of_all(self, samples: Dataset) -> tuple[np.ndarray, np.ndarray]:
        """The class or the mean of each target that nobody would need a tree for, and the mean."""
        held = np.asarray(samples.targets, dtype=np.float64)
        known = ~np.isnan(held)
        mass = samples.weights @ known
        mean = (samples.weights @ np.nan_to_num(held)) / np.where(mass > 0, mass, 1)
        if self.has_labels:
            return (mean > self.thresholds).astype(float), mean
        if not self.schema.is_classification:
            return self.by_target(mean[None])[0], mean
        codes = held.astype(int).T
        most = [float(np.bincount(column, samples.weights).argmax()) for column in codes]
        return np.array(most), mean

    @cached_property
    def usual_of_all(self) -> np.ndarray:
        return self.said_of_all(self.dataset)[0]

    def mean(self, each: np.ndarray) -> float:
        return float(np.average(each, weights=self.held["weights"]))

    def ends(self, mean: float, each: np.ndarray) -> tuple[float, float]:
        """Where a mean over samples lies at a level of 95 %."""
        around = self.held["squares"] * (each - self.mean(each)) ** 2
        half = DEVIATE * math.sqrt(around.sum()) / self.held["weights"].sum()
        return max(mean - half, 0.0), mean + half

    def wrong(self, said: str = "said") -> np.ndarray:
        return self.held["truth"] != self.held[said]

    @cached_property
    def cells(self) -> tuple[float, float, float, float]:
        """The share of wrong cells, its interval, and the same without a tree."""
        each = self.wrong().mean(axis=1)
        error = self.mean(each)
        return error, *self.ends(error, each), self.mean(self.wrong("usual").mean(axis=1))

    @cached_property
    def sets(self) -> tuple[float, float, float, float]:
        """The same of samples with anything wrong."""
        error, none = (self.mean(self.wrong(one).any(axis=1)) for one in ("said", "usual"))
        n = self.held["weights"].sum() ** 2 / self.held["squares"].sum()
        return error, *wilson(error, n), none

    @cached_property
    def pooled(self) -> tuple[float, float]:
        """The area under the precision-recall curve of all labels, by trees and by none."""
        truth, weights = self.held["truth"], self.held["weights"]
        cells = np.repeat(weights, truth.shape[1])
        found = (
            area_under(truth.ravel(), self.held[one].ravel(), cells, 100_000) for one in SCORES
        )
        return tuple(found)

    @cached_property
    def areas(self) -> tuple[np.ndarray, np.ndarray]:
        """The same of each label that some sample has."""
        truth, weights = self.held["truth"], self.held["weights"]
        made = (
            [area_under(truth[:, k], self.held[one][:, k], weights) for k in range(truth.shape[1])]
            for one in SCORES
        )
        return tuple(np.array(one) for one in made)

    @cached_property
    def relative(self) -> tuple[float, float, float, float]:
        """The mean of errors as shares of standard deviations, of targets without gaps."""
        truth, weights = self.held["truth"], self.held["weights"]
        known = ~np.isnan(truth).any(axis=0)
        truth, said, usual = (self.held[one][:, known] for one in ("truth", "said", "usual"))
        spread = np.sqrt(np.average((truth - weights @ truth / weights.sum()) ** 2, 0, weights))
        held = spread > 1e-12 * np.abs(truth).max(axis=0)
        truth, said, usual, spread = truth[:, held], said[:, held], usual[:, held], spread[held]
        errors = np.sqrt(np.average((truth - said) ** 2, axis=0, weights=weights))
        none = np.sqrt(np.average((truth - usual) ** 2, axis=0, weights=weights))
        error = float((errors / spread).mean())
        # By how much each sample would move the mean if it weighed a little more.
        moves = ((truth - said) ** 2 / (2 * np.where(errors > 0, errors, 1) * spread)).mean(axis=1)
        return error, *self.ends(error, moves), float((none / spread).mean())

    @property
    def together(self) -> dict[str, tuple[float, ...]]:
        """The measures of all targets, by name; the first is told first."""
        if self.has_labels:
            found = {"Hamming loss": self.cells, "wrong sets": self.sets}
            has_any = bool(self.held["truth"].any())
            return found | ({"area": self.pooled} if has_any else {})
        if len(self.names) == 1 or (self.dataset.vector and not self.all_are_numbers):
            return {}
        if self.schema.is_classification:
            return {"mean error rate": self.cells}
        return {"relative RMSE": self.relative}

    @property
    def headline(self) -> str:
        """The measure of the first tile: of a hierarchy how well labels are ranked."""
        return (
            "area" if self.is_hierarchy and "area" in self.together else next(iter(self.together))
        )

    # -- sizes ------------------------------------------------------------------------

    @property
    def sizes_in_percent(self) -> bool:
        return bool(self.schema.is_classification) and not self.is_vector

    @property
    def is_vector(self) -> bool:
        """Whether all targets are numbers of a vector that count by weight: labels may be."""
        return hasattr(self.tree.criterion, "weights")

    @property
    def unit_of_sizes(self) -> str:
        if self.is_vector:
            return "squared error, targets weighted"
        if self.sizes_in_percent:
            return "share of mistakes"
        return "root mean square error of all targets"

    @property
    def sizes_are_roots(self) -> bool:
        return self.unit_of_sizes.startswith("root")

    @cached_property
    def size_of_errors(self) -> float:
        weights = self.dataset.weights
        if self.sizes_in_percent:
            wrong = self.truth != self.usual_of_all
            return float(np.average(wrong.mean(axis=1), weights=weights))
        held = np.asarray(self.dataset.targets, dtype=np.float64)
        known = ~np.isnan(held)
        mass = weights @ known
        mean = (weights @ np.nan_to_num(held)) / mass
        spread = (weights @ np.nan_to_num(held - mean) ** 2) / mass
        if self.sizes_are_roots:
            return float(spread.mean())
        return float(spread @ np.asarray(self.tree.criterion.weights))

    # -- trees of other samples ------------------------------------------------------------

    def _alike(self, other: Any) -> float:
        columns, weights = self.dataset.columns, self.dataset.weights
        ours, theirs = (one.predict(one.ends(columns), columns) for one in (self.tree, other))
        if self.schema.is_classification:
            return float(np.average((ours == theirs).all(axis=1), weights=weights))
        shares = []
        for one, theirs_of in zip(ours.T, theirs.T, strict=True):
            if len(set(one)) == 1:
                shares.append(float(len(set(theirs_of)) == 1))
                continue
            spread = np.average((one - np.average(one, weights=weights)) ** 2, weights=weights)
            apart = np.average((one - theirs_of) ** 2, weights=weights)
            shares.append(max(1 - apart / spread, 0.0))
        return float(np.mean(shares))


SCORES = ("shares", "prior")


def _is_of_all(element: Element) -> bool:
    return element.tag == "p" and element.text.startswith("The mistakes of the other ")
