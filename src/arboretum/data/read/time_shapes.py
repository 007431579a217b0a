"""The shapes in which people write dates, times of day and durations.

The shape of a text is the text with a 0 for every digit: ``2022-01-05`` and
``1999-12-31`` have one.  A column has few shapes, so each is matched once, and says where
in its texts the year, the month and so on stand; the numbers are then read from all texts of a
shape together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

__all__ = ["LONGEST", "Grain", "Shape", "find_shape"]

#: What the shortest step of a shape is; "clock" is a time of day, or a duration of hours.
Grain = Literal["day", "week", "month", "quarter", "clock", "duration"]

#: No date is written in more characters.
LONGEST = 40

#: As they stand in dates: of English, German, French, Spanish, Italian, Dutch, Portuguese, Polish
#: and Russian.
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar jänner janv janvier ene enero gen gennaio januari janeiro stycznia"
            " января янв",
            "feb february februar fev fevr févr février fevrier febrero febbraio februari"
            " fevereiro lutego февраля фев",
            "mar march mär märz mrz maerz mars marzo maart mrt março marco marca марта мар",
            "apr april avr avril abr abril aprile kwietnia апреля апр",
            "may mai mayo mag maggio mei maio maja мая май",
            "jun june juni juin junio giu giugno junho czerwca июня июн",
            "jul july juli juil juillet julio lug luglio julho lipca июля июл",
            "aug august août aout ago agosto augustus sierpnia августа авг",
            "sep sept september septembre septiembre set settembre setembro września"
            " сентября сен сент",
            "oct october okt oktober octobre octubre ott ottobre out outubro października"
            " октября окт",
            "nov november novembre noviembre novembro listopada ноября ноя",
            "dec december dez dezember déc décembre decembre dic diciembre dicembre dezembro"
            " grudnia декабря дек",
        ),
        start=1,
    )
    for name in names.split()
}
_NAMED = rf"(?P<name>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? )?"
_NTH = r"(?:st|nd|rd|th)?"  # codespell:ignore nd

_DAYS = (
    r"(?P<y>0000)(?P<s1>[-/_]|\. ?)(?P<m>00?)(?P=s1)(?P<d>00?)\.?",
    r"(?P<y>0000)[年년] ?(?P<m>00?)[月월] ?(?P<d>00?)[日일]",
    r"(?P<y>0000)(?P<m>00)(?P<d>00)",
    # Which of the two is the day is found out from all texts together.
    r"(?P<a>00?)(?P<sep>[-/.]) ?(?P<b>00?)(?P=sep) ?(?P<y>0000|00)",
    rf"(?P<d>00?){_NTH}\.?[- /]?(?:de |of )?{_NAMED}(?: de |[- /,]*)(?P<y>0000|00)(?: г\.)?",
    rf"{_NAMED}[- ]?(?P<d>00?){_NTH}(?:, ?| |-)(?P<y>0000)",
    rf"(?P<y>0000)[- /]?{_NAMED}[- /]?(?P<d>00?)",
)
_MONTHS_ONLY = (
    r"(?P<y>0000)[-/m](?P<m>00)",
    r"(?P<y>0000)[年년] ?(?P<m>00?)[月월]",
    r"(?P<m>00?)/(?P<y>0000)",
    rf"{_NAMED}[- ,/']*(?P<y>0000|00)",
    rf"(?P<y>0000)[- /]?{_NAMED}",
)
_WEEKS = (
    r"(?P<y>0000)[- ]?(?:w|kw|cw)[- ]?(?P<w>00)",
    r"(?:week|wk|kw|cw|w)[. ]*(?P<w>00?)[-/., ]+(?P<y>0000)",
)
_QUARTERS = (r"(?P<y>0000)[- ]?q(?P<q>0)", r"q(?P<q>0)[- /]?(?P<y>0000)")

#: Behind a day, a point may divide hours and minutes.
_CLOCK = (
    r"(?P<h>00?)(?P<colon>[:.])(?P<min>00)(?:(?P=colon)(?P<s>00)(?:[.,](?P<f>0{1,9}))?)?"
    r"(?: ?(?P<half>[ap])\.? ?m\.?| ?uhr)?"
)
_LONE_CLOCK = _CLOCK.replace("[:.]", ":")
_PLAIN_CLOCK = r"(?P<h>00)(?P<min>00)(?P<s>00)?(?:[.,](?P<f>0{1,9}))?"
#: Names of time zones, and how many hours they are before or behind UTC.
_ZONES = {
    "est": -5,
    "edt": -4,
    "cst": -6,
    "cdt": -5,
    "mst": -7,
    "mdt": -6,
    "pst": -8,
    "pdt": -7,
    "wet": 0,
    "west": 1,
    "bst": 1,
    "cet": 1,
    "cest": 2,
    "mez": 1,
    "mesz": 2,
    "eet": 2,
    "eest": 3,
    "msk": 3,
    "jst": 9,
    "kst": 9,
    "aest": 10,
    "aedt": 11,
    "nzst": 12,
    "nzdt": 13,
}
_ZONE = (
    rf"(?: ?(?:(?P<place>{'|'.join(_ZONES)})|(?:utc|gmt)?(?P<sign>[-+])(?P<zh>00?)(?::?(?P<zm>00))?"
    r"|(?P<utc>z|utc|gmt)))?"
)

_DURATIONS = (
    # As pandas and Python write them: "-1 days +23:00:00" is an hour before 0.
    r"(?P<before>-)?(?P<days>0+) days?"
    r"(?:,? \+?(?P<h>0+):(?P<min>00):(?P<s>00)(?:\.(?P<f>0{1,9}))?)?",
    r"(?P<minus>-)?(?P<h>0{2,4}):(?P<min>00)(?::(?P<s>00)(?:\.(?P<f>0{1,9}))?)?",
    r"(?P<minus>-)?(?=0)(?:(?P<days>0+) ?d(?:ays?)?)?(?: ?(?P<h>0+) ?h(?:(?:ou)?rs?)?)?"
    r"(?: ?(?P<min>0+) ?m(?:in(?:ute)?s?)?)?"
    r"(?: ?(?P<s>0+)(?:\.(?P<f>0{1,9}))? ?s(?:ecs?|econds?)?)?",
    r"(?P<minus>-)?p(?=0|t0)(?:(?P<days>0+)d)?"
    r"(?:t(?:(?P<h>0+)h)?(?:(?P<min>0+)m)?(?:(?P<s>0+)(?:\.(?P<f>0{1,9}))?s)?)?",
)


@cache  # when a text could be a time: an import need not wait for them
def _patterns() -> tuple[tuple[Grain, re.Pattern[str]], ...]:
    return tuple(_compiled())


def _compiled() -> Iterator[tuple[Grain, re.Pattern[str]]]:
    clock = rf"(?:t| +|, ?|:|-(?=00\.)| klo | kl\.? | um | at ){_CLOCK}{_ZONE}"
    for day in _DAYS:
        yield "day", re.compile(rf"{_WEEKDAY}{day}(?:{clock})?")
    # As Unix and C write them: "Fri Mar  4 10:00:00 UTC 2022".
    yield "day", re.compile(rf"{_WEEKDAY}{_NAMED} +(?P<d>00?) {_LONE_CLOCK}{_ZONE} (?P<y>0000)")
    yield "day", re.compile(rf"(?P<y>0000)(?P<m>00)(?P<d>00)t{_PLAIN_CLOCK}{_ZONE}")
    for week in _WEEKS:
        yield "week", re.compile(week)
    for month in _MONTHS_ONLY:
        yield "month", re.compile(month)
    for quarter in _QUARTERS:
        yield "quarter", re.compile(quarter)
    yield "clock", re.compile(_LONE_CLOCK)
    for duration in _DURATIONS:
        yield "duration", re.compile(duration)


@dataclass(frozen=True)
class Shape:
    """Where the numbers of a text stand, and what else its shape says.

    Attributes
    ----------
    grain : what is written
    places : where each number begins and ends: y, m, d, q, w, h, min, s, f (a fraction of s),
        days, zh and zm (the distance from UTC), or a and b for a day and a month in
        an order that the shape does not say
    month : that is named, or 0
    separator : what stands between a and b, else ""
    half : "a" or "p" for times with am or pm, else ""
    zone : 1 or -1 for a distance from UTC, 0 for UTC itself, None for no time zone
    zone_hours : the distance of a time zone that is named
    sign, sign_of_days : -1 for a duration before 0, and for one whose days alone are
    is_number : whether it could as well be a number: 20220105
    """

    grain: Grain
    places: dict[str, tuple[int, int]]
    month: int = 0
    separator: str = ""
    half: str = ""
    zone: int | None = None
    zone_hours: int = 0
    sign: int = 1
    sign_of_days: int = 1
    is_number: bool = False

    @property
    def has_clock(self) -> bool:
        return self.grain in ("day", "clock") and "h" in self.places

    @property
    def has_short_year(self) -> bool:
        start, end = self.places.get("y", (0, 4))
        return end - start == 2


@lru_cache(maxsize=4096)
def find_shape(shape: str) -> Shape | None:
    """What a shape in small letters means; None if it is not that of a date or time.

    >>> find_shape("00.00.0000").separator, find_shape("0 jan 0000").month, find_shape("00 km")
    ('.', 1, None)
    """
    for grain, pattern in _patterns():
        found = pattern.fullmatch(shape)
        if found is not None and found.group():
            return _shape_of(grain, found)
    return None


def _shape_of(grain: Grain, found: re.Match[str]) -> Shape:
    held = {name: text for name, text in found.groupdict().items() if text is not None}
    words = ("name", "sep", "s1", "colon", "half", "utc", "place", "sign", "minus", "before")
    is_zoned = "utc" in held or "place" in held
    zone = {"+": 1, "-": -1}.get(held.get("sign", ""), 0 if is_zoned else None)
    return Shape(
        grain,
        {name: found.span(name) for name in held if name not in words},
        month=_MONTHS[held["name"]] if "name" in held else 0,
        separator=held.get("sep", ""),
        half=held.get("half", ""),
        zone=zone,
        zone_hours=_ZONES[held["place"]] if "place" in held else 0,
        sign=-1 if "minus" in held else 1,
        sign_of_days=-1 if "before" in held else 1,
        is_number=found.group() == "0" * 8,
    )
