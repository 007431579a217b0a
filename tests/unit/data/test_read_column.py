"""One table, written in every library, is read the same way."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from arboretum.data import encode_features
from arboretum.data.column import Codes, Numbers
from arboretum.data.read.column import read_column
from arboretum.data.read.open_columns import open_column
from arboretum.exceptions import DataError, IntakeWarning, KindError

NUMBERS = [1.5, None, 3.0]
WHOLE = [3, None, 1]
TEXT = ["b", None, "a"]
TRUTHS = [True, None, False]


def arrow_table() -> pa.Table:
    return pa.table({"f": NUMBERS, "i": WHOLE, "s": TEXT, "b": TRUTHS})


def frames() -> dict[str, object]:
    table = arrow_table()
    plain = pd.DataFrame({"f": NUMBERS, "i": WHOLE, "s": TEXT, "b": TRUTHS})
    return {
        "pandas": plain,
        "pandas objects": plain.astype(object),
        "pandas nullable": plain.convert_dtypes(),
        "pandas on Arrow": table.to_pandas(types_mapper=pd.ArrowDtype),
        "polars": pl.from_arrow(table),
        "polars lazy": pl.from_arrow(table).lazy(),
        "pyarrow": table,
        "record batch": table.to_batches()[0],
        "duckdb": duckdb.from_arrow(table),
        "mapping of lists": {"f": NUMBERS, "i": WHOLE, "s": TEXT, "b": TRUTHS},
        "mapping of series": {
            name: pl.Series(table[name].to_pylist()) for name in table.schema.names
        },
        "mapping of Arrow arrays": {n: table[n].combine_chunks() for n in table.schema.names},
    }


@pytest.mark.parametrize("library", frames())
def test_every_library_gives_the_same_features(library):
    features, columns = encode_features(frames()[library])

    assert [feature.name for feature in features] == ["f", "i", "s", "b"]
    assert [feature.kind for feature in features] == ["numeric"] * 2 + ["categorical"] * 2
    assert features[2].categories == ("a", "b")
    assert features[3].categories == (False, True)
    np.testing.assert_array_equal(columns[0], [1.5, np.nan, 3.0])
    np.testing.assert_array_equal(columns[1], [3.0, np.nan, 1.0])
    np.testing.assert_array_equal(columns[2], [1, -1, 0])
    np.testing.assert_array_equal(columns[3], [1, -1, 0])
    assert columns[2].dtype == columns[3].dtype == np.int8


DECLARED = ["low", "high", "never"]


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(pd.Categorical(["high", None, "low"], categories=DECLARED, ordered=True)),
        pl.Series(["high", None, "low"], dtype=pl.Enum(DECLARED)),
        pa.chunked_array(
            [
                pa.DictionaryArray.from_arrays(
                    pa.array([1, None, 0], pa.uint8()), pa.array(DECLARED), ordered=True
                )
            ]
        ),
    ],
    ids=["pandas", "polars", "pyarrow"],
)
def test_ranked_categories_are_ordered_as_declared(column):
    features, columns = encode_features({"grade": column})

    assert features[0].kind == "ordered"
    assert features[0].categories == ("low", "high", "never")
    np.testing.assert_array_equal(columns[0], [1, -1, 0])


def test_an_unranked_pandas_categorical_keeps_its_declared_categories():
    column = pd.Categorical(["x", None, "y"], categories=["y", "x", "z"])

    features, columns = encode_features(pd.DataFrame({"c": column}))

    assert features[0].kind == "categorical"
    assert features[0].categories == ("y", "x", "z")
    np.testing.assert_array_equal(columns[0], [1, -1, 0])


@pytest.mark.parametrize(
    "column",
    [
        pl.Series(["x", None, "b"], dtype=pl.Categorical),
        pa.chunked_array(
            [pa.array(["x", None]).dictionary_encode(), pa.array(["b"]).dictionary_encode()]
        ),
        pd.Series(["x", None, "b"], dtype=pd.ArrowDtype(pa.dictionary(pa.int8(), pa.string()))),
        pd.Series(["x", None, "b"], dtype="string[pyarrow]"),
        np.array(["x", None, "b"], dtype=object),
    ],
    ids=["polars categorical", "arrow chunks", "pandas arrow", "pandas string", "numpy"],
)
def test_categories_without_a_declared_order_are_sorted(column):
    features, columns = encode_features({"c": column})

    assert features[0].categories == ("b", "x")
    np.testing.assert_array_equal(columns[0], [1, -1, 0])


def test_a_polars_categorical_forgets_what_other_columns_hold():
    pl.Series(["someone", "else"], dtype=pl.Categorical)

    features, _ = encode_features(pl.DataFrame({"c": pl.Series(["q"], dtype=pl.Categorical)}))

    assert features[0].categories == ("q",)


def test_an_arrow_dictionary_may_hold_a_null_and_the_same_value_twice():
    array = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2]), pa.array(["a", None, "a"]))

    column = read_column("column 'c'", _series(pa.chunked_array([array])))

    assert isinstance(column, Codes)
    assert column.categories == ("a",)
    assert column.codes.tolist() == [0, -1, 0]


def test_chunks_of_an_arrow_column_may_have_more_categories_together_than_their_codes_can_say():
    def chunk(letter):
        codes = pa.array(range(100), pa.int8())
        return pa.DictionaryArray.from_arrays(codes, pa.array([f"{letter}{i}" for i in codes]))

    column = read_column("column 'c'", _series(pa.chunked_array([chunk("a"), chunk("b")])))

    assert isinstance(column, Codes)
    assert len(column.categories) == 200
    assert [column.categories[code] for code in column.codes[[0, 99, 100]]] == ["a0", "a99", "b0"]


def test_categories_are_stored_as_plain_python_values():
    features, _ = encode_features(
        pd.DataFrame({"i": pd.Categorical([3, 1]), "f": pd.Categorical([0.5, 1.5])})
    )

    assert [type(value) for value in features[0].categories] == [int, int]
    assert [type(value) for value in features[1].categories] == [float, float]


def test_the_intervals_of_pandas_cut_become_text():
    frame = pd.DataFrame({"age": pd.cut([5, 15], [0, 10, 20])})

    features, _ = encode_features(frame)

    assert features[0].kind == "ordered"
    assert features[0].categories == ("(0, 10]", "(10, 20]")


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_floats_are_not_copied(dtype):
    X = np.ones((4, 3), dtype=dtype)

    _, columns = encode_features(X)

    assert all(np.shares_memory(column, X) for column in columns)
    assert all(column.dtype == dtype for column in columns)


def test_floats_with_missing_values_are_not_copied():
    X = np.array([[1.0, np.nan], [2.0, 3.0]])

    _, columns = encode_features(X)

    assert all(np.shares_memory(column, X) for column in columns)


@pytest.mark.parametrize(("n", "width"), [(100, "int8"), (200, "int16"), (40_000, "int32")])
def test_codes_of_a_pandas_column_are_not_copied(n, width):
    frame = pd.DataFrame({"a": pd.Categorical.from_codes([0, -1, n - 1], range(n))})

    _, columns = encode_features(frame)

    assert columns[0].tolist() == [0, -1, n - 1]
    assert columns[0].dtype == width
    assert np.shares_memory(columns[0], frame["a"].array.codes)


def test_codes_that_the_core_cannot_read_where_they_lie_are_copied():
    unaligned = np.zeros(7, dtype=np.uint8)[1:].view(np.int16)
    unaligned[:] = [1, -1, 0]

    column = Codes.of_values("column 'a'", unaligned, ["u", "v"])

    assert column.codes.flags.aligned
    assert column.codes.tolist() == [1, -1, 0]


def test_codes_of_an_arrow_column_that_are_in_order_are_not_copied():
    codes = pa.array([1, 0, 1], pa.int8())
    table = pa.table({"a": pa.DictionaryArray.from_arrays(codes, ["a", "b"])})

    _, columns = encode_features(table)

    assert columns[0].tolist() == [1, 0, 1]
    assert np.shares_memory(columns[0], codes.to_numpy())


@pytest.mark.parametrize("library", [pa.table, pl.DataFrame], ids=["pyarrow", "polars"])
@pytest.mark.parametrize(("n", "width"), [(100, "int8"), (200, "int16"), (40_000, "int32")])
def test_codes_that_are_made_are_as_narrow_as_their_number_allows(library, n, width):
    names = [f"{i:05}" for i in range(n)]

    features, columns = encode_features(library({"a": [None, *reversed(names)]}))

    assert features[0].categories == tuple(names)
    assert columns[0].tolist() == [-1, *reversed(range(n))]
    assert columns[0].dtype == width


def test_a_pandas_column_of_floats_is_not_copied():
    values = np.array([1.0, 2.0])
    frame = pd.DataFrame({"a": values}, copy=False)

    _, columns = encode_features(frame)

    assert np.shares_memory(columns[0], frame["a"].to_numpy())


BIG = 2**53 + 1


@pytest.mark.parametrize(
    ("column", "texts"),
    [
        (np.array([BIG, 1]), ["9007199254740993", "1"]),
        (np.array([-BIG, 1]), ["-9007199254740993", "1"]),
        (np.array([2**64 - 1, 1], dtype=np.uint64), ["18446744073709551615", "1"]),
        (pd.Series(pd.array([BIG, None], dtype="Int64")), ["9007199254740993"]),
        (pl.Series([BIG, None]), ["9007199254740993"]),
        (pl.Series([2**100 + 1, None], dtype=pl.Int128), ["1267650600228229401496703205377"]),
        (pa.chunked_array([[BIG, None]]), ["9007199254740993"]),
        (np.array([BIG, None], dtype=object), ["9007199254740993"]),
        (np.array([10**400, None], dtype=object), ["1" + "0" * 400]),
    ],
    ids=["int64", "negative", "uint64", "Int64", "polars", "int128", "pyarrow", "object", "huge"],
)
def test_integers_that_would_be_rounded_are_read_as_text_and_named(column, texts):
    with pytest.warns(IntakeWarning, match=r"column 'id' holds integers too large .*read as text"):
        features, columns = encode_features({"id": column})

    assert set(features[0].categories) == set(texts)
    assert [features[0].categories[code] for code in columns[0] if code >= 0] == texts


@pytest.mark.filterwarnings("ignore:column 'n' holds integers too large")
def test_integers_that_would_be_rounded_are_numbers_if_they_are_amounts():
    features, columns = encode_features({"n": [BIG, 1, None]}, kinds={"n": "numeric"})

    assert features[0].kind == "numeric"
    np.testing.assert_array_equal(columns[0], [float(BIG), 1.0, np.nan])


def test_a_large_integer_among_fractions_is_a_number():
    features, columns = encode_features({"n": np.array([BIG, 0.5], dtype=object)})

    assert features[0].kind == "numeric"
    np.testing.assert_array_equal(columns[0], [float(BIG), 0.5])
    with pytest.raises(DataError, match="column 'n' holds a number too large for float64"):
        encode_features({"n": np.array([10**400, 0.5], dtype=object)})


@pytest.mark.parametrize("value", [2**53, -(2**53), 2**60, 2**63 - 2**10])
def test_a_large_integer_that_float64_holds_is_kept_beside_a_null(value):
    _, columns = encode_features({"id": pl.Series([value, None])})

    assert int(columns[0][0]) == value


def test_decimals_are_numbers():
    import decimal

    values = [decimal.Decimal("1.25"), None]
    for column in (
        np.array(values, dtype=object),
        pl.Series(values),
        pa.chunked_array([pa.array(values, pa.decimal128(5, 2))]),
    ):
        features, columns = encode_features({"price": column})

        assert features[0].kind == "numeric"
        np.testing.assert_array_equal(columns[0], [1.25, np.nan])


@pytest.mark.parametrize(
    "column",
    [pl.Series([[1], [2]]), np.array([b"a", b"b"]), pd.Series(pd.period_range("2020", periods=2))],
    ids=["list", "bytes", "period"],
)
def test_other_types_are_refused_by_name(column):
    with pytest.raises(KindError, match="column 'odd' has the type"):
        encode_features({"odd": column})


def test_half_floats_are_widened():
    column = read_column("column 'h'", np.array([0.5], dtype=np.float16))

    assert isinstance(column, Numbers)
    assert column.values.dtype == np.float64


def test_an_object_column_is_read_to_its_end():
    frame = pd.DataFrame({"odd": pd.Series(["a"] * 200 + [1], dtype=object)})

    with pytest.warns(IntakeWarning, match="column 'odd' mixes numbers and text"):
        features, _ = encode_features(frame)
    assert features[0].categories == ("1", "a")
    with pytest.raises(KindError, match="mixes numbers and text"):
        read_column("column 'odd'", open_column(frame["odd"], "odd"))


def _series(native):
    import narwhals.stable.v2 as nw

    return nw.from_native(native, series_only=True)


@pytest.mark.parametrize("n_chunks", [0, 1, 3])
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int8", "uint64", "bool"])
def test_slices_of_arrow_are_read_as_arrow_itself_reads_them(dtype, n_chunks):
    rng = np.random.default_rng(0)
    values = rng.integers(0, 2, 41).astype(dtype)
    for mask in (None, rng.random(41) < 0.3):
        whole = pa.array(values, mask=mask)
        chunks = [whole.slice(3 + 11 * k, 11) for k in range(n_chunks)]
        chunked = pa.chunked_array(chunks, whole.type)
        wanted = chunked.to_pylist()

        column = read_column("x", open_column(chunked, "x"))

        missing = np.array([value is None for value in wanted], bool)
        known = [value for value in wanted if value is not None]
        if isinstance(column, Codes):
            assert [column.categories[code] for code in column.codes[~missing]] == known
            assert (column.codes[missing] == -1).all()
        else:
            assert column.values[~missing].tolist() == known
            assert np.isnan(column.values[missing]).all()
