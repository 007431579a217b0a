"""Shortened rules of any data: what holds whatever the samples are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import C45Classifier, RuleClassifier, RuleRegressor, TreeClassifier, TreeRegressor
from arboretum.rules.file import dumps, loads
from arboretum.rules.post_pruning import KNOWN, Samples, ValidatedRules
from tests.examples import examples
from tests.oracles.post_pruning import winner
from tests.properties.small_data import SmallData, maybe_letters, maybe_numbers, small_data

mixed = {"columns": (maybe_numbers, maybe_letters), "rows": 16}
sharing = [
    C45Classifier(pruning=None, min_samples_leaf=1),
    C45Classifier(pruning="needless", splits="grouped"),
]
whole = [
    C45Classifier(pruning=None, min_samples_leaf=1, missing="majority"),
    TreeClassifier(),
    TreeClassifier(missing="surrogate"),
    TreeClassifier(missing="branch", splits="multiway"),
]
growers = st.sampled_from(sharing + whole)
classifiers = st.builds(RuleClassifier, tree=growers)
# Trees that share samples out add up fractions: there the last bit, and with it the order of the
# samples, may decide a tie between two classes of a leaf, before any rule is made.
of_whole_samples = st.builds(RuleClassifier, tree=st.sampled_from(whole))
validated = st.builds(
    lambda tree, seed: RuleClassifier(tree=tree, method=ValidatedRules(random_state=seed)),
    growers,
    st.integers(0, 5),
)
regressors = st.builds(
    RuleRegressor,
    tree=st.sampled_from([TreeRegressor(), TreeRegressor(missing="surrogate")]),
    method=st.sampled_from(["adjusted", "validation"]),
)


def assert_sound(model, data):
    """The rules decide as they say, each decides something, and none is without condition."""
    rules, deciding = model.rules_, model.apply(data.X)
    met = rules.covers(data.X).toarray() > 0
    for row, number in enumerate(deciding):
        assert number == (np.flatnonzero(met[row])[0] if met[row].any() else -1)
    assert set(range(len(rules))) <= set(deciding.tolist())
    for number, rule in [*enumerate(rules), (-1, rules.default)]:
        assert rule.weight == pytest.approx(data.w[deciding == number].sum())
    assert all(rule.conditions for rule in rules)
    assert [why.fired for why in model.explain(data.X)] == [
        () if number < 0 else ((number, 1.0),) for number in deciding.tolist()
    ]
    assert loads(dumps(rules)) == rules


@examples(60)
@given(small_data(**mixed), classifiers | validated)
def test_rules_for_classes_are_sound(data, model):
    model.fit(data.X, data.y, data.w)

    assert_sound(model, data)
    rules = [*model.rules_, model.rules_.default]
    said = [rules[number].prediction for number in model.apply(data.X)]
    assert model.predict(data.X).tolist() == said


@examples(40)
@given(small_data(**mixed), st.builds(RuleClassifier, tree=growers, method=st.just("c5rules")))
def test_rules_that_vote_are_sound(data, model):
    model.fit(data.X, data.y, data.w)

    rules = model.rules_
    met = rules.covers(data.X).toarray() > 0
    is_class = np.array(data.y)[:, None] == model.classes_
    amount = data.w * rules.origin.n_samples / rules.origin.weight
    of_classes = amount @ is_class
    for number, rule in enumerate(rules):
        here, (code,) = met[:, number], rule.decision
        assert rule.weight == pytest.approx(data.w[here].sum())
        right = amount[here & is_class[:, code]].sum()
        assert rule.vote == pytest.approx((right + 1) / (amount[here].sum() + 2))
    votes = [
        [
            sum(r.vote for i, r in enumerate(rules) if met[row, i] and r.decision == (k,))
            for k in range(len(model.classes_))
        ]
        for row in range(len(data.y))
    ]
    default = model.rules_.default.decision[0]
    expected = [model.classes_[winner(it, of_classes, default)] for it in votes]
    assert model.predict(data.X).tolist() == expected
    # Of the default, two classes may be equally frequent.
    ranked = model.classes_[model.predict_proba(data.X).argmax(axis=1)]
    assert (ranked == np.array(expected))[met.any(axis=1)].all()
    assert loads(dumps(rules)) == rules


@examples(40)
@given(small_data(numeric=True, **mixed), regressors)
def test_rules_for_numbers_are_sound(data, model):
    model.fit(data.X, data.y, data.w)

    assert_sound(model, data)
    deciding, said = model.apply(data.X), model.predict(data.X)
    for number in np.unique(deciding):
        here = deciding == number
        mean = np.average(np.array(data.y)[here], weights=data.w[here])
        assert said[here] == pytest.approx(mean)


@examples(60)
@given(small_data(**mixed), of_whole_samples, st.randoms(use_true_random=False))
def test_the_order_of_the_samples_does_not_matter(data, model, random):
    order = list(range(len(data.rows)))
    random.shuffle(order)
    rules = model.fit(data.X, data.y, data.w).rules_

    other = data.take(order)

    assert model.fit(other.X, other.y, other.w).rules_ == rules


@examples(60)
@given(small_data(**mixed), of_whole_samples)
def test_a_weight_of_2_is_the_sample_twice(data, model):
    rules = model.fit(data.X, data.y, data.w).rules_
    twice = [i for i, w in enumerate(data.weights) for _ in range(int(w))]
    repeated: SmallData = data.take(twice)

    assert model.fit(repeated.X, repeated.y).rules_ == rules


@examples(40)
@given(small_data(**mixed), classifiers, st.booleans())
def test_no_rule_is_expected_to_err_more_than_it_was_in_the_tree(data, model, is_validated):
    if is_validated:
        model.method = ValidatedRules(data=(data.X, data.y, data.w))
    model.fit(data.X, data.y, data.w)
    method = KNOWN["validation" if is_validated else "c45rules"]()
    dataset = model.tree.make_dataset(data.X, data.y, data.w)
    expectation = method.expectation(Samples(dataset), None)
    long = {rule.node: rule for rule in model.tree_.rules(simplify=False)}
    every = np.arange(dataset.n_rows)

    for rule in model.rules_:
        met = np.ones(dataset.n_rows, dtype=bool)
        for condition in long[rule.node].conditions:
            met &= condition.in_full().passes(dataset.columns, every)
        sums = expectation.terms(rule.decision)[:, met].sum(axis=1)
        assert rule.expected_error <= expectation.error(sums[None], rule.decision)[0] + 1e-9
