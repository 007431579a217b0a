"""Numbers that come out when a step of a known calculation goes wrong, with what to say then."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from arboretum.criteria import (
    GainRatio,
    InformationGain,
    SquaredError,
    entropy,
    expected,
    gini,
    purity,
)
from arboretum.exercises.answers.verdict import Slip
from arboretum.exercises.course.tables import Measure

__all__ = [
    "ADDED",
    "NATS",
    "UNWEIGHTED",
    "after_split_slips",
    "entropy_slips",
    "gain_ratio_slips",
    "gain_slips",
    "gini_slips",
    "in_other_units",
    "odds_slips",
    "variance_slips",
]

FloatArray = npt.NDArray[np.float64]

NATS = "You took the natural logarithm. In base 2 the unit is the bit."
DITS = "You took the decimal logarithm. In base 2 the unit is the bit."
UNWEIGHTED = (
    "You took the plain mean of the branches. Weight each by its share of the samples: "
    "a branch of many counts for more."
)
ADDED = "You added up the branches. Take their average, each weighted by its share of the samples."


def in_other_units(bits: float, what: str = "") -> list[Slip]:
    """Information by the wrong logarithm."""
    return [
        Slip(bits * np.log(2), NATS + what),
        Slip(bits * np.log10(2), DITS + what),
    ]


def entropy_slips(counts: FloatArray) -> list[Slip]:
    """Of the entropy of a node."""
    p = counts[counts > 0] / counts.sum()
    terms = -p * np.log2(p)
    one_class = "That is the term of one class only. Add up those of all classes."
    return [
        *in_other_units(float(entropy(counts))),
        Slip(float(gini(counts)), "That is the Gini impurity. Entropy is the sum of −p log2 p."),
        Slip(
            float(-np.log2(p).sum()),
            "You added up −log2 p. Multiply each by its share p first.",
        ),
        *(Slip(float(term), one_class) for term in terms),
        Slip(float(entropy(counts) / np.log2(len(counts))), "You divided by log2 of the classes."),
    ]


def gini_slips(counts: FloatArray) -> list[Slip]:
    """Of the Gini impurity of a node."""
    p = counts / counts.sum()
    return [
        Slip(
            float(np.sum(p**2)),
            "That is the homogeneity, the sum of p². The impurity is 1 minus that.",
        ),
        Slip(0.0, "You forgot the square: the shares themselves add up to 1."),
        Slip(float(entropy(counts)), "That is the entropy. Gini is 1 minus the sum of p²."),
        Slip(1.0 - float(purity(counts)), "That is the error rate. Gini is 1 minus the sum of p²."),
        *(Slip(float(q * (1 - q)), "That is the term of one class only. Add all.") for q in p),
    ]


def after_split_slips(measure: Measure, branches: FloatArray) -> list[Slip]:
    """Of the average of a measure over the branches of a split."""
    each, parent = measure(branches), measure(branches.sum(axis=0))
    left = float(expected(measure, branches))
    return [
        Slip(float(each.mean()), UNWEIGHTED),
        Slip(float(each.sum()), ADDED),
        Slip(
            float(abs(parent - left)),
            "That is how much the split changes it. Asked is what there is after the split.",
        ),
        Slip(float(parent), "That is the node before the split. Divide it first."),
        *(Slip(float(one), "That is one branch only. Average over all of them.") for one in each),
    ]


def odds_slips(
    measure: Measure, branches: FloatArray, outcome: Callable[[float], float]
) -> list[Slip]:
    """Of taking one class out of the other, 50/250, instead of out of all, 50/300."""
    weights = branches.sum(axis=1) / branches.sum()
    right, slips = measure(branches), []
    for i, (first, second) in enumerate(branches):
        few, many = sorted((first, second))
        if not 0 < few < many:
            continue
        slipped = right.copy()
        slipped[i] = measure(np.array([few / many, 1 - few / many]))
        said = (
            f"You took {few:g} out of {many:g}, but {many:g} is the other class: "
            f"the branch has {few + many:g} samples, so the share is {few:g}/{few + many:g}."
        )
        slips.append(Slip(outcome(float(weights @ slipped)), said))
    return slips


def gain_slips(branches: FloatArray) -> list[Slip]:
    """Of the information gain of a split."""
    parent, each = float(entropy(branches.sum(axis=0))), entropy(branches)
    left = float(expected(entropy, branches))
    by_gini = float(gini(branches.sum(axis=0)) - expected(gini, branches))
    ratio = float(GainRatio().score(branches.sum(axis=0), branches[None])[0])
    return [
        Slip(parent - float(each.mean()), UNWEIGHTED),
        Slip(parent - float(each.sum()), ADDED),
        Slip(left, "That is the entropy left after the answer. Subtract it from the node's."),
        Slip(parent, "That is the entropy of the node. Subtract what is left after the answer."),
        *in_other_units(parent - left),
        Slip(by_gini, "That is the decrease of the Gini impurity. Take the entropy."),
        Slip(ratio, "That is the gain ratio. The gain is not divided by anything."),
    ]


def gain_ratio_slips(branches: FloatArray) -> list[Slip]:
    """Of the gain ratio of a split."""
    parent = branches.sum(axis=0)
    gain = float(InformationGain().score(parent, branches[None])[0])
    split = float(entropy(branches.sum(axis=1)))
    plain = float(entropy(parent)) - float(entropy(branches).mean())
    return [
        Slip(gain, "That is the gain. Divide it by the entropy of the branch sizes."),
        Slip(
            gain / float(entropy(parent)),
            "You divided by the entropy of the classes. The divisor is that of the branch sizes.",
        ),
        Slip(gain * split, "You multiplied by the entropy of the branch sizes. Divide by it."),
        Slip(
            gain / np.log2(len(branches)) if len(branches) > 1 else gain,
            "You divided by log2 of the number of branches, as if they were of equal size.",
        ),
        Slip(gain / len(branches), "You divided by the number of branches, not by an entropy."),
        Slip(split, "That is the entropy of the branch sizes. Divide the gain by it."),
        Slip(plain / split, UNWEIGHTED),
        Slip(gain / (split * np.log(2)), "The divisor is in nats, the gain in bits: use one base."),
    ]


def variance_slips(numbers: FloatArray) -> list[Slip]:
    """Of the variance of a node that divides by n."""
    n, apart = len(numbers), numbers - numbers.mean()
    moments = np.array([n, numbers.sum(), (numbers**2).sum()])
    return [
        Slip(
            float(SquaredError(ddof=1).impurity(moments)),
            "You divided by n − 1. The criterion divides by n.",
        ),
        Slip(float(np.sum(apart**2)), "That is a sum. The mean divides it by n."),
        Slip(float(np.std(numbers)), "That is the standard deviation. Do not take the root."),
        Slip(float(np.abs(apart).mean()), "You took distances. Square them."),
        Slip(float(np.mean(numbers**2)), "Subtract the mean before you square."),
        Slip(0.0, "You forgot the square: distances from the mean add up to 0."),
    ]
