"""Categories that training, or the node, never saw."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from arboretum import TreeClassifier
from arboretum.exceptions import CategoryWarning

COLOURS = ["red", "red", "red", "green", "blue", None]
ANSWERS = ["stop", "stop", "stop", "go", "go", "go"]


@pytest.mark.parametrize("missing", ["direction", "majority", "branch"])
def test_a_category_never_seen_goes_where_the_missing_go(missing):
    model = TreeClassifier(missing=missing).fit({"light": COLOURS}, ANSWERS)

    with pytest.warns(CategoryWarning):
        new = model.apply({"light": ["violet", "amber"]})

    assert new.tolist() == [model.apply({"light": [None]})[0]] * 2


def test_the_warning_names_the_feature_and_counts_the_samples():
    model = TreeClassifier().fit({"light": COLOURS, "x": range(6)}, ANSWERS)
    new = {"light": ["violet", "red", "amber", "violet", None], "x": range(5)}

    with pytest.warns(CategoryWarning, match=r"'light': 3 samples.*missing='direction'") as caught:
        model.predict(new)

    assert len(caught) == 1
    assert caught[0].filename == __file__


def test_known_and_missing_values_raise_no_warning():
    model = TreeClassifier().fit({"light": COLOURS}, ANSWERS)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.predict({"light": ["green", None]})


def test_a_category_that_is_known_but_was_not_at_the_node_goes_with_the_missing():
    # Where x <= 0 there are red and green only; blue is known from the other side.
    X = {
        "x": np.repeat([-1.0, 1.0], 6),
        "light": ["red", "red", "red", "red", "green", "green"] + ["blue"] * 6,
    }
    y = ["stop"] * 4 + ["go"] * 2 + ["wait"] * 6
    model = TreeClassifier().fit(X, y, sample_weight=[1] * 6 + [10] * 6)
    (node,) = [n for n in model.tree_.nodes() if n.split and n.split.kind == "category"]
    categories = model.tree_.schema.features[1].categories
    assert node.split.branches[categories.index("blue")] == -1

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ended = model.apply({"x": [-1.0], "light": ["blue"]})[0]

    assert ended == node.children[node.split.missing_branch]
    assert node.split.missing_branch == node.split.branches[categories.index("red")]  # heavier


@pytest.mark.parametrize("splits", ["binary", "multiway"])
def test_a_node_that_cannot_send_a_sample_on_still_predicts(splits):
    model = TreeClassifier(splits=splits).fit({"light": COLOURS}, ANSWERS)

    with pytest.warns(CategoryWarning):
        shares = model.predict_proba({"light": ["violet"]})

    assert shares.sum() == pytest.approx(1)
