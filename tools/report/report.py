"""``gtpengine report``: one self-contained HTML page about the events of a store.

The page needs no network and no server: style, script, charts and games are inside it. Its first
screen is the answer of each event; below stand, for each, its trajectory and its games with a
board.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from gtpengine.tools.matches.event_cli import DEFAULT_STORE, user_errors
from gtpengine.tools.running.plain import plain, show
from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.positions import stored_tests
from gtpengine.tools.storage.store import Event, Store

from gtpengine.base import numbers
from gtpengine.base.parser import describe
from gtpengine.base.wholefile import user_file

from .page import make_page


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Make an HTML page of the stored matches, tournaments and tests, with their games. It needs"
        " no network and no server.",
        "# everything in the store, as report.html\ngtpengine report",
        "# which events are there, and how much of them is done\ngtpengine report --list",
    )
    parser.add_argument("event", nargs="*", default=[], help="names of events (default: all)")
    parser.add_argument(
        "--store",
        type=Path,
        default=DEFAULT_STORE,
        help=f"SQLite file of all results (default: {DEFAULT_STORE})",
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("report.html"),
        help="HTML file to write (default: report.html)",
    )
    parser.add_argument(
        "--title",
        default="gtpengine: report",
        help="heading of the page (default: gtpengine: report)",
    )
    parser.add_argument(
        "--viewer-games",
        type=numbers.count_or_none,
        default=1000,
        help="games of each event in its table, those with trouble first of all; 0 for none"
        " (default: 1000)",
    )
    parser.add_argument(
        "--list",
        action="store_true",
        help="print the events and how much of them is done; write no page",
    )


def run(args: argparse.Namespace) -> int:
    with user_errors("report") as status, Store(args.store, read_only=True) as store:
        if args.list:
            show(event_lines(store))
            return told(store, "report")
        # Trials are shown with their tuning run.
        events = read_events(store, args.event, lambda event: event.kind != "tune-trial")
        if not events and not store.damaged:
            raise ValueError(f"{args.store} has no events yet")
        made = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
        page = make_page(store, events, args.title, args.viewer_games, made)
        with user_file(args.output) as file:
            # Engines' arguments may be any bytes.
            file.write(page.encode("utf-8", "replace"))
        counted = "1 event" if len(events) == 1 else f"{len(events)} events"
        print(f"{args.output}: {counted}, {len(page) // 1024} KiB", file=sys.stderr)
        status[0] = told(store, "report")
    return status[0]


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
