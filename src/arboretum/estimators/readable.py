"""Trees that are grown where nobody chose another, for tables."""

from __future__ import annotations

from arboretum.estimators.classifier import Classifier
from arboretum.species import readable_classes

__all__ = ["ReadableTreeClassifier"]


class ReadableTreeClassifier(Classifier, readable_classes.ReadableTreeClassifier):
    """A small tree of classes, as good as a single tree gets, with shares that can be believed.

    What the name ``auto`` stands for on the command line.  A tree is grown large by each of two
    criteria, entropy and Gini, and cut back to the smallest size whose error in cross-validation
    (three times ten folds) is within half a standard error of the least; of the two the one with
    the smaller error is kept.  Numbers are asked about by thresholds, categories by sets; samples
    without a value go where they fit best; and the shares that leaves predict are those after two
    more samples.

    Parameters
    ----------
    size : {"small", "best", "smallest"}
        The smallest tree within half a standard error of the least error in cross-validation,
        the tree of least error, or the smallest within one standard error.
    leaf : "m_estimate", "distribution", or a leaf model of classes
        What shares of classes are predicted.  ``MEstimate(m=2, towards="parent")`` has other
        numbers of further samples, or draws shares towards those of the node above;
        ``"distribution"`` predicts the shares that were counted.
    missing : {"direction", "majority", "branch", "error"} or a policy
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
        None if there was nothing to choose by, as with a single sample.
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
