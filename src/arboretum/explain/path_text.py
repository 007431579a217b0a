"""The way of a sample in words, in Markdown and as columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arboretum.rules.words import prediction_text
from arboretum.tree import category_text, name_text, number_text
from arboretum.tree.predict.decision import class_blocks
from arboretum.tree.words.label_words import MOST, labels_text
from arboretum.tree.words.tabulate import aligned, in_markdown

if TYPE_CHECKING:
    from arboretum.explain.path import Path, Step

__all__ = ["sentence", "to_columns", "to_markdown", "to_text"]

#: A change this small beside the prediction is what sums of fractions leave over.
ROUNDING = 1e-12


def sentence(path: Path) -> str:
    """What the sample said, each thing once, and what follows."""
    schema = path.tree.schema
    said = dict.fromkeys(step.said for step in path.steps if step.said)
    follows = prediction_text(schema, path.value.tolist(), path.decision.tolist())
    if schema.is_classification and not schema.are_labels:
        shares = [_number(path, path.value[place]) for place, _ in _shown(path)]
        follows += f" ({', '.join(shares)})"
    return f"{', '.join(said) or 'nothing is asked'}, so {follows}"


def to_text(path: Path) -> str:
    """The sentence and the steps below it."""
    rows = _rows(path)
    lines = aligned(rows, left=(3, len(rows[0]) - 1))
    return "\n".join([sentence(path), "", *lines])


def to_markdown(path: Path) -> str:
    """The same as a table in Markdown."""
    rows = _rows(path)
    lines = in_markdown(rows, left=(3, len(rows[0]) - 1))
    return "\n".join([f"{sentence(path)}.", "", *lines])


def to_columns(path: Path) -> dict[str, list[Any]]:
    """Everything known about each step, by name."""
    steps = path.steps
    columns: dict[str, list[Any]] = {
        "node": [step.node for step in steps],
        "share": [step.share for step in steps],
        "n_samples": [float(path.tree.n_samples[step.node]) for step in steps],
        "reason": [step.reason for step in steps],
    }
    for place, name in enumerate(_value_names(path)):
        columns[f"value of {name}"] = [step.value[place] for step in steps]
        columns[f"contribution to {name}"] = [step.contribution[place] for step in steps]
    return columns


def _rows(path: Path) -> list[list[str]]:
    schema, shown = path.tree.schema, _shown(path)
    held = f"({' '.join(_short_names(path))})" if schema.is_classification else "predicts"
    distribution = "{labels}" if schema.are_labels else held
    changes = [f"change of {name}" for _, name in shown]
    heading = ["node", "share", "samples", distribution, *changes, "what happens"]
    ends = {step.node for step in path.ends}
    return [heading, *(_row(path, step, step.node in ends) for step in path.steps)]


def _row(path: Path, step: Step, is_end: bool) -> list[str]:
    return [
        str(step.node),
        number_text(round(step.share, 4)),
        number_text(float(path.tree.n_samples[step.node])),
        _held(path, step),
        *("" if is_end else _signed(path, step.contribution[place]) for place, _ in _shown(path)),
        step.reason,
    ]


def _held(path: Path, step: Step) -> str:
    """What the node of a step predicts."""
    if path.tree.schema.are_labels:
        return labels_text(path.tree.schema, step.value)
    values = " ".join(_number(path, number) for number in step.value)
    return f"({values})" if path.tree.schema.is_classification else values


def _number(path: Path, number: float) -> str:
    """Of shares fewer digits are read than of numbers."""
    return number_text(round(number, 4) if path.tree.schema.is_classification else number)


def _signed(path: Path, change: float) -> str:
    largest = max(1.0, float(abs(path.start).max()))
    size = abs(change) if abs(change) > ROUNDING * largest else 0.0
    return ("-" if change < 0 < size else "+") + _number(path, size)


def _shown(path: Path) -> list[tuple[int, str]]:
    """The places of values whose change is shown: the class decided for, or the number."""
    schema = path.tree.schema
    if schema.are_labels:
        there = [k for k, code in enumerate(path.decision.tolist()) if code == 1]
        largest = sorted(there, key=lambda k: -path.value[2 * k + 1])[:MOST]
        return [(2 * k + 1, name_text(schema.targets[k].name)) for k in sorted(largest)]
    names = _value_names(path) if len(schema.targets) > 1 else _short_names(path)
    if not schema.is_classification:
        return list(enumerate(names))
    decided = zip(class_blocks(schema), path.decision.tolist(), strict=True)
    places = [block.start + code for block, code in decided]
    return [(place, names[place]) for place in places]


def _short_names(path: Path) -> list[str]:
    """The classes of all targets, or the names of the numbers."""
    schema = path.tree.schema
    if not schema.is_classification:
        return [name_text(target.name) for target in schema.targets]
    return [category_text(name) for target in schema.targets for name in target.classes or ()]


def _value_names(path: Path) -> list[str]:
    """The same, unmistakable where there are several targets."""
    schema = path.tree.schema
    if not schema.is_classification:
        return _short_names(path)
    return [
        f"{name_text(target.name)}={category_text(name)}"
        for target in schema.targets
        for name in target.classes or ()
    ]
