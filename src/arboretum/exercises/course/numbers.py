"""Exercises about numeric targets, missing values and model trees."""

from __future__ import annotations

from random import Random

import numpy as np

from arboretum import datasets
from arboretum.exercises.answers.choice import Choice
from arboretum.exercises.answers.number import Number, Numbers
from arboretum.exercises.answers.verdict import Slip
from arboretum.exercises.catalogue import fixed, varied
from arboretum.exercises.course.gain import rows_text
from arboretum.exercises.course.slips import ADDED, UNWEIGHTED, variance_slips
from arboretum.exercises.exercise import Exercise
from arboretum.tree import number_text

__all__: list[str] = []


def _targets(draw: Random | None) -> list[int]:
    """Four numbers or more that no mean or median makes equal."""
    if draw is None:
        return [1, 2, 3, 6]
    while True:
        numbers = sorted(draw.sample(range(1, 30), 5))
        if np.mean(numbers) != np.median(numbers):
            return numbers


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


@varied("numbers")
def prediction_of_a_leaf(draw: Random | None) -> Exercise:
    """A leaf may predict the mean or the median."""
    numbers = [3, 4, 5, 20] if draw is None else [*_targets(draw), draw.randint(60, 90)]
    mean, median = float(np.mean(numbers)), float(np.median(numbers))
    low, high = sorted(numbers)[(len(numbers) - 1) // 2], sorted(numbers)[len(numbers) // 2]
    one = "That is one of the two in the middle. Take the number half-way between them."
    swapped = "You swapped mean and median."
    return Exercise(
        f"A leaf holds the targets {_listed(numbers)}. What does it predict as their mean, and "
        "what as their median?",
        Numbers(
            {
                "mean": Number(
                    mean,
                    [
                        Slip(median, swapped),
                        Slip(sum(numbers), "That is the sum. Divide by the number of samples."),
                        Slip((numbers[0] + numbers[-1]) / 2, "That is the middle of the range."),
                        Slip(sum(numbers) / (len(numbers) - 1), "Divide by n, not by n − 1."),
                    ],
                ),
                "median": Number(
                    median,
                    [
                        Slip(mean, swapped),
                        Slip(float(low), one),
                        Slip(float(high), one),
                        Slip((numbers[0] + numbers[-1]) / 2, "That is the middle of the range."),
                    ],
                ),
            }
        ),
        "Half of the targets are below the median, half above.",
        f"mean {sum(numbers)}/{len(numbers)} = {number_text(mean, 5)}; median "
        f"({low} + {high})/2 = {number_text(median, 5)}",
        data={"y": numbers},
    )


@varied("numbers")
def variance_of_a_node(draw: Random | None) -> Exercise:
    """The variance that regression trees lower."""
    numbers = _targets(draw)
    y = np.array(numbers, dtype=float)
    apart = " + ".join(f"({n} − {number_text(y.mean(), 5)})²" for n in numbers)
    return Exercise(
        f"A node holds the targets {_listed(numbers)}. What is its variance, with 1/n, as most "
        "regression trees lower it?",
        Number(float(y.var()), variance_slips(y)),
        "The mean of the squared distances from the mean.",
        f"({apart}) / {len(y)} = {y.var():.4f}",
        data={"y": numbers},
    )


def _two_sides(draw: Random | None) -> tuple[list[int], list[int]]:
    if draw is None:
        return [1, 2, 3], [4, 10]
    low = draw.randint(1, 9)
    left = sorted(draw.sample(range(low, low + 8), 4))
    return left, sorted(draw.sample(range(low + 9, low + 25), 2))


@varied("numbers")
def cost_of_a_regression_split(draw: Random | None) -> Exercise:
    """J(f, t) of a regression tree; a text prints the MSE of a node without dividing by m."""
    first, second = _two_sides(draw)
    left, right = np.array(first, float), np.array(second, float)
    a, b = len(left), len(right)
    n = a + b
    cost = (a * left.var() + b * right.var()) / n
    whole = np.concatenate([left, right]).var()
    sums = a / n * a * left.var() + b / n * b * right.var()
    return Exercise(
        f"A threshold puts the targets {_listed(first)} to the left and {_listed(second)} to the "
        "right. What is its cost J, the mean squared error of both sides weighted by m_left/m and "
        "m_right/m?",
        Number(
            cost,
            [
                Slip(sums, "A mean squared error is divided by the samples of its node."),
                Slip((left.var() + right.var()) / 2, UNWEIGHTED),
                Slip(left.var() + right.var(), ADDED),
                Slip(whole - cost, "That is how much the split saves. Asked is what is left."),
                Slip(
                    (a * left.var(ddof=1) + b * right.var(ddof=1)) / n,
                    "You divided by n − 1. A mean squared error divides by n.",
                ),
                Slip((a * left.std() + b * right.std()) / n, "Do not take roots."),
                Slip(n * cost, "You forgot to divide by m."),
                Slip(whole, "That is the node before the split."),
            ],
        ),
        "Each side predicts its own mean.",
        f"left: variance {left.var():.4f}; right: {right.var():.4f}; "
        f"{a}/{n} · {left.var():.4f} + {b}/{n} · {right.var():.4f} = {cost:.4f}",
        data={"left": first, "right": second},
    )


@varied("numbers")
def variance_reduction(draw: Random | None) -> Exercise:
    """Var(S) less the weighted variances, with 1/(n − 1) as other notes have it."""
    first, second = _two_sides(draw)
    left, right = np.array(first, float), np.array(second, float)
    whole = np.concatenate([left, right])
    a, b, n = len(left), len(right), len(whole)
    after = (a * left.var(ddof=1) + b * right.var(ddof=1)) / n
    with_n = whole.var() - (a * left.var() + b * right.var()) / n
    return Exercise(
        f"A split puts the targets {_listed(first)} into one branch and {_listed(second)} into the "
        "other. By how much does it reduce the variance, with 1/(n − 1) in every variance?",
        Number(
            whole.var(ddof=1) - after,
            [
                Slip(with_n, "You divided by n. Here every variance divides by n − 1."),
                Slip(
                    whole.var(ddof=1) - (left.var(ddof=1) + right.var(ddof=1)) / 2,
                    UNWEIGHTED,
                ),
                Slip(whole.var(ddof=1) - left.var(ddof=1) - right.var(ddof=1), ADDED),
                Slip(after, "That is what is left. Subtract it from the variance of the node."),
                Slip(whole.var(ddof=1), "That is the node before the split. Subtract the rest."),
                Slip(whole.std(ddof=1) - after**0.5, "Do not take roots."),
            ],
        ),
        "Var(S) less the variances of the branches, each weighted by its share of the samples.",
        f"{whole.var(ddof=1):.4f} − ({a}/{n} · {left.var(ddof=1):.4f} + {b}/{n} · "
        f"{right.var(ddof=1):.4f}) = {whole.var(ddof=1) - after:.4f}",
        data={"left": first, "right": second},
    )


@fixed("numbers")
def split_for_lines() -> Exercise:
    """Why the variance misleads where leaves hold equations."""
    return Exercise(
        "The target is y = |x| for x from −1 to 1, without noise. A model tree has a line in each "
        "leaf. Which split at the root is best, and does the variance of y find it?",
        Choice(
            {
                "a": "x <= 0, and the variance of y finds it",
                "b": "x <= 0, but it does not lower the variance of y at all",
                "c": "x <= 0.5, where y is half of its largest value",
                "d": "none: one line is as good",
            },
            "b",
            {
                "a": "Both sides of 0 have the same values of y: the variance stays as it is.",
                "c": "With a line per leaf, the left side would still hold a bend. Where is it?",
                "d": "One line through |x| is flat, and wrong nearly everywhere.",
            },
        ),
        "Two lines describe y exactly. Where do they meet? What is the variance on each side?",
        "b: y = −x on the left and y = x on the right leave no error; but both sides hold the same "
        "numbers y, so their variance is that of the whole. RETIS and MAUVE look at lines instead.",
    )


@fixed("numbers")
def day_without_an_outlook() -> Exercise:
    """e = [?, high, strong]: a day goes down every branch, by the share of training days."""
    weather = datasets.weather()
    said = "The branches count by how many of the 14 days went there: 5, 4 and 5."
    return Exercise(
        "The tree of play tennis asks for outlook; sunny days are then asked for humidity, rainy "
        "ones for wind, and on overcast days (4 of 14) one always plays. Today humidity is high, "
        "the wind is strong, and nobody knows the outlook. What share of today is no, and what "
        "share is yes?",
        Numbers(
            {
                "no": Number(
                    10 / 14,
                    [
                        Slip(4 / 14, "You swapped yes and no."),
                        Slip(2 / 3, said),
                        Slip(5 / 14, "Sunny and rain both lead to no: add them."),
                        Slip(
                            3 / 5,
                            "All sunny days with high humidity, and all rainy ones with strong "
                            "wind, are no.",
                        ),
                        Slip(1.0, "On overcast days one plays, and today may be one."),
                    ],
                ),
                "yes": Number(
                    4 / 14,
                    [
                        Slip(10 / 14, "You swapped yes and no."),
                        Slip(1 / 3, said),
                        Slip(9 / 14, "That is the share at the root. Follow the branches down."),
                        Slip(0.0, "On overcast days one plays, and today may be one."),
                    ],
                ),
            }
        ),
        "Send 5/14 of the day to sunny, 4/14 to overcast and 5/14 to rain.",
        "sunny and high: no, 5/14; overcast: yes, 4/14; rain and strong: no, 5/14. "
        "No 10/14, yes 4/14: predict no.",
        rows_text(weather.X, weather.y, "play"),
        {"X": weather.X, "y": weather.y},
    )


@varied("numbers")
def value_to_impute(draw: Random | None) -> Exercise:
    """The mean among the samples of the node that have the same class."""
    if draw is None:
        own, others = [38, 41, 47], [60, 70]
    else:
        own = [draw.randint(20, 45) for _ in range(3)]
        others = [draw.randint(55, 80) for _ in range(2)]
    mean = float(np.mean(own))
    return Exercise(
        f"A training sample of class A has no age. At its node the ages of class A are "
        f"{_listed(own)}, those of class B {_listed(others)}. Which age does it get, if a missing "
        "value is replaced by the mean of its node and class?",
        Number(
            mean,
            [
                Slip(
                    float(np.mean(own + others)),
                    "You took the mean of both classes. The sample is of class A.",
                ),
                Slip(float(np.mean(others)), "That is the mean of the other class."),
                Slip(sum(own) / 4, "The sample itself has no age: divide by the 3 that have one."),
                Slip(float(np.median(own)), "That is the median."),
                Slip(float(sum(own)), "That is the sum."),
            ],
            decimals=2,
        ),
        "Only the samples of the same class count.",
        f"({' + '.join(map(str, own))}) / 3 = {mean:.2f}",
        data={"same_class": own, "other_class": others},
    )
