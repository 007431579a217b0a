"""How far the tree is from the best one of its size: looked for once more, as a tree of its own."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from arboretum import OptimalClassifier, OptimalRegressor
from arboretum.exceptions import NotProvedWarning
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.reading import NUMBER, Form, expect, expect_numbers, is_number

__all__ = ["FORMS"]

#: Subproblems times values times further classes.
WORK = 1_000_000
#: What is said, by what is counted and by what is known.
SAID = {
    "errors": {
        "best": "no tree makes fewer training errors than the OWN of this one",
        "proved": "MOST training (?:errors are|error is) the fewest possible; this tree makes OWN",
        "range": "LEAST to MOST training errors are possible; this tree makes OWN",
        "none": "every tree makes at least LEAST training errors?; this one makes OWN, and none "
        "better was found",
        "found": "MOST training (?:errors are|error is) possible, if not fewer; this tree makes "
        "OWN",
    },
    "cost": {
        "best": "no tree costs less on the training samples than the OWN of this one",
        "proved": "a cost of MOST on the training samples is the least possible; this tree has OWN",
        "range": "a cost of LEAST to MOST on the training samples is possible; this tree has OWN",
        "none": "every tree costs at least LEAST on the training samples; this one costs OWN, and "
        "none better was found",
        "found": "a cost of MOST on the training samples is possible, if not less; this tree has "
        "OWN",
    },
    "squares": {
        "best": r"no tree is off by less on the training samples than the OWN of this one \(root "
        r"mean square\)",
        "proved": r"being off by MOST on the training samples \(root mean square\) is the least "
        "possible; this tree is off by OWN",
        "range": r"being off by LEAST to MOST on the training samples \(root mean square\) is "
        "possible; this tree is off by OWN",
        "none": r"every tree is off by at least LEAST on the training samples \(root mean "
        r"square\); this one is off by OWN, and none better was found",
        "found": r"being off by MOST on the training samples \(root mean square\) is possible, if "
        "not by less; this tree is off by OWN",
    },
}


def _samples(facts: Facts) -> Any:
    """Those that the tree was grown from: some species leave out rows without any value."""
    return facts.report.estimator.training_samples(facts.dataset)


def _own(facts: Facts) -> float:
    """What the tree costs on its own samples."""
    tree, data = facts.tree, _samples(facts)
    found = tree.predict(tree.ends(data.columns), data.columns)[:, 0]
    if not facts.is_class:
        return float((data.weights * (data.targets[:, 0] - found) ** 2).sum())
    loss = 1 - np.eye(len(facts.classes)) if tree.loss is None else tree.loss
    return float((data.weights * loss[data.targets[:, 0], found.astype(int)]).sum())


def _search(facts: Facts) -> tuple[float, float]:
    """What every tree that is as simple costs at least, and what the best one does."""
    tree, data = facts.tree, _samples(facts)
    ends = tree.apply(data.columns)
    counts = [data.counts[ends == leaf].sum() for leaf in np.unique(ends)]
    further = max(1, len(facts.classes) - 1)
    limits = {
        "max_depth": tree.to_binary(balanced=True).depth,
        "max_leaves": facts.n_leaves,
        "min_samples_leaf": max(1, int(min(counts))),
        "work_limit": WORK // (data.n_rows * facts.schema.n_features * further),
        "time_limit": None,
    }
    best = OptimalRegressor(**limits)
    if facts.is_class:
        best = OptimalClassifier(**limits, loss=tree.loss)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotProvedWarning)
        found = best.fit_dataset(data).certificate_
    return found.bound, found.objective


def _distance(counts: str, known: str) -> Any:
    def check(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
        own, (least, best) = _own(facts), _search(facts)
        least, most = min(least, own), min(best, own)
        has_losses = facts.tree.loss is not None or (facts.dataset.weights != 1).any()
        truth = ("cost" if has_losses else "errors") if facts.is_class else "squares"
        yield from expect("what is counted", counts, truth)
        yield from expect("leaves", match["leaves"], str(facts.n_leaves))
        if known == "best":
            yield from expect("the best", least >= own * (1 - 1e-9), True)
        elif known == "proved":
            yield from expect("proved, not the best", (least, most < own), (most, True))
        elif known == "range":
            yield from expect("a range", 0 < least < most < own, True)
        elif known == "none":
            yield from expect("none better", 0 < least < most == own, True)
        else:
            yield from expect("a better one alone", (least, most < own), (0, True))
        for name, cost in (("least", least), ("most", most), ("own", own)):
            number = cost if facts.is_class else (cost / facts.dataset.weights.sum()) ** 0.5
            if name in match.groupdict():
                yield from expect_numbers((name, is_number(match[name], number), number))

    return check


def _pattern(said: str) -> str:
    for name in ("LEAST", "MOST", "OWN"):
        said = said.replace(name, f"(?P<{name.lower()}>{NUMBER})")
    return rf"With (?P<leaves>\d+) lea(?:f|ves) {said}\."


FORMS = [
    Form("p", _pattern(said), _distance(counts, known))
    for counts, every in SAID.items()
    for known, said in every.items()
]
