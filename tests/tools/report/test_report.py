"""The HTML report: content, self-containment, and its script in a real browser."""

from __future__ import annotations

import argparse
import html
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from gtpengine.tools.games.game import GameRecord, GameSettings, MoveRecord, Opening
from gtpengine.tools.games.schedule import PlannedGame, match_games, pairings_to_games, round_robin
from gtpengine.tools.matches.summary import MatchSummary
from gtpengine.tools.report import charts, report
from gtpengine.tools.report.report_data import means, versions
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec
from gtpengine.tools.statistics.ratings import largest_group
from gtpengine.tools.statistics.stats import Estimate
from gtpengine.tools.storage.positions import PositionResult, claim_tests, finish_tests
from gtpengine.tools.storage.store import Entrant, Store
from gtpengine.tools.storage.store_json import settings_to_json

EVIL = "x<script>alert(1)</script>"
MOVES = [("b", "D4", 0.5), ("w", "C4", 0.4), ("b", "C5", 0.6), ("w", "G7", 0.4)]
MOVES += [("b", "B4", 0.7), ("w", "G8", 0.3), ("b", "C3", 0.9), ("w", "resign", 0.1)]  # takes C4


def record_of(plan: PlannedGame, names: list[str]) -> GameRecord:
    record = GameRecord(
        names[plan.black], names[plan.white], GameSettings(), plan.opening, plan.seed
    )
    record.winner = "b" if plan.seed % 3 else "w"
    record.termination, record.seconds, record.started = "resign", 1.0, "2026-01-01T00:00:00"
    record.moves = [MoveRecord(c, v, 0.25, w, "", 500) for c, v, w in MOVES * 4]
    record.moves = record.moves[: len(MOVES)]
    return record


def make_store(path: Path) -> None:
    """Make a store with every kind of event."""
    settings = {"game": settings_to_json(GameSettings()), "openings": "stars", "seed": 1}
    names = ["alpha", "beta", EVIL]
    entrants = [
        Entrant(EngineSpec(name, f"/bin/{index}"), EngineIdentity(name, "1", f"rev{index}"))
        for index, name in enumerate(names)
    ]
    openings = [Opening("o1"), Opening("o2", ("A1",), ("J9",))]
    with Store(path) as store:
        cup, _ = store.open_event("cup", "tournament", settings, entrants)
        store.schedule(cup, pairings_to_games(round_robin(3, 4), openings, 1))
        test_settings = {**settings, "sprt": [0, 20, 0.05, 0.05]}
        test, _ = store.open_event("test", "sprt", test_settings, entrants[:2])
        store.schedule(test, match_games(0, 15, openings, 2))
        for event in (cup, test):
            while claims := store.claim(event, 5):
                for claim in claims:
                    assert store.finish(claim, record_of(claim.plan, names))
        suite, _ = store.open_event("suite", "regress", {}, entrants[:1])
        outcomes = ("pass", "fail", "PASS", "FAIL", "error", "skip", "pass")
        tests = [PositionResult(f"s:{i}", "[D4]", "E5", o, 0.1) for i, o in enumerate(outcomes)]
        assert len(claim_tests(store, suite, [one.test for one in tests])) == len(tests)
        assert finish_tests(store, suite, tests) == len(tests)
        space = [{"name": "k", "low": 0, "high": 10, "integer": False, "log": False}]
        tuning = {**settings, "space": space, "optimizer": "clop"}
        tune, _ = store.open_event("tune", "tune", tuning, entrants[:2])
        store.open_event("tune/0000", "tune-trial", settings, entrants[:2])
        with store.database.transaction() as db:
            db.executemany(
                "INSERT INTO trial VALUES (?, ?, ?, ?, 10)",
                [(tune.id, n, f"[{n / 20}]", 4.5 + n / 10) for n in range(12)],
            )
        store.open_event("empty", "match", settings, entrants[:2])


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    make_store(tmp_path / "s.sqlite")
    return tmp_path / "s.sqlite"


def page_of(path: Path) -> str:
    with Store(path, read_only=True) as store:
        events = [store.event(name) for name in store.event_names()]
        return report.make_page(store, events, "Title & more", 5)


class Balance(HTMLParser):
    """Finds elements that are closed in the wrong order."""

    VOID = ("meta", "input", "br", "link")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not any(name.startswith("on") or name == "src" for name, _ in attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_page_is_complete_and_self_contained(store_path: Path) -> None:
    page = page_of(store_path)
    checker = Balance()
    checker.feed(page)
    assert checker.open == []
    assert "Title &amp; more" in page and "{{" not in page
    assert EVIL not in page and html.escape(EVIL) in page
    assert not re.findall(r"(?:src|href)=[\"'](?!#)", page)
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "") and "https:" not in page
    for text in ("cross-table", "Log-likelihood ratio", "H1 accepted", "Ends of the games"):
        assert text in page
    for text in ("as Black", "2,000", "Openings", "o2", "Failures and surprises", "rev1"):
        assert text in page
    assert "No finished games yet" in page
    assert "Score against the incumbent" in page and "<td>2.5</td><td>5/10</td>" in page
    data = re.search(r'<script id="games" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    games = json.loads(data[1])
    assert list(games) == ["cup", "test"] and len(games["cup"]) == 5
    assert games["cup"][0]["m"][0] == ["b", "D4", 0.25, 0.5]


def test_names_are_never_expanded(store_path: Path) -> None:
    with Store(store_path) as store, store.database.transaction() as db:
        db.execute("UPDATE event SET name = '{{data}} {{script}}' WHERE name = 'empty'")
        db.execute("UPDATE engine SET version = '{{sections}}'")
    with Store(store_path, read_only=True) as store:
        events = [store.event(name) for name in store.event_names()]
        page = report.make_page(store, events, "{{style}}", 5)
    assert "<title>{{style}}</title>" in page and "<h2>{{data}} {{script}}</h2>" in page
    assert "alpha {{sections}}" in page
    assert page.count('"n":0') == 2  # the games of two events, once


def test_one_match_has_one_elo(store_path: Path) -> None:
    page = page_of(store_path)
    section = page[page.index("<h2>test</h2>") : page.index("<h2>suite</h2>")]
    assert len(re.findall(r"\bElo [+-]", section)) == 1
    assert "from the scores of pairs" in section and "Ratings (Elo)" not in section


def test_ratings_of_different_games_are_apart(tmp_path: Path) -> None:
    """Two 9x9 matches make a scale; games of another size, komi, rules or time do not touch it."""
    path = tmp_path / "s.sqlite"
    entrants = [
        Entrant(EngineSpec(name, f"/bin/{name}"), EngineIdentity(name, "1", "r")) for name in "ab"
    ]

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
                one.conditions: (one.events, list(one.ratings.elo))
                for one in versions(store, events)
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


def test_means_of_a_few_games_are_left_out() -> None:
    course = {0: [(game, 0.5) for game in range(5)], 10: [(game % 4, 0.1) for game in range(40)]}
    assert means(course) == ([0.0], [0.5])


def test_minus_zero_is_no_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MatchSummary, "estimate", lambda _: Estimate(0.4995, 0.4, 0.6))
    assert "Elo +0 (" in "\n".join(MatchSummary("a", "b").lines())


def test_events_are_listed(store_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    report.add_arguments(parser)
    assert report.run(parser.parse_args(["--store", str(store_path), "--list"])) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "cup: tournament, open, 24 of 24 games done",
        "test: sprt, open, 30 of 30 games done",
    ]
    assert report.run(parser.parse_args(["--store", str(store_path), "nosuch"])) == 2
    assert "no event 'nosuch'; there are: cup, test, suite" in capsys.readouterr().err


def test_engines_that_never_met_are_left_out_of_the_progress() -> None:
    games = [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert largest_group(np.array(games)) == [0, 1]


def test_ticks_are_round() -> None:
    assert charts.ticks(0, 100) == [0, 20, 40, 60, 80, 100]
    assert charts.ticks(-0.13, 0.21) == pytest.approx([-0.1, 0.0, 0.1, 0.2])
    assert charts.ticks(3, 3) == [3]
    assert charts.ticks(0, 2, 8, 1.0) == [0, 1, 2]
    chart = charts.line_chart("t", [charts.Series("a", [1], [2])], "x")
    assert "<circle" in chart and "nan" not in chart


def browser() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    pytest.skip("NOT TESTED: the report's script; no Chromium here (Debian package chromium)")


class Browser:
    """Chromium without a window, on one page."""

    def __init__(self, page: Path, profile: Path, *options: str) -> None:
        self._page = page
        self._command = [
            browser(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",  # /dev/shm is small in containers
            "--no-first-run",
            f"--user-data-dir={profile}",
            "--virtual-time-budget=2000",
            "--dump-dom",
            *options,
        ]

    def dom(self, place: str = "") -> str:
        """Return the page after its script has run, scrolled to ``place``."""
        done = subprocess.run(
            [*self._command, f"{self._page.as_uri()}{place}"],
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        assert "Uncaught" not in done.stderr, done.stderr
        return done.stdout


MEASURE = """<script>
document.title = [document.documentElement.scrollWidth, innerWidth,
  getComputedStyle(document.body).backgroundColor,
  document.querySelector("figure svg").getBoundingClientRect().right].join(" | ");
</script></body>"""


@pytest.mark.parametrize("window", ["1280,900", "390,800"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_page_fits_its_window(
    store_path: Path, tmp_path: Path, window: str, scheme: str
) -> None:
    page = tmp_path / "report.html"
    page.write_text(page_of(store_path).replace("</body>", MEASURE))
    setting = {"dark": 0, "light": 1}[scheme]
    chromium = Browser(
        page,
        tmp_path / "profile",
        f"--window-size={window}",
        f"--blink-settings=preferredColorScheme={setting}",
    )
    found = re.search(r"<title>(.*?)</title>", chromium.dom())
    assert found is not None
    content, width, background, chart = found[1].split(" | ")
    assert int(content) <= int(width) and float(chart) <= int(width)
    shades = [int(n) for n in re.findall(r"\d+", background)]
    assert max(shades) < 60 if scheme == "dark" else min(shades) > 200


@pytest.mark.parametrize("window", ["1280,900", "390,800"])
def test_viewer_in_a_browser(store_path: Path, tmp_path: Path, window: str) -> None:
    """The script replays a game with a capture and draws the win rates."""
    page = tmp_path / "report.html"
    page.write_text(page_of(store_path))
    dom = Browser(page, tmp_path / "profile", f"--window-size={window}").dom
    before = dom("#viewer:test:0:6")
    after = dom("#viewer:test:0:7")
    assert "Move 6 of 8: White G8, 0.25 s, win rate 30.0 %" in before
    assert "Move 7 of 8: Black C3, 0.25 s, win rate 90.0 %" in after
    stones = [
        (len(re.findall(r'class="black"', text)), len(re.findall(r'class="white"', text)))
        for text in (before, after)
    ]
    assert stones == [(3, 3), (4, 2)]  # C4 is captured
    assert re.search(r'id="graph".*?class="line s0" points="[0-9., ]+"', after, re.DOTALL)
    opening = dom("#viewer:test:2:0")
    assert len(re.findall(r'class="black"', opening)) == 1
    assert "opening o2" in opening
