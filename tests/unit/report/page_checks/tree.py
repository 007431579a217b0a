"""The tree in words, its equations, and the words of its picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from arboretum.tree import category_text, name_text, visit
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    Form,
    Table,
    as_is,
    expect,
    expect_numbers,
    is_number,
    is_percent,
    is_rounded,
)
from tests.unit.report.page_checks.wording import (
    Piece,
    Pieces,
    bounds_of,
    branch_of,
    first_of,
    joined,
    predicted_at,
    question_of,
    shares_of_labels,
)

__all__ = ["FORMS", "LEGEND", "equation_names"]

CAPTION = (
    "Each box says what the tree predicts there and how many samples reach it; the question below "
    "it is answered along the branches."
)
FOLDED = " What is too wide for the page is folded: the tree to explore has it all."
#: The picture has the words of so many leaves at most.
MOST_LEAVES = 30
#: Of more targets its nodes name the first.
MOST_IN_PICTURE = 4


def _legend(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    names = [category_text(one) for one in facts.classes]
    rarer = re.fullmatch(r"(\d+) rarer class(?:es)?", match[0])
    if match[0] not in names and rarer is None:
        yield f"classes are {names}"
    # Seven classes have a colour of their own, the rarest of more share one.
    elif rarer is not None:
        yield from expect("rarer classes", int(rarer[1]), len(names) - 7)


LEGEND = [*as_is("label", "Colours of the classes"), Form("li", ".+", _legend)]


def equation_names(facts: Facts) -> dict[int, str]:
    """LM1, LM2 and so on, from left to right."""
    if not facts.has_models:
        return {}
    found = [n.id for n in facts.tree.leaves() if not facts.tree.models.is_constant(n.id)]
    return {node: f"LM{i}" for i, node in enumerate(found, start=1)}


def _words(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table = Table.of(element)
    is_folded = match[1] is not None
    if is_folded:
        yield from expect("leaves", match[1], str(facts.n_leaves))
    heading = ["if", "then", "samples", *(["classes there"] if facts.has_one_class else [])]
    yield from expect("heading", table.heading, heading)
    nodes = _listed(facts, table, is_folded)
    yield from expect("lines", len(table.rows), len(nodes))
    for line, cells, node in zip(table.rows, table.cells, nodes, strict=False):
        yield from _line(facts, line, cells, node)


def _listed(facts: Facts, table: Table, is_folded: bool) -> list[int]:
    """The nodes below the root in the order of reading, down to a depth."""
    if facts.n_leaves == 1:
        return [0]
    steps = [int(one[0].kind.removeprefix("step-")) for one in table.cells]
    deepest = max(steps, default=0) + 1 if is_folded else facts.depth
    return [at.id for at in visit(facts.tree, deepest) if at.depth]


def _line(facts: Facts, line: list[str], cells: list[Element], node: int) -> Iterator[str]:
    at = facts.tree.node(node)
    condition = Pieces(("always",)) if not at.path else branch_of(facts, *at.path[-1])
    yield from condition.wrong(line[0])
    yield from expect("step", cells[0].kind, f"step-{min(max(len(at.path) - 1, 0), 12)}")
    n = float(facts.tree.n_samples[node])
    yield from expect_numbers(("samples", is_number(line[2], n, 6), n))
    yield from _end(facts, line[1], cells, node)
    if facts.has_one_class:
        yield from _mix(facts, cells[3], node)


def _end(facts: Facts, text: str, cells: list[Element], node: int) -> Iterator[str]:
    is_end = cells[0].kind and not facts.tree.is_leaf[node] and not text
    if is_end:
        return
    names, leaves = equation_names(facts), facts.leaves_below(node)
    said = Pieces((names[node],)) if node in names else predicted_at(facts, node)
    held = list(said.held)
    if facts.has_one_class:
        share = facts.shares_at(node)[facts.tree.decisions[node, 0]]
        held += [" ", lambda stated: is_percent(stated, float(share), 0), " %"]
    if not facts.tree.is_leaf[node]:
        held.append(f" ({leaves} leaves below)")
    yield from Pieces(tuple(held)).wrong(text)


def _mix(facts: Facts, cell: Element, node: int) -> Iterator[str]:
    shares = facts.shares_at(node)
    starts = np.cumsum(shares) - shares
    drawn = [(float(r.attributes["x"]), float(r.attributes["width"])) for r in cell.all("rect")]
    truth = [(100 * x, 100 * w) for x, w in zip(starts, shares, strict=True) if w > 0]
    if len(drawn) != len(truth) or not np.allclose(drawn, truth, atol=0.06):
        yield f"the classes there are {truth}, drawn {drawn}"


def _smoothing(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    leaf = facts.tree.leaf_model
    yield from expect("added", match[1], f"{leaf.m:g}")
    yield from expect("of what", match[2], {"root": "all samples"}.get(leaf.towards))


def _equations(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table, names = Table.of(element), equation_names(facts)
    yield from expect("heading", table.heading, ["leaf", name_text(facts.target_name)])
    nodes = {name: node for node, name in names.items()}
    for name, text in table.rows:
        yield from predicted_at(facts, nodes[name]).wrong(text)


# -- the picture -------------------------------------------------------------------


def _picture(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    """The words of a picture: one sentence per leaf, one per question of the card."""
    head, *lines = match[0].rstrip("\n").split("\n")
    shown = re.search(r" The picture shows it down to depth (\d+)\.$", head)
    depth = int(shown[1]) if shown else facts.depth
    n = float(facts.tree.n_samples[0])
    samples = f"{n:g} sample{'' if n == 1 else 's'}"
    leaves = f"{facts.n_leaves} lea{'f' if facts.n_leaves == 1 else 'ves'}"
    told = f"Decision tree for {facts.named_in_pictures}: {samples}, {leaves}, depth"
    told += f" {facts.depth}." + (shown[0] if shown else "")
    yield from expect("head", head, told)
    ends = [at.id for at in visit(facts.tree, depth) if at.is_end]
    more = _and_more(len(ends) - MOST_LEAVES)
    told_of = ends[:MOST_LEAVES]
    for node, line in zip(told_of, lines, strict=False):
        yield from _leaf(facts, node).wrong(line)
    rest = lines[len(told_of) :]
    yield from expect("more", rest[: len(more)], more)
    yield from _questions(facts, rest[len(more) :], depth)


def _and_more(n: int) -> list[str]:
    return [f"And {n} more {'leaf' if n == 1 else 'leaves'}."] if n > 0 else []


def _leaf(facts: Facts, node: int) -> Pieces:
    at, n = facts.tree.node(node), float(facts.tree.n_samples[node])
    held = joined([branch_of(facts, *step) for step in at.path], " and ").held
    start = ("If ", *held, ": ") if held else ("Always: ",)
    ends = (" (", lambda text: is_number(text, n, 7), f" sample{'' if n == 1 else 's'}).")
    if facts.is_several:
        return Pieces((*start, *in_picture(facts, node).held, *ends))
    is_model = facts.has_models and facts.tree.is_leaf[node]
    said = predicted_at(facts, node) if is_model or facts.is_class else _mean(facts, node)
    return Pieces((*start, *said.held, *ends))


def in_picture(facts: Any, node: int) -> Pieces:
    """Of several targets the first few, of labels those that more than half of the samples have."""
    schema, value = facts.schema, facts.tree.value[node]
    if len(schema.targets) == 1:  # to a picture one label is a class: 0 or 1
        return Pieces((category_text(schema.targets[0].classes[facts.tree.decisions[node, 0]]),))
    if facts.has_labels:
        shares = shares_of_labels(facts, node)
        there = [k for k in np.argsort(-shares, kind="stable") if value[2 * k + 1] > value[2 * k]]
        parts = [(facts.names[k], _rounded(float(shares[k]))) for k in there]
    elif facts.schema.is_classification:
        codes = facts.tree.decisions[node]
        parts = [
            (name_text(one.name), category_text(one.classes[code]))
            for one, code in zip(schema.targets, codes, strict=True)
        ]
    else:
        parts = [
            (name_text(one.name), _number(float(number)))
            for one, number in zip(schema.targets, value, strict=True)
        ]
    said = [Pieces((f"{name}: ", one)) for name, one in parts]
    more = f"; … +{len(said) - MOST_IN_PICTURE} {facts.what}s"
    return first_of(said, MOST_IN_PICTURE, more, "; ") if said else Pieces(("no label",))


def _rounded(share: float) -> Piece:
    return lambda text: is_rounded(text, share, 2)


def _number(number: float) -> Piece:
    return lambda text: is_number(text, number)


def _mean(facts: Facts, node: int) -> Pieces:
    value = float(facts.tree.value[node, 0])
    return Pieces((lambda text: is_number(text, value),))


def _questions(facts: Facts, lines: list[str], depth: int) -> Iterator[str]:
    asked = [
        (way, split) for way, split in facts.ways.items() if len(way[0]) < depth and facts.n_trees
    ]
    if lines:
        yield from expect("questions", len(lines), len(asked))
    for line, (way, split) in zip(lines, asked, strict=False):
        again = len(facts.again(way)) / facts.n_trees
        bounds = bounds_of(facts, way)
        held = [*question_of(facts, split).held, ": in "]
        held += [lambda text, again=again: is_percent(text, again, 0), " % of "]
        held += [f"{facts.n_trees} trees of other samples"]
        if bounds is not None:
            held += [", 90 % of thresholds ", *bounds.held]
        yield from Pieces((*held, ".")).wrong(line)


def _too_large(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    n_numbers = facts.tree.value.size
    if facts.tree.n_nodes <= 1000 and n_numbers <= 60_000:
        yield f"it has {facts.tree.n_nodes} nodes and {n_numbers} numbers"


FORMS = [
    *as_is("h2", "The tree"),
    Form(
        "p",
        r"The shares of classes are those that are predicted: as if ([\d.]+) more samples had been "
        r"seen there, with the shares of (.+)\.",
        _smoothing,
    ),
    *as_is("label", "The tree in words", "Equations of the leaves", CAPTION, CAPTION + FOLDED),
    *LEGEND,
    Form(
        "table",
        r"The tree in words: indented lines hold on top of the line they stand under(?: \(folded: "
        r"the tree to explore has all (\d+) leaves\))?",
        _words,
    ),
    Form("table", "Equations of the leaves", _equations),
    Form("img", "Decision tree for .+", _picture),
    *as_is("figcaption", CAPTION, CAPTION + FOLDED),
    *as_is("summary", "Explore the tree: fold, search, follow a sample down"),
    Form("p", r"The tree is too large to explore here: use show\.html\(model\)\.", _too_large),
]
