"""What pruning costs compared with growing: ``python -m benchmarks.pruning``.

The table of cost-complexity pruning in ten-fold cross-validation of a full tree, as a multiple
of growing that tree once, on 100,000 samples of 20 numbers and one thread; and every pruner on
trees of some 50,000 leaves.  CPU seconds, the least of a few runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from arboretum import CARTClassifier, TreeClassifier, TreeRegressor
from arboretum.data import make_dataset
from arboretum.pruning import (
    AtMostDepth,
    AtMostLeaves,
    CostComplexity,
    CriticalValue,
    ErrorBased,
    MinimumDescription,
    MinimumError,
    Needless,
    Pessimistic,
    Predicate,
    Pruner,
    ReducedError,
    pruning_sequence,
)

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


def problem(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Numbers, and a target that four of them explain in part."""
    rng = np.random.default_rng(seed)
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


def all_pruners(is_classification: bool) -> dict[str, Pruner]:
    """Every pruner, asked for something between the grown tree and its root."""
    pruners: dict[str, Pruner] = {
        "cost-complexity, weakest": CostComplexity(cp=1e-5),
        "cost-complexity, rpart": CostComplexity(cp=1e-5, links="rpart"),
        "reduced error, bottom-up": ReducedError(order="bottom_up"),
        "reduced error, best first": ReducedError(order="best_first"),
        "at most 10 levels": AtMostDepth(10),
        "at most 1000 leaves": AtMostLeaves(1000),
        "a predicate": Predicate(lambda node: node.n_samples < 20),
        "critical value": CriticalValue(),
    }
    if is_classification:
        pruners |= {
            "needless": Needless(),
            "error-based, no raising": ErrorBased(raising=False),
            "pessimistic": Pessimistic(),
            "minimum error": MinimumError(),
            "minimum description": MinimumDescription(),
        }
    return pruners


def noisy_classes(y: np.ndarray) -> np.ndarray:
    """Classes that are mostly noise: their full tree has many leaves."""
    rng = np.random.default_rng(1)
    return np.where(rng.random(len(y)) < 0.9, rng.integers(0, 10, len(y)), y > 0)


def time_pruning(X: np.ndarray, y: np.ndarray) -> None:
    validation, truth = problem(seed=2)
    for model, target, held_out in (
        (TreeRegressor(max_leaf_nodes=N_LEAVES), y, truth),
        (TreeClassifier(max_leaf_nodes=N_LEAVES), noisy_classes(y), noisy_classes(truth)),
    ):
        tree = model.fit(X, target).tree_
        nominal = tree.schema.is_classification
        dataset = make_dataset(validation, held_out, nominal=nominal)
        print(f"\n{type(model).__name__}, {tree.n_leaves} leaves: CPU s, leaves left")
        print(f"{'all nested trees':26}{seconds(pruning_sequence, tree):6.3f}")
        for name, pruner in all_pruners(nominal).items():
            taken = seconds(pruner.prune, tree, dataset)
            print(f"{name:26}{taken:6.3f} {pruner.prune(tree, dataset).n_leaves:7d}")


def main() -> None:
    X, y = problem()
    time_tables(X, y)
    time_pruning(X, y)


if __name__ == "__main__":
    main()
