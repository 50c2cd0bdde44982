"""What a search imports, seen from a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys


def imported_by_a_search(params: str, part: str) -> set[str]:
    """Last names of the loaded modules that have ``part`` in their name, after a search was set
    up with these arguments of ``SearchParams``."""
    code = (
        "import sys; from gtpengine.mcts.params.search_params import SearchParams;"
        "from gtpengine.mcts.searcher import Searcher;"
        f"Searcher(SearchParams({params}), memory_mb=1);"
        f"print(*(name.rpartition('.')[2] for name in sys.modules if {part!r} in name))"
    )
    found = subprocess.run(
        [sys.executable, "-P", "-c", code], check=True, capture_output=True, text=True
    )
    return set(found.stdout.split())
