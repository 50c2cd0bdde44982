"""The files of game records at a path: alone, in folders, and in archives (zip, tar).

What cannot be read inside a folder or an archive is told and left out. Archives in archives are not
opened. Files packed by xz are unpacked.
"""

from __future__ import annotations

import contextlib
import lzma
import os
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Final

from gtpengine.base.files.userpath import real_path

LARGEST: Final = 1 << 30
"""Most bytes of a file of records, unpacked: some millions of games, but no zip bomb."""
PIECE: Final = 1 << 20
"""Bytes that are unpacked at a time."""
GAMES: Final = (".sgf", ".gib", ".ngf", ".ugf", ".ugi")
"""Endings of records: SGF, and what servers write."""
PLAIN: Final = (*GAMES, ".txt", ".xz")
"""Endings of files that are read in folders and archives."""
TARS: Final = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
ARCHIVES: Final = (".zip", *TARS)
SUFFIXES: Final = (*PLAIN, ".zip", ".tar", ".gz", ".tgz", ".bz2", ".tbz2", ".txz")
"""Last endings of the files in a folder that are read."""
DAMAGE: Final = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)
"""Errors of unpacking: ``RuntimeError`` for passwords and for methods that this Python lacks,
``OSError`` for gzip and bzip2, ``ValueError`` for names that are not text."""

Skip = Callable[[str], object]
"""Is told why something was left out."""


class RecordError(ValueError):
    """A place without records; the message says what to give instead."""


class FileTooLargeError(ValueError):
    """A file that would take all memory."""


def documents(path: Path, skip: Skip) -> Iterator[tuple[str, bytes]]:
    """Yield (name, contents) of the files at a path, in folders and archives too, in order.

    :raises RecordError: when ``path`` cannot be read; inside a folder that is only told.
    """
    if path.is_dir():
        for child in files_in(path, skip):
            try:
                yield from documents(child, skip)
            except (RecordError, OSError):
                skip(f"{child.name} cannot be read")
        return
    if not path.is_file():
        raise RecordError(f"{path}: {_why_no_file(path)}")
    try:
        with path.open("rb") as file:
            if path.name.lower().endswith(".zip"):
                yield from _zipped(path.name, file, skip)
                return
            if path.name.lower().endswith(TARS):
                yield from _tarred(path.name, file, skip)
                return
            data = _unpacked(path.name, file)
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise RecordError(f"{path}: {why}; check your permissions, or leave it out") from None
    except FileTooLargeError as error:
        skip(str(error))
    except DAMAGE:
        skip(f"{path.name} is no sound xz file")
    else:
        yield path.name, data


def _why_no_file(path: Path) -> str:
    try:
        path.stat()
    except FileNotFoundError:
        return (
            "no such file or folder; give records as .txt, .xz, .sgf, .gib, .ngf, .ugf, .zip, .tar"
        )
    except (OSError, ValueError) as error:
        return (getattr(error, "strerror", None) or "no such file or folder").lower()
    return "not a regular file"


def _unpacked(name: str, file: IO[bytes]) -> bytes:
    """Return the unpacked contents of a file.

    :raises TooLargeError: when they exceed ``LARGEST`` bytes.
    """
    packed = name.lower().endswith(".xz")
    with lzma.LZMAFile(file) if packed else contextlib.nullcontext(file) as whole:
        data = bytearray()
        # Reading takes memory for what is asked for, even where a file has less.
        while piece := whole.read(PIECE):
            data += piece
            if len(data) > LARGEST:
                raise FileTooLargeError(f"{name} holds more than {LARGEST >> 20} MiB; divide it")
    return bytes(data)


def files_in(folder: Path, skip: Skip) -> list[Path]:
    """Return the files of records in a folder and its sub-folders, in order."""

    def refused(error: OSError) -> None:
        skip(f"{Path(error.filename).name} cannot be read")

    walk = os.walk(folder, onerror=refused)
    found = [Path(base, name) for base, _, names in walk for name in names]
    return sorted(child for child in found if child.name.lower().endswith((*PLAIN, *ARCHIVES)))


def is_game(name: str) -> bool:
    """Return whether a file holds games by its name; others have lines of text."""
    return name.lower().removesuffix(".xz").endswith(GAMES)


def game_files(path: Path, avoid: Path | None = None) -> Iterator[tuple[str, bytes | str]]:
    """Yield the place and the bytes of each file of games at a path, in order; a text in place of
    the bytes says why there are none.

    A file that is named by itself may have any name.

    :param avoid: a folder that is not read inside ``path``.
    """
    left_out: list[str] = []
    count = 0
    paths = files_in(path, left_out.append) if path.is_dir() else [path]
    if avoid is not None and path.is_dir():
        avoided = real_path(avoid)
        paths = [one for one in paths if avoided not in real_path(one).parents]
    for one in paths:
        shown = str(one)
        try:
            for name, data in documents(one, left_out.append):
                if is_game(name) or (one == path and ":" not in name):
                    count += 1
                    yield shown + name.removeprefix(one.name), data
        except RecordError as error:
            left_out.append(str(error).removeprefix(f"{one}: "))
        for why in left_out:
            count += 1
            yield shown, why
        left_out.clear()
    if not count:
        yield str(path), "no game records here: .sgf, .gib, .ngf, .ugf"


def _wanted(archive_name: str, name: str, skip: Skip) -> bool:
    """Return whether the member of an archive is read."""
    if name.lower().endswith(ARCHIVES):
        skip(f"{archive_name}:{name} is an archive in an archive; unpack it")
        return False
    return name.lower().endswith(PLAIN)


def _zipped(archive_name: str, file: IO[bytes], skip: Skip) -> Iterator[tuple[str, bytes]]:
    """Yield (name, contents) of the members of a zip archive."""
    try:
        archive = zipfile.ZipFile(file)
    except DAMAGE:
        skip(f"{archive_name} is no sound zip archive")
        return
    for name in sorted(archive.namelist()):
        if not _wanted(archive_name, name, skip):
            continue
        try:
            with archive.open(name) as member:
                data = _unpacked(f"{archive_name}:{name}", member)
        except FileTooLargeError as error:
            skip(str(error))
        except DAMAGE:
            skip(f"{archive_name}:{name} is damaged or locked")
        else:
            yield f"{archive_name}:{name}", data


def _tarred(archive_name: str, file: IO[bytes], skip: Skip) -> Iterator[tuple[str, bytes]]:
    """Yield (name, contents) of the files in a tar archive, in the archive's order.

    Nothing is written to the disk; links and devices are passed over.
    """
    try:
        with tarfile.open(fileobj=file, mode="r:*") as archive:
            for member in archive:
                if not member.isfile() or not _wanted(archive_name, member.name, skip):
                    continue
                content = archive.extractfile(member)
                assert content is not None  # it is a file
                try:
                    data = _unpacked(f"{archive_name}:{member.name}", content)
                except FileTooLargeError as error:
                    skip(str(error))
                except lzma.LZMAError:
                    skip(f"{archive_name}:{member.name} is damaged or locked")
                else:
                    yield f"{archive_name}:{member.name}", data
    except DAMAGE:
        skip(f"{archive_name} is no sound tar archive")
