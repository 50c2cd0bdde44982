"""Files of records in tar archives; zip archives are in test_records_sgf.py."""

from __future__ import annotations

import io
import lzma
import tarfile
from pathlib import Path

import pytest

from gtpengine.game import documents as module
from gtpengine.game.documents import RecordError, documents


def pack(path: Path, mode: str, **files: bytes) -> None:
    """Write a tar archive; ``__`` in a name stands for its dot."""
    with tarfile.open(path, mode) as tar:  # type: ignore[call-overload]
        for name, data in files.items():
            info = tarfile.TarInfo(name.replace("__", "."))
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))


def read(path: Path) -> tuple[list[tuple[str, bytes]], list[str]]:
    skipped: list[str] = []
    return list(documents(path, skipped.append)), skipped


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("a.tar", "w"),
        ("a.tar.gz", "w:gz"),
        ("a.TGZ", "w:gz"),
        ("a.tbz2", "w:bz2"),
        ("a.txz", "w:xz"),
    ],
)
def test_archives_of_all_packings(tmp_path: Path, name: str, mode: str) -> None:
    packed = lzma.compress(b"2")
    pack(tmp_path / name, mode, b__sgf=b"1", a__sgf__xz=packed, c__md=b"", d__zip=b"3")
    found, skipped = read(tmp_path / name)
    assert found == [(f"{name}:b.sgf", b"1"), (f"{name}:a.sgf.xz", b"2")]
    assert skipped == [f"{name}:d.zip is an archive in an archive; unpack it"]
    assert read(tmp_path)[0] == found  # in a folder, too


def test_damage_links_and_bombs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 1000)
    with tarfile.open(tmp_path / "a.tar", "w") as tar:
        link = tarfile.TarInfo("link.sgf")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    assert read(tmp_path / "a.tar") == ([], [])
    pack(tmp_path / "b.tgz", "w:gz", big__sgf=bytes(5000), bad__sgf__xz=b"x", good__sgf=b"1")
    found, skipped = read(tmp_path / "b.tgz")
    assert found == [("b.tgz:good.sgf", b"1")]
    assert skipped == [
        "b.tgz:big.sgf holds more than 0 MiB; divide it",
        "b.tgz:bad.sgf.xz is damaged or locked",
    ]
    whole = (tmp_path / "b.tgz").read_bytes()
    (tmp_path / "cut.tgz").write_bytes(whole[: len(whole) // 2])
    assert read(tmp_path / "cut.tgz")[1][-1] == "cut.tgz is no sound tar archive"
    (tmp_path / "no.tar").write_bytes(b"no archive")
    assert read(tmp_path / "no.tar") == ([], ["no.tar is no sound tar archive"])


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no such file or folder; give records as .*tar"):
        read(tmp_path / "nowhere")
