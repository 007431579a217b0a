"""CHAID for classes and for numbers: merging, testing, splitting."""

from __future__ import annotations

from arboretum.estimators.base import OneTarget
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.regressor import Regressor
from arboretum.species import chaid

__all__ = ["CHAIDClassifier", "CHAIDRegressor"]


class CHAIDClassifier(OneTarget, Classifier, chaid.CHAIDClassifier):
    """Kass's CHAID: a branch for every group of categories that differ in their classes.

    At each node the categories of each feature are merged, the least different pair first,
    until all groups differ.  Then the feature with the smallest p-value splits the node,
    with a branch for each of its groups.  Numbers are cut into intervals first, once, and
    merge like ordered categories.  Missing values are a category, which may join any group.

    Parameters
    ----------
    alpha_merge : float
        Two groups are merged while the p-value of their difference is above.
    alpha_split : float
        The largest p-value that a split may have.
    alpha_resplit : float or None
        Groups of three categories or more are split in two again where some two parts
        differ with a p-value below; less than ``alpha_merge``.
    exhaustive : bool
        Merge down to two groups and keep the step with the smallest p-value (Biggs, de
        Ville & Suen 1991); ``alpha_merge`` is then not used.
    statistic : {"pearson", "likelihood_ratio"}
        The chi-square statistic.
    bonferroni : bool
        Multiply p-values by the number of ways in which the groups could have been made.
    n_bins : int
        Into how many intervals, each of about as many samples, a number is cut.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    max_depth, min_samples_split, n_jobs
        As in scikit-learn.
    min_samples_leaf : int or share of the samples
        A group of fewer samples is merged with the most similar one.

    References
    ----------
    G. V. Kass (1980), An exploratory technique for investigating large quantities of
    categorical data, *Applied Statistics* 29, 119-127.

    Examples
    --------
    >>> from arboretum import CHAIDClassifier, datasets
    >>> penguins = datasets.penguins()
    >>> model = CHAIDClassifier(max_depth=1).fit(penguins.X, penguins.y)
    >>> print(model.tree_.to_text(style="box"))
    n=344
    classes of y: Adelie, Chinstrap, Gentoo
    <BLANKLINE>
    node                                            n  loss  class      (probabilities)
       0  root                                    344   192  Adelie     (0.4419 0.1977 0.3605)
       1  ├── flipper_length_mm <= 190.5           99    15  Adelie     (0.8485 0.1515 0)       *
       2  ├── 190.5 < flipper_length_mm <= 196.5   67    22  Adelie     (0.6716 0.3284 0)       *
       3  ├── 196.5 < flipper_length_mm <= 202.5   38    18  Chinstrap  (0.4737 0.5263 0)       *
       4  ├── 202.5 < flipper_length_mm <= 210.5   40    15  Gentoo     (0.125 0.25 0.625)      *
       5  └── flipper_length_mm > 210.5           100     1  Gentoo     (0 0.01 0.99)           *
    """


class CHAIDRegressor(OneTarget, Regressor, chaid.CHAIDRegressor):
    """Kass's CHAID for numbers: a branch for every group of categories that differ in the mean.

    As :class:`~arboretum.CHAIDClassifier`, with F-tests of the one-way analysis of variance
    in place of chi-square tests.

    Parameters
    ----------
    alpha_merge, alpha_split, alpha_resplit, exhaustive, bonferroni, n_bins, kinds, max_depth, \
min_samples_split, min_samples_leaf, n_jobs
        As in :class:`~arboretum.CHAIDClassifier`.

    Examples
    --------
    >>> from arboretum import CHAIDRegressor, datasets
    >>> steps = datasets.steps()
    >>> model = CHAIDRegressor(n_bins=6).fit(steps.X, steps.y)
    >>> model.tree_.root.split.thresholds
    (1000.0, 2000.0, 2500.0)
    """
