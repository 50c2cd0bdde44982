"""Life and death through the server: a problem is solved, and each move is answered."""

from __future__ import annotations

import json

from board_ext.coords import BLACK
from tests.lifedeath.positions import THREE, sgf_of
from tests.server.serving import Served


def answer(served: Served, name: str, moves: str) -> dict[str, object]:
    body = json.dumps({"moves": moves}).encode()
    status, _, raw = served.ask("POST", f"/api/solve/{name}", body)
    assert status == 200, raw
    return dict(json.loads(raw))


def test_a_problem_is_solved_and_moves_are_answered(served: Served) -> None:
    _, found = served.post_sgf("/api/solve", sgf_of(THREE, BLACK))
    assert found["size"] == 9 and found["to_play"] == "b" and found["defender"] == "w"
    assert found["texts"][0] == "Black to play." and "First moves: B1" in found["texts"][-1]
    works = {one["move"]: one["works"] for one in found["moves"]}
    assert works["B1"] is True and works["A1"] is False
    name = str(found["id"])

    assert answer(served, name, "A1") == {"texts": ["fails", "Answer: B1"], "reply": "B1"}
    right = answer(served, name, "B1")
    assert right["texts"][0] == "works"  # type: ignore[index]
    assert "not legal" in str(answer(served, name, "A1 A1")["error"])
    assert "outside the region" in str(answer(served, name, "J9")["error"])
    assert "load the problem again" in str(answer(served, "0" * 12, "A1")["error"])


def test_a_region_may_be_named(served: Served) -> None:
    _, found = served.post_sgf("/api/solve?region=A1:D2", sgf_of(THREE, BLACK))
    assert len(found["region"]) == 8 and "First moves: B1" in found["texts"][-1]
    for region, told in (("Q", "points such as G2"), ("J9", "no fight"), ("A1:J9", "at most 63")):
        answered = served.post_sgf(f"/api/solve?region={region}", sgf_of(THREE, BLACK))
        assert told in str(answered)


def test_what_is_no_problem_is_told(served: Served) -> None:
    assert "No group is found" in str(served.post_sgf("/api/solve", b"(;SZ[9])"))
    told = str(served.post_sgf("/api/solve", b"(;SZ[9]AB[ee])"))
    assert "No group is found" in told and "This is no proof." in told
    status, _, _ = served.ask("POST", "/api/solve", b"{}")
    assert status == 415
