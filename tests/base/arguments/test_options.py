"""Options as typed dataclasses: what the command line and a program make of the same fields."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import (
    add_options,
    argument,
    arguments,
    command_words,
    flag,
    group,
    option,
    optional_argument,
    read_options,
    repeated,
    required,
    required_several,
    several,
)
from gtpengine.base.arguments.parser import Parser, UsageError

ROOT = Path(__file__).resolve().parents[3]

PARSERS = {
    "gtpengine/base/arguments/actions.py",
    "gtpengine/base/arguments/commandline.py",
    "gtpengine/base/arguments/options.py",
    "gtpengine/base/arguments/parser.py",
}
"""The modules that know argparse's namespaces; all others get typed options."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GameOptions:
    size: int = option("lines", numbers.board_size, default=9)
    max_moves: int = option("moves", numbers.count_or_none, default=0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    visits: int = option("visits", numbers.count, default=100)
    time: float | None = option("seconds", numbers.seconds(), default=None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    engine: tuple[str, ...] = arguments("engines", str, least=1)
    output: Path = required("a file", Path)
    name: str | None = option("a name", str, default=None, names=("--name", "-n"))
    factor: tuple[float, ...] = repeated("factors", float)
    threads: tuple[int, ...] = several("threads", numbers.count, default=(1, 2))
    frame: bool = flag("no frame", names=("--no-frame",), default=True)
    verbose: bool = flag("tell more")
    game: GameOptions = group(
        GameOptions, "games", texts={"size": "board"}, defaults={"size": 19}, without=("max_moves",)
    )
    limits: Limits = group(Limits, exclusive=True)
    words: tuple[str, ...] = command_words()


def read(kind: type[Options], *words: str) -> Options:
    parser = Parser(prog="gtpengine x")
    add_options(parser, kind)
    return read_options(kind, vars(parser.parse_args(words)), words)


def test_a_command_line_of_nothing_but_the_needed_has_the_defaults_of_a_program() -> None:
    found = read(Options, "a", "b", "--output", "x")
    assert found == Options(engine=("a", "b"), output=Path("x"))
    assert (found.game.size, found.limits.visits, found.threads) == (19, 100, (1, 2))
    assert found.words == ("a", "b", "--output", "x")


def test_each_kind_of_field_is_read() -> None:
    words = "a --output x -n me --factor 1 --factor 2 --threads 4 8 --no-frame --verbose"
    found = read(Options, *words.split(), "--size", "7", "--time", "3")
    wanted = Options(
        engine=("a",),
        output=Path("x"),
        name="me",
        factor=(1.0, 2.0),
        threads=(4, 8),
        frame=False,
        verbose=True,
        game=GameOptions(size=7),
        limits=Limits(time=3.0),
    )
    assert found == wanted
    assert replace(found, verbose=False) != wanted


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--output x", "required: ENGINE"),
        ("a", "required: --output"),
        ("a --output x --size 20", "--size: '20': give a whole number from 2 to 19"),
        ("a --output x --visits 1 --time 2", "not allowed with"),
        ("a --output x --max-moves 3", "unknown option '--max-moves'"),
        ("a --output x --words y", "unknown option '--words'"),
    ],
)
def test_what_cannot_be_followed_is_refused(words: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read(Options, *words.split())


def test_the_help_has_the_texts_of_the_command() -> None:
    parser = Parser(prog="gtpengine x")
    add_options(parser, Options)
    text = parser.format_help()
    assert "games:\n  --size N" in text and "board (default: 19)" in text
    assert "threads (default: 1 2)" in text


def test_one_argument_may_be_needed_or_not() -> None:
    @dataclass(frozen=True, kw_only=True, slots=True)
    class One:
        file: str = argument("a file", str)
        other: str | None = optional_argument("another", str, default=None)
        shapes: tuple[int, ...] = required_several("shapes", numbers.count)
        hidden: str | None = option("", str, default=None)

    parser = Parser(prog="gtpengine x")
    add_options(parser, One)
    values = vars(parser.parse_args(["f", "--shapes", "1", "2"]))
    assert read_options(One, values, ()) == One(file="f", shapes=(1, 2))
    assert "--hidden" not in parser.format_help()


def namespaces(tree: ast.AST) -> Iterator[int]:
    """The lines of a module that name argparse's namespaces."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "Namespace":
            yield node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module == "argparse":
            yield from (node.lineno for name in node.names if name.name == "Namespace")


def test_no_function_takes_a_namespace_but_those_of_the_parser() -> None:
    found = []
    for folder in ("gtpengine", "tools", "patterns", "books"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name not in PARSERS:
                tree = ast.parse(path.read_text(encoding="utf-8"))
                found += [f"{name}:{line}" for line in namespaces(tree)]
    assert not found, f"give these functions the options they read: {', '.join(found)}"
