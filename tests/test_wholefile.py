"""Files that are written as a whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from gtpengine.wholefile import whole_file


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
