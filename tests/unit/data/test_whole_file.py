"""A file is written whole or not at all."""

from __future__ import annotations

import pytest

from arboretum.data.read.whole_file import whole_file


def write_half(path, stop):
    with whole_file(path) as file:
        file.write(b"half of the n")
        raise stop


@pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError])
def test_a_stop_half_way_keeps_the_old_file_and_leaves_no_other(tmp_path, stop):
    path = tmp_path / "table.csv"
    path.write_bytes(b"old")

    with pytest.raises(stop):
        write_half(path, stop)

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_new_file_takes_the_place_and_the_permissions_of_the_old(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(b"old")
    path.chmod(0o640)

    with whole_file(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"

    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
