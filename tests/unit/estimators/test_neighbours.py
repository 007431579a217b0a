"""Models corrected by the training samples nearby, against one sample at a time."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from arboretum import (
    CARTRegressor,
    M5Regressor,
    NeighbourCorrection,
    RuleRegressor,
    TreeClassifier,
)
from arboretum.exceptions import DataError, ParameterError, RuleFileError, TreeFileError

#: An ordered feature, and gaps in every column.
KINDS = {"size": ["S", "M", "L"]}


def mixed(n, seed=0):
    rng = np.random.default_rng(seed)
    x, z = rng.uniform(0, 100, n).round(1), rng.integers(0, 4, n).astype(float)
    colour, size = rng.choice(["red", "green", "blue"], n), rng.choice(["S", "M", "L"], n)
    y = np.where(x < 50, x, 100 - x) + 8 * np.sin(x / 7) + 5 * (colour == "red") + z
    x[::9], z[4::11] = np.nan, np.nan
    gaps = np.arange(n) % 13 == 5
    colour = np.where(gaps, None, colour.astype(object))
    return {"x": x, "z": z, "colour": colour, "size": size}, y


def is_gap(value):
    return value is None or (isinstance(value, float) and math.isnan(value))


def apart(column, name, here, there):
    """How far two values of a feature are apart, by the rule of the page."""
    if is_gap(here) or is_gap(there):
        if is_gap(here) and is_gap(there):
            return 0.0
        known = [value for value in column if not is_gap(value)]
        return np.mean([[apart(column, name, a, b) for a in known] for b in known])
    if name == "colour":
        return float(here != there)
    if name == "size":
        return abs("SML".index(here) - "SML".index(there)) / 2
    known = [value for value in column if not is_gap(value)]
    return abs(here - there) / (max(known) - min(known))


def predicted(model, X, y, new, row, k):
    """The prediction of one sample, and the training rows that made it, by sorting all."""
    said = model.predict(X)
    usual = {}
    far = []
    for i in range(len(y)):
        total = 0.0
        for name, column in X.items():
            pair = new[name][row], column[i]
            if is_gap(pair[0]) != is_gap(pair[1]):
                if name not in usual:
                    usual[name] = apart(column.tolist(), name, *pair)
                total += usual[name]
            else:
                total += apart(column.tolist(), name, *pair)
        far.append(total)
    order = sorted(range(len(y)), key=lambda i: far[i])
    last = far[order[k - 1]]
    nearer = [i for i in order if far[i] < last - 1e-9]
    tied = [i for i in order if abs(far[i] - last) <= 1e-9]
    weight = {i: 1 / (far[i] + 0.5) for i in nearer}
    weight |= {i: (k - len(nearer)) / len(tied) / (far[i] + 0.5) for i in tied}
    correction = sum(w * (y[i] - said[i]) for i, w in weight.items()) / sum(weight.values())
    alone = model.predict({name: column[row : row + 1] for name, column in new.items()})[0]
    return alone + correction, set(weight)


@pytest.fixture(scope="module", params=["tree", "rules"])
def corrected(request):
    X, y = mixed(60)
    grower = M5Regressor(kinds=KINDS)
    estimator = grower if request.param == "tree" else RuleRegressor(tree=grower)
    return NeighbourCorrection(estimator, n_neighbors=4).fit(X, y), X, y


@pytest.mark.filterwarnings("ignore::arboretum.exceptions.ExtrapolationWarning")
def test_predictions_are_those_of_one_sample_at_a_time(corrected):
    model, X, y = corrected
    new, _ = mixed(12, seed=1)

    found = model.predict(new)
    told = model.neighbours(new)

    for row in range(12):
        number, rows = predicted(model.estimator_, X, y, new, row, 4)
        assert found[row] == pytest.approx(number)
        assert set(told[row].rows.tolist()) == rows
        assert told[row].prediction == pytest.approx(number)
        assert told[row].shares.sum() == pytest.approx(1)


def test_the_correction_by_hand():
    # The mean of 0, 1, 2 and 9 is 3.  The nearest of 2.25 on 0..10 are 2 (0.025 away) and 3
    # (0.075): weights 1/0.525 and 1/0.575, errors 1 - 3 and 2 - 3.
    tree = CARTRegressor(max_depth=0)
    X = {"x": [0.0, 2.0, 3.0, 10.0]}

    model = NeighbourCorrection(tree, n_neighbors=2).fit(X, [0.0, 1.0, 2.0, 9.0])

    first, second = 1 / 0.525, 1 / 0.575
    expected = 3 + (first * -2 + second * -1) / (first + second)
    assert model.predict({"x": [2.25]}) == pytest.approx([expected])
    (why,) = model.neighbours({"x": [2.25]})
    assert str(why).splitlines() == [
        "model 3, corrected by -1.523",
        "  row 1: 0.523 of -2 (1, model 3; distance 0.025)",
        "  row 2: 0.477 of -1 (2, model 3; distance 0.075)",
    ]


def test_one_neighbour_gives_training_samples_their_own_target():
    X, y = {"x": [1.0, 2.0, 4.0, 8.0, 16.0]}, np.array([3.0, 1.0, 4.0, 1.0, 5.0])

    model = NeighbourCorrection(CARTRegressor(), n_neighbors=1).fit(X, y)

    assert model.predict(X) == pytest.approx(y)


def test_a_sample_that_counts_twice_is_as_two_samples():
    X, y = mixed(40)
    weight = np.where(np.arange(40) % 3 == 0, 2.0, 1.0)
    twice = np.repeat(np.arange(40), weight.astype(int))
    tree = CARTRegressor(min_samples_leaf=8, kinds=KINDS)
    new, _ = mixed(15, seed=2)

    weighted = NeighbourCorrection(tree).fit(X, y, weight)
    repeated = NeighbourCorrection(tree).fit({k: v[twice] for k, v in X.items()}, y[twice])

    assert weighted.predict(new) == pytest.approx(repeated.predict(new))


def test_the_order_of_the_samples_does_not_matter():
    X, y = mixed(50)
    X["x"] = (X["x"] // 20) * 20  # many samples are equally far
    order = np.random.default_rng(0).permutation(50)
    tree = CARTRegressor(kinds=KINDS)
    new, _ = mixed(15, seed=2)

    as_is = NeighbourCorrection(tree).fit(X, y)
    shuffled = NeighbourCorrection(tree).fit({k: v[order] for k, v in X.items()}, y[order])

    assert as_is.predict(new) == pytest.approx(shuffled.predict(new))


@pytest.mark.filterwarnings("ignore::arboretum.exceptions.ExtrapolationWarning")
def test_it_is_saved_with_the_samples_it_needs(corrected, tmp_path):
    model, _, _ = corrected
    new, _ = mixed(20, seed=3)
    model.save(tmp_path / "model.json")

    again = NeighbourCorrection.load(tmp_path / "model.json")

    assert again.predict(new).tolist() == model.predict(new).tolist()
    assert str(again.neighbours(new)[3]) == str(model.neighbours(new)[3])


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"format": "else"}, TreeFileError, "not a saved corrected model"),
        ({"n_neighbors": 0}, TreeFileError, "n_neighbors"),
        ({"target": []}, TreeFileError, "target"),
        ({"weights": [-1.0, 1.0, 1.0]}, TreeFileError, r"weights\[0\]"),
        ({"columns": [[1.0, 2.0]]}, TreeFileError, r"columns\[0\]"),
        ({"rules": {"format": "else"}}, RuleFileError, "not a saved rule set"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path, change, error, message):
    path = tmp_path / "model.json"
    tree = CARTRegressor(max_depth=0)
    NeighbourCorrection(RuleRegressor(tree=tree)).fit({"x": [1, 2, 3]}, [1.0, 2.0, 3.0]).save(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))

    with pytest.raises(error, match=message) as caught:
        NeighbourCorrection.load(path)

    assert str(path) in str(caught.value)


def test_what_is_refused():
    X, y = {"x": [1.0, 2.0]}, [1.0, 2.0]

    with pytest.raises(ParameterError, match="n_neighbors=0 must be a whole number"):
        NeighbourCorrection(n_neighbors=0).fit(X, y)
    with pytest.raises(ParameterError, match="must be an estimator of this library"):
        NeighbourCorrection(TreeClassifier()).fit(X, y)
    with pytest.raises(DataError, match="there are 2 targets"):
        NeighbourCorrection(CARTRegressor()).fit(X, np.array([[1.0, 2.0], [3.0, 4.0]]))
    with pytest.raises(NotFittedError):
        NeighbourCorrection().predict(X)
