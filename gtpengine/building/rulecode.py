"""Writes the rows of the playout rules; setup.py runs it before `gtpengine.building.paramcode`.

The row of a rule is what stands after ``RULE = `` in its file: rule_NAME.pyx, or the file of a
technique with a playout rule of its own. All rows come into a file that is never committed,
``gtpengine/mcts/params/rule_rows.py``: nothing compiled is imported to know which rules there are.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

_RULE: Final = re.compile(r"^RULE = PlayoutRule(\(.*?\))\.plays\(move\)$", re.DOTALL | re.MULTILINE)


def write(root: Path) -> list[Path]:
    """Bring the generated file below ``root`` up to date; returns it if it changed.

    :raises ValueError: for a rule that cannot be used; the text names its file.
    """
    rows = [f"    {row!r},\n" for row in find_rows(root)]
    text = (
        '"""The rows of the playout rules: made by setup.py, not to be edited."""\n\n'
        "from typing import Any, Final\n\n"
        f"ROWS: Final[tuple[dict[str, Any], ...]] = (\n{''.join(rows)})\n"
    )
    path = root / "gtpengine" / "mcts" / "params" / "rule_rows.py"
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return []
    path.write_text(text, encoding="utf-8")
    return [path]


def find_rows(root: Path) -> list[dict[str, object]]:
    """The keywords of each rule, and the name of its module."""
    rows = []
    for path in sorted((root / "gtpengine" / "lab").rglob("*.pyx")):
        found = _RULE.search(path.read_text(encoding="utf-8"))
        named = path.stem.startswith("rule_")
        if found is None and not named:
            continue
        if found is None:
            raise ValueError(f"{path} has no line RULE = PlayoutRule(...).plays(move)")
        call = ast.parse(f"PlayoutRule{found[1]}", mode="eval").body
        assert isinstance(call, ast.Call)
        row = {word.arg or "": ast.literal_eval(word.value) for word in call.keywords}
        if named and path.stem != f"rule_{row.get('name')}":
            raise ValueError(f"{path} does not have the name of its rule, {row.get('name')}")
        row["module"] = ".".join(path.relative_to(root).with_suffix("").parts)
        rows.append(row)
    return rows
