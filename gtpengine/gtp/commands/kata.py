"""KataGo's GTP commands for rules, time and parameters, and some that came with it."""

from __future__ import annotations

import json
from typing import Any, Final

from board_ext.coords import BLACK, PASS, WHITE
from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.base.text.jsontext import json_object
from gtpengine.clock.timeman import KATA_TIME_KINDS, parse_time_settings
from gtpengine.gtp.arguments import Args, shorten
from gtpengine.gtp.commands.setup import boardsize
from gtpengine.gtp.dialects.kata_rules import rules_from_text, rules_to_json, rules_with
from gtpengine.gtp.protocol import GtpError
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session

PARAMETERS: Final = {
    "maxVisits": "simulations",
    "maxPlayouts": "simulations",
    "maxTime": "time_per_move",
    "numSearchThreads": "threads",
}
"""KataGo's parameters that the engine also has, with its own names for them."""

NO_LIMIT: Final = {"maxVisits": 1 << 50, "maxPlayouts": 1 << 50, "maxTime": 1e20}
"""The values that KataGo shows for a limit that is off; clients send any huge number."""


@command("kata-get-rules")
def kata_get_rules(session: Session, _args: Args) -> str:
    """The rules in force, as JSON."""
    return rules_to_json(session.engine.rules)


@command("kata-set-rules", "NAME|JSON")
def kata_set_rules(session: Session, args: Args) -> str:
    """Change the rules; the game and komi stay."""
    text = " ".join((args.word("rules"), *args.rest()))
    try:
        session.engine.use_rules(rules_from_text(text, session.engine.rules))
    except ValueError as error:
        raise GtpError(str(error)) from None
    return ""


@command("kata-set-rule", "FIELD VALUE")
def kata_set_rule(session: Session, args: Args) -> str:
    """Change one field of the rules."""
    field, value = args.word("field"), args.word("value")
    try:
        session.engine.use_rules(rules_with(session.engine.rules, field, value))
    except ValueError as error:
        raise GtpError(str(error)) from None
    return ""


@command("kata-list_time_settings")
def kata_list_time_settings(_session: Session, _args: Args) -> str:
    """The kinds of time limits that kata-time_settings accepts."""
    return " ".join(KATA_TIME_KINDS)


@command("kata-time_settings", "KIND [NUMBER...]")
def kata_time_settings(session: Session, args: Args) -> str:
    """Set the time limits, of any kind."""
    kind = args.word("kind")
    try:
        session.engine.set_time(parse_time_settings(kind, args.rest()))
    except ValueError as error:
        raise args.error(str(error)) from None
    return ""


@command("kata-list-params")
def kata_list_params(_session: Session, _args: Args) -> str:
    """The names that kata-get-param and kata-set-param accept."""
    return " ".join(PARAMETERS)


@command("kata-get-param", "NAME")
def kata_get_param(session: Session, args: Args) -> str:
    """A parameter of kata-list-params."""
    return str(_value(session, _known(args.word("name"))))


@command("kata-get-params")
def kata_get_params(session: Session, _args: Args) -> str:
    """All parameters of kata-list-params, as JSON."""
    return json.dumps({name: str(_value(session, name)) for name in PARAMETERS})


@command("kata-set-param", "NAME VALUE")
def kata_set_param(session: Session, args: Args) -> str:
    """Set a parameter of kata-list-params."""
    name = _known(args.word("name"))
    _set_all(session, {name: args.number("value")})
    return ""


@command("kata-set-params", "JSON")
def kata_set_params(session: Session, args: Args) -> str:
    """Set parameters from a JSON object: all of them, or none when one is wrong."""
    try:
        given = json_object(" ".join((args.word("JSON object"), *args.rest())))
    except ValueError as error:
        raise args.error(f"not a JSON object: {error}") from None
    wanted = {
        _known(name): Args((str(value),), args.usage).number(name) for name, value in given.items()
    }
    _set_all(session, wanted)
    return ""


@command("kata-get-models")
def kata_get_models(_session: Session, _args: Args) -> str:
    """The models of KataGo in use, as JSON: none."""
    return "[]"


@command("rectangular_boardsize", "WIDTH HEIGHT")
def rectangular_boardsize(session: Session, args: Args) -> str:
    """As boardsize; only squares are acceptable."""
    if len(args) < 2:
        raise args.error("width and height are needed")
    return boardsize(session, args)


@command("set_position", "[COLOR VERTEX...]")
def set_position(session: Session, args: Args) -> str:
    """Replace the position by these stones; without any, clear the board."""
    engine = session.engine
    stones: dict[int, list[int]] = {BLACK: [], WHITE: []}
    while len(args):
        color = args.color()
        point = args.vertex(engine.position.size)
        if point == PASS:
            raise args.error("a pass is no stone")
        stones[color].append(point)
    try:
        engine.set_stones(stones[BLACK], stones[WHITE], BLACK)
    except ValueError as error:
        raise GtpError(f"illegal position: {error}") from None
    return ""


def _known(name: str) -> str:
    if name not in PARAMETERS:
        known = ", ".join(PARAMETERS)
        raise GtpError(
            f"unknown parameter {shorten(name)}: known are {known}; gtpengine-param has all others"
        )
    return name


def _value(session: Session, name: str) -> Any:
    return session.engine.parameter(PARAMETERS[name])[1] or NO_LIMIT[name]


def _set_all(session: Session, wanted: dict[str, float]) -> None:
    engine = session.engine
    old = {name: engine.parameter(PARAMETERS[name]) for name in wanted}
    try:
        for name, value in wanted.items():
            engine.set_parameter(PARAMETERS[name], _text(name, value))
    except ParamError as error:
        for name, (spec, before) in old.items():
            engine.set_parameter(PARAMETERS[name], spec.format(before))
        raise GtpError(str(error)) from None


def _text(name: str, value: float) -> str:
    if name == "numSearchThreads":
        return f"{value:.10g}"
    # Clients switch a limit off with a huge number.
    largest = 86_400 if name == "maxTime" else 2_000_000_000
    return "off" if value > largest else f"{value:.10g}"
