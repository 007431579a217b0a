"""M5': trees with linear models, by standard deviations."""

from __future__ import annotations

from arboretum.estimators.base import OneTarget
from arboretum.estimators.regressor import Regressor
from arboretum.species import m5

__all__ = ["M5Regressor"]


class M5Regressor(OneTarget, Regressor, m5.M5Regressor):
    """Quinlan's M5 as Wang and Witten rebuilt it: splits by deviation, equations in the leaves.

    Grown, pruned and smoothed as Weka's M5P does.  Every node has a linear model of the features
    that are asked below it, less the terms that explain too little; subtrees that do not beat
    the model of their node are cut; and the equation of a leaf is averaged with those above.

    Parameters
    ----------
    smoothing : float
        The equation of a leaf is averaged with those of the nodes above it; this is the number
        of samples that each of them counts for.  0 does not smooth.
    ridge : float
        Price of squared coefficients, with features in units of their standard deviation; its
        unit is the weight of one sample.
    clip : bool
        Hold predictions to the range of the training targets at the leaf; a warning counts how
        many were held back.
    split_features, model_features : list of names, or None
        The features that may be asked about, and those that equations may use; None for all.
    min_deviation : float
        A node is not split if the standard deviation of its targets is a smaller share of that
        of all.
    min_samples_split : int or share of the samples
        A node of fewer samples is not split.
    max_depth : int or None
        As in scikit-learn.
    pruning : Pruner, its short name, or None
    missing : {"direction", "significant", "majority", "branch", "error"} or a policy
        What happens to samples that cannot answer a question; in equations a missing value
        counts as the mean.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    n_jobs : int or None
        As in scikit-learn.

    Examples
    --------
    >>> import numpy as np
    >>> from arboretum import M5Regressor
    >>> x = np.arange(60.0)
    >>> y = np.where(x < 30, x, 100 - x)
    >>> print(M5Regressor(smoothing=0).fit({"x": x}, y).tree_.rules())
    1. if x <= 29.5 then y = 1 * x  (n=30)
    2. if x > 29.5 then y = 100 - 1 * x  (n=30)
    """
