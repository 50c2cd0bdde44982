"""What the commands that learn read, and how they write what they have learned."""

from __future__ import annotations

from pathlib import Path

from gtpengine.tools.matches.outputs import check_folder
from gtpengine.tools.running.provenance import readable

from gtpengine.base.files.wholefile import user_file
from gtpengine.game.records import RecordedGame, split_games

from .pattern_options import OutputOptions, PatternsRecordsOptions
from .reading import LICENCE, read_records


def split(records: PatternsRecordsOptions) -> tuple[list[RecordedGame], list[RecordedGame]]:
    """Return the games to learn from, and the games of the test.

    :raises ValueError: when there are none to learn from.
    """
    lists = read_records(records.records, records.size, records.strong)
    learn, test = split_games(lists, records.test)
    if not learn:
        advice = "give a smaller --test"
        if max(map(len, lists)) < 2:
            advice = "give two games at least, games in .txt files have to be in one file"
        raise ValueError(
            f"all {len(test):,} games are kept for the test, none to learn from: {advice}"
        )
    return learn, test


def check(records: PatternsRecordsOptions, file: OutputOptions, *inputs: Path | None) -> None:
    """Refuse before hours of work what leaves nothing to learn, or could not be written afterwards.

    :raises ValueError: when something could not.
    """
    check_share(records)
    check_folder(file.output, [*records.paths, *filter(None, inputs)])


def check_share(records: PatternsRecordsOptions) -> None:
    """:raises ValueError: when all games are kept for the test."""
    if records.test == 1.0:
        raise ValueError("--test 1 leaves no games to learn from; give less")


def checkpoint_of(output: Path) -> Path:
    """Return the file beside an output that keeps what an interrupted run has learned."""
    return output.with_name(output.name + ".checkpoint")


def write(path: Path, data: bytes) -> None:
    """Write the file as a whole, or leave it as it was."""
    with user_file(path) as file:
        file.write(data)


def note(file: OutputOptions, records: PatternsRecordsOptions, about: list[str]) -> str:
    """Return the comment of a file: where what it holds comes from."""
    names = ", ".join(readable(name) for name in records.names)
    return "\n".join(filter(None, [readable(file.note), names, *about, LICENCE]))
