"""CART's recipes natively and by the readable loop: the same tree, bit for bit."""

import numpy as np
import pandas as pd
import pytest

from arboretum import CARTClassifier, CARTRegressor
from tests.growers.both import assert_general_equals_readable, dataset_and_recipe

N = 200


@pytest.fixture(scope="module", params=[0.0, 0.1], ids=["complete", "holes"])
def data(request):
    rng = np.random.default_rng(11)
    frame = pd.DataFrame(
        {
            "x": rng.normal(size=N),
            "few": np.round(rng.normal(size=N) * 2),
            "ordered": pd.Categorical(rng.choice(list("abcd"), N), ordered=True),
            "letter": pd.Categorical(rng.choice(list("abcdef"), N)),
        }
    )
    for column in frame:
        frame.loc[rng.random(N) < request.param, column] = None
    signal = frame["x"].fillna(0) + (frame["letter"].cat.codes % 3) + rng.normal(size=N)
    return frame, signal.to_numpy()


def classes_of(signal, n_classes):
    return np.digitize(signal, np.quantile(signal, np.arange(1, n_classes) / n_classes))


LOSS = np.array([[0.0, 1.0, 4.0], [1.0, 0.0, 1.0], [0.5, 2.0, 0.0]])


@pytest.mark.pairwise
@pytest.mark.parametrize("complexity", [0.01, 0.0])
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize(
    "costs",
    [{}, {"prior": [0.2, 0.3, 0.5]}, {"loss": LOSS}, {"prior": [0.2, 0.3, 0.5], "loss": LOSS}],
    ids=["plain", "prior", "loss", "both"],
)
def test_classes_with_priors_and_losses(data, criterion, costs, complexity):
    frame, signal = data
    model = CARTClassifier(criterion=criterion, complexity=complexity, min_samples_split=6, **costs)

    tree = assert_general_equals_readable(*dataset_and_recipe(model, frame, classes_of(signal, 3)))

    assert tree.n_leaves > 3


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", [None, "fractions"])
@pytest.mark.parametrize("criterion", ["squared_error", "poisson", "absolute_error"])
def test_numbers(data, criterion, weights):
    frame, signal = data
    given = None if weights is None else np.random.default_rng(0).uniform(0.2, 3.0, N)
    model = CARTRegressor(criterion=criterion, complexity=0.001, feature_costs={"x": 2.0})

    tree = assert_general_equals_readable(*dataset_and_recipe(model, frame, np.abs(signal), given))

    assert tree.n_leaves > 3


def test_stopping_early_gives_the_tree_that_cutting_back_gives(data):
    from dataclasses import replace

    from arboretum.growing import grow_in_memory
    from arboretum.stopping import MinRisk

    frame, signal = data
    for model, y in [
        (CARTClassifier(complexity=0.03), classes_of(signal, 3)),
        (CARTClassifier(complexity=0.03, loss=LOSS), classes_of(signal, 3)),
        (CARTRegressor(complexity=0.03), signal),
    ]:
        dataset, recipe = dataset_and_recipe(model, frame, y)
        rules = tuple(rule for rule in recipe.stopping if not isinstance(rule, MinRisk))
        assert len(rules) < len(recipe.stopping)

        early = model._worth_growing(grow_in_memory(dataset, recipe)[0])
        late = model._worth_growing(grow_in_memory(dataset, replace(recipe, stopping=rules))[0])

        assert early.splits == late.splits
        assert early.n_samples.tolist() == late.n_samples.tolist()
