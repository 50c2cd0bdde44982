"""What each module of the product imports, from its source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.wings import FACE, FOLDERS, ROOT


@dataclass(frozen=True)
class Import:
    """``from target import name``; name is "" for ``import target``. hint: for types only."""

    target: str
    name: str
    hint: bool = False


def python_imports(text: str) -> Iterator[Import]:
    """Imports of Python source, at any depth; relative ones are given with leading dots."""
    tree = ast.parse(text)
    conditional = ast.walk(tree) if "TYPE_CHECKING" in text else ()
    hints = {
        child
        for node in conditional
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for statement in node.body
        for child in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, "", node in hints)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield Import("." * node.level + (node.module or ""), alias.name, node in hints)


def cython_imports(text: str) -> Iterator[Import]:
    """Imports and cimports of Cython source, by regular expressions over whole statements."""
    text = re.sub(r'""".*?"""' + r"|'''.*?'''", "", text, flags=re.DOTALL)
    text = re.sub(r"#[^\n]*", "", text)
    text = re.sub(r"\\\n", " ", text)
    text = re.sub(r"\([^()]*\)", lambda match: match[0].replace("\n", " "), text)
    for match in re.finditer(r"^\s*from\s+([\w.]+)\s+c?import\s+(.+)$", text, re.MULTILINE):
        for name in match[2].strip(" ();").split(","):
            if name.strip():
                yield Import(match[1], name.split()[0])
    for match in re.finditer(r"^\s*c?import\s+(.+)$", text, re.MULTILINE):
        for name in match[1].split(","):
            yield Import(name.split()[0], "")


@dataclass(frozen=True)
class Module:
    name: str
    path: Path

    @cache  # noqa: B019 - the modules of the house live as long as the tests
    def imports(self) -> tuple[Import, ...]:
        """Return the imports; those that are for type hints in `FACE` alone are left out."""
        return tuple(self._found())

    def _found(self) -> Iterator[Import]:
        text = self.path.read_text(encoding="utf-8")
        python = self.path.suffix in (".py", ".pyi")
        package = self.name if self.path.stem == "__init__" else self.name.rpartition(".")[0]
        for found in python_imports(text) if python else cython_imports(text):
            target = found.target
            if target.startswith("."):
                up = len(target) - len(target.lstrip("."))
                base = package.split(".")[: len(package.split(".")) - up + 1]
                target = ".".join([*base, *filter(None, [target.lstrip(".")])])
            hint = found.hint or self.path.suffix == ".pyi"
            if not (hint and self.name == FACE):
                yield Import(target, found.name, hint)


def find_modules() -> list[Module]:
    modules = []
    for folder, package in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".pyi", ".pyx", ".pxd"):
                parts = [package, *path.relative_to(ROOT / folder).with_suffix("").parts]
                name = ".".join(part for part in parts if part != "__init__")
                modules.append(Module(name, path))
    return modules


def used_module(found: Import, names: set[str]) -> str:
    """Resolve ``from package import thing`` to the module thing where it is one."""
    full = f"{found.target}.{found.name}"
    return full if full in names else found.target
