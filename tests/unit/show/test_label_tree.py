import numpy as np
import pytest

from arboretum.data import Hierarchy
from arboretum.exceptions import ParameterError
from arboretum.measures import report_labels
from arboretum.show import label_tree

TREE = Hierarchy.of(["1/1", "1/2", "2/1"])
TRUTH = np.array([[1, 0, 1, 0, 0], [1, 1, 0, 1, 0], [0, 1, 0, 0, 1], [1, 0, 1, 0, 0]])
SCORES = np.clip(TRUTH * 0.6 + 0.2, 0, 1)


@pytest.fixture
def report():
    return report_labels(TREE.labels, TRUTH, TRUTH, SCORES)


def test_labels_stand_below_those_above_them_with_their_areas(report):
    picture = label_tree(TREE, report)

    assert picture.alt.splitlines() == [
        "1: 1, guessing 0.75",
        "1/1: 1, guessing 0.5",
        "1/2: 1, guessing 0.25",
        "2: 1, guessing 0.5",
        "2/1: 1, guessing 0.25",
    ]
    [axes] = picture.figure.axes
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([1.0] * 5)
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert [len(name) - len(name.lstrip()) for name in names] == [0, 4, 4, 0, 4]


def test_of_many_labels_the_most_frequent_are_shown_with_those_above(report):
    picture = label_tree(TREE, report, max_labels=3)

    assert [line.split(":")[0] for line in picture.alt.splitlines()] == ["1", "1/1", "2"]


def test_a_report_of_other_labels_is_refused(report):
    with pytest.raises(ParameterError, match="not those of the hierarchy"):
        label_tree(Hierarchy.of(["9"]), report)
