from __future__ import annotations

import pytest

from arboretum.exceptions import ParameterError
from tests.unit.tree.examples import petal_tree, shirt_tree


def columns(frame):
    return {name: list(frame[name]) for name in frame.columns}


@pytest.mark.parametrize("backend", ["pandas", "polars"])
def test_a_frame_has_one_row_a_node(backend):
    pytest.importorskip(backend)
    tree = petal_tree()

    frame = columns(tree.to_frame(backend))

    assert frame["node"] == [0, 1, 2, 3, 4]
    assert frame["depth"] == [0, 1, 1, 2, 2]
    assert frame["condition"][:3] == ["root", "petal length <= 2.45", "petal length > 2.45"]
    assert frame["n_samples"] == [150, 50, 100, 54, 46]
    assert frame["prediction of species"] == [node.prediction for node in tree.nodes()]
    assert frame["probability of species=versicolor"][3] == 49 / 54
    assert frame["runner_up"][0] == "petal width <= 0.8"
    assert frame["stop_reason"][4] == "max_depth=2 is reached"


def test_what_a_node_has_not_is_null():
    pytest.importorskip("pyarrow")

    frame = shirt_tree().to_frame("pyarrow")

    assert frame["parent"].to_pylist()[0] is None
    assert frame["score"].to_pylist()[1] is None
    assert frame["stop_reason"].to_pylist()[0] is None
    assert frame["prediction of price"].to_pylist() == shirt_tree().value[:, 0].tolist()


def test_an_unknown_backend_is_named_with_the_known_ones():
    with pytest.raises(ParameterError, match=r"'excel' is not known\. Known: 'pandas'"):
        petal_tree().to_frame("excel")
