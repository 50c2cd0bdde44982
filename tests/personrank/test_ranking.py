"""Which games count, and what they say of the person."""

from __future__ import annotations

import numpy as np
import pytest

from gtpengine.personrank.ranking import ranking
from gtpengine.personrank.words import left_out_lines
from gtpengine.review.searching.record import Refused, ReviewRecord, read_record
from tests.personrank.games import drawn, record, sgf


def of(rank: str, games: int = 6) -> float:
    """Return the rank that is found for a player of the model by rank."""
    found = ranking([record(rank, seed, white=f"b{seed}") for seed in range(games)], "")
    assert found.person == "Ann" and found.ranks.keys() == {9}
    return found.ranks[9].rank


def test_stronger_players_get_higher_ranks() -> None:
    weak, middle, strong = of("20k"), of("10k"), of("1d")
    assert weak + 3 < middle and middle + 3 < strong


def test_the_person_may_play_either_colour_against_anybody() -> None:
    games = [record("20k", k, white="Bob", black="Ann") for k in range(2)]
    turned = [record("20k", k, white="ann ", black="Bob") for k in (2, 3)]
    found = ranking([*games, *turned], "Ann")
    assert found.ranks[9].games == 4 and found.left_out == ()
    assert found.ranks[9].rank != ranking([*games, *turned], "Bob").ranks[9].rank


def test_what_does_not_count_is_told_with_its_reason() -> None:
    read: list[ReviewRecord | Refused] = [
        record("9k"),
        record("9k"),
        record("9k", 1, white="Ann"),
        record("9k", 2, black="Cleo"),
        read_record(sgf(drawn("9k", 3)[:10]), "short"),
        read_record(sgf(drawn("9k", size=13), size=13), "thirteen"),
        Refused("broken", "no game of Go"),
    ]
    found = ranking(read, "Ann")
    assert found.ranks[9].games == 1
    assert {one.name: str(one.reason) for one in found.left_out} == {
        "game0": "the same game again",
        "game1": "both players have this name",
        "short": "fewer than 8 moves",
        "thirteen": "ranks on 13x13 are not known",
        "broken": "no game of Go",
    }
    assert len(left_out_lines(found)) == 5


def test_a_game_that_was_saved_before_its_end_counts_once() -> None:
    whole = drawn("9k", 1)
    read = [read_record(sgf(whole[:length]), f"{length} moves") for length in (20, 44, 30)]
    found = ranking([*read, record("9k", 2)], "Ann")
    assert found.ranks[9].games == 2
    assert {one.name: str(one.reason) for one in found.left_out} == {
        "20 moves": "the beginning of another game",
        "30 moves": "the beginning of another game",
    }


def test_the_newest_games_count() -> None:
    dates = ("2024-05-01", "", "2026-01-02,03", "2025", "no date")
    read = [record("9k", k, more=f"DT[{date}]BR[{k}k]") for k, date in enumerate(dates, 1)]
    told: list[tuple[int, int]] = []
    found = ranking(read, "Ann", 2, lambda done, of: told.append((done, of)))
    assert found.said == ("4k", "3k")
    assert found.played == {9: 5} and found.ranks[9].games == 2
    assert told == [(1, 2), (2, 2)]


def test_ranks_that_records_say_are_told_from_the_weakest() -> None:
    said = ("10k", "NR", "9k?", "1d", "20k")
    found = ranking([record("9k", k, more=f"BR[{rank}]") for k, rank in enumerate(said)], "Ann")
    assert found.said == ("20k", "10k", "9k?", "1d", "NR")


def test_boards_are_told_apart() -> None:
    large = read_record(sgf(drawn("9k", size=19, moves=60), size=19), "large")
    found = ranking([record("9k"), large], "Ann")
    assert found.ranks.keys() == {9, 19} and found.ranks[9] != found.ranks[19]


def test_no_records_tell_nothing() -> None:
    found = ranking([Refused("a", "b")], "Ann")
    assert found.ranks == {} and len(found.left_out) == 1


@pytest.mark.parametrize("stones", [2, 5])
def test_a_game_with_handicap_stones_counts(stones: int) -> None:
    points = ("cc", "gg", "cg", "gc", "ee")[:stones]
    setup = f"HA[{stones}]AB" + "".join(f"[{point}]" for point in points)
    moves = "".join(
        f";{'WB'[k % 2]}[{x}{y}]" for k, (x, y) in enumerate((x, y) for x in "abdf" for y in "bdfh")
    )
    data = f"(;SZ[9]PB[Ann]PW[Bob]{setup}{moves})".encode()
    found = ranking([read_record(data)], "Ann")
    assert found.ranks[9].games == 1 and np.isfinite(found.ranks[9].rank)
