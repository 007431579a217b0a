"""How far a rule can be trusted, and how it is said."""

from __future__ import annotations

import math

import pytest
from scipy.stats import binomtest

from arboretum.data.schema import Feature, Schema, Target
from arboretum.measures.wilson import wilson
from arboretum.rules import Condition, Origin, Rule, Spread, StandIn
from arboretum.rules.words import ConditionFormat

SCHEMA = Schema(
    (
        Feature("age", "numeric"),
        Feature("size", "ordered", ("S", "M", "L", "XL")),
        Feature("città", "categorical", ("Roma", "Milano, MI", "Bari")),
    ),
    (Target("risk", ("low", "high")),),
)
ORIGIN = Origin(SCHEMA, 100.0, 100.0, (80.0, 20.0))


def rule(value=(2.0, 8.0), decision=(1,), n_samples=10.0, **others):
    return Rule((Condition(0, low=41.0),), value, decision, n_samples, sum(value), ORIGIN, **others)


def test_a_rule_of_10_of_100_samples_8_of_them_right():
    found = rule()

    assert found.coverage == pytest.approx(0.1)
    assert found.confidence == pytest.approx(0.8)
    assert found.laplace == pytest.approx(9 / 12)
    assert found.lift == pytest.approx(0.8 / 0.2)
    assert found.prediction == "high"


@pytest.mark.parametrize(("right", "n"), [(0, 1), (1, 1), (8, 10), (37, 40), (500, 1000)])
def test_the_interval_is_that_of_scipy(right, n):
    expected = binomtest(right, n).proportion_ci(0.95, method="wilson")

    assert wilson(right / n, n) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_nothing_is_known_about_a_rule_without_samples():
    found = rule(value=(1.0, 3.0), n_samples=0.0)

    assert found.interval == (0.0, 1.0)
    assert found.laplace == 0.5


def test_a_class_that_is_nowhere_has_an_infinite_lift():
    nowhere = Origin(SCHEMA, 1.0, 1.0, (1.0, 0.0))

    assert Rule((), (0.0, 1.0), (1,), 1.0, 1.0, nowhere).lift == math.inf


def test_the_decision_may_differ_from_the_heaviest_class():
    assert rule(value=(6.0, 4.0), decision=(1,)).confidence == pytest.approx(0.4)


def test_the_weakest_of_several_targets_speaks_for_the_rule():
    schema = Schema(SCHEMA.features, (Target("y", ("a", "b")), Target("z", (1, 2))))
    origin = Origin(schema, 4.0, 4.0, (2.0, 2.0, 1.0, 3.0))
    found = Rule((), (3.0, 1.0, 2.0, 2.0), (0, 1), 4.0, 4.0, origin)

    assert found.prediction == ["a", 2]
    assert found.confidence == pytest.approx(0.5)
    assert found.lift == pytest.approx(0.5 / 0.75)
    assert str(found) == "if anything then y = a and z = 2"


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (Condition(0, high=41.0), "age <= 41"),
        (Condition(0, low=41.0, missing=True), "age > 41 or missing"),
        (
            Condition(0, 18.0, 41.5, missing=True, spreads=(Spread(0.25),)),
            "18 < age <= 41.5 or missing (0.25 of it)",
        ),
        (Condition(0, math.inf, -math.inf, missing=True), "age is missing"),
        (Condition(0), "age is known"),
        (Condition(1, codes=frozenset({0, 1})), "size <= M"),
        (Condition(1, codes=frozenset({1, 2})), "S < size <= L"),
        (Condition(1, codes=frozenset({2, 3})), "size > M"),
        (Condition(1, codes=frozenset({0, 3})), "size in {S, XL}"),
        (Condition(1, codes=frozenset({3})), "size = XL"),
        (Condition(2, codes=frozenset({1})), 'città = "Milano, MI"'),
        (Condition(2, codes=frozenset({0, 2}), missing=True), "città in {Roma, Bari} or missing"),
        (Condition(2, codes=frozenset({0, 1, 2})), "città is known"),
    ],
)
def test_conditions_in_words(condition, text):
    assert ConditionFormat(SCHEMA, show_missing=True).condition(condition) == text


def test_conditions_with_or_are_put_in_brackets():
    conditions = (Condition(0, high=41.0, missing=True), Condition(1, codes=frozenset({0})))
    form = ConditionFormat(SCHEMA, show_missing=True)

    assert form.all_of(conditions) == "(age <= 41 or missing) and size = S"
    assert form.all_of(conditions[:1]) == "age <= 41 or missing"


def test_stand_ins_are_said_one_inside_the_other():
    second = Condition(2, codes=frozenset({0}), missing=True)
    first = Condition(1, codes=frozenset({0, 1}), missing=True, stand_ins=(StandIn(second),))
    condition = Condition(0, high=41.0, missing=True, stand_ins=(StandIn(first),))
    form = ConditionFormat(SCHEMA, show_missing=True)

    assert form.condition(condition) == (
        "age <= 41 (missing: size <= M (missing: città = Roma or missing))"
    )
    assert ConditionFormat(SCHEMA).condition(condition) == "age <= 41"


def test_a_rule_of_many_conditions_simplifies_to_one_a_feature():
    found = rule().with_conditions(
        [
            Condition(0, high=60.0, missing=True),
            Condition(0, low=41.0),
            Condition(1, codes=frozenset(range(4)), missing=True),
        ]
    )

    assert found.simplified().conditions == (Condition(0, 41.0, 60.0),)
