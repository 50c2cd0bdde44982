"""Chromium without a window, for the tests of pages."""

from __future__ import annotations

import shutil

import pytest


def chromium() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    pytest.skip("NOT TESTED: a page's script; no Chromium here (Debian package chromium)")
