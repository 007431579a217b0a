"""ARFF files by hand: what each line of them means, and what is said of those that mean nothing."""

from __future__ import annotations

import gzip
import warnings

import numpy as np
import pytest

from arboretum.data import Notes, ReadOptions, read_dataset, read_frame
from arboretum.exceptions import DataError

WEATHER = """% comments stand anywhere
@RELATION weather

@ATTRIBUTE outlook {sunny, overcast, 'heavy rain', snow}
@attribute 'the temperature' REAL
@attribute note string
@attribute day date "yyyy-MM-dd"
@attribute at DATE
@attribute play{yes,no}

@DATA
sunny, 85.5, 'it\\'s hot, isn''t it', 2022-01-31, 2022-01-31T12:30:00, no
% between samples, too
'heavy rain',?,"50 % \\"wet\\"","2022-02-01",?,yes
?, 1e2, ?, ?, ?, ?
"""


@pytest.fixture
def read(tmp_path):
    def read(text, name="table.arff", **more):
        path = tmp_path / name
        data = text.encode()
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return read_frame(path, notes=Notes(), **more)

    return read


@pytest.mark.parametrize("name", ["table.arff", "table.ARFF", "table.arff.gz"])
def test_attributes_become_columns_of_their_types(read, name):
    text = WEATHER.replace("''t", "\\'t").replace("\n", "\r\n")

    table = read(text, name)

    assert table.column_names == ["outlook", "the temperature", "note", "day", "at", "play"]
    assert table["outlook"].to_pylist() == ["sunny", "heavy rain", None]
    assert table["the temperature"].to_pylist() == [85.5, None, 100.0]
    assert table["note"].to_pylist() == ["it's hot, isn't it", '50 % "wet"', None]
    assert [str(one) for one in table["day"].to_pylist()[:2]] == ["2022-01-31", "2022-02-01"]
    assert str(table["at"].to_pylist()[0]) == "2022-01-31 12:30:00"
    assert table["play"].to_pylist() == ["no", "yes", None]


def test_nominal_attributes_keep_the_values_that_are_declared_in_their_order(tmp_path):
    path = tmp_path / "table.arff"
    path.write_text(
        "@attribute size {small,medium,large,huge}\n@attribute code {3,1,2}\n"
        "@attribute class {b,a,c}\n@data\nlarge,1,a\nsmall,2,b\n?,3,?\nmedium,?,a\n"
    )

    data = read_dataset(path, target="class", notes=Notes())

    assert [(one.kind, one.categories) for one in data.schema.features] == [
        ("categorical", ("small", "medium", "large", "huge")),
        ("categorical", ("3", "1", "2")),
    ]
    assert [column.tolist() for column in data.columns] == [[2, 0, 1], [1, 2, -1]]
    assert data.schema.classes == ("a", "b")  # those that occur


def test_dates_are_read_as_their_attribute_writes_them(read):
    text = "@attribute d date 'dd.MM.yy HH:mm'\n@attribute x real\n@data\n'31.01.22 07:05',1\n"

    assert str(read(text)["d"].to_pylist()[0]) == "2022-01-31 07:05:00"


def test_sparse_samples_have_zeros_and_first_values_where_they_say_nothing(read):
    head = "@attribute a real\n@attribute b {no,yes}\n@attribute c integer\n@attribute d string\n"

    table = read(head + "@data\n{1 yes, 2 -3}\n{ }\n{0 ?, 3 'x, y'}\n1,yes,2,z\n")

    assert table["a"].to_pylist() == [0, 0, None, 1]
    assert table["b"].to_pylist() == ["yes", "no", "no", "yes"]
    assert table["c"].to_pylist() == [-3, 0, 0, 2]
    assert table["d"].to_pylist() == [None, None, "x, y", "z"]


def test_blanks_may_stand_between_values_and_a_quoted_question_mark_is_one(read):
    table = read("@attribute a real\n@attribute b string\n@data\n1 'New York'\n2 '?'\n3 ?\n")

    assert table["a"].to_pylist() == [1, 2, 3]
    assert table["b"].to_pylist() == ["New York", "?", None]


def test_options_say_which_words_are_missing_and_which_values_are_numbers(read):
    text = "@attribute a {1,2,none}\n@attribute b real\n@data\n1,-9\nnone,2\n"

    table = read(text, numeric=["a"], options=ReadOptions(na=("-9", "none")))

    assert table["a"].to_pylist() == [1, None]
    assert table["b"].to_pylist() == [None, 2]


HEAD = "@relation r\n@attribute x real\n@attribute c {a,b}\n"
LABELS = "@attribute x real\n@attribute c hierarchical 1,1/1,2\n@data\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + "@data\n1,a\n2\n", "line 6: the sample has 1 values, '2', but there are 2"),
        (HEAD + "@data\n1,a,{5}\n", "line 5.* Weights of samples in braces are not read"),
        (HEAD + "@data\n1,d\n", "line 5: attribute 'c' holds 'd', which line 3 does not declare"),
        (HEAD + "@data\nwide,a\n", "line 5: attribute 'x' is numeric, but holds 'wide'"),
        (HEAD + "@data\n1_0,a\n", "line 5: attribute 'x' is numeric, but holds '1_0'"),
        (HEAD + "@data\n1,'a\n", "line 5: the quotation mark before 'a' is never closed"),
        (HEAD + "@data\n{0 1, 7 a}\n", "line 5: '7 a' is not the number of an attribute, from 0"),
        (HEAD + "1,a\n", "line 4: there is no line @DATA above '1,a'"),
        (HEAD, "has no line @DATA"),
        ("@data\n1\n", "declares no @ATTRIBUTE"),
        ("@attribute x\n@data\n1\n", "line 1: '@attribute x' does not name an attribute and its"),
        ("@attribute x {a,b\n@data\na\n", "line 1: the values of attribute 'x' have no closing"),
        ("@attribute x relational\n@data\n1\n", "line 1: attribute 'x' has the type 'relational'"),
        (HEAD + "@attribute x real\n", "line 4: attribute 'x' was declared on line 2 already"),
        ("@attribute d date 'yyyy w'\n@data\n1\n", "line 1: .*'yyyy w', in which 'w' is not known"),
        ("@attribute d date yyyy\n@data\n?\nnow\n", "line 4: attribute 'd' has dates like 'yyyy'"),
        (LABELS + "1,2\n2,1/1@1/7\n", "line 5: attribute 'c' has the label '1/7', which is not in"),
        ("@attribute c hierarchical\n@data\n1\n", "line 1: attribute 'c' is hierarchical, but"),
        ("@attribute c hierarchical root/a,b\n@data\n", "line 1: attribute 'c': 'b' is not an"),
        ("@attribute c hierarchical 1,1//2\n@data\n", "line 1: attribute 'c': The path '1//2' of"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line_and_the_culprit(read, text, words):
    with pytest.raises(DataError, match=words):
        read(text)


def test_a_hierarchical_attribute_is_a_target_of_labels_with_all_above_them(tmp_path):
    path = tmp_path / "tree.arff"
    path.write_text(LABELS + "1,1/1\n2,2@1\n3,?\n4,2\n")
    notes = Notes()

    data = read_dataset(path, target="c", notes=notes)

    assert [target.name for target in data.schema.targets] == ["1", "2", "1/1"]
    assert np.asarray(data.targets).tolist() == [[1, 0, 1], [1, 1, 0], [0, 1, 0]]
    assert data.hierarchy.parents == ((), (), (0,))
    assert [str(note) for note in notes] == ["1 of 4 rows has no 'c' and is left out: line 6."]


def test_labels_of_a_hierarchy_are_neither_asked_about_nor_predicted_beside_others(tmp_path):
    path, notes = tmp_path / "tree.arff", Notes()
    path.write_text(LABELS.replace("@data", "@attribute y real\n@data") + "1,1,5\n2,2,6\n3,1,7\n")

    data = read_dataset(path, target="y", notes=notes)

    assert data.schema.feature_names == ("x",)
    assert "column 'c' holds labels of a hierarchy" in str(next(iter(notes)))
    with pytest.raises(DataError, match="'c' holds labels of a hierarchy, which are predicted by"):
        read_dataset(path, target=["c", "y"], notes=Notes())


def test_the_table_of_weka_is_that_of_the_csv_file(tmp_path, shared_data):
    """The same samples in both formats give the same dataset."""
    text = (shared_data / "weather_numeric.csv").read_text()
    names, *rows = text.splitlines()
    columns = dict(
        zip(names.split(","), zip(*(r.split(",") for r in rows), strict=True), strict=True)
    )
    declared = [
        f"@attribute {name} "
        + ("real" if name in ("temperature", "humidity") else f"{{{','.join(sorted(set(cells)))}}}")
        for name, cells in columns.items()
    ]
    path = tmp_path / "weather.arff"
    path.write_text("\n".join(["@relation weather", *declared, "@data", *rows]))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        one, other = (
            read_dataset(p, target=names.split(",")[-1], notes=Notes())
            for p in (path, shared_data / "weather_numeric.csv")
        )

    # TRUE and FALSE are truths in the one, and values that are declared in the other.
    assert one.schema.feature_names == other.schema.feature_names
    assert [f.kind for f in one.schema.features] == [f.kind for f in other.schema.features]
    assert one.schema.targets == other.schema.targets
    for ours, theirs in zip(one.columns, other.columns, strict=True):
        assert np.array_equal(ours, theirs)
    assert np.array_equal(one.targets, other.targets)
