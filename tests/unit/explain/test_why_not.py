"""Runner-ups, and how many samples stand between them and the question of a node."""

from __future__ import annotations

import math
from collections import Counter
from functools import partial

import numpy as np
import pytest

from arboretum import (
    C45Classifier,
    CHAIDClassifier,
    TreeClassifier,
    TreeRegressor,
    datasets,
)
from arboretum.explain import why_not
from tests.oracles.flips import (
    entropy,
    fewest_to_go,
    gini,
    impurity_decrease,
    parted,
    variance,
    weight_of,
)

LEFT_OUT = ("majority", "surrogate", "fractional")


def few_samples(seed, missing, n=8):
    rng = np.random.default_rng(seed)
    X = {
        "a": rng.integers(0, 4, n).astype(float),
        "b": rng.choice(["r", "g", "b"], n).astype(object),
        "c": rng.integers(0, 3, n).astype(float),
    }
    X["a"][rng.random(n) < missing] = np.nan
    X["b"][rng.random(n) < missing] = None
    return X, rng.choice(["no", "yes"], n)


def is_known(value):
    return value is not None and value == value


def usual(some, known):
    """What stands in for a missing value: the heaviest, or what is nearest to the mean.

    ``some`` are pairs of a value and a weight.
    """
    weights = Counter()
    for value, weight in some:
        weights[value] += weight
    if isinstance(known[0], str):
        return max(sorted(weights), key=lambda value: weights[value])
    mean = sum(value * weight for value, weight in some) / weights.total()
    return min(sorted(known), key=lambda value: abs(value - mean))


def labels_of(model, split, X, y, weights):
    """The branch that each sample counts in when the split is scored; None for none."""
    feature = model.tree_.schema.features[split.column]
    values = X[feature.name].tolist()
    code = {name: i for i, name in enumerate(feature.categories or ())}
    labels = []
    for value, target in zip(values, y, strict=True):
        if model.missing == "impute" and not is_known(value):
            every = [it for it in zip(values, weights, y, strict=True) if is_known(it[0])]
            same = [it for it in every if it[2] == target] or every
            value = usual([it[:2] for it in same], [it[0] for it in every])
        if split.kind == "presence":
            labels.append(int(not is_known(value)))
        elif is_known(value):
            labels.append(split.branch(code[value] if code else value))
        else:
            labels.append(None if model.missing in LEFT_OUT else split.missing_branch)
    return labels


def merit(criterion, policy, min_leaf, rows, labels, left, _):
    branches = parted(labels, left, min_leaf)
    if branches is None:
        return -math.inf
    sizes = [(i, weight_of(rows, branch)) for i, branch in enumerate(branches)]
    known, whole = sum(size for _, size in sizes), weight_of(rows, left)
    score = impurity_decrease(gini if criterion == "gini" else entropy, rows, branches)
    if criterion == "gain_ratio":
        if policy == "fractional" and known < whole:
            sizes.append(("left out", whole - known))
        score /= entropy(sizes)
    return score * known / whole


@pytest.mark.parametrize(
    "policy", ["direction", "majority", "fractional", "impute", "branch", "surrogate"]
)
@pytest.mark.parametrize("criterion", ["gini", "gain_ratio"])
def test_flips_are_what_trying_all_sets_of_samples_finds(policy, criterion):
    for seed in range(12):
        X, y = few_samples(seed, missing=0.2, n=9)
        model = TreeClassifier(
            criterion=criterion, missing=policy, min_samples_leaf=1 + seed % 2, max_depth=1
        )
        # Weights that are not whole: each row counts as one sample.  Their sums are exact.
        weights = np.ones(9) if seed < 6 else np.resize([0.5, 1.0, 1.25], 9)
        model.fit(X, y, weights)
        best = {c.feature: c for c in model.tree_.competitors(0, X, y, weights)}
        by_hand = partial(merit, criterion, policy, model.min_samples_leaf)
        rows = list(zip(y.tolist(), weights.tolist(), strict=True))

        found = why_not(model, 0, X, y, weights)

        names = list(X)
        ours = labels_of(model, best[found.chosen.feature].split, X, y, weights)
        for one in found.runner_ups:
            theirs = labels_of(model, best[one.feature].split, X, y, weights)
            first = names.index(one.feature) < names.index(found.chosen.feature)
            expected = fewest_to_go(rows, ours, theirs, by_hand, first)
            assert one.flips.exact == expected
            assert one.flips.is_never == (expected is None)


def test_flips_of_numbers():
    rng = np.random.default_rng(5)
    X = {"a": rng.integers(0, 4, 9).astype(float), "b": rng.integers(0, 4, 9).astype(float)}
    y = rng.normal(size=9)
    model = TreeRegressor(max_depth=1, min_samples_leaf=2).fit(X, y)
    best = {c.feature: c.split for c in model.tree_.competitors(0, X, y)}

    def by_hand(rows, labels, left, _):
        branches = parted(labels, left, 2)
        return -math.inf if branches is None else impurity_decrease(variance, rows, branches)

    found = why_not(model, 0, X, y)

    (other,) = found.runner_ups
    ours, theirs = (
        [best[name].branch(value) for value in X[name].tolist()]
        for name in (found.chosen.feature, other.feature)
    )
    rows = [(number, 1.0) for number in y.tolist()]
    expected = fewest_to_go(rows, ours, theirs, by_hand, other.feature < found.chosen.feature)
    assert other.flips.exact == expected


@pytest.mark.parametrize("seed", [2, 4, 15, 34])
def test_flips_of_c45_count_in_gain_ratios_charged_for_the_choice_of_a_threshold(seed):
    X, y = few_samples(seed, missing=0.0, n=12)
    model = C45Classifier(pruning=None).fit(X, y)
    best = {c.feature: c.split for c in model.tree_.competitors(0, X, y)}
    n_cuts = {"b": 1}
    for name in "ac":  # two samples must be left on either side
        below = [sum(X[name] <= value) for value in set(X[name])]
        n_cuts[name] = sum(2 <= n <= 10 for n in below)

    def by_hand(names, rows, labels, left, which):
        branches = parted(labels, left, 0)
        if branches is None or sum(len(branch) >= 2 for branch in branches) < 2:
            return -math.inf
        gain = impurity_decrease(entropy, rows, branches)
        gain -= math.log2(n_cuts[names[which]]) / len(left)
        return gain / entropy([(i, len(branch)) for i, branch in enumerate(branches)])

    found = why_not(model, 0, X, y)

    ours = labels_of(model, best[found.chosen.feature], X, y, np.ones(12))
    assert len(found.runner_ups) > 0
    for one in found.runner_ups:
        if one.margin < 0:  # its gain is below the mean: the ratio is not what it lost by
            assert one.flips is None
            continue
        theirs = labels_of(model, best[one.feature], X, y, np.ones(12))
        merits = partial(by_hand, (found.chosen.feature, one.feature))
        first = one.feature < found.chosen.feature
        rows = [(name, 1.0) for name in y.tolist()]
        assert one.flips.exact == fewest_to_go(rows, ours, theirs, merits, first)


def test_samples_that_nothing_tells_apart_are_tried_once():
    # x parts the classes, and z does except for four samples.  As long as x has two sides it is
    # better: all 30 samples of one side must go.
    x = np.repeat([0.0, 1.0], 30)
    z = np.where(np.isin(np.arange(60), [0, 1, 30, 31]), 1 - x, x)
    model = TreeClassifier().fit({"x": x, "z": z}, x)

    found = why_not(model, 0, {"x": x, "z": z}, x)

    assert found.runner_ups[0].flips.exact == 30


def test_where_tries_run_out_the_bounds_hold_the_number():
    penguins = datasets.penguins()
    model = TreeClassifier(max_depth=1).fit(penguins.X, penguins.y)

    all_tries, few_tries = (
        why_not(model, 0, penguins.X, penguins.y, n_flips=2, max_tries=tries).runner_ups[1].flips
        for tries in (200_000, 2_000)
    )

    assert all_tries.exact == 9
    assert few_tries.exact is None
    assert few_tries.at_least <= 9 <= few_tries.at_most
    assert str(few_tries) == f"{few_tries.at_least} to {few_tries.at_most}"


def test_scores_ranks_and_margins_are_those_of_growth():
    drug = datasets.drug()
    model = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y)

    found = why_not(model, 0, drug.X, drug.y)

    # The lecture's numbers: 0.5 for blood pressure, 0.1909 for age, 0 for sex.
    assert found.chosen.score == pytest.approx(0.5)
    assert [(one.rank, one.feature) for one in found.runner_ups] == [(2, "age"), (3, "sex")]
    assert [one.margin for one in found.runner_ups] == pytest.approx([0.3091, 0.5], abs=5e-5)
    assert found.to_frame()["margin"].tolist()[1:] == [one.margin for one in found.runner_ups]
    assert str(found).splitlines()[3].split() == ["2", "age", "<=", "57.5", "0.1909", "0.3091", "3"]
    assert found.to_markdown().splitlines()[2] == "| rank | question | score | margin | to go |"


def test_a_leaf_says_why_it_stopped_and_what_it_could_have_asked():
    drug = datasets.drug()
    model = TreeClassifier(criterion="entropy", splits="multiway", max_depth=0)
    model.fit(drug.X, drug.y)

    found = why_not(model, 0, drug.X, drug.y)

    assert found.chosen is None
    assert [one.feature for one in found.runner_ups] == ["blood_pressure", "age", "sex"]
    assert {one.flips for one in found.runner_ups} == {None}
    assert str(found).startswith("node 0 is a leaf: max_depth=0 is reached")


def test_where_more_than_two_questions_decide_nothing_is_counted():
    penguins = datasets.penguins()
    model = CHAIDClassifier().fit(penguins.X, penguins.y)

    found = why_not(model, 0, penguins.X, penguins.y)

    assert {one.flips for one in found.runner_ups} == {None}


def test_other_samples_than_those_of_training_are_pointed_out():
    drug = datasets.drug()
    model = TreeClassifier().fit(drug.X, drug.y)
    fewer = {name: column[:9] for name, column in drug.X.items()}

    found = why_not(model, 0, fewer, drug.y[:9])

    assert not found.is_training
    assert "not the samples that the tree was grown from" in str(found)
