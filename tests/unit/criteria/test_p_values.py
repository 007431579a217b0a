"""p-values as scores, against SciPy's tests."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from arboretum.criteria import ChiSquarePValue, FPValue
from arboretum.exceptions import ParameterError


@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (4, 3)])
@pytest.mark.parametrize("statistic", ["pearson", "likelihood_ratio"])
def test_the_score_of_classes_is_the_p_value_of_their_table(statistic, shape):
    tables = np.random.default_rng(0).integers(1, 30, (6, *shape)).astype(float)
    power = {"pearson": "pearson", "likelihood_ratio": "log-likelihood"}[statistic]

    scores = ChiSquarePValue(statistic).score(tables[0].sum(axis=0), tables)

    expected = [stats.chi2_contingency(t, correction=False, lambda_=power).pvalue for t in tables]
    np.testing.assert_allclose(10**-scores, expected, rtol=1e-9)


def test_the_score_of_numbers_is_the_p_value_of_the_analysis_of_variance():
    rng = np.random.default_rng(1)
    groups = [rng.normal(shift, 2, 30) for shift in (0, 1, 1.5)]
    moments = np.array([[len(y), y.sum(), (y**2).sum()] for y in groups])

    score = FPValue().score(moments.sum(axis=0), moments[None])

    assert 10 ** -score[0] == pytest.approx(stats.f_oneway(*groups).pvalue, rel=1e-9)


def test_of_several_targets_the_mean_counts():
    rng = np.random.default_rng(2)
    y = rng.normal(size=(2, 30, 2)) + np.array([0.0, 1.0])[:, None, None]
    moments = np.array([[30, *g.sum(axis=0), *(g**2).sum(axis=0)] for g in y])

    both = FPValue().score(moments.sum(axis=0), moments[None])
    each = [FPValue().score(None, moments[None][..., [0, 1 + k, 3 + k]]) for k in (0, 1)]

    np.testing.assert_allclose(both, np.mean(each, axis=0))


def test_very_small_p_values_are_still_told_apart():
    tables = np.array([[[n, 0.0], [0.0, n]] for n in (1e4, 1e5)])

    scores = ChiSquarePValue().score(tables[0].sum(axis=0), tables)

    # Beyond 10^-308 no float64 holds the p-value itself.
    assert np.isfinite(scores).all()
    assert 4000 < scores[0] < scores[1]


def test_the_best_of_many_is_corrected_by_their_number():
    scores = np.array([5.0, 0.5])

    corrected = ChiSquarePValue().corrected(scores, np.log10(50))

    assert 10**-corrected == pytest.approx([50e-5, 1.0])


def test_an_unknown_statistic_is_refused():
    with pytest.raises(ParameterError, match="statistic='g' is not known"):
        ChiSquarePValue("g").score(np.ones(2), np.ones((1, 2, 2)))
