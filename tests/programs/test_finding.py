"""Command lines as programs with their arguments."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from gtpengine.programs.finding import argument_vector


def test_paths_are_words_of_a_command() -> None:
    words: Any = [Path(sys.executable), Path("a b")]
    assert argument_vector(words) == [sys.executable, "a b"]


@pytest.mark.parametrize("command", [None, 5, [5], ["python", None]])
def test_other_values_say_what_to_give(command: Any) -> None:
    with pytest.raises(TypeError, match="give a command line, or a list of the program"):
        argument_vector(command)
