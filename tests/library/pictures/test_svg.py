"""Boards as pictures: read as XML, and what is drawn is counted."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter

import numpy as np
import pytest

from board_ext.coords import star_points
from gtpengine import MoveReport, Position, board_svg

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)


def classes(text: str) -> Counter[str]:
    return Counter(element.get("class", "") for element in parsed(text).iter())


def texts(text: str) -> list[str]:
    return [element.text or "" for element in parsed(text).iter(f"{SVG}text")]


def places(text: str, name: str) -> set[tuple[float, float]]:
    found = (e for e in parsed(text).iter() if e.get("class") == name)
    return {(float(e.attrib["cx"]), float(e.attrib["cy"])) for e in found}


@pytest.mark.parametrize("size", range(2, 20))
def test_every_size_has_its_lines_and_its_letters(size: int) -> None:
    picture = parsed(board_svg(Position(size)))
    _, _, width, height = map(float, picture.attrib["viewBox"].split())
    assert width == height and int(picture.attrib["width"]) > 60
    [lines] = [e.attrib["d"] for e in picture.iter(f"{SVG}path")]
    assert lines.count("M") == 2 * size
    shown = Counter(texts(board_svg(Position(size))))
    letters = "ABCDEFGHJKLMNOPQRST"[:size]
    assert shown == Counter(2 * [*letters, *(str(row + 1) for row in range(size))])
    assert texts(board_svg(Position(size), coordinates=False)) == []


def test_each_star_point_is_drawn() -> None:
    for size in range(2, 20):
        assert classes(board_svg(Position(size)))["star"] == len(star_points(size))


def test_stones_and_the_last_move() -> None:
    position = Position(9)
    position.play_all("A1 J9 E5")
    text = board_svg(position)
    assert places(text, "black") == {(0, 800), (400, 400)} and places(text, "white") == {(800, 0)}
    assert places(text, "last") == {(400, 400)}
    assert not places(board_svg(position, last_move=False), "last")
    position.play("pass")
    assert not places(board_svg(position), "last")
    title = parsed(board_svg(position)).findtext(f"{SVG}title")
    assert title == "Go board 9x9, black to play, last move white pass"


def test_numbers_of_moves_stand_on_stones_that_are_there() -> None:
    position = Position.from_diagram(". X O .\nX . X O\n. X O .\n. . . .", to_play="white")
    position.play_all("B3 D1 A1")
    position.play("C3", "black")  # takes the stone of move 1

    def drawn(numbers: bool | int) -> list[str]:
        return texts(board_svg(position, numbers=numbers, coordinates=False))

    assert drawn(True) == ["2", "3", "4"] and drawn(2) == ["3", "4"]
    assert drawn(False) == drawn(0) == []
    assert not places(board_svg(position, numbers=True), "last")


def test_marks() -> None:
    position = Position(9)
    position.play("E5")
    marks = {"E5": "triangle", 0: "square", "B1": "circle", "C1": "cross", "D1": "<&>"}
    text = board_svg(position, marks=marks, coordinates=False)
    assert classes(text)["mark"] == 4 and texts(text) == ["<&>"]
    with pytest.raises(ValueError, match="1 to 4 characters"):
        board_svg(position, marks={"E5": "seven"})
    with pytest.raises(ValueError, match="'Z9' is no point"):
        board_svg(position, marks={"Z9": "circle"})


def test_ownership_is_drawn_at_the_point_it_is_of() -> None:
    ownership = np.zeros((9, 9), np.float32)
    ownership[0, 0], ownership[8, 0], ownership[4, 4] = 1.0, -1.0, 0.01
    text = board_svg(Position(9), ownership=ownership)
    found = [e.attrib for e in parsed(text).iter() if e.get("class") == "owner"]
    corners = {(float(a["x"]) + float(a["width"]) / 2, float(a["y"]) + float(a["height"]) / 2)
               for a in found}  # fmt: skip
    assert corners == {(0, 800), (0, 0)}
    black, white = sorted(found, key=lambda a: -float(a["y"]))
    assert black["fill"] < white["fill"]  # dark before light
    with pytest.raises(ValueError, match=r"a 9x9 board needs \(9, 9\)"):
        board_svg(Position(9), ownership=ownership[:5])


def test_best_moves_bear_win_rates_and_rare_ones_are_left_out() -> None:
    moves = [
        MoveReport("E5", 1000, 0.534, 1.0, 0.5, ("E5",)),
        MoveReport("pass", 500, 0.5, 0.0, 0.1, ("pass",)),
        MoveReport("A1", 30, 1.0, 0.0, 0.1, ("A1",)),
        MoveReport("B1", 19, 0.1, 0.0, 0.1, ("B1",)),
    ]
    text = board_svg(Position(9), moves=moves, coordinates=False)
    assert texts(text) == ["53", "100"]
    assert "E5: win rate 53 %, 1000 visits" in text
    assert len(texts(board_svg(Position(9), moves=moves[:1] * 30, coordinates=False))) == 10


def test_the_width_is_in_pixels() -> None:
    assert parsed(board_svg(Position(9), width=200)).attrib["width"] == "200"
    with pytest.raises(ValueError, match="width 0: give a whole number"):
        board_svg(Position(9), width=0)


def test_notebooks_find_the_picture() -> None:
    assert Position(9)._repr_svg_() == board_svg(Position(9))


@pytest.mark.parametrize("mark", ["\x00", "a\x1b", "\ud800", "\ufffe"])
def test_a_mark_that_xml_cannot_have_breaks_no_picture(mark: str) -> None:
    svg = board_svg(Position(9), marks={"C3": mark})
    ET.fromstring(svg.encode("utf-8"))
    assert "\ufffd</text>" in svg


def test_marks_and_numbers_of_wrong_types_say_what_to_give() -> None:
    with pytest.raises(TypeError, match="a mark is text"):
        board_svg(Position(9), marks={"C3": 5})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="numbers 'x': give a whole number"):
        board_svg(Position(9), numbers="x")  # type: ignore[arg-type]
