"""The plain board: through a pipe, as a function, and at a terminal of the machine."""

from __future__ import annotations

import errno
import io
import os
import pty
import select
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from board_ext.coords import WHITE
from gtpengine.play import engine_thread
from gtpengine.play.advice import TerritoryEstimate
from gtpengine.play.session import PlaySession
from gtpengine.play.teaching import Teaching
from gtpengine.play.terms import PlaySettings
from gtpengine.play.trouble import PlayError
from gtpengine.terminal import command
from gtpengine.terminal.hangup import Hangup
from gtpengine.terminal.plain import Plain, PlainStyle
from gtpengine.terminal.termwords import changed_terms
from gtpengine.terminal.view import estimate_line
from tests.play.program import PROGRAM
from tests.programs.judges import judge, spoiling

FAST = {"simulations": "30", "status_simulations": "300", "memory": "16"}
ANNOTATED = (
    "(;FF[4]GM[1]SZ[5]KM[0.5]PB[Ann]EV[Cup]C[a comment]LB[aa:A]"
    "(;B[bb];W[dd]N[end])(;B[dd]C[variation to keep];W[bb]))"
)
COMMAND = [*PROGRAM, "play"]


def play(
    *lines: str | type[BaseException],
    path: Path | None = None,
    asks: bool = False,
    size: int = 5,
    sgf: str = "",
    questions: list[str] | None = None,
) -> tuple[str, int, Plain]:
    """Type lines, or raise what is no line; return what was printed, the status, the game."""
    waiting = list(lines)

    def ask(prompt: str) -> str:
        if questions is not None:
            questions.append(prompt)
        if not waiting:
            raise EOFError
        line = waiting.pop(0)
        if isinstance(line, str):
            return line
        raise line

    terms = PlaySettings(size, options=FAST)
    if path is not None:
        sgf = path.read_text()
    session = PlaySession.from_sgf(sgf, terms) if sgf else PlaySession(terms, hint_simulations=100)
    out = io.StringIO()
    game = Plain(session, path, ask, out, PlainStyle(asks=asks))
    status = game.run()
    return out.getvalue(), status, game


def test_moves_and_answers() -> None:
    text, status, game = play("c3", "C3", "zz", "i1", "", "quit")
    assert status == 0 and len(game.session.position.moves) == 2
    assert "X" in text and "The engine played" in text
    assert "There is a stone on C3 already." in text
    assert "'zz' is neither" in text and "columns ABCDE" in text


def test_help_names_every_command() -> None:
    text, _, game = play("help")
    for name in game._commands:
        assert f"  {name}" in text


def test_hint_score_and_undo() -> None:
    text, _, game = play("c3", "hint", "score", "undo", "undo")
    assert "Hint: " in text and "to win" in text and "points ahead" in text
    assert "[" in text and "small letters" in text
    assert "no move of yours" in text and not game.session.position.moves


@pytest.mark.parametrize(
    ("engine", "told"),
    [
        (judge(), ("Hint of ", "1.99 with b6-test: A1, 75% to win, 4.0 points ahead")),
        (
            spoiling("sys.exit(3)"),
            (
                "Hint of gtpengine: ",
                "The other engine ended (exit status 3). gtpengine answers instead.",
                "Estimate of gtpengine: ",
            ),
        ),
        (
            "no-such-engine analysis",
            (
                "gtpengine play: the other engine is not there: no-such-engine: no such program",
                "Hint of gtpengine: ",
            ),
        ),
    ],
)
def test_hints_of_another_engine(engine: str, told: tuple[str, ...]) -> None:
    """They hold for a new game, too."""
    done = subprocess.run(
        [*COMMAND, "--size", "9", "--simulations", "20", "--hint-engine", engine],
        input="hint\nnew size 5\nhint\nscore\nC3\nquit\n",
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0
    text = done.stderr + " ".join(done.stdout.split())
    for words in told:
        assert words in text
    assert text.count(told[0]) == 2 or told[0].startswith("gtpengine play")
    assert "The engine played" in text


def test_a_misspelt_command_is_guessed() -> None:
    text, _, _ = play("undoo", "scor", "undo 3", "e 4")
    assert "did you mean undo?" in text and "did you mean score?" in text
    assert "undo stands alone: type nothing after it" in text and "'e' is no command" in text


WALLS = "(;GM[1]SZ[5]KM[0.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[])"


def test_passing_marking_dead_and_agreeing() -> None:
    text, _, game = play("dead", "dead b5", "dead d3", "dead d3", "agree", "c5", sgf=WALLS)
    assert "Say which stones" in text and "no stone to mark" in text
    assert "Both have passed: B+24.5" in text and "Both have passed: B+4.5" in text
    assert game.session.result == "B+4.5" and "Black wins by 4.5 points" in text
    assert text.count("The game is over: Black wins by 4.5 points.") == 2


def asking(*lines: str) -> str:
    """What is printed where Black's five stones in the middle are to be saved at F5."""
    stones = "AB[dd][de][df][ed][ef]AW[cd][ce][cf][dc][ec][dg][eg][fd][ff]PL[B]"
    sgf = f"(;SZ[9]KM[6.5]GTPE[sure=3][my_rank=5k][simulations=30][person=b]{stones})"
    return play(*lines, sgf=sgf)[0]


def test_are_you_sure_is_answered_by_yes_and_no() -> None:
    out = asking("A1", "yes")
    assert "Are you sure about A1?" in out and "A1: loses about" in out
    assert out.index("Are you sure") < out.index("A1: loses")
    out = asking("A1", "n", "no")
    assert "There is no question to answer." in out and "A1: loses" not in out


def test_help_names_what_the_game_allows() -> None:
    allowed, without = (play("new analysis " + word, "help")[0] for word in ("on", "off"))
    assert "hint: the best move" in allowed and "score: who is ahead" in allowed
    assert "hint: " not in without and "score: " not in without and "undo: " in without


def test_the_ladder_at_a_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    out, _, game = play("ladder", "new ladder on", "resign", "new")
    assert "Rung 1 of 13 (against 25k, 4 handicap stones); no game yet." in out
    assert "You stay. Rung 1 of 13 (against 25k, 4 handicap stones); 0 of 1 games won." in out
    assert game.session.terms.rung == 0 and game.session.position.handicap == 4
    assert play("new ladder on", "new size 5")[2].session.terms.rung is None


def test_the_engine_objects_to_marks_at_a_prompt() -> None:
    moves = "".join(f";B[b{row}];W[c{row}]" for row in "abcde")
    out, _, _ = play("dead C3", "agree", sgf=f"(;SZ[5]KM[0.5]{moves};B[];W[])")
    assert "Black: 10 territory + 15 stones = 25" in out or "Black: " in out
    assert "The engine does not agree about C1 C2 C3 C4 C5." in out
    assert "The game goes on: capture what is dead, then pass." in out


def test_a_game_goes_on_after_passes() -> None:
    _, _, game = play("continue", sgf=WALLS)
    assert game.session.stage.value in ("playing", "counting", "agreeing")


def test_resigning() -> None:
    text, _, game = play("c3", "resign")
    assert game.session.result == "W+R" and "White wins by resignation" in text


def test_save_load_and_new(tmp_path: Path) -> None:
    path = tmp_path / "a game.sgf"
    text, status, game = play(
        "c3", f"save {path}", "new size 7 color white level 3", f"load {path}", "load", "load /no",
        "save /no/where.sgf", "new size", "new size 99", "new chess 1", "new level 77",
    )  # fmt: skip
    assert status == 0 and "gtpengine play" in text
    assert len(game.session.position.moves) == 2 and game.session.terms.size == 5
    assert "7x7, Chinese rules, komi 7.5, against gtpengine, level 3." in text
    for told in ("Say which file", "Cannot read", "Cannot write", "in pairs"):
        assert told in text
    assert "size cannot be '99': give a whole number from 2 to 19." in text
    assert "Nothing is called 'chess'" in text and "level" in text


@pytest.mark.parametrize("lines", ["", "c3\n", "c3\nquit\n", "c3\nadd\n"])
def test_a_record_of_others_through_a_pipe(tmp_path: Path, lines: str) -> None:
    path = tmp_path / "mine.sgf"
    path.write_text(ANNOTATED)
    command = [*COMMAND, "--plain", "--simulations", "20", str(path)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    text = path.read_text()
    assert "variation to keep" in text and (text == ANNOTATED) == ("add" not in lines)
    beside = path.with_name("mine-2.sgf")
    assert beside.exists() == (lines in ("c3\n", "c3\nquit\n")) == (f"as {beside}" in done.stdout)


@pytest.mark.parametrize(
    ("answers", "kept"),
    [
        (["n"], False),
        (["what", "y"], True),
        ([""], True),
        (["c", "quit", ""], True),
        ([EOFError], True),
        ([OSError], True),
    ],
)
def test_somebody_is_asked_before_moves_are_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: list[str], kept: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    text, status, _ = play("c3", "quit", *answers, asks=True)
    assert status == 0 and len(list(tmp_path.iterdir())) == kept
    assert ("Saved as game-5x5-" in text) == kept


@pytest.mark.parametrize(
    "end", [[], [EOFError], [KeyboardInterrupt, KeyboardInterrupt], [Hangup], [OSError], ["quit"]]
)
@pytest.mark.parametrize("asks", [False, True])
def test_an_end_writes_over_nothing(tmp_path: Path, end: list[Any], asks: bool) -> None:
    path = tmp_path / "mine.sgf"
    path.write_text(ANNOTATED)
    text, status, game = play("c3", *end, path=path, asks=asks)
    beside = path.with_name("mine-2.sgf")
    assert (status, game.file.saved_as) == (0, beside)
    assert f"Saved as {beside}" in text
    assert path.read_text() == ANNOTATED and "C3" not in ANNOTATED
    assert len(PlaySession.load(beside).position.moves) == 4


def test_the_question_names_the_file_and_adds_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "mine.sgf"
    path.write_text(ANNOTATED)
    other = tmp_path / "other.sgf"
    other.write_text("another game")
    questions: list[str] = []
    lines = ["c3", f"save {path}", f"save {other}", "quit", str(other), "c", "quit", "a"]
    text, status, _ = play(*lines, path=path, asks=True, questions=questions)
    assert status == 0 and not path.with_name("mine-2.sgf").exists()
    assert other.read_text() == "another game"
    assert any(f"Save as {tmp_path / 'mine-2.sgf'}? " in one for one in questions)
    assert any(f"a: add the moves to {path}" in one for one in questions)
    assert text.count(f"{other} exists: give another name, such as") == 2
    assert f"{path} exists: give another name" in text
    added = path.read_text().replace("\n", "")
    assert "variation to keep" in added and "PB[Ann]" in added and ";B[cc]" in added


def test_a_name_can_be_given_where_the_game_is_left(tmp_path: Path) -> None:
    named = tmp_path / "named.sgf"
    play("c3", "quit", str(tmp_path / "no" / "folder.sgf"), str(named), asks=True)
    assert named.exists()


def test_a_game_that_cannot_be_saved_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.sgf"
    path.write_text(ANNOTATED)

    def full(_fd: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("gtpengine.base.files.wholefile.os.fsync", full)
    text, status, _ = play("c3", path=path)
    assert status == 1 and "Cannot write" in text and "no space left on device" in text
    assert path.read_text() == ANNOTATED and list(tmp_path.iterdir()) == [path]
    # Somebody who sits there plays on.
    text, status, game = play("c3", "quit", "", "cancel", "b2", "quit", "n", path=path, asks=True)
    assert status == 0 and len(game.session.position.moves) == 6
    assert path.read_text() == ANNOTATED and list(tmp_path.iterdir()) == [path]


def test_changed_terms() -> None:
    terms = PlaySettings(9, options={"level": "4", "threads": "1"}, komi=3.5)
    assert changed_terms(terms, []) == terms
    new = changed_terms(terms, ["color", "white", "handicap", "2", "level", "off", "clock", "5m"])
    assert (new.color, new.handicap, new.komi) == (WHITE, 2, None)
    assert new.options == {"level": "off", "threads": "1"} and new.clock.main == 300
    taught = changed_terms(terms, ["sure", "3", "my-rank", "12k", "verdict", "at-once"]).teaching
    assert taught == Teaching(3, "12k", "at-once")
    assert not changed_terms(terms, ["analysis", "off"]).teaching.analysis
    wrong = ("komi nan", "size x", "color red", "clock soon", "handicap 1", "sure x", "analysis 1")
    for words in (*wrong, "verdict never", "my-rank x", "sure 3 analysis off"):
        with pytest.raises(PlayError):
            changed_terms(terms, words.split())


def test_through_a_pipe() -> None:
    done = subprocess.run(
        [*COMMAND, "--size", "5", "--simulations", "20"],
        input="c3\nundo\nquit\n", capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0 and done.stderr == ""
    assert "Move 1: your turn, Black." in done.stdout and "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--size", "4"], "from 5 to 19"),
        (["--level", "12"], "level"),
        (["--handicap", "1"], "Handicap"),
        (["--clock", "soon"], "No clock"),
        (["none.sgf"], "Cannot read"),
        (["--komi", "x"], "komi"),
        (["--are-you-sure", "x"], "0 to 20 ranks, or off"),
        (["--are-you-sure", "3", "--no-analysis"], "choose one of both"),
        (["--my-rank", "strong"], "Your rank: no rank"),
        (["--ladder", "--size", "19", "--rank", "3d"], "leave out --size, --rank"),
        (["--ladder", "--time-per-move", "5"], "leave out --time-per-move"),
        (["--ladder", "--rules", "capture-1"], "choose other rules"),
    ],
)
def test_wrong_command_lines(words: list[str], told: str) -> None:
    done = subprocess.run([*COMMAND, *words], input="", capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and told in done.stderr and "Traceback" not in done.stderr


def test_at_a_terminal_with_ctrl_c(tmp_path: Path) -> None:
    """Colours, a prompt, Ctrl-C, and the question whether to save."""
    parent, child = pty.openpty()
    path = tmp_path / "g.sgf"
    environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [*COMMAND, "--plain", "--size", "5", "--simulations", "20"],
        stdin=child, stdout=child, stderr=child, env=environment, cwd=tmp_path,
        start_new_session=True, preexec_fn=_take_terminal,
    )  # fmt: skip
    os.close(child)
    seen = ""

    def until(text: str, count: int = 1, again: bytes = b"") -> None:
        nonlocal seen
        end = time.monotonic() + 300
        while seen.count(text) < count:
            assert time.monotonic() < end, seen
            if select.select([parent], [], [], 10)[0]:
                seen += os.read(parent, 65536).decode("utf-8", "replace")
            elif again:
                os.write(parent, again)

    try:
        until("> ")
        os.write(parent, b"c3\n")
        until("Move 3")
        until("> ", 2)
        os.write(parent, b"\x03")
        # An interrupt in the instant before the prompt begins to wait is only seen at the next one.
        until("Save as game-5x5-", again=b"\x03")
        os.write(parent, b"c\n")
        until("Move 3", 2)
        os.write(parent, f"save {path}\n".encode())
        until("Saved as")
        # Before the prompt stands again, the terminal would take Ctrl-D for itself.
        until("> ", 1 + seen[: seen.index("Saved as")].count("> "))
        os.write(parent, b"\x04")
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
        os.close(parent)
    assert "●" in seen and "\x1b[48;5;" in seen
    assert path.exists()


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.mark.parametrize(
    ("score", "rate", "line"),
    [
        (3.25, 0.8, "Black is about 3.2 points ahead, 80% to win."),
        (-3.25, 0.2, "White is about 3.2 points ahead, 80% to win."),
        (-0.04, 0.49, "Both are about even; Black has 49% to win."),
    ],
)
def test_an_estimate_as_a_sentence(score: float, rate: float, line: str) -> None:
    assert estimate_line(TerritoryEstimate(score, rate, ())) == line


@pytest.mark.parametrize(
    ("size", "typed", "told"),
    [
        (9, "z9", "z9 is not a point of this board: columns ABCDEFGHJ, rows 1 to 9."),
        (9, "A10", "A10 is not a point of this board: columns ABCDEFGHJ, rows 1 to 9."),
        (9, "i5", "i5 is not a point of this board: columns ABCDEFGHJ, rows 1 to 9."),
        (5, "f1", "f1 is not a point of this board: columns ABCDE, rows 1 to 5."),
        (19, "u1", "u1 is not a point of this board: columns ABCDEFGHJKLMNOPQRST, rows 1 to 19."),
        (9, "dead z9", "z9 is not a point of this board: columns ABCDEFGHJ, rows 1 to 9."),
        (9, "zz", "'zz' is neither a command nor a point such as D4: 'help' lists the commands."),
        (9, "unod", "'unod' is neither a command nor a point such as D4: did you mean undo?"),
    ],
)
def test_what_is_no_point_gets_a_sentence(size: int, typed: str, told: str) -> None:
    text, _, game = play(typed, size=size)
    assert told in text.splitlines() and not game.session.position.moves


def test_a_hint_shows_how_far_its_search_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_thread, "LOOK", 0.0)
    text, _, _ = play("hint", asks=True)
    assert (
        "\rgtpengine looks for the best move: " in text and " of 100 simulations, so far " in text
    )
    assert "looks for" not in play("hint")[0]  # through a pipe lines stay


@pytest.mark.parametrize("words", [[], ["--human-pace"]])
def test_the_engine_takes_a_person_s_time_where_that_is_asked(words: list[str]) -> None:
    given = command.COMMAND.read("gtpengine play", [*words, "--rank", "9k"]).given_to_the_engine()
    assert given == {"rank": "9k"} | ({"human_pace": "true"} if words else {})


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--rank 12", "rank cannot be '12': write 12k or 3d; from 25k to 3d, or auto, or off."),
        ("--rank 40k", "rank cannot be '40k': write 12k or 3d; from 25k to 3d"),
        ("--rank 9d", "rank cannot be '9d': this is stronger than the engine plays; write 12k or"),
        ("--level 77", "level cannot be 77: expected a whole number from 1 to 11 or off."),
        ("--time-per-move x", "time-per-move cannot be 'x': expected a number from 0.001 to"),
        ("--threads 0", "threads cannot be 0: expected a whole number from 1 to 256 or auto."),
    ],
)
def test_options_say_which_values_are_right(words: str, told: str) -> None:
    run = subprocess.run([*COMMAND, "--plain", *words.split()], capture_output=True, text=True)
    assert run.returncode == 2 and told in run.stderr and "refuses" not in run.stderr


def test_a_name_in_a_new_game() -> None:
    _, _, game = play("new name Ann size 7")
    assert game.session.terms.person == "Ann"
