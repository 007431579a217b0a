"""The proof of the drug data that docs/algorithms/optimal.md follows with a pencil."""

from __future__ import annotations

import json

import numpy as np

from arboretum import OptimalClassifier, datasets
from tests.oracles.optimal import every_question, least_costs


def test_the_claims_about_age_hold_by_trying_all_trees(tmp_path):
    drug = datasets.drug()
    OptimalClassifier(max_depth=3).fit(drug.X, drug.y).certificate_.save(tmp_path / "c.json")
    document = json.loads((tmp_path / "c.json").read_bytes())
    claims, age = document["claims"], document["columns"].index(["age"])
    order = np.argsort(drug.X["age"])
    pressures = {"low": 0, "normal": 1, "high": 2}
    masks = every_question(
        [
            ("number", np.asarray(drug.X["age"], float)),
            ("category", np.array([pressures[one] for one in drug.X["blood_pressure"]])),
            ("category", np.array([one == "male" for one in drug.X["sex"]], int)),
        ]
    )
    y = np.asarray(drug.y)

    def least(some):
        """A mistake counts 13 and a leaf 1."""
        rows = np.isin(np.arange(12), some)

        def cost(leaf):
            return 13 * min(np.count_nonzero(y[leaf & rows] == one) for one in "AB")

        inside = [mask | ~rows for mask in masks]
        counts = np.where(rows, 1, 0)
        costs = least_costs(inside, cost, counts, depth=2, most_leaves=4, min_count=1)
        return min(one + k + 1 for k, one in enumerate(costs))

    drugs = "".join(y[order])
    found = {}
    for last_left, _, left, right in claims[-1]["cuts"][str(age)]:
        sides = order[: last_left + 1], order[last_left + 1 :]
        said = [claims[place]["at_least"] for place in (left, right)]
        found[last_left + 1] = (drugs[: last_left + 1], said[0], drugs[last_left + 1 :], said[1])
        assert all(one <= least(some) for one, some in zip(said, sides, strict=True))

    assert drugs == "ABAABABABABB"
    assert found == {
        3: ("ABA", 2, "ABABABABB", 3),
        6: ("ABAABA", 2, "BABABB", 2),
        9: ("ABAABABAB", 3, "ABB", 2),
    }
    assert [one[1] + one[3] for _, one in sorted(found.items())] == [5, 4, 5]
    assert claims[-1]["at_least"] == 4
