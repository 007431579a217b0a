"""A report as plain values."""

from __future__ import annotations

import platform
from dataclasses import asdict
from importlib.metadata import version
from numbers import Integral
from typing import TYPE_CHECKING, Any

import arboretum
from arboretum.data import Schema
from arboretum.explain import Stability
from arboretum.explain.stability import to_columns
from arboretum.judging.distance import numbers_of
from arboretum.judging.missing_comparison import MissingComparison
from arboretum.judging.plain import finite
from arboretum.report.choice import Choice
from arboretum.report.cutoffs import Cutoffs
from arboretum.report.distribution import Distribution
from arboretum.report.judgement import GivenShares, Judgement, Measured
from arboretum.report.labels import Labels
from arboretum.species.recipe_choice import RecipeChoice

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["to_dict", "versions"]


def to_dict(report: Report) -> dict[str, Any]:
    """See :meth:`arboretum.report.Report.to_dict`."""
    found = {
        "title": report.title,
        "summary": report.summary,
        "data": {
            "file": report.origin.file,
            "n_rows": report.n_rows,
            "n_samples": report.n_samples,
            "features": [asdict(column) for column in report.columns],
            "targets": [asdict(column) for column in report.targets],
            "distributions": [
                _distribution(one, report.tree.schema) for one in report.distributions
            ],
            "suspects": [asdict(suspect) for suspect in report.suspects],
            "contradictions": {
                "n_samples": report.contradictions.n_samples,
                "n_groups": len(report.contradictions),
                "least_error": report.contradictions.least_error,
            },
        },
        "tree": report.tree.to_dict(),
        "recipes": None if report.recipes is None else _recipes(report.recipes),
        "choice": None if report.choice is None else _choice(report.choice),
        "together": [_measured(one) for one in report.together],
        "labels": None if report.labels is None else _labels(report.labels),
        "errors": [_judgement(one) for one in report.judged],
        "better": None if report.better is None else asdict(report.better),
        "missing_policies": None if report.policies is None else _policies(report.policies),
        "distance": None if report.distance is None else numbers_of(report.distance),
        "importance": report.importance.by_feature(),
        "stability": None if report.stability is None else _stability(report.stability),
        "notes": [*report.origin.notes, *report.notes],
        "repeat": {
            "call": report.origin.call,
            "estimator": repr(report.estimator),
            "n_folds": report.n_folds,
            "seed": report.seed,
            "versions": versions(),
        },
    }
    plain: dict[str, Any] = finite(found)
    return plain


def versions() -> dict[str, str]:
    """The versions that numbers and pictures may depend on, by name."""
    others = ("numpy", "scipy", "scikit-learn", "matplotlib")
    return {
        "arboretum": arboretum.__version__,
        "Python": platform.python_version(),
        **{name: version(name) for name in others},
    }


def _recipes(choice: RecipeChoice) -> dict[str, Any]:
    return {"table": dict(choice), "taken": choice.taken, "measure": choice.unit.name}


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "table": dict(choice.table),
        "row": choice.row,
        "rule": choice.rule,
        "n_folds": choice.cv if isinstance(choice.cv, Integral) else None,
        "held_out": choice.folds_words,
    }


def _judgement(one: Judgement) -> dict[str, Any]:
    found = _measured(one)
    if one.loss is not None:
        found["loss"] = _measured(one.loss)
    if one.one_model is not None:
        found["one_model"] = one.one_model.value
    if one.confusion is not None:
        found["confusion"] = {
            "classes": list(one.confusion.classes),
            "weights": one.confusion.weights.tolist(),
            "precision": one.confusion.precision.tolist(),
            "recall": one.confusion.recall.tolist(),
        }
    if one.cutoffs is not None:
        found["cutoffs"] = _cutoffs(one.cutoffs)
    if one.given_shares is not None:
        found["given_shares"] = _given_shares(one.given_shares)
    if one.residuals is not None:
        quantiles = one.residuals.quantiles()
        found["residuals"] = {
            "mean_absolute": one.residuals.mean_absolute,
            "quantiles": {f"{share:g}": value for share, value in quantiles.items()},
        }
    return found


def _policies(found: MissingComparison) -> dict[str, Any]:
    return {
        "own": found.own,
        "verdict": found.verdict,
        "judged": [
            {
                "name": one.name,
                "error": one.errors[0].value,
                "standard_error": one.errors[0].standard_error,
                "saved": one.saved.mean,
                "saved_standard_error": one.saved.standard_error,
                "n_leaves": one.n_leaves,
            }
            for one in found.judged
        ],
        "excluded": found.excluded,
    }


def _labels(labels: Labels) -> dict[str, Any]:
    return {
        "counts": labels.counts.tolist(),
        "mean_size": labels.mean_size,
        "n_sets": labels.n_sets,
        "commonest": list(labels.commonest),
        "share_of_commonest": labels.share_of_commonest,
        "thresholds": labels.thresholds.tolist(),
        "auprc": labels.areas.tolist(),
        "auprc_without_tree": labels.areas_without.tolist(),
    }


def _cutoffs(one: Cutoffs) -> dict[str, Any]:
    sensitivity, specificity, precision = one.tree
    return {
        "class": one.classes[0],
        "auc": one.auc,
        "tree": {
            "sensitivity": sensitivity,
            "specificity": specificity,
            "precision": precision,
        },
        "share": one.share.tolist(),
        "sensitivity": one.sensitivity.tolist(),
        "specificity": one.specificity.tolist(),
        "precision": one.precision.tolist(),
    }


def _given_shares(one: GivenShares) -> dict[str, Any]:
    return {
        "brier": _measured(one.brier),
        "log_loss": _measured(one.log_loss),
        "n_impossible": one.n_impossible,
        "n_impossible_without_tree": one.n_impossible_without,
        "of_class": one.of_class,
        "is_of_prior": one.is_of_prior,
        "calibration": {**asdict(one.calibration), "error": one.calibration.error},
    }


def _distribution(one: Distribution, schema: Schema) -> dict[str, Any]:
    feature = schema.features[one.feature]
    categories = None
    if one.codes is not None and feature.categories is not None:
        categories = [None if code < 0 else feature.categories[code] for code in one.codes]
    return {
        "feature": feature.name,
        "edges": None if one.edges is None else one.edges.tolist(),
        "categories": categories,
        "counts": one.counts.tolist(),
        "quantiles": None if one.boxes is None else one.boxes.tolist(),
        "thresholds": [feature.said(threshold) for threshold in one.thresholds],
    }


def _measured(one: Measured) -> dict[str, Any]:
    return {
        **asdict(one.error),
        "interval": list(one.interval),
        "without_tree": one.without_tree.value,
    }


def _stability(card: Stability) -> dict[str, Any]:
    return {
        "how": card.how,
        "n_trees": card.n_trees,
        "n_same": card.n_same,
        "agreement": card.agreement,
        "n_leaves": card.n_leaves.tolist(),
        "splits": to_columns(card),
    }
