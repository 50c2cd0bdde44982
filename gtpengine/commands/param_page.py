"""The pages of all parameters, from the tables that define them; a test compares them.

``docs/reference/parameters.md`` has the engine and the search that a network leads,
``docs/reference/parameters-laboratory.md`` the search by playouts and techniques::

    python -m gtpengine.commands.param_page > docs/reference/parameters.md
    python -m gtpengine.commands.param_page laboratory > docs/reference/parameters-laboratory.md
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from gtpengine.base.arguments.paramspec import ParamSpec, Player
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.mcts.params.search_params import PARAMS

_HEAD = """\
# Parameters

What can be set of the engine and of its search, with default, range and where the idea comes from.
A network leads the search on 9x9, 13x13 and 19x19. What the search by playouts reads alone, and the
techniques, are [on a page of their own](parameters-laboratory.md). A parameter is set in one of
three ways:

- on the command line: `--set NAME=VALUE`,
- in the file of `--config`: below `[set]`,
- during play: the GTP command `gtpengine-param NAME VALUE`.

`gtpengine-param` without arguments lists all of them. Some also have a command line option of
its own, such as `--threads`; see `gtpengine --help`. To play, leave everything at its default.
These are the ten that matter most:

"""

_LABORATORY_HEAD = """\
# Parameters of the laboratory

The parameters that the search by playouts reads and a network that leads does not: RAVE, playouts,
and the techniques, each of which takes the lead from the network. They are set as
[all others](parameters.md), with `network=none` beside, or on boards without a network. Elsewhere
the engine says that a setting is not read, and matches refuse the setting. In a clone, techniques
need `make lab`.
"""

_FOOT = """
This page is made from the tables that define the parameters, by
`python -m gtpengine.commands.param_page%s > docs/reference/%s`.
"""

TEN: Final = (
    "simulations", "time_per_move", "threads", "memory", "rank", "rules", "ponder", "resign",
    "book", "network",
)  # fmt: skip
"""What people set to play, or to have a bot play."""

READERS: Final = {
    Player.BOTH: "each search",
    Player.LEADS: "the search that a network leads",
    Player.JUDGES: "searches with a network",
    Player.BESIDE: "a network beside playouts",
    Player.PLAYOUTS: "the search by playouts",
}

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
    "Proofs": "solver",
    "Expansion": "expand_visits",
    "Threads, and the value of a simulation": "virtual_loss",
    "Priors of a new move": "prior_even",
    "Model of moves": "prior_model",
    "Playouts": "playout_policy",
    "End of a playout": "playout_max_moves",
    "Playout rules that are off": "playout_capture_rate",
    "Techniques": "adaptive_playouts",
}


def table(specs: Iterable[ParamSpec]) -> str:
    """Return the Markdown table of some parameters."""
    lines = ["| name | default | range | meaning | read by | source |", "|---|---|---|---|---|---|"]
    for spec in specs:
        cells = (
            f"`{spec.name}`",
            spec.format(spec.default),
            spec.range_text(),
            spec.doc,
            READERS[spec.player],
            spec.source,
        )
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def chapters(
    specs: Mapping[str, ParamSpec],
    first: Mapping[str, str],
    wanted: Callable[[ParamSpec], bool] = lambda _: True,
    mark: str = "###",
) -> str:
    """Return the tables of ``specs`` in their order, a heading before each parameter in ``first``.

    ``mark`` is what Markdown puts before a heading.

    Rows that are not ``wanted`` are left out, and chapters without rows.

    :raises ValueError: when a chapter begins with no parameter, or out of order.
    """
    names = list(specs)
    starts = [names.index(name) for name in first.values()]
    if starts != sorted(starts) or starts[0] != 0:
        raise ValueError("the chapters are not in the order of the parameters")
    text = ""
    for title, start, end in zip(first, starts, [*starts[1:], len(names)], strict=True):
        rows = [specs[name] for name in names[start:end] if wanted(specs[name])]
        text += f"\n{mark} {title}\n\n{table(rows)}\n" if rows else ""
    return text


def _is_read(spec: ParamSpec) -> bool:
    """Return whether a network that leads reads a parameter."""
    return bool(spec.player & Player.LEADS)


def chapter_of(name: str) -> tuple[str, str]:
    """Return the page that describes a parameter, and the heading above it there."""
    specs, first = (
        (ENGINE_PARAMS, ENGINE_CHAPTERS) if name in ENGINE_PARAMS else (PARAMS, SEARCH_CHAPTERS)
    )
    names = list(specs)
    place = names.index(name)
    chapter = [title for title, start in first.items() if names.index(start) <= place][-1]
    is_here = name in ENGINE_PARAMS or _is_read(PARAMS[name])
    return "parameters.md" if is_here else "parameters-laboratory.md", chapter


def page() -> str:
    """Return the page of the engine, and of the search that a network leads."""
    ten = "\n".join(f"- `{name}`: {({**ENGINE_PARAMS, **PARAMS})[name].doc}" for name in TEN)
    return (
        f"{_HEAD}{ten}\n\n## Of the engine\n{chapters(ENGINE_PARAMS, ENGINE_CHAPTERS)}"
        f"\n## Of the search\n{chapters(PARAMS, SEARCH_CHAPTERS, _is_read)}"
        f"{_FOOT % ('', 'parameters.md')}"
    )


def laboratory_page() -> str:
    """Return the page of what the search by playouts reads alone."""
    rest = chapters(PARAMS, SEARCH_CHAPTERS, lambda spec: not _is_read(spec), "##")
    return f"{_LABORATORY_HEAD}{rest}{_FOOT % (' laboratory', 'parameters-laboratory.md')}"


def listing() -> str:
    """Return the parameters for a terminal, those first that matter most, the others by owner and
    reader."""
    lines = ["Parameters, for --set NAME=VALUE, [set] in --config FILE, and gtpengine-param in GTP"]
    everything = {**ENGINE_PARAMS, **PARAMS}
    groups = {"the ten that matter most": [everything[name] for name in TEN]}
    groups["of the engine"] = [row for row in ENGINE_PARAMS.values() if row.name not in TEN]
    for owner, of_laboratory in (("search", False), ("laboratory", True)):
        for reader, words in READERS.items():
            groups[f"of the {owner}, read by {words}"] = [
                row
                for row in PARAMS.values()
                if row.player is reader
                and row.of_laboratory == of_laboratory
                and row.name not in TEN
            ]
    for title, specs in groups.items():
        if not specs:
            continue
        lines += ["", f"{title}:"]
        for spec in specs:
            values = f"{spec.range_text()}, default {spec.format(spec.default)}"
            lines += textwrap.wrap(
                f"{spec.name} ({values})", 98, initial_indent="  ", subsequent_indent="    "
            )
            lines += textwrap.wrap(
                spec.doc, 98, initial_indent="      ", subsequent_indent="      "
            )
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    print(laboratory_page() if sys.argv[1:] == ["laboratory"] else page(), end="")
