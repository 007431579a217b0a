"""What pruning costs beside growing: ``python -m benchmarks.pruning``.

The table of cost-complexity pruning in ten-fold cross-validation of a full tree, as a multiple
of growing that tree once, on 100,000 samples of 20 numbers and one thread; and pruning a tree of
some 50,000 leaves at one price.  CPU seconds, the least of a few runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from arboretum import CARTClassifier, TreeClassifier, TreeRegressor
from arboretum.data import make_dataset
from arboretum.pruning import CostComplexity, pruning_sequence

N_SAMPLES, N_FEATURES = 100_000, 20
N_LEAVES = 50_000
N_RUNS = 3
MODELS = {
    "TreeClassifier": TreeClassifier(),
    "TreeRegressor": TreeRegressor(),
    "CARTClassifier": CARTClassifier(complexity=0),
}


def seconds(call: Callable[..., Any], *arguments: Any) -> float:
    times = []
    for _ in range(N_RUNS):
        start = time.process_time()
        call(*arguments)
        times.append(time.process_time() - start)
    return min(times)


def problem() -> tuple[np.ndarray, np.ndarray]:
    """Numbers, and a target that four of them explain in part."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(N_SAMPLES, N_FEATURES))
    return X, X[:, 0] + X[:, 1] * X[:, 2] + np.abs(X[:, 3]) + rng.normal(size=N_SAMPLES)


def time_tables(X: np.ndarray, y: np.ndarray) -> None:
    print("ten-fold table    growth, s  leaves   table, s   times one growth")
    for name, model in MODELS.items():
        nominal = "Classifier" in name
        target = y > np.median(y) if nominal else y
        model.fit(X[:500], target[:500])
        growth = seconds(model.fit, X, target)
        dataset = make_dataset(X, target, nominal=nominal)
        table = seconds(CostComplexity(cv=10).table, model.tree_, dataset)
        print(f"{name:16} {growth:10.3f} {model.n_leaves_:7d} {table:10.3f} {table / growth:12.1f}")


def time_pruning(X: np.ndarray, y: np.ndarray) -> None:
    tree = TreeRegressor(max_leaf_nodes=N_LEAVES).fit(X, y).tree_
    print(f"\na tree of {tree.n_leaves} leaves, CPU s")
    print(f"all nested trees    {seconds(pruning_sequence, tree):6.3f}")
    for links in ("weakest", "rpart"):
        pruner = CostComplexity(cp=1e-5, links=links)
        print(f"at a price, {links:8}{seconds(pruner.prune, tree, None):6.3f}")


def main() -> None:
    X, y = problem()
    time_tables(X, y)
    time_pruning(X, y)


if __name__ == "__main__":
    main()
