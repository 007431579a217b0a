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
    missing = value < 0 if isinstance(value, np.integer) else np.isnan(value)
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


def group_sums(labels, arity, values):
    sums = np.zeros((len(labels), arity, values.shape[1]))
    for candidate, of_bins in enumerate(labels):
        for branch, value in zip(of_bins, values, strict=True):
            sums[candidate, branch] += value
    return sums


def first_component(points, weights):
    total = weights.sum()
    if total <= 0:
        return np.zeros(len(points))
    centred = points - (weights[:, None] * points).sum(axis=0) / total
    _, vectors = np.linalg.eigh((weights[:, None] * centred).T @ centred)
    direction = np.round(vectors[:, -1], 12)
    direction *= np.sign(direction[np.argmax(np.abs(direction))])
    scores = (centred * direction).sum(axis=1)
    largest = np.abs(scores).max()
    return np.round(scores / largest, 12) if largest > 0 else scores


def class_bits(weights):
    """Total bits to name the classes of all samples: weight times entropy."""
    total = weights.sum(axis=-1)
    logs = np.log2(weights, out=np.zeros_like(weights), where=weights > 0)
    log_total = np.log2(total, out=np.zeros_like(total), where=total > 0)
    return total * log_total - (weights * logs).sum(axis=-1)


def n_classes_in(weights):
    return (weights > 0).sum(axis=-1)


def accepted_cut(table):
    """The cut of least class entropy, if it pays for its own description.

    With N samples, k classes and entropy E, and the same for both sides, a cut
    is accepted when its gain in bits a sample exceeds
    ``(log2(N-1) + log2(3^k - 2) - (k E - k1 E1 - k2 E2)) / N``.
    """
    first = np.cumsum(table, axis=0)[:-1]
    whole = table.sum(axis=0)
    second = whole - first
    bits_first, bits_second = class_bits(first), class_bits(second)
    cut = int(np.argmin(bits_first + bits_second))
    total = whole.sum()
    gain = class_bits(whole) - bits_first[cut] - bits_second[cut]
    if total <= 1 or gain <= 0:
        return None
    k, k1, k2 = n_classes_in(whole), n_classes_in(first[cut]), n_classes_in(second[cut])
    mean_bits = k * class_bits(whole) / total
    mean_bits_1 = k1 * bits_first[cut] / first[cut].sum()
    mean_bits_2 = k2 * bits_second[cut] / second[cut].sum()
    price = np.log2(total - 1) + np.log2(3.0**k - 2) - (mean_bits - mean_bits_1 - mean_bits_2)
    return cut if gain > price else None


def description_length_cuts(table):
    """Positions after which to cut the bins of a (n_bins, n_classes) table, ascending."""
    cuts = []
    pending = [(0, len(table))]
    while pending:
        start, stop = pending.pop()
        if stop - start < 2:
            continue
        cut = accepted_cut(table[start:stop])
        if cut is not None:
            cuts.append(start + cut)
            pending += [(start, start + cut + 1), (start + cut + 1, stop)]
    return np.array(sorted(cuts), dtype=np.int64)
