"""Every rule that the reference lists can be named."""

from __future__ import annotations

import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.exceptions import ParameterError, UnknownPartError
from arboretum.stopping import KNOWN, MaxDepth, MinScore
from arboretum.stopping.named import needed_by

NUMBERS_ONLY, CLASSES_ONLY = {"f_test"}, {"purity", "chi_square"}
VALUES = {"depth": "2", "n": "3", "share": "0.2", "value": "0.01"}


@pytest.mark.parametrize("name", KNOWN)
def test_stopping_takes_every_name_that_the_reference_lists(name):
    needed = needed_by(name)
    text = f"{name}={VALUES[needed[0]]}" if needed else name
    X = {"x": list(range(40))}

    tree = None
    if name not in NUMBERS_ONLY:
        tree = TreeClassifier(stopping=text).fit(X, ["a", "b", "b", "a"] * 10).tree_
    if name not in CLASSES_ONLY:
        tree = TreeRegressor(stopping=(text,)).fit(X, [0.0, 1.0, 3.0, 4.0] * 10).tree_

    assert name in str(tree.parts["stopping"])


def test_a_number_behind_the_name_is_the_parameter():
    X, y = {"x": list(range(8))}, list("abababab")

    assert TreeClassifier(stopping="max_depth=2").fit(X, y).tree_ == (
        TreeClassifier(stopping=MaxDepth(2)).fit(X, y).tree_
    )
    assert TreeClassifier(stopping=["min_score=0.5"]).fit(X, y).tree_ == (
        TreeClassifier(stopping=MinScore(0.5)).fit(X, y).tree_
    )


@pytest.mark.parametrize("name", [name for name in KNOWN if needed_by(name)])
def test_a_rule_without_its_number_says_how_to_pass_it_and_that_works(name):
    X, y = {"x": list(range(8))}, list("abababab")

    with pytest.raises(ParameterError, match=f"stopping='{name}' needs") as caught:
        TreeClassifier(stopping=name).fit(X, y)

    advised = str(caught.value).split("as in stopping='")[1].split("'")[0]
    TreeClassifier(stopping=advised).fit(X, y)


def test_names_that_are_no_rules_are_refused():
    with pytest.raises(UnknownPartError, match="Did you mean 'purity'"):
        TreeClassifier(stopping="purty").fit({"x": [1, 2]}, [0, 1])
    with pytest.raises(ParameterError, match="takes no parameter"):
        TreeClassifier(stopping="constant=3").fit({"x": [1, 2]}, [0, 1])
