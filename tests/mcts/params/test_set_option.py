"""``--set`` on the command lines of commands that search."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gtpengine.base.arguments.commandline import CommandLine
from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.base.arguments.parser import UsageError
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.params.set_option import params_with, set_options


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    parameters: tuple[tuple[str, str], ...] = set_options()


def pairs(*words: str) -> tuple[tuple[str, str], ...]:
    command = CommandLine(Options, lambda _: 0, "Search.")
    return command.read("gtpengine x", words).parameters


@pytest.mark.lab
def test_the_pairs_make_the_parameters() -> None:
    found = pairs("--set", "expand_visits=3", "--set", " tree-policy = PUCT ")
    assert found == (("expand_visits", "3"), ("tree-policy", "PUCT"))
    assert params_with(found) == SearchParams(expand_visits=3, tree_policy="puct")


def test_the_last_of_several_counts_and_nothing_is_kept_between_command_lines() -> None:
    assert params_with(pairs("--set", "expand_visits=3", "--set", "expand_visits=5")) == (
        SearchParams(expand_visits=5)
    )
    assert pairs() == ()
    assert params_with(()) == SearchParams()


@pytest.mark.parametrize("text", ["expand_visits", "=3", " =3"])
def test_what_is_no_pair_is_refused_with_its_option(text: str) -> None:
    with pytest.raises(UsageError, match=f"--set: '{text}': write NAME=VALUE"):
        pairs("--set", text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("expand_visit=3", "unknown parameter 'expand_visit'; did you mean expand_visits"),
        ("expand_visits=-1", "expand_visits cannot be -1: expected a whole number"),
        ("expand_visits=", "expand_visits cannot be '': expected a whole number"),
        ("tree_policy=pucct", "did you mean puct"),
        ("prior_model_file=no/such.model", "no such file"),
    ],
)
def test_what_cannot_be_set_is_refused(text: str, message: str) -> None:
    found = pairs("--set", text)
    with pytest.raises(ParamError) as refusal:
        params_with(found)
    assert message in str(refusal.value)
