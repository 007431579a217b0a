"""``--winnow``."""

from __future__ import annotations

import csv

from arboretum import C50Classifier, Tree
from tests.unit.species.test_winnow import patients


def test_grow_winnows_as_the_estimator_does(program, tmp_path):
    X, y = patients(0)
    table, saved = tmp_path / "patients.csv", tmp_path / "tree.json"
    with table.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([[*X, "state"], *zip(*X.values(), y, strict=True)])
    asked = ["grow", table, "--target", "state", "--no-cv", "--winnow", "--out", saved]

    said = program(*asked, "--species", "c50").stdout
    refused = program(*asked, "--species", "c45")

    model = C50Classifier(winnow=True).fit(X, y)
    dropped = ", ".join(map(repr, model.winnowed_))
    assert model.winnowed_
    assert f"Note: --winnow dropped {len(model.winnowed_)} columns: {dropped}" in said
    assert Tree.load(saved).splits == model.tree_.splits
    assert refused.returncode == 2
    assert "--species c45 has no --winnow" in refused.stderr
