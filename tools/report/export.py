"""``gtpengine export``: stored games as SGF files and as a CSV table."""

from __future__ import annotations

import contextlib
import csv
import hashlib
import io
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gtpengine.tools.games.sgf_out import record_to_sgf
from gtpengine.tools.matches.errors import user_errors
from gtpengine.tools.matches.options import DEFAULT_STORE
from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.store import Event, GameRow, Store

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import arguments, option
from gtpengine.base.files.wholefile import user_file

from .report import read_events, told

COLUMNS = (
    "event",
    "number",
    "pair",
    "round",
    "black",
    "white",
    "result",
    "termination",
    "score",
    "disputed",
    "moves",
    "seconds",
    "black_seconds",
    "white_seconds",
    "opening",
    "seed",
    "digest",
    "started",
    "black_faults",
    "white_faults",
    "detail",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ExportOptions:
    """What ``gtpengine export`` takes."""

    event: tuple[str, ...] = arguments("names of events (default: all)", str)
    store: Path = option("SQLite file of all results", Path, default=DEFAULT_STORE)
    sgf: Path | None = option(
        "folder for game records; each event gets a folder in it (default: none)",
        Path,
        default=None,
        metavar="FOLDER",
    )
    csv: Path | None = option(
        "file with a line for each game; a text that could be a formula begins with '"
        " (default: none)",
        Path,
        default=None,
    )


@user_errors("export")
def run(options: ExportOptions) -> int:
    if options.sgf is None and options.csv is None:
        raise ValueError("say what to write: --sgf FOLDER or --csv FILE or both")
    with Store(options.store, read_only=True) as store, contextlib.ExitStack() as stack:
        events = read_events(store, options.event)
        folders = folder_names([*store.event_names(), *options.event])
        writer = None
        if options.csv is not None:
            file = stack.enter_context(user_file(options.csv, ",".join(COLUMNS).encode()))
            # csv sets the ends of lines, and engines' arguments may be any bytes.
            text = io.TextIOWrapper(file, "utf-8", errors="replace", newline="")
            stack.callback(text.detach)
            writer = csv.writer(text)
            writer.writerow(COLUMNS)
        games = 0
        for event in events:
            if "game" not in event.settings:  # tests have no games
                continue
            rows = _rows(store, event)
            games += len(rows)
            if options.sgf is not None:
                write_sgf(options.sgf / folders[event.name], event, rows)
            if writer is not None:
                writer.writerows(csv_line(event, row) for row in rows)
        played = sum("game" in event.settings for event in events)
        print(f"{games} games of {played} events", file=sys.stderr)
        return told(store, "export")


COMMAND: Final = CommandLine(
    ExportOptions,
    run,
    "Write stored games as SGF files, or as a table with a line for each game.",
    "# the games of all events, in folders\ngtpengine export --sgf games",
    "# a table for a spreadsheet\ngtpengine export --csv games.csv",
)


def _rows(store: Store, event: Event) -> list[GameRow]:
    """Return the games of an event; if it cannot be read, note that and return none."""
    try:
        return store.records(event)
    except StoreError as error:
        store.damaged.append(str(error))
        return []


def folder_names(events: Iterable[str]) -> dict[str, str]:
    """Return a folder for each event: its name, with a hash if another event has that folder.

    Characters unfit for files become ``_``. Upper and lower case count as equal, as on some
    systems.
    """
    names = {
        name: "".join(c if c.isalnum() or c in "-_.+" else "_" for c in name).lstrip(".")[:80]
        for name in events
    }
    folders: dict[str, str] = {}
    taken: set[str] = set()
    # A name that needs no change keeps its folder.
    for name, safe in sorted(names.items(), key=lambda item: item[0] != item[1]):
        digest = hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()
        folder = next(
            one
            for one in (safe or "event", f"{safe}-{digest[:12]}", f"{safe}-{digest}")
            if one.casefold() not in taken
        )
        taken.add(folder.casefold())
        folders[name] = folder
    return folders


def write_sgf(folder: Path, event: Event, rows: Sequence[GameRow]) -> None:
    """Write each game as ``FOLDER/NUMBER.sgf``."""
    folder.mkdir(parents=True, exist_ok=True)
    for row in rows:
        data = record_to_sgf(row.record, event.name)
        with user_file(folder / f"{row.plan.number:06d}.sgf") as file:
            file.write(data)


def csv_line(event: Event, row: GameRow) -> list[object]:
    """Return the values of ``COLUMNS``."""
    plan, record = row.plan, row.record
    seconds = {
        color: round(sum(m.seconds for m in record.moves if m.color == color), 3) for color in "bw"
    }
    cells = [
        event.name,
        plan.number,
        plan.pair,
        plan.round,
        record.black,
        record.white,
        record.result,
        record.termination,
        "" if record.score is None else record.score,
        int(record.disputed),
        len(record.moves),
        round(record.seconds, 3),
        seconds["b"],
        seconds["w"],
        plan.opening.name,
        plan.seed,
        record.digest(),
        record.started,
        *record.faults,
        record.detail,
    ]
    return [_cell(cell) for cell in cells]


def _cell(value: object) -> object:
    """Return the value; a text that a spreadsheet would run as a formula gets an apostrophe."""
    if not isinstance(value, str):
        return value
    risky = value.startswith(("\t", "\r")) or value.lstrip().startswith(("=", "+", "-", "@"))
    return f"'{value}" if risky else value
