"""The machines of a shared run: what each has played, how fast it is, whether it disturbs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gtpengine.tools.statistics.residuals import residuals
from gtpengine.tools.storage.workers import Contest, StoredWorker

from . import texts
from .sections import HtmlTable

SURE: Final = 0.0001
"""Residuals below this are shown by their order."""

NOTE: Final = (
    "Residual: the probability that pairs of equal machines differ as much from all others' as"
    " these. Of many machines some have a small one by chance. The games of a machine that is set"
    " aside are played again by others."
)


def machines_table(
    workers: Sequence[StoredWorker], contests: Mapping[Contest, Mapping[str, Sequence[int]]]
) -> HtmlTable:
    """Return a line for each worker of an event, the busiest first."""
    found = residuals(contests.values())
    rows = []
    for worker in sorted(workers, key=lambda worker: (-worker.games, worker.facts.name)):
        facts = worker.facts
        chance = found.get(facts.name)
        rows.append(
            (
                facts.name,
                f"{facts.cores} cores, {facts.cpu}",
                f"set aside: {worker.aside}" if worker.aside else "plays",
                f"{worker.games:,}",
                f"{facts.speed:,.0f}",
                texts.NOTHING if chance is None or chance == 1 else _shown(chance),
            )
        )
    heads = ("machine", "what it is", "state", "games", "simulations/s", "residual")
    return HtmlTable(heads, rows, words=3, title="Machines that play", note=NOTE)


def _shown(chance: float) -> str:
    return f"{100 * chance:.2g} %" if chance >= SURE else f"{100 * chance:.0e} %"
