"""The komi of a record, as people and servers write it."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

HIGHEST: Final = 100.0
"""The highest komi of a game; larger numbers are hundredths, or no komi."""
SMALLEST_HUNDREDTHS: Final = 25
"""The smallest number that the server Fox means as hundredths: a quarter of a stone."""

_NUMBER: Final = re.compile(
    r"[^\d+.,-]{0,10}([+-]?)(\d{1,12}(?:[.,]\d{0,12})?|[.,]\d{1,12})(.{0,20})"
)
_MIXED: Final = re.compile(r"(?<=\d)\s+(?=\d/\d)")
"""The blank of a number such as ``3 3/4``."""
_DIGITS: Final = str.maketrans("〇零一二三四五六七八九", "00123456789")
_QUARTERS: Final = re.compile(r"(?:\D*)([13])/4\D*|(?:\D*)1/2\D*")
_PARTS: Final = re.compile(r"(\d)分之(\d)")
"""A fraction in Chinese, the denominator first."""
_REVERSE: Final = re.compile(r"reversed?(?:komi)?|逆コミ|[逆倒反]贴|[逆倒反]貼", re.IGNORECASE)
"""Words that say that Black gets the points."""
_UNITS: Final = re.compile(
    r"(?:points?|pts?|moku|stones?|zi|子|目|집|점|호|点|點)?[半반]?(?:komi)?[.)\]]?", re.IGNORECASE
)


def komi_of(text: str, fox: bool = False) -> float | None:
    """Return the points of a komi such as ``6.5``, ``6,5`` or ``6目半``; None for any other text.

    Some servers write hundredths (``650``), Chinese ones hundredths of stones: ``375`` is 3.75
    stones, or 7.5 points. ``fox`` tells that the record is of a server that always does.
    """
    parted = _MIXED.sub("又", re.sub("([¼½¾])", r"又\1", text[:60].translate(_DIGITS)))
    plain = "".join(unicodedata.normalize("NFKC", parted).split()).replace("\u2044", "/")
    plain = _PARTS.sub(r"\2/\1", plain)
    plain, reverse = _REVERSE.subn("", plain)
    found = _NUMBER.fullmatch(plain)
    if found is None:
        return None
    sign, digits, rest = found.groups()
    komi = float(digits.replace(",", "."))
    if quarters := _QUARTERS.fullmatch(rest):
        komi += int(quarters[1]) / 4 if quarters[1] else 0.5
    elif not _UNITS.fullmatch(rest):
        return None
    elif "半" in rest or "반" in rest:
        komi += 0.5
    if komi > HIGHEST or (fox and digits.isdecimal() and komi >= SMALLEST_HUNDREDTHS):
        komi /= 100
        if (4 * komi) % 1:
            return None
    if komi > HIGHEST:
        return None
    if (4 * komi) % 2 == 1:
        komi *= 2  # stones by area: each is two points
    # Some write "reverse komi -5.5", which Black gets, too.
    return -komi if sign == "-" or reverse else komi
