"""Slow, obvious twins of the functions of ``arboretum._core``, with the same signatures."""

from __future__ import annotations

from itertools import chain

import numpy as np

INTERVAL, CATEGORY, PRESENCE = 0, 1, 2


def rank(values):
    known = ~np.isnan(values)
    distinct = np.unique(values[known].astype(np.float64) + 0.0)
    codes = np.full(len(values), -1, dtype=np.int32)
    codes[known] = np.searchsorted(distinct, values[known])
    return distinct, codes


def table_counts(codes, n_codes, rows, classes, n_classes, weights, counts):
    return table_sums(codes, n_codes, rows, class_weights(classes, n_classes, weights), counts)


def table_sums(codes, n_codes, rows, contributions, counts):
    of_row = codes[rows]
    bins = np.unique(of_row[of_row >= 0])
    totals = [total_sums(rows[of_row == code], contributions, counts) for code in bins]
    missing_count, missing = total_sums(rows[of_row < 0], contributions, counts)
    return (
        bins.astype(np.int32),
        np.array([count for count, _ in totals], dtype=np.float64),
        np.array([sums for _, sums in totals]).reshape(len(bins), contributions.shape[1]),
        missing_count,
        missing,
    )


def total_counts(rows, classes, n_classes, weights, counts):
    return total_sums(rows, class_weights(classes, n_classes, weights), counts)


def total_sums(rows, contributions, counts):
    count, sums = 0.0, np.zeros(contributions.shape[1])
    for row in rows:  # one by one: the order of the additions is part of the contract
        count += counts[row]
        sums += contributions[row]
    return float(count), sums


def class_weights(classes, n_classes, weights):
    return np.where(classes[:, None] == np.arange(n_classes), weights[:, None], 0.0)


def median_deviation(values, weights):
    values, weights = values[weights > 0], weights[weights > 0]
    if len(values) == 0:
        return 0.0, 0.0, np.nan
    order = np.argsort(values, kind="stable")
    values, weights = values[order], weights[order]
    total, cumulative = weights.sum(), np.cumsum(weights)
    position = np.flatnonzero(cumulative >= total / 2)[0]
    median = values[position]
    if cumulative[position] == total / 2:
        median = (median + values[position + 1]) / 2
    return total, (weights * np.abs(values - median)).sum(), median


def deviation_cuts(groups, values, weights):
    cuts = np.empty((len(groups), 4))
    for i, cut in enumerate(groups):
        cuts[i, :2] = median_deviation(values[:cut], weights[:cut])[:2]
        cuts[i, 2:] = median_deviation(values[cut:], weights[cut:])[:2]
    return cuts


def branch_of(value, kind, thresholds, branches, missing_branch):
    """Branch of one value; -1 if the row stays."""
    missing = value < 0 if isinstance(value, np.int32) else np.isnan(value)
    if kind == PRESENCE:
        return int(missing)
    if missing:
        return missing_branch
    if kind == INTERVAL:
        return sum(bool(threshold < value) for threshold in thresholds)
    return branches[value] if branches[value] >= 0 else missing_branch


def route(column, rows, kind, thresholds, branches, missing_branch, arity):
    groups = [[] for _ in range(arity + 1)]
    for row in rows:
        branch = branch_of(column[row], kind, thresholds, branches, missing_branch)
        groups[branch if branch >= 0 else arity].append(row)
    offsets = np.cumsum([0] + [len(group) for group in groups])
    return np.array(list(chain(*groups)), dtype=np.int32), offsets


def walk(
    row,
    columns,
    feature,
    kind,
    missing_branch,
    value_start,
    value_count,
    thresholds,
    branches,
    child_start,
    children,
):
    """Nodes that one row visits."""
    node, visited = 0, [0]
    while feature[node] >= 0:
        values = slice(value_start[node], value_start[node] + value_count[node])
        branch = branch_of(
            columns[feature[node]][row],
            kind[node],
            thresholds[values],
            branches[values],
            missing_branch[node],
        )
        if branch < 0:
            break
        node = children[child_start[node] + branch]
        visited.append(node)
    return visited


def leaves(columns, *tree):
    return np.array([walk(row, columns, *tree)[-1] for row in range(len(columns[0]))], np.int32)


def paths(columns, *tree):
    visited = [walk(row, columns, *tree) for row in range(len(columns[0]))]
    indptr = np.cumsum([0] + [len(nodes) for nodes in visited])
    return indptr, np.array(list(chain(*visited)), dtype=np.int32)
