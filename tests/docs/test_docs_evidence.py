"""The pages that name tests as evidence name tests that exist; every sample is named and there."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

import gtpengine

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = ("reference/clients.md", "reference/systems.md", "explanation/complaints.md")

#: What `make test PYTEST_ARGS="-k NAME"` selects from: modules and functions.
TESTS = " ".join(
    word
    for path in sorted((ROOT / "tests").rglob("test_*.py"))
    for word in (path.stem, *re.findall(r"def (test_\w+)", path.read_text()))
)
#: Words that are commands and parameters.
MANUAL = "".join(
    (DOCS / f"reference/{name}.md").read_text() for name in ("gtp", "parameters", "ranks")
)


@pytest.mark.parametrize("page", PAGES)
def test_the_tests_that_are_named_exist(page: str) -> None:
    names = set(re.findall(r"`([a-z0-9]+(?:_[a-z0-9]+)+)`", (DOCS / page).read_text()))
    assert len(names) > 10
    assert [name for name in sorted(names) if name not in TESTS and name not in MANUAL] == []


def test_the_samples_are_named_and_their_files_exist() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    samples = set(re.findall(r"(?:docs/)?(samples/[\w./-]+)", text))
    assert [name for name in samples if not (DOCS / name.rstrip("./")).exists()] == []
    files = [path.name for path in (DOCS / "samples").iterdir() if path.name != "__pycache__"]
    shipped = {f"samples/{name}" for name in files}
    assert shipped <= {"/".join(name.rstrip("./").split("/")[:2]) for name in samples}


def test_the_citation_is_of_this_version() -> None:
    text = (DOCS / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {gtpengine.__version__}\n" in text
    assert "cff-version: 1.2.0\n" in text


def test_the_text_and_its_bibliography_name_the_same_works() -> None:
    text = (DOCS / "explanation/laboratory.md").read_text(encoding="utf-8")
    works = (DOCS / "laboratory.bib").read_text(encoding="utf-8")
    dois = re.findall(r"doi = \{([^}]+)\}", works)
    assert sorted(re.findall(r"\[doi:([^]]+)\]", text)) == sorted(dois)
    for title in re.findall(r"title = \{((?:[^{}]|\{[^{}]*\})*)\}", works):
        assert title.replace("{", "").replace("}", "") in text, title


def elo_figures(text: str) -> set[tuple[int, frozenset[int]]]:
    """Return the figures in Elo with their intervals, without signs, as a page may turn them."""
    text = re.sub(r"\s+", " ", text)
    pattern = r"([+-]?\d+)(?: Elo)?,? ?\(?(?:of )?([+-]\d+) to ([+-]\d+)\)?"
    return {
        (abs(int(value)), frozenset({abs(int(low)), abs(int(high))}))
        for value, low, high in re.findall(pattern, text)
    }


def elo_of_share(share: float) -> int:
    """Return the size of the difference in Elo that a share of the games won means."""
    return abs(round(400 * math.log10(share / (1 - share))))


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    z = 1.959963984540054
    center = share + z**2 / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    return (center - half) / (1 + z**2 / games), (center + half) / (1 + z**2 / games)


def elo_of_counts(text: str) -> set[tuple[int, frozenset[int]]]:
    """Return the figures in Elo (Wilson) of the games won that a text tells as "20 of 24"."""
    return {
        (elo_of_share(share), frozenset(map(elo_of_share, wilson(share, int(games)))))
        for won, games in re.findall(r"(\d+) of (\d+)", text)
        if 0 < int(won) < int(games)
        for share in [int(won) / int(games)]
    }


HAND_MADE = sorted(
    page
    for page in (ROOT / "README.md", *DOCS.rglob("*.md"))
    if page.name not in ("journal.md", "study.md", "reproductions.md")
)


@pytest.mark.parametrize("page", HAND_MADE, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_figures_in_elo_stand_in_the_journal(page: Path) -> None:
    """``study.md`` and ``reproductions.md`` are made from figures that ship, with their commits."""
    text = page.read_text(encoding="utf-8")
    journal = (DOCS / "journal.md").read_text(encoding="utf-8")
    assert elo_figures(text) - elo_figures(journal) - elo_of_counts(journal) == set()
