"""Of which trees a report says how far they are from the best."""

import numpy as np

from arboretum import CARTClassifier, M5Regressor, TreeClassifier, datasets
from arboretum.explain import distance_from_optimal
from arboretum.judging.distance import MOST_CELLS, MOST_LEAVES, distance_of


def distance_in(model, X, y):
    return distance_of(model.make_dataset(X, y), model.fit(X, y))


def test_a_small_tree_of_a_small_table_is_compared():
    heart = datasets.heart()
    model = CARTClassifier(complexity=0.03)

    found = distance_in(model, heart.X, heart.y)

    whole = distance_from_optimal(model, heart.X, heart.y, seconds=None)
    assert found.cost == whole.cost == (model.predict(heart.X) != heart.y).sum()
    assert found.bound <= whole.bound <= whole.best <= found.best


def test_neither_large_trees_nor_large_tables_nor_equations_nor_roots_are_compared():
    heart = datasets.heart()
    large = np.random.default_rng(0).normal(size=(MOST_CELLS // 4 + 1, 4))
    rate = np.asarray(heart.X["max.heart.rate"], dtype=float)

    full = TreeClassifier()
    assert distance_in(full, heart.X, heart.y) is None
    assert full.n_leaves_ > MOST_LEAVES
    assert distance_in(TreeClassifier(max_depth=2), large, large[:, 0] > 0) is None
    assert distance_in(TreeClassifier(max_depth=0), heart.X, heart.y) is None
    assert distance_in(M5Regressor(), {"age": heart.X["age"]}, rate) is None


def test_a_report_says_it_and_its_document_has_it():
    heart = datasets.heart()
    model = TreeClassifier(max_depth=3).fit(heart.X, heart.y)

    report = model.report(heart.X, heart.y, n_folds=2, n_trees=0)

    assert report.distance.sentence in report.summary
    assert report.to_dict()["distance"]["best"] == report.distance.best
