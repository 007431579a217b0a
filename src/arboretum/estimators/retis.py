"""RETIS: trees with linear models, by what full fits leave."""

from __future__ import annotations

from arboretum.estimators.base import OneTarget
from arboretum.estimators.regressor import Regressor
from arboretum.species import retis

__all__ = ["RETISRegressor"]


class RETISRegressor(OneTarget, Regressor, retis.RETISRegressor):
    """Karalic's RETIS: a split is as good as the linear models it leads to.

    Every split is scored by the squared residuals of least-squares fits in both branches, all
    thresholds are tried, and nothing is fitted twice: sums of squares and products run along
    each feature.  A node of n samples costs O(n p²) per feature for p terms, and a solution of
    O(p³) for each cut that may be the best.

    Parameters
    ----------
    ridge : float
        Price of squared coefficients, while splitting and in the leaves, with features in units
        of their standard deviation; its unit is the weight of one sample.
    split_features, model_features : list of names, or None
        The features that may be asked about, and those that equations may use; None for all.
        Categories are put in the order of their mean target, and each cut of that order is a term.
    min_deviation : float
        A node is not split if its fit leaves a smaller share of the standard deviation of all
        targets.
    min_samples_leaf : int, share of the samples, or None
        None is two for each number of an equation; terms that others explain in all samples do
        not count.
    max_depth : int or None
        0 is one linear model.
    smoothing, clip, pruning, missing, kinds, n_jobs
        As in :class:`~arboretum.M5Regressor`.

    Examples
    --------
    >>> import numpy as np
    >>> from arboretum import RETISRegressor
    >>> x = np.linspace(-1, 1, 101)
    >>> print(RETISRegressor().fit({"x": x}, np.abs(x)).tree_.rules())
    1. if x <= -0.01 then y = -1 * x  (n=50)
    2. if x > -0.01 then y = 1 * x  (n=51)
    """
