"""``gtpengine report``: one self-contained HTML page about the events of a store.

The page needs no network and no server: style, script, charts and games are inside it. Its first
screen is the answer of each event; below stand, for each, its trajectory and its games with a
board.
"""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.options import DEFAULT_STORE
from gtpengine.tools.running.plain import show
from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.positions import stored_tests
from gtpengine.tools.storage.store import Event, Store

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import arguments, flag, option
from gtpengine.base.files.wholefile import user_file
from gtpengine.base.text.plain import plain

from .page import make_page


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportOptions:
    """What ``gtpengine report`` takes."""

    event: tuple[str, ...] = arguments("names of events (default: all)", str)
    store: Path = option("SQLite file of all results", Path, default=DEFAULT_STORE)
    output: Path = option("HTML file to write", Path, default=Path("report.html"))
    title: str = option("heading of the page", str, default="gtpengine: report")
    viewer_games: int = option(
        "games of each event in its table, those with trouble first of all; 0 for none",
        numbers.count_or_none,
        default=1000,
    )
    list: bool = flag("print the events and how much of them is done; write no page")


@user_errors("report")
def run(options: ReportOptions) -> int:
    with Store(options.store, read_only=True) as store:
        if options.list:
            show(event_lines(store))
            return told(store, "report")
        # Trials are shown with their tuning run.
        events = read_events(store, options.event, lambda event: event.kind != "tune-trial")
        if not events and not store.damaged:
            raise ValueError(f"{options.store} has no events yet")
        made = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        page = make_page(store, events, options.title, options.viewer_games, made)
        with user_file(options.output) as file:
            # Engines' arguments may be any bytes.
            file.write(page.encode("utf-8", "replace"))
        counted = "1 event" if len(events) == 1 else f"{len(events)} events"
        print(f"{plain(str(options.output))}: {counted}, {len(page) // 1024} KiB", file=sys.stderr)
        return told(store, "report")


COMMAND: Final = CommandLine(
    ReportOptions,
    run,
    "Make an HTML page of the stored matches, tournaments and tests, with their games. It needs"
    " no network and no server.",
    "# everything in the store, as report.html\ngtpengine report",
    "# which events are there, and how much of them is done\ngtpengine report --list",
)


def read_events(
    store: Store, names: Sequence[str], wanted: Callable[[Event], bool] = lambda _: True
) -> list[Event]:
    """Return the events of these names, or all that are wanted; of all, damaged ones are left out.

    :raises StoreError: if the store cannot be read, or there is no event of such a name
    """
    if names:
        return [store.event(name) for name in names]
    events = []
    for name in store.event_names():
        try:
            event = store.event(name)
        except StoreError as error:
            store.damaged.append(str(error))
        else:
            if wanted(event):
                events.append(event)
    return events


def event_lines(store: Store) -> list[str]:
    """Return a line for each event: name, kind, status and how much is done."""
    lines = []
    for event in read_events(store, (), lambda event: event.kind != "tune-trial"):
        if event.kind == "regress":
            done = f"{len(stored_tests(store, event))} tests done"
        else:
            counts = store.counts(event)
            done = f"{counts['done']} of {sum(counts.values())} games done"
        lines.append(f"{event.name}: {event.kind}, {event.status}, {done}")
    return lines


def told(store: Store, command: str) -> int:
    """Print what was left out; return the exit status."""
    for line in store.damaged:
        print(f"gtpengine {command}: left out: {plain(line)}", file=sys.stderr)
    return int(bool(store.damaged))
