"""KataGo's JSON analysis protocol: answers, limits, order, terminate, errors."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

from board_ext.coords import BLACK, WHITE
from gtpengine.katajson.fields import MAX_MOVES
from gtpengine.katajson.query import QueryError, read_query
from gtpengine.katajson.service import Service
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.searcher import Searcher
from gtpengine.session.analysis import SearcherLike

MOVES = [["B", "E5"], ["W", "C3"], ["B", "G7"], ["W", "pass"]]
BASE: dict[str, Any] = {
    "id": "q",
    "moves": MOVES,
    "rules": "chinese",
    "komi": 7.5,
    "boardXSize": 9,
    "boardYSize": 9,
    "maxVisits": 60,
}


def make() -> SearcherLike:
    searcher: SearcherLike = Searcher(SearchParams(), 1, 64, 1)
    return searcher


def ask(*queries: dict[str, Any] | str, workers: int = 1) -> list[dict[str, Any]]:
    lines: list[str] = []
    service = Service(make, workers, lines.append)
    service.serve(q if isinstance(q, str) else json.dumps(q) for q in queries)
    assert all("\n" not in line for line in lines)
    return [json.loads(line) for line in lines]


def test_an_answer_for_each_turn() -> None:
    answers = ask({**BASE, "analyzeTurns": [0, 2, 4]}, workers=2)
    assert sorted(a["turnNumber"] for a in answers) == [0, 2, 4]
    for found in answers:
        assert found["id"] == "q" and found["isDuringSearch"] is False
        root = found["rootInfo"]
        assert root["visits"] == 60 and root["currentPlayer"] == "B"
        assert [m["order"] for m in found["moveInfos"]] == list(range(len(found["moveInfos"])))
        assert sum(m["visits"] for m in found["moveInfos"]) == 60
        for move in found["moveInfos"]:
            assert move["pv"][0] == move["move"]
            assert 0.0 <= move["lcb"] <= 1.0 and 0.0 <= move["winrate"] <= 1.0
        assert "ownership" not in found and "policy" not in found


def test_without_turns_the_last_position_is_meant() -> None:
    assert [a["turnNumber"] for a in ask(BASE)] == [4]


def test_maps_of_the_board() -> None:
    flags = dict.fromkeys(
        ("includeOwnership", "includeMovesOwnership", "includePolicy", "includePVVisits"), True
    )
    found = ask({**BASE, **flags})[0]
    assert len(found["ownership"]) == 81 and len(found["policy"]) == 82
    # E5 is Black's: no move there. C3, 58th from the top left, is White's.
    assert found["policy"][40] == -1 and found["policy"][6 * 9 + 2] == -1
    assert sum(p for p in found["policy"] if p > 0) == pytest.approx(1.0, abs=0.01)
    best = found["moveInfos"][0]
    assert len(best["ownership"]) == 81 and len(best["pvVisits"]) == len(best["pv"])


def test_equal_queries_have_equal_answers() -> None:
    asked = {**BASE, "includeOwnership": True, "includeMovesOwnership": True}
    first, shorter, second = ask(asked, {**asked, "maxVisits": 9}, asked)
    assert first == second
    assert first["rootInfo"]["visits"] == 60 and len(set(first["ownership"])) > 5
    assert shorter["rootInfo"]["visits"] == 9 and len(set(shorter["ownership"])) > 1


def test_perspectives_mirror_each_other() -> None:
    def found(side: str) -> dict[str, Any]:
        settings = {"reportAnalysisWinratesAs": side}
        return ask({**BASE, "moves": MOVES[:1], "includeOwnership": True,
                    "overrideSettings": settings})[0]  # fmt: skip

    black, white, mover = found("BLACK"), found("WHITE"), found("SIDETOMOVE")
    assert white == mover
    for name in ("winrate", "scoreLead"):
        total = black["rootInfo"][name] + white["rootInfo"][name]
        assert total == pytest.approx(1.0 if name == "winrate" else 0.0, abs=1e-5)
    assert black["moveInfos"][0]["winrate"] + white["moveInfos"][0]["winrate"] == pytest.approx(
        1.0, abs=1e-5
    )
    assert np.allclose(np.array(black["ownership"]), -np.array(white["ownership"]))


def test_each_turn_is_answered_once() -> None:
    query = {**BASE, "analyzeTurns": [0, 4, 0], "priorities": [1, 5, 2], "maxVisits": 2}
    assert sorted(a["turnNumber"] for a in ask(query)) == [0, 4]
    read = read_query(query, 100, "BLACK")
    assert dict(zip(read.turns, read.priorities, strict=True)) == {0: 2, 4: 5}


def test_a_position_is_made_when_its_turn_comes() -> None:
    read = read_query({**BASE, "initialStones": [["B", "A1"]]}, 100, "BLACK")
    assert [read.position(turn).move_number for turn in range(5)] == [0, 1, 2, 3, 4]
    assert [read.position(turn).to_play for turn in range(5)] == [BLACK, WHITE, BLACK, WHITE, BLACK]
    passes = [["B", "pass"], ["W", "pass"]]
    most = {**BASE, "moves": passes * (MAX_MOVES // 2)}
    assert read_query(most, 100, "BLACK").turns == (MAX_MOVES,)
    with pytest.raises(QueryError, match="at most"):
        read_query({**BASE, "moves": [*most["moves"], ["B", "pass"]]}, 100, "BLACK")


def test_values_without_a_result_are_zero_when_asked_for() -> None:
    found = ask({**BASE, "includeNoResultValue": True})[0]
    assert found["rootInfo"]["noResultValue"] == found["moveInfos"][0]["noResultValue"] == 0
    assert "noResultValue" not in ask(BASE)[0]["rootInfo"]


def test_moves_to_avoid_and_to_allow() -> None:
    avoid = [{"player": "B", "moves": ["D4", "F5"], "untilDepth": 1}]
    moves = {
        m["move"] for m in ask({**BASE, "avoidMoves": avoid, "maxVisits": 300})[0]["moveInfos"]
    }
    assert moves and not moves & {"D4", "F5"}
    allow = [{"player": "B", "moves": ["D4", "F5"], "untilDepth": 1}]
    only = {m["move"] for m in ask({**BASE, "allowMoves": allow})[0]["moveInfos"]}
    assert only and only <= {"D4", "F5"}


def test_stones_and_first_player() -> None:
    query = {**BASE, "moves": [], "initialStones": [["B", "C3"], ["B", "G7"]], "maxVisits": 10}
    assert ask(query)[0]["rootInfo"]["currentPlayer"] == "W"
    query["initialPlayer"] = "B"
    assert ask(query)[0]["rootInfo"]["currentPlayer"] == "B"


def test_higher_priorities_first() -> None:
    hold = {**BASE, "id": "first", "maxVisits": 2000}
    low = {**BASE, "id": "low", "priority": -3}
    high = {**BASE, "id": "high", "priority": 9}
    ids = [a["id"] for a in ask(hold, low, high)]
    assert ids.index("high") < ids.index("low")


def test_answers_during_the_search() -> None:
    query = {**BASE, "maxVisits": 1 << 40, "reportDuringSearchEvery": 0.05}
    lines: list[dict[str, Any]] = []
    reported = threading.Event()

    def write(line: str) -> None:
        lines.append(json.loads(line))
        if line.count('"isDuringSearch":true'):
            reported.set()

    service = Service(make, 1, write)
    service.take(json.dumps(query))
    assert reported.wait(60)
    service.take(json.dumps({"id": "t", "action": "terminate", "terminateId": "q"}))
    service.close()
    last = [line for line in lines if line["id"] == "q"][-1]
    assert last["isDuringSearch"] is False and last["rootInfo"]["visits"] > 0
    assert {"id": "t", "action": "terminate", "terminateId": "q"} in lines


def test_the_first_answer_during_the_search_may_come_sooner() -> None:
    early = {"reportDuringSearchEvery": 1e6, "firstReportDuringSearchAfter": 0.05}
    reports: list[bool] = []
    reported = threading.Event()

    def write(line: str) -> None:
        reports.append(json.loads(line).get("isDuringSearch"))
        reported.set()

    service = Service(make, 1, write)
    service.take(json.dumps({**BASE, "maxVisits": 1 << 40, **early}))
    assert reported.wait(60)
    service.take(json.dumps({"id": "t", "action": "terminate_all"}))
    service.close()
    assert reports.count(True) == 1 and reports.count(False) == 1


def test_what_had_not_begun_is_dropped() -> None:
    endless = {**BASE, "id": "run", "maxVisits": 1 << 40}
    waiting = {**BASE, "id": "wait", "analyzeTurns": [1, 2]}
    stop = {"id": "s", "action": "terminate", "terminateId": "wait", "turnNumbers": [2]}
    answers = ask(endless, waiting, stop, {"id": "a", "action": "terminate_all"})
    # Turn 2 surely was waiting behind the endless search; all of it ends with the last line.
    assert {"id": "wait", "isDuringSearch": False, "turnNumber": 2, "noResults": True} in answers
    assert [a["id"] for a in answers if "action" in a] == ["s", "a"]


def test_actions() -> None:
    version, models, clear = ask(
        {"id": "1", "action": "query_version"},
        {"id": "2", "action": "query_models"},
        {"id": "3", "action": "clear_cache"},
    )
    assert version["version"] and version["action"] == "query_version"
    assert models["models"] == [] and clear == {"id": "3", "action": "clear_cache"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"boardXSize": 13}, "boardYSize"),
        ({"boardXSize": 25, "boardYSize": 25}, "boardXSize"),
        ({"moves": [["B", "Z9"]]}, "moves"),
        ({"moves": [["B", "E5"], ["W", "E5"]]}, "moves"),
        ({"moves": [["X", "E5"]]}, "moves"),
        ({"moves": "E5"}, "moves"),
        ({"rules": "chess"}, "rules"),
        ({"rules": None}, "rules"),
        ({"komi": 7.3}, "komi"),
        ({"komi": "x"}, "komi"),
        ({"maxVisits": 0}, "maxVisits"),
        ({"analyzeTurns": [9]}, "analyzeTurns"),
        ({"analyzeTurns": []}, "analyzeTurns"),
        ({"analyzeTurns": [True]}, "analyzeTurns"),
        ({"includePolicy": 1}, "includePolicy"),
        ({"priorities": [1, 2, 3]}, "priorities"),
        ({"avoidMoves": [{"player": "B"}]}, "avoidMoves"),
        ({"overrideSettings": {"reportAnalysisWinratesAs": "ME"}}, "overrideSettings"),
        ({"initialStones": [["B", "A1"], ["W", "A1"]]}, "initialStones"),
    ],
)
def test_refusals_name_the_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(QueryError) as caught:
        read_query({**BASE, **change}, 100, "BLACK")
    assert caught.value.field == field
    answers = ask({**BASE, **change})
    assert answers[0]["id"] == "q" and answers[0]["field"] == field and answers[0]["error"]


@pytest.mark.parametrize("line", ["", "{", "[1]", '{"id":5}', "nonsense", "[" * 100_000])
def test_lines_that_are_no_query(line: str) -> None:
    answers = ask(line, BASE)
    assert [a["id"] for a in answers if "id" in a] == ["q"]
    assert len(answers) == (1 if not line else 2)


def test_unknown_fields_are_warned_of_and_known_noise_is_not() -> None:
    settings = {"wideRootNoise": 0.04, "shine": 1}
    answers = ask({**BASE, "colour": 1, "overrideSettings": settings})
    assert [a["warning"] for a in answers if "warning" in a] == [
        "unknown field",
        "unknown setting shine",
    ]


def test_the_command() -> None:
    lines = "\n".join(json.dumps(q) for q in (BASE, {"id": "v", "action": "query_version"}))
    done = subprocess.run(
        [sys.executable, "-P", "-m", "gtpengine", "analysis", "--positions", "2"],
        input=lines + "\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert {json.loads(line)["id"] for line in done.stdout.splitlines()} == {"q", "v"}
    assert "ready" in done.stderr


def test_a_setting_of_a_search_that_does_not_play_is_told_once() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "gtpengine", "analysis", "--set", "rave_equivalence=2000"],
        input=json.dumps({**BASE, "analyzeTurns": [0, 2]}) + "\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert len(done.stdout.splitlines()) == 2
    (told,) = [line for line in done.stderr.splitlines() if "ready" not in line]
    assert told.startswith("gtpengine analysis: rave_equivalence belongs to the search by playouts")
