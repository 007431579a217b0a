"""A binary tree that gives every sample the answer that a tree with more branches gives it.

Nothing is searched again.  A question with several branches becomes a chain of questions with
two (``tree.binary_form``), and the nodes in between are given what they hold: the statistics of
the nodes below them, added up, or those of the samples that the tree was grown from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.criteria import Criterion
from arboretum.data import Dataset
from arboretum.data.encode.dataset_from import dataset_like
from arboretum.exceptions import UnsupportedCombination
from arboretum.growing.held_by_nodes import ROUNDING, Hold, held_by_columns, held_by_samples
from arboretum.growing.recipe import Recipe
from arboretum.leaves import LeafModel
from arboretum.tree import NodeModels, Tree
from arboretum.tree.binary_form import BinaryForm, binary_form

__all__ = ["Binary", "binary_of", "binary_tree"]


@dataclass(frozen=True, eq=False)
class Binary:
    """A binary tree, and where its nodes come from.

    Attributes
    ----------
    tree : Tree
    origin : (n_nodes,) int32
        The node of the tree as it was; of a node in between that whose question it continues.
        Samples that end at node ``i`` ended at ``origin[i]``.
    """

    tree: Tree
    origin: npt.NDArray[np.int32]


def binary_tree(
    tree: Tree, X: Any = None, y: Any = None, sample_weight: Any = None, balanced: bool = False
) -> Tree:
    """The tree with two branches at every node that predicts the same, whatever the sample."""
    if X is None:
        return binary_of(tree, balanced=balanced).tree
    dataset = dataset_like(tree.schema, X, y, sample_weight)
    return binary_of(tree, dataset, balanced).tree


def binary_of(tree: Tree, dataset: Dataset | None = None, balanced: bool = False) -> Binary:
    """The same with where each node comes from, from samples that are encoded already.

    Parameters
    ----------
    tree : Tree
    dataset : the samples that the tree was grown from, or None
        Needed where what a node in between predicts does not follow from its branches: for
        medians, majorities, models, and other criteria than of classes or the variance.
    balanced : cut chains of questions at half the weight, not at the heavier end
    """
    form = binary_form(tree, balanced)
    if not form.is_between.any():
        return Binary(tree, form.origin)
    criterion, leaf = _parts_of(tree)
    hold = held_by_columns(tree, criterion, leaf)
    if hold is None:
        hold = held_by_samples(tree, criterion, leaf, _required(dataset, criterion, leaf))
    made = _filled(tree, form, criterion, hold)
    if tree.models is not None:
        made = replace(made, models=_models(tree, form, leaf, made, dataset))
    _require_same_shares(tree, made, form, leaf)
    return Binary(made, form.origin)


def _require_same_shares(tree: Tree, made: Tree, form: BinaryForm, leaf: LeafModel) -> None:
    """Refuse a leaf model whose shares depend on which node is above."""
    there = np.flatnonzero(~form.is_between)
    before, after = tree.shares[form.origin[there]], made.shares[there]
    differs = ~np.isclose(after, before, rtol=ROUNDING, atol=ROUNDING).all(axis=1)
    for place in there[differs][:1].tolist():
        raise UnsupportedCombination(
            f"Node {form.origin[place]} would predict otherwise: {leaf!r} smooths its shares "
            "towards those of the node above it, which is another one if questions are asked in "
            "twos. Use a leaf model that looks at the node alone or at the root."
        )


def _required(dataset: Dataset | None, criterion: Criterion, leaf: LeafModel) -> Dataset:
    if dataset is None:
        raise UnsupportedCombination(
            f"What the nodes in between predict does not follow from their branches for "
            f"leaf={leaf.name!r} and criterion={criterion.name!r}. Pass the samples of fit: "
            "to_binary(X, y)."
        )
    return dataset


def _parts_of(tree: Tree) -> tuple[Criterion, LeafModel]:
    """The criterion and the leaf model that a tree was grown by."""
    recipe = tree.recipe if isinstance(tree.recipe, Recipe) else None
    criterion = tree.criterion if recipe is None else recipe.criterion
    if not hasattr(criterion, "statistics"):  # made again from a name that is not built in
        raise UnsupportedCombination(
            "The criterion of the tree is not built in, so that nothing can say how mixed the "
            "nodes in between are. Use the tree of the fitted estimator, not a loaded one."
        )
    return criterion, tree.leaf_model if recipe is None else recipe.leaf


# -- the nodes in between -----------------------------------------------------------------


def _filled(tree: Tree, form: BinaryForm, criterion: Criterion, hold: Hold) -> Tree:
    """The tree of a form with what its nodes in between hold; those that were there stay."""
    columns = {
        name: getattr(tree, name)[form.origin]
        for name in ("n_samples", "weight", "impurity", "value", "score")
    }
    below = _ends_of_halves(form)
    for node, (first, second) in below.items():
        all_ends = np.sort(np.concatenate([first, second]))
        if form.is_between[node]:
            held = hold(all_ends)
            columns["value"][node] = held.value
            columns["impurity"][node] = criterion.impurity(held.statistics)
            for name in ("n_samples", "weight"):
                columns[name][node] = getattr(tree, name)[all_ends].sum()
        columns["score"][node] = _score(criterion, hold, all_ends, first, second)
    kept = np.where(form.is_in_chain, -1, form.origin)
    inner = form.splits.asks
    return replace(
        tree,
        parent=form.parent,
        splits=form.splits,
        tie=tree.tie[form.origin] & (kept >= 0),
        runner_ups=tree.runner_ups.take(kept),
        runner_up_score=np.where(kept >= 0, tree.runner_up_score[form.origin], np.nan),
        competing=None if tree.competing is None else tree.competing.take(kept),
        p_values=None if tree.p_values is None else tree.p_values.take(kept),
        surrogates=None if tree.surrogates is None else tree.surrogates.take(kept),
        stop_reason=np.where(inner, -1, tree.stop_reason[form.origin]),
        models=None,
        rows=None if tree.rows is None else tree.rows.moved(_number_of(tree.rows.node, form)),
        **columns,
    )


def _number_of(node: npt.NDArray[np.integer], form: BinaryForm) -> npt.NDArray[np.integer]:
    """Of some nodes that were there before their numbers in the form."""
    there = np.flatnonzero(~form.is_between)
    return there[np.argsort(form.origin[there])][node]


def _ends_of_halves(form: BinaryForm) -> dict[int, tuple[npt.NDArray, npt.NDArray]]:
    """Of each node of a chain, the nodes as they were that each of its two branches leads to."""
    found: dict[int, list[npt.NDArray]] = {}
    belongs = form.is_in_chain
    for node in range(1, len(form.parent)):
        above = int(form.parent[node])
        if belongs[above]:
            ends = form.ends.get(node, form.origin[node : node + 1])
            found.setdefault(above, []).append(ends)
    return {node: (first, second) for node, (first, second) in found.items()}


def _score(
    criterion: Criterion, hold: Hold, both: npt.NDArray, first: npt.NDArray, second: npt.NDArray
) -> float:
    """What the criterion gives a question of a chain on the samples that get to its branches."""
    branches = np.stack([hold(half).statistics for half in (first, second)])
    (score,) = criterion.score(hold(both).statistics, branches[None])
    return 0.0 if np.isnan(score) else float(score)


# -- models -------------------------------------------------------------------------------


def _models(
    tree: Tree, form: BinaryForm, leaf: LeafModel, made: Tree, dataset: Dataset | None
) -> NodeModels:
    """The models that were there, and in between those fitted to the samples of these nodes."""
    assert dataset is not None  # columns do not say what models in between are
    fitted, own = leaf.after_growth(made, dataset).models, tree.models
    if fitted is None or own is None or type(fitted) is not type(own):
        raise UnsupportedCombination(
            f"The nodes hold {type(own).__name__}, but models of the nodes in between would be "
            f"{type(fitted).__name__}. Use linear models in the leaves, leaf='linear'."
        )
    new = tree.n_nodes + np.arange(len(form.parent))
    return own.followed_by(fitted).take(np.where(form.is_between, new, form.origin))
