from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.data import encode_features

rows = st.lists(
    st.tuples(
        st.one_of(st.none(), st.text(max_size=3)),
        st.one_of(st.none(), st.booleans()),
        st.one_of(st.none(), st.integers(-5, 5)),
    ),
    min_size=1,
    max_size=30,
).filter(
    lambda table: all(any(v is not None for v in column) for column in zip(*table, strict=True))
)


def table_of(samples):
    return dict(zip("sbi", map(list, zip(*samples, strict=True)), strict=True))


@given(samples=rows, seed=st.integers(0, 2**32 - 1))
def test_the_order_of_the_rows_does_not_matter(samples, seed):
    order = np.random.default_rng(seed).permutation(len(samples))

    features, columns = encode_features(table_of(samples), kinds={"i": "categorical"})
    moved_features, moved = encode_features(
        table_of([samples[i] for i in order]), kinds={"i": "categorical"}
    )

    assert moved_features == features
    for column, moved_column in zip(columns, moved, strict=True):
        np.testing.assert_array_equal(moved_column, column[order])


@given(samples=rows)
def test_decoding_gives_back_what_was_encoded(samples):
    X = table_of(samples)

    features, columns = encode_features(X, kinds={"i": "categorical", "s": "categorical"})

    for feature, codes in zip(features, columns, strict=True):
        decoded = [None if code < 0 else feature.categories[code] for code in codes]
        assert decoded == X[feature.name]


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint16, np.int64, np.float16, "U1", object])
def test_an_array_of_any_type_is_read_as_its_columns_are(dtype):
    X = np.array([[0, 1], [1, 1], [0, 0]]).astype(dtype)

    features, columns = encode_features(X)
    alone = [encode_features({f"x{j}": X[:, j]}) for j in range(2)]

    assert features == tuple(feature for (feature,), _ in alone)
    for column, (_, (expected,)) in zip(columns, alone, strict=True):
        np.testing.assert_array_equal(column, expected)


def test_integers_become_numbers_and_booleans_categories():
    (whole,), _ = encode_features(np.array([[1], [2]]))
    (truth,), _ = encode_features(np.array([[True], [True]]))

    assert whole.kind == "numeric"
    assert truth.categories == (False, True)


def test_an_object_that_offers_an_array_is_read():
    class Offer:
        def __array__(self, dtype=None, copy=None):
            return np.array([[1.0, 2.0]], dtype=dtype)

    features, columns = encode_features(Offer())

    assert [feature.name for feature in features] == ["x0", "x1"]
    assert [column.tolist() for column in columns] == [[1.0], [2.0]]


def test_a_frame_of_narwhals_is_read():
    import narwhals

    features, _ = encode_features(narwhals.from_native(pd.DataFrame({"a": [1.0]})))

    assert features[0].name == "a"


def test_the_input_is_never_written_to():
    X = np.array([[1.0, np.nan], [2.0, 3.0]])
    X.flags.writeable = False

    encode_features(X)
    encode_features(X.astype(object))
