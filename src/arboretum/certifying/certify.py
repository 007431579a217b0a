"""Whether a certificate holds for samples."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

import numpy as np

from arboretum.certifying.certified import Certified, limits_in_words
from arboretum.certifying.file import arrays_of, digest, load, schema_of
from arboretum.certifying.problem import Array, ClassCosts, NumberCosts, Rows, questions
from arboretum.certifying.proof import Claim, Proof, Refuted
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
        if digest(document, dataset) != document["digest"]:
            raise Refuted(
                "It is about other samples, weights, limits or losses: their digest is another. "
                "Give the samples with the weights, also of classes, that the tree was fitted to."
            )
        return _certified(document, dataset, progress)
    except Refuted as error:
        raise CertificateError(f"The certificate does not hold. {error}") from error
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        what = f"{type(error).__name__}: {error}"
        raise CertificateError(f"The certificate is damaged. {what}") from error


def _certified(
    document: Mapping[str, Any], dataset: Dataset, progress: Progress | None
) -> Certified:
    """What the tree costs and what every tree does, if that is what the certificate says."""
    limits, features = document["limits"], document["schema"]["features"]
    columns, y, weights, counts = arrays_of(dataset)
    rows, price = Rows(columns, counts), limits["alpha"] * float(weights.sum())
    classes = document["schema"]["targets"][0]["classes"]
    costs: ClassCosts | NumberCosts
    if classes is None:
        costs = NumberCosts(rows, y, weights, price)
    else:
        loss = _loss(document["loss"], len(classes))
        costs = ClassCosts(rows, y.astype(int), weights, loss, price, document["scale"])
    leaves = [*_leaves(document["tree"], np.arange(len(y)), columns, features)]
    _within(limits, leaves, counts)
    said = np.empty(len(y))
    for samples, leaf, _ in leaves:
        said[samples] = leaf["number"] if classes is None else classes.index(leaf["class"])
    paid = (y - said) ** 2 if classes is None else loss[y.astype(int), said.astype(int)]
    spent = float((weights * paid).sum()) + price * len(leaves)
    off = NEARLY * (price + costs.dearest) + costs.rounding  # what sums may be off
    if not abs(document["objective"] - spent) <= off:
        found = f"{document['objective']:.9g}, but {spent:.9g} is found."
        raise Refuted(f"The tree is said to cost {found}")

    asked = questions(rows, features, columns, document["sets"])
    places = {json.dumps(one.name): place for place, one in enumerate(asked)}
    claims = _claims(document, places)
    proof = Proof(rows.counts, limits["min_samples_leaf"], costs, asked, claims, progress)
    depth, most = (
        NO_LIMIT if limits[name] is None else limits[name] for name in ("max_depth", "max_leaves")
    )
    shown = proof.follow(depth, most)
    bound = costs.summed(shown, len(leaves))
    if not document["bound"] <= bound + off:
        found = f"{document['bound']:.9g}, but {bound:.9g} is found."
        raise Refuted(f"Every tree is said to cost at least {found}")
    return Certified(
        objective=spent,
        bound=spent if abs(bound - spent) <= off else bound,
        has_fewest_leaves=bool(costs.of_tree(rows, said, len(leaves)) <= shown),
        n_leaves=len(leaves),
        n_samples=len(y),
        n_columns=len(asked),
        n_claims=len(claims),
        n_scans=proof.n_scans,
        n_apart=proof.n_apart,
        limits=limits_in_words(limits),
        rounding=costs.rounding,
    )


def _loss(given: Any, n: int) -> Array:
    loss = 1.0 - np.eye(n) if given is None else np.array(given, dtype=np.float64)
    if loss.shape != (n, n) or not (np.isfinite(loss) & (loss >= 0)).all():
        raise ValueError("loss is not a matrix of losses")
    return loss


def _leaves(
    node: Mapping[str, Any], samples: Array, columns: Sequence[Array], features: Any, depth: int = 0
) -> Iterator[tuple[Array, Mapping[str, Any], int]]:
    """The samples that come to each leaf, the leaf and its depth."""
    if "feature" not in node:
        yield samples, node, depth
        return
    f = [one["name"] for one in features].index(node["feature"])
    values = columns[f][samples]
    is_missing = np.isnan(values)
    if "at_most" in node:
        is_yes = values <= node["at_most"]
    elif "in" in node:
        is_yes = np.isin(values, [features[f]["categories"].index(one) for one in node["in"]])
    else:
        is_yes = ~is_missing
    is_yes = np.where(is_missing, node["missing"] == "yes", is_yes)
    yield from _leaves(node["yes"], samples[is_yes], columns, features, depth + 1)
    yield from _leaves(node["no"], samples[~is_yes], columns, features, depth + 1)


def _within(limits: Mapping[str, Any], leaves: Sequence[Any], counts: Array) -> None:
    """Refuse a tree that is larger than is allowed, or has a smaller leaf."""
    depth, size = max(leaf[2] for leaf in leaves), min(counts[leaf[0]].sum() for leaf in leaves)
    for name, found, most in (
        ("leaves", len(leaves), limits["max_leaves"]),
        ("levels", depth, limits["max_depth"]),
    ):
        if most is not None and found > most:
            raise Refuted(f"The tree has {found} {name}, but {most} are allowed.")
    least = limits["min_samples_leaf"]
    if len(leaves) > 1 and size < least:
        raise Refuted(f"The tree has a leaf of {size:g} samples, but each needs {least}.")


def _claims(document: Mapping[str, Any], places: Mapping[str, int]) -> list[Claim]:
    """The claims; ``places`` has the position of each question by its JSON."""
    named, claims = [places[json.dumps(name)] for name in document["columns"]], []
    for one in document["claims"]:
        least = [one["at_least"], one.get("any_size", one["at_least"])]
        if not all(map(isfinite, least)):
            raise ValueError(f"{least[0]} is not a cost")
        cuts = {
            named[int(place)]: [[int(number) for number in cut] for cut in listed]
            for place, listed in one.get("cuts", {}).items()
        }
        apart = [int(row) for row in one.get("apart", ())]
        claims.append(Claim(int(one["depth"]), int(one["leaves"]), np.array(least), cuts, apart))
    return claims
