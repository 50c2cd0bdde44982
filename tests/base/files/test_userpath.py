"""Paths as users write them."""

from __future__ import annotations

import sys
import tracemalloc
from pathlib import Path

import pytest

from gtpengine.base.files.userpath import read_regular, real_path, user_path
from gtpengine.cli import main


def test_homes_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, "/somewhere")
    assert user_path("~/a.toml") == Path("/somewhere/a.toml")
    assert user_path("a/~b") == Path("a/~b")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows names a home for everybody")
@pytest.mark.parametrize("option", ["--config", "--log"])
def test_the_home_of_nobody_is_an_error_of_the_user(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([option, "~nobody-of-that-name/file"]) == 2
    assert "~nobody-of-that-name/file" in capsys.readouterr().err


def test_a_small_file_takes_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"some bytes")
    tracemalloc.start()
    try:
        assert read_regular(path) == b"some bytes"
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
    with pytest.raises(OSError, match="Longer than 9 bytes"):
        read_regular(path, 9)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_itself_is_a_path(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "link").symlink_to("file")
    assert real_path(tmp_path / "loop").name == "loop"
    assert real_path(tmp_path / "link") == real_path(tmp_path) / "file"
