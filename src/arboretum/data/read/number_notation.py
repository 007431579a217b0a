"""How a number is written: its sign, what stands around it, and how its digits are grouped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["CURRENCIES", "STYLES", "Style", "Written", "possible_styles", "take_apart"]

_MONEY = """
    $ € £ ¥ ₹ ₽ ₩ ₪ ₺ ₫ ฿ US$ A$ C$ R$ zł Kč kr kr. Kr Fr Fr. Ft Rs Rs. lei
    USD EUR GBP JPY CNY INR CHF SEK NOK DKK PLN CZK HUF AUD CAD NZD BRL MXN
"""
#: Signs and names of money, which may be left out in some cells.
CURRENCIES = frozenset(_MONEY.split())
_MINUS = "\u2212\u2013\ufe63\uff0d-"  # the last one, as character classes want it
#: Blanks of every width become plain ones, and curly apostrophes straight.
_PLAIN = {ord(blank): " " for blank in "\u00a0\u202f\u2009\u2007\u2008\t"} | {
    0x2019: "'",
    0x02BC: "'",
}
_OF_UNITS = "A-Za-zµμ°%‰²³/·Ωłč$€£¥₹₽₩₪₺₫฿"
_NUMBER = re.compile(
    rf"""
    (?P<open>\()?
    (?P<sign>[+{_MINUS}])?\ *
    (?P<before>[A-Za-z]{{0,3}}[$€£¥₹₽₩₪₺₫฿]|[A-Z]{{3}}|[A-Z][a-z]\.?)?\ *
    (?P<sign_after>[+{_MINUS}])?
    (?P<body>\d[\d.,' ]*\d|\d[.,]?|[.,]\d+)
    (?P<power>[eE][+{_MINUS}]?\d{{1,3}})?
    \ *(?P<after>[{_OF_UNITS}][{_OF_UNITS}.]{{0,9}}(?:\ [{_OF_UNITS}]{{1,6}})?)?
    (?P<close>\))?
    """,
    re.VERBOSE | re.ASCII,
)
_DIGITS = str.maketrans("0123456789", "9999999999")
_TO_MINUS = "\u2212\u2013\ufe63\uff0d-"  # the last one, as character classes want it


@dataclass(frozen=True, slots=True)
class Written:
    """A number taken apart.

    ``unit`` is what stands before or behind the digits; ``pattern`` has a 9 for each digit,
    except for a leading zero.
    """

    sign: float
    body: str
    power: str
    unit: str
    pattern: str

    @property
    def is_code(self) -> bool:
        """Whether it has leading zeros, as codes have; 01 to 12 may as well be numbers."""
        return self.pattern.startswith("099") and self.body.isdigit()


def take_apart(text: str) -> Written | None:
    """A number as it is written, or None if the text is not one.

    >>> take_apart("$1,200").body, take_apart("12 kg").unit, take_apart("see notes")
    ('1,200', 'kg', None)
    """
    found = _NUMBER.fullmatch(text if text.isascii() else text.translate(_PLAIN))
    if found is None:
        return None
    opened, sign, before, sign_after, body, power, after, closed = found.groups()
    if (opened is None) != (closed is None) or (before and after) or (sign and sign_after):
        return None
    if before and before not in CURRENCIES:
        return None
    signs = (sign or "") + (sign_after or "")
    if opened and signs:
        return None
    is_negative = opened is not None or (signs != "" and signs != "+")
    pattern = ("0" if body[0] == "0" else "9") + body[1:].translate(_DIGITS)
    if not body[0].isdigit():
        pattern = body.translate(_DIGITS)
    power = power.translate(_TO_MINUS) if power else ""
    unit = (before or after or "").strip()
    return Written(-1.0 if is_negative else 1.0, body, power, unit, pattern)


@dataclass(frozen=True, slots=True)
class Style:
    """The decimal sign, and the sign between groups of three digits, if any."""

    decimal: str
    thousands: str = ""

    def number(self, written: Written) -> float:
        """The number that is written in this style."""
        body = written.body.replace(self.thousands, "") if self.thousands else written.body
        return written.sign * float(body.replace(self.decimal, ".") + written.power)


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
