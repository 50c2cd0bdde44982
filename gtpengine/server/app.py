"""The addresses of the server, and what answers at each."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from gtpengine.base.text.language import current
from gtpengine.game.handicap import HANDICAP_KOMI
from gtpengine.library.positions.position import Position
from gtpengine.personrank.people import NobodyError
from gtpengine.play import ladder
from gtpengine.play.terms import usual_komi
from gtpengine.play.trouble import PlayError
from gtpengine.problems.deck import DeckError
from gtpengine.server.analyses import LONGEST_LINE, Analysed
from gtpengine.server.frame import PAGES, html_of, text_of
from gtpengine.server.games import FULL, LONGEST_NAME, RULES_OFFERED, STRENGTHS
from gtpengine.server.gameserver import GameServer
from gtpengine.server.guard import Guard, refused
from gtpengine.server.lifedeath import LONGEST_REGION
from gtpengine.server.ranks import rank_answer
from gtpengine.server.requests import TELLS, Form, id_in, record_in, wrong
from gtpengine.server.runs import ASSETS
from gtpengine.server.speaking import Speaking
from gtpengine.web.parts import PARTS, part

Endpoint = Callable[[Request], Awaitable[Response]]

FILES: Final = (
    "style.css",
    "icon.svg",
    "common.js",
    "teaching.js",
    *(f"{page.name}.js" for page in PAGES.values()),
)
"""Files of ``pages/`` that pages load, at ``/static/NAME``."""

KINDS: Final = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
    "js": "text/javascript; charset=utf-8",
}

MOST_SKIPPED: Final = 1000
"""Problems that a page may have skipped."""

TOLD: Final[tuple[type[Exception], ...]] = (PlayError, DeckError, NobodyError)
"""Errors that a person reads on the page that has asked for what cannot be done."""

SECONDS: Final = (2, 5, 20, 60)
"""How long an analysis may search a position."""


def make_app(
    game_server: GameServer, token: str, port: int, language: str | None = None
) -> ASGIApp:
    """Return the server's application, with its guard; ``language`` is what ``--lang`` names."""
    app = Starlette(
        routes=[
            *(Route(path, _page(path)) for path in PAGES),
            Route("/static/{name}", _static(game_server)),
            Route("/favicon.ico", _icon),
            *game_routes(game_server),
            *ladder_routes(),
            *analysis_routes(game_server),
            *review_routes(game_server),
            *problem_routes(game_server),
            *solve_routes(game_server),
            *rank_routes(),
            *run_routes(game_server),
        ],
        exception_handlers={
            HTTPException: _refusal,  # type: ignore[dict-item]
            **dict.fromkeys(TOLD, _told),
        },
    )
    app.router.redirect_slashes = False
    return Speaking(Guard(app, token, port), language)


async def _refusal(_: Request, error: HTTPException) -> Response:
    return refused(error.status_code, error.detail)


async def _told(_: Request, error: Exception) -> Response:
    return refused(TELLS, str(error))


def _page(path: str) -> Endpoint:
    async def show(_: Request) -> Response:
        return Response(html_of(path, current()), media_type=KINDS["html"])

    return show


async def _icon(_: Request) -> Response:
    return Response(text_of("icon.svg"), media_type=KINDS["svg"])


def _static(game_server: GameServer) -> Endpoint:
    async def static(request: Request) -> Response:
        name = str(request.path_params["name"])
        if name in FILES:
            text = text_of(name)
        elif name in PARTS:
            text = part(name)
        elif name in ASSETS:
            text = await run_in_threadpool(game_server.runs.asset, name)
        else:
            raise wrong("there is no such file", 404)
        kind = KINDS[name.rpartition(".")[2]]
        return Response(text, media_type=kind, headers={"cache-control": "no-cache"})

    return static


def _number(request: Request, name: str) -> int:
    text = request.query_params.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise wrong(f"{name}: a whole number")
    return int(text)


def game_routes(game_server: GameServer) -> list[Route]:
    """Return the addresses of games that are played."""

    async def terms(_: Request) -> Response:
        komi = {name: usual_komi(name, 0) for name in RULES_OFFERED}
        return JSONResponse(
            {
                "strengths": STRENGTHS,
                "rules": RULES_OFFERED,
                "komi": komi,
                "handicap_komi": HANDICAP_KOMI,
                "longest_name": LONGEST_NAME,
            }
        )

    async def games(_: Request) -> Response:
        found = game_server.games.all_games()
        return JSONResponse(
            {
                "games": [
                    {
                        "id": t.id,
                        "title": str(t.title),
                        "status": str(t.status),
                        "begun": round(t.begun),
                    }
                    for t in found
                ]
            }
        )

    async def begin(request: Request) -> Response:
        if request.headers["content-type"].startswith("application/json"):
            form = await Form.of(request)
            game = await run_in_threadpool(game_server.games.begin, form)
        else:
            asked = request.query_params
            color, strength = asked.get("color", "b"), asked.get("strength", FULL)
            body, name = await request.body(), asked.get("name", "")
            game = await run_in_threadpool(game_server.games.load, body, color, strength, name)
        return JSONResponse({"id": game.id})

    async def events(request: Request) -> Response:
        return game_server.streams.answer(game_server.games.game_of(id_in(request)).topic)

    async def sgf(request: Request) -> Response:
        game = game_server.games.game_of(id_in(request))
        name = f"game-{time.strftime('%Y-%m-%d')}-{game.id[:4]}.sgf"
        return Response(
            game.file(),
            media_type="application/x-go-sgf",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    async def do(request: Request) -> Response:
        game = game_server.games.game_of(id_in(request))
        action = str(request.path_params["action"])
        form = await Form.of(request)
        if action == "remove":
            await run_in_threadpool(game_server.games.remove, game.id)
        elif action == "analyse":
            found = await run_in_threadpool(Analysed.from_sgf, game.to_analyse())
            return JSONResponse({"id": game_server.analyses.add(found)})
        else:
            await run_in_threadpool(game.do, action, form)
        return JSONResponse({})

    return [
        Route("/api/terms", terms),
        Route("/api/games", games),
        Route("/api/games", begin, methods=["POST"]),
        Route("/api/games/{id}/events", events),
        Route("/api/games/{id}/sgf", sgf),
        Route("/api/games/{id}/{action}", do, methods=["POST"]),
    ]


def ladder_routes() -> list[Route]:
    """Return the addresses of the ladder."""

    def standing(rank: str = "") -> dict[str, Any]:
        found = ladder.load(ladder.default_path())
        if rank:
            found = ladder.begun_at(rank, found)
            ladder.save(ladder.default_path(), found)
        return found.to_json()

    async def show(_: Request) -> Response:
        return JSONResponse(await run_in_threadpool(standing))

    async def begin_at(request: Request) -> Response:
        form = await Form.of(request)
        rank = form.choice("rank", "", tuple(ladder.OPPONENTS))
        return JSONResponse(await run_in_threadpool(standing, rank))

    return [Route("/api/ladder", show), Route("/api/ladder", begin_at, methods=["POST"])]


def analysis_routes(game_server: GameServer) -> list[Route]:
    """Return the addresses of analyses."""

    async def begin(request: Request) -> Response:
        found = await run_in_threadpool(Analysed.from_sgf, await record_in(request))
        return JSONResponse({"id": game_server.analyses.add(found)})

    async def show(request: Request) -> Response:
        return JSONResponse(game_server.analyses.game(id_in(request)).to_json())

    def position_of(request: Request) -> Position:
        line = request.query_params.get("line", "").split(".")
        if len(line) > LONGEST_LINE:
            raise wrong("the line is too long")
        game = game_server.analyses.game(id_in(request))
        return game.position(_number(request, "at"), [move for move in line if move])

    async def legal(request: Request) -> Response:
        position_of(request)
        return JSONResponse({})

    async def search(request: Request) -> Response:
        seconds = _number(request, "seconds")
        if seconds not in SECONDS:
            raise wrong(f"seconds: one of {', '.join(map(str, SECONDS))}")
        position = position_of(request)
        topic = await run_in_threadpool(game_server.analyses.search, position, float(seconds))
        return game_server.streams.answer(topic)

    return [
        Route("/api/analyses", begin, methods=["POST"]),
        Route("/api/analyses/{id}", show),
        Route("/api/analyses/{id}/legal", legal),
        Route("/api/analyses/{id}/search", search),
    ]


def review_routes(game_server: GameServer) -> list[Route]:
    """Return the addresses of reviews."""

    async def follow(_: Request) -> Response:
        return game_server.streams.answer(game_server.reviews.topic)

    async def begin(request: Request) -> Response:
        asked, body = request.query_params, await record_in(request)
        name = "".join(c for c in asked.get("name", "")[:80] if c.isprintable()) or "game"
        depth = asked.get("depth", "normal")
        player = asked.get("problems")
        if player is not None:
            player = Form({"problems": player}).text("problems", "", LONGEST_NAME)
        add = game_server.reviews.add
        return JSONResponse(await run_in_threadpool(add, body, name, depth, player))

    async def page(request: Request) -> Response:
        raw, policy = await run_in_threadpool(game_server.reviews.page, id_in(request))
        return Response(
            raw,
            media_type=KINDS["html"],
            headers={"content-security-policy": policy},
        )

    async def remove(request: Request) -> Response:
        await run_in_threadpool(game_server.reviews.remove, id_in(request))
        return JSONResponse({})

    return [
        Route("/api/reviews", follow),
        Route("/api/reviews", begin, methods=["POST"]),
        Route("/api/reviews/{id}/remove", remove, methods=["POST"]),
        Route("/reviews/{id}", page),
    ]


def problem_routes(game_server: GameServer) -> list[Route]:
    """Return the addresses of the person's problems."""

    async def state(request: Request) -> Response:
        words = request.query_params.get("skipped", "").split(".")[:MOST_SKIPPED]
        skipped = {int(word) for word in words if word.isascii() and word.isdecimal()}
        return JSONResponse(await run_in_threadpool(game_server.problems.state, skipped))

    async def answer(request: Request) -> Response:
        form = await Form.of(request)
        number, vertex = form.whole("id", 0, 0, 1 << 40), form.vertex("vertex")
        return JSONResponse(await run_in_threadpool(game_server.problems.answer, number, vertex))

    async def picture(_: Request) -> Response:
        raw = await run_in_threadpool(game_server.problems.picture)
        return Response(raw, media_type=KINDS["svg"], headers={"cache-control": "no-cache"})

    return [
        Route("/api/problems", state),
        Route("/api/problems/picture", picture),
        Route("/api/problems/answer", answer, methods=["POST"]),
    ]


def solve_routes(game_server: GameServer) -> list[Route]:
    """Return the addresses of life and death."""

    async def begin(request: Request) -> Response:
        body = await record_in(request)
        asked = Form({"region": request.query_params.get("region", "")})
        region = asked.text("region", "", LONGEST_REGION).strip()
        return JSONResponse(await run_in_threadpool(game_server.solving.begin, body, region))

    async def answer(request: Request) -> Response:
        moves = (await Form.of(request)).text("moves", "", LONGEST_LINE * 8).split()
        answered = game_server.solving.answer
        return JSONResponse(await run_in_threadpool(answered, id_in(request), moves))

    return [
        Route("/api/solve", begin, methods=["POST"]),
        Route("/api/solve/{id}", answer, methods=["POST"]),
    ]


def rank_routes() -> list[Route]:
    """Return the address of a person's rank."""

    async def answer(request: Request) -> Response:
        body = await record_in(request)
        asked = Form({"player": request.query_params.get("player", "")})
        player = asked.text("player", "", LONGEST_NAME)
        return JSONResponse(await run_in_threadpool(rank_answer, body, player))

    return [Route("/api/rank", answer, methods=["POST"])]


def run_routes(game_server: GameServer) -> list[Route]:
    """Return the addresses of the runs of a store."""

    async def events(_: Request) -> Response:
        return game_server.streams.answer(game_server.runs.follow(""))

    async def event(request: Request) -> Response:
        name = request.query_params.get("event", "")
        if not name:
            raise wrong("name an event", 404)
        return game_server.streams.answer(game_server.runs.follow(name))

    return [Route("/api/runs", events), Route("/api/run", event)]
