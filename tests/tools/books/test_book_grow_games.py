"""``gtpengine book grow`` by games: they repeat, go on after a kill, and make a book of games."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from gtpengine.books.bookfile import Book
from gtpengine.books.meta import BETA_SAMPLING, CHOICES, MetaBook
from gtpengine.books.table import Table
from gtpengine.tools.books.book_state import BookState, GrowSettings

from board_ext.coords import BLACK, PASS, WHITE
from tests.books.games import sorted_entries
from tests.tools.books.book_commands import book

GROW = ("--size", "5", "--komi", "24.5", "--simulations", "12", "--concurrency", "1")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def games_of(name: str) -> list[tuple[int, list[int], int]]:
    """Return the games that a state has stored, in order."""
    with sqlite3.connect(name) as db:
        rows = db.execute("SELECT number, line, winner FROM game ORDER BY id").fetchall()
    return [(number, json.loads(line), winner) for number, line, winner in rows]


@pytest.mark.parametrize("choice", CHOICES)
def test_growing_goes_on_where_it_stood(choice: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--choice", choice, *GROW)
    assert book("grow", "one", "--games", "5", "--output", "one.book", *words) == 0
    assert "5 games, " in capsys.readouterr().out
    for count in ("2", "5", "5"):
        assert book("grow", "two", "--games", count, *words) == 0
    games = games_of("two")
    assert games == games_of("one")
    assert [number for number, _, _ in games] == [1, 2, 3, 4, 5]
    assert all(line[-2:] == [PASS, PASS] or len(line) == 75 for _, line, _ in games)
    assert book("grow", "two", "--games", "1", "--output", "two.book") == 0
    tables = [Table.of(Book.open(Path(name))) for name in ("one.book", "two.book")]
    assert sorted_entries(tables[0]) == sorted_entries(tables[1])
    header = tables[0].header
    assert (header.decides, header.moves, header.komi) == ("games", 30, 24.5)
    assert header.provenance[-1]["games"] == 5
    assert header.provenance[-1]["settings"]["choice"] == choice


def test_the_winner_is_the_side_that_is_ahead() -> None:
    """With so much komi one side wins every game, whatever it plays."""
    for komi, winner in (("-40", 1), ("40", 2)):
        words = ("--choice", BETA_SAMPLING, *GROW, "--komi", komi, "--games", "1")
        assert book("grow", f"s{winner}", *words) == 0
        assert [won for _, _, won in games_of(f"s{winner}")] == [winner]


def test_another_seed_plays_other_games() -> None:
    for seed in ("1", "2"):
        words = ("--choice", BETA_SAMPLING, *GROW, "--games", "2", "--seed", seed)
        assert book("grow", f"s{seed}", *words) == 0
    assert games_of("s1") != games_of("s2")


def test_a_choice_takes_its_own_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    games = ("--choice", BETA_SAMPLING, *GROW)
    for words, wrong in (
        ((*games, "--positions", "3"), "--positions is for --choice drop-out"),
        ((*games, "--loss-weight", "3"), "--loss-weight is for --choice drop-out"),
        ((*games, "--records", "board9"), "--records is for --choice drop-out"),
        ((*GROW, "--games", "3"), "--games is for --choice quasi-best-first or beta-sampling"),
        ((*GROW, "--threshold", "0"), "--threshold is for --choice quasi-best-first or beta"),
        ((*games, "--threshold", "2"), "argument --threshold: '2': give a number from 0 to 1"),
        ((*GROW, "--choice", "best"), "argument --choice: "),
    ):
        assert book("grow", "s", *words) == 2
        assert wrong in capsys.readouterr().err
    assert not Path("s").exists()


def test_the_choice_is_kept_in_the_state(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--choice", BETA_SAMPLING, "--threshold", "0.3", *GROW)
    assert book("grow", "s", "--games", "1", *words) == 0
    assert book("grow", "s", "--games", "2", "--concurrency", "1") == 0
    assert len(games_of("s")) == 2
    for more, wrong in (
        (("--choice", "drop-out"), "other values of choice"),
        (("--threshold", "0.4"), "other values of threshold"),
        (("--positions", "3"), "--positions is for --choice drop-out"),
    ):
        assert book("grow", "s", *more) == 2
        assert wrong in capsys.readouterr().err


def test_a_number_is_played_once() -> None:
    settings = GrowSettings(size=5, choice=BETA_SAMPLING)
    assert settings.meta is not None
    meta = MetaBook(settings.header, settings.meta)
    state = BookState(Path("s"), settings)
    assert [state.claim_game(meta, 3) for _ in range(4)] == [1, 2, 3, None]
    state.finish_game(2, [12, PASS, PASS], BLACK, 10, 0.5)
    state.finish_game(2, [11, PASS, PASS], WHITE, 10, 0.5)  # another process was first
    state.release()
    assert [state.claim_game(meta, 3) for _ in range(3)] == [1, 3, None]
    assert (meta.games, meta.win_rate(), meta.most_played()) == (1, 1.0, [12])
    assert state.count() == 1
    state.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE game SET line = '[99]'",
        "UPDATE game SET line = '[[['",
        "UPDATE game SET line = '[12, 12]'",
        "UPDATE game SET winner = 3",
        "UPDATE about SET value = replace(value, 'beta-sampling', 'beta')",
    ],
)
def test_damaged_states_are_refused(change: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert book("grow", "s", "--games", "1", "--choice", BETA_SAMPLING, *GROW) == 0
    with sqlite3.connect("s") as db:
        db.execute(change)
    assert book("grow", "s", "--games", "2", "--output", "s.book") == 2
    assert "damaged" in capsys.readouterr().err
