"""The page of all parameters, ``docs/reference/parameters.md``, from the tables that define them.

``python -m gtpengine.commands.param_page > docs/reference/parameters.md`` writes it; a test
compares it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Final

from gtpengine.base.paramspec import ParamSpec
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.mcts.params.search_params import PARAMS

_HEAD = """\
# Parameters

Everything that can be set, with default, range and where the idea comes from. A parameter is
set in one of three ways:

- on the command line: `--set NAME=VALUE`,
- in the file of `--config`: below `[set]`,
- during play: the GTP command `gtpengine-param NAME VALUE`.

`gtpengine-param` without arguments lists all of them. Some also have a command line option of
its own, such as `--threads`; see `gtpengine --help`. To play, leave everything at its default.

This page is made from the tables that define the parameters, by
`python -m gtpengine.commands.param_page > docs/reference/parameters.md`.
"""

# Chapter -> the parameter that it begins with.
ENGINE_CHAPTERS: Final = {
    "Limits, threads and rules": "simulations",
    "Use of the clock": "lag",
    "Thinking on the opponent's time": "ponder",
    "Opening book": "book",
    "Choice of the move": "recommendation",
    "Resigning": "resign",
    "Threads with trees of their own": "parallel",
    "Search on many machines": "cluster",
    "Dynamic komi": "dynamic_komi",
    "End of the game": "pass_early",
    "Clients and servers": "live_gfx",
}
SEARCH_CHAPTERS: Final = {
    "Tree": "tree_policy",
    "RAVE": "rave_schedule",
    "Expansion and threads": "first_play_urgency",
    "Value of a simulation": "evaluation_share",
    "Priors of a new move": "prior_even",
    "Model of moves": "prior_model",
    "Playouts": "playout_policy",
    "End of a playout": "playout_max_moves",
    "Playout rules that are off": "playout_capture_rate",
    "Techniques": "adaptive_playouts",
}


def table(specs: Iterable[ParamSpec]) -> str:
    """Return the Markdown table of some parameters."""
    lines = ["| name | default | range | meaning | source |", "|---|---|---|---|---|"]
    for spec in specs:
        cells = (
            f"`{spec.name}`",
            spec.format(spec.default),
            spec.range_text(),
            spec.doc,
            spec.source,
        )
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def chapters(specs: Mapping[str, ParamSpec], first: Mapping[str, str]) -> str:
    """Return the tables of ``specs`` in their order, a heading before each parameter in ``first``.

    :raises ValueError: when a chapter begins with no parameter, or out of order.
    """
    names = list(specs)
    starts = [names.index(name) for name in first.values()]
    if starts != sorted(starts) or starts[0] != 0:
        raise ValueError("the chapters are not in the order of the parameters")
    text = ""
    for title, start, end in zip(first, starts, [*starts[1:], len(names)], strict=True):
        text += f"\n### {title}\n\n{table(specs[name] for name in names[start:end])}\n"
    return text


def page() -> str:
    """Return the whole page."""
    return (
        f"{_HEAD}\n## Of the engine\n{chapters(ENGINE_PARAMS, ENGINE_CHAPTERS)}"
        f"\n## Of the search\n{chapters(PARAMS, SEARCH_CHAPTERS)}"
    )


def listing() -> str:
    """Return the parameters for a terminal: name, range and default, then the meaning."""
    lines = ["Parameters, for --set NAME=VALUE, [set] in --config FILE, and gtpengine-param in GTP"]
    for title, specs in (("of the engine", ENGINE_PARAMS), ("of the search", PARAMS)):
        lines += ["", f"{title}:"]
        for spec in specs.values():
            values = f"{spec.range_text()}, default {spec.format(spec.default)}"
            lines += textwrap.wrap(
                f"{spec.name} ({values})", 98, initial_indent="  ", subsequent_indent="    "
            )
            lines += textwrap.wrap(
                spec.doc, 98, initial_indent="      ", subsequent_indent="      "
            )
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    print(page(), end="")
