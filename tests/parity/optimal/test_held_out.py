"""Held-out errors of the best tree of a depth beside greedy and pruned ones, on twenty tables.

``python -m tests.parity.optimal.test_held_out`` prints the table of docs/algorithms/optimal.md,
``recorded.md``, from what ``record.py`` measured.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.examples import full
from tests.parity.optimal.record import NAMES, RECORDED, SPECIES, measure

FOLDER = Path(__file__).parent
FOUND = json.loads(RECORDED.read_text(encoding="utf-8"))
#: Those that take least time.
QUICK = ("iris",)


@pytest.mark.parametrize("name", [*QUICK, *full(*(name for name in NAMES if name not in QUICK))])
def test_what_was_recorded_is_measured_again(shared_data, name):
    again = measure(name)

    for species, numbers in FOUND[name].items():
        np.testing.assert_allclose(again[species], numbers, rtol=1e-9)


def test_the_table_is_what_was_recorded():
    assert printed() == (FOLDER / "recorded.md").read_text(encoding="utf-8")


def printed() -> str:
    """The table in Markdown."""
    names = list(SPECIES)
    lines = [f"| errors in % / leaves | {' | '.join(names)} |", "| --- |" + " --- |" * len(names)]
    for name in NAMES:
        cells = [f"{100 * FOUND[name][k][0]:.1f} / {FOUND[name][k][2]}" for k in names]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    errors = 100 * np.array([[FOUND[name][k][0] for k in names] for name in NAMES])
    leaves = np.array([[FOUND[name][k][2] for k in names] for name in NAMES])
    cells = [f"{e:.1f} / {n:.1f}" for e, n in zip(errors.mean(0), leaves.mean(0), strict=True)]
    lines.append(f"| mean | {' | '.join(cells)} |")
    best = names.index("best")
    wins = [
        f"{(errors[:, best] < errors[:, k]).sum()} to {(errors[:, best] > errors[:, k]).sum()}"
        if k != best
        else ""
        for k in range(len(names))
    ]
    lines.append(f"| the best has fewer, more | {' | '.join(wins)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (FOLDER / "recorded.md").write_text(printed(), encoding="utf-8")
