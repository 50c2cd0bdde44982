"""Eye spaces with their answers."""

from __future__ import annotations

import pytest

from board_ext.coords import vertices_to_points

SIZE = 9

EYE_SPACES = [
    pytest.param("D5 E5", True, True, id="two points"),
    pytest.param("D5 E5 F5", True, False, id="three in a row"),
    pytest.param("D5 E5 E6", True, False, id="bent three"),
    pytest.param("D5 E5 D6 E6", True, True, id="square four"),
    pytest.param("D5 E5 F5 E6", True, False, id="pyramid four"),
    pytest.param("C5 D5 E5 F5", False, False, id="four in a row"),
    pytest.param("C5 D5 E5 E6", False, False, id="bent four"),
    pytest.param("D5 E5 F5 D6 E6", True, False, id="bulky five"),
    pytest.param("D5 E5 F5 E4 E6", True, False, id="cross"),
    pytest.param("D5 E5 F5 E4 E6 D6", True, False, id="rabbity six"),
    pytest.param("D5 E5 F5 D6 E6 F6", False, False, id="two by three"),
]
"""Spaces; whether Black kills when he plays first, and when White does."""


def points(text: str) -> list[int]:
    return vertices_to_points(text, SIZE)
