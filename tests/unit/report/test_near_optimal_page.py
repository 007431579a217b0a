"""The page about near-optimal trees, against the trees one by one."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

import numpy as np
import pytest

from arboretum import datasets
from arboretum.exceptions import DataError
from arboretum.explain import near_optimal
from arboretum.report import near_optimal_page
from arboretum.tree import format_split


@pytest.fixture(scope="module")
def found():
    heart = datasets.heart()
    return near_optimal(heart.X, heart.y, max_depth=2, alpha=0.01, eps=0.03)


@pytest.fixture(scope="module")
def page(found):
    return near_optimal_page(found, n_trees=2)


def rows_of(page, name):
    """The cells of the first table of a section, without its heading."""
    whole = re.search(f'<section id="{name}".*?</section>', page, re.DOTALL)[0]
    body = re.search("<tbody>(.*?)</tbody>", whole, re.DOTALL)[1]
    return [
        [
            unescape(re.sub("<.*?>", "", cell)).replace("\N{NO-BREAK SPACE}", " ")
            for cell in re.findall("<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL)
        ]
        for row in re.findall("<tr.*?>(.*?)</tr>", body, re.DOTALL)
    ]


def test_counts_are_those_of_the_trees(found, page):
    counts = Counter()
    for tree in found:
        columns = found.dataset.columns
        wrong = tree.predict(tree.ends(columns), columns)[:, 0] != found.dataset.targets[:, 0]
        counts[int(wrong.sum()), tree.n_leaves] += 1

    rows = rows_of(page, "counts")

    assert {(int(row[0]), int(row[1])): int(row[2]) for row in rows} == counts
    unbeaten = {(int(row[0]), int(row[1])) for row in rows if row[4] == "yes"}
    assert unbeaten == {
        (errors, leaves)
        for errors, leaves in counts
        if not any((e <= errors and n <= leaves) for e, n in set(counts) - {(errors, leaves)})
    }


def test_shares_are_those_of_the_trees(found, page):
    asked, first, roots = Counter(), Counter(), Counter()
    for tree in found:
        first[format_split(tree.splits[0], tree.schema)] += 1
        roots[found.dataset.schema.feature_names[tree.splits[0].column]] += 1
        asked.update({found.dataset.schema.feature_names[c] for c in tree.splits.column if c >= 0})

    for name, counted in (("features", asked), ("roots", first)):
        assert {row[0]: row[1] for row in rows_of(page, name)} == {
            what: f"{100 * n / found.n_trees:.1f} %" for what, n in counted.items()
        }
    for row in rows_of(page, "features"):
        assert row[3] == f"{100 * roots[row[0]] / found.n_trees:.1f} %"


def test_disputed_samples_are_those_that_some_trees_decide_differently(found, page):
    columns = found.dataset.columns
    decided = np.array([tree.predict(tree.ends(columns), columns)[:, 0] for tree in found])
    is_disputed = (decided != decided[0]).any(axis=0)

    rows = rows_of(page, "disputed")

    assert rows
    assert all(is_disputed[int(row[0])] for row in rows)
    assert f"{is_disputed.sum()} samples of 270" in page
    for row in rows:
        share = max(np.bincount(decided[:, int(row[0])])) / found.n_trees
        assert row[3] == f"{100 * share:.0f} %"


def test_a_best_tree_and_others_are_drawn(page):
    assert page.count('<figure class="tree"') == 2
    assert "Rank 0: " in page


def test_names_are_text_on_the_page(tmp_path):
    name, path = "<b>&", tmp_path / "trees.html"
    found = near_optimal({name: [1, 2, 3, 4]}, ["<i>", "<i>", "b", "b"], max_depth=1)

    assert near_optimal_page(found, path, n_trees=1, title="<script>alert(1)</script>") is None

    page = path.read_text(encoding="utf-8")
    assert "<b>&" not in page
    assert "<i>" not in page
    assert "<script>alert" not in page
    assert "All trees decide alike for all samples." in page


def test_without_trees_there_is_no_page(found):
    with pytest.raises(DataError, match="no tree to show"):
        near_optimal_page(found.only(max_features=0))
