"""The sentences of a report about several targets, each worked out once more by other means."""

from __future__ import annotations

import math
import re
from functools import cached_property

import numpy as np
from sklearn.base import clone

from tests.unit.report.tree_facts import TreeFacts

__all__ = ["SEVERAL_READERS", "SeveralFacts"]

PERCENT, NUMBER = r"([\d.]+) %", r"(-?[\d.]+(?:e[+-]?\d+)?)"
Z = 1.959964


class SeveralFacts(TreeFacts):
    """What trees that never saw a sample predict for all targets, and what no tree does."""

    @property
    def names(self) -> list[str]:
        return [target.name for target in self.report.targets]

    @cached_property
    def held_out(self) -> dict[str, np.ndarray]:
        """Truth, predictions, shares of labels and weights, with and without a tree."""
        parts: list[list[np.ndarray]] = []
        for growing, held in self.folds:
            tree = clone(self.report.estimator).fit_dataset(growing).tree_
            ends = tree.ends(held.columns)
            said = tree.predict(ends, held.columns)
            truth, known = np.asarray(held.targets), np.asarray(growing.targets)
            mean = np.average(known, axis=0, weights=growing.weights)
            usual, scores, prior = mean, said, mean
            if self.is_class:  # labels and truths alike: 0 or 1, or the commonest code
                scores = tree.predict_values(ends, held.columns)[:, 1::2]
                usual = [np.bincount(column, growing.weights).argmax() for column in known.T]
            n = len(truth)
            row = [
                truth,
                said,
                scores,
                np.tile(usual, (n, 1)),
                np.tile(prior, (n, 1)),
                held.weights,
            ]
            parts.append(row)
        keys = ("truth", "said", "scores", "usual", "prior", "weights")
        joined = (np.concatenate(column) for column in zip(*parts, strict=True))
        return dict(zip(keys, joined, strict=True))

    def wrong(self, said: str) -> np.ndarray:
        return self.held_out["truth"] != self.held_out[said]

    def mean(self, each: np.ndarray) -> float:
        return float(np.average(each, weights=self.held_out["weights"]))

    def hamming(self, said: str) -> float:
        return self.mean(self.wrong(said).mean(axis=1))

    def half_width(self, each: np.ndarray) -> float:
        w = self.held_out["weights"]
        return Z * math.sqrt((w**2 * (each - self.mean(each)) ** 2).sum()) / w.sum()

    def area(self, scores: str) -> float:
        """Between two thresholds alarms are spread evenly over the hits, in small steps."""
        truth = self.held_out["truth"].ravel() > 0
        score = self.held_out[scores].ravel()
        weight = np.repeat(self.held_out["weights"], self.held_out["truth"].shape[1])
        order = np.argsort(-score, kind="stable")
        last = np.append(np.diff(score[order]) != 0, True)
        hits, alarms = (
            np.append(0.0, np.cumsum(weight[order] * chosen[order])[last])
            for chosen in (truth, ~truth)
        )
        middle = (np.arange(100_000) + 0.5) / 100_000 * hits[-1]
        return float((middle / (middle + np.interp(middle, hits, alarms))).mean())

    def relative(self, said: str, weights: np.ndarray | None = None) -> float:
        """The mean of the root mean square errors as shares of standard deviations."""
        truth, found = self.held_out["truth"], self.held_out[said]
        own = self.held_out["weights"]
        center = np.average(truth, axis=0, weights=own)
        spread = np.sqrt(np.average((truth - center) ** 2, axis=0, weights=own))
        varies = spread > 0
        squares = np.average(
            (truth - found) ** 2, axis=0, weights=own if weights is None else weights
        )
        return float((np.sqrt(squares)[varies] / spread[varies]).mean())

    def relative_half_width(self) -> float:
        """By how much each sample would move the mean if it weighed a little more."""
        own, step = self.held_out["weights"], 1e-5
        whole, moved = self.relative("said"), []
        for i in range(len(own)):
            other = own.copy()
            other[i] += step * own.sum()
            moved.append((self.relative("said", other) - whole) / step)
        return Z * math.sqrt((own**2 * np.square(moved)).sum()) / own.sum()

    @cached_property
    def each(self) -> tuple[np.ndarray, np.ndarray]:
        """The error of every target, and that without a tree."""
        truth = self.held_out["truth"]
        w = self.held_out["weights"]
        found = []
        for said in ("said", "usual"):
            away = self.wrong(said) if self.is_class else (truth - self.held_out[said]) ** 2
            error = np.average(away, axis=0, weights=w)
            found.append(error if self.is_class else np.sqrt(error))
        return found[0], found[1]

    @cached_property
    def upper_ends(self) -> np.ndarray:
        """Of the 95 % intervals of the errors of all targets."""
        error, w = self.each[0], self.held_out["weights"]
        if self.is_class:
            n = w.sum() ** 2 / (w**2).sum()
            middle = (error + Z**2 / (2 * n)) / (1 + Z**2 / n)
            inner = error * (1 - error) / n + Z**2 / (4 * n**2)
            return middle + Z * np.sqrt(inner) / (1 + Z**2 / n)
        squares = (self.held_out["truth"] - self.held_out["said"]) ** 2
        spread = np.sqrt((w[:, None] ** 2 * (squares - error**2) ** 2).sum(axis=0)) / w.sum()
        half = np.divide(Z * spread, 2 * error, out=np.zeros_like(error), where=error > 0)
        return error + half


def _close(stated: str, truth: float, digits: float) -> bool:
    return abs(float(stated) - truth) <= digits


def _as_stated(stated: str, share: float) -> bool:
    """Whether a percentage is rounded from a share to the digits that it has."""
    decimals = len(stated.partition(".")[2])
    return _close(stated, 100 * share, 0.501 * 10.0**-decimals)


def _verdict(facts: SeveralFacts, line: str, error: float, high: float, none: float) -> list[str]:
    asks_nothing = facts.tree.n_nodes == 1
    truths = {
        "That is not clearly better than without a tree.": not asks_nothing
        and high >= none
        and error <= none,
        "That is worse than without a tree.": not asks_nothing and high >= none and error > none,
        "The two differ because": asks_nothing and error != none,
    }
    return [f"verdict {said}" for said, truth in truths.items() if (said in line) != truth]


def _hamming(facts: SeveralFacts, match: re.Match, line: str) -> list[str]:
    error, none = facts.hamming("said"), facts.hamming("usual")
    half = facts.half_width(facts.wrong("said").mean(axis=1))
    truths = (error, max(error - half, 0.0), error + half, none)
    pairs = zip(match.groups(), truths, strict=True)
    wrong = [f"{stated} % is {truth}" for stated, truth in pairs if not _as_stated(stated, truth)]
    return wrong + _verdict(facts, line, error, error + half, none)


def _sets(facts: SeveralFacts, match: re.Match, line: str) -> list[str]:
    right = [1 - facts.mean(facts.wrong(said).any(axis=1)) for said in ("said", "usual")]
    pairs = zip(match.groups(), right, strict=True)
    return [f"{stated} % is {truth}" for stated, truth in pairs if not _as_stated(stated, truth)]


def _ranked(facts: SeveralFacts, match: re.Match, line: str) -> list[str]:
    pairs = zip(match.groups(), (facts.area("scores"), facts.area("prior")), strict=True)
    return [f"{stated} is {truth}" for stated, truth in pairs if not _close(stated, truth, 6e-4)]


def _relative(facts: SeveralFacts, match: re.Match, line: str) -> list[str]:
    n, *stated = match.groups()
    error, none, half = facts.relative("said"), facts.relative("usual"), facts.relative_half_width()
    truths = (error, max(error - half, 0.0), error + half, none)
    wrong = [] if int(n) == len(facts.names) else ["targets"]
    wrong += [
        f"{one} is {truth}"
        for one, truth in zip(stated, truths, strict=True)
        if not math.isclose(float(one), truth, rel_tol=1e-3)
    ]
    return wrong + _verdict(facts, line, error, error + half, none)


def _best(facts: SeveralFacts, match: re.Match, line: str) -> list[str]:
    n, better = match.groups()
    error, none = facts.each
    is_better = facts.upper_ends < none
    count = 0 if better == "none" else int(better)
    wrong = [] if int(n) == len(facts.names) else ["targets"]
    wrong += [] if count == int(is_better.sum()) else [f"{int(is_better.sum())} are better"]
    told = re.search(
        r"best beside no tree is (.+), (?:wrong for|off by) ([\d.e+-]+)(?: %)? inst", line
    )
    if told is None:
        return wrong
    left = np.divide(error, none, out=np.ones_like(error), where=none > 0)
    best = int(left.argmin())
    shown = re.search(r"instead of ([\d.e+-]+)", line)
    assert shown is not None  # it comes after what was found
    if told[1].strip("'\"") != facts.names[best]:
        wrong.append(f"the best is {facts.names[best]}")
    for stated, truth in ((told[2], error[best]), (shown[1].rstrip("."), none[best])):
        close = (
            _as_stated(stated, truth)
            if facts.is_class
            else math.isclose(float(stated), truth, rel_tol=6e-4)
        )
        wrong += [] if close else [f"{stated} is {truth}"]
    return wrong


SEVERAL_READERS = [
    (
        rf"Of samples it has not seen, it gets {PERCENT} of the labels wrong \(95 % interval: "
        rf"{PERCENT} to {PERCENT}\), those that are missing and those too many\. Always predicting "
        rf"the same labels would get {PERCENT} wrong\.",
        _hamming,
    ),
    (
        rf"The set is right in every label for {PERCENT} of them, and for {PERCENT} without a "
        r"tree\.$",
        _sets,
    ),
    (
        r"Ranked by their probability, the labels of samples it has not seen have an area under "
        r"the precision-recall curve of ([\d.]+), all labels pooled, and of ([\d.]+) without a "
        r"tree; 1 would be perfect\.$",
        _ranked,
    ),
    (
        rf"For samples it has not seen, its predictions of (\d+) targets are off by {NUMBER} of "
        rf"their standard deviations on average \(95 % interval: {NUMBER} to {NUMBER}\)\. Always "
        rf"saying the same would be off by {NUMBER}\.",
        _relative,
    ),
    (r"Of (\d+) (?:label|target)s? it predicts (none|\d+) clearly better than no tree does", _best),
]
