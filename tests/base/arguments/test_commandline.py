"""A command as its options, its function and its help; actions with options of their own."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.actions import Actions
from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.options import command_words, option
from gtpengine.base.arguments.parser import UsageError


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    games: int = option("games", numbers.count, default=2)
    words: tuple[str, ...] = command_words()


def played(options: Options) -> int:
    return options.games


PLAY = CommandLine(
    Options, played, "Play.", "gtpengine play --games 4", more="Status: 0.", folded=("t", "--games")
)
ACTIONS = Actions({"play": (PLAY, "play games")}, "Do things.", "gtpengine do play")


def test_a_command_runs_with_its_options() -> None:
    assert PLAY.ready("gtpengine play", ["--games", "5"])() == 5
    assert PLAY.run(Options(games=7)) == 7
    found = PLAY.read("gtpengine play", ["--games", "3"])
    assert found.words == ("play", "--games", "3")


def test_the_help_has_text_examples_and_what_is_folded() -> None:
    text = PLAY.parser("gtpengine play").format_help()
    assert text.index("Play.") < text.index("gtpengine play --games 4") < text.index("Status: 0.")
    assert "'gtpengine help t' explains the other options: --games." in text


def test_an_action_has_options_of_its_own() -> None:
    assert ACTIONS.ready("gtpengine do", ["play", "--games", "6"])() == 6
    assert "play games" in ACTIONS.parser("gtpengine do").format_help()
    with pytest.raises(UsageError, match="gtpengine do play: argument --games"):
        ACTIONS.ready("gtpengine do", ["play", "--games", "0"])
    with pytest.raises(UsageError, match="name what to do: play"):
        ACTIONS.ready("gtpengine do", [])
