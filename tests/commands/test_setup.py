"""``gtpengine setup``: shown, asked about, and with a copy of what was there."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from gtpengine.base.arguments.parser import UsageError
from gtpengine.commands import setup


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> int:
    return setup.COMMAND.ready("gtpengine setup", words)()


def katrain(home: Path) -> Path:
    path = home / ".katrain" / "config.json"
    path.parent.mkdir()
    path.write_text('{"engine": {"altcommand": ""}}', encoding="utf-8")
    return path


def answer(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(text))


def test_yes_writes_and_keeps_copies(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = katrain(home)
    before = path.read_text(encoding="utf-8")
    answer(monkeypatch, "y\n")
    assert run("katrain") == 0
    assert "+" in capsys.readouterr().out
    assert json.loads(path.read_text(encoding="utf-8"))["engine"]["max_visits"] == 2000
    copy = path.with_name("config.json.before-gtpengine")
    assert copy.read_text(encoding="utf-8") == before
    # Nothing is left to do; and another copy takes another name.
    assert run("katrain") == 0
    assert "already" in capsys.readouterr().out
    path.write_text(before, encoding="utf-8")
    assert run("katrain", "--yes") == 0
    assert len(list(path.parent.iterdir())) == 3


@pytest.mark.parametrize("text", ["\n", "n\n", ""])
def test_no_writes_nothing(home: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    path = katrain(home)
    before = path.read_text(encoding="utf-8")
    answer(monkeypatch, text)
    assert run("katrain") == 1
    assert [*path.parent.iterdir()] == [path]
    assert path.read_text(encoding="utf-8") == before


def test_without_a_terminal_it_does_not_write_unasked(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = katrain(home)
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    with pytest.raises(UsageError, match="--yes"):
        run("katrain")
    assert [*path.parent.iterdir()] == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_a_link(home: Path) -> None:
    path = katrain(home)
    real = home / "kept elsewhere.json"
    path.rename(real)
    path.symlink_to(real)
    assert run("katrain", "--yes") == 0
    assert path.is_symlink()
    assert "gtpengine" in real.read_text(encoding="utf-8")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("name", ["sabaki", "katrain", "lizzie", "gogui"])
def test_without_a_settings_file_it_says_what_to_do(name: str) -> None:
    with pytest.raises(UsageError, match="enter the engine there"):
        run(name)


def test_a_broken_file_is_left_alone(home: Path) -> None:
    path = katrain(home)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(UsageError, match="not JSON"):
        run("katrain", "--yes")
    assert path.read_text(encoding="utf-8") == "{"


def test_a_read_only_file_stays(home: Path) -> None:
    path = katrain(home)
    before = path.read_text(encoding="utf-8")
    path.chmod(0o444)
    with pytest.raises(UsageError, match="read-only"):
        run("katrain", "--yes")
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_what_others_may_not_read_stays_so(home: Path) -> None:
    path = katrain(home)
    path.chmod(0o600)
    assert run("katrain", "--yes") == 0
    assert {one.stat().st_mode & 0o777 for one in path.parent.iterdir()} == {0o600}


def test_the_config_of_another_program_is_not_lizzies(home: Path) -> None:
    other = home / "config.txt"
    other.write_text("name=bot\nengine=gtpengine\n", encoding="utf-8")
    with pytest.raises(UsageError, match="enter the engine there"):
        run("lizzie", "--yes")
    next_one = home / ".lizzieyzy-next" / "config.txt"
    next_one.parent.mkdir()
    next_one.write_text('{"leelaz": {"engine-settings-list": []}}', encoding="utf-8")
    assert run("lizzie", "--yes") == 0
    assert "gtpengine" in next_one.read_text(encoding="utf-8")
    assert other.read_text(encoding="utf-8").startswith("name=bot")


def test_a_file_that_is_named_and_missing_is_not_made(home: Path) -> None:
    for name in ("sabaki", "gogui"):
        with pytest.raises(UsageError, match="no such file|file not found|cannot find"):
            run(name, "--yes", "--file", str(home / "prefs.xml"))
    with pytest.raises(UsageError, match="directory"):
        run("lizzie", "--yes", "--file", str(home))


def test_another_program_is_refused() -> None:
    with pytest.raises(UsageError, match="sabaki, katrain, lizzie, gogui"):
        run("q5go")
