"""What other treatments of missing values would do, on the same folds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from sklearn.base import clone

from arboretum.exceptions import ArboretumError
from arboretum.missing import KNOWN
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
)

__all__ = ["FORMS"]

#: Standard errors beyond which a difference is more than chance.
DEVIATE = 2.58
VERDICT = re.compile(
    r"Beside (\w+), (?:([\w, ]+) (?:is|are) clearly better)?(?:; )?"
    r"(?:([\w, ]+) (?:is|are) clearly worse)?(; none is clearly better than (\w+))?: the choice "
    r"matters\."
)
#: Of tables of more values policies are not compared.
MOST_CELLS = 50_000


def _own(facts: Facts) -> str:
    policy = facts.at_its_price.get_params()["missing"]
    return policy if isinstance(policy, str) else policy.name


@lru_cache(maxsize=64)
def _policies(facts: Facts) -> dict[str, tuple[float, float, int] | None]:
    """By name the error, how far it is from that of the tree in standard errors, and the leaves.

    None where such trees cannot be grown.
    """
    own, one = _own(facts), facts.at_its_price
    costs, found = {}, {}
    for name in [own, *(name for name in KNOWN if name not in (own, "error"))]:
        asked = clone(one) if name == own else clone(one).set_params(missing=name)
        try:
            trees = facts.grown_without_folds(asked)
            n_leaves = clone(asked).fit_dataset(facts.dataset).tree_.n_leaves
        except ArboretumError:
            found[name] = None
            continue
        observed, said, weights = facts.predicted(trees)
        costs[name] = _costs(facts, observed, said)
        saved = costs[own] - costs[name]
        mean = np.average(saved, weights=weights)
        spread = np.sqrt((facts.held_out_squares * (saved - mean) ** 2).sum()) / weights.sum()
        off = 0.0 if mean == 0 else float(mean / spread)
        found[name] = (facts.error(observed, said, weights), off, n_leaves)
    return found


def _costs(facts: Facts, observed: np.ndarray, said: np.ndarray) -> np.ndarray:
    if facts.tree.loss is not None:
        return np.asarray(facts.tree.loss)[observed, said]
    return (observed != said) * 1.0 if facts.is_class else (observed - said) ** 2


def _named(facts: Facts, sign: int) -> list[str]:
    """The policies that are clearly better, or worse, from the least to the largest error."""
    known = {name: one for name, one in _policies(facts).items() if one is not None}
    order = sorted(known, key=lambda name: known[name][0])
    return [name for name in order if sign * known[name][1] > DEVIATE]


def _text(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    own, at_its_price, n_folds, verdict = match.groups()
    yield from expect("price", at_its_price is not None, facts.sizes is not None)
    yield from expect("own", own, _own(facts))
    yield from expect("folds", int(n_folds), len(facts.folds))
    better, worse = _named(facts, 1), _named(facts, -1)
    if not better and not worse:
        truth = (
            f"No policy is better or worse than {own} by more than chance explains: on this table "
            "the choice does not matter."
        )
        yield from expect("verdict", verdict, truth)
        return
    said = VERDICT.fullmatch(verdict)
    if said is None:
        yield f"what is clear is {better} and {worse}"
        return
    beside, are_better, are_worse, _, again = said.groups()
    yield from expect("beside", {beside, again} - {None}, {own})
    yield from expect("none is better", again is not None, not better)
    for names, truth in ((are_better, better), (are_worse, worse)):
        yield from expect("verdict", set(re.split(", | and ", names or "")) - {""}, set(truth))


def _table(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table, own = Table.of(element), _own(facts)
    known = {name: one for name, one in _policies(facts).items() if one is not None}
    what = "share of mistakes" if facts.is_class else "root mean square error"
    heading = ["missing values", what, f"beside {own}", "leaves"]
    yield from expect("heading", table.heading, heading)
    yield from expect("policies", {row[0] for row in table.rows}, set(known))
    errors = [known[row[0]][0] for row in table.rows]
    yield from expect("order", errors, sorted(errors))
    yield from expect("marked", [table.rows[k][0] for k in table.marked], [own])
    for name, stated, verdict, leaves in table.rows:
        error, off, n_leaves = known[name]
        is_right = (
            stated.endswith(" %") and is_percent(stated[:-2], error)
            if facts.is_class
            else is_number(stated, error)
        )
        yield from expect_numbers((name, is_right, error))
        yield from expect("leaves", leaves, str(n_leaves))
        truth = "no clear difference" if abs(off) <= DEVIATE else "clearly worse"
        truth = "clearly better" if off > DEVIATE else truth
        yield from expect(f"verdict on {name}", verdict, "–" if name == own else truth)


def _excluded(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    truth = {name for name, one in _policies(facts).items() if one is None}
    yield from expect("left out", set(match[1].split(", ")), truth)


def _too_large(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("most", int(match[1]), MOST_CELLS)
    n_cells = facts.dataset.n_rows * facts.schema.n_features
    yield from expect("is large", n_cells > MOST_CELLS, True)


FORMS = [
    *as_is("h3", "Other treatments of missing values"),
    Form(
        "p",
        r"The tree was grown with missing='(\w+)'\. Trees of the other missing policies"
        r"(, pruned at the price of this one)?, on the same (\d+) folds?: (.+)",
        _text,
    ),
    Form("label", "Missing policies in cross-validation"),
    Form("table", "Missing policies in cross-validation", _table),
    Form("p", r"These trees do not take: (.+)\.", _excluded),
    Form(
        "p",
        r"Of tables of more than (\d+) values the missing policies are not compared here: "
        r"compare_missing or arboretum compare --missing does it\.",
        _too_large,
    ),
]
