"""The pages as a site: ``make docs`` takes each page, shows files, and keeps axe-core content."""

from __future__ import annotations

import functools
import http.server
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import gtpengine
from gtpengine import data, engines, env
from tests.docs.test_docs_pages import PAGES, ROOT, name
from tests.web.axe import broken_rules, need_axe
from tests.web.person import Person


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site; a warning of Sphinx (a broken link, a name without a page) is an error."""
    for module in ("sphinx", "myst_nb", "furo"):
        pytest.importorskip(module, reason="NOT TESTED: the site; make docs installs Sphinx")
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-P", "-m", "sphinx", "--quiet", "--fail-on-warning", "-c", "docs"]
    done = subprocess.run(
        [*command, "-d", out / "doctrees", ".", out / "html"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": "docs/site"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return out / "html"


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    handler = functools.partial(QuietHandler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """A server without a log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  as the library has it
        """Say nothing."""


@pytest.mark.slow
def test_each_page_and_each_public_name_has_a_page(site: Path) -> None:
    for page in PAGES:
        assert (site / Path(name(page)).with_suffix(".html")).exists(), name(page)
    listed = (site / "docs/reference/api.html").read_text(encoding="utf-8")
    for public in (*gtpengine.__all__, *engines.__all__, *env.__all__, *data.__all__):
        assert re.search(rf"\b{public}\b", listed), f"docs/reference/api.rst lacks {public}"
    array = (site / "docs/reference/api/gtpengine.turn.html").read_text(encoding="utf-8")
    assert "ArrayLike" in array and "_NestedSequence" not in array
    assert "url=README.html" in (site / "index.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_navigation_has_what_the_index_lists(site: Path) -> None:
    first = (site / "README.html").read_text(encoding="utf-8")
    captions = re.findall(r'class="caption-text">([^<]*)<', first)
    wanted = ["Play", "Run a bot", "Measure a change", "Research", "Carry on the work"]
    assert captions == ["gtpengine", *wanted]
    assert 'href="docs/guides/sabaki.html"' in first


@pytest.mark.slow
def test_a_link_to_a_source_file_shows_the_file(site: Path) -> None:
    page = (site / "docs/reference/techniques.html").read_text(encoding="utf-8")
    link = re.search(r'href="\.\./\.\./(source/[^"#]*\.pyx\.html)"', page)
    assert link is not None
    shown = re.sub(r"<[^>]*>", "", (site / link[1]).read_text(encoding="utf-8"))
    source = (ROOT / link[1].removeprefix("source/").removesuffix(".html")).read_text("utf-8")
    assert source.splitlines()[0].strip('"') in shown


def looked_at(site: Path) -> Iterator[str]:
    """Yield all pages, and of the files' pages, which one template makes, the longest."""
    pages = {path: path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    files = [path for path, page in pages.items() if page.startswith("source/")]
    longest = max(files, key=lambda path: path.stat().st_size)
    moved = {site / "index.html"}  # leads to the first page at once
    yield from sorted(pages[path] for path in pages.keys() - {*files, *moved} | {longest})


@pytest.mark.slow
@pytest.mark.parametrize(("width", "beside"), [(1280, "right"), (420, "none")])
def test_the_board_of_the_first_page_leaves_room_for_the_text(
    address: str, tmp_path: Path, width: int, beside: str
) -> None:
    with Person(tmp_path / "profile", width, 900) as person:
        person.go(f"{address}/README.html")
        shown = person.js("getComputedStyle(document.querySelector('img.align-right')).float")
        assert shown == beside


@pytest.mark.slow
@pytest.mark.parametrize(("width", "dark"), [(1280, True), (420, False)])
def test_all_pages_fit_and_break_no_rule_of_axe(
    site: Path, address: str, tmp_path: Path, width: int, dark: bool
) -> None:
    need_axe()
    found: dict[str, list[str]] = {}
    with Person(tmp_path / "profile", width, 900, dark) as person:
        for page in looked_at(site):
            person.go(f"{address}/{page}")
            broken = broken_rules(person)
            found[page] = (
                broken if person.fits() else [*broken, "the page is wider than the window"]
            )
        assert {page: broken for page, broken in found.items() if broken} == {}
        assert person.trouble == []
