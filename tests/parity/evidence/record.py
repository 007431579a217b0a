"""Measures contenders on the shared tables and keeps what was found.

``python -m tests.parity.evidence.record`` measures all that is not yet kept, which takes some
minutes for everything, and writes the tables of docs/guide/evidence.md.  ``--again`` measures
what is kept, too; ``--only classes numbers`` and ``--who readable`` choose.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.parity.evidence.contenders import CONTENDERS, LEFT_OUT
from tests.parity.evidence.measure import FIELDS, measure
from tests.parity.evidence.programs import of_class_programs, of_programs

__all__ = ["WITH_PROGRAMS", "all_of", "kept"]

RECORDS = Path(__file__).parent / "records"
#: What other programs did on these is kept here; on classes beside the readable tree.
WITH_PROGRAMS = ("numbers", "targets", "labels")
SHARED = Path(__file__).resolve().parents[4] / "shared"

#: By table and contender, each measure fold by fold.
Kept = dict[str, dict[str, dict[str, list[float]]]]


def kept(field: str) -> Kept:
    """What was measured."""
    path = RECORDS / f"{field}.json"
    found: Kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def all_of(field: str) -> Kept:
    """The same with every program that was run elsewhere."""
    found = kept(field)
    if field in ("classes", "rules"):
        for table, of_table in found.items():
            of_table.update(of_class_programs(table, are_rules=field == "rules"))
    return found


def save(field: str, found: Kept) -> None:
    """A line per contender, in the order in which tables and contenders are listed."""
    tables = []
    for table in FIELDS[field].tables:
        of_table = found.get(table, {})
        lines = [f"  {json.dumps(who)}: {json.dumps(of_table[who])}" for who in _order(of_table)]
        tables.append(f" {json.dumps(table)}: {{\n" + ",\n".join(lines) + "\n }")
    text = "{\n" + ",\n".join(tables) + "\n}\n"
    (RECORDS / f"{field}.json").write_text(text, encoding="utf-8")


def _order(of_table: dict[str, Any]) -> list[str]:
    listed = [who for contenders in CONTENDERS.values() for who in contenders]
    place = {who: k for k, who in enumerate(listed)}
    return sorted(of_table, key=lambda who: place.get(who, len(listed)))


def missing(field: str, found: Kept, again: bool, who: list[str]) -> Iterator[tuple[str, str]]:
    for table in FIELDS[field].tables:
        for one in CONTENDERS[field]:
            is_wanted = again or one not in found.get(table, {})
            if is_wanted and (not who or one in who) and (table, one) not in LEFT_OUT:
                yield table, one


def record(shared: Path, field: str, again: bool, who: list[str]) -> None:
    found = kept(field)
    for table, one in list(missing(field, found, again, who)):
        start = time.process_time()
        found.setdefault(table, {})[one] = measure(shared, field, table, one)
        save(field, found)
        print(f"{field}: {table}, {one}: {time.process_time() - start:.1f} s", flush=True)
    if field in WITH_PROGRAMS:
        for table, of_table in found.items():
            of_table.update(of_programs(shared, field, table))
        save(field, found)


if __name__ == "__main__":
    from tests.parity.evidence.page import write_page

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", choices=FIELDS, default=list(FIELDS))
    parser.add_argument("--who", nargs="*", default=[])
    parser.add_argument("--again", action="store_true")
    asked = parser.parse_args()
    for field in asked.only:
        record(SHARED, field, asked.again, asked.who)
    write_page()
