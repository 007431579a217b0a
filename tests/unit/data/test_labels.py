"""Label sets, hierarchies, and the forms they come in."""

import gzip

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix

from arboretum.data import Hierarchy, LabelSets, read_clus_arff
from arboretum.data.read.labels import read_label_sets, read_paths
from arboretum.exceptions import DataError, MissingValueError, ParameterError

CELLS = np.array([[1, 0, 1], [0, 0, 0], [1, 1, 0]])


def test_sets_read_as_a_table():
    sets = LabelSets.from_indicators(CELLS)

    assert np.array_equal(np.asarray(sets), CELLS)
    assert np.array_equal(np.asarray(sets[[2, 0, 0]]), CELLS[[2, 0, 0]])
    assert np.array_equal(sets[:, 1], CELLS[:, 1])
    assert np.array_equal(np.asarray(sets.join(sets[:1])), np.vstack([CELLS, CELLS[:1]]))
    assert sets.sums(np.array([1.0, 2.0, 4.0])).tolist() == [5.0, 4.0, 1.0]
    assert sets.named("abc") == [["a", "c"], [], ["a", "b"]]


@pytest.mark.parametrize(
    "given",
    [
        pd.DataFrame(CELLS, columns=["a", "b", "c"]),
        {"a": [True, False, True], "b": [0, 0, 1], "c": [1.0, 0.0, 0.0]},
        [{"a", "c"}, set(), {"a", "b"}],
        [["c", "a"], [], ["a", "b"]],
    ],
    ids=["frame", "mapping", "sets", "lists"],
)
def test_every_form_of_named_labels_says_the_same(given):
    names, sets = read_label_sets(given)

    assert names == ("a", "b", "c")
    assert np.array_equal(np.asarray(sets), CELLS)


@pytest.mark.parametrize(
    "given", [CELLS, CELLS.tolist(), CELLS == 1, CELLS.astype(object), csr_matrix(CELLS)]
)
def test_tables_without_names_are_numbered(given):
    names, sets = read_label_sets(given)

    assert names == ("y0", "y1", "y2")
    assert np.array_equal(np.asarray(sets), CELLS)


def test_labels_of_training_keep_their_places():
    names, sets = read_label_sets([{"c"}, {"a"}], labels=["a", "b", "c"])
    frame = pd.DataFrame(CELLS, columns=["a", "b", "c"])[["c", "a", "b"]]

    assert names == ("a", "b", "c")
    assert np.asarray(sets).tolist() == [[0, 0, 1], [1, 0, 0]]
    assert np.array_equal(np.asarray(read_label_sets(frame, labels=["a", "b", "c"])[1]), CELLS)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, "y is None"),
        (np.array([0, 1, 2]), "one set of labels per sample"),
        (CELLS * 2, "holds 2"),
        ({"a": ["x", "y"]}, "'a'"),
        (np.array([["x"], ["y"]]), "1 or 0"),
        (np.array([[0], [None]], dtype=object), "holds object values"),
    ],
)
def test_what_are_no_labels_is_refused(given, words):
    with pytest.raises(DataError, match=words):
        read_label_sets(given)


def test_a_new_label_is_refused_by_name():
    with pytest.raises(DataError, match="never saw the labels 'z'"):
        read_label_sets([{"z"}], labels=["a"])


# -- hierarchies ------------------------------------------------------------------------------


def test_paths_make_a_tree_and_a_part_0_counts():
    tree = Hierarchy.of(["3/0", "3", "1/2"])

    assert tree.labels == ("3", "1", "3/0", "1/2")
    assert tree.parents == ((), (), (0,), (1,))
    assert tree.depths.tolist() == [1, 1, 2, 2]


class Graph:
    """What is asked of a directed graph of networkx."""

    def __init__(self, edges):
        self._edges = edges

    def edges(self):
        return self._edges

    def nodes(self):
        return list(dict.fromkeys(label for edge in self._edges for label in edge))


def test_a_graph_edges_and_a_mapping_say_the_same():
    edges = [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")]

    found = [
        Hierarchy.of(Graph(edges)),
        Hierarchy.of([("root", "a"), *edges]),
        Hierarchy.of({"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"]}),
    ]

    for one in found:
        named = {one.labels[k]: {one.labels[p] for p in ps} for k, ps in enumerate(one.parents)}
        assert named == {"a": set(), "b": {"a"}, "c": {"a"}, "d": {"b", "c"}}
        assert one.closed(["d"]) == [0, 1, 2, 3]


def test_weights_fall_with_depth_and_average_over_parents():
    # d stands below b, at depth 2, and below a itself: its weight is 0.75 of their mean.
    graph = Hierarchy.of([("a", "b"), ("b", "d"), ("a", "d")])

    assert graph.weights(0.75).tolist() == [0.75, 0.5625, 0.75 * (0.75 + 0.5625) / 2]


def test_a_cycle_is_refused():
    with pytest.raises(DataError, match="cycle through the label 'a'"):
        Hierarchy.of([("a", "b"), ("b", "a")])


@pytest.mark.parametrize("path", ["1//2", "/1", "1/"])
def test_an_empty_part_of_a_path_is_refused(path):
    with pytest.raises(DataError, match="empty part"):
        Hierarchy.of([path])


def test_what_is_no_hierarchy_is_refused():
    with pytest.raises(ParameterError, match="paths such as"):
        Hierarchy.of([1, 2, 3])


def test_labels_bring_what_stands_above_them():
    hierarchy, sets = read_paths(["1/2@3", "3"], None)

    assert hierarchy.labels == ("1", "3", "1/2")
    assert sets.named(hierarchy.labels) == [["1", "3", "1/2"], ["3"]]
    again = read_paths([{"1/2", "3"}, {"3"}], hierarchy)[1]
    assert np.array_equal(np.asarray(again), np.asarray(sets))


def test_unknown_labels_of_samples_are_named_by_row():
    with pytest.raises(MissingValueError, match="rows 1"):
        read_paths(["1/2", "?"], None)


def test_a_label_outside_the_hierarchy_is_refused():
    with pytest.raises(DataError, match="'9' is not in the hierarchy"):
        read_paths(["9"], Hierarchy.of(["1/2"]))


def test_thresholds_are_raised_and_shares_capped_along_the_hierarchy():
    graph = Hierarchy.of([("a", "b"), ("b", "c")])

    assert graph.raised(np.array([0.6, 0.2, 0.9])).tolist() == [0.6, 0.6, 0.9]
    assert graph.capped(np.array([[0.5, 0.7, 0.6]])).tolist() == [[0.5, 0.5, 0.5]]


# -- files of CLUS ------------------------------------------------------------------------------

TREE = """@RELATION 'a tree'
% a comment
@ATTRIBUTE 'the size' numeric
@ATTRIBUTE colour {red,green}
@ATTRIBUTE class hierarchical 1,1/1,1/0,2
@DATA
1.5,red,1/1@2
?,?,1/0
3,green,?
"""

GRAPH = """@relation graph
@attribute x numeric
@attribute class hierarchical root/a,a/b,root/c,c/b
@data
1,b
2,c
"""


def test_a_file_of_clus_with_a_tree(tmp_path):
    path = tmp_path / "tree.arff.gz"
    path.write_bytes(gzip.compress(TREE.encode()))

    table = read_clus_arff(path)

    assert np.array_equal(table.X["the size"], [1.5, np.nan, 3.0], equal_nan=True)
    assert table.X["colour"].tolist() == ["red", None, "green"]
    assert table.categories == {"colour": ("red", "green")}
    assert table.y == ["1/1@2", "1/0", None]
    assert table.hierarchy.labels == ("1", "2", "1/1", "1/0")


def test_a_file_of_clus_with_a_graph(tmp_path):
    path = tmp_path / "graph.arff"
    path.write_text(GRAPH)

    table = read_clus_arff(path)

    assert table.hierarchy.labels == ("a", "c", "b")
    assert table.hierarchy.parents == ((), (), (0, 1))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TREE.replace("@DATA", ""), "no line @DATA"),
        (TREE.replace("hierarchical", "string"), "has 0 attributes of the type"),
        (TREE + "1,red\n", "line 10: the sample has 2 values"),
        (TREE.replace("1.5", "wide"), "line 7: attribute 'the size' is numeric"),
    ],
)
def test_a_broken_file_is_refused(tmp_path, text, words):
    path = tmp_path / "broken.arff"
    path.write_text(text)

    with pytest.raises(DataError, match=words):
        read_clus_arff(path)
