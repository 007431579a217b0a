"""What no tree can get right stands on the page, and what is not there is not said."""

from __future__ import annotations

import re

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor

X = {"a": np.repeat(np.arange(20.0), 5), "b": np.tile([1.0, 1.0, 2.0, 3.0, 3.0], 20)}
#: Each pair of equal samples has both classes in 10 of 40 cases.
CLASSES = np.where(np.arange(100) % 10 == 1, "yes", np.where(X["b"] > 1, "yes", "no"))
NUMBERS = X["a"] + np.where(np.arange(100) % 5 == 4, 1.0, 0.0)


@pytest.mark.parametrize(
    ("model", "y", "sentence"),
    [
        # One of the two is wrong in 10 pairs of 100 samples.
        (
            TreeClassifier(),
            CLASSES,
            "No tree can get fewer than 10 % of these samples wrong: 20 samples agree in all "
            "features with others of another class.",
        ),
        # 40 of 100 samples are half a unit off: the root of 0.4 x 0.25 is 0.3162.
        (
            TreeRegressor(),
            NUMBERS,
            "No tree can be off by less than 0.316 on these samples (root mean squared error): "
            "40 samples agree in all features with others of another value.",
        ),
    ],
)
def test_the_data_section_says_what_no_tree_can_avoid(model, y, sentence):
    report = model.fit(X, y).report(X, y, n_folds=2, n_trees=0)

    section = re.search(r'<section[^>]*id="data".*?</section>', report.to_html(), re.DOTALL)

    assert section is not None
    assert sentence in section[0].replace("\N{NO-BREAK SPACE}", " ")
    found = report.to_dict()["data"]["contradictions"]
    assert found["least_error"] == pytest.approx(0.1)
    assert found["n_samples"] == (20 if y is CLASSES else 40)


def test_where_nothing_contradicts_nothing_is_said():
    y = np.where(X["b"] > 1, "yes", "no")

    report = TreeClassifier().fit(X, y).report(X, y, n_folds=2, n_trees=0)

    assert "No tree can" not in report.to_html()
    assert report.to_dict()["data"]["contradictions"]["n_groups"] == 0
