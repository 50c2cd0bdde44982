"""Points, moves, colours and rules as text and as numbers."""

from __future__ import annotations

import numpy as np
import pytest

import gtpengine
from board_ext.coords import BLACK, WHITE
from gtpengine.library.values.points import color_of, name_of, number_of_move, numbers_of


@pytest.mark.parametrize("size", [2, 9, 13, 19])
def test_names_and_numbers_are_the_same_points(size: int) -> None:
    for number in range(-1, size * size):
        name = name_of(number, size)
        assert number_of_move(name, size) == number_of_move(name.lower(), size) == number
        assert number_of_move(np.int64(number), size) == number_of_move(number, size) == number


@pytest.mark.parametrize("size", [2, 8, 9, 19])
def test_a_wrong_name_says_what_the_board_has(size: int) -> None:
    last = "ABCDEFGHJKLMNOPQRST"[size - 1]
    for bad in ("Z9", "I5", "", "resign", "A0", f"A{size + 1}", "5E", "x" * 1000):
        with pytest.raises(ValueError, match=f"columns A to {last}") as caught:
            number_of_move(bad, size)
        text = str(caught.value)
        assert f"no point of a {size}x{size} board" in text and f"rows 1 to {size}" in text
        assert ("without I" in text) == (size > 8)
        assert len(text) < 150


def test_a_wrong_number_says_what_the_board_has() -> None:
    for bad in (-2, 82, 10**30):
        with pytest.raises(ValueError, match=rf"{bad} .* from 0 \(A1\) to 80 \(J9\); -1 is a pass"):
            number_of_move(bad, 9)


@pytest.mark.parametrize("size", [2, 9, 19])
def test_the_place_of_the_pass_in_arrays_is_a_pass(size: int) -> None:
    position = gtpengine.Position(size)
    last = np.flatnonzero(position.legal_mask())[-1]
    assert position.name(last) == "pass" and position.number(last) == gtpengine.PASS
    position.play(last)
    assert position.last_move == "pass"
    with pytest.raises(ValueError, match="not a pass"):
        position.color_at(last)


@pytest.mark.parametrize("bad", [True, None, 4.0, b"E5", (4,), (4, 4, 4), (4, 4.0)])
def test_other_types_are_refused(bad: object) -> None:
    with pytest.raises(TypeError, match="a point is text such as 'E5'"):
        number_of_move(bad, 9)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [2, 9, 19])
def test_rows_and_columns_and_names_of_sgf_are_points(size: int) -> None:
    for number in range(size * size):
        row, column = divmod(number, size)
        assert number_of_move((row, np.int64(column)), size) == number
        name = chr(ord("a") + column) + chr(ord("a") + size - 1 - row)
        assert number_of_move(name, size) == number
    assert number_of_move("tt", size) == -1
    for bad in ((-1, 0), (0, size)):
        with pytest.raises(ValueError, match=rf"rows and columns go from 0 \(A1\) to {size - 1}"):
            number_of_move(bad, size)
    for name in ("zz", "a" + chr(ord("a") + size), "EE"):
        with pytest.raises(ValueError, match=f"'{name}' is no point of a {size}x{size} board"):
            number_of_move(name, size)


def test_several_points_as_one_text_or_a_list() -> None:
    assert numbers_of("A1 b1", 9) == numbers_of(["A1", 1], 9) == [0, 1]
    with pytest.raises(ValueError, match="not a pass"):
        numbers_of("A1 pass", 9)


def test_colours() -> None:
    for black, white in (("b", "w"), ("Black", "WHITE"), (BLACK, WHITE), (np.int8(1), np.int8(2))):
        assert (color_of(black, WHITE), color_of(white, BLACK)) == (BLACK, WHITE)
    assert color_of(None, WHITE) == WHITE
    with pytest.raises(ValueError, match="use b, black, w or white"):
        color_of("green", BLACK)
    with pytest.raises(ValueError, match="use 'black' or 'white'"):
        color_of(3, BLACK)
    with pytest.raises(TypeError, match="a colour is"):
        color_of(1.0, BLACK)  # type: ignore[arg-type]


def test_rules_by_name_and_as_values() -> None:
    assert gtpengine.Position(9, "Tromp Taylor").rules is gtpengine.RULES["tromp-taylor"]
    assert gtpengine.Position(9, gtpengine.RULES["aga"]).rules.name == "aga"
    with pytest.raises(ValueError, match="did you mean japanese"):
        gtpengine.Position(9, "japanse")
    with pytest.raises(TypeError, match="rules are a name"):
        gtpengine.Position(9, 7)  # type: ignore[arg-type]
