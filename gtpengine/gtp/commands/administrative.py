"""GTP commands about the conversation: versions, names, the list of commands, the end."""

from __future__ import annotations

import time

from gtpengine import __version__
from gtpengine.gtp.arguments import Args
from gtpengine.gtp.registry import COMMANDS, command, command_names
from gtpengine.gtp.session import Session


@command("protocol_version")
def protocol_version(_session: Session, _args: Args) -> str:
    """The version of GTP."""
    return "2"


@command("name")
def name(session: Session, _args: Args) -> str:
    """The name of the engine."""
    return str(session.engine.options.engine_name)


@command("version")
def version(session: Session, _args: Args) -> str:
    """The version of the engine."""
    return str(session.engine.options.engine_version or __version__)


@command("known_command", "NAME")
def known_command(_session: Session, args: Args) -> str:
    """Whether a command exists."""
    return "true" if args.word("command name") in COMMANDS else "false"


@command("list_commands")
def list_commands(_session: Session, _args: Args) -> str:
    """All commands, one on each line."""
    return "\n".join(command_names())


@command("quit")
def quit_(session: Session, _args: Args) -> str:
    """End the session after this reply."""
    session.closing = True
    return ""


@command("cputime")
def cputime(_session: Session, _args: Args) -> str:
    """Seconds of processor time used so far, by all threads."""
    return f"{time.process_time():.3f}"
