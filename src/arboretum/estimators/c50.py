"""C5.0: groups of categories that pay for their choice, and pruning of the tree as a whole."""

from __future__ import annotations

from arboretum.estimators.classifier import Classifier
from arboretum.species import c50

__all__ = ["C50Classifier"]


class C50Classifier(Classifier, c50.C50Classifier):
    """The trees of Quinlan's C5.0, the successor of C4.5, from what is published about it.

    As in C4.5, the best gain ratio among the features whose gain is at least the mean, samples
    that go down several branches, and pruning by the errors to expect.  Other than there,
    categories are grouped, and groups pay for their choice; a threshold in a wide gap costs less
    to name; leaves of one question that decide alike are joined; and at last the tree as a whole
    is cut back until its training errors have risen by a standard error.

    Parameters
    ----------
    splits : "grouped", "multiway", or a splitter of categories
        Groups of categories, or a branch for every category (C5.0 without ``subset``).
    missing : "fractional" or another policy
        What happens to samples that cannot answer.
    stopping : rules, or functions of a node
        Further reasons to stop, from :mod:`arboretum.stopping`.
    pruning : "error_based", another Pruner, or None
        Makes subtrees smaller, by default at a confidence of 0.25, C5.0's ``CF``;
        ``ErrorBased(confidence=0.1)`` prunes more.
    global_pruning : bool
        Whether :class:`~arboretum.pruning.GlobalPruning` follows.
    winnow : bool
        Whether features are dropped first that are not needed.  A tree is grown from a random
        half of the samples; features that it does not ask about are dropped, and then each other
        one, from the least used, if the tree grown again without it makes no more errors in the
        other half.  ``winnowed_`` has their names.
    loss : mapping ``{true: {predicted: loss}}`` by class name, matrix, or None
        What a wrong class costs; leaves predict the class of the smallest expected loss.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data.
    min_samples_leaf : int or share
        C5.0's ``minCases``.  Two branches of every split must hold at least this many samples,
        except where three categories or more are grouped, which pay for their groups instead.
    class_weight : mapping from class name to weight, "balanced", a Prior, or None
    max_depth, n_jobs
        As in scikit-learn.

    References
    ----------
    J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, Morgan Kaufmann.
    RuleQuest Research, *C5.0: An Informal Tutorial*.
    M. Kuhn and K. Johnson (2013), *Applied Predictive Modeling*, 14.6.

    Examples
    --------
    >>> from arboretum import C50Classifier, datasets
    >>> drug = datasets.drug()
    >>> print(C50Classifier().fit(drug.X, drug.y).tree_.to_text(style="box"))
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
