"""Whether the shares of the classes can be taken at their word, as probabilities."""

from __future__ import annotations

from collections.abc import Iterator

from arboretum.measures import LEAST_SHARE
from arboretum.report.charts.calibration import calibration_chart
from arboretum.report.judgement import GivenShares
from arboretum.report.markup import Markup, element, fragment, table
from arboretum.show.paper.wrap import clip
from arboretum.tree import category_text, number_text
from arboretum.tree.words.format import percent, plural

__all__ = ["given_shares"]

#: Names on an axis have little room; the text beside it has them whole.
LONGEST_NAME = 20


def given_shares(found: GivenShares, name: str) -> Markup:
    """How far they are from what happened, then how often that was, group by group."""
    texts = [element("p", text) for text in _texts(found, name)]
    drawn = element("figure", _chart(found, name), element("figcaption", _caption(found)))
    left = element("div", *texts, _errors(found, name))
    right = element("div", drawn, _groups(found, name))
    pair = element("div", left, right, class_="pair")
    return fragment(element("h3", "Its shares as probabilities"), pair)


def _texts(found: GivenShares, name: str) -> Iterator[str]:
    yield (
        f"With each prediction of {name} come the shares of all classes, which stand for their "
        "probabilities. The table says how far they are from what happened to samples that the "
        "tree had not seen, and how far it is to give everybody the shares of the other folds."
    )
    if found.is_of_prior:
        yield (
            "The tree was grown for other shares of the classes than these samples have: here a "
            "sample counts as much as the prior says of its class."
        )
    if found.n_impossible or found.n_impossible_without:
        yield (
            f"Samples of a class that was given a share of 0: {number_text(found.n_impossible)}, "
            f"and without a tree {number_text(found.n_impossible_without)}. By right they make the "
            f"log loss infinite; here a share of 0 counts as {LEAST_SHARE:.1e}."
        )
    yield _heaviest(found)
    yield _verdict(found)


def _heaviest(found: GivenShares) -> str:
    """The group of most samples, in a plain sentence."""
    groups = found.calibration
    k = int(groups.weights.argmax())
    samples, (low, high) = plural(float(f"{groups.weights[k]:.6g}"), "sample"), groups.interval[k]
    turned_out = f"{percent(groups.observed[k])} were"
    interval = f"(95 % interval: {percent(low)} to {percent(high)})"
    if found.of_class is None:
        return (
            f"Of the {samples} whose likeliest class was given {_range(found, k)}, {turned_out} of "
            f"that class {interval}."
        )
    who = category_text(found.of_class)
    return f"Of the {samples} given {_range(found, k)} for {who}, {turned_out} {who} {interval}."


def _verdict(found: GivenShares) -> str:
    groups = found.calibration
    off, n = groups.is_off, len(groups.weights)
    apart = f"{100 * groups.error:.1f} percentage points apart on average"
    if not off.any():
        return (
            f"The share given and the share that turned out so are {apart}, and in none of "
            f"{plural(n, 'group')} of samples farther than the 95 % interval explains."
        )
    k = int((groups.weights * abs(groups.predicted - groups.observed) * off).argmax())
    return (
        f"The share given and the share that turned out so are {apart}, and in {int(off.sum())} of "
        f"{plural(n, 'group')} of samples farther than the 95 % interval explains. "
        f"Most of that is due to samples given {_range(found, k)}: {percent(groups.predicted[k])} "
        f"on average, and {percent(groups.observed[k])} turned out so."
    )


def _range(found: GivenShares, k: int) -> str:
    low, high = found.calibration.low[k], found.calibration.high[k]
    return f"{100 * low:.0f} to {100 * high:.0f} %"


def _errors(found: GivenShares, name: str) -> Markup:
    rows = []
    for measured in (found.brier, found.log_loss):
        value, low, high, without = measured.texts
        rows.append([measured.error.measure, value, f"{low} to {high}", without])
    heading = ["measure", "per sample", "95 % interval", "without a tree"]
    return table(f"How far shares of {name} are from what happened", heading, rows, stacks=True)


def _what(found: GivenShares) -> str:
    return "the likeliest class" if found.of_class is None else category_text(found.of_class)


def _chart(found: GivenShares, name: str) -> Markup:
    what = _what(found)
    n = plural(len(found.calibration.weights), "group")
    words = (
        f"Calibration of {name}: how often {what} turned out so over the share it was given, in "
        f"{n} of samples."
    )
    across = f"share given to {clip(what, LONGEST_NAME)}"
    return calibration_chart(found.calibration, across, "share that turned out so", words)


def _caption(found: GivenShares) -> str:
    caption = (
        "Dashed: as often as the share says; above it more often. Upright lines: 95 % intervals, "
        "one in twenty of which misses the dashed line by chance."
    )
    return f"{caption} Ringed: those that miss it." if found.calibration.is_off.any() else caption


def _groups(found: GivenShares, name: str) -> Markup:
    groups = found.calibration
    rows = [
        [
            _range(found, k).replace(" to ", "–"),  # where there is little room
            number_text(float(groups.weights[k]), 6),
            percent(groups.predicted[k]),
            percent(groups.observed[k]),
            f"{percent(groups.interval[k, 0])} to {percent(groups.interval[k, 1])}",
        ]
        for k in range(len(groups.weights))
    ]
    heading = ["share given", "samples", "on average", "turned out so", "95 % interval"]
    return table(f"How often {_what(found)} of {name} occurred, by the share given", heading, rows)
