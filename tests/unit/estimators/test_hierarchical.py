import pickle

import numpy as np
import pandas as pd
import pytest

from arboretum import HierarchicalClassifier, Tree
from arboretum.exceptions import ParameterError
from arboretum.pruning import CostComplexity, ReducedError

RNG = np.random.default_rng(0)
N = 200
X = pd.DataFrame(
    {"a": RNG.normal(size=N), "b": RNG.choice(list("xyz"), N), "noise": RNG.normal(size=N)}
)
X.loc[RNG.random(N) < 0.1, "a"] = np.nan
PATHS = np.select([X["b"] == "x", X["a"] > 0], ["1/1/2@2", "1/2"], "2/1")
PATHS = np.where(RNG.random(N) < 0.1, "1/1", PATHS).tolist()
EDGES = [("root", "1"), ("root", "2"), ("1", "1/1"), ("1", "1/2"), ("2", "2/1"), ("1/1", "1/1/2")]
GRAPH = [*EDGES, ("2", "1/1/2")]


def is_whole(model, cells):
    """Whether no sample has a label without one that stands above it."""
    pairs = model.hierarchy_.edges()
    return all((cells[:, child] <= cells[:, parent]).all() for parent, child in pairs)


def test_texts_sets_and_tables_say_the_same():
    sets = [set(path.split("@")) for path in PATHS]
    of_text = HierarchicalClassifier(f_test=0.05).fit(X, PATHS)
    table = pd.DataFrame({label: [label in one for one in sets] for label in of_text.labels_})

    for y in (sets, table):
        model = HierarchicalClassifier(f_test=0.05).fit(X, y)
        np.testing.assert_allclose(model.predict_proba(X), of_text.predict_proba(X))


def test_a_tree_given_as_edges_is_the_tree_of_the_paths():
    paths, edges = (
        HierarchicalClassifier(hierarchy=h, f_test=0.1).fit(X, PATHS) for h in (None, EDGES)
    )

    assert set(paths.labels_) == set(edges.labels_)
    place = [list(edges.labels_).index(label) for label in paths.labels_]
    np.testing.assert_allclose(paths.predict_proba(X), edges.predict_proba(X)[:, place])


def test_a_label_below_two_brings_both():
    model = HierarchicalClassifier(hierarchy=GRAPH, f_test=0.1).fit(X, ["1/1/2"] * 30 + PATHS[30:])

    found = [one for one in model.predict_sets(X) if "1/1/2" in one]

    assert found
    assert all({"1", "2", "1/1"} <= one for one in found)


def test_the_level_is_chosen_on_the_samples_held_out():
    held_out = np.arange(N) % 3 == 0
    model = HierarchicalClassifier(f_test=[1e-30, 0.05]).fit(X, PATHS, validation=held_out)

    assert model.level_ == max(model.level_scores_, key=model.level_scores_.get) == 0.05
    rest = X[~held_out], [p for p, h in zip(PATHS, held_out, strict=True) if not h]
    alone = HierarchicalClassifier(f_test=0.05).fit(*rest)
    judged = alone.measure(X[held_out], [p for p, h in zip(PATHS, held_out, strict=True) if h])
    assert model.level_scores_[0.05] == pytest.approx(judged.pooled_auprc)
    # The tree itself is grown from all samples.
    assert model.tree_ == HierarchicalClassifier(f_test=0.05).fit(X, PATHS).tree_


def test_without_a_choice_a_third_is_drawn_and_nothing_is_random():
    first, second = (HierarchicalClassifier().fit(X, PATHS) for _ in range(2))

    assert first.level_scores_ == second.level_scores_
    assert set(first.level_scores_) == {0.001, 0.005, 0.01, 0.05, 0.1, 0.125}
    assert first.tree_ == second.tree_


@pytest.mark.parametrize("hierarchy", [None, GRAPH], ids=["tree", "graph"])
def test_a_dataset_that_was_encoded_before_grows_the_same_tree(hierarchy):
    model = HierarchicalClassifier(hierarchy=hierarchy).fit(X, PATHS)
    new = HierarchicalClassifier(hierarchy=hierarchy)

    again = new.fit_dataset(model.make_dataset(X, PATHS, None))

    assert again.tree_ == model.tree_
    assert again.hierarchy_ == model.hierarchy_


@pytest.mark.parametrize("hierarchy", [None, GRAPH], ids=["tree", "graph"])
@pytest.mark.parametrize("threshold", [None, 0.2, {"1": 0.9, "1/1": 0.1, "2/1": 0.0}])
def test_predictions_are_whole_after_pruning_saving_and_with_any_threshold(
    hierarchy, threshold, tmp_path
):
    model = HierarchicalClassifier(hierarchy=hierarchy, f_test=0.3, threshold=threshold)
    model = model.fit(X, PATHS)

    for pruned in (
        model,
        model.prune(CostComplexity(cp=0.05)),
        model.prune(ReducedError(), X, PATHS),
        pickle.loads(pickle.dumps(model)),
    ):
        assert is_whole(pruned, pruned.predict(X))
        assert is_whole(pruned, pruned.predict_proba(X))
        pruned.tree_.save(tmp_path / "tree.json")
        assert is_whole(pruned, Tree.load(tmp_path / "tree.json").decisions)


def test_deeper_labels_count_less():
    # x parts the labels at the top, z those below: with little decay left the top decides.
    rng = np.random.default_rng(1)
    x, z = rng.integers(0, 2, 400), rng.integers(0, 2, 400)
    top = np.where(rng.random(400) < 0.8, x, 1 - x)
    y = [f"{t}/{below}" for t, below in zip(top, z, strict=True)]
    features = {"x": x, "z": z}

    roots = [
        HierarchicalClassifier(f_test=None, decay=decay, max_depth=1).fit(features, y).tree_
        for decay in (0.1, 1.0)
    ]

    assert [tree.schema.features[tree.splits[0].column].name for tree in roots] == ["x", "z"]


def test_all_labels_are_told_of_in_short():
    many = [f"{k % 9}/{k % 7}" for k in range(N)]

    model = HierarchicalClassifier(f_test=None, max_depth=1).fit(X, many)

    assert "… +" in repr(model.tree_)
    assert max(map(len, model.tree_.to_text().splitlines())) < 200


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"decay": 0}, "decay=0 must be"),
        ({"f_test": 2.0}, "f_test=2.0 must be"),
        ({"f_test": "small"}, "f_test='small' must be"),
        ({"hierarchy": [3]}, "paths such as"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(parameters, words):
    with pytest.raises(ParameterError, match=words):
        HierarchicalClassifier(**parameters).fit(X, PATHS)


def test_validation_samples_must_be_booleans_and_some():
    with pytest.raises(ParameterError, match="one boolean per sample"):
        HierarchicalClassifier().fit(X, PATHS, validation=[0, 1])
    with pytest.raises(ParameterError, match="True for some and False for others"):
        HierarchicalClassifier().fit(X, PATHS, validation=np.ones(N, dtype=bool))
