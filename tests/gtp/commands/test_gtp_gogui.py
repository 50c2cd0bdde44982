"""Commands of GoGui, and the forms of what it shows."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from gtpengine.gtp.dialects.gogui_views import VIEWS
from tests.gtp.talk import Talk
from tests.gtp.test_gtp_front_end import ROOT
from tests.gtp.test_gtp_real_search import engine_with

TYPES = {
    "bwboard", "cboard", "dboard", "sboard", "gfx", "string", "hstring", "hpstring", "pstring",
    "plist", "pspairs", "eplist", "param", "none", "var", "varb", "varw", "varc", "varp", "varpo",
}  # fmt: skip
VERTEX = r"[A-HJ-T]\d{1,2}"
GFX = re.compile(
    rf"(CIRCLE|MARK|SQUARE|TRIANGLE)( {VERTEX})+|LABEL( {VERTEX} \S+)+|VAR( [bw] ({VERTEX}|pass))+"
    rf"|INFLUENCE( {VERTEX} -?\d\.\d+)+|TEXT .+|CLEAR"
)


@pytest.fixture
def gtp() -> Talk:
    return Talk()


@pytest.fixture
def real() -> Talk:
    talk = Talk(9)
    talk.engine = talk.session.engine = engine_with(9, simulations="300", status_simulations="600")
    for line in ("play b E5", "play w C3", "play b C4"):
        talk(line)
    return talk


def listed(gtp: Talk) -> list[list[str]]:
    return [line.split("/", 2) for line in gtp("gogui-analyze_commands").split("\n")]


def test_the_list_has_known_types_and_commands_that_work(real: Talk) -> None:
    lines = listed(real)
    assert {kind for kind, _, _ in lines} <= TYPES
    labels = [label for _, label, _ in lines]
    assert len(set(labels)) == len(labels)
    for _, _, line in lines:
        real(line.replace("%c", "w"))
    assert {line.split()[1] for _, _, line in lines if "gtpengine-show" in line} == set(VIEWS)


def test_boards_have_a_row_for_each_row(real: Talk) -> None:
    for kind, _, line in listed(real):
        if not kind.endswith("board"):
            continue
        rows = [row.split(" ") for row in real(line).split("\n")]
        assert [len(row) for row in rows] == [9] * 9, line
        words = [word for row in rows for word in row]
        if kind == "dboard":
            assert all(-1 <= float(word) <= 1 for word in words)
        elif kind == "bwboard":
            assert set(words) <= {"B", "W", "E"}
    liberties = [row.split(" ") for row in real("gtpengine-show liberties").split("\n")]
    assert liberties[4][4] == "4"  # E5
    assert liberties[6][2] == "3"  # C3
    assert liberties[5][2] == "3"  # C4, above C3


def test_drawings_have_commands_that_gogui_knows(real: Talk) -> None:
    for kind, _, line in listed(real):
        if kind == "gfx":
            for row in real(line).split("\n"):
                assert GFX.fullmatch(row), row
    assert real("gtpengine-show best_moves").startswith("CIRCLE ")
    assert real("gtpengine-show variation").startswith("VAR w ")


def test_the_score_and_the_ownership_agree_with_the_board(real: Talk) -> None:
    critical = [float(word) for word in real("gtpengine-show criticality").split()]
    assert len(critical) == len(real("gtpengine-show ownership").split())
    assert -1.0 <= min(critical) <= max(critical) <= 1.0
    assert re.match(r"[BW]\+\d+\.\d \(", real("gtpengine-show score"))
    ownership = [row.split() for row in real("gtpengine-show ownership").split("\n")]
    assert float(ownership[4][4]) > 0  # E5 is Black's


def test_views_after_the_end_and_without_moves(gtp: Talk) -> None:
    for line in ("boardsize 2", "play b pass", "play w pass"):
        gtp(line)
    for name in VIEWS:
        gtp(f"gtpengine-show {name}")
    assert gtp.fails("gtpengine-show nothing").startswith("syntax error")
    assert gtp.fails("gtpengine-show")


def test_parameters_as_forms(gtp: Talk) -> None:
    for page in ("engine", "search"):
        lines = gtp(f"gtpengine-gogui_param {page}").split("\n")
        assert len(lines) > 10
        for line in lines:
            assert re.fullmatch(r"\[(string|bool|list(/[^/\]]+)+)\] \w+ ?.*", line), line
    gtp("gtpengine-gogui_param engine cleanup 1")
    assert "[bool] cleanup 1" in gtp("gtpengine-gogui_param engine")
    gtp("gtpengine-gogui_param engine rules japanese")
    assert gtp.engine.rules.name == "japanese"
    gtp("gtpengine-gogui_param search rave_equivalence 500")
    assert gtp.engine.search_params.get("rave_equivalence") == 500
    for line in ("engine rave_equivalence 3", "search cleanup 1", "engine threads x", "foo", ""):
        assert gtp.fails(f"gtpengine-gogui_param {line}")
    message = "book cannot be empty: give on, off or a file of gtpengine book"
    assert gtp.fails("gtpengine-gogui_param engine book") == message


def test_a_sequence_is_played_as_a_whole_or_not_at_all(gtp: Talk) -> None:
    gtp("gogui-play_sequence b D4 w E5 b pass w pass b C3")
    assert gtp.engine.position.move_number == 5
    gtp("gogui-play_sequence")
    message = gtp.fails("gogui-play_sequence w A1 b B1 w D4")
    assert message.startswith("illegal move: D4")
    for line in ("w A1 b", "w A1 x B1", "w A1 b Z9"):
        assert gtp.fails(f"gogui-play_sequence {line}").startswith("syntax error")
    assert gtp.engine.position.move_number == 5


def test_set_up(gtp: Talk) -> None:
    gtp("gogui-setup b D4 w E5")
    gtp("gogui-setup b C3")
    gtp("gogui-setup_player w")
    assert gtp("list_stones b") == "C3 D4"
    assert gtp("list_stones w") == "E5"
    assert "white to play after move 0" in gtp("showboard")
    gtp("gogui-setup b A9")
    assert "white to play" in gtp("showboard")
    for line in (
        "gogui-setup b D4",
        "gogui-setup b pass",
        "gogui-setup x D4",
        "gogui-setup_player",
    ):
        assert gtp.fails(line)
    gtp("play w A1")
    assert "clear_board comes first" in gtp.fails("gogui-setup b B1")


def test_greetings(gtp: Talk) -> None:
    assert gtp("gogui-version 1.6.0") == ""
    assert gtp("gogui-interrupt") == ""


@pytest.mark.parametrize("what", ["moves", "variation"])
def test_live_graphics_go_to_stderr_while_a_move_is_searched(what: str) -> None:
    words = ["--boardsize", "9", "--time-per-move", "1.5", "--set", f"live_gfx={what}"]
    done = subprocess.run(
        [sys.executable, "-m", "gtpengine", *words],
        input=b"genmove b\nquit\n", capture_output=True, cwd=ROOT, timeout=60, check=True,
    )  # fmt: skip
    assert re.fullmatch(rf"= {VERTEX}\n\n=\n\n", done.stdout.decode())
    ready, _, drawings = done.stderr.decode().partition("\n")
    assert ready == "GTP ready"
    assert drawings.endswith("gogui-gfx: CLEAR\n")
    frames = drawings.removesuffix("gogui-gfx: CLEAR\n").split("\n\n")[:-1]
    assert frames
    for frame in frames:
        head, *rows = frame.split("\n")
        assert head == "gogui-gfx:"
        assert all(GFX.fullmatch(row) for row in rows), frame


def test_live_graphics_are_off_unless_asked_for() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gtpengine", "--boardsize", "9", "--time-per-move", "0.7"],
        input=b"genmove b\nquit\n", capture_output=True, cwd=ROOT, timeout=60, check=True,
    )  # fmt: skip
    assert done.stderr == b"GTP ready\n"


def test_ladders_are_shown() -> None:
    gtp = Talk(7)
    gtp("set_position w A2 b B2 b A3")  # running to A1 leaves one liberty
    assert gtp("gtpengine-show ladders").split("\n") == [
        "SQUARE A2",
        "TEXT 1 stones caught, 0 can be caught",
    ]
    gtp("set_position b A3 w A2 b G7")
    shown = gtp("gtpengine-show ladders").split("\n")
    # Stones on the edge with two liberties, of either side; the one in the corner, too.
    assert shown[0] == "TRIANGLE A2 A3 G7" and shown[1].startswith("CIRCLE ")
    assert shown[2] == "TEXT 0 stones caught, 3 can be caught"


def test_unconditional_life_is_chains_with_two_eyes_and_what_they_enclose() -> None:
    gtp = Talk(5)
    gtp("set_position b A2 b B2 b C2 b C1 b E1 w E5")  # one eye yet
    assert gtp("gtpengine-show unconditional").split("\n") == ["E E E E E"] * 5
    gtp("set_position b A2 b B2 b C2 b D2 b D1 b B1 w E5")  # A1, C1
    assert gtp("gtpengine-show unconditional").split("\n") == [
        *["E E E E E"] * 3,
        "B B B B E",
        "B B B B E",
    ]


def test_predictions_add_up() -> None:
    gtp = Talk(9)
    gtp("play b e5")
    words = [word for word in gtp("gtpengine-show predictions").split() if word != '""']
    assert len(words) == 80
    assert 90 < sum(float(word) for word in words) < 104
