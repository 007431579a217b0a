"""C4.5's choice between features, on choices made by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from arboretum import C45Classifier, TreeClassifier
from arboretum.data import make_dataset
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.growing import Recipe, grow_in_memory
from arboretum.selectors import AboveMeanGain, Best
from arboretum.statistics import ClassCounts
from arboretum.stopping import Choice, OpenNode
from arboretum.tree import Split

COUNTS = ClassCounts(make_dataset([[0.0], [1.0]], ["a", "b"], nominal=True))
NODE = OpenNode(
    id=0,
    depth=0,
    key=0,
    n_samples=16.0,
    weight=16.0,
    impurity=1.0,
    statistics=np.array([8.0, 8.0]),
    value=np.array([8.0, 8.0]),
    is_constant=False,
    root_weight=16.0,
)


def choice(feature, gain, sizes=(8, 8), kind="category", n_candidates=1, n_categories=2):
    """A split that gains so many bits; only what its branches weigh matters further."""
    branches = tuple(range(n_categories)) if kind == "category" else ()
    split = Split(feature, kind, len(sizes), (0.5,) if kind == "interval" else (), branches)
    statistics = np.array([[size, 0.0] for size in sizes])
    return Choice(split, gain, gain, False, np.array(sizes), statistics, n_candidates)


def rank(choices, **parameters):
    return AboveMeanGain(**parameters).rank(choices, NODE, COUNTS)


def test_the_best_ratio_wins_among_gains_above_the_mean():
    # Ratios 0.5, 0.4 / H(8, 4, 2, 2) = 0.229 and 0.1 / H(15, 1) = 0.296; the mean gain is 1/3.
    choices = [choice(0, 0.5), choice(1, 0.4, (8, 4, 2, 2)), choice(2, 0.1, (15, 1))]

    ranked = rank(choices)

    assert [c.column for c in ranked] == [0, 1, 2]
    assert [c.merit for c in ranked] == pytest.approx([0.5, 0.4 / 1.75, 0.1 / 0.3373], abs=1e-4)
    # What a little cut off costs to describe is little: without the mean it would come second.
    assert [c.column for c in rank(choices, slack=1.0)] == [0, 2, 1]


def test_a_gain_a_little_below_the_mean_is_enough():
    # Ratios 0.4 / 1.75 and 0.399 / 1; the mean is 0.3995.
    choices = [choice(0, 0.4, (8, 4, 2, 2)), choice(1, 0.399)]

    assert rank(choices)[0].column == 1
    assert rank(choices, slack=0.0)[0].column == 0


def test_equal_gains_are_all_above_their_mean():
    choices = [choice(0, 0.3, (8, 4, 2, 2)), choice(1, 0.1 + 0.2)]

    assert rank(choices, slack=0.0)[0].column == 1


def test_a_threshold_pays_for_the_choice_among_others():
    # log2(8) / 16 = 0.1875 bits a sample.
    choices = [choice(0, 0.5, kind="interval", n_candidates=8), choice(1, 0.4)]

    assert [c.column for c in rank(choices)] == [1, 0]
    assert rank(choices)[1].merit == pytest.approx(0.5 - 3 / 16)
    assert [c.column for c in rank(choices, charge=False)] == [0, 1]


def test_a_number_that_does_not_earn_its_price_does_not_compete():
    # Its gain would be negative; the mean is then that of the other alone.
    choices = [choice(0, 0.1, kind="interval", n_candidates=8), choice(1, 0.01)]

    assert [c.column for c in rank(choices)] == [1]


def test_a_category_without_gain_lowers_the_mean_and_is_never_asked():
    nothing = choice(0, 0.0)

    assert rank([nothing]) == []
    # The mean is 0.2 with it, 0.4 and 0.2 of the others without.
    ranked = rank([nothing, choice(1, 0.4, (4, 4, 4, 4)), choice(2, 0.25)])
    assert [c.column for c in ranked] == [2, 1, 0]


def test_samples_in_no_branch_are_a_group_of_their_own():
    # Eight of sixteen are missing: H(4, 4, 8) = 1.5 bits.
    (ranked,) = rank([choice(0, 0.3, (4, 4))])

    assert ranked.merit == pytest.approx(0.3 / 1.5)


def test_a_feature_of_very_many_values_does_not_raise_the_mean():
    # 5 categories are 0.3 of 16 samples.  With it the mean is 0.6, and only it is above.
    many = choice(0, 1.0, (4, 4, 4, 4), n_categories=5)
    few = choice(1, 0.55)

    assert [c.column for c in rank([many, few])] == [1, 0]
    assert [c.column for c in rank([many, few], many=0.5)] == [0, 1]
    assert [c.column for c in rank([many, few], many=None)] == [0, 1]


def test_a_feature_of_very_many_values_is_not_asked_because_no_other_is_left():
    many = choice(0, 1.0, (4, 4, 4, 4), n_categories=5)

    assert rank([many]) == []
    assert [c.column for c in rank([many], many=None)] == [0]


def test_c45_does_not_ask_for_a_name_where_the_age_says_nothing():
    # J48 makes no split of this table either, and asks for the name if that is all there is.
    X = {"name": list("aabbccddee"), "age": [3, 4] * 5}
    y = ["n", "n", "y", "y", "n", "n", "y", "y", "n", "n"]

    with_age = C45Classifier(pruning=None).fit(X, y)
    by_name = C45Classifier(pruning=None).fit({"name": X["name"]}, y)

    assert (with_age.n_leaves_, by_name.n_leaves_) == (1, 5)
    assert with_age.tree_.root.stop_reason == AboveMeanGain.reason


def test_costs_that_would_not_count_are_refused():
    X, y = {"c": ["a", "b", "a", "b"]}, ["n", "y", "n", "y"]
    dataset = make_dataset(X, y, nominal=True)
    model = TreeClassifier(criterion="entropy", feature_costs={"c": 2.0})
    given = model._recipe(dataset.schema)
    recipe = Recipe(**{**vars(given), "selector": AboveMeanGain()})

    with pytest.raises(UnsupportedCombination, match="does not use feature costs"):
        grow_in_memory(dataset, recipe)
    assert grow_in_memory(dataset, given)[0].n_leaves == 2
    assert given.selector == Best()


def test_the_shorter_name_of_a_threshold_is_charged_for():
    # One of 16 thresholds, log2 16 = 4 bits of 16 samples; or a place known to an eighth, 3 bits.
    one = replace(choice(0, 0.5, kind="interval", n_candidates=16), most_bits=3.0)
    wide, narrow = replace(one, most_bits=3.0), replace(one, most_bits=7.0)

    assert rank([wide])[0].merit == pytest.approx(0.5 - 3 / 16)
    assert rank([narrow])[0].merit == pytest.approx(0.5 - 4 / 16)
    assert rank([wide], charge=False)[0].merit == pytest.approx(0.5)


def test_groups_are_charged_for_the_ways_to_make_them_and_must_gain():
    # log2 7 = 2.807 bits of 16 samples.
    grouped = replace(choice(0, 0.5), log_trials=math.log10(7))
    poor = replace(choice(1, 0.1), log_trials=math.log10(7))

    assert rank([grouped])[0].merit == pytest.approx(0.5 - 2.807 / 16, abs=1e-4)
    assert rank([poor]) == []
    assert [c.column for c in rank([poor, grouped])] == [0]


def names_of_large(weight, second, third=None, slack=0.0):
    """The order of gains 0.4, ``second`` (the best ratio) and ``third``."""
    node = replace(NODE, weight=weight, root_weight=weight)
    quarters = (weight / 4,) * 4
    choices = [choice(0, 0.4, quarters), choice(1, second, (0.01 * weight, 0.99 * weight))]
    if third is not None:
        choices.insert(1, choice(2, third, (weight / 2, weight / 2)))
    part = AboveMeanGain(slack=slack, rows_per_class=(500, 1000))
    return [ranked.column for ranked in part.rank(choices, node, COUNTS)]


def test_up_to_the_first_number_of_rows_for_each_class_the_mean_is_asked():
    # Gains 0.4 and x have the mean (0.4 + x) / 2, which x reaches from 0.4 on.
    for weight in (16.0, 1000.0):
        assert names_of_large(weight, 0.3999) == [0, 1]
        assert names_of_large(weight, 0.4) == [1, 0]


def test_between_the_two_numbers_the_limits_are_mixed():
    # 1500 rows, 750 for each class: half of (0.4 + x) / 2, and half of log2(2) / 1500 bits.
    # x reaches 0.1 + x / 4 + 0.000333 from 0.13378 on.
    assert names_of_large(1500.0, 0.1337) == [0, 1]
    assert names_of_large(1500.0, 0.1338) == [1, 0]
    # Half of the slack of 0.02 is left: from 0.12044 on.
    assert names_of_large(1500.0, 0.1204, slack=0.02) == [0, 1]
    assert names_of_large(1500.0, 0.1205, slack=0.02) == [1, 0]


@pytest.mark.parametrize(("weight", "least"), [(2000.0, 0.000792), (4000.0, 0.000396)])
def test_from_the_second_number_on_a_split_pays_for_the_name_of_its_feature(weight, least):
    # One of three features: log2(3) = 1.585 bits.
    assert names_of_large(weight, least - 1e-6, third=least + 1e-6) == [0, 2, 1]
    assert names_of_large(weight, least + 1e-6, third=least + 1e-6) == [0, 1, 2]


@pytest.mark.parametrize("given", [(1000, 500), (500, 500), (-1, 500)])
def test_numbers_of_rows_that_do_not_rise_are_refused(given):
    part = AboveMeanGain(rows_per_class=given)

    with pytest.raises(ParameterError, match="two numbers of rows, the smaller one first"):
        part.rank([choice(0, 0.5)], NODE, COUNTS)
    with pytest.raises(ParameterError, match="two numbers of rows, the smaller one first"):
        part.native()
