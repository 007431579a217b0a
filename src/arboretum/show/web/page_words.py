"""What the page says about a tree, written once by the formatters that everything uses."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from arboretum.rules.from_tree import rules_of_nodes
from arboretum.rules.text import evidence
from arboretum.show.paper.labels import predictions, target_predictions
from arboretum.tree import Node, Split, Tree
from arboretum.tree.predict.answer import no_answer
from arboretum.tree.words.format import (
    SplitFormat,
    category_text,
    labels_text,
    name_text,
    number_text,
)

__all__ = ["page_words"]

#: How the reasons to stop begin, and the word that stands for them on a node.
STOPPED = (
    ("all samples have the same target", "pure"),
    ("pruned", "pruned"),
    ("max_depth", "depth"),
    ("max_leaf_nodes", "full"),
    ("fewer than min_samples", "few"),
    ("no split leaves", "few"),
    ("no split", "no gain"),
)


def page_words(tree: Tree) -> dict[str, Any]:
    """Texts by what they are about; those about nodes have one entry per node."""
    form, nodes, schema = SplitFormat(tree.schema), tree.nodes(), tree.schema
    return {
        "features": [name_text(feature.name) for feature in schema.features],
        "columns": [name_text(column.name) for column in schema.columns],
        "categories": [_categories(feature.categories) for feature in schema.features],
        "clocks": [None if one.clock is None else asdict(one.clock) for one in schema.features],
        "targets": [name_text(target.name) for target in schema.targets],
        "classes": [_categories(target.classes) for target in schema.targets],
        "branch": [_branch(form, node) for node in nodes],
        "question": [None if node.split is None else form.split(node.split) for node in nodes],
        "ask": [_ask(form, node) for node in nodes],
        "answer": [_answer(form, node) for node in nodes],
        "limits": [_limits(form, node.split) for node in nodes],
        "choice": [_choice(form, node) for node in nodes],
        "badges": [_badges(node) for node in nodes],
        "prediction": [_prediction(node) for node in nodes],
        "said": ["\n".join(predictions(node, 5)) for node in nodes],
        "model": [_model(node) for node in nodes],
        "missing": [None if node.is_leaf else no_answer(tree, node.id).reason for node in nodes],
        "rivals": [_rivals(form, node) for node in nodes],
        "surrogates": [_surrogates(form, node) for node in nodes],
        "p_value": [_p_value(node) for node in nodes],
        **_rules(tree),
    }


def _categories(known: tuple[Any, ...] | None) -> list[str] | None:
    return None if known is None else [category_text(category) for category in known]


def _branch(form: SplitFormat, node: Node) -> str:
    """The answer that leads to a node."""
    if node.parent is None or node.branch is None:
        return "root"
    above = node.tree.splits[node.parent]
    assert above is not None  # a parent always asks
    return form.branch(above, node.branch)


def _ask(form: SplitFormat, node: Node) -> str | None:
    """The question as it stands on a node: one with two answers is answered by yes or no."""
    if node.split is None:
        return None
    name = name_text(node.tree.schema.columns[node.split.column].name)
    if node.split.arity > 2:
        return f"{name}?"
    text = form.split(node.split)
    start = len(name) if text.startswith(name) else 0
    return f"{text[:start]}{_typeset(text[start:])}?"


def _answer(form: SplitFormat, node: Node) -> str:
    """What stands on the edge that leads to a node."""
    if node.parent is None or node.branch is None:
        return ""
    above = node.tree.splits[node.parent]
    assert above is not None  # a parent always asks
    if above.arity == 2:
        return "no" if node.branch else "yes"
    return _typeset(form.answer(above, node.branch))


def _limits(form: SplitFormat, split: Split | None) -> list[str]:
    """The thresholds of a question as everything else writes them."""
    if split is None or split.kind != "interval":
        return []
    ends = (form.bounds(split, branch)[1] for branch in range(len(split.thresholds)))
    return [end for end in ends if end is not None]


def _choice(form: SplitFormat, node: Node) -> str:
    """The same in plain words, for whoever is asked."""
    if node.parent is None or node.branch is None:
        return ""
    above = node.tree.splits[node.parent]
    assert above is not None  # a parent always asks
    return _plainly(form, above, node.branch)


def _plainly(form: SplitFormat, split: Split, branch: int) -> str:
    """An answer in plain words."""
    lower, upper = form.bounds(split, branch) if split.kind == "interval" else (None, None)
    if lower is None and upper is None:
        return form.answer(split, branch)
    feature = form.schema.columns[split.column]
    if feature.says_below:
        less = "" if upper is None else f"less than {upper}"
        if lower is None:
            return less
        return f"{lower} or more, {less}" if less else f"{lower} or more"
    is_date = feature.clock is not None and feature.clock.kind != "duration"
    if lower is None:
        return f"up to {upper}" if is_date else f"{upper} or less"
    more = f"{'after' if is_date else 'more than'} {lower}"
    return more if upper is None else f"{more}, up to {upper}"


def _typeset(text: str) -> str:
    return text.replace("<= ", "≤ ").replace(">= ", "≥ ")


def _badges(node: Node) -> list[list[str]]:
    """Short words beside the count of a node, each with what it means."""
    found = []
    if node.is_tie:
        found.append(["tie", "Another split scored the same"])
    if node.stop_reason is not None:
        short = (word for start, word in STOPPED if node.stop_reason.startswith(start))
        found.append([next(short, "stopped"), f"A leaf because: {node.stop_reason}"])
    if node.parent is not None and node.branch is not None:
        above = node.tree.splits[node.parent]
        assert above is not None  # a parent always asks
        if above.missing_branch == node.branch and above.kind != "presence":
            name = name_text(node.tree.schema.columns[above.column].name)
            asked = node.tree.node(node.parent).surrogates
            found.append(
                ["?", f"Samples without {name}{' or surrogates' if asked else ''} come here"]
            )
    return found


def _prediction(node: Node) -> str:
    if node.tree.schema.are_labels:
        return labels_text(node.tree.schema, node.value)
    if node.tree.models is not None:
        return node.tree.models.text(node.id, node.tree.schema, 5)
    return ", ".join(target_predictions(node, 5))


def _model(node: Node) -> str | None:
    """What the node computes its prediction by."""
    target = name_text(node.tree.schema.targets[0].name)
    return None if node.model is None else f"{target} = {node.model}"


def _rivals(form: SplitFormat, node: Node) -> list[list[str]]:
    """Splits that lost, with their scores, best first."""
    kept = node.competitors or ([] if node.runner_up is None else [node.runner_up])
    return [[form.split(split), number_text(score)] for split, score in kept]


def _surrogates(form: SplitFormat, node: Node) -> list[dict[str, Any]]:
    """What holds for a sample that each surrogate sends down a branch."""
    return [
        {
            "held": [form.surrogate(surrogate, branch) for branch in (0, 1)],
            "agreement": number_text(surrogate.agreement, 4),
            "choice": [_plainly(form, surrogate.split, branch) for branch in (0, 1)],
        }
        for surrogate in node.surrogates
    ]


def _p_value(node: Node) -> str | None:
    if node.p_value is None:
        return None
    return f"{number_text(node.p_value, 3)} ({node.p_kind})"


def _rules(tree: Tree) -> dict[str, list[str | None]]:
    """Each node as the rule it would be if it were a leaf."""
    rules = {rule.node: rule for rule in rules_of_nodes(tree)}
    found = [rules.get(node) for node in range(tree.n_nodes)]
    return {
        "rule": [None if rule is None else rule.to_text() for rule in found],
        "evidence": [None if rule is None else evidence(rule) for rule in found],
    }
