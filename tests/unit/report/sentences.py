"""Every sentence that a report prints, read as a person would and worked out once more.

A sentence that none of the readers below knows is an error: what is not checked may be untrue.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from sklearn.base import clone

from arboretum.data import Dataset
from arboretum.report import Report
from tests.unit.report.several_sentences import SEVERAL_READERS, SeveralFacts
from tests.unit.report.tree_facts import TreeFacts, is_a_word_of

__all__ = ["Facts", "untrue"]

PERCENT, NUMBER = r"([\d.]+) %", r"(-?[\d.]+(?:e[+-]?\d+)?)"
INTERVAL_OF_SHARE = rf"\(95 % interval: {PERCENT} to {PERCENT}\)"


@dataclass(frozen=True, eq=False)
class Facts(TreeFacts):
    """The same for one of several targets, the k-th."""

    k: int = 0

    def about(self, line: str) -> Facts:
        """The facts about the target that a sentence names, the one with the longest name."""
        names = [target.name for target in self.report.targets]
        named = [k for k, name in enumerate(names) if is_a_word_of(name, line)]
        return replace(self, k=max(named, key=lambda k: len(names[k]), default=0))

    def trees_of_folds(self) -> list[Any]:
        estimator = self.report.estimator
        return [clone(estimator).fit_dataset(growing).tree_ for growing, _ in self.folds]

    def predicted(self, estimator: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Targets, predictions by trees that never saw them, and weights, fold after fold."""
        parts = []
        for growing, held_out in self.folds:
            tree = clone(estimator).fit_dataset(growing).tree_
            found = tree.predict(tree.ends(held_out.columns), held_out.columns)
            targets = np.asarray(held_out.targets)
            parts.append((targets[:, self.k], found[:, self.k], held_out.weights))
        return tuple(np.concatenate(column) for column in zip(*parts, strict=True))

    @cached_property
    def held_out(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.predicted(self.report.estimator)

    def error(self, observed: np.ndarray, found: np.ndarray, weights: np.ndarray) -> float:
        if self.is_class:
            return float(np.average(observed != found, weights=weights))
        return math.sqrt(np.average((observed - found) ** 2, weights=weights))

    @cached_property
    def without_tree(self) -> float:
        """The error of the commonest class, or of the mean, of the other folds."""
        parts = []
        for growing, held_out in self.folds:
            target, weights = growing.targets[:, self.k], growing.weights
            usual = (
                np.bincount(target, weights).argmax()
                if self.is_class
                else np.average(target, weights=weights)
            )
            observed = held_out.targets[:, self.k]
            parts.append((observed, np.full(len(observed), usual), held_out.weights))
        return self.error(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    @cached_property
    def interval(self) -> tuple[float, float]:
        observed, found, weights = self.held_out
        if self.is_class:
            return _wilson(self.error(*self.held_out), weights.sum() ** 2 / (weights**2).sum())
        squares = (observed - found) ** 2
        mean = np.average(squares, weights=weights)
        spread = math.sqrt((weights**2 * (squares - mean) ** 2).sum()) / weights.sum()
        half = 1.959964 * spread / (2 * math.sqrt(mean)) if mean > 0 else 0.0
        return max(math.sqrt(mean) - half, 0.0), math.sqrt(mean) + half

    @cached_property
    def shares(self) -> dict[int, float]:
        """The share of all weight that ends at each leaf."""
        ends = self.tree.apply(self.dataset.columns)
        total = np.bincount(ends, self.dataset.weights, minlength=self.tree.n_nodes)
        return dict(enumerate((total / self.dataset.weights.sum()).tolist()))


def untrue(report: Report, dataset: Dataset) -> list[str]:
    """What is wrong with the sentences of a report; nothing if all are true."""
    of_one, of_several = Facts(report, dataset), SeveralFacts(report, dataset)
    readers = [(form, check, of_several) for form, check in SEVERAL_READERS]
    readers += [(form, check, of_one) for form, check in READERS]
    found = []
    for line in report.summary:
        matched = [
            (match, check, facts)
            for form, check, facts in readers
            if (match := re.match(form, line)) is not None
        ]
        if not matched:
            found.append(f"nobody can check: {line}")
            continue
        match, check, facts = matched[0]
        found += [f"{wrong}: {line}" for wrong in check(facts, match, line)]
    return found


def _what(facts: Facts, match: re.Match, line: str) -> list[str]:
    leaves, used, of, names = match.groups()
    wrong = [] if leaves is None or int(leaves) == facts.n_leaves else ["leaves"]
    if int(used) != len(facts.used) or int(of) != facts.tree.schema.n_features:
        wrong.append(f"features used are {sorted(facts.used)}")
    named = [one for one in facts.used if is_a_word_of(one, names)]
    if len(named) < min(5, len(facts.used)):
        wrong.append("features named")
    return wrong


def _nothing_kept(facts: Facts, match: re.Match, line: str) -> list[str]:
    return [] if facts.n_leaves == 1 and not facts.used else ["something was kept"]


def _best_not_kept(facts: Facts, match: re.Match, line: str) -> list[str]:
    wrong = _nothing_kept(facts, match, line)
    leaves, best, none, limit = match.groups()
    table = facts.report.choice.table
    xerror, xstd = np.array(table["xerror"]), np.array(table["xstd"])
    row = int(xerror.argmin())
    targets, weights = np.asarray(facts.dataset.targets), facts.dataset.weights
    if facts.is_class:
        most = [np.bincount(target, weights).max() for target in targets.T]
        unit = 1 - np.mean(most) / weights.sum()
        texts = [
            f"{100 * x * unit:.1f} %" for x in (xerror[row], xerror[0], xerror[row] + xstd[row])
        ]
        stated = [f"{one} %" if not one.endswith("%") else one for one in (best, none, limit)]
        wrong += [] if stated == texts else [f"should be {texts}"]
    else:
        away = targets - np.average(targets, axis=0, weights=weights)
        unit = np.average((away**2).mean(axis=1), weights=weights)
        numbers = [math.sqrt(x * unit) for x in (xerror[row], xerror[0], xerror[row] + xstd[row])]
        stated = [float(one) for one in (best, none, limit)]
        wrong += [] if np.allclose(stated, numbers, rtol=6e-4) else [f"should be {numbers}"]
    return wrong + ([] if int(leaves) == table["nsplit"][row] + 1 else ["leaves of the best"])


def _classes(facts: Facts, match: re.Match, line: str) -> list[str]:
    facts = facts.about(line)
    value, low, high, usual, commonest, without = match.groups()
    target, weights = facts.dataset.targets[:, facts.k], facts.dataset.weights
    classes = facts.tree.schema.targets[facts.k].classes
    counts = np.bincount(target, weights, minlength=len(classes))
    code = [str(one) for one in classes].index(usual.strip('"'))
    wrong = [
        f"{name} is {100 * truth:.2f} %"
        for name, stated, truth in (
            ("the error", value, facts.error(*facts.held_out)),
            ("the low end", low, facts.interval[0]),
            ("the high end", high, facts.interval[1]),
            ("without a tree", without, facts.without_tree),
        )
        if abs(float(stated) - 100 * truth) > 0.0501
    ]
    n_largest = int((counts == counts.max()).sum())
    says = {"": 0, ", the commonest class,": 1, ", one of the commonest classes,": 2}[commonest]
    truth = 0 if counts[code] < counts.max() else min(n_largest, 2)
    wrong += [] if says == truth else ["the commonest class"]
    return wrong + _verdict(facts, line)


def _numbers(facts: Facts, match: re.Match, line: str) -> list[str]:
    facts = facts.about(line)
    value, low, high, without, explained = match.groups()
    observed, found, weights = facts.held_out
    truths = [
        ("the error", value, facts.error(observed, found, weights)),
        ("the low end", low, facts.interval[0]),
        ("the high end", high, facts.interval[1]),
        ("without a tree", without, facts.without_tree),
    ]
    wrong = [
        f"{name} is {truth:.6g}"
        for name, stated, truth in truths
        if not math.isclose(float(stated), truth, rel_tol=6e-4, abs_tol=1e-9)
    ]
    if explained is not None:
        mean = np.average(observed, weights=weights)
        variance = np.average((observed - mean) ** 2, weights=weights)
        share = max(1 - facts.error(observed, found, weights) ** 2 / variance, 0.0)
        wrong += [] if abs(float(explained) - 100 * share) <= 0.501 else [f"explains {share}"]
    alone = re.search(rf"a question, would be off by (?:{NUMBER}\.|just as much:)", line)
    if (alone is not None) != (facts.tree.models is not None and facts.n_leaves > 1):
        wrong.append("one equation")
    kept_none = "kept no question" in line
    if kept_none and any(tree.n_nodes > 1 for tree in facts.trees_of_folds()):
        wrong.append("kept no question")
    return wrong + _verdict(facts, line)


def _verdict(facts: Facts, line: str) -> list[str]:
    error, none = facts.error(*facts.held_out), facts.without_tree
    asks_nothing = facts.n_leaves == 1 and facts.tree.models is None
    says = {
        "clear": "not clearly better" not in line and "worse than without" not in line,
        "worse": "That is worse than without a tree." in line,
        "differ": "The two differ because" in line,
    }
    truth = {
        "clear": asks_nothing or facts.interval[1] < none,
        "worse": not asks_nothing and facts.interval[1] >= none and error > none,
        "differ": asks_nothing and error != none,
    }
    return [f"verdict {name}" for name in says if says[name] != truth[name]]


def _largest(facts: Facts, match: re.Match, line: str) -> list[str]:
    share = max(facts.shares[leaf.id] for leaf in facts.tree.leaves())
    heaviest = max(facts.tree.leaves(), key=lambda leaf: leaf.weight)
    stated, training = float(match[1]) / 100, heaviest.weight / facts.tree.weight[0]
    # Samples without a value may go another way in prediction than in training.
    return [] if min(abs(stated - share), abs(stated - training)) <= 0.00501 else [f"is {share}"]


def _whole(facts: Facts, match: re.Match, line: str) -> list[str]:
    n_ways = line.count(": ") - 1
    return [] if facts.n_leaves <= 4 and n_ways >= facts.n_leaves else ["not the whole tree"]


def _same_for_all(facts: Facts, match: re.Match, line: str) -> list[str]:
    return [] if facts.n_leaves == 1 else ["asks something"]


def _stable(facts: Facts, match: re.Match, line: str) -> list[str]:
    n_trees, _, of, first, same, agree = (float(one) for one in match.groups())
    card = facts.report.stability
    truths = (card.splits[0].same_way, card.n_same / card.n_trees, card.agreement)
    wrong = [] if n_trees == card.n_trees and of == facts.report.n_samples else ["counts"]
    stated = (first, same, agree)
    return wrong + [
        f"is {truth}"
        for one, truth in zip(stated, truths, strict=True)
        if abs(one / 100 - truth) > 0.00501
    ]


def _better(facts: Facts, match: re.Match, line: str) -> list[str]:
    from arboretum.judging.comparison import species_for

    name, stated, leaves = match[1], match[2] or match[3], match[4]
    n_folds, seed = facts.report.n_folds, facts.report.seed
    other = species_for(facts.dataset, [name], n_folds=n_folds, seed=seed)[0][name]
    judged = facts.predicted(other)
    truth = facts.error(*judged)
    truth = 100 * truth if facts.is_class else truth
    close = abs(float(stated) - truth) <= (0.0501 if facts.is_class else 6e-4 * truth)
    wrong = [] if close else [f"its error is {truth}"]
    if truth >= (100 if facts.is_class else 1) * facts.error(*facts.held_out):
        wrong.append("it is not better")
    tree = clone(other).fit_dataset(facts.dataset).tree_
    return wrong + ([] if tree.n_leaves == int(leaves) else ["leaves of the better"])


def _columns_named(facts: Facts, match: re.Match, line: str) -> list[str]:
    names = {suspect.column for suspect in facts.report.suspects}
    return [] if any(is_a_word_of(name, line) for name in names) else ["no such column"]


def _note(facts: Facts, match: re.Match, line: str) -> list[str]:
    return [] if line.removeprefix("Note: ") in facts.report.origin.notes else ["no such note"]


READERS = [
    (
        r"(?:A tree with (\d+) lea(?:f|ves)|No question was worth asking: one equation) predicts "
        r".+? from (\d+) of (\d+) features?: (.+)\.$",
        _what,
    ),
    (
        r"No question was kept\. In the cross-validation .* with (\d+) lea(?:f|ves), has an error "
        r"of ([\d.]+)(?: %)?, and no tree one of ([\d.]+)(?: %)?\. .* up to ([\d.]+)(?: %)?: that",
        _best_not_kept,
    ),
    (r"No question (?:was kept to predict|about the)", _nothing_kept),
    (
        rf"Of samples it has not seen, it gets .+? wrong for {PERCENT} {INTERVAL_OF_SHARE}\. "
        rf"Always saying (.+?)(, the commonest class,|, one of the commonest classes,|) would be "
        rf"wrong for {PERCENT}\.",
        _classes,
    ),
    (
        rf"For samples it has not seen, its predictions of .+? are off by {NUMBER} \(root mean "
        rf"square, 95 % interval: {NUMBER} to {NUMBER}\)\. Always saying the same would be off by "
        rf"{NUMBER}(?:: the (?:tree|equation) explains {PERCENT} of the variance)?\.",
        _numbers,
    ),
    (rf"It asks first whether .+\. The largest group, {PERCENT} of the samples", _largest),
    (r"The whole tree: ", _whole),
    (r"It predicts .+ for every sample\.$", _same_for_all),
    (
        rf"Of (\d+) trees, each from (\d+) of (\d+) samples, {PERCENT} ask first about .+? and "
        rf"{PERCENT} ask about the same features in the same places; .*?{PERCENT} of",
        _stable,
    ),
    (
        rf"Another species was clearly better on the same folds: (\w+) is (?:wrong for {PERCENT}|"
        rf"off by {NUMBER}), with a tree of (\d+) lea(?:f|ves)\.$",
        _better,
    ),
    (r"Before you rely on it, look at", _columns_named),
    (r"Note: ", _note),
]


def _wilson(share: float, n: float, z: float = 1.959964) -> tuple[float, float]:
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z * math.sqrt(share * (1 - share) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    return middle - half, middle + half
