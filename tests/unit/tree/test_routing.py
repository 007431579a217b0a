from __future__ import annotations

import itertools

import numpy as np
import pytest

from arboretum.exceptions import DataError, ParameterError
from arboretum.tree.predict.routing import n_threads
from tests.oracles.routing import path
from tests.unit.tree.examples import drug_tree, petal_tree, random_columns, random_tree


@pytest.mark.parametrize("seed", range(25))
def test_rows_go_where_the_splits_send_them(seed):
    tree = random_tree(seed, n_splits=12)
    columns = random_columns(seed, n_rows=60)

    ends_at = tree.apply(columns)
    start, nodes = tree.decision_path(columns)

    wanted = [path(tree, columns, row) for row in range(60)]
    assert ends_at.tolist() == [passed[-1] for passed in wanted]
    assert [nodes[a:b].tolist() for a, b in itertools.pairwise(start)] == wanted
    for node in range(tree.n_nodes):
        assert tree.passes(columns, node).tolist() == [node in passed for passed in wanted]


def test_threads_do_not_change_where_rows_go():
    tree = random_tree(2, n_splits=30)
    columns = random_columns(2, n_rows=40_000)

    assert np.array_equal(tree.apply(columns), tree.apply(columns, n_jobs=2))


def test_a_threshold_itself_goes_to_the_first_branch():
    columns = [np.array([2.45, np.nextafter(2.45, 3), 3.0]), np.array([0.0, 1.75, 1.76])]

    assert petal_tree().apply(columns).tolist() == [1, 3, 4]


def test_a_row_without_an_answer_stays_where_nothing_else_is_said():
    # Blood pressure missing, unseen, and normal with a missing age.
    columns = [np.array([30.0, 30.0, np.nan]), np.array([-1, -2, 2], dtype=np.int32)]

    assert drug_tree().apply(columns).tolist() == [0, 0, 3]


def test_too_few_columns_are_refused():
    with pytest.raises(DataError, match="2 features, but got 1 columns"):
        petal_tree().apply([np.zeros(3)])


def test_jobs_are_counted_as_in_scikit_learn(monkeypatch):
    monkeypatch.setattr("joblib.cpu_count", lambda: 4)
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)

    assert [n_threads(jobs, 10**6) for jobs in (None, 1, 3, -1, -2, -9)] == [1, 1, 3, 4, 3, 1]
    with pytest.raises(ParameterError, match="n_jobs=0"):
        n_threads(0, 10**6)
