"""How to install what a command lacks: the command for this very installation.

The name gtpengine is not on PyPI, so ``pip install 'gtpengine[web]'`` would fail, or install what
somebody else put there. In a clone ``make`` does it. Elsewhere the packages of the extra are named,
as the metadata of the installed program lists them.
"""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlparse

from gtpengine.base.arguments.commandwords import joined

NAME: Final = "gtpengine"
_REQUIREMENT: Final = re.compile(r"""([^;]+);.*\bextra\s*==\s*["']([^"']+)["']""")
_OURS: Final = re.compile(rf"{NAME}\[([^\]]+)\]")


def lacking(what: str, extra: str) -> str:
    """Return the sentence that says what ``what`` needs to run; ``extra`` is named as in pyproject.

    ``what`` is a phrase such as ``gtpengine web needs starlette``.
    """
    if sys.platform == "win32" and extra == "cluster":
        return f"{what}, which clusters have on Linux and macOS alone"
    return f"{what}; install it with: {install_command(extra)}"


def install_command(extra: str) -> str:
    """Return the command of a shell that installs an extra into this installation."""
    clone = _clone()
    if clone is not None and Path(sys.prefix) == clone / ".venv":
        inside = Path.cwd() == clone
        return joined(["make", *([] if inside else ["-C", str(clone)]), extra])
    if clone is not None:
        return joined([sys.executable, "-m", "pip", "install", "--editable", f"{clone}[{extra}]"])
    packages = packages_of(extra)
    if (Path(sys.prefix) / "pipx_metadata.json").exists():
        return joined(["pipx", "inject", NAME, *packages])
    if (Path(sys.prefix) / "uv-receipt.toml").exists():
        return joined(["uv", "pip", "install", "--python", sys.executable, *packages])
    return joined([sys.executable, "-m", "pip", "install", *packages])


def packages_of(extra: str) -> list[str]:
    """Return the requirements of an extra, also of extras that it names, sorted."""
    from importlib import metadata  # slow, and speaking GTP does not need it

    by_extra: dict[str, list[str]] = {}
    for line in metadata.requires(NAME) or ():
        if found := _REQUIREMENT.fullmatch(line):
            by_extra.setdefault(found[2], []).append(found[1].strip())
    wanted, packages = [extra], set()
    for name in wanted:
        for package in by_extra.get(name, ()):
            if ours := _OURS.match(package):
                wanted += [part.strip() for part in ours[1].split(",")]
            else:
                packages.add(package)
    return sorted(packages, key=str.lower)


def missing_package(extra: str) -> str | None:
    """Return the first package of an extra that is not installed; None where all are.

    The packages of extras are imported by their names in small letters.
    """
    for package in packages_of(extra):
        name = re.split(r"[^\w-]", package)[0].lower()
        if importlib.util.find_spec(name) is None:
            return name
    return None


def has_ray() -> bool:
    """Return whether this machine can be part of a cluster: Ray is there, and what is compiled."""
    return sys.platform != "win32" and all(
        importlib.util.find_spec(name) for name in ("ray", "gtpengine.cluster.digests.digest")
    )


def is_clone() -> bool:
    """Return whether this is an editable install of a clone, where ``make`` works."""
    return _clone() is not None


def _clone() -> Path | None:
    """Return the folder of the clone that this is an editable install of; else None."""
    from importlib import metadata

    try:
        text = metadata.distribution(NAME).read_text("direct_url.json")
        told = json.loads(text or "{}")
        if not told.get("dir_info", {}).get("editable"):
            return None
        folder = Path(unquote(urlparse(told["url"]).path))
    except (metadata.PackageNotFoundError, ValueError, KeyError, AttributeError, OSError):
        return None
    return folder if (folder / "Makefile").is_file() else None
