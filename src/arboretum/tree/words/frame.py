"""A tree as a data frame: one row per node."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from arboretum.tree.words.format import SplitFormat, category_text
from arboretum.tree.words.tabulate import Backend, in_frame

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["to_frame"]


def to_frame(tree: Tree, backend: Backend = "pandas") -> Any:
    """One row per node, as a data frame of pandas, Polars or PyArrow."""
    return in_frame(_places(tree) | _choices(tree) | _values(tree), backend)


def _places(tree: Tree) -> dict[str, list[Any]]:
    form = SplitFormat(tree.schema)
    splits = [tree.splits[node] for node in range(tree.n_nodes)]
    parent, branch = tree.parent.tolist(), tree.branch.tolist()
    condition = ["root"]
    for above, taken in zip(parent[1:], branch[1:], strict=True):
        split = splits[above]
        assert split is not None  # a parent always asks
        condition.append(form.branch(split, taken))
    return {
        "node": list(range(tree.n_nodes)),
        "parent": [None if above < 0 else above for above in parent],
        "depth": tree.depths.tolist(),
        "condition": condition,
        "is_leaf": tree.is_leaf.tolist(),
        "n_samples": tree.n_samples.tolist(),
        "weight": tree.weight.tolist(),
        "impurity": tree.impurity.tolist(),
    }


def _choices(tree: Tree) -> dict[str, list[Any]]:
    names, form = [column.name for column in tree.schema.columns], SplitFormat(tree.schema)
    splits = [tree.splits[node] for node in range(tree.n_nodes)]
    runner_ups = [tree.runner_ups[node] for node in range(tree.n_nodes)]
    columns = {
        "feature": [None if split is None else names[split.column] for split in splits],
        "split": [None if split is None else form.split(split) for split in splits],
        "score": [_or_none(score) for score in tree.score.tolist()],
        "is_tie": tree.tie.tolist(),
        "runner_up": [None if split is None else form.split(split) for split in runner_ups],
        "runner_up_score": [_or_none(score) for score in tree.runner_up_score.tolist()],
        "stop_reason": [None if c < 0 else tree.reasons[c] for c in tree.stop_reason.tolist()],
    }
    if tree.p_values is not None:
        columns["p_value"] = [_or_none(p) for p in tree.p_values.p.tolist()]
        columns["p_kind"] = [tree.p_values.kind_name(node) for node in range(tree.n_nodes)]
    return columns


def _values(tree: Tree) -> dict[str, list[Any]]:
    targets, models = tree.schema.targets, tree.models
    columns: dict[str, list[Any]] = {}
    if models is not None:
        columns["model"] = [models.text(node, tree.schema) for node in range(tree.n_nodes)]
    if not tree.schema.is_classification:
        return {
            f"prediction of {target.name}": tree.value[:, k].tolist()
            for k, target in enumerate(targets)
        } | columns
    for k, (target, shares) in enumerate(zip(targets, tree.probabilities, strict=True)):
        classes = target.classes or ()
        columns[f"prediction of {target.name}"] = [classes[c] for c in tree.decisions[:, k]]
        for name, share in zip(classes, shares.T, strict=True):
            columns[f"probability of {target.name}={category_text(name)}"] = share.tolist()
    return columns


def _or_none(score: float) -> float | None:
    return None if math.isnan(score) else score
