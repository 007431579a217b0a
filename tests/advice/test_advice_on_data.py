"""Advice about samples, targets, weights and files works when it is followed."""

from __future__ import annotations

import math
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from arboretum import (
    CARTRegressor,
    MultiLabelClassifier,
    MultiTargetRegressor,
    Prior,
    TreeClassifier,
    TreeRegressor,
    datasets,
)
from arboretum.data import ReadOptions, read_dataset, read_frame
from tests.advice.case import NUMBERS, TREE, Case, X, Y, follow, tree

DAYS = [date(2020, 1, 1 + i) for i in range(12)]
SPARSE = csr_matrix(np.eye(12))
TWO = np.array([NUMBERS, NUMBERS[::-1]]).T


def first(value: Any, others: list[Any]) -> list[Any]:
    """The others with the first of them replaced."""
    return [value, *others[1:]]


def but_first() -> dict[str, list[Any]]:
    return {name: column[1:] for name, column in X.items()}


CASES = {
    "infinity, finite": Case(
        lambda: TreeClassifier().fit({"a": first(math.inf, NUMBERS)}, Y),
        "Replace it by a finite number",
        lambda: TreeClassifier().fit({"a": first(99.0, NUMBERS)}, Y),
    ),
    "infinity, missing": Case(
        lambda: TreeClassifier().fit({"a": first(math.inf, NUMBERS)}, Y),
        "by NaN if it means missing",
        lambda: TreeClassifier().fit({"a": first(math.nan, NUMBERS)}, Y),
    ),
    "infinite target, finite": Case(
        lambda: TreeRegressor().fit(X, first(math.inf, NUMBERS)),
        "Replace it by a finite number",
        lambda: TreeRegressor().fit(X, first(99.0, NUMBERS)),
    ),
    "infinite target, dropped": Case(
        lambda: TreeRegressor().fit(X, first(math.inf, NUMBERS)),
        "drop these samples from X and y",
        lambda: TreeRegressor().fit(but_first(), NUMBERS[1:]),
    ),
    "infinite target of a vector": Case(
        lambda: MultiTargetRegressor().fit(X, np.where(TWO[0, 0] == TWO, math.inf, TWO)),
        "by NaN if it means missing",
        lambda: MultiTargetRegressor().fit(X, np.where(TWO[0, 0] == TWO, math.nan, TWO)),
    ),
    "missing target filled": Case(
        lambda: TreeRegressor().fit(X, first(None, NUMBERS)),
        "fill the target",
        lambda: TreeRegressor().fit(X, first(2.0, NUMBERS)),
    ),
    "column lacks": Case(
        lambda: TREE.predict({"a": X["a"]}),
        "lacks the column 'b', which TreeClassifier was trained on. Add it",
        lambda: TREE.predict({"a": X["a"], "b": X["b"]}),
    ),
    "column too many": Case(
        lambda: TREE.predict({**X, "c": NUMBERS}), "Drop it", lambda: TREE.predict(X)
    ),
    "rows of X and y": Case(
        lambda: TreeClassifier().fit(X, Y[1:]),
        "Give X and y one row per sample",
        lambda: TreeClassifier().fit(but_first(), Y[1:]),
    ),
    "no target": Case(
        lambda: TreeClassifier().fit(X, None), "Pass the values to predict as y", lambda: tree()
    ),
    "numbers as classes, regressor": Case(
        lambda: TreeClassifier().fit(X, first(0.5, NUMBERS)),
        "Use a regressor",
        lambda: TreeRegressor().fit(X, first(0.5, NUMBERS)),
    ),
    "numbers as classes, strings": Case(
        lambda: TreeClassifier().fit(X, first(0.5, NUMBERS)),
        "convert the classes to strings",
        lambda: TreeClassifier().fit(X, list(map(str, first(0.5, NUMBERS)))),
    ),
    "text as numbers": Case(
        lambda: TreeRegressor().fit(X, Y), "use a classifier", lambda: TreeClassifier().fit(X, Y)
    ),
    "dates as target, days": Case(
        lambda: TreeRegressor().fit(X, DAYS),
        "the days from another date to it",
        lambda: TreeRegressor().fit(X, [(day - DAYS[0]).days for day in DAYS]),
    ),
    "dates as target, month": Case(
        lambda: TreeRegressor().fit(X, DAYS),
        "a class, such as its month",
        lambda: TreeClassifier().fit(X, [day.strftime("%B") for day in DAYS]),
    ),
    "large integers": Case(
        lambda: TreeRegressor().fit(X, [2**60 + i for i in range(12)]),
        "convert it to float",
        lambda: TreeRegressor().fit(X, [float(2**60 + i) for i in range(12)]),
    ),
    "overflow": Case(
        lambda: TreeRegressor().fit(X, [1e200 * i for i in range(12)]),
        "Divide it, or the sample weights, by a power of ten",
        lambda: TreeRegressor().fit(X, [1e200 * i / 1e100 for i in range(12)]),
    ),
    "classes as labels": Case(
        lambda: MultiLabelClassifier().fit(X, Y), "use TreeClassifier", lambda: tree()
    ),
    "weights too few": Case(
        lambda: TreeClassifier().fit(X, Y, sample_weight=[1.0]),
        "Pass one per sample",
        lambda: TreeClassifier().fit(X, Y, sample_weight=[1.0] * 12),
    ),
    "negative weight": Case(
        lambda: TreeClassifier().fit(X, Y, sample_weight=[-1.0] + [1.0] * 11),
        "0 leaves it out",
        lambda: TreeClassifier().fit(X, Y, sample_weight=[0.0] + [1.0] * 11),
    ),
    "no weight": Case(
        lambda: TreeClassifier().fit(X, Y, sample_weight=[0.0] * 12),
        "Give some of them weight",
        lambda: TreeClassifier().fit(X, Y, sample_weight=[0.0, 1.0] * 6),
    ),
    "no exposure": Case(
        lambda: CARTRegressor(criterion="poisson").fit(X, NUMBERS, exposure=[0.0] + [1.0] * 11),
        "Leave the sample out",
        lambda: CARTRegressor(criterion="poisson").fit(
            but_first(), NUMBERS[1:], exposure=[1.0] * 11
        ),
    ),
    "class weight misspelt": Case(
        lambda: tree(class_weight="balance"),
        "'balanced'",
        lambda: tree(class_weight="balanced"),
    ),
    "class weight of no class": Case(
        lambda: tree(class_weight={"P": 2}),
        "The classes are: 'p', 'q'",
        lambda: tree(class_weight={"p": 2}),
    ),
    "prior of some classes": Case(
        lambda: tree(class_weight=Prior({"p": 1})),
        "Name every class of 'y': 'p', 'q'",
        lambda: tree(class_weight=Prior({"p": 1, "q": 1})),
    ),
    "loss": Case(
        lambda: tree(loss={"p": 5}),
        "{true: {predicted: cost}}",
        lambda: tree(loss={"p": {"q": 5}}),
    ),
    "loss of pairs": Case(
        lambda: tree(loss={"p": 5}),
        "{(true, predicted): cost}",
        lambda: tree(loss={("p", "q"): 5}),
    ),
    "loss of being right": Case(
        lambda: tree(loss={"p": {"p": 1, "q": 5}}),
        "a correct prediction must cost 0",
        lambda: tree(loss={"p": {"p": 0, "q": 5}}),
    ),
    "kinds of no column": Case(
        lambda: tree(kinds={"A": "categorical"}),
        "The columns are: 'a', 'b'",
        lambda: tree(kinds={"a": "categorical"}),
    ),
    "kind unknown": Case(
        lambda: tree(kinds={"a": "category"}),
        "'categorical'",
        lambda: tree(kinds={"a": "categorical"}),
    ),
    "kinds of all": Case(
        lambda: tree(kinds="categorical"),
        "it must map column names to kinds",
        lambda: tree(kinds={"a": "categorical"}),
    ),
    "order of text": Case(
        lambda: tree(kinds={"b": "ordered"}),
        "['x', 'y', 'z'] in the order you mean",
        lambda: tree(kinds={"b": ["x", "y", "z"]}),
    ),
    "order of some": Case(
        lambda: tree(kinds={"b": ["x", "y"]}),
        "holds 'z', which kinds does not list. Listed: 'x', 'y'. Add what is left out",
        lambda: tree(kinds={"b": ["x", "y", "z"]}),
    ),
    "text as a number": Case(
        lambda: tree(kinds={"b": "numeric"}),
        "make it categorical",
        lambda: tree(kinds={"b": "categorical"}),
    ),
    "mixed column": Case(
        lambda: TreeClassifier().fit({"a": ["x", 1, True] * 4}, Y),
        "to strings to make it categorical",
        lambda: TreeClassifier().fit({"a": list(map(str, ["x", 1, True] * 4))}, Y),
    ),
    "sparse matrix": Case(
        lambda: TreeClassifier().fit(SPARSE, Y),
        "X.toarray()",
        lambda: TreeClassifier().fit(SPARSE.toarray(), Y),
    ),
    "data set unknown": Case(
        lambda: datasets.path("penguin"), "'penguins'", lambda: datasets.path("penguins")
    ),
    "backend unknown": Case(
        lambda: datasets.drug().frame("panda"),
        "'pandas'",
        lambda: datasets.drug().frame("pandas"),
    ),
    "one word for missing": Case(
        lambda: ReadOptions(missing="?"),  # type: ignore[arg-type]
        "missing=('?',)",
        lambda: ReadOptions(missing=("?",)),
    ),
    "decimal sign": Case(
        lambda: ReadOptions(decimal=";"), "must be '.' or ','", lambda: ReadOptions(decimal=",")
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_advice_about_data_works_when_followed(case):
    follow(case)


TABLE = b"a,b,y\n1,2,p\n2,3,q\n3,1,p\n4,5,q\n"
FILES = {
    "encoding": Case(
        lambda folder: read_frame(folder / "old.csv", options=ReadOptions(encoding="utf-8")),
        "encoding='cp1252'",
        lambda folder: read_frame(folder / "old.csv", options=ReadOptions(encoding="cp1252")),
    ),
    "ending": Case(
        lambda folder: read_frame(folder / "table.foo"),
        "must end in one of .csv",
        lambda folder: read_frame((folder / "table.foo").rename(folder / "table.csv")),
    ),
    "archive of two": Case(
        lambda folder: read_frame(folder / "two.zip"),
        "a.csv, b.csv. Unpack the one to read",
        lambda folder: read_frame(
            zipfile.ZipFile(folder / "two.zip").extract("a.csv", folder / "unpacked")
        ),
    ),
    "constant column": Case(
        lambda folder: read_dataset(folder / "constant.csv", target="y"),
        "keep='k'",
        lambda folder: read_dataset(folder / "constant.csv", target="y", keep="k"),
    ),
    "target unknown": Case(
        lambda folder: read_dataset(folder / "constant.csv", target="z"),
        "It has: 'k', 'j', 'y'",
        lambda folder: read_dataset(folder / "constant.csv", target="y", keep="k"),
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "old.csv").write_bytes("name,y\ncafé,p\nthé,q\n".encode("cp1252"))
    (tmp_path / "table.foo").write_bytes(TABLE)
    (tmp_path / "constant.csv").write_bytes(b"k,j,y\n1,0,p\n1,0,q\n1,0,p\n")
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("a.csv", TABLE)
        archive.writestr("b.csv", TABLE)
    return tmp_path


@pytest.mark.parametrize("case", FILES.values(), ids=FILES)
def test_the_advice_about_files_works_when_followed(case, folder):
    follow(case, folder)
