"""``gtpengine setup``: enter the engine into the settings of a program that shows a board."""

from __future__ import annotations

import argparse
import difflib
import errno
import shutil
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import argument, flag, option
from gtpengine.base.arguments.parser import UsageError
from gtpengine.base.files.userpath import real_path, user_path
from gtpengine.base.files.wholefile import whole_file
from gtpengine.commands.clients import CLIENTS, Files, FormatError
from gtpengine.commands.enginelines import EngineEntry, own_program

KEPT = ".before-gtpengine"
"""What is added to the name of the copy."""


def client_named(word: str) -> str:
    """Return the word of a program that can be set up.

    :raises argparse.ArgumentTypeError: when no program has that name.
    """
    if word.lower() not in CLIENTS:
        raise argparse.ArgumentTypeError(f"it is one of {', '.join(CLIENTS)}")
    return word.lower()


@dataclass(frozen=True, kw_only=True, slots=True)
class SetupOptions:
    """What ``gtpengine setup`` takes."""

    program: str = argument(f"which program: {', '.join(CLIENTS)}", client_named)
    file: Path | None = option(
        "its settings file (default: where it usually is)", user_path, default=None, metavar="FILE"
    )
    options: str = option(
        "options of the engine, in quotes (KaTrain has its own and takes none)",
        str,
        default="--time-per-move 5",
        metavar="OPTIONS",
    )
    yes: bool = flag("do not ask")


def run(args: SetupOptions) -> int:
    """Show the change, ask and write; return the exit status: 1 when nothing was written."""
    client = CLIENTS[args.program]
    path = args.file or next(filter(client.is_there, client.places()), None)
    if path is None:
        places = ", ".join(map(str, client.places())) or "this system's store of preferences"
        raise UsageError(
            f"gtpengine setup: no settings of {client.name} in {places}: start {client.name} once,"
            f" or enter the engine there: {client.hint}"
        )
    try:
        if args.file:
            path.stat()  # one that is missing is an error, not a beginning
        files = client.changed(real_path(path), EngineEntry(own_program(), args.options.strip()))
        _check_writable(files)
    except FormatError as error:
        raise UsageError(
            f"gtpengine setup: {path} is not as {client.name} writes it: {error}; nothing was"
            " written. Another file is named with --file"
        ) from None
    except OSError as error:
        raise UsageError(
            f"gtpengine setup: {path}: {(error.strerror or str(error)).lower()}"
        ) from None
    change = _difference(files)
    if not change:
        print(f"{client.name} has this engine already ({path}).")
        return 0
    print("\n".join(change))
    if not (args.yes or _agreed(f"Write this into the settings of {client.name}?")):
        print("Nothing was written.")
        return 1
    try:
        for file, data in files.items():
            _write(file, data)
    except OSError as error:
        raise UsageError(f"gtpengine setup: {error.filename}: {error.strerror}") from None
    print(f"Done. Start {client.name}: {client.then}.")
    return 0


def _check_writable(files: Files) -> None:
    """:raises OSError: when somebody has made a file read-only: they want it to stay."""
    for path in files:
        if path.exists() and not path.stat().st_mode & stat.S_IWUSR:
            raise PermissionError(errno.EACCES, "it is read-only", str(path))


def _difference(files: Files) -> list[str]:
    lines: list[str] = []
    for path, data in files.items():
        before = path.read_text("utf-8-sig", "replace") if path.is_file() else ""
        lines += difflib.unified_diff(
            before.splitlines(), data.decode().splitlines(), str(path), str(path), "", "", 2, ""
        )
    return lines


def _agreed(question: str) -> bool:
    """Ask at the terminal.

    :raises UsageError: when nobody is there to answer.
    """
    if not sys.stdin.isatty():
        raise UsageError("gtpengine setup: nobody is here to ask; --yes writes it unasked")
    print(f"{question} [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _write(path: Path, data: bytes) -> None:
    """Write the file, and keep a copy of what was there.

    :raises OSError: when one of the two cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    copy = None
    if path.exists():
        copy, number = path.with_name(path.name + KEPT), 1
        while copy.exists():
            number += 1
            copy = path.with_name(f"{path.name}{KEPT}-{number}")
        shutil.copy2(path, copy)
        print(f"{copy} is a copy of what was there.")
    with whole_file(path) as file:
        if copy is not None:  # passwords stand in some
            shutil.copymode(copy, file.name)
        file.write(data)


COMMAND: Final = CommandLine(
    SetupOptions,
    run,
    "Enter this engine into the settings of Sabaki, KaTrain, Lizzie or GoGui. The change is shown"
    " and asked about first; a copy of the settings stays beside them. Close the program before: as"
    " it ends it would write its own settings over these.",
    "gtpengine setup sabaki",
    "# with options that gtpengine check advises\n"
    'gtpengine setup sabaki --options "--threads 4 --time-per-move 5"',
    "# Lizzie keeps its settings in its own folder\n"
    "gtpengine setup lizzie --file ~/lizzie/config.txt",
)
