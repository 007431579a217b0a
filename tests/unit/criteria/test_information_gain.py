"""Entropy in a stated base."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import entropy as reference

from arboretum.criteria import GainRatio, InformationGain, entropy
from arboretum.exceptions import ParameterError

WEIGHTS = np.array([[9.0, 5.0, 1.0], [4.0, 0.0, 2.0]])


@pytest.mark.parametrize(("base", "number"), [(2, 2), ("e", np.e), (10, 10), (3.5, 3.5)])
def test_the_unit_is_that_of_the_base(base, number):
    expected = reference(WEIGHTS, base=number, axis=-1)

    np.testing.assert_allclose(entropy(WEIGHTS, base=base), expected)
    np.testing.assert_allclose(InformationGain(base=base).impurity(WEIGHTS), expected)


@pytest.mark.parametrize("base", [1, 0, -2, float("inf"), float("nan"), "two"])
def test_a_base_that_makes_no_sense_is_refused(base):
    with pytest.raises(ParameterError, match="is not the base of a logarithm"):
        entropy(WEIGHTS, base=base)


def test_the_gain_ratio_does_not_depend_on_the_base():
    parent, branches = WEIGHTS.sum(axis=0), WEIGHTS[None]

    np.testing.assert_allclose(
        GainRatio(base="e").score(parent, branches), GainRatio().score(parent, branches)
    )


def test_gain_ratio_of_outlook_in_the_weather_data():
    # Quinlan's 14 days: 9 play, 5 stay.  Outlook = sunny / overcast / rain.
    #   gain       = 0.940 - (5/14)(0.971) - (4/14)(0) - (5/14)(0.971) = 0.247 bits
    #   split info = H(5, 4, 5)                                        = 1.577 bits
    parent = np.array([9.0, 5.0])
    outlook = np.array([[[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]]])

    assert InformationGain().score(parent, outlook) == pytest.approx(0.2467, abs=5e-5)
    assert GainRatio().score(parent, outlook) == pytest.approx(0.1564, abs=5e-5)
