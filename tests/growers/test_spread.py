"""Rows that go down many branches in parts: the same tree natively and by the loop, bit for bit."""

import numpy as np
import pandas as pd
import pytest

from arboretum import C45Classifier, TreeClassifier, TreeRegressor
from arboretum.missing import Fractional
from arboretum.splits import Multiway, Subset, Threshold
from arboretum.stopping import ChiSquare, Permutation
from tests.growers.both import assert_general_equals_readable, dataset_and_recipe

N = 900


@pytest.fixture(scope="module")
def data():
    """Numbers of which no two are equal, few and many categories; a fifth is missing."""
    rng = np.random.default_rng(8)
    frame = pd.DataFrame(
        {
            "x": rng.normal(size=N),
            "z": rng.normal(size=N),
            "few": pd.Categorical(rng.integers(0, 3, N).astype(str)),
            "some": pd.Categorical(rng.integers(0, 25, N).astype(str)),
            # More categories than most nodes have rows.
            "many": pd.Categorical(rng.integers(0, 400, N).astype(str)),
        }
    )
    some = np.sin(frame["some"].cat.codes.to_numpy() * 2.0)
    signal = frame["x"].to_numpy() + 2 * some + rng.normal(size=N)
    for column in frame:
        frame.loc[rng.random(N) < 0.2, column] = None
    return frame, signal


MODELS = {
    "C4.5": C45Classifier(max_depth=3),
    "by class": C45Classifier(max_depth=3, missing=Fractional(by_class=True)),
    "large leaves": C45Classifier(min_samples_leaf=12),
    "gini": TreeClassifier(missing="fractional", min_samples_leaf=3, max_depth=3),
    "ratio": TreeClassifier(
        criterion="gain_ratio", splits="multiway", missing="fractional", max_depth=3
    ),
    "rare": TreeClassifier(
        splits=(Threshold(), Multiway(), Subset(min_samples_category=5)),
        missing="fractional",
        max_depth=3,
    ),
    "tested": C45Classifier(stopping=(ChiSquare(0.3),), max_depth=3),
    "shuffled": C45Classifier(stopping=(Permutation(0.5, n_permutations=9),), max_depth=2),
}


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "fractions"])
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("name", MODELS)
def test_classes(data, name, n_classes, weights):
    frame, signal = data
    y = np.digitize(signal, np.quantile(signal, np.arange(1, n_classes) / n_classes))
    weight = None if weights == "none" else np.random.default_rng(1).uniform(0.5, 2.0, N)

    tree = assert_general_equals_readable(*dataset_and_recipe(MODELS[name], frame, y, weight))

    assert tree.depth >= 2


@pytest.mark.parametrize("min_samples_leaf", [1, 2, 6])
def test_features_that_tell_the_same_and_rows_that_weigh_nothing(data, min_samples_leaf):
    frame, signal = data
    # Copies tie with what they copy: which of them wins must not hang on the last bits of a sum.
    copies = frame.assign(x_again=frame["x"], backwards=-frame["z"])
    copies["renamed"] = frame["some"].cat.rename_categories(lambda name: str(99 - int(name)))
    copies["rounded"] = frame["x"].round(1)
    weight = np.random.default_rng(3).integers(0, 4, N)
    model = C45Classifier(max_depth=3, min_samples_leaf=min_samples_leaf)

    tree = assert_general_equals_readable(
        *dataset_and_recipe(model, copies, signal > 0, weight.astype(float))
    )

    assert tree.tie.any()


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error"])
def test_numbers(data, criterion):
    frame, signal = data
    model = TreeRegressor(
        criterion=criterion,
        splits="multiway",
        missing="fractional",
        max_depth=3,
        min_samples_leaf=1,
        min_samples_split=20,
    )

    tree = assert_general_equals_readable(
        *dataset_and_recipe(model, frame.drop(columns="many"), signal)
    )

    assert tree.depth >= 2


@pytest.mark.parametrize("n_threads", [2, 3])
def test_threads_do_not_change_the_tree(n_threads):
    rng = np.random.default_rng(2)
    n = 6000  # large nodes are shared out
    frame = pd.DataFrame({f"x{i}": rng.normal(size=n) for i in range(8)})
    for i in range(4):
        frame[f"c{i}"] = pd.Categorical(rng.integers(0, 5, n).astype(str))
    y = (frame["x0"] + frame["c0"].cat.codes % 2 + rng.normal(size=n) > 0.5).to_numpy()
    frame = frame.mask(rng.random(frame.shape) < 0.1)
    alone = C45Classifier(max_depth=4, n_jobs=1).fit(frame, y).tree_

    together = C45Classifier(max_depth=4, n_jobs=n_threads).fit(frame, y).tree_

    assert together == alone


def test_threads_do_not_change_what_siblings_have_in_common():
    rng = np.random.default_rng(3)
    n = 60_000  # of which a tenth is in all branches of the root, enough to be shared out
    code = rng.integers(0, 60, n)
    frame = pd.DataFrame({f"x{i}": rng.normal(size=n) for i in range(10)})
    frame["code"] = pd.Categorical(code.astype(str))
    frame["few"] = pd.Categorical(rng.integers(0, 5, n).astype(str))
    y = (3 * np.sin(code) + 0.5 * frame["x0"] + rng.normal(size=n) > 0).to_numpy()
    frame = frame.mask(rng.random(frame.shape) < 0.1)
    alone = C45Classifier(max_depth=2, n_jobs=1).fit(frame, y).tree_

    together = C45Classifier(max_depth=2, n_jobs=2).fit(frame, y).tree_

    assert together == alone
    assert alone.root.split.arity == 60
