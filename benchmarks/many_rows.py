"""Many rows of numbers beside scikit-learn: ``python -m benchmarks.many_rows``.

500,000 rows are predicted by full trees of 100,000 rows of 20 numbers, one thread each: the best
of some calls, CPU time.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from arboretum import TreeClassifier, TreeRegressor
from benchmarks import data

N_SAMPLES, N_ROWS, N_CALLS = 100_000, 500_000, 9
PROBLEMS = {
    "classes": (data.continuous, TreeClassifier, DecisionTreeClassifier),
    "numbers": (data.friedman1, TreeRegressor, DecisionTreeRegressor),
}


def milliseconds(call: Callable[[], object]) -> float:
    times = []
    for _ in range(N_CALLS):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times) * 1e3


def main() -> None:
    print(f"{'full tree of':14}{'nodes':>8}{'ours, ms':>10}{'scikit-learn':>14}{'ratio':>7}")
    for name, (problem_of, ours, theirs) in PROBLEMS.items():
        problem = problem_of(name, N_SAMPLES)
        rows = problem.rows_to_predict(N_ROWS)
        model = ours(n_jobs=1).fit(problem.X, problem.y)
        other = theirs(random_state=0).fit(problem.X, problem.y)
        mine = milliseconds(lambda model=model, rows=rows: model.predict(rows))
        peer = milliseconds(lambda model=other, rows=rows: model.predict(rows))
        n_nodes = model.tree_.n_nodes
        print(f"{name:14}{n_nodes:8}{mine:10.1f}{peer:14.1f}{peer / mine:7.1f}")


if __name__ == "__main__":
    main()
