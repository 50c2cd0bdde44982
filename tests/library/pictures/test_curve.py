"""The course of a game as a picture, read as XML."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from gtpengine import curve_svg

SVG = "{http://www.w3.org/2000/svg}"


def places(picture: str, name: str) -> list[tuple[float, float]]:
    [path] = [e for e in ET.fromstring(picture).iter(f"{SVG}path") if e.get("class") == name]
    pairs = re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.attrib["d"])
    return [(float(x), float(y)) for x, y in pairs]


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(picture).iter(f"{SVG}text")]


def test_a_curve_has_a_place_for_each_position() -> None:
    found = places(curve_svg([0.5, 1.0, 0.0, 0.5]), "rates")
    across, down = zip(*found, strict=True)
    assert len(found) == 4 and down[0] == down[3] == pytest.approx((down[1] + down[2]) / 2)
    assert down[1] < down[0] < down[2]  # 100 % is at the top
    assert np.allclose(np.diff(across), across[1] - across[0])
    assert len(places(curve_svg([0.3]), "rates")) == 1


def test_leads_have_a_scale_of_their_own() -> None:
    picture = curve_svg(np.array([0.5, 0.6, 0.4]), leads=np.array([0, 3.2, -3.2]))
    (_, zero), (_, ahead), (_, behind) = places(picture, "leads")
    assert ahead < zero < behind and zero - ahead == pytest.approx(behind - zero, abs=0.2)
    assert {"+4", "-4", "0"} <= set(texts(picture))
    assert "leads" not in curve_svg([0.5])


@pytest.mark.parametrize("count", [1, 2, 13, 61, 250, 5000])
def test_the_moves_are_numbered_with_room_between(count: int) -> None:
    numbers = [int(text) for text in texts(curve_svg([0.5] * count)) if "%" not in text]
    assert 1 <= len(numbers) <= 12 and numbers[0] == 0 and numbers[-1] < count
    assert len(set(np.diff(numbers).tolist())) <= 1


def test_a_curve_draws_itself_and_keeps_its_shape() -> None:
    picture = curve_svg([0.5, 0.6], width=840)
    root = ET.fromstring(picture)
    assert picture._repr_svg_() == picture
    assert (root.attrib["width"], root.attrib["height"]) == ("840", "300")


@pytest.mark.parametrize("rates", [[], [1.1], [-0.1], [math.nan], [0.5, math.inf]])
def test_what_is_no_win_rate_is_refused(rates: list[float]) -> None:
    with pytest.raises(ValueError, match="each from 0 to 1"):
        curve_svg(rates)


def test_leads_and_widths_that_do_not_fit_are_refused() -> None:
    for leads in ([1.0], [1.0, math.nan]):
        with pytest.raises(ValueError, match="as many leads as win rates, which are 2"):
            curve_svg([0.5, 0.5], leads=leads)
    with pytest.raises(ValueError, match="width 0"):
        curve_svg([0.5], width=0)
