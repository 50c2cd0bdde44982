"""Stepping through games, with a search of what is on the board."""

from __future__ import annotations

import json
from pathlib import Path

from tests.programs.judges import judge, spoiling
from tests.server.serving import Served, serving
from tests.sgf.serverfiles import FILES

SGF = b"(;SZ[9]KM[5.5]PB[x]PW[y]RE[B+R];B[ee];W[cc];B[gg])"


def opened(served: Served) -> str:
    status, found = served.post_sgf("/api/analyses", SGF)
    assert status == 200
    return str(found["id"])


def test_a_game_is_shown(served: Served) -> None:
    game = served.get(f"/api/analyses/{opened(served)}")
    assert game["size"] == 9 and game["komi"] == 5.5 and game["names"] == {"b": "x", "w": "y"}
    assert [move["vertex"] for move in game["moves"]] == ["E5", "C7", "G3"]
    assert game["to_play"] == "b" and game["result"] == "B+R"


def test_a_record_of_a_server_is_opened_as_sgf_is(served: Served) -> None:
    for data in FILES.values():
        status, found = served.post_sgf("/api/analyses", data)
        game = served.get(f"/api/analyses/{found['id']}")
        assert status == 200 and game["size"] == 19 and len(game["moves"]) == 4
    _, found = served.post_sgf("/api/analyses", b"\\HS\n\\GS\nSTO 0 2 1 15 33\n")
    assert "line 3: the point is outside a 19x19 board" in found["error"]


def test_a_position_is_searched_and_reported_while_that_goes_on(served: Served) -> None:
    game = opened(served)
    states = list(served.states(f"/api/analyses/{game}/search?at=2&seconds=2"))
    assert states[-1]["searching"] is False and states[-1]["cut"] is False
    assert len(states) >= 2
    last = states[-1]
    assert last["to_play"] == "b" and 0 < last["win_rate"] < 1 and len(last["ownership"]) == 81
    assert last["moves"][0]["visits"] > 0 and last["moves"][0]["pv"][0] == last["moves"][0]["move"]


def test_a_line_may_be_tried(served: Served) -> None:
    game = opened(served)
    for line, refused in (("C3.G7", ""), ("pass", ""), ("E5", "E5"), ("Q9", "Q9")):
        found = served.get(f"/api/analyses/{game}/legal?at=3&line={line}")
        assert bool(refused) == ("error" in found) and refused in found.get("error", "")
    assert "error" in served.get(f"/api/analyses/{game}/legal?at=4")
    for query in ("at=-1", "at=x", "at=1e3", "", "at=%00", "at=99999999999", f"line={'C3.' * 70}"):
        assert served.ask("GET", f"/api/analyses/{game}/legal?{query}")[0] == 400
    for query in ("at=1&seconds=3", "at=1&seconds=inf", "at=1"):
        assert served.ask("GET", f"/api/analyses/{game}/search?{query}")[0] == 400


def test_one_search_at_a_time(served: Served) -> None:
    game = opened(served)
    first = served.states(f"/api/analyses/{game}/search?at=0&seconds=60")
    while not next(first).get("moves"):
        pass
    second = served.states(f"/api/analyses/{game}/search?at=1&seconds=2")
    next(second)
    assert list(first)[-1]["cut"] is True
    assert list(second)[-1]["cut"] is False


def test_a_game_that_is_played_is_analysed(served: Served) -> None:
    game = served.post("/api/games", size=9, seconds=0.05)["id"]
    body = json.dumps({"vertex": "E5", "after": 0}).encode()
    assert served.ask("POST", f"/api/games/{game}/play", body)[0] == 200
    found = served.post(f"/api/games/{game}/analyse")["id"]
    assert served.get(f"/api/analyses/{found}")["moves"][0]["vertex"] == "E5"
    served.post(f"/api/games/{game}/remove")


def test_another_engine_analyses(tmp_path: Path) -> None:
    early = "send(told | {'isDuringSearch': True}); time.sleep(0.3)"
    with serving(tmp_path, "--hint-engine", spoiling(early)) as served:
        game = opened(served)
        states = list(served.states(f"/api/analyses/{game}/search?at=1&seconds=2"))
    last = states[-1]
    assert last["judge"].endswith("1.99 with b6-test") and last["note"] == ""
    assert last["to_play"] == "w" and last["searching"] is False and last["cut"] is False
    assert (last["win_rate"], last["lead"], last["visits"]) == (0.75, 4.0, 19)
    assert last["moves"][0] == {
        "move": "A1", "visits": 10, "win_rate": 0.75, "lead": 4.0, "pv": ["A1"],
    }  # fmt: skip
    assert last["ownership"][0] == -100 and last["ownership"][80] == 100
    seen = [one for one in states if one["searching"] and "win_rate" in one]
    assert [(one["win_rate"], one["judge"]) for one in seen] == [(0.75, last["judge"])]


def test_where_another_engine_fails_ours_analyses_and_says_why(tmp_path: Path) -> None:
    with serving(tmp_path, "--hint-engine", spoiling("sys.exit(3)")) as served:
        game = opened(served)
        for at in (1, 2):
            last = list(served.states(f"/api/analyses/{game}/search?at={at}&seconds=2"))[-1]
            assert last["judge"] == "gtpengine" and last["visits"] > 19
            assert last["note"] == (
                "The other engine ended (exit status 3). gtpengine answers instead."
            )


def test_a_search_of_another_engine_ends_when_another_page_searches(tmp_path: Path) -> None:
    silent = "if len(asked['moves']) == 1:\n        return None"
    with serving(tmp_path, "--hint-engine", spoiling(silent)) as served:
        game = opened(served)
        first = served.states(f"/api/analyses/{game}/search?at=1&seconds=60")
        assert next(first)["searching"]
        second = list(served.states(f"/api/analyses/{game}/search?at=2&seconds=2"))[-1]
        assert second["judge"].endswith("b6-test")
        assert list(first)[-1]["cut"] is True


def test_a_server_ends_while_another_engine_starts(tmp_path: Path) -> None:
    with serving(tmp_path, "--hint-engine", judge("time.sleep(1000)")) as served:
        assert served.get("/api/games") == {"games": []}
