"""CART for numbers, as in R's rpart."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from arboretum.data import Schema
from arboretum.data.encode.weights import rates
from arboretum.data.measured import MeanTarget, ShareOfSquares
from arboretum.estimators.cart import CART
from arboretum.estimators.parameters import is_number
from arboretum.estimators.regressor import Regressor
from arboretum.exceptions import ParameterError
from arboretum.growing import Recipe
from arboretum.leaves import LeafModel, Mean, Median, ShrunkenRate
from arboretum.stopping import MinRisk

__all__ = ["CARTRegressor"]


class CARTRegressor(CART, Regressor):
    """Classification and regression trees as R's rpart grows them: for numbers.

    Binary splits by squared error (rpart's "anova") or by the deviance of
    counts ("poisson"); surrogate splits where values are missing; and no split
    that saves less than ``complexity`` of the root's risk.

    Parameters
    ----------
    criterion : {"squared_error", "poisson", "absolute_error"} or a criterion of numbers
        "poisson" is for counts of events; ``fit`` takes the exposure they happened in.
    shrink : float
        For "poisson": how far a rate may be from that of all samples, as the
        coefficient of variation of a gamma prior.  0 does not shrink.
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
    >>> from arboretum import CARTRegressor, datasets
    >>> steps = datasets.steps()
    >>> model = CARTRegressor().fit(steps.X, steps.y)
    >>> sorted(node.split.thresholds[0] for node in model.tree_.nodes() if not node.is_leaf)
    [1000.0, 2000.0]
    """

    _methods: ClassVar[tuple[str, ...]] = ("anova", "poisson")

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
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.shrink = shrink
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

    def fit(self, X: Any, y: Any, sample_weight: Any = None, exposure: Any = None) -> Self:
        """Grow a tree from samples.

        Parameters
        ----------
        X, y, sample_weight : as for every estimator
        exposure : one positive number a sample, or None
            The time, area or number of people that the events of ``y`` were counted
            in.  The tree predicts events a unit of it: a sample counts as its rate,
            ``y / exposure``, with ``exposure`` as a further weight.
        """
        dataset = self.make_dataset(X, y, sample_weight)
        return self.fit_dataset(dataset if exposure is None else rates(dataset, exposure))

    def _recipe(self, schema: Schema) -> Recipe:
        criterion = self._criterion()
        if criterion.name != "squared_error":
            return self._cart_recipe(schema, criterion, self._leaf(criterion.name, schema))
        least = ShareOfSquares(self._least_share())
        shortcut = MinRisk(least, "squared_error", cuts_back=True)
        return self._cart_recipe(schema, criterion, Mean(), shortcut)

    def _leaf(self, criterion: str, schema: Schema) -> LeafModel:
        if not is_number(self.shrink) or not self.shrink >= 0:
            raise ParameterError(f"shrink={self.shrink!r} must be a number that is not negative.")
        if criterion == "absolute_error":
            return Median()
        if criterion != "poisson" or len(schema.targets) > 1:
            return Mean()
        return ShrunkenRate(float(self.shrink), MeanTarget())
