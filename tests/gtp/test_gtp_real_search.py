"""GTP with the real search: prompt ends, repeatable answers, whole games."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from board_ext.coords import BLACK, PASS, RESIGN, WHITE, opponent
from gtpengine.config.options import EngineOptions
from gtpengine.gtp.session import Session
from gtpengine.session.engine import Engine
from tests.gtp.test_gtp_front_end import PROMPT, ROOT

GTPENGINE = [sys.executable, "-m", "gtpengine"]


def engine_with(size: int, **options: str) -> Engine:
    def fail(note: str) -> None:
        raise AssertionError(note)

    engine = Engine(EngineOptions(), note=fail)
    for name, value in {"book": "off", **options}.items():
        engine.set_parameter(name, value)
    engine.new_game(size)
    return engine


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("end", ["quit", "eof", "signal"])
def test_a_long_search_ends_promptly(threads: int, end: str) -> None:
    words = ["--time-per-move", "60", "--boardsize", "9", "--threads", str(threads)]
    words += ["--set", "book=off"]
    with subprocess.Popen(
        [*GTPENGINE, *words], cwd=ROOT, bufsize=0,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stderr.readline() == b"GTP ready\n"
        running.stdin.write(b"1 genmove b\n")
        time.sleep(1.0)
        begin = time.monotonic()
        if end == "quit":
            running.stdin.write(b"2 list_stones b\n")
            time.sleep(0.3)
            running.stdin.write(b"3 quit\n")
        elif end == "eof":
            running.stdin.close()
        else:
            running.send_signal(signal.SIGTERM)
        status = running.wait(PROMPT)
        assert time.monotonic() - begin < PROMPT
        replies = running.stdout.read().decode()
        assert running.stderr.read() == b""
    if end == "signal":
        assert (status, replies) == (128 + signal.SIGTERM, "")
        return
    assert status == 0
    vertex = replies.split()[1]
    tail = f"=2 {vertex}\n\n=3\n\n" if end == "quit" else ""
    assert replies == f"=1 {vertex}\n\n{tail}"


def test_the_same_script_gets_the_same_answers() -> None:
    script = b"boardsize 9\ngenmove b\nreg_genmove w\ngenmove w\nfinal_score\nquit\n"
    words = [*GTPENGINE, "--simulations", "500", "--seed", "3"]
    answers = {
        subprocess.run(words, input=script, capture_output=True, cwd=ROOT, check=True).stdout
        for _ in range(2)
    }
    assert len(answers) == 1


def test_reg_genmove_depends_on_the_position_alone() -> None:
    engine = engine_with(9, simulations="300")
    engine.play(40, BLACK)
    first = engine.reg_genmove(WHITE)
    engine.genmove(WHITE)
    engine.undo()
    assert engine.reg_genmove(WHITE) == first
    assert engine.position.move_number == 1


@pytest.mark.parametrize("rules", ["chinese", "cgos", "japanese", "aga"])
@pytest.mark.parametrize("resign", ["off", "0.1"])
def test_games_come_to_an_end_with_a_score(rules: str, resign: str) -> None:
    engine = engine_with(7, simulations="100", rules=rules, resign=resign)
    session = Session(engine)
    color, passes = BLACK, 0
    while passes < 2:
        move = engine.genmove(color)
        if move == RESIGN:
            break
        passes = passes + 1 if move == PASS else 0
        color = opponent(color)
        assert engine.position.move_number < 250
    reply = session.answer("final_score")
    assert reply is not None
    assert reply[2:4] in ("B+", "W+")
    stones = sum(engine.position.color_at(p) in (BLACK, WHITE) for p in range(49))
    assert stones == sum(len(chain) for chain, _ in engine.final_status().chains)
    if passes == 2 and rules == "cgos":
        assert engine.final_score() == engine.position.tromp_taylor_score()


# Black has passed; White wins by half a point when he connects the ko at B1, and not otherwise.
HALF_POINT_KO = """
    E5 C5 D7 D3 E3 E2 D4 F3 C4 E4 D5 C3 G7 F5 B3 B2 A4 E6 D6 G6 F7 F6 H7 H6 J6 J5 J7 H5 E7
    C2 A2 A1 B1 C1 A3 A1 F4 G4 B1 B5 B4 A1
"""


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_pass_does_not_give_the_last_ko_away(seed: str) -> None:
    engine = engine_with(9, simulations="1000", seed=seed)
    session = Session(engine)
    engine.set_komi(7.5)
    for number, vertex in enumerate(HALF_POINT_KO.split()):
        assert session.answer(f"play {'bw'[number % 2]} {vertex}") == "=\n\n"
    session.answer("play b pass")
    assert session.answer("genmove w") == "= B1\n\n"
    session.answer("play b pass")
    assert session.answer("genmove w") == "= pass\n\n"
    assert session.answer("final_score") == "= W+0.5\n\n"


# White to move is ahead in a seki: F5 in the one game and G1 in the other would give it away.
SEKI_TO_KEEP = {
    "F5": """
        E5 E7 F6 F7 G6 D5 D4 C5 C4 E4 E6 D7 E3 F4 F3 G4 G3 H3 H2 H5 G7 H6 H7 D3 C3 D2 C2 G2 F2 J2 G1
        G8 H8 F8 H9 J8 J7 J6 J4 J3 D6 C6 H4 J5 C7 B7 C8 B8 D8 C9 B4 E8 B5 B6 G9 D9 H1 H4 J1 E1 E2 C1
        F9 A5 D1 A4 G5 E9 A3 A6 F1 A2 B3 B2 D3 D8 B1 B9 J9
    """,
    "G1": """
        F5 D5 E7 E3 F3 F2 E4 D4 E2 D3 G2 E6 F7 F6 G6 G5 G7 G4 F4 G3 F1 H2 H5 H4 J5 J4 H6 H1 J2 H3 D2
        E5 F2 C2 C3 B2 D6 C5 B5 C6 C7 C4 B6 B4 A4 B3 D1 C1 J3 B7 B8 A7 A8 D7 C8 D8 D9 E8 F8 E9 C9 F9
        G9 D6 H8 B9 A6 A3 A5 B1 A9 J1 J3 J8 J7 H9 J9 B7 A7 J2 pass
    """,
}


@pytest.mark.parametrize("losing", SEKI_TO_KEEP)
@pytest.mark.parametrize("seed", range(1, 13))
def test_no_rule_throws_away_what_the_search_keeps(losing: str, seed: int) -> None:
    engine = engine_with(9, simulations="5000", seed=str(seed))
    session = Session(engine)
    engine.set_komi(7.5)
    for number, vertex in enumerate(SEKI_TO_KEEP[losing].split()):
        assert session.answer(f"play {'bw'[number % 2]} {vertex}") == "=\n\n"
    move = None
    while move != "= pass\n\n":  # Black passes and gives White every chance to err
        move = session.answer("genmove w")
        assert move not in [f"= {v}\n\n" for v in ("F5", "J4", "G1", "J3", "resign")]
        session.answer("play b pass")
    assert session.answer("final_score") == "= W+1.5\n\n"


@pytest.mark.parametrize("rules", ["chinese", "aga", "japanese", "cgos"])
def test_a_handicap_game_is_counted_after_its_stones_were_captured(rules: str) -> None:
    engine = engine_with(9, simulations="50", status_simulations="300", rules=rules)
    session = Session(engine)

    def ask(line: str) -> str:
        reply = session.answer(line)
        assert reply is not None
        assert reply.startswith("="), f"{line}: {reply}"
        return reply[1:].strip()

    assert ask("fixed_handicap 2") == "G7 C3"
    for vertex in ("G6", "G8", "F7", "H7"):
        ask(f"play w {vertex}")
        ask("play b pass")
    ask("play w pass")
    assert "G7" not in ask("list_stones b")
    assert ask("final_score")[:2] in ("W+", "B+")
    assert "G6" in ask("final_status_list alive")
    ask("kata-search b")
    ask("genmove b")
    assert engine.last_search is not None, "the move was not searched"


@pytest.mark.parametrize("size", [2, 3, 4, 13, 19])
def test_every_size_gets_moves_for_both_colours(size: int) -> None:
    engine = engine_with(size, simulations="50")
    for color in (BLACK, BLACK, WHITE, BLACK, WHITE, WHITE):
        assert engine.genmove(color) != RESIGN
    engine.final_score()


@pytest.mark.parametrize("size", [2, 9, 19])
def test_a_handful_of_simulations_is_enough(size: int) -> None:
    for simulations in ("1", "2", "3", "120"):
        engine = engine_with(size, simulations=simulations)
        for color in (BLACK, WHITE, BLACK):
            assert engine.genmove(color) not in (PASS, RESIGN)


def test_every_move_gets_its_simulations() -> None:
    """New ones, whatever the tree has from the moves before."""
    engine = engine_with(9, simulations="500")
    for color in (BLACK, WHITE, BLACK, WHITE):
        engine.genmove(color)
        assert engine.last_search is not None
        assert engine.last_search.simulations == 500


def test_a_move_after_the_end_of_the_game() -> None:
    engine = engine_with(9, simulations="100")
    engine.play(PASS, BLACK)
    engine.play(PASS, WHITE)
    assert engine.genmove(BLACK) >= 0
