"""Whole commands with hostile engines: they end, with all games, a status, and a page to read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from gtpengine.tools.running.engines import EngineSpec

from gtpengine.cli import main

Hostile = Callable[..., EngineSpec]

HANG = ("--hang", "1.5", "--concurrency", "2")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("exits genmove", "crash 2"),
        ("exits_with_a_child_at_stdout genmove", "crash 2"),
        ("is_silent genmove", "hang 2"),
        ("answers_all boardsize", "protocol 2"),
        ("names_a_pass final_status_list", "error 2"),
    ],
)
def test_a_match_ends_and_the_same_command_says_the_same(
    hostile: Hostile, capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    good, bad = f"good={hostile().command}", f"bad={hostile(words).command}"
    command = ["match", good, bad, "--name", "m", *HANG, "--games"]
    assert main([*command, "2"]) == 1
    first = capsys.readouterr().out
    assert f"failures: {said}\n" in first
    assert main([*command, "2"]) == 1
    assert capsys.readouterr().out == first
    assert main([*command, "4"]) == 1  # it goes on
    assert f"failures: {said.replace('2', '4')}\n" in capsys.readouterr().out


def test_a_scorer_that_is_silent_is_named_once_and_counted(
    hostile: Hostile, capsys: pytest.CaptureFixture[str]
) -> None:
    good, scorer = f"good={hostile().command}", hostile("is_silent final_status_list").command
    words = ["match", good, good, "--games", "4", *HANG, "--concurrency", "1"]
    for _ in range(2):
        assert main([*words, "--scorer", f"judge={scorer}", "--name", "m"]) == 1
        told = capsys.readouterr()
        assert "the scorer failed in 4 games" in told.out
        assert "judge: no reply in 1.5 s to 'final_status_list dead'" in told.out
    assert main([*words, "--scorer", f"j={scorer}", "--on-failure", "stop", "--name", "s"]) == 1
    assert "stopped: game 0: scorer failed: scorer failed: j: no reply" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("is_silent name", "--scorer: s: no reply in 1.5 s to 'name'"),
        ("exits list_commands", "--scorer: s: ended at 'list_commands'"),
        ("refuses list_commands", "its list_commands does not have final_status_list"),
    ],
)
def test_a_scorer_that_cannot_score_is_refused_before_the_first_game(
    hostile: Hostile, capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    good, scorer = hostile().command, hostile(words).command
    assert main(["match", good, good, "--games", "2", "--scorer", f"s={scorer}", *HANG]) == 2
    assert said in capsys.readouterr().err


def test_other_commands_with_hostile_engines(
    hostile: Hostile, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = (
        f"good={hostile().command}",
        f"bad={hostile('names_junk final_status_list').command}",
    )
    assert main(["sprt", good, bad, "--max-games", "8", "--name", "s", *HANG]) == 1
    assert "no verdict" in capsys.readouterr().out
    assert main(["tournament", good, bad, "--rounds", "1", "--name", "t", *HANG]) == 1
    assert "bad had errors in 2 of 2 games" in capsys.readouterr().out
    bad = hostile("is_silent genmove").command
    tune = ["tune", bad, "--param", "a=0:1", "--trials", "1", "--games", "2", "--check", "0"]
    assert main([*tune, "--set-command", "komi {value}", *HANG]) == 1
    assert "hang 2" in "".join(capsys.readouterr())
    Path("a.tst").write_text("1 name\n#? [hostile]\n\n2 showboard\n#? [x]\n")
    for way in ("is_silent", "exits", "answers_all", "writes_a_line_without_end"):
        engine = f"{way}={hostile(f'{way} showboard').command}"
        assert main(["regress", engine, "a.tst", "--timeout", "1.5", "--name", way]) == 1
        told = capsys.readouterr()
        assert "1 of 2 passed" in told.err and "Traceback" not in told.err
    assert main(["regress", hostile("is_silent version").command, "a.tst", "--timeout", "1.5"]) == 2
    assert "no reply in 1.5 s to 'version'" in capsys.readouterr().err


EVIL = "\x1b[2J<img src=x onerror=alert(1)>/../../up\u202e'; DROP TABLE game; --"


def test_names_are_text_in_reports_and_exports(
    hostile: Hostile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engines = tmp_path / "engines.toml"
    long, evil = hostile("has_a_long_name name"), hostile("has_an_evil_name version")
    engines.write_text(
        f'[{json.dumps(EVIL)}]\ncommand = "{evil.command}"\n["b/c"]\ncommand = "{long.command}"\n',
        encoding="utf-8",
    )
    event = f"../{EVIL}"
    words = ["match", EVIL, "b/c", "--engines", str(engines), "--games", "2", "--name", event]
    assert main([*words, "--sgf", "records"]) == 0
    told = "".join(capsys.readouterr())
    assert "\x1b" not in told and "\u202e" not in told and len(told) < 20_000
    assert main(["report", "--output", "page.html"]) == 0
    page = Path("page.html").read_text(encoding="utf-8")
    assert "<img src=x" not in page and "<script>alert" not in page and len(page) < 1_000_000
    assert "&lt;img src=x" in page
    assert main(["export", "--sgf", "out/sgf", "--csv", "out.csv"]) == 0
    assert len(list(Path("out/sgf").rglob("*.sgf"))) == 2
    assert not list(tmp_path.parent.glob("up*"))
    made = {path.name for path in tmp_path.iterdir() if "sqlite" not in path.name}
    assert made == {"engines.toml", "out", "out.csv", "page.html", "records"}
