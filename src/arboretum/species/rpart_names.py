"""The parameters of R's rpart by our names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any

from arboretum.exceptions import ParameterError
from arboretum.missing import Surrogate
from arboretum.part import is_number
from arboretum.pruning import CostComplexity

__all__ = ["from_rpart_names"]

#: Criteria by rpart's ``method``, and by its ``parms$split`` for classes.
METHODS = {"class": "gini", "anova": "squared_error", "poisson": "poisson"}
SPLITS = {"gini": "gini", "information": "entropy"}

#: Parameters that keep their meaning under another name.
RENAMED = {
    "cp": "complexity",
    "maxcompete": "max_competitors",
    "maxdepth": "max_depth",
    "cost": "feature_costs",
}
SURROGATES = {"maxsurrogate": "max_surrogates", "usesurrogate": "use", "surrogatestyle": "style"}
KNOWN = (*RENAMED, *SURROGATES, "minsplit", "minbucket", "xval", "parms", "method")
PARMS = {"class": ("split", "prior", "loss"), "anova": (), "poisson": ("shrink", "split")}


def from_rpart_names(given: Mapping[str, Any], methods: Sequence[str]) -> dict[str, Any]:
    """Our parameters for those of ``rpart`` and ``rpart.control``.

    ``methods`` are the values of ``method`` that the estimator stands for, its default first.
    """
    _refuse_unknown(given, KNOWN, "rpart parameter")
    method = given.get("method", methods[0])
    if method not in methods:
        raise ParameterError(
            f"method={method!r} is not available here. "
            f"Use one of {', '.join(map(repr, methods))}, or the other CART estimator."
        )
    params = {ours: given[name] for name, ours in RENAMED.items() if name in given}
    surrogates = {ours: given[name] for name, ours in SURROGATES.items() if name in given}
    if surrogates:
        params["missing"] = Surrogate(**surrogates)
    xval = given.get("xval", 0)
    if not (isinstance(xval, Integral) and xval < 2):
        params["pruning"] = CostComplexity(cv=xval, rule=None)
    params["closed"] = "left"  # x < t
    return params | _sizes(given) | _of_method(method, methods, given.get("parms") or {})


def _sizes(given: Mapping[str, Any]) -> dict[str, int]:
    """Either of the two sizes follows from the other: a node holds three leaves."""
    if "minsplit" not in given and "minbucket" not in given:
        return {}
    for name in ("minsplit", "minbucket"):
        if name in given and not is_number(given[name]):
            raise ParameterError(f"{name}={given[name]!r} must be a number of samples.")
    split = given.get("minsplit", 3 * given.get("minbucket", 0))
    leaf = given.get("minbucket", round(split / 3))
    return {"min_samples_split": max(2, split), "min_samples_leaf": max(1, leaf)}


def _of_method(method: str, methods: Sequence[str], parms: Mapping[str, Any]) -> dict[str, Any]:
    _refuse_unknown(parms, PARMS[method], f"entry of parms for method={method!r}")
    params = {} if method == methods[0] else {"criterion": METHODS[method]}
    for name, value in parms.items():
        if name != "split":
            params[name] = value
        elif method == "class":
            _refuse_unknown([value], SPLITS, "split")
            params["criterion"] = SPLITS[value]
    return params


def _refuse_unknown(given: Any, known: Any, role: str) -> None:
    unknown = [name for name in given if name not in known]
    if unknown:
        raise ParameterError(
            f"{unknown[0]!r} is not a known {role}. Known: {', '.join(map(repr, known)) or 'none'}."
        )
