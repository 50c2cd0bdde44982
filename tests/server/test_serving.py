"""The command: it starts, says what is wrong, and ends cleanly however it is ended."""

from __future__ import annotations

import signal
import socket
import threading
import time
from pathlib import Path

import pytest
from starlette.applications import Starlette

from gtpengine.cli import main
from gtpengine.server.gameserver import GameServer
from tests.server.serving import Served, serving


def test_a_port_in_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["web", "--port", str(port), "--no-browser"]) == 2
    said = capsys.readouterr().err
    assert f"port {port} is in use" in said and "--port" in said


@pytest.mark.parametrize("port", ["-1", "65536", "x", "1e3"])
def test_ports_are_numbers(capsys: pytest.CaptureFixture[str], port: str) -> None:
    assert main(["web", f"--port={port}"]) == 2
    assert "--port" in capsys.readouterr().err


def test_only_the_loopback_address_listens(served: Served) -> None:
    listening = [
        line.split()[1]
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
        if line.split()[3] == "0A" and line.split()[1].endswith(f":{served.port:04X}")
    ]
    assert listening == [f"0100007F:{served.port:04X}"]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_in_the_midst_of_everything(tmp_path: Path, how: signal.Signals) -> None:
    """A game in which the engine thinks, a search, a review, and pages that follow all of them."""
    with serving(tmp_path, "--reviews", "reviews") as served:
        sgf = b"(;SZ[9];B[ee];W[cc];B[gg];W[gc])"
        game = served.post("/api/games", size=19, color="w", seconds=600)["id"]
        analysis = served.post_sgf("/api/analyses", sgf)[1]["id"]
        served.post_sgf("/api/reviews?depth=thorough", sgf)
        follow = [
            f"/api/games/{game}/events",
            f"/api/analyses/{analysis}/search?at=2&seconds=60",
            "/api/reviews",
            "/api/runs",
        ]
        ended = []
        for path in follow:
            states = served.states(path)
            next(states)

            def rest(path: str = path, states: object = states) -> None:
                for _ in states:  # type: ignore[attr-defined]
                    pass
                ended.append(path)

            threading.Thread(target=rest).start()
        begun = time.monotonic()
        status, said = served.end(how)
        assert said == ""
        assert status == (0 if how == signal.SIGINT else -signal.SIGTERM)
        assert time.monotonic() - begun < 60
        while len(ended) < len(follow):
            time.sleep(0.01)
        served.process.returncode = 0


def test_closing_leaves_no_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    game_server = GameServer(
        1, tmp_path / "s.sqlite", tmp_path / "reviews", tmp_path / "problems.sqlite"
    )
    game_server.close()
    game_server.close()
    assert set(threading.enumerate()) == before
    assert isinstance(Starlette(), Starlette)
