"""The course of a game as an SVG picture: win rates and leads, move by move."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

from gtpengine.library.pictures.svg import WIDEST, Svg, text
from gtpengine.library.values.checks import each, number, whole

_LEFT: Final = 60
_TOP: Final = 20
_WIDE: Final = 720
_HIGH: Final = 240
"""Where the curves lie in the picture, and how large they are, in the picture's own units."""
_PAPER: Final = "#fbfaf6"
_GRID: Final = "#d8d2c4"
_INK: Final = "#16130e"
_BLUE: Final = "#1657b8"
_FINEST: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_MOST_TICKS: Final = 12


def curve_svg(
    win_rates: Iterable[float], *, leads: Iterable[float] | None = None, width: int = 640
) -> Svg:
    """Return a picture of the win rates of a game as the text of an SVG file; notebooks draw it.

    ::

        reports = gtpengine.search_many(game.positions(), simulations=200)
        gtpengine.curve_svg([report.black_win_rate for report in reports])

    :param win_rates: Black's, 0 to 1, from the position before the first move on.
    :param leads: Black's in points, as many; drawn in blue with a scale of their own at the right.
    :param width: of the picture in pixels.
    :raises ValueError: when there is no win rate, one is not from 0 to 1, there are more or fewer
        leads, one is not finite, or the width is not from 1 to 100,000.
    """
    rates = _numbers("win_rates", win_rates)
    points = None if leads is None else _numbers("leads", leads)
    if not rates or not all(0 <= rate <= 1 for rate in rates):
        raise ValueError("give one win rate or more, each from 0 to 1")
    if points is not None and (len(points) != len(rates) or not all(map(math.isfinite, points))):
        raise ValueError(f"give as many leads as win rates, which are {len(rates)}, all finite")
    whole("width", width, 1, WIDEST)
    return Svg("\n".join([*_frame(len(rates), width), *_rates(rates), *_leads(points), "</svg>"]))


def _numbers(name: str, values: Iterable[float]) -> list[float]:
    wanted = "give a list of numbers"
    return [number(name, value, wanted) for value in each(name, values, wanted)]


def _frame(count: int, width: int) -> Iterator[str]:
    wide, high = _WIDE + 2 * _LEFT, _HIGH + 3 * _TOP
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
        f'height="{round(width * high / wide)}" viewBox="0 0 {wide} {high}" role="img" '
        'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">'
    )
    yield f"<title>Black's win rate over {count - 1} moves</title>"
    yield f'<rect width="{wide}" height="{high}" rx="8" fill="{_PAPER}"/>'
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        yield f'<path d="M{_LEFT} {y}h{_WIDE}" stroke="{_GRID}" stroke-width="1"/>'
        yield text(_LEFT // 2, y, f"{percent} %", 14, _INK)
    step = next((s for s in _FINEST if count <= s * _MOST_TICKS), count)
    for move in range(0, count, step):
        yield text(round(_x(move, count)), _TOP + _HIGH + 18, str(move), 14, _INK)


def _rates(rates: list[float]) -> Iterator[str]:
    line = _line([_y(rate) for rate in rates])
    last = _x(len(rates) - 1, len(rates))
    yield (
        f'<path d="M{_LEFT} {_y(0)}L{line}L{last:.1f} {_y(0)}Z" fill="{_INK}" fill-opacity="0.15"/>'
    )
    yield (
        f'<path class="rates" d="M{line}" fill="none" stroke="{_INK}" stroke-width="2.5" '
        'stroke-linecap="round"/>'
    )


def _leads(leads: list[float] | None) -> Iterator[str]:
    if leads is None:
        return
    most = max(1, math.ceil(max(abs(lead) for lead in leads)))
    line = _line([_y(0.5 + lead / most / 2) for lead in leads])
    yield f'<path class="leads" d="M{line}" fill="none" stroke="{_BLUE}" stroke-width="2"/>'
    for lead in (-most, 0, most):
        y = _y(0.5 + lead / most / 2)
        yield text(_LEFT + _WIDE + _LEFT // 2, y, f"{lead:+d}" if lead else "0", 14, _BLUE)


def _line(heights: list[float]) -> str:
    if len(heights) == 1:
        return f"{_LEFT} {heights[0]}h0"  # a dot, by the round ends of the line
    return "L".join(f"{_x(at, len(heights)):.1f} {y}" for at, y in enumerate(heights))


def _x(move: int, count: int) -> float:
    return _LEFT + _WIDE * move / max(1, count - 1)


def _y(rate: float) -> float:
    return round(_TOP + _HIGH * (1 - rate), 1)
