"""Where nodes stand: no overlap, parents in the middle, the same shape everywhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.show.paper.layout import Blocks, branch_lengths, lay_out

GAP = 3.0


@st.composite
def random_blocks(draw):
    """Blocks of any size in a tree of any shape, numbered in depth-first order."""
    children = [[]]

    def grow(block, room):
        for _ in range(draw(st.integers(0, min(4, room)))):
            child = len(children)
            children.append([])
            children[block].append(child)
            grow(child, room // 3)

    grow(0, 12)
    sizes = st.floats(0.0, 60.0)
    n = len(children)
    return Blocks(
        children,
        np.array(draw(st.lists(sizes, min_size=n, max_size=n))),
        np.array(draw(st.lists(st.floats(1.0, 60.0), min_size=n, max_size=n))),
    )


def below(blocks, block):
    """All blocks of a subtree, its root first."""
    found = [block]
    for child in blocks.children[block]:
        found += below(blocks, child)
    return found


def gaps_between(blocks, layout):
    """How far apart each pair of blocks is, sideways, where one is beside the other."""
    left, right = layout.x - blocks.width / 2, layout.x + blocks.width / 2
    bottom = layout.top + blocks.height
    return [
        max(left[j] - right[i], left[i] - right[j])
        for j in range(len(left))
        for i in range(j)
        if min(bottom[i], bottom[j]) - max(layout.top[i], layout.top[j]) > 1e-9
    ]


@pytest.mark.parametrize("is_aligned", [True, False])
@given(blocks=random_blocks(), seed=st.integers(0, 99))
def test_blocks_never_come_closer_than_the_gap(is_aligned, blocks, seed):
    length = np.random.default_rng(seed).uniform(1.0, 50.0, len(blocks.children))

    layout = lay_out(blocks, length, GAP, is_aligned=is_aligned)

    assert all(gap >= GAP - 1e-9 for gap in gaps_between(blocks, layout))
    assert np.isclose((layout.x - blocks.width / 2).min(), 0.0)
    assert np.isclose((layout.x + blocks.width / 2).max(), layout.width)
    assert np.isclose((layout.top + blocks.height).max(), layout.height)


@pytest.mark.parametrize("is_aligned", [True, False])
@given(blocks=random_blocks())
def test_a_parent_stands_in_the_middle_above_its_children(is_aligned, blocks):
    length = np.full(len(blocks.children), 5.0)

    layout = lay_out(blocks, length, GAP, is_aligned=is_aligned)

    for block, children in enumerate(blocks.children):
        if children:
            ends = layout.x[[children[0], children[-1]]]
            bottom = layout.top[block] + blocks.height[block]
            assert np.isclose(layout.x[block], ends.mean())
            assert (np.diff(layout.x[children]) > 0).all()
            assert (layout.top[children] >= bottom + 5 - 1e-9).all()


@given(blocks=random_blocks())
def test_nothing_comes_between_a_parent_and_its_children(blocks):
    length = np.full(len(blocks.children), 8.0)

    layout = lay_out(blocks, length, GAP, is_aligned=False)

    left, right = layout.x - blocks.width / 2, layout.x + blocks.width / 2
    bottom = layout.top + blocks.height
    for block, children in enumerate(blocks.children):
        if not children:
            continue
        own = set(below(blocks, block))
        for other in range(len(blocks.children)):
            is_beside = (
                layout.top[other] < layout.top[children[0]] and bottom[other] > bottom[block]
            )
            if is_beside and other not in own:
                ends = layout.x[[children[0], children[-1]]]
                assert right[other] <= ends[0] + 1e-9 or left[other] >= ends[1] - 1e-9


@given(blocks=random_blocks())
def test_a_subtree_has_the_same_shape_wherever_it_stands(blocks):
    length = np.full(len(blocks.children), 5.0)
    whole = lay_out(blocks, length, GAP, is_aligned=False)

    for block in range(len(blocks.children)):
        nodes = below(blocks, block)
        place = {node: i for i, node in enumerate(nodes)}
        alone = Blocks(
            [[place[child] for child in blocks.children[node]] for node in nodes],
            blocks.width[nodes],
            blocks.height[nodes],
        )
        layout = lay_out(alone, length[nodes], GAP, is_aligned=False)

        np.testing.assert_allclose(
            layout.x - layout.x[0], whole.x[nodes] - whole.x[block], atol=1e-9
        )


def test_a_small_child_between_large_ones_stands_in_the_middle():
    # Two children have children of their own, 30 wide; the third, between them, is 10 wide and
    # could stand anywhere from 10 to 34 right of the first: it stands in the middle.
    blocks = Blocks(
        [[1, 4, 5], [2, 3], [], [], [], [6, 7], [], []],
        width=np.array([10.0, 10, 20, 20, 10, 10, 20, 20]),
        height=np.full(8, 4.0),
    )

    x = lay_out(blocks, np.full(8, 5.0), gap=2.0).x

    assert x[4] == pytest.approx((x[1] + x[5]) / 2)


def test_aligned_blocks_of_one_depth_start_at_the_same_height():
    blocks = Blocks(
        [[1, 4], [2, 3], [], [], [5, 6], [], []],
        width=np.full(7, 10.0),
        height=np.array([4.0, 9, 1, 1, 2, 1, 1]),
    )

    top = lay_out(blocks, np.array([5.0, 5, 0, 0, 7, 0, 0]), gap=2.0).top

    # 4 + 5 = 9 below the root; then the highest block, 9, and the longest branch, 7.
    assert top.tolist() == [0, 9, 25, 25, 9, 25, 25]


def test_without_a_drop_all_branches_have_the_least_length():
    assert branch_lengths(np.zeros(3), 10.0, 80.0).tolist() == [10.0, 10.0, 10.0]
