"""Each feature beside the target that is predicted best."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.unit.report.page_checks import features
from tests.unit.report.page_checks.reading import Form, expect
from tests.unit.report.page_checks.several.target_facts import TargetFacts

__all__ = ["FORMS"]


def _heading(facts: TargetFacts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("target", match[1], facts.whole.names[facts.k])


def _which(facts: TargetFacts, match: re.Match, _: Any) -> Iterator[str]:
    n, what, name, how = match.groups()
    whole = facts.whole
    yield from expect("targets", (int(n), what), (len(whole.names), f"{whole.what}s"))
    yield from expect("target", name, whole.names[whole.charted.k])
    yield from expect("labels", how is not None, whole.has_labels)


FORMS = [
    Form("h2", "The features and (.+)", _heading),
    Form(
        "p",
        r"Of (\d+) (labels|targets) this is (.+), which is predicted best beside no tree(?:\.|(: 1 "
        r"stands for the samples that have it, 0 for those that do not\.))",
        _which,
    ),
    *features.FORMS,
]
