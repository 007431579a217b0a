"""A page about all trees that are about as good as the best one."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np

from arboretum.data import Feature
from arboretum.data.read.whole_file import whole_file
from arboretum.exceptions import DataError
from arboretum.explain import NearOptimal
from arboretum.report.charts.sizes import SizedError, error_by_size
from arboretum.report.colours import class_marks, legend
from arboretum.report.markup import Markup, bar, element, section, stacked_bar, table
from arboretum.report.picture import figure, page_picture
from arboretum.report.whole_page import whole_page
from arboretum.tree import Tree, category_text, name_text, number_text
from arboretum.tree.words.format import percent, plural, value_text

__all__ = ["near_optimal_page"]

#: Rows of tables, and columns of samples.
MOST_ROWS, MOST_COLUMNS = 20, 6
LINKS = {
    "summary": "In short",
    "counts": "How many there are",
    "roots": "First questions",
    "features": "Features",
    "disputed": "Where they disagree",
    "trees": "Some of the trees",
}


def near_optimal_page(
    found: NearOptimal,
    path: str | os.PathLike[str] | None = None,
    *,
    n_trees: int = 3,
    random_state: int = 0,
    title: str | None = None,
) -> str | None:
    """Show near-optimal trees on a page for browsers.

    Parameters
    ----------
    found : what :func:`arboretum.explain.near_optimal` returns
    path : where to write the page, a file that ends in .html; without one it is returned
    n_trees : how many trees are drawn: a best one, and the others at random
    random_state : int, the seed of the draw
    title : the heading; the name of the target by default

    Examples
    --------
    >>> from arboretum import datasets
    >>> from arboretum.explain import near_optimal
    >>> drug = datasets.drug()
    >>> page = near_optimal_page(near_optimal(drug.X, drug.y, max_depth=2))
    >>> "First questions" in page
    True
    """
    if found.n_trees == 0:
        raise DataError(
            "There is no tree to show. Ask for a larger eps, or with only() for less."
            if found.is_complete
            else "No tree was found before the search ended. Raise memory_limit or time_limit."
        )
    schema = found.dataset.schema
    if title is None:
        title = f"Near-optimal trees: {name_text(schema.targets[0].name)}"
    about = [
        plural(found.dataset.n_rows, "row"),
        plural(schema.n_features, "feature"),
    ]
    page = whole_page(title, about, LINKS, _sections(found, n_trees, random_state))
    if path is None:
        return page
    with whole_file(path) as file:
        file.write(page.encode("utf-8"))
    return None


def _sections(found: NearOptimal, n_trees: int, random_state: int) -> Iterator[Markup]:
    ranks = sorted({0, *found.draw(max(n_trees - 1, 1), random_state)})[: max(n_trees, 1)]
    trees = {rank: found[rank] for rank in ranks}
    yield _summary(found)
    yield _counts(found)
    yield _roots(found)
    yield _features(found)
    yield _disputed(found, trees[ranks[0]])
    yield _trees(found, trees)


def _summary(found: NearOptimal) -> Markup:
    sentences = (element("p", _sentence(line)) for line in found.summary())
    words = element("div", *sentences, class_="short")
    return section("summary", "In short", words)


def _sentence(line: str) -> str:
    return f"{line[0].upper()}{line[1:]}."


def _counts(found: NearOptimal) -> Markup:
    front = found.pareto
    ordered = sorted(found.counts, key=lambda one: (one not in front, -one.n_trees))
    shown = sorted(ordered[:MOST_ROWS], key=lambda one: (one.errors, one.leaves))
    rows = [
        [
            number_text(one.errors),
            str(one.leaves),
            f"{one.n_trees:,}",
            bar(one.n_trees / found.n_trees),
            "yes" if one in front else "",
        ]
        for one in shown
    ]
    n_left = len(found.counts) - len(shown)
    more = f"{plural(n_left, 'rarer combination')} of errors and leaves left out."
    heading = ["errors", "leaves", "trees", "share", "Pareto front"]
    counted = table(
        "Trees by errors in training and leaves",
        heading,
        rows,
        left=(3, 4),
        more=more if n_left else None,
    )
    points = [SizedError(one.leaves, one.errors, 0.0) for one in front]
    words = "Least errors of trees by leaves: " + ", ".join(
        f"{number_text(one.errors)} with {plural(one.leaves, 'leaf', 'leaves')}" for one in front
    )
    best = next(i for i, one in enumerate(front) if one == found.counts[0])
    chart = error_by_size(points, best, None, is_share=False, words=words)
    caption = (
        "The Pareto front: no other tree has fewer errors without more leaves. The ring marks the "
        "cheapest."
    )
    drawn = element("figure", chart, element("figcaption", caption))
    both = element("div", element("div", counted), drawn, class_="flow")
    return section("counts", "How many there are", both)


def _roots(found: NearOptimal) -> Markup:
    rows = [
        [question, percent(share), bar(share)]
        for question, share in list(found.roots.items())[:MOST_ROWS]
    ]
    n_left = len(found.roots) - len(rows)
    more = f"{plural(n_left, 'question')} of smaller shares left out." if n_left else None
    caption = f"Of {_all(found)}, the share that ask it first"
    made = table(caption, ["question", "trees", ""], rows, left=(0, 2), more=more)
    return section("roots", "First questions", made)


def _all(found: NearOptimal) -> str:
    trees = "1 tree" if found.n_trees == 1 else f"{found.n_trees:,} trees"
    return trees if found.is_complete else f"at least {trees}"


def _features(found: NearOptimal) -> Markup:
    first = found.root_features
    rows = [
        [name_text(name), percent(share), bar(share), percent(first.get(name, 0.0))]
        for name, share in list(found.features.items())[:MOST_ROWS]
    ]
    n_left, n_features = len(found.features) - len(rows), found.dataset.schema.n_features
    more = f"{plural(n_left, 'feature')} of smaller shares left out." if n_left else None
    heading = ["feature", "trees", "", "first of all"]
    caption = f"Of {_all(found)}, the share that ask about it"
    made = table(caption, heading, rows, left=(0, 2), more=more, stacks=True)
    n_unasked = n_features - len(found.features)
    never = f"No tree asks about {plural(n_unasked, 'other feature')}."
    return section("features", "Features", made, *([never] if n_unasked else []))


def _disputed(found: NearOptimal, tree: Tree) -> Markup:
    schema = found.dataset.schema
    disputed = found.disputed.tolist()
    classes, marks = schema.classes or (), class_marks(tree)
    if not disputed:
        return section("disputed", "Where they disagree", "All trees decide alike for all samples.")
    names = list(found.features)[:MOST_COLUMNS]
    asked = [schema.feature_index[name] for name in names]
    assert found.dataset.targets is not None
    rows = []
    for row in disputed[:MOST_ROWS]:
        shares = found.shares[row]
        truth = classes[int(found.dataset.targets[row, 0])]
        values = [_value(found, schema.features[f], f, row) for f in asked]
        mostly = category_text(classes[int(shares.argmax())])
        mix = stacked_bar(shares.tolist(), marks)
        agree = percent(shares.max(), 0)
        rows.append([str(row), category_text(truth), mostly, agree, mix, *values])
    n = found.dataset.n_rows
    told = (
        f"{plural(len(disputed), 'sample')} of {n} ({percent(len(disputed) / n)}) are decided "
        "differently by some of the trees; those that divide them most come first."
    )
    heading = ["row", "is", "most say", "agree", "", *map(name_text, names)]
    left = (1, 2, 4, *range(5, len(heading)))
    caption = "Samples, and how many trees decide for each class"
    made = table(caption, heading, rows, left=left, class_="mixes")
    return section("disputed", "Where they disagree", told, legend(classes, marks), made)


def _value(found: NearOptimal, feature: Feature, f: int, row: int) -> str:
    if found.dataset.is_missing(f, np.array([row]))[0]:
        return "–"
    return value_text(feature, found.dataset.columns[f][row].item(), 4)


def _trees(found: NearOptimal, trees: dict[int, Tree]) -> Markup:
    near, figures = found.ranked.near, []
    for rank, tree in trees.items():
        picture, depth = page_picture(tree, tree)
        wrong = number_text(near.errors(found.ranked.cost_of(rank)))
        caption = (
            f"Rank {rank:,}: {wrong} errors, {plural(tree.n_leaves, 'leaf', 'leaves')}"
            f"{'; what is too wide for the page is folded' if depth < tree.depth else ''}."
        )
        figures.append(figure(picture, caption, "tree"))
    told = "A best tree, and others drawn at random, each with the same chance."
    return section("trees", "Some of the trees", told, *figures)
