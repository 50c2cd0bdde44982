"""The option ``--set NAME=VALUE`` of commands that search."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from gtpengine.base.arguments.options import repeated
from gtpengine.mcts.params.search_params import SearchParams


def set_options() -> tuple[tuple[str, str], ...]:
    """Make a field for the option; its value are pairs (name, text) for `params_with`."""
    return repeated(
        "set a parameter of the search; as often as needed",
        name_and_text,
        names=("--set",),
        metavar="NAME=VALUE",
    )


def name_and_text(text: str) -> tuple[str, str]:
    """Return both parts of ``NAME=VALUE``. What they say is not checked: it may name a file.

    :raises argparse.ArgumentTypeError: when there are no such parts.
    """
    name, sign, value = (part.strip() for part in text.partition("="))
    if not (name and sign):
        raise argparse.ArgumentTypeError(f"{text!r}: write NAME=VALUE")
    return name, value


def params_with(pairs: Iterable[tuple[str, str]]) -> SearchParams:
    """Return the default parameters with ``pairs``, (name, text), set.

    :raises ParamError: when there is no such parameter, or it cannot be that.
    """
    params = SearchParams()
    for name, text in pairs:
        params.set(name, text)
    return params
