"""The tables of docs/guide/evidence.md, from what was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from tests.docs.pages import ROOT
from tests.parity.evidence.contenders import TWINS
from tests.parity.evidence.duels import DUELS, Duel, fought
from tests.parity.evidence.record import all_of

__all__ = ["FOLDER", "PAGE", "TABLES", "on_page", "write_page"]

PAGE = ROOT / "docs" / "guide" / "evidence.md"
FOLDER = Path(__file__).parent / "tables"
HIERARCHIES = Path(__file__).parents[1] / "clus" / "hierarchies.md"
#: Measures and sizes, with their unit and digits.
SHOWN = {
    "accuracy": (100, "accuracy %"),
    "RRSE": (1, "RRSE in %"),
    "RRMSE": (100, "mean RRMSE in %"),
    "Hamming loss": (100, "Hamming loss in %"),
}


def beside(field: str, measure: str, contenders: Sequence[str], size: str = "leaves") -> list[str]:
    """A row per table, a column per contender, and the means over the tables of all of them."""
    unit, title = SHOWN[measure]
    lines = head(f"{title} / {size}", contenders)
    rows = []
    for table, found in all_of(field).items():
        row = [
            (unit * np.mean(found[one][measure]), np.mean(found[one]["size"]))
            if one in found
            else (np.nan, np.nan)
            for one in contenders
        ]
        rows.append(row)
        lines.append(line(table, (cell(*both) for both in row)))
    figures = np.array(rows)
    lines.append(line(f"mean of {len(rows)}", (cell(*it) for it in figures.mean(axis=0))))
    is_full = ~np.isnan(figures).any(axis=(1, 2))
    if not is_full.all():
        means = figures[is_full].mean(axis=0)
        lines.append(line(f"mean of the {is_full.sum()} that all saw", (cell(*it) for it in means)))
    return lines


def cell(error: float, size: float) -> str:
    return "" if np.isnan(error) else f"{error:.2f} / {size:.1f}"


def duels(field: str) -> list[str]:
    """How many tables each default wins and loses against each program."""
    heads = ["beside", "tables", "won", "even", "lost", "gained, points", "times as large"]
    lines = head("ours", heads)
    for ours, programs in DUELS[field].items():
        for program in programs:
            lines.append(line(ours, duel_cells(program, list(fought(field, ours, program)))))
    return lines


def duel_cells(program: str, found: Sequence[Duel]) -> list[str]:
    won = [one for one in found if one.gained > 0 and not one.is_even]
    lost = [one for one in found if one.gained < 0 and not one.is_even]
    ratio = np.exp(np.mean([np.log(one.size / one.their_size) for one in found]))
    return [
        program,
        f"{len(found)}",
        counted(won),
        f"{len(found) - len(won) - len(lost)}",
        counted(lost),
        f"{np.mean([one.gained for one in found]):+.2f}",
        f"{ratio:.2f}",
    ]


def counted(found: Sequence[Duel]) -> str:
    """How many, and how many of these by more than chance."""
    return f"{len(found)} ({sum(not one.is_chance for one in found)})"


def losses() -> list[str]:
    """Every table on which a program beats a default by more than chance."""
    lines = head("table", ["ours", "error %", "program", "error %", "lost, points"])
    for field, pairs in DUELS.items():
        for ours, programs in pairs.items():
            for program in programs:
                for one in fought(field, ours, program):
                    if one.gained < 0 and not one.is_chance:
                        cells = [f"{it:.2f}" for it in (one.error, one.their_error, -one.gained)]
                        cells[1:1] = [program]
                        lines.append(line(one.table, [ours, *cells]))
    return lines


def shares() -> list[str]:
    """Brier score, log loss and shares of 0 of what happened, means over all tables."""
    lines = head(
        "shares of", ["as measured by", "Brier score", "log loss", "share of 0 %", "better"]
    )
    records = all_of("classes")
    ours = mean_shares(records, "readable")
    for who, by in [("readable", "readable"), *OF_SHARES.items()]:
        if any(by not in found for found in records.values()):
            continue
        theirs = mean_shares(records, by)
        brier, log_loss, impossible = theirs.mean(axis=0)
        won = (ours[:, :2] < theirs[:, :2]).sum(axis=0)
        cells = [by if by != who else "itself", f"{brier:.4f}", f"{log_loss:.4f}"]
        cells += [f"{100 * impossible:.2f}", "" if by == "readable" else f"{won[0]} / {won[1]}"]
        lines.append(line(who, cells))
    return lines


def hierarchies() -> list[str]:
    """Of labels of a hierarchy, as the test beside CLUS prints them."""
    return HIERARCHIES.read_text(encoding="utf-8").splitlines()


OF_SHARES = {
    **TWINS,
    "C5.0, smoothed": "C50, smoothed",
    **{one: one for one in ("TreeClassifier", "CART", "CHAID", "scikit-learn")},
}


def twins() -> list[str]:
    """In how many folds a tree that stands for a program is as accurate as the program was."""
    lines = head("program", ["stood for by", "folds", "as accurate", "mean difference, points"])
    records = all_of("classes")
    for program, by in TWINS.items():
        both = [(it[program], it[by]) for it in records.values() if program in it and by in it]
        if not both:
            continue
        away = np.array([np.subtract(b["accuracy"], a["accuracy"]) for a, b in both])
        n_same = int((abs(away) < 1e-5).sum())
        cells = [by, f"{away.size}", f"{n_same}", f"{100 * away.mean():+.2f}"]
        lines.append(line(program, cells))
    return lines


def mean_shares(records: dict, who: str) -> np.ndarray:
    """A row per table."""
    measures = ("Brier score", "log loss", "impossible")
    return np.array([[np.mean(found[who][it]) for it in measures] for found in records.values()])


def head(first: str, names: Iterable[str]) -> list[str]:
    names = list(names)
    return [line(first, names), "| --- " * (len(names) + 1) + "|"]


def line(first: str, cells: Iterable[str]) -> str:
    return f"| {first} | {' | '.join(cells)} |"


OURS = ("readable", "readable, smallest", "TreeClassifier", "CART", "C4.5", "C50", "CHAID")
OTHERS = ("readable", "TreeClassifier", "CART", "C4.5", "C50", "scikit-learn")
PROGRAMS = ("readable", "C5.0", "J48", "rpart", "rpart 1-SE", "ctree", "scikit-learn")
RULES = ("RuleClassifier", "RuleClassifier, c5rules", "C5.0 rules")
NUMBERS = ("readable", "RuleRegressor", "M5'", "MAUVE", "RETIS", "CART", "TreeRegressor")
NUMBER_PROGRAMS = ("readable", "Cubist", "M5P", "rpart", "rpart 1-SE", "scikit-learn")
LABEL_STRATEGIES = ("vector", "binary_relevance", "label_powerset", "CLUS", "CLUS, unpruned")
TARGET_TREES = ("MultiTargetRegressor", "CLUS", "CLUS, unpruned")

#: By name, what makes the lines of each table.
TABLES: dict[str, Callable[[], list[str]]] = {
    "classes": partial(beside, "classes", "accuracy", PROGRAMS),
    "classes-ours": partial(beside, "classes", "accuracy", OURS),
    "classes-duels": partial(duels, "classes"),
    "others": partial(beside, "others", "accuracy", OTHERS),
    "others-duels": partial(duels, "others"),
    "rules": partial(beside, "rules", "accuracy", RULES, "rules"),
    "rules-duels": partial(duels, "rules"),
    "shares": shares,
    "twins": twins,
    "numbers": partial(beside, "numbers", "RRSE", NUMBER_PROGRAMS),
    "numbers-ours": partial(beside, "numbers", "RRSE", NUMBERS),
    "numbers-duels": partial(duels, "numbers"),
    "targets": partial(beside, "targets", "RRMSE", TARGET_TREES),
    "targets-duels": partial(duels, "targets"),
    "labels": partial(beside, "labels", "Hamming loss", LABEL_STRATEGIES),
    "labels-duels": partial(duels, "labels"),
    "hierarchies": hierarchies,
    "losses": losses,
}


def on_page(page: str, name: str) -> str:
    """The table below its mark; a blank line follows it."""
    _, after = page.split(mark(name))
    return after[: after.index("\n\n") + 1]


def mark(name: str) -> str:
    return f"<!-- {name} -->\n\n"


def write_page() -> None:
    """Every table into a file of its own and below its mark on the page."""
    page = PAGE.read_text(encoding="utf-8")
    for name, make in TABLES.items():
        table = "\n".join(make()) + "\n"
        (FOLDER / f"{name}.md").write_text(table, encoding="utf-8")
        before, after = page.split(mark(name))
        page = before + mark(name) + table + after[len(on_page(page, name)) :]
    PAGE.write_text(page, encoding="utf-8")
