"""Labels of a hierarchy: a label only with all that stand above it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from arboretum.criteria import VectorVariance
from arboretum.data import Dataset, Hierarchy, LabelSets, Schema
from arboretum.data.read.labels import read_paths
from arboretum.estimators.label_classifier import LabelClassifier
from arboretum.exceptions import ParameterError
from arboretum.growing import Progress, Recipe
from arboretum.growing.held_out import hold_out
from arboretum.growing.many import unfitted
from arboretum.leaves import ClassDistribution
from arboretum.measures import precision_recall
from arboretum.model import LabelModel
from arboretum.part import is_number
from arboretum.species import Species
from arboretum.species.parameters import (
    max_depth_rule,
    number_of_samples,
    own_rules,
    resolve_missing,
    resolve_splits,
)
from arboretum.stopping import Constant, FTest, MinSamplesLeaf
from arboretum.tree import Tree
from arboretum.tree.predict.prediction import label_shares

__all__ = ["HierarchicalClassifier"]

FloatArray = npt.NDArray[np.float64]

#: The levels that Vens et al. choose from.
LEVELS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.125)
#: The share of samples to choose the level by, where none are named.
VALIDATION = 1 / 3


class HierarchicalClassifier(LabelClassifier):
    r"""One tree for labels of a hierarchy, as CLUS-HMC grows it.

    A sample that has a label has all labels above it.  A split lowers the variance of the
    vector of labels, in which deeper labels count less,

    .. math:: c_l = d \cdot \operatorname{mean}_{p \text{ above } l} c_p

    with d the ``decay``.  A leaf predicts the share of its samples that has each label: never
    more than that of a label above, so that predicted sets of labels are always complete.

    Parameters
    ----------
    hierarchy : paths, edges, mapping, graph, Hierarchy, or None
        Which label stands below which: see :meth:`arboretum.data.Hierarchy.of`.  None takes
        the labels for paths, such as ``"1/1/2"``.
    decay : float
        How much less a label counts than those above it.
    f_test : float, sequence of float, or None
        The largest p-value of a split, by an F-test of the variances.  Of several levels the one
        is chosen whose tree has the largest pooled AU(PRC) on samples held out; then the
        tree is grown by it from all samples.
    threshold : probability, one per label, mapping from labels to probabilities, or None
        A label is predicted if its probability is above; None is 0.5.  A threshold below that
        of a label above is raised to it.
    splits : "binary", "multiway", or splitters
        What may be asked.
    missing : "fractional" or another policy
        What happens to samples that cannot answer.
    stopping : rules, or functions of a node
        Further reasons to stop, from :mod:`arboretum.stopping`.
    pruning : Pruner or None
        Makes the grown tree smaller.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    max_depth, min_samples_leaf, n_jobs
        As in scikit-learn.

    Attributes
    ----------
    labels_ : the labels, parents before their children.
    hierarchy_ : Hierarchy
    level_ : the level of the F-test that the tree was grown by; None without one.
    level_scores_ : pooled AU(PRC) by level, where there was a choice.

    References
    ----------
    C. Vens, J. Struyf, L. Schietgat, S. Džeroski & H. Blockeel (2008), Decision trees for
    hierarchical multi-label classification, *Machine Learning* 73, 185-214.

    Examples
    --------
    >>> from arboretum import HierarchicalClassifier
    >>> X = {"wings": [2, 2, 2, 0, 0, 0], "legs": [2, 2, 2, 4, 4, 4]}
    >>> y = ["animal/bird"] * 2 + ["animal/bird/owl"] + ["animal/cat"] * 3
    >>> model = HierarchicalClassifier(f_test=None, min_samples_leaf=1).fit(X, y)
    >>> sorted(model.predict_sets({"wings": [0], "legs": [4]})[0])
    ['animal', 'animal/cat']
    """

    def __init__(
        self,
        *,
        hierarchy: Any = None,
        decay: float = 0.75,
        f_test: Any = LEVELS,
        threshold: Any = None,
        splits: Any = "binary",
        missing: Any = "fractional",
        stopping: Any = (),
        pruning: Any = None,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_leaf: int | float = 5,
        n_jobs: int | None = None,
    ) -> None:
        self.hierarchy = hierarchy
        self.decay = decay
        self.f_test = f_test
        self.threshold = threshold
        self.splits = splits
        self.missing = missing
        self.stopping = stopping
        self.pruning = pruning
        self.kinds = kinds
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.n_jobs = n_jobs

    hierarchy_: Hierarchy
    level_: float | None

    def _read_labels(self, y: Any, is_training: bool) -> LabelSets:
        if not is_training:
            return read_paths(y, self.hierarchy_)[1]
        given = None if self.hierarchy is None else Hierarchy.of(self.hierarchy)
        self.hierarchy_, sets = read_paths(y, given)
        self.labels_ = np.array(self.hierarchy_.labels)
        return sets

    def _encode(self, X: Any, y: Any, sample_weight: Any) -> Dataset:
        return replace(super()._encode(X, y, sample_weight), hierarchy=self.hierarchy_)

    # Growing -------------------------------------------------------------------

    def fit(self, X: Any, y: Any, sample_weight: Any = None, validation: Any = None) -> Self:
        """Choose the level of the F-test, if there is a choice, and grow the tree.

        Parameters
        ----------
        X, sample_weight : as for every estimator
        y : labels
            One text per sample with labels separated by ``@``; sets of labels; or a table of
            0 and 1 with one column per label.  Labels above those that are given are added.
        validation : one boolean per sample, or None
            Which samples to choose among several levels by: they are held out of growing until
            the level is chosen.  None draws a third of all.
        """
        return self._fit(self.make_dataset(X, y, sample_weight), validation, None)

    def fit_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Self:
        return self._fit(dataset, None, progress)

    def _fit(self, dataset: Dataset, validation: Any, progress: Progress | None) -> Self:
        self._learn_labels(dataset)
        levels = self._levels()
        self.level_scores_: dict[float, float] = {}
        if len(levels) > 1:
            parts = _divided(dataset, validation)
            self.level_scores_ = {level: self._try(level, *parts) for level in levels}
            self.level_ = max(levels, key=self.level_scores_.__getitem__)
        else:
            self.level_ = levels[0] if levels else None
        return super().fit_dataset(dataset, progress)

    def _learn_labels(self, dataset: Dataset) -> None:
        if self._label_targets() != dataset.schema.targets:
            names = [target.name for target in dataset.schema.targets]
            known = dataset.hierarchy if self.hierarchy is None else self.hierarchy
            self.hierarchy_ = Hierarchy.of(names if known is None else known)
        super()._learn_labels(dataset)

    def _levels(self) -> list[float]:
        given = self.f_test
        if given is None:
            return []
        levels = list(given) if isinstance(given, Sequence | np.ndarray) else [given]
        if not levels or not all(is_number(level) and 0 <= level <= 1 for level in levels):
            raise ParameterError(
                f"f_test={given!r} must be a probability from 0 to 1, several of these, or None."
            )
        return [float(level) for level in levels]

    def _try(self, level: float, growing: Dataset, validation: Dataset) -> float:
        """Pooled AU(PRC) of the tree of a level on samples held out."""
        self.level_ = level
        tree = self.grow_dataset(growing)
        shares = tree.ends(validation.columns).average(label_shares(tree.value))
        return precision_recall(np.asarray(validation.targets), shares).area

    def settled(self) -> Species:
        if not self.level_scores_:
            return self
        other: Species = unfitted(self)
        return other.set_params(f_test=self.level_)

    def _recipe(self, schema: Schema) -> Recipe:
        if not is_number(self.decay) or not 0 < self.decay <= 1:
            raise ParameterError(f"decay={self.decay!r} must be a number above 0 and at most 1.")
        weights = self.hierarchy_.weights(float(self.decay))
        least = number_of_samples(self, "min_samples_leaf", 1)
        tests = [] if self.level_ is None else [FTest(self.level_, as_filter=True)]
        return Recipe(
            criterion=VectorVariance(tuple((weights / weights.sum()).tolist())),
            splitters=resolve_splits(self.splits),
            missing=resolve_missing(self.missing),
            leaf=ClassDistribution(),
            stopping=(
                Constant(),
                *max_depth_rule(self),
                MinSamplesLeaf(least),
                *tests,
                *own_rules(self.stopping),
            ),
        )

    def _make_model(self, trees: Sequence[Tree]) -> LabelModel:
        return LabelModel(self._label_schema(trees), trees, hierarchy=self.hierarchy_)


def _divided(dataset: Dataset, validation: Any) -> tuple[Dataset, Dataset]:
    """The samples to grow from, and those by which the level is chosen."""
    if validation is None:
        return hold_out(dataset, VALIDATION, random_state=0)
    held_out = np.asarray(validation)
    if held_out.dtype != bool or held_out.ndim != 1:
        raise ParameterError(
            "validation must have one boolean per sample: True where it is held out to choose the "
            f"level of the F-test; got {held_out.dtype} of shape {held_out.shape}."
        )
    rows = np.arange(dataset.n_rows) if dataset.origin is None else dataset.origin
    if held_out.all() or not held_out.any() or (len(rows) and rows.max() >= len(held_out)):
        raise ParameterError(
            f"validation holds out {int(held_out.sum())} of {len(held_out)} samples, but X has "
            f"{dataset.n_rows}. Pass one boolean per sample, True for some and False for others."
        )
    is_held_out = held_out[rows]
    return dataset.take(np.flatnonzero(~is_held_out)), dataset.take(np.flatnonzero(is_held_out))
