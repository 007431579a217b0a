"""Answers that are samples: some on which no tree is without error."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from arboretum.exercises.answers.questions import leaves_of
from arboretum.exercises.answers.tree_answer import GreedyTree
from arboretum.exercises.answers.verdict import Verdict

__all__ = ["Contradiction"]

ROW = "a list of rows, each a pair of its features and its class, such as ((1, 'red'), 'yes')"


class Contradiction:
    """Samples that contradict each other."""

    right = (((1, "red"), "yes"), ((1, "red"), "no"))
    form = ROW

    def judge(self, answer: Any) -> Verdict:
        try:
            rows = [(tuple(map(str, features)), str(label)) for features, label in answer]
            widths = {len(features) for features, _ in rows}
        except (TypeError, ValueError):
            return Verdict(False, f"{answer!r} does not fit. Answer with {ROW}.")
        if len(rows) < 2 or len(widths) != 1 or widths == {0}:
            return Verdict(False, "Give two rows or more, all with the same features.")
        classes: dict[tuple[Any, ...], set[Any]] = defaultdict(set)
        for features, label in rows:
            classes[features].add(label)
        against = [features for features, labels in classes.items() if len(labels) > 1]
        if against:
            return Verdict(True, f"Right: whatever is asked, {against[0]} ends in one leaf.")
        return Verdict(False, self._why_not(rows, classes))

    @staticmethod
    def _why_not(rows: list[Any], classes: dict[tuple[Any, ...], set[Any]]) -> str:
        if len({label for _, label in rows}) == 1:
            return "All rows are of one class: a single leaf makes no error."
        if len(classes) < len(rows):
            return "Rows that are alike have the same class here, so no tree need separate them."
        columns = list(zip(*(features for features, _ in rows), strict=True))
        X = {f"feature {i + 1}": np.array(column) for i, column in enumerate(columns)}
        tree = GreedyTree(X, np.array([label for _, label in rows])).right
        return f"All rows differ: a tree with {leaves_of(tree)} leaves tells them apart."
