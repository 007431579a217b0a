"""CART for classes and for numbers, as in R's rpart."""

from __future__ import annotations

from typing import Any, Self

from arboretum.data.encode.weights import rates
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.regressor import Regressor
from arboretum.species import cart

__all__ = ["CARTClassifier", "CARTRegressor"]


class CARTClassifier(Classifier, cart.CARTClassifier):
    """Classification and regression trees as R's rpart grows them: for classes.

    Binary splits by Gini or entropy, with priors and losses by altered priors;
    surrogate splits where values are missing; and no split that saves less
    than ``complexity`` of the root's risk.

    Parameters
    ----------
    criterion : {"gini", "entropy"} or a criterion of classes
        rpart's ``split`` is "gini" or "information".
    prior : mapping from class to share, one share per class, or None
        The shares of the classes in the world; None takes those of the samples.
    loss : mapping ``{true: {predicted: loss}}`` by class name, matrix, or None
        What a wrong class costs.  It alters the priors that splits are scored by,
        and leaves predict the class of the smallest expected loss.
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
        How many of the splits that lost each node keeps.
    closed : {"right", "left"}
        How numbers are cut: "right" asks ``x <= t``, "left" asks ``x < t`` as rpart does, so
        that a value equal to a threshold goes with the larger ones.

    Examples
    --------
    >>> from arboretum import CARTClassifier, datasets
    >>> penguins = datasets.penguins()
    >>> model = CARTClassifier().fit(penguins.X, penguins.y)
    >>> model.n_leaves_
    4
    """


class CARTRegressor(Regressor, cart.CARTRegressor):
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
    feature_costs, missing, kinds, complexity, pruning, max_depth, min_samples_split, \
min_samples_leaf, max_competitors, closed, n_jobs
        As in :class:`~arboretum.CARTClassifier`.

    Examples
    --------
    >>> from arboretum import CARTRegressor, datasets
    >>> steps = datasets.steps()
    >>> model = CARTRegressor().fit(steps.X, steps.y)
    >>> sorted(node.split.thresholds[0] for node in model.tree_.nodes() if not node.is_leaf)
    [1000.0, 2000.0]
    """

    def fit(self, X: Any, y: Any, sample_weight: Any = None, exposure: Any = None) -> Self:
        """Grow a tree from samples.

        Parameters
        ----------
        X, y, sample_weight : as for every estimator
        exposure : one positive number per sample, or None
            The time, area or number of people that the events of ``y`` were counted
            in.  The tree predicts events per unit of it: a sample counts as its rate,
            ``y / exposure``, with ``exposure`` as a further weight.
        """
        dataset = self.make_dataset(X, y, sample_weight)
        return self.fit_dataset(dataset if exposure is None else rates(dataset, exposure))
