"""What the options of the commands take for a number."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pytest

from gtpengine.base.arguments import numbers
from gtpengine.cli import COMMANDS, command_line


@pytest.mark.parametrize(
    "text", ["1", "19", "x", "", "1_0", "٣", "9.0", "nan", "inf", "1e1", "9" * 310, "9" * 9999]
)
def test_whole_numbers_out_of_range_are_refused_with_it(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r": give a whole number from 2 to 18$"):
        numbers.whole(2, 18)(text)


@pytest.mark.parametrize("text", ["-0.1", "1.5", "x", "1_0", "nan", "inf", "-inf", "9" * 310])
def test_numbers_out_of_range_are_refused_with_it(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r": give a number from 0 to 1$"):
        numbers.share(text)


def test_numbers_in_range_are_read() -> None:
    assert numbers.whole(2, 18)(" 18") == 18
    assert numbers.komi("-7.5") == -7.5 and numbers.komi("1e2") == 100
    assert numbers.seed(str(2**63 - 1)) == 2**63 - 1
    above = numbers.seconds(above=True)
    assert above("0.1") == 0.1
    with pytest.raises(
        argparse.ArgumentTypeError, match=r"'0': give a number above 0 up to 1000000$"
    ):
        above("0")


def test_a_novel_is_cut_in_the_message() -> None:
    with pytest.raises(argparse.ArgumentTypeError) as refused:
        numbers.count("7" * 5000)
    assert len(str(refused.value)) < 120


def options(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All options of a command, those of its own sub-commands included."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from options(below)


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_takes_a_number_without_a_range(name: str) -> None:
    parser = command_line(name).parser(name)
    bare = [action.dest for action in options(parser) if action.type in (int, float)]
    assert not bare, f"use gtpengine.base.arguments.numbers for {', '.join(bare)} of {name}"
