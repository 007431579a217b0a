"""C4.5rules on the fourteen days of the weather data, by hand (U04, U05)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arboretum import C45Classifier, RuleClassifier, datasets
from arboretum.pruning import upper_limit
from arboretum.rules.post_pruning import C45Rules
from arboretum.rules.post_pruning.expectation import PessimisticError, Samples
from arboretum.rules.post_pruning.generalise import generalise
from arboretum.rules.post_pruning.subset import Candidates, Language, choose_subset


@pytest.fixture(scope="module")
def model():
    weather = datasets.weather()
    tree, method = C45Classifier(pruning="needless"), C45Rules(keep_unneeded=True)
    return RuleClassifier(tree=tree, method=method).fit(weather.X, {"play": weather.y})


def test_the_rules(model):
    # Leaves of the tree: sunny and high -> no (3 days); sunny and normal -> yes (2); overcast ->
    # yes (4); rain and strong -> no (2); rain and weak -> yes (3).  U is the upper limit at 25 %.
    #   sunny and normal: U(0 of 2) = 0.5.  Without sunny: U(1 of 7) = 0.338, so it is dropped;
    #   without normal as well: U(5 of 14) = 0.46, so normal stays.
    #   sunny and high: U(0 of 3) = 0.370; without sunny U(3 of 7), without high U(2 of 5).
    # Of the rules for no, none is wrong on the training days; those for yes are once.
    assert [str(rule) for rule in model.rules_] == [
        "if outlook = sunny and humidity = high then play = no",
        "if outlook = rain and wind = strong then play = no",
        "if outlook = overcast then play = yes",
        "if humidity = normal then play = yes",
        "if outlook = rain and wind = weak then play = yes",
    ]


def test_the_expected_errors(model):
    # Without errors: 1 - 0.25^(1/n) for n = 3, 2, 4 and 3; normal is wrong on 1 of 7 days.
    found = [rule.expected_error for rule in model.rules_]
    exact = [1 - 0.25 ** (1 / n) for n in (3, 2, 4)]
    square = 0.6925**2  # Quinlan's table gives 0.6925 for 25 %
    root = math.sqrt(square * (1.5 * (1 - 1.5 / 7) + square / 4))

    assert found[:3] == pytest.approx(exact)
    assert found[3] == pytest.approx((1.5 + square / 2 + root) / (7 + square))
    assert found[4] == pytest.approx(1 - 0.25 ** (1 / 3))


def test_the_upper_limits():
    # Errors among samples: sunny and normal, without sunny; sunny and high.
    assert upper_limit(2, 0) == pytest.approx(0.5)
    assert upper_limit(7, 1) == pytest.approx(0.338, abs=5e-4)
    assert upper_limit(3, 0) == pytest.approx(0.370, abs=5e-4)
    # Without sunny 3 of 7 days are wrong, without high 2 of 5: both are worse.
    assert min(upper_limit(7, 3), upper_limit(5, 2)) > upper_limit(3, 0)


def test_the_subset_for_yes_takes_the_fewest_bits():
    # Three features: log2 3 = 1.585 bits say which.  overcast: 1.585 + log2 3 = 3.170; normal:
    # 1.585 + 1 = 2.585; rain and weak: 3.170 + 2.585 - log2 2 = 4.755.  Half of that counts.
    #   no rule: log2 C(14, 9)                                               = 10.967
    #   all three: 10 days, 1 wrong: log2 10 + (10.510 - log2 3!) / 2        =  7.284
    #   without rain: 9 days, 1 wrong; 1 of 5 missed: log2 45 + 4.755 / 2    =  7.869
    weather = datasets.weather()
    dataset = C45Classifier().make_dataset(weather.X, weather.y, None)
    samples = Samples(dataset)
    tree = C45Classifier(pruning="needless").fit_dataset(dataset).tree_
    drafts = [
        draft
        for draft in generalise(tree.rules(simplify=False), PessimisticError(samples, 0.25))
        if draft.decision == (1,)
    ]
    is_yes = samples.targets == 1
    language = Language(dataset)
    bits = {len(it.rows): language.rule_bits(it.conditions) for it in drafts}
    assert bits == pytest.approx({4: 3.170, 7: 2.585, 3: 4.755}, abs=1e-3)
    rules = Candidates(
        [it.rows for it in drafts],
        np.array([language.rule_bits(it.conditions) for it in drafts]),
        is_yes * 1.0,
        ~is_yes * 1.0,
        0.5,
    )
    without_rain = np.array([len(it.rows) != 3 for it in drafts])

    assert rules.cost_of(np.zeros(3, dtype=bool)) == pytest.approx(10.967, abs=1e-3)
    assert rules.cost_of(without_rain) == pytest.approx(7.869, abs=1e-3)
    assert rules.cost_of(np.ones(3, dtype=bool)) == pytest.approx(7.284, abs=1e-3)
    assert choose_subset(rules).all()
    together = 3.170 + 2.585 + 4.755
    assert together == pytest.approx(10.510)
    assert math.log2(10) + (together - math.log2(6)) / 2 == pytest.approx(7.284, abs=1e-3)
    assert math.log2(math.comb(14, 9)) == math.log2(2002)


def test_each_day_is_decided_by_the_first_rule_that_holds(model):
    weather = datasets.weather()

    assert model.score(weather.X, weather.y) == 1.0
    # A normal, overcast day meets two rules, the second comes too late.
    day = {"outlook": ["overcast"], "humidity": ["normal"], "wind": ["weak"]}
    (why,) = model.explain(day)
    assert (why.fired, why.shadowed) == (((2, 1.0),), (3,))
    assert [rule.n_samples for rule in model.rules_] == [3, 2, 4, 4, 1]
    assert model.rules_.default.prediction == "yes"


def test_rules_that_say_what_the_default_says_are_not_needed():
    # Yes is the default: the three rules for it decide no day otherwise.  Without either of the
    # rules for no, its days would be yes.
    weather = datasets.weather()

    short = RuleClassifier(tree=C45Classifier(pruning="needless")).fit(weather.X, weather.y)

    assert [str(rule) for rule in short.rules_] == [
        "if outlook = sunny and humidity = high then y = no",
        "if outlook = rain and wind = strong then y = no",
    ]
    assert short.rules_.default.prediction == "yes"
    assert short.score(weather.X, weather.y) == 1.0
