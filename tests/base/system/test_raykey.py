"""The key of a Ray cluster: used where there is one, and private."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gtpengine.base.system import raykey


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_a_key_is_used_where_there_is_one(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raykey.use_key()
    raykey.protect_key()
    assert "RAY_AUTH_MODE" not in os.environ
    raykey.key_file().parent.mkdir()
    raykey.key_file().write_text("key")
    assert raykey.key_file().is_relative_to(home)
    raykey.use_key()
    assert os.environ["RAY_AUTH_MODE"] == "token"
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    raykey.use_key()
    assert os.environ["RAY_AUTH_MODE"] == "disabled"


def test_a_key_in_the_environment_is_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not raykey.key_file().exists()
    assert raykey.key_file().is_relative_to(home)
    monkeypatch.setenv("RAY_AUTH_TOKEN", "key")
    raykey.use_key()
    assert os.environ["RAY_AUTH_MODE"] == "token"


def test_nobody_else_may_read_it(home: Path) -> None:
    raykey.key_file().parent.mkdir()
    raykey.key_file().write_text("key")
    raykey.key_file().chmod(0o644)
    raykey.protect_key()
    assert raykey.key_file().stat().st_mode & 0o777 == 0o600
    assert raykey.key_file().is_relative_to(home)
