"""Signatures name ArrayLike and NDArray of numpy, in place of all that these stand for."""

from __future__ import annotations

import re
from typing import Any, Final

import numpy.typing as npt
from sphinx.application import Sphinx
from sphinx.util.typing import stringify_annotation

ARRAY_LIKE: Final = stringify_annotation(npt.ArrayLike, "smart")
_ANY: Final = r"tuple\[~typing\.Any, \.\.\.\]"
ARRAY: Final = re.compile(rf"~numpy\.ndarray\[{_ANY}, ~numpy\.dtype\[([^\[\]]+)\]\]")


def shorten(
    _app: Sphinx,
    _what: str,
    _name: str,
    _object: Any,
    _options: Any,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Return a signature, and what comes back, with the short names; properties have none."""
    return signature and short(signature), returns and short(returns)


def short(text: str) -> str:
    """Return a text with the short names."""
    text = text.replace(ARRAY_LIKE, "~numpy.typing.ArrayLike")
    return ARRAY.sub(r"~numpy.typing.NDArray[\1]", text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("autodoc-process-signature", shorten)
    return {"parallel_read_safe": True}
