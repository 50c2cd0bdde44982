"""Imports and cimports point down only, and never in a circle.

Every .py, .pyi, .pyx and .pxd of the product is parsed. What a wing may use is said by the table
in `tests.wings`. Type hints count like imports. Names that are built at run time
(``importlib.import_module``) are not seen: those of the sub-commands in `gtpengine.cli`, and those
of `gtpengine.gtp.commands` in the registry.
"""

from __future__ import annotations

import graphlib
import sys

import pytest

from tests.closures import ADDED, engine, person, within
from tests.imports import Import, cython_imports, find_modules, python_imports, used_module
from tests.wings import (
    ALLOWED,
    BASES,
    COMPILED,
    DATA,
    FOLDERS,
    MATCHES,
    ROOT,
    folder_of,
    listing,
    wing_of,
)

# Packages of others; the standard library and Cython's own declarations are free for all.
LIBRARIES = {"numpy", "sgfmill"}
TOOL_LIBRARIES = LIBRARIES | {
    *(
        "choix",
        "jinja2",
        "markupsafe",
        "matplotlib",
        "optuna",
        "psutil",
        "ray",
        "rich",
        "scipy",
        "torch",
    )
}
WING_LIBRARIES = {
    "gtpengine.building": LIBRARIES | {"babel"},
    "gtpengine.cluster": LIBRARIES | {"ray"},
    "gtpengine.data": LIBRARIES | {"pyarrow", "torch"},
    "gtpengine.env": LIBRARIES | {"gymnasium", "pettingzoo"},
    "gtpengine.lab.study.pages": LIBRARIES | {"matplotlib"},
    "gtpengine.server": LIBRARIES | {"jinja2", "starlette", "uvicorn"},
    "gtpengine.problems": LIBRARIES | {"genanki"},
    "gtpengine.programs": LIBRARIES | {"psutil"},
    "gtpengine.review.searching": LIBRARIES | {"scipy"},
    "gtpengine.terminal": LIBRARIES | {"rich", "textual"},
    "gtpengine.web": LIBRARIES | {"jinja2", "markupsafe"},
}
CYTHON = {"cython", "libc", "libcpp", "cpython", "posix"}
STANDARD_LIBRARY_ONLY = (*BASES, "gtpengine.gtp.protocol")


MODULES = find_modules()
NAMES = {module.name for module in MODULES}


def complaint(importer: str, target: str) -> str | None:
    """Say why *importer* may not use *target*; None when it may."""
    top = target.partition(".")[0]
    if top in sys.stdlib_module_names | CYTHON:
        return None
    here = wing_of(importer)
    if top in FOLDERS and top not in ("board_ext", "gtpengine"):
        return f"{importer}: {top} is gtpengine.{top} once installed"
    if top not in ("board_ext", "gtpengine"):
        if here in STANDARD_LIBRARY_ONLY:
            return f"{importer} may use the standard library only, not {top}"
        tools = here.startswith("gtpengine.tools")
        known = TOOL_LIBRARIES if tools else WING_LIBRARIES.get(here, LIBRARIES)
        return None if top in known else f"{importer} may not use {top}"
    if wing_of(target) in (here, *ALLOWED[here]) or target in ALLOWED[here]:
        return None
    return f"{importer} ({here}) may not use {target}: it points up or sideways"


@pytest.mark.parametrize("wing", ALLOWED)
def test_imports_point_down(wing: str) -> None:
    uses = {
        (module.name, used_module(found, NAMES))
        for module in MODULES
        if wing_of(module.name) == wing
        for found in module.imports()
    }
    assert [why for name, target in sorted(uses) if (why := complaint(name, target))] == []


def test_each_folder_with_code_is_a_wing_and_a_package() -> None:
    folders = {module.path.parent for module in MODULES}
    wings = {ROOT / folder_of(wing) for wing in ALLOWED}
    assert folders <= wings
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


def test_no_circle_among_wings() -> None:
    rows = list(ALLOWED)
    for row, (wing, uses) in enumerate(ALLOWED.items()):
        assert {wing_of(use) for use in uses} <= {wing, *rows[:row]}, f"{wing} uses a row below it"


def test_the_table_allows_nothing_that_is_not_there() -> None:
    known = NAMES | set(ALLOWED)
    assert [use for uses in ALLOWED.values() for use in uses if use not in known] == []


def test_each_wing_says_what_it_is_for() -> None:
    lines = listing().splitlines()
    assert len(lines) > 50
    assert [line for line in lines if len(line.split(maxsplit=1)) < 2] == []


def test_no_cycles_between_modules() -> None:
    uses: dict[str, set[str]] = {name: set() for name in NAMES}
    for module in MODULES:
        for found in module.imports():
            target = used_module(found, NAMES)
            if target in NAMES and target != module.name:
                uses[module.name].add(target)
    tuple(graphlib.TopologicalSorter(uses).static_order())  # a CycleError shows the circle


def test_the_engine_needs_no_cluster_no_laboratory_and_no_tools() -> None:
    for needed in (engine(), person()):
        assert {"gtpengine.session.engine", "gtpengine.mcts.searcher"} <= needed
        others = ("gtpengine.cluster", "gtpengine.lab", "gtpengine.tools")
        assert [name for name in needed if name.startswith(others)] == []


def test_make_test_leaves_out_the_laboratory_matches_and_the_makers_of_data() -> None:
    """``make test`` compiles no laboratory; formats of its files are plain Python."""
    wings = (*DATA, *MATCHES)
    left_out = ("gtpengine.lab.", "tests.lab.", *(f"{wing}." for wing in wings))
    mirrors = [folder_of(wing).as_posix().removeprefix("gtpengine/") for wing in wings]
    folders = [ROOT / "tests" / folder for folder in ("lab", *mirrors)]
    found = {
        (path.relative_to(ROOT).as_posix(), used.target)
        for path in (ROOT / "tests").rglob("*.py")
        if not any(path.is_relative_to(folder) for folder in folders)
        for used in python_imports(path.read_text(encoding="utf-8"))
        if f"{used.target}.{used.name}.".startswith(left_out)
        and not f"{used.target}.".startswith(("gtpengine.lab.weights.", COMPILED))
    }
    assert found == set()


@pytest.mark.parametrize(
    ("importer", "target"),
    [
        ("board_ext.board", "gtpengine.mcts.tree.node"),
        ("board_ext.position", "gtpengine"),
        ("board_ext.position", "gtpengine.base.arguments.paramspec"),
        ("board_ext.position", "rich"),
        ("gtpengine.mcts.tree.tree", "gtpengine.gtp.protocol"),
        ("gtpengine.mcts.tree.tree", "gtpengine.session.engine"),
        ("gtpengine.mcts.tree.tree", "gtpengine.books.table"),
        ("gtpengine.mcts.tree.tree", "board_ext.board"),
        ("gtpengine.mcts.tree.tree", "gtpengine.mcts.worker.worker"),
        ("gtpengine.mcts.params.search_params", "gtpengine.config.options"),
        ("gtpengine.patterns.modelfile", "gtpengine.mcts.params.search_params"),
        ("gtpengine.patterns.modelfile", "gtpengine.patterns.training.training"),
        ("gtpengine.books.table", "gtpengine.patterns.modelfile"),
        ("gtpengine.clock.allotment", "board_ext.position"),
        ("gtpengine.judge.life", "gtpengine.mcts.searcher"),
        ("gtpengine.gtp.protocol", "gtpengine.session.engine"),
        ("gtpengine.gtp.protocol", "board_ext.coords"),
        ("gtpengine.gtp.protocol", "numpy"),
        ("gtpengine.session.engine", "gtpengine.gtp.protocol"),
        ("gtpengine.session.engine", "gtpengine.cli"),
        ("gtpengine.session.engine", "gtpengine.tools.matches.match"),
        ("gtpengine.session.engine", "optuna"),
        ("gtpengine.play.session", "textual"),
        ("gtpengine.gtp.commands.setup", "gtpengine.cli"),
        ("gtpengine.tools.matches.match", "tools.match"),
        ("gtpengine.tools.matches.match", "pandas"),
    ],
)
def test_upward_imports_are_noticed(importer: str, target: str) -> None:
    assert complaint(importer, target) is not None


def test_imports_are_found_in_python_and_cython() -> None:
    python = (
        "import numpy as np, os\nfrom . import a\ndef f():\n    from ..b.c import (d,\n  e)\n"
        "if TYPE_CHECKING:\n    import x\n"
    )
    assert set(python_imports(python)) == {
        Import("numpy", ""),
        Import("os", ""),
        Import(".", "a"),
        Import("..b.c", "d"),
        Import("..b.c", "e"),
        Import("x", "", hint=True),
    }
    cython = (
        '"""from doc import nothing"""\nfrom libc.stdint cimport (uint64_t,\n    int8_t as i8)\n'
        "# import comment\ncimport board_ext.bits as bits\nfrom board_ext cimport board, rng  # x\n"
        "def f():\n    import time\nfrom a.b import c\n"
    )
    assert set(cython_imports(cython)) == {
        Import("libc.stdint", "uint64_t"),
        Import("libc.stdint", "int8_t"),
        Import("board_ext.bits", ""),
        Import("board_ext", "board"),
        Import("board_ext", "rng"),
        Import("time", ""),
        Import("a.b", "c"),
    }


@pytest.mark.parametrize("names", ADDED.values(), ids=ADDED)
def test_a_feature_that_is_counted_has_modules(names: str) -> None:
    assert all(within(NAMES, name) for name in names.split())
