"""The command that installs an extra, for each way in which the program may be installed."""

from __future__ import annotations

import json
import shlex
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from gtpengine.base.arguments import extras

REQUIRES = [
    "numpy>=1.26",
    'Jinja2>=3.1; extra == "review"',
    "gtpengine[review]; extra == 'web'",
    'starlette>=0.40 ; extra == "web"',
    'uvicorn>=0.30; python_version >= "3.11" and extra == "web"',
]


class Installed:
    """A distribution with a ``direct_url.json``, or without one."""

    def __init__(self, direct_url: str | None) -> None:
        self.direct_url = direct_url

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self.direct_url


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Any:
    def pretend(url: str | None, prefix: Path) -> None:
        monkeypatch.setattr(metadata, "requires", lambda _: REQUIRES)
        monkeypatch.setattr(metadata, "distribution", lambda _: Installed(url))
        monkeypatch.setattr(sys, "prefix", str(prefix))

    return pretend


def editable(folder: Path) -> str:
    return json.dumps({"url": folder.as_uri(), "dir_info": {"editable": True}})


def test_in_a_clone_make_installs(
    tmp_path: Path, install: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = tmp_path / "my clone"
    clone.mkdir()
    (clone / "Makefile").touch()
    install(editable(clone), clone / ".venv")
    monkeypatch.chdir(clone)
    assert extras.install_command("web") == "make web"
    monkeypatch.chdir(tmp_path)
    assert extras.install_command("web") == f"make -C '{clone}' web"


def test_a_clone_installed_into_another_environment(tmp_path: Path, install: Any) -> None:
    (tmp_path / "Makefile").touch()
    install(editable(tmp_path), tmp_path / "elsewhere")
    wanted = [sys.executable, "-m", "pip", "install", "--editable", f"{tmp_path}[web]"]
    assert shlex.split(extras.install_command("web")) == wanted


@pytest.mark.parametrize("url", [None, "", '{"url": "https://example.org/g.whl"}', "{"])
def test_a_wheel_wants_the_packages_of_the_extra(
    tmp_path: Path, install: Any, url: str | None
) -> None:
    install(url, tmp_path)
    packages = ["Jinja2>=3.1", "starlette>=0.40", "uvicorn>=0.30"]
    assert shlex.split(extras.install_command("web")) == [
        *(sys.executable, "-m", "pip", "install"),
        *packages,
    ]
    (tmp_path / "uv-receipt.toml").touch()
    assert extras.install_command("review").startswith("uv pip install --python ")
    (tmp_path / "pipx_metadata.json").touch()
    assert shlex.split(extras.install_command("web")) == ["pipx", "inject", "gtpengine", *packages]


def test_the_real_extras_have_packages() -> None:
    web = extras.packages_of("web")
    assert {"Jinja2", "starlette", "uvicorn"} <= {name.partition(">")[0] for name in web}
    assert not any(name.startswith("gtpengine") for name in web)


def test_the_sentence_names_what_needs_it(tmp_path: Path, install: Any) -> None:
    install(None, tmp_path)
    told = extras.lacking("gtpengine review needs jinja2", "review")
    assert told.startswith("gtpengine review needs jinja2; install it with: ")
