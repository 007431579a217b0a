"""Trees with every part open: of classes, and of numbers."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import Criterion
from arboretum.data import Dataset, Schema
from arboretum.exceptions import ParameterError
from arboretum.growing import Progress, Recipe
from arboretum.leaves import ClassModel, NumberModel
from arboretum.optimal import Certificate
from arboretum.part import is_number
from arboretum.pruning import Pruner, StoppingPath
from arboretum.species.base import ClassSpecies, NumberSpecies, Species
from arboretum.species.choose_limit import limited, path_on
from arboretum.species.lookahead import grow_ahead, levels_of
from arboretum.species.parameters import (
    feature_costs_by_position,
    number_of_features,
    own_rules,
    refuse_greedy_folds,
    resolve_leaf,
    resolve_loss,
    resolve_missing,
    resolve_splits,
    seed_of,
    size_rules,
    whole_number,
)
from arboretum.stopping import MinImpurityDecrease, MinWeightFractionLeaf, StoppingRule
from arboretum.stopping.automatic import without_automatic
from arboretum.tree import Tree

__all__ = ["TreeClassifier", "TreeRegressor"]


class OpenTree(Species):
    """A tree with scikit-learn's parameters and every part open.

    With ``stopping="auto"`` or :class:`~arboretum.stopping.Automatic` in it, ``stopping_path_``
    tells what a limit was chosen from.  With ``lookahead=2`` or ``3``, ``certificate_`` tells what
    the grown tree costs and what every tree costs at least.
    """

    stopping_path_: StoppingPath
    certificate_: Certificate

    @property
    def limits_are_nested(self) -> bool:  # type: ignore[override]
        """Whether limits cut off and change nothing else: who looks ahead sees them coming."""
        return bool(self.lookahead == 1)

    def grow_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Tree:
        """The tree that grows from these samples; the limit that is to be chosen is chosen."""
        _, automatic = without_automatic(self.stopping)
        vars(self).pop("certificate_", None)  # that of an earlier fit
        if automatic is None:
            vars(self).pop("stopping_path_", None)
            if levels_of(self.lookahead) == 1:
                return super().grow_dataset(dataset, progress)
            self.grower_ = "native: looking ahead"
            recipe = self._recipe(dataset.schema)
            tree, self.certificate_ = grow_ahead(self, recipe, dataset, progress)
            return tree
        self.stopping_path_ = path = path_on(self, dataset, automatic, progress)
        row = path.choose()
        one = limited(self, path.limit[row], path.value[row])
        tree = one.grow_dataset(dataset, progress)
        self.grower_ = one.grower_
        if self.lookahead != 1:
            self.certificate_ = one.certificate_
        return tree

    def _pruned(
        self, pruner: Pruner | None, tree: Tree, dataset: Dataset | None, progress: Progress | None
    ) -> Tree:
        if self.lookahead != 1:
            refuse_greedy_folds(self, pruner, "look ahead")
        return super()._pruned(pruner, tree, dataset, progress)

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
            keep_rows=bool(self.keep_rows),
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
        rules += own_rules(without_automatic(self.stopping)[0])
        decrease = self.min_impurity_decrease
        if not is_number(decrease) or not decrease >= 0:
            raise ParameterError(
                f"min_impurity_decrease={decrease!r} must be a number of at least 0."
            )
        rules.append(MinImpurityDecrease(float(decrease)))
        return tuple(rules)


class TreeClassifier(OpenTree, ClassSpecies):
    """Learns to predict classes by questions people can read."""

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
        lookahead: int = 1,
        keep_rows: bool = False,
        class_weight: Any = None,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _recipe(self, schema: Schema) -> Recipe:
        return self._open_recipe(
            schema,
            criterion=self._criterion(schema),
            leaf=resolve_leaf(self.leaf, ClassModel),
            loss=resolve_loss(self.loss, schema),
        )


class TreeRegressor(OpenTree, NumberSpecies):
    """Learns to predict numbers by questions people can read."""

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
        lookahead: int = 1,
        keep_rows: bool = False,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _recipe(self, schema: Schema) -> Recipe:
        criterion = self._criterion()
        leaf = self.leaf
        if leaf is None:
            leaf = "median" if criterion.name == "absolute_error" else "mean"
        return self._open_recipe(schema, criterion=criterion, leaf=resolve_leaf(leaf, NumberModel))
