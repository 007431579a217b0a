from __future__ import annotations

import gzip
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from arboretum.data import (
    UNSEEN,
    ReadOptions,
    encode_features,
    encode_like,
    read_dataset,
    read_frame,
    text_columns,
)
from arboretum.exceptions import DataError, IntakeWarning

TEXT = "age,sex,ok,drug\n20,male,true,A\n,NA,false,B\n37.5,female,,A\n"


@pytest.fixture
def csv(tmp_path):
    path = tmp_path / "drug.csv"
    path.write_text(TEXT)
    return path


def test_a_text_file_is_read_with_its_missing_values(csv):
    assert read_frame(csv).to_pydict() == {
        "age": [20.0, None, 37.5],
        "sex": ["male", None, "female"],
        "ok": [True, False, None],
        "drug": ["A", "B", "A"],
    }


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_the_delimiter_does_not_matter(csv, tmp_path, delimiter):
    other = tmp_path / "other.txt"
    other.write_text(TEXT.replace(",", delimiter))

    assert read_frame(other).equals(read_frame(csv))


def test_a_gzipped_file_is_read_the_same(csv, tmp_path):
    for name in ("drug.csv.gz", "DRUG.CSV.GZ"):
        packed = tmp_path / name
        packed.write_bytes(gzip.compress(TEXT.encode()))

        assert read_frame(packed).equals(read_frame(csv))


def test_parquet_is_read_without_the_row_names_of_pandas(csv, tmp_path):
    path = tmp_path / "drug.parquet"
    frame = read_frame(csv).to_pandas()
    frame.index = [5, 7, 9]
    frame.to_parquet(path)

    assert read_frame(path).column_names == ["age", "sex", "ok", "drug"]


def test_only_some_columns_may_be_read(csv, tmp_path):
    assert read_frame(csv, ["drug", "age"]).column_names == ["drug", "age"]
    with pytest.raises(DataError, match=r"no column 'dose'.*'age', 'sex'"):
        read_frame(csv, ["dose"])


def test_a_question_mark_among_categories_is_missing_only_if_asked_for(tmp_path):
    path = tmp_path / "q.csv"
    path.write_text("a\nx\n?\n")

    with pytest.warns(IntakeWarning, match=r"column 'a': 1 cell holds '\?', which is a category"):
        assert read_frame(path)["a"].to_pylist() == ["x", "?"]
    assert read_frame(path, options=ReadOptions(na=("?",)))["a"].to_pylist() == ["x", None]


def test_dates_stay_text(tmp_path):
    path = tmp_path / "dates.csv"
    path.write_text("day,moment,hour\n2020-01-02,2020-01-02 10:00:00,10:00\n")

    assert read_frame(path).to_pylist() == [
        {"day": "2020-01-02", "moment": "2020-01-02 10:00:00", "hour": "10:00"}
    ]


def test_a_type_that_changes_late_in_the_file_is_noticed(tmp_path):
    path = tmp_path / "late.csv"
    path.write_text("a,b\n" + "1,2\n" * 400_000 + "x,2\n")

    with pytest.warns(IntakeWarning, match="'a': 1 cell is not a number, read as missing: 'x'"):
        table = read_frame(path)

    assert table["a"][0].as_py() == 1
    assert table["a"][400_000].as_py() is None
    assert read_frame(path, text=["a"])["a"][400_000].as_py() == "x"


def test_a_column_may_be_kept_as_text(tmp_path):
    path = tmp_path / "zip.csv"
    path.write_text("zip\n0123\n9000\n")

    assert read_frame(path, text=["zip"])["zip"].to_pylist() == ["0123", "9000"]


def test_text_categories_that_look_like_numbers_are_found_again(tmp_path):
    train, new = tmp_path / "train.csv", tmp_path / "new.csv"
    train.write_text("code\n1\nA\n")
    new.write_text("code\n1\n2\n")
    data = read_dataset(_with_target(train), target="t")

    columns = encode_like(data.schema, read_frame(new, text=text_columns(data.schema)))

    assert data.schema.features[0].categories == ("1", "A")
    assert columns[0].tolist() == [0, UNSEEN]


def _with_target(path):
    lines = path.read_text().splitlines()
    path.write_text(
        "\n".join([lines[0] + ",t", *(f"{line},{i}" for i, line in enumerate(lines[1:]))])
    )
    return path


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("data.xlsx", b"", r"cannot be read as a workbook"),
        ("data.xls", b"", r"save it as \.xlsx or \.csv"),
        ("data.json.gz", b"", r"must end in one of \.csv"),
        ("data.csv", b"", "is empty"),
        ("data.csv", b"\n\n", "is empty"),
        ("data.csv", b"# nothing\n", "is empty"),
        ("data.csv", b"a,b\n1,2,3\n4,5\n6,7,8\n9,9\n9,9\n", "lines 2, 4 have more than 2 cells"),
        ("data.csv.gz", gzip.compress(b"a,b\n" * 1000, mtime=0)[:20], "not a whole gzip file"),
        ("data.zip", b"PK\x03\x04", "not a whole zip file"),
        ("data.parquet", b"no such thing", "is not a Parquet file.*\\.csv"),
    ],
)
def test_a_bad_file_is_named(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)

    with pytest.raises(DataError, match=message):
        read_frame(path)


def test_an_absent_file_is_named(tmp_path):
    with pytest.raises(DataError, match=r"nowhere.csv does not exist"):
        read_frame(tmp_path / "nowhere.csv")


def test_without_pyarrow_the_remedy_is_given(csv, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(ImportError, match=r'pip install "arboretum\[cli\]"'):
        read_frame(csv)


def test_a_header_alone_has_no_samples(tmp_path):
    path = tmp_path / "header.csv"
    path.write_text("a,b\n")

    with pytest.raises(DataError, match="has no rows"):
        read_dataset(path, target="b")


def test_text_and_booleans_are_classes_and_numbers_are_numbers(csv):
    assert read_dataset(csv, target="drug").schema.classes == ("A", "B")
    path = csv.with_name("n.csv")
    path.write_text("a,whole,share,truth\n1,0,0.5,true\n2,1,0.25,false\n")

    assert not read_dataset(path, target="whole").schema.is_classification
    assert not read_dataset(path, target="share").schema.is_classification
    assert read_dataset(path, target="truth").schema.classes == (False, True)
    assert read_dataset(path, target="whole", nominal=True).schema.classes == (0, 1)


def test_weights_and_ignored_columns_are_no_features(tmp_path):
    path = tmp_path / "w.csv"
    path.write_text("id,a,n,t\n1,5,2,x\n2,6,0,y\n3,7,1,x\n")

    data = read_dataset(path, target="t", weights="n", ignore=["id"])

    assert data.schema.feature_names == ("a",)
    assert data.schema.targets[0].name == "t"
    assert data.weights.tolist() == [2.0, 1.0]


def test_several_targets_may_be_read(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("a,u,v\n1,2,3\n4,5,6\n")

    data = read_dataset(path, target=["v", "u"])

    assert [target.name for target in data.schema.targets] == ["v", "u"]
    np.testing.assert_array_equal(data.targets, [[3.0, 2.0], [6.0, 5.0]])


def test_a_categorical_code_keeps_its_leading_zeros(tmp_path):
    path = tmp_path / "zip.csv"
    path.write_text("zip,size,y\n0123,2,1\n9000,1,2\n")

    data = read_dataset(path, target="y", kinds={"zip": "categorical", "size": ["2", "1"]})

    assert data.schema.features[0].categories == ("0123", "9000")
    assert data.schema.features[1].categories == ("2", "1")


@pytest.mark.parametrize(
    "arguments",
    [
        {"target": "dose"},
        {"target": "drug", "ignore": ["dose"]},
        {"target": "drug", "weights": "dose"},
        {"target": "drug", "kinds": {"dose": "categorical"}},
    ],
)
def test_an_unknown_column_is_named_with_the_known_ones(csv, arguments):
    with pytest.raises(DataError, match=r"no column 'dose'. It has: 'age', 'sex', 'ok', 'drug'"):
        read_dataset(csv, **arguments)


def test_parquet_keeps_categories_and_their_order(tmp_path):
    path = tmp_path / "c.parquet"
    ranked = pd.Categorical(["hi", "lo"], categories=["lo", "hi"], ordered=True)
    pq.write_table(pa.Table.from_pandas(pd.DataFrame({"c": ranked, "y": [1.0, 2.0]})), path)

    feature = read_dataset(path, target="y").schema.features[0]

    assert (feature.kind, feature.categories) == ("ordered", ("lo", "hi"))


def test_the_data_sets_beside_the_repository_are_read_as_pandas_reads_them(shared_data):
    for name in ("titanic.csv", "credit_approval.csv", "adult.csv.gz", "heart_cleveland.csv"):
        table = read_frame(shared_data / name)
        frame = pd.read_csv(shared_data / name)

        # Codes with leading zeros, which pandas takes for numbers.
        kinds = {"A14": "categorical"} if name == "credit_approval.csv" else None
        features, columns = encode_features(table, kinds=kinds)
        expected, others = encode_features(frame, kinds=kinds)
        if kinds:
            known = features[13].categories
            assert [int(code) for code in known] == list(expected[13].categories)
            features = tuple(f for f in features if f.name != "A14")
            expected = tuple(f for f in expected if f.name != "A14")

        assert features == expected
        for column, other in zip(columns, others, strict=True):
            np.testing.assert_array_equal(column, other)
