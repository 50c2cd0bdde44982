"""Games through the server: whole ones, and what goes wrong in them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sgfmill import sgf

from tests.programs.judges import judge, spoiling
from tests.server.serving import Served, serving

State = dict[str, Any]


def until(served: Served, game: str, wanted: Callable[[State], bool]) -> State:
    """Follow a game until its state is as wanted."""
    for state in served.states(f"/api/games/{game}/events"):
        if wanted(state):
            return dict(state)
    raise AssertionError("the stream ended")


def my_turn(state: State) -> bool:
    return not state["due"] and not state["busy"]


def begin(served: Served, **terms: Any) -> str:
    return str(served.post("/api/games", **{"size": 5, "seconds": 0.05} | terms)["id"])


def do(served: Served, game: str, action: str, **members: Any) -> int:
    return served.ask("POST", f"/api/games/{game}/{action}", json.dumps(members).encode())[0]


def refused(served: Served, game: str, action: str, **members: Any) -> str:
    """Why an action is refused, in an answer that a browser takes for no error; empty if done."""
    return str(served.post(f"/api/games/{game}/{action}", **members).get("error", ""))


def test_the_opponent_may_take_a_person_s_time(served: Served) -> None:
    game = begin(served, strength="20k", color="w", human_pace=True)
    assert do(served, game, "resign") == 200  # ends the wait, if there is one
    state = until(served, game, lambda one: one["stage"] == "over")
    assert state["result"].startswith("B+")
    body = json.dumps({"size": 5, "human_pace": "yes"}).encode()
    assert served.ask("POST", "/api/games", body)[0] == 400


def test_a_whole_game_with_dead_stones(served: Served) -> None:
    """Black plays and passes; both pass in the end, and a stone is marked dead."""
    game = begin(served, rules="japanese", komi=0.5)
    try:
        for number, vertex in enumerate(["C3", "C4", "C2", "B3", "D3"]):
            state = until(served, game, my_turn)
            if state["stage"] != "playing":
                break
            if state["stones"][point(vertex)]:
                continue
            do(served, game, "play", vertex=vertex, after=len(state["moves"]))
            assert number < 5
        while (state := until(served, game, my_turn))["stage"] == "playing":
            assert do(served, game, "pass", after=len(state["moves"])) == 200
        if state["stage"] == "agreeing":
            stone = next(p for p, color in enumerate(state["stones"]) if color)
            name = "ABCDE"[stone % 5] + str(stone // 5 + 1)
            assert do(served, game, "dead", vertex=name) == 200
            changed = until(served, game, lambda one: one["dead"] != state["dead"])
            assert changed["score"] != state["score"] or changed["dead"]
            assert do(served, game, "resume") == 200
            assert until(served, game, my_turn)["stage"] in ("playing", "agreeing")
            while until(served, game, my_turn)["stage"] == "playing":
                after = len(until(served, game, my_turn)["moves"])
                do(served, game, "pass", after=after)
            do(served, game, "agree")
        final = until(served, game, lambda one: one["stage"] == "over")
        _, headers, raw = served.ask("GET", f"/api/games/{game}/sgf")
        assert headers["content-disposition"].startswith("attachment")
        record = sgf.Sgf_game.from_bytes(raw)
        assert record.get_size() == 5 and record.get_root().get("RE") == final["result"]
        assert final["result"][1:2] == "+" or final["result"] == "0"
    finally:
        do(served, game, "remove")


def point(vertex: str) -> int:
    return "ABCDE".index(vertex[0]) + 5 * (int(vertex[1]) - 1)


def test_two_pages_cannot_move_at_once(served: Served) -> None:
    game = begin(served)
    assert do(served, game, "play", vertex="C3", after=0) == 200
    assert "another page" in refused(served, game, "play", vertex="C4", after=0)
    state = until(served, game, my_turn)
    assert len(state["moves"]) == 2 and state["moves"][0]["vertex"] == "C3"
    do(served, game, "remove")


def test_undo_hint_score_and_resign(served: Served) -> None:
    game = begin(served, size=9)
    assert refused(served, game, "undo") == "There is no move of yours to take back."
    assert do(served, game, "play", vertex="C3", after=0) == 200
    until(served, game, lambda one: len(one["moves"]) == 2)
    assert do(served, game, "hint") == 200
    hint = until(served, game, lambda one: bool(one["advice"]))["advice"]
    assert hint["kind"] == "hint" and hint["line"][0] == hint["vertex"] and 0 < hint["win_rate"] < 1
    assert do(served, game, "score") == 200
    score = until(served, game, lambda one: one["advice"].get("kind") == "score")["advice"]
    assert len(score["ownership"]) == 81 and all(-100 <= one <= 100 for one in score["ownership"])
    assert do(served, game, "undo") == 200
    state = until(served, game, my_turn)
    assert state["moves"] == [] and state["advice"] == {}
    assert do(served, game, "resign") == 200
    assert until(served, game, lambda one: one["stage"] == "over")["result"] == "W+R"
    assert refused(served, game, "play", vertex="C3", after=0)
    do(served, game, "remove")


def test_an_undo_ends_the_engines_thinking(served: Served) -> None:
    game = begin(served, size=9, seconds=600)
    assert do(served, game, "play", vertex="C3", after=0) == 200
    assert do(served, game, "undo") == 200
    assert until(served, game, my_turn)["moves"] == []
    assert do(served, game, "resign") == 200
    do(served, game, "remove")


def test_illegal_moves_are_explained(served: Served) -> None:
    game = begin(served)
    for vertex, status in (("Z9", 400), ("T19", 400), ("I3", 400), ("C3", 200)):
        assert do(served, game, "play", vertex=vertex, after=0) == status
    until(served, game, my_turn)
    why = refused(served, game, "play", vertex="C3", after=2)
    assert why == "There is a stone on C3 already."
    assert do(served, game, "explode") == 404
    do(served, game, "remove")
    assert do(served, game, "pass", after=0) == 404


def test_a_saved_game_goes_on(served: Served) -> None:
    status, found = served.post_sgf("/api/games?color=w", b"(;SZ[9]KM[6.5];B[ee];W[cc];B[gg])")
    assert status == 200
    state = served.state(f"/api/games/{found['id']}/events")
    assert len(state["moves"]) == 3 and state["person"] == "w" and not state["due"]
    assert state["komi"] == 6.5
    do(served, found["id"], "remove")
    assert served.post_sgf("/api/games?color=x", b"(;SZ[9])")[0] == 400
    assert served.post_sgf("/api/games?strength=9x", b"(;SZ[9])")[0] == 400


@pytest.mark.parametrize("color", ["b", "w"])
def test_handicap_and_colours(served: Served, color: str) -> None:
    game = begin(served, size=9, color=color, handicap=3)
    state = until(served, game, my_turn)
    assert len(state["black"]) == 3 and state["komi"] == 0.5
    assert state["person"] == color and len(state["moves"]) == (1 if color == "b" else 0)
    do(served, game, "remove")


def test_a_clock_runs_out(served: Served) -> None:
    game = begin(served, size=9, clock="1s")
    assert until(served, game, lambda one: one["stage"] == "over")["result"] == "W+T"
    do(served, game, "remove")


def test_what_the_engine_thinks_is_shown_live_where_it_is_wanted(served: Served) -> None:
    game = begin(served, size=9, seconds=1.5)
    try:
        do(served, game, "play", vertex="E5", after=0)
        quiet = until(served, game, lambda state: len(state["moves"]) == 2)
        assert quiet["live"] == {} and not quiet["watching"] and not quiet["rated"]
        assert do(served, game, "watch", on=True) == 200
        do(served, game, "play", vertex="C3", after=2)
        seen = []
        for state in served.states(f"/api/games/{game}/events"):
            if state["live"]:
                seen.append(state["live"]["simulations"])
                assert state["live"]["line"] and 0.0 <= state["live"]["win_rate"] <= 1.0
                assert state["live"]["color"] == "w"
            if len(state["moves"]) == 4:
                break
        assert len(set(seen)) >= 2 and seen == sorted(seen)
        do(served, game, "hint")
        assert until(served, game, lambda state: bool(state["live"]))["live"]["color"] == "b"
        until(served, game, lambda state: state["advice"] != {})
        assert do(served, game, "watch", on=False) == 200
        assert until(served, game, lambda state: not state["watching"])["live"] == {}
        assert do(served, game, "watch", on="yes") == 400
    finally:
        do(served, game, "remove")


def test_a_game_that_finds_the_rank_is_not_spoiled(served: Served) -> None:
    game = begin(served, size=9, strength="auto")
    try:
        assert until(served, game, my_turn)["rated"]
        assert "finds your rank" in refused(served, game, "watch", on=True)
        named = "You (Black) against gtpengine, rank found from your games"
        assert until(served, game, my_turn)["title"] == f"9x9: {named}"
        do(served, game, "resign")
        assert not until(served, game, lambda state: state["stage"] == "over")["rated"]
        assert do(served, game, "watch", on=True) == 200
    finally:
        do(served, game, "remove")


@pytest.mark.parametrize(("given", "written"), [({"name": "Ann Øz"}, "Ann Øz"), ({}, "You")])
def test_a_person_has_a_name_in_the_game_and_in_its_record(
    served: Served, given: dict[str, str], written: str
) -> None:
    game = begin(served, color="w", strength="12k", **given)
    state = until(served, game, my_turn)
    assert state["names"] == {"you": written, "engine": "gtpengine, 12k"}
    assert state["title"] == f"5x5: {written} (White) against gtpengine, 12k"
    root = sgf.Sgf_game.from_bytes(served.ask("GET", f"/api/games/{game}/sgf")[2]).get_root()
    assert root.get("PW") == written and root.get("PB").startswith("gtpengine")
    do(served, game, "remove")


def test_a_loaded_game_without_a_name_gets_the_persons(served: Served) -> None:
    record = b"(;SZ[9];B[ee];W[cc])"
    _, found = served.post_sgf("/api/games?color=b&strength=12k&name=Ann", record)
    state = served.state(f"/api/games/{found['id']}/events")
    assert state["names"]["you"] == "Ann"
    do(served, found["id"], "remove")
    assert served.post_sgf(f"/api/games?name={'x' * 41}", record)[0] == 400
    assert served.ask("POST", "/api/games", b'{"name": "a\\u0007"}')[0] == 400


def test_games_have_the_time_at_which_they_were_begun(served: Served) -> None:
    before = time.time()
    game = begin(served)
    [entry] = [one for one in served.get("/api/games")["games"] if one["id"] == game]
    assert before - 1 <= entry["begun"] <= time.time() + 1
    do(served, game, "remove")


def test_terms_say_the_komi_of_an_empty_field(served: Served) -> None:
    terms = served.get("/api/terms")
    for rules in terms["rules"]:
        for handicap in (0, 4):
            game = begin(served, size=9, rules=rules, handicap=handicap)
            said = terms["handicap_komi"] if handicap else terms["komi"][rules]
            assert served.state(f"/api/games/{game}/events")["komi"] == said
            do(served, game, "remove")


@pytest.mark.parametrize(
    ("engine", "told"),
    [
        (judge(), {"judge": "1.99 with b6-test", "note": ""}),
        (
            spoiling("sys.exit(3)"),
            {"judge": "gtpengine", "note": "exit status 3). gtpengine answers instead."},
        ),
    ],
)
def test_hints_and_estimates_of_another_engine(
    engine: str, told: dict[str, str], tmp_path: Path
) -> None:
    with serving(tmp_path, "--hint-engine", engine) as one:
        game = begin(one)
        for action in ("hint", "score"):
            do(one, game, action)
            advice = until(one, game, lambda state: bool(state["advice"]))["advice"]
            assert advice["kind"] == action
            for name, end in told.items():
                assert advice[name].endswith(end)


def test_a_first_capture_wins_where_the_rules_say_so(served: Served) -> None:
    record = b"(;GM[1]SZ[5]RU[capture-1];B[ba];W[aa];B[cc];W[dd])"
    game = served.post_sgf("/api/games?color=b&strength=25k", record)[1]["id"]
    state = until(served, game, my_turn)
    assert state["capture"] == 1 and state["rules"] == "capture-1"
    assert "Who passes loses" in refused(served, game, "pass", after=4)
    assert not refused(served, game, "play", vertex="A4", after=4)
    state = until(served, game, lambda one: one["stage"] == "over")
    assert state["result"] == "B+" and state["event"] == "The game is over: Black wins."
    do(served, game, "remove")
    assert "capture-9" in served.get("/api/terms")["rules"]


STONES = "AB[dd][de][df][ed][ef]AW[cd][ce][cf][dc][ec][dg][eg][fd][ff]PL[B]"
DOUBTFUL = f"(;SZ[9]KM[6.5]GTPE[sure=3][my_rank=5k][simulations=30][person=b]{STONES})".encode()
"""Black's five stones in the middle are to be saved at F5."""


def test_are_you_sure_and_its_answers(served: Served) -> None:
    game = str(served.post_sgf("/api/games", DOUBTFUL)[1]["id"])
    try:
        state = until(served, game, my_turn)
        do(served, game, "play", vertex="A1", after=0)
        state = until(served, game, lambda one: bool(one["question"]))
        assert (state["question"], state["doubted"]) == ("Are you sure about A1?", "A1")
        assert state["remarks"] == [] and state["moves"] == []
        do(served, game, "withdraw")
        state = until(served, game, my_turn)
        assert state["doubted"] == "" and state["moves"] == []
        assert refused(served, game, "withdraw") == "There is no question to answer."
        do(served, game, "play", vertex="A1", after=0)
        until(served, game, lambda one: bool(one["question"]))
        do(served, game, "play", vertex="A1", after=0)
        state = until(served, game, lambda one: len(one["moves"]) == 2)
        assert state["remarks"][0].startswith("A1: loses about")
    finally:
        do(served, game, "remove")


def test_a_game_without_analysis_tells_nothing(served: Served) -> None:
    game = begin(served, no_analysis=True)
    try:
        assert not until(served, game, my_turn)["analysis"]
        for action, members in (("hint", {}), ("score", {}), ("watch", {"on": True})):
            assert refused(served, game, action, **members) == "This game is without analysis."
        assert refused(served, game, "analyse") == "This game is without analysis."
    finally:
        do(served, game, "remove")


@pytest.mark.parametrize(
    "terms",
    [{"sure": 21}, {"sure": "3"}, {"my_rank": "auto"}, {"verdict": "x"}, {"no_analysis": 1}],
)
def test_wrong_terms_of_teaching(served: Served, terms: dict[str, Any]) -> None:
    status, _, _ = served.ask("POST", "/api/games", json.dumps({"size": 5, **terms}).encode())
    assert status == 400


def test_the_ladder_shows_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with serving(tmp_path) as other:
        found = other.get("/api/ladder")
        assert found["rung"] == 0 and found["rungs"][0] == "against 25k, 4 handicap stones"
        game = str(other.post("/api/games", ladder=True, name="Ann")["id"])
        state = until(other, game, my_turn)
        assert (state["size"], state["handicap"], state["rung"]) == (9, 4, 0)
        assert "shown after its end" in refused(other, game, "watch", on=True)
        do(other, game, "analyse")
        assert b"helped=1" in other.ask("GET", f"/api/games/{game}/sgf")[2]
        do(other, game, "resign")
        state = until(other, game, lambda one: one["stage"] == "over")
        assert state["climbed"].startswith("You stay. Rung 1 of 13")
        assert refused(other, game, "undo") == "This game of the ladder is over and counted."
        assert other.post("/api/ladder", rank="5k")["text"].startswith("Rung 11 of 13")
        ladder = tmp_path / "gtpengine" / "ladder.json"
        ladder.write_text("no ladder")
        assert "remove or rename the file" in other.post("/api/games", ladder=True)["error"]
        assert "remove or rename the file" in other.get("/api/ladder")["error"]
