"""Exercises about what an answer is worth."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from arboretum import datasets
from arboretum.criteria import GainRatio, InformationGain, entropy, expected, gini, purity
from arboretum.exercises.answers.number import Number, Numbers
from arboretum.exercises.answers.verdict import Slip
from arboretum.exercises.catalogue import fixed, varied
from arboretum.exercises.course.slips import (
    after_split_slips,
    entropy_slips,
    gain_ratio_slips,
    gain_slips,
    in_other_units,
    odds_slips,
)
from arboretum.exercises.course.tables import Branches, branches_of, football_age
from arboretum.exercises.exercise import Exercise
from arboretum.explain import frequencies
from arboretum.tree.words.tabulate import aligned

__all__: list[str] = []


def gain_of(table: np.ndarray) -> float:
    """The information gain of branches, in bits."""
    return float(InformationGain().score(table.sum(axis=0), table[None])[0])


@varied("gain")
def gain_of_a_question(draw: Random | None) -> Exercise:
    """The gain of age for football, where notes took 50 out of 250 and got 0.0104."""
    asked = football_age() if draw is None else branches_of(draw)
    table = asked.counts
    before, after = float(entropy(table.sum(axis=0))), float(expected(entropy, table))
    return Exercise(
        f"{asked.story} What is the information gain of the question, in bits?",
        Number(
            before - after,
            [
                *odds_slips(entropy, table, lambda left: before - left),
                *gain_slips(table),
            ],
            "bits",
            high=before,
            above="A gain cannot exceed the entropy of the node.",
        ),
        "Entropy of all, less the average entropy of the branches, weighted by their size.",
        asked.working("entropy", entropy, " bits")
        + f"\n{before:.4f} − {after:.4f} = {before - after:.4f} bits",
        asked.text,
        {"branches": table},
    )


@varied("gain")
def entropy_left(draw: Random | None) -> Exercise:
    """The entropy after the question; 0.8828 in the notes, by the same slip."""
    asked = football_age() if draw is None else branches_of(draw)
    table = asked.counts
    right = float(expected(entropy, table))
    return Exercise(
        f"{asked.story} How many bits of entropy are left, on average, when the answer is known?",
        Number(
            right,
            [
                *odds_slips(entropy, table, lambda left: left),
                *after_split_slips(entropy, table),
                *in_other_units(right),
                Slip(float(expected(gini, table)), "That is made of Gini. Take the entropy."),
            ],
            "bits",
        ),
        "The entropy of each branch counts by its share of the samples.",
        asked.working("entropy", entropy, " bits"),
        asked.text,
        {"branches": table},
    )


@varied("gain")
def gain_ratio_of_a_question(draw: Random | None) -> Exercise:
    """The gain ratio of age; 0.0118 in the notes, and another text names the wrong divisor."""
    asked = football_age() if draw is None else branches_of(draw)
    table = asked.counts
    sizes = table.sum(axis=1)
    gain, split = gain_of(table), float(entropy(sizes))
    before = float(entropy(table.sum(axis=0)))
    right = float(GainRatio().score(table.sum(axis=0), table[None])[0])
    return Exercise(
        f"{asked.story} What is the gain ratio of the question?",
        Number(
            right,
            [
                *odds_slips(entropy, table, lambda left: (before - left) / split),
                *gain_ratio_slips(table),
            ],
        ),
        "Divide the information gain by the entropy of the branch sizes.",
        f"gain {gain:.4f} bits; H({', '.join(f'{n:g}' for n in sizes)}) = {split:.4f} bits; "
        f"{gain:.4f} / {split:.4f} = {right:.4f}",
        asked.text,
        {"branches": table},
    )


@varied("gain")
def gains_at_the_root(draw: Random | None) -> Exercise:
    """Which question first? Play tennis, or twelve of its fourteen days."""
    weather = datasets.weather()
    days = range(14) if draw is None else sorted(draw.sample(range(14), 12))
    X = {name: column[list(days)] for name, column in weather.X.items()}
    y = weather.y[list(days)]
    tables = {name: frequencies(X, y, name).by_class for name in X}
    numbers = {
        name: Number(gain_of(table), gain_slips(table), "bits") for name, table in tables.items()
    }
    best = max(numbers, key=lambda name: numbers[name].right)
    return Exercise(
        "What is the information gain of each feature, with one branch per value? "
        "The largest is asked first.",
        Numbers(numbers),
        "Count, for each value of the feature, how often tennis was played and how often not.",
        "\n".join(
            [*(f"{name}: {one.right:.4f} bits" for name, one in numbers.items()), f"{best} first"]
        ),
        rows_text(X, y, "play"),
        {"X": X, "y": y},
    )


def rows_text(X: Any, y: Any, target: str) -> str:
    """Samples as a table."""
    rows = [[str(column[i]) for column in X.values()] + [str(label)] for i, label in enumerate(y)]
    heading = [*X, target]
    return "\n".join(aligned([heading, *rows], range(len(heading))))


@fixed("gain")
def gains_below_normal_pressure() -> Exercise:
    """The second level of the drug tree."""
    drug = datasets.drug()
    here = drug.X["blood_pressure"] == "normal"
    young = drug.X["age"] <= 40
    sex, age = (_by_answer(answer, drug.y) for answer in (drug.X["sex"] == "male", young))
    sex_here, age_here = (
        _by_answer(answer[here], drug.y[here]) for answer in (drug.X["sex"] == "male", young)
    )
    all_patients = "You took all twelve patients. Only the six with normal pressure get here."
    return Exercise(
        "Blood pressure is asked first. What do sex, and whether the age is above 40, gain for the "
        "patients with normal pressure, in bits?",
        Numbers(
            {
                "sex": Number(
                    gain_of(sex_here),
                    [Slip(gain_of(sex), all_patients), *gain_slips(sex_here)],
                    "bits",
                ),
                "age": Number(
                    gain_of(age_here),
                    [Slip(gain_of(age), all_patients), *gain_slips(age_here)],
                    "bits",
                ),
            }
        ),
        "Six patients have normal pressure: three of them were helped by A, three by B.",
        f"sex: 1 − 0.9183 = {gain_of(sex_here):.4f} bits; age divides A and B: 1 − 0 = 1 bit.",
        rows_text(drug.X, drug.y, "drug"),
        {"X": drug.X, "y": drug.y},
    )


def _by_answer(answer: np.ndarray, y: np.ndarray) -> np.ndarray:
    classes = sorted(set(y.tolist()))
    return np.array(
        [[np.sum(y[answer == said] == name) for name in classes] for said in (True, False)], float
    )


@varied("gain")
def gain_of_an_identifier(draw: Random | None) -> Exercise:
    """The number of the day separates all samples, and says nothing about others."""
    yes, no = (9, 5) if draw is None else (draw.randint(5, 20), draw.randint(5, 20))
    n = yes + no
    bits = float(entropy(np.array([yes, no], dtype=float)))
    return Exercise(
        f"{yes} days are of class yes and {no} of class no, and each has a number of its own. "
        "What are the information gain and the gain ratio of that number?",
        Numbers(
            {
                "gain": Number(
                    bits,
                    [
                        Slip(0.0, "Every branch is pure: nothing is left of the entropy."),
                        Slip(float(np.log2(n)), "That is the entropy of the branch sizes."),
                        *entropy_slips(np.array([yes, no], dtype=float)),
                    ],
                    "bits",
                ),
                "ratio": Number(
                    bits / np.log2(n),
                    [
                        Slip(1.0, "You divided by the entropy of the classes."),
                        Slip(bits / n, f"The divisor is log2 {n}, not {n}."),
                        Slip(bits, "That is the gain. Divide it by log2 of the branches."),
                        Slip(bits / np.log(n), "You took the natural logarithm in the divisor."),
                    ],
                ),
            }
        ),
        f"Each of the {n} branches holds one day.",
        f"gain: all of H({yes}, {no}) = {bits:.4f} bits; ratio: {bits:.4f} / log2 {n} = "
        f"{bits / np.log2(n):.4f}. The gain is the largest there is, and deceives.",
        data={"counts": [yes, no]},
    )


@varied("gain")
def accuracy_and_gain(draw: Random | None) -> Exercise:
    """A split that no accuracy rewards, because the majority stays the same."""
    if draw is None:
        pure, many, few = 50, 30, 20
    else:
        pure, few = 10 * draw.randint(3, 8), 10 * draw.randint(1, 4)
        many = few + 10 * draw.randint(1, 3)
    table = np.array([[pure, 0], [many, few]], dtype=float)
    n = int(table.sum())
    asked = Branches("", {"yes": [pure, 0], "no": [many, few]}, ["class 1", "class 2"])
    return Exercise(
        "By how much does this split lower the rate of wrongly classified samples, and what is its "
        "information gain in bits?",
        Numbers(
            {
                "error": Number(
                    0.0,
                    [
                        Slip(few / n, "That is the error rate, before and after. Subtract."),
                        Slip(
                            few / n - few / (many + few) / 2,
                            "Weight the error rates of the branches by their size.",
                        ),
                        Slip(
                            few / (many + few),
                            "That is the error rate of one branch. Average over both, and "
                            "subtract from that of the node.",
                        ),
                        Slip(float(expected(purity, table)), "That is the share of right ones."),
                    ],
                ),
                "gain": Number(gain_of(table), gain_slips(table), "bits"),
            }
        ),
        "Which class has the majority in each branch, and in the node?",
        f"Class 1 has the majority everywhere: {few} of {n} samples are wrong before and after, "
        "so the error rate is lowered by 0. One branch is pure: the gain is "
        f"{gain_of(table):.4f} bits.",
        asked.text,
        {"branches": table},
    )


@fixed("gain")
def correct_by_each_feature() -> Exercise:
    """The rate of correctly classified cases, as the slides choose by."""
    drug = datasets.drug()
    X = {**drug.X, "age": np.where(drug.X["age"] <= 40, "up to 40", "above 40")}
    tables = {name: frequencies(X, drug.y, name).by_class for name in X}

    def number(table: np.ndarray) -> Number:
        right = float(expected(purity, table))
        return Number(
            right,
            [
                Slip(12 * right, "That is a count. Divide by the 12 patients."),
                Slip(1 - right, "That is the rate of wrong ones."),
                Slip(float(purity(table).mean()), "Weight each branch by its patients."),
                Slip(0.5, "That is the rate without a question."),
                Slip(gain_of(table), "That is the information gain. Count right answers."),
            ],
        )

    return Exercise(
        "Each branch of a question gives its patients the drug that helped most of them. What "
        "share of patients gets the right drug if we ask for sex, for age (up to 40 or above), "
        "or for blood pressure?",
        Numbers({name: number(table) for name, table in tables.items()}),
        "Add up the majorities of all branches.",
        "\n".join(
            f"{name}: {table.max(axis=1).sum():g} of 12 = {float(expected(purity, table)):.4f}"
            for name, table in tables.items()
        ),
        rows_text(drug.X, drug.y, "drug"),
        {"X": drug.X, "y": drug.y},
    )


@varied("gain")
def price_of_a_feature(draw: Random | None) -> Exercise:
    """Gain² / cost: how dear may a question be? 0.3370 and 0.0319 bits, as for football."""
    high, low = (
        (0.3370, 0.0319)
        if draw is None
        else (draw.randint(200, 500) / 1000, draw.randint(30, 90) / 1000)
    )
    right = (high / low) ** 2
    return Exercise(
        f"One feature gains {high:.4f} bits, another {low:.4f}. Features are ranked by "
        "gain² / cost. How many times as much as the other may the first cost before the other "
        "wins?",
        Number(
            right,
            [
                Slip(high / low, "Square the gains: features are ranked by gain² / cost."),
                Slip((low / high) ** 2, "You divided the other way round."),
                Slip(high**2 - low**2, "The costs are compared by division."),
                Slip(high**2 / low, "Square both gains."),
                Slip((high / low) ** 3, "Square the gains, no more."),
            ],
            decimals=1,
        ),
        "They tie where high² / cost = low² / 1.",
        f"({high:.4f} / {low:.4f})² = {right:.1f}",
        data={"gains": [high, low]},
    )
