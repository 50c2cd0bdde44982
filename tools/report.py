"""`gtpengine report`: one self-contained HTML page about the events of a store.

The page needs no network and no server: style, script, charts and games are inside it.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.resources
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from gtpengine.wholefile import whole_file

from .event_cli import DEFAULT_STORE, user_errors
from .report_data import game_for_viewer
from .report_sections import (
    event_section,
    progress_section,
    regression_section,
    text,
    tuning_section,
)
from .store import Event, Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("event", nargs="*", help="names of events (default: all)")
    parser.add_argument("--store", type=Path, default=DEFAULT_STORE, help="SQLite file")
    parser.add_argument("--output", type=Path, default=Path("report.html"), help="the page")
    parser.add_argument("--title", default="gtpengine: report", help="heading of the page")
    parser.add_argument(
        "--viewer-games", type=int, default=200, help="games kept for the viewer per event (200)"
    )


def run(args: argparse.Namespace) -> int:
    with user_errors("report") as status, Store(args.store, read_only=True) as store:
        if args.event:
            events = [store.event(name) for name in args.event]
        else:
            # A tuning run stands for its trials.
            events = [store.event(name) for name in store.event_names()]
            events = [event for event in events if event.kind != "tune-trial"]
        if not events:
            raise ValueError(f"{args.store} has no events yet")
        page = make_page(store, events, args.title, args.viewer_games)
        with whole_file(args.output) as file:
            file.write(page.encode())
        print(f"{args.output}: {len(events)} events, {len(page) // 1024} KiB", file=sys.stderr)
    return status[0]


def make_page(store: Store, events: Sequence[Event], title: str, viewer_games: int) -> str:
    """The whole page. Raises `StoreError`."""
    games: dict[str, list[dict[str, object]]] = {}
    sections, links = [], []
    played = [event for event in events if event.kind in ("match", "tournament", "sprt")]
    progress = progress_section(store, played)
    if progress:
        sections.append(f'<section id="progress"><h2>All versions</h2>{progress}</section>')
        links.append('<a href="#progress">All versions</a>')
    for number, event in enumerate(events):
        links.append(f'<a href="#e{number}">{text(event.name)}</a>')
        if event.kind == "regress":
            body = regression_section(store, event)
        elif event.kind == "tune":
            body = tuning_section(store, event)
        else:
            rows = store.records(event)
            body = event_section(event, store, rows)
            if rows:
                games[event.name] = [game_for_viewer(row) for row in rows[:viewer_games]]
        sections.append(
            f'<section id="e{number}"><h2>{text(event.name)}</h2>'
            f'<p class="muted">{text(event.kind)}, {text(event.status)}</p>{body}</section>'
        )
    if games:
        links.append('<a href="#viewer">Games</a>')
        sections.append(VIEWER)
    files = importlib.resources.files("gtpengine.tools") / "templates"
    template = (files / "report.html").read_text(encoding="utf-8")
    # Script data must not be able to close its element.
    data = json.dumps(games, separators=(",", ":")).replace("<", "\\u003c")
    made = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
    values = {
        "title": text(title),
        "made": made,
        "links": "".join(links),
        "machines": _machines(store),
        "sections": "".join(sections),
        "style": (files / "report.css").read_text(encoding="utf-8"),
        "script": (files / "report.js").read_text(encoding="utf-8"),
        "data": data,
    }
    for name, value in values.items():
        template = template.replace("{{" + name + "}}", value)
    return template


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


def main() -> int:
    parser = argparse.ArgumentParser(prog="gtpengine report", description=__doc__)
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
