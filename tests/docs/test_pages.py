"""What the pages show is what happens, and what they point to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, all_pages, new_namespace, read_steps, run_step

pytestmark = pytest.mark.skipif(
    not (ROOT / "docs").is_dir(), reason="the source archive has no docs"
)

_LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(#[^)\s]*)?\)")
_CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def links_of(page: Path) -> list[Path]:
    """Files of this repository that a page links to."""
    text = _CODE.sub("", page.read_text(encoding="utf-8"))
    found = [target for target, _ in _LINK.findall(text) if "://" not in target]
    return [(page.parent / target).resolve() for target in found]


@pytest.mark.docs
@pytest.mark.parametrize("page", [p for p in all_pages() if read_steps(p)], ids=name_of)
def test_every_command_of_a_page_prints_what_the_page_shows(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    namespace = new_namespace()

    for step in read_steps(page):
        printed = run_step(step, namespace)

        assert printed == step.expected, f"{name_of(page)}, line {step.line}: {step.source}"


@pytest.mark.parametrize("page", all_pages(), ids=name_of)
def test_every_link_of_a_page_leads_to_a_file(page):
    broken = [str(target) for target in links_of(page) if not target.exists()]

    assert broken == []


def test_every_page_can_be_reached_from_the_readme():
    reached, pending = set(), [ROOT / "README.md"]
    while pending:
        page = pending.pop()
        if page not in reached:
            reached.add(page)
            pending += [target for target in links_of(page) if target.suffix == ".md"]

    assert set(all_pages()) - reached == set()
