"""Codes of one, two and four bytes, in any layout, give the same tree and the same predictions."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from arboretum import C45Classifier, CARTClassifier, TreeClassifier, TreeRegressor
from arboretum.data import make_dataset
from arboretum.growing import grow
from arboretum.growing.native import grow_fast, grow_general
from arboretum.growing.obstacles import can_grow
from arboretum.sources import MemorySource

#: Up to 255 categories are bins; more are read from their column at every node.
SIZES = {"few": 9, "some": 120, "wide": 300}


def every_other(codes):
    wide = np.full(2 * len(codes), 99, dtype=np.int16)
    wide[::2] = codes
    return wide[::2]


WIDTHS = {
    "as they came": lambda codes: codes,
    "int16, every other": every_other,
    "int32 backwards": lambda codes: codes[::-1].astype(np.int32)[::-1],
}
SPECIES = {
    "classes": TreeClassifier(max_depth=7),
    "numbers": TreeRegressor(max_depth=7),
    "surrogates": CARTClassifier(),
    "parts of samples": C45Classifier(),
}


def make_frame(n, rng):
    columns = {}
    for name, size in SIZES.items():
        codes = rng.integers(-1, size, n)
        columns[name] = pd.Categorical.from_codes(codes, [f"v{i:03}" for i in range(size)])
    columns["ranked"] = pd.Categorical.from_codes(rng.integers(-1, 40, n), range(40), ordered=True)
    columns["two"] = pd.Categorical.from_codes(rng.integers(0, 2, n), ["lo", "hi"], ordered=True)
    columns["number"] = rng.normal(size=n)
    return pd.DataFrame(columns)


def make_samples(n, estimator):
    rng = np.random.default_rng(n)
    frame = make_frame(n, rng)
    signal = frame["number"].to_numpy() + rng.normal(size=n)
    for name in (*SIZES, "ranked", "two"):
        codes = frame[name].cat.codes.to_numpy()
        signal += rng.normal(size=codes.max() + 2)[codes]
    nominal = estimator._nominal
    return make_dataset(frame, (signal > 0).astype(int) if nominal else signal, nominal=nominal)


def with_codes(dataset, change):
    columns = (c if c.dtype.kind == "f" else change(c) for c in dataset.columns)
    return replace(dataset, columns=tuple(columns))


def natively(dataset, recipe):
    grown = grow_fast if can_grow(recipe, dataset) else grow_general
    return grown(dataset, recipe.criterion.statistics(dataset), recipe)


@pytest.mark.parametrize("species", SPECIES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_width_of_codes_does_not_matter(species, width):
    estimator = SPECIES[species]
    dataset = make_samples(6000, estimator)
    recipe = estimator._recipe(dataset.schema).fitted(dataset)
    usual = with_codes(dataset, lambda codes: codes.astype(np.int32))
    expected = natively(usual, recipe)

    other = with_codes(dataset, WIDTHS[width])
    found = natively(other, recipe)

    assert [c.dtype.name for c in dataset.columns][:3] == ["int8", "int8", "int16"]
    assert expected.n_leaves > 10
    assert found == expected
    assert np.array_equal(found.apply(other.columns), expected.apply(usual.columns))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_width_of_codes_does_not_matter_to_the_readable_loop(width):
    estimator = TreeClassifier(max_depth=4)
    dataset = make_samples(400, estimator)
    recipe = estimator._recipe(dataset.schema).fitted(dataset)
    other = with_codes(dataset, WIDTHS[width])

    tree = grow(MemorySource(other, recipe.criterion.statistics(other)), recipe)

    assert tree == natively(with_codes(dataset, lambda codes: codes.astype(np.int32)), recipe)
