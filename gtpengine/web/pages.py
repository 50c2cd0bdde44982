"""How a page is made from templates by Jinja2: one HTML file that needs no network and no server.

Every value that a template shows is escaped, and no value is a template: what stands in a name is
shown as it stands. Only our own files and JSON enter as they are.
"""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

from gtpengine.base.text import language
from gtpengine.base.text.language import _, _n, _p

from .parts import part

if TYPE_CHECKING:
    import jinja2
    from markupsafe import Markup


@functools.cache  # it keeps the templates that it has read
def environment(package: str, *more: str) -> jinja2.Environment:
    """Return what finds and fills the templates of packages; the first package with a file of that
    name wins.

    A template gets a file of these packages with ``own``, and a file of this folder with ``part``.
    """
    import jinja2  # here, because --help needs no extra
    from markupsafe import Markup

    loader = jinja2.ChoiceLoader(
        [jinja2.PackageLoader(name, "templates") for name in (package, *more)]
    )
    environment = translating(loader=loader, trim_blocks=True, lstrip_blocks=True)

    def own(name: str) -> Markup:
        """Return a file of ours as it is."""
        return Markup(loader.get_source(environment, name)[0])

    environment.globals.update(own=own, part=lambda name: Markup(part(name)))
    return environment


def translating(**more: Any) -> jinja2.Environment:
    """Return what fills templates; they speak the language of whoever asks: ``{{ _("Play") }}``."""
    import jinja2

    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, **more)
    environment.globals.update(
        _=_, _n=_n, _p=_p, number=language.number, language=language.current, tag=language.tag
    )
    return environment


def texts_as_script(*scripts: str) -> Markup:
    """Return the texts of scripts for ``texts.js``: of those named, or of all, in the language that
    is spoken."""
    return as_script(language.texts_of(scripts or (".js",)))


def as_script(data: object) -> Markup:
    """Return JSON that cannot close the script element it stands in."""
    from markupsafe import Markup  # here, because --help needs no extra

    raw = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return Markup(raw.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
