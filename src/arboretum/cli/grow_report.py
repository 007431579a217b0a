"""What ``arboretum grow`` prints: what was read, the tree, and how good it is."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.cli import arguments
from arboretum.data import Dataset, Feature, LabelSets
from arboretum.data.contradictions import contradictions_in
from arboretum.data.target_values import TargetValues, target_values
from arboretum.growing.losses import loss_of
from arboretum.judging import CrossValidation, TargetError, measure_error
from arboretum.judging.cross_validate import shares_of
from arboretum.judging.measure_error import decide_rows, measure_loss
from arboretum.judging.plain import finite
from arboretum.judging.together import measure_together
from arboretum.optimal import Certificate
from arboretum.pruning import StoppingPath
from arboretum.species.recipe_choice import RecipeChoice
from arboretum.tree import Tree, category_text, name_text, number_text
from arboretum.tree.words.format import clipped, plural

__all__ = ["GrowReport", "as_document", "describe_data", "describe_result"]

#: Longer lists are cut; the JSON report has everything.
_MOST_FEATURES = 40
_MOST_CLASSES = 10
_MOST_TARGETS = 10
#: A longer table of limits is left to the JSON report.
_MOST_LIMITS = 24
#: A larger tree is folded to what a screen holds.
_MOST_NODES = 40


@dataclass(frozen=True, eq=False)
class GrowReport:
    """The tree and what was found out about it.

    ``validation`` is None if it was not asked for (``is_validated`` False) or
    if there was too little data for it.  ``of_data`` is what to know about the data;
    ``told`` is what options changed unseen; ``path`` is what a limit was chosen from,
    and ``recipes`` how it was chosen in what way to grow; ``certificate`` is what was
    proved of it.
    """

    dataset: Dataset
    tree: Tree
    training: list[TargetError]
    validation: CrossValidation | None
    is_validated: bool
    of_data: list[str]
    told: tuple[str, ...] = ()
    path: StoppingPath | None = None
    recipes: RecipeChoice | None = None
    certificate: Certificate | None = None

    @property
    def without_tree(self) -> list[TargetError]:
        """The errors of predicting the same for every row: what the root alone would do."""
        return measure_error(self.dataset, decide_rows(self._root, self.dataset.columns))

    @property
    def _root(self) -> Tree:
        root = self.tree.collapse([0])
        return root if root.models is None else replace(root, models=None)

    @property
    def together(self) -> list[list[TargetError]]:
        """Of several targets, the measures of all, each in the ways in which errors are told."""
        rows = [_together(model, self.dataset) for model in (self._root, self.tree)]
        if self.validation is not None:
            rows.append(self.validation.together)
        return [list(one) for one in zip(*rows, strict=True)]

    @property
    def mean_losses(self) -> list[TargetError]:
        """What mistakes cost per row, measured as the errors are; none without losses."""
        if self.tree.loss is None:
            return []
        root = np.repeat(self.tree.decisions[:1], self.dataset.n_rows, axis=0)
        rows = [(self.dataset, root), (self.dataset, decide_rows(self.tree, self.dataset.columns))]
        if self.validation is not None:
            rows.append((self.validation.held_out, self.validation.predicted))
        return [measure_loss(*some, loss_of(self.tree)) for some in rows]

    @property
    def notes(self) -> list[str]:
        """What to know about the result."""
        notes = [*self.told]
        if self.validation is not None:
            notes += self.validation.notes
            notes += self._worse_than_none(self.validation)
        elif self.is_validated:
            notes.append("A single sample cannot be cross-validated.")
        return notes

    def _worse_than_none(self, validation: CrossValidation) -> list[str]:
        """What to know about targets that are predicted worse than without a tree."""
        pairs = zip(validation.errors, self.without_tree, strict=True)
        worse = [(error, usual) for error, usual in pairs if error.value > usual.value]
        is_of_cart = self.dataset.hierarchy is None and self.dataset.vector is None
        cart = "--species cart or " if is_of_cart else ""
        instead = f"Grow a smaller one, such as by {cart}--max-depth."
        if len(worse) > 1:
            names = [name_text(error.target) for error, _ in worse]
            return [
                f"On rows it has not seen, the tree predicts {len(worse)} of "
                f"{len(validation.errors)} targets worse than no tree: {clipped(names)}. {instead}"
            ]
        return [
            f"On rows it has not seen, the tree predicts {name_text(error.target)} worse than no "
            f"tree: its {error.measure} is {error.value:.4g}, and {usual.value:.4g} when always "
            f"predicting the same. {instead}"
            for error, usual in worse
        ]


def _together(tree: Tree, rows: Dataset) -> list[TargetError]:
    shares = shares_of(tree, rows) if rows.label_sets is not None else None
    return measure_together(rows, decide_rows(tree, rows.columns), shares)


# What was read ----------------------------------------------------------------


def describe_data(data: Path, dataset: Dataset, weights: str | None, notes: Iterable[str]) -> str:
    """What was read, so that a column taken for the wrong kind is seen at once."""
    features, n_missing = dataset.schema.features, dataset.n_missing
    n_cells = dataset.n_rows * len(features)
    lines = [
        f"{data}: {plural(dataset.n_rows, 'row')}, {plural(len(features), 'feature')}, "
        f"{sum(n_missing)} of {plural(n_cells, 'cell')} missing"
    ]
    names = [name_text(feature.name) for feature in features[:_MOST_FEATURES]]
    width = max(map(len, names))
    for name, feature, column, missing in zip(
        names, features, dataset.columns, n_missing, strict=False
    ):
        lines.append(f"  {name:<{width}}  {_describe_feature(feature, column, missing)}")
    if len(features) > _MOST_FEATURES:
        lines.append(f"  … and {len(features) - _MOST_FEATURES} more")
    if weights is not None:
        total = number_text(float(dataset.weights.sum()))
        lines.append(f"weights: {name_text(weights)}, {total} in all")
    lines += _describe_targets(dataset)
    contradictions = contradictions_in(dataset).in_words()
    lines += [f"Note: {note}" for note in [*notes, *([contradictions] if contradictions else [])]]
    return "\n".join(lines) + "\n"


def _describe_feature(feature: Feature, column: npt.NDArray[Any], n_missing: int) -> str:
    words: list[str] = [feature.kind]
    if feature.clock is not None:  # a day taken for a month shows in the last of them
        first, last = feature.clock.text(np.nanmin(column)), feature.clock.text(np.nanmax(column))
        words = [f"{feature.clock.words} from {first} to {last}"]
    if feature.categories is not None:
        words.append(plural(len(feature.categories), "category", "categories"))
    if n_missing:
        words.append(f"{n_missing} missing")
    return ", ".join(words)


def _describe_targets(dataset: Dataset) -> list[str]:
    if dataset.label_sets is not None:
        return [_describe_labels(dataset, dataset.label_sets)]
    each = target_values(dataset)
    lines = [_describe_target(dataset, one) for one in each[:_MOST_TARGETS]]
    return lines + ([f"… and {len(each) - len(lines)} more"] if len(each) > len(lines) else [])


def _describe_labels(dataset: Dataset, sets: LabelSets) -> str:
    """How many labels there are, how many a row has, and which are the commonest."""
    counts = sets.sums(dataset.counts)
    order = np.argsort(-counts, kind="stable")[:_MOST_CLASSES].tolist()
    names = [name_text(target.name) for target in dataset.schema.targets]
    shown = [f"{names[k]} {number_text(float(counts[k]))}" for k in order]
    if len(names) > len(shown):
        shown.append(f"… and {len(names) - len(shown)} more")
    what = "labels of a hierarchy" if dataset.hierarchy is not None else "labels"
    mean = float(np.average(sets.sizes, weights=dataset.counts))
    return (
        f"targets: {len(names)} {what}, of which a row has {number_text(mean, 3)} on average: "
        f"{', '.join(shown)}"
    )


def _describe_target(dataset: Dataset, one: TargetValues) -> str:
    name, values = name_text(one.target.name), one.of_known(one.values)
    if one.target.classes is None:
        low, high = number_text(float(values.min())), number_text(float(values.max()))
        return f"target: {name}, numbers from {low} to {high}"
    classes, weights = one.target.classes, one.of_known(dataset.counts)
    counts = np.bincount(values, weights=weights, minlength=len(classes))
    shown = [
        f"{category_text(c)} {number_text(n)}"
        for c, n in zip(classes, counts.tolist(), strict=True)
    ]
    if len(shown) > _MOST_CLASSES:
        shown[_MOST_CLASSES:] = [f"… and {len(shown) - _MOST_CLASSES} more"]
    return f"target: {name}, {plural(len(counts), 'class', 'classes')}: {', '.join(shown)}"


# What came of it --------------------------------------------------------------


def describe_result(
    report: GrowReport, style: arguments.Style, out: Path | None, shows_all: bool = False
) -> str:
    """The tree, or what fits a screen of it, and its errors."""
    tree = report.tree
    depth = None if shows_all else _depth_of_a_screen(tree)
    n_hidden = 0 if depth is None else int((tree.depths > depth).sum())
    lines = [
        tree.to_text(style, max_depth=depth),
        *([f"{n_hidden} of {tree.n_nodes} nodes are not shown: use --all."] if n_hidden else []),
        "",
        *_path_lines(report.path),
        *([] if report.recipes is None else [str(report.recipes), ""]),
        *([] if report.certificate is None else [str(report.certificate), ""]),
        f"{plural(tree.n_leaves, 'leaf', 'leaves')}, depth {tree.depth}",
        *_error_lines(report),
        *(f"Note: {note}" for note in report.notes),
    ]
    if out is not None:
        lines.append(f"saved as {out}")
    return "\n".join(lines)


def _path_lines(path: StoppingPath | None) -> list[str]:
    """What a limit was chosen from, as a table where a screen holds it."""
    if path is None:
        return []
    table = str(path).splitlines() if len(path.limit) <= _MOST_LIMITS else []
    return [*table, path.in_words(), ""]


def _depth_of_a_screen(tree: Tree) -> int | None:
    """Down to where a tree fills a screen; None if all of it fits."""
    if tree.n_nodes <= _MOST_NODES:
        return None
    n_down_to = np.cumsum(np.bincount(tree.depths))
    return max(int(np.searchsorted(n_down_to, _MOST_NODES, side="right")) - 1, 1)


def _error_lines(report: GrowReport) -> list[str]:
    """One line for each way of measuring: of all targets, then of each unless they are many."""
    where = ["without a tree", "on the training rows"]
    measured = [report.without_tree, report.training]
    if report.validation is not None:
        where.append(f"in {report.validation.n_folds}-fold cross-validation")
        measured.append(report.validation.errors)
    each = [list(errors) for errors in zip(*measured, strict=True)]
    shown = each if len(each) <= _MOST_TARGETS else []
    width = max(map(len, where))
    lines = []
    losses = [report.mean_losses] if report.mean_losses else []
    for errors in [*report.together, *shown, *losses]:
        several = len(each) > 1
        lines.append(errors[0].measure + (f" of {name_text(errors[0].target)}" if several else ""))
        for place, error in enumerate(errors):
            lines.append(f"  {where[place]:<{width}}  {_describe_error(error, place == 2)}")
    if not shown:
        lines.append(f"The errors of each of the {len(each)} targets are shown by --json.")
    return lines


def _describe_error(error: TargetError, is_estimate: bool) -> str:
    """The standard error is meaningful only for rows that the tree has not seen."""
    text = f"{error.value:.4g}"
    if is_estimate and not math.isnan(error.standard_error):
        text += f" (standard error {error.standard_error:.2g})"
    return text if error.r2 is None else f"{text}, R2 {error.r2:.4g}"


def as_document(data: Path, report: GrowReport, out: Path | None) -> str:
    """The whole report as JSON."""
    dataset, tree, validation = report.dataset, report.tree, report.validation
    features = [
        {
            "name": feature.name,
            "kind": feature.kind,
            "n_categories": feature.n_categories or None,
            "n_missing": n_missing,
        }
        for feature, n_missing in zip(dataset.schema.features, dataset.n_missing, strict=True)
    ]
    document = {
        "data": str(data),
        "n_rows": dataset.n_rows,
        "weight": float(dataset.weights.sum()),
        "features": features,
        "targets": [asdict(target) for target in dataset.schema.targets],
        "tree": {"n_nodes": tree.n_nodes, "n_leaves": tree.n_leaves, "depth": tree.depth},
        "together": [_as_plain(one) for one in report.together],
        "without_tree": _as_plain(report.without_tree),
        "training": _as_plain(report.training),
        "cross_validation": None
        if validation is None
        else {
            "n_folds": validation.n_folds,
            "seed": validation.seed,
            "errors": _as_plain(validation.errors),
        },
        "stopping_path": None if report.path is None else dict(report.path),
        "recipes": None if report.recipes is None else dict(report.recipes),
        "certificate": _as_plain_certificate(report.certificate),
        "mean_losses": _as_plain(report.mean_losses),
        "notes": [*report.of_data, *report.notes],
        "out": None if out is None else str(out),
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def _as_plain_certificate(certificate: Certificate | None) -> dict[str, Any] | None:
    if certificate is None:
        return None
    found: dict[str, Any] = finite(asdict(certificate) | {"gap": certificate.gap})
    return found


def _as_plain(errors: list[TargetError]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = finite([asdict(error) for error in errors])
    return found
