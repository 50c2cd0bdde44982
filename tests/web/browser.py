"""Chromium without a window, for the tests of pages."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest


def chromium() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    pytest.skip("NOT TESTED: a page's script; no Chromium here (Debian package chromium)")


class Browser:
    """Chromium on one page."""

    def __init__(self, page: Path, profile: Path, *options: str) -> None:
        self._page = page
        self._command = [
            chromium(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",  # /dev/shm is small in containers
            "--no-first-run",
            f"--user-data-dir={profile}",
            "--virtual-time-budget=6000",
            "--dump-dom",
            *options,
        ]

    def dom(self, place: str = "") -> str:
        """Return the page after its script has run, opened at ``place``."""
        done = subprocess.run(
            [*self._command, f"{self._page.as_uri()}{place}"],
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        assert "Uncaught" not in done.stderr, done.stderr
        return done.stdout


def run_script(folder: Path, page: str, script: str, place: str = "", *options: str) -> Any:
    """Return what ``script``, the body of an async function, returns at the end of ``page``.

    It travels as JSON in an attribute of the page's body.
    """
    actor = f"""<script>
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
(async () => {{ {script} }})().then(
  (seen) => {{ document.body.dataset.seen = JSON.stringify(seen); }},
  (error) => {{ document.body.dataset.seen = JSON.stringify(`${{error}} ${{error.stack}}`); }});
</script></body>"""
    assert page.count("</body>") == 1
    file = folder / "page.html"
    file.write_text(page.replace("</body>", actor), encoding="utf-8")
    dom = Browser(file, folder / "profile", *options).dom(place)
    found = re.search(r'data-seen="(.*?)"', dom)
    assert found is not None, dom[-2000:]
    text = found[1]
    for entity, sign in (("&quot;", '"'), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u00a0")):
        text = text.replace(entity, sign)
    return json.loads(text.replace("&amp;", "&"))
