"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# One example may be slow on a busy machine; that is no failure.
settings.register_profile("arboretum", deadline=None)
settings.load_profile("arboretum")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Folder of data sets kept beside the repository; tests that need it are skipped without it."""
    folder = SHARED / "data"
    if not folder.is_dir():
        pytest.skip("needs the data sets in ../shared/data")
    return folder
