"""A value equal to a threshold goes where rpart puts it: with the larger ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.parity.rpart.compare import Overlay, as_list
from tests.parity.rpart.golden import Fit, all_fits

#: Rows whose values are moved to thresholds, of each fit.
N_ROWS = 12
FITS = [fit for fit in all_fits() if "<" in str(fit.figures["splits"])]


def side(split: dict[str, Any], value: Any, threshold: float) -> str | None:
    """Where rpart's question sends a value, as its ``print`` says it; None: it cannot say."""
    if pd.isna(value):
        return None
    if "left_if" in split:
        is_below = value < threshold
        return "left" if is_below == (split["left_if"] == "<") else "right"
    for name in ("left", "right"):
        if str(value) in map(str, as_list(split[name])):
            return name
    return None


class Thresholds:
    """rpart's recorded questions with thresholds in full: 15 digits are recorded."""

    def __init__(self, model: Any, fit: Fit) -> None:
        self.overlay = Overlay(model.tree_, fit)
        self.tree, self.figures = model.tree_, fit.figures
        self.use = int(fit.figures["control"].get("usesurrogate", 2))
        self.weight = dict(
            zip(fit.figures["frame"]["node"], fit.figures["frame"]["wt"], strict=True)
        )

    def questions(self, node: int) -> list[tuple[dict[str, Any], float]]:
        """The primary split and the surrogates of a node, with what they compare with."""
        theirs, ours = self.figures["splits"][str(node)], self.tree.node(self.overlay.ours[node])
        found = [(theirs["primary"], ours.split)]
        names = [feature.name for feature in self.tree.schema.features]
        if self.use > 0:
            by_name = {names[one.split.column]: one.split for one in ours.surrogates}
            found += [(it, by_name.get(it["var"])) for it in as_list(theirs.get("surrogates", []))]
        return [(split, self._threshold(split, own)) for split, own in found]

    def _threshold(self, split: dict[str, Any], own: Any) -> float:
        if "left_if" not in split:
            return np.nan
        recorded = float(split["index"])
        if own is None or own.kind != "interval":
            return recorded
        said = self.tree.schema.features[own.column].said(own.thresholds[0])
        return said if f"{said:.15g}" == f"{recorded:.15g}" else recorded

    def end(self, row: dict[str, Any]) -> int | None:
        """Where rpart's ``predict`` ends, as README of the recorded figures says; None: unknown."""
        node = 1
        while str(node) in self.figures["splits"]:
            if node not in self.overlay.ours or node in self.overlay.lost:
                return None
            asked = self.questions(node)
            said = (side(split, row[split["var"]], at) for split, at in asked)
            way = next((found for found in said if found is not None), None)
            if way is None:
                if self.use < 2:
                    return node
                left, right = self.weight[2 * node], self.weight[2 * node + 1]
                if left == right:
                    return node
                way = "left" if left > right else "right"
            node = 2 * node + (way == "right")
        return node


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_rows_at_every_threshold_end_where_rpart_puts_them(fit):
    X, y, more = fit.samples()
    model = fit.estimator().fit(X, y, **more)
    theirs = Thresholds(model, fit)
    rng, rows = np.random.default_rng(0), []
    nodes = [node for node, _ in theirs.overlay.splits()]
    for node in nodes if len(nodes) < 40 else rng.choice(nodes, 40, replace=False).tolist():
        primary = theirs.figures["splits"][str(node)]["primary"]["var"]
        for split, threshold in theirs.questions(node):
            if np.isnan(threshold):
                continue
            some = X.iloc[rng.choice(len(X), N_ROWS)].to_dict("records")
            missing = {} if split["var"] == primary else {primary: None}
            rows += [row | missing | {split["var"]: threshold} for row in some]
    kinds = {name: float if kind.kind in "iu" else kind for name, kind in X.dtypes.items()}
    moved = pd.DataFrame(rows, columns=X.columns).astype(kinds)

    found = model.apply(moved)

    number = {ours: node for node, ours in theirs.overlay.ours.items()}
    ends = [theirs.end(row) for row in moved.to_dict("records")]
    compared = [
        (number.get(int(ours)), end)
        for ours, end in zip(found, ends, strict=True)
        if end is not None and not theirs.overlay.is_below_lost(end)
    ]
    assert len(compared) > 0
    assert [ours for ours, _ in compared] == [end for _, end in compared]
