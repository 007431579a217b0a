"""What readers do with the page: fold, move, hover, prune, search, by mouse and by keyboard."""

from __future__ import annotations

import re

import numpy as np
import pytest

from arboretum import CARTClassifier, TreeClassifier, TreeRegressor, datasets
from arboretum.pruning import CostComplexity
from arboretum.show.paper.palette import class_colours, contrast
from arboretum.tree.words.format import format_split
from tests.browser.contrast import CONTRAST

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def penguins():
    return datasets.penguins()


@pytest.fixture(scope="module")
def model(penguins):
    """A tree of 15 leaves, all of them in the window at once."""
    return TreeClassifier(max_depth=4).fit(penguins.X, penguins.y)


def below(tree, node):
    return set(range(node + 1, tree.subtree_end[node]))


def test_every_node_is_there_with_its_question_and_the_answer_that_leads_to_it(open_page, model):
    tree = model.tree_
    opened = open_page(model)

    opened.unfold()

    assert opened.shown() == list(range(tree.n_nodes))
    for node in tree.nodes():
        head = " ".join(opened.card(node.id).locator(".head").all_text_contents())
        asked = node.prediction if node.is_leaf else f"{format_split(node.split, tree.schema)}?"
        assert head == asked.replace("<=", "≤")
    answers = opened.page.locator(".answer").evaluate_all(
        "(all) => all.map((it) => [+it.dataset.node, it.textContent])"
    )
    assert dict(answers) == {
        node.id: "no" if node.branch else "yes" for node in tree.nodes() if node.path
    }


def test_edges_are_as_wide_as_their_samples(open_page, model):
    tree = model.tree_
    opened = open_page(model)
    opened.unfold()

    widths = opened.page.locator("#links path").evaluate_all(
        "(all) => all.flatMap((it) => "
        "it.getAttribute('d').match(/M/g).map(() => +it.getAttribute('stroke-width')))"
    )

    shares = tree.n_samples[1:] / tree.n_samples[0]
    assert sorted(widths) == sorted(max(1.5, round(2 * 20 * share) / 2) for share in shares)


@pytest.mark.parametrize("turns", [0, 1])
def test_no_card_touches_another(open_page, model, turns):
    opened = open_page(model)
    opened.unfold()
    for _ in range(turns):
        opened.page.click("#turn")
    opened.page.click("#fit")

    boxes = [opened.card(node).bounding_box() for node in opened.shown()]

    assert len(boxes) == model.tree_.n_nodes
    for i, box in enumerate(boxes):
        assert [other for other in boxes[:i] if touch(box, other)] == []


def touch(a, b):
    def overlap(start, size):
        return a[start] < b[start] + b[size] and b[start] < a[start] + a[size]

    return overlap("x", "width") and overlap("y", "height")


def test_a_fold_hides_what_is_below_and_counts_its_leaves(open_page, model):
    tree = model.tree_
    hidden = below(tree, 1)
    opened = open_page(model)
    opened.unfold()

    opened.card(1).locator(".fold").click()

    assert set(opened.shown()) == set(range(tree.n_nodes)) - hidden
    assert opened.card(1).get_attribute("aria-expanded") == "false"
    leaves = sum(bool(tree.is_leaf[node]) for node in hidden)
    assert opened.card(1).locator(".fold").inner_text() == f"+{leaves}"

    opened.card(1).locator(".fold").click()

    assert opened.shown() == list(range(tree.n_nodes))


def test_the_wheel_zooms_around_the_pointer_and_a_drag_moves(open_page, model):
    opened = open_page(model)
    before = opened.card(0).bounding_box()
    middle = (before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)

    opened.page.mouse.move(*middle)
    opened.page.mouse.wheel(0, -100)
    opened.settle()
    zoomed = opened.card(0).bounding_box()

    assert zoomed["width"] > 1.2 * before["width"]
    assert zoomed["x"] + zoomed["width"] / 2 == pytest.approx(middle[0], abs=1)
    assert zoomed["y"] + zoomed["height"] / 2 == pytest.approx(middle[1], abs=1)

    opened.page.mouse.down()
    opened.page.mouse.move(middle[0] + 60, middle[1] + 25, steps=3)
    opened.page.mouse.up()
    opened.settle()
    moved = opened.card(0).bounding_box()

    assert moved["x"] - zoomed["x"] == pytest.approx(60, abs=1)
    assert moved["y"] - zoomed["y"] == pytest.approx(25, abs=1)


def test_the_toolbar_folds_the_selected_subtree_into_one_node_and_unfolds_it(open_page, model):
    tree = model.tree_
    opened = open_page(model)
    opened.unfold()
    opened.card(1).click()

    opened.page.click("#fold")

    assert set(opened.shown()) == set(range(tree.n_nodes)) - below(tree, 1)
    hidden = len(below(tree, 1))
    assert f"{hidden} of {tree.n_nodes} nodes are folded" in opened.page.inner_text("#hint")

    opened.page.click("#fold")  # folded already: its parent is next

    assert opened.shown() == [0]

    opened.page.click("#unfold")

    assert opened.shown() == list(range(tree.n_nodes))
    assert opened.page.inner_text("#hint") == ""


def test_a_pointer_that_rests_is_told_a_few_words_beside_the_card(open_page, model):
    tree = model.tree_
    opened = open_page(model)
    hover = opened.page.locator("#hover")

    opened.card(1).hover()
    at_once = hover.is_visible()
    hover.wait_for(state="visible")
    words, card, box = hover.inner_text(), opened.card(1).bounding_box(), hover.bounding_box()
    opened.page.mouse.move(2, 300)

    assert not at_once
    assert f"Node 1 {tree.n_samples[1]:.0f} samples" in words
    assert tree.node(1).conditions[-1] in words
    assert not touch(card, box)
    assert not hover.is_visible()


def test_a_click_tells_counts_split_runner_up_and_why_it_stopped(open_page, model):
    tree = model.tree_
    opened = open_page(model)
    opened.unfold()

    opened.card(1).click()
    inner = opened.page.locator("#node").inner_text()
    leaf = tree.leaves()[0]
    opened.card(leaf.id).click()
    outer = opened.page.locator("#node").inner_text()

    node = tree.node(1)
    assert f"Node {node.id}\n" in inner
    for name, count in zip(tree.schema.classes, node.value, strict=True):
        assert f"{name}\t{count:.0f}\t" in inner
    assert f"score\n{node.score:.7g}" in inner
    assert f"\t{node.runner_up[1]:.7g}" in inner
    assert node.on_missing in inner
    assert f"stopped\n{leaf.stop_reason}" in outer


def test_the_slider_prunes_to_the_trees_of_cost_complexity(open_page, penguins):
    pruning = CostComplexity(cv=5, rule=None)
    model = CARTClassifier(complexity=0.0, min_samples_split=4, pruning=pruning)
    model.fit(penguins.X, penguins.y)
    tree, table = model.tree_, model.cp_table_
    opened = open_page(model)
    opened.unfold()

    for row, (cp, nsplit) in enumerate(zip(table["CP"], table["nsplit"], strict=True)):
        opened.slide(len(table["CP"]) - 1 - row)
        smaller = CostComplexity(cp=cp, links="rpart").prune(tree, None)

        assert len(opened.shown()) == smaller.n_nodes
        expected = f"{nsplit + 1} of {tree.n_leaves} leaves, error {table['xerror'][row]:.3g}"
        assert opened.page.locator("#leaves").inner_text() == expected
        rules = opened.page.locator("#rules .link").evaluate_all(
            "(all) => all.map((it) => it.textContent)"
        )
        assert sorted(rules) == sorted(rule.to_text() for rule in smaller.rules())


def test_search_marks_what_speaks_of_it_and_enter_goes_there(open_page, model):
    tree = model.tree_
    wanted = [
        node.id
        for node in tree.nodes()
        if "island" in " ".join(node.conditions[-1:])
        or (node.split is not None and tree.schema.feature_names[node.split.column] == "island")
    ]
    opened = open_page(model)
    opened.card(0).locator(".fold").click()

    opened.page.fill("#search", "ISLAND")
    opened.settle()

    assert opened.page.locator("#matches").inner_text() == f"{len(wanted)} found"

    for _ in wanted:
        opened.page.press("#search", "Enter")
    opened.settle()
    marked = opened.page.locator(".card.match").evaluate_all(
        "(all) => all.map((it) => +it.dataset.node)"
    )

    assert opened.page.locator("#matches").inner_text() == f"{len(wanted)} of {len(wanted)}"
    assert sorted(marked) == wanted
    assert opened.page.locator("#node h2").inner_text() == f"Node {wanted[-1]}"


def test_the_keyboard_walks_the_tree_as_the_tree_pattern_says(open_page, model):
    tree = model.tree_
    opened = open_page(model)
    focused = "() => document.activeElement.dataset.node"

    def press(key):
        opened.page.keyboard.press(key)
        return int(opened.page.evaluate(focused))

    opened.card(0).focus()

    assert press("ArrowRight") == tree.children(0)[0]
    assert press("ArrowDown") == 2
    assert press("ArrowUp") == 1
    assert press("ArrowLeft") == 1  # folds first
    assert opened.card(1).get_attribute("aria-expanded") == "false"
    assert press("ArrowDown") == tree.children(0)[1]
    assert press("Home") == 0
    assert press("End") == tree.n_nodes - 1
    assert press("ArrowLeft") == tree.parent[tree.n_nodes - 1]
    assert opened.page.locator(".card[tabindex='0']").count() == 1


def test_a_screen_reader_hears_place_condition_and_prediction(open_page, model):
    tree = model.tree_
    opened = open_page(model)
    opened.unfold()

    for node in tree.nodes()[1:]:
        card = opened.card(node.id)
        assert card.get_attribute("role") == "treeitem"
        assert card.get_attribute("aria-level") == str(node.depth + 1)
        assert card.get_attribute("aria-posinset") == str(node.branch + 1)
        heard = card.get_attribute("aria-label")
        assert heard.startswith(f"{node.conditions[-1]}: {node.prediction} ")
        assert heard.endswith(", leaf") == node.is_leaf


def test_rules_lead_to_their_leaves(open_page, model):
    rule = max(model.tree_.rules(), key=lambda rule: rule.n_samples)
    opened = open_page(model)

    opened.tab("rules")
    opened.page.locator("#rules .link").first.click()

    assert opened.page.locator("#rules .link").first.inner_text() == rule.to_text()
    assert opened.page.evaluate("() => document.activeElement.dataset.node") == str(rule.node)


def test_importances_stand_beside_the_tree_largest_first(open_page, model):
    opened = open_page(model)

    opened.tab("features")
    names = opened.page.locator("#features .link").all_inner_texts()
    numbers = [float(text) for text in opened.page.locator("#features .number").all_inner_texts()]

    shares = dict(zip(model.tree_.schema.feature_names, model.feature_importances_, strict=True))
    assert numbers == pytest.approx([shares[name] for name in names], rel=5e-3)
    assert numbers == sorted(numbers, reverse=True)
    assert set(names) == {name for name, share in shares.items() if share > 0}


def test_paper_holds_the_tree_and_the_rules_without_the_tools(open_page, model):
    opened = open_page(model)
    opened.card(1).locator(".fold").click()
    opened.page.click("#zoom-in")
    shown = opened.shown()

    opened.page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    opened.page.emulate_media(media="print")

    assert opened.page.locator(".tools").is_hidden()
    assert opened.page.locator("#rules .link").first.is_visible()
    cards = opened.page.locator(".card")
    assert cards.count() == len(shown)
    for card in cards.all():
        box = card.bounding_box()
        assert box["x"] >= 0
        # A4 across, less its margins
        assert box["x"] + box["width"] <= 1031
        assert box["y"] + box["height"] <= 703

    opened.page.emulate_media(media="screen")
    opened.page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")

    assert opened.shown() == shown


@pytest.mark.parametrize(
    ("scheme", "media", "ground"),
    [
        ("light", "screen", "rgb(255, 255, 255)"),
        ("dark", "screen", "rgb(29, 34, 40)"),
        ("dark", "print", "rgb(255, 255, 255)"),
    ],
)
def test_every_text_can_be_read_in_light_and_dark_and_on_paper(
    open_page, model, penguins, scheme, media, ground
):
    opened = open_page(model, X=penguins.X)
    opened.page.emulate_media(color_scheme=scheme, media=media)
    if media == "screen":
        opened.page.fill("#search", "bill")
    # Every panel at once.
    opened.page.evaluate(
        "() => document.querySelectorAll('[hidden]').forEach((it) => { it.hidden = false; })"
    )
    opened.settle()

    assert ground == opened.page.evaluate(
        "getComputedStyle(document.body.parentElement).backgroundColor"
    )
    texts = opened.page.locator(
        "h1, h2, p, li, a, th, td, dt, dd, caption, label, button, output, "
        ".head, .foot, .line, .badge, .answer, .choice, #hint, #legend"
    )
    assert min(texts.evaluate_all(CONTRAST)) >= 4.5
    letters = opened.page.locator(".curve text").first
    assert letters.evaluate("(it) => getComputedStyle(it).fill === getComputedStyle(it).color")


def test_in_the_dark_small_numbers_are_lighter_than_the_ground(open_page):
    # Cividis starts at a blue that is as dark as the ground: 3 is what WCAG 2 asks of graphics.
    X = np.arange(40.0).reshape(-1, 1)
    opened = open_page(TreeRegressor(max_leaf_nodes=8).fit(X, X[:, 0]))
    opened.page.emulate_media(color_scheme="dark")

    swatches = opened.page.locator("#legend .swatch").evaluate_all(
        "(all) => all.map((it) => getComputedStyle(it).backgroundColor)"
    )

    colours = [as_hex(colour) for colour in swatches]
    assert len(colours) == 7
    assert all(contrast(colour, "#14181C") >= 3.0 for colour in colours)
    assert [contrast(colour, "#000000") for colour in colours] == sorted(
        contrast(colour, "#000000") for colour in colours
    )


def test_of_several_targets_one_is_painted(open_page):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 2))
    y = np.column_stack([np.where(X[:, 0] > 0, "a", "b"), np.digitize(X[:, 1], [-1, 0, 1])])
    tree = TreeClassifier(max_depth=3).fit(X, y).tree_
    opened = open_page(tree)

    opened.page.select_option("#target", "1")
    opened.settle()

    assert opened.page.locator("#legend").inner_text().split() == ["0", "1", "2", "3"]
    painted = opened.page.locator("#node .swatch").evaluate_all(
        "(all) => all.map((it) => it.style.background)"
    )
    assert [as_hex(colour) for colour in painted] == class_colours(tree, 1)
    own = opened.card(0).evaluate("(card) => card.style.getPropertyValue('--own')")
    assert own.upper() == class_colours(tree, 1)[tree.decisions[0, 1]]


def as_hex(colour):
    return "#" + "".join(f"{int(part):02X}" for part in re.findall(r"\d+", colour))


def test_a_notebook_shows_the_tree_inside_its_frame(browser, model, tmp_path):
    file = tmp_path / "notebook.html"
    file.write_text(f"<!doctype html><body>{model.tree_._repr_html_()}</body>", encoding="utf-8")
    page = browser.new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))

    page.goto(file.as_uri())
    cards = page.frame_locator("iframe").locator(".card")
    cards.first.wait_for()

    assert cards.first.get_attribute("data-node") == "0"
    assert complaints == []
    page.close()
