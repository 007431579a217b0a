"""The surrogates of every node, with agreement and adjusted agreement, as in rpart's summary."""

from __future__ import annotations

import numpy as np
import pytest

from tests.parity.rpart.compare import as_list
from tests.parity.rpart.test_trees import FITS, grown


def agreements(splits):
    return [(split["improve"], split.get("adj", 0.0)) for split in splits]


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_surrogates_agree_as_much_as_those_of_rpart(fit):
    if "exposure" in fit.figures:
        pytest.skip("agreement counts exposure, which is a weight here")
    model, overlay = grown(fit)

    for node, splits in overlay.splits():
        if "surrogates" not in splits:
            continue  # not recorded for small nodes of large trees
        theirs = as_list(splits["surrogates"])
        ours = model.tree_.node(overlay.ours[node]).surrogates
        found = [(surrogate.agreement, surrogate.adjusted) for surrogate in ours]
        np.testing.assert_allclose(
            np.reshape(found, (-1, 2)), np.reshape(agreements(theirs), (-1, 2)), atol=1e-9
        )
