"""How long a stage of some work will take yet."""

from __future__ import annotations

import time


class TimeLeft:
    """Begins now, with ``already`` of ``total`` equal parts done before."""

    def __init__(self, total: int, already: int = 0) -> None:
        self._total = total
        self._already = already
        self._begun = time.monotonic()

    def words(self, done: int) -> str:
        """``, 3.2 minutes left``; nothing where that is not known, or all is done."""
        if not self._already < done < self._total:
            return ""
        pace = (time.monotonic() - self._begun) / (done - self._already)
        return f", {pace * (self._total - done) / 60:.1f} minutes left"
