"""Exercises about how mixed a node is."""

from __future__ import annotations

from random import Random

import numpy as np

from arboretum.criteria import entropy, expected, gini, homogeneity, purity
from arboretum.exercises.answers.number import Number, Numbers
from arboretum.exercises.answers.verdict import Slip
from arboretum.exercises.catalogue import varied
from arboretum.exercises.course.slips import (
    after_split_slips,
    entropy_slips,
    gini_slips,
    in_other_units,
    odds_slips,
)
from arboretum.exercises.course.tables import Branches, branches_of, counts_text, football_age
from arboretum.exercises.exercise import Exercise

__all__: list[str] = []


@varied("purity")
def purity_of_a_region(draw: Random | None) -> Exercise:
    """Zaki & Meira, example 19.2: the region X1 <= 5.45, X2 <= 2.8."""
    counts = [1, 6] if draw is None else [draw.randint(1, 9), draw.randint(10, 40)]
    few, many = sorted(counts)
    n = few + many
    expects = Number(
        many / n,
        [
            Slip(few / n, "That is the error rate, the share of the other class."),
            Slip(few / many, f"You took {few} out of {many}. The region has {n} samples."),
            Slip(many, f"That is a count. Divide it by the {n} samples of the region."),
            Slip(1 - few / many, f"You took {few} out of {many}. The region has {n} samples."),
            Slip((few / n) ** 2 + (many / n) ** 2, "That is the sum of squares: the homogeneity."),
        ],
        high=1.0,
        above="A share of samples is 1 at most.",
    )
    return Exercise(
        f"Points in a region of the plane: {counts[0]} of class c1, {counts[1]} of class c2. How "
        "pure is the region, as the share of its largest class?",
        expects,
        "Purity counts the majority out of all points of the region.",
        f"The majority has {many} of {n} points: {many}/{n} = {many / n:.4f}.",
        data={"counts": counts},
    )


@varied("purity")
def gini_of_every_node(draw: Random | None) -> Exercise:
    """The tree of depth 2 that petals of iris grow; a text leaves its other nodes to the reader."""
    nodes = _iris_nodes(draw)
    numbers = {
        f"node {i}": Number(
            float(gini(np.array(counts, dtype=float))),
            gini_slips(np.array(counts, dtype=float)),
            high=2 / 3,
            above="Of three classes, Gini is 2/3 at most.",
        )
        for i, counts in enumerate(nodes)
    }
    working = [
        f"node {i}: 1 − "
        + " − ".join(f"({count}/{sum(counts)})²" for count in counts)
        + f" = {numbers[f'node {i}'].right:.4f}"
        for i, counts in enumerate(nodes)
    ]
    return Exercise(
        "A tree of three classes has a root (node 0), a leaf below it (node 1), and a node 2 with "
        "two leaves, 3 and 4. Calculate the Gini impurity of every node.",
        Numbers(numbers),
        "Square the share of each class, add up, and subtract the sum from 1.",
        "\n".join(working),
        counts_text({f"node {i}": counts for i, counts in enumerate(nodes)}, ["A", "B", "C"]),
        {"nodes": nodes},
    )


def _iris_nodes(draw: Random | None) -> list[list[int]]:
    if draw is None:
        return [[50, 50, 50], [50, 0, 0], [0, 50, 50], [0, 49, 5], [0, 1, 45]]
    first, second, third = (draw.randint(20, 60) for _ in range(3))
    stray, lost = draw.randint(1, 6), draw.randint(1, 6)
    return [
        [first, second, third],
        [first, 0, 0],
        [0, second, third],
        [0, second - lost, stray],
        [0, lost, third - stray],
    ]


@varied("purity")
def entropy_of_a_node(draw: Random | None) -> Exercise:
    """The last node of the petals in bits; notes print 0.0455 and do not state the base."""
    counts = [0, 1, 45] if draw is None else [0, draw.randint(1, 9), draw.randint(15, 40)]
    weights = np.array(counts, dtype=float)
    n, few, many = sum(counts), counts[1], counts[2]
    return Exercise(
        f"A node has {counts[0]}, {few} and {many} samples of three classes. "
        "What is its entropy, in bits?",
        Number(
            float(entropy(weights)),
            entropy_slips(weights),
            "bits",
            high=float(np.log2(3)),
            above="Of three classes, entropy is log2 3 = 1.585 bits at most.",
        ),
        "Leave out the class without samples: 0 log 0 counts as 0. Mind the base of the logarithm.",
        f"−{few}/{n} · log2({few}/{n}) − {many}/{n} · log2({many}/{n}) "
        f"= {float(entropy(weights)):.4f} bits.",
        data={"counts": counts},
    )


@varied("purity")
def most_mixed(draw: Random | None) -> Exercise:
    """How large Gini and entropy can get."""
    k = 3 if draw is None else draw.choice([4, 5, 6, 8, 10])
    bits = float(np.log2(k))
    return Exercise(
        f"What are the Gini impurity and the entropy (in bits) of a node with {k} classes that are "
        "equally frequent? No node is more mixed.",
        Numbers(
            {
                "gini": Number(
                    (k - 1) / k,
                    [
                        Slip(1 / k, "That is the homogeneity. The impurity is 1 minus that."),
                        Slip(1.0, f"Gini never gets to 1: it is 1 minus {k} times (1/{k})²."),
                        Slip(0.5, "That is so for two classes only."),
                        Slip(1 - 1 / k**2, f"You squared one share only. There are {k} of them."),
                    ],
                ),
                "entropy": Number(
                    bits,
                    [
                        *in_other_units(bits),
                        Slip(1.0, "Entropy lies between 0 and 1 for two classes only."),
                        Slip(bits / k, "That is the term of one class only. Add up all."),
                        Slip(float(k), f"That is the number of classes: take log2 {k}."),
                    ],
                    "bits",
                ),
            }
        ),
        f"All shares are 1/{k}.",
        f"Gini: 1 − {k} · (1/{k})² = {(k - 1) / k:.4f}. "
        f"Entropy: −{k} · 1/{k} · log2(1/{k}) = log2 {k} = {bits:.4f} bits.",
        data={"n_classes": k},
    )


@varied("purity")
def entropy_in_stages(draw: Random | None) -> Exercise:
    """The multistage property, which the notes leave to the reader to verify."""
    counts = [5, 3, 2] if draw is None else [draw.randint(2, 9) for _ in range(3)]
    first, second, third = counts
    n, rest = sum(counts), counts[1] + counts[2]
    one = float(entropy(np.array([first, rest], dtype=float)))
    two = float(entropy(np.array([second, third], dtype=float)))
    whole = one + rest / n * two
    return Exercise(
        f"A node has {first}, {second} and {third} samples of classes 1, 2 and 3. Ask in stages: "
        "what is the entropy of class 1 against the rest, that of the rest by itself, and that of "
        "all three classes? Use the first two for the third.",
        Numbers(
            {
                "first": Number(one, entropy_slips(np.array([first, rest], dtype=float)), "bits"),
                "rest": Number(
                    two,
                    [
                        Slip(rest / n * two, "That is weighted already. By itself, it is not."),
                        *entropy_slips(np.array([second, third], dtype=float)),
                    ],
                    "bits",
                ),
                "all": Number(
                    whole,
                    [
                        Slip(
                            one + two,
                            f"Weight the second stage: only {rest} of {n} samples get there.",
                        ),
                        Slip(
                            one + two / 2 if 2 * rest != n else (one + two) / 2,
                            "The second stage counts by its share of the samples, not by a half.",
                        ),
                        *in_other_units(whole),
                    ],
                    "bits",
                ),
            }
        ),
        f"The second question is asked for {rest} of {n} samples.",
        f"H({first}, {rest}) = {one:.4f}; H({second}, {third}) = {two:.4f}; "
        f"together {one:.4f} + {rest}/{n} · {two:.4f} = {whole:.4f} = "
        f"H({first}, {second}, {third}).",
        data={"counts": counts},
    )


@varied("purity")
def homogeneity_after_a_question(draw: Random | None) -> Exercise:
    """Gini as homogeneity, where the notes took 50 out of 250 instead of 300."""
    asked = football_age() if draw is None else branches_of(draw)
    table = asked.counts
    right = float(expected(homogeneity, table))
    return Exercise(
        f"{asked.story} What is the Gini index after the question, as homogeneity (the sum of p², "
        "which is large for pure branches), weighted by the size of the branches?",
        Number(
            right,
            [
                *odds_slips(homogeneity, table, lambda after: after),
                Slip(
                    float(expected(gini, table)),
                    "That is the impurity. The homogeneity is 1 minus that.",
                ),
                *after_split_slips(homogeneity, table),
                Slip(1.0, "You forgot the square: shares add up to 1."),
                Slip(float(expected(purity, table)), "That is the purity, the largest share."),
            ],
            high=1.0,
            above="A homogeneity is 1 at most.",
        ),
        "First the sum of squared shares in each branch, then their average by size.",
        asked.working("homogeneity", homogeneity),
        asked.text,
        {"branches": table},
    )


@varied("purity")
def cost_of_a_split(draw: Random | None) -> Exercise:
    """J(f, t): the weighted Gini of both sides, for node 2 of the petals."""
    nodes = _iris_nodes(draw)
    table = np.array(nodes[3:], dtype=float)
    asked = Branches("", {"left": nodes[3], "right": nodes[4]}, ["A", "B", "C"])
    right = float(expected(gini, table))
    return Exercise(
        "A threshold divides a node as below. What is its cost J, the Gini impurity of both sides, "
        "weighted by m_left/m and m_right/m?",
        Number(
            right,
            [
                *after_split_slips(gini, table),
                Slip(
                    float(expected(homogeneity, table)),
                    "That is the homogeneity. J is made of impurities.",
                ),
                Slip(float(expected(entropy, table)), "That is made of entropies. Take Gini."),
            ],
            high=2 / 3,
            above="Of three classes, Gini is 2/3 at most.",
        ),
        "Work out the impurity of each side, and weight it by its share of the samples.",
        asked.working("impurity", gini),
        asked.text,
        {"branches": table},
    )
