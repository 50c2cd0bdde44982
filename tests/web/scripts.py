"""Scripts that run in a page, in a browser that stays open: its start takes longer than they do."""

from __future__ import annotations

import atexit
import functools
import tempfile
from pathlib import Path
from typing import Any

from tests.web.person import Person

SLEEP = "const sleep = (ms) => new Promise((done) => setTimeout(done, ms));"


@functools.cache
def reader() -> Person:
    """Return the browser of this process, which starts at the first call."""
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    person = Person(Path(folder.name))

    def close() -> None:
        person.close()
        folder.cleanup()

    atexit.register(close)
    return person


def run_script(
    folder: Path,
    page: str,
    script: str,
    place: str = "",
    size: tuple[int, int] = (800, 600),
    dark: bool = False,
) -> Any:
    """Return what ``script``, the body of an async function, returns in ``page``.

    ``place`` is what follows the page's address, ``size`` that of the window in pixels.
    """
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    person = reader()
    person.trouble.clear()
    person.go("about:blank")  # a page at another place would not be read anew
    person.resize(*size, mobile=False)
    person.darken(dark)
    person.go(f"{file.as_uri()}{place}")
    seen = person.js(f"(async () => {{ {SLEEP} {script} }})()")
    person.js("localStorage.clear()")  # all files share one
    assert person.trouble == []
    return seen
