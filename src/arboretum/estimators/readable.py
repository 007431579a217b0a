"""Trees that are grown where nobody chose another, for tables."""

from __future__ import annotations

from arboretum.estimators.base import OneTarget
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.regressor import Regressor
from arboretum.species import readable_classes, readable_numbers

__all__ = ["ReadableTreeClassifier", "ReadableTreeRegressor"]


class ReadableTreeClassifier(Classifier, readable_classes.ReadableTreeClassifier):
    """A small tree of classes, as good as a single tree gets, with shares that can be believed.

    What the name ``auto`` stands for on the command line.  A tree is grown large by each of two
    criteria, entropy and Gini, and cut back to the smallest size whose error in cross-validation
    is within half a standard error of the least; of the two the one with the smaller error is
    kept.  Up to 5,000 samples are dealt into ten folds three times, up to 20,000 into five folds
    once, up to 50,000 into three, and of more one third is held out.  Numbers are asked about by
    thresholds, categories by sets; samples without a value go where they fit best; and the shares
    that leaves predict are those after two more samples.  Where a feature has more than ten
    categories, a third tree asks only about those with ten samples at a node.

    Several targets share a tree that is grown by the mean entropy and pruned by the errors to
    expect (:class:`~arboretum.pruning.ErrorBased`), without folds.

    Parameters
    ----------
    size : {"small", "best", "smallest"}
        The smallest tree within half a standard error of the least error in cross-validation,
        the tree of least error, or the smallest within one standard error.  Of several targets:
        pruned with a confidence of 0.2, 0.25 or 0.1.
    leaf : "m_estimate", "distribution", or a leaf model of classes
        What shares of classes are predicted.  ``MEstimate(m=2, towards="parent")`` has other
        numbers of further samples, or draws shares towards those of the node above;
        ``"distribution"`` predicts the shares that were counted.
    missing : {"direction", "significant", "majority", "branch", "error"} or a policy
        What happens to samples that cannot answer.
    loss : mapping ``{true: {predicted: loss}}`` by class name, matrix, or None
        What a wrong class costs; sizes are chosen by it, and leaves predict the class of the
        smallest expected loss.
    feature_costs : mapping from feature name to a positive cost, FeatureCosts, or None
        What features cost to observe.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    max_depth, min_samples_leaf
        As in scikit-learn.
    class_weight : mapping from class name to weight, "balanced", a Prior, or None
    groups : one label per sample, or None
        Samples of one group are held out together when sizes are judged.
    random_state : int
        Decides how samples are dealt into folds.
    n_jobs : int or None
        As in scikit-learn.

    Attributes
    ----------
    choice_ : RecipeChoice
        The error of each criterion's tree, and which was taken; printed, it says so in words.
        None if there was nothing to choose by, as with a single sample or several targets.
    cp_table_ : ComplexityTable
        The sizes to choose from, of the criterion that was taken.

    Examples
    --------
    >>> from arboretum import ReadableTreeClassifier, datasets
    >>> heart = datasets.heart()
    >>> model = ReadableTreeClassifier().fit(heart.X, heart.y)
    >>> model.n_leaves_
    6
    >>> print(model.choice_)
    grown by  leaves  share of mistakes   ± SE
    entropy        6             22.0 %  2.5 %
    gini           6             20.4 %  2.5 %
    The tree by gini was taken: its share of mistakes in cross-validation with 10 folds, dealt 3 \
times, is 20.4 %, that by entropy 22.0 %.
    """


class ReadableTreeRegressor(OneTarget, Regressor, readable_numbers.ReadableTreeRegressor):
    """A small tree of numbers: of means, or of equations where they do better on held-out samples.

    What the name ``auto`` stands for where a number is predicted.  Four kinds of trees are judged
    on the same folds: means (:class:`~arboretum.TreeRegressor`), M5' with equations of what is
    asked, and MAUVE and RETIS with equations of all features, categories included.  Each is grown
    large and cut back by :class:`~arboretum.pruning.M5` at several costs; of these trees that of
    least error is kept, times a price of its leaves.  Among the four, in this order, another
    replaces what is simpler only if it is better by more than noise.

    Up to 1,000 samples are dealt into ten folds three times, up to 5,000 into five folds, others
    into three; of more than 20,000 one third is held out.  RETIS is not tried where its equations
    would have so many terms that its search would take long; ``choice_`` says so.

    Parameters
    ----------
    size : {"small", "best", "smallest"}
        What leaves cost: errors are multiplied by (1 + leaves / 20) to the power of 0.1, 0, or 0.2.
        20 leaves must have an error that is 6 % lower than that of one, 0 or 12 %.
    missing : {"direction", "majority", "branch", "surrogate", "impute", "error"} or a policy
        What happens to samples that cannot answer.  In equations the mean of all training samples
        stands for a missing value.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    max_depth : int or None
        The most questions one after another.
    groups : one label per sample, or None
        Samples of one group are held out together.
    random_state : int
        Decides how samples are dealt into folds.
    n_jobs : int or None
        As in scikit-learn.

    Attributes
    ----------
    choice_ : RecipeChoice
        The error of each kind of tree, which was taken, and why; printed, it says so in words.
        None of a single sample.  Of kinds that were not taken no tree of all samples is grown:
        their leaves are those of the trees of the folds, on average.

    Examples
    --------
    >>> import numpy as np
    >>> from arboretum import ReadableTreeRegressor
    >>> rng = np.random.default_rng(0)
    >>> hours, distance = rng.uniform(0, 12, 300).round(1), rng.uniform(0, 50, 300).round()
    >>> pay = 20 * hours + 10 * np.maximum(hours - 8, 0) + 0.5 * distance + rng.normal(0, 3, 300)
    >>> model = ReadableTreeRegressor().fit({"hours": hours, "distance": distance}, pay)
    >>> print(model.tree_.rules().to_text(digits=3))
    1. if hours <= 7.95 then y = -0.915 + 20.3 * hours + 0.49 * distance  (n=179)
    2. if hours > 7.95 then y = -71.4 + 29.3 * hours + 0.448 * distance  (n=121)
    """
