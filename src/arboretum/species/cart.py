"""CART for classes and for numbers, as in R's rpart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Self, get_args

import numpy as np

from arboretum.criteria import AlteredPriors, Criterion
from arboretum.data import Closed, Dataset, Schema
from arboretum.data.measured import (
    AlteredMultipliers,
    DecisionCosts,
    MeanTarget,
    PriorMultipliers,
    ShareOfClassRisk,
    ShareOfSquares,
)
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.growing import Recipe
from arboretum.leaves import (
    ClassDistribution,
    LeafModel,
    Mean,
    Median,
    PriorDistribution,
    ShrunkenRate,
)
from arboretum.part import is_number
from arboretum.pruning import CostComplexity
from arboretum.pruning.rpart_growth import as_far_as_rpart
from arboretum.species.base import ClassSpecies, NumberSpecies, Species
from arboretum.species.parameters import (
    feature_costs_by_position,
    max_depth_rule,
    number_of_samples,
    resolve_loss,
    resolve_missing,
    resolve_prior,
    whole_number,
)
from arboretum.species.rpart_names import from_rpart_names
from arboretum.splits import Subset, Threshold
from arboretum.statistics import Moments
from arboretum.stopping import (
    Constant,
    MinRisk,
    MinSamplesLeaf,
    MinSamplesSplit,
    SomeGain,
    StoppingRule,
)
from arboretum.tree import Tree

__all__ = ["CART", "CARTClassifier", "CARTRegressor"]

#: Where no order is exact, all sets of up to this many categories are tried; each doubles the work.
MAX_EXHAUSTIVE = 15
#: With more classes a matrix of losses costs more than the shortcut it is for saves.
MAX_CLASSES = 200


class CART(Species):
    """Grows as rpart does, then cuts back what saves too little."""

    #: rpart's methods that this one is.
    _methods: ClassVar[tuple[str, ...]]

    @classmethod
    def from_rpart(cls, **names: Any) -> Self:
        """The estimator that rpart's parameters ask for.

        Parameters
        ----------
        minsplit, minbucket, cp, maxcompete, maxsurrogate, usesurrogate, surrogatestyle, \
maxdepth, xval
            As in ``rpart.control``, with its defaults; ``minbucket`` follows from
            ``minsplit`` and the other way round.  ``xval``, a number of folds or
            the fold of each sample, fills ``cp_table_``; without it nothing is
            cross-validated.
        parms : dict
            ``split``, ``prior``, ``loss`` for classes, ``shrink`` for counts.
        cost : mapping from feature name to cost
        method : "class", "anova" or "poisson"

        Examples
        --------
        >>> from arboretum import CARTClassifier
        >>> CARTClassifier.from_rpart(minsplit=10, cp=0.001)
        CARTClassifier(closed='left', complexity=0.001, min_samples_leaf=3,
                       min_samples_split=10)
        """
        return cls(**from_rpart_names(names, cls._methods))

    def as_named(self, n_folds: int, seed: int) -> Self:
        """Grown large, then cut back to what cross-validation can tell from noise."""
        rule = CostComplexity(cv=n_folds, rule="1se", random_state=seed)
        return self.set_params(complexity=0.0, pruning=rule)

    def chosen_class_weight(self) -> None:
        """Classes are weighted by their priors."""

    def training_samples(self, dataset: Dataset) -> Dataset:
        """The samples with at least one known value, with numbers cut as was asked for."""
        if self.closed not in get_args(Closed):
            raise ParameterError(
                f"closed={self.closed!r} is not known. Known: 'right' for x <= t, 'left' for x < t."
            )
        known, schema = _known_samples(dataset), dataset.schema.cut(self.closed)
        return known if schema is dataset.schema else replace(known, schema=schema)

    def _cart_recipe(
        self,
        schema: Schema,
        criterion: Criterion,
        leaf: LeafModel,
        shortcut: StoppingRule | None = None,
        **parts: Any,
    ) -> Recipe:
        """The recipe; ``shortcut`` stops early where the tree would be cut back anyway."""
        max_competitors = whole_number(self, "max_competitors", at_least=0)
        self._check_complexity()
        rules = [*self._limits(), *([] if shortcut is None else [shortcut]), SomeGain()]
        return Recipe(
            criterion=criterion,
            stopping=tuple(rules),
            splitters=(Threshold(), self._subset(criterion)),
            missing=resolve_missing(self.missing),
            leaf=leaf,
            feature_costs=feature_costs_by_position(self.feature_costs, schema),
            max_competitors=0 if max_competitors is None else max_competitors,
            complexity=float(self.complexity),
            **parts,
        )

    @staticmethod
    def _subset(criterion: Criterion) -> Subset:
        # Where sets score the same rpart takes the first, and it lists means from below but
        # shares and rates from above.
        is_mean = issubclass(criterion.statistics, Moments)
        return Subset(max_exhaustive=MAX_EXHAUSTIVE, descending=not is_mean)

    def _limits(self) -> list[StoppingRule]:
        """The limits on size and depth, in the order they are asked."""
        rules: list[StoppingRule] = [Constant(), *max_depth_rule(self)]
        rules.append(MinSamplesSplit(number_of_samples(self, "min_samples_split", 2)))
        if self.min_samples_leaf is None:
            min_leaf = number_of_samples(self, "min_samples_split", 2, over=3)
        else:
            min_leaf = number_of_samples(self, "min_samples_leaf", 1)
        if min_leaf != 1:
            rules.append(MinSamplesLeaf(min_leaf))
        return rules

    def _check_complexity(self) -> None:
        if not is_number(self.complexity) or np.isnan(self.complexity):
            raise ParameterError(
                f"complexity={self.complexity!r} must be a number: the share of the root's risk "
                "that a split must save. A negative one keeps every split."
            )

    def _least_share(self) -> float:
        """The share of the root's risk that a split must save."""
        self._check_complexity()
        return float(max(self.complexity, 0.0))

    def _worth_growing(self, tree: Tree) -> Tree:
        """The tree without splits that save too little, unless they need not save anything."""
        if self.complexity < 0:
            return tree
        paying = CostComplexity(cp=self.complexity, links="rpart").prune(tree, None)
        return as_far_as_rpart(paying, self.complexity)


def _known_samples(dataset: Dataset) -> Dataset:
    """Leave out samples without any value, which no question can separate, as rpart does."""
    n_features = dataset.schema.n_features
    if n_features == 0 or min(dataset.n_missing) == 0:
        return dataset
    unknown = np.flatnonzero(dataset.is_missing(0))
    for f in range(1, n_features):
        unknown = unknown[dataset.is_missing(f, unknown)]
    if len(unknown) in (0, dataset.n_rows):
        return dataset
    return dataset.take(np.delete(np.arange(dataset.n_rows), unknown))


class CARTClassifier(CART, ClassSpecies):
    """Classification and regression trees as R's rpart grows them: for classes."""

    _methods = ("class",)

    def __init__(
        self,
        *,
        criterion: Any = "gini",
        prior: Any = None,
        loss: Any = None,
        feature_costs: Any = None,
        missing: Any = "surrogate",
        kinds: Any = None,
        complexity: float = 0.01,
        pruning: Any = None,
        max_depth: int | None = 30,
        min_samples_split: int | float = 20,
        min_samples_leaf: int | float | None = None,
        max_competitors: int = 4,
        closed: Closed = "right",
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _recipe(self, schema: Schema) -> Recipe:
        criterion, loss = self._criterion(schema), resolve_loss(self.loss, schema)
        if schema.classes is None:
            if self.prior is not None:
                raise UnsupportedCombination(
                    "prior applies to the classes of one target, but there are "
                    f"{len(schema.targets)}. Fit one tree per target, or leave prior=None."
                )
            return self._cart_recipe(schema, criterion, ClassDistribution())
        prior = resolve_prior(self.prior, schema.targets[0])
        return self._cart_recipe(
            schema,
            AlteredPriors(criterion, AlteredMultipliers(prior, loss)),
            PriorDistribution(PriorMultipliers(prior)),
            shortcut=self._shortcut(schema, prior, loss),
            loss=loss,
        )

    def _shortcut(self, schema: Schema, prior: Any, loss: Any) -> MinRisk | None:
        """The rule that stops where too little could be saved for a tree that is to be cut."""
        share = self._least_share()
        if len(schema.classes or ()) > MAX_CLASSES:
            return None
        costs = DecisionCosts(prior, loss)
        return MinRisk(ShareOfClassRisk(share, prior, loss), costs, cuts_back=True)


class CARTRegressor(CART, NumberSpecies):
    """Classification and regression trees as R's rpart grows them: for numbers."""

    _methods = ("anova", "poisson")

    def __init__(
        self,
        *,
        criterion: Any = "squared_error",
        shrink: float = 1.0,
        feature_costs: Any = None,
        missing: Any = "surrogate",
        kinds: Any = None,
        complexity: float = 0.01,
        pruning: Any = None,
        max_depth: int | None = 30,
        min_samples_split: int | float = 20,
        min_samples_leaf: int | float | None = None,
        max_competitors: int = 4,
        closed: Closed = "right",
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _recipe(self, schema: Schema) -> Recipe:
        criterion = self._criterion()
        if criterion.name != "squared_error":
            return self._cart_recipe(schema, criterion, self._leaf(criterion.name, schema))
        least = ShareOfSquares(self._least_share())
        shortcut = MinRisk(least, "squared_error", cuts_back=True)
        return self._cart_recipe(schema, criterion, Mean(), shortcut)

    def _leaf(self, criterion: str, schema: Schema) -> LeafModel:
        if not is_number(self.shrink) or not self.shrink >= 0:
            raise ParameterError(f"shrink={self.shrink!r} must be a number of at least 0.")
        if criterion == "absolute_error":
            return Median()
        if criterion != "poisson" or len(schema.targets) > 1:
            return Mean()
        return ShrunkenRate(float(self.shrink), MeanTarget())
