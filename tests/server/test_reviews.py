"""Reviews through the server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.programs.judges import judge
from tests.server.serving import Served, serving

SGF = b"(;SZ[5]KM[5.5]PB[<b>x</b>]PW[y];B[cc];W[cb];B[bb];W[db])"
EMPTY = b"(;SZ[5])"


def done(served: Served) -> dict[str, str]:
    """Wait until all reviews are done; return the newest."""
    for state in served.states("/api/reviews"):
        if state["reviews"] and all(one["state"] == "done" for one in state["reviews"]):
            return dict(state["reviews"][0])
    raise AssertionError("the stream ended")


def test_a_review_is_made_shown_kept_and_removed(tmp_path: Path) -> None:
    with serving(tmp_path, "--reviews", "kept") as served:
        status, found = served.post_sgf("/api/reviews?depth=quick&name=mine", SGF)
        assert status == 200 and len(found["ids"]) == 1 and found["refused"] == []
        entry = done(served)
        assert entry["title"].startswith("<b>x</b> - y, 5x5, 4 moves")
    with serving(tmp_path, "--reviews", "kept") as served:
        assert done(served)["id"] == entry["id"]
        status, headers, raw = served.ask("GET", f"/reviews/{entry['id']}")
        assert status == 200 and b"<b>x</b>" not in raw
        policy = headers["content-security-policy"]
        assert policy.startswith("sandbox ") and "default-src 'none'" in policy
        assert "allow-same-origin" not in policy and re.search(r"script-src 'sha256-", policy)
        served.post(f"/api/reviews/{entry['id']}/remove")
        assert served.ask("GET", f"/reviews/{entry['id']}")[0] == 404
        assert served.state("/api/reviews")["reviews"] == []
    assert list((tmp_path / "kept").iterdir()) == []


def test_another_engine_judges_reviews(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for engine, words in (
        (judge(), b"1.99 with b6-test judged all positions."),
        (judge("time.sleep(1); sys.exit(4)"), b"gtpengine (the other engine"),
    ):
        with serving(tmp_path, "--reviews", "kept", "--hint-engine", engine) as served:
            served.post_sgf("/api/reviews?depth=quick&name=mine", SGF)
            page = served.ask("GET", f"/reviews/{done(served)['id']}")[2]
        assert words in page


def test_the_review_of_a_game_played_here_is_headed_with_the_persons_name(served: Served) -> None:
    for given, heading in (({}, "You - gtpengine"), ({"name": "Ann"}, "Ann - gtpengine")):
        game = served.post("/api/games", size=5, seconds=0.05, **given)["id"]
        served.post(f"/api/games/{game}/play", vertex="C3", after=0)
        record = served.ask("GET", f"/api/games/{game}/sgf")[2]
        served.post_sgf("/api/reviews?depth=quick&name=game-1", record)
        entry = done(served)
        assert entry["title"].startswith(heading)
        page = served.ask("GET", f"/reviews/{entry['id']}")[2].decode()
        assert f"<h1>{heading}" in page
        served.post(f"/api/reviews/{entry['id']}/remove")
        served.post(f"/api/games/{game}/remove")


def test_games_that_wait_or_run_are_taken_back(served: Served) -> None:
    games = b"".join(b"(;SZ[9];B[ee];W[%cc];B[gg];W[gc])" % letter for letter in b"abcd")
    status, found = served.post_sgf("/api/reviews?depth=thorough", games + EMPTY)
    assert status == 200 and len(found["ids"]) == 4 and len(found["refused"]) == 1
    for state in served.states("/api/reviews"):
        if any(one["state"] == "running" for one in state["reviews"]):
            break
    for name in reversed(found["ids"]):
        served.post(f"/api/reviews/{name}/remove")
    for state in served.states("/api/reviews"):
        if not state["reviews"]:
            return


def test_what_cannot_be_reviewed_is_refused(served: Served) -> None:
    status, found = served.post_sgf("/api/reviews", b"no game")
    assert status == 200 and found["ids"] == [] and found["refused"]
    assert served.post_sgf("/api/reviews?depth=endless", SGF)[0] == 400
    many = SGF * 60
    assert "games would wait" in served.post_sgf("/api/reviews", many)[1]["error"]


def test_files_of_others_in_the_folder_are_passed_over(tmp_path: Path) -> None:
    for name, text in (("x.json", "{}"), ("0123456789ab.json", "{"), ("0123456789ac.json", "[]")):
        (tmp_path / name).write_text(text)
    with serving(tmp_path, "--reviews", ".") as served:
        assert served.state("/api/reviews")["reviews"] == []
