"""No function is longer than 80 lines and no file than 500, unless it says why.

The reason is a comment ``# Long because: ...`` (``//`` in JavaScript) on a line of its own: in the
function, or above the first function of the file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.wings import FOLDERS, ROOT

FUNCTION_LINES = 80
FILE_LINES = 500

REASON = re.compile(r"^\s*(?:#|//) Long because: \w", re.MULTILINE)
SUFFIXES = (".py", ".pyi", ".pyx", ".pxd", ".js")
CYTHON_HEAD = re.compile(r"\s*(?:def|cdef|cpdef)\b(?!.*\b(?:class|struct|union|enum)\b).*?(\w+)\(")
JS_HEAD = re.compile(r"\s*(?:async )?(?:function (\w+)\(|(?:const|let) (\w+) = .*=>|(\w+)\().*{$")


@dataclass(frozen=True)
class Function:
    """The lines *first* to *last*, counted from 1."""

    name: str
    first: int
    last: int


def python_functions(text: str) -> Iterator[Function]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield Function(node.name, node.lineno, node.end_lineno)


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def end_of_head(lines: list[str], first: int) -> int | None:
    """The line whose colon ends the head of a Cython function; None for a mere declaration."""
    depth = 0
    for number in range(first, len(lines)):
        code = lines[number].partition("#")[0].rstrip()
        depth += sum(code.count(c) for c in "([") - sum(code.count(c) for c in ")]")
        if depth <= 0:
            return number if code.endswith(":") else None
    return None


def cython_functions(text: str) -> Iterator[Function]:
    lines = text.splitlines()
    for first, line in enumerate(lines):
        head = CYTHON_HEAD.match(line)
        last = end_of_head(lines, first) if head else None
        if head is None or last is None:
            continue
        for number in range(last + 1, len(lines)):
            if lines[number].strip():
                if indent(lines[number]) <= indent(line):
                    break
                last = number
        yield Function(head[1], first + 1, last + 1)


def js_functions(text: str) -> Iterator[Function]:
    """Functions of more than one line; they end at the brace below their first letter."""
    lines = text.splitlines()
    for first, line in enumerate(lines):
        head = JS_HEAD.match(line)
        name = head and (head[1] or head[2] or head[3])
        if name and name not in ("if", "for", "while", "switch", "catch"):
            end = " " * indent(line) + "}"
            last = next(n for n in range(first + 1, len(lines)) if lines[n].startswith(end))
            yield Function(name, first + 1, last + 1)


def functions(path: Path, text: str) -> Iterator[Function]:
    if path.suffix in (".pyx", ".pxd"):
        return cython_functions(text)
    return js_functions(text) if path.suffix == ".js" else python_functions(text)


def complaints(path: Path, text: str) -> Iterator[str]:
    """What is too long in a file and gives no reason."""
    lines = text.splitlines()
    found = list(functions(path, text))
    head = min((function.first for function in found), default=len(lines)) - 1
    if len(lines) > FILE_LINES and not REASON.search("\n".join(lines[:head])):
        yield f"{path}: {len(lines)} lines, at most {FILE_LINES}"
    for function in found:
        inside = lines[function.first - 1 : function.last]
        if len(inside) > FUNCTION_LINES and not REASON.search("\n".join(inside)):
            place = f"{path}:{function.first} {function.name}"
            yield f"{place}: {len(inside)} lines, at most {FUNCTION_LINES}"


def find_files() -> list[Path]:
    files = [ROOT / "setup.py"]
    for folder in (*FOLDERS, "tests"):
        files += [
            path
            for path in sorted((ROOT / folder).rglob("*"))
            if path.suffix in SUFFIXES and "node_modules" not in path.parts
        ]
    return files


def test_nothing_is_too_long_without_a_reason() -> None:
    files = find_files()
    assert {path.suffix for path in files} == set(SUFFIXES)
    found = [
        complaint
        for path in files
        for complaint in complaints(path.relative_to(ROOT), path.read_text(encoding="utf-8"))
    ]
    assert found == []


PYTHON = "class A:\n    @property\n    def f(self) -> int:\n{}\n        return 1\n"
CYTHON = "cdef class A:\n    cdef int f(self, int x,\n            int y):\n{}\n        return 1\n"
JS = "const a = 1;\nfunction f(x) {{\n{}\n    return x;\n}}\n"
CASES = [("a.py", PYTHON, "#"), ("a.pyx", CYTHON, "#"), ("a.pxd", CYTHON, "#"), ("a.js", JS, "//")]


@pytest.mark.parametrize(("name", "text", "mark"), CASES)
def test_a_long_function_is_noticed_unless_it_says_why(name: str, text: str, mark: str) -> None:
    def said(comment: str, lines: int) -> list[str]:
        body = [f"        {mark} {comment}", *["        "] * (lines - 1)]
        return list(complaints(Path(name), text.format("\n".join(body))))

    assert said("a step", 70) == []
    assert [" f: " in complaint for complaint in said("a step", 80)] == [True]
    assert said("Long because: it is a table", 80) == []
    assert len(said("Long because:", 80)) == 1


@pytest.mark.parametrize(("name", "text", "mark"), CASES)
def test_a_long_file_is_noticed_unless_its_head_says_why(name: str, text: str, mark: str) -> None:
    small = text.format("") + "\n" * 500
    assert len(list(complaints(Path(name), small))) == 1
    assert list(complaints(Path(name), f"{mark} Long because: one table\n{small}")) == []
    assert len(list(complaints(Path(name), f"{small}{mark} Long because: it is late\n"))) == 1


def test_functions_of_cython_are_found() -> None:
    text = (
        "cdef extern from 'x.h':\n    int declared(int a) nogil\n\n\n"
        "cdef struct S:\n    int (*call)(int)\n\n\n"
        "def one(a, b=(1, 2)):  # a (comment\n    return a\n\n\n"
        "cdef inline (int, int) two(\n    int a,\n    int b,\n) except *:\n\n    return a, b\n\n\n"
        "cpdef three(int a): return a\n"
    )
    assert [(f.name, f.last - f.first + 1) for f in cython_functions(text)] == [
        ("one", 2),
        ("two", 6),
    ]
