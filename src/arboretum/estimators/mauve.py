"""MAUVE: trees with linear models, by what fits of one feature leave."""

from __future__ import annotations

from arboretum.estimators.base import OneTarget
from arboretum.estimators.regressor import Regressor
from arboretum.species import mauve

__all__ = ["MAUVERegressor"]


class MAUVERegressor(OneTarget, Regressor, mauve.MAUVERegressor):
    """Vens and Blockeel's MAUVE: a split is as good as the straight lines it leads to.

    Every split is scored by the squared residuals of the best fit by a single feature in each
    branch, which takes O(n) per feature that is split and per feature that is fitted.  Where
    splits are found, leaves get linear models of several features, chosen stepwise.

    Parameters
    ----------
    lines : {"residuals", "targets"}
        What is fitted in the branches: what one fit of the node by all features leaves of the
        targets, which also finds what features do together; or the targets, as in the paper.
    min_deviation : float
        A node is not split if its best line leaves a smaller share of the standard deviation of
        all targets.
    min_samples_leaf : int, share of the samples, or None
        None is two for each number of an equation of all terms, as in
        :class:`~arboretum.RETISRegressor`.
    ridge, split_features, model_features, max_depth
        As in :class:`~arboretum.RETISRegressor`.
    smoothing, clip, pruning, missing, kinds, n_jobs
        As in :class:`~arboretum.M5Regressor`.

    Examples
    --------
    >>> import numpy as np
    >>> from arboretum import MAUVERegressor
    >>> x = np.linspace(-1, 1, 101)
    >>> print(MAUVERegressor().fit({"x": x}, np.abs(x)).tree_.rules())
    1. if x <= -0.01 then y = -1 * x  (n=50)
    2. if x > -0.01 then y = 1 * x  (n=51)
    """
