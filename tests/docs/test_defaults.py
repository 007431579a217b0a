"""Defaults that pages give for parameters are those of the signatures."""

from __future__ import annotations

import inspect
import re

import pytest

from arboretum import CARTClassifier, CARTRegressor, CHAIDClassifier
from arboretum.missing import Surrogate
from tests.docs.pages import ROOT

pytestmark = pytest.mark.skipif(
    not (ROOT / "docs").is_dir(), reason="the source archive has no docs"
)


def defaults_of(made) -> dict[str, object]:
    return {name: it.default for name, it in inspect.signature(made).parameters.items()}


def test_the_table_of_rparts_names_has_the_defaults_of_cart():
    page = (ROOT / "docs" / "algorithms" / "cart.md").read_text(encoding="utf-8")
    given = re.findall(r"^\| .* \| `(\w+)` \| ([\d.]+) \|$", page, re.MULTILINE)
    surrogates = re.findall(r"`missing=Surrogate\((.*)\)` \| (.*) \|$", page, re.MULTILINE)
    defaults = defaults_of(CARTClassifier) | {"shrink": defaults_of(CARTRegressor)["shrink"]}

    names, values = (text.split(", ") for text in surrogates[0])

    assert len(given) == 5
    assert {name: float(value) for name, value in given} == {
        name: defaults[name] for name, _ in given
    }
    assert [int(value) for value in values] == [defaults_of(Surrogate)[name] for name in names]


def test_chaid_says_its_own_defaults():
    page = (ROOT / "docs" / "algorithms" / "chaid.md").read_text(encoding="utf-8")
    said = re.search(r"\* \*\*Defaults\*\*: (.*?)\. SPSS", page, re.DOTALL)
    defaults = defaults_of(CHAIDClassifier)

    assert said is not None
    assert " ".join(said[1].split()) == (
        f"levels of {defaults['alpha_merge']}, Bonferroni's correction, {defaults['n_bins']} "
        f"intervals, {defaults['min_samples_split']} samples to split and "
        f"{defaults['min_samples_leaf']} in a leaf"
    )
    assert defaults["alpha_split"] == defaults["alpha_merge"]
    assert defaults["bonferroni"] is True
