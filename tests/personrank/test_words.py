"""Ranks in words and as JSON."""

from __future__ import annotations

import pytest

from gtpengine.base.text.language import speaking
from gtpengine.personrank.estimate import PersonRank
from gtpengine.personrank.people import NobodyError, person_in
from gtpengine.personrank.ranking import Ranking, UncountedGame
from gtpengine.personrank.words import left_out_lines, lines, ranking_json
from tests.personrank.games import record

ONE = PersonRank(-8.2, -21.5, 2.9, low_open=True, high_open=True, games=1, moves=30)
MANY = PersonRank(-3.0, -7.0, 1.4, low_open=False, high_open=False, games=50, moves=3000)


def of(ranks: dict[int, PersonRank], **more: tuple[UncountedGame, ...]) -> Ranking:
    played = {board: 60 if one.games == 50 else one.games for board, one in ranks.items()}
    return Ranking("Ann\x1b[1m", ranks, played, ("12k",), more.get("left_out", ()))


def test_a_line_for_each_board() -> None:
    assert lines(of({9: ONE})) == [
        "Ann\\x1b[1m, by the moves of these games:",
        "9x9: 9k, with 95% certainty 23k or weaker to 3d or stronger (1 game)",
        "The records say: 12k.",
    ]
    both = lines(of({9: ONE, 19: MANY}))
    assert both[2] == "19x19: 4k, with 95% certainty 8k to 1d (50 games)"
    assert both[3] == "On 19x19 the last 50 of 60 games count."
    assert "few games of people" in both[4]


def test_no_rank_is_told() -> None:
    assert lines(of({})) == ["No game tells the rank of Ann\\x1b[1m."]


def test_other_languages_have_their_words() -> None:
    with speaking("de"):
        found = lines(of({9: ONE}))
    assert (
        found[1]
        == "9x9: 9k, mit 95\xa0% Sicherheit 23k oder schwächer bis 3d oder stärker (1 Partie)"
    )


def test_names_are_parted_by_the_comma_of_the_language() -> None:
    games = tuple(UncountedGame(name, "too short") for name in ("g0", "g1"))
    with speaking("ja"):
        (left_out,) = left_out_lines(of({9: ONE}, left_out=games))
        assert left_out.endswith("g0、g1")
        with pytest.raises(NobodyError, match="Ann、Bob"):
            person_in([record("9k", black="Ann", white="Bob")], "Zoe")


def test_games_left_out_stand_by_their_reason() -> None:
    games = [UncountedGame(f"g{k}", "too short") for k in range(5)] + [
        UncountedGame("x\n", "why\n")
    ]
    assert left_out_lines(of({9: ONE}, left_out=tuple(games))) == [
        "5 games left out (too short): g0, g1, g2, ...",
        "1 game left out (why\\n): x\\n",
    ]


def test_json_has_all_of_it() -> None:
    found = ranking_json(of({19: MANY}, left_out=(UncountedGame("g", "why"),)))
    assert found["ranks"] == [
        {
            "board": 19,
            "rank": "4k",
            "low": "8k",
            "high": "1d",
            "lowOpen": False,
            "highOpen": False,
            "number": -3.0,
            "games": 50,
            "played": 60,
            "moves": 3000,
        }
    ]
    assert found["said"] == ["12k"] and found["leftOut"] == [{"name": "g", "reason": "why"}]
