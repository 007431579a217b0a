"""Rule sets: who decides, what is said, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arboretum import ID3Classifier, TreeClassifier, TreeRegressor, datasets
from arboretum.data.schema import Feature, Schema, Target
from arboretum.exceptions import (
    CategoryWarning,
    DataError,
    MissingValueError,
    ParameterError,
    UnsupportedCombination,
)
from arboretum.rules import Condition, Origin, Rule, RuleSet
from tests.unit.tree.examples import petal_tree, shirt_tree

SCHEMA = Schema((Feature("x", "numeric"), Feature("z", "numeric")), (Target("y", ("a", "b")),))
ORIGIN = Origin(SCHEMA, 20.0, 20.0, (10.0, 10.0))


def rule(conditions, value):
    value = tuple(map(float, value))
    return Rule(tuple(conditions), value, (int(np.argmax(value)),), sum(value), sum(value), ORIGIN)


def overlapping(is_ordered, default=None):
    """x <= 5 says a (9 of 10); z <= 5 says b (6 of 8)."""
    rules = (rule([Condition(0, high=5.0)], [9, 1]), rule([Condition(1, high=5.0)], [2, 6]))
    return RuleSet(rules, ORIGIN, is_ordered, default)


DEFAULT = rule([], [0, 5])
#: Both rules, only the first, only the second, none.
SAMPLES = {"x": [1.0, 1.0, 9.0, 9.0], "z": [1.0, 9.0, 1.0, 9.0]}


def test_the_first_rule_decides_in_an_ordered_set():
    rules = overlapping(True, DEFAULT)

    assert rules.predict(SAMPLES).tolist() == ["a", "a", "b", "b"]
    assert rules.apply(SAMPLES).tolist() == [0, 0, 1, -1]
    assert rules.predict_proba(SAMPLES).tolist() == [[0.9, 0.1], [0.9, 0.1], [0.25, 0.75], [0, 1]]


def test_all_rules_decide_together_in_an_unordered_set():
    rules = overlapping(False, DEFAULT)

    # (0.9 + 0.25) / 2 for a, (0.1 + 0.75) / 2 for b
    assert rules.predict_proba(SAMPLES)[0] == pytest.approx([0.575, 0.425])
    assert rules.predict(SAMPLES).tolist() == ["a", "a", "b", "b"]


def test_a_loss_matrix_decides_between_rules_that_share_a_sample():
    loss = np.array([[0.0, 1.0], [5.0, 0.0]])  # to miss a b is five times as bad
    rules = RuleSet(overlapping(False).rules, ORIGIN, loss=loss, default=DEFAULT)

    assert rules.predict(SAMPLES)[0] == "b"


def test_a_sample_that_meets_no_rule_is_refused_without_a_default():
    with pytest.raises(DataError, match=r"Row 3 meets none of the 2 rules \(1 rows in all\)"):
        overlapping(True).predict(SAMPLES)


def test_the_rules_that_cover_a_sample_as_a_matrix():
    covers = overlapping(True).covers(SAMPLES)

    assert covers.toarray().tolist() == [[1, 1], [1, 0], [0, 1], [0, 0]]


def test_an_explanation_names_the_rule_that_fired_and_those_it_shadowed():
    both, first, second, none = overlapping(True, DEFAULT).explain(SAMPLES)

    assert (both.fired, both.shadowed) == (((0, 1.0),), (1,))
    assert (first.fired, first.shadowed) == (((0, 1.0),), ())
    assert (second.fired, second.shadowed) == (((1, 1.0),), ())
    assert (none.fired, none.shadowed) == ((), ())
    assert str(both).splitlines() == [
        "row 0",
        "  fired: 1. if x <= 5 then y = a",
        "  shadowed: 2. if z <= 5 then y = b",
    ]
    assert str(none).splitlines()[1] == "  default: y = b"


def test_no_rule_is_shadowed_where_all_decide():
    both = overlapping(False).explain(SAMPLES)[0]

    assert (both.fired, both.shadowed) == (((0, 1.0), (1, 1.0)), ())


def test_rules_of_numbers_tell_mean_coverage_and_deviation():
    x = np.array([0.0, 0.0, 0.0, 1.0])
    y = np.array([1.0, 3.0, 5.0, 9.0])
    rules = TreeRegressor(max_depth=1).fit({"x": x}, {"y": y}).tree_.rules()

    first, second = rules
    assert (first.prediction, second.prediction) == (3.0, 9.0)
    assert (first.coverage, second.coverage) == (0.75, 0.25)
    assert first.deviation == pytest.approx(np.std([1, 3, 5]))
    assert (first.confidence, first.lift, first.interval) == (None, None, None)
    assert str(rules).splitlines()[0] == "1. if x <= 0.5 then y = 3  (n=3, sd 1.633)"


def test_the_deviation_is_unknown_where_the_impurity_is_none():
    y = [1.0, 3.0, 5.0, 9.0]
    tree = TreeRegressor(criterion="absolute_error").fit({"x": [0, 0, 1, 1]}, y).tree_

    assert [rule.deviation for rule in tree.rules()] == [None] * tree.n_leaves


def test_samples_that_may_stay_at_an_inner_node_have_a_rule_of_their_own():
    # ID3 leaves a sample at the node that asks for a category never seen there.
    frame = datasets.weather().frame("pandas")
    X, y = frame.drop(columns="play"), frame["play"]
    model = ID3Classifier().fit(X, y)
    new = X.head(1).assign(outlook="fog")

    rules = model.tree_.rules()
    with pytest.warns(CategoryWarning, match="never seen"):
        number = rules.apply(new)[0]

    assert len(rules) == model.tree_.n_leaves + (~model.tree_.is_leaf).sum()
    assert rules[number].node == 0
    assert rules[number].n_samples == 0
    assert rules.check().is_disjoint
    assert rules.check().is_covering


def test_missing_values_are_refused_as_the_tree_refuses_them():
    model = TreeClassifier(missing="error").fit({"x": [0.0, 1.0]}, ["a", "b"])

    with pytest.raises(MissingValueError, match="'x' \\(1\\)"):
        model.tree_.rules().predict({"x": [np.nan]})


def test_rules_of_a_class():
    rules = petal_tree().rules()

    assert [rule.node for rule in rules.of_class("virginica")] == [4]
    assert rules.disjunction("setosa") == "(petal length <= 2.45)"
    with pytest.raises(ParameterError, match="'rose' is not a class of 'species'"):
        rules.of_class("rose")
    with pytest.raises(UnsupportedCombination, match="these predict numbers"):
        shirt_tree().rules().of_class("XL")


def test_a_class_that_is_never_predicted():
    rules = petal_tree().collapse([0]).rules()

    assert rules.disjunction("virginica") == "never"
    assert rules.disjunction("setosa") == "(anything)"


def test_long_rule_sets_are_clipped_and_say_so():
    rules = petal_tree().rules()

    assert rules.to_text(max_rules=1).splitlines() == [
        "1. if petal length <= 2.45 then species = setosa  (n=50, confidence 1.000, lift 3.00)",
        "… and 2 more rules",
    ]
    assert rules.to_markdown(max_rules=2).endswith("\n\n… and 1 more rule")
    assert len(rules.to_text(max_rules=None).splitlines()) == 3
    with pytest.raises(ParameterError, match="max_rules=0 shows nothing"):
        rules.to_text(max_rules=0)


def test_the_text_ends_in_the_default():
    assert str(overlapping(True, DEFAULT)).splitlines()[-1].startswith("otherwise y = b  (n=5")


def test_markdown_keeps_names_as_they_are():
    schema = Schema((Feature("a|b*<i>", "numeric"),), (Target("y", ("_x_", "x_y")),))
    origin = Origin(schema, 1.0, 1.0, (1.0, 0.0))
    rules = RuleSet((Rule((Condition(0, high=2.0),), (1.0, 0.0), (0,), 1.0, 1.0, origin),), origin)

    row = rules.to_markdown().splitlines()[2]

    assert row.startswith(r"| 1 | a\|b\*\<i> <= 2 | y = \_x\_ | 1 | 1.000 | 1.000 |")


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_a_frame_has_one_row_a_rule(backend):
    import narwhals as nw

    frame = nw.from_native(petal_tree().rules().to_frame(backend))

    assert frame["node"].to_list() == [1, 3, 4]
    assert frame["prediction of species"].to_list() == ["setosa", "versicolor", "virginica"]
    assert frame["confidence"].to_list() == pytest.approx([1, 49 / 54, 45 / 46])
    assert (
        frame["conditions"].to_list()[2]
        == "(petal length > 2.45 or missing) and petal width > 1.75"
    )


def test_an_unknown_backend_is_refused():
    with pytest.raises(ParameterError, match="backend='sql' is not known"):
        petal_tree().rules().to_frame("sql")


def test_a_rule_set_is_a_sequence():
    rules = petal_tree().rules()

    assert len(rules) == len(list(rules)) == 3
    assert repr(rules) == "<RuleSet for species: 3 rules>"
    assert repr(overlapping(True)) == "<RuleSet for y: 2 ordered rules>"


def test_a_tree_without_splits_is_one_rule_for_anything():
    rules = petal_tree().collapse([0]).rules()

    assert [str(rule) for rule in rules] == ["if anything then species = setosa"]
    assert rules.predict(np.zeros((2, 2))).tolist() == ["setosa", "setosa"]
    assert rules.check().is_covering


# -- votes ---------------------------------------------------------------------


def voting(*votes, default=DEFAULT):
    """x <= 5 says a; z <= 5 and then x <= 9 say b."""
    rules = (
        rule([Condition(0, high=5.0)], [9, 1]),
        rule([Condition(1, high=5.0)], [2, 6]),
        rule([Condition(0, high=9.0)], [1, 3]),
    )
    voters = tuple(replace(it, vote=vote) for it, vote in zip(rules, votes, strict=True))
    return RuleSet(voters, ORIGIN, default=default)


def test_the_class_with_most_votes_wins_and_not_the_loudest_rule():
    rules = voting(0.8, 0.5, 0.4)
    # Both b rules outvote a; then a against the last rule alone; b alone; none.
    samples = {"x": [1.0, 1.0, 9.0, 99.0], "z": [1.0, 9.0, 1.0, 9.0]}

    assert rules.predict(samples).tolist() == ["b", "a", "b", "b"]
    assert rules.apply(samples).tolist() == [1, 0, 1, -1]


def test_a_tie_of_votes_goes_to_the_more_frequent_class():
    samples = {"x": [1.0], "z": [9.0]}
    rules = voting(0.5, 0.5, 0.5)

    for of_classes, name in (((11.0, 9.0), "a"), ((9.0, 11.0), "b")):
        origin = replace(ORIGIN, value=of_classes)
        assert replace(rules, origin=origin).predict(samples).tolist() == [name]


def test_shares_say_how_sure_the_rules_that_vote_are():
    rules = voting(0.9, 0.6, 0.3)
    samples = {"x": [99.0, 1.0, 1.0, 99.0], "z": [1.0, 9.0, 1.0, 9.0]}

    found = rules.predict_proba(samples)[:, 0]

    # One rule says its own vote; two: c = (0.9 + 0.3) / 2 and v = 0.75 for a; three: c = 0.6
    # and v = 0.5; none: the default's own samples.
    assert found == pytest.approx([0.4, 0.6 * 0.75 + 0.4 * 0.25, 0.5, 0.0], abs=1e-5)


def test_the_shares_of_rules_that_are_less_sure_than_chance_still_rank_as_they_vote():
    rules = voting(0.3, 0.2, 0.1)
    samples = {"x": [1.0, 9.0], "z": [9.0, 9.0]}

    shares = rules.predict_proba(samples)

    assert np.array(["a", "b"])[shares.argmax(axis=1)].tolist() == ["a", "b"]
    assert rules.predict(samples).tolist() == ["a", "b"]
    assert shares == pytest.approx(np.full((2, 2), 0.5), abs=1e-5)


def test_without_a_default_a_sample_that_no_rule_votes_on_is_refused():
    samples = {"x": [99.0], "z": [9.0]}

    for predict in (
        voting(0.9, 0.6, 0.3, default=None).predict,
        voting(0.9, 0.6, 0.3, default=None).predict_proba,
    ):
        with pytest.raises(DataError, match="meets none of the 3 rules"):
            predict(samples)


def test_an_explanation_counts_the_votes():
    (why,) = voting(0.8, 0.5, 0.4).explain({"x": [1.0], "z": [1.0]})

    assert why.fired == ((0, 1.0), (1, 1.0), (2, 1.0))
    assert [name for name, _ in why.votes] == ["b", "a"]
    assert [sum_ for _, sum_ in why.votes] == pytest.approx([0.9, 0.8])
    assert str(why).splitlines() == [
        "row 0",
        "  votes 0.8: 1. if x <= 5 then y = a",
        "  votes 0.5: 2. if z <= 5 then y = b",
        "  votes 0.4: 3. if x <= 9 then y = b",
        "  in all: b 0.9, a 0.8",
    ]


def test_votes_are_shown_and_saved(tmp_path):
    rules = voting(0.8, 0.5, 0.4)

    rules.save(tmp_path / "rules.json")
    again = RuleSet.load(tmp_path / "rules.json")

    assert again == rules
    assert [it.vote for it in again] == [0.8, 0.5, 0.4]
    assert "vote 0.800" in rules.to_text().splitlines()[0]
    assert rules.to_markdown().splitlines()[0].endswith("| lift | vote |")
    assert rules.to_frame()["vote"].tolist()[:3] == [0.8, 0.5, 0.4]
