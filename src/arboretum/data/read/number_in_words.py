"""Numbers among words that are no part of them: the same in every cell, or remarks in some."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from arboretum.data.read.number_notation import Written, take_apart, unframe
from arboretum.data.read.texts import Texts
from arboretum.data.read.time_texts import is_time

__all__ = ["take_all_apart"]

#: Signs behind a number that lead to a footnote.
_FOOTNOTE = re.compile(r" ?(?:[*†‡§¶¹²³⁴⁵]{1,4}|\[\w{1,3}\])")
#: Further numbers beside the first, in brackets or as its error: "60 kW (82 PS)", "27 ± 3".
_BESIDE = re.compile(r"[(\[±].*")
_DIGITS = re.compile(r"[-\u2013\u2212]?[\d.,]*\d")
#: A letter or two in brackets, as a laboratory says high or low.
_REMARK = re.compile(r" ?\([A-Za-z]{1,3}\)")


def take_all_apart(texts: Texts, absent: Collection[int]) -> dict[int, Written]:
    """The texts that are numbers, taken apart, by their place; those of ``absent`` are none."""
    known = [i for i in range(len(texts.values)) if i not in absent]
    apart = {i: take_apart(texts.values[i]) for i in known}
    written = {i: one for i, one in apart.items() if one is not None}
    others = [i for i in known if i not in written]
    if not others:
        return written
    if not written:
        return _in_one_frame(texts.values, known)
    is_usually_bare = 2 * texts.n_cells([i for i, one in written.items() if not one.unit]) > int(
        texts.counts[known].sum()
    )
    for i in others:
        one = _without_remark(texts.values[i], is_usually_bare)
        if one is not None:
            written[i] = one
    return dict(sorted(written.items()))


def _in_one_frame(values: Sequence[str], known: Sequence[int]) -> dict[int, Written]:
    """The numbers of texts that are the same except for these; none, if some are not."""
    frame, written = None, {}
    for i in known:
        found = unframe(values[i])
        one = take_apart(found[1]) if found else None
        if found is None or one is None or one.is_code:
            return {}
        around = found[0], _BESIDE.sub(_without_digits, found[2])
        if frame not in (None, around) or (frame is None and is_time(values[i])):
            return {}
        frame = around
        written[i] = replace(one, unit="".join(frame).strip())
    return written


def _without_digits(found: re.Match[str]) -> str:
    return _DIGITS.sub("0", found[0])


def _without_remark(text: str, is_usually_bare: bool) -> Written | None:
    """The number before a footnote or, where most stand alone, before a letter in brackets."""
    found = unframe(text)
    if found is None or found[0]:
        return None
    is_remark = _FOOTNOTE.fullmatch(found[2]) or (is_usually_bare and _REMARK.fullmatch(found[2]))
    return take_apart(found[1]) if is_remark else None
