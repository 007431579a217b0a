"""Saved trees: the round trip is the identity, and no damage does harm."""

from __future__ import annotations

import copy
import json

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arboretum.exceptions import TreeFileError
from arboretum.tree import Tree
from arboretum.tree.file.json_file import dumps, loads
from tests.examples import examples
from tests.unit.tree.examples import TARGETS, random_columns, random_tree

trees = st.builds(
    random_tree,
    seed=st.integers(0, 2**32 - 1),
    n_splits=st.integers(0, 8),
    targets=st.sampled_from(TARGETS),
)

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([-1, 0, 1, 2, 3, 2**31, 2**63, 2**64, 10**400])
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["interval", "category", "presence", "inf", "numeric", "ordered"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def places(value, way=()):
    """The way to every place in a document."""
    if way:
        yield way
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*way, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from places(item, (*way, i))


def mutate(document, way, action, value):
    """Replace, drop or double what is at a place."""
    for key in way[:-1]:
        document = document[key]
    if action == "replace":
        document[way[-1]] = value
    elif action == "drop":
        del document[way[-1]]
    elif isinstance(document, list):
        document.insert(way[-1], copy.deepcopy(document[way[-1]]))
    else:
        document[f"{way[-1]}'"] = value


def must_be_sound(tree):
    """Everything a tree is asked for works, and it reads back as itself."""
    columns = [
        np.zeros(5)
        if feature.kind == "numeric"
        else np.minimum(np.arange(-2, 3), feature.n_categories - 1).astype(np.int32)
        for feature in tree.schema.features
    ]
    ends_at = tree.apply(columns)
    assert ((ends_at >= 0) & (ends_at < tree.n_nodes)).all()
    assert tree.to_text("box", show_missing=True)
    assert all(repr(node) and str(node) for node in tree.nodes())
    assert loads(dumps(tree)) == tree


@given(trees)
def test_a_round_trip_through_json_is_the_identity(tree):
    again = loads(dumps(tree))

    assert again == tree
    assert dumps(again) == dumps(tree)
    assert repr(again.schema) == repr(tree.schema)


@given(trees, st.integers(0, 2**32 - 1))
def test_a_loaded_tree_routes_as_the_saved_one(tree, seed):
    columns = random_columns(seed, n_rows=20)

    assert np.array_equal(loads(dumps(tree)).apply(columns), tree.apply(columns))


@examples(400)
@given(trees, st.data())
def test_a_changed_document_is_a_sound_tree_or_an_error(tree, data):
    document = tree.to_dict()
    for _ in range(data.draw(st.integers(1, 3))):
        ways = list(places(document))
        if not ways:
            break
        way = data.draw(st.sampled_from(ways))
        action = data.draw(st.sampled_from(["replace", "replace", "drop", "double"]))
        mutate(document, way, action, data.draw(anything))

    try:
        found = Tree.from_dict(document)
    except TreeFileError:
        return

    must_be_sound(found)


@examples(300)
@given(trees, st.data())
def test_changed_bytes_are_a_sound_tree_or_an_error(tree, data):
    saved = bytearray(dumps(tree))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(saved) - 1))
        length = data.draw(st.integers(0, 3))
        saved[at : at + length] = data.draw(
            st.binary(max_size=3) | st.sampled_from([b"0", b"-", b"9", b",", b"e9", b"null", b"]"])
        )

    try:
        found = loads(bytes(saved))
    except TreeFileError:
        return

    must_be_sound(found)


@given(anything)
def test_any_json_value_is_a_tree_or_an_error(value):
    try:
        loads(json.dumps(value).encode())
    except TreeFileError:
        return
    raise AssertionError("a random value is no tree")
