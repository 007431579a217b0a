"""Several targets, sets of labels and hierarchies on the command line."""

from __future__ import annotations

import json

import numpy as np
import pytest

from arboretum import MultiTargetRegressor, Tree

rng = np.random.default_rng(4)
A, B = rng.integers(0, 10, (2, 80))


@pytest.fixture
def labels(tmp_path):
    path = tmp_path / "labels.csv"
    rows = [f"{a},{b},{a > 4:d},{b > 6:d},{a > b:d}" for a, b in zip(A, B, strict=True)]
    path.write_text("a,b,hot,wet,odd..even\n" + "\n".join(rows) + "\n")
    return path


@pytest.fixture
def hierarchy(tmp_path):
    path = tmp_path / "paths.arff"
    kinds = ["x/p", "x/q", "y"]
    places = [((a > 4) * 1 + (b > 6) * 1, (a > b) * 1) for a, b in zip(A, B, strict=True)]
    labels = [f"{kinds[one]}@{kinds[other]}" for one, other in places]
    rows = [f"{a},{b},{held}" for a, b, held in zip(A, B, labels, strict=True)]
    head = "@attribute a real\n@attribute b real\n@attribute c hierarchical x,x/p,x/q,y,z\n@data\n"
    path.write_text(head + "\n".join(rows) + "\n")
    return path


@pytest.fixture
def mixture(tmp_path):
    path = tmp_path / "mixture.csv"
    sizes = np.where(B > 4, "big", "small")
    rows = [f"{a},{b},{a * 1.5 + b / 7:.3f},{c}" for a, b, c in zip(A, B, sizes, strict=True)]
    path.write_text("a,b,length,size\n" + "\n".join(rows) + "\n")
    return path


def errors(program, path, *options):
    """What ``grow`` measures, by measure, from its own JSON."""
    said = program("grow", path, *options, "--folds", "4", "--json")
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


def test_a_range_of_labels_is_grown_compared_and_reported(program, labels, tmp_path):
    grown = errors(program, labels, "--target", "hot..odd..even")

    assert [target["name"] for target in grown["targets"]] == ["hot", "wet", "odd..even"]
    by_target = [error["value"] for error in grown["cross_validation"]["errors"]]
    hamming = next(one for one in grown["together"] if one[0]["measure"] == "Hamming loss")
    assert hamming[2]["value"] == pytest.approx(np.mean(by_target))
    assert any("read as one set of 3 labels" in note for note in grown["notes"])

    compared = program("compare", labels, "--target", "hot..odd..even", "--folds", "4").stdout
    heads = next(line for line in compared.splitlines() if "Hamming loss" in line).split("  ")
    assert [head.strip() for head in heads if head.strip()][:2] == ["Hamming loss", "± SE"]

    page = tmp_path / "report.html"
    told = program("report", labels, "--target", "hot..odd..even", "-o", page, "--trees", "2")
    assert told.returncode == 0, told.stderr
    assert "which of 3 labels a sample has" in told.stdout
    assert "All labels together" in page.read_text()


def test_a_column_whose_name_is_a_range_is_meant_by_it(program, labels):
    grown = errors(program, labels, "--target", "odd..even")

    assert [target["name"] for target in grown["targets"]] == ["odd..even"]


def test_the_task_overrules_that_columns_of_0_and_1_are_labels(program, labels):
    grown = errors(program, labels, "--target", "hot..wet", "--task", "classes")

    assert [one[0]["measure"] for one in grown["together"]] == ["mean error rate"]
    numbers = errors(program, labels, "--target", "hot..wet", "--task", "numbers")
    assert [one[0]["measure"] for one in numbers["together"]] == ["relative RMSE"]


def test_a_hierarchy_has_its_species_wherever_none_is_named(program, hierarchy, tmp_path):
    saved, page = tmp_path / "tree.json", tmp_path / "report.html"

    grown = errors(program, hierarchy, "--target", "c", "--out", saved)
    compared = program("compare", hierarchy, "--target", "c", "--folds", "4").stdout
    told = program("report", hierarchy, "--target", "c", "-o", page, "--trees", "2", "--folds", "3")
    predicted = program("predict", saved, hierarchy)

    assert [one[0]["measure"] for one in grown["together"]] == [
        "Hamming loss", "wrong sets", "pooled AU(PRC)"
    ]  # fmt: skip
    assert any(line.startswith("hierarchy ") for line in compared.splitlines())
    assert told.returncode == 0, told.stderr
    assert "Ranked by their probability" in told.stdout
    assert "The labels stand in a hierarchy of 2 levels" in page.read_text()
    names, *rows = predicted.stdout.split()
    assert names == "x,y,z,x/p,x/q"
    cells = np.array([row.split(",") for row in rows], dtype=int)
    assert (cells[:, 0] >= cells[:, 3:].max(axis=1)).all()  # no label without the one above it


def test_a_species_of_other_targets_is_refused_where_it_is_named(program, hierarchy):
    said = program("grow", hierarchy, "--target", "c", "--species", "cart")

    assert said.returncode == 2
    assert "does not apply: the target holds labels of a hierarchy" in said.stderr


def test_texts_and_amounts_are_predicted_together(program, mixture, tmp_path):
    grown = errors(program, mixture, "--target", "length..size")
    page = tmp_path / "report.html"
    told = program("report", mixture, "--target", "length..size", "-o", page, "--trees", "2")

    found = grown["cross_validation"]["errors"]
    assert [(one["target"], one["measure"]) for one in found] == [
        ("length", "RMSE"), ("size", "error rate")
    ]  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert "it gets size wrong for" in told.stdout


def test_several_numbers_are_grown_as_a_pruned_vector_where_nobody_chose(program, tmp_path):
    table, out = tmp_path / "two.csv", tmp_path / "tree.json"
    first, second = A * 1.5 + rng.normal(size=80), B - A + rng.normal(size=80)
    rows = [f"{a},{b},{p},{q}" for a, b, p, q in zip(A, B, first, second, strict=True)]
    table.write_text("a,b,p,q\n" + "\n".join(rows) + "\n")

    done = program("grow", table, "--target", "p..q", "--no-cv", "--out", out)

    X, Y = {"a": A, "b": B}, {"p": first, "q": second}
    model, whole = MultiTargetRegressor().fit(X, Y), MultiTargetRegressor(pruning=None).fit(X, Y)
    assert done.returncode == 0, done.stderr
    assert Tree.load(out).splits == model.tree_.splits
    assert 1 < model.n_leaves_ < whole.n_leaves_
