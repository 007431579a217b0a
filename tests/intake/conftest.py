"""Files as people have them, and the program that reads them."""

from __future__ import annotations

import re

import pytest

from arboretum.data import Notes, read_frame
from tests.unit.cli.conftest import program

__all__ = ["program", "read_case"]


@pytest.fixture
def read_case(tmp_path):
    """Reads a case and compares its columns and its notes with those made by hand."""

    def read(case):
        path, notes = tmp_path / case.name, Notes()
        path.write_bytes(case.data)

        table = read_frame(path, options=case.options, notes=notes)

        assert table.to_pydict() == case.columns
        said = [str(note) for note in notes]
        unsaid = [pattern for pattern in case.notes if not any(re.search(pattern, s) for s in said)]
        assert not unsaid, (unsaid, said)
        assert len(said) == len(case.notes), said
        return table

    return read
