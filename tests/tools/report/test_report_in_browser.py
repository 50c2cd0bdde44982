"""The report's page and script in a real browser: it fits, replays, filters, sorts, follows."""

from __future__ import annotations

import re
import urllib.parse
from pathlib import Path
from typing import Any

import pytest
from gtpengine.tools.storage.store import Store
from sgfmill import sgf

from tests.tools.report.report_store import EVIL, entrant, make_store, page_of, play
from tests.web.axe import must_be_for_all, need_axe
from tests.web.person import person_at
from tests.web.scripts import run_script

WIDE, NARROW = (1400, 900), (420, 900)
TEST = "document.querySelector('.games[data-event=\"test\"]')"
HELP = f"""
const panel = {TEST}, one = (name) => panel.querySelector(name);
const count = (name) => panel.querySelectorAll(name).length;
const text = () => one(".move-text").textContent;
const key = (key) => document.dispatchEvent(new KeyboardEvent("keydown", {{key, bubbles: true}}));
const rows = () => [...panel.querySelectorAll("tbody tr")].map((row) =>
  +row.querySelector("td").textContent);
const press = (name) => [...panel.querySelectorAll("button")].find((button) =>
  button.textContent.startsWith(name)).click();
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("store") / "s.sqlite"
    make_store(path)
    return page_of(path)


@pytest.mark.parametrize("window", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_page_fits_its_window(
    page: str, tmp_path: Path, window: tuple[int, int], scheme: str
) -> None:
    content, width, background, rights, letters = run_script(
        tmp_path,
        page,
        """const all = (name) => [...document.querySelectorAll(name)];
        return [document.documentElement.scrollWidth, innerWidth,
          getComputedStyle(document.body).backgroundColor,
          all(".area, .go-board, .answer").map((one) => one.getBoundingClientRect().right),
          all(".x-axis span").map((one) => parseFloat(getComputedStyle(one).fontSize))];""",
        "",
        window,
        scheme == "dark",
    )
    assert content <= width and max(rights) <= width
    assert min(letters) >= 12  # charts fill their width, their letters stay
    shades = [int(n) for n in re.findall(r"\d+", background)]
    assert max(shades) < 60 if scheme == "dark" else min(shades) > 200


def test_the_first_screen_needs_no_scrolling(page: str, tmp_path: Path) -> None:
    bottoms = run_script(
        tmp_path,
        page,
        """return [...document.querySelectorAll(".answer")].map((one) =>
          one.getBoundingClientRect().bottom);""",
        "",
        WIDE,
    )
    assert len(bottoms) == 5 and max(bottoms) < 900


@pytest.mark.parametrize("window", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_link_shows_a_move(page: str, tmp_path: Path, window: tuple[int, int]) -> None:
    """White G8, then Black C3, which takes C4."""
    seen = [
        run_script(
            tmp_path,
            page,
            HELP
            + """return [text(), count("circle.black"), count("circle.white"),
            [...panel.querySelectorAll(".players small")].map((one) => one.textContent),
            one(".tr.open, tr.open td").textContent, one(".conditions, .viewer").textContent];""",
            f"#viewer:test:0:{move}",
            window,
        )
        for move in (6, 7)
    ]
    before, after = seen
    assert before[:4] == ["Move 6 of 8: White G8, 0.25 s, win rate 30.0 %", 3, 3, ["", ""]]
    assert after[:4] == ["Move 7 of 8: Black C3, 0.25 s, win rate 90.0 %", 4, 2, ["+1", ""]]
    assert after[4] == "0"
    assert "Game 0: 9x9, komi 7.5, Chinese rules, no clock, opening o1" in after[5]


def test_the_viewer_steps(page: str, tmp_path: Path) -> None:
    """Keys, wheel, clicks, the graph, numbers and play; the address follows."""
    seen = run_script(
        tmp_path,
        page,
        HELP
        + """
        const seen = [], board = one(".go-board");
        const note = () => seen.push([+one("input[type=range]").value, location.hash]);
        note();
        key("ArrowRight"); note();
        key("Home"); note();
        key("ArrowRight"); key("ArrowRight"); key("ArrowLeft"); note();
        key("End"); note();
        const box = board.getBoundingClientRect();
        board.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: box.left + 5}));
        note();
        board.dispatchEvent(new WheelEvent("wheel", {deltaY: -50, cancelable: true})); note();
        const area = one(".rates").getBoundingClientRect();
        one(".rates").dispatchEvent(new MouseEvent("click", {clientX: area.left + area.width / 4}));
        note();
        one("input[type=checkbox]").click();
        seen.push([...panel.querySelectorAll(".number")].map((one) => one.textContent));
        press("▶"); await sleep(1500); note();
        await sleep(5 * 600); press("▶"); press("⏸"); note();
        document.body.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
        key("ArrowRight"); note();
        return seen;""",
        "#viewer:test:0:3",
    )
    numbers = seen.pop(8)
    assert [at for at, _ in seen] == [3, 4, 0, 1, 8, 7, 6, 2, 4, 0, 0]
    assert [address for _, address in seen] == [f"#viewer:test:0:{at}" for at, _ in seen]
    assert numbers == ["2", "1"]


def test_the_end_of_a_game(page: str, tmp_path: Path) -> None:
    """A link without a move shows the end, with the dead stones where they are known."""
    seen = run_script(
        tmp_path,
        page,
        HELP + 'return [text(), count(".dead"), one(".detail").textContent];',
        "#viewer:test:4",
    )
    assert seen == [
        "Move 8 of 8: White resign, 0.25 s, win rate 10.0 %; dead: C3 D4",
        2,
        "Ended by score; disputed",
    ]


def test_the_table_filters_and_sorts(page: str, tmp_path: Path) -> None:
    seen = run_script(
        tmp_path,
        page,
        HELP
        + """
        const seen = {all: rows()};
        for (const name of ["failed", "disputed", "short", "lost by beta"]) {
          press(name); seen[name] = rows();
        }
        press("all"); press("moves"); seen.least = rows()[0];
        press("moves"); seen.most = rows().at(-1);
        seen.sorted = one("th[aria-sort]").textContent + one("th[aria-sort]").ariaSort;
        press("game"); seen.again = rows();
        panel.querySelectorAll("tbody tr")[5].click();
        seen.open = [one("tr.open td").textContent, location.hash];
        seen.winners = [...panel.querySelectorAll("tbody tr:first-child .won")].map((cell) =>
          cell.textContent);
        seen.bad = one(".bad").closest("tr").querySelector("td").textContent;
        return seen;""",
    )
    assert seen["all"] == seen["again"] == list(range(30))
    assert (seen["failed"], seen["disputed"], seen["short"]) == ([3], [4], [3])
    assert 0 < len(seen["lost by beta"]) < 30
    assert seen["least"] == seen["most"] == 3 and seen["sorted"] == "movesdescending"
    assert seen["open"] == ["5", "#viewer:test:5:8"]
    assert len(seen["winners"]) == 1 and seen["bad"] == "3"


def test_each_game_has_its_record(page: str, tmp_path: Path) -> None:
    """The viewer's link and that of a row hold the same SGF, with set-up, moves and comments."""
    link, name, row = run_script(
        tmp_path,
        page,
        HELP
        + """
        let made = null;
        URL.createObjectURL = (blob) => { made = blob; return "#"; };
        panel.querySelectorAll("tbody tr")[2].querySelectorAll("a")[1].click();
        return [one(".save").href, one(".save").download, await made.text()];""",
        "#viewer:test:2:0",
    )
    kind, _, data = link.partition(",")
    assert kind == "data:application/x-go-sgf;charset=utf-8" and name == "game-000002.sgf"
    raw = urllib.parse.unquote(data)
    assert raw == row
    game = sgf.Sgf_game.from_string(raw)
    nodes = game.get_main_sequence()
    assert (game.get_player_name("b"), game.get_player_name("w")) == ("alpha", "beta")
    assert nodes[0].get_setup_stones()[:2] == ({(0, 0)}, {(8, 8)})
    assert nodes[0].get("EV") == "test" and nodes[0].get("RU") == "chinese"
    assert [node.get_move() for node in nodes[1:3]] == [("b", (3, 3)), ("w", (3, 2))]
    assert nodes[1].get("C") == "0.25 s, win rate 50.0 %" and len(nodes) == 8


def test_the_legend_names_only_lines_that_are_there(tmp_path: Path) -> None:
    """One engine tells win rates, the other none; then neither: no graph."""
    with Store(tmp_path / "s.sqlite") as store:
        for event, color in (("one", "w"), ("none", "bw")):
            play(store, event, "match", [entrant("a"), entrant("b")])
            with store.database.transaction() as db:
                db.execute(
                    "UPDATE move SET winrate = NULL WHERE instr(?, color) AND game_id IN (SELECT"
                    " game.id FROM game JOIN event ON event.id = event_id WHERE name = ?)",
                    (color, event),
                )
    seen = run_script(
        tmp_path,
        page_of(tmp_path / "s.sqlite"),
        """return [...document.querySelectorAll(".graph")].map((graph) =>
          [graph.hidden, graph.querySelector("p").textContent,
           graph.querySelectorAll(".line").length]);""",
    )
    assert seen[0] == [False, "Black's win rate as seen by a", 1]
    assert seen[1][0] is True and seen[1][2] == 0


def test_names_run_nothing(tmp_path: Path) -> None:
    """Names that are markup are text in the table, the viewer and the address, colons included."""
    nasty = "a:b:7<img src=x onerror=\"document.title='run'\">"
    with Store(tmp_path / "s.sqlite") as store:
        play(store, nasty, "match", [entrant(EVIL), entrant("</script><b>")])
        with store.database.transaction() as db:
            db.execute("UPDATE game SET detail = ?", (nasty,))
    address = urllib.parse.quote(nasty, safe="")
    seen: Any = run_script(
        tmp_path,
        page_of(tmp_path / "s.sqlite"),
        """await sleep(100);
        const games = document.querySelector(".games");
        return [document.title, document.querySelectorAll("img").length,
          games.querySelectorAll("b").length, games.querySelector("td:nth-child(3)").textContent,
          games.querySelector(".move-text").textContent];""",
        f"#viewer:{address}:1:2",
    )
    assert seen[:2] == ["Title & more", 0] and seen[2] == 1  # the result is bold
    assert seen[3] in (EVIL, "</script><b>") and seen[4].startswith("Move 2 of 8")


def test_the_page_is_for_all_eyes_and_hands(page: str, tmp_path: Path) -> None:
    """No rule of axe-core is broken, with all tables open."""
    need_axe()
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    with person_at(tmp_path / "profile") as person:
        person.go(f"{file.as_uri()}#viewer:test:4")
        assert 2 <= person.count(".player i") == person.count(".player i[aria-label]")
        assert person.count(".move-text[aria-live]") == person.count(".viewer")
        person.js("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        must_be_for_all(person)
