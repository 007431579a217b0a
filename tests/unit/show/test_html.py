"""The page as a file: whole, safe, and with what the tree says of itself."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import unescape
from html.parser import HTMLParser

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor, datasets, show
from arboretum.exceptions import ParameterError
from arboretum.show.paper.palette import class_colours
from arboretum.show.web.page_document import page_document
from arboretum.show.web.page_samples import Samples

HOSTILE = "</script><script>alert('&')</script>\u2028\ud800"


@pytest.fixture(scope="module")
def model():
    penguins = datasets.penguins()
    return TreeClassifier(max_depth=3).fit(penguins.X, penguins.y)


class Elements(HTMLParser):
    """What each element of a page holds."""

    def __init__(self, page):
        super().__init__()
        self.open, self.scripts, self.urls, self.policy = [""], [], [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.open.append(tag)
        self.urls += [attributes[name] for name in ("src", "href", "action") if name in attributes]
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        if tag == "script":
            self.scripts.append((attributes, ""))

    def handle_data(self, data):
        if self.open[-1] == "script" and self.scripts:
            attributes, text = self.scripts[-1]
            self.scripts[-1] = (attributes, text + data)

    def handle_endtag(self, tag):
        self.open.append(f"/{tag}")


def document_of(page):
    (attributes, text), _ = Elements(page).scripts
    assert attributes == {"type": "application/json", "id": "document"}
    return json.loads(text)


def test_a_page_is_written_or_returned(model, tmp_path):
    assert show.html(model, tmp_path / "tree.html") is None

    written = (tmp_path / "tree.html").read_text(encoding="utf-8")

    assert written == show.html(model)
    assert written == show.html(model.tree_)


def test_it_names_nothing_that_would_have_to_be_loaded(model):
    page = show.html(model)

    assert Elements(page).urls == []
    assert "url(" not in page
    assert "@import" not in page


def test_the_browser_is_told_to_run_this_script_and_load_nothing(model):
    elements = Elements(show.html(model))

    (_, script) = elements.scripts[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()

    rules = dict(rule.strip().split(" ", 1) for rule in elements.policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'sha256-{digest}'"


def test_hostile_names_stay_inside_the_document():
    X = {HOSTILE: [1.0, 2.0], "c": [HOSTILE, "b"]}
    model = TreeClassifier().fit(X, [HOSTILE, "b"])

    page = show.html(model, title=HOSTILE)

    elements = Elements(page)
    assert len(elements.scripts) == 2
    assert document_of(page)["tree"]["schema"]["features"][0]["name"] == HOSTILE
    assert unescape(re.search("<title>(.*?)</title>", page)[1]) == HOSTILE.replace(
        "\ud800", r"\ud800"
    )


def test_the_document_is_the_saved_tree_and_its_words(model):
    tree = model.tree_

    found = document_of(show.html(model))

    assert found["tree"] == json.loads(json.dumps(tree.to_dict()))
    words = found["words"]
    for node in tree.nodes():
        assert words["branch"][node.id] == (node.conditions[-1] if node.path else "root")
        assert words["prediction"][node.id] == node.prediction
        if not node.is_leaf:
            assert node.on_missing == words["missing"][node.id]
            assert words["rivals"][node.id][0][1] == f"{node.runner_up[1]:.7g}"
    assert [words["rule"][leaf.id] for leaf in tree.leaves()] == [
        rule.to_text() for rule in tree.rules()
    ]


def test_each_node_is_the_rule_that_it_would_be_as_a_leaf(model):
    tree = model.tree_
    rules = document_of(show.html(model))["words"]["rule"]

    for node in range(tree.n_nodes):
        cut = tree.collapse([node])
        (as_leaf,) = (rule for rule in cut.rules() if rule.node == node)
        assert rules[node] == as_leaf.to_text()


def test_samples_are_taken_along_as_far_as_asked(model):
    X = datasets.penguins().X

    rows = page_document(model, model.tree_, Samples(X, max_rows=5))["rows"]

    assert (rows["n_rows"], rows["n_kept"]) == (344, 5)
    names = model.tree_.schema.feature_names
    bills = [None if length != length else length for length in X["bill_length_mm"][:5].tolist()]
    assert rows["columns"][str(names.index("bill_length_mm"))] == bills
    assert None in bills


def test_no_samples_is_not_an_answer(model):
    with pytest.raises(ParameterError, match="max_rows=0"):
        show.html(model, X=datasets.penguins().X, max_rows=0)


def test_only_features_that_are_asked_for_are_listed_the_most_important_first(model):
    tree = model.tree_

    asked = page_document(model, tree, Samples())["asked"]

    assert set(asked) == {node.split.column for node in tree.nodes() if node.split is not None}
    shares = [model.feature_importances_[feature] for feature in asked]
    assert shares == sorted(shares, reverse=True)


def test_a_tree_of_one_leaf_and_one_of_numbers_have_pages():
    for model in (TreeClassifier(), TreeRegressor()):
        tree = model.fit({"x": [1.0, 1.0]}, [1, 1]).tree_

        assert document_of(show.html(tree))["words"]["prediction"] == ["1"]


def test_what_has_no_tree_is_refused():
    with pytest.raises(ParameterError, match="neither a tree nor a fitted estimator"):
        show.html(TreeClassifier())


def test_a_notebook_shows_the_page_in_a_frame_of_its_own(model):
    frame = model.tree_._repr_html_()

    (attributes,) = re.findall("<iframe (.*?)></iframe>", frame, re.DOTALL)
    assert unescape(re.search('srcdoc="(.*?)"', attributes, re.DOTALL)[1]) == show.html(model.tree_)
    assert 'sandbox="allow-scripts allow-modals"' in attributes


def test_a_notebook_prints_trees_that_are_too_large_for_it():
    x = list(range(1100))
    tree = TreeRegressor().fit({"x": x}, x).tree_

    assert tree._repr_html_() is None


def test_classes_have_the_colours_of_pictures():
    X = [[float(i)] for i in range(24)]
    y = [[f"a{i % 12}", f"b{i % 2}"] for i in range(24)]
    tree = TreeClassifier().fit(X, y).tree_

    colours = page_document(tree, tree, Samples())["colours"]

    assert colours == [class_colours(tree, 0), class_colours(tree, 1)]
    assert [len(of_target) for of_target in colours] == [12, 2]


def test_numbers_are_counted_where_they_end_and_above(model):
    X = datasets.penguins().X
    y = np.nan_to_num(X["body_mass_g"], nan=4000.0)
    features = {name: column for name, column in X.items() if name != "body_mass_g"}
    numbers = TreeRegressor(max_depth=3).fit(features, y)
    tree = numbers.tree_

    found = page_document(numbers, tree, Samples(features, y, max_rows=0))

    (counts,) = found["histograms"]["counts"]
    leaves = numbers.apply(features)
    edges = np.linspace(y.min(), y.max(), len(counts[0]) + 1)
    for node in range(tree.n_nodes):
        inside = (leaves >= node) & (leaves < tree.subtree_end[node])
        assert counts[node] == np.histogram(y[inside], edges)[0].tolist()
    assert found["rows"] is None


def test_sliders_go_from_the_least_to_the_largest_number_or_beyond_the_thresholds(model):
    X = datasets.penguins().X
    tree = model.tree_
    feature = tree.schema.feature_index["flipper_length_mm"]

    seen = page_document(model, tree, Samples(X))["ranges"][str(feature)]
    unseen = page_document(model, tree, Samples())["ranges"][str(feature)]

    assert seen == [np.nanmin(X["flipper_length_mm"]), np.nanmax(X["flipper_length_mm"])]
    thresholds = [
        t
        for node in tree.nodes()
        if node.split is not None and node.split.column == feature
        for t in node.split.thresholds
    ]
    assert unseen[0] < min(thresholds) <= max(thresholds) < unseen[1]


def test_what_is_true_of_nothing_is_refused(model):
    with pytest.raises(ParameterError, match="y is given without X"):
        show.html(model, y=datasets.penguins().y)


def test_an_unknown_view_is_refused_with_those_that_are_known(model):
    with pytest.raises(ParameterError, match=r"view='forest' is not known\. Use one of tree"):
        show.html(model, view="forest")

    assert document_of(show.html(model, view="questions"))["view"] == "questions"
