"""The ladder: its rungs, what is remembered, and games that climb and fall."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from board_ext.coords import BLACK
from gtpengine.game.ranks import rank_number
from gtpengine.play import ladder
from gtpengine.play.ladder import RUNGS, Standing
from gtpengine.play.session import PlaySession
from gtpengine.play.terms import PlaySettings
from gtpengine.play.trouble import PlayError
from gtpengine.session.rankscale import advantage
from tests.play.test_session import FAST, at


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return ladder.default_path()


def hardness(rung: int) -> float:
    """The rank of a player who wins every second game."""
    terms = ladder.terms_of(rung, PlaySettings())
    return rank_number(terms.options["rank"]) - advantage(terms.first_position())


def test_each_rung_is_one_to_six_ranks_harder() -> None:
    hard = [hardness(rung) for rung in range(len(RUNGS))]
    steps = [after - before for before, after in pairwise(hard)]
    assert all(1.0 <= step <= 6.0 for step in steps), steps
    assert str(RUNGS[0].text) == "against 25k, 4 handicap stones"
    assert str(RUNGS[3].text) == "against 25k, you begin, no komi"
    assert str(RUNGS[-1].text) == "against 3d, even game"


def test_a_win_climbs_a_loss_falls_and_a_draw_stays(path: Path) -> None:
    assert ladder.load(path) == Standing()
    assert str(ladder.after_game(path, 0, True, False)).startswith(
        "You climb. Rung 2 of 13 (against 25k, 3 "
    )
    assert str(ladder.after_game(path, 1, None, False)).startswith("You stay.")
    assert str(ladder.after_game(path, 1, False, True)).startswith("You fall.")
    assert str(ladder.after_game(path, 0, False, False)).startswith("You stay.")
    assert ladder.load(path) == Standing(0, 1, 4, 1)
    assert str(ladder.load(path).text).endswith("1 of 4 games won.")


def test_a_game_of_another_rung_and_a_win_with_help_do_not_count(path: Path) -> None:
    assert "does not count" in str(ladder.after_game(path, 2, True, False))
    assert "does not climb" in str(ladder.after_game(path, 0, True, True))
    assert not path.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "no json",
        '{"rung": 99}',
        '{"rung": 3}',
        '{"other": 1}',
        '{"rung": "1"}',
        "[" * 9999,
    ],
)
def test_a_file_that_is_no_ladder_is_named_and_left_alone(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(PlayError, match=r"ladder\.json is no ladder: remove or rename the file"):
        str(ladder.after_game(path, 0, True, False))
    assert path.read_text() == text


def test_where_it_cannot_be_kept_the_reason_is_told(path: Path, tmp_path: Path) -> None:
    (tmp_path / "gtpengine").write_text("a file in the way")
    with pytest.raises(PlayError, match="The ladder cannot be"):
        ladder.save(path, Standing())


def test_games_that_end_at_once_count_one_after_the_other(path: Path) -> None:
    with ThreadPoolExecutor(1) as other, ladder.alone(path):
        game = other.submit(ladder.after_game, path, 1, True, False)
        time.sleep(0.2)
        ladder.save(path, Standing(rung=1, best=1, games=1, won=1))
    assert str(game.result()).startswith("You climb.")
    assert ladder.load(path) == Standing(rung=2, best=2, games=2, won=2)


def test_a_ladder_that_another_program_keeps_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "PATIENCE", 0.05)
    with ladder.alone(path), pytest.raises(PlayError, match="The ladder cannot be kept"):
        ladder.after_game(path, 0, True, False)
    assert not path.exists()


@pytest.mark.parametrize(
    ("rank", "text"),
    [
        ("30k", "against 25k, even game"),
        ("12k", "against 15k, even game"),
        ("9d", "against 3d, even game"),
    ],
)
def test_it_begins_at_a_rank(rank: str, text: str) -> None:
    found = ladder.begun_at(rank, Standing(games=3, won=1))
    assert str(RUNGS[found.rung].text) == text
    assert (found.best, found.games) == (found.rung, 3)
    with pytest.raises(PlayError, match="no rank"):
        ladder.begun_at("strong", Standing())


def game_of(rung: int) -> PlaySession:
    like = PlaySettings(5, options=FAST, person="Ann")
    return PlaySession(ladder.terms_of(rung, like), hint_simulations=200)


def test_a_game_has_the_terms_of_its_rung_and_counts_once(path: Path) -> None:
    game = game_of(0)
    terms = game.terms
    assert (terms.size, terms.handicap, terms.color) == (9, 4, BLACK)
    assert terms.options["rank"] == "25k" and "simulations" not in terms.options
    assert terms.person == "Ann"
    game.resign()
    assert str(game.climbed).startswith("You stay. Rung 1 of 13")
    with pytest.raises(PlayError, match="over and counted"):
        game.undo()
    assert ladder.load(path).games == 1


def test_a_saved_game_goes_on_at_its_rung_and_remembers_help(path: Path) -> None:
    game = game_of(3)
    assert not game.helped
    game.play(at("C3", 9))
    game.undo()
    again = PlaySession.from_sgf(game.to_sgf(), PlaySettings(options=FAST))
    assert again.terms.rung == 3 and again.helped
    again.resign()
    assert "does not count: the ladder has gone on" in str(again.climbed)
    assert not path.exists()


def test_games_that_captures_decide_are_none_of_the_ladder() -> None:
    with pytest.raises(PlayError, match="choose other rules"):
        ladder.terms_of(0, PlaySettings(rules="capture-1"))
