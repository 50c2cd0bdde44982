"""The HTML report: its content, that nothing in a name is expanded, and the command."""

from __future__ import annotations

import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from gtpengine.tools.games.game import GameSettings, Opening
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.report import report
from gtpengine.tools.report.ratings_over_events import scales
from gtpengine.tools.storage.store import Store
from gtpengine.tools.storage.store_json import settings_to_json

from tests.tools.report.report_store import (
    EVIL,
    SETTINGS,
    entrant,
    make_store,
    page_of,
    play,
    record_of,
)


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    make_store(tmp_path / "s.sqlite")
    return tmp_path / "s.sqlite"


class Balance(HTMLParser):
    """Finds elements that are closed in the wrong order, and what could run or load."""

    VOID = ("meta", "input", "br", "link")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not any(name.startswith("on") or name == "src" for name, _ in attrs)
        self.scripts += tag == "script"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def games_of(page: str) -> list[dict[str, Any]]:
    data = re.search(r'<script id="games" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    games = json.loads(data[1])
    assert isinstance(games, list)
    return games


def section_of(page: str, title: str) -> str:
    start = page.index(f"<h2>{html.escape(title)}</h2>")
    return page[start : page.find("</section>", start)]


def test_page_is_complete_and_self_contained(store_path: Path) -> None:
    page = page_of(store_path, 5)
    checker = Balance()
    checker.feed(page)
    assert checker.open == [] and checker.scripts == 2
    assert "Title &amp; more" in page and EVIL not in page and html.escape(EVIL) in page
    assert not re.findall(r"(?:src|href)=[\"'](?!#)", page)
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "") and "https:" not in page
    for text in ("Log-likelihood ratio", "H1: 20 Elo stronger", "How the games ended"):
        assert text in section_of(page, "test")
    for text in ("as Black", "2,000", "Openings", "o2", "rev1", "/bin/engine --level 1"):
        assert text in section_of(page, "test")
    assert "Points of each engine against each other" in section_of(page, "cup")
    assert "lost by crash 1" in section_of(page, "cup")
    assert "the last failure: Segfault: oops" in section_of(page, "test")
    assert "warning: duplicate games" in section_of(page, "test")
    assert "Failures and surprises" in section_of(page, "suite")
    assert "/bin/engine --level 0" in section_of(page, "suite")
    trials = section_of(page, "tune")
    assert "/bin/engine --level 0" in trials
    assert "Score against the incumbent" in trials
    assert '<td class="n">2.5</td><td class="n">5/10</td>' in trials
    assert not re.search(r"a{16}", page)  # the openings' digest


def test_the_first_screen_has_each_answer(store_path: Path) -> None:
    page = page_of(store_path, 5)
    answers = re.findall(r'<a class="answer" href="#(e\d+)">(.*?)</a>', page, re.DOTALL)
    assert [anchor for anchor, _ in answers] == ["e0", "e1", "e2", "e3", "e4"]
    assert page.index("</nav>") < page.index('<section id="e0"')
    shown = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)) for _, text in answers]
    cup, test, suite, tune, empty = shown
    assert "1st" in cup and "1. " in cup and "Trouble 1 failed, 1 disputed" in cup
    for text in ("Undecided", "LLR", "Elo", "nElo", "Games 30: W", "Pairs", "Length", "Begun"):
        assert text in test
    assert "alpha: --level 0" in test and "beta: --level 1" in test
    assert "openings: stars (2 positions)" in test and "Took 1 min 0 s" in test
    assert "3 of 6 pass" in suite and "2 fail or end in an error" in suite
    assert "12 trials" in tune and "recommended: k = " in tune
    assert "No games yet" in empty


NASTY = [
    "{{data}}",
    "{{ 7 * 7 }}",
    "{% raw %}",
    "{# gone #}",
    "</script><script>document.title = 1</script>",
    "<img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "&amp;",
    "${title}",
    "<!--",
    "]]>",
]


@pytest.mark.parametrize("name", NASTY)
def test_names_are_never_expanded(store_path: Path, name: str) -> None:
    """Whatever stands in a name is on the page as it stands, and no element comes of it."""
    with Store(store_path) as store, store.database.transaction() as db:
        spec = json.loads(db.execute("SELECT spec FROM engine WHERE name = 'beta'").fetchone()[0])
        db.execute("UPDATE event SET name = ? WHERE name = 'test'", (name,))
        db.execute("UPDATE engine SET version = ?", (name,))
        spec = json.dumps({**spec, "name": f"b{name}", "command": name, "init": [name]})
        db.execute("UPDATE engine SET name = ?, spec = ? WHERE name = 'beta'", (name, spec))
        db.execute("UPDATE game SET detail = ?", (name,))
        settings = json.dumps({**SETTINGS, "sprt": [0, 20, 0.05, 0.05], "openings": name})
        db.execute("UPDATE event SET settings = ? WHERE name = ?", (settings, name))
    page = page_of(store_path, 5, title=name)
    # No browser reads an entity in a script element; Jinja2 writes quotes as numbers.
    escaped = html.escape(name).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
    assert f"<title>{escaped}</title>" in page
    assert f"<h2>{escaped}</h2>" in page and f"<code>{escaped}</code>" in page
    assert name not in page.replace(escaped, "") or name in ("${title}", "&amp;")
    assert [one["event"] for one in games_of(page)] == ["cup", name]
    checker = Balance()
    checker.feed(page)
    assert checker.open == [] and checker.scripts == 2


def test_one_match_has_one_elo(store_path: Path) -> None:
    page = page_of(store_path)
    elos = re.findall(r'title="([^"]*)"><dt>Elo</dt><dd>(.*?)</dd>', page)
    assert len(elos) == 2 and elos[0] == elos[1]  # the first screen and the section of the test
    assert "from pairs of games with colours swapped" in elos[0][0]
    assert "Bradley-Terry" not in section_of(page, "test")


def test_games_with_trouble_are_not_left_out(store_path: Path) -> None:
    (cup, test) = games_of(page_of(store_path, 4))
    assert [game["n"] for game in test["games"]] == [0, 1, 3, 4] and test["total"] == 30
    failed, disputed = test["games"][2:]
    assert failed["f"] and failed["d"] == "Segfault: oops" and failed["t"] == "crash"
    assert disputed["x"] and disputed["dead"] == ["C3", "D4"]
    assert cup["names"] == ["alpha", "beta", EVIL]


def test_moves_travel_in_short_form(store_path: Path) -> None:
    (_, test) = games_of(page_of(store_path, 5))
    first = test["games"][0]
    assert first["m"] == "dfcfcegcbfgbcg++" and first["c"] == "b"
    assert first["s"] == [25] * 8 and first["v"][:2] == [500, 400]


def test_ratings_of_different_games_are_apart(tmp_path: Path) -> None:
    """Two 9x9 matches make a scale; games of another size, komi, rules or time do not touch it."""
    path = tmp_path / "s.sqlite"
    entrants = [entrant(name) for name in "ab"]

    def add(name: str, **settings: object) -> None:
        game = {"game": settings_to_json(GameSettings()) | settings}
        with Store(path) as store:
            event, _ = store.open_event(name, "match", game, entrants)
            store.schedule(event, match_games(0, 3, [Opening()], 1))
            for claim in store.claim(event, 9):
                assert store.finish(claim, record_of(claim.plan, ["a", "b"]))

    def ratings() -> dict[str, tuple[int, list[float]]]:
        with Store(path, read_only=True) as store:
            events = [store.event(name) for name in store.event_names()]
            return {
                one.conditions: (one.events, list(one.ratings.elo)) for one in scales(store, events)
            }

    others: list[dict[str, object]] = [{"size": 13}, {"komi": 0.5}, {"rules": "japanese"}]
    add("one")
    assert ratings() == {}  # the match itself says it
    add("two")
    first = ratings()
    assert [events for events, _ in first.values()] == [2]
    for number, other in enumerate(others):
        add(f"other {number}", **other)
    add("fast", time="1+0")
    assert ratings() == first


def test_ratings_name_engines_by_what_differs(tmp_path: Path) -> None:
    """Two engines of one name have their options; engines that met nobody of them are not there."""
    with Store(tmp_path / "s.sqlite") as store:
        play(store, "1", "match", [entrant("new", "--k 1"), entrant("old")])
        play(store, "2", "match", [entrant("new", "--k 2"), entrant("old")])
        play(store, "3", "match", [entrant("x"), entrant("y")])
        events = [store.event(name) for name in store.event_names()]
        (scale,) = scales(store, events)
    assert scale.labels == ["new --k 1", "old", "new --k 2"] and scale.events == 2


def test_events_are_listed(store_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report.COMMAND.ready("gtpengine report", ["--store", str(store_path), "--list"])() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "cup: tournament, open, 24 of 24 games done",
        "test: sprt, open, 30 of 30 games done",
    ]
    assert report.COMMAND.ready("gtpengine report", ["--store", str(store_path), "nosuch"])() == 2
    assert "no event 'nosuch'; there are: cup, test, suite" in capsys.readouterr().err


def test_a_damaged_event_is_said(store_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store(store_path) as store, store.database.transaction() as db:
        db.execute("UPDATE event SET settings = '{}' WHERE name IN ('cup', 'tune')")
    output = store_path.with_name("r.html")
    assert report.run(report.ReportOptions(store=store_path, output=output)) == 1
    told = capsys.readouterr().err
    assert "left out" in told and "'cup'" in told and "'tune'" in told
    page = output.read_text(encoding="utf-8")
    assert page.count("This event is damaged and cannot be shown") == 2
    assert "Log-likelihood ratio" in section_of(page, "test")
