"""How much each feature contributed to a tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import ParameterError
from arboretum.growing.losses import loss_of, predicted_for
from arboretum.model import samples_like
from arboretum.tree import Tree, name_text, number_text
from arboretum.tree.cost_report import grown_costs
from arboretum.tree.tree import found_tree
from arboretum.tree.words.tabulate import Backend, aligned, in_frame, in_markdown

__all__ = [
    "Importance",
    "features_read",
    "features_used",
    "importance",
    "improvements",
    "impurity_importance",
    "permutation_importance",
    "surrogate_importance",
    "to_improvement",
]

FloatArray = npt.NDArray[np.float64]

#: What is measured, by name, and where it misleads.
MEANING = {
    "impurity": "share in the decrease of impurity",
    "permutation": "increase of the risk when the feature is shuffled",
    "surrogate": "improvement by its splits and by those it is a surrogate for",
}
BIAS = {
    "impurity": (
        "Measured on the training samples: features with many distinct values are favoured, even "
        "where they only fit noise, and of features that resemble each other one takes all."
    ),
    "permutation": (
        "Features that resemble each other share or hide their importance, since shuffling one "
        "makes samples that never occur. On training samples overfitting looks important."
    ),
    "surrogate": (
        "Measured on the training samples: features with many distinct values are favoured. "
        "Features that resemble a chosen one are credited too, so the sum counts splits twice."
    ),
}


@dataclass(frozen=True, eq=False)
class Importance:
    """How much each feature matters to a tree, by one measure.

    Attributes
    ----------
    kind : {"impurity", "permutation", "surrogate"}
    features : names, in the order of the columns
    values : one number per feature
    deviations : their standard deviations over the repeats, or None
    """

    kind: str
    features: tuple[str, ...]
    values: FloatArray
    deviations: FloatArray | None = None

    @property
    def bias(self) -> str:
        """Where the measure misleads."""
        return BIAS[self.kind]

    @property
    def order(self) -> list[int]:
        """Positions of the features, the most important first; equals as the columns are."""
        return np.argsort(-self.values, kind="stable").tolist()

    def by_feature(self) -> dict[str, float]:
        """The numbers by name, in the order of the columns."""
        return dict(zip(self.features, self.values.tolist(), strict=True))

    def __str__(self) -> str:
        title = f"importance: {MEANING[self.kind]}"
        return "\n".join([title, "", *aligned(self._rows()), "", self.bias])

    def to_markdown(self) -> str:
        """A table in Markdown, with the bias below it."""
        title = f"Importance: {MEANING[self.kind]}."
        return "\n".join([title, "", *in_markdown(self._rows()), "", self.bias])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{number}</td></tr>"
            for name, number, *_ in self._rows()[1:]
        )
        return (
            f"<table><caption>Importance: {MEANING[self.kind]}</caption>{rows}</table>"
            f"<p>{self.bias}</p>"
        )

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row per feature, the most important first, as a data frame."""
        columns: dict[str, list[Any]] = {
            "feature": [self.features[i] for i in self.order],
            "importance": [float(self.values[i]) for i in self.order],
        }
        if self.deviations is not None:
            columns["deviation"] = [float(self.deviations[i]) for i in self.order]
        return in_frame(columns, backend)

    def _rows(self) -> list[list[str]]:
        heading = ["feature", "importance"]
        rows = [[name_text(self.features[i]), number_text(self.values[i], 4)] for i in self.order]
        if self.deviations is not None:
            heading.append("± sd")
            for row, i in zip(rows, self.order, strict=True):
                row.append(number_text(self.deviations[i], 2))
        return [heading, *rows]


def importance(
    tree: Any, kind: str = "impurity", X: Any = None, y: Any = None, **options: Any
) -> Importance:
    """How much each feature matters to a tree, with where the measure misleads.

    Parameters
    ----------
    tree : the tree, or a fitted estimator.
    kind : {"impurity", "permutation", "surrogate"}
        Which measure: :func:`impurity_importance`, :func:`permutation_importance`, or
        rpart's, :func:`surrogate_importance`.
    X, y, options : samples, ``sample_weight``, ``n_repeats`` and ``random_state`` for
        the permutation.

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> drug = datasets.drug()
    >>> model = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y)
    >>> importance(model).to_frame()["importance"].tolist()
    [0.5, 0.5, 0.0]
    """
    found = found_tree(tree)
    names = found.schema.feature_names
    if kind == "permutation":
        if X is None or y is None:
            raise ParameterError(
                "kind='permutation' shuffles samples: pass X and y, preferably samples that the "
                "tree was not grown from."
            )
        rise = permutation_importance(found, X, y, **options)
        return Importance(kind, names, rise.mean(axis=1), rise.std(axis=1))
    if kind not in MEANING:
        raise ParameterError(f"kind={kind!r} is not known. Known: {', '.join(map(repr, MEANING))}.")
    measure = impurity_importance if kind == "impurity" else surrogate_importance
    return Importance(kind, names, measure(found))


def impurity_importance(tree: Tree) -> FloatArray:
    """Share of each feature in the decrease of impurity over the whole tree.

    The decrease at a node is its weight times its impurity less the same for
    its children; it is credited to the feature that the node asks about.  The
    shares add up to 1, or are all 0 for a tree without splits.  Features with
    many distinct values are favoured, as in scikit-learn.
    """
    inner = np.flatnonzero(~tree.is_leaf)
    mass = tree.weight * tree.impurity
    below = np.zeros(tree.n_nodes)
    np.add.at(below, tree.parent[1:], mass[1:])
    decrease = (mass - below)[inner]
    total = np.zeros(len(tree.schema.columns))
    np.add.at(total, tree.splits.column[inner], decrease)
    # A criterion without impurity may lose a little.
    total = np.maximum(_of_features(tree, total), 0.0)
    return np.asarray(total / total.sum()) if total.sum() > 0 else total


def surrogate_importance(tree: Tree) -> FloatArray:
    """Improvement by each feature's own splits and by those it is a surrogate for.

    A surrogate is credited with the improvement of the split it stands for, as
    far as its adjusted agreement reaches: features that another one hides are
    seen.  These are the numbers of rpart's ``variable.importance``, not
    normalised; 0 for a feature that is not used.
    """
    improve = improvements(tree)
    if tree.criterion.is_variance:
        improve = improve * tree.weight * tree.impurity  # a share of the deviance before
    inner = np.flatnonzero(~tree.is_leaf)
    total = np.zeros(len(tree.schema.columns))
    np.add.at(total, tree.splits.column[inner], improve[inner])
    kept = tree.surrogates
    if kept is not None:
        np.add.at(total, kept.splits.column, improve[kept.node] * kept.adjusted)
    return _of_features(tree, total)


def _of_features(tree: Tree, of_columns: FloatArray) -> FloatArray:
    """What columns are credited with, by feature; features of a combination share equally."""
    schema = tree.schema
    total = of_columns[: schema.n_features].copy()
    for column in range(schema.n_features, len(of_columns)):
        features = schema.features_of(column)
        total[list(features)] += of_columns[column] / len(features)
    return total


# In the units of rpart ---------------------------------------------------------


def improvements(tree: Tree) -> FloatArray:
    """What rpart calls ``improve``, for each node's split; NaN at a leaf."""
    improve = np.full(tree.n_nodes, np.nan)
    inner = np.flatnonzero(~tree.is_leaf)
    improve[inner] = to_improvement(tree, inner, tree.splits.column[inner], tree.score[inner])
    return improve


def to_improvement(
    tree: Tree, nodes: npt.NDArray[np.integer], features: npt.NDArray[np.integer], score: FloatArray
) -> FloatArray:
    """Scores of splits of some nodes as rpart measures them.

    For classes the weight of the node times the score; for the squared error
    the score as a share of the node's impurity; for counts the decrease of the
    deviance.  All are divided by what the feature costs.
    """
    if tree.criterion.is_variance:
        unit = 1.0 / tree.impurity[nodes]
    else:
        unit = tree.weight[nodes] * tree.criterion.inner.rpart_unit
    return np.asarray(score * unit / grown_costs(tree)[features])


# By shuffling -------------------------------------------------------------------


def permutation_importance(
    tree: Any,
    X: Any,
    y: Any,
    *,
    sample_weight: Any = None,
    n_repeats: int = 10,
    random_state: int = 0,
) -> FloatArray:
    """By how much the risk rises when a feature is shuffled, (n_features, n_repeats).

    Pass samples that the tree was not grown from: on the training samples a
    feature that was only overfitted looks important.

    Parameters
    ----------
    tree : the tree, or a fitted estimator.
    X, y, sample_weight : samples to judge by.
    n_repeats : how often each feature is shuffled.
    random_state : int, the seed of the shuffles.

    Notes
    -----
    The risk is the mean loss of a prediction: by the loss matrix, the share
    that is wrong, the squared error, or whatever else the tree was grown to keep
    low.  Shuffling a feature separates it from those that resemble it, which makes
    samples that never occur (Breiman 2001; Hooker, Mentch & Zhou 2021).
    """
    if not isinstance(n_repeats, Integral) or isinstance(n_repeats, bool) or n_repeats < 1:
        raise ParameterError(f"n_repeats={n_repeats!r} must be a whole number of at least 1.")
    found = found_tree(tree)
    dataset = samples_like(tree, X, y, sample_weight)
    rng = np.random.default_rng(random_state)
    usual = _risk(found, dataset, dataset.columns)
    rise = np.zeros((found.schema.n_features, n_repeats))
    for repeat in range(n_repeats):
        order = rng.permutation(dataset.n_rows)
        for feature in features_read(found):
            columns = list(dataset.columns)
            columns[feature] = np.ascontiguousarray(columns[feature][order])
            rise[feature, repeat] = _risk(found, dataset, columns) - usual
    return rise


def features_read(tree: Tree) -> list[int]:
    """Those that some node, surrogate or model reads: no other changes a prediction."""
    read = () if tree.models is None else tree.models.features_read
    return sorted(tree.features_asked.union(read))


def features_used(tree: Tree) -> list[int]:
    """Those that decide what samples without gaps get: asked about, or in what a leaf predicts."""
    columns = tree.splits.column[tree.splits.asks].tolist()
    asked = {one for column in columns for one in tree.schema.features_of(column)}
    if tree.models is not None:
        asked.update(tree.models.take(np.flatnonzero(tree.is_leaf)).features_read)
    return sorted(asked)


def _risk(tree: Tree, dataset: Dataset, columns: Sequence[npt.NDArray[Any]]) -> float:
    assert dataset.targets is not None  # y was given
    losses = loss_of(tree).of(dataset.targets, predicted_for(tree, tree.ends(columns), columns))
    return float(np.average(losses, weights=dataset.weights))
