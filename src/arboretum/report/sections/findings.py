"""What the tree found: importance, rules, and how much of it would come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arboretum.explain import Stability
from arboretum.explain.importance import MEANING
from arboretum.explain.stability import summary_of
from arboretum.report.images import bar
from arboretum.report.markup import Markup, element, section, table
from arboretum.rules import Rule
from arboretum.tree import name_text, number_text
from arboretum.tree.words.format import percent, plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["importance", "rules", "stability"]

MOST_FEATURES, MOST_RULES = 20, 12


def importance(report: Report) -> Markup:
    """How much each feature contributed, and where that misleads."""
    found = report.importance
    ranked = [i for i in found.order if found.values[i] > 0]
    if not ranked:
        text = "No feature contributed: the tree asks nothing."
        return section("importance", "Which features matter", element("p", text))
    rows = [
        [
            name_text(found.features[i]),
            number_text(float(found.values[i]), 3),
            bar(float(found.values[i] / found.values[ranked[0]])),
        ]
        for i in ranked[:MOST_FEATURES]
    ]
    heading = ["feature", "importance", ""]
    hidden = len(ranked) - len(rows)
    more = [element("p", f"… and {plural(hidden, 'feature')} more.")] if hidden else []
    unused = len(found.values) - len(ranked)
    left_out = f" {plural(unused, 'feature')} took no part." if unused else ""
    return section(
        "importance",
        "Which features matter",
        element("p", f"Importance is the {MEANING[found.kind]}.{left_out}"),
        table("Importance of the features", heading, rows, left=(0, 2)),
        *more,
        element("p", found.bias, class_="caution"),
    )


def rules(report: Report) -> Markup:
    """The leaves as sentences, the surest first."""
    found = sorted(report.tree.rules(), key=_worth, reverse=True)
    is_class = report.tree.schema.is_classification
    measures = ["sure", "95 % interval", "lift"] if is_class else ["deviation"]
    rows = [
        [
            " and ".join(rule.condition_texts) or "always",
            rule.then_text(5),
            number_text(rule.n_samples, 6),
            *(_sureness(rule) if is_class else [_deviation(rule)]),
        ]
        for rule in found[:MOST_RULES]
    ]
    order = (
        "The surest rules come first; few samples count as less sure (Laplace's estimate). All "
        "numbers are those of the samples the tree was grown from, and flatter it a little."
        if is_class
        else "The rules of most samples come first."
    )
    hidden = len(found) - len(rows)
    more = f"… and {plural(hidden, 'rule')} more: each leaf of the tree is one."
    return section(
        "rules",
        "The tree as rules",
        element("p", order),
        table(
            "If all of this holds, the tree predicts",
            ["if", "then", "samples", *measures],
            rows,
            left=(0, 1),
            class_="rules",
        ),
        *([element("p", more)] if hidden else []),
    )


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


def _deviation(rule: Rule) -> str:
    return "" if rule.deviation is None else number_text(rule.deviation, 4)


def stability(report: Report) -> Markup:
    """How much of the tree would be there again."""
    card = report.stability
    if card is None:
        text = "How stable the tree is was not measured (no trees of other samples were grown)."
        return section("stability", "Would other samples give the same tree?", element("p", text))
    how = "The tree was grown again and again, each time without a tenth of the samples."
    if report.choice is not None:
        price = number_text(report.choice.price, 3)
        how += f" All were pruned at a price that is typical of the tree chosen, cp = {price}."
    listed = [element("li", line) for line in summary_of(card)]
    splits = [_splits(card)] if card.splits else []
    caution = (
        "Questions that seldom come back are one way among several to say the same: read them as "
        "examples, not as findings. Thresholds are known no better than their intervals say."
    )
    return section(
        "stability",
        "Would other samples give the same tree?",
        element("p", how),
        element("ul", *listed),
        *splits,
        element("p", caution, class_="caution"),
    )


def _splits(card: Stability) -> Markup:
    heading = [
        "question",
        "same way",
        "",
        "same question",
        "feature anywhere",
        "90 % of thresholds",
    ]
    rows = []
    for one in card.splits:
        bounds = one.interval()
        rows.append(
            [
                one.question,
                percent(one.same_way, 0),
                bar(one.same_way),
                percent(one.same_split, 0),
                percent(one.anywhere, 0),
                "" if bounds is None else " to ".join(number_text(bound, 4) for bound in bounds),
            ]
        )
    caption = "In how many of these trees each question comes back"
    return table(caption, heading, rows, left=(0, 2))
