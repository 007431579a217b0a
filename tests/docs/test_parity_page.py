"""The list of ties on the page about scikit-learn is the one that is found."""

from __future__ import annotations

from tests.docs.pages import ROOT
from tests.parity.test_scikit_learn_trees import print_ties


def test_the_page_lists_the_ties_that_are_found(shared_data, capsys):
    page = (ROOT / "docs" / "develop" / "parity-scikit-learn.md").read_text(encoding="utf-8")

    print_ties(shared_data)

    assert capsys.readouterr().out in page
