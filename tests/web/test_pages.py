"""Pages of templates: values are escaped, our own files are not, JSON stays in its script."""

from __future__ import annotations

import json

import jinja2
import pytest

from gtpengine.web.pages import as_script, environment
from gtpengine.web.parts import part

EVIL = "</script><b>&'\""


def test_values_are_escaped_and_no_templates() -> None:
    template = environment("gtpengine.review").from_string("<i>{{ name }}</i>")
    assert template.render(name="<b>{{ 1 }}") == "<i>&lt;b&gt;{{ 1 }}</i>"
    with pytest.raises(jinja2.UndefinedError):
        template.render()


def test_our_own_files_stand_as_they_are() -> None:
    pages = environment("gtpengine.lab.study.pages", "gtpengine.tools.report")
    text = pages.from_string("{{ own('study.css') }}|{{ own('report.css') }}").render()
    assert all(len(css) > 100 and "&gt;" not in css for css in text.split("|"))
    assert pages.from_string("{{ part('board.js') }}").render() == part("board.js")
    with pytest.raises(jinja2.TemplateNotFound):
        pages.from_string("{{ own('review.css') }}").render()


def test_json_cannot_close_its_script() -> None:
    text = environment("gtpengine.review").from_string("{{ data }}").render(data=as_script([EVIL]))
    assert not set("<>&") & set(text)
    assert json.loads(text) == [EVIL]
