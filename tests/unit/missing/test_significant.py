"""Missing values that leave the majority where a test says so, against a slow twin."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import CARTRegressor, MultiTargetRegressor, TreeClassifier, TreeRegressor, _core
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.missing import Significant
from tests.examples import examples
from tests.oracles.significant import best_split, p_alike, place_of

MADE = {True: TreeClassifier, False: TreeRegressor}


def split_of(values, targets, are_classes, **policy):
    model = MADE[are_classes](missing=Significant(**policy), max_depth=1)
    y = [str(t) for t in targets] if are_classes else [float(t) for t in targets]
    return model.fit({"x": list(values)}, y).tree_.root


def numbers_of(group, are_classes, n_classes=3):
    if are_classes:
        return np.bincount(group, minlength=n_classes).astype(float)
    y = np.array(group, dtype=float)
    return np.array([len(y), y.sum(), (y**2).sum()])


groups = st.lists(st.integers(0, 2), min_size=1, max_size=12)


@given(missing=groups, branches=st.lists(groups, min_size=2, max_size=4), data=st.data())
@examples(200)
@pytest.mark.parametrize("are_classes", [True, False])
def test_the_branch_for_missing_values_is_that_of_scipys_tests(
    are_classes, missing, branches, data
):
    alpha = data.draw(st.sampled_from([0.01, 0.05, 0.3, 1.0]))
    heaviest = np.array([np.argmax([len(b) for b in branches])], dtype=np.int32)
    p = p_alike(missing, branches[heaviest[0]], are_classes)
    if abs(p - alpha) < 1e-9:
        return  # rounding decides

    (found,) = _core.places_for_missing(
        numbers_of(missing, are_classes),
        np.stack([numbers_of(b, are_classes) for b in branches])[None],
        heaviest,
        "likelihood_ratio" if are_classes else "f",
        np.log(alpha),
    )

    assert found == place_of(missing, branches, are_classes, alpha)


@pytest.mark.parametrize("are_classes", [True, False])
@pytest.mark.parametrize("kind", ["numbers", "texts"])
@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.5])
@pytest.mark.parametrize("seed", range(6))
def test_the_best_split_is_that_of_a_search_by_hand(are_classes, kind, alpha, seed):
    rng = np.random.default_rng(seed)
    targets = rng.integers(0, 3, 40)
    values = np.round(2 * rng.normal(size=40) + targets).clip(-2, 4)
    is_missing = rng.random(40) < np.where(targets == 2, 0.6, 0.1)
    texts = [v if kind == "numbers" else "abcdefg"[int(v) + 2] for v in values]
    held = [None if m else v for m, v in zip(is_missing, texts, strict=True)]

    root = split_of(held, targets, are_classes, alpha=alpha)

    score, key, place = best_split(held, targets.tolist(), are_classes, alpha)
    assert root.score == pytest.approx(score)
    split = root.split
    if key == "known":
        assert "known" in str(root)
    elif kind == "numbers":
        assert split.thresholds[0] == key
        assert split.missing_branch == place


TWO = ["no"] * 12 + ["yes"] * 12
#: Twelve low incomes, which say no, eight high ones, which say yes, and four that are missing.
INCOME = [20 + k for k in range(12)] + [60 + k for k in range(8)] + [None] * 4


def test_blanks_that_differ_from_the_majority_leave_it():
    root = split_of(INCOME, TWO, True)

    assert p_alike(["yes"] * 4, ["no"] * 12, True) < 0.05
    assert root.split.missing_branch == 1
    assert root.on_missing == "goes where training sent missing values, x > 45.5"


def test_blanks_that_may_be_chance_follow_the_majority():
    """One in four of them says no: the search for a direction takes the other side at once."""
    y = ["no"] * 12 + ["yes"] * 8 + ["yes", "yes", "no", "no"]

    root = split_of(INCOME, y, True, alpha=0.001)
    direction = TreeClassifier(max_depth=1).fit({"x": INCOME}, y).tree_.root

    assert root.split.missing_branch == 0
    assert root.split.thresholds == direction.split.thresholds


def test_known_or_missing_is_asked_only_where_the_two_differ():
    known = [1.0] * 10 + [None] * 10
    told, chance = ["a"] * 10 + ["b"] * 10, ["a", "b"] * 9 + ["a", "a"]

    assert split_of(known, told, True).split is not None
    assert split_of(known, chance, True).split is None
    assert TreeClassifier(max_depth=1).fit({"x": known}, chance).tree_.root.split is not None


@pytest.mark.parametrize("are_classes", [True, False])
def test_at_0_missing_values_never_leave_the_heaviest_branch(are_classes):
    rng = np.random.default_rng(2)
    X = rng.normal(size=(200, 3)).round(1)
    X[rng.random(X.shape) < 0.3] = np.nan
    y = rng.integers(0, 3, 200)
    y = y.astype(str) if are_classes else y * 1.0

    tree = MADE[are_classes](missing=Significant(alpha=0.0), max_depth=4).fit(X, y).tree_

    for node in tree.nodes():
        if node.split is not None:
            assert "known" not in str(node)
            without = known_by_branch(X, node)
            assert without[node.split.missing_branch] >= max(without) - 1e-9


def known_by_branch(X, node):
    """How many samples with a value go down each branch of a node."""
    known = X[rows_at(X, node), node.split.column]
    known = known[~np.isnan(known)]
    below = int((known <= node.split.thresholds[0]).sum())
    return [below, len(known) - below]


def rows_at(X, node):
    rows = np.ones(len(X), dtype=bool)
    for split, branch in node.path:
        column = X[:, split.column]
        side = np.where(column <= split.thresholds[0], 0, 1)
        side[np.isnan(column)] = split.missing_branch
        rows &= side == branch
    return rows


@pytest.mark.parametrize("are_classes", [True, False])
def test_where_nothing_is_missing_it_is_the_tree_of_any_policy(are_classes):
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(150, 4)), rng.integers(0, 3, 150)
    y = y.astype(str) if are_classes else y * 1.0

    ours, theirs = (
        MADE[are_classes](missing=m).fit(X, y).tree_ for m in ("significant", "direction")
    )

    assert ours.to_text(show_missing=True) == theirs.to_text(show_missing=True)


def test_weights_count_as_repetition():
    rng = np.random.default_rng(4)
    X = rng.normal(size=(60, 2)).round(1)
    X[rng.random(X.shape) < 0.3] = np.nan
    y, weights = rng.integers(0, 2, 60).astype(str), rng.integers(1, 4, 60)
    model = TreeClassifier(missing="significant", max_depth=3)

    weighted = model.fit(X, y, sample_weight=weights).tree_.to_text(show_missing=True)
    repeated = model.fit(np.repeat(X, weights, axis=0), np.repeat(y, weights)).tree_

    assert weighted == repeated.to_text(show_missing=True)


def test_the_grower_that_grows_it_is_said():
    X = {"x": [1.0, 2.0, None, 4.0] * 10}

    assert (
        TreeClassifier(missing="significant")
        .fit(X, list("abab") * 10)
        .grower_.startswith("native, general: missing policy")
    )


@pytest.mark.parametrize("alpha", [-0.1, 2, "a", None])
def test_what_is_no_probability_is_refused(alpha):
    with pytest.raises(ParameterError, match="must be a probability, from 0 to 1"):
        split_of(INCOME, TWO, True, alpha=alpha)


def test_other_targets_are_refused_with_what_to_do():
    with pytest.raises(UnsupportedCombination, match="Use another policy, such as"):
        CARTRegressor(criterion="absolute_error", missing="significant").fit(
            {"x": INCOME}, np.arange(24.0)
        )
    with pytest.raises(UnsupportedCombination, match="missing='significant' tests"):
        MultiTargetRegressor(missing="significant").fit(
            {"x": INCOME}, np.random.default_rng(0).normal(size=(24, 2))
        )
