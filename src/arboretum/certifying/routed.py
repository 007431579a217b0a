"""What the tree of a certificate costs: every sample is asked its questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from arboretum.certifying.problem import Array
from arboretum.data import Schema

__all__ = ["Routed", "route"]


@dataclass(eq=False)
class Routed:
    """Where samples ended: what is said of each, and the size of the tree."""

    said: Array
    leaf_of: Array
    n_leaves: int = 0
    depth: int = 0


def route(tree: Mapping[str, Any], columns: list[Array], schema: Schema) -> Routed:
    """Send samples down a tree of nested questions with the answers "yes" and "no"."""
    classes = schema.targets[0].classes
    n = len(columns[0])
    routed = Routed(np.empty(n), np.empty(n, dtype=np.int64))
    every = [(tree, np.arange(n), 0)]
    while every:
        node, samples, depth = every.pop()
        if "feature" not in node:
            said = node["number"] if classes is None else classes.index(node["class"])
            routed.said[samples], routed.leaf_of[samples] = said, routed.n_leaves
            routed.n_leaves, routed.depth = routed.n_leaves + 1, max(routed.depth, depth)
            continue
        f = schema.feature_index[node["feature"]]
        values, categories = columns[f][samples], schema.features[f].categories
        missing = np.isnan(values)
        if "at_most" in node:
            is_yes = values <= node["at_most"]
        elif "known" in node:
            is_yes = ~missing
        else:
            is_yes = np.isin(values, [(categories or ()).index(one) for one in node["in"]])
        is_yes = np.where(missing, node["missing"] == "yes", is_yes)
        every.append((node["no"], samples[~is_yes], depth + 1))
        every.append((node["yes"], samples[is_yes], depth + 1))
    return routed
