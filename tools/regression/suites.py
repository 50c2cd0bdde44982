"""Regression suites: GTP regression files (``.tst``) and tables of positions (``.tsv``).

A ``.tst`` file is a list of GTP commands. ``#? [PATTERN]`` after a numbered command is the answer
it should give: a regular expression for the whole answer, negated by a leading ``!``. A ``*`` after
the bracket marks a known failure. ``#?winrate [LOW HIGH]`` instead asks for the win rate of the
side to move, from 0 to 1, that the engine reports with that command. ``loadsgf`` names files
relative to the suite's folder.

A suite is data, and may come from anywhere. So it names no files except the records in its folder
and below. The arguments of other commands are colours, vertices and numbers, and words only for the
commands in ``WORDED``. Any other line is an error. Whatever else an engine must be told belongs
into its command or ``init``.

A ``.tsv`` table has the columns id, size, black stones, white stones, side to move, accepted moves
(blank-separated vertices, or ``winrate LOW HIGH``); more columns are ignored.
"""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
from collections.abc import Sequence, Set
from pathlib import Path

from board_ext.rules import rules_named
from gtpengine.base.files.userpath import read_regular, real_path

RULES = "chinese"
#: Komi where neither suite nor record has one; else engines keep the komi of the last test.
KOMI = rules_named(RULES).komi
_NUMBERED = re.compile(r"(\d+)\s+(\S.*)")
_EXPECTED = re.compile(r"#\?\s*\[(.*)\]\s*(\*?)")
#: The same where the bracket was forgotten, as in some suites.
_UNCLOSED = re.compile(r"#\?\s*\[([^\[\]*]*)(\*?)")
_WINRATE = re.compile(r"#\?winrate\s*\[\s*([0-9.]+)\s+([0-9.]+)\s*\]\s*(\*?)")
#: Commands that make everything before them irrelevant, so that a block can begin with them.
_FRESH = ("loadsgf", "clear_board", "boardsize")
#: Commands that change the position or the engine although a test expects their answer.
_CHANGES = (
    *_FRESH,
    *("play", "undo", "genmove", "gg_genmove", "kgs-genmove_cleanup", "komi", "level"),
    *("fixed_handicap", "place_free_handicap", "set_free_handicap"),
)


#: Commands whose words never name a file.
WORDED = frozenset(
    (
        *("known_command", "final_status_list", "echo", "kgs-rules", "kgs-time_settings"),
        *("kata-set-rules", "kata-set-rule", "kata-time_settings"),
    )
)
#: Commands that write or read files; any argument of theirs is a file name.
_OF_FILES = re.compile(r".*(sgf|save|dump|log|trace|book|file|load)", re.IGNORECASE)
_PLAIN = re.compile(
    r"b|w|black|white|pass|resign|true|false|[a-z]\d{1,4}|[+-]?\d{1,12}(\.\d{0,12})?",
    re.IGNORECASE | re.ASCII,
)
#: Patterns that take no time: alternatives without groups and repetitions.
_WITHOUT_REPEATS = re.compile(r"[\w\s.,|!-]*")
_MATCHES, _DIFFERS = 10, 11
_MATCH = f"""
import json, re, sys
pattern, answer, flags = json.load(sys.stdin)
sys.exit({_MATCHES} if re.fullmatch(pattern, answer, flags) else {_DIFFERS})
"""
PATTERN_SECONDS = 10.0
#: The most that is read of a suite; the largest known ones have some 100 kB.
LARGEST_SUITE = 64 << 20
#: The most that is read of a game record.
LARGEST_RECORD = 16 << 20


class SuiteError(ValueError):
    """A suite that cannot be read."""


class PatternError(SuiteError):
    """A pattern that cannot be compared with an answer in the time there is."""


def matches(pattern: str, answer: str, flags: int = 0) -> bool:
    """Return whether the pattern matches the whole answer.

    A pattern with repetitions may take for ever, so it is matched in a process with a time limit.

    :raises PatternError: when the time runs out.
    """
    if _WITHOUT_REPEATS.fullmatch(pattern):
        return bool(re.fullmatch(pattern, answer, flags))
    try:
        status = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _MATCH],
            input=json.dumps([pattern, answer, int(flags)]),
            text=True,
            timeout=PATTERN_SECONDS,
            stderr=subprocess.DEVNULL,
            check=False,
        ).returncode
    except subprocess.TimeoutExpired:
        status = -1
    if status not in (_MATCHES, _DIFFERS):
        raise PatternError(
            f"pattern {pattern[:60]!r} takes more than {PATTERN_SECONDS:g} seconds or all memory:"
            " write it with fewer repetitions"
        )
    return status == _MATCHES


@dataclasses.dataclass(frozen=True, slots=True)
class Expectation:
    """What a test wants: an answer that matches ``pattern``, or a win rate within ``winrate``."""

    pattern: str = ""
    negated: bool = False
    winrate: tuple[float, float] | None = None
    known_failure: bool = False

    def __str__(self) -> str:
        if self.winrate is not None:
            text = f"winrate [{self.winrate[0]:g} {self.winrate[1]:g}]"
        else:
            text = f"[{'!' if self.negated else ''}{self.pattern}]"
        return text + ("*" if self.known_failure else "")

    def accepts(self, answer: str, winrate: float | None) -> bool:
        """Raises `PatternError`."""
        if self.winrate is not None:
            return winrate is not None and self.winrate[0] <= winrate <= self.winrate[1]
        return matches(self.pattern, answer.strip(), re.IGNORECASE) != self.negated


@dataclasses.dataclass(frozen=True, slots=True)
class SuiteStep:
    """One command; a test if it has an ``expect``."""

    command: str
    test: str = ""
    expect: Expectation | None = None
    note: str = ""
    """The comments above the test."""


@dataclasses.dataclass(frozen=True, slots=True)
class SuiteBlock:
    """Commands that belong together and set up the position anew.

    Of the suite before them only a ``komi`` still holds; it is then their first command.
    """

    steps: tuple[SuiteStep, ...]

    def tests(self) -> list[str]:
        return [step.test for step in self.steps if step.expect is not None]

    def only(self, tests: Set[str]) -> SuiteBlock | None:
        """Return the block without its other tests, or None if all ``tests`` are in other blocks.

        Commands that change the position stay.
        """
        steps: list[SuiteStep] = []
        last = 0
        for step in self.steps:
            if step.expect is None or step.test in tests:
                steps.append(step)
            elif step.command.split()[0] in _CHANGES:
                steps.append(dataclasses.replace(step, expect=None))
            if step.test in tests and step.expect is not None:
                last = len(steps)
        return SuiteBlock(tuple(steps[:last])) if last else None

    def singles(self) -> list[SuiteBlock]:
        """Return a block for each test, which sets up its position anew."""
        return [one for test in self.tests() if (one := self.only({test})) is not None]


def load_suite(path: Path, empty: bool = False) -> list[SuiteBlock]:
    """Return the blocks with tests of a ``.tst`` or ``.tsv`` file.

    :raises OSError: when the file cannot be read.
    :raises SuiteError: when it is not a suite, or has no tests and ``empty`` is False.
    """
    text = read_regular(path, LARGEST_SUITE).decode("utf-8", "replace")
    blocks = _parse_table(path, text) if path.suffix == ".tsv" else _parse_tst(path, text)
    if not blocks and not empty:
        raise SuiteError(f"{path}: no tests found")
    return blocks


def _parse_tst(path: Path, text: str) -> list[SuiteBlock]:
    blocks: list[list[SuiteStep]] = [[]]
    before: list[list[SuiteStep]] = [[]]
    komi: list[SuiteStep] = []
    notes: list[str] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line.startswith("#?"):
            _attach(path, number, line, blocks[-1])
            blocks[-1][-1] = dataclasses.replace(blocks[-1][-1], note=" ".join(notes))
            notes.clear()
            continue
        if line.startswith("#"):
            notes.append(line.strip("# "))
        line = line.partition("#")[0].strip()
        if not line:
            continue
        match = _NUMBERED.fullmatch(line)
        command, test = (match[2], f"{path.stem}:{match[1]}") if match else (line, "")
        words = command.split()
        if words[0] in ("black", "white") and len(words) == 2:  # GTP 1
            words.insert(0, "play")
        # boardsize and clear_board come in a row: only the first of them begins a block.
        if words[0] in _FRESH and any(s.command.split()[0] not in _FRESH for s in blocks[-1]):
            blocks.append([])
            before.append(komi)
        if words[0] == "komi":
            komi = [SuiteStep(command)]
        if words[0] == "loadsgf" and len(words) in (2, 3):
            words[1] = _record(path, number, words[1])
        elif refusal := _refusal(words):
            raise SuiteError(f"{path}, line {number}: {line!r}: {refusal}")
        blocks[-1].append(SuiteStep(" ".join(words), test))
    return [
        SuiteBlock((*first, *_without_tail(steps)))
        for first, steps in zip(before, blocks, strict=True)
        if any(s.expect is not None for s in steps)
    ]


def _record(path: Path, number: int, name: str) -> str:
    """Return the path of a game record.

    :raises SuiteError: when it is not in the suite's folder.
    """
    folder = real_path(path.parent)
    try:
        inside = real_path(folder / name).is_relative_to(folder)
    except (OSError, ValueError, RuntimeError):  # a NUL character, or links in a circle
        inside = False
    if not inside:
        raise SuiteError(
            f"{path}, line {number}: {name!r} is outside the suite's folder: copy the record there"
        )
    return str(path.parent / name)


def _refusal(words: Sequence[str]) -> str:
    """Return why a command of a suite is not sent to an engine; empty if it is sent."""
    name, *arguments = words
    if not arguments or name in WORDED:
        return ""
    if _OF_FILES.match(name):
        return "a suite may not read or write files"
    if all(_PLAIN.fullmatch(argument) for argument in arguments):
        return ""
    return (
        "arguments here are colours, vertices and numbers; tell the engine anything else in its"
        " command"
    )


def _attach(path: Path, number: int, line: str, steps: list[SuiteStep]) -> None:
    if not steps or not steps[-1].test:
        raise SuiteError(f"{path}, line {number}: {line!r} follows no numbered command")
    if match := _WINRATE.match(line):
        bounds = _bounds(path, number, match[1], match[2])
        expect = Expectation(winrate=bounds, known_failure=bool(match[3]))
    elif match := _EXPECTED.match(line) or _UNCLOSED.fullmatch(line):
        pattern = match[1].strip()
        expect = Expectation(
            pattern.removeprefix("!"), pattern.startswith("!"), known_failure=bool(match[2])
        )
        _check_pattern(path, number, expect.pattern)
    else:
        raise SuiteError(f"{path}, line {number}: expected '#? [pattern]', found {line!r}")
    steps[-1] = dataclasses.replace(steps[-1], expect=expect)


def _check_pattern(path: Path, number: int, pattern: str) -> None:
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise SuiteError(f"{path}, line {number}: {pattern[:60]!r}: {error}") from None


def _bounds(path: Path, number: int, low: str, high: str) -> tuple[float, float]:
    try:
        return float(low), float(high)
    except ValueError:
        raise SuiteError(f"{path}, line {number}: winrate wants two numbers from 0 to 1") from None


def _without_tail(steps: Sequence[SuiteStep]) -> tuple[SuiteStep, ...]:
    last = max(index for index, step in enumerate(steps) if step.expect is not None)
    return tuple(steps[: last + 1])


def loaded(command: str) -> tuple[str, str]:
    """The record that a step's `loadsgf` names, and up to where, empty for its end.

    The folder of a suite may have blanks in its name.
    """
    whole = command.partition(" ")[2]
    path, blank, until = whole.rpartition(" ")
    return (path, until) if blank and "/" not in until else (whole, "")


def _parse_table(path: Path, text: str) -> list[SuiteBlock]:
    blocks = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.split("\t")
        if number == 1 and fields[0].lower() == "id":
            continue
        if len(fields) < 6 or not fields[1].isdigit() or fields[4].lower() not in ("b", "w"):
            raise SuiteError(
                f"{path}, line {number}: needs id, size, black, white, side (b or w), moves,"
                " separated by tabs"
            )
        name, size, black, white, side, accepted = fields[:6]
        words = accepted.replace(",", " ").split()
        if words[:1] == ["winrate"] and len(words) == 3:
            expect = Expectation(winrate=_bounds(path, number, words[1], words[2]))
        else:
            expect = Expectation("|".join(words))
            _check_pattern(path, number, expect.pattern)
        for word in (*black.split(), *white.split()):
            if not _PLAIN.fullmatch(word):
                raise SuiteError(f"{path}, line {number}: {word!r} is not a vertex")
        steps = [SuiteStep(f"boardsize {size}"), SuiteStep("clear_board")]
        steps += [SuiteStep(f"play b {vertex}") for vertex in black.split()]
        steps += [SuiteStep(f"play w {vertex}") for vertex in white.split()]
        steps.append(SuiteStep(f"reg_genmove {side.lower()}", f"{path.stem}:{name}", expect))
        steps[-1] = dataclasses.replace(steps[-1], note=" ".join(fields[6:]))
        blocks.append(SuiteBlock(tuple(steps)))
    return blocks
