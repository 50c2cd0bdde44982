"""Processes that a test started: found by a word in their command lines."""

from __future__ import annotations

import psutil


def running(token: str) -> list[psutil.Process]:
    """Return the processes that have the token in their command line."""
    found = []
    for process in psutil.process_iter():
        try:
            if token in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found
