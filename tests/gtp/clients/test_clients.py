"""Dialogues of graphical clients and of gtp2ogs, as their sources have them.

Each test sends what the client sends, in its order and without waiting where it does not wait, and
reads the answers as strictly as the client does. The facts come from reading the clients: Lizzie
0.7 (Leelaz.java), LizzieYzy 2.5, Lizgoban (engine.js), gtp2ogs 9 (Bot.ts, Game.ts).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.gtp.test_gtp_front_end import ROOT

VERTEX = r"(?:[A-HJ-T]\d{1,2}|pass)"


class Peer:
    """A client's end of the pipes, with stderr merged into stdout or left alone."""

    def __init__(self, running: subprocess.Popen[bytes]) -> None:
        self._running = running

    def send(self, *commands: str, end: str = "\n") -> None:
        assert self._running.stdin is not None
        self._running.stdin.write("".join(command + end for command in commands).encode())

    def line(self) -> str:
        assert self._running.stdout is not None
        line: bytes = self._running.stdout.readline()
        assert line, "the engine has closed its output"
        return line.decode().rstrip("\n")

    def reply(self) -> list[str]:
        """Lines up to the empty one; lines before the reply begins are ignored, as Sabaki does."""
        lines: list[str] = []
        while (line := self.line()) != "":
            if lines or line[0] in "=?":
                lines.append(line)
        return lines

    def ask(self, command: str) -> list[str]:
        self.send(command)
        return self.reply()

    def wait(self) -> int:
        return self._running.wait(10)


@contextmanager
def engine(*words: str, merged: bool = False) -> Iterator[Peer]:
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "gtpengine", "--simulations", "60", *words],
        cwd=ROOT, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if merged else subprocess.DEVNULL,
    ) as running:  # fmt: skip
        try:
            yield Peer(running)
        finally:
            running.kill()


# --- Lizzie -----------------------------------------------------------------------------------


class Lizzie:
    """Reads lines as Leelaz.java does; what would throw there fails here."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.last_id = 0
        self.number = 0
        self.loaded = False
        self.played: list[str] = []

    def send(self, command: str) -> int:
        self.number += 1
        self.peer.send(f"{self.number} {command}")
        return self.number

    def read(self) -> str:
        line = self.peer.line()
        assert " -> " not in line
        if line.startswith("info"):
            self.loaded = True
            for block in line.removeprefix("info ").split(" info "):
                words = block.split(" ")
                values = dict(zip(words[::2], words[1::2], strict=False))
                for key in ("visits", "winrate", "prior", "lcb", "order"):
                    assert values[key] == str(int(values[key]))
                assert words[words.index("pv") + 1] == values["move"]
        elif line.startswith(("=", "?")):
            head = line[1:].split(" ")[0]
            self.last_id = int(head)  # Integer.parseInt of what follows the sign
        elif line.startswith("play "):
            self.played.append(line.split()[1])
        return line

    def read_until_answered(self, number: int) -> str:
        while self.last_id < number:
            line = self.read()
        return line


def test_lizzie() -> None:
    with engine(merged=True) as peer:
        gui = Lizzie(peer)
        name, version, _, komi = (
            gui.send(text) for text in ("name", "version", "boardsize 19", "komi 7.5")
        )
        assert gui.read_until_answered(name) == "=1 gtpengine"
        major, minor = gui.read_until_answered(version)[3:].split(".")[:2]
        assert (int(major), int(minor)) >= (0, 15)
        gui.read_until_answered(komi)
        gui.send("lz-analyze 10")
        while not gui.loaded:
            gui.read()
        # name stops the analysis; everything else is sent at once.
        gui.read_until_answered(gui.send("name"))
        for command in (
            "play B D4", "lz-analyze 10", "play W Q16", "undo", "time_settings 0 1 1",
            "lz-genmove_analyze W 10", "name", "genmove B", "undo", "clear_board",
            "fixed_handicap 4", "lz-analyze 10", "name",
        ):  # fmt: skip
            number = gui.send(command)
        assert gui.read_until_answered(number) == f"={number} gtpengine"
        assert len(gui.played) == 1
        gui.read_until_answered(gui.send("quit"))
        assert peer.wait() == 0


def test_lizzie_with_an_engine_that_is_called_katago() -> None:
    """Lizzie then sends kata-analyze and parses decimals."""
    with engine("--set", "engine_name=KataGo", "--set", "engine_version=1.4.5") as peer:
        assert peer.ask("1 name") == ["=1 KataGo"]
        peer.send("2 kata-analyze 10 ownership true")
        assert peer.line() == "=2"
        line = peer.line()
        winrates = re.findall(r" winrate (\S+)", line)
        assert winrates
        assert all("." in rate and 0 <= float(rate) <= 1 for rate in winrates)
        assert len(line.split(" ownership ")[1].split()) == 361
        peer.send("3 name")
        peer.reply()
        assert peer.reply() == ["=3 KataGo"]


# --- LizzieYzy --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "analyze", "stop"),
    [
        ("gtpengine", "lz-analyze 10", "name"),
        ("Leela Zero", "lz-analyze B 10", "name"),
        ("Pachi", "lz-analyze W 10", "name"),
        ("KataGo", "kata-analyze B 10 ownership true", "stop"),
        ("Sayuri", "analyze B 10", "name"),
    ],
)
def test_lizzieyzy(name: str, analyze: str, stop: str) -> None:
    """No ids: replies belong to commands by their order."""
    with engine("--set", f"engine_name={name}") as peer:
        peer.send("name", "version", "list_commands", "komi 6.5", "boardsize 13")
        assert peer.reply() == [f"= {name}"]
        peer.reply()
        commands = peer.reply()
        assert commands[0] == "= protocol_version"
        assert analyze.split()[0] in commands
        assert peer.reply() == peer.reply() == ["="]
        if name == "KataGo":
            assert peer.ask("kata-get-rules")[0].startswith('= {"hasButton":false')
            assert peer.ask("kata-set-rules chinese") == ["="]
            assert peer.ask("kata-get-param playoutDoublingAdvantage")[0].startswith("?")
            assert peer.ask('kata-set-rules {"scoring":"TERRITORY","tax":"SEKI"}') == ["="]
        assert peer.ask("play B D4") == ["="]
        peer.send(analyze)
        assert peer.line() == "="
        line = peer.line()
        assert line.startswith("info move ")
        if analyze.startswith("lz"):
            for key in ("winrate", "lcb", "prior"):
                assert all(word.isdigit() for word in re.findall(rf" {key} (\S+)", line))
        peer.send(stop, "undo")
        peer.reply()
        assert len(peer.reply()) == 1
        assert peer.reply() == ["="]
        assert peer.ask("rectangular_boardsize 13 9")[0].startswith("?")
        assert peer.ask("rectangular_boardsize 9 9") == ["="]


# --- Lizgoban ---------------------------------------------------------------------------------

LIZGOBAN_PROBES = {
    "lz-setoption name visits value 0": False,
    "kata-analyze interval 1": True,
    "kata-set-rules chinese": True,
    "set_free_handicap A1": False,
    "set_position": True,
    "lz-analyze interval 1 minmoves 30": True,
    "kata-raw-nn 0": False,
    "kata-analyze 1 pvVisits true": True,
    "kata-analyze 1 pvEdgeVisits true": True,
    "kata-analyze 1 ownershipStdev true": True,
    "kata-analyze 1 movesOwnership true": True,
    "kata-analyze 1 rootInfo true": True,
    "lz-analyze 1 allow B D4 1": True,
    "clear_cache": True,
    "kata-search_analyze_cancellable B": True,
    "kata-get-param humanSLProfile": False,
    "kata-get-models": True,
    "kata-analyze 1 thisKeyIsUnknown true": False,
}


def test_lizgoban() -> None:
    """Ids from 0; features are found out by sending them all and looking at = and ?."""
    with engine(merged=True) as peer:
        assert peer.line() == "GTP ready"  # Lizgoban waits for it
        commands = ["name", *LIZGOBAN_PROBES, "clear_board", "komi 7.5"]
        begin = time.monotonic()
        peer.send(*(f"{number} {command}" for number, command in enumerate(commands)))
        answers = [peer.reply()[0] for _ in commands]
        assert time.monotonic() - begin < 30
        assert answers[0] == "=0 gtpengine"
        for number, known in enumerate(LIZGOBAN_PROBES.values(), start=1):
            assert re.match(rf"[=?]{number}( |$)", answers[number])
            assert answers[number].startswith("=") == known, commands[number]
        number = len(commands)
        peer.send(
            f"{number} kata-analyze B interval 10 ownership true minmoves 5 pvVisits true "
            "rootInfo true"
        )
        assert peer.line() == f"={number}"
        line = peer.line()
        assert len(line.split(" ownership ")[1].split()) == 361
        assert line.count("info move ") >= 5
        peer.send(f"{number + 1} time_settings 0 1 1", f"{number + 2} name", "99 genmove b")
        peer.reply()
        assert peer.reply() == [f"={number + 1}"]
        assert peer.reply() == [f"={number + 2} gtpengine"]
        assert re.fullmatch(rf"=99 {VERTEX}", peer.reply()[0])


# --- gtp2ogs ----------------------------------------------------------------------------------


def test_gtp2ogs() -> None:
    """Lines end with CR LF; the clock is sent again before each move, in whole seconds."""
    with engine("--boardsize", "19") as peer:
        peer.send("list_commands", end="\r\n")
        listed = peer.reply()
        listed[0] = listed[0].removeprefix("= ")
        assert {"kata-list_time_settings", "kata-time_settings", "kgs-time_settings"} <= {*listed}
        peer.send("boardsize 9 9", "clear_board", "komi 5.5", end="\r\n")
        assert [peer.reply() for _ in range(3)] == [["="]] * 3
        peer.send("kata-list_time_settings", end="\r\n")
        assert "fischer-capped" in peer.reply()[0].split()
        for color, settings in (
            ("black", "kata-time_settings fischer-capped 60 10 120 -1"),
            ("white", "kgs-time_settings byoyomi 60 10 3"),
            ("black", "time_settings 90 30 1"),
        ):
            peer.send(settings, f"time_left {color} 30 0", f"genmove {color}", end="\r\n")
            assert peer.reply() == peer.reply() == ["="]
            reply = peer.reply()
            assert len(reply) == 1
            assert re.fullmatch(rf"= {VERTEX}", reply[0])
        peer.send("boardsize 9 13", "place_free_handicap 3", "final_score", end="\r\n")
        assert peer.reply()[0].startswith("?")
        assert peer.reply()[0].startswith("?")  # stones are on the board
        assert re.fullmatch(r"= ([BW]\+[\d.]+|0)", peer.reply()[0])


OGS_ANALYSIS = re.compile(
    r"(CHAT|MALKOVICH):Visits (\d*) Winrate (\d+\.\d\d)% ScoreLead (-?\d+\.\d) "
    r"ScoreStdev (-?\d+\.\d) (\(PDA (-?\d+.\d\d)\) )?PV (.*)"
)
"""What PvOutputParser.ts looks for once a line has had the name KataGo."""


def errors_of(commands: str, *words: str) -> list[str]:
    """The lines on stderr after ``GTP ready`` of a session with these commands."""
    program = [sys.executable, "-P", "-m", "gtpengine", "--boardsize", "9", "--simulations", "60"]
    done = subprocess.run(
        [*program, *words],
        input=commands.encode(), capture_output=True, cwd=ROOT, timeout=60, check=True,
    )  # fmt: skip
    ready, *lines = done.stderr.decode().splitlines()
    assert ready == "GTP ready"
    return lines


def test_gtp2ogs_posts_the_analysis_that_is_on_stderr() -> None:
    """One line for each genmove, which gtp2ogs knows as KataGo's and can read."""
    commands = "list_commands\r\nplay b E5\r\ngenmove w\r\nplay b pass\r\ngenmove w\r\nquit\r\n"
    lines = errors_of(commands, "--set", "ogs_chat=true")
    assert len(lines) == 2
    for line in lines:
        assert "KataGo" in line  # so a process that is taken over is known, too
        found = OGS_ANALYSIS.search(line)
        assert found
        assert int(found[2]) > 0
        assert 0 <= float(found[3]) <= 100
        assert all(re.fullmatch(VERTEX, move) for move in found[8].split(" "))


def test_nothing_is_posted_unless_asked_for() -> None:
    assert errors_of("genmove b\ngenmove w\nquit\n") == []


# --- the Tcl client of CGOS -------------------------------------------------------------------


def test_the_tcl_client_of_cgos() -> None:
    """It reads exactly two lines for each reply, and the move after a blank."""
    with engine("--rules", "cgos") as peer:
        for command in (
            "boardsize 9", "clear_board", "komi 7.0", "time_settings 120 0 0", "play b e5",
            "time_left w 120 0", "genmove w",
        ):  # fmt: skip
            peer.send(command)
            assert peer.line().startswith("=")
            assert peer.line() == ""


def test_the_python_client_of_cgos() -> None:
    """The move comes from kata-genmove_analyze; a failure of any command ends the session."""
    with engine("--rules", "cgos") as peer:
        listed = peer.ask("list_commands")
        mandatory = "boardsize clear_board komi play genmove quit time_settings time_left"
        assert {*mandatory.split(), "kata-genmove_analyze"} <= {*listed}
        for command in (
            "boardsize 9", "komi 7.0", "time_settings 120 0 0", "cgos-opponent_name Other-1",
            "cgos-opponent_rating 1500?", "clear_board", "play b e5", "time_left w 120 0",
        ):  # fmt: skip
            assert peer.ask(command) == ["="]
        assert peer.ask("get_komi") == ["= 7"]
        head, info, play = peer.ask("kata-genmove_analyze w ownership true")
        assert head == "="
        assert re.search(r" ownership( -?[01]\.\d+){81}$", info)
        assert re.fullmatch(rf"play {VERTEX}", play)
        assert peer.ask("cgos-gameover W+Resign") == ["="]


CGOS_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+"


def test_the_analysis_that_cgos_keeps() -> None:
    """Form: "GTP tournament game expansion" in the wiki of zakki/cgos."""
    with engine("--rules", "cgos", "--simulations", "400") as peer:
        # Two walls: the left side is Black's, the right one White's.
        stones = " ".join(f"b D{row} w F{row}" for row in range(1, 10))
        assert peer.ask("boardsize 9") == ["="]
        assert peer.ask(f"set_position {stones}") == ["="]
        head, analysis, play = peer.ask("cgos-genmove_analyze w")
        assert head == "="
        assert re.fullmatch(rf"play {VERTEX}", play)
        found = json.loads(analysis)
        assert {*found} == {"winrate", "score", "visits", "moves", "ownership"}
        assert 0 <= found["winrate"] <= 1
        assert sum(move["visits"] for move in found["moves"]) <= found["visits"] <= 400
        assert found["moves"][0]["move"] == play.split()[1]
        for move in found["moves"]:
            assert {*move} - {"pv"} == {"move", "winrate", "score", "prior", "visits"}
            assert 0 <= move["winrate"] <= 1 and 0 <= move["prior"] <= 1
            # The move itself is not repeated.
            assert re.fullmatch(rf"{VERTEX}( {VERTEX})*", move.get("pv", "A1"))
        assert any("pv" in move for move in found["moves"])
        owners = [CGOS_LETTERS.index(letter) - 31 for letter in found["ownership"]]
        rows = [owners[9 * row : 9 * row + 9] for row in range(9)]
        assert len(rows[8]) == 9
        # From the top left corner on; the mover's are positive.
        assert all(row[column] < -20 for row in rows for column in range(4))
        assert all(row[column] > 20 for row in rows for column in range(5, 9))
