"""The icicle shows the nodes, folds and selection of the tree."""

from __future__ import annotations

import pytest

from arboretum import TreeClassifier, datasets

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def model():
    penguins = datasets.penguins()
    return TreeClassifier(max_depth=4).fit(penguins.X, penguins.y)


def cells(opened):
    opened.settle()
    return opened.page.locator(".cell").evaluate_all("(all) => all.map((it) => +it.dataset.node)")


def test_what_is_folded_in_the_tree_is_folded_in_the_icicle(open_page, model):
    tree = model.tree_
    opened = open_page(model)
    opened.unfold()
    opened.card(1).locator(".fold").click()

    opened.page.click("#view-icicle")

    hidden = range(2, tree.subtree_end[1])
    assert cells(opened) == [node for node in range(tree.n_nodes) if node not in hidden]

    opened.page.locator('.cell[data-node="1"] .fold').click()
    unfolded = cells(opened)
    opened.page.click("#view-tree")

    assert unfolded == list(range(tree.n_nodes))
    assert opened.shown() == list(range(tree.n_nodes))


def test_a_cell_is_selected_by_mouse_and_keyboard_and_the_tree_knows(open_page, model):
    tree = model.tree_
    opened = open_page(model, view="icicle")
    page = opened.page

    page.locator('.cell[data-node="1"]').click()
    by_mouse = page.inner_text("#node h2")
    page.keyboard.press("ArrowRight")
    by_keys = page.evaluate("+document.activeElement.dataset.node")
    page.click("#view-tree")
    opened.settle()

    assert by_mouse == "Node 1"
    assert by_keys == tree.children(1)[0]
    assert opened.card(int(tree.children(1)[0])).get_attribute("aria-selected") == "true"


def test_a_double_click_lets_a_cell_fill_the_window_and_the_trail_leads_back(open_page, model):
    tree = model.tree_
    opened = open_page(model, view="icicle")
    opened.page.click("#unfold")

    opened.page.locator('.cell[data-node="1"]').dblclick()
    inside = cells(opened)
    height = opened.page.locator('.cell[data-node="1"]').bounding_box()["height"]
    room = opened.page.locator(".cells").bounding_box()["height"]
    trail = opened.page.locator(".trail button").all_inner_texts()
    opened.page.locator(".trail button").first.click()

    assert set(inside) <= set(range(1, tree.subtree_end[1]))
    assert height == pytest.approx(room, abs=3)
    assert trail[0].startswith("all samples")
    assert trail[1].endswith(tree.node(1).conditions[-1])
    assert 0 in cells(opened)


def test_the_way_of_a_sample_is_marked_in_the_icicle(open_page, model):
    penguins = datasets.penguins()
    opened = open_page(model, X=penguins.X, view="icicle")
    opened.tab("sample")

    opened.page.fill("#row", "300")
    opened.settle()
    followed = opened.page.locator(".cell.followed").evaluate_all(
        "(all) => all.map((it) => +it.dataset.node)"
    )

    row = {name: column[300:301] for name, column in penguins.X.items()}
    leaf = int(model.apply(row)[0])
    way = [leaf]
    while way[0] > 0:
        way.insert(0, int(model.tree_.parent[way[0]]))
    assert followed == way
