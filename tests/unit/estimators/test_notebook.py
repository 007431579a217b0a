"""What a notebook shows of an estimator, and the short ways from a model to what it says."""

from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from arboretum import CARTClassifier, M5Regressor, TreeClassifier, TreeRegressor, datasets, explain
from arboretum.pruning import CostComplexity
from arboretum.show.words.fitted import fitted_sentences


@pytest.fixture(scope="module")
def penguins():
    return datasets.penguins()


def words_of(html):
    """What a reader sees outside frames and styles."""
    return re.sub(r"<style>.*?</style>|<[^>]*>", " ", html, flags=re.DOTALL)


def test_a_fitted_model_shows_its_tree_and_its_errors(penguins):
    model = CARTClassifier(pruning=CostComplexity(cv=10)).fit(penguins.X, penguins.y)
    wrong = np.mean(model.predict(penguins.X) != penguins.y)
    table = model.cp_table_
    row = [int(n) + 1 for n in table["nsplit"]].index(model.n_leaves_)
    root = 1 - 152 / 344  # Adelie is the commonest
    judged = table["xerror"][row] * root

    shown = words_of(model._repr_html_())

    assert f"{model.n_leaves_} leaves" in shown
    assert f"On these samples: {100 * wrong:.1f} % wrong; without a tree: 55.8 % wrong." in shown
    assert f"In cross-validation: {100 * judged:.1f} % wrong." in shown
    assert "<iframe srcdoc=" in model._repr_html_()


def test_errors_of_numbers_are_the_root_of_the_mean_square():
    x = np.arange(40.0)
    y = x**2
    model = TreeRegressor(max_depth=2).fit({"x": x}, y)
    off = np.sqrt(np.mean((model.predict({"x": x}) - y) ** 2))

    sentences = fitted_sentences(model.tree_)

    assert sentences[1] == (
        f"On these samples: off by {off:.4g} (root mean square); "
        f"without a tree: off by {y.std():.4g} (root mean square)."
    )


def test_the_error_of_equations_is_that_before_smoothing():
    x = np.arange(60.0)
    y = np.where(x < 30, 5 * x, 300 - 2 * x) + np.cos(x)
    model = M5Regressor(smoothing=0.0, clip=False).fit({"x": x}, y)
    off = np.sqrt(np.mean((model.predict({"x": x}) - y) ** 2))

    assert f"as they were fitted: off by {off:.4g}" in fitted_sentences(model.tree_)[1]


def test_a_model_that_is_not_fitted_shows_its_parameters():
    shown = TreeClassifier(max_depth=3)._repr_html_()

    assert "max_depth" in shown
    assert "iframe" not in shown


def test_a_model_says_its_rules_its_page_and_its_importances_by_name(penguins, tmp_path):
    model = CARTClassifier().fit(penguins.X, penguins.y)

    page = model.show()
    page.save(tmp_path / "tree.html")

    assert model.rules() == model.tree_.rules()
    assert (tmp_path / "tree.html").read_text(encoding="utf-8") == page.content
    assert page._repr_html_().startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    named = dict(zip(penguins.X, model.feature_importances_.tolist(), strict=True))
    assert model.importance().by_feature() == named
    assert str(model.importance("surrogate")) == str(explain.importance(model, "surrogate"))
    assert "flipper_length_mm" in model.importance()._repr_html_()


@pytest.mark.parametrize("method", ["rules", "show", "importance"])
def test_a_model_that_is_not_fitted_has_nothing_to_show(method):
    with pytest.raises(NotFittedError):
        getattr(TreeClassifier(), method)()
