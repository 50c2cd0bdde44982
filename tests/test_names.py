"""One name for one idea: no two classes of the product have the same name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

SHARED_NAMES: Final = {
    "Position": "the core's, and the one of `import gtpengine` which is made of it",
    "Search": "the one of `import gtpengine`, and the struct of a search in C",
    "Player": "who reads a parameter, and the functions of a player in C",
    "Rules": "a rule set, and the choices of the parameter `rules`",
    "Watch": "one of the two watches the streams, as the system is",
}
"""Names that two classes have, and why both have to."""

DECLARED: Final = re.compile(
    r"^(?:cdef |ctypedef |cpdef )*(?:class|struct|enum) (\w+)", re.MULTILINE
)


def declared(path: Path) -> Iterator[str]:
    """The classes of a module. Structs of one .pyx alone are its own, like names with `_`."""
    if path.suffix == ".py":
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = (node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
        yield from (name for name in found if not name.startswith("_"))
    elif path.suffix == ".pxd":
        yield from DECLARED.findall(path.read_text(encoding="utf-8"))


def test_no_two_classes_have_a_name() -> None:
    modules: dict[str, set[str]] = defaultdict(set)
    for folder in ("board_ext", "gtpengine", "patterns", "books", "tools"):
        for path in sorted((ROOT / folder).rglob("*.p*")):
            # The build writes the choices of parameters twice, for Python and for C.
            if not path.name.endswith("values.pxd"):
                for name in declared(path):
                    modules[name].add(str(path.relative_to(ROOT).with_suffix("")))
    several = {name: found for name, found in modules.items() if len(found) > 1}
    assert several.keys() - SHARED_NAMES.keys() == set(), "give one of them another name"
    assert SHARED_NAMES.keys() <= several.keys(), "these names are no longer shared"
