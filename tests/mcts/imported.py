"""What a search imports, seen from a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys


def imported_by_a_search(params: str, part: str) -> set[str]:
    """Last two names of the loaded modules that have ``part`` in theirs, after a search was set up
    with these arguments of ``SearchParams``. Packages do not count."""
    code = (
        "import sys; from gtpengine.mcts.params.search_params import SearchParams;"
        "from gtpengine.mcts.searcher import Searcher;"
        f"Searcher(SearchParams({params}), memory_mb=1);"
        f"print(*('.'.join(name.split('.')[-2:]) for name, module in sys.modules.items()"
        f" if {part!r} in name and not hasattr(module, '__path__')))"
    )
    found = subprocess.run(
        [sys.executable, "-P", "-c", code], check=True, capture_output=True, text=True
    )
    return set(found.stdout.split())
