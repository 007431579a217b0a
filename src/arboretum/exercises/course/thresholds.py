"""Exercises about what may be asked of a feature."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np

from arboretum import datasets
from arboretum.criteria import InformationGain
from arboretum.exercises.answers.choice import Members
from arboretum.exercises.answers.number import Number, Numbers
from arboretum.exercises.answers.verdict import Slip
from arboretum.exercises.catalogue import fixed, varied
from arboretum.exercises.exercise import Exercise
from arboretum.tree import number_text
from arboretum.tree.words.tabulate import aligned

__all__: list[str] = []

#: The sorted column of a lecture on complexity.
VALUES = [2, 3, 3, 3, 4, 5, 6, 7, 8]
CLASSES = ["neg", "pos", "pos", "pos", "neg", "pos", "pos", "neg", "neg"]


def _column(draw: Random | None) -> tuple[list[int], list[str]]:
    """A sorted column with a value that comes twice, and classes with one best threshold."""
    if draw is None:
        return VALUES, CLASSES
    while True:
        values = sorted([*draw.sample(range(1, 21), 7), 0, 0])
        values[0] = values[1] = values[2]
        classes = [draw.choice(["neg", "pos"]) for _ in values]
        gains = sorted(_gains(values, classes).values())
        if gains[-1] - gains[-2] > 0.01:
            return values, classes


def _thresholds(values: list[int]) -> list[float]:
    distinct = sorted(set(values))
    return [(a + b) / 2 for a, b in pairwise(distinct)]


def _sides(values: list[int], classes: list[str], threshold: float) -> np.ndarray:
    below, positive = np.array(values) <= threshold, np.array(classes) == "pos"
    return np.array(
        [[np.sum(side & positive), np.sum(side & ~positive)] for side in (below, ~below)], float
    )


def _gains(values: list[int], classes: list[str]) -> dict[float, float]:
    gain = InformationGain()
    tables = {t: _sides(values, classes, t) for t in _thresholds(values)}
    return {t: float(gain.score(one.sum(axis=0), one[None])[0]) for t, one in tables.items()}


def _text(values: list[int], classes: list[str]) -> str:
    rows = [[str(value), name] for value, name in zip(values, classes, strict=True)]
    return "\n".join(aligned([["A", "class"], *rows], (1,)))


@varied("thresholds")
def candidate_thresholds(draw: Random | None) -> Exercise:
    """Midpoints of consecutive distinct values."""
    values, classes = _column(draw)
    distinct = sorted(set(values))
    right = frozenset(_thresholds(values))
    outside = {
        float(value): "That is a value of a sample. Thresholds lie between two values."
        for value in distinct
        if value not in right
    }
    ends = {distinct[0] - 0.5: "Nothing lies below it.", distinct[-1] + 0.5: "Nothing lies above."}
    as_values = frozenset(map(float, distinct))
    middle = (distinct[0] + distinct[-1]) / 2
    return Exercise(
        "Which thresholds of A does a tree try?",
        Members(
            right,
            "numbers",
            [
                (as_values, "Those are the values. Thresholds lie half-way between two of them."),
                (as_values - {distinct[-1]}, "Those are values. Take the midpoint to the next."),
                (
                    frozenset((a + b) / 2 for a, b in pairwise(values)),
                    "You took midpoints of equal values: no threshold separates those.",
                ),
                (frozenset({middle}), "That is the middle of the range. All midpoints are tried."),
            ],
            {**ends, **outside},
            lacking="There is one between any two values that follow each other.",
        ),
        "Sort the distinct values, and take the midpoint of each two neighbours.",
        ", ".join(number_text(one) for one in sorted(right)),
        _text(values, classes),
        {"values": values, "classes": classes},
    )


@varied("thresholds")
def counts_at_a_threshold(draw: Random | None) -> Exercise:
    """The slide mixes two frames of the sweep: sizes of one threshold, shares of the next."""
    values, classes = _column(draw)
    cuts = _thresholds(values)
    before, at = cuts[0], cuts[1]
    table, earlier = _sides(values, classes, at), _sides(values, classes, before)
    swapped = table[:, ::-1]
    names = ["pos in yes", "neg in yes", "pos in no", "neg in no"]
    parts = {}
    for i, name in enumerate(names):
        place = divmod(i, 2)
        parts[name] = Number(
            float(table[place]),
            [
                Slip(
                    float(earlier[place]),
                    f"That is the count at {number_text(before)}: move on by all samples of one "
                    "value.",
                ),
                Slip(float(table[::-1][place]), f"Yes is A <= {number_text(at)}: sides swapped."),
                Slip(float(swapped[place]), "You swapped the classes."),
                Slip(float(table[place[0]].sum()), "That counts both classes."),
            ],
            decimals=0,
        )
    return Exercise(
        f"The question is A <= {number_text(at)}. How many samples of each class answer yes, and "
        "how many no?",
        Numbers(parts),
        "Samples with equal values change sides together.",
        f"yes: {table[0, 0]:g} pos, {table[0, 1]:g} neg; no: {table[1, 0]:g} pos, "
        f"{table[1, 1]:g} neg",
        _text(values, classes),
        {"values": values, "classes": classes, "threshold": at},
    )


@varied("thresholds")
def best_threshold(draw: Random | None) -> Exercise:
    """One pass over the sorted column."""
    values, classes = _column(draw)
    gains = _gains(values, classes)
    right = max(gains, key=gains.__getitem__)
    below, above = max(v for v in values if v < right), min(v for v in values if v > right)
    midpoint = f"That is the value of a sample. The threshold lies between {below} and {above}."
    return Exercise(
        "Which threshold of A has the largest information gain?",
        Number(
            right,
            [
                Slip(float(below), midpoint),
                Slip(float(above), midpoint),
                *(
                    Slip(t, f"It gains {gain:.4f} bits. Another gains more.")
                    for t, gain in gains.items()
                    if t != right
                ),
                *(
                    Slip(float(v), "That is the value of a sample, not a midpoint of two.")
                    for v in set(values) - {below, above} - set(gains)
                ),
                Slip(gains[right], "That is its gain. Asked is the threshold."),
            ],
            decimals=1,
        ),
        "Move the threshold from the smallest value upwards; only counts of passed samples change.",
        "\n".join(f"A <= {number_text(t)}: {gain:.4f} bits" for t, gain in gains.items()),
        _text(values, classes),
        {"values": values, "classes": classes},
    )


@fixed("thresholds")
def tied_thresholds() -> Exercise:
    """The best thresholds of age, by right answers; the slides name one."""
    drug = datasets.drug()
    order = np.argsort(drug.X["age"])
    ages, drugs = drug.X["age"][order].tolist(), drug.y[order].tolist()
    correct = {}
    for cut in _thresholds(ages):
        below = [name for age, name in zip(ages, drugs, strict=True) if age <= cut]
        above = [name for age, name in zip(ages, drugs, strict=True) if age > cut]
        correct[cut] = sum(max(side.count("A"), side.count("B")) for side in (below, above))
    most = max(correct.values())
    right = frozenset(cut for cut, n in correct.items() if n == most)
    missed = f"It is right for {most} of 12 patients as well: a tie. Name all that tie."
    return Exercise(
        "Which thresholds of age give most patients the right drug, if each side gives the drug "
        "that helped most of it?",
        Members(
            right,
            "numbers",
            [
                (frozenset({57.5}), "That is best by information gain. By count, three more tie."),
                (frozenset({40.0}), "Near one of them: 39.5. But there are others that tie."),
                (frozenset({41.0}), "That is best among patients with normal pressure only."),
            ],
            {
                **{c: f"It is right for {n} of 12 only." for c, n in correct.items() if n < most},
                **{float(age): "That is an age of a patient. Take midpoints." for age in ages},
            },
            dict.fromkeys(right, missed),
        ),
        "For each midpoint count the majority below and the majority above.",
        "\n".join(f"age <= {number_text(c)}: {n} of 12" for c, n in correct.items()),
        "\n".join(
            aligned([["age", "drug"], *([str(a), d] for a, d in zip(ages, drugs, strict=True))])
        ),
        {"X": {"age": drug.X["age"]}, "y": drug.y},
    )


@varied("thresholds")
def subsets_of_categories(draw: Random | None) -> Exercise:
    """How many questions X in V a feature of categories allows."""
    k = 4 if draw is None else draw.randint(5, 9)
    return Exercise(
        f"A feature has {k} categories. In how many ways can a question X in V divide them into "
        "two branches?",
        Number(
            2 ** (k - 1) - 1,
            [
                Slip(2**k, "That counts all subsets, also the empty one, and each split twice."),
                Slip(2**k - 2, "You count each split twice: V and its complement ask the same."),
                Slip(2 ** (k - 1), "One of those leaves a branch empty."),
                Slip(k, "That is one category against the rest. V may have more."),
                Slip(k - 1, "That would do for ordered values. Categories have no order."),
                Slip(k * (k - 1) / 2, "Those are pairs of categories."),
            ],
            decimals=0,
        ),
        "Each category goes to one of two sides; which side is called yes does not matter.",
        f"2^{k} ways to choose sides, halved because sides have no name, less the one with an "
        f"empty branch: 2^{k - 1} − 1 = {2 ** (k - 1) - 1}",
        data={"n_categories": k},
    )


@varied("thresholds")
def questions_for_all(draw: Random | None) -> Exercise:
    """The bound on the depth of a tree of yes/no questions."""
    n = 5 if draw is None else draw.choice([10, 20, 50, 100, 300])
    right = (n - 1).bit_length()
    return Exercise(
        f"Someone thinks of one of {n} symbols and answers yes or no. With how many questions can "
        "you always find it out, if you halve what is left?",
        Number(
            right,
            [
                Slip(
                    right - 1, f"2^{right - 1} = {2 ** (right - 1)} answers cannot tell {n} apart."
                ),
                Slip(float(np.log2(n)), "Nobody asks a part of a question: round up."),
                Slip(n - 1, "That is one after another. Halve what is left."),
                Slip(n / 2, "Halving once leaves half of them. Halve again."),
                Slip(
                    float(np.log(n)), "You took the natural logarithm. A question has two answers."
                ),
            ],
            decimals=0,
        ),
        f"How often must 2 be multiplied by itself to get to {n}?",
        f"log2 {n} = {np.log2(n):.3f}, rounded up: {right}",
        data={"n_symbols": n},
    )


@varied("thresholds")
def questions_for_a_multiway_node(draw: Random | None) -> Exercise:
    """Any tree can be made binary; how many questions does one node become?"""
    k = 3 if draw is None else draw.randint(4, 9)
    return Exercise(
        f"A node has {k} branches, one per category. How many nodes that ask yes/no questions does "
        "a binary tree need to make the same groups?",
        Number(
            k - 1,
            [
                Slip(k, "When only one group is left, nothing need be asked."),
                Slip(1, "One question makes two groups."),
                Slip(
                    (k - 1).bit_length(),
                    "That is how many are asked on the longest path. Count all nodes that ask.",
                ),
                Slip(2 * k - 1, "That counts the leaves as well."),
                Slip(2 ** (k - 1) - 1, "That is how many questions are possible, not needed."),
            ],
            decimals=0,
        ),
        "By how many does each question raise the number of groups?",
        f"Each question makes one group into two: {k} groups take {k} − 1 = {k - 1} questions.",
        data={"n_branches": k},
    )
