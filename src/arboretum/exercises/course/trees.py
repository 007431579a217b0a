"""Exercises about whole trees, their paths and rules."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np

from arboretum import datasets
from arboretum.exercises.answers.choice import Choice, Members
from arboretum.exercises.answers.construction import Contradiction
from arboretum.exercises.answers.tree_answer import ConsistentTree, GreedyTree
from arboretum.exercises.catalogue import fixed, varied
from arboretum.exercises.course.gain import rows_text
from arboretum.exercises.exercise import Exercise

__all__: list[str] = []

#: The regions of a tree of iris, in the order of the book: conditions on X1 and X2.
REGIONS = {
    "R1": ("X1 <= 5.45", "X2 > 2.8"),
    "R2": ("X1 > 5.45", "X2 <= 3.45"),
    "R3": ("X1 <= 5.45", "X2 <= 2.8", "X1 <= 4.7"),
    "R4": ("X1 <= 5.45", "X2 <= 2.8", "X1 > 4.7"),
    "R5": ("X1 > 5.45", "X2 > 3.45", "X1 <= 6.5"),
    "R6": ("X1 > 5.45", "X2 > 3.45", "X1 > 6.5"),
}


@varied("trees")
def tree_of_play_tennis(draw: Random | None) -> Exercise:
    """ID3 by hand, on fourteen days or twelve of them."""
    weather = datasets.weather()
    days = list(range(14)) if draw is None else sorted(draw.sample(range(14), 12))
    X = {name: column[days] for name, column in weather.X.items()}
    expects = GreedyTree(X, weather.y[days])
    return Exercise(
        "Grow the whole tree by information gain, with one branch per value.",
        expects,
        "Start with the feature that gains most. Below it, only the days that get there count.",
        str(expects.right),
        rows_text(X, weather.y[days], "play"),
        {"X": X, "y": weather.y[days]},
    )


@fixed("trees")
def tree_of_the_drugs() -> Exercise:
    """Twelve patients, and the drug that helped each."""
    drug = datasets.drug()
    expects = GreedyTree(drug.X, drug.y)
    return Exercise(
        "Grow the whole tree by information gain: sex and blood pressure with one branch per "
        "value, "
        "age with a threshold.",
        expects,
        "Which feature makes some groups of patients pure at once?",
        str(expects.right),
        rows_text(drug.X, drug.y, "drug"),
        {"X": drug.X, "y": drug.y},
    )


@varied("trees")
def boolean_function(draw: Random | None) -> Exercise:
    """Can every boolean function be represented? Here is one."""
    table = [0, 1, 1, 0] if draw is None else _nontrivial(draw)
    X = {
        name: np.array(column)
        for name, column in zip("ab", zip(*product((0, 1), repeat=2), strict=True), strict=True)
    }
    y = np.array(["yes" if out else "no" for out in table])
    return Exercise(
        "Write down a tree for this function of a and b, with as few leaves as possible.",
        ConsistentTree(X, y, _smallest(table)),
        "Ask for one of them first. Is anything open in each of its branches?",
        str(_smallest(table)),
        rows_text(X, y, "output"),
        {"X": X, "y": y},
    )


def _nontrivial(draw: Random) -> list[int]:
    """A function that depends on both of its inputs."""
    while True:
        table = [draw.randint(0, 1) for _ in range(4)]
        if table[:2] != table[2:] and table[::2] != table[1::2]:
            return table


def _smallest(table: list[int]) -> object:
    """The better of the trees that ask for a first, and for b first."""
    names = np.array(["no", "yes"])[table].tolist()

    def below(name: str, at_0: str, at_1: str) -> object:
        return at_0 if at_0 == at_1 else {name: {"0": at_0, "1": at_1}}

    first_a = {"a": {"0": below("b", *names[:2]), "1": below("b", *names[2:])}}
    first_b = {"b": {"0": below("a", *names[::2]), "1": below("a", *names[1::2])}}
    return min(first_a, first_b, key=lambda tree: str(tree).count("{"))


@varied("trees")
def region_of_a_point(draw: Random | None) -> Exercise:
    """The test point z = (6.75, 4.25) of the book."""
    z = (6.75, 4.25)
    if draw is not None:
        z = (draw.randint(430, 790) / 100, draw.randint(200, 440) / 100)
    failed = {
        region: next((one for one in conditions if not _holds(one, z)), None)
        for region, conditions in REGIONS.items()
    }
    right = next(region for region, first in failed.items() if first is None)
    return Exercise(
        f"In which region does the point X1 = {z[0]}, X2 = {z[1]} lie?",
        Choice(
            {region: " and ".join(conditions) for region, conditions in REGIONS.items()},
            right,
            {
                region: f"{region} has {first}, but {first[:2]} is {z[int(first[1]) - 1]}."
                for region, first in failed.items()
                if first is not None
            },
        ),
        "Ask about X1 first: is it at most 5.45?",
        f"{right}: {' and '.join(REGIONS[right])}",
        data={"z": z},
    )


def _holds(condition: str, z: tuple[float, float]) -> bool:
    name, sign, threshold = condition.split()
    value = z[int(name[1]) - 1]
    return value <= float(threshold) if sign == "<=" else value > float(threshold)


@fixed("trees")
def shorter_rule() -> Exercise:
    """Rule R3 of the book says something twice."""
    return Exercise(
        "A path says: X1 <= 5.45 and X2 <= 2.8 and X1 <= 4.7. Which of the conditions does a rule "
        "need?",
        Members(
            frozenset({"X1 <= 4.7", "X2 <= 2.8"}),
            "conditions, as they are written",
            [
                (
                    frozenset({"X1 <= 5.45", "X2 <= 2.8", "X1 <= 4.7"}),
                    "X1 <= 4.7 says more than X1 <= 5.45: whoever meets the first meets both.",
                ),
                (
                    frozenset({"X1 <= 5.45", "X2 <= 2.8"}),
                    "You dropped the stricter one: X1 = 5 would meet the rule, but not the path.",
                ),
                (frozenset({"X1 <= 4.7"}), "X2 <= 2.8 is about another feature. Keep it."),
            ],
        ),
        "Which condition follows from another?",
        "X1 <= 4.7 and X2 <= 2.8: X1 <= 5.45 follows from X1 <= 4.7.",
    )


@fixed("trees")
def labels_that_may_occur() -> Exercise:
    """A label only with all its ancestors."""
    return Exercise(
        "Labels form a hierarchy: animal; animal/bird; animal/bird/owl; plant. A label may only "
        "occur with all that are above it. Which sets may a sample have? A: animal, animal/bird. "
        "B: animal/bird. C: animal, plant. D: animal, animal/bird/owl. E: none at all. "
        "F: animal, animal/bird, animal/bird/owl, plant.",
        Members(
            frozenset("ACEF"),
            "letters",
            [
                (frozenset("AEF"), "A sample may have labels of several branches: C is allowed."),
                (
                    frozenset("ACF"),
                    "Nothing is missing above where there is no label: E is allowed.",
                ),
                (frozenset("AC"), "Neither a long set nor an empty one breaks the rule: see E, F."),
            ],
            {"B": "A bird is an animal: that label is missing.", "D": "An owl is a bird: missing."},
        ),
        "For each label, look for those above it.",
        "A, C, E and F. B lacks animal, and D lacks animal/bird.",
    )


@fixed("trees")
def data_without_a_tree() -> Exercise:
    """Samples on which every tree makes an error."""
    return Exercise(
        "Give samples on which no tree is without error, however large it may grow.",
        Contradiction(),
        "Which samples can no question separate?",
        "Two samples with the same features and different classes, such as "
        f"{list(Contradiction.right)}.",
    )


@fixed("trees")
def zero_error_for_any_data() -> Exercise:
    """Is there a tree without error for any data set? Lecture notes ask, and do not answer."""
    return Exercise(
        "Is there a way to create, for any data set, a tree that makes no error on it?",
        Choice(
            {
                "a": "yes: a leaf for each sample always works",
                "b": "yes, if no two samples with equal features differ in class: split until all "
                "leaves are pure",
                "c": "no, because a tree that is too large overfits",
                "d": "no, because the greedy choice may miss it",
            },
            "b",
            {
                "a": "Samples with equal features get to the same leaf. What if their classes "
                "differ?",
                "c": "Overfitting is about new samples. On its own ones the error may be zero.",
                "d": "The greedy tree may be larger than needed, but it can go on until it is "
                "pure.",
            },
        ),
        "What can go wrong when you split on and on?",
        "b: as long as two samples of a leaf differ in some feature, a question separates them. "
        "Only samples that contradict each other cannot be told apart.",
    )


@fixed("trees")
def every_boolean_function() -> Exercise:
    """Can every imaginable boolean function be represented?"""
    return Exercise(
        "Can a tree represent every boolean function of n inputs?",
        Choice(
            {
                "a": "yes: ask for every input on each path, so that each row of its table has a "
                "leaf",
                "b": "yes, with n + 1 leaves at most",
                "c": "no, because a single input of exclusive or gains nothing",
                "d": "no, because regions of a tree are rectangles",
            },
            "a",
            {
                "b": "The parity of n inputs needs 2^n leaves: each of them matters on each path.",
                "c": "That may stop a greedy learner, but the tree exists.",
                "d": "Each row of the table is a corner of a cube: a rectangle can hold just that.",
            },
        ),
        "Think of the table of the function.",
        "a: a full tree has 2^n leaves, one per row. For parity no smaller one will do.",
    )


@fixed("trees")
def greedy() -> Exercise:
    """What it means that trees are grown greedily."""
    return Exercise(
        "Trees are grown greedily. What does that mean?",
        Choice(
            {
                "a": "each node takes the split that is best at once, and never takes it back",
                "b": "the tree grows until no sample is left",
                "c": "the tree found is the smallest that fits the data",
                "d": "each split is chosen for what follows two levels below",
            },
            "a",
            {
                "b": "That is about when to stop.",
                "c": "To find the smallest is NP-hard: a greedy learner does not even try.",
                "d": "That would be looking ahead. A greedy learner does not.",
            },
        ),
        "Does a learner come back to a split when it sees what follows?",
        "a: it looks one question ahead, which is quick, but may miss a smaller tree.",
    )


@fixed("trees")
def asked_again() -> Exercise:
    """Which features may be asked again below a question?"""
    return Exercise(
        "A path has asked for A, with one branch per category; for B in {x, y}, of four categories "
        "w, x, y, z; for C <= 3, a number with values 1 to 5; and for D <= 0.5, which is 0 or 1. "
        "Which of them can separate samples again, below the branch that says yes?",
        Members(
            frozenset("BC"),
            "letters",
            [
                (frozenset("C"), "B may still be x or y there."),
                (frozenset(), "Only features whose value is settled are of no use again."),
                (frozenset("BCD"), "Where D <= 0.5 says yes, D is 0: nothing is left to ask."),
            ],
            {
                "A": "All samples there have the same category of A.",
                "D": "Where D <= 0.5 says yes, D is 0.",
            },
            {"C": "It may still be 1, 2 or 3.", "B": "It may still be x or y."},
        ),
        "Which values are still possible there?",
        "B (x or y) and C (1, 2 or 3). A and D have a single value left.",
    )
