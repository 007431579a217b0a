"""Trees of many targets and of hierarchies beside those of CLUS 2.12.8, on its own data.

``clus/`` holds what CLUS chose, asked and scored.  ``python -m tests.parity.test_clus`` prints
the table of docs/algorithms/hierarchical.md, ``clus/hierarchies.md``.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from arboretum import HierarchicalClassifier, MultiTargetRegressor
from arboretum.data import read_clus_arff
from arboretum.stopping import FTest

FOLDER = Path(__file__).parent / "clus"
HMC = json.loads((FOLDER / "hmc.json").read_text("utf-8"))["sets"]
MTR = json.loads((FOLDER / "mtr.json").read_text("utf-8"))["sets"]

#: Pooled AU(PRC) of single trees: Vens et al. 2008, as quoted by Wehrmann et al. 2018.
PUBLISHED = {"cellcycle_FUN": 0.172, "church_FUN": 0.170, "pheno_FUN": 0.160}

#: A leaf more or less: a split has a p-value next to the level here (0.0501 and 0.0956), and
#: CLUS's own critical values decide otherwise.
CLOSE = {("pheno_FUN", "train->valid FTest=0.05"), ("pheno_GO", "train->valid FTest=0.1")}


def read(folder, name, *parts):
    """Features, labels, hierarchy, and which samples are of the last part."""
    tables = [read_clus_arff(folder / f"hmc_{name}.{part}.arff.gz") for part in parts]
    X = {column: np.concatenate([table.X[column] for table in tables]) for column in tables[0].X}
    y = [labels for table in tables for labels in table.y]
    is_last = np.arange(len(y)) >= len(y) - len(tables[-1].y)
    return X, y, tables[0].hierarchy, is_last


def grow(folder, name, level, *parts):
    X, y, hierarchy, _ = read(folder, name, *parts)
    return HierarchicalClassifier(hierarchy=hierarchy, f_test=level).fit(X, y)


@cache
def choose(folder, name):
    """A tree whose level is chosen on the validation samples, and how it does on new ones."""
    X, y, hierarchy, is_valid = read(folder, name, "train", "valid")
    model = HierarchicalClassifier(hierarchy=hierarchy).fit(X, y, validation=is_valid)
    return model, model.measure(*read(folder, name, "test")[:2])


@pytest.mark.parametrize("name", HMC)
def test_the_level_that_clus_chose_gives_the_tree_of_clus(name, shared_data):
    tree = grow(shared_data, name, HMC[name]["level"], "train", "valid").tree_

    inner = np.flatnonzero(~tree.is_leaf)
    asked = [tree.schema.features[tree.splits[node].column].name for node in inner]
    assert sorted(asked) == sorted(HMC[name]["features_asked"])
    assert asked[0] == HMC[name]["features_asked"][0]
    weights = np.sort(tree.weight[tree.is_leaf])
    np.testing.assert_allclose(weights, np.sort(HMC[name]["leaf_weights"]), atol=2e-5)


@pytest.mark.parametrize("name", ["church_FUN", "pheno_FUN", "pheno_GO"])
def test_every_level_gives_as_many_leaves_as_clus_grows(name, shared_data):
    for run, n_leaves in HMC[name]["n_leaves"].items():
        parts = ("train",) if run.startswith("train->") else ("train", "valid")
        found = grow(shared_data, name, float(run.split("=")[1]), *parts).n_leaves_
        if (name, run) in CLOSE:
            assert abs(found - n_leaves) == 1
        else:
            assert found == n_leaves, run


@pytest.mark.filterwarnings("ignore::arboretum.exceptions.CategoryWarning")
@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_area_is_reached_with_a_level_chosen_on_validation_samples(name, shared_data):
    model, report = choose(shared_data, name)

    assert model.level_ == HMC[name]["level"]
    assert report.pooled_auprc == pytest.approx(PUBLISHED[name], abs=0.005)
    assert report.pooled_auprc == pytest.approx(HMC[name]["pooled"], abs=0.002)
    assert report.average_auprc == pytest.approx(HMC[name]["average"], abs=0.0005)
    assert report.weighted_auprc == pytest.approx(HMC[name]["weighted"], abs=0.001)


@pytest.mark.filterwarnings("ignore::arboretum.exceptions.CategoryWarning")
def test_a_graph_of_labels_is_judged_as_clus_judges_it(shared_data):
    model = grow(shared_data, "pheno_GO", HMC["pheno_GO"]["level"], "train", "valid")

    report = model.measure(*read(shared_data, "pheno_GO", "test")[:2])

    assert len(model.labels_) == 3127
    assert report.pooled_auprc == pytest.approx(HMC["pheno_GO"]["pooled"], abs=0.002)
    assert report.average_auprc == pytest.approx(HMC["pheno_GO"]["average"], abs=0.001)


@pytest.mark.parametrize("name", MTR)
@pytest.mark.parametrize("run", ["defaults", "FTest=0.05", "FTest=0.01"])
def test_trees_of_many_numbers_are_those_of_clus(name, run, shared_data):
    [path] = shared_data.glob(f"mtr_{name}.csv*")
    frame = pd.read_csv(path)
    targets, wanted = MTR[name]["targets"], MTR[name]["runs"][run]
    tests = () if run == "defaults" else FTest(float(run.split("=")[1]), as_filter=True)

    model = MultiTargetRegressor(pruning=None, stopping=tests)
    tree = model.fit(frame.drop(columns=targets), frame[targets]).tree_

    if (name, run) == ("wq", "FTest=0.01"):  # a p-value close to the level, as above
        assert abs(tree.n_leaves - wanted["n_leaves"]) == 1
        return
    assert tree.n_leaves == wanted["n_leaves"]
    if wanted["leaf_weights"] is not None:
        assert sorted(tree.weight[tree.is_leaf].tolist()) == wanted["leaf_weights"]


@pytest.mark.full
@pytest.mark.filterwarnings("ignore::arboretum.exceptions.CategoryWarning")
def test_the_table_of_the_page(shared_data, capsys):
    print_table(shared_data)

    assert capsys.readouterr().out == (FOLDER / "hierarchies.md").read_text(encoding="utf-8")


def print_table(folder):
    print("| data | labels | level | leaves | pooled AU(PRC) | published | CLUS |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, golden in HMC.items():
        model, report = choose(folder, name)
        published = PUBLISHED.get(name, "")
        print(
            f"| {name} | {len(model.labels_)} | {model.level_} | {model.n_leaves_} | "
            f"{report.pooled_auprc:.4f} | {published} | {golden['pooled']:.4f} |"
        )


if __name__ == "__main__":
    print_table(Path(__file__).resolve().parents[3] / "shared" / "data")
