"""A tree of 5,000 nodes on the page: as much is drawn as is seen."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier

pytestmark = pytest.mark.browser

# What fits into the window, with a margin; not a share of the tree.
MOST_CARDS = 150


def test_five_thousand_nodes_unfold_and_only_those_in_view_are_drawn(open_page):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 5)).round(3)
    y = X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=20_000) > 0
    model = TreeClassifier(max_leaf_nodes=2500).fit(X, y)
    assert model.tree_.n_nodes == 4999
    opened = open_page(model, X=X[:100])

    folded = len(opened.shown())
    opened.page.click("#unfold")
    unfolded = len(opened.shown())
    near = count_of_edges(opened)
    opened.page.click("#fit")
    opened.settle()
    links = count_of_edges(opened)
    small = sum(
        path.get_attribute("d").count("M") for path in opened.page.locator("#small path").all()
    )

    assert folded <= MOST_CARDS
    assert unfolded <= MOST_CARDS
    assert near < 4998
    assert links == 4998
    assert small == 4999

    opened.page.fill("#search", "#4321")
    opened.page.press("#search", "Enter")
    opened.settle()

    assert opened.card(4321).is_visible()


def count_of_edges(opened):
    return opened.page.locator("#links path").evaluate_all(
        "(all) => all.reduce((sum, it) => sum + it.getAttribute('d').match(/M/g).length, 0)"
    )
