"""ID3: the first of Quinlan's trees."""

from __future__ import annotations

from arboretum.estimators.classifier import Classifier
from arboretum.species import id3

__all__ = ["ID3Classifier"]


class ID3Classifier(Classifier, id3.ID3Classifier):
    """Quinlan's ID3: information gain, a branch for every category, nothing missing.

    A feature is asked once on a path, because below its split all samples have
    the same category.  Growth ends where a node is pure or no feature is left.
    A sample with a category that was not at a node in training stays there and
    gets the majority of the node; categories that training never saw are
    counted in a warning.

    Parameters
    ----------
    numeric : {"error", "buckets"} or a splitter such as ``Buckets("mdl")``
        What to do with numbers, which are unknown to ID3: refuse them, or cut them
        into intervals at each node.
    stopping : rules, or functions of a node
        Further reasons to stop, from :mod:`arboretum.stopping`.
    pruning : Pruner or None
        Makes the grown tree smaller.
    loss : mapping ``{true: {predicted: loss}}`` by class name, matrix, or None
        What a wrong class costs; leaves predict the class of the smallest expected loss.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data.
    class_weight : mapping from class name to weight, "balanced", a Prior, or None
    max_depth, n_jobs
        As in scikit-learn.

    References
    ----------
    J. R. Quinlan (1986), Induction of decision trees, *Machine Learning* 1, 81-106.

    Examples
    --------
    >>> from arboretum import ID3Classifier, datasets
    >>> weather = datasets.weather()
    >>> print(ID3Classifier().fit(weather.X, weather.y).tree_.to_text(style="box"))
    n=14
    classes of y: no, yes
    <BLANKLINE>
    node                              n  loss  class  (probabilities)
       0  root                       14     5  yes    (0.3571 0.6429)
       1  ├── outlook = overcast      4     0  yes    (0 1)            *
       2  ├── outlook = rain          5     2  yes    (0.4 0.6)
       3  │   ├── wind = strong       2     0  no     (1 0)            *
       4  │   └── wind = weak         3     0  yes    (0 1)            *
       5  └── outlook = sunny         5     2  no     (0.6 0.4)
       6      ├── humidity = high     3     0  no     (1 0)            *
       7      └── humidity = normal   2     0  yes    (0 1)            *
    """
