"""README and docs/ hold together: links, files that are named, what may not stand there."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
README: Final = ROOT / "README.md"
INDEX: Final = ROOT / "docs/README.md"
JOURNAL: Final = ROOT / "docs/journal.md"
MEASURED: Final = tuple(ROOT / "docs/reference" / page for page in ("study.md", "reproductions.md"))
"""Made from figures that ship, each with the commit that was measured."""
PAGES: Final = (README, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md")))
SOURCES: Final = tuple(
    path
    for folder in ("board_ext", "books", "docs", "gtpengine", "patterns", "tests", "tools")
    for path in sorted((ROOT / folder).rglob("*"))
    if "node_modules" not in path.parts
)
README_WORDS: Final = 1000
CHANGELOG_LINES: Final = 40
"""Of a version: what a user reads."""


def name(path: Path) -> str:
    """Return a page's path in the repository."""
    return path.relative_to(ROOT).as_posix()


def prose(text: str) -> str:
    """Return the text without blocks of code."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"(?m)(?<=\n\n)(?: {4,}(?![-*\d]).*\n)+", "", text)


def links(page: Path) -> list[str]:
    """Return the targets of a page's links and pictures that lie in the repository."""
    text = prose(page.read_text(encoding="utf-8"))
    found = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    return [target for target in found if "://" not in target]


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes of a page's headings."""
    found: Counter[str] = Counter()
    slugs = set()
    for heading in re.findall(r"(?m)^#+ (.*)$", prose(page.read_text(encoding="utf-8"))):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        slugs.add(f"{slug}-{found[slug]}" if found[slug] else slug)
        found[slug] += 1
    return slugs


def target_of(page: Path, link: str) -> tuple[Path, str]:
    """Return the file that a link means, and its anchor."""
    path, _, anchor = link.partition("#")
    return ((page.parent / path).resolve() if path else page), anchor


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_and_anchor_leads_somewhere(page: Path) -> None:
    for link in links(page):
        target, anchor = target_of(page, link)
        assert target.exists(), f"{name(page)}: {link} does not exist"
        if anchor:
            assert anchor in anchors(target), f"{name(page)}: {link} has no such heading"


def test_every_page_is_reached_from_the_index() -> None:
    reached, waiting = set(), [INDEX]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md" and page.exists():
            reached.add(page)
            waiting += [target_of(page, link)[0] for link in links(page)]
    assert [name(page) for page in PAGES if page not in reached and "docs" in page.parts] == []


def test_the_index_names_every_page_but_itself() -> None:
    named = {target_of(INDEX, link)[0] for link in links(INDEX)}
    pages = [page for page in PAGES if page.parent.is_relative_to(INDEX.parent)]
    assert [name(page) for page in pages if page not in named | {INDEX}] == []


def test_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").split()) <= README_WORDS


def test_the_changelog_of_a_version_is_short() -> None:
    sections = re.split(r"(?m)^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))[1:]
    lines = {section.partition("\n")[0]: len(section.rstrip().splitlines()) for section in sections}
    assert lines
    assert {version: count for version, count in lines.items() if count > CHANGELOG_LINES} == {}


def test_nothing_is_needed_that_is_not_shipped() -> None:
    texts = {name(page): page.read_text(encoding="utf-8") for page in PAGES}
    assert [page for page, text in texts.items() if "../shared" in text] == []


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page not in (JOURNAL, *MEASURED)], ids=name
)
def test_no_commit_stands_outside_the_journal_and_what_was_measured(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("tf2-b10c384", "")  # a network of KataGo's
    words = re.findall(r"\b[0-9a-f]{7,40}\b", text)
    assert [word for word in words if re.search("[a-f]", word) and re.search(r"\d", word)] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page != JOURNAL], ids=name)
def test_the_files_that_are_named_exist(page: Path) -> None:
    paths = [f"/{name(path)}" for path in SOURCES]
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`((?:[a-z0-9_.]+/)+[a-z0-9_.]+\.(?:py|pyx|pxd|md|txt|tst|cfg))`", text)
    assert [file for file in named if not any(path.endswith(f"/{file}") for path in paths)] == []


def test_pages_that_the_code_names_exist() -> None:
    code = [path for path in SOURCES if path.suffix in (".py", ".pyi", ".pyx", ".pxd")]
    named = {
        (name(path), page)
        for path in (*code, ROOT / "Makefile", ROOT / "setup.py")
        for page in re.findall(r"docs/[a-z][\w/-]*\.md", path.read_text(encoding="utf-8"))
    }
    assert named
    assert [(path, page) for path, page in sorted(named) if not (ROOT / page).exists()] == []


def test_entries_of_the_journal_have_dates_newest_first_and_are_listed_by_subject() -> None:
    text = JOURNAL.read_text(encoding="utf-8")
    headings = re.findall(r"(?m)^## (.*)$", text)[1:]
    dates = [re.match(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d)?", heading) for heading in headings]
    assert all(dates)
    days = [date[0][:10] for date in dates if date]
    assert days == sorted(days, reverse=True)
    listed = re.findall(r"\(#(\d[^)]*)\)", text)
    assert sorted(listed) == sorted(anchor for anchor in anchors(JOURNAL) if anchor[0].isdigit())
