"""The options of another engine that judges, and the start of one that gives hints."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import option
from gtpengine.base.text.plain import plain
from gtpengine.programs.session_judge import HINT_PATIENCE, SessionJudge

OPTION: Final = "--hint-engine"

AT_ONCE: Final = 0.5
"""Seconds in which a program that is not there is told before the session begins."""


def other_engine(text: str) -> str | None:
    """Make a field for the command line of another engine; ``text`` says what the engine does."""
    return option(
        f"another engine that {text} in the place of this one: the command line of a program that"
        " speaks KataGo's JSON analysis, such as 'katago analysis -model M -config C'. What the"
        " other engine does not judge, this engine does (default: this engine)",
        str,
        default=None,
        metavar="COMMAND",
    )


def patience(text: str, default: float) -> float:
    """Make a field for the seconds that are waited for another engine."""
    return option(text, numbers.seconds(0.01), default=default)


@dataclass(frozen=True, kw_only=True, slots=True)
class HintEngineOptions:
    """Another engine that gives the hints of a session, and judges positions and games in it."""

    hint_engine: str | None = other_engine("gives hints and judges")
    hint_patience: float = patience(
        "seconds beyond its search that the other engine has for a hint", HINT_PATIENCE
    )


@contextlib.contextmanager
def hint_judge(options: HintEngineOptions, command: str) -> Iterator[SessionJudge | None]:
    """Run the other engine, where one is wanted; ``command`` is ours, for messages on stderr."""
    if options.hint_engine is None:
        yield None
        return
    with SessionJudge(options.hint_engine, OPTION, hint_patience=options.hint_patience) as judge:
        if why := judge.trouble(AT_ONCE):
            print(f"gtpengine {command}: {plain(why)}; gtpengine judges", file=sys.stderr)
        yield judge
