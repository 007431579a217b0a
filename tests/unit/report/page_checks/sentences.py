"""The sentences of the summary, at the top of the page and wherever a report is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from arboretum.tree import category_text, name_text
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.reading import (
    NUMBER,
    PERCENT,
    Form,
    expect,
    expect_numbers,
    is_number,
    is_percent,
)
from tests.unit.report.page_checks.wording import (
    Pieces,
    conditions_of,
    joined,
    predicted_at,
    question_of,
)

__all__ = ["FORMS", "PRINTED", "amount", "in_unit", "listed", "told_of_class", "told_of_number"]

#: Longer conditions are cut.
LONGEST = 120


def amount(facts: Facts, truth: float) -> Pieces:
    """An error: a share of mistakes in percent, or a number."""
    if facts.is_class:
        return Pieces((lambda text: is_percent(text, truth), " %"))
    return Pieces((lambda text: is_number(text, truth),))


def in_unit(facts: Facts, truth: float) -> Pieces:
    """The error of a tree of some size."""
    if facts.sizes_in_percent:
        return Pieces((lambda text: is_percent(text, truth), " %"))
    return Pieces((lambda text: is_number(text, truth),))


def listed(names: list[str], most: int = 5) -> str:
    """Names, of many the first few and how many there are more."""
    shown = names[:most] + ([f"{len(names) - most} more"] if len(names) > most else [])
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _leaves(n: int) -> str:
    return f"{n} {'leaf' if n == 1 else 'leaves'}"


# -- what predicts what ------------------------------------------------------------


def _what(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    n = facts.schema.n_features
    of = f"{len(facts.used)} of {n} feature{'' if n == 1 else 's'}"
    names = listed([name_text(one) for one in facts.used_in_order])
    target = facts.told
    head = f"A tree with {_leaves(facts.n_leaves)}"
    if facts.n_leaves == 1:
        head = "No question was worth asking: one equation"
    yield from expect("text", match[0], f"{head} predicts {target} from {of}: {names}.")


def _nothing_asked(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("leaves, used", (facts.n_leaves, facts.used), (1, set()))
    n = facts.schema.n_features
    features = f"{n} feature{'' if n == 1 else 's'}"
    yield from expect("features", match[1], features)
    yield from expect("targets", match[2], facts.told)
    yield from expect("no sizes", facts.sizes, None)


def _none_is_best(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    errors = facts.sizes["xerror"]
    yield from expect("leaves, used", (facts.n_leaves, facts.used), (1, set()))
    yield from expect("least error", min(errors), errors[0])
    trees = f"{len(errors)} tree{'' if len(errors) == 1 else 's'}"
    yield from expect("targets", match[1], facts.told)
    yield from expect("trees", match[2], trees)
    yield from in_unit(facts, facts.sized(errors[0])[0]).wrong(match[3])


def _best_not_kept(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    targets, leaves, best, none, margin, limit = match.groups()
    yield from expect("targets", targets, facts.told)
    row, table = facts.best_row, facts.sizes
    yield from expect("leaves, used", (facts.n_leaves, facts.used), (1, set()))
    yield from expect("leaves of the best", leaves, _leaves(int(table["nsplit"][row]) + 1))
    yield from expect("margin", margin, facts.margin)
    allowed = table["xerror"][row] + facts.n_errors * table["xstd"][row]
    stated = ((best, table["xerror"][row]), (none, table["xerror"][0]), (limit, allowed))
    for text, share in stated:
        yield from in_unit(facts, facts.sized(share)[0]).wrong(text)
    if not table["xerror"][0] <= allowed:
        yield "no tree is not within the limit"


# -- how good it is ---------------------------------------------------------------


def told_of_class(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    value, low, high, usual, commonest, without, rest = match.groups()
    truths = (facts.error(*facts.held_out), *facts.interval, facts.without_tree)
    for text, truth in zip((value, low, high, without), truths, strict=True):
        yield from amount(facts, truth).wrong(f"{text} %")
    counts, code = facts.class_weights, facts.usual_code
    yield from expect("class", usual, category_text(facts.classes[code]))
    n_largest = int((counts == counts.max()).sum())
    which = "the commonest class" if n_largest == 1 else "one of the commonest classes"
    yield from expect("which", commonest, f", {which}," if counts[code] == counts.max() else "")
    yield from _rest(facts, rest)


def told_of_number(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    value, low, high, without, how, explained, rest = match.groups()
    truths = (facts.error(*facts.held_out), *facts.interval, facts.without_tree)
    for text, truth in zip((value, low, high, without), truths, strict=True):
        yield from amount(facts, truth).wrong(text)
    yield from expect("variance", explained is None, facts.variance == 0)
    if explained is not None:
        is_equation = facts.has_models and facts.n_leaves == 1
        yield from expect("how", how, "equation" if is_equation else "tree")
        truth = facts.explained
        yield from expect_numbers(("explained", is_percent(explained, truth, 0), truth))
    yield from _rest(facts, rest)


def _rest(facts: Facts, text: str) -> Iterator[str]:
    """What follows from losses, from one equation for all, and the verdict."""
    parts = [*_losses(facts), *_one_equation(facts), *_verdict(facts)]
    yield from joined([Pieces(("",)), *parts], " ").wrong(text)


def _losses(facts: Facts) -> list[Pieces]:
    if facts.tree.loss is None:
        return []
    low, high = facts.interval_of_loss

    def number(truth: float) -> Any:
        return lambda text: is_number(text, truth)

    head = (
        "Those are plain shares; by the loss matrix, which the tree was grown for, its mistakes "
        "cost "
    )
    interval = (" per sample (95 % interval: ", number(low), " to ", number(high))
    without = ("), and without it ", number(facts.mean_loss_without), ".")
    return [Pieces((head, number(facts.mean_loss), *interval, *without))]


def _one_equation(facts: Facts) -> list[Pieces]:
    if not facts.has_models or facts.n_leaves == 1:
        return []
    if any(tree.models is None for tree in facts.trees_of_folds):  # there is none to compare with
        return []
    alone, head = facts.error_of_one_model, "One equation for all samples, without a question, "
    if all(tree.n_nodes == 1 for tree in facts.trees_of_folds):
        why = "would be off by just as much: the trees grown without one fold kept no question."
        return [Pieces((head + why,))]
    return [Pieces((f"{head}would be off by ", *amount(facts, alone).held, "."))]


def _verdict(facts: Facts) -> list[Pieces]:
    asks_nothing = facts.n_leaves == 1 and not facts.has_models
    error, none, high = facts.error(*facts.held_out), facts.without_tree, facts.interval[1]
    if asks_nothing:
        text = "The two differ because trees of some folds did ask something."
        return [Pieces((text,))] if error != none else []
    if facts.tree.loss is not None:
        error, none = facts.mean_loss, facts.mean_loss_without
        high = facts.interval_of_loss[1]
    if high < none:
        return []
    text = "worse" if error > none else "not clearly better"
    return [Pieces((f"That is {text} than without a tree.",))]


# -- the tree -----------------------------------------------------------------------


def _ways(facts: Facts, rule: Any) -> Pieces:
    conditions = [_cut(one) for one in conditions_of(facts, rule)]
    return Pieces((*joined(conditions, " and ").held, ": ", *_predicted(facts, rule.node).held))


def _cut(condition: Pieces) -> Pieces:
    """Of a long set of categories the first words; numbers are never that long."""
    text = str(condition)
    if len(text) <= LONGEST:
        return condition
    return Pieces((text[: text.rindex(" ", 0, LONGEST - 1)] + " …",))


def _predicted(facts: Facts, node: int) -> Pieces:
    """An equation that is too long to be written out is counted."""
    found = predicted_at(facts, node)
    if not facts.has_models or facts.tree.models.is_constant(node):
        return found
    text = facts.tree.models.text(node, facts.schema, 4)
    if len(text) <= LONGEST:
        return found
    terms = {name for name, _ in facts.tree.models.equation(node, facts.schema).terms}
    features = {one for one in facts.schema.feature_names for term in terms if one in term}
    return Pieces(("an equation of ", _count_of(facts, node, features)))


def _count_of(facts: Facts, node: int, features: set[str]) -> str:
    n = len(facts.tree.models.take([node]).features_read)
    assert n <= len(features)
    return f"{n} feature{'' if n == 1 else 's'}"


def _whole(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    rules = facts.tree.rules()
    yield from expect("few leaves", len(rules) == facts.n_leaves <= 4, True)
    yield from joined([_ways(facts, rule) for rule in rules], "; ").wrong(match[1])


def _largest(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    asked, share, way = match.groups()
    yield from question_of(facts, facts.tree.root.split).cut(LONGEST, asked).wrong(asked)
    rules, total = facts.tree.rules(), float(facts.tree.weight[0])
    weights = [facts.weight_ending_at(rule.node) for rule in rules]
    heaviest = rules[int(np.argmax(weights))]
    truth = max(weights) / total
    yield from expect_numbers(("share", is_percent(share, truth, 0), truth))
    yield from _ways(facts, heaviest).wrong(way)


def _same_for_all(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("leaves", facts.n_leaves, 1)
    yield from _predicted(facts, 0).wrong(match[1])


# -- other trees -----------------------------------------------------------------


def _stable(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    n_trees, of, n_rows, first, name, same, by, agree, on_average = match.groups()
    yield from expect("averaged", on_average is not None, facts.has_several_numbers)
    split, n = facts.tree.root.split, facts.dataset.n_rows
    yield from expect("trees", int(n_trees), facts.n_trees)
    yield from expect("rows", (int(of), int(n_rows)), (max(1, int(0.9 * n)), n))
    column = facts.schema.columns[split.column]
    yield from expect("name", name, name_text(column.name))
    again = len(facts.again(((), split.column))) / facts.n_trees
    way = "they decide " if facts.is_class else "their predictions share "
    way = "they give " if facts.has_labels else way
    yield from expect("by", by, way)
    yield from expect_numbers(
        ("first", is_percent(first, again, 0), again),
        ("same", is_percent(same, facts.n_same / facts.n_trees, 0), facts.n_same),
        ("agreement", is_percent(agree, facts.agreement, 0), facts.agreement),
    )


def _better(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    from arboretum.judging.comparison import species_for

    name, share, number, leaves = match.groups()
    how = {"n_folds": facts.report.n_folds, "seed": facts.report.seed}
    other = species_for(facts.dataset, [name], **how)[0][name]
    error = facts.error(*facts.predicted(facts.grown_without_folds(other)))
    yield from expect("kind", share is not None, facts.is_class)
    yield from amount(facts, error).wrong(f"{share} %" if share else number)
    if error >= facts.error(*facts.held_out) and facts.tree.loss is None:
        yield "it is not better"
    n_leaves = other.fit_dataset(facts.dataset).tree_.n_leaves
    yield from expect("leaves", leaves, _leaves(n_leaves))


# -- when printed -----------------------------------------------------------------


def _columns_named(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    names = dict.fromkeys(name_text(suspect.column) for suspect in facts.report.suspects)
    yield from expect("columns", match[1], listed(list(names)))


def _note(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("a note", match[1] in facts.report.origin.notes, True)


INTERVAL = rf"\(95 % interval: {PERCENT} to {PERCENT}\)"
FORMS = [
    Form(
        "p",
        r"(?:A tree with .+?|No question was worth asking: one equation) predicts .+ from .+: .+\.",
        _what,
    ),
    Form(
        "p",
        r"No question was kept\. In the cross-validation that chose the size, the best tree to "
        r"predict (.+), with (\d+ lea(?:f|ves)), has an error of (.+?), and no tree one of (.+?)\. "
        r"The rule keeps the smallest tree within (.+?) of the least, here up to (.+?): that is "
        r"no tree\. The best one is shown in grey under How the tree was chosen\.",
        _best_not_kept,
    ),
    Form(
        "p",
        r"No question was kept to predict (.+): of the (\d+ trees?) to choose from, none has a "
        r"smaller error in cross-validation than no tree, (.+)\.",
        _none_is_best,
    ),
    Form(
        "p",
        r"No question about the (\d+ features?) was worth asking to predict (.+)\.",
        _nothing_asked,
    ),
    Form(
        "p",
        rf"Of samples it has not seen, it gets .+? wrong for {PERCENT} {INTERVAL}\. Always saying "
        rf"(.+?)(, the commonest class,|, one of the commonest classes,|) would be wrong for "
        rf"{PERCENT}\.(.*)",
        told_of_class,
    ),
    Form(
        "p",
        rf"For samples it has not seen, its predictions of .+? are off by {NUMBER} \(root mean "
        rf"square, 95 % interval: {NUMBER} to {NUMBER}\)\. Always saying the same would be off by "
        rf"{NUMBER}(?:: the (tree|equation) explains {PERCENT} of the variance)?\.(.*)",
        told_of_number,
    ),
    Form(
        "p",
        rf"It asks first whether (.+)\. The largest group, {PERCENT} of the samples, is that of "
        rf"(.+)\.",
        _largest,
    ),
    Form("p", r"The whole tree: (.+)\.", _whole),
    Form("p", r"It predicts (.+) for every sample\.", _same_for_all),
    Form(
        "p",
        rf"Of (\d+) trees, each from (\d+) of (\d+) (?:samples|rows), {PERCENT} ask first about "
        rf"(.+?) and {PERCENT} ask about the same features in the same places; (they decide |they "
        rf"give |their predictions share ){PERCENT} of (?:the samples as this tree does|its "
        rf"variance(, on average over the targets)?|the samples the same set of labels)\.",
        _stable,
    ),
    Form(
        "p",
        rf"Another species was clearly better on the same folds: (\w+) is (?:wrong for {PERCENT}|"
        rf"off by {NUMBER}), with a tree of (\d+ lea(?:f|ves))\.",
        _better,
    ),
]
PRINTED = [
    Form("p", r"Before you rely on it, look at (.+): see Data\.", _columns_named),
    Form("p", r"Note: (.+)", _note),
]
