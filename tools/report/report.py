"""``gtpengine report``: one self-contained HTML page about the events of a store.

The page needs no network and no server: style, script, charts and games are inside it.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.resources
import json
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from gtpengine.tools.matches.event_cli import DEFAULT_STORE, user_errors
from gtpengine.tools.running.plain import plain, show
from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.positions import stored_tests
from gtpengine.tools.storage.store import Event, Store

from gtpengine.base import numbers
from gtpengine.base.parser import describe
from gtpengine.base.wholefile import whole_file

from .report_data import game_for_viewer
from .report_sections import (
    event_section,
    progress_section,
    regression_section,
    text,
    tuning_section,
)


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
        default=200,
        help="games of each event in the viewer; 0 for none (default: 200)",
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
        page = make_page(store, events, args.title, args.viewer_games)
        with whole_file(args.output) as file:
            # Engines' arguments may be any bytes.
            file.write(page.encode("utf-8", "replace"))
        print(f"{args.output}: {len(events)} events, {len(page) // 1024} KiB", file=sys.stderr)
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


def make_page(store: Store, events: Sequence[Event], title: str, viewer_games: int) -> str:
    """Return the whole page; events that cannot be read are left out.

    :raises StoreError: if the store cannot be read
    """
    games: dict[str, list[dict[str, object]]] = {}
    sections, links = [], []
    played = [event for event in events if event.kind in ("match", "tournament", "sprt")]
    progress = _attempt(store, "All versions", partial(progress_section, store, played))
    if progress:
        sections.append(f'<section id="progress"><h2>All versions</h2>{progress}</section>')
        links.append('<a href="#progress">All versions</a>')
    for number, event in enumerate(events):
        links.append(f'<a href="#e{number}">{text(event.name)}</a>')
        make = partial(_body, store, event, games, viewer_games)
        body = _attempt(store, f"event {event.name!r}", make)
        body = body or "<p>This event is damaged and cannot be shown.</p>"
        sections.append(
            f'<section id="e{number}"><h2>{text(event.name)}</h2>'
            f'<p class="muted">{text(event.kind)}, {text(event.status)}</p>{body}</section>'
        )
    if games:
        links.append('<a href="#viewer">Games</a>')
        sections.append(VIEWER)
    files = importlib.resources.files("gtpengine.tools.report") / "templates"
    template = (files / "report.html").read_text(encoding="utf-8")
    # Script data must not be able to close its element.
    data = json.dumps(games, separators=(",", ":")).replace("<", "\\u003c")
    made = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
    values = {
        "title": text(title),
        "made": made,
        "links": "".join(links),
        "machines": _attempt(store, "machines", partial(_machines, store)),
        "sections": "".join(sections),
        "style": (files / "report.css").read_text(encoding="utf-8"),
        "script": (files / "report.js").read_text(encoding="utf-8"),
        "data": data,
    }
    # Replace all at once: a value may hold the text of a placeholder.
    return re.sub(r"\{\{(\w+)\}\}", lambda place: values[place[1]], template)


def _attempt(store: Store, what: str, make: Callable[[], str]) -> str:
    """Return what ``make`` returns; if the store cannot give it, note that and return nothing."""
    try:
        return make()
    except StoreError as error:
        store.damaged.append(f"{what}: {error}")
    except ValueError as error:
        store.pass_over(what, error)
    return ""


def _body(
    store: Store, event: Event, games: dict[str, list[dict[str, object]]], viewer_games: int
) -> str:
    """Return an event's section, and add its games for the viewer to ``games``."""
    if event.kind == "regress":
        return regression_section(store, event)
    if event.kind == "tune":
        return tuning_section(store, event)
    rows = store.records(event)
    body = event_section(event, store, rows)
    if rows and viewer_games:
        games[event.name] = [game_for_viewer(row) for row in rows[:viewer_games]]
    return body


VIEWER = """<section id="viewer"><h2>Games</h2>
<div class="viewer">
<div class="controls"><label>Event <select id="pick-event"></select></label>
<label>Game <select id="pick-game"></select></label></div>
<p id="players"></p>
<div class="board-and-graph"><div><svg id="board" role="img" aria-label="board"></svg>
<div class="buttons"><button id="first">first</button><button id="back">back</button>
<input id="at" type="range" min="0" value="0" aria-label="move number">
<button id="next">next</button><button id="last">last</button></div></div>
<div class="side"><p id="move-text"></p><svg id="graph" role="img" aria-label="win rate"></svg>
<p class="muted">Black's win rate as each engine saw it at its own moves. Arrow keys step.</p>
</div></div></div></section>"""


def _machines(store: Store) -> str:
    rows = store.database.rows(
        "SELECT DISTINCT machine.name, cpu, cores, system FROM machine"
        " JOIN runner ON machine_id = machine.id ORDER BY machine.id"
    )
    return "; ".join(
        text(f"{row['name']}: {row['cores']} cores, {row['cpu']}, {row['system']}") for row in rows
    )
