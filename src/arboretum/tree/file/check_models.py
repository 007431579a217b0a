"""Models of a saved tree, with nothing taken on trust."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.tree.file import checks
from arboretum.tree.file.checks import fail
from arboretum.tree.models.linear_models import LinearModels, Terms

__all__ = ["check_models"]

_COLUMNS = (name for name in LinearModels._types if name != "start")
_FIELDS = ("kind", "terms", "n_terms", *_COLUMNS)


def check_models(value: Any, n_nodes: int, schema: Schema) -> LinearModels:
    """The models of the nodes, or :class:`TreeFileError` saying where they are wrong."""
    checks.record("models", value, _FIELDS)
    if value["kind"] != "linear":
        fail("models.kind", "expected 'linear'")
    if schema.is_classification or len(schema.targets) != 1:
        fail("models", "linear models predict one number")
    terms = _terms(value["terms"], schema)
    n_terms = checks.integers("models.n_terms", value["n_terms"], n_nodes)
    total = int(n_terms.sum())
    low, high = (_bounds(f"models.{name}", value[name], n_nodes) for name in ("low", "high"))
    low, high = np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)
    checks.fail_first("models.low", low > high, "it is above models.high")
    return LinearModels(
        terms=terms,
        start=np.concatenate([[0], np.cumsum(n_terms)]),
        term=checks.integers("models.term", value["term"], total, most=len(terms) - 1),
        coefficient=checks.numbers("models.coefficient", value["coefficient"], total),
        intercept=checks.numbers("models.intercept", value["intercept"], n_nodes),
        low=low,
        high=high,
        risk=checks.numbers("models.risk", value["risk"], n_nodes),
        n_parameters=checks.integers("models.n_parameters", value["n_parameters"], n_nodes),
    )


def _bounds(where: str, value: Any, n_nodes: int) -> npt.NDArray[np.float64]:
    """Finite numbers, NaN for null."""
    bounds = checks.scores(where, value, n_nodes)
    checks.fail_first(where, np.isinf(bounds), "expected a finite number or null")
    return bounds


def _terms(value: Any, schema: Schema) -> Terms:
    checks.record("models.terms", value, ("feature", "fill", "n_categories", "members"))
    feature = checks.integers(
        "models.terms.feature", value["feature"], most=len(schema.features) - 1
    )
    sizes = checks.integers("models.terms.n_categories", value["n_categories"], len(feature))
    for k, (index, size) in enumerate(zip(feature.tolist(), sizes.tolist(), strict=True)):
        asked = schema.features[index]
        wanted = asked.n_categories if asked.kind == "categorical" else 0
        if size != wanted:
            fail(f"models.terms.n_categories[{k}]", f"feature {asked.name!r} wants {wanted}")
    members = checks.flags("models.terms.members", value["members"], int(sizes.sum()))
    fill = checks.numbers("models.terms.fill", value["fill"], len(feature))
    return Terms(feature, fill, sizes, members)
