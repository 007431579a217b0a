"""Sets of labels beside scikit-learn's trees with each strategy, on the same ten folds.

``python -m tests.parity.test_multi_label`` prints the table of docs/algorithms/multi-label.md.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import KFold
from sklearn.tree import DecisionTreeClassifier

from arboretum import MultiLabelClassifier
from arboretum.measures import hamming_loss, micro_f1, subset_accuracy

STRATEGIES = ("vector", "binary_relevance", "label_powerset")
#: Data sets, their files, and how many columns at the end are labels.
SETS = {
    "flags": (["ml_flags.csv"], 7),
    "yeast": (["ml_yeast.csv.gz"], 14),
    "scene": (["ml_scene_train.csv.gz", "ml_scene_test.csv.gz"], 6),
}
SEEDS = range(5)
MEASURES = {"Hamming loss": hamming_loss, "subset accuracy": subset_accuracy, "micro F1": micro_f1}


def read(folder, name):
    """Features as numbers, and labels."""
    files, n_labels = SETS[name]
    frame = pd.concat([pd.read_csv(folder / file) for file in files], ignore_index=True)
    X, y = frame.iloc[:, :-n_labels], frame.iloc[:, -n_labels:]
    codes = X.apply(lambda column: column if column.dtype.kind in "if" else pd.factorize(column)[0])
    return codes.to_numpy(dtype=np.float64), y.to_numpy(dtype=int)


def scikit_learn(strategy, X, y, X_new, seed):
    """Labels of new samples by scikit-learn's tree, which draws between equal splits."""
    tree = DecisionTreeClassifier(random_state=seed)
    if strategy == "vector":
        return tree.fit(X, y).predict(X_new)
    if strategy == "binary_relevance":
        return np.column_stack([tree.fit(X, label).predict(X_new) for label in y.T])
    names = ["".join(map(str, row)) for row in y]
    said = tree.fit(X, names).predict(X_new)
    return np.array([list(map(int, row)) for row in said])


def scores(folder, name, strategy):
    """Measures of each fold, (fold, measure): ours, and the mean of some of scikit-learn's."""
    X, y = read(folder, name)
    ours, theirs = [], []
    for rest, fold in KFold(10, shuffle=True, random_state=0).split(X):
        model = MultiLabelClassifier(strategy=strategy).fit(X[rest], y[rest])
        ours.append(measured(y[fold], model.predict(X[fold])))
        drawn = [scikit_learn(strategy, X[rest], y[rest], X[fold], seed) for seed in SEEDS]
        theirs.append(np.mean([measured(y[fold], said) for said in drawn], axis=0))
    return np.array(ours), np.array(theirs)


def measured(truth, said):
    return [measure(truth, said) for measure in MEASURES.values()]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_no_measure_is_worse_than_scikit_learns_by_more_than_a_standard_error(
    strategy, shared_data
):
    ours, theirs = scores(shared_data, "flags", strategy)

    error = theirs.std(axis=0, ddof=1) / np.sqrt(len(theirs))
    better = (ours - theirs).mean(axis=0) * [-1, 1, 1]
    assert (better >= -error).all()


def print_table(folder):
    names = list(MEASURES)
    print("| data | strategy |", " | ".join(f"{n}, ours | scikit-learn" for n in names), "|")
    print("| --- | --- |", " --- |" * 2 * len(names))
    for name in SETS:
        for strategy in STRATEGIES:
            ours, theirs = scores(folder, name, strategy)
            error = theirs.std(axis=0, ddof=1) / np.sqrt(len(theirs))
            means = zip(ours.mean(axis=0), theirs.mean(axis=0), error, strict=True)
            cells = [f"{a:.3f} | {b:.3f} ± {e:.3f}" for a, b, e in means]
            print(f"| {name} | {strategy} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    print_table(Path(__file__).resolve().parents[3] / "shared" / "data")
