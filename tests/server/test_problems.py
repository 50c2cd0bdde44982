"""The person's problems through the server: from a review to an answer."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from gtpengine.problems.deck import Deck
from gtpengine.problems.problem import problems_of
from tests.problems.games import GAME, record, reviewed
from tests.programs.judges import judge
from tests.server.serving import Served, serving
from tests.server.test_games import begin, do, until
from tests.server.test_reviews import done


def post(served: Served, **members: object) -> dict[str, object]:
    status, _, raw = served.ask("POST", "/api/problems/answer", json.dumps(members).encode())
    assert status == 200, raw
    return dict(json.loads(raw))


def test_from_a_review_to_a_solved_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with serving(tmp_path, "--deck", "deck.sqlite") as served:
        empty = served.get("/api/problems")
        assert empty == {"problem": None, "due": 0, "left": 0, "later": "", "progress": []}
        assert not (tmp_path / "deck.sqlite").exists()  # looking makes no file
        served.post_sgf("/api/reviews?depth=quick&name=mine", GAME)
        assert done(served)["text"] == ""
        nobody = "nobody is called 'Zoe' in these records: they name Ann, Bob"
        told = {"Zoe": nobody, "Bob": "0 new problems", "ann": "1 new problem"}
        for player, new in told.items():
            served.post_sgf(f"/api/reviews?depth=quick&name=mine&problems={player}", GAME)
            assert done(served)["text"] == new

        state = served.get("/api/problems")
        problem = state["problem"]
        assert (state["due"], state["left"]) == (1, 1)
        assert problem["color"] == "b" and problem["number"] == 7 and problem["size"] == 7
        assert [move["vertex"] for move in problem["moves"]][-1] == "D3"
        assert not {"best", "played", "kind", "text"} & set(problem)  # the answer is not told
        assert served.get(f"/api/problems?skipped={problem['id']}")["left"] == 0

        assert "not legal" in str(post(served, id=problem["id"], vertex="D4")["error"])
        assert "no point" in str(served.ask(
            "POST", "/api/problems/answer",
            json.dumps({"id": problem["id"], "vertex": "T19"}).encode(),
        )[2])  # fmt: skip
        assert "not in the deck" in str(post(served, id=999, vertex="D4")["error"])
        assert served.get("/api/problems")["progress"][0]["asked"] == 0

        found = post(served, id=problem["id"], vertex="D6")
        assert found["solved"] is True and str(found["due"]) > "2026"
        assert "Solved: D6" in str(found["texts"])
        state = served.get("/api/problems")
        assert state["problem"] is None and state["later"] == found["due"]
        assert state["progress"][0] == {
            "name": "kind: capture missed", "problems": 1, "learned": 0, "asked": 1, "solved": 1,
            "steps": [0, 1, 0, 0, 0, 0], "way": 0.2,
        }  # fmt: skip


def test_a_deck_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("my notes " * 400)
    with serving(tmp_path, "--deck", "notes.txt") as served:
        assert "choose another --deck" in served.get("/api/problems")["error"]
        for query in ("skipped=x", "skipped=1.2.%00"):
            assert "error" in served.get(f"/api/problems?{query}")
    assert (tmp_path / "notes.txt").read_text().startswith("my notes")


def test_the_engine_of_hints_judges_answers_too(tmp_path: Path) -> None:
    """It says that A1 is best everywhere."""
    with Deck(tmp_path / "deck.sqlite") as deck:
        deck.add(problems_of(record(), reviewed()), date(2026, 11, 28))
    with serving(tmp_path, "--deck", "deck.sqlite", "--hint-engine", judge()) as served:
        problem = served.get("/api/problems")["problem"]
        game = begin(served)
        do(served, game, "hint")
        until(served, game, lambda state: bool(state["advice"]))  # it has started
        found = post(served, id=problem["id"], vertex="A1")
        assert found["solved"] is True and "Solved: A1" in str(found["texts"])
