"""The page of all parameters, ``docs/parameters.md``, from the tables that define them.

``python -m gtpengine.commands.param_page > docs/parameters.md`` writes it; a test compares it.
"""

from __future__ import annotations

from collections.abc import Iterable

from gtpengine.base.paramspec import ParamSpec
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.mcts.params.search_params import PARAMS

_HEAD = """\
# Parameters

Each can be set on the command line (`--set NAME=VALUE`), in a configuration file (`[set]`) and
during play (GTP command `gtpengine-param NAME VALUE`). This page is generated from the tables that
define them: `python -m gtpengine.commands.param_page > docs/parameters.md`.
"""


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


def page() -> str:
    """Return the whole page."""
    return (
        f"{_HEAD}\n## Of the engine\n\n{table(ENGINE_PARAMS.values())}\n"
        f"\n## Of the search\n\n{table(PARAMS.values())}\n"
    )


if __name__ == "__main__":
    print(page(), end="")
