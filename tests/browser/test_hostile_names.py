"""Names are text on the page, whatever they contain."""

from __future__ import annotations

import pytest

from arboretum import TreeClassifier
from arboretum.tree.words.format import category_text, name_text

pytestmark = pytest.mark.browser

HOSTILE = [
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "<!--<script>",
    '"><svg onload=alert(1)>',
    "&lt;b&gt;",
    "$title ${document}",
    "__proto__",
    "line\nbreak\u2028",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_shown_as_it_is_and_runs_nothing(open_page, name):
    # A column, a category, a class, the target and the title at once.
    X = {name: [1.0, 2.0, 3.0, 4.0], "c": [name, "b", name, "b"]}
    model = TreeClassifier(missing="surrogate").fit(X, [name, "b", "c", name])
    tree = model.tree_

    opened = open_page(model, X=X, title=name)
    opened.tab("sample")
    opened.page.fill("#row", "0")
    opened.settle()

    assert opened.page.locator("h1").text_content() == name
    heard = opened.page.locator(".card").evaluate_all("(all) => all.map((it) => it.ariaLabel)")
    led = ["root", *(node.conditions[-1] for node in tree.nodes()[1:])]
    assert [label.startswith(f"{way}: ") for label, way in zip(heard, led, strict=True)] == [
        True for _ in led
    ]
    assert opened.page.locator("body img, body svg[onload], main script").count() == 0
    assert opened.page.locator("#result strong").text_content() == category_text(name)

    opened.page.click("#view-icicle")
    opened.page.click("#view-questions")

    asked = tree.schema.feature_names[tree.splits[0].column]
    assert opened.page.locator("#questions h2").text_content() == f"{name_text(asked)}?"
    assert opened.page.locator("body img, body svg[onload], main script").count() == 0
