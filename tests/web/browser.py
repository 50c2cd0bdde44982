"""Chromium without a window, for the tests of pages."""

from __future__ import annotations

import shutil

import pytest


def chromium() -> str:
    # The shell takes three quarters of the time: no window stands behind its pages.
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    pytest.skip("NOT TESTED: a page's script; no Chromium here (package chromium-headless-shell)")
