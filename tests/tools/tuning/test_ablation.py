"""``gtpengine ablation``: rows, limits, and a table that is continued."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gtpengine.tools.running.engines import parse_engine, settings_of
from gtpengine.tools.tuning.ablation import BESIDE, LED, PLAYOUTS, parts_of

from gtpengine.cli import command_line, main
from gtpengine.mcts.params.search_params import OWN_ROWS, PARAMS
from gtpengine.programs.gtp_client import GtpClient

PARTS = tuple(dict.fromkeys((*LED, *BESIDE, *PLAYOUTS)))
WORDS = ("ablation", "--size", "5", "--games", "2", "--simulations", "5", "--concurrency", "1")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.lab
@pytest.mark.parametrize("row", PARTS)
def test_every_part_is_on_until_it_is_switched_off(row: str) -> None:
    for name, value in settings_of(row, "--off"):
        assert PARAMS[name].parse(value) != PARAMS[name].default


#: On by default but not rows of the table: other tables have them, or they only scale a part.
ELSEWHERE = {
    "prior_model_file",  # chooses a kind, not an amount
    "playout_weights_file",
    "td_search_file",
    "virtual_loss",  # matters with threads only
    "first_play_urgency",  # for children without a prior; prior_even gives one to all
    "prior_model_exponent",
    "rave_schedule",
    "widening_visits",
    "solver_empty",
    "playout_order",
    "playout_max_moves",
    "network",  # none by default; the next two matter with one
    "network_lambda",
    "network_prior",
}


def test_the_rows_are_those_that_are_on_with_the_engine() -> None:
    assert parts_of("gtpengine", 9) == LED
    assert parts_of("gtpengine --set network_role=beside", 9) == BESIDE + PLAYOUTS
    assert parts_of("gtpengine --set network=none", 9) == PLAYOUTS
    assert parts_of("gtpengine", 5) == PLAYOUTS, "the program has no network for 5x5"


def test_no_part_is_forgotten() -> None:
    named = {name for row in PARTS for name, _ in settings_of(row, "--off")}
    # Techniques and rules with a file of their own are off; what else they have does nothing.
    off = {row.name for rows in OWN_ROWS.values() for row in rows}
    on = {
        name
        for name, spec in PARAMS.items()
        if spec.default not in (0, 0.0, False, "") and name not in ELSEWHERE | off
    }
    assert on <= named, f"on by default, and in no row of the table: {on - named}"


@pytest.mark.lab
def test_a_table_is_continued(capsys: pytest.CaptureFixture[str]) -> None:
    words = (*WORDS, "--seconds", "0", "--off", "solver=false", "--off", "prior_model=0,mercy=0.3")
    assert main(words) == 0
    first = capsys.readouterr()
    rows = first.out.splitlines()
    assert rows[0].startswith("| switched off | Elo at 5 simulations |")
    assert re.fullmatch(r"\| `solver=false` \| .* \(.* to .*\), 2 games \| [+-]\d+ % \|", rows[2])
    assert rows[3].startswith("| `prior_model=0`, `mercy=0.3` | ")
    assert len(rows) == 4 and first.err.count(": new") == 2
    assert main(words) == 0
    second = capsys.readouterr()
    assert second.out == first.out and second.err.count("continued, 2 games done") == 2


def test_equal_time_alone(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("ablation", "--size", "5", "--games", "2", "--simulations", "0")
    assert main((*words, "--seconds", "0.01", "--off", "solver=false")) == 0
    head, _, row = capsys.readouterr().out.splitlines()
    assert head == "| switched off | Elo at 0.01 s a move |"
    assert re.fullmatch(r"\| `solver=false` \| [^|]*, 2 games \|", row)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--games", "3"), "games come in pairs"),
        (("--simulations", "0", "--seconds", "0"), "nothing to play"),
        (("--seconds", "-1"), "give a number from 0 to 86400"),
        (("--off", "solver"), "give NAME=VALUE"),
        (("--name", "x"), "--name does nothing here; leave it out"),
        (("--sgf", "games"), "--sgf does nothing here"),
        (("--off", "no_such=1"), "no_such"),
    ],
)
def test_wrong_arguments(
    words: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main((*WORDS, *words)) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize("name", ["ablation", "tactics", "timecheck"])
def test_the_engine_is_not_what_lies_in_this_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gtpengine.py").write_text("open('harm', 'w'); raise SystemExit(1)")
    monkeypatch.chdir(tmp_path)
    parser = command_line(name).parser(name)
    spec = parse_engine(parser.get_default("engine").partition(" --")[0], {})
    with GtpClient(spec.command) as client:
        assert client.send("name") == "gtpengine"
    assert not Path("harm").exists()
