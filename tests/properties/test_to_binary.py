"""A binary tree made of a multiway one answers every sample as that does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import Tree
from arboretum.exceptions import UnsupportedCombination
from arboretum.explain import impurity_importance
from arboretum.growing.to_binary import binary_of
from arboretum.tree import SPREADS
from tests.examples import examples, full
from tests.properties.random_trees import TARGETS, random_columns, random_tree
from tests.properties.species import SPECIES

#: Shares multiply down a chain, so that they are rounded more than once.
ROUNDING = 1e-12


def shares_by_node(tree, columns, origin, n_nodes):
    """What share of each sample ends at each node of the tree as it was."""
    ends = tree.ends(columns)
    found = np.zeros((len(ends.node), n_nodes))
    whole = np.setdiff1d(np.arange(len(ends.node)), ends.rows)
    found[whole, origin[ends.node[whole]]] = 1.0
    rows = np.repeat(ends.rows, np.diff(ends.start))
    np.add.at(found, (rows, origin[ends.nodes]), ends.shares)
    return found


def assert_the_same_answers(tree, binary, columns):
    made, origin = binary.tree, binary.origin
    for rows in np.array_split(np.arange(len(columns[0])), max(1, len(columns[0]) // 20_000)):
        some = [column[rows] for column in columns]
        before = shares_by_node(tree, some, np.arange(tree.n_nodes), tree.n_nodes)
        after = shares_by_node(made, some, origin, tree.n_nodes)
        assert np.abs(after - before).max(initial=0) <= ROUNDING  # sooner than assert_allclose
        ends, made_ends = tree.ends(some), made.ends(some)
        values, made_values = tree.predict_values(ends, some), made.predict_values(made_ends, some)
        assert (np.abs(made_values - values) <= ROUNDING * (1 + np.abs(values))).all()
        spread = np.isin(np.arange(len(rows)), ends.rows)
        assert np.array_equal(made_values[~spread], values[~spread])  # not even rounded
        if tree.schema.is_classification:
            same = made.predict(made_ends, some) == tree.predict(ends, some)
            assert (same.all(axis=1) | nearly_ties(tree, values)).all()


def nearly_ties(tree, values):
    """Whether two classes of a target have the same share, except for rounding."""
    near = np.zeros(len(values), dtype=bool)
    start = 0
    for target in tree.schema.targets:
        block = np.sort(values[:, start : start + len(target.classes)], axis=1)
        if len(target.classes) > 1:
            near |= block[:, -1] - block[:, -2] <= ROUNDING
        start += len(target.classes)
    return near


def is_refused(tree):
    """Whether some node spreads samples evenly over more than two branches that weigh nothing."""
    spreads = (tree.splits.missing_branch == SPREADS) & (tree.splits.arity > 2)
    return any(not tree.weight[tree.children(node)].any() for node in np.flatnonzero(spreads))


@pytest.mark.parametrize("targets", TARGETS)
@pytest.mark.parametrize("n_trees", [8, *full(50)])  # of four kinds of targets, so 200
def test_random_multiway_trees_and_samples(targets, n_trees):
    n_samples, n_chains = 300 if n_trees == 8 else 100_000, 0
    for seed in range(n_trees):
        rng = np.random.default_rng(seed)
        tree = random_tree(rng, targets)
        columns = random_columns(rng, tree.schema, n_samples)
        for balanced in (False, True) if n_trees == 8 else (seed % 2 == 1,):
            if is_refused(tree):
                with pytest.raises(UnsupportedCombination, match="in equal shares"):
                    binary_of(tree, balanced=balanced)
                continue
            binary = binary_of(tree, balanced=balanced)
            made = binary.tree
            n_chains += made.n_nodes - tree.n_nodes

            assert (made.splits.arity[made.splits.asks] == 2).all()
            assert_the_same_answers(tree, binary, columns)
            assert Tree.from_dict(made.to_dict()) == made
    assert n_chains > 100


@pytest.mark.parametrize("species", SPECIES, ids=lambda species: species.name)
@given(data=st.data())
@examples(60)
def test_grown_trees_of_every_species(species, data):
    small = data.draw(species.data())
    model = data.draw(species.estimators()).fit(small.X, small.y, sample_weight=small.w)
    tree, made = model.tree_, model.to_binary(small.X, small.y, small.w)
    is_text = [
        isinstance(column[0] or next(filter(None, column), 0.0), str) for column in small.X.values()
    ]
    strange = {
        name: data.draw(st.lists(species.strange_values(text), min_size=3, max_size=3))
        for name, text in zip(small.X, is_text, strict=True)
    }
    X = {name: [*small.X[name], *strange[name]] for name in small.X}
    columns = model.model_.read(X)

    binary = made.tree_

    assert_the_same_answers(tree, binary_of(tree, model_rows(model, small)), columns)
    assert (binary.splits.arity[binary.splits.asks] == 2).all()
    np.testing.assert_allclose(impurity_importance(binary), impurity_importance(tree), atol=1e-9)
    assert sorted(map(said, binary.rules())) == sorted(map(said, tree.rules()))


def model_rows(model, small):
    return model.training_samples(model.make_dataset(small.X, small.y, small.w))


def said(rule):
    """A rule without where it comes from: shares of a chain are many small ones."""
    texts = [
        str(condition.codes or (condition.low, condition.high)) for condition in rule.conditions
    ]
    return sorted(texts), rule.value, rule.n_samples
