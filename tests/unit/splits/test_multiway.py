"""One branch for every category."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier
from arboretum.exceptions import UnsupportedCombination
from arboretum.splits import Multiway, Threshold
from arboretum.statistics import ClassCounts
from tests.unit.splits.tables import table_of


def test_each_category_at_the_node_gets_a_branch_and_the_others_none():
    table, column, statistics = table_of(ClassCounts, [0, 2, 2, 5], [0, 1, 1, 0], n_classes=2)

    proposal = Multiway().propose(table, column, statistics)

    assert len(proposal) == 1
    assert proposal.split(0, 3, 1).branches == (0, -1, 1, -1, -1, 2)
    assert proposal.branches(table).statistics.tolist() == [[[1, 0], [0, 2], [1, 0]]]


def test_an_identifier_is_refused_by_name():
    names = [f"patient {i}" for i in range(6)]
    model = TreeClassifier(splits=(Threshold(), Multiway(max_categories=5)))

    with pytest.raises(UnsupportedCombination, match=r"'id' has 6 categories.*the 5.*identifier"):
        model.fit({"id": names}, [0, 1, 0, 1, 0, 1])


def test_a_category_may_be_asked_for_once_on_a_path_and_a_number_again():
    # S13: below a branch of one category there is nothing left to ask of that feature.
    rng = np.random.default_rng(0)
    X = {"colour": rng.choice(["red", "green", "blue"], 120), "size": rng.normal(size=120)}
    y = (np.sin(4 * X["size"]) + (X["colour"] == "red") > 0.3).astype(int)

    tree = TreeClassifier(criterion="entropy", splits="multiway").fit(X, y).tree_

    paths = [[split.column for split, _ in leaf.path] for leaf in tree.leaves()]
    assert max(path.count(0) for path in paths) == 1
    assert max(path.count(1) for path in paths) > 1
