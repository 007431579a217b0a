"""Trees of several numbers and of labels beside those of CLUS 2.12.8, on its recorded folds.

``clus/several.json`` holds the folds, the kinds of the columns, and what CLUS did.  ``python -m
tests.parity.test_clus_several`` prints the table that docs/algorithms/multi-target.md points to,
``clus/several.md``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from arboretum import MultiLabelClassifier, MultiTargetRegressor
from arboretum.measures import hamming_loss
from arboretum.pruning import M5
from tests.parity.clus.record_several import RECORDED

SETS = json.loads(RECORDED.read_text(encoding="utf-8"))
NUMBERS = [name for name in SETS if name.startswith("mtr_")]
#: Tables that CLUS was not run on, and how many columns at the end are targets.
OTHERS = {"mtr_andro": 6, "mtr_sf1": 3, "mtr_sf2": 3}
TABLE = RECORDED.with_name("several.md")
#: How wrong the defaults may be, beside CLUS's.
AT_MOST = 1.01


@dataclass(frozen=True)
class Several:
    """A table with its folds: numbers, or labels."""

    X: pd.DataFrame
    y: pd.DataFrame
    kinds: dict[str, str] | None
    fold: np.ndarray
    are_labels: bool

    def grown(self, k, **how):
        """A model of the samples outside fold k."""
        species = MultiLabelClassifier if self.are_labels else MultiTargetRegressor
        growing = self.fold != k
        return species(kinds=self.kinds, **how).fit(self.X[growing], self.y[growing])

    def error(self, k, model):
        """Of the samples in fold k: the Hamming loss, or the mean relative error of the targets.

        That is the root of the squared error over that of the mean of the other folds, as CLUS's
        results were recorded; a target that is that mean throughout a fold does not count.
        """
        held = self.fold == k
        truth, said = self.y[held].to_numpy(), model.predict(self.X[held])
        if self.are_labels:
            return hamming_loss(truth, said)
        usual = self.y[~held].to_numpy().mean(axis=0)
        left, whole = (np.square(truth - it).sum(axis=0) for it in (said, usual))
        return float(np.sqrt(left[whole > 0] / whole[whole > 0]).mean())


@cache
def table(folder, name):
    if name in SETS:
        about = SETS[name]
        frame = pd.read_csv(folder / about["file"])
        X, y, kinds = frame.drop(columns=about["targets"]), frame[about["targets"]], about["kinds"]
        for column in (column for column, kind in kinds.items() if kind == "categorical"):
            X[column] = X[column].astype(str)
        fold = np.array([int(digit) for digit in about["folds"]])
    else:
        frame = pd.read_csv(folder / f"{name}.csv")
        X, y, kinds = frame.iloc[:, : -OTHERS[name]], frame.iloc[:, -OTHERS[name] :], None
        fold = np.random.default_rng(0).permutation(np.arange(len(frame)) % 10)
    return Several(X, y, kinds, fold, name.startswith("ml_"))


@cache
def judged(folder, name, ends=False):
    """The error and the leaves of each fold, with the defaults or grown to the end."""
    several, how = table(folder, name), {"pruning": None, "min_samples_leaf": 1} if ends else {}
    models = [several.grown(k, **how) for k in range(10)]
    errors = [several.error(k, model) for k, model in enumerate(models)]
    return np.array(errors), np.array([model.tree_.n_leaves for model in models])


def of_clus(name, run="defaults", model="pruned"):
    return SETS[name]["clus"][run][model]


@pytest.mark.parametrize("name", [name for name in SETS if name != "ml_yeast"])
def test_the_defaults_are_as_good_as_those_of_clus(name, shared_data):
    errors, _ = judged(shared_data, name)

    assert errors.mean() <= AT_MOST * np.mean(of_clus(name)["error"])


@pytest.mark.full
def test_the_defaults_are_as_good_as_those_of_clus_on_many_labels(shared_data):
    errors, _ = judged(shared_data, "ml_yeast")

    assert errors.mean() <= AT_MOST * np.mean(of_clus("ml_yeast")["error"])


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    ("run", "pruner"), [("defaults", M5()), ("M5Multi", M5(per_target=True))], ids=repr
)
def test_m5_leaves_as_many_leaves_as_in_clus_in_every_fold(name, run, pruner, shared_data):
    several = table(shared_data, name)

    found = [several.grown(k, pruning=pruner).n_leaves_ for k in range(10)]

    assert found == of_clus(name, run)["leaves"]


@pytest.mark.parametrize("name", ["mtr_andro", "mtr_sf1", "mtr_sf2"])
def test_the_defaults_are_better_than_trees_grown_to_the_end(name, shared_data):
    errors, leaves = judged(shared_data, name)
    of_ends, leaves_of_ends = judged(shared_data, name, ends=True)

    assert errors.mean() < of_ends.mean()
    assert leaves.mean() < leaves_of_ends.mean() / 2


@pytest.mark.full
def test_the_table_of_the_page(shared_data, capsys):
    print_table(shared_data)

    assert capsys.readouterr().out == TABLE.read_text(encoding="utf-8")


def print_table(folder):
    print("| data | error | ours | to the end | CLUS | CLUS, grown | CLUS, M5Multi |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in SETS:
        cells = [cell(*judged(folder, name)), cell(*judged(folder, name, ends=True))]
        runs = [("defaults", "pruned"), ("defaults", "original"), ("M5Multi", "pruned")]
        for run, model in runs:
            known = run in SETS[name]["clus"]
            cells.append(cell(*of_clus(name, run, model).values()) if known else "")
        measure = "Hamming loss" if name.startswith("ml_") else "relative RMSE"
        print(f"| {name} | {measure} |", " | ".join(cells), "|")


def cell(errors, leaves):
    return f"{np.mean(errors):.3f} / {np.mean(leaves):.1f}"


if __name__ == "__main__":
    print_table(Path(__file__).resolve().parents[3] / "shared" / "data")
