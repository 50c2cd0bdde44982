"""The frame of the server's pages."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from gtpengine.server.app import FILES
from gtpengine.server.frame import MENU, PAGES, html_of
from gtpengine.server.runs import ASSETS
from gtpengine.web.parts import PARTS


@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_marked_in_the_menu_and_loads_files_that_are_served(address: str) -> None:
    page = PAGES[address]
    html = html_of(address, "en")
    # Its head is there, whatever the language.
    assert re.search(r'<main class="page">\n(<h1|<p)', html)
    marked = re.findall(r'href="(/\w*)" aria-current="page"', html)
    assert marked == ([page.under] if page.under else [])
    assert all(f">{label}</a>" in html for label in MENU.values())
    loaded = re.findall(r'"/static/([\w.]+)"', html)
    assert f"{page.name}.js" in loaded and set(loaded) <= {*FILES, *PARTS, *ASSETS}


@pytest.mark.parametrize("address", PAGES)
def test_no_element_of_a_page_has_the_name_of_another(address: str) -> None:
    """A script asks for elements by name, those of the frame, too, and gets the first."""
    names = Counter(re.findall(r'\bid="([^"]*)"', html_of(address, "en")))
    assert [name for name, count in names.items() if count > 1] == []


def test_the_title_names_the_page() -> None:
    assert "<title>gtpengine</title>" in html_of("/", "en")
    assert "<title>Play - gtpengine</title>" in html_of("/play", "en")
