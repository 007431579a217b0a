"""C4.5: gain ratio, multiway splits, and samples that go down several branches."""

from __future__ import annotations

from arboretum.estimators.classifier import Classifier
from arboretum.species import c45

__all__ = ["C45Classifier"]


class C45Classifier(Classifier, c45.C45Classifier):
    """Quinlan's C4.5, Release 8, which Weka calls J48.

    The best gain ratio among the features whose information gain is at least
    the mean; thresholds chosen by gain and charged for their choice; a branch
    for every category, or for groups of them; a sample that cannot answer goes
    down every branch with its share.

    Parameters
    ----------
    splits : "multiway", "grouped", or a splitter of categories
        A branch for every category, or for groups of categories that are found
        by merging (C4.5's ``-s``).
    threshold : {"value", "midpoint"}
        Where to put a threshold: at the largest value of the training data
        below the middle of two neighbours, or in the middle.
    missing : "fractional" or another policy
        What happens to samples that cannot answer.
    stopping : rules, or functions of a node
        Further reasons to stop, from :mod:`arboretum.stopping`.
    pruning : "error_based", another Pruner, or None
        Makes the grown tree smaller, by default as C4.5 does at a confidence
        of 0.25.  Also without pruning, subtrees that make no fewer training
        errors than a leaf are not kept.
    loss : mapping ``{true: {predicted: loss}}`` by class name, matrix, or None
        What a wrong class costs; leaves predict the class of the smallest expected loss.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data.
    min_samples_leaf : int or share
        Two branches of every split must hold at least this many samples; others may
        hold fewer.  A node of fewer than twice as many is not split.
    class_weight : mapping from class name to weight, "balanced", a Prior, or None
    max_depth, n_jobs
        As in scikit-learn.

    References
    ----------
    J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, Morgan Kaufmann.
    J. R. Quinlan (1996), Improved use of continuous attributes in C4.5, *Journal of
    Artificial Intelligence Research* 4, 77-90.

    Examples
    --------
    >>> from arboretum import C45Classifier, datasets
    >>> drug = datasets.drug()
    >>> print(C45Classifier().fit(drug.X, drug.y).tree_.to_text(style="box"))
    n=12
    classes of y: A, B
    <BLANKLINE>
    node                                n  loss  class  (probabilities)
       0  root                         12     6  A      (0.5 0.5)
       1  ├── blood_pressure = high     3     0  A      (1 0)            *
       2  ├── blood_pressure = low      3     0  B      (0 1)            *
       3  └── blood_pressure = normal   6     3  A      (0.5 0.5)
       4      ├── age <= 37             3     0  A      (1 0)            *
       5      └── age > 37              3     0  B      (0 1)            *
    """
