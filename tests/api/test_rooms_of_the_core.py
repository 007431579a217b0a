"""The rooms of ``cpp/`` include only rooms below them; no tool checks that as for Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CPP = Path(__file__).parents[2] / "cpp"
#: What each room may include besides itself.
BELOW = {
    "core": set(),
    "statistics": {"core"},
    "linear": {"core"},
    "optimal": {"core"},
    "predict": {"core"},
    "prune": {"core", "predict"},
    "search_fast": {"core", "prune", "statistics"},
    "search_general": {"core", "statistics", "linear"},
}


def texts_of(room):
    sides = [CPP / "include" / "arboretum" / room, CPP / "src" / room]
    return [path.read_text(encoding="utf-8") for side in sides for path in side.iterdir()]


def test_every_room_has_its_place():
    rooms = {path.name for side in ("include/arboretum", "src") for path in (CPP / side).iterdir()}

    assert rooms == set(BELOW)


@pytest.mark.parametrize("room", BELOW)
def test_a_room_includes_only_rooms_below_it(room):
    included = {
        other for text in texts_of(room) for other in re.findall('"arboretum/([a-z_]+)/', text)
    }

    assert included - {room} <= BELOW[room]


@pytest.mark.parametrize("room", BELOW)
def test_only_bindings_know_python(room):
    assert not any("nanobind" in text for text in texts_of(room))
