"""Columns that give the target away, among more rows than are looked at in full."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from arboretum.data import make_dataset
from arboretum.report import suspects
from arboretum.report.column_summary import summarise_features


@pytest.mark.parametrize("task", ["classes", "numbers"])
def test_a_glance_at_many_rows_finds_the_leaks_that_a_full_look_finds(task, monkeypatch):
    rng = np.random.default_rng(4)
    n = 3000
    cell = rng.integers(0, 300, n)  # ten rows each: too many for a glance
    y = np.where(rng.random(n) < 0.002, rng.random(n), np.sin(cell) + 2)
    target = np.digitize(y, [1.5, 2.5]) if task == "classes" else y
    frame = pd.DataFrame(
        {
            "noise": rng.normal(size=n),
            "half": np.where(rng.random(n) < 0.5, y, rng.normal(size=n)),
            "copy": y * 7,
            "cell": [f"c{i}" for i in cell],
        }
    )
    dataset = make_dataset(frame, target, nominal=task == "classes")
    columns = summarise_features(dataset)
    found = {}

    for glance in (400, n):  # of so few rows all are looked at
        monkeypatch.setattr(suspects, "GLANCE", glance)
        found[glance] = suspects.find_suspects(dataset, columns)

    assert found[400] == found[n]
    assert [one.column for one in found[n] if one.what == "leak"] == ["copy", "cell"]
