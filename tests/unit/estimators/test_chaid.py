"""What is particular to the CHAID estimators."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CHAIDClassifier, CHAIDRegressor, Tree, datasets
from arboretum.exceptions import CategoryWarning, ParameterError, UnsupportedCombination

PENGUINS = datasets.penguins()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha_merge": 0}, r"alpha_merge=0 of CHAID\w+ must be a level"),
        ({"alpha_split": "5%"}, r"alpha_split='5%' of CHAID\w+ must be a level"),
        ({"alpha_resplit": 0.1}, r"alpha_resplit=0.1.*below alpha_merge=0.05"),
        ({"alpha_resplit": 0.01, "exhaustive": True}, r"exhaustive=True.*alpha_resplit=None"),
        ({"n_bins": 2.5}, r"n_bins=2.5 of CHAID\w+ must be a whole number"),
        ({"min_samples_leaf": 0}, r"min_samples_leaf=0"),
    ],
    ids=str,
)
@pytest.mark.parametrize("estimator", [CHAIDClassifier, CHAIDRegressor])
def test_parameters_that_make_no_sense_are_refused_by_name(estimator, options, message):
    with pytest.raises(ParameterError, match=message):
        estimator(**options).fit({"x": [1, 2, 3]}, [1, 2, 1])


def test_an_unknown_statistic_is_refused_by_name():
    with pytest.raises(ParameterError, match=r"statistic='g'"):
        CHAIDClassifier(statistic="g").fit({"x": [1, 2, 3]}, [1, 2, 1])


def test_several_targets_are_refused():
    with pytest.raises(UnsupportedCombination, match="one target"):
        CHAIDRegressor().fit({"x": [1, 2, 3]}, {"a": [1, 2, 1], "b": [1, 2, 3]})


def test_the_corrected_p_value_stays_on_every_node_that_was_tested():
    tree = CHAIDClassifier().fit(PENGUINS.X, PENGUINS.y).tree_

    for node in tree.nodes():
        if not node.is_leaf:
            assert node.p_value == pytest.approx(10**-node.score)
            assert node.p_value <= 0.05
        elif node.stop_reason == "no split has p <= 0.05":
            assert node.p_value > 0.05
        else:
            assert node.p_value is None
    assert any(node.p_value is not None for node in tree.leaves())


def test_a_stricter_level_gives_a_subtree():
    loose = CHAIDClassifier(alpha_split=0.05).fit(PENGUINS.X, PENGUINS.y).tree_
    strict = CHAIDClassifier(alpha_split=1e-10).fit(PENGUINS.X, PENGUINS.y).tree_

    kept = [node for node in loose.nodes() if not node.is_leaf and node.p_value <= 1e-10]

    assert 1 < strict.n_leaves < loose.n_leaves
    assert sum(not node.is_leaf for node in strict.nodes()) <= len(kept)


def test_every_leaf_has_its_least_number_of_samples():
    for least in (5, 25):
        tree = CHAIDClassifier(min_samples_leaf=least).fit(PENGUINS.X, PENGUINS.y).tree_

        assert min(node.n_samples for node in tree.leaves()) >= least
        assert tree.n_leaves > 2


def test_numbers_are_cut_at_thresholds_of_the_root_everywhere():
    model = CHAIDClassifier(n_bins=6).fit(PENGUINS.X, PENGUINS.y)

    allowed = model.tree_.recipe.splitters[0].thresholds
    numeric = [n.split for n in model.tree_.nodes() if n.split and n.split.kind == "interval"]

    assert numeric
    assert all(set(split.thresholds) <= set(allowed[split.column]) for split in numeric)


def test_missing_values_follow_the_group_that_they_were_merged_with():
    # Those without a value answer like those who said "b".
    X = {"said": np.array([*["a"] * 60, *["b"] * 60, *[None] * 40], dtype=object)}
    y = [*["no"] * 50, *["yes"] * 10, *["yes"] * 55, *["no"] * 5, *["yes"] * 36, *["no"] * 4]

    model = CHAIDClassifier().fit(X, y)

    assert model.tree_.root.split.missing_branch == 1
    assert model.predict({"said": [None, "a"]}).tolist() == ["yes", "no"]
    with pytest.warns(CategoryWarning, match="1 samples"):
        assert model.predict({"said": ["z"]}).tolist() == ["yes"]


def test_a_saved_tree_knows_its_recipe():
    tree = CHAIDClassifier(max_depth=2).fit(PENGUINS.X, PENGUINS.y).tree_

    loaded = Tree.from_dict(tree.to_dict())

    assert loaded == tree
    found = loaded.competitors(0, PENGUINS.X, PENGUINS.y)
    assert found[0].split == tree.root.split
    assert found[0].score == tree.root.score


def test_the_number_of_samples_of_a_weight_counts():
    X = {name: column[:200] for name, column in PENGUINS.X.items()}
    y, weight = PENGUINS.y[:200], np.arange(200) % 3 + 1
    repeated = {name: np.repeat(column, weight) for name, column in X.items()}

    weighted = CHAIDClassifier().fit(X, y, sample_weight=weight).tree_
    plain = CHAIDClassifier().fit(repeated, np.repeat(y, weight)).tree_

    assert weighted.to_text() == plain.to_text()
