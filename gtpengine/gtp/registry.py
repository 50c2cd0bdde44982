"""The table of commands: a decorator enters handlers, the front end looks them up."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from gtpengine.gtp.arguments import Args

Write = Callable[[str], None]
Stream = Callable[[Write], None]
"""A function that writes the lines of a reply as they come."""

Handler = Callable[[Any, Args], str | Stream]
"""A handler of a command: takes the session (of any type, since the session imports this table) and
the arguments; returns the text of a reply, or a ``Stream`` once the arguments are found valid."""

H = TypeVar("H", bound=Handler)


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """One row of the table. ``usage`` is the line shown with syntax errors."""

    name: str
    usage: str
    doc: str
    handler: Handler


COMMANDS: dict[str, CommandEntry] = {}

COMMAND_MODULES: Final = (
    "administrative",
    "setup",
    "handicap",
    "time",
    "search",
    "scoring",
    "sgf",
    "inspect",
    "analyze",
    "kata",
    "kgs",
    "cgos",
    "gogui",
)


def load_commands() -> None:
    """Fill the table: import every module of commands."""
    for name in COMMAND_MODULES:
        importlib.import_module(f"gtpengine.gtp.commands.{name}")


def command(name: str, arguments: str = "") -> Callable[[H], H]:
    """Enter a handler as command ``name``; ``arguments`` describes its arguments for errors."""

    def enter(handler: H) -> H:
        if name in COMMANDS:
            raise ValueError(f"GTP command {name} is defined twice")
        usage = f"{name} {arguments}".rstrip()
        doc = (handler.__doc__ or "").strip().partition("\n")[0]
        COMMANDS[name] = CommandEntry(name, usage, doc, handler)
        return handler

    return enter


def command_names() -> list[str]:
    """Return all names: protocol_version first (LizzieYzy relies on it), then by alphabet."""
    return sorted(COMMANDS, key=lambda name: (name != "protocol_version", name))
