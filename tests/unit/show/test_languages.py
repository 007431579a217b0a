"""Trees as text for other programs: every name comes back as it was."""

from __future__ import annotations

import re

import pytest

from arboretum import ID3Classifier, TreeClassifier, datasets, show
from arboretum.tree import category_text

HOSTILE = ['a"]; b', "<script>alert(1)</script>", "x\\n", "`#quot;`", "|p| --> {q}", "end"]


def read_dot(text):
    """Labels of nodes and edges, by a reader of quoted strings that knows their escapes."""
    string = r'"((?:[^"\\]|\\.)*)"'
    nodes = dict(re.findall(rf"^  (\d+) \[label={string}, ", text, re.MULTILINE))
    edges = {
        (a, b): label
        for a, b, label in re.findall(
            rf"^  (\d+) -> (\d+) \[label={string}\];$", text, re.MULTILINE
        )
    }
    return ({k: undo_dot(v) for k, v in nodes.items()}, {k: undo_dot(v) for k, v in edges.items()})


def undo_dot(label):
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], label)


def read_mermaid(text):
    """The same of a flowchart, whose strings end at the next quotation mark."""
    nodes = dict(re.findall(r'^  n(\d+)\(?\["([^"]*)"\]\)?$', text, re.MULTILINE))
    edges = {
        (a, b): label
        for a, label, b in re.findall(r'^  n(\d+) -->\|"([^"]*)"\| n(\d+)$', text, re.MULTILINE)
    }
    return (
        {k: undo_mermaid(v) for k, v in nodes.items()},
        {k: undo_mermaid(v) for k, v in edges.items()},
    )


def undo_mermaid(label):
    assert not set(label.replace("<br>", "")) & set("<>&`'\\|[]{}")
    lines = label.replace("<br>", "\n")
    return re.sub(r"#(\d+);", lambda found: chr(int(found[1])), lines)


WRITERS = [(show.dot, read_dot), (show.mermaid, read_mermaid)]


@pytest.mark.parametrize(("write", "read"), WRITERS)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_come_back_as_they_were(write, read, name):
    model = TreeClassifier().fit({name: [1, 2]}, [name, name + "2"])

    nodes, edges = read(write(model, preset="counts"))

    assert nodes["0"].endswith(f"\n{name} <= 1.5")
    assert nodes["1"] == f"{category_text(name)}\n1 / 0"
    assert edges == {("0", "1"): "yes", ("0", "2"): "no"}


@pytest.mark.parametrize(("write", "read"), WRITERS)
def test_a_tree_of_any_arity_keeps_its_shape(write, read):
    data = datasets.weather()
    tree = ID3Classifier().fit(data.X, data.y).tree_

    nodes, edges = read(write(tree))

    assert sorted(map(int, nodes)) == list(range(tree.n_nodes))
    assert {int(below): int(above) for above, below in edges} == {
        node: tree.parent[node] for node in range(1, tree.n_nodes)
    }
    assert edges["0", str(tree.children(0)[0])] == "overcast"


@pytest.mark.parametrize(("write", "read"), WRITERS)
def test_long_names_are_not_cut_and_folded_leaves_are_counted(write, read):
    name = "a very long name of a feature that no picture would show on a single line " * 3
    X = {name: [1, 2, 3, 4]}

    nodes, _ = read(write(TreeClassifier().fit(X, list("abab")), max_depth=1))

    assert any(name in label or name.strip() in label for label in nodes.values())
    assert any(re.search(r"\+\d leaves", label) for label in nodes.values())


def test_leaves_are_round_and_questions_are_not():
    model = TreeClassifier().fit({"age": [20, 30, 60]}, ["no", "no", "yes"])

    boxes = [line for line in show.dot(model).splitlines() if "fillcolor" in line]
    shapes = re.findall(r"^  n\d(\(?)\[", show.mermaid(model), re.MULTILINE)

    assert ["rounded" in line for line in boxes] == [False, True, True]
    assert shapes == ["", "(", "("]
