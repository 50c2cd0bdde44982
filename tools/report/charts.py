"""Small charts as inline SVG.

Colours come from the page's style sheet (classes ``s0`` to ``s7``).
"""

from __future__ import annotations

import dataclasses
import html
import math
from collections.abc import Sequence

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 60, 14, 14, 34


@dataclasses.dataclass(frozen=True, slots=True)
class Series:
    """A line with points; ``low`` and ``high``, if given, draw interval bars."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    dots: bool = False


def ticks(low: float, high: float, count: int = 5, least: float = 0.0) -> list[float]:
    """Return round values between ``low`` and ``high``.

    They are about ``count``, and at least ``least`` apart.
    """
    span = high - low
    if span <= 0 or not math.isfinite(span):
        return [low]
    raw = max(span / count, least)
    magnitude = 10.0 ** math.floor(math.log10(raw))
    step = next(m * magnitude for m in (1, 2, 2.5, 5, 10) if m * magnitude >= raw)
    first = math.ceil(low / step)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


class _Frame:
    """The axes of a chart, which map values to pixels."""

    def __init__(self, xs: Sequence[float], ys: Sequence[float]) -> None:
        self.x0, self.x1 = _range(xs)
        self.x_step = float(all(x == int(x) for x in xs))
        self.y0, self.y1 = _range(ys)
        pad = 0.05 * (self.y1 - self.y0)
        self.y0, self.y1 = self.y0 - pad, self.y1 + pad

    def x(self, value: float) -> float:
        return LEFT + (value - self.x0) / (self.x1 - self.x0) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - (value - self.y0) / (self.y1 - self.y0) * (HEIGHT - TOP - BOTTOM)

    def axes(self, x_label: str, x_names: Sequence[str] = ()) -> list[str]:
        parts = []
        for value in ticks(self.y0, self.y1):
            y = self.y(value)
            parts.append(
                f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            )
            parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
        if x_names:
            marks = [(float(i), name) for i, name in enumerate(x_names)]
        else:
            marks = [(value, f"{value:g}") for value in ticks(self.x0, self.x1, 8, self.x_step)]
        for at, name in marks:
            parts.append(
                f'<text x="{self.x(at):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">'
                f"{html.escape(name)}</text>"
            )
        parts.append(
            f'<text class="axis" x="{WIDTH - RIGHT}" y="{HEIGHT - 3}" text-anchor="end">'
            f"{html.escape(x_label)}</text>"
        )
        return parts


def line_chart(
    title: str,
    series: Sequence[Series],
    x_label: str,
    levels: Sequence[tuple[float, str]] = (),
    x_names: Sequence[str] = (),
) -> str:
    """Return lines over a common x axis, with a legend if there are several.

    ``levels`` are horizontal lines with a name.
    """
    xs = [x for s in series for x in s.x]
    ys = [y for s in series for y in (*s.y, *s.low, *s.high)] + [y for y, _ in levels]
    frame = _Frame(xs, [y for y in ys if math.isfinite(y)])
    parts = frame.axes(x_label, x_names)
    for value, name in levels:
        y = frame.y(value)
        parts.append(
            f'<line class="level" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
        parts.append(
            f'<text class="axis" x="{LEFT + 4}" y="{y - 4:.1f}">{html.escape(name)}</text>'
        )
    for index, s in enumerate(series):
        color = f"s{index % 8}"
        points = [(frame.x(x), frame.y(y)) for x, y in zip(s.x, s.y, strict=True)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline class="line {color}" points="{path}"/>')
        for (x, _), low, high in zip(points, s.low, s.high, strict=False):
            parts.append(
                f'<line class="bar {color}" x1="{x:.1f}" x2="{x:.1f}"'
                f' y1="{frame.y(low):.1f}" y2="{frame.y(high):.1f}"/>'
            )
        if s.dots or len(points) == 1:
            parts += [
                f'<circle class="dot {color}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'
                for x, y in points
            ]
    return figure(title, parts, HEIGHT, [s.name for s in series] if len(series) > 1 else [])


def interval_chart(
    title: str, names: Sequence[str], values: Sequence[float], bounds: Sequence[tuple[float, float]]
) -> str:
    """Return a row for each name, with its value and interval on a common horizontal scale."""
    left, row = 170, 26
    height = row * len(names) + 40
    low = min(b[0] for b in bounds)
    high = max(b[1] for b in bounds)
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    pad = 0.04 * (high - low)

    def x(value: float) -> float:
        return left + (value - low + pad) / (high - low + 2 * pad) * (WIDTH - left - RIGHT)

    parts = []
    for value in ticks(low - pad, high + pad, 7):
        parts.append(
            f'<line class="grid" x1="{x(value):.1f}" x2="{x(value):.1f}" y1="8"'
            f' y2="{height - 26}"/>'
        )
        parts.append(
            f'<text x="{x(value):.1f}" y="{height - 10}" text-anchor="middle">{value:g}</text>'
        )
    for index, (name, value, (first, last)) in enumerate(zip(names, values, bounds, strict=True)):
        y = 8 + row * (index + 0.5)
        parts.append(
            f'<text x="{left - 10}" y="{y + 4:.1f}" text-anchor="end">'
            f"{html.escape(_cut(name))}</text>"
            f'<line class="bar s0" x1="{x(first):.1f}" x2="{x(last):.1f}" y1="{y:.1f}"'
            f' y2="{y:.1f}"/>'
            f'<circle class="dot s0" cx="{x(value):.1f}" cy="{y:.1f}" r="4"/>'
        )
    return figure(title, parts, height, [])


def share_chart(
    title: str,
    rows: Sequence[tuple[str, Sequence[float]]],
    kinds: Sequence[str],
    colors: Sequence[int] = (),
) -> str:
    """Return a bar of parts for each row; the numbers of a row are counts of ``kinds``."""
    colors = colors or range(len(kinds))
    left, row = 170, 28
    height = row * len(rows) + 14
    parts = []
    for index, (name, counts) in enumerate(rows):
        y = 8 + row * index
        parts.append(
            f'<text x="{left - 10}" y="{y + 15}" text-anchor="end">{html.escape(_cut(name))}</text>'
        )
        total, at = sum(counts), float(left)
        for kind, count in enumerate(counts):
            width = (WIDTH - left - RIGHT) * count / total if total else 0.0
            if width <= 0:
                continue
            label = f"{count:g}"
            parts.append(
                f'<rect class="fill s{colors[kind] % 8}" x="{at:.1f}" y="{y}" width="{width:.1f}"'
                ' height="20">'
                f"<title>{html.escape(kinds[kind])}: {label}</title></rect>"
            )
            if width > 8 * len(label) + 6:
                parts.append(
                    f'<text class="on" x="{at + width / 2:.1f}" y="{y + 15}" text-anchor="middle">'
                    f"{label}</text>"
                )
            at += width
    return figure(title, parts, height, list(kinds), colors)


def figure(
    title: str,
    parts: Sequence[str],
    height: float,
    legend: Sequence[str],
    colors: Sequence[int] = range(8),
) -> str:
    """Return the SVG in a figure with caption and legend."""
    keys = "".join(
        f'<span class="key"><i class="s{colors[i % len(colors)] % 8}"></i>'
        f"{html.escape(name)}</span>"
        for i, name in enumerate(legend)
    )
    label = html.escape(title, quote=True)
    return (
        f'<figure><figcaption>{html.escape(title)} {keys}</figcaption><div class="scroll">'
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{label}">'
        + "".join(parts)
        + "</svg></div></figure>"
    )


def _range(values: Sequence[float]) -> tuple[float, float]:
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def _cut(name: str, length: int = 18) -> str:
    return name if len(name) <= length else name[: length - 1] + "…"
