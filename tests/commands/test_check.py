"""``gtpengine check``: what it measures, advises and warns of."""

from __future__ import annotations

import dataclasses
import json
import signal
import subprocess
import sys

import pytest

from gtpengine.cli import main, parse_settings
from gtpengine.commands import check
from gtpengine.commands.check import Advice, Facts, Speed, advise, report, warn
from gtpengine.commands.enginelines import EngineEntry, lines_to_paste, own_program
from gtpengine.network.kernel.convolution import PATHS

FACTS = Facts(
    cpu="Some CPU",
    features=("popcnt",),
    installed_cores=8,
    usable_cores=8,
    whole_cores=4,
    cpu_quota=None,
    memory_mb=16_000,
    native=False,
    network_path="avx2",
    governor="",
    clock="tsc",
)


def speeds(rates: dict[int, float], bytes_each: float = 200.0, share: float = 1.0) -> list[Speed]:
    """Speeds on 19x19 by threads; smaller boards are faster."""
    return [
        Speed(size, threads, rate * factor, bytes_each, share)
        for size, factor in ((9, 4.0), (13, 2.0), (19, 1.0))
        for threads, rate in rates.items()
    ]


def test_every_path_of_this_build_has_its_words() -> None:
    assert set(PATHS) <= set(check.PATHS)


@pytest.mark.parametrize(
    ("rates", "threads"),
    [
        ({1: 1000.0, 2: 1900.0, 4: 3600.0, 8: 6000.0}, 8),
        ({1: 1000.0, 2: 1900.0, 4: 3600.0, 8: 3700.0}, 4),
        ({1: 1000.0, 2: 900.0}, 1),
    ],
)
def test_threads_are_the_fewest_that_are_nearly_the_fastest(
    rates: dict[int, float], threads: int
) -> None:
    assert advise(speeds(rates), FACTS).threads == threads


@pytest.mark.parametrize(("rate", "seconds"), [(20_000, 1), (5_000, 2), (1_500, 10), (10, 60)])
def test_time_brings_the_simulations_of_a_move_without_a_limit(rate: float, seconds: int) -> None:
    assert advise(speeds({1: rate}), FACTS).seconds_per_move == seconds


@pytest.mark.parametrize(
    ("left", "bytes_each", "memory"),
    [
        (16_000, 200.0, 512),  # a minute fills 114 MB
        (16_000, 2_000.0, 2_048),  # 1,144 MB
        (16_000, 20_000.0, 4_096),  # 11,444 MB, of which half of the rest has no room
        (700, 200.0, 256),
        (20, 200.0, 16),
        (None, 2_000.0, 1_024),
    ],
)
def test_memory_holds_a_minute_and_leaves_half_of_what_there_is(
    left: int | None, bytes_each: float, memory: int
) -> None:
    found = advise(speeds({1: 2_500.0}, bytes_each), dataclasses.replace(FACTS, memory_mb=left))
    assert found.memory_mb == memory


def test_the_advice_is_a_command_line_that_works() -> None:
    program, *words = Advice(4, 1024, 5).command().split()
    assert program == "gtpengine"
    given = dict(parse_settings(words).options)
    assert given == {"threads": "4", "memory": "1024", "time_per_move": "5"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"usable_cores": 2, "installed_cores": 2}, "8 threads are more than the 2 cores"),
        (
            {"installed_cores": 16},
            "has 16 cores, but this program may use 8 (taskset or a container)",
        ),
        ({"installed_cores": 16, "cpu_quota": 7.5}, "(a limit of 7.5 cores)"),
        ({"memory_mb": 900}, "only 900 MB of memory are left"),
        ({"governor": "powersave"}, "governor is powersave"),
        ({"clock": "hpet"}, "clock is hpet"),
    ],
)
def test_warnings(change: dict[str, object], words: str) -> None:
    measured = speeds({1: 1000.0, 8: 7000.0})
    assert warn(FACTS, measured) == []
    (warning,) = warn(dataclasses.replace(FACTS, **change), measured)  # type: ignore[arg-type]
    assert words in warning


def test_a_busy_machine_is_told() -> None:
    (warning,) = warn(FACTS, speeds({1: 1000.0, 8: 3000.0}, share=0.4))
    assert "got 40 % of the time of their cores" in warning


def test_the_report_in_words() -> None:
    measured = speeds({1: 1000.0, 8: 6000.0})
    lines = report(FACTS, measured, advise(measured, FACTS), ["a warning " * 30])
    text = "\n".join(lines)
    assert "8 of 8 may be used; they are the threads of 4 cores" in text
    assert "6,000 (6.0x)" in text
    assert "  gtpengine --threads 8 --memory 512 --time-per-move 2" in lines
    # What is to be pasted is not wrapped.
    pasted = lines_to_paste(
        EngineEntry(own_program(), "--threads 8 --memory 512 --time-per-move 2")
    )
    assert [line.strip() for line in lines if line.strip() in {one.strip() for one in pasted}] == [
        line.strip() for line in pasted
    ]
    assert max(len(line) for line in lines if line[2:] not in pasted) <= 100


def test_json_of_a_short_measurement(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", "--seconds", "0.1", "--threads", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {(s["size"], s["threads"]) for s in found["speeds"]} == {
        (size, threads) for size in (9, 13, 19) for threads in (1, 2)
    }
    assert all(s["simulations_per_second"] > 0 for s in found["speeds"])
    assert all(0 <= s["cpu_share"] <= 1 for s in found["speeds"])
    assert found["advice"]["command"].startswith("gtpengine --threads")
    assert found["machine"]["usable_cores"] >= 1


def test_words_of_a_short_measurement(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--seconds", "0.1", "--threads", "1"]) == 0
    shown = capsys.readouterr()
    assert "Copy this:\n  gtpengine --threads 1 --memory" in shown.out
    assert shown.err == "measuring for about 0.1 seconds ...\n"


def test_an_interrupt_ends_it_without_a_word() -> None:
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "gtpengine", "check", "--seconds", "600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("measuring")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert out == err == ""
