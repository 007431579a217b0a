"""What a node predicts, in a few words, whatever it predicts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from arboretum.data.encode.vector_targets import decode_vector
from arboretum.show.paper.labels import target_predictions
from arboretum.tree import Node, category_text, name_text, number_text
from arboretum.tree.predict.prediction import label_shares
from arboretum.tree.words.format import clipped

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["predicted_text", "several_text", "usual_class"]


def predicted_text(report: Report, node: Node, digits: int = 4) -> str:
    """The class, the number, the labels that are there, or the first of several targets."""
    tree = report.tree
    if report.labels is None and len(report.targets) == 1 and not report.vector_has_classes:
        return target_predictions(node, digits)[0]
    decision = tree.decisions[node.id] if tree.schema.is_classification else ()
    return several_text(report, node.value, decision, digits)


def several_text(
    report: Report, value: Iterable[float], decision: Iterable[int], digits: int = 4
) -> str:
    """The same of the value of a node or a rule that predicts labels or several targets."""
    schema, held = report.tree.schema, np.asarray(value)[None, :]
    if report.labels is not None:
        shares, limits = label_shares(held)[0], report.labels.thresholds
        order = np.argsort(-shares, kind="stable")
        there = order[shares[order] > limits[order]].tolist()
        if there:
            return clipped([name_text(schema.targets[k].name) for k in there])
        first = int(order[0])
        return f"no label, first {name_text(schema.targets[first].name)} ({shares[first]:.2f})"
    if schema.is_classification:
        pairs = zip(schema.targets, decision, strict=True)
        texts = [category_text((target.classes or ())[code]) for target, code in pairs]
    elif report.vector_has_classes:
        decoded = decode_vector(report.vector, held)[0]
        texts = [
            number_text(float(one), digits) if target.classes is None else category_text(one)
            for one, target in zip(decoded, report.vector, strict=True)
        ]
    else:
        texts = [number_text(float(one), digits) for one in held[0]]
    names = [name_text(target.name) for target in report.targets]
    return clipped([f"{name} = {text}" for name, text in zip(names, texts, strict=True)])


def usual_class(report: Report, k: int) -> int:
    """The code of the class that no tree predicts for a target: that of the root."""
    if report.vector_has_classes:
        return int(np.asarray(report.tree.value)[0, report.vector[k].place].argmax())
    return int(report.tree.decisions[0, k])
