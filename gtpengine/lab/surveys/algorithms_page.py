"""The page *Algorithms*: ``python -m gtpengine.lab.surveys.algorithms_page``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gtpengine.commands.param_page import chapter_of
from gtpengine.lab.study.figures.findings import ANEW, Findings, anchor, shipped, told

from . import literature
from .literature import STANDINGS, LeftOut, LiteratureRow
from .sections import BROWNE, Section, arabic, order_in_section, rest_of, section_of, sections

HEAD = """# Algorithms

A way through the code for students of Monte-Carlo tree search. It follows Browne et al., *A survey
of Monte Carlo tree search methods*, IEEE Transactions on Computational Intelligence and AI in
Games, 2012, section by section. Four more surveys come after it: Świechowski et al. 2022, Schwarz,
Couëtoux, Müller and Teytaud 2013, Lanctot et al. 2014. Each technique that makes sense in a Go
program has a line; all else that the surveys name has a line with the reason for leaving it out.

Begin with [III-A (3.1) Algorithm](#iii-a-31-algorithm) and the file named there.
[How the search works](../explanation/search.md) describes both searches of this engine.
[How to add a technique](../guides/technique.md) adds one.

Of each line:

- *section*: in Browne et al. the roman number is the journal's, the arabic one the preprint's;
- *code*: the files, and after a colon what is meant in the file; then the tests;
- *try*: the parameters, and a command. In a clone `make lab tools` builds what commands need, and
  `PATH=$PWD/.venv/bin:$PATH` makes the shell find `gtpengine`. `games` is a folder of your own SGF
  files. `gtpengine study --only ROW,9x9,1k,simulations --games 20` plays twenty games with and
  without a technique, in about a minute;
- *figure, or reason*: how this program stands to the technique, by the table below; then what was
  measured. Elo is that of having the technique, with its 95 % interval. An interval that holds 0
  decides nothing. Each figure leads to the entry of the journal, or to the family of the study,
  that has the games.

A technique that several sections describe has several lines. So the table counts *lines*, and
*distinct techniques* beside them: lines with the same settings and files are one technique.
"""

FOOT = """
This page is made from tables that ship with the program, in `gtpengine/lab/surveys/data`, by
`python -m gtpengine.lab.surveys.algorithms_page > docs/reference/algorithms.md`. Files, tests,
parameters, commands and figures in it are tested to exist.
"""

COLUMNS: Final = "| section | technique | code | try | figure, or reason |\n|---|---|---|---|---|"
LEFT_COLUMNS: Final = "| section | name | left out, because |\n|---|---|---|"


def page(
    table: Sequence[LiteratureRow],
    left: Sequence[LeftOut],
    found: Findings,
    known: Sequence[Section],
) -> str:
    """Return the page as Markdown, by section."""
    lines = [HEAD, *_counts(table, left, found), ""]
    ordered: dict[Section, list[LiteratureRow | LeftOut]] = {one: [] for one in known}
    everything: list[LiteratureRow | LeftOut] = [*table, *left]
    for one in everything:
        ordered[section_of(one.source, known)].append(one)
    first: dict[tuple[str, ...], LiteratureRow] = {}
    for section, rows in ordered.items():
        rows.sort(key=lambda one: order_in_section(one.source, section))
        lines += [f"{'#' * section.depth} {section.heading}\n", f"{section.text}\n"]
        if any(isinstance(one, LiteratureRow) for one in rows):
            lines += [COLUMNS, *(_line(one, section, found, first) for one in rows), ""]
        elif rows:
            lines += [LEFT_COLUMNS, *(_left(one, section) for one in rows), ""]
    return "\n".join(lines).rstrip() + "\n" + FOOT


def _counts(table: Sequence[LiteratureRow], left: Sequence[LeftOut], found: Findings) -> list[str]:
    counts = literature.counts(table, found)
    lines = ["| standing | lines | distinct | what it means |", "|---|---|---|---|"]
    lines += [
        f"| {name} | {counts[name][0]} | {counts[name][1]} | {STANDINGS[name]} |" for name in counts
    ]
    distinct = len({one.identity for one in table})
    lines += [
        f"| all | {len(table)} | {distinct} | techniques that make sense in a Go program |",
        f"| left out | {len(left)} | | other domains, theory, test-beds and programs |",
    ]
    return [*lines, "", _decided(table, found)]


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


def _line(
    one: LiteratureRow | LeftOut,
    section: Section,
    found: Findings,
    first: dict[tuple[str, ...], LiteratureRow],
) -> str:
    """Return a line; of figures that an earlier line has only the first is told again."""
    place = _place(one.source, section)
    if isinstance(one, LeftOut):
        return _cells((place, one.name, "", "", f"left out: {one.why}"))
    before = first.setdefault(one.figures, one) if one.figures else one
    text = figures(one, found)
    if before is not one and len(literature.own_findings(one, found)) > 1:
        place_of_all = f"more at {before.technique}, {arabic(before.source)}"
        text = [*told(literature.own_findings(one, found)[:1]), place_of_all]
    standing = literature.standing(one, found)
    if standing == "works":
        text = ["no figure"]
    texts = [*text, *([one.note] if one.note else [])]
    if not texts or not texts[0].startswith(f"{standing}: "):
        texts = [": ".join([standing, *texts[:1]]), *texts[1:]]
    return _cells((place, one.technique, _code(one), _try(one), "; ".join(texts)))


def _left(one: LiteratureRow | LeftOut, section: Section) -> str:
    assert isinstance(one, LeftOut)
    return _cells((_place(one.source, section), one.name, one.why))


def _place(source: str, section: Section) -> str:
    rest = rest_of(source, section.survey)
    return arabic(rest) if section.survey == BROWNE else rest


def figures(one: LiteratureRow, found: Findings) -> list[str]:
    """Return the figures of a technique, why others have to be measured anew, or a relative's."""
    own = told(literature.own_findings(one, found))
    own += [f"{ANEW}: {why}" for why in literature.faults(one, found)]
    relatives = told(literature.relative_findings(one, found)[:1])
    return own or [f"by a relative: {text}" for text in relatives]


def _code(one: LiteratureRow) -> str:
    """Return links to the files, and below them to their tests."""
    tests = [_file(test) for test in literature.own_tests(one)]
    lines = [_file(place) for place in one.code]
    return "<br>".join(lines + [f"test: {' '.join(tests)}"] * bool(tests))


def _try(one: LiteratureRow) -> str:
    """Return links to the parameters, and below them a command."""
    settings = " ".join(_setting(word) for word in one.settings)
    command = literature.command_of(one)
    return "<br>".join(text for text in (settings, f"`{command}`" if command else "") if text)


def _setting(word: str) -> str:
    """Return a setting, with a link to where its parameter or preset is described."""
    name, _, value = word.partition("=")
    if name == "preset":
        return f"[`{word}`](presets.md#{anchor(value)})"
    where, chapter = chapter_of(name)
    return f"[`{word}`]({where}#{anchor(chapter)})"


def _file(place: str) -> str:
    """Return a link to a file, which after a colon names what is meant in it."""
    path, _, symbol = place.partition(":")
    name = path.rpartition("/")[2]
    return f"[{name}{f': {symbol}' if symbol else ''}](../../{path})"


def _cells(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    print(page(literature.techniques(), literature.left_out(), shipped(), sections()), end="")
