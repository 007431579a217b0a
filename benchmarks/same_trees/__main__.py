"""Whether two versions of arboretum grow the same trees.

Run this file with the Python of each version, then compare what they wrote:

    OLD/bin/python benchmarks/same_trees write --fits 10000 old.jsonl
    NEW/bin/python benchmarks/same_trees write --fits 10000 new.jsonl
    NEW/bin/python benchmarks/same_trees compare old.jsonl new.jsonl

A fit is drawn from its number alone: a species, its parameters and a small table with ties,
missing cells, categories and weights.  ``--data FOLDER`` adds the CSV files of a folder, each by
every species that can learn it.  What is written are the questions of a tree, word for word, and
its numbers; numbers may differ by one part in 10^9, questions not at all.

The folder imports nothing of the package around it, so that any version can run it.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from fits import fits_of_files, random_fit

TOLERANCE = 1e-9


def described(model: Any, fresh: Any) -> dict[str, Any]:
    """The words of a tree and its numbers."""
    words: list[Any] = []
    numbers: list[float] = []
    for tree in trees_of(model):
        words.append([tree.n_nodes, tree.n_leaves, tree.depth])
        for node in tree.nodes():
            words.append(
                [node.parent, question(node.split), node.stop_reason, node.is_tie, node.p_kind]
            )
            numbers += [node.n_samples, node.weight, node.impurity, *node.value.tolist()]
            numbers += [node.score, node.p_value]
            pairs = [*([node.runner_up] if node.runner_up else []), *node.competitors]
            words.append([question(split) for split, _ in pairs])
            numbers += [score for _, score in pairs]
            words.append([[question(s.split), s.is_reversed] for s in node.surrogates])
            numbers += [number for s in node.surrogates for number in (s.agreement, s.adjusted)]
    predicted = np.asarray(model.predict(fresh))
    if predicted.dtype.kind == "f":
        numbers += predicted.ravel().tolist()
    else:
        words.append(predicted.astype(str).tolist())
    return {"words": words, "numbers": numbers, "grower": str(getattr(model, "grower_", ""))}


def trees_of(model: Any) -> list[Any]:
    tree = getattr(model, "tree_", None)
    return [tree] if tree is not None else list(model.trees_)


def question(split: Any) -> Any:
    if split is None:
        return None
    asked = getattr(split, "feature", None)
    asked = split.column if asked is None else asked
    return [asked, split.kind, split.arity, split.thresholds, split.branches, split.missing_branch]


def outcome(fit: Any, fresh: Any) -> dict[str, Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return described(fit(), fresh)
    except Exception as error:
        return {"error": type(error).__name__, "words": [], "numbers": []}


def write(path: Path, n_fits: int, first: int, folder: Path | None) -> None:
    with path.open("w") as out:
        for number in range(first, first + n_fits):
            species, fit, fresh = random_fit(number)
            out.write(json.dumps({"fit": f"{number} {species}", **outcome(fit, fresh)}) + "\n")
        for name, fit, fresh in fits_of_files(folder) if folder is not None else ():
            out.write(json.dumps({"fit": name, **outcome(fit, fresh)}) + "\n")


# -- comparison --------------------------------------------------------------


def difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    """What differs, in a word; nothing if nothing does."""
    if old.get("error") != new.get("error"):
        return f"error {old.get('error')} -> {new.get('error')}"
    if old["words"] != new["words"]:
        return "questions"
    if len(old["numbers"]) != len(new["numbers"]):
        return "how many numbers"
    for a, b in zip(old["numbers"], new["numbers"], strict=True):
        if not are_close(a, b):
            return "numbers"
    return "bits" if old["numbers"] != new["numbers"] and not has_nan(old) else ""


def has_nan(found: dict[str, Any]) -> bool:
    return any(isinstance(x, float) and math.isnan(x) for x in found["numbers"])


def are_close(a: float | None, b: float | None) -> bool:
    if a is None or b is None:
        return a is b
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return a == b or abs(a - b) <= TOLERANCE * max(1.0, abs(a), abs(b))


def compare(old_path: Path, new_path: Path, most: int) -> int:
    counts: Counter[str] = Counter()
    shown = 0
    with old_path.open() as olds, new_path.open() as news:
        for one, other in zip(olds, news, strict=True):
            old, new = json.loads(one), json.loads(other)
            assert old["fit"] == new["fit"]
            found = difference(old, new)
            counts[found or ("refused by both" if "error" in old else "the same bits")] += 1
            if found not in ("", "bits") and shown < most:
                shown += 1
                print(f"{old['fit']}: {found} ({old.get('grower')} / {new.get('grower')})")
    for name, count in counts.most_common():
        print(f"{count:7d}  {name or 'the same'}")
    return sum(
        count for name, count in counts.items() if name.startswith(("error", "quest", "num", "how"))
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write")
    writing.add_argument("path", type=Path)
    writing.add_argument("--fits", type=int, default=1000)
    writing.add_argument("--first", type=int, default=0)
    writing.add_argument("--data", type=Path)
    comparing = commands.add_parser("compare")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--most", type=int, default=20)
    args = parser.parse_args()
    if args.command == "write":
        write(args.path, args.fits, args.first, args.data)
        return 0
    return 1 if compare(args.old, args.new, args.most) else 0


if __name__ == "__main__":
    sys.exit(main())
