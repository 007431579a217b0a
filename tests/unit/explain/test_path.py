"""The way of one sample, in words."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor, datasets
from arboretum.exceptions import ParameterError
from arboretum.explain import path
from arboretum.missing import Error

# Five known incomes, three low; of the three unknown two said yes.
X = {"income": [20, 25, 30, 60, 70, None, None, None]}
Y = ["no", "no", "no", "yes", "yes", "yes", "yes", "no"]

WORDS = {
    "direction": "goes where training sent missing values, income > 45",
    "majority": "follows the heaviest branch, income <= 45",
    "fractional": "goes down all branches with shares 0.6, 0.4",
    "impute": "is taken for what is usual here, income <= 45",
    "branch": "goes down the branch for missing values",
}


def stump(policy):
    return TreeClassifier(missing=policy, max_depth=1).fit(X, Y).tree_


@pytest.mark.parametrize("policy", WORDS)
def test_every_policy_says_what_it_does_with_a_missing_value(policy):
    tree = stump(policy)

    first, *_ = path(tree, {"income": [None]})

    assert first.reason == f"income is missing: {WORDS[policy]}"
    assert tree.root.on_missing == WORDS[policy]
    assert f"  missing   {WORDS[policy]}" in str(tree.root)


@pytest.mark.parametrize("policy", WORDS)
def test_a_known_value_says_what_it_is(policy):
    first, last = path(stump(policy), {"income": [None, 28]}, row=1)

    assert str(first) == "node 0: income is 28: income <= 45"
    assert str(last) == "node 1: ends here"


def test_the_first_surrogate_that_can_answer_is_named():
    people = {
        "income": [20, 25, 30, 35, 60, 70, 75, 80],
        "age": [22, 25, 51, 31, 48, 55, 61, 45],
        "job": ["shop", "shop", "shop", "bank", "bank", "bank", "shop", "bank"],
    }
    model = TreeClassifier(missing="surrogate", max_depth=1).fit(people, ["no"] * 4 + ["yes"] * 4)
    asked = {"income": [None] * 3, "age": [50, None, None], "job": [None, "shop", None]}

    steps = [path(model.tree_, asked, row) for row in range(3)]

    assert [first.reason for first, *_ in steps] == [
        "income is missing: by surrogate age > 38",
        "income is missing: by surrogate job = shop",
        "income is missing: stays here",
    ]
    assert [last.node for *_, last in steps] == model.apply(asked).tolist()
    assert model.tree_.root.on_missing == "asks the surrogates, else stays here"


def test_steps_have_the_shares_of_the_walk():
    weather = datasets.weather()
    model = TreeClassifier(criterion="entropy", splits="multiway", missing="fractional")
    model.fit(weather.X, weather.y)
    day = {"outlook": [None], "humidity": ["high"], "wind": [None]}

    steps = path(model.tree_, day)

    ends = {step.node: step.share for step in steps if model.tree_.is_leaf[step.node]}
    found = model.tree_.ends(model._columns(day))
    assert ends == pytest.approx(dict(zip(found.nodes.tolist(), found.shares, strict=True)))
    assert [step.node for step in steps] == model.decision_path(day).indices.tolist()


def test_a_new_category_and_one_that_was_not_at_the_node_are_told_apart():
    X = {"colour": list("rrgbb"), "size": [1, 1, 2, 2, 2]}
    model = TreeClassifier(missing=Error(unseen="stays"), splits="multiway")
    tree = model.fit(X, ["a", "b", "c", "d", "e"]).tree_

    (new, *_), steps = (path(tree, {"colour": [c], "size": [1]}) for c in ("z", "g"))

    assert new.reason == "colour is a category that training never saw: stays here"
    assert steps[0].reason == "colour = g"


def test_whether_a_value_is_known_is_an_answer_like_others():
    asked = {"x": [5.1, 4.8, np.nan, np.nan]}
    tree = TreeClassifier().fit(asked, ["yes", "yes", "no", "no"]).tree_

    reasons = [path(tree, {"x": [value]})[0].reason for value in (5.0, None)]

    assert reasons == ["x is known", "x is missing"]


def test_a_row_that_is_not_there_is_refused():
    with pytest.raises(ParameterError, match="row=3 does not exist: X has 1 samples"):
        path(stump("majority"), {"income": [1.0]}, row=3)


def test_contributions_by_hand():
    # Of six patients with normal blood pressure three get A; the age tells them apart.
    drug = datasets.drug()
    model = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y)
    patient = {"sex": ["male"], "age": [30], "blood pr.": ["normal"]}
    patient = {name: patient.get(name, patient["blood pr."]) for name in drug.X}

    found = path(model, patient)

    assert [step.value for step in found] == [(0.5, 0.5), (0.5, 0.5), (1.0, 0.0)]
    assert [step.contribution for step in found] == [(0.0, 0.0), (0.5, -0.5), (0.0, 0.0)]
    pressure = next(name for name in drug.X if name not in ("sex", "age"))
    changed = {name: change.tolist() for name, change in found.by_feature().items()}
    assert changed == {pressure: [0.0, 0.0], "age": [0.5, -0.5]}
    assert found.words == f"{pressure} is normal, age is 30, so y = A (1)"
    assert found.prediction == "A"


@pytest.mark.parametrize("policy", [*WORDS, "surrogate"])
@pytest.mark.parametrize("Estimator", [TreeClassifier, TreeRegressor])
@pytest.mark.parametrize("n_targets", [1, 2])
def test_contributions_add_up_to_the_prediction_less_the_root(policy, Estimator, n_targets):
    rng = np.random.default_rng(n_targets)
    X = {"a": rng.normal(size=90), "b": rng.normal(size=90), "c": rng.choice(list("rgb"), 90)}
    X["c"] = X["c"].astype(object)
    for name, nothing in (("a", np.nan), ("b", np.nan), ("c", None)):
        X[name][rng.random(90) < 0.3] = nothing
    y = rng.integers(0, 3, (90, n_targets)).astype(float)
    model = Estimator(missing=policy, min_samples_leaf=5).fit(X, y if n_targets > 1 else y[:, 0])
    if Estimator is TreeClassifier:
        said = model.predict_proba(X)
        said = said if n_targets == 1 else np.hstack(said)
    else:
        said = model.predict(X).reshape(90, -1)
    decided = model.predict(X).tolist()

    for row in range(90):
        found = path(model, X, row)

        total = np.sum([step.contribution for step in found], axis=0)
        np.testing.assert_allclose(found.start + total, said[row], atol=1e-12)
        np.testing.assert_allclose(sum(found.by_feature().values()), total, atol=1e-12)
        assert found.prediction == pytest.approx(decided[row], abs=1e-12)


def test_steps_are_written_with_distribution_and_change():
    model = TreeClassifier(missing="fractional").fit({"income": X["income"][:5]}, Y[:5])

    found = path(model, {"income": [None]})

    assert str(found).splitlines() == [
        "income is missing, so y = no (0.6)",
        "",
        "node  share  samples  (no yes)   change of no  what happens",
        "   0      1        5  (0.6 0.4)            +0  "
        "income is missing: goes down all branches with shares 0.6, 0.4",
        "   1    0.6        3  (1 0)                    ends here",
        "   2    0.4        2  (0 1)                    ends here",
    ]
    frame = found.to_frame()
    assert frame["node"].tolist() == [0, 1, 2]
    assert frame["contribution to y=yes"].tolist() == pytest.approx([0, 0, 0])
    assert found.to_markdown().splitlines()[2] == (
        "| node | share | samples | (no yes) | change of no | what happens |"
    )
