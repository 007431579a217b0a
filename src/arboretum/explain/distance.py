"""How far a tree is from the best one of its size."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

import numpy as np

from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.explain.training import training_dataset
from arboretum.growing import Progress
from arboretum.model import TreeModel
from arboretum.optimal import MOST_CATEGORIES, Certificate, Limits, find_best
from arboretum.tree import Tree, number_text
from arboretum.tree.binary_form import binary_form
from arboretum.tree.structure import depths_of
from arboretum.tree.tree import found_tree
from arboretum.tree.words.format import plural

__all__ = ["Distance", "distance_from_optimal", "distance_on"]

#: Two sums of the same numbers differ by so much at most.
ROUNDING = 1e-9
#: No tree is better; the best one is known; a better one is known; none is; the same two where
#: nothing is proved.
SENTENCES = {
    "errors": (
        "no tree makes fewer training errors than the {own} of this one",
        "{most} {errors_are} the fewest possible; this tree makes {own}",
        "{least} to {most} training errors are possible; this tree makes {own}",
        "every tree makes at least {least_errors}; this one makes {own}, and none better was found",
        "{most} {errors_are} possible, if not fewer; this tree makes {own}",
        "no tree was found that makes fewer training errors than the {own} of this one",
    ),
    "cost": (
        "no tree costs less on the training samples than the {own} of this one",
        "a cost of {most} on the training samples is the least possible; this tree has {own}",
        "a cost of {least} to {most} on the training samples is possible; this tree has {own}",
        "every tree costs at least {least} on the training samples; this one costs {own}, and "
        "none better was found",
        "a cost of {most} on the training samples is possible, if not less; this tree has {own}",
        "no tree was found that costs less on the training samples than the {own} of this one",
    ),
    "squares": (
        "no tree is off by less on the training samples than the {own} of this one (root mean "
        "square)",
        "being off by {most} on the training samples (root mean square) is the least possible; "
        "this tree is off by {own}",
        "being off by {least} to {most} on the training samples (root mean square) is possible; "
        "this tree is off by {own}",
        "every tree is off by at least {least} on the training samples (root mean square); this "
        "one is off by {own}, and none better was found",
        "being off by {most} on the training samples (root mean square) is possible, if not by "
        "less; this tree is off by {own}",
        "no tree was found that is off by less on the training samples than the {own} of this one "
        "(root mean square)",
    ),
}


@dataclass(frozen=True, eq=False)
class Distance:
    """What a tree costs on some samples, and what trees of its size cost at least.

    Attributes
    ----------
    cost : float
        What the tree costs: the weight of the samples that it gets wrong, or their losses; of
        numbers the sum of squared errors.
    bound : float
        What every tree costs at least that is compared with it.
    best : float
        What the best tree costs that was found, this one included.
    counts : {"errors", "cost", "squares"}
        What is counted: mistakes, their losses or weights, or squared errors.
    weight : float
        What all samples weigh.
    is_compared : bool
        Whether the tree is one of those compared; one that asks other questions may be better
        than all of them.
    limits : Limits
        The trees that are compared have no more leaves than this one, no more questions one below
        the other when each has two branches, and no smaller leaves.
    certificate : Certificate
        What was proved, of which questions, and why the search ended.
    """

    cost: float
    bound: float
    best: float
    counts: Literal["errors", "cost", "squares"]
    weight: float
    is_compared: bool
    limits: Limits
    certificate: Certificate

    @property
    def is_best(self) -> bool:
        """Whether it is proved that no tree that is compared costs less."""
        return self.bound >= self.cost * (1 - ROUNDING)

    @property
    def is_proved(self) -> bool:
        """Whether it is proved what the best tree costs."""
        return self.bound >= self.best * (1 - ROUNDING)

    @property
    def sentence(self) -> str:
        """The distance in a sentence."""
        is_better_known = self.best < self.cost * (1 - ROUNDING)
        case = 0 if self.is_best else 1 if self.is_proved else 2 if is_better_known else 3
        case += 2 * (case > 1 and self.bound <= 0)
        least, most, own = map(self._text, (self.bound, self.best, self.cost))
        told = SENTENCES[self.counts][case].format(
            least=least,
            most=most,
            own=own,
            errors_are="training error is" if most == "1" else "training errors are",
            least_errors=f"{least} training error{'s' * (least != '1')}",
        )
        size = plural(self.limits.max_leaves or 1, "leaf", "leaves")
        return f"With {size} {told}."

    def _text(self, cost: float) -> str:
        if self.counts == "squares":
            return number_text(sqrt(max(cost, 0.0) / self.weight), 4)
        return number_text(cost, 6)

    def __str__(self) -> str:
        limits = self.limits
        depth = plural(limits.max_depth or 0, "question")
        size = plural(limits.min_samples_leaf, "sample")
        lines = [
            self.sentence,
            f"Compared are trees of at most {depth} one below the other, with at least {size} in "
            f"each leaf, that ask {self.certificate.language}.",
        ]
        if not self.is_compared:
            lines.append("This tree asks other questions, too, and may be better than all of them.")
        if not self.is_proved:
            lines.append(f"The search ended because {self.certificate.reason}.")
        return "\n".join(lines)


def distance_from_optimal(
    tree: Any,
    X: Any,
    y: Any,
    sample_weight: Any = None,
    *,
    seconds: float | None = 1.0,
    work_limit: int | None = None,
    progress: Progress | None = None,
) -> Distance:
    """How many mistakes a tree of the same size could save, or what of their losses or squares.

    The best tree is looked for among those that are as simple: no deeper, with no more leaves and
    no smaller ones.  What every one of them costs at least is proved.

    Parameters
    ----------
    tree : a tree of one target, grown, pruned or read from a file, or a fitted estimator
    X, y, sample_weight : the samples that the tree was grown from
    seconds : float or None
        How long to look for a better tree; None until it is proved that none is.
    work_limit : int or None
        How many subproblems to look at: unlike the time the same on every machine.
    progress : called with what every tree costs at least, and what the best one does so far

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> heart = datasets.heart()
    >>> model = TreeClassifier(max_depth=3).fit(heart.X, heart.y)
    >>> print(distance_from_optimal(model, heart.X, heart.y, seconds=None).sentence)
    With 8 leaves 35 training errors are the fewest possible; this tree makes 37.
    """
    found = found_tree(tree)
    dataset = training_dataset(tree, found, X, y, sample_weight)
    return distance_on(found, dataset, seconds=seconds, work_limit=work_limit, progress=progress)


def distance_on(
    tree: Tree,
    dataset: Dataset,
    *,
    seconds: float | None,
    work_limit: int | None,
    progress: Progress | None = None,
) -> Distance:
    """The same of samples that are encoded already."""
    _require_comparable(tree, dataset)
    limits = _as_simple(tree, dataset, seconds, work_limit)
    _, certificate = find_best(dataset, tree.loss, limits, progress)
    cost, is_compared = _cost(tree, dataset), not _asks_other_sets(tree)
    counts: Literal["errors", "cost", "squares"] = "squares"
    if tree.schema.is_classification:
        is_plain = tree.loss is None and bool((dataset.weights == 1).all())
        counts = "errors" if is_plain else "cost"
    return Distance(
        cost=cost,
        # A tree that is among those compared is no better than their best but by rounding.
        bound=min(certificate.bound, cost) if is_compared else certificate.bound,
        best=min(certificate.objective, cost),
        counts=counts,
        weight=float(dataset.weights.sum()),
        is_compared=is_compared,
        limits=limits,
        certificate=certificate,
    )


def _require_comparable(tree: Tree, dataset: Dataset) -> None:
    """Refuse trees that predict otherwise than by one path to one class or number."""
    if len(tree.schema.targets) > 1:
        raise UnsupportedCombination(
            f"The tree predicts {len(tree.schema.targets)} targets, but a best tree can be looked "
            "for of one only. Fit one tree per target."
        )
    if tree.models is not None:
        raise UnsupportedCombination(
            "The leaves of the tree have equations, but the trees that it could be compared with "
            "predict the same for all samples of a leaf. Compare a tree of means."
        )
    policy = tree.missing_policy
    several_ways = policy.makes_fractions or tree.surrogates is not None
    if several_ways and any(dataset.n_missing):
        raise UnsupportedCombination(
            f"missing={policy.name!r} sends samples without a value down several branches or by "
            "another feature, which no tree does that it could be compared with. Grow it with "
            "missing='direction'."
        )
    if any(column >= tree.schema.n_features for column in tree.splits.column):
        raise UnsupportedCombination(
            "The tree asks about combinations of features, but the trees that it could be "
            "compared with ask about one at a time."
        )


def _as_simple(
    tree: Tree, dataset: Dataset, seconds: float | None, work_limit: int | None
) -> Limits:
    """The limits that trees keep which are as simple, each question asked in twos."""
    depths = depths_of(binary_form(tree, balanced=True).parent)
    ends = tree.apply(dataset.columns)
    at_leaf = np.bincount(ends, weights=dataset.counts, minlength=tree.n_nodes)
    held = at_leaf[at_leaf > 0]
    return Limits(
        max_depth=int(depths.max()),
        max_leaves=tree.n_leaves,
        min_samples_leaf=max(1, int(held.min())),
        seconds=seconds,
        work=work_limit,
    )


def _cost(tree: Tree, dataset: Dataset) -> float:
    """What the predictions of a tree cost."""
    predicted = TreeModel(tree).predict_encoded(dataset.columns)[:, 0]
    assert dataset.targets is not None
    truth, weights = np.asarray(dataset.targets)[:, 0], dataset.weights
    if not tree.schema.is_classification:
        return float((weights * (truth - predicted) ** 2).sum())
    if tree.loss is None:
        return float(weights[truth != predicted].sum())
    return float((weights * tree.loss[truth, predicted]).sum())


def _asks_other_sets(tree: Tree) -> bool:
    """Whether some set of categories is asked about that the search does not try."""
    features = tree.schema.features
    return any(
        features[f].kind == "categorical" and features[f].n_categories > MOST_CATEGORIES
        for f in set(np.asarray(tree.splits.column).tolist())
        if f >= 0
    )
