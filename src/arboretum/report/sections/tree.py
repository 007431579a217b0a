"""The tree in words, as a picture and as a page to explore."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum import show
from arboretum.report.markup import Markup, element, section
from arboretum.report.picture import figure, page_picture
from arboretum.report.sections.words import in_words
from arboretum.show.web.html import MAX_NODES_IN_NOTEBOOK

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["tree"]

#: Trees that hold more numbers, such as those of hundreds of labels, would make the page too large.
MOST_NUMBERS = 60_000


def tree(report: Report) -> Markup:
    """A picture to look at, and the same tree to explore."""
    picture, depth = page_picture(report.estimator, report.tree, report.stability)
    caption = (
        "Each box says what the tree predicts there and how many samples reach it; the question "
        "below it is answered along the branches."
    )
    if depth < report.tree.depth:
        caption += " What is too wide for the page is folded: the tree to explore has it all."
    words = element("div", in_words(report))
    both = element("div", words, figure(picture, caption, "tree"), class_="beside")
    return section("tree", "The tree", *_smoothing(report), both, _explorer(report))


def _smoothing(report: Report) -> list[str]:
    """Why shares are not those of the samples of a leaf, if they are not."""
    how = (
        report.tree.leaf_model.smoothing_in_words() if report.tree.schema.is_classification else ""
    )
    return [f"The shares of classes are those that are predicted: {how}."] if how else []


def _explorer(report: Report) -> str:
    """The tree to fold, search and prune, closed until it is asked for."""
    n_numbers = report.tree.n_nodes * report.tree.value.shape[1]
    if report.tree.n_nodes > MAX_NODES_IN_NOTEBOOK or n_numbers > MOST_NUMBERS:
        return "The tree is too large to explore here: use show.html(model)."
    page = show.html(report.estimator, stability=report.stability, title=report.title)
    assert page is not None  # without a path it is returned
    frame = element(
        "iframe",
        srcdoc=page,
        sandbox="allow-scripts allow-modals",
        loading="lazy",
        title="The tree to explore",
    )
    summary = element("summary", "Explore the tree: fold, search, follow a sample down")
    return element("details", summary, frame, class_="explorer")
