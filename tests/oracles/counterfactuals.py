"""The cheapest change of a sample, by trying everything."""

from __future__ import annotations

import itertools
import math

import numpy as np


def cheapest_over_leaves(tree, values, costs, is_wanted):
    """Of a sample without missing values: look at each leaf on its own."""
    best = math.inf
    for leaf in tree.leaves():
        if not is_wanted(leaf.id):
            continue
        needed = {}
        for split, branch in leaf.path:
            needed.setdefault(split.column, []).append((split, branch))
        cost = 0.0
        for feature, edges in needed.items():
            if all(split.branch(values[feature]) == branch for split, branch in edges):
                continue
            tried = candidates_of(tree, feature, values[feature])
            possible = any(all(s.branch(v) == b for s, b in edges) for v in tried)
            cost += costs[feature] if possible else math.inf
        best = min(best, cost)
    return best


def cheapest_over_grid(tree, values, costs, unit_costs, is_wanted):
    """Any sample: every combination of values that the tree can tell apart."""
    options = [
        [values[f]] if math.isinf(costs[f]) else candidates_of(tree, f, values[f])
        for f in range(tree.schema.n_features)
    ]
    combinations = list(itertools.product(*options))
    columns = [
        np.array(column, dtype=np.float64 if feature.kind == "numeric" else np.int32)
        for feature, column in zip(
            tree.schema.features, zip(*combinations, strict=True), strict=True
        )
    ]
    wanted = is_wanted(tree.ends(columns))
    found = [
        sum(
            costs[f] + unit_costs[f] * moved(tree.schema.features[f], new, old)
            for f, (new, old) in enumerate(zip(combination, values, strict=True))
            if new is not old
        )
        for combination, is_it in zip(combinations, wanted, strict=True)
        if is_it
    ]
    return min(found, default=math.inf)


def candidates_of(tree, feature, value):
    """The value itself, then every other that some question tells from its neighbours."""
    kind = tree.schema.features[feature]
    if kind.kind != "numeric":
        return [value, *(code for code in range(kind.n_categories) if code != value)]
    tables = [tree.splits] + ([tree.surrogates.splits] if tree.surrogates is not None else [])
    asked = [table[i] for table in tables for i in range(len(table))]
    thresholds = {t for s in asked if s is not None and s.column == feature for t in s.thresholds}
    found = thresholds | {math.nextafter(t, math.inf) for t in thresholds} | {0.0}
    return [value, *sorted(found - {value})]


def moved(feature, new, old):
    if feature.kind == "categorical" or old != old or (feature.kind != "numeric" and old < 0):
        return 0.0
    return abs(new - old)
