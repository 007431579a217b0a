import numpy as np

from arboretum.data import Hierarchy
from arboretum.measures import report_labels
from arboretum.show import label_tree


def test_of_many_labels_the_most_frequent_are_shown_with_those_above():
    # 1 is there thrice, 2 and 1/1 twice, 1/2 and 2/1 once.
    tree = Hierarchy.of(["1/1", "1/2", "2/1"])
    truth = np.array([[1, 0, 1, 0, 0], [1, 1, 0, 1, 0], [0, 1, 0, 0, 1], [1, 0, 1, 0, 0]])
    report = report_labels(tree.labels, truth, truth, truth * 0.6 + 0.2)

    picture = label_tree(tree, report, max_labels=3)

    assert [line.split(":")[0] for line in picture.alt.splitlines()] == ["1", "1/1", "2"]
