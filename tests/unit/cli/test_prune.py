"""``arboretum prune`` gives the trees that the library gives."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, Tree
from arboretum.cli import main
from arboretum.data import read_like
from arboretum.pruning import AtMostDepth, CostComplexity, ErrorBased, ReducedError


@pytest.fixture(scope="module")
def grown(penguin_tree):
    return Tree.load(penguin_tree)


@pytest.mark.parametrize(
    ("options", "pruner"),
    [
        (["--set", "cp=0.3"], CostComplexity(cp=0.3)),
        (["--method", "depth", "--set", "depth=1"], AtMostDepth(1)),
        (["--method", "cost-complexity", "--rule", "1se", "--data"], CostComplexity(cv=10)),
        (
            ["--rule", "min", "--folds", "3", "--data"],
            CostComplexity(cv=3, rule="min"),
        ),
        (
            ["--rule", "0.5se", "--set", "repeats=3", "--data"],
            CostComplexity(cv=10, rule="0.5se", repeats=3),
        ),
        (["--method", "error_based", "--set", "confidence=0.01", "--data"], ErrorBased(0.01)),
        (
            ["--method", "reduced-error", "--set", "order=bottom_up", "--data"],
            ReducedError("bottom_up"),
        ),
    ],
    ids=str,
)
def test_it_prunes_as_the_library_does(
    options, pruner, grown, penguin_tree, penguins, tmp_path, capsys
):
    out = tmp_path / "smaller.json"
    data = [str(penguins)] if options[-1] == "--data" else []

    code = main(["prune", str(penguin_tree), *options, *data, "--out", str(out)])

    assert code == 0
    expected = pruner.prune(grown, read_like(penguins, grown.schema, None) if data else None)
    assert Tree.load(out) == expected
    said = capsys.readouterr().out
    assert said.startswith(f"{grown.n_leaves} leaves before, {expected.n_leaves} now\n")
    assert expected.to_text() in said
    assert Tree.load(penguin_tree) == grown


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--method", "reduced_error"], 1, "judges by samples that the tree was not grown from"),
        (["--method", "soft"], 2, "'soft' is not one of needless"),
        (["--set", "depth=3"], 2, "cost_complexity has no such parameter. It has: alpha, cp"),
        (["--set", "cp"], 2, "a name and a value"),
        (["--set", "cp=-1"], 1, "cp=-1"),
        (["--method", "depth", "--rule", "1se"], 2, "--rule needs --method cost_complexity"),
        (["--rule", "1se"], 1, "needs the samples that the tree was grown from"),
        (["--weights", "year"], 2, "--weights needs --data"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_said(options, code, said, penguin_tree, capsys):
    assert main(["prune", str(penguin_tree), *options]) == code

    assert said in " ".join(capsys.readouterr().err.split())


@pytest.fixture(scope="module")
def cart(tmp_path_factory):
    """A tree of CART of which other prices are found by rpart's way than by Breiman's."""
    rng = np.random.default_rng(26)
    X = rng.integers(0, 6, size=(300, 5)).astype(float)
    signal = X[:, 0] + X[:, 1] * (X[:, 2] > 2) + 2 * rng.normal(size=300)
    y = (signal > 6).astype(int) + (X[:, 3] > 4)
    names, folder = list("abcde"), tmp_path_factory.mktemp("cart")
    lines = [",".join([*names, "y"])]
    lines += [
        ",".join(map(str, [*row, of])) for row, of in zip(X.tolist(), y.tolist(), strict=True)
    ]
    (folder / "data.csv").write_text("\n".join(lines) + "\n", "utf-8")
    columns = dict(zip(names, X.T, strict=True))
    model = CARTClassifier(complexity=0.002, min_samples_split=4).fit(columns, y)
    model.tree_.save(folder / "cart.json")
    return model, columns, y, folder


@pytest.mark.parametrize("cp", [0.001, 0.004, 0.006, 0.01, 0.02])
def test_a_file_of_cart_is_pruned_as_its_estimator_is(cart, cp, capsys):
    model, _, _, folder = cart
    out = folder / "smaller.json"

    main(["prune", str(folder / "cart.json"), "--set", f"cp={cp}", "--out", str(out)])

    capsys.readouterr()
    assert Tree.load(out) == model.prune(cp=cp).tree_
    if cp == 0.006:
        # By the weakest links, which rpart does not look for, 35 leaves would be left of 47.
        assert Tree.load(out).n_leaves == 18


def test_a_file_of_cart_is_cross_validated_as_its_estimator_is(cart, capsys):
    model, X, y, folder = cart
    out, data = folder / "chosen.json", str(folder / "data.csv")

    main(["prune", str(folder / "cart.json"), "--rule", "min", "--data", data, "--out", str(out)])

    capsys.readouterr()
    by_model = model.prune(CostComplexity(cv=10, rule="min"), X, y)
    assert Tree.load(out) == by_model.tree_
    assert 1 < by_model.n_leaves_ < model.n_leaves_
