"""Runs Cubist on the shared tables: ``python -m tests.parity.cubist.record SHARED``.

Needs ``pip install cubist`` (1.2.2 was used; RuleQuest's program, GPL).  One committee, no
neighbours, all other options as they are.  Of every fold the root relative squared error against
the mean of the training samples, in percent, and the number of rules are kept.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from tests.parity.cubist.tables import TABLES, read


def run(table: pd.DataFrame, target: np.ndarray, fold: np.ndarray) -> dict[str, list[float]]:
    """What Cubist gets wrong on each fold, and its rules."""
    from cubist import Cubist

    errors, rules = [], []
    for k in range(10):
        new = fold == k
        model = Cubist(n_committees=1).fit(table[~new], target[~new])
        predicted = model.predict(_known(table[new], table[~new]))
        away = ((target[new] - predicted) ** 2).sum()
        usual = ((target[new] - target[~new].mean()) ** 2).sum()
        errors.append(round(100 * float(np.sqrt(away / usual)), 6))
        rules.append(len(model.coeffs_.drop_duplicates(["committee", "rule"])))
    return {"rrse_percent": errors, "rules": rules}


def _known(new: pd.DataFrame, seen: pd.DataFrame) -> pd.DataFrame:
    """New samples, without the categories that Cubist refuses because training had none of them."""
    new = new.copy()
    for column in new.select_dtypes("category"):
        new[column] = new[column].where(new[column].isin(seen[column].dropna().unique()))
    return new


if __name__ == "__main__":
    found = {name: run(*read(Path(sys.argv[1]), name)) for name in TABLES}
    target = Path(__file__).parent / "cubist.json"
    lines = [f"  {json.dumps(name)}: {json.dumps(one)}" for name, one in found.items()]
    target.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
