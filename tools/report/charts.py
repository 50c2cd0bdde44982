"""The geometry of the page's charts; ``templates/charts.html`` draws them.

A chart fills the width it gets. Its shapes are an SVG that is stretched (coordinates from 0 to
1000 both ways, lines of constant width), and its letters are HTML placed by per cent: so letters
keep their size on any screen, and colours follow the style sheet (classes ``s0`` to ``s7``).
matplotlib's SVG has neither; that is why it does not draw them.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from typing import Final

SPAN: Final = 1000
"""Width and height of the stretched drawing."""
INSET: Final = 0.01
"""Share of the width that stays free at either end, so that no dot is cut."""
MOST_POINTS: Final = 400
"""Points of a line; more are not seen."""


@dataclasses.dataclass(frozen=True, slots=True)
class Series:
    """A line. ``low`` and ``high``, if given, bound its band.

    ``notes`` are shown when the pointer is at a point. Points of ``thin`` rest on little data and
    are drawn so.
    """

    name: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    notes: Sequence[str] = ()
    thin: Sequence[bool] = ()
    dots: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Tick:
    """A mark of an axis, at a share of its length in per cent."""

    at: float
    text: str
    note: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Dot:
    """A point of a line in the stretched drawing."""

    x: float
    y: float
    note: str
    thin: bool


@dataclasses.dataclass(frozen=True, slots=True)
class ChartLine:
    """A line in the stretched drawing; ``solid``, ``dashed`` and ``band`` are paths."""

    name: str
    color: int
    solid: str
    dashed: str
    band: str
    dots: list[Dot]


@dataclasses.dataclass(frozen=True, slots=True)
class Level:
    """A horizontal line with a name, in the stretched drawing."""

    y: float
    text: str
    tone: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Chart:
    """All that the template needs."""

    title: str
    lines: list[ChartLine]
    levels: list[Level]
    x_ticks: list[Tick]
    y_ticks: list[Tick]
    x_label: str
    note: str = ""


def ticks(low: float, high: float, count: int = 5, least: float = 0.0) -> list[float]:
    """Return round values between ``low`` and ``high``.

    They are about ``count``, and at least ``least`` apart.
    """
    span = high - low
    if span <= 0 or not math.isfinite(span):
        return [low]
    raw = max(span / count, least)
    magnitude = 10.0 ** math.floor(math.log10(raw))
    step = next(m * magnitude for m in (1, 2, 2.5, 5, 10) if m * magnitude >= raw * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def line_chart(
    title: str,
    series: Sequence[Series],
    x_label: str,
    levels: Sequence[tuple[float, str, str]] = (),
    x_notes: Sequence[tuple[float, str]] = (),
    least_span: float = 0.0,
    limits: tuple[float, float] = (-math.inf, math.inf),
    include: Sequence[float] = (),
    signed: bool = False,
    note: str = "",
) -> Chart:
    """Return lines over a common axis of whole numbers.

    :param levels: horizontal lines: value, name, tone (``good``, ``bad`` or empty)
    :param x_notes: the ticks of the x axis, with a text below each (default: round values)
    :param least_span: the y axis spans at least this, so that noise does not look like change
    :param include: values that the y axis shows whatever the lines do
    :param limits: no value lies outside, so the y axis does not go there either
    """
    xs = [x for one in series for x in one.x]
    x0, x1 = (min(xs), max(xs)) if xs else (0.0, 1.0)
    if x0 == x1:
        x0, x1 = x0 - 0.5, x1 + 0.5
    ys = [y for one in series for y in (*one.y, *one.low, *one.high)]
    y0, y1 = _y_range([*ys, *include, *(value for value, _, _ in levels)], least_span, limits)

    def across(x: float) -> float:
        return SPAN * (INSET + (1 - 2 * INSET) * (x - x0) / (x1 - x0))

    def down(y: float) -> float:
        return SPAN * (y1 - min(max(y, y0 - (y1 - y0)), y1 + (y1 - y0))) / (y1 - y0)

    if x_notes:
        x_ticks = [Tick(across(x) * 100 / SPAN, f"{x:g}", text) for x, text in x_notes]
    else:
        marks = ticks(x0, x1, 7, 1.0) if x1 - x0 >= 1 else [xs[0]] if xs else []
        x_ticks = [Tick(across(x) * 100 / SPAN, f"{x:g}") for x in marks]
    return Chart(
        title,
        [_line(index, one, across, down) for index, one in enumerate(series)],
        [Level(down(value), text, tone) for value, text, tone in levels],
        x_ticks,
        [
            Tick(100 - down(y) * 100 / SPAN, _number(y, signed))
            for y in ticks(max(y0, limits[0]), min(y1, limits[1]), 4)
        ],
        x_label,
        note,
    )


def _y_range(
    values: Sequence[float], least_span: float, limits: tuple[float, float]
) -> tuple[float, float]:
    finite = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    short = max(least_span, 1e-9 if high > low else 1.0) - (high - low)
    if short > 0:
        low, high = low - short / 2, high + short / 2
    pad = 0.06 * (high - low)
    # Beyond a limit only the half of a dot.
    return max(limits[0] - pad / 2, low - pad), min(limits[1] + pad / 2, high + pad)


def _line(
    index: int, one: Series, across: Callable[[float], float], down: Callable[[float], float]
) -> ChartLine:
    chosen = thin(range(len(one.x)))
    points = [(across(one.x[i]), down(one.y[i])) for i in chosen]
    weak = [bool(one.thin and one.thin[i]) for i in chosen]
    solid, dashed = list[_Step](), list[_Step]()
    for k in range(1, len(points)):
        (dashed if weak[k - 1] or weak[k] else solid).append((points[k - 1], points[k]))
    firm = [i for i, is_weak in zip(chosen, weak, strict=True) if not is_weak]
    band = ""
    if one.low and len(firm) > 1:
        upper = [(across(one.x[i]), down(one.high[i])) for i in firm]
        lower = [(across(one.x[i]), down(one.low[i])) for i in firm]
        band = f"M{_joined(upper)} L{_joined(lower[::-1])} Z"
    dots = []
    if one.dots or len(points) == 1:
        notes = [one.notes[i] if one.notes else "" for i in chosen]
        dots = [
            Dot(round(x, 1), round(y, 1), note, thin_)
            for (x, y), note, thin_ in zip(points, notes, weak, strict=True)
        ]
    return ChartLine(one.name, index % 8, _path(solid), _path(dashed), band, dots)


_Point = tuple[float, float]
_Step = tuple[_Point, _Point]


def _joined(points: Sequence[_Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _path(steps: Sequence[_Step]) -> str:
    """Return steps from point to point as an SVG path."""
    parts: list[str] = []
    last = None
    for start, end in steps:
        if start != last:
            parts.append(f"M{_joined([start])}")
        parts.append(f"{end[0]:.1f},{end[1]:.1f}")
        last = end
    return " ".join(parts)


def thin(values: Sequence[int], most: int = MOST_POINTS) -> list[int]:
    """Return at most about ``most`` of the values, evenly spaced, the last one among them."""
    step = -(-len(values) // most) or 1
    kept = list(values[::step])
    if (len(values) - 1) % step:
        kept.append(values[-1])
    return kept


@dataclasses.dataclass(frozen=True, slots=True)
class Interval:
    """A value with its interval on a common scale, in per cent of its width."""

    left: float
    width: float
    at: float


def intervals(
    values: Sequence[float], bounds: Sequence[tuple[float, float]]
) -> tuple[list[Interval], float]:
    """Return each value with its interval on one scale, and where 0 lies on it."""
    low, high = min(0.0, *(b[0] for b in bounds)), max(0.0, *(b[1] for b in bounds))
    span = max(high - low, 1.0) * 1.04
    base = low - 0.02 * span
    shown = [
        Interval(*(round(100 * x / span, 2) for x in (b[0] - base, b[1] - b[0], value - base)))
        for value, b in zip(values, bounds, strict=True)
    ]
    return shown, round(100 * -base / span, 2)


def _number(value: float, signed: bool) -> str:
    shape = "+.10g" if signed and round(value, 9) else ".10g"
    return format(round(value, 9) + 0.0, shape).replace("-", "\N{MINUS SIGN}")
