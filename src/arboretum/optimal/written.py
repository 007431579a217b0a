"""Certificates as documents: the tree, and why no tree costs less, for others to check."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.certifying import FORMAT, digest
from arboretum.data import Dataset
from arboretum.exceptions import CertificateError
from arboretum.optimal.class_costs import ClassCosts
from arboretum.optimal.columns import MOST_CATEGORIES, AskedColumn
from arboretum.optimal.limits import Limits
from arboretum.optimal.merged import Merged
from arboretum.optimal.number_costs import NumberCosts
from arboretum.tree import Tree
from arboretum.tree.file.json_file import as_json, write_document
from arboretum.tree.file.to_dict import schema_to_dict

__all__ = ["MOST_CLAIMS", "Costs", "Solved", "as_bytes", "asked_of_core"]

Costs: TypeAlias = ClassCosts | NumberCosts

#: A proof that needs more claims is not written: it would take hours to check.
MOST_CLAIMS = 1_000_000
#: This share of all squares is taken off a bound of numbers: what the search rounds.
ROUNDING = 1e-11


@dataclass(frozen=True, eq=False)
class Solved:
    """A problem with what the search found, to write the proof of."""

    dataset: Dataset
    merged: Merged
    columns: Sequence[AskedColumn]
    costs: Costs
    limits: Limits
    loss: npt.NDArray[np.float64] | None
    #: What every tree costs at least, as the search counts.
    least: Any

    def document(
        self,
        tree: Tree,
        objective: float,
        bound: float,
        weights: str | None,
        progress: Callable[[float, float], None] | None,
    ) -> dict[str, Any]:
        """All that a certificate says; ``progress`` is called with columns done and all.

        ``weights`` is the column of the weights, if it has a name.
        """
        schema, limits, costs = self.dataset.schema, self.limits, self.costs
        names = [self._name(column) for column in self.columns]
        is_weighed = weights is not None or bool((self.dataset.weights != 1).any())
        document: dict[str, Any] = {
            "format": FORMAT,
            "objective": objective,
            "bound": bound,
            "schema": schema_to_dict(schema),
            "weights": {"column": weights} if is_weighed else None,
            "limits": {
                "max_depth": limits.max_depth,
                "max_leaves": limits.max_leaves,
                "min_samples_leaf": limits.min_samples_leaf,
                "alpha": limits.alpha,
            },
            "loss": None if self.loss is None else self.loss.tolist(),
            "scale": costs.scale if isinstance(costs, ClassCosts) else None,
            "sets": self._sets(names),
        }
        document["digest"] = digest(document, self.dataset)
        document["tree"] = _nested(tree, 0)
        document["columns"] = names
        document["claims"] = list(self._claims(progress))
        return document

    def _name(self, column: AskedColumn) -> list[Any]:
        """What is asked of a feature: a list of its name and how its values are ranked."""
        feature = self.dataset.schema.features[column.feature]
        codes = self.merged.codes[column.feature]
        has_missing = bool((codes < 0).any())
        if feature.kind != "categorical":
            where = ["missing last" if column.needs_last_rank else "missing first"]
            return [feature.name, *(where if has_missing else [])]
        categories = self._categories(column.feature)
        first = column.ranks[codes == 0][0] if (codes == 0).any() else 0
        other = [one for c, one in enumerate(categories) if column.ranks[codes == c][0] != first]
        return [feature.name, other, *(self._missing_side(column, first) if has_missing else [])]

    def _missing_side(self, column: AskedColumn, first: int) -> list[bool]:
        missing = column.ranks[self.merged.codes[column.feature] < 0][0]
        return [bool(missing != first)]

    def _categories(self, f: int) -> list[Any]:
        """The categories of a feature that samples with a weight have."""
        samples = self.merged.samples
        known = samples[~self.dataset.is_missing(f, samples)]
        codes = np.unique(np.asarray(self.dataset.columns[f])[known])
        categories = self.dataset.schema.features[f].categories or ()
        return [categories[int(code)] for code in codes]

    def _sets(self, names: Sequence[Sequence[Any]]) -> dict[str, list[list[Any]]]:
        """Into which sets categories were divided, where that was not done in every way."""
        sets: dict[str, list[list[Any]]] = {}
        for column, name in zip(self.columns, names, strict=True):
            is_divided = self.dataset.schema.features[column.feature].kind == "categorical"
            if not is_divided or len(self._categories(column.feature)) <= MOST_CATEGORIES:
                continue
            known = sets.setdefault(name[0], [])
            if name[1] and name[1] not in known:
                known.append(name[1])
        return sets

    def _claims(self, progress: Callable[[float, float], None] | None) -> Iterator[dict[str, Any]]:
        if not self.columns or self.costs.is_leaf_best:
            yield {"depth": 0, "leaves": 1, "at_least": self.least}
            return
        proof = self._proof(progress)
        columns = [np.array(proof[name]).tolist() for name in ("depth", "leaves", "own", "free")]
        ends = zip(proof["first_cut"].tolist(), proof["end_cut"].tolist(), strict=True)
        every, rows = proof["cuts"].tolist(), proof["apart"].tolist()
        aparts = zip(proof["first_apart"].tolist(), proof["end_apart"].tolist(), strict=True)
        for depth, leaves, own, free, (first, end), apart in zip(
            *columns, ends, aparts, strict=True
        ):
            claim: dict[str, Any] = {"depth": depth, "leaves": leaves, "at_least": own}
            if self.limits.min_samples_leaf > 1:
                claim["any_size"] = free
            if end > first:
                claim["cuts"] = self._cuts(every[first:end], depth, leaves)
            if apart[1] > apart[0]:
                claim["apart"] = rows[slice(*apart)]
            yield claim

    def _cuts(self, cuts: list[list[int]], depth: int, leaves: int) -> dict[str, list[list[int]]]:
        """Cuts by column; of categories the first row is on the left."""
        found: dict[str, list[list[int]]] = {}
        for place, last_left, leaves_left, left, right in cuts:
            column = self.columns[place]
            kind = self.dataset.schema.features[column.feature].kind
            cut = [last_left, leaves_left, left, right]
            if kind == "categorical" and column.ranks[0] == 1:
                leaves_right = (
                    leaves_left if leaves == 2 ** min(depth, 30) else leaves - leaves_left
                )
                cut = [last_left, leaves_right, right, left]
            found.setdefault(str(place), []).append(cut)
        return found

    def _proof(self, progress: Callable[[float, float], None] | None) -> dict[str, Any]:
        """The claims of the core."""
        asked = asked_of_core(self.costs, self.columns, self.merged)
        asked["limits"] = replace(self.limits, seconds=None, work=None).for_core()
        asked["progress"] = None if progress is None else (lambda all, done: progress(done, all))
        asked["most_claims"] = MOST_CLAIMS
        if isinstance(self.costs, ClassCosts):
            proof = _core.prove_class_tree(bound=self.least, **asked)
        else:
            off = ROUNDING * float(self.costs.weight.sum())
            proof = _core.prove_number_tree(bound=self.least - off, **asked)
        if proof["ended"] == "interrupted":
            raise KeyboardInterrupt
        if proof["ended"] == "too large":
            raise CertificateError(
                f"The proof needs more than {MOST_CLAIMS:,} claims and is not written: checking it "
                "would take hours. Lower max_depth, or set alpha or min_samples_leaf."
            )
        if proof["ended"] == "refuted":
            raise CertificateError(
                "The proof fails: a cut costs less than the search said. Please report this, with "
                "the samples if you can; the tree may not be the best."
            )
        return proof


def asked_of_core(costs: Costs, columns: Sequence[AskedColumn], merged: Merged) -> dict[str, Any]:
    """A problem as the core takes it."""
    asked: dict[str, Any] = {
        "ranks": np.array([column.ranks for column in columns]),
        "needs_last_rank": np.array([column.needs_last_rank for column in columns], np.uint8),
        "count": merged.counts,
        "alpha": costs.alpha,
    }
    if isinstance(costs, ClassCosts):
        return asked | {"gains": costs.gains, "unit": costs.unit}
    return asked | {"weight": costs.weight, "number": costs.number}


def _nested(tree: Tree, node: int) -> dict[str, Any]:
    """A tree as questions with answers, and what is said at the leaves."""
    schema = tree.schema
    if tree.is_leaf[node]:
        classes = schema.targets[0].classes
        if classes is None:
            return {"number": float(tree.value[node][0])}
        return {"class": classes[int(tree.decisions[node][0])]}
    split = tree.node(node).split
    assert split is not None
    feature = schema.features[split.column]
    asked: dict[str, Any] = {"feature": feature.name}
    if split.kind == "interval":
        asked["at_most"] = split.thresholds[0]
    elif split.kind == "category":
        assert feature.categories is not None
        pairs = zip(feature.categories, split.branches, strict=True)
        asked["in"] = [category for category, branch in pairs if branch == 0]
    else:
        asked["known"] = True
    yes, no = (_nested(tree, int(child)) for child in tree.children(node))
    return asked | {"missing": ("yes", "no")[split.missing_branch], "yes": yes, "no": no}


def as_bytes(document: Mapping[str, Any]) -> bytes:
    """The file: a line for each field, each column and each claim."""

    def entry(name: str, value: Any) -> str:
        if name not in ("columns", "claims") or not value:
            return as_json(value)
        return "[\n" + ",\n".join(json.dumps(one, ensure_ascii=False) for one in value) + "\n]"

    return write_document(dict(document), entry)
