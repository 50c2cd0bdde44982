"""Every GTP command through the dispatcher, with a searcher that knows nothing."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest

from board_ext.position import Position
from gtpengine import __version__
from gtpengine.gtp.protocol import Overlong
from gtpengine.gtp.registry import COMMANDS, command, command_names
from gtpengine.gtp.session import Session
from gtpengine.mcts.lab.playout_view import REASONS
from gtpengine.mcts.report.report import SearchReport
from tests.session.fake_searcher import fake_engine

_SPECIFICATION = """protocol_version name version known_command list_commands quit boardsize
    clear_board komi fixed_handicap place_free_handicap set_free_handicap play genmove undo
    time_settings time_left final_score final_status_list loadsgf reg_genmove showboard"""
REQUIRED = _SPECIFICATION.split()
_BEYOND = """printsgf set_random_seed gtpengine-param cputime get_komi is_legal all_legal
    list_stones gg-undo clear_cache gtpengine-last_search gtpengine-playout
    gtpengine-playout_reasons gtpengine-book"""
BEYOND = _BEYOND.split()
_ANALYSIS = """lz-analyze lz-genmove_analyze kata-analyze kata-genmove_analyze kata-search
    kata-search_analyze kata-search_cancellable kata-search_analyze_cancellable analyze
    genmove_analyze cgos-genmove_analyze stop"""
ANALYSIS = _ANALYSIS.split()
_CLIENTS = """kata-get-rules kata-set-rules kata-set-rule kata-list_time_settings kata-time_settings
    kata-list-params kata-get-param kata-set-param kata-get-params kata-set-params kata-get-models
    rectangular_boardsize set_position kgs-rules kgs-time_settings kgs-genmove_cleanup kgs-game_over
    kgs-chat cgos-opponent_name cgos-opponent_rating cgos-gameover gogui-analyze_commands
    gtpengine-show gtpengine-gogui_param gogui-version gogui-interrupt gogui-play_sequence
    gogui-setup gogui-setup_player"""
CLIENTS = _CLIENTS.split()


class Talk:
    """A conversation; call it with a line to get the reply without its frame."""

    def __init__(self, size: int = 9) -> None:
        self.engine = fake_engine(size=size)
        self.session = Session(self.engine)

    def raw(self, line: str) -> str | None:
        return self.session.answer(line)

    def __call__(self, line: str) -> str:
        """The text of a reply that must be a success."""
        reply = self.raw(line)
        assert reply is not None
        assert reply.startswith("="), f"{line}: {reply}"
        return reply[1:].strip(" \n")

    def fails(self, line: str) -> str:
        """The text of a reply that must be a failure and leave the session as it was."""
        before = self.state()
        reply = self.raw(line)
        assert reply is not None
        assert reply.startswith("? "), f"{line}: {reply}"
        assert reply.endswith("\n\n")
        assert self.state() == before, line
        return reply[2:-2]

    def state(self) -> object:
        position = self.engine.position
        values = [str(value) for _, value in self.engine.parameters()]
        return (
            position.to_diagram(), position.moves, position.to_play, position.handicap,
            position.komi, position.ko_point, self.engine.limits(1), self.engine.limits(2), values,
            self.session.closing,
        )  # fmt: skip


@pytest.fixture
def gtp() -> Talk:
    return Talk()


# --- administrative ---------------------------------------------------------------------------


def test_who_are_you(gtp: Talk) -> None:
    assert gtp("protocol_version") == "2"
    assert gtp("name") == "gtpengine"
    assert gtp("version") == __version__
    assert re.fullmatch(r"\d+\.\d+(\.\d+)*", gtp("version"))
    gtp("gtpengine-param engine_name Leela Zero")
    gtp("gtpengine-param engine_version 0.17")
    assert gtp("name") == "Leela Zero"
    assert gtp("version") == "0.17"


def test_the_list_of_commands(gtp: Talk) -> None:
    names = gtp("list_commands").split("\n")
    assert names[0] == "protocol_version"
    assert len(set(names)) == len(names)
    assert set(names) == {*REQUIRED, *BEYOND, *ANALYSIS, *CLIENTS}
    for name in names:
        assert gtp(f"known_command {name}") == "true"
    assert gtp("known_command Name") == "false"
    assert gtp("known_command lz-analyse") == "false"
    assert "missing" in gtp.fails("known_command")


def test_every_command_is_explained() -> None:
    Talk()
    for name in command_names():
        entry = COMMANDS[name]
        assert entry.doc.endswith("."), name
        assert entry.usage.split()[0] == name
    with pytest.raises(ValueError, match="twice"):
        command("name")(COMMANDS["name"].handler)


def test_the_page_of_commands_is_complete(gtp: Talk) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "gtp.md").read_text()
    names = [row.split("`")[1].split()[0] for row in page.splitlines() if row.startswith("| `")]
    assert names == gtp("list_commands").split("\n")
    for name in names:
        usage = COMMANDS[name].usage.replace("|", "\\|")
        assert f"| `{usage}` | {COMMANDS[name].doc} |" in page


def test_ids_are_echoed(gtp: Talk) -> None:
    assert gtp.raw("0 name") == "=0 gtpengine\n\n"
    assert gtp.raw("12name") == "=12 gtpengine\n\n"
    assert gtp.raw("2147483647 komi 0") == "=2147483647\n\n"
    assert gtp.raw("4 foo") == "?4 unknown command\n\n"
    assert gtp.raw("4") == "?4 syntax error: an id but no command\n\n"
    assert gtp.raw("-4 name") == "= gtpengine\n\n"
    assert gtp.raw("\r") is None
    assert gtp.raw("# quit") is None
    assert gtp.session.answer(Overlong(None)) == "? line too long\n\n"


def test_unknown_commands(gtp: Talk) -> None:
    for line in ("foo", "NAME", "play-", "kgs-time-settings none", "=", "?"):
        assert gtp.fails(line) == "unknown command"


def test_quit_answers_first(gtp: Talk) -> None:
    assert gtp.raw("7 quit") == "=7\n\n"
    assert gtp.session.closing


def test_cputime_is_a_number(gtp: Talk) -> None:
    assert float(gtp("cputime")) > 0


# --- set-up and moves -------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 9, 13, 19])
def test_board_sizes(gtp: Talk, size: int) -> None:
    gtp("play b A1")
    gtp(f"boardsize {size}")
    assert gtp.engine.position.size == size
    assert gtp("list_stones b") == ""
    gtp(f"boardsize {size} {size}")


@pytest.mark.parametrize("text", ["1", "20", "0", "-9", "40", "2147483647", "9 13"])
def test_unacceptable_sizes(gtp: Talk, text: str) -> None:
    gtp("play b A1")
    assert gtp.fails(f"boardsize {text}") == "unacceptable size"


@pytest.mark.parametrize("text", ["", "nine", "9.0", "9" * 5000, "0x9", "٩", "9 x"])
def test_sizes_that_are_no_integers(gtp: Talk, text: str) -> None:
    assert gtp.fails(f"boardsize {text}").startswith("syntax error: ")


def test_komi_survives_a_new_game(gtp: Talk) -> None:
    for text, shown in (("0.5", "0.5"), ("-7", "-7"), ("1e6", "1000000"), ("6,5", None)):
        if shown is None:
            gtp.fails(f"komi {text}")
            continue
        gtp(f"komi {text}")
        gtp("clear_board")
        assert gtp("get_komi") == shown
        gtp("boardsize 9")
        assert gtp("get_komi") == shown
    for text in ("", "nan", "inf", "-inf", "abc", "1_0", "0x10", "1e999"):
        assert gtp.fails(f"komi {text}").startswith("syntax error: ")


def test_moves_in_any_order_and_case(gtp: Talk) -> None:
    gtp("play b d4")
    gtp("play BLACK D5")
    gtp("play Black pass")
    gtp("play W PASS")
    gtp("play white J9")
    assert gtp("list_stones black") == "D4 D5"
    assert gtp("list_stones w") == "J9"
    assert gtp.engine.position.move_number == 5


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("play b d4", "illegal move: D4: occupied"),
        ("play w a1", "illegal move: A1: suicide"),
        ("play b", "syntax error: vertex missing"),
        ("play", "syntax error: colour missing"),
        ("play g d4", "syntax error: colour must be b or w"),
        ("play b i4", "syntax error: no vertex"),
        ("play b k4", "syntax error: no vertex"),
        ("play b d10", "syntax error: no vertex"),
        ("play b d0", "syntax error: no vertex"),
        ("play b resign", "syntax error: no vertex"),
        ("play b d4x", "syntax error: no vertex"),
        ("play b " + "d" * 100_000, "syntax error: no vertex"),
    ],
)
def test_moves_that_are_refused(gtp: Talk, line: str, reason: str) -> None:
    for vertex in ("d4", "a2", "b1"):
        gtp(f"play b {vertex}")
    refusal = gtp.fails(line)
    assert refusal.startswith(reason)
    assert len(refusal) < 200


def test_ko_and_superko(gtp: Talk) -> None:
    for move in ["b b1", "b a2", "b b3", "w c1", "w d2", "w c3", "b c2", "w b2"]:
        gtp(f"play {move}")
    assert gtp.fails("play b c2") == "illegal move: C2: ko"
    assert gtp("is_legal b c2") == "0"
    assert gtp("is_legal w c2") == "1"
    assert "C2" not in gtp("all_legal b").split()


def test_undo(gtp: Talk) -> None:
    assert gtp.fails("undo") == "cannot undo"
    gtp("play b d4")
    gtp("play w e5")
    gtp("undo")
    assert gtp("list_stones w") == ""
    gtp("play w pass")
    gtp("play b c3")
    assert gtp.fails("gg-undo 4") == "cannot undo"
    assert gtp.fails("gg-undo -1") == "cannot undo"
    gtp("gg-undo 0")
    gtp("gg-undo 2")
    assert gtp("list_stones b") == "D4"
    gtp("gg-undo")
    assert gtp("list_stones b") == ""


def test_a_game_goes_on_at_another_size(gtp: Talk) -> None:
    gtp("genmove b")
    gtp("boardsize 13")
    gtp("play b n13")
    gtp("genmove w")
    gtp("boardsize 5")
    gtp("genmove w")
    gtp("genmove w")
    assert len(gtp("list_stones w").split()) == 2


# --- handicap ---------------------------------------------------------------------------------


def test_fixed_handicap(gtp: Talk) -> None:
    assert gtp("fixed_handicap 9") == "C7 E7 G7 C5 E5 G5 C3 E3 G3"
    assert gtp.engine.position.handicap == 9
    assert gtp.fails("undo") == "cannot undo"
    assert gtp.fails("fixed_handicap 2") == "board not empty"
    gtp("clear_board")
    for stones in ("0", "1", "10", "-2", "1000000"):
        assert gtp.fails(f"fixed_handicap {stones}") == "invalid number of stones"
    assert gtp.fails("fixed_handicap two").startswith("syntax error: ")
    gtp("boardsize 5")
    assert gtp.fails("fixed_handicap 2") == "invalid number of stones"


def test_place_free_handicap(gtp: Talk) -> None:
    for size, stones in ((9, 2), (9, 17), (5, 3), (2, 3), (19, 50)):
        gtp(f"boardsize {size}")
        vertices = gtp(f"place_free_handicap {stones}").split()
        assert len(set(vertices)) == stones
        assert sorted(gtp("list_stones b").split()) == sorted(vertices)
    gtp("boardsize 9")
    for wrong in ("1", "81", "0"):
        assert gtp.fails(f"place_free_handicap {wrong}") == "invalid number of stones"
    gtp("play b e5")
    assert gtp.fails("place_free_handicap 2") == "board not empty"


def test_set_free_handicap(gtp: Talk) -> None:
    for wrong in ("", "d4", "d4 d4", "d4 pass", "d4 z9", "d4 i5"):
        assert gtp.fails(f"set_free_handicap {wrong}").startswith("bad vertex list")
    gtp("set_free_handicap d4 E5 a1")
    assert gtp("list_stones b") == "A1 D4 E5"
    assert gtp.engine.position.to_play == 2
    assert gtp.fails("set_free_handicap b1 b2") == "board not empty"
    gtp("boardsize 2")
    assert gtp.fails("set_free_handicap a1 a2 b1 b2").startswith("bad vertex list")
    gtp("set_free_handicap a1 a2 b1")


# --- time -------------------------------------------------------------------------------------


def test_time_settings_are_accepted_in_every_form(gtp: Talk) -> None:
    for text in ("0 0 0", "600 0 0", "0 5 1", "1.5 2.5 3", "-1 -1 -1", "600 30 0", "1e3 30 25.0"):
        gtp(f"time_settings {text}")
        gtp("time_left b 10.5 0")
        gtp("time_left w -3 5")
    for text in ("", "1", "1 2", "a b c", "1 2 nan"):
        assert gtp.fails(f"time_settings {text}").startswith("syntax error: ")
    for text in ("", "b", "b 1", "x 1 1", "b one 1"):
        assert gtp.fails(f"time_left {text}").startswith("syntax error: ")


def test_the_clock_limits_the_search(gtp: Talk) -> None:
    assert gtp.engine.limits(1).seconds is None
    gtp("time_settings 0 10 1")
    assert gtp.engine.limits(1).seconds == pytest.approx(9.85)
    gtp("clear_board")
    assert gtp.engine.limits(1).seconds == pytest.approx(9.85)
    gtp("time_left b 5 1")
    assert gtp.engine.limits(1).seconds == pytest.approx(4.85)
    gtp("time_settings 0 10 1")  # sent again: the clock goes on
    assert gtp.engine.limits(1).seconds == pytest.approx(4.85)
    gtp("gtpengine-param time_per_move 1")
    assert gtp.engine.limits(1).seconds == 1
    gtp("gtpengine-param simulations 500")
    assert gtp.engine.limits(2).simulations == 500
    gtp("time_settings 0 0 0")
    gtp("gtpengine-param time_per_move off")
    assert gtp.engine.limits(2).seconds is None


# --- search -----------------------------------------------------------------------------------


def test_genmove_plays_for_either_colour(gtp: Talk) -> None:
    for color in "bbwwb":
        vertex = gtp(f"genmove {color}")
        assert vertex in gtp(f"list_stones {color}").split()
    assert gtp.engine.position.move_number == 5
    for wrong in ("", "x", "d4"):
        assert gtp.fails(f"genmove {wrong}").startswith("syntax error: ")


def test_genmove_goes_on_after_two_passes(gtp: Talk) -> None:
    gtp("play b e5")
    gtp("play w pass")
    gtp("play b pass")
    assert gtp("genmove w") in [*gtp("list_stones w").split(), "pass"]


def test_reg_genmove_changes_nothing_and_repeats_itself(gtp: Talk) -> None:
    gtp("play b e5")
    before = gtp.state()
    answers = {gtp("reg_genmove b") for _ in range(3)}
    assert len(answers) == 1
    assert gtp.state() == before
    assert gtp("reg_genmove w") != ""


def test_the_last_search_is_told(gtp: Talk) -> None:
    assert gtp.fails("gtpengine-last_search") == "no search yet"
    gtp("genmove b")
    words = gtp("gtpengine-last_search").split()
    assert words[::2] == ["winrate", "score", "visits", "simulations", "seconds"]
    assert 0 <= float(words[1]) <= 1
    assert int(words[7]) > 0


def test_seed_and_cache(gtp: Talk) -> None:
    gtp("set_random_seed 5")
    assert gtp("gtpengine-param seed").startswith("seed 5 ")
    for wrong in ("", "-1", "x", "1.5"):
        assert gtp.fails(f"set_random_seed {wrong}").startswith("syntax error: ")
    first = gtp("reg_genmove b")
    gtp("set_random_seed 6")
    assert gtp("reg_genmove b") != first
    gtp("set_random_seed 5")
    assert gtp("reg_genmove b") == first
    gtp("clear_cache")


# --- score ------------------------------------------------------------------------------------


def settled(position: Position, report: SearchReport) -> SearchReport:
    """Black owns the columns A to D, White the others."""
    size = position.size
    half = np.where(np.arange(size) < (size + 1) // 2, 1.0, -1.0)
    return dataclasses.replace(report, ownership=np.tile(half, (size, 1)).astype(np.float32))


def test_score_and_status_agree() -> None:
    gtp = Talk()
    gtp.session.engine = gtp.engine = fake_engine(settled)
    for row in range(1, 10):
        gtp(f"play b e{row}")
        gtp(f"play w f{row}")
    gtp("play b h5")
    gtp("komi 6.5")
    assert gtp("final_status_list dead") == "H5"
    alive = gtp("final_status_list alive").split("\n")
    assert [len(line.split()) for line in alive] == [9, 9]
    assert gtp("final_status_list seki") == ""
    assert gtp("final_score") == "B+2.5"
    gtp("komi 9")
    assert gtp("final_score") == "0"
    gtp("komi 10")
    assert gtp("final_score") == "W+1.0"
    gtp("gtpengine-param rules cgos")
    assert gtp("final_score") == "B+27.0"
    for wrong in ("", "foo"):
        assert gtp.fails(f"final_status_list {wrong}").startswith("syntax error: ")


def test_handicap_counts_in_the_score(gtp: Talk) -> None:
    gtp("set_free_handicap c3 g7")
    gtp("komi 0")
    assert gtp("final_score") == "B+79.0"
    gtp("gtpengine-param rules aga")
    assert gtp("final_score") == "B+80.0"


# --- files ------------------------------------------------------------------------------------


def test_loadsgf(gtp: Talk, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[13]KM[0.5]HA[2]AB[dd][jj];W[gg];B[gh];AE[gg]AW[aa];W[];B[mm])")
    gtp(f"loadsgf {file}")
    assert gtp.engine.position.size == 13
    assert gtp("get_komi") == "0.5"
    assert gtp.engine.position.handicap == 2
    assert gtp("list_stones b") == "N1 K4 G6 D10"
    assert gtp("list_stones w") == "A13"
    gtp("undo")
    gtp("undo")
    assert gtp.fails("undo") == "cannot undo"  # set-up stones end what can be undone
    gtp(f"loadsgf {file} 2")
    assert gtp("list_stones b") == "K4 D10"
    assert gtp("list_stones w") == "G7"
    gtp(f"loadsgf {file} 1")
    assert gtp("list_stones w") == ""
    assert gtp.engine.position.to_play == 2


def test_loadsgf_errors(gtp: Talk, tmp_path: Path) -> None:
    file = tmp_path / "bad.sgf"
    gtp("play b e5")
    assert gtp.fails(f"loadsgf {file}") == "cannot load file: no such file or directory"
    assert gtp.fails(f"loadsgf {tmp_path}").startswith("cannot load file: ")
    for text in (
        "", "(;SZ[9]", "(;SZ[25])", "(;SZ[9];B[ee];W[ee])",
        "(;SZ[2]AB[aa][ab][ba][bb])", "(;SZ[9];B[zz])", "\xff\xfe",
    ):  # fmt: skip
        file.write_text(text)
        assert gtp.fails(f"loadsgf {file}").startswith("cannot load file: "), text
    for wrong in ("loadsgf", f"loadsgf {file} x", f"loadsgf {file} -1"):
        assert gtp.fails(wrong).startswith("syntax error: ")


def test_printsgf_and_loadsgf_are_inverse(gtp: Talk, tmp_path: Path) -> None:
    gtp("komi 5.5")
    gtp("set_free_handicap c3 g7 e5")
    for line in ("play w d4", "play b pass", "play w j9", "play w a1"):
        gtp(line)
    before = gtp.state()
    assert gtp("printsgf").startswith("(;")
    file = tmp_path / "out.sgf"
    gtp(f"printsgf {file}")
    gtp("boardsize 19")
    gtp("komi 0")
    gtp(f"loadsgf {file}")
    assert gtp.state() == before
    assert gtp.fails(f"printsgf {tmp_path / 'no' / 'such'}").startswith("cannot write file: ")
    assert gtp.fails("printsgf /").startswith("cannot write file: ")


# --- display and parameters -------------------------------------------------------------------


def test_showboard(gtp: Talk) -> None:
    gtp("play b d4")
    reply = gtp.raw("3 showboard")
    assert reply is not None
    lines = reply.split("\n")
    assert lines[0] == "=3"
    assert "\n\n" not in reply[:-1]
    assert " 4 . . . X . . . . ." in lines
    assert "white to play after move 1, komi 7.5, rules chinese" in lines


def test_parameters(gtp: Talk) -> None:
    rows = gtp("gtpengine-param").split("\n")
    names = [row.split()[0] for row in rows]
    assert len(set(names)) == len(names)
    for spec, _ in gtp.engine.parameters():
        assert spec.name in names
        assert spec.doc
    gtp("gtpengine-param threads 2")
    assert gtp("gtpengine-param threads").startswith("threads 2 (int 1..256, default 1): ")
    gtp("gtpengine-param Resign off")
    assert gtp("gtpengine-param resign").startswith("resign off ")
    assert "did you mean threads?" in gtp.fails("gtpengine-param thread 2")
    assert "did you mean threads?" in gtp.fails("gtpengine-param thread")
    assert "int 1..256" in gtp.fails("gtpengine-param threads 0")
    assert "chinese|" in gtp.fails("gtpengine-param rules checkers")


def test_search_parameters_reach_the_searcher(gtp: Talk) -> None:
    gtp("genmove b")
    spec, value = gtp.engine.parameters()[-1]
    gtp(f"gtpengine-param {spec.name} {spec.format(value)}")
    for name, text in (("threads", "2"), ("memory", "64"), ("seed", "9")):
        gtp(f"gtpengine-param {name} {text}")
    searcher = gtp.engine.searching.searcher
    assert searcher is not None
    assert vars(searcher)["threads"] == 2
    assert vars(searcher)["memory_mb"] == 64
    assert vars(searcher)["seed"] == 9
    assert vars(searcher)["params"] == gtp.engine.search_params


# --- failures inside --------------------------------------------------------------------------


def test_a_playout_says_why(gtp: Talk) -> None:
    gtp("play b E5")
    gtp("play w E4")
    lines = gtp("gtpengine-playout 7").split("\n")
    names = "|".join(REASONS)
    for number, line in enumerate(lines[:-1], 1):
        color = "black" if number % 2 else "white"
        assert re.fullmatch(rf"{number} {color} ([A-J][1-9]|pass) ({names})", line), line
    assert [line.split()[2] for line in lines[-3:-1]] == ["pass", "pass"]
    assert re.fullmatch(r"black leads by [+-]\d+ on the board, komi left out", lines[-1])
    assert gtp("gtpengine-playout 7").split("\n") == lines
    assert gtp("gtpengine-playout -7").split("\n") != lines
    assert gtp.fails("gtpengine-playout x")


def test_reasons_of_first_moves(gtp: Talk) -> None:
    gtp("play b E5")
    gtp("play w E4")
    rows = gtp("gtpengine-playout_reasons 500").split("\n")
    total = 0.0
    for row in rows:
        vertex, share, reasons = re.fullmatch(r"(\w+) ([\d.]+): (.*)", row).groups()  # type: ignore[union-attr]
        parts = [float(part.rsplit(" ", 1)[1]) for part in reasons.split(", ")]
        assert abs(sum(parts) - float(share)) < 0.11 * len(parts)
        total += float(share)
        assert vertex not in ("E4", "E5")
    assert 95 < total < 105
    assert rows[0].split(": ")[1].startswith("pattern ")
    assert gtp.fails("gtpengine-playout_reasons 0")
    assert gtp.fails("gtpengine-playout_reasons 1000001")


def test_internal_errors_are_replies(gtp: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    notes: list[str] = []
    gtp.session.note = notes.append

    def fail(_komi: float) -> None:
        raise RuntimeError("broken\n\n\nbadly")

    monkeypatch.setattr(gtp.engine, "set_komi", fail)
    reply = gtp.raw("5 komi 3")
    assert reply == "?5 internal error: RuntimeError: broken\n.\n.\nbadly\n\n"
    assert "Traceback" in notes[0]
    assert gtp("name") == "gtpengine"


def test_genmove_answers_although_the_search_is_broken() -> None:
    def fail(_position: Position, _report: SearchReport) -> SearchReport:
        raise RuntimeError("no search today")

    notes: list[str] = []
    gtp = Talk(5)
    gtp.session.engine = gtp.engine = fake_engine(fail, size=5)
    gtp.engine.note = notes.append
    vertices = [gtp(f"genmove {color}") for color in "bw" * 40]
    assert "no search today" in notes[0]
    assert vertices[-1] == "pass"
    assert gtp("final_score")[:2] in ("B+", "W+")
    listed = " ".join(gtp(f"final_status_list {status}") for status in ("alive", "dead", "seki"))
    stones = gtp("list_stones b") + " " + gtp("list_stones w")
    assert sorted(listed.split()) == sorted(stones.split())
