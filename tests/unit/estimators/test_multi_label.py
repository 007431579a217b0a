import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier

from arboretum import MultiLabelClassifier, TreeClassifier
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.pruning import CostComplexity, ReducedError

STRATEGIES = ("vector", "binary_relevance", "label_powerset")
RNG = np.random.default_rng(0)
N = 150
X = pd.DataFrame(RNG.normal(size=(N, 4)), columns=list("abcd"))
CELLS = np.stack([X["a"] > 0, X["a"] + X["b"] > 0.5, X["c"] > 1, X["d"] < -1], axis=1).astype(int)
CELLS ^= RNG.random(CELLS.shape) < 0.05
FRAME = pd.DataFrame(CELLS, columns=["one", "two", "three", "four"])
SETS = [set(FRAME.columns[row == 1]) for row in CELLS]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_form_of_labels_grows_the_same_trees(strategy):
    models = [MultiLabelClassifier(strategy=strategy, max_depth=3).fit(X, y) for y in (FRAME, SETS)]

    by_name = [dict(zip(m.labels_, m.predict_proba(X).T, strict=True)) for m in models]

    for name in FRAME:
        np.testing.assert_allclose(by_name[0][name], by_name[1][name])


def test_the_vector_grows_scikit_learns_multi_output_tree():
    ours = MultiLabelClassifier(
        criterion="gini", pruning=None, max_depth=4, min_samples_leaf=5
    ).fit(X, CELLS)
    theirs = DecisionTreeClassifier(max_depth=4, min_samples_leaf=5, random_state=0).fit(X, CELLS)

    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    shares = np.stack([block[:, 1] for block in theirs.predict_proba(X)], axis=1)
    np.testing.assert_allclose(ours.predict_proba(X), shares)
    # Gini counts both classes of a label, the variance one.
    assert ours.tree_.impurity[0] == pytest.approx(theirs.tree_.impurity[0] / 2)


def test_binary_relevance_is_a_tree_a_label():
    model = MultiLabelClassifier(
        strategy="binary_relevance", pruning=None, min_samples_leaf=3, max_depth=3
    ).fit(X, FRAME)

    for k, name in enumerate(FRAME):
        alone = TreeClassifier(max_depth=3, min_samples_leaf=3).fit(X, FRAME[name])
        np.testing.assert_allclose(model.predict_proba(X)[:, k], alone.predict_proba(X)[:, 1])
    assert len(model.trees_) == 4
    with pytest.raises(UnsupportedCombination, match="grew 4 trees"):
        model.apply(X)
    assert not hasattr(model, "tree_")


def test_a_powerset_is_a_tree_of_whole_sets():
    model = MultiLabelClassifier(
        strategy="label_powerset", criterion="gini", pruning=None, min_samples_leaf=3, max_depth=4
    ).fit(X, SETS)
    names = [" + ".join(sorted(one)) for one in SETS]

    alone = TreeClassifier(max_depth=4, min_samples_leaf=3).fit(X, names)

    assert {frozenset(one) for one in model.predict_sets(X)} <= {frozenset(s) for s in SETS}
    said = [" + ".join(sorted(one)) for one in model.predict_sets(X)]
    # The order of the classes decides between equal ones.
    assert np.mean(said == alone.predict(X)) > 0.95
    np.testing.assert_allclose(
        model.predict_proba(X)[:, 0],
        alone.predict_proba(X) @ np.array(["four" in name for name in alone.classes_]),
    )


def test_of_equally_frequent_sets_a_powerset_takes_the_one_more_frequent_in_all():
    y = [{"a"}, {"b", "c"}, {"b", "c"}, {"b", "c"}, {"a"}]
    model = MultiLabelClassifier(strategy="label_powerset", min_samples_leaf=2)

    model.fit({"x": [1, 1, 2, 2, 1]}, y, sample_weight=[1, 2, 1, 1, 1])

    assert model.tree_.schema.classes == ("b + c", "a")
    assert model.predict_sets({"x": [1]}) == [{"b", "c"}]


def test_a_label_that_all_samples_have_is_predicted():
    y = [{"all", "a"}, {"all"}, {"all", "a"}, {"all"}]
    features = {"x": [1, 2, 1, 2]}

    for strategy in STRATEGIES:
        model = MultiLabelClassifier(strategy=strategy, min_samples_leaf=1).fit(features, y)
        assert model.predict_sets(features) == y


def test_thresholds_by_label_decide():
    model = MultiLabelClassifier(max_depth=2).fit(X, FRAME)
    shares = model.predict_proba(X)

    model.set_params(threshold={"one": 0.9, "three": 0.05})

    expected = shares > np.array([0.9, 0.5, 0.05, 0.5])
    np.testing.assert_array_equal(model.predict(X), expected)
    with pytest.raises(ParameterError, match="'five', which is not one of the labels"):
        model.set_params(threshold={"five": 0.5}).predict(X)
    with pytest.raises(ParameterError, match="must be a probability"):
        model.set_params(threshold=1.5).predict(X)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("pruner", [CostComplexity(cp=0.03), ReducedError()], ids=["cp", "rep"])
def test_all_strategies_are_pruned(strategy, pruner):
    model = MultiLabelClassifier(strategy=strategy).fit(X, SETS)

    pruned = model.prune(pruner, X, SETS) if pruner.name == "reduced_error" else model.prune(pruner)
    fitted = MultiLabelClassifier(strategy=strategy, pruning=CostComplexity(cp=0.03)).fit(X, SETS)

    assert sum(t.n_leaves for t in pruned.trees_) <= sum(t.n_leaves for t in model.trees_)
    assert sum(t.n_leaves for t in fitted.trees_) < sum(t.n_leaves for t in model.trees_)
    assert pruned.predict(X).shape == CELLS.shape


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_dataset_that_was_encoded_before_grows_the_same_trees(strategy):
    model = MultiLabelClassifier(strategy=strategy, max_depth=3).fit(X, FRAME)
    new = MultiLabelClassifier(strategy=strategy, max_depth=3)

    again = new.fit_dataset(model.make_dataset(X, FRAME, None))

    assert again.trees_ == model.trees_


def test_measures_and_scores_agree():
    model = MultiLabelClassifier(max_depth=3).fit(X, SETS)

    report = model.measure(X, SETS)

    assert report.subset_accuracy == pytest.approx(model.score(X, SETS))
    assert report.hamming_loss == pytest.approx(model.risk(X, SETS))
    assert report.labels == tuple(model.labels_)


def test_words_for_labels():
    y = [{"a", "b"}, {"a"}, set()]
    model = MultiLabelClassifier(pruning=None, min_samples_leaf=1).fit({"x": [1, 1, 2]}, y)

    text = model.tree_.to_text()

    assert "labels: a, b" in text
    assert "x <= 1.5 2 1 {a: 1} *" in text
    assert [rule.then_text() for rule in model.tree_.rules()] == ["labels = {a}", "labels = {}"]
    assert repr(model.tree_.node(1)).startswith("<Node 1: leaf at depth 1, 2 samples, predicts {a}")


def test_parameters_that_make_no_sense_are_refused():
    with pytest.raises(ParameterError, match="Known: 'vector', 'binary_relevance'"):
        MultiLabelClassifier(strategy="chain").fit(X, SETS)
    with pytest.raises(UnsupportedCombination, match="has no vector"):
        MultiLabelClassifier(strategy="binary_relevance", weights=[1] * 4).fit(X, SETS)
    with pytest.raises(ParameterError, match="4 numbers of at least 0, one per label"):
        MultiLabelClassifier(weights=[1, 2]).fit(X, SETS)


def test_a_vector_is_grown_by_the_mean_entropy_of_its_labels():
    model = MultiLabelClassifier(pruning=None, max_depth=3).fit(X, CELLS)
    of_classes = TreeClassifier(criterion="entropy", min_samples_leaf=2, max_depth=3)

    of_classes.fit(X, CELLS.astype(str))

    assert model.tree_.splits == of_classes.tree_.splits
    np.testing.assert_allclose(model.tree_.value, of_classes.tree_.value)


def test_a_table_of_objects_grows_the_same_tree_as_one_of_numbers():
    objects, numbers = (MultiLabelClassifier().fit(X, y) for y in (CELLS.astype(object), CELLS))

    assert objects.tree_ == numbers.tree_


@pytest.mark.parametrize("criterion", [None, "gini", "entropy", "gain_ratio"])
def test_vectors_are_pruned_by_the_mistakes_to_expect_unless_told_otherwise(criterion):
    model = MultiLabelClassifier(criterion=criterion).fit(X, CELLS)
    whole = MultiLabelClassifier(criterion=criterion, pruning=None).fit(X, CELLS)

    assert 1 < model.tree_.n_leaves < whole.tree_.n_leaves
    assert model.tree_ == whole.prune("error_based", X, CELLS).tree_


def test_weights_are_of_the_variance_of_a_vector():
    heavy = MultiLabelClassifier(weights=[0, 0, 1, 0], pruning=None, max_depth=1).fit(X, CELLS)

    assert heavy.tree_.schema.features[heavy.tree_.splits[0].column].name == "c"
    with pytest.raises(UnsupportedCombination, match="Use criterion='gini'"):
        MultiLabelClassifier(weights=[1] * 4, criterion="entropy").fit(X, CELLS)
