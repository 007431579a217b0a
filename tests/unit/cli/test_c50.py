"""Trees of C5.0 from the command line: saved, asked about new rows, and read as rules."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from arboretum import C50Classifier, Tree
from arboretum.data import read_like
from arboretum.rules.post_pruning import C5Rules, Samples, post_prune

N = 200
NEW = {
    "town": ["Bern", "Oslo", "", "Rome", "", "Oslo"],  # nobody in training was in Oslo
    "age": ["30", "", "71", "", "", "44"],
}


def people():
    """Towns and ages that say who buys, with gaps in both."""
    rng = np.random.default_rng(5)
    town, age = rng.choice(["Bern", "Rome", "Paris", "Lyon"], N), rng.integers(18, 80, N)
    buys = np.where(((town == "Bern") | (age > 50)) ^ (rng.random(N) < 0.1), "yes", "no")
    gaps = rng.random((2, N)) < 0.1
    return {
        "town": np.where(gaps[0], "", town).tolist(),
        "age": np.where(gaps[1], "", age.astype(str)).tolist(),
        "buys": buys.tolist(),
    }


def write(path, columns):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([[*columns], *zip(*columns.values(), strict=True)])
    return path


@pytest.fixture(scope="module")
def grown(tmp_path_factory, program):
    """The folder of a table and of the tree that was grown from it, and the library's model."""
    folder = tmp_path_factory.mktemp("c50")
    table = write(folder / "people.csv", people())
    done = program(
        "grow", table, "--target", "buys", "--species", "c50", "--no-cv", "--out", folder / "t.json"
    )
    assert done.returncode == 0, done.stderr
    held = people()
    age = [float(one) if one else np.nan for one in held["age"]]
    X = {"town": [one or None for one in held["town"]], "age": age}
    return folder, C50Classifier().fit(X, held["buys"])


def test_the_saved_tree_is_that_of_the_library(grown):
    folder, model = grown

    assert Tree.load(folder / "t.json").splits == model.tree_.splits
    assert model.n_leaves_ > 2


def test_new_rows_with_gaps_and_unseen_categories_are_predicted_by_the_library_alike(
    grown, program
):
    folder, model = grown
    new, out = write(folder / "new.csv", NEW), folder / "out.csv"

    done = program("predict", folder / "t.json", new, "--out", out)

    age = [float(one) if one else np.nan for one in NEW["age"]]
    with pytest.warns(UserWarning, match="never seen"):
        expected = model.predict({"town": [one or None for one in NEW["town"]], "age": age})
    with out.open(newline="", encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    assert done.returncode == 0, done.stderr
    assert [row["buys"] for row in found] == expected.tolist()
    assert "has a category that training never saw in 2 of 6 rows" in done.stderr


def test_its_rules_vote_as_those_of_the_library_do(grown, program):
    folder, _ = grown
    table, tree = folder / "people.csv", Tree.load(folder / "t.json")

    done = program("rules", folder / "t.json", "--prune", "--method", "c5rules", "--data", table)

    rules = post_prune(tree, Samples(read_like(table, tree.schema, None)), C5Rules())
    assert done.stdout == rules.to_text() + "\n"
    assert "vote" in done.stdout
