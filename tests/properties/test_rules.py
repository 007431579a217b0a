"""Rules of any tree: they decide as the tree, are read back as they were, and are proven."""

from __future__ import annotations

import json
import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier
from arboretum.exceptions import CategoryWarning, RuleFileError
from arboretum.missing import Surrogate
from arboretum.rules import Origin, Rule, RuleSet
from arboretum.rules.file import dumps, loads
from tests.examples import examples
from tests.properties.small_data import maybe_letters, maybe_numbers, small_data
from tests.properties.species import SPECIES
from tests.properties.test_tree_json import anything, mutate, places
from tests.unit.tree.examples import FEATURES, TARGETS, random_columns, random_tree

trees = st.builds(
    random_tree,
    seed=st.integers(0, 2**32 - 1),
    n_splits=st.integers(0, 12),
    targets=st.sampled_from(TARGETS),
)
seeds = st.integers(0, 2**32 - 1)


def matches(rules, columns):
    return rules.match_encoded(columns)


@examples(300)
@given(trees, seeds, st.booleans())
def test_every_row_meets_the_rule_of_the_node_where_it_ends(tree, seed, simplify):
    columns = random_columns(seed, n_rows=40)
    rules = tree.rules(simplify)

    found = matches(rules, columns)

    assert (found.count == 1).all()
    assert [rules[number].node for number in found.rules] == tree.apply(columns).tolist()


def assert_same_predictions(model, rules, X):
    """The rules say what the model says, bit for bit."""
    assert rules.predict(X).tolist() == model.predict(X).tolist()
    if model._nominal:
        assert rules.predict_proba(X).tolist() == model.predict_proba(X).tolist()


@examples(200)
@given(
    small_data(columns=(maybe_numbers, maybe_letters), rows=20),
    st.sampled_from([0, 1, 2]),
    st.booleans(),
    st.integers(1, 4),
)
def test_rules_ask_the_surrogates_that_the_tree_asks(data, use, simplify, shift):
    model = TreeClassifier(missing=Surrogate(use=use)).fit(data.X, data.y, data.w)
    mixed = {
        name: column[shift * k % len(column) :] + column[: shift * k % len(column)]
        for k, (name, column) in enumerate(data.X.items())
    }
    rules = model.tree_.rules(simplify)

    for X in (data.X, mixed):
        assert_same_predictions(model, rules, X)
        assert [rules[i].node for i in rules.apply(X)] == model.apply(X).tolist()
    assert rules.check().is_disjoint
    assert rules.check().is_covering
    assert loads(dumps(rules)) == rules


@pytest.mark.parametrize("species", SPECIES, ids=lambda species: species.name)
def test_the_rules_of_every_species_predict_as_its_tree(species):
    @examples(150)
    @given(species.data(), species.estimators(), st.data())
    def check(data, model, draw):
        model.fit(data.X, data.y, sample_weight=data.w)
        strange = {
            name: [draw.draw(species.strange_values(any(isinstance(v, str) for v in column)))]
            for name, column in data.X.items()
        }
        rules = model.tree_.rules()

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CategoryWarning)
            for X in (data.X, strange):
                assert_same_predictions(model, rules, X)
                assert_same_predictions(model, model.tree_.rules(simplify=False), X)
        assert loads(dumps(rules)) == rules

    check()


@given(trees, seeds)
def test_simplification_changes_no_match(tree, seed):
    columns = random_columns(seed, n_rows=40)
    long = tree.rules(simplify=False)

    short = long.simplified()

    assert short == tree.rules()
    for name in ("start", "rules", "shares"):
        assert np.array_equal(
            getattr(matches(short, columns), name), getattr(matches(long, columns), name)
        )


def random_rules(seed: int, n_rules: int) -> RuleSet:
    """Rules that overlap and leave gaps, with shares, from pieces of random trees."""
    rng = np.random.default_rng(seed)
    pieces = [rule for k in range(3) for rule in random_tree(seed + k, 6).rules(False)]
    origin: Origin = pieces[0].origin
    rules = []
    for _ in range(n_rules):
        chosen = [pieces[i].conditions for i in rng.integers(len(pieces), size=2)]
        several = [condition for of in chosen for condition in of if rng.random() < 0.5]
        value = tuple(rng.random(3).tolist())
        rules.append(Rule(tuple(several), value, (int(rng.integers(3)),), 1.0, 1.0, origin))
    return RuleSet(tuple(rules), origin, bool(rng.random() < 0.5))


rule_sets = st.builds(random_rules, seeds, st.integers(0, 6))
many_rules = st.builds(random_rules, seeds, st.integers(9, 60))


@examples(200)
@given(rule_sets | many_rules, seeds)
def test_rows_meet_the_rules_that_hold_one_by_one(rules, seed):
    columns = random_columns(seed, n_rows=20)

    found = matches(rules, columns)

    for row in range(20):
        met = found.rules[found.start[row] : found.start[row + 1]].tolist()
        assert met == [i for i, rule in enumerate(rules) if holds(rule, columns, row)]


def holds(rule, columns, row):
    """Whether one row meets a rule, read off the definition of a condition."""
    return all(
        passes(condition, columns[condition.feature][row].item()) for condition in rule.conditions
    )


def passes(condition, value):
    if condition.codes is None:
        return condition.missing if math.isnan(value) else condition.low < value <= condition.high
    return condition.missing if value < 0 else value in condition.codes


@examples(150)
@given(rule_sets)
def test_a_check_agrees_with_samples_from_between_all_bounds(rules):
    found = rules.check(max_examples=10**6)
    count = matches(rules, samples_between_bounds(rules)).count

    assert found.is_settled
    assert found.is_disjoint == (count <= 1).all()
    assert found.is_covering == (count >= 1).all()


def samples_between_bounds(rules):
    """Every combination of values that some condition tells apart: the slow way to know."""
    asked = {condition.feature for rule in rules for condition in rule.conditions}
    choices = []
    for index, feature in enumerate(FEATURES):
        if index not in asked:
            choices.append([0.0 if feature.kind == "numeric" else 0])
        elif feature.kind != "numeric":
            choices.append(list(range(-1, feature.n_categories)))
        else:
            bounds = {
                bound
                for rule in rules
                for condition in rule.conditions
                if condition.feature == index
                for bound in (condition.low, condition.high)
                if math.isfinite(bound)
            }
            choices.append([*bounds, 100.0, math.nan])
    grid = np.meshgrid(*map(np.array, choices), indexing="ij")
    return [
        column.ravel() if feature.kind == "numeric" else column.ravel().astype(np.int32)
        for feature, column in zip(FEATURES, grid, strict=True)
    ]


@given(trees | rule_sets)
def test_saved_and_loaded_rules_are_equal(given_rules):
    rules = given_rules if isinstance(given_rules, RuleSet) else given_rules.rules()

    again = loads(dumps(rules))

    assert again == rules
    assert dumps(again) == dumps(rules)


@examples(400)
@given(rule_sets, st.data())
def test_a_changed_document_is_a_sound_rule_set_or_an_error(rules, data):
    document = rules.to_dict()
    for _ in range(data.draw(st.integers(1, 3))):
        way = data.draw(st.sampled_from(list(places(document))))
        action = data.draw(st.sampled_from(["replace", "replace", "drop", "double"]))
        mutate(document, way, action, data.draw(anything))

    try:
        found = RuleSet.from_dict(document)
    except RuleFileError:
        return

    assert loads(dumps(found)) == found
    assert found.to_text(show_missing=True) is not None
    assert found.to_markdown()


@given(anything)
def test_any_json_value_is_a_rule_set_or_an_error(value):
    with pytest.raises(RuleFileError):
        loads(json.dumps(value).encode())
