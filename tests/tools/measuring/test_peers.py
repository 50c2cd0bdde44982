"""Comparing speeds with other programs: parsing what they print, refusing what cannot be run."""

import shlex
import sys

import pytest
from gtpengine.tools.measuring.peers import VersusError, parse_peers, parse_speed, peer_speed

from gtpengine.commands import bench


@pytest.mark.parametrize(
    ("output", "speed"),
    [
        ("= 91.5 kpps\n7.11 kpps/GHz (clock independent)\n", 91_500.0),
        ("moggy status in 0.3s, 15484 games/s\n\n", 15_484.0),
        ("board 9x9   149,000 playouts/s   111.1 moves\n", 149_000.0),
        ("first 1 kpps, then 2 kpps\n", 2_000.0),
        ("3.5 kpps/GHz\n", None),
    ],
)
def test_the_speed_is_read_from_the_output(output: str, speed: float | None) -> None:
    assert parse_speed(output) == speed


def test_peers_are_name_and_command() -> None:
    assert parse_peers(["ego=./engine --x=1"]) == {"ego": "./engine --x=1"}
    for text in ("ego", "=./engine", "ego="):
        with pytest.raises(VersusError, match="NAME=COMMAND"):
            parse_peers([text])


def test_a_program_that_fails_is_named() -> None:
    with pytest.raises(VersusError, match="ego: "):
        peer_speed("ego", "/no/such/program", 9)
    with pytest.raises(VersusError, match="ego printed neither"):
        peer_speed("ego", f"{shlex.quote(sys.executable)} -c 0", 9)


def test_the_bench_command_prints_a_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    program = "import sys; assert 'benchmark' in sys.stdin.readline(); print(0.001, 'kpps', {size})"
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(program)}"
    words = ["board", "--runs", "1", "--scale", "0.01", "--size", "9"]
    words += ["--versus", f"slow={command}"]
    assert bench.COMMAND.ready("gtpengine bench", words)() == 0
    assert "x slow (1/s)" in capsys.readouterr().err
    assert bench.COMMAND.ready("gtpengine bench", ["board", "--versus", "slow"])() == 2
