"""Trees that are proved best."""

from __future__ import annotations

from arboretum.estimators.base import OneTarget
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.regressor import Regressor
from arboretum.species import optimal

__all__ = ["OptimalClassifier", "OptimalRegressor"]


class OptimalClassifier(OneTarget, Classifier, optimal.OptimalClassifier):
    """The tree of classes that makes the fewest mistakes, or the cheapest, with a proof.

    Other trees choose question by question and may miss a better tree; this one is the best of
    all trees within the limits.  Numbers are cut at every midpoint, categories divided in every
    way, and missing values sent to either side.

    Parameters
    ----------
    objective : "cost" or "smallest"
        What is made small: what mistakes cost, or the number of leaves of a tree that makes no
        mistake.  Samples that agree in all features and differ in their class are named in a
        warning and in ``contradictions_``; then it is the smallest tree that makes no others.
    max_depth : int, None or "auto"
        "auto" is 3, and for the smallest tree None.
    max_leaves : int or None
    alpha : float
        The price of a leaf: a tree costs its mean loss plus ``alpha`` for each leaf.
    min_samples_leaf : int
    loss : mapping ``{true: {predicted: loss}}`` by class name, matrix, or None
        What a wrong class costs.
    class_weight : mapping from class name to weight, "balanced", a Prior, or None
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data.
    time_limit : float or None
        Seconds; then the best tree so far is kept, with a warning that says how far from the best
        it may be.  Ctrl-C does the same.
    memory_limit : float
        Megabytes for what is remembered of subproblems; beyond it the smallest are forgotten.
    work_limit : int or None
        How many subproblems may be looked at: unlike the time, the same on every machine.
    n_jobs : as in scikit-learn
        Threads to search and to predict.  The tree does not depend on it once it is proved best;
        with ``work_limit`` one thread searches.

    Attributes
    ----------
    certificate_ : Certificate
        What the tree costs, what every tree costs at least, and why the search ended.
    contradictions_ : Contradictions
        Of the smallest tree: the mistakes that no tree avoids.

    Examples
    --------
    >>> from arboretum import OptimalClassifier, datasets
    >>> drug = datasets.drug()
    >>> model = OptimalClassifier(max_depth=2).fit(drug.X, drug.y)
    >>> print(model.certificate_)
    No tree costs less than 0: proved.
    """


class OptimalRegressor(OneTarget, Regressor, optimal.OptimalRegressor):
    """The tree of numbers with the least squared error, with a proof.

    Parameters
    ----------
    objective : "cost"
        The smallest tree without mistakes is for classes; of numbers it would have a leaf for each.
    max_depth, max_leaves, min_samples_leaf, kinds, time_limit, memory_limit, work_limit, n_jobs
        As in :class:`~arboretum.OptimalClassifier`.
    alpha : float
        The price of a leaf: a tree costs its mean squared error plus ``alpha`` for each leaf.

    Attributes
    ----------
    certificate_ : Certificate
        The sum of squared errors with the prices of the leaves, what that of every tree is at
        least, and why the search ended.

    Examples
    --------
    >>> from arboretum import OptimalRegressor, datasets
    >>> steps = datasets.steps()
    >>> model = OptimalRegressor(max_depth=2).fit(steps.X, steps.y)
    >>> model.certificate_.is_proved, model.n_leaves_
    (True, 4)
    """
