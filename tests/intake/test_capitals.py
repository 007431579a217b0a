"""One category with capitals here and without there."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from arboretum import CARTClassifier
from arboretum.data import encode_features, read_dataset
from arboretum.data.read.notes import Notes

N = 40

#: What people wrote, and the categories that an analyst would make of it.
SPELT = {
    "a yes in many ways": (["Yes", "yes", "yes", "YES", "No", "no", "no", "no"], ["no", "yes"]),
    "letters": (["Y", "y", "y", "N", "N", "n"], ["N", "y"]),
    "towns": (["New York", "NEW YORK", "New york", "New York", "Rome"], ["New York", "Rome"]),
    "genes": (["AA", "Aa", "aa"], ["AA", "Aa", "aa"]),
    "names": (["McDonald", "Mcdonald", "Smith"], ["McDonald", "Mcdonald", "Smith"]),
    "codes": (["A1b", "a1b", "A1B"], ["A1B", "A1b", "a1b"]),
}  # fmt: skip


def table(spelt):
    cells = [spelt[i % len(spelt)] for i in range(N)]
    return pd.DataFrame({"x": cells, "z": np.linspace(0, 1, N) ** 2, "y": cells[::-1]})


def sources(frame, folder):
    frame.to_csv(folder / "t.csv", index=False)
    frame.to_parquet(folder / "t.parquet")
    frame.to_excel(folder / "t.xlsx", index=False)
    return [folder / "t.csv", folder / "t.parquet", folder / "t.xlsx", frame]


@pytest.mark.parametrize(("spelt", "expected"), SPELT.values(), ids=SPELT)
def test_spellings_of_one_category_are_merged_and_said(spelt, expected, tmp_path):
    for source in sources(table(spelt), tmp_path):
        notes = Notes()

        data = read_dataset(source, target="y", notes=notes)

        assert list(data.schema.features[0].categories) == expected
        assert list(data.schema.classes) == expected
        said = [str(note) for note in notes if "are read as" in str(note)]
        assert len(said) == 2 * (len(expected) < len(set(spelt)))


def test_whoever_insists_keeps_them_apart():
    frame, notes = table(["Yes", "yes", "No"]), Notes()

    data = read_dataset(frame, target="y", kinds={"x": "categorical"}, keep="y", notes=notes)

    assert data.schema.features[0].categories == ("No", "Yes", "yes")
    assert data.schema.classes == ("No", "Yes", "yes")
    assert len(notes) == 0


def test_categories_that_are_declared_are_not_merged():
    frame = table(["Yes", "yes", "No"]).astype({"x": "category"})

    data = read_dataset(frame, target="y", notes=Notes())

    assert data.schema.features[0].categories == ("No", "Yes", "yes")


def test_fit_leaves_categories_alone():
    features, _ = encode_features({"x": ["Yes", "yes", "No"]}, notes=Notes())

    assert features[0].categories == ("No", "Yes", "yes")


def test_new_samples_may_be_written_otherwise():
    X = {"x": ["Yes", "No"] * 10, "z": list(range(20))}
    model = CARTClassifier(min_samples_split=2).fit(X, ["a", "b"] * 10)

    with pytest.warns(UserWarning, match="'YES' is read as 'Yes', as it was written in training"):
        predicted = model.predict({"x": ["YES", "No"], "z": [0, 0]})

    assert predicted.tolist() == ["a", "b"]
