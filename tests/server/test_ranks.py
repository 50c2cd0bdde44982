"""A person's rank through the server."""

from __future__ import annotations

import json

from tests.personrank.games import drawn, sgf
from tests.server.serving import Served

GAMES = sgf(drawn("20k")) + b"\n" + sgf(drawn("20k", 1), white="Cleo") + b"\n" + b"(;SZ[9])"


def test_games_in_one_body_give_a_rank(served: Served) -> None:
    status, found = served.post_sgf("/api/rank", GAMES)
    assert status == 200
    assert found["texts"][0] == "Ann, by the moves of these games:"
    assert found["texts"][1].endswith("(2 games)")
    assert found["left_out"] == ["1 game left out (no moves): game1-3"]
    _, other = served.post_sgf("/api/rank?player=cleo", GAMES)
    assert other["texts"][0].startswith("Cleo") and other["texts"][1].endswith("(1 game)")


def test_several_files_in_one_body_are_read_one_by_one(served: Served) -> None:
    korean = sgf(drawn("20k", 1), black="안나").decode().encode("euc-kr")
    chinese = sgf(drawn("20k", 2), black="安娜").decode().encode("gb18030")
    files = bytes(4).join([korean, b"no game", chinese, b""])
    _, found = served.post_sgf("/api/rank?player=bob", files)
    assert found["texts"][0].startswith("Bob") and found["texts"][1].endswith("(2 games)")
    assert len(found["left_out"]) == 1 and found["left_out"][0].endswith(": game2")


def test_an_unclear_name_and_no_game_are_told(served: Served) -> None:
    assert "Name one of these players" in str(served.post_sgf("/api/rank", sgf(drawn("9k"))))
    assert served.post_sgf("/api/rank", b"(;SZ[9])")[1]["texts"] == []
    empty = served.post_sgf("/api/rank", bytes(4))[1]["left_out"]
    assert empty == ["1 game left out (an empty file): game1"]
    long = served.ask(
        "POST", "/api/rank?player=" + "x" * 99, b"(;)", Content_Type="application/x-go-sgf"
    )
    assert long[0] == 400 and "at most 40" in str(json.loads(long[2]))
    assert served.ask("POST", "/api/rank", b"{}")[0] == 415
