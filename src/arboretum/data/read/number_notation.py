"""How a number is written: its sign, what stands around it, and how its digits are grouped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

__all__ = [
    "CURRENCIES",
    "SCALES",
    "STYLES",
    "Style",
    "Written",
    "possible_styles",
    "take_apart",
    "unframe",
]

#: Signs and names of money, those of one kind on one line, where its sign comes first.
_MONEY = """
    $ US$ USD
    € EUR Euro euro Euros euros
    £ GBP
    ¥ JPY CNY RMB 円 元
    ₹ INR Rs Rs.
    ₩ KRW 원
    ₽ RUB руб руб. р.
    zł PLN
    Kč CZK
    Ft HUF
    R$ BRL
    CHF Fr Fr. SFr SFr.
    kr kr. Kr SEK NOK DKK
    ₺ TRY TL
    RM MYR
    A$ AU$ AUD
    C$ CA$ CAD
    NZ$ NZD
    MX$ MXN
    ₪ ILS
"""
_KINDS_OF_MONEY = [line.split() for line in _MONEY.strip().splitlines()]
_SIGN_OF_MONEY = {name: names[0] for names in _KINDS_OF_MONEY for name in names}
_ALONE = ("₫", "฿", "₦", "₱", "₴", "HK$", "NT$", "S$", "SGD", "HKD", "lei", "RON")
_SIGN_OF_MONEY |= {name: name for name in _ALONE}
#: Signs and names of money, which may be left out in some cells.
CURRENCIES = frozenset(_SIGN_OF_MONEY)
#: Powers of ten that people write behind a number.
SCALES = {
    **dict.fromkeys(("k", "K", "tsd", "Tsd", "Tsd."), 3),
    **dict.fromkeys(("M", "mn", "mio", "Mio", "Mio.", "MM", "million", "Million", "millions"), 6),
    **dict.fromkeys(("B", "bn", "Bn", "Mrd", "Mrd.", "mrd", "G", "billion", "Billion"), 9),
    "T": 12,
    "万": 4,
    "億": 8,
    "亿": 8,
    **dict.fromkeys(("Lac", "lac", "Lakh", "lakh", "Lakhs"), 5),
    **dict.fromkeys(("Crore", "crore", "Cr", "Crores"), 7),
}
_MINUS = "\u2212\u2013\ufe63\uff0d-"  # the last one, as character classes want it
#: Blanks of every width become plain ones, curly apostrophes straight, and digits those of ASCII.
_PLAIN: dict[int, str] = {ord(blank): " " for blank in "\u00a0\u202f\u2009\u2007\u2008\t"}
_PLAIN |= {0x2019: "'", 0x02BC: "'", 0x2032: "'", 0x066B: ".", 0x066C: ","}
_PLAIN |= {zero + i: str(i) for zero in (0xFF10, 0x0660, 0x06F0, 0x0966) for i in range(10)}
_SIGNS_OF_MONEY = "$€£¥₹₽₩₪₺₫฿₦₱₴"
_LETTERS = "A-Za-zÀ-ɏµμΩА-яёЁ\u4e00-\u9fff\uac00-\ud7af"
_OF_UNITS = f"{_LETTERS}°%‰²³/·{_SIGNS_OF_MONEY}"
_ABOUT = r"[Cc]a|[Cc]irca|[Aa]bout|[Aa]pprox\.?"
_BEFORE = rf"[A-Za-z]{{0,3}}[{_SIGNS_OF_MONEY}]|[A-Z]{{2,3}}|S?[A-Z][a-z]\.?|%"
_NUMBER = re.compile(
    rf"""
    '?  # a spreadsheet is told so to keep what follows as text
    (?:(?P<bound>[<>]=?|[≤≥])\ *|(?P<about>[~≈]\ *|(?:[Cc]a?\.|{_ABOUT})\ +))?
    (?:(?P<outside>{_BEFORE})\ *(?=\())?
    (?P<open>\()?
    (?P<sign>\+/-|[+±{_MINUS}])?\ *
    (?P<before>{_BEFORE})?\ *
    (?P<sign_after>[+{_MINUS}])?
    (?P<body>\d[\d.,' ]*\d|\d[.,]?|[.,]\d+)
    (?:[.,:/][{_MINUS}]{{1,2}})?  # as prices without cents end: 20.-
    (?:[eE](?P<power>[+{_MINUS}]?\d{{1,3}})|[dD](?P<double>[+-]\d{{2,3}})
        |\ ?[x×*·]\ ?10\^(?P<times>[+{_MINUS}]?\d{{1,3}}))?
    (?P<more>\+)?
    \ *(?P<after>[{_OF_UNITS}][{_OF_UNITS}.]{{0,9}}(?:/\ ?[\d.]{{1,5}}\ ?[{_OF_UNITS}]{{1,6}})?
        [23]?(?:\ [{_OF_UNITS}]{{1,6}})?)?
    (?P<minus>[{_MINUS}])?
    (?P<close>\))?
    """,
    re.VERBOSE | re.ASCII,
)
#: As ledgers write that there is no money: "$ -".
_NOTHING = re.compile(rf"(?P<before>{_BEFORE})\ *[{_MINUS}]{{1,2}}")
#: A height of feet and inches: 5'11".
_FEET = re.compile(r"(?P<feet>\d{1,2})'\ ?(?P<inches>\d|1[01])(?:\"|'')?", re.ASCII)
#: What may stand before a number and behind it in all cells alike: "Temp: 21.5", "4.5 out of 5".
_FRAMED = re.compile(
    rf"""
    (?P<head>(?:[^\d+({_MINUS}]*[:='"])?)\ *
    (?P<number>[+{_MINUS}]?(?:\d[\d.,']*\d|\d))
    (?P<tail>[^\d.,'].*|[.,'](?!\d).*)?
    """,
    re.VERBOSE | re.ASCII,
)
#: So many characters of digits may have their minus behind them; "2-" is a mark at school.
_LEDGER = 3
_DIGITS = str.maketrans("0123456789", "9999999999")
_TO_MINUS = "\u2212\u2013\ufe63\uff0d-"  # the last one, as character classes want it


@dataclass(frozen=True, slots=True)
class Written:
    """A number taken apart.

    ``unit`` is what stands before or behind the digits; ``pattern`` has a 9 for each digit,
    except for a leading zero.  ``is_bound`` if all that is said is that it is less, or more.
    ``shift`` is the power of ten that words such as million stand for.
    """

    sign: float
    body: str
    power: str
    unit: str
    pattern: str
    is_bound: bool = False
    shift: int = 0

    @property
    def is_code(self) -> bool:
        """Whether it has leading zeros, as codes have; 01 to 12 may as well be numbers."""
        return self.pattern.startswith("099") and self.body.isdigit()


def take_apart(text: str) -> Written | None:
    """A number as it is written, or None if the text is not one.

    >>> take_apart("$1,200").body, take_apart("12 kg").unit, take_apart("see notes")
    ('1,200', 'kg', None)
    >>> take_apart("$1.2M").shift, take_apart("<0.5").is_bound, take_apart("8.046,59-").sign
    (6, True, -1.0)
    """
    text = text if text.isascii() else text.translate(_PLAIN)
    feet = _FEET.fullmatch(text)
    if feet is not None:
        inches = str(12 * int(feet["feet"]) + int(feet["inches"]))
        return Written(1.0, inches, "", "inches", "9" * len(inches))
    found = _NUMBER.fullmatch(text)
    if found is None:
        nothing = _NOTHING.fullmatch(text)
        is_money = nothing is not None and nothing["before"] in CURRENCIES
        return Written(1.0, "0", "", nothing["before"], "0") if nothing and is_money else None
    before = found["before"] or found["outside"]
    after, body = (found["after"] or "").strip(), found["body"]
    sign = _sign(found)
    if sign is None or (before and before not in CURRENCIES and before != "%"):
        return None
    if before and after and after not in SCALES and after[0] != "/":
        return None
    if (found["bound"] or found["about"]) and found["more"]:
        return None
    pattern = ("0" if body[0] == "0" else "9") + body[1:].translate(_DIGITS)
    if not body[0].isdigit():
        pattern = body.translate(_DIGITS)
    power = found["power"] or found["double"] or found["times"]
    return Written(
        sign,
        body,
        f"e{power.translate(_TO_MINUS)}" if power else "",
        _SIGN_OF_MONEY.get(before or after, before or after),
        pattern,
        is_bound=bool(found["bound"] or found["about"] or found["more"]),
        shift=SCALES.get(after, 0) if before else 0,
    )


def unframe(text: str) -> tuple[str, str, str] | None:
    """What stands before a number, the number, and what stands behind it.

    >>> unframe("Temp: 21.5 C"), unframe("4.5 out of 5"), unframe("Room 12")
    (('Temp:', '21.5', ' C'), ('', '4.5', ' out of 5'), None)
    """
    text = text if text.isascii() else text.translate(_PLAIN)
    found = _FRAMED.fullmatch(text)
    return None if found is None else (found["head"], found["number"], found["tail"] or "")


def _sign(found: re.Match[str]) -> float | None:
    """-1 or 1; None if the signs contradict each other."""
    signs = [found[name] for name in ("open", "sign", "sign_after", "minus") if found[name]]
    if (found["open"] is None) != (found["close"] is None) or len(signs) > 1:
        return None
    if found["minus"] and len(found["body"]) < _LEDGER:
        return None
    return -1.0 if signs and signs[0] not in ("+", "±", "+/-") else 1.0


@dataclass(frozen=True, slots=True)
class Style:
    """The decimal sign, and the sign between groups of three digits, if any."""

    decimal: str
    thousands: str = ""

    def number(self, written: Written) -> float:
        """The number that is written in this style."""
        body = written.body.replace(self.thousands, "") if self.thousands else written.body
        power = written.power
        if written.shift:  # not by multiplication, which rounds
            power = f"e{int(power[1:] or 0) + written.shift}"
        return written.sign * float(body.replace(self.decimal, ".") + power)


#: Those that are found without being asked for, the more usual first.
STYLES = (
    Style("."),
    Style(".", ","),
    Style(".", " "),
    Style(".", "'"),
    Style(","),
    Style(",", "."),
    Style(",", " "),
    Style(",", "'"),
)


@lru_cache(maxsize=4096)
def possible_styles(pattern: str) -> frozenset[Style]:
    """The styles in which a pattern of digits is a number.

    >>> sorted(style.decimal for style in possible_styles("9,999"))
    [',', ',', ',', ',', '.']
    >>> [style.decimal for style in possible_styles("9.999,9")]
    [',']
    """
    return frozenset(style for style in STYLES if _PATTERNS[style].fullmatch(pattern))


def _pattern(style: Style) -> re.Pattern[str]:
    """Plain digits, or groups of three; India groups by two, except the last three."""
    decimal, t = re.escape(style.decimal), re.escape(style.thousands)
    whole = r"[09]9*" if not t else rf"(?:[09]9*|99{{0,2}}(?:{t}999)+|99?(?:{t}99)+{t}999)"
    return re.compile(rf"{whole}(?:{decimal}9*)?|{decimal}9+")


_PATTERNS: Mapping[Style, re.Pattern[str]] = {style: _pattern(style) for style in STYLES}
