"""What may mislead a tree or its judge is named, with what to do."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.data import make_dataset
from arboretum.data.concerns import concerns, count_twins_apart
from arboretum.data.folds import deal_folds
from arboretum.judging.cross_validate import cross_validate
from arboretum.species import CLASSIFIERS

RNG = np.random.default_rng(1)


def dataset(y, nominal=True, **columns):
    return make_dataset({"x": RNG.normal(size=len(y)), **columns}, y, nominal=nominal)


def test_an_even_table_gives_no_concern():
    data = dataset(["a", "b", "c"] * 40, group=["p", "q", "r", "s"] * 30)

    assert concerns(data) == []


def test_a_class_under_a_twentieth_is_named():
    data = dataset(["well"] * 97 + ["ill"] * 3)

    assert concerns(data) == [
        "Rare class: 'ill' (3 of 100 samples): it hardly counts in the error rate, so that a tree "
        "may never predict it. If you need it, weigh the classes: class_weight='balanced', a prior "
        "or a loss."
    ]


@pytest.mark.parametrize(
    ("sizes", "rare"),
    [
        ([190, 10], []),
        ([288, 12], ["c1"]),
        ([40] * 26, []),  # letters: each has its due
        ([400] * 25 + [30], ["c25"]),
        ([9, 5], []),  # a small table is not an uneven one
        ([50, 9], ["c1"]),
    ],
)
def test_a_class_is_rare_by_its_share_or_its_number_but_not_by_the_number_of_classes(sizes, rare):
    y = np.repeat([f"c{i}" for i in range(len(sizes))], sizes)

    found = [line for line in concerns(dataset(y)) if line.startswith("Rare")]

    assert bool(found) == bool(rare)
    assert all(f"{name!r}" in found[0] for name in rare)
    assert not found or found[0].count(" of ") == len(rare)


def test_repeated_samples_count_as_often_as_they_are_repeated():
    weighted = make_dataset({"x": [1.0, 2.0]}, ["a", "b"], nominal=True, sample_weight=[98, 2])

    assert "'b' (2 of 100 samples)" in concerns(weighted)[0]


@pytest.mark.parametrize(("n_categories", "is_named"), [(19, False), (25, True)])
def test_many_categories_with_few_rows_each_are_named(n_categories, is_named):
    city = [f"city {i % n_categories}" for i in range(120)]

    found = concerns(dataset(["a", "b"] * 60, city=city))

    assert bool(found) == is_named
    assert not is_named or "'city' (25 categories in 120 rows)" in found[0]
    assert not is_named or found[0].endswith("leave the column out: ignore='city'.")


def test_many_categories_with_many_rows_each_are_fine():
    assert concerns(dataset(["a", "b"] * 600, c=[f"c{i % 25}" for i in range(1200)])) == []


@pytest.mark.parametrize(
    ("name", "values", "is_named"),
    [
        ("patient_id", np.arange(120) // 4, True),
        ("patient_id", np.arange(120) % 5, False),  # few: a place, say
        ("patient_id", np.arange(120) / 7, False),
        ("paid", np.arange(120) // 4, False),
    ],
)
def test_numbers_called_identifiers_that_repeat_are_named(name, values, is_named):
    found = concerns(dataset(["a", "b"] * 60, **{name: values}))

    assert bool(found) == is_named
    assert not is_named or "'patient_id' is called an identifier and has 30 values" in found[0]


def twins_by_hand(data, folds):
    """The slow twin: every held-out sample beside every other."""
    columns = [np.asarray(column).tolist() for column in (*data.columns, *data.targets.T)]
    rows = [tuple("missing" if v != v else v for v in r) for r in zip(*columns, strict=True)]
    return sum(
        any(rows[i] == rows[j] for j in np.flatnonzero(fold.growing))
        for fold in folds
        for i in np.flatnonzero(fold.held_out)
    )


@pytest.mark.parametrize("seed", range(6))
def test_samples_with_a_twin_in_another_fold_are_counted(seed):
    rng = np.random.default_rng(seed)
    take = rng.integers(0, 60, 90)
    a, b, c = rng.normal(size=60), rng.normal(size=60), rng.choice(list("pq"), 60)
    a[rng.integers(0, 60, 5)] = np.nan
    y = np.where(a > 0, "u", "v")
    data = make_dataset({"a": a[take], "b": b[take], "c": c[take]}, y[take], nominal=True)
    folds = deal_folds(data, 5, seed)

    assert count_twins_apart(data, folds) == twins_by_hand(data, folds) > 0


def test_categories_that_repeat_by_chance_are_not_twins():
    data = make_dataset(
        {"c": list("pqrs") * 25, "n": np.arange(100) % 7}, ["u", "v"] * 50, nominal=True
    )

    assert count_twins_apart(data, deal_folds(data, 5, 0)) == 0


def test_zero_and_minus_zero_are_equal_and_so_is_what_is_missing():
    n = 40
    a = np.tile(np.linspace(1, 2, n // 2), 2)
    b = np.tile(np.linspace(3, 4, n // 2), 2)
    b[[0, n // 2]] = 0.0, -0.0
    a[[1, n // 2 + 1]] = np.nan
    data = make_dataset({"a": a, "b": b}, ["u", "v"] * (n // 2), nominal=True)
    fold = np.arange(n) < n // 2
    folds = [type(deal_folds(data, 2, 0)[0])(fold.astype(float), (~fold).astype(float))]

    assert count_twins_apart(data, folds) == n // 2


def test_cross_validation_notes_the_copies():
    a, b = RNG.normal(size=50), RNG.normal(size=50)
    copied = {"a": np.tile(a, 2), "b": np.tile(b, 2)}
    y = np.tile(RNG.choice(["u", "v"], 50), 2)
    data = make_dataset(copied, y, nominal=True)
    once = make_dataset({"a": a, "b": b}, y[:50], nominal=True)

    def grow(training, progress):
        return CLASSIFIERS["tree"]().fit_dataset(training, progress).tree_

    notes, plain = (cross_validate(some, grow, n_folds=5, seed=0).notes for some in (data, once))

    assert plain == []
    assert len(notes) == 1
    assert "of 100 samples equal another one in every feature and target" in notes[0]
    assert notes[0].endswith("drop the copies.")


def test_words_that_differ_only_in_large_and_small_letters_are_named():
    X = {"city": ["Ulm", "ULM", "Bonn", "Köln"] * 10}
    alike = make_dataset(X, ["Yes", "no", "yes", "NO"] * 10, nominal=True)

    found = concerns(alike)

    assert [line.partition(":")[2].partition(". ")[0].strip() for line in found] == [
        "'NO' and 'no', 'Yes' and 'yes'",
        "'ULM' and 'Ulm'",
    ]
