"""Pruners node by node and sample by sample, from their definitions: slow twins.

A tree is pruned by a set of nodes that become leaves; what is below these is not asked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np


def inner_below(tree, node):
    """The inner nodes of a subtree, children before their parents."""
    if tree.is_leaf[node]:
        return []
    return [n for child in tree.children(node) for n in inner_below(tree, child)] + [node]


def leaves_below(tree, node, cut):
    """The leaves of a subtree once some nodes are cut."""
    if tree.is_leaf[node] or node in cut:
        return [node]
    return [leaf for child in tree.children(node) for leaf in leaves_below(tree, child, cut)]


def wrong_of(tree, node):
    """Training weight that a node decides wrongly."""
    return tree.value[node].sum() - tree.value[node].max()


# Judged by other samples ---------------------------------------------------


def held_out_error(tree, dataset, cut):
    """The weight that a tree gets wrong, or its squared error, sample by sample."""
    total = 0.0
    for row in range(dataset.n_rows):
        node = 0
        while not tree.is_leaf[node] and node not in cut:
            split = tree.splits[node]
            value = dataset.columns[split.column][row].item()
            branch = split.branch(value)
            if branch < 0:
                break
            node = int(tree.children(node)[branch])
        truth = dataset.targets[row, 0]
        if tree.schema.is_classification:
            loss = 1.0 - np.eye(tree.value.shape[1]) if tree.loss is None else tree.loss
            total += dataset.weights[row] * loss[truth, tree.decisions[node, 0]]
        else:
            total += dataset.weights[row] * (truth - tree.value[node, 0]) ** 2
    return total


def reduced_error_best_first(tree, dataset):
    """Cut the node after which the error is least, as long as it does not rise."""
    cut, error = set(), held_out_error(tree, dataset, set())
    while True:
        standing = [n for n in inner_below(tree, 0) if n not in cut and not _gone(tree, n, cut)]
        offers = [(held_out_error(tree, dataset, cut | {n}), n) for n in standing]
        if not offers or min(offers)[0] > error + 1e-9:
            return cut
        least = min(offers)[0]
        error, node = least, min(n for e, n in offers if e <= least + 1e-9)
        cut.add(node)


def _gone(tree, node, cut):
    while node != 0:
        node = tree.parent[node]
        if node in cut:
            return True
    return False


def reduced_error_bottom_up(tree, dataset):
    """Children before their parents: cut where the error of the whole tree does not rise."""
    cut = set()
    for node in inner_below(tree, 0):
        if held_out_error(tree, dataset, cut | {node}) <= held_out_error(tree, dataset, cut) + 1e-9:
            cut.add(node)
    return cut


# Judged by the training samples ----------------------------------------------


def pessimistic_pass(tree, penalty=0.5, standard_errors=1.0):
    cut = set()
    for node in inner_below(tree, 0):
        n = tree.value[node].sum()
        below = sum(wrong_of(tree, leaf) + penalty for leaf in leaves_below(tree, node, set()))
        doubt = math.sqrt(max(0.0, below * (n - below) / n))
        if wrong_of(tree, node) + penalty <= below + standard_errors * doubt + 1e-12:
            cut.add(node)
    return cut


def global_pruning(tree, standard_errors=1.0):
    """Cut the node that adds least errors per leaf, until a standard error is used up."""
    cut, n = set(), tree.value[0].sum()

    def wrong(cut, node=0):
        return sum(wrong_of(tree, leaf) for leaf in leaves_below(tree, node, cut))

    left = standard_errors * math.sqrt(wrong(cut) * (1 - wrong(cut) / n))
    while True:
        prices = {}
        for node in inner_below(tree, 0):
            if node in cut or _gone(tree, node, cut):
                continue
            added = wrong_of(tree, node) - wrong(cut, node)
            if added <= left + 1e-9:
                prices[node] = added / (len(leaves_below(tree, node, cut)) - 1)
        weakest = {node for node in prices if prices[node] <= min(prices.values()) + 1e-9}
        added = wrong(cut | weakest) - wrong(cut)
        if not weakest or added > left + 1e-9:
            return cut
        cut, left = cut | weakest, left - added


def minimum_error(tree, m):
    """Static against backed-up error, the latter averaged over the branches."""
    k = tree.value.shape[1]
    prior = np.full(k, 1 / k) if m == "laplace" else tree.value[0] / tree.value[0].sum()
    weight = k if m == "laplace" else m
    cut = set()

    def expected(node):
        counts = tree.value[node]
        chosen = counts.argmax()
        static = 1 - (counts[chosen] + weight * prior[chosen]) / (counts.sum() + weight)
        if tree.is_leaf[node]:
            return static
        children = tree.children(node)
        sizes = tree.value[children].sum(axis=1)
        backed_up = np.average([expected(child) for child in children], weights=sizes)
        if static <= backed_up + 1e-12:
            cut.add(node)
            return static
        return backed_up

    expected(0)
    return cut


def minimum_description(tree):
    """Bits of a binary tree with thresholds alone."""
    cut = set()
    n_features = tree.schema.n_features

    def bits(node):
        counts = [round(count) for count in tree.value[node]]
        n, k = sum(counts), len(counts)
        as_leaf = 1 + math.log2(math.comb(n + k - 1, k - 1))
        as_leaf += math.log2(math.factorial(n) / math.prod(map(math.factorial, counts)))
        if tree.is_leaf[node]:
            return as_leaf
        as_split = 1 + math.log2(n_features) + math.log2(n - 1)
        as_split += sum(bits(child) for child in tree.children(node))
        if as_leaf <= as_split + 1e-9:
            cut.add(node)
            return as_leaf
        return as_split

    bits(0)
    return cut


def critical_value(tree, value):
    """Nodes below and at which no split scores enough."""
    return {
        node
        for node in inner_below(tree, 0)
        if all(tree.score[below] < value for below in inner_below(tree, node))
    }


# Error-based, with raised branches --------------------------------------------


@dataclass
class Grown:
    """A subtree that can be changed: what is asked, and the branches."""

    split: object = None
    children: list[Grown] = field(default_factory=list)
    value: np.ndarray | None = None


def grown(tree, node=0):
    """A copy of a tree to change."""
    children = [grown(tree, child) for child in tree.children(node)]
    return Grown(tree.splits[node], children)


def raise_subtrees(root, dataset, expected):
    """C4.5's pruning, as the book tells it; ``expected(n, errors)`` of a leaf.

    Samples are pairs of a row and its share.
    """
    k = len(dataset.schema.targets[0].classes)

    def count(rows):
        value = np.zeros(k)
        for row, share in rows:
            value[dataset.targets[row, 0]] += share * dataset.weights[row]
        return value

    def part(split, rows):
        known = [[] for _ in range(split.arity)]
        others = []
        for row, share in rows:
            branch = split.branch(dataset.columns[split.column][row].item())
            (known[branch] if branch >= 0 else others).append((row, share))
        weights = [count(branch).sum() for branch in known]
        for row, share in others:
            for branch, weight in zip(known, weights, strict=True):
                branch.append((row, share * weight / sum(weights)))
        return known

    def as_leaf(rows):
        value = count(rows)
        return expected(value.sum(), value.sum() - value.max()) if value.sum() > 0 else 0.0

    def errors(node, rows):
        if node.split is None:
            return as_leaf(rows)
        parts = part(node.split, rows)
        return sum(errors(*pair) for pair in zip(node.children, parts, strict=True))

    def prune(node, rows):
        node.value = count(rows)
        if node.split is None:
            return
        parts = part(node.split, rows)
        for child, some in zip(node.children, parts, strict=True):
            prune(child, some)
        sizes = [count(some).sum() for some in parts]
        largest = node.children[max(range(len(sizes)), key=lambda b: (sizes[b], b))]
        leaf, whole, branch = as_leaf(rows), errors(node, rows), errors(largest, rows)
        if leaf <= whole + 0.1 and leaf <= branch + 0.1:
            node.split, node.children = None, []
        elif branch <= whole + 0.1:
            node.split, node.children = largest.split, largest.children
            prune(node, rows)

    prune(root, [(row, 1.0) for row in range(dataset.n_rows)])
    return root
