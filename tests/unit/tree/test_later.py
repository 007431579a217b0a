"""Columns that are worked out when they are first read."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from arboretum import TreeRegressor
from arboretum.criteria import SquaredError
from arboretum.exceptions import ParameterError
from arboretum.tree.columns import later
from tests.unit.tree.examples import drug_tree


def promised(tree, calls, **columns):
    """The tree with columns promised, each reading noted in ``calls``."""

    def promise(name, column):
        return later(lambda: calls.append(name) or column)

    return replace(tree, **{name: promise(name, column) for name, column in columns.items()})


def test_a_promised_column_is_worked_out_once_and_only_when_read():
    tree, calls = drug_tree(), []
    same = promised(tree, calls, score=tree.score.copy())
    same.apply([np.zeros(1, dtype=np.int32)] * tree.schema.n_features)

    assert calls == []
    assert same.score.tolist() == pytest.approx(tree.score.tolist(), nan_ok=True)
    assert not same.score.flags.writeable
    assert same.score is same.score
    assert calls == ["score"]


def test_a_tree_of_promises_equals_the_tree_of_columns_and_survives_copies():
    tree = drug_tree()
    columns = {name: getattr(tree, name) for name in ("impurity", "score", "runner_up_score")}

    assert promised(tree, [], **columns) == tree
    assert pickle.loads(pickle.dumps(promised(tree, [], **columns))) == tree
    assert copy.deepcopy(promised(tree, [], **columns)) == tree
    assert promised(tree, [], **columns).to_text() == tree.to_text()


def test_what_is_not_finite_is_refused_when_it_is_read():
    tree = drug_tree()
    broken = tree.impurity.copy()
    broken[2] = np.inf

    with pytest.raises(ParameterError, match="impurity of node 2 is not a finite number"):
        _ = promised(tree, [], impurity=broken).impurity


def test_a_name_that_is_no_column_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'Tree' object has no attribute 'scores'"):
        _ = drug_tree().scores  # type: ignore[attr-defined]


def test_a_criterion_that_changes_after_growing_changes_no_tree():
    X, y = np.arange(20.0)[:, None], np.arange(20.0) ** 2
    criterion = SquaredError()
    tree = TreeRegressor(criterion=criterion, max_depth=2).fit(X, y).tree_

    criterion.ddof = 1

    assert tree.impurity[0] == pytest.approx(np.var(y))
