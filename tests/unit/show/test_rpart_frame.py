"""Trees as R users know them."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, CARTRegressor, TreeClassifier, datasets
from arboretum.exceptions import ParameterError
from arboretum.show import complexity_table, rpart_frame

PENGUINS = datasets.penguins()


def test_children_are_numbered_by_what_they_predict():
    # Low targets are on the right, so rpart's left child, of the smaller mean, is branch 1.
    x = np.arange(40.0)
    model = CARTRegressor().fit(x[:, None], (x < 20).astype(float))

    frame = rpart_frame(model)

    assert frame["node"].tolist() == [1, 3, 2]
    assert frame["yval"].tolist() == [0.5, 1.0, 0.0]
    assert frame["var"].tolist()[1:] == ["<leaf>", "<leaf>"]
    assert frame["improve"][0] == pytest.approx(1.0)
    assert frame["dev"].tolist() == pytest.approx([10, 0, 0])


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_every_library_of_frames_gets_the_same(backend):
    pytest.importorskip(backend)
    model = CARTClassifier().fit(PENGUINS.X, PENGUINS.y)

    frame = rpart_frame(model.tree_, backend)

    expected = rpart_frame(model)
    columns = {name: list(frame[name]) for name in expected.columns}
    assert [str(value) for value in columns["var"]] == expected["var"].tolist()


def test_a_tree_of_one_class_has_no_risk_to_share():
    model = TreeClassifier().fit([[0.0], [1.0]], ["a", "a"])

    assert complexity_table(model) == {"CP": [0.0], "nsplit": [0], "rel error": [0.0]}
    assert rpart_frame(model)["dev"].tolist() == [0]


def test_what_has_no_tree_is_refused():
    with pytest.raises(ParameterError, match="CARTClassifier is neither a tree nor a fitted"):
        rpart_frame(CARTClassifier())
