"""Files that are written as a whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from gtpengine.base.files.wholefile import FOREIGN, TAKEN, new_file, user_file, whole_file


def test_the_file_is_replaced_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(b"before")
    neighbour = tmp_path / "model.part"
    neighbour.write_bytes(b"another file")
    with whole_file(path) as file:
        file.write(b"after")
        assert path.read_bytes() == b"before"
    assert path.read_bytes() == b"after"
    assert neighbour.read_bytes() == b"another file"
    assert sorted(tmp_path.iterdir()) == [path, neighbour]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_nothing_is_left_of_a_failure(error: BaseException, tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(b"before")

    def fail() -> None:
        with whole_file(path) as file:
            file.write(b"after")
            raise error

    with pytest.raises(type(error)) as found:
        fail()
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]
    if isinstance(found.value, OSError):
        assert (found.value.errno, found.value.filename) == (errno.ENOSPC, str(path))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_planted_link_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    (tmp_path / "model.bin.part").symlink_to(victim)  # the name could be foretold
    monkeypatch.setattr("gtpengine.base.files.wholefile.os.urandom", bytes)
    planted = tmp_path / f".gtpengine-{bytes(8).hex()}.part"
    path = tmp_path / "model.bin"
    with whole_file(path) as file:
        file.write(b"after")
    assert (path.read_bytes(), victim.read_bytes()) == (b"after", b"precious")
    planted.symlink_to(victim)
    with pytest.raises(FileExistsError, match="model.bin"), whole_file(path) as file:
        file.write(b"again")
    assert (path.read_bytes(), victim.read_bytes()) == (b"after", b"precious")


@pytest.mark.skipif(sys.platform == "win32", reason="no pipe is a file there")
def test_a_pipe_is_written_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with whole_file(pipe) as file:
        file.write(b"page")
    assert os.read(reader, 10) == b"page"
    os.close(reader)
    assert pipe.is_fifo() and list(tmp_path.iterdir()) == [pipe]


@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC, errno.EDQUOT])
def test_each_call_that_fails_leaves_the_old_file_alone(
    call: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(b"before")

    def fail(*_arguments: object, **_named: object) -> None:
        raise OSError(code, os.strerror(code), "a part")

    with monkeypatch.context() as patch:
        patch.setattr(Path if call == "open" else os, call, fail)
        with (
            pytest.raises(OSError, match=re.escape(repr(str(path))[1:-1])),
            whole_file(path) as file,
        ):
            file.write(b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("content", [b"", b"by hand", b"sign-less" * 10_000 + b"SIGN"])
def test_a_file_without_the_sign_stays(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(content)
    if content:
        with pytest.raises(FileExistsError, match=FOREIGN), user_file(path, b"SIGN") as file:
            file.write(b"never")
        assert path.read_bytes() == content
    else:
        with user_file(path, b"SIGN") as file:
            file.write(b"SIGN 1")
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_with_the_sign_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    for number in range(3):
        with user_file(path, b"SIGN") as file:
            file.write(f"SIGN {number}".encode())
    assert path.read_bytes() == b"SIGN 2"


KINDS = (
    ["file", "folder"]
    if sys.platform == "win32"
    else ["file", "folder", "link", "hanging link", "pipe"]
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_file_takes_no_name_that_is_taken(tmp_path: Path, kind: str) -> None:
    path, other = tmp_path / "game.sgf", tmp_path / "other"
    match kind:
        case "file":
            path.write_bytes(b"")
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case _:
            path.symlink_to(other)
            if kind == "link":
                other.write_bytes(b"precious")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(FileExistsError, match=TAKEN), new_file(path) as file:
        file.write(b"game")
    assert sorted(tmp_path.iterdir()) == before and other.exists() == (kind == "link")


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("opened", [new_file, lambda path: user_file(path, b"SIGN")])
def test_a_name_that_is_taken_meanwhile_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool, opened: Any
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", _no_links)
    path = tmp_path / "game.sgf"
    with opened(path) as file:
        file.write(b"one")
    assert path.read_bytes() == b"one"
    path.unlink()

    def taken() -> None:
        with opened(path) as file:
            file.write(b"two")
            path.write_bytes(b"another's")

    with pytest.raises(FileExistsError, match=TAKEN):
        taken()
    assert path.read_bytes() == b"another's" and list(tmp_path.iterdir()) == [path]


def _no_links(*_arguments: object, **_named: object) -> None:
    raise PermissionError(errno.EPERM, "as a stick with FAT answers")
