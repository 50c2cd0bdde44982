"""GTP commands that read and write games."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from board_ext.coords import BLACK, WHITE
from gtpengine import __version__
from gtpengine.base.userpath import open_regular
from gtpengine.base.wholefile import whole_file
from gtpengine.game.replay import initial_position
from gtpengine.game.sgf import game_tree, read_file
from gtpengine.gtp.arguments import Args, is_integer, shorten
from gtpengine.gtp.protocol import GtpError
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.tree import write


@command("loadsgf", "FILE [MOVE_NUMBER]")
def loadsgf(session: Session, args: Args) -> str:
    """Load the main line of a game up to before a move, or all of it."""
    path, move_number = _file_and_number(args)
    if move_number is not None and move_number < 0:
        raise args.error("move number must not be negative")
    try:
        session.engine.load(read_file(path), move_number)
    except SgfError as error:
        named = f" {shorten(path)}" if " " in path else ""
        raise GtpError(f"cannot load file{named}: {error}") from None
    return ""


def _file_and_number(args: Args) -> tuple[str, int | None]:
    """Take a file name, which may have blanks, and a move number if there is one.

    A file that exists is meant before a number that its name could end with.
    """
    words = (args.word("file name"), *args.rest())
    whole = " ".join(words)
    if len(words) == 1 or os.path.exists(whole):
        return whole, None
    last = Args(words[-1:], args.usage)
    if len(words) == 2 or is_integer(words[-1]):
        return " ".join(words[:-1]), last.integer("move number")
    return whole, None


@command("printsgf", "[FILE]")
def printsgf(session: Session, args: Args) -> str:
    """The game as SGF, or write it into a file."""
    data = _sgf(session)
    if not len(args):
        return data.decode("utf-8", "replace")
    try:
        _replace(" ".join(args.rest()), data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no such file or directory"
        raise GtpError(f"cannot write file: {reason.lower()}") from None
    return ""


def _replace(name: str, data: bytes) -> None:
    """Write a file as a whole; the target of a link is replaced, a pipe or device refused."""
    path = Path(os.path.realpath(name))
    with contextlib.suppress(FileNotFoundError):
        os.close(open_regular(path, os.O_WRONLY))
    with whole_file(path) as file:
        file.write(data)


def _sgf(session: Session) -> bytes:
    position = session.engine.position
    first = initial_position(position)
    stones: dict[int, list[int]] = {BLACK: [], WHITE: []}
    for point in range(first.size**2):
        if (color := first.color_at(point)) in stones:
            stones[color].append(point)
    tree = game_tree(
        size=position.size,
        komi=position.komi,
        rules=position.rules.name,
        handicap=position.handicap,
        black=stones[BLACK],
        white=stones[WHITE],
        first_to_play=first.to_play,
        moves=position.moves,
        application=f"gtpengine:{__version__}",
    )
    return write([tree])
