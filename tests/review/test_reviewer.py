"""A whole review: the same whatever the threads, going on after a kill, steady in a ko."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from gtpengine.library.searches.search import Search
from gtpengine.review.reviewer import ReviewSettings, review_game
from gtpengine.review.searching import searches
from gtpengine.review.searching.cache import Cache
from gtpengine.review.searching.model import GRADES, MATTERS, Review, packed, unpacked
from gtpengine.review.searching.record import read_record
from gtpengine.review.searching.searches import ReviewLimits
from tests.review.games import SETTINGS, record, short_review

ROOT = Path(__file__).resolve().parents[2]


def test_a_review_has_all_of_the_game() -> None:
    review = short_review()
    assert len(review.moves) == 10
    assert len(review.win_rate) == len(review.lead) == len(review.ownership) == 11
    assert all(0 <= one.value <= 1 and one.error > 0 for one in review.win_rate)
    assert all(len(text) == 49 for text in review.ownership)
    assert [move.number for move in review.moves] == list(range(1, 11))
    for move in review.moves:
        assert move.grade in GRADES and (move.grade == "best") == (move.move == move.best)
        assert move.candidates[0].move == move.best == move.candidates[0].line[0]
        assert move.played[0] == move.move
        if move.grade == "best":
            assert move.lost_points.value == move.counted_points == move.cost == 0
    assert review.players["b"].name == "Ann" and review.players["w"].rank == "9k"
    assert review.moves[9].move == "pass"
    assert [move.cost for move in review.mistakes] == sorted(
        (move.cost for move in review.moves if move.grade in MATTERS), reverse=True
    )


def test_json_has_everything() -> None:
    review = short_review()
    told = review.to_dict()
    assert told["mistakes"] == [move.number for move in review.mistakes]
    assert told["moves"][0]["candidates"][0]["line"] == list(review.moves[0].candidates[0].line)
    assert len(told["win_rate"]) == 11 and set(told["players"]) == {"b", "w"}


@pytest.mark.parametrize("threads", [1, 3])
def test_a_review_does_not_depend_on_threads(threads: int) -> None:
    assert review_game(record(), replace(SETTINGS, threads=threads)) == short_review()


def test_progress_counts_and_may_end_the_review(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []

    def told(done: int, of: int) -> None:
        seen.append((done, of))
        if len(seen) == 4:
            raise KeyboardInterrupt

    settings = replace(SETTINGS, cache=tmp_path)
    with pytest.raises(KeyboardInterrupt):
        review_game(record(), settings, told)
    assert seen == [(0, 11), (1, 11), (2, 11), (3, 11)]
    kept = len(Cache(tmp_path, record(), SETTINGS.budget).read())
    assert 3 <= kept < 11
    seen.clear()
    again = review_game(record(), settings, lambda done, of: seen.append((done, of)))
    assert seen[0] == (kept, 11) and seen[-1][0] == seen[-1][1] >= 11
    assert again == short_review()


def test_a_look_ends_a_review_in_the_midst_of_a_search() -> None:
    """The searches of this budget take minutes."""

    def look() -> None:
        raise KeyboardInterrupt

    endless = replace(SETTINGS, budget=ReviewLimits(10**9))
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        review_game(record(), endless, look=look)
    assert time.monotonic() - begun < 60


def test_a_review_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Kill -9 in the midst of a game; what is left of the last line is searched again."""
    script = (
        "from pathlib import Path; from dataclasses import replace;"
        "from tests.review.games import *;"
        f"review_game(record(), replace(SETTINGS, cache=Path({str(tmp_path)!r})),"
        "lambda done, of: print(done, flush=True))"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    for line in running.stdout:
        if int(line) >= 4:
            running.send_signal(signal.SIGKILL)
            break
    assert running.wait() == -signal.SIGKILL
    running.stdout.close()
    (file,) = tmp_path.glob("*.jsonl")
    file.write_bytes(file.read_bytes()[:-40])
    kept = len(Cache(tmp_path, record(), SETTINGS.budget).read())
    assert 3 <= kept <= 11
    seen: list[int] = []
    review = review_game(
        record(), replace(SETTINGS, cache=tmp_path), lambda done, _of: seen.append(done)
    )
    assert seen[0] == kept and review == short_review()
    seen.clear()
    again = review_game(
        record(), replace(SETTINGS, cache=tmp_path), lambda done, _of: seen.append(done)
    )
    assert again == review and len(seen) == 2  # everything was there


def test_another_budget_or_komi_is_another_review(tmp_path: Path) -> None:
    one = record()
    names = {
        Cache(tmp_path, game, budget)._path
        for game in (one, replace(one, komi=0.5), replace(one, moves=one.moves[:-1]))
        for budget in (ReviewLimits(20), ReviewLimits(30), ReviewLimits(None, 0.1))
    }
    assert len(names) == 9


def test_a_time_for_each_position() -> None:
    began = time.monotonic()
    review = review_game(record(), ReviewSettings(ReviewLimits(None, 0.01), threads=1))
    assert len(review.moves) == 10 and time.monotonic() - began > 0.1


def test_ownership_is_packed_and_unpacked() -> None:
    values = [-1.0, -0.5, -0.04, 0.0, 0.32, 1.0, 7.0]
    assert unpacked(packed(values)) == pytest.approx([*values[:-1], 1.0], abs=0.021)


def swings(values: list[float]) -> int:
    """How often a course turns by more than a fifth, up and down."""
    count, last, way = 0, values[0], 0
    for value in values:
        if abs(value - last) > 0.2:
            now = 1 if value > last else -1
            count += now != way
            way, last = now, value
        elif (value - last) * way > 0:
            last = value
    return count


def test_a_ko_fight_does_not_flip_the_verdict_at_every_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From move 36 on, each search of this game without a network sees the side to move ahead, by
    half a game."""
    monkeypatch.setattr(searches, "Search", partial(Search, {"network": "none"}))
    game = read_record((ROOT / "docs/samples/game.sgf").read_bytes())
    review = review_game(game, ReviewSettings(ReviewLimits(200), threads=2))
    course = [one.value for one in review.win_rate[36:56]]
    raw = raw_course(review)[36:56]
    assert swings(raw) >= 8
    assert swings(course) <= swings(raw) - 3
    fight = [move.number for move in review.mistakes if 36 < move.number <= 56]
    lost = [one - other for one, other in pairwise(raw)]
    blamed = [k for k, drop in enumerate(lost) if (drop if k % 2 == 0 else -drop) > 0.1]
    assert len(blamed) >= 12  # by the difference of two roots, nearly every move is a mistake
    assert len(fight) <= len(blamed) / 2


def raw_course(review: Review) -> list[float]:
    """Black's win rate as the search of each position says it."""
    return [
        rate if move.color == "b" else 1 - rate
        for move in review.moves
        for rate in [move.candidates[0].win_rate]
    ]
