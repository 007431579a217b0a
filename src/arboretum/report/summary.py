"""A report in a few sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from arboretum.explain.importance import features_used
from arboretum.report.better import Better
from arboretum.report.judgement import Judgement, Measured
from arboretum.report.predicted import predicted_text, usual_class
from arboretum.report.summary_several import of_labels, of_many, told_together, verdict
from arboretum.rules import Rule
from arboretum.show.paper.wrap import clip
from arboretum.tree import Node, Tree, category_text, format_split, name_text, number_text
from arboretum.tree.words.format import percent, plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["findings", "summary"]

#: Trees of up to this many leaves are written out.
WRITTEN_OUT = 4
#: Longer sets of categories are cut; the rules have them all.
LONGEST_CONDITION = 120


def summary(report: Report) -> list[str]:
    """What was found, and what to look at first."""
    lines = findings(report)
    if report.suspects:
        names = dict.fromkeys(name_text(suspect.column) for suspect in report.suspects)
        lines.append(f"Before you rely on it, look at {_listed(list(names))}: see Data.")
    return lines + [f"Note: {note}" for note in report.origin.notes]


def findings(report: Report) -> list[str]:
    """What predicts what, how well, by which tree, and how stably."""
    lines = [_what(report)]
    if report.labels is not None:
        lines += of_labels(report)
    elif told_together(report):
        lines += of_many(report)
    else:
        lines += [_how_well(report, k) for k in range(len(report.judged))]
    lines.append(_tree_in_a_sentence(report))
    if report.distance is not None:
        lines.append(report.distance.sentence)
    if report.stability is not None and not report.tree.is_leaf[0]:
        lines.append(_how_stably(report))
    if report.better is not None:
        lines.append(_what_is_better(report.better))
    return lines


def _what_is_better(better: Better) -> str:
    value, leaves = better.error.value, plural(better.n_leaves, "leaf", "leaves")
    error = f"is off by {number_text(value, 4)}"
    if better.error.measure == "error rate":
        error = f"is wrong for {percent(value)}"
    return (
        f"Another species was clearly better on the same folds: {better.name} {error}, with a tree "
        f"of {leaves}."
    )


def _listed(names: Sequence[str], most: int = 5) -> str:
    """Names one after another, the last after "and".

    >>> _listed(["a", "b", "c"]), _listed(["a", "b", "c"], most=2)
    ('a, b and c', 'a, b and 1 more')
    """
    shown = list(names[:most])
    if len(names) > most:
        shown.append(f"{len(names) - most} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _what(report: Report) -> str:
    tree, schema = report.tree, report.tree.schema
    targets = _listed([name_text(target.name) for target in report.targets])
    if report.labels is not None:
        targets = f"which of {len(report.targets)} labels a sample has ({targets})"
    used = [name_text(schema.feature_names[i]) for i in _used(report)]
    if not used:
        return _nothing_kept(report, targets)
    tree_or_equation = f"A tree with {plural(tree.n_leaves, 'leaf', 'leaves')} predicts"
    if tree.is_leaf[0]:
        tree_or_equation = "No question was worth asking: one equation predicts"
    return (
        f"{tree_or_equation} {targets} from {len(used)} of "
        f"{plural(schema.n_features, 'feature')}: {_listed(used)}."
    )


def _nothing_kept(report: Report, targets: str) -> str:
    """Why the tree is its root alone."""
    choice, best, tree = report.choice, report.best, report.tree
    if choice is None:
        features = plural(tree.schema.n_features, "feature")
        return f"No question about the {features} was worth asking to predict {targets}."
    xerror, xstd = choice.table["xerror"], choice.table["xstd"]
    without = choice.in_units(tree, xerror[choice.row])
    if best is None:
        return (
            f"No question was kept to predict {targets}: of the "
            f"{plural(len(xerror), 'tree')} to choose from, none has a smaller error in "
            f"cross-validation than no tree, {without}."
        )
    least = xerror[choice.best]
    limit = choice.in_units(tree, least + choice.n_errors * xstd[choice.best])
    return (
        f"No question was kept. In the cross-validation that chose the size, the best tree to "
        f"predict {targets}, with {plural(best.n_leaves, 'leaf', 'leaves')}, has an error of "
        f"{choice.in_units(tree, least)}, and no tree one of {without}. The rule keeps the "
        f"smallest tree within {choice.margin_words} of the least, here up to {limit}: that is no "
        f"tree. The best one is shown in grey under How the tree was chosen."
    )


def _used(report: Report) -> list[int]:
    """The features that decide what is predicted, the most important first."""
    used = set(features_used(report.tree))
    return [i for i in report.importance.order if i in used]


def _how_well(report: Report, k: int) -> str:
    judged = report.judged[k]
    found = _against_nothing(report, judged, k)
    if judged.loss is not None:
        found = f"{found} {_at_what_cost(judged.loss)}"
    if judged.one_model is not None and not report.tree.is_leaf[0]:
        found = f"{found} {_one_model(judged)}"
    if _asks_nothing(report.tree):
        return f"{found}{verdict(report, judged)}"
    return f"{found}{verdict(report, judged.loss or judged)}"


def _asks_nothing(tree: Tree) -> bool:
    """Whether the tree predicts the same for all, by no question and no equation."""
    return bool(tree.is_leaf[0]) and tree.models is None


def _one_model(judged: Judgement) -> str:
    assert judged.one_model is not None  # asked for only then
    alone = judged.one_model.value
    if alone == judged.error.value:  # to the last bit: the same predictions
        return (
            "One equation for all samples, without a question, would be off by just as much: the "
            "trees grown without one fold kept no question."
        )
    text = percent(alone) if judged.error.measure == "error rate" else number_text(alone, 4)
    return f"One equation for all samples, without a question, would be off by {text}."


def _at_what_cost(loss: Measured) -> str:
    value, low, high, without = loss.texts
    return (
        f"Those are plain shares; by the loss matrix, which the tree was grown for, its mistakes "
        f"cost {value} per sample (95 % interval: {low} to {high}), and without it {without}."
    )


def _against_nothing(report: Report, judged: Judgement, k: int) -> str:
    error = judged.error
    value, low, high, without = judged.texts
    name, interval = name_text(error.target), f"95 % interval: {low} to {high}"
    confusion = judged.confusion
    if confusion is not None:
        code = usual_class(report, k)
        usual = category_text(confusion.classes[code])
        # By a loss matrix or priors the root may predict another.
        counts = confusion.weights.sum(axis=1)
        n_commonest = int((counts == counts.max()).sum()) if counts[code] == counts.max() else 0
        which = "the commonest class" if n_commonest == 1 else "one of the commonest classes"
        commonest = f", {which}," if n_commonest else ""
        return (
            f"Of samples it has not seen, it gets {name} wrong for {value} ({interval}). "
            f"Always saying {usual}{commonest} would be wrong for {without}."
        )
    how = "equation" if report.tree.models is not None and report.tree.is_leaf[0] else "tree"
    explained = "" if error.r2 is None else f": the {how} explains {percent(max(error.r2, 0.0), 0)}"
    return (
        f"For samples it has not seen, its predictions of {name} are off by {value} "
        f"(root mean square, {interval}). Always saying the same would be off by {without}"
        f"{explained}{' of the variance' if explained else ''}."
    )


def _tree_in_a_sentence(report: Report) -> str:
    tree = report.tree
    first = tree.root.split
    if first is None:
        return f"It predicts {_predicted(report, tree.root)} for every sample."
    rules = tree.rules()
    if len(rules) <= WRITTEN_OUT:
        ways = [
            f"{_conditions(rule)}: {_predicted(report, tree.node(rule.node))}" for rule in rules
        ]
        return f"The whole tree: {'; '.join(ways)}."
    asked = _cut(format_split(first, tree.schema))
    largest = max(rules, key=lambda rule: rule.weight)
    return (
        f"It asks first whether {asked}. The largest group, "
        f"{percent(largest.coverage, 0)} of the samples, is that of {_conditions(largest)}: "
        f"{_predicted(report, tree.node(largest.node))}."
    )


def _conditions(rule: Rule) -> str:
    return " and ".join(map(_cut, rule.condition_texts))


def _cut(condition: str) -> str:
    """Of a long condition the first words; half a number would be another number."""
    if len(condition) <= LONGEST_CONDITION:
        return condition
    words, _, _ = condition[: LONGEST_CONDITION - 1].rpartition(" ")
    return f"{words} …" if words else clip(condition, LONGEST_CONDITION)


def _predicted(report: Report, node: Node) -> str:
    models = node.tree.models
    if models is not None and not models.is_constant(node.id):
        text = models.text(node.id, node.tree.schema, 4)
        n_features = len(models.take(np.array([node.id])).features_read)
        is_short = len(text) <= LONGEST_CONDITION
        return text if is_short else f"an equation of {plural(n_features, 'feature')}"
    return predicted_text(report, node)


def _how_stably(report: Report) -> str:
    card = report.stability
    assert card is not None  # asked for only then
    first = card.splits[0]
    agree = f"they decide {percent(card.agreement, 0)} of the samples as this tree does"
    if report.labels is not None:
        agree = f"they give {percent(card.agreement, 0)} of the samples the same set of labels"
    elif not card.tree.schema.is_classification:
        agree = f"their predictions share {percent(card.agreement, 0)} of its variance"
        agree += ", on average over the targets" if len(report.judged) > 1 else ""
    return (
        f"Of {card.how}, {percent(first.same_way, 0)} ask first about {name_text(first.feature)} "
        f"and {percent(card.n_same / card.n_trees, 0)} ask about the same features in the same "
        f"places; {agree}."
    )
