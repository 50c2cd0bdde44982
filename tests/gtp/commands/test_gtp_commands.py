"""The list of GTP commands, parameters, displays, failures, with a searcher that knows nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gtpengine import __version__
from gtpengine.gtp.protocol import Overlong
from gtpengine.gtp.registry import COMMANDS, command, command_names
from gtpengine.mcts.views.playout_view import REASONS
from tests.gtp.talk import Talk

_SPECIFICATION = """protocol_version name version known_command list_commands quit boardsize
    clear_board komi fixed_handicap place_free_handicap set_free_handicap play genmove undo
    time_settings time_left final_score final_status_list loadsgf reg_genmove showboard"""


REQUIRED = _SPECIFICATION.split()


_BEYOND = """printsgf set_random_seed gtpengine-param cputime get_komi is_legal all_legal
    list_stones gg-undo clear_cache gtpengine-last_search gtpengine-playout
    gtpengine-playout_reasons gtpengine-remarks gtpengine-book"""


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


@pytest.fixture
def gtp() -> Talk:
    return Talk()


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
    page = (Path(__file__).resolve().parents[3] / "docs" / "reference" / "gtp.md").read_text()
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
    assert gtp("gtpengine-param threads").startswith("threads 2 (int 1..256 or auto, default 1): ")
    gtp("gtpengine-param Resign off")
    assert gtp("gtpengine-param resign").startswith("resign off ")
    assert "did you mean threads?" in gtp.fails("gtpengine-param thread 2")
    assert "did you mean threads?" in gtp.fails("gtpengine-param thread")
    assert "from 1 to 256" in gtp.fails("gtpengine-param threads 0")
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


def test_settings_that_the_search_does_not_read_are_told(gtp: Talk) -> None:
    gtp("boardsize 9")
    assert gtp("gtpengine-remarks") == ""
    gtp("gtpengine-param rave_equivalence 2000")
    assert gtp("gtpengine-remarks") == (
        "rave_equivalence belongs to the search by playouts; the network leads on 9x9: add"
        " network=none to both or leave it out"
    )
    gtp("gtpengine-param rank 5k")
    assert gtp("gtpengine-remarks") == ""
    gtp("gtpengine-param rank off")
    gtp("boardsize 5")
    assert gtp("gtpengine-remarks") == ""


@pytest.mark.lab
def test_a_technique_switched_off_may_leave_settings(gtp: Talk) -> None:
    gtp("gtpengine-param mast_temperature 0.5")
    assert gtp("gtpengine-remarks") == ""
