"""The board of web pages: star points, rules, SGF, what is drawn and what it listens to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sgfmill import sgf, sgf_moves

from gtpengine.web.parts import PARTS, part
from tests.web.scripts import run_script

PAGE = f"<!DOCTYPE html><html><head><meta charset='utf-8'><style>{part('board.css')}</style></head>"
PAGE += "<body><svg id='board' style='width: 300px; height: 300px'></svg>"
PAGE += f"<script>{part('texts.js')}{part('board.js')}</script></body></html>"


def run(folder: Path, script: str) -> Any:
    return run_script(folder, PAGE, script)


def test_the_parts_are_there() -> None:
    assert all(part(name) for name in PARTS)
    assert "http" not in part("board.js").replace("http://www.w3.org/2000/svg", "")


def test_star_points_are_those_of_boards(tmp_path: Path) -> None:
    stars = run(tmp_path, "return Array.from({length: 20}, (_, size) => Go.starPoints(size));")
    corners = {7: "C3 C5 E3 E5", 9: "C3 C7 G3 G7", 13: "D4 D10 K4 K10", 19: "D4 D16 Q4 Q16"}
    middle = {7: "", 9: "E5", 13: "G7", 19: "K10 D10 K4 K16 Q10"}
    for size, found in enumerate(stars):
        wanted = 0 if size < 7 else 4 if size % 2 == 0 or size == 7 else 5 if size < 17 else 9
        assert len(found) == len(set(found)) == wanted, size
        if size in corners:
            assert set(found) == set(f"{corners[size]} {middle[size]}".split())
        # A turn of the board by 90 degrees leaves them where they are.
        columns = "ABCDEFGHJKLMNOPQRST"
        points = {(columns.index(vertex[0]), int(vertex[1:]) - 1) for vertex in found}
        assert {(row, size - 1 - col) for col, row in points} == points


def test_rules_of_the_board(tmp_path: Path) -> None:
    """A capture, a ko, a suicide, a pass, and stones set up before."""
    seen = run(
        tmp_path,
        """
        const moves = (text) => text.split(" ").map((one) => (
          {color: one[0], vertex: one.slice(1)}));
        const shown = (positions) => positions.map(({size, stones, prisoners}) => [
          stones.map((color, point) => color && color + Go.vertexOf(point, size))
            .filter((one) => one).join(" "), prisoners.b, prisoners.w]);
        return [
          shown(Go.replay({size: 2, moves: moves("bA1 wA2 wpass wB1 bresign")})),
          shown(Go.replay({size: 3, black: ["B1", "A2"], white: ["C1", "B2"],
            moves: moves("wA1 bB3")})),
        ];""",
    )
    assert seen[0] == [
        ["", 0, 0],
        ["bA1", 0, 0],
        ["bA1 wA2", 0, 0],
        ["bA1 wA2", 0, 0],
        ["wB1 wA2", 0, 1],
        ["wB1 wA2", 0, 1],
    ]
    assert seen[1][1] == ["wA1 wC1 bA2 wB2", 0, 1]  # B1 was in atari, so A1 is no suicide


def test_a_suicide_is_taken_off(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        const [, after] = Go.replay({size: 3, black: ["B1", "A2", "C3"],
          moves: [{color: "w", vertex: "A1"}]});
        return [after.stones.filter((one) => one).join(""), after.prisoners];""",
    )
    assert seen == ["bbb", {"b": 1, "w": 0}]


def test_sgf_is_read_by_others(tmp_path: Path) -> None:
    raw = run(
        tmp_path,
        """
        return Go.toSgf({size: 9, black: ["A1"], white: ["J9"], moves: [
          {color: "b", vertex: "D4", comment: "a ] and a \\\\ and é"},
          {color: "w", vertex: "pass"}, {color: "b", vertex: "resign"}]},
          {PB: "x]y", KM: 7.5, RE: "W+R"});""",
    )
    game = sgf.Sgf_game.from_string(raw)
    board, plays = sgf_moves.get_setup_and_moves(game)
    assert game.get_size() == 9 and game.get_komi() == 7.5 and game.get_winner() == "w"
    assert game.get_player_name("b") == "x]y"
    assert board.get(0, 0) == "b" and board.get(8, 8) == "w"
    assert plays == [("b", (3, 3)), ("w", None)]
    comment = game.get_main_sequence()[1].get("C")
    assert comment == "a ] and a \\ and é"


@pytest.mark.parametrize("way", ["point", "step"])
def test_the_board_listens(tmp_path: Path, way: str) -> None:
    """With ``point`` a click names the vertex; with ``step`` clicks, wheel and swipes step."""
    seen = run(
        tmp_path,
        f"""
        const svg = document.getElementById("board"), seen = [];
        const board = new Go.Board(svg, {{{way}: (what) => seen.push(what)}});
        board.show(Go.replay({{size: 9}})[0]);
        const box = svg.getBoundingClientRect();
        const at = (x, y) => ({{bubbles: true, cancelable: true,
          clientX: box.left + x * box.width, clientY: box.top + y * box.height}});
        for (const [x, y] of [[.9, .9], [.11, .11], [.5, .5], [.01, .5]]) {{
          svg.dispatchEvent(new MouseEvent("click", at(x, y)));
        }}
        for (const deltaY of [40, -40, 5]) {{
          svg.dispatchEvent(new WheelEvent("wheel", {{deltaY, cancelable: true}}));
        }}
        const touch = (name, x) => svg.dispatchEvent(Object.assign(new Event(name), {{
          touches: [{{clientX: x}}], changedTouches: [{{clientX: x}}]}}));
        for (const [from, to] of [[200, 100], [100, 200], [100, 103]]) {{
          touch("touchstart", from);
          touch("touchend", to);
        }}
        return seen;""",
    )
    wanted = {"point": ["J1", "A9", "E5"], "step": [1, -1, 1, -1, 1, -1, 1, -1]}
    assert seen == wanted[way]


def test_the_pale_stone_goes_when_the_turn_ends(tmp_path: Path) -> None:
    """Without a move of the mouse: the stones around it may have been captured."""
    seen = run(
        tmp_path,
        """
        const svg = document.getElementById("board");
        const board = new Go.Board(svg, {point: () => {}});
        const pale = () => [...svg.querySelectorAll(".aim")].map((one) => one.classList[1]);
        const [position] = Go.replay({size: 9}), seen = [];
        board.show(position);
        const box = svg.getBoundingClientRect(), [x, y] = [box.width, box.height];
        board.hover = "b";
        svg.dispatchEvent(new PointerEvent("pointermove",
          {clientX: box.left + x / 2, clientY: box.top + y / 2}));
        seen.push(pale());
        for (const color of ["w", ""]) {
          board.hover = color;
          board.show(position);
          seen.push(pale());
        }
        return seen;""",
    )
    assert seen == [["black"], ["white"], []]


def test_the_wheel_scrolls_the_page_when_no_move_is_left(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        const svg = document.getElementById("board");
        let left = 1;
        new Go.Board(svg, {step: () => left-- > 0});
        return [40, 40].map((deltaY) => svg.dispatchEvent(
          new WheelEvent("wheel", {deltaY, cancelable: true})));""",
    )
    assert seen == [False, True]  # what dispatchEvent says: the first one was taken


def test_what_is_drawn(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        const svg = document.getElementById("board"), board = new Go.Board(svg);
        const count = (name) => svg.querySelectorAll(name).length;
        const last = {color: "b", vertex: "D4"};
        const position = Go.replay({size: 9, white: ["E5"], moves: [last]})[1];
        board.show(position, {last});
        const plain = [count("circle.black"), count("circle.white"), count("circle.mark"),
          count(".star"), count(".number")];
        board.show(position, {last, numbers: true, dead: ["E5"], labels: {A1: "x"},
          territory: {B2: "w"}});
        return [plain, count("circle.mark"), svg.querySelector(".number").textContent,
          count(".dead circle.white"), svg.querySelector(".label").textContent,
          count(".territory-w")];""",
    )
    assert seen == [[1, 1, 1, 5, 0], 0, "1", 1, "x", 1]


def test_hints_may_have_kinds(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        const svg = document.getElementById("board"), board = new Go.Board(svg);
        board.show(Go.replay({size: 9})[0], {hints: [
          {vertex: "D4", text: "A", best: true}, {vertex: "E5", text: "", kind: "played mistake"},
          {vertex: "pass", text: "B"}]});
        return [...svg.querySelectorAll(".hint")].map((one) => [...one.classList].join(" "));""",
    )
    assert seen == ["hint best", "hint played mistake"]
