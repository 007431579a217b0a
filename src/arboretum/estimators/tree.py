"""Trees with every part open: of classes, and of numbers."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import Criterion
from arboretum.data import Schema
from arboretum.estimators.base import TreeEstimator
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.parameters import (
    feature_costs_by_position,
    number_of_features,
    own_rules,
    resolve_leaf,
    resolve_loss,
    resolve_missing,
    resolve_splits,
    seed_of,
    size_rules,
    whole_number,
)
from arboretum.estimators.regressor import Regressor
from arboretum.exceptions import ParameterError
from arboretum.growing import Recipe
from arboretum.leaves import ClassModel, NumberModel
from arboretum.part import is_number
from arboretum.stopping import MinImpurityDecrease, MinWeightFractionLeaf, StoppingRule

__all__ = ["TreeClassifier", "TreeRegressor"]


class OpenTree(TreeEstimator):
    """A tree with scikit-learn's parameters and every part open."""

    def _open_recipe(self, schema: Schema, criterion: Criterion, **parts: Any) -> Recipe:
        max_leaf_nodes = whole_number(self, "max_leaf_nodes", at_least=1)
        max_features = number_of_features(self.max_features, schema.n_features)
        return Recipe(
            criterion=criterion,
            splitters=resolve_splits(self.splits),
            missing=resolve_missing(self.missing),
            stopping=self._rules(),
            order="depth" if max_leaf_nodes is None else "best",
            max_leaf_nodes=max_leaf_nodes,
            max_features=max_features,
            seed=0 if max_features is None else seed_of(self.random_state),
            feature_costs=feature_costs_by_position(self.feature_costs, schema),
            **parts,
        )

    def _rules(self) -> tuple[StoppingRule, ...]:
        """The limits and the ``stopping=`` rules, in the order they are asked."""
        rules = size_rules(self)
        share = self.min_weight_fraction_leaf
        if not is_number(share) or not 0 <= share <= 0.5:
            raise ParameterError(
                f"min_weight_fraction_leaf={share!r} must be a share of the weight from 0.0 to 0.5."
            )
        if share > 0:
            rules.append(MinWeightFractionLeaf(float(share)))
        rules += own_rules(self.stopping)
        decrease = self.min_impurity_decrease
        if not is_number(decrease) or not decrease >= 0:
            raise ParameterError(
                f"min_impurity_decrease={decrease!r} must be a number of at least 0."
            )
        rules.append(MinImpurityDecrease(float(decrease)))
        return tuple(rules)


class TreeClassifier(OpenTree, Classifier):
    """Learns to predict classes by questions people can read.

    Parameters
    ----------
    criterion : {"gini", "entropy", "gain_ratio", "error", "chi_square", "twoing"} or object
        How splits are scored; a name or a :class:`~arboretum.criteria.Criterion`.
    splits : "binary", "multiway", or splitters
        What may be asked: ``"binary"`` is ``x <= t`` and ``x in {…}``,
        ``"multiway"`` gives every category a branch.
    missing : {"direction", "majority", "branch", "error"} or a policy
        What happens to samples that cannot answer.
    leaf : {"distribution", "majority"}, a leaf model, or a classifier
        What a node predicts.
    stopping : rules, or functions of a node
        Further reasons to stop, from :mod:`arboretum.stopping`.
    pruning : Pruner or None
        Makes the grown tree smaller.
    loss : mapping ``{true: {predicted: loss}}`` by class name, matrix, or None
        What a wrong class costs; leaves predict the class of the smallest expected loss.
    feature_costs : mapping from feature name to a positive cost, FeatureCosts, or None
        The score of a split is divided by what its feature costs to observe;
        :class:`~arboretum.FeatureCosts` has other rules.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    class_weight : mapping from class name to weight, "balanced", a Prior, or None
    max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, \
max_leaf_nodes, min_impurity_decrease, max_features, random_state, n_jobs
        As in scikit-learn.  ``max_leaf_nodes`` grows the best node first;
        ``random_state`` matters only with ``max_features``: without it the same
        data gives the same tree, always.

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> drug = datasets.drug()
    >>> model = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y)
    >>> print(model.tree_.to_text(style="box"))
    n=12
    classes of y: A, B
    <BLANKLINE>
    node                                n  loss  class  (probabilities)
       0  root                         12     6  A      (0.5 0.5)
       1  ├── blood_pressure = high     3     0  A      (1 0)            *
       2  ├── blood_pressure = low      3     0  B      (0 1)            *
       3  └── blood_pressure = normal   6     3  A      (0.5 0.5)
       4      ├── age <= 41             3     0  A      (1 0)            *
       5      └── age > 41              3     0  B      (0 1)            *
    """

    def __init__(
        self,
        *,
        criterion: Any = "gini",
        splits: Any = "binary",
        missing: Any = "direction",
        leaf: Any = "distribution",
        stopping: Any = (),
        pruning: Any = None,
        loss: Any = None,
        feature_costs: Any = None,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        max_features: Any = None,
        class_weight: Any = None,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.splits = splits
        self.missing = missing
        self.leaf = leaf
        self.stopping = stopping
        self.pruning = pruning
        self.loss = loss
        self.feature_costs = feature_costs
        self.kinds = kinds
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.max_features = max_features
        self.class_weight = class_weight
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _recipe(self, schema: Schema) -> Recipe:
        return self._open_recipe(
            schema,
            criterion=self._criterion(schema),
            leaf=resolve_leaf(self.leaf, ClassModel),
            loss=resolve_loss(self.loss, schema),
        )


class TreeRegressor(OpenTree, Regressor):
    """Learns to predict numbers by questions people can read.

    Parameters
    ----------
    criterion : {"squared_error", "absolute_error", "poisson"} or object
        How splits are scored; a name or a :class:`~arboretum.criteria.Criterion`.
    leaf : {"mean", "median", "linear"}, a leaf model, a regressor, or None
        What a node predicts; None is the median for "absolute_error", else the mean.
    splits, missing, stopping, pruning, feature_costs, kinds, max_depth, min_samples_split, \
min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes, min_impurity_decrease, max_features, \
random_state, n_jobs
        As in :class:`~arboretum.TreeClassifier`.

    Examples
    --------
    >>> from arboretum import TreeRegressor, datasets
    >>> steps = datasets.steps()
    >>> model = TreeRegressor(max_leaf_nodes=3).fit(steps.X, steps.y)
    >>> sorted(node.split.thresholds[0] for node in model.tree_.nodes() if not node.is_leaf)
    [1000.0, 2000.0]
    """

    def __init__(
        self,
        *,
        criterion: Any = "squared_error",
        splits: Any = "binary",
        missing: Any = "direction",
        leaf: Any = None,
        stopping: Any = (),
        pruning: Any = None,
        feature_costs: Any = None,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        max_features: Any = None,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.splits = splits
        self.missing = missing
        self.leaf = leaf
        self.stopping = stopping
        self.pruning = pruning
        self.feature_costs = feature_costs
        self.kinds = kinds
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.max_features = max_features
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _recipe(self, schema: Schema) -> Recipe:
        criterion = self._criterion()
        leaf = self.leaf
        if leaf is None:
            leaf = "median" if criterion.name == "absolute_error" else "mean"
        return self._open_recipe(schema, criterion=criterion, leaf=resolve_leaf(leaf, NumberModel))
