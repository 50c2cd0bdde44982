"""GTP commands of GoGui: set-up, whole sequences, analysis pages, parameters as a form."""

from __future__ import annotations

from board_ext.coords import BLACK, PASS, WHITE, point_to_vertex
from board_ext.legality import IllegalMoveError
from gtpengine.base.arguments.paramspec import ParamError, ParamSpec, ParamValue
from gtpengine.game.replay import stones_of
from gtpengine.gtp.arguments import Args
from gtpengine.gtp.dialects.gogui_views import VIEWS, GoguiView
from gtpengine.gtp.protocol import GtpError
from gtpengine.gtp.registry import command
from gtpengine.gtp.session import Session

PAGES = ("engine", "search")


@command("gogui-analyze_commands")
def gogui_analyze_commands(_session: Session, _args: Args) -> str:
    """The views that GoGui can show, one on each line: type, label and command."""
    lines = [f"{view.kind}/{view.label}/gtpengine-show {name}" for name, view in VIEWS.items()]
    lines += [f"param/Parameters of the {page}/gtpengine-gogui_param {page}" for page in PAGES]
    lines += [
        "string/Final Score/final_score",
        "plist/Dead Stones/final_status_list dead",
        "plist/Legal Moves/all_legal %c",
        "varc/Best Move/reg_genmove %c",
        "none/Forget the Search/clear_cache",
    ]
    return "\n".join(lines)


@command("gtpengine-show", "VIEW")
def gtpengine_show(session: Session, args: Args) -> str:
    """A view of the position for GoGui; gogui-analyze_commands lists them."""
    name = args.word("view")
    view: GoguiView | None = VIEWS.get(name)
    if view is None:
        raise args.error(f"unknown view; known are {', '.join(VIEWS)}")
    return view.show(session.engine)


@command("gtpengine-gogui_param", "engine|search [NAME VALUE]")
def gtpengine_gogui_param(session: Session, args: Args) -> str:
    """Parameters as GoGui's dialogs show them; with a name and a value, set one."""
    page = args.word("page")
    if page not in PAGES:
        raise args.error("the pages are engine and search")
    engine = session.engine
    values = engine.options if page == "engine" else engine.search_params
    if not len(args):
        return "\n".join(_field(spec, value) for spec, value in values)
    name = args.word("name")
    if name not in values.table:
        raise GtpError(f"unknown parameter of the {page}")
    try:
        engine.set_parameter(name, " ".join(args.rest()))
    except ParamError as error:
        raise GtpError(str(error)) from None
    return ""


def _field(spec: ParamSpec, value: ParamValue) -> str:
    if spec.kind is bool:
        return f"[bool] {spec.name} {int(bool(value))}"
    if spec.choices:
        return f"[list/{'/'.join(spec.choices)}] {spec.name} {value}"
    return f"[string] {spec.name} {spec.format(value)}"


@command("gogui-version", "VERSION")
def gogui_version(_session: Session, _args: Args) -> str:
    """Accept GoGui's version; nothing depends on the version."""
    return ""


@command("gogui-interrupt")
def gogui_interrupt(_session: Session, _args: Args) -> str:
    """Do nothing; the mere name tells GoGui that the comment "# interrupt" ends a search."""
    return ""


@command("gogui-play_sequence", "COLOR VERTEX...")
def gogui_play_sequence(session: Session, args: Args) -> str:
    """Play several moves, or none of them when one is illegal."""
    engine = session.engine
    moves = []
    while len(args):
        moves.append((args.color(), args.vertex(engine.position.size)))
    for number, (color, point) in enumerate(moves):
        try:
            engine.play(point, color)
        except IllegalMoveError as error:
            engine.undo(number)
            vertex = point_to_vertex(point, engine.position.size)
            raise GtpError(f"illegal move: {vertex}: {error.reason.value}") from None
    return ""


@command("gogui-setup", "COLOR VERTEX...")
def gogui_setup(session: Session, args: Args) -> str:
    """Add stones to a board on which nobody has moved."""
    engine = session.engine
    position = engine.position
    if position.moves:
        raise GtpError("cannot set up stones after a move: clear_board comes first")
    stones = {color: stones_of(position, color) for color in (BLACK, WHITE)}
    while len(args):
        color, point = args.color(), args.vertex(position.size)
        if point == PASS:
            raise args.error("a pass is no stone")
        stones[color].append(point)
    try:
        engine.set_stones(stones[BLACK], stones[WHITE], position.to_play)
    except ValueError as error:
        raise GtpError(f"cannot set up stones: {error}") from None
    return ""


@command("gogui-setup_player", "COLOR")
def gogui_setup_player(session: Session, args: Args) -> str:
    """Say whose turn it is."""
    session.engine.position.to_play = args.color()
    return ""
