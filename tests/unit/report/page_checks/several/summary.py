"""The top: its tiles, its warnings and its sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.unit.report.page_checks import distance, notes, sentences, summary
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    NUMBER,
    PERCENT,
    Form,
    as_is,
    expect,
    expect_numbers,
    is_percent,
)
from tests.unit.report.page_checks.several import warnings
from tests.unit.report.page_checks.several.facts import MOST_TOLD, SeveralFacts
from tests.unit.report.page_checks.several.measures import in_words
from tests.unit.report.page_checks.summary import ROUNDED, lines_of, strip_of
from tests.unit.report.page_checks.wording import Pieces

__all__ = ["FORMS"]

INTERVAL = r"\(95 % interval: (.+?) to (.+?)\)"


def _longest(measured: tuple[float, ...]) -> float:
    error, _, high, none = measured
    return max(error, high, none) or 1.0


# -- tiles --------------------------------------------------------------------------


def _error(facts: SeveralFacts, match: re.Match, tile: Element) -> Iterator[str]:
    label, value, *lines = lines_of(tile)
    if not facts.is_told_together or not facts.together:
        yield from expect("label", label, _label_of_each(facts))
        errors = [one.error(*one.held_out) for one in facts.each]
        yield from _one_by_one(facts, [value, *lines], errors)
        return
    name, measured = facts.headline, facts.together[facts.headline]
    yield from expect("label", label, LABELS[name])
    yield from in_words(name, measured, measured[0]).wrong(value)
    _, bar, *spans = strip_of(tile)
    if name == "area":
        yield from _ranked(facts, lines, float(bar["width"]))
        return
    interval = in_words(name, measured, measured[1]), in_words(name, measured, measured[2])
    told = Pieces(("95 % interval: ", *interval[0].held, " to ", *interval[1].held))
    yield from told.wrong(lines[0])
    yield from expect("how", lines[1], _how(facts))
    yield from _sets_right(facts, lines[2:], facts.sets[0] if facts.has_labels else None)
    drawn = [float(bar["width"]), float(spans[0]["x"]), float(spans[0]["width"])]
    longest = _longest(measured)
    truth = [100 * one / longest for one in (measured[0], measured[1], measured[2] - measured[1])]
    if any(abs(one - other) > ROUNDED for one, other in zip(drawn, truth, strict=True)):
        yield f"the bar is {truth}, not {drawn}"


LABELS = {
    "Hamming loss": "Labels wrong on samples it has not seen",
    "area": "Area under the precision-recall curve",
    "mean error rate": "Wrong on samples it has not seen",
    "relative RMSE": "Off on samples it has not seen",
}


def _label_of_each(facts: SeveralFacts) -> str:
    if facts.all_are_numbers:
        return "Off on samples it has not seen"
    if all(facts.classes_of):
        return "Wrong on samples it has not seen"
    return "Wrong or off on samples it has not seen"


def _how(facts: SeveralFacts) -> str:
    n = len(facts.names)
    if facts.has_labels:
        return f"of {n} labels (Hamming loss)"
    if facts.all_are_numbers:
        return f"standard deviations, the mean of {n} targets (relative RMSE)"
    return f"of {n} targets, on average"


def _ranked(facts: SeveralFacts, lines: list[str], drawn: float) -> Iterator[str]:
    how = f"of {len(facts.names)} labels pooled, by rank; 1 would be perfect"
    yield from expect("how", lines[0], how)
    yield from _sets_right(facts, lines[1:], facts.sets[0])
    if abs(drawn - 100 * facts.pooled[0]) > ROUNDED:
        yield f"the bar is {facts.pooled[0]}, not {drawn}"


def _sets_right(facts: SeveralFacts, lines: list[str], wrong: float | None) -> Iterator[str]:
    yield from expect("lines", len(lines), int(wrong is not None))
    for line in lines:
        found = re.fullmatch(rf"{PERCENT} of the sets right in every label", line)
        if found is None or wrong is None or not is_percent(found[1], 1 - wrong):
            yield f"{wrong} of the sets are wrong"


def _one_by_one(facts: SeveralFacts, lines: list[str], truths: list[float]) -> Iterator[str]:
    n_more = len(facts.names) - MOST_TOLD
    more = [f"and {n_more} target{'' if n_more == 1 else 's'} more"] if n_more > 0 else []
    yield from expect("more", lines[len(facts.each) :] if not more else lines[MOST_TOLD:], more)
    for line, one, truth in zip(lines, facts.each[:MOST_TOLD], truths, strict=False):
        name = facts.names[one.k]
        yield from Pieces((f"{name}: ", *sentences.amount(one, truth).held)).wrong(line)


def _without(facts: SeveralFacts, match: re.Match, tile: Element) -> Iterator[str]:
    _, value, *lines = lines_of(tile)
    if not facts.is_told_together or not facts.together:
        yield from _one_by_one(facts, [value, *lines], [one.without_tree for one in facts.each])
        return
    name, measured = facts.headline, facts.together[facts.headline]
    yield from in_words(name, measured, measured[-1]).wrong(value)
    yield from expect("usual", lines[0], "always predicting the same")
    yield from _sets_right(facts, lines[1:], facts.sets[-1] if facts.has_labels else None)
    longest = 1.0 if name == "area" else _longest(measured)
    drawn, truth = float(strip_of(tile)[1]["width"]), 100 * measured[-1] / longest
    if abs(drawn - truth) > ROUNDED:
        yield f"the bar is {truth}, not {drawn}"


# -- sentences -----------------------------------------------------------------------


def _of_target(check: Callable) -> Callable:
    """A sentence about the target that it names."""

    def of_named(facts: SeveralFacts, match: re.Match, element: Any) -> Iterator[str]:
        names = [name for name in facts.names if NAMED_AS.format(name) in match[0]]
        if not names:
            yield "no such target"
            return
        yield from check(facts.named(max(names, key=len)), match, element)

    return of_named


NAMED_AS = " {} "


def _cells(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    *stated, rest = match.groups()
    for text, truth in zip(stated, facts.cells, strict=True):
        yield from in_words("Hamming loss", facts.cells, truth).wrong(text)
    yield from expect("verdict", rest, _verdict(facts, facts.cells))


def _verdict(facts: SeveralFacts, measured: tuple[float, ...]) -> str:
    error, _, high, none = measured
    if facts.n_leaves == 1:
        differ = " The two differ because trees of some folds did ask something."
        return differ if error != none else ""
    if high < none:
        return ""
    return f" That is {'worse' if error > none else 'not clearly better'} than without a tree."


def _sets(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    for text, wrong in zip(match.groups(), (facts.sets[0], facts.sets[-1]), strict=True):
        yield from expect_numbers(("sets", is_percent(text, 1 - wrong), 1 - wrong))


def _by_rank(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    for text, truth in zip(match.groups(), facts.pooled, strict=True):
        yield from in_words("area", facts.pooled, truth).wrong(text)


def _mean(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    (name, measured), (n, *stated, rest) = next(iter(facts.together.items())), match.groups()
    yield from expect("targets", int(n), len(facts.names))
    yield from expect("kind", match[0].startswith("For samples"), name == "relative RMSE")
    yield from _in_order(name, measured, stated)
    yield from expect("verdict", rest, _verdict(facts, measured))


def _mean_of_classes(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    value, n, low, high, none, rest = match.groups()
    yield from expect("targets", int(n), len(facts.names))
    yield from _in_order("mean error rate", facts.cells, [value, low, high, none])
    yield from expect("verdict", rest, _verdict(facts, facts.cells))


def _in_order(name: str, measured: tuple[float, ...], stated: list[str]) -> Iterator[str]:
    for text, truth in zip(stated, measured, strict=True):
        yield from in_words(name, measured, truth).wrong(text)


def _best(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    n, what, better, gain = match.groups()
    several = f"{facts.what}{'' if len(facts.names) == 1 else 's'}"
    yield from expect("targets", (int(n), what), (len(facts.names), several))
    yield from expect("better", better, str(len(facts.better) or "none"))
    best = facts.charted
    if best not in facts.better:
        yield from expect("no gain", gain, None)
        return
    value, none = (
        sentences.amount(best, one).held for one in (best.error(*best.held_out), best.without_tree)
    )
    name, how = facts.names[best.k], "wrong for " if best.is_class else "off by "
    told = [f"; best beside no tree is {name}, {how}", *value, " instead of ", *none]
    if not best.is_class:
        told += [" (", lambda text: is_percent(text, best.explained, 0), " % of the variance)"]
    yield from Pieces(tuple(told)).wrong(gain or "")


FORMS = [
    *as_is("h2", "In short"),
    *as_is("h3", "Before you rely on it"),
    Form(
        "tile",
        r"(?:Labels wrong|Wrong|Off|Wrong or off) on samples it has not seen|Area under the "
        r"precision-recall curve",
        _error,
    ),
    Form("tile", "Without a tree", _without),
    Form("tile", "Leaves", summary.size),
    Form("tile", "Same with other samples", summary.stability),
    *distance.FORMS,
    *warnings.FORMS,
    *notes.FORMS,
    Form(
        "p",
        rf"Of samples it has not seen, it gets (.+?) of the labels wrong {INTERVAL}, those that "
        r"are missing and those too many\. Always predicting the same labels would get (.+?) "
        r"wrong\.(.*)",
        _cells,
    ),
    Form(
        "p",
        rf"The set is right in every label for {PERCENT} of them, and for {PERCENT} without a "
        r"tree\.",
        _sets,
    ),
    Form(
        "p",
        r"Ranked by their probability, the labels of samples it has not seen have an area under "
        r"the precision-recall curve of (.+?), all labels pooled, and of (.+?) without a tree; 1 "
        r"would be perfect\.",
        _by_rank,
    ),
    Form(
        "p",
        rf"For samples it has not seen, its predictions of (\d+) targets are off by {NUMBER} of "
        rf"their standard deviations on average {INTERVAL}\. Always saying the same would be off "
        rf"by {NUMBER}\.(.*)",
        _mean,
    ),
    Form(
        "p",
        rf"Of samples it has not seen, it gets (.+?) of the (\d+) targets wrong on average "
        rf"{INTERVAL}\. Always saying the same would get (.+?) wrong\.(.*)",
        _mean_of_classes,
    ),
    Form(
        "p",
        r"Of (\d+) (labels?|targets?) it predicts (none|\d+) clearly better than no tree does"
        r"(; best .+)?\.",
        _best,
    ),
    *(
        Form(form.what, form.pattern, _of_target(form.check))
        if form.check in (sentences.told_of_class, sentences.told_of_number)
        else form
        for form in sentences.FORMS
    ),
]
