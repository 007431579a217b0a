"""Error-based pruning, against the book's way of telling it."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import (
    C45Classifier,
    MultiLabelClassifier,
    Tree,
    TreeClassifier,
    TreeRegressor,
    datasets,
)
from arboretum.data import make_dataset
from arboretum.exceptions import DataError, ParameterError, UnsupportedCombination
from arboretum.missing import Fractional, Surrogate
from arboretum.pruning import ErrorBased, extra_errors, upper_limit
from arboretum.pruning.confidence import limit_parameters
from tests.oracles import pruners as slow
from tests.unit.pruning.examples import noisy


def mixed(seed, n=150, missing=0.1):
    """Numbers and categories, some missing, and three classes that depend on them."""
    rng = np.random.default_rng(seed)
    X, y, weight = noisy(seed, n, 3)
    columns = {f"x{i}": np.where(rng.random(n) < missing, np.nan, X[:, i]) for i in range(4)}
    letters = np.array(["p", "q", "r"])[np.clip((X[:, 0] + 1).astype(int), 0, 2)].astype(object)
    letters[rng.random(n) < missing] = None
    return {**columns, "letter": letters}, y, weight


def limit_of(confidence, limit):
    return lambda n, errors: errors + float(extra_errors(n, errors, confidence, limit))


def assert_same(tree, twin, node=0):
    """The same questions and the same weights all the way down."""
    assert tree.splits[node] == twin.split
    assert tree.value[node] == pytest.approx(twin.value)
    for child, other in zip(tree.children(node), twin.children, strict=True):
        assert_same(tree, other, int(child))


@pytest.mark.parametrize("limit", ["c45", "j48"])
@pytest.mark.parametrize("confidence", [0.1, 0.25])
@pytest.mark.parametrize("seed", range(5))
def test_branches_are_raised_as_by_the_twin(seed, confidence, limit):
    X, y, weight = mixed(seed)
    weight *= len(weight) / weight.sum()  # a sample weighs 1 on average, as the twin wants it
    model = C45Classifier(pruning=None, min_samples_leaf=1).fit(X, y, sample_weight=weight)
    dataset = make_dataset(X, y, nominal=True, sample_weight=weight)

    pruned = model.prune(ErrorBased(confidence, limit=limit), X, y, weight).tree_

    twin = slow.raise_subtrees(slow.grown(model.tree_), dataset, limit_of(confidence, limit))
    assert pruned.n_leaves < model.n_leaves_
    assert_same(pruned, twin)


def test_raising_takes_place_and_counts_anew():
    raised = 0
    for seed in range(5):
        X, y, _ = mixed(seed)
        model = C45Classifier(pruning=None, min_samples_leaf=1).fit(X, y)

        pruned = model.prune(ErrorBased(), X, y).tree_

        leaves = pruned.is_leaf
        assert pruned.n_samples[leaves].sum() == pytest.approx(len(y))
        assert pruned.value[leaves].sum(axis=0) == pytest.approx(pruned.value[0])
        np.testing.assert_allclose(pruned.weight, pruned.value.sum(axis=1))
        entropy = model.tree_.recipe.criterion.impurity(pruned.value)
        np.testing.assert_allclose(pruned.impurity, entropy, atol=1e-12)
        below = model.prune(ErrorBased(raising=False)).tree_
        raised += pruned.splits != below.splits
    assert raised >= 3


def test_without_raising_subtrees_become_leaves():
    # Quinlan 1993, p. 41: leaves of 6, 9 and 1 samples without an error are expected to make
    # 6 * 0.206 + 9 * 0.143 + 1 * 0.750 = 3.273; as one leaf 16 * 0.157 = 2.512.
    X = {"physician fee freeze": ["n"] * 6 + ["y"] * 9 + ["u"]}
    y = ["democrat"] * 15 + ["republican"]
    model = TreeClassifier(splits="multiway").fit(X, y)
    assert model.n_leaves_ == 3

    pruned = model.prune(ErrorBased(raising=False))

    assert pruned.n_leaves_ == 1
    assert 16 * upper_limit(16, 1) == pytest.approx(2.512, abs=0.01)
    assert np.sum(extra_errors([6, 9, 1], [0, 0, 0])) == pytest.approx(3.273, abs=0.001)


def test_the_two_programs_differ_by_the_normal_deviate():
    # J48's limit for 1 of 16 is 0.155.
    assert limit_parameters(0.25, "c45")[1] == pytest.approx(0.6925, abs=5e-5)
    assert limit_parameters(0.25, "j48")[1] == pytest.approx(0.6745, abs=5e-5)
    assert upper_limit(16, 1, 0.25, "j48") == pytest.approx(0.1547, abs=5e-5)
    assert upper_limit(6, 0, 0.25, "j48") == upper_limit(6, 0, 0.25, "c45")
    # Of 2 samples both wrong, or 1.6 of 2: the rest in J48, 0.67 of it in C4.5.
    assert extra_errors(2.0, 1.6, 0.25, "j48") == pytest.approx(0.4)
    assert extra_errors(2.0, 1.6, 0.25, "c45") == pytest.approx(0.67 * 0.4)


def test_a_smaller_confidence_prunes_more():
    X, y, _ = mixed(7)
    grown = C45Classifier(pruning=None).fit(X, y)

    leaves = [grown.prune(ErrorBased(c), X, y).n_leaves_ for c in (0.5, 0.25, 0.1, 0.01)]

    assert leaves == sorted(leaves, reverse=True)
    assert leaves[-1] < leaves[0]


def test_c45_prunes_by_default():
    X, y, _ = mixed(3)

    by_default = C45Classifier().fit(X, y)
    after = C45Classifier(pruning=None).fit(X, y).prune(ErrorBased(), X, y)

    assert by_default.tree_ == after.tree_
    assert C45Classifier().get_params()["pruning"] == "error_based"


def test_several_targets_and_surrogates():
    X, y, _ = mixed(2)
    numbers = {name: X[name] for name in ("x0", "x1", "x2")}
    both = np.stack([y, np.roll(y, 1)], axis=1)
    for model in (
        TreeClassifier().fit(numbers, both),
        TreeClassifier(missing=Surrogate()).fit(numbers, y),
        TreeClassifier(missing=Surrogate(use=0)).fit(numbers, y),
    ):
        targets = both if model.n_outputs_ == 2 else y

        pruned = model.prune(ErrorBased(), numbers, targets)

        tree = pruned.tree_
        assert tree.n_leaves < model.n_leaves_
        # Where training samples end is where the tree sends them now.
        at = tree.ends(make_dataset(numbers, targets, nominal=True).columns).node
        ending = tree.n_samples.copy()
        np.subtract.at(ending, tree.parent[1:], tree.n_samples[1:])
        found = np.bincount(at, minlength=tree.n_nodes)
        expected = np.where(tree.is_leaf, tree.n_samples, ending)
        assert found.tolist() == pytest.approx(expected.tolist())


def test_a_loaded_tree_is_raised_alike(tmp_path):
    X, y, _ = mixed(4)
    model = C45Classifier(pruning=None, min_samples_leaf=1).fit(X, y)
    model.tree_.save(tmp_path / "tree.json")
    dataset = make_dataset(X, y, nominal=True)

    loaded = ErrorBased().prune(Tree.load(tmp_path / "tree.json"), dataset)

    assert loaded == ErrorBased().prune(model.tree_, dataset)


def test_raising_wants_the_training_samples():
    X, y, _ = mixed(1)
    model = C45Classifier(pruning=None).fit(X, y)

    with pytest.raises(DataError, match=r"needs the samples.*raising=False"):
        model.prune("error_based")
    some = {name: column[:100] for name, column in X.items()}
    with pytest.raises(DataError, match=r"weigh 150.*passed weigh 100"):
        model.prune("error_based", some, y[:100])


def test_what_cannot_be_counted_anew_is_refused():
    X, y, _ = mixed(1)
    by_class = C45Classifier(missing=Fractional(by_class=True), pruning=None).fit(X, y)

    with pytest.raises(UnsupportedCombination, match=r"by_class=True.*raising=False"):
        by_class.prune(ErrorBased(), X, y)
    with pytest.raises(UnsupportedCombination, match=r"ErrorBased.*numeric"):
        TreeRegressor(pruning="error_based").fit({"x": [1.0, 2.0]}, [1.0, 2.0])


def test_a_tree_that_is_too_deep_for_recursion_is_refused(monkeypatch):
    X, y, _ = mixed(1)
    model = C45Classifier(pruning=None).fit(X, y)
    monkeypatch.setattr("arboretum.pruning.error_based.MAX_DEPTH", model.depth_ - 1)

    with pytest.raises(UnsupportedCombination, match=rf"{model.depth_} deep.*raising=False"):
        model.prune(ErrorBased(), X, y)


@pytest.mark.parametrize(
    ("pruner", "said"),
    [
        (ErrorBased(confidence=0), "confidence=0"),
        (ErrorBased(limit="c50"), "limit='c50'.*'j48'"),
        (ErrorBased(confidence=0.75, limit="j48"), "at most 0.5"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(pruner, said):
    drug = datasets.drug()

    with pytest.raises(ParameterError, match=said):
        C45Classifier(pruning=pruner).fit(drug.X, drug.y)


@pytest.mark.parametrize(("seed", "n_labels", "shape"), [(1, 2, (200, 6)), (5, 3, (300, 4))])
def test_raised_branches_of_label_vectors_are_measured_as_they_were_grown(seed, n_labels, shape):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=shape).round(1)
    signal = X[:, 0] + X[:, 1] * (X[:, 0] > 0)
    levels = np.linspace(-0.5, 1, n_labels)
    columns = [signal + rng.normal(scale=0.5, size=len(X)) > level for level in levels]
    labels = np.stack(columns, axis=1).astype(int)
    model = MultiLabelClassifier(criterion="gini", pruning=None, min_samples_leaf=1)
    model.fit(X, labels)

    pruned = model.prune(ErrorBased(), X, labels).tree_

    assert pruned.splits != model.prune(ErrorBased(raising=False)).tree_.splits  # some are raised
    share = pruned.value[:, 1::2] / pruned.weight[:, None]
    variance = (share * (1 - share)).mean(axis=1)  # of labels that are 0 or 1
    np.testing.assert_allclose(pruned.impurity, variance, atol=1e-12)
