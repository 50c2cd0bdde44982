"""The page of all techniques: ``python -m gtpengine.lab.study.literature_page``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import literature
from .findings import ANEW, Findings, shipped, told
from .literature import STANDINGS, LeftOut, LiteratureRow

HEAD = """# The techniques of the literature

Every technique of five surveys that makes sense in a Go program, and how gtpengine stands to it:
Browne et al., *A survey of Monte Carlo tree search methods*, 2012; Świechowski et al., *Monte
Carlo tree search: a review of recent modifications and applications*, 2022; Schwarz, *A survey on
MCTS methods*; Couëtoux, Müller and Teytaud, *Monte Carlo tree search in Go*, 2013; Lanctot et al.,
*Monte Carlo tree search with heuristic evaluations using implicit minimax backups*, 2014. Numbers
are those of their sections; those of Browne et al. are given as the journal and as the preprint
have them.

A technique that several surveys describe has several lines. So the table counts *lines*, and
*distinct techniques* beside them: lines with the same settings and files are one technique. Elo is
that of having the technique, with its 95 % interval. A match with fewer games than the study wants
is undecided. Each figure leads to the entry of the journal, or to the family of the study, that has
it.

This page is made from tables that ship with the program, in `gtpengine/lab/study/data`, by
`python -m gtpengine.lab.study.literature_page > docs/reference/literature.md`. Names of
parameters, files, functions, presets and figures in it are tested to exist.
"""

LEFT = """
## Left out

What the surveys name besides: techniques of other domains, theory, test-beds, and programs.

<details><summary>{} names, and why each has no line above</summary>

| name | source | why |
|---|---|---|
"""

_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")


def page(table: Sequence[LiteratureRow], left: Sequence[LeftOut], found: Findings) -> str:
    """Return the page as Markdown, by family."""
    counts = literature.counts(table, found)
    lines = [
        HEAD,
        "| standing | lines | distinct techniques | what it means |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {name} | {counts[name][0]} | {counts[name][1]} | {STANDINGS[name]} |" for name in counts
    ]
    lines += [f"| all | {len(table)} | {len({one.identity for one in table})} | |", ""]
    lines += [_decided(table, found)]
    for family in sorted({one.family for one in table}):
        lines += _family(family, [one for one in table if one.family == family], found)
    lines += [
        LEFT.format(len(left)) + "\n".join(_cells((x.name, section(x.source), x.why)) for x in left)
    ]
    return "\n".join(lines) + "\n\n</details>\n"


def _decided(table: Sequence[LiteratureRow], found: Findings) -> str:
    measured = [one for one in table if literature.standing(one, found) == "measured"]
    decided = {
        one.identity
        for one in measured
        if any(finding.is_decided for finding in literature.own_findings(one, found))
    }
    return (
        f"Of the {len({one.identity for one in measured})} distinct techniques with games"
        f" {len(decided)} have a figure whose interval leaves out 0. One interval in twenty does so"
        " by chance."
    )


def section(source: str) -> str:
    """Return a source; sections of Browne et al. have the preprint's beside: V-C5 (5.3.5)."""
    if not source.startswith("Browne"):
        return source
    return re.sub(r"\b(VIII|VII|VI|IV|V|III|II|I)-([A-J])(\d*)\b", _with_arabic, source)


def _with_arabic(match: re.Match[str]) -> str:
    roman, letter, number = match.groups()
    arabic = f"{_ROMAN.index(roman)}.{ord(letter) - ord('A') + 1}" + (
        f".{number}" if number else ""
    )
    return f"{match[0]} ({arabic})"


def figures(one: LiteratureRow, found: Findings) -> str:
    """Return the figures of a technique, why others have to be measured anew, or a relative's."""
    own = told(literature.own_findings(one, found))
    own += [f"{ANEW}: {why}" for why in literature.faults(one, found)]
    relatives = told(literature.relative_findings(one, found)[:1])
    return "; ".join(own or [f"a relative: {text}" for text in relatives])


def _family(name: str, table: Sequence[LiteratureRow], found: Findings) -> list[str]:
    """Return the lines of a family; figures that an earlier line has are not told again."""
    lines = [
        f"\n## {name[0].upper()}{name[1:]}\n",
        "| technique | source | standing | settings | where | figures | note |",
        "|---|---|---|---|---|---|---|",
    ]
    first: dict[tuple[str, ...], LiteratureRow] = {}
    for one in table:
        text = figures(one, found)
        before = first.setdefault(one.figures, one)
        if text and before is not one:
            text = f"as for {before.technique}, above"
        lines.append(_line(one, literature.standing(one, found), text))
    return lines


def _line(one: LiteratureRow, standing: str, figures: str) -> str:
    settings = " ".join(f"`{word}`" for word in one.settings)
    code = " ".join(_file(place) for place in one.code)
    source = section(one.source)
    return _cells((one.technique, source, standing, settings, code, figures, one.note))


def _file(place: str) -> str:
    """Return a link to a file, which after a colon names what is meant in it."""
    path, _, symbol = place.partition(":")
    name = path.rpartition("/")[2]
    return f"[{name}{f': {symbol}' if symbol else ''}](../../{path})"


def _cells(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    print(page(literature.techniques(), literature.left_out(), shipped()), end="")
