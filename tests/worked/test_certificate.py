"""The proof of the drug data that docs/algorithms/optimal.md follows with a pencil."""

from __future__ import annotations

import json

import numpy as np

from arboretum import OptimalClassifier, datasets
from tests.oracles.optimal import every_question, least_costs


def test_four_patients_need_a_leaf_each(tmp_path):
    drug = datasets.drug()
    OptimalClassifier(max_depth=3).fit(drug.X, drug.y).certificate_.save(tmp_path / "c.json")
    (claim,) = json.loads((tmp_path / "c.json").read_bytes())["claims"]
    names = ["sex", "age", "blood_pressure"]
    patients = sorted(zip(*(drug.X[name] for name in names), drug.y, strict=True))
    chosen = [patients[row] for row in claim["apart"]]
    sex, age, pressure, y = (np.array(column) for column in zip(*chosen, strict=True))
    masks = every_question(
        [
            ("number", age.astype(float)),
            ("category", np.unique(pressure, return_inverse=True)[1]),
            ("category", np.unique(sex, return_inverse=True)[1]),
        ]
    )

    def cost(leaf):
        """A mistake counts 13."""
        return 13 * min(np.count_nonzero(y[leaf] == one) for one in "AB")

    costs = least_costs(masks, cost, np.ones(4), depth=3, most_leaves=4, min_count=1)

    assert claim == {"depth": 3, "leaves": 8, "at_least": 4, "apart": [0, 1, 4, 10]}
    assert chosen == [
        ("female", 26, "low", "B"),
        ("female", 30, "normal", "A"),
        ("female", 52, "normal", "B"),
        ("male", 54, "high", "A"),
    ]
    assert costs[2] == 13  # with three leaves one of the four is mistaken
    assert costs[3] == 0
