"""`gtpengine export`: stored games as SGF files and as a CSV table."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path

from .event_cli import DEFAULT_STORE, user_errors
from .sgf_out import record_to_sgf
from .store import Event, GameRow, Store

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("event", nargs="*", help="names of events (default: all)")
    parser.add_argument("--store", type=Path, default=DEFAULT_STORE, help="SQLite file")
    parser.add_argument("--sgf", type=Path, help="folder; each event gets a folder in it")
    parser.add_argument("--csv", type=Path, help="file; one line a game")


def run(args: argparse.Namespace) -> int:
    with user_errors("export") as status:
        if args.sgf is None and args.csv is None:
            raise ValueError("say what to write: --sgf FOLDER or --csv FILE or both")
        with Store(args.store, read_only=True) as store:
            names = args.event or store.event_names()
            events = [event for event in map(store.event, names) if "game" in event.settings]
            found = [(event, store.records(event)) for event in events]
        if args.sgf is not None:
            for event, rows in found:
                write_sgf(args.sgf, event, rows)
        if args.csv is not None:
            with args.csv.open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                writer.writerow(COLUMNS)
                for event, rows in found:
                    writer.writerows(csv_line(event, row) for row in rows)
        games = sum(len(rows) for _, rows in found)
        print(f"{games} games of {len(found)} events", file=sys.stderr)
    return status[0]


def write_sgf(folder: Path, event: Event, rows: Sequence[GameRow]) -> None:
    """Each game as `FOLDER/EVENT/NUMBER.sgf`; characters unfit for files become `_`."""
    safe = "".join(c if c.isalnum() or c in "-_.+" else "_" for c in event.name).lstrip(".")
    target = folder / (safe or "event")
    target.mkdir(parents=True, exist_ok=True)
    for row in rows:
        data = record_to_sgf(row.record, event.name)
        (target / f"{row.plan.number:06d}.sgf").write_bytes(data)


def csv_line(event: Event, row: GameRow) -> list[object]:
    """The values of `COLUMNS`."""
    plan, record = row.plan, row.record
    seconds = {
        color: round(sum(m.seconds for m in record.moves if m.color == color), 3) for color in "bw"
    }
    return [
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


def main() -> int:
    parser = argparse.ArgumentParser(prog="gtpengine export", description=__doc__)
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
