"""Whether a certificate holds for samples."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from arboretum.certifying.certified import Certified
from arboretum.certifying.digest import columns_of, digest
from arboretum.certifying.file import claims_of, load, schema_of
from arboretum.certifying.problem import Array, Costs, class_costs, merged, number_costs, questions
from arboretum.certifying.proof import Problem, Proof, Refuted
from arboretum.certifying.routed import Routed, route
from arboretum.data import Dataset, class_weights
from arboretum.data.encode.dataset_from import dataset_like
from arboretum.exceptions import CertificateError

__all__ = ["certify", "certify_dataset"]

#: Costs that are given as decimals may be off by this share of all.
NEARLY = 1e-9
#: Deeper trees, or of more leaves, are not made.
NO_LIMIT = 2**30

Progress = Callable[[int, int], None]


def certify(
    certificate: str | os.PathLike[str] | Mapping[str, Any],
    X: Any,
    y: Any,
    sample_weight: Any = None,
    *,
    class_weight: Any = None,
    progress: Progress | None = None,
) -> Certified:
    """Check that a certificate holds for samples; else ``CertificateError`` says what fails.

    Nothing of the search is used: the rows of every claim, their costs and all questions are worked
    out again.

    Parameters
    ----------
    certificate : path of a file that ``certificate_.save`` or ``arboretum grow --certificate``
        wrote, or what is in it
    X, y, sample_weight, class_weight : as the tree was fitted
    progress : called with how many claims were checked, and how many there are

    >>> import os, tempfile
    >>> from arboretum import OptimalClassifier, datasets
    >>> drug = datasets.drug()
    >>> model = OptimalClassifier(max_depth=2).fit(drug.X, drug.y)
    >>> path = os.path.join(tempfile.mkdtemp(), "certificate.json")
    >>> model.certificate_.save(path)
    >>> certify(path, drug.X, drug.y).is_best
    True
    """
    document = certificate if isinstance(certificate, Mapping) else load(certificate)
    schema = schema_of(document)
    dataset = dataset_like(schema, X, y, sample_weight, owner="the certificate")
    if class_weight is not None:
        assert dataset.targets is not None
        given = class_weights(class_weight, schema.targets, dataset.targets, dataset.weights)
        dataset = replace(dataset, weights=dataset.weights * given)
    return certify_dataset(document, dataset, progress)


def certify_dataset(
    document: Mapping[str, Any], dataset: Dataset, progress: Progress | None = None
) -> Certified:
    """The same for samples that are encoded by the schema of the certificate."""
    try:
        return _Check(document, dataset).certified(progress)
    except Refuted as error:
        raise CertificateError(f"The certificate does not hold. {error}") from error
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        what = f"{type(error).__name__}: {error}"
        raise CertificateError(f"The certificate is damaged. {what}") from error


class _Check:
    """One certificate with its samples."""

    def __init__(self, document: Mapping[str, Any], dataset: Dataset) -> None:
        if digest(document, dataset) != document["digest"]:
            raise Refuted(
                "It is about other samples, weights, limits or losses: their digest is another. "
                "Give the samples with the weights, also of classes, that the tree was fitted to."
            )
        assert dataset.targets is not None
        weighs = dataset.weights > 0
        self.document, self.schema = document, dataset.schema
        self.columns, self.weights = columns_of(dataset), dataset.weights[weighs]
        self.counts, self.targets = dataset.counts[weighs], np.asarray(dataset.targets)[weighs, 0]
        self.price = document["limits"]["alpha"] * float(self.weights.sum())
        self.rows = merged(self.columns, self.counts)
        #: What sums may be off: a share of what all samples cost at worst.
        self.off = NEARLY * (self.price + self._dearest)

    def certified(self, progress: Progress | None) -> Certified:
        document, limits = self.document, self.document["limits"]
        costs = self._costs()
        self.off += costs.rounding
        routed = route(document["tree"], self.columns, self.schema)
        spent = self._spent(routed)
        problem, places = self._problem(costs)
        proof = Proof(problem, claims_of(document, places), progress)
        depth, leaves = (limits[name] or NO_LIMIT for name in ("max_depth", "max_leaves"))
        if limits["max_depth"] == 0:
            depth = 0
        least = proof.follow(depth, leaves)
        shown = costs.summed(least, routed.n_leaves)
        self._agree("Every tree is said to cost at least", document["bound"], shown, at_most=True)
        shown = spent if abs(shown - spent) <= self.off else shown
        return Certified(
            objective=spent,
            bound=shown,
            has_fewest_leaves=self._has_fewest_leaves(routed, costs, least),
            n_leaves=routed.n_leaves,
            n_samples=len(self.weights),
            n_columns=len(problem.ranks),
            n_claims=len(proof.claims),
            n_scans=proof.n_scans,
            limits=_in_words(limits),
            rounding=costs.rounding,
        )

    def _spent(self, routed: Routed) -> float:
        """What the tree costs, which must be what is said, and within the limits."""
        document, limits = self.document, self.document["limits"]
        sizes = np.bincount(routed.leaf_of, weights=self.counts, minlength=routed.n_leaves)
        for name, found, most in (
            ("leaves", routed.n_leaves, limits["max_leaves"]),
            ("levels", routed.depth, limits["max_depth"]),
        ):
            if most is not None and found > most:
                raise Refuted(f"The tree has {found} {name}, but {most} are allowed.")
        if routed.n_leaves > 1 and sizes.min() < limits["min_samples_leaf"]:
            raise Refuted(
                f"The tree has a leaf of {sizes.min():g} samples, but each needs "
                f"{limits['min_samples_leaf']}."
            )
        if self.schema.classes is None:
            each = (self.targets - routed.said) ** 2
        else:
            each = self._loss[self.targets, routed.said.astype(np.int64)]
        spent = float((self.weights * each).sum()) + self.price * routed.n_leaves
        self._agree("The tree is said to cost", document["objective"], spent)
        return spent

    @property
    def _dearest(self) -> float:
        if self.schema.classes is None:
            mean = np.average(self.targets, weights=self.weights)
            return float((self.weights * (self.targets - mean) ** 2).sum())
        return float((self.weights * self._loss.max(axis=1)[self.targets]).sum())

    @property
    def _loss(self) -> Array:
        given, n = self.document["loss"], len(self.schema.classes or ())
        loss = 1.0 - np.eye(n) if given is None else np.array(given, dtype=np.float64)
        if loss.shape != (n, n) or not (np.isfinite(loss) & (loss >= 0)).all():
            raise ValueError("loss is not a matrix of losses")
        return loss

    def _costs(self) -> Costs:
        if self.schema.classes is None:
            return number_costs(self.rows, self.targets, self.weights, self.price)
        scale = self.document["scale"]
        return class_costs(self.rows, self.targets, self.weights, self._loss, self.price, scale)

    def _problem(self, costs: Costs) -> tuple[Problem, dict[str, int]]:
        """What is to be shown, and the places of the columns by their names."""
        values = [np.unique(column[~np.isnan(column)]) for column in self.columns]
        categories = [
            [feature.categories[int(code)] for code in known]
            if feature.kind == "categorical" and feature.categories is not None
            else None
            for feature, known in zip(self.schema.features, values, strict=True)
        ]
        asked: dict[bytes, tuple[list[Any], Array, Array | None]] = {}
        for name, ranks, is_missing in questions(
            self.rows, self.schema.feature_names, categories, self.document["sets"]
        ):
            key, backwards = ranks.tobytes(), (ranks.max() - ranks).tobytes()
            if np.ptp(ranks) == 0 or key in asked or (is_missing is None and backwards in asked):
                continue
            asked[key] = name, ranks, is_missing
        names = [name for name, _, _ in asked.values()]

        def in_words(column: int, rank: int) -> str:
            return _question(
                names[column], rank, values[self.schema.feature_index[names[column][0]]]
            )

        problem = Problem(
            self.rows.counts,
            costs,
            in_words,
            [ranks for _, ranks, _ in asked.values()],
            [is_missing for _, _, is_missing in asked.values()],
            self.document["limits"]["min_samples_leaf"],
        )
        return problem, {json.dumps(name): place for place, name in enumerate(names)}

    def _agree(self, words: str, said: float, found: float, at_most: bool = False) -> None:
        """What is said must be so, up to rounding, or at most so."""
        if not (said <= found + self.off and (at_most or found <= said + self.off)):
            raise Refuted(f"{words} {said:.9g}, but {found:.9g} is found.")

    def _has_fewest_leaves(self, routed: Routed, costs: Costs, least: Any) -> bool:
        if costs.unit is None or costs.rounding:
            return False
        said = np.empty(self.rows.n, dtype=np.int64)
        said[self.rows.row_of] = routed.said
        paid = costs.table[np.arange(self.rows.n), said].sum()
        return bool(int(paid) * costs.unit + costs.price * routed.n_leaves <= least)


def _question(name: list[Any], rank: int, values: Array) -> str:
    """What is asked of a column up to a rank."""
    feature, *how = name
    if how and isinstance(how[0], list):
        return f"{feature} in {{{', '.join(map(str, how[0]))}}}"
    place = int(rank) - (how == ["missing first"])
    if not 0 <= place < len(values) - 1:
        return f"whether {feature} is missing"
    return f"{feature} <= {values[place]:g}"


def _in_words(limits: Mapping[str, Any]) -> str:
    said = []
    if limits["max_depth"] is not None:
        said.append(f"depth {limits['max_depth']} or less")
    if limits["max_leaves"] is not None:
        said.append(f"{limits['max_leaves']} leaves or fewer")
    if limits["min_samples_leaf"] > 1:
        said.append(f"{limits['min_samples_leaf']} samples or more in a leaf")
    said = [", ".join(said) or "any size"]
    if limits["alpha"]:
        said.append(f"a leaf costs {limits['alpha']:g} per sample")
    return "; ".join(said)
