"""GTP commands that read and write games."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from gtpengine.base.files.userpath import open_regular, read_regular
from gtpengine.base.files.wholefile import FOREIGN, new_file, whole_file
from gtpengine.game.replay import position_tree
from gtpengine.game.sgf import MOST_BYTES, read_file
from gtpengine.gtp.arguments import Args, is_integer, shorten
from gtpengine.gtp.protocol import GtpError
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.parse import first_tree
from gtpengine.sgf.tree import write

PRINTED: Final = {"FF", "GM", "CA", "AP", "SZ", "KM", "RU", "HA", "AB", "AW", "PL", "B", "W"}
"""The properties that ``printsgf`` writes."""


@command("loadsgf", "FILE [MOVE_NUMBER]")
def loadsgf(session: Session, args: Args) -> str:
    """Load the main line of a game up to before a move, or the whole line."""
    path, move_number = _file_and_number(args)
    if move_number is not None and move_number < 0:
        raise args.error("move number must not be negative")
    try:
        session.engine.load(read_file(path), move_number)
    except SgfError as error:
        named = f" {shorten(os.path.basename(path))}" if " " in path else ""
        raise GtpError(f"cannot load file{named}: {error}") from None
    return ""


def _file_and_number(args: Args) -> tuple[str, int | None]:
    """Take a file name, which may have blanks, and a move number if there is one.

    A file that exists is meant before a number that its name could end with.
    """
    words = (args.word("file name"), *args.rest())
    whole = " ".join(words)
    if len(words) == 1 or os.path.exists(whole):
        return _unquoted(whole), None
    first = _unquoted(" ".join(words[:-1]))
    if is_integer(words[-1]) or os.path.exists(first):
        return first, Args(words[-1:], args.usage).integer("move number")
    return _unquoted(whole), None


def _unquoted(name: str) -> str:
    """Return a file name without the quotation marks that a program puts around blanks."""
    quoted = len(name) > 2 and name[0] == name[-1] == '"' and not os.path.exists(name)
    return name[1:-1] if quoted else name


@command("printsgf", "[FILE]")
def printsgf(session: Session, args: Args) -> str:
    """The game as SGF, or write it into a file: a new file, or a file that this command wrote."""
    data = _sgf(session)
    if not len(args):
        return data.decode("utf-8", "replace")
    try:
        _replace(_unquoted(" ".join(args.rest())), data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no such file or directory"
        raise GtpError(f"cannot write file: {reason.lower()}") from None
    return ""


def _replace(name: str, data: bytes) -> None:
    """Write a file as a whole; the target of a link is replaced, a pipe or device refused.

    :raises FileExistsError: when a file is there that holds more than this command writes.
    """
    path = Path(os.path.realpath(name))
    try:
        os.close(open_regular(path, os.O_WRONLY))
        there = read_regular(path, MOST_BYTES)
    except FileNotFoundError:
        there = b""
    if there and not _is_printed(there):
        raise FileExistsError(errno.EEXIST, FOREIGN)
    with whole_file(path) if path.exists() else new_file(path) as file:
        file.write(data)


def _is_printed(data: bytes) -> bool:
    """Return whether ``printsgf`` wrote a file, and nobody added to it."""
    try:
        tree = first_tree(data)
    except SgfError:
        return False
    line = list(tree.root.main_line())
    plain = all(node.properties.keys() <= PRINTED and len(node.children) < 2 for node in line)
    return plain and not tree.more and tree.root.raw("AP").startswith(b"gtpengine")


def _sgf(session: Session) -> bytes:
    return write([position_tree(session.engine.position)])
