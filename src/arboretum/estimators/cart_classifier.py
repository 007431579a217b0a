"""CART for classes, as in R's rpart."""

from __future__ import annotations

from typing import Any, ClassVar

from arboretum.criteria import AlteredPriors
from arboretum.data import Schema
from arboretum.data.measured import (
    AlteredMultipliers,
    DecisionCosts,
    PriorMultipliers,
    ShareOfClassRisk,
)
from arboretum.estimators.cart import CART
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.parameters import refuse_prior, resolve_loss, resolve_prior
from arboretum.growing import Recipe
from arboretum.leaves import ClassDistribution, PriorDistribution
from arboretum.stopping import MinRisk

__all__ = ["CARTClassifier"]

#: With more classes a matrix of losses costs more than the shortcut it is for saves.
MAX_CLASSES = 200


class CARTClassifier(CART, Classifier):
    """Classification and regression trees as R's rpart grows them: for classes.

    Binary splits by Gini or entropy, with priors and losses by altered priors;
    surrogate splits where values are missing; and no split that saves less
    than ``complexity`` of the root's risk.

    Parameters
    ----------
    criterion : {"gini", "entropy"} or a criterion of classes
        rpart's ``split`` is "gini" or "information".
    prior : mapping from class to share, one share a class, or None
        What the classes share in the world; None is what they share in the sample.
    loss : mapping ``{true: {predicted: loss}}`` by class name, matrix, or None
        What deciding wrongly costs.  It alters the priors that splits are
        scored by, and leaves decide for the smallest expected loss.
    feature_costs : mapping from feature name to a positive cost, FeatureCosts, or None
        The score of a split is divided by what its feature costs to observe;
        :class:`~arboretum.FeatureCosts` has other rules.
    missing : "surrogate", or a policy such as ``Surrogate(max_surrogates=5, use=2, style=0)``
        What happens to samples that cannot answer.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    complexity : float
        rpart's ``cp``: the share of the root's risk that each split must save.
        0 keeps splits that save something, a negative number all.
    pruning : Pruner or None
        Makes the tree smaller still; ``CostComplexity(cv=10, rule="1se")`` chooses
        by cross-validation among prices from ``complexity`` up.
    max_depth, min_samples_split, min_samples_leaf, n_jobs
        As in scikit-learn.  ``min_samples_leaf=None`` is a third of
        ``min_samples_split``.
    max_competitors : int
        How many splits that lost each node keeps.

    Examples
    --------
    >>> from arboretum import CARTClassifier, datasets
    >>> penguins = datasets.penguins()
    >>> model = CARTClassifier().fit(penguins.X, penguins.y)
    >>> model.n_leaves_
    4
    """

    _methods: ClassVar[tuple[str, ...]] = ("class",)

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
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.prior = prior
        self.loss = loss
        self.feature_costs = feature_costs
        self.missing = missing
        self.kinds = kinds
        self.complexity = complexity
        self.pruning = pruning
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_competitors = max_competitors
        self.n_jobs = n_jobs

    def _recipe(self, schema: Schema) -> Recipe:
        criterion, loss = self._criterion(schema), resolve_loss(self.loss, schema)
        if schema.classes is None:
            refuse_prior(self.prior, schema)
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
