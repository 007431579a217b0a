"""What the tree found: importance, rules, and how much of it would grow again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from arboretum.explain import Stability
from arboretum.explain.importance import MEANING, features_used
from arboretum.explain.stability import bounds_text, summary_of
from arboretum.report.markup import Markup, bar, element, section, table
from arboretum.report.predicted import several_text
from arboretum.rules import Rule
from arboretum.tree import name_text, number_text
from arboretum.tree.predict.prediction import label_shares
from arboretum.tree.words.format import percent, plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["importance", "rules", "stability"]

DEVIATION = " The deviation is that of the numbers of their samples, around their mean."
LEAST_SURE = (
    " A rule is as sure as it is of the target that it is least sure of, and its lift is the least "
    "of its targets'."
)
IN_EQUATIONS = "in equations of leaves only, which it does not count"
ROUNDING = 1e-7
MOST_FEATURES, MOST_RULES, MOST_QUESTIONS = 20, 12, 20


def importance(report: Report) -> Markup:
    """How much each feature contributed, and where that misleads."""
    found = report.importance
    ranked = [i for i in found.order if found.values[i] > 0]
    used = set(features_used(report.tree))
    asked = {
        one
        for column in report.tree.splits.column[report.tree.splits.asks].tolist()
        for one in report.tree.schema.features_of(column)
    }
    if not ranked:
        text = "No feature contributed: the tree asks nothing."
        if asked:
            text = "No question alone decreases the impurity, by which importance is measured."
        elif used:
            text = "The tree asks nothing: features matter as the equation weighs them."
        return section("importance", "Which features matter", text)
    rows = [
        [
            name_text(found.features[i]),
            number_text(float(found.values[i]), 3),
            bar(float(found.values[i] / found.values[ranked[0]])),
        ]
        for i in ranked[:MOST_FEATURES]
    ]
    heading, hidden = ["feature", "importance", ""], len(ranked) - len(rows)
    more = f"… and {plural(hidden, 'feature')} more." if hidden else None
    left_out = "".join(
        f" {plural(n, 'feature')} {verb if n == 1 else verbs} {what}."
        for n, verb, verbs, what in (
            (len(used - asked), "is", "are", IN_EQUATIONS),
            (len(asked.difference(ranked)), "is", "are", "asked about without a decrease"),
            (len(found.values) - len(used), "took", "took", "no part"),
        )
        if n
    )
    told = element("p", f"Importance is the {MEANING[found.kind]}.{left_out}")
    made = element(
        "div", table("Importance of the features", heading, rows, left=(0, 2), more=more)
    )
    return section(
        "importance",
        "Which features matter",
        element(
            "div",
            element("div", told, element("p", found.bias, class_="caution")),
            made,
            class_="pair",
        ),
    )


def rules(report: Report) -> Markup:
    """The leaves as sentences, the surest first."""
    # Where no sample lacked a value, what a tree would do without one has not been seen.
    seen = [rule for rule in report.tree.rules() if rule.n_samples > 0]
    found = sorted(seen, key=_worth if report.labels is None else _size, reverse=True)
    measures, order = _measures(report, found)
    rows = [
        [
            " and ".join(rule.condition_texts) or "always",
            _then(report, rule),
            number_text(rule.n_samples, 6),
            *_measured(report, rule, measures),
        ]
        for rule in found[:MOST_RULES]
    ]
    hidden, heading = len(found) - len(rows), ["if", "then", "samples", *measures]
    more = f"… and {plural(hidden, 'rule')} more: each leaf of the tree is one." if hidden else None
    caption = "If all of this holds, the tree predicts"
    made = table(caption, heading, rows, left=(0, 1), class_="rules", more=more, stacks=True)
    return section("rules", "The tree as rules", order, made)


def _measures(report: Report, found: Sequence[Rule]) -> tuple[list[str], str]:
    """What is told of each rule, and which come first."""
    if report.labels is not None:
        return ["labels right"], (
            "The rules of most samples come first. A label is predicted where more samples of the "
            "leaf have it than its threshold asks; how many labels are right is counted in the "
            "samples that the tree was grown from, and flatters it a little."
        )
    if report.tree.schema.is_classification:
        several = LEAST_SURE if len(report.judged) > 1 else ""
        return ["sure", "95 % interval", "lift"], (
            "The surest rules come first; rules of few samples count as less sure (Laplace's "
            f"estimate).{several} All numbers are those of the samples that the tree was grown "
            "from, and flatter it a little."
        )
    told = any(rule.deviation is not None for rule in found)
    order = f"The rules of most samples come first.{DEVIATION if told else ''}"
    return ["deviation"] if told else [], order


def _then(report: Report, rule: Rule) -> str:
    if len(report.tree.schema.targets) == 1 and report.labels is None:
        return rule.then_text(5)
    return several_text(report, rule.value, rule.decision, 5)


def _measured(report: Report, rule: Rule, measures: Sequence[str]) -> Sequence[str]:
    if report.labels is not None:
        shares = label_shares(np.asarray(rule.value)[None, :])[0]
        right = np.where(shares > report.labels.thresholds, shares, 1.0 - shares)
        return [percent(float(right.mean()))]
    if "sure" in measures:
        return _sureness(rule)
    return _deviation(rule) if measures else []


def _size(rule: Rule) -> float:
    return rule.n_samples


def _worth(rule: Rule) -> float:
    return rule.n_samples if rule.laplace is None else rule.laplace


def _sureness(rule: Rule) -> Sequence[str]:
    low, high = rule.interval or (0.0, 1.0)
    assert rule.confidence is not None  # classes have one
    return [
        percent(rule.confidence, 0),
        f"{percent(low, 0)} to {percent(high, 0)}",
        f"{rule.lift:.2f}",
    ]


def _deviation(rule: Rule) -> Sequence[str]:
    if rule.deviation is None:
        return [""]
    # Of numbers that are all the same, rounding leaves something over.
    is_none = rule.deviation <= ROUNDING * abs(rule.value[0])
    return ["0" if is_none else number_text(rule.deviation, 4)]


def stability(report: Report) -> Markup:
    """How much of the tree would grow again."""
    card, question = report.stability, "Would other samples give the same tree?"
    if card is None:
        text = "The stability of the tree was not measured (no trees of other samples were grown)."
        return section("stability", question, text)
    how = "The tree was grown again and again, each time without a tenth of the samples."
    if report.choice is not None:
        price = number_text(report.choice.price, 3)
        how += f" All were pruned at a price that is typical of the tree chosen, cp = {price}."
    elif getattr(report.estimator, "level_scores_", None):
        how += f" All were grown by the level of the tree, {number_text(report.estimator.level_)}."
    items = element("ul", *(element("li", line) for line in summary_of(card)))
    splits = [_splits(card)] if card.splits else []
    text = (
        "Questions that seldom recur are one way among several to say the same: read them as "
        "examples, not as findings. Thresholds are known no better than their intervals say."
    )
    caution = element("p", text, class_="caution")
    told = element("div", element("p", how), items, caution)
    both = element("div", told, *splits, class_="pair broad") if splits else told
    return section("stability", question, both)


def _splits(card: Stability) -> Markup:
    rows = []
    for one in card.splits[:MOST_QUESTIONS]:
        way, split, anywhere = (
            percent(share, 0) for share in (one.same_way, one.same_split, one.anywhere)
        )
        bounds = " to ".join(bounds_text(card.tree, one))
        rows.append([one.question, way, bar(one.same_way), split, anywhere, bounds])
    heading = ["question", "same way", "", "same question", "feature anywhere"]
    caption, hidden = (
        "In how many of these trees each question recurs",
        len(card.splits) - len(rows),
    )
    more = f"… and {plural(hidden, 'question')} more." if hidden else None
    return table(caption, [*heading, "90 % of thresholds"], rows, left=(0, 2), more=more)
