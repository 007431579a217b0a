"""What a picture of a tree says, node by node, in short lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from arboretum.show.paper.preset import Preset
from arboretum.show.paper.wrap import clip, wrap
from arboretum.tree import Node, Tree, Visit
from arboretum.tree.words.format import (
    SplitFormat,
    category_text,
    labels_there,
    name_text,
    number_text,
    percent,
)

__all__ = [
    "Label",
    "Labels",
    "Words",
    "make_labels",
    "model_numbers",
    "predictions",
    "target_predictions",
]

#: The longest line, in characters, and about how many of them a text may take in all.
LINE, LONGEST_TEXT = 26, 78
#: A line of counts lists all classes up to here, else only the largest of them.
LISTED_CLASSES, LARGEST_CLASSES = 4, 2
MAX_TARGETS = 4


@dataclass(frozen=True)
class Words:
    """How questions are put.

    Attributes
    ----------
    on_branches : whether branches have conditions, or nodes have questions and branches answers
    digits : significant digits of numbers
    max_categories : longer sets of categories are clipped
    show_missing : whether to say where missing values go
    longest : the longest line, in characters; None for no line breaks
    show_shares : whether an answer says which share of all samples gave it
    """

    on_branches: bool = False
    digits: int = 4
    max_categories: int | None = 3
    show_missing: bool = False
    longest: int | None = LINE
    show_shares: bool = False

    @classmethod
    def whole(cls, digits: int) -> Words:
        """Nothing is clipped or broken: for programs that lay out text themselves."""
        return cls(digits=digits, max_categories=None, longest=None)


@dataclass(frozen=True)
class Label:
    """What a picture says about one node, in lines.

    ``answer`` stands above it, ``heading`` (the prediction) and ``lines`` in it, ``question``
    below it, and ``remark`` below that.  ``n_folded`` counts the leaves that are hidden below.
    ``is_end`` says that nothing is drawn below it: it is a leaf, or folded.
    """

    node: int
    answer: tuple[str, ...]
    heading: tuple[str, ...]
    lines: tuple[str, ...]
    question: tuple[str, ...]
    has_bar: bool
    n_folded: int
    remark: tuple[str, ...] = ()
    is_end: bool = False


@dataclass
class Labels:
    """All labels of a picture, the notes with what had to be cut short, and the equations.

    ``equations`` has the number of each model and what it says.
    """

    longest: int | None
    shown: list[Label] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    equations: list[tuple[str, str]] = field(default_factory=list)

    @property
    def _max_lines(self) -> int:
        return LONGEST_TEXT // (self.longest or LONGEST_TEXT)

    def broken(self, text: str) -> tuple[str, ...]:
        """A text of numbers in lines; what is cut short gets no note."""
        return (text,) if self.longest is None else wrap(text, self.longest, self._max_lines)[0]

    def fitted(self, text: str, whole: str | None = None) -> tuple[str, ...]:
        """A text in lines; what is cut short gets the number of a note with the whole text."""
        if self.longest is None:
            return (text,)
        whole = text if whole is None else whole
        lines, is_cut = wrap(text, self.longest, self._max_lines)
        if not is_cut and text == whole:
            return lines
        if whole not in self.notes:
            self.notes.append(whole)
        return (*lines[:-1], f"{lines[-1]} [{self.notes.index(whole) + 1}]")


def make_labels(
    tree: Tree,
    visits: Iterable[Visit],
    preset: Preset,
    words: Words,
    remarks: Mapping[int, str] | None = None,
) -> Labels:
    """What a picture says about the nodes it shows; ``remarks`` are about questions, by node."""
    labels = Labels(words.longest)
    numbers = model_numbers(tree)
    for at in visits:
        node = at.node
        fields = preset.fields if at.is_end else preset.inner_fields
        if "n" in fields and not tree.schema.is_classification:  # numbers have no classes to count
            fields = tuple(name for name in fields if name != "counts")
        predicted = predictions(node, words.digits) if "prediction" in fields else []
        number = numbers.get(node.id)
        if predicted and number is not None and words.longest is not None:
            labels.equations.append((number, predicted[0]))
            predicted = [number]
        known = [text for name in fields if name in _SAY for text in _SAY[name](node, words)]
        lines = [line for text in known for line in labels.broken(text)]
        remark = "" if at.is_end or remarks is None else remarks.get(node.id, "")
        labels.shown.append(
            Label(
                node.id,
                (*_answer(labels, at, words), *_share_above(node, words)),
                tuple(line for text in predicted for line in labels.fitted(text)),
                tuple(lines),
                () if at.is_end else _question(labels, at, words),
                "bar" in fields and len(tree.schema.targets) == 1,
                at.n_folded,
                labels.broken(remark) if remark else (),
                at.is_end,
            )
        )
    return labels


def model_numbers(tree: Tree) -> dict[int, str]:
    """LM1, LM2 and so on for the leaves that predict by an equation, from left to right.

    An equation without a feature is a number, and is told as one.
    """
    models = tree.models
    if models is None:
        return {}
    leaves = [
        node for node in np.flatnonzero(tree.is_leaf).tolist() if not models.is_constant(node)
    ]
    return {node: f"LM{i}" for i, node in enumerate(leaves, start=1)}


def predictions(node: Node, digits: int) -> list[str]:
    """What a node predicts; for many targets the first few, by name."""
    models = node.tree.models
    if models is not None and node.is_leaf:
        return [models.text(node.id, node.tree.schema, digits)]
    schema = node.tree.schema
    if schema.are_labels:
        there = [f"{name}: {share:.2f}" for name, share in labels_there(schema, node.value)]
        return _first_few(there, "labels") or ["no label"]
    found = target_predictions(node, digits)
    if len(found) == 1:
        return found
    named = [f"{name_text(t.name)}: {one}" for t, one in zip(schema.targets, found, strict=True)]
    return _first_few(named, "targets")


def target_predictions(node: Node, digits: int) -> list[str]:
    """The class or number that a node predicts, one per target."""
    found = node.prediction
    each = found if isinstance(found, list) else [found]
    if node.tree.schema.is_classification:
        return [category_text(one) for one in each]
    return [number_text(float(one), digits) for one in each]


def _first_few(texts: list[str], what: str) -> list[str]:
    more = [f"… +{len(texts) - MAX_TARGETS} {what}"] if len(texts) > MAX_TARGETS else []
    return texts[:MAX_TARGETS] + more


def _question(labels: Labels, at: Visit, words: Words) -> tuple[str, ...]:
    """What is asked; of two branches what holds on the left."""
    split = at.node.split
    if words.on_branches or split is None:
        return ()
    schema = at.node.tree.schema
    if split.arity == 2:
        short = SplitFormat(schema, words.digits, words.max_categories).branch(split, at.first)
        return labels.fitted(short, SplitFormat(schema, words.digits).branch(split, at.first))
    return labels.fitted(name_text(schema.columns[split.column].name))


def _answer(labels: Labels, at: Visit, words: Words) -> tuple[str, ...]:
    """What leads to a node: a condition, or the answer to the question above."""
    split, branch, schema = at.above, at.branch, at.node.tree.schema
    if split is None:
        return ()
    form = SplitFormat(schema, words.digits, words.max_categories, words.show_missing)
    whole = SplitFormat(schema, words.digits, None, words.show_missing)
    if words.on_branches:
        return labels.fitted(form.branch(split, branch), whole.branch(split, branch))
    if split.arity == 2:
        return (form.or_missing("no" if at.is_last else "yes", split, branch),)
    return labels.fitted(form.answer(split, branch), whole.answer(split, branch))


def _share_above(node: Node, words: Words) -> list[str]:
    """How probable it is to come to a node, below the answer that leads there."""
    if not words.show_shares or node.id == 0:
        return []
    return [number_text(node.weight / node.tree.root.weight, words.digits)]


# -- the lines inside a node -----------------------------------------------------------------


def _class_numbers(node: Node, numbers: list[float], shown: list[str], words: Words) -> list[str]:
    """Numbers of the classes of the only target: all of them, or the largest, one per line."""
    classes = node.tree.schema.classes
    if classes is None:
        return []
    if len(classes) <= LISTED_CLASSES:
        return [" / ".join(shown)]
    order = sorted(range(len(classes)), key=lambda k: (-numbers[k], k))
    present = [k for k in order if numbers[k] > 0]
    line = words.longest or LONGEST_TEXT
    lines = [
        f"{clip(category_text(classes[k]), max(line - len(shown[k]) - 1, 4))} {shown[k]}"
        for k in present[:LARGEST_CLASSES]
    ]
    others = len(present) - LARGEST_CLASSES
    return [*lines, f"+{others} class{'es' if others > 1 else ''}"] if others > 0 else lines


def _counts(node: Node, words: Words) -> list[str]:
    if not node.tree.schema.is_classification:
        return _n(node, words)
    counts = node.value.tolist()
    shown = [number_text(round(count, 6), words.digits) for count in counts]
    return _class_numbers(node, counts, shown, words)


def _probabilities(node: Node, words: Words) -> list[str]:
    found = node.probabilities
    if not isinstance(found, dict):
        return _spread(node, words) if found is None else []
    shares = list(found.values())
    return _class_numbers(node, shares, [f"{share:.2f}" for share in shares], words)


def _purity(node: Node, words: Words) -> list[str]:
    """How much of a node is of the class that it predicts, or how far its numbers are spread."""
    if not node.tree.schema.is_classification:
        models = node.tree.models  # the numbers of a leaf lie around its equation, not their mean
        has_equation = models is not None and node.is_leaf and not models.is_constant(node.id)
        return [] if has_equation else _spread(node, words)
    if len(node.tree.schema.targets) > 1:
        return []
    decided = int(node.tree.decisions[node.id, 0])
    return [percent(float(node.tree.probabilities[0][node.id, decided]), 0)]


def _spread(node: Node, words: Words) -> list[str]:
    """How far the numbers at a node lie from their mean, where the impurity says that."""
    if not node.tree.criterion.is_variance or len(node.tree.schema.targets) > 1:
        return []
    return [f"± {number_text(max(node.impurity, 0.0) ** 0.5, 3)}"]


def _n(node: Node, words: Words) -> list[str]:
    return [f"n = {number_text(node.n_samples, words.digits)}"]


def _share(node: Node, words: Words) -> list[str]:
    share = node.weight / node.tree.root.weight
    return [f"{percent(share, 0 if share >= 0.01 or share == 0 else 2)} of samples"]


def _p_value(node: Node, words: Words) -> list[str]:
    return [] if node.p_value is None else [f"p = {number_text(node.p_value, 3)}"]


_SAY: dict[str, Callable[[Node, Words], list[str]]] = {
    "id": lambda node, words: [f"node {node.id}"],
    "region": lambda node, words: [node.region] if node.region else [],
    "purity": _purity,
    "counts": _counts,
    "probabilities": _probabilities,
    "n": _n,
    "share": _share,
    "impurity": lambda node, words: [f"impurity {number_text(node.impurity, 3)}"],
    "p_value": _p_value,
}
