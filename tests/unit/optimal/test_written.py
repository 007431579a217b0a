"""What becomes of certificates that are written, and of those that cannot be."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest

from arboretum import OptimalClassifier, datasets
from arboretum.certifying import certify
from arboretum.exceptions import CertificateError
from arboretum.optimal import written


@pytest.fixture
def model():
    drug = datasets.drug()
    return OptimalClassifier(max_depth=3).fit(drug.X, drug.y)


@pytest.mark.parametrize("carry", [copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))])
def test_copies_leave_the_samples_behind(model, carry, tmp_path):
    carried = carry(model)

    assert carried.certificate_ == model.certificate_
    with pytest.raises(CertificateError, match="Fit the model again"):
        carried.certificate_.save(tmp_path / "certificate.json")
    assert list(tmp_path.iterdir()) == []


def test_a_proof_that_is_too_large_is_not_written(model, monkeypatch, tmp_path):
    monkeypatch.setattr(written, "MOST_CLAIMS", 0)

    with pytest.raises(CertificateError, match=r"needs more than 0 claims .* Lower max_depth"):
        model.certificate_.save(tmp_path / "certificate.json")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_leaves_no_file(model, monkeypatch, tmp_path):
    def interrupted(**asked):
        return {"ended": "interrupted"}

    monkeypatch.setattr(written._core, "prove_class_tree", interrupted)

    with pytest.raises(KeyboardInterrupt):
        model.certificate_.save(tmp_path / "certificate.json")
    assert list(tmp_path.iterdir()) == []


def test_a_bound_that_is_too_high_is_not_proved(model, tmp_path):
    drug = datasets.drug()
    solved, tree = model.certificate_._solved
    model.certificate_.prove_by(replace(solved, least=solved.least + 1), tree)

    with pytest.raises(CertificateError, match="The proof fails"):
        model.certificate_.save(tmp_path / "certificate.json")
    model.fit(drug.X, drug.y).certificate_.save(tmp_path / "certificate.json")
    assert certify(tmp_path / "certificate.json", drug.X, drug.y).is_best


def test_progress_ends_with_all_columns(tmp_path):
    heart, told = datasets.heart(), []
    model = OptimalClassifier(max_depth=4).fit(heart.X, heart.y)

    model.certificate_.save(tmp_path / "c.json", lambda done, all: told.append((done, all)))

    assert told == sorted(told)
    assert all(0 <= done < all for done, all in told)
