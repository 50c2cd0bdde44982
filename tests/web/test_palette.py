"""The colours of pages: texts that weak eyes read, lines that colour-blind people tell apart."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from gtpengine.web.parts import part

Color = NDArray[np.float64]
"""Red, green and blue as light, from 0 to 1."""

READABLE: Final = 4.5
"""The least contrast of a text by WCAG 2, level AA."""
CLEAR: Final = 15.0
"""A clear difference in CIELAB (CIE 1976); 2.3 can just be seen."""
SEEN_BY: Final = {
    "all cones": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
"""What is left of a colour (Machado, Oliveira and Fernandes 2009, severity 1)."""
TO_XYZ: Final = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
)
WHITE: Final = TO_XYZ.sum(axis=1)


def palette(dark: bool) -> dict[str, Color]:
    text = part("palette.css").partition("@media")[2 * dark]
    named = re.findall(r"--([\w-]+): #(\w{6})", text)
    return {name: light(bytes.fromhex(digits)) for name, digits in named}


def light(color: bytes) -> Color:
    shares = np.frombuffer(color, np.uint8) / 255
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def contrast(one: Color, other: Color) -> float:
    less, more = sorted(float(TO_XYZ[1] @ color) for color in (one, other))
    return (more + 0.05) / (less + 0.05)


def lab(color: Color) -> Color:
    share = TO_XYZ @ color.clip(0, 1) / WHITE
    x, y, z = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one: Color, other: Color) -> float:
    """The difference to those eyes that see the least of it."""
    return min(
        float(np.linalg.norm(lab(left @ one) - lab(left @ other))) for left in SEEN_BY.values()
    )


def test_the_measures() -> None:
    black, white = light(b"\0\0\0"), light(b"\xff\xff\xff")
    assert contrast(black, white) == pytest.approx(21) == contrast(white, black)
    assert difference(black, white) == pytest.approx(100, abs=0.1)
    assert difference(light(b"\xc0\x60\x30"), light(b"\x70\x80\x20")) < CLEAR  # orange, olive


@pytest.mark.parametrize("dark", [False, True])
def test_each_text_can_be_read_on_its_ground(dark: bool) -> None:
    colors = palette(dark)
    tones = ["good", "bad", "open", "plain", "trouble"]
    plain = ["page", "panel", "soft", "plain-soft"]
    everywhere = ["text", "muted", "c0"]
    pairs = [(text, f"{tone}-soft") for tone in tones for text in (*everywhere, tone)]
    pairs += [(text, ground) for text in (*everywhere, *tones) for ground in plain]
    pairs += [(f"c{i}", ground) for i in range(8) for ground in plain]
    found = {pair: contrast(colors[pair[0]], colors[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in found.items() if ratio < READABLE} == {}


@pytest.mark.parametrize("dark", [False, True])
def test_colour_blind_people_tell_lines_apart(dark: bool) -> None:
    colors = palette(dark)
    found = {
        pair: difference(colors[pair[0]], colors[pair[1]])
        for pair in combinations([f"c{i}" for i in range(8)], 2)
    }
    assert {pair: apart for pair, apart in found.items() if apart < CLEAR} == {}


def test_grades_have_shapes_besides_colours() -> None:
    """The ring of a played move: a dotted, a dashed and a thick one, all seen on wood."""
    css = part("board.css")
    rings = dict(re.findall(r"\.hint\.(inaccuracy|mistake|blunder) circle \{(.*?)\}", css))
    shapes = {re.sub(r"stroke: #\w+;", "", rule).strip() for rule in rings.values()}
    assert len(shapes) == len(rings) == 3 and "" not in shapes
    wood = re.search(r"background: #(\w+)", css)
    assert wood
    for rule in rings.values():
        ring = re.search(r"stroke: #(\w+)", rule)
        assert ring
        assert contrast(light(bytes.fromhex(ring[1])), light(bytes.fromhex(wood[1]))) >= 3
