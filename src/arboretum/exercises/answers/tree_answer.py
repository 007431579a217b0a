"""Answers that are trees: as a greedy learner grows them, or any that makes no mistake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.exercises.answers.questions import Columns, Written, asked, leaves_of, written
from arboretum.exercises.answers.verdict import Verdict
from arboretum.explain import frequencies
from arboretum.information import information_gain
from arboretum.tree import number_text

__all__ = ["ConsistentTree", "GreedyTree"]

Mask = npt.NDArray[np.bool_]
Labels = npt.NDArray[Any]

FORM = (
    "nested dicts, such as {'outlook': {'sunny': 'no', 'rain': {'age <= 40': {'yes': 'A', "
    "'no': 'B'}}}}, or with a fitted tree"
)
#: Gains that differ by less tie.
TIE = 1e-9


@dataclass(frozen=True, eq=False)
class GreedyTree:
    """The tree that asks, at each node, for what gains most, until all are of one class.

    A feature of categories has a branch per value, a number a threshold; of questions that gain
    the same, any is right.  ``X`` is a dict of columns, ``y`` the classes.
    """

    X: Columns
    y: Labels
    form = FORM

    def __post_init__(self) -> None:
        _as_arrays(self)

    @property
    def right(self) -> Written:
        return self._grown(np.ones(len(self.y), dtype=bool))

    def judge(self, answer: Any) -> Verdict:
        said = self._first_mistake(written(answer), np.ones(len(self.y), dtype=bool), "")
        return Verdict(not said, said or "Right: the largest gain is asked for at each node.")

    def _grown(self, here: Mask) -> Written:
        classes = np.unique(self.y[here])
        if len(classes) == 1:
            return str(classes[0])
        best = max(self._questions(here), key=lambda text: round(self._gain(text, here), 9))
        answers = self._answers(best)
        below = {
            str(said): self._grown(here & (answers == said)) for said in np.unique(answers[here])
        }
        return {best: below}

    def _first_mistake(self, tree: Written, here: Mask, place: str) -> str:
        where = f"Where {place}: " if place else "At the root: "
        classes, counts = np.unique(self.y[here], return_counts=True)
        if not isinstance(tree, Mapping):
            return where + said if (said := _about_leaf(tree, classes, counts)) else ""
        if len(tree) != 1:
            return f"{where}a node asks one question, but {len(tree)} are written."
        ((text, branches),) = tree.items()
        question = asked(text, self.X)
        if isinstance(question, str):
            return where + question
        if len(classes) == 1:
            return f"{where}all samples are {classes[0]}, so nothing need be asked."
        rival = max(self._questions(here), key=lambda one: self._gain(one, here))
        gain, most = self._gain(text, here), self._gain(rival, here)
        if len(np.unique(question.answers[here])) == 1:
            return f"{where}{text!r} separates nothing here: all samples give the same answer."
        if gain < most - TIE:
            return (
                f"{where}{text!r} gains {number_text(gain, 4)} bits here, but {rival!r} gains "
                f"{number_text(most, 4)}."
            )
        for said in np.unique(question.answers[here]).tolist():
            if not isinstance(branches, Mapping) or said not in branches:
                return f"{where}{text!r} has no branch for {said!r}."
            way = f"{text} is {said}" if text in self.X else f"{text}: {said}"
            below = here & (question.answers == said)
            mistake = self._first_mistake(branches[said], below, f"{place}, {way}".lstrip(", "))
            if mistake:
                return mistake
        return ""

    def _questions(self, here: Mask) -> Iterator[str]:
        """All questions that separate samples, thresholds half-way between two values."""
        for name, column in self.X.items():
            if not np.issubdtype(column.dtype, np.number):
                if len(np.unique(column[here])) > 1:
                    yield name
                continue
            for low, high in pairwise(np.unique(column[here]).tolist()):
                yield f"{name} <= {number_text((low + high) / 2)}"

    def _gain(self, text: str, here: Mask) -> float:
        answers = {"answer": self._answers(text)[here]}
        table = frequencies(answers, self.y[here], "answer").by_class
        return information_gain(table, normalise=True)

    def _answers(self, text: str) -> npt.NDArray[np.str_]:
        question = asked(text, self.X)
        assert not isinstance(question, str)
        return question.answers


def _as_arrays(expected: GreedyTree | ConsistentTree) -> None:
    """Make arrays of the samples, and refuse those that contradict each other."""
    X = {name: np.asarray(column) for name, column in expected.X.items()}
    y = np.asarray(expected.y)
    object.__setattr__(expected, "X", X)  # it is frozen
    object.__setattr__(expected, "y", y)
    first: dict[tuple[Any, ...], int] = {}
    rows = zip(*(column.tolist() for column in X.values()), strict=True)
    for i, features in enumerate(rows):
        other = first.setdefault(features, i)
        if y[other] != y[i]:
            raise ParameterError(
                f"Samples {other} and {i} have the same features but different classes, so every "
                "tree makes a mistake. Leave one of them out."
            )


def _about_leaf(tree: Written, classes: Labels, counts: Labels) -> str:
    """What is wrong with stopping here."""
    if len(classes) > 1:
        left = " and ".join(f"{n} {name}" for name, n in zip(classes, counts, strict=True))
        return f"you stop, but {left} are left: ask on."
    if str(tree) != str(classes[0]):
        return f"you say {tree}, but all samples are {classes[0]}."
    return ""


@dataclass(frozen=True, eq=False)
class ConsistentTree:
    """Any tree that makes no mistake on some samples, with no more leaves than ``right`` has.

    ``X`` is a dict of columns, ``y`` the classes.
    """

    X: Columns
    y: Labels
    right: Written
    form = FORM

    def __post_init__(self) -> None:
        _as_arrays(self)

    def judge(self, answer: Any) -> Verdict:
        tree = written(answer)
        for i in range(len(self.y)):
            sample = ", ".join(f"{name} = {column[i]}" for name, column in self.X.items())
            found = self._end(tree, i)
            if isinstance(found, str):
                return Verdict(False, f"{sample}: {found}")
            if str(found[0]) != str(self.y[i]):
                return Verdict(
                    False, f"{sample}: your tree says {found[0]}, but it is {self.y[i]}."
                )
        enough, n = leaves_of(self.right), leaves_of(tree)
        if n > enough:
            return Verdict(False, f"No mistakes, but {n} leaves. {enough} are enough.")
        return Verdict(True, f"Right: no mistakes with {n} leaves.")

    def _end(self, tree: Written, i: int) -> tuple[Any] | str:
        """The leaf of a sample, or why it comes to none."""
        while isinstance(tree, Mapping):
            if len(tree) != 1:
                return f"a node asks one question, but {len(tree)} are written."
            ((text, branches),) = tree.items()
            question = asked(text, self.X)
            if isinstance(question, str):
                return question
            said = str(question.answers[i])
            if not isinstance(branches, Mapping) or said not in branches:
                return f"{text!r} has no branch for {said!r}."
            tree = branches[said]
        return (tree,)
