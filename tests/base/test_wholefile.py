"""Files that are written as a whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from gtpengine.base.wholefile import whole_file


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


def test_a_planted_link_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    (tmp_path / "model.bin.part").symlink_to(victim)  # the name could be foretold
    monkeypatch.setattr("gtpengine.base.wholefile.os.urandom", bytes)
    planted = tmp_path / f".gtpengine-{bytes(8).hex()}.part"
    path = tmp_path / "model.bin"
    with whole_file(path) as file:
        file.write(b"after")
    assert (path.read_bytes(), victim.read_bytes()) == (b"after", b"precious")
    planted.symlink_to(victim)
    with pytest.raises(FileExistsError, match="model.bin"), whole_file(path) as file:
        file.write(b"again")
    assert (path.read_bytes(), victim.read_bytes()) == (b"after", b"precious")


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
        with pytest.raises(OSError, match=str(path)), whole_file(path) as file:
            file.write(b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]
