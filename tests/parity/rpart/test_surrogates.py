"""The surrogates of every node, with agreement and adjusted agreement, as in rpart's summary."""

from __future__ import annotations

import numpy as np
import pytest

from tests.parity.rpart.compare import as_list
from tests.parity.rpart.test_trees import WITHOUT_EXPOSURE, grown


def surrogates_of(fit):
    """Our tree and, node by node, rpart's left branch here, our surrogates and rpart's.

    Not all are recorded for small nodes of large trees.
    """
    model, overlay = grown(fit)
    for node, splits in overlay.splits():
        if "surrogates" in splits:
            ours = model.tree_.node(overlay.ours[node])
            left = overlay.left_branch(ours.split, splits["primary"])
            yield overlay, left, ours.surrogates, as_list(splits["surrogates"])


@pytest.mark.parametrize("fit", WITHOUT_EXPOSURE, ids=str)
def test_surrogates_agree_as_much_as_those_of_rpart(fit):
    # With exposure there is a difference: rpart's agreement does not weigh by it, ours does.
    for _, _, ours, theirs in surrogates_of(fit):
        found = [(surrogate.agreement, surrogate.adjusted) for surrogate in ours]
        wanted = [(split["improve"], split.get("adj", 0.0)) for split in theirs]
        np.testing.assert_allclose(
            np.reshape(found, (-1, 2)), np.reshape(wanted, (-1, 2)), atol=1e-9
        )


@pytest.mark.parametrize("fit", WITHOUT_EXPOSURE, ids=str)
def test_surrogates_ask_what_those_of_rpart_ask(fit):
    for overlay, left, ours, theirs in surrogates_of(fit):
        for surrogate, split in zip(ours, theirs, strict=True):
            branch = overlay.left_branch(surrogate.split, split)

            assert branch is not None, (surrogate, split)
            assert (1 - branch if surrogate.is_reversed else branch) == left
