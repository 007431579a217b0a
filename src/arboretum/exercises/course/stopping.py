"""Exercises about when to stop, and what to prune."""

from __future__ import annotations

from random import Random

import numpy as np

from arboretum.criteria import ChiSquare
from arboretum.exercises.answers.choice import Choice, Members
from arboretum.exercises.answers.number import Number
from arboretum.exercises.answers.verdict import Slip
from arboretum.exercises.catalogue import fixed, varied
from arboretum.exercises.course.tables import branches_of, football_age
from arboretum.exercises.exercise import Exercise

__all__: list[str] = []


@varied("stopping")
def chi_square_of_a_question(draw: Random | None) -> Exercise:
    """The chi-square statistic of age; the notes swap the labels of what is expected."""
    asked = football_age() if draw is None else branches_of(draw)
    table = asked.counts
    by_chance = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    apart = table - by_chance
    right = float(ChiSquare().score(table.sum(axis=0), table[None])[0])
    cells = [
        f"({seen:g} − {e:.1f})² / {e:.1f}"
        for seen, e in zip(table.ravel(), by_chance.ravel(), strict=True)
    ]
    return Exercise(
        f"{asked.story} What is the chi-square statistic of answers and classes, without a "
        "correction?",
        Number(
            right,
            [
                Slip(
                    float(np.sum(apart**2 / table)),
                    "Divide by what is expected, not by what is seen.",
                ),
                Slip(
                    float(np.sum(np.abs(apart) / by_chance)),
                    "You forgot the square: (seen − expected)² / expected.",
                ),
                Slip(
                    float(np.sum(apart[:, 0] ** 2 / by_chance[:, 0])),
                    "That is one class only. Add up the cells of all classes.",
                ),
                Slip(
                    float(np.sum((table - by_chance[::-1]) ** 2 / by_chance[::-1])),
                    "You swapped what is expected of the two answers.",
                ),
                Slip(
                    float(np.sum((np.abs(apart) - 0.5) ** 2 / by_chance)),
                    "That is with Yates' correction. Do not subtract a half.",
                ),
                Slip(
                    float(np.sum((table - table.mean()) ** 2 / table.mean())),
                    "You expect as many in each cell. Expected is row sum times column sum by n.",
                ),
                Slip(float(np.sum(apart**2)), "Divide each square by what is expected."),
            ],
            decimals=1,
        ),
        "In each cell, row sum times column sum by the number of samples is expected.",
        f"{' + '.join(cells)} = {right:.4f}",
        asked.text,
        {"branches": table},
    )


@varied("stopping")
def degrees_of_freedom(draw: Random | None) -> Exercise:
    """How many cells of a table are free."""
    k, c = (3, 4) if draw is None else draw.choice([(3, 5), (4, 3), (5, 3), (4, 5), (6, 3)])
    return Exercise(
        f"A feature with {k} values is tested against a target with {c} classes, by chi-square. "
        "How "
        "many degrees of freedom are there?",
        Number(
            (k - 1) * (c - 1),
            [
                Slip(k * c, "That is the number of cells. Sums of rows and columns are fixed."),
                Slip(k * c - 1, "Not only the total is fixed: the sum of each row and column is."),
                Slip(k * (c - 1), "The columns have fixed sums, too."),
                Slip((k - 1) * c, "The rows have fixed sums, too."),
                Slip(k + c - 2, "Multiply k − 1 by c − 1."),
                Slip(k - 1, "That is for two classes."),
                Slip(c - 1, "That is for two values."),
            ],
            decimals=0,
        ),
        "How many cells can be chosen freely if the sums of rows and columns are given?",
        f"({k} − 1) · ({c} − 1) = {(k - 1) * (c - 1)}",
        data={"n_values": k, "n_classes": c},
    )


@fixed("stopping")
def is_it_significant() -> Exercise:
    """A test of what helped twelve patients."""
    return Exercise(
        "Blood pressure (high, low, normal) and the drug that helped have χ² = 6.0 among twelve "
        "patients, six of each drug. The critical value for two degrees of freedom at 5 % is "
        "5.99. Has "
        "the test shown that they depend on each other?",
        Choice(
            {
                "a": "yes, because 6.0 is above 5.99",
                "b": "yes, because 6.0 is above 3.84",
                "c": "no, because a p-value below 5 % means independence",
                "d": "no, because so few are expected in each cell that the critical value is off",
            },
            "d",
            {
                "a": "Only 1.5 or 3 patients are expected in a cell. With fewer than 5 the "
                "distribution of χ² is a poor guide.",
                "b": "3.84 is for one degree of freedom. Three values and two classes have two.",
                "c": "A small p-value speaks against independence. But can it be trusted here?",
            },
        ),
        "How many patients are expected in each cell?",
        "d: 3 · 6 / 12 = 1.5 patients are expected with high pressure and drug A. An exact test "
        "gives p = 0.12, which is not significant at all.",
    )


@fixed("stopping")
def size_and_purity() -> Exercise:
    """A size threshold of 5 and a purity threshold of 0.95, as in example 19.2."""
    regions = {"A": (1, 6), "B": (44, 1), "C": (5, 0), "D": (3, 2), "E": (19, 1), "F": (46, 4)}
    why = {
        "B": "Its purity is 44/45 = 0.978, above 0.95.",
        "C": "It is pure, and has no more than five points.",
        "D": "It is mixed, but five points are not more than five.",
        "E": "Its purity is 19/20 = 0.95, which is not less than 0.95.",
    }
    absent = {
        "A": "Seven points are more than five, and 6/7 = 0.857 is less than 0.95.",
        "F": "Its purity is 46/50 = 0.92.",
    }
    return Exercise(
        "A region is split further only if it has more than five points and a purity of less than "
        f"0.95. Regions with points of two classes: "
        f"{', '.join(f'{name} {n}/{m}' for name, (n, m) in regions.items())}. Which are split?",
        Members(
            frozenset("AF"),
            "letters",
            [
                (frozenset("ADF"), "Mind the size: five points are not more than five."),
                (frozenset("AEF"), "Mind the limit: 0.95 is not less than 0.95."),
                (frozenset("BCDE"), "Those become leaves. Asked are those that are split."),
            ],
            why,
            absent,
        ),
        "Both conditions have to hold.",
        "A (6/7 = 0.857) and F (0.92): the others have five points or fewer, or are pure enough.",
        data={"regions": regions},
    )


@fixed("stopping")
def two_minimum_sizes() -> Exercise:
    """The minimum size of a node to be split, and that of a leaf: a subtle difference."""
    splits = {"A": (9, 6), "B": (14, 1), "C": (5, 10), "D": (4, 11), "E": (12, 3)}
    return Exercise(
        "A node of 15 samples may be split if it has 10 or more, and no leaf may have fewer than "
        "5. "
        f"Candidate splits, by the size of their branches: "
        f"{', '.join(f'{name} {a}/{b}' for name, (a, b) in splits.items())}. Which compete?",
        Members(
            frozenset("AC"),
            "letters",
            [
                (
                    frozenset("ABCDE"),
                    "15 samples are enough for a split, but no branch may have fewer than 5.",
                ),
                (
                    frozenset("C"),
                    "A branch needs 5 samples, not 10: 10 are needed to be split again.",
                ),
                (frozenset(), "The node has 15 samples, more than the 10 that a split needs."),
            ],
            {
                "B": "One sample in a branch is fewer than 5.",
                "D": "Four samples in a branch are fewer than 5.",
                "E": "Three samples in a branch are fewer than 5.",
            },
            {
                "A": "Both branches have 5 samples or more; 9 and 6 are too few only to be split "
                "again.",
                "C": "5 is not fewer than 5.",
            },
        ),
        "One limit is about the node, the other about each branch.",
        "A and C: the node has 10 samples or more, and each branch 5 or more.",
        data={"splits": splits},
    )


@varied("stopping")
def pruned_first(draw: Random | None) -> Exercise:
    """Reduced-error pruning: the node that helps most comes first, and a tie prunes."""
    after = {"b": 83, "c": 79, "d": 80, "e": 81}
    if draw is not None:
        after = dict(zip("bcde", draw.sample([*range(72, 80), *range(81, 90)], 4), strict=True))
        after[draw.choice("bcde")] = 80
    before = 80
    right = max(after, key=after.__getitem__)
    options = {node: f"node {node}: {n} right" for node, n in after.items()}
    options["none"] = "none of them"
    why = {
        node: f"Without its branches {n} are right, but {after[right]} without those of {right}: "
        "the best comes first."
        if n >= before
        else f"That makes it worse: {n} are right instead of {before}."
        for node, n in after.items()
        if node != right
    }
    why["none"] = f"Pruning {right} does no harm: {after[right]} are right, {before} before."
    return Exercise(
        f"A tree gets {before} of 100 validation samples right. Reduced-error pruning tries to "
        "make "
        "each inner node a leaf; the options say how many are right then. Which node is pruned "
        "first?",
        Choice(options, right, why),
        "The node after which most validation samples are right, if they are not fewer than now.",
        f"node {right}: {after[right]} right. Then all that are left are tried again.",
        data={"before": before, "after": after},
    )


@fixed("stopping")
def prune_or_stop() -> Exercise:
    """Why pruning afterwards is preferred to stopping early."""
    return Exercise(
        "Why does growing a large tree and pruning it often do better than stopping where a split "
        "does not help on validation samples?",
        Choice(
            {
                "a": "because pruning needs no other samples",
                "b": "because a large tree always fits new samples better",
                "c": "because a useless split may make way for a useful one below it",
                "d": "because pruning is faster",
            },
            "c",
            {
                "a": "Reduced-error pruning needs validation samples, cross-validation other "
                "folds.",
                "b": "It fits its own samples better. New ones it fits worse, until it is pruned.",
                "d": "It grows more than is needed, so it is slower.",
            },
        ),
        "Think of exclusive or: what does the first question gain?",
        "c: neither of two features helps alone in exclusive or. Whoever stops there never sees "
        "what "
        "both say together; pruning looks at whole branches.",
    )
