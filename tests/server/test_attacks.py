"""What strangers try: other pages in the same browser, other programs on the same machine."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from pathlib import Path

import pytest
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from gtpengine.server.games import MOST_GAMES
from gtpengine.server.guard import BODY_SECONDS, Guard, TokenBucket
from gtpengine.server.live import MOST_STREAMS
from gtpengine.server.patience import HEAD_SECONDS, MOST_CONNECTIONS
from gtpengine.server.requests import LONGEST_JSON, LONGEST_SGF
from tests.server.serving import Served, serving

GAME = json.dumps({"size": 9, "strength": "full", "seconds": 0.1}).encode()
NO_GAME = "0123456789ab"


def games(served: Served) -> int:
    return len(served.get("/api/games")["games"])


# --- who asks -------------------------------------------------------------------------------------


def test_the_token_opens_the_door_once_by_the_address_and_then_by_the_cookie(
    served: Served,
) -> None:
    status, headers, raw = served.ask("GET", f"/?token={served.token}", Cookie=None)
    assert status == 200
    cookie = headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and served.token.lower() in cookie
    assert served.token.encode() not in raw
    assert served.ask("GET", "/play")[0] == 200


@pytest.mark.parametrize(
    "cookie",
    [None, "", "gtpengine-{port}=", "gtpengine-{port}={token}x", "gtpengine={token}", "a;;=\x01"],
)
@pytest.mark.parametrize(
    "path", ["/", "/play", "/static/common.js", "/api/games", "/api/run?event=x", "/nowhere"]
)
def test_nothing_without_the_token(served: Served, cookie: str | None, path: str) -> None:
    given = cookie and cookie.format(port=served.port, token=served.token)
    status, _, raw = served.ask("GET", path, Cookie=given)
    assert status in (401, 429)
    assert served.token.encode() not in raw and len(raw) < 1000


@pytest.mark.parametrize("token", ["", "x", "{token}x", "{token}&token=x", "%00", "%ff" * 30])
def test_a_wrong_token_opens_nothing(served: Served, token: str) -> None:
    path = f"/?token={token.format(token=served.token)}"
    status, headers, _ = served.ask("GET", path, Cookie=None)
    assert status in (401, 429) and "set-cookie" not in headers


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.1:{port}.evil.example",
        "localhost.:{port}",
        "[::1]:{port}",
        "0.0.0.0:{port}",
    ],
)
def test_a_rebound_name_is_refused(served: Served, host: str | None) -> None:
    """A name of an attacker that points to this machine: the browser calls its page ours."""
    given = host and host.format(port=served.port)
    for method, path in (("GET", "/"), ("GET", f"/?token={served.token}"), ("POST", "/api/games")):
        # Without a host the head alone is refused, and a body would meet a closed connection.
        body = GAME if method == "POST" and host is not None else None
        status, headers, _ = served.ask(method, path, body, Host=given, Origin=f"http://{given}")
        assert status in (400, 403, 429) and "set-cookie" not in headers


def test_both_names_of_this_machine_are_served(served: Served) -> None:
    assert served.ask("GET", "/", Host=f"localhost:{served.port}")[0] == 200
    assert served.ask("GET", "/", Host=f"LOCALHOST:{served.port}")[0] == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://localhost:{port}"},  # the host says 127.0.0.1
        {"Origin": "https://127.0.0.1:{port}"},
        {"Origin": None},
        {"Origin": ""},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},  # a page on another port of this machine
        {"Content_Type": "application/x-www-form-urlencoded"},
        {"Content_Type": "multipart/form-data; boundary=x"},
        {"Content_Type": "text/plain"},
        {"Content_Type": "text/plain; application/json"},
        {"Content_Type": None},
    ],
)
def test_another_page_changes_nothing_even_with_the_cookie(
    served: Served, headers: dict[str, str | None]
) -> None:
    """Forms, fetch without CORS, and scripts of pages elsewhere."""
    before = games(served)
    given = {k: v and v.format(port=served.port) for k, v in headers.items()}
    status, found, raw = served.ask("POST", "/api/games", GAME, **given)
    assert status in (403, 415, 429), raw
    assert "access-control-allow-origin" not in found
    assert games(served) == before


@pytest.mark.parametrize("path", ["/api/games", "/static/common.js", "/play", "/api/runs"])
def test_another_page_reads_nothing(served: Served, path: str) -> None:
    """An <img>, a <script>, a frame, an EventSource elsewhere."""
    assert served.ask("GET", path, Sec_Fetch_Site="cross-site")[0] in (403, 429)
    assert served.ask("GET", path, Origin="http://evil.example")[0] in (403, 429)
    status, headers, _ = served.ask("OPTIONS", path, Origin="http://evil.example")
    assert status in (403, 429) and "access-control-allow-origin" not in headers


def test_the_printed_address_works_from_wherever_it_is_opened(served: Served) -> None:
    status, _, raw = served.ask(
        "GET", f"/?token={served.token}", Cookie=None, Sec_Fetch_Site="cross-site"
    )
    assert status == 200 and b'url=/"' in raw


def test_no_websocket(served: Served) -> None:
    headers: dict[str, str | None] = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    assert served.ask("GET", "/api/games", None, Origin="http://evil.example", **headers)[0] in (
        403,
        429,
    )
    assert served.ask("GET", "/api/games", None, **headers)[0] == 200  # a plain answer, no socket


def test_every_answer_says_what_a_browser_may_do(served: Served) -> None:
    for path in ("/", "/play", "/static/play.js", "/static/nowhere", "/api/games", "/nowhere"):
        _, headers, _ = served.ask("GET", path)
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy and "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


# --- what is asked --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/%252e%252e%252fapp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/app.py",
        "/static/common.js%00",
        "/static/..\\app.py",
        "/../../../../etc/passwd",
        "//etc/passwd",
        "/reviews/../../etc/passwd",
        "/reviews/..%2f..%2fetc%2fpasswd",
        "/reviews/%00",
        "/reviews/0123456789ab",
        "/api/games/..%2f..",
        "/api/games/0123456789ab/sgf",
        "/api/games/%F0%9F%92%A5/events",
        "/api/analyses/0123456789ab",
        "/" + "a" * 9000,
    ],
)
def test_no_path_leads_out(served: Served, path: str) -> None:
    status, _, raw = served.ask("GET", path)
    assert status in (400, 404, 405)
    assert len(raw) < 300 and b"root:" not in raw and b"Traceback" not in raw and b".py" not in raw


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 50_000,
        b'{"size": "9"}',
        b'{"size": 9.5}',
        b'{"size": true}',
        b'{"size": 1e9}',
        b'{"size": 99999999999999999999999999}',
        b'{"komi": NaN}',
        b'{"komi": 1e999}',
        b'{"rules": ["chinese"]}',
        b'{"rules": "__proto__"}',
        b'{"strength": "12k\\n--set"}',
        b'{"handicap": 4000}',
        b'{"size": 5, "handicap": 9}',
        b'{"clock": "99999999999999999999m"}',
        b'{"clock": "\\u0000"}',
        b'{"seconds": -1}',
        b'{"color": "x"}',
    ],
)
def test_broken_requests_get_a_sentence(served: Served, body: bytes) -> None:
    before = games(served)
    status, _, raw = served.ask("POST", "/api/games", body)
    assert status == 400, raw
    assert 3 < len(json.loads(raw)["error"]) < 400
    assert games(served) == before


@pytest.mark.parametrize(
    "sgf",
    [
        b"",
        b"no game",
        b"(;",
        b"(;GM[2])",
        b"(;SZ[99])",
        b"(;SZ[9];B[zz])",
        b"(;SZ[9];B[aa];W[aa])",
        b"(;SZ[9]AB[aa:ii])",
        b"(" * 200_000,
        b"(;SZ[9]" + b";B[aa]" * 40_000 + b")",
        b"\x00" * 1000,
        b"(;SZ[9]CA[utf-16];B[aa])",
        b"(;SZ[9]KM[nan];B[aa])",
    ],
)
@pytest.mark.parametrize("path", ["/api/analyses", "/api/games", "/api/reviews"])
def test_broken_games_get_a_sentence(served: Served, path: str, sgf: bytes) -> None:
    status, found = served.post_sgf(path, sgf)
    if path == "/api/reviews" and status == 200:
        assert found["refused"] or found["ids"]
        for name in found["ids"]:
            served.post(f"/api/reviews/{name}/remove")
    elif status == 200 and "error" not in found:  # komi or charset that are put right
        assert sgf.endswith(b";B[aa])")
        if path == "/api/games":
            served.post(f"/api/games/{found['id']}/remove")
    else:
        assert status == 200 and 3 < len(found["error"]) < 600  # see requests.refusal


@pytest.mark.parametrize(
    ("kind", "most"), [("application/json", LONGEST_JSON), ("application/x-go-sgf", LONGEST_SGF)]
)
def test_huge_bodies_are_refused_by_their_announcement_and_by_their_size(
    served: Served, kind: str, most: int
) -> None:
    # It comes in pieces, as over a slow line: the answer must not be lost in a reset connection.
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as raw:
        head = _head(served, "POST", "/api/games", kind) + f"Content-Length: {most + 1}\r\n\r\n"
        raw.sendall(head.encode())
        for begin in range(0, most + 1, 1 << 18):
            time.sleep(0.02)
            raw.sendall(b" " * min(1 << 18, most + 1 - begin))
        assert b" 413 " in raw.recv(100)
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as raw:
        head = _head(served, "POST", "/api/games", kind) + "Transfer-Encoding: chunked\r\n\r\n"
        raw.sendall(head.encode())
        chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
        try:
            for _ in range(most // 65536 + 4):
                raw.sendall(chunk)
        except OSError:
            pass  # it has heard enough
        assert b" 413 " in raw.recv(100)


def _head(served: Served, method: str, path: str, kind: str) -> str:
    return (
        f"{method} {path} HTTP/1.1\r\nHost: {served.host}\r\nCookie: {served.cookie}\r\n"
        f"Origin: {served.home}\r\nContent-Type: {kind}\r\n"
    )


def test_broken_http_is_no_trouble(served: Served) -> None:
    for text in (b"\0\0\0\0\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"A" * 100_000):
        with socket.create_connection(("127.0.0.1", served.port), timeout=60) as raw:
            try:
                raw.sendall(text)
                answer = raw.recv(1000)
            except OSError:
                answer = b""
            assert answer == b"" or b" 400 " in answer
    assert served.ask("GET", "/")[0] == 200


def test_markup_in_a_game_stays_text(served: Served) -> None:
    evil = "<img src=x onerror=alert(1)>"
    sgf = f"(;SZ[9]PB[{evil}]PW[</script><script>alert(1)</script>]EV[{evil}];B[ee])".encode()
    status, found = served.post_sgf("/api/analyses", sgf)
    assert status == 200
    _, headers, raw = served.ask("GET", f"/api/analyses/{found['id']}")
    assert headers["content-type"] == "application/json"
    assert json.loads(raw)["names"]["b"] == evil


# --- how much is asked ----------------------------------------------------------------------------


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    bucket = TokenBucket(3, 2, lambda: now[0])
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    now[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_a_flood_is_answered_429_and_one_of_strangers_leaves_the_user_alone() -> None:
    now = [0.0]

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await Response("here")({"type": "http"}, _receive, send)

    guard = Guard(app, "secret", 1, lambda: now[0])

    def asked(cookie: bytes) -> int:
        headers = [(b"host", b"127.0.0.1:1"), (b"cookie", cookie)]
        scope = {"type": "http", "method": "GET", "path": "/x", "headers": headers}
        seen: list[int] = []

        async def send(message: Message) -> None:
            seen.extend([message["status"]] if "status" in message else [])

        async def receive() -> Message:
            return {"type": "http.request"}

        asyncio.run(guard(scope | {"query_string": b""}, receive, send))
        return seen[0]

    strangers = [asked(b"gtpengine-1=wrong") for _ in range(300)]
    assert strangers.index(429) == 200 and set(strangers[200:]) == {429}
    user = [asked(b"gtpengine-1=secret") for _ in range(400)]
    assert user.index(429) == 300 and set(user[:300]) == {200} and set(user[300:]) == {429}
    now[0] += 1.0
    assert [asked(b"gtpengine-1=secret") for _ in range(51)] == [200] * 50 + [429]
    assert asked(b"") == 401


def test_there_are_so_many_games_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        ids = [served.post("/api/games", size=5)["id"] for _ in range(MOST_GAMES)]
        status, _, raw = served.ask("POST", "/api/games", GAME)
        assert status == 200 and b"remove one" in json.loads(raw)["error"].encode()
        served.post(f"/api/games/{ids[3]}/resign")  # a finished game gives way
        assert served.ask("POST", "/api/games", GAME)[0] == 200
        assert ids[3] not in {game["id"] for game in served.get("/api/games")["games"]}
        assert games(served) == MOST_GAMES


def test_there_are_so_many_streams_and_connections_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        game = served.post("/api/games", size=5)["id"]
        head = f"GET /api/games/{game}/events HTTP/1.1\r\nHost: {served.host}\r\n"
        text = f"{head}Cookie: {served.cookie}\r\n\r\n"
        streams = []
        for _ in range(MOST_STREAMS):
            streams.append(socket.create_connection(("127.0.0.1", served.port), timeout=60))
            streams[-1].sendall(text.encode())
            assert b" 200 " in streams[-1].recv(100)
        status, _, raw = served.ask("GET", f"/api/games/{game}/events")
        assert status == 429 and b"too many pages" in raw
        idle = [
            socket.create_connection(("127.0.0.1", served.port), timeout=60)
            for _ in range(MOST_CONNECTIONS + 20 - MOST_STREAMS)
        ]
        assert idle[-1].recv(10) == b""  # closed at once
        for one in [*streams, *idle]:
            one.close()
        while True:
            try:
                if served.ask("GET", "/")[0] == 200:
                    break
            except OSError:
                time.sleep(0.05)


def test_slow_clients_are_left(served: Served) -> None:
    """A head that never ends, a second one after an answer, and a body that never comes."""
    begun = time.monotonic()
    head = socket.create_connection(("127.0.0.1", served.port), timeout=120)
    head.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
    second = socket.create_connection(("127.0.0.1", served.port), timeout=120)
    second.sendall(f"GET / HTTP/1.1\r\nHost: {served.host}\r\n\r\n".encode())
    while not second.recv(10_000).endswith(b"}"):
        pass
    second.sendall(b"GET /")
    body = socket.create_connection(("127.0.0.1", served.port), timeout=120)
    text = _head(served, "POST", "/api/games", "application/json") + "Content-Length: 10\r\n\r\n{"
    body.sendall(text.encode())
    assert head.recv(100) == b"" and second.recv(100) == b""
    assert time.monotonic() - begun >= HEAD_SECONDS - 1
    assert b" 408 " in body.recv(100)
    assert time.monotonic() - begun >= BODY_SECONDS - 1
    for one in (head, second, body):
        one.close()
