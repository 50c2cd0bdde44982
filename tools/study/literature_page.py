"""The page of all techniques: ``python -m gtpengine.tools.study.literature_page``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .literature import STATUSES, Technique, techniques

HEAD = """# The techniques of the literature

Every technique of five surveys that makes sense in a Go program, and how this one stands to it:
Browne et al., *A survey of Monte Carlo tree search methods*, 2012; Świechowski et al., *Monte
Carlo tree search: a review of recent modifications and applications*, 2022; Schwarz, *A survey on
MCTS methods*; Couëtoux, Müller and Teytaud, *Monte Carlo tree search in Go*, 2013; Lanctot et al.,
*Monte Carlo tree search with heuristic evaluations using implicit minimax backups*, 2014. Numbers
are those of their sections. What several of them describe has several lines.

This page is made from `tools/study/data/techniques.tsv`, which ships with the program, by
`python -m gtpengine.tools.study.literature_page > docs/reference/literature.md`. Names of
parameters, files, functions and presets in it are tested to exist.
"""


def page(found: Sequence[Technique]) -> str:
    """Return the page as Markdown, by family."""
    counts = Counter(one.status for one in found)
    lines = [HEAD, "| status | techniques | what it means |", "|---|---|---|"]
    lines += [f"| {name} | {counts[name]} | {text} |" for name, text in STATUSES.items()]
    lines += [f"| all | {len(found)} | |"]
    for family in sorted({one.family for one in found}):
        lines += [
            f"\n## {family[0].upper()}{family[1:]}\n",
            "| technique | source | status | settings | where | note |",
            "|---|---|---|---|---|---|",
            *(_line(one) for one in found if one.family == family),
        ]
    return "\n".join(lines) + "\n"


def _line(one: Technique) -> str:
    settings, code = (" ".join(f"`{word}`" for word in words) for words in (one.settings, one.code))
    cells = (one.technique, one.source, one.status, settings, code, one.note)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    print(page(techniques()), end="")
