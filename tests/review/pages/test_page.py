"""The page of a review: complete, offline, and used as a person would."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gtpengine.base.text.language import Text
from gtpengine.review.pages.page import page, title_of
from gtpengine.review.reviewer import ReviewSettings, review_game
from gtpengine.review.searching.model import MistakeKind, MoveReview, Review, ValueWithError
from gtpengine.review.searching.record import read_record
from gtpengine.review.searching.searches import ReviewLimits
from tests.review.games import HOSTILE, short_review
from tests.review.pages.test_annotated import with_mistakes
from tests.web.axe import must_be_for_all, need_axe
from tests.web.person import person_at
from tests.web.scripts import run_script

ROOT = Path(__file__).resolve().parents[3]

HELP = """
  const find = (id) => document.getElementById(id);
  const stones = () => document.querySelectorAll("#board circle.black, #board circle.white").length;
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  const where = () => find("where").textContent;
"""


def use(
    folder: Path,
    script: str,
    review: Review | None = None,
    place: str = "",
    size: tuple[int, int] = (800, 600),
) -> Any:
    shown = with_mistakes(short_review()) if review is None else review
    return run_script(folder, page(shown), HELP + script, place, size)


def test_the_page_needs_no_network() -> None:
    text = page(short_review()).replace("http://www.w3.org/2000/svg", "")
    assert "http:" not in text and "https:" not in text and "//cdn" not in text
    assert not re.search(r"<(link|script|img|iframe)[^>]* (src|href)=", text)
    assert "@import" not in text and "url(#" in text and "fetch(" not in text


@pytest.mark.parametrize(
    ("black", "white", "title"),
    [
        ("Ann", "Ben", "Ann - Ben"),
        ("", "gtpengine", "Unnamed (Black) - gtpengine (White)"),
        ("gtpengine", "", "gtpengine (Black) - Unnamed (White)"),
        ("", "", "game-1"),
    ],
)
def test_headings(black: str, white: str, title: str) -> None:
    assert title_of(black, white, "game-1") == title


def test_the_summary_is_there_without_a_script() -> None:
    text = page(with_mistakes(short_review()))
    row = re.search(r'<th scope="row">.*?Ann.*?</tr>', text, re.S)
    assert row is not None and "12k" in row[0]
    assert "20 simulations a position" in text and "7x7 · Chinese rules · komi 6.5" in text


def test_a_person_steps_and_opens_a_mistake_and_its_variation(tmp_path: Path) -> None:
    review = with_mistakes(short_review())
    seen = use(
        tmp_path,
        """
        const seen = {};
        seen.first = [where(), stones()];  // the costliest mistake comes first
        press("Home"); seen.home = [where(), stones()];
        press("ArrowRight"); press("ArrowRight"); seen.two = [where(), stones()];
        press("ArrowLeft"); seen.one = stones();
        document.querySelector('[title^="last position"]').click(); seen.end = [where(), stones()];
        const listed = [...document.querySelectorAll("#mistakes button")];
        seen.listed = listed.map((button) => button.textContent);
        listed.find((button) => button.dataset.move === "4").click();
        seen.mistake = [where(), stones(), find("verdict").textContent,
          document.querySelectorAll("#board .hint.best").length,
          document.querySelectorAll("#board .hint.mistake").length];
        document.querySelector("#verdict .line-button").click();
        const numbers = () => document.querySelectorAll("#board .number").length;
        seen.line = [where(), stones(), numbers()];
        press("ArrowRight"); seen.deeper = [where(), numbers()];
        press("Escape"); seen.back = [where(), stones()];
        return seen;""",
        review,
    )
    assert seen["first"] == ["After move 2: White C5", 2]
    assert seen["home"] == ["Start of 10 moves", 0]
    assert seen["two"] == ["After move 2: White C5", 2] and seen["one"] == 1
    assert seen["end"][0] == "After move 10: White pass"
    assert len(seen["listed"]) == 2 and "takes the ko" in seen["listed"][0]
    assert seen["mistake"][:2] == ["After move 3: Black D5", 3]
    assert "White plays C6: mistake" in seen["mistake"][2] and "takes the ko" in seen["mistake"][2]
    assert seen["mistake"][3:] == [1, 1]
    length = len(review.moves[3].candidates[0].line)
    assert seen["line"][0].startswith(f"A {review.moves[3].best}: move 1 of {length}")
    assert seen["line"][1:] == [4, 1]
    assert seen["deeper"][1] == min(2, length)
    assert seen["back"] == ["After move 3: Black D5", 3]


SAID = """
  const texts = (selector) =>
    [...document.querySelectorAll(selector)].map((one) => one.textContent);
  const said = () => {
    const rows = [...document.querySelectorAll("#verdict .lines tr")].slice(1).map(({cells}) => ({
      name: cells[0].textContent, percent: parseInt(cells[1].textContent, 10),
      points: Number(cells[2].textContent)}));
    return {rows, letters: texts("#board .hint text"), texts: texts("#verdict p"),
      graphs: texts(".graph-name span:last-child")};
  };
"""
"""What the page shows of a move, in the text, the table, on the board and in the graphs."""


@cache
def sample_review() -> Review:
    game = read_record((ROOT / "docs/samples/game.sgf").read_bytes())
    return review_game(game, ReviewSettings(ReviewLimits(50)))


LOSS = re.compile(r"is better by (?:([\d.]+) ± [\d.]+ points)?(?: and )?(?:(\d+) ± \d+%)?")
LATER = "because the searches of later positions see more"


def in_graphs(seen: Any, side: str) -> tuple[int, float]:
    """What the graphs show of a side at a position: win rate in percent, and lead."""
    black, lead = int(seen["graphs"][0].removesuffix("%")), seen["graphs"][1]
    name, _, points = lead.partition(" ")
    ahead = 0.0 if lead == "even" else float(points) if name == side else -float(points)
    return black if side == "Black" else 100 - black, ahead


def check_letters(seen: Any) -> None:
    """The board and the table have the same letters, in the order of the table's figures."""
    lettered = [row for row in seen["rows"] if not row["name"].startswith("played")]
    names = [row["name"][0] for row in lettered]
    assert names == [*"ABC"][: len(names)]
    on_board = [row["name"][0] for row in lettered if "pass" not in row["name"]]
    assert sorted(letter for letter in seen["letters"] if letter) == on_board
    order = [(row["percent"], row["points"]) for row in lettered]
    assert order == sorted(order, reverse=True)


def check_figures(move: MoveReview, seen: Any, then: Any) -> bool:
    """Text, table and graphs agree, or the text says why; return whether something was lost."""
    rows, text = seen["rows"], " ".join(seen["texts"])
    side = "Black" if move.color == "b" else "White"
    best, played = rows[0], rows[-1] if move.grade != "best" else rows[0]
    assert best["name"] == f"A {move.best}" and played["name"].split()[1] == move.move
    for row in rows:
        assert row["percent"] <= best["percent"] and row["points"] <= best["points"]
    assert (best["percent"], best["points"]) == in_graphs(seen, side)
    lost = LOSS.search(text)
    points, percent = (lost[1], lost[2]) if lost else (None, None)
    assert best["percent"] - played["percent"] == int(percent or 0)
    assert best["points"] - played["points"] == pytest.approx(float(points or 0))
    after = in_graphs(then, side)
    same = after == (played["percent"], played["points"])
    assert same == (LATER not in text) and (same or f"{side} wins {after[0]}%" in text)
    return lost is not None


def test_text_table_letters_and_graphs_of_all_moves_agree(tmp_path: Path) -> None:
    review = sample_review()
    script = """const all = []; press("Home");
      for (let k = 0; k <= review_moves; k++) { all.push(said()); press("ArrowRight"); }
      return all;"""
    script = script.replace("review_moves", str(len(review.moves)))
    seen = use(tmp_path, SAID + script, review)
    lost = 0
    for move, now, then in zip(review.moves, seen, seen[1:], strict=False):
        check_letters(now)
        lost += check_figures(move, now, then)
    assert lost > 20
    assert "The record says: White wins by resignation." in seen[-1]["texts"]


def test_what_was_played_stands_in_the_table_once(tmp_path: Path) -> None:
    review = with_mistakes(short_review())
    moves = list(review.moves)
    best = moves[3].candidates[0]
    moves[3] = replace(moves[3], candidates=(best, replace(best, move=moves[3].move)))
    names = use(
        tmp_path,
        """
        document.querySelector('#mistakes button[data-move="4"]').click();
        const buttons = document.querySelectorAll("#verdict .line-button");
        return [...buttons].map((button) => button.textContent);""",
        replace(review, moves=tuple(moves)),
    )
    assert names == [f"A {best.move}", f"played {moves[3].move}"]


def test_graphs_touch_and_ownership(tmp_path: Path) -> None:
    seen = use(
        tmp_path,
        """
        press("Home");
        const graph = document.querySelector(".graph"), box = graph.getBoundingClientRect();
        graph.dispatchEvent(new MouseEvent("click", {bubbles: true,
          clientX: box.left + .7 * box.width, clientY: box.top + 5}));
        const clicked = where();
        const svg = find("board");
        const touch = (name, x) => svg.dispatchEvent(Object.assign(new Event(name), {
          touches: [{clientX: x}], changedTouches: [{clientX: x}]}));
        touch("touchstart", 200); touch("touchend", 100);
        const swiped = where();
        const owners = () => document.querySelectorAll("[class^=owner-]").length;
        const without = owners();
        press("o");
        const shown = owners();
        press("n");
        const numbers = document.querySelectorAll("#board .number").length;
        const count = (name) => document.querySelectorAll(name).length;
        return [clicked, swiped, without, shown > 20, numbers, count(".graph"), count(".band")];""",
    )
    assert seen == ["After move 7: Black D3", "After move 8: White C2", 0, True, 8, 2, 2]


def test_the_letter_keys_can_be_switched_off(tmp_path: Path) -> None:
    """Who speaks to the computer types letters by accident (WCAG 2.1.4)."""
    seen = use(
        tmp_path,
        """
        const owners = () => document.querySelectorAll("[class^=owner-]").length > 0;
        const label = [...find("controls").querySelectorAll("label")].pop();
        const seen = [label.textContent];
        press("Home"); press("o"); seen.push(owners()); press("o"); seen.push(owners());
        label.control.click();
        press("o"); seen.push(owners(), localStorage.getItem("letters"));
        press("ArrowRight"); seen.push(where());
        label.control.click();
        press("o"); seen.push(owners());
        return seen;""",
    )
    assert seen == ["letter keys", True, False, False, "off", "After move 1: Black D4", True]


def test_a_place_in_the_game_can_be_linked_to(tmp_path: Path) -> None:
    assert use(tmp_path, "return where();", place="#move-5") == "After move 5: Black D6"


def test_names_are_texts_on_the_page(tmp_path: Path) -> None:
    review = with_mistakes(short_review())
    player = replace(review.players["b"], name=HOSTILE, rank=HOSTILE)
    moves = list(review.moves)
    moves[2] = replace(moves[2], kinds=(MistakeKind("x", Text(HOSTILE)),))
    hostile = replace(
        review,
        title=HOSTILE,
        event=HOSTILE,
        notes=(Text(HOSTILE),),
        players=review.players | {"b": player},
        moves=tuple(moves),
    )
    seen = use(
        tmp_path,
        "return [document.title, document.images.length, find('mistakes').textContent,"
        " document.querySelector('.note').textContent];",
        hostile,
    )
    assert seen[0].startswith("</script>") and seen[1] == 0
    assert HOSTILE in seen[2] and seen[3] == HOSTILE


@pytest.mark.parametrize("width", [400, 1400])
def test_nothing_sticks_out_on_narrow_and_wide_screens(tmp_path: Path, width: int) -> None:
    seen = use(
        tmp_path,
        """
        const root = document.documentElement;
        const out = [...document.querySelectorAll("body *")].filter((one) =>
          !one.closest(".wide") && !one.closest("svg")
          && one.getBoundingClientRect().right > root.clientWidth + 1);
        return [root.scrollWidth, out.map((one) => one.outerHTML.slice(0, 60))];""",
        size=(width, 900),
    )
    assert seen[1] == [] and seen[0] <= width


def test_on_a_phone_the_summary_is_a_list_with_the_names_of_its_columns(tmp_path: Path) -> None:
    seen = use(
        tmp_path,
        """
        const rows = [...document.querySelectorAll(".summary tbody tr")];
        const cells = [...rows[0].querySelectorAll("td")];
        const heads = [...document.querySelectorAll(".summary thead th")];
        return {
          heads: heads.map((head) => head.textContent),
          names: cells.map((cell) => cell.dataset.name),
          shown: cells.map((cell) => getComputedStyle(cell, "::before").content),
          overflow: rows.some((row) => row.scrollWidth > innerWidth),
          columns: cells.map((cell) => cell.getBoundingClientRect().left),
        };
        """,
        size=(500, 900),
    )
    assert seen["names"] == seen["heads"][1:]
    assert [text.strip('"') for text in seen["shown"]] == seen["names"]
    assert not seen["overflow"] and len(set(seen["columns"])) == 1


def test_a_game_without_mistakes(tmp_path: Path) -> None:
    review = short_review()
    clean = replace(review, moves=tuple(replace(m, grade="best", cost=0.0) for m in review.moves))
    seen = use(tmp_path, "return [find('mistakes').textContent, where()];", clean)
    assert seen == ["None that the engine is sure of.", "Start of 10 moves"]
    assert clean.lead[0] != ValueWithError(0, 0)


@pytest.mark.parametrize("mistakes", [True, False])
def test_the_page_is_for_all_eyes_and_hands(tmp_path: Path, mistakes: bool) -> None:
    """No rule of axe-core is broken at a mistake, in its line, and at the end of the game."""
    need_axe()
    review = short_review()
    moves = tuple(replace(m, grade="best", cost=0.0) for m in review.moves)
    shown = with_mistakes(review) if mistakes else replace(review, moves=moves)
    file = tmp_path / "review.html"
    file.write_text(page(shown), encoding="utf-8")
    with person_at(tmp_path / "profile") as person:
        person.go(file.as_uri())
        assert 2 <= person.count(".stone") == person.count(".stone[aria-label]")
        must_be_for_all(person)
        person.key("o")
        person.js("document.querySelector('#verdict .line-button').focus()")
        person.key("Enter")
        person.wait("document.querySelector('#where').innerText.startsWith('A ')")
        must_be_for_all(person)
        person.key("End")
        person.wait("document.querySelector('#where').innerText.startsWith('After move 10')")
        must_be_for_all(person)
