"""A sample goes down the page's tree as it goes down the tree itself."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import (
    C45Classifier,
    CARTClassifier,
    CARTRegressor,
    CHAIDClassifier,
    ID3Classifier,
    M5Regressor,
    RETISRegressor,
    TreeClassifier,
    TreeRegressor,
)
from arboretum.data import encode_like
from arboretum.explain import path
from arboretum.leaves import MEstimate
from arboretum.pruning import CostComplexity
from arboretum.show.web.page_document import pruning_steps
from tests.oracles.columns import with_combination

pytestmark = pytest.mark.browser

N_TRAINING, N_NEW = 150, 40
RANKS = ["low", "middle", "high"]


def make_table(rng, n, missing, new=False):
    """Numbers, categories and ranks with holes; new samples may have categories never seen."""
    import pandas as pd

    colours = ["red", "green, or so", "blue", "{grey}"] + (["ultraviolet"] if new else [])
    table = {
        "size": np.round(rng.normal(size=n), 2).astype(object),
        "weight": np.round(rng.normal(size=n), 2).astype(object),
        "colour": rng.choice(colours, n).astype(object),
        "flag": rng.choice([True, False], n).astype(object),
        "rank": rng.choice(RANKS, n).astype(object),
    }
    for column in table.values():
        column[rng.random(n) < missing] = None
    frame = pd.DataFrame(table).astype({"size": float, "weight": float})
    return frame.assign(rank=pd.Categorical(table["rank"], RANKS, ordered=True))


def make_target(rng, table):
    signal = table["size"].fillna(0.3) + 0.5 * (table["colour"] == "blue")
    signal += 0.7 * table["flag"].eq(True) + 0.6 * (table["rank"] == "high")
    return signal.to_numpy() + 0.4 * rng.normal(size=len(table))


LOSS = {("low", "high"): 3.0, ("high", "low"): 1.0}
MODELS = {
    "direction": TreeClassifier(max_depth=5),
    "majority": TreeClassifier(max_depth=5, missing="majority", splits="multiway"),
    "branch": TreeClassifier(max_depth=5, missing="branch"),
    "impute": TreeRegressor(max_depth=4, missing="impute"),
    "fractional": C45Classifier(pruning=None),
    "fractional with losses": TreeClassifier(max_depth=4, missing="fractional", loss=LOSS),
    "fractional numbers": TreeRegressor(max_depth=4, missing="fractional"),
    "equations": M5Regressor(pruning=None, max_depth=4),
    "equations of all features": RETISRegressor(model_features=["size", "colour", "rank"]),
    "surrogates": CARTClassifier(complexity=0.0, min_samples_split=6),
    "surrogates of numbers": CARTRegressor(complexity=0.001, min_samples_split=6),
    "surrogates of numbers, cut below": CARTRegressor(
        complexity=0.001, min_samples_split=6, closed="left"
    ),
    "smoothed": TreeClassifier(max_depth=4, missing="fractional", leaf=MEstimate(9, "parent")),
    "own category": CHAIDClassifier(alpha_split=0.5, min_samples_split=10, min_samples_leaf=5),
    "stays": ID3Classifier(numeric="buckets"),
    "several targets": TreeRegressor(max_depth=3, missing="fractional"),
    "a combination": TreeClassifier(max_depth=5),
}

FOLLOW_ALL = """
(n_rows) => {
  const found = [];
  const input = document.getElementById("row");
  for (let row = 0; row < n_rows; row++) {
    input.value = row;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    const result = document.getElementById("result");
    const texts = (query) => [...result.querySelectorAll(query)].map((it) => it.textContent);
    found.push({
      node: Number(result.dataset.node),
      said: texts("strong"),
      shares: texts(".shares span:has(.swatch)").map((text) => Number(text.split(" ").at(-1))),
      steps: texts(".steps li"),
    });
  }
  return found;
}
"""


def make_case(name):
    rng = np.random.default_rng(sum(map(ord, name)))
    takes_missing = name != "stays"
    X = make_table(rng, N_TRAINING, 0.15 if takes_missing else 0.0)
    y = make_target(rng, X)
    if hasattr(MODELS[name], "predict_proba"):
        y = np.where(y > 0.6, "high", "low")
    elif name == "several targets":
        y = np.column_stack([y, rng.permutation(y)])
    model = MODELS[name].fit(X, y)
    if name == "a combination":
        model.tree_ = with_combination(model.tree_, "size", "weight")
    new = make_table(rng, N_NEW, 0.25 if takes_missing else 0.0, new=True)
    if "cut below" in name:
        at_thresholds(model.tree_, new)
    return model, new


def at_thresholds(tree, table):
    """Put values that equal thresholds into the first rows of a table."""
    for column in ("size", "weight"):
        position = tree.schema.feature_names.index(column)
        asked = [*tree.splits, *tree.surrogates.splits]
        said = [
            tree.schema.features[position].said(split.thresholds[0])
            for split in asked
            if split is not None and split.column == position
        ]
        assert said
        table.loc[: len(said) - 1, column] = said[: len(table)]


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.filterwarnings("ignore::arboretum.exceptions.CategoryWarning")
def test_rows_end_where_the_tree_sends_them_with_its_prediction_and_its_reasons(open_page, name):
    model, new = make_case(name)
    tree = model.tree_
    opened = open_page(model, X=new)
    last = int(opened.page.get_attribute("#step", "max"))

    for step in (0, last // 2):
        opened.slide(step)
        found = opened.page.evaluate(FOLLOW_ALL, N_NEW)

        pruned = pruned_at(model, step)
        check_rows(tree if step == 0 else pruned, new, found, numbers_of(tree, pruned))


def pruned_at(model, step):
    """The tree in which what the slider gives up is cut."""
    cut = pruning_steps(model, model.tree_).cut
    return model.tree_.collapse((cut >= 0) & (cut <= step))


def numbers_of(tree, pruned):
    """The number in the whole tree of each node of a pruned one."""
    numbers, waiting = [], [(0, 0)]
    while waiting:
        node, own = waiting.pop()
        numbers.append(own)
        below = zip(pruned.children(node).tolist(), tree.children(own).tolist(), strict=False)
        waiting += list(below)[::-1]
    return numbers


def check_rows(tree, new, found, numbers):
    columns = encode_like(tree.schema, new)
    ends = tree.ends(columns)
    nodes = [numbers[node] for node in ends.node]
    assert [row["node"] for row in found] == nodes
    for row, seen in enumerate(found):
        steps = [
            str(step).replace(f"node {step.node}", f"node {numbers[step.node]}", 1)
            for step in path(tree, new, row)
        ]
        assert seen["steps"] == steps
    if not tree.schema.is_classification:
        said = [[float(text) for text in row["said"]] for row in found]
        np.testing.assert_allclose(said, tree.predict_values(ends, columns), rtol=1e-6, atol=1e-6)
        return
    classes = tree.schema.classes
    assert [row["said"] for row in found] == [
        [classes[k]] for k in tree.predict_classes(ends)[:, 0]
    ]
    shares = ends.average(tree.probabilities[0])
    np.testing.assert_allclose([row["shares"] for row in found], shares, atol=5e-4)


def test_what_is_typed_is_followed_and_what_is_no_number_is_marked(open_page):
    model = TreeClassifier().fit({"age": [20, 30, 60], "c": ["a", "b", "a"]}, ["n", "n", "y"])
    opened = open_page(model)
    opened.tab("sample")
    age = opened.page.get_by_role("textbox", name="age")

    for text, expected in (
        ("61.5", "y"),
        ("-4e1", "n"),
        ("", model.predict({"age": [None], "c": [None]})[0]),
    ):
        age.fill("1")
        age.fill(text)
        assert opened.page.locator("#result strong").inner_text() == expected

    age.fill("old")
    opened.settle()

    assert age.get_attribute("aria-invalid") == "true"
    assert "not numbers" in opened.page.locator("#result").inner_text()
    assert opened.page.locator(".card.followed").count() == 0


def test_the_way_is_drawn_and_cleared(open_page):
    model = TreeClassifier().fit({"age": [20, 30, 60]}, ["n", "n", "y"])
    opened = open_page(model)
    opened.tab("sample")

    opened.page.get_by_role("textbox", name="age").fill("70")
    opened.settle()
    followed = opened.page.locator(".card.followed").evaluate_all(
        "(all) => all.map((it) => +it.dataset.node)"
    )
    links = opened.page.locator("#path path").count()
    opened.page.click("#clear")
    opened.settle()

    assert followed == [0, 2]
    assert links == 1
    assert opened.page.locator(".card.followed, #path path").count() == 0


def test_a_tree_that_refuses_missing_values_says_so(open_page):
    model = TreeClassifier(missing="error").fit({"age": [20, 30, 60]}, ["n", "n", "y"])
    opened = open_page(model)
    opened.tab("sample")

    opened.page.get_by_role("textbox", name="age").fill("1")
    told = opened.page.locator("#result .warning").count()
    opened.page.get_by_role("textbox", name="age").fill("")

    assert told == 0
    assert "predict refuses this sample" in opened.page.locator("#result .warning").inner_text()


def test_errors_of_cross_validation_stand_beside_the_sizes(open_page):
    rng = np.random.default_rng(3)
    X = make_table(rng, N_TRAINING, 0.1)
    y = np.where(make_target(rng, X) > 0.6, "high", "low")
    model = TreeClassifier(pruning=CostComplexity(cv=5, rule="1se", risk="impurity")).fit(X, y)
    table = model.cp_table_
    at = table.choose("1se")
    opened = open_page(model)

    opened.tab("size")

    facts = opened.page.locator("#about-size").inner_text()
    assert f"{table['nsplit'][at] + 1} of {model.n_leaves_} leaves" in facts
    assert f"{table['xerror'][at]:.4g} ± {table['xstd'][at]:.2g}" in facts
