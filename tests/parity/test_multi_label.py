"""Sets of labels beside scikit-learn's trees with each strategy, on the same folds.

``python -m tests.parity.test_multi_label`` prints the table of docs/algorithms/multi-label.md,
``scikit_learn/labels.md``; with ``record`` it grows all trees again, which takes minutes.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import sklearn
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
#: Of shuffling for ten folds, and of scikit-learn's draws between equal splits.
SHUFFLES, SEEDS = range(3), range(2)
#: Ours as scikit-learn's grow, but with leaves of 3, and to the end.
UNPRUNED = {"criterion": "gini", "pruning": None}
SETTINGS = {
    "leaves of 3": {**UNPRUNED, "min_samples_leaf": 3},
    "to the end": {**UNPRUNED, "min_samples_leaf": 1},
}
FOLDER = Path(__file__).parent / "scikit_learn"
RECORDED = FOLDER / "labels.json"
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


def folds_of(X):
    for seed in SHUFFLES:
        yield from KFold(10, shuffle=True, random_state=seed).split(X)


def our_scores(folder, name, strategy, setting, n_folds=None):
    """Measures of the first folds, (fold, measure)."""
    X, y = read(folder, name)
    found = []
    for rest, fold in islice(folds_of(X), n_folds):
        model = MultiLabelClassifier(strategy=strategy, **SETTINGS[setting]).fit(X[rest], y[rest])
        found.append(measured(y[fold], model.predict(X[fold])))
    return np.array(found)


def their_scores(folder, name, strategy):
    """Measures of each fold, (fold, measure): the mean of some of scikit-learn's trees."""
    X, y = read(folder, name)
    found = []
    for rest, fold in folds_of(X):
        drawn = [scikit_learn(strategy, X[rest], y[rest], X[fold], seed) for seed in SEEDS]
        found.append(np.mean([measured(y[fold], said) for said in drawn], axis=0))
    return np.array(found)


def standard_error(scores):
    """Of the mean of ten folds."""
    return scores.std(axis=0, ddof=1) / np.sqrt(10)


def measured(truth, said):
    return [measure(truth, said) for measure in MEASURES.values()]


def recorded():
    """Measures of each fold, (fold, measure), by who grew, by data set and strategy."""
    sets = json.loads(RECORDED.read_text(encoding="utf-8"))["sets"]
    return {
        (name, strategy): {who: np.array(scores) for who, scores in found.items()}
        for name in sets
        for strategy, found in sets[name].items()
    }


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("name", "n_folds"), [("flags", None), ("yeast", 1), ("scene", 1)])
def test_our_trees_have_the_recorded_measures(name, strategy, setting, n_folds, shared_data):
    found = our_scores(shared_data, name, strategy, setting, n_folds)

    np.testing.assert_allclose(found, recorded()[name, strategy][setting][:n_folds], atol=1e-6)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_scikit_learns_trees_have_the_recorded_measures(strategy, shared_data):
    found = their_scores(shared_data, "flags", strategy)

    np.testing.assert_allclose(found, recorded()["flags", strategy]["scikit-learn"], atol=1e-6)


def test_no_measure_is_worse_than_scikit_learns_by_more_than_a_standard_error():
    for found in recorded().values():
        theirs = found["scikit-learn"]
        for setting in SETTINGS:
            better = (found[setting] - theirs).mean(axis=0) * [-1, 1, 1]
            assert (better >= -standard_error(theirs)).all()


def test_the_table_of_the_page(capsys):
    print_table()

    assert capsys.readouterr().out == (FOLDER / "labels.md").read_text(encoding="utf-8")


def print_table():
    heads = [f"{name}: leaves of 3 | to the end | scikit-learn" for name in MEASURES]
    print("| data | strategy |", " | ".join(heads), "|")
    print("| --- | --- |", " | ".join(["---"] * 3 * len(heads)), "|")
    for (name, strategy), found in recorded().items():
        means = [scores.mean(axis=0) for scores in found.values()]
        columns = zip(*means, standard_error(found["scikit-learn"]), strict=True)
        cells = [f"{a:.3f} | {b:.3f} | {c:.3f} ± {e:.3f}" for a, b, c, e in columns]
        print(f"| {name} | {strategy} |", " | ".join(cells), "|")


def record(folder):
    def all_of(name, strategy):
        found = {setting: our_scores(folder, name, strategy, setting) for setting in SETTINGS}
        found["scikit-learn"] = their_scores(folder, name, strategy)
        return {who: scores.round(6).tolist() for who, scores in found.items()}

    what = {
        "program": f"scikit-learn {sklearn.__version__}, DecisionTreeClassifier, "
        f"seeds {list(SEEDS)}; folds of shuffles {list(SHUFFLES)}",
        "script": "python -m tests.parity.test_multi_label record",
        "columns": list(MEASURES),
        "sets": {
            name: {strategy: all_of(name, strategy) for strategy in STRATEGIES} for name in SETS
        },
    }
    RECORDED.write_text(json.dumps(what) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if "record" in sys.argv:
        record(Path(__file__).resolve().parents[3] / "shared" / "data")
    print_table()
