"""Every command explains itself: texts, defaults, names of values, examples that parse."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gtpengine import cli
from gtpengine.base.arguments.parser import Parser, complete, examples
from gtpengine.cli import COMMANDS, command_line, gtp_parser, main

ROOT = Path(__file__).resolve().parents[2]

METAVARS = {
    "ADDRESS", "BOOK", "CLOCK", "COMMAND", "ELO", "ENDINGS", "ENGINE", "FILE", "FOLDER", "LANG",
    "MB", "MINUTES", "N", "N|off", "NAME", "NAME=COMMAND", "NAME=LOW:HIGH[:int][:log]",
    "NAME=VALUE", "NAME=VALUE[,NAME=VALUE...]", "NEW", "OLD", "OPTIONS", "PATTERN", "POINTS",
    "RANK", "RATE|off", "SECONDS", "TEXT", "TOPIC", "X", "true|false",
}  # fmt: skip
"""What values of options are called, whichever command they belong to."""

OURS = {"gtpengine", "board_ext"}


def parser_of(name: str) -> Parser:
    """The parser of a sub-command, or of GTP mode for an empty name.

    The test is skipped where the extra of the sub-command is not installed.
    """
    if not name:
        return gtp_parser()
    try:
        return command_line(name).parser(f"gtpengine {name}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in OURS:
            raise
        pytest.skip(f"gtpengine {name} needs {error.name} (make {COMMANDS[name].needs})")


def parsers(name: str) -> Iterator[Parser]:
    """The parser of a sub-command, and those of its actions."""
    parser = parser_of(name)
    yield parser
    if (actions := parser.actions()) is not None:
        yield from actions.choices.values()


def arguments(name: str) -> Iterator[tuple[Parser, argparse.Action]]:
    """What a sub-command and its actions take, as the help shows it."""
    for parser in parsers(name):
        complete(parser)
        for action in parser.options():
            yield parser, action


every_command = pytest.mark.parametrize("name", ["", *COMMANDS])


@every_command
def test_every_option_has_a_text_a_default_and_a_name_of_its_value(name: str) -> None:
    for parser, action in arguments(name):
        what = f"{parser.prog} {'/'.join(action.option_strings) or action.dest}"
        assert action.help, what
        if not action.option_strings or action.nargs == 0:
            continue
        repeated = action.default == [] and "as often as needed" in action.help
        assert action.required or repeated or "default: " in action.help, what
        names = action.metavar if isinstance(action.metavar, tuple) else (action.metavar,)
        assert action.choices is not None or METAVARS.issuperset(names), f"{what} {names}"


@every_command
def test_defaults_are_told_truly_and_in_one_style(name: str) -> None:
    for parser, action in arguments(name):
        what, text = f"{parser.prog} {action.dest}", action.help or ""
        assert len(re.findall(r"\bdefault", text)) <= 1, what
        # Zero and words such as auto may stand for something said in words.
        if isinstance(action.default, int | float) and action.nargs != 0 and action.default:
            assert f"default: {action.default:g}" in text, what


@every_command
def test_the_help_has_whole_sentences_and_one_to_three_examples(name: str) -> None:
    for parser in parsers(name):
        description = parser.description or ""
        assert description[:1].isupper(), parser.prog
        assert description.endswith("."), parser.prog
        assert 1 <= len(examples(parser)) <= 3, parser.prog


@every_command
def test_the_examples_parse_and_belong_to_their_command(name: str) -> None:
    for prog, words in (
        (found.prog, words) for found in parsers(name) for words in examples(found)
    ):
        program, *rest = words
        assert program == "gtpengine"
        assert " ".join(words).startswith(prog)
        if rest[0] in COMMANDS:
            parser_of(rest[0]).parse_args(rest[1:])  # else UsageError
        else:
            cli.parse_settings(rest)
        for word in rest:
            if word.startswith("docs/"):
                assert (ROOT / word).exists(), word


def test_the_help_fits_a_terminal_of_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words in ([], ["patterns", "train"], ["scaling"]):
        with pytest.raises(SystemExit):
            main(["help", *words])
        shown = capsys.readouterr().out.partition("examples:")[0]  # these are copied whole
        assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("words", [[], ["check"], ["book"], ["book", "grow"]])
def test_help_is_the_same_both_ways(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    texts = []
    for asked in (["help", *words], [*words, "--help"]):
        with pytest.raises(SystemExit) as end:
            main(asked)
        assert end.value.code == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    assert texts[0].startswith(" ".join(["usage: gtpengine", *words]))


def test_help_of_an_action_after_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["book", "help", "grow"])
    assert capsys.readouterr().out.startswith("usage: gtpengine book grow")


def test_the_parameters_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "parameters"]) == 0
    text = capsys.readouterr().out
    for name in ("threads", "ponder", "rave_equivalence"):
        assert re.search(rf"^  {name} \(", text, re.MULTILINE)
    engine, _, laboratory = text.partition("of the laboratory, ")
    assert "  rave_equivalence (" in engine
    assert "  mast_rate (" in laboratory and "  rave_equivalence (" not in laboratory


def test_a_text_of_its_own_about_the_default_stays() -> None:
    parser = Parser(prog="x")
    parser.add_argument("--a", default=3, help="all (default: three)")
    parser.add_argument("--b", default=2.5, help="share in %% (0 to 9)")
    parser.add_argument("--c", type=Path, default=argparse.SUPPRESS, help="c")
    complete(parser)
    complete(parser)  # nothing is added twice
    text = " ".join(parser.format_help().split())
    assert "--a TEXT all (default: three)" in text
    assert "--b TEXT share in % (0 to 9; default: 2.5)" in text
    assert "--c FILE c" in text
