"""At which depth a tree asks about each feature, of how many samples, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.pruning.risk import node_impurities, node_risks
from arboretum.tree import Tree, name_text, number_text
from arboretum.tree.structure import is_below
from arboretum.tree.tree import found_tree
from arboretum.tree.words.tabulate import Backend, aligned, in_frame, in_markdown

__all__ = ["ImportanceByDepth", "importance_by_depth"]

FloatArray = npt.NDArray[np.float64]
Measure = Literal["deviance", "impurity"]

#: A table has columns for so many depths; what is deeper is added up.
MAX_COLUMNS = 8


@dataclass(frozen=True, eq=False)
class ImportanceByDepth:
    """At which depth each feature is asked about, and what that takes away.

    Attributes
    ----------
    measure : {"deviance", "impurity"}
    features : those that the tree asks about, the greatest drop first
    met_by : the share of the training weight that some question about the feature is asked of
    drops : (n_features, depth) what the questions at each depth take away
    asked : (n_features, depth) how many nodes ask
    root : what there was to take away
    """

    measure: Measure
    features: tuple[str, ...]
    met_by: FloatArray
    drops: FloatArray
    asked: npt.NDArray[np.int64]
    root: float

    def depths(self, feature: str) -> list[int]:
        """The depths at which a feature is asked about; the first is nearest to the root."""
        return np.flatnonzero(self.asked[self._place(feature)]).tolist()

    def drop(self, feature: str) -> float:
        """What all questions about a feature take away."""
        return float(self.drops[self._place(feature)].sum())

    def sentence(self, feature: str) -> str:
        """What there is to say of a feature, in words."""
        met, depths = self.met_by[self._place(feature)], self.depths(feature)
        where = f"depth {depths[0]}" if len(depths) == 1 else f"depths {_listed(depths)}"
        whom = "every sample" if met >= 1 - 1e-9 else f"{met:.0%} of the samples"
        share = self.drop(feature) / self.root if self.root > 0 else 0.0
        return (
            f"{name_text(feature)} is asked of {whom}, at {where}, and takes away {share:.0%} of "
            f"the {self.measure}."
        )

    def __str__(self) -> str:
        if not self.features:
            return "The tree asks about no feature."
        said = [self.sentence(feature) for feature in self.features]
        return "\n".join([self._title, "", *aligned(self._rows()), "", *said])

    def to_markdown(self) -> str:
        """A table in Markdown."""
        return "\n".join([f"{self._title}.", "", *in_markdown(self._rows())])

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row per feature and depth at which it is asked about, as a data frame."""
        places = [pair for k in range(len(self.features)) for pair in self._asked_at(k)]
        return in_frame(
            {
                "feature": [self.features[k] for k, _ in places],
                "depth": [depth for _, depth in places],
                "questions": [int(self.asked[pair]) for pair in places],
                "drop": [float(self.drops[pair]) for pair in places],
                "met_by": [float(self.met_by[k]) for k, _ in places],
            },
            backend,
        )

    @property
    def _title(self) -> str:
        return f"drop in {self.measure} by depth, of {number_text(self.root, 4)} at the root"

    def _place(self, feature: str) -> int:
        if feature not in self.features:
            raise ParameterError(
                f"The tree does not ask about {feature!r}; it asks about "
                f"{', '.join(map(repr, self.features)) or 'nothing'}."
            )
        return self.features.index(feature)

    def _asked_at(self, k: int) -> list[tuple[int, int]]:
        return [(k, depth) for depth in np.flatnonzero(self.asked[k]).tolist()]

    def _rows(self) -> list[list[str]]:
        n_shown = min(self.drops.shape[1], MAX_COLUMNS)
        has_more = n_shown < self.drops.shape[1]
        heading = ["feature", "first at", "met by", "drop", *map(str, range(n_shown))]
        rows = [heading + (["deeper"] if has_more else [])]
        for k, feature in enumerate(self.features):
            first = self.depths(feature)[0]
            row = [name_text(feature), str(first), f"{self.met_by[k]:.0%}"]
            row.append(number_text(self.drop(feature), 4))
            row += [self._cell(k, slice(depth, depth + 1)) for depth in range(n_shown)]
            rows.append(row + ([self._cell(k, slice(n_shown, None))] if has_more else []))
        return rows

    def _cell(self, k: int, depths: slice) -> str:
        return number_text(self.drops[k, depths].sum(), 4) if self.asked[k, depths].any() else ""


def importance_by_depth(tree: Any, measure: Measure = "deviance") -> ImportanceByDepth:
    """At which depth each feature is asked about, of how many samples, and what that takes away.

    The nearer to the root, the more samples a question is asked of.  What it takes away is the
    length of its branches in a picture with ``branches=measure``.

    Parameters
    ----------
    tree : the tree, or a fitted estimator.
    measure : {"deviance", "impurity"}
        What drops: mistakes or their loss, or squared deviations, as in rpart; or weight
        times impurity, by the criterion of the tree.

    Examples
    --------
    >>> from arboretum import ID3Classifier, datasets
    >>> weather = datasets.weather()
    >>> print(importance_by_depth(ID3Classifier().fit(weather.X, weather.y)))
    drop in deviance by depth, of 5 at the root
    <BLANKLINE>
    feature   first at  met by  drop  0  1
    humidity         1     36%     2     2
    wind             1     36%     2     2
    outlook          0    100%     1  1
    <BLANKLINE>
    humidity is asked of 36% of the samples, at depth 1, and takes away 40% of the deviance.
    wind is asked of 36% of the samples, at depth 1, and takes away 40% of the deviance.
    outlook is asked of every sample, at depth 0, and takes away 20% of the deviance.
    """
    if measure not in get_args(Measure):
        known = ", ".join(map(repr, get_args(Measure)))
        raise ParameterError(f"measure={measure!r} is not known. Known: {known}.")
    found = found_tree(tree)
    held = node_risks(found) if measure == "deviance" else node_impurities(found)
    n_features = found.schema.n_features
    drops, met_by = np.zeros((n_features, found.depth)), np.zeros(n_features)
    asked = np.zeros((n_features, found.depth), dtype=np.int64)
    below = np.bincount(found.parent[1:], weights=held[1:], minlength=found.n_nodes)
    columns = np.unique(found.splits.column[found.splits.asks]).tolist()
    asks_about = {column: found.schema.features_of(column) for column in columns}
    for feature in {one for several in asks_about.values() for one in several}:
        is_asking = np.zeros(found.n_nodes, dtype=bool)
        for column, several in asks_about.items():
            if feature in several:
                here = np.flatnonzero(found.splits.column == column)
                np.add.at(drops[feature], found.depths[here], (held - below)[here] / len(several))
                np.add.at(asked[feature], found.depths[here], 1)
                is_asking[here] = True
        met_by[feature] = _weight_met(found, is_asking)
    order = np.argsort(-drops.sum(axis=1), kind="stable")
    order = order[asked[order].any(axis=1)]
    names = tuple(found.schema.feature_names[feature] for feature in order.tolist())
    return ImportanceByDepth(
        measure, names, met_by[order], drops[order], asked[order], float(held[0])
    )


def _weight_met(tree: Tree, is_asking: npt.NDArray[np.bool_]) -> float:
    """The share of all weight that gets to some of the nodes; nobody counts twice."""
    first = is_asking & ~is_below(tree.parent, is_asking)
    return float(tree.weight[first].sum() / tree.weight[0]) if tree.weight[0] > 0 else 0.0


def _listed(depths: list[int]) -> str:
    """Depths as one says them: ``1, 2 and 4``."""
    return f"{', '.join(map(str, depths[:-1]))} and {depths[-1]}"
