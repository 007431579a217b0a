"""What the page on splits says of the generated mixed data."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

if find_spec("benchmarks") is None:
    pytest.skip("the benchmarks are not part of the source archive", allow_module_level=True)

from arboretum import TreeClassifier
from arboretum.splits import Subset, Threshold
from benchmarks import data


@pytest.mark.parametrize("seed", range(5))
def test_leaving_out_rare_categories_makes_better_trees(seed, monkeypatch):
    monkeypatch.setattr(data, "SEED", seed)
    problem = data.make("mixed")
    rare = [Threshold(), Subset(min_samples_category=40)]

    plain, better = (
        problem.score(
            TreeClassifier(max_depth=12, splits=splits)
            .fit(problem.X, problem.y)
            .predict(problem.X_test)
        )
        for splits in ("binary", rare)
    )

    assert max(len(it.categories) for it in problem.X.dtypes if it == "category") == 200
    assert 3 / 100 <= better - plain <= 4 / 100
