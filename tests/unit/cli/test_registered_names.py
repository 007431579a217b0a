"""Names that are read from the source are those of the registries."""

from __future__ import annotations

from importlib import import_module

import click
import pytest

from arboretum.cli import registered_names
from arboretum.cli.arguments import Listing
from arboretum.cli.run import LazyGroup


def listed():
    """Where all options that list names find them."""
    waiting = [import_module(f"arboretum.cli.{name}").command for name in LazyGroup.names]
    found = set()
    while waiting:
        command = waiting.pop()
        if isinstance(command, click.Group):
            waiting += command.commands.values()
        found |= {
            at for one in command.params if isinstance(one, Listing) for at in one.lists.values()
        }
    return sorted(found)


@pytest.mark.parametrize("at", listed())
def test_every_name_is_found_in_the_source_and_in_its_order(at):
    module, mapping = at.split(":")

    read = registered_names._keys(module, mapping)

    assert read == list(getattr(import_module(module), mapping))


def test_a_registry_that_is_written_in_another_way_is_imported(monkeypatch):
    monkeypatch.setattr(registered_names, "_ROOT", registered_names._ROOT / "nowhere")
    registered_names._source.cache_clear()

    assert registered_names.registered_names("arboretum.splits:RECIPES")[0] == "binary"
    registered_names._source.cache_clear()
