"""The sizes on the page are the trees that cost-complexity pruning makes."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import C45Classifier, CARTClassifier, CARTRegressor, TreeClassifier, TreeRegressor
from arboretum.pruning import CostComplexity
from arboretum.show.web.page_document import pruning_steps


def make_samples(nominal, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(200, 4)).round(1)
    y = X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=200)
    return X, np.digitize(y, [-1, 1]) if nominal else y


MODELS = [
    TreeClassifier(),
    TreeRegressor(),
    C45Classifier(pruning=None),
    CARTClassifier(complexity=0.0, min_samples_split=4),
    CARTRegressor(complexity=0.0, min_samples_split=4),
    TreeClassifier(pruning=CostComplexity(cv=4)),
    TreeRegressor(pruning=CostComplexity(cv=4, risk="impurity")),
    CARTClassifier(complexity=0.0, min_samples_split=4, pruning=CostComplexity(cv=4, rule="min")),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_each_step_cuts_to_the_tree_of_its_price(model):
    model = model.fit(*make_samples(model._nominal))
    tree, table = model.tree_, model.cp_table_

    steps = pruning_steps(model, tree)

    for step, n_leaves in enumerate(steps.n_leaves):
        smaller = tree.collapse((steps.cut >= 0) & (steps.cut <= step))
        assert smaller.n_leaves == n_leaves
        if step:
            at = table["nsplit"].index(n_leaves - 1)
            # Halfway to the next price: rounding must not decide.
            price = (table.alpha[at] + (table.alpha[at - 1] if at else 2 * table.alpha[at])) / 2
            unit = tree.weight[0] if table.risk == "impurity" else 1.0
            pruner = CostComplexity(price / unit, risk=table.risk, links=table.links)
            assert smaller.n_leaves == pruner.prune(tree, None).n_leaves
            assert steps.cp[step] == table["CP"][at]
            assert steps.error[step] == table["rel error"][at]
            expected = table["xerror"][at] if "xerror" in table else np.nan
            np.testing.assert_equal(steps.xerror[step], expected)


def test_a_tree_without_its_model_is_pruned_by_its_own_prices():
    tree = TreeClassifier().fit(*make_samples(True)).tree_

    steps = pruning_steps(tree, tree)

    assert steps.n_leaves[-1] == 1
    assert steps.error[-1] == 1.0
    assert np.isnan(steps.xerror).all()


def test_leaves_that_hide_their_mistakes_have_no_steps():
    model = TreeClassifier(leaf="majority").fit(*make_samples(True))

    assert pruning_steps(model, model.tree_) is None
