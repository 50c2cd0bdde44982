"""A person at a browser: Chromium without a window, with mouse, fingers, keys and eyes.

It is driven over a pipe by Chromium's own protocol (DevTools). Waiting is for a state of the page,
never for a time.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from tests.web.browser import chromium

PATIENCE: Final = float(os.environ.get("PAT", "240"))
"""Seconds after which a page is taken for stuck, on however slow a machine."""

KEYS: Final = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Enter": 13}


class Person:
    """Chromium with one page at a time; ``trouble`` lists what its console complained of."""

    def __init__(
        self, profile: Path, width: int = 1400, height: int = 1000, dark: bool = False
    ) -> None:
        to_browser, self._to = os.pipe()
        self._from, from_browser = os.pipe()
        command = [
            chromium(),
            *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
            *("--no-first-run", "--disable-background-networking", "--disable-component-update"),
            *("--disable-sync", "--disable-quic", "--remote-debugging-pipe"),
            f"--window-size={width},{height}",
            f"--user-data-dir={profile}",
        ]

        def place() -> None:  # the browser reads its file 3, and writes to 4
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self._process = subprocess.Popen(
            command,
            close_fds=False,
            preexec_fn=place,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._number = 0
        self._unread = b""
        self._session = ""
        self._size = (width, height)
        self._dark = dark
        self._tabs: list[str] = []
        self.trouble: list[str] = []
        self.new_tab()

    # --- the protocol -------------------------------------------------------------------------

    def _ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session and not method.startswith("Target."):
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self._note(answer)

    def _read(self) -> Any:
        while b"\0" not in self._unread:
            part = os.read(self._from, 1 << 16)
            assert part, "the browser has ended"
            self._unread += part
        raw, _, self._unread = self._unread.partition(b"\0")
        return json.loads(raw)

    def _note(self, event: Any) -> None:
        if event.get("method") == "Runtime.exceptionThrown":
            self.trouble.append(json.dumps(event["params"]["exceptionDetails"]))
        if event.get("method") == "Log.entryAdded":
            entry = event["params"]["entry"]
            if entry["level"] == "error":
                self.trouble.append(f"{entry['text']} {entry.get('url', '')}")

    # --- tabs ---------------------------------------------------------------------------------

    def new_tab(self) -> str:
        """Open a tab, look at it, and return its name."""
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._tabs.append(target)
        self._session = ""
        found = self._ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = str(found["sessionId"])
        for domain in ("Page", "Runtime", "Log", "DOM"):
            self._ask(f"{domain}.enable")
        self._ask("Page.bringToFront")
        self.resize(*self._size)
        self.darken(self._dark)
        return self._session

    def leave(self) -> None:
        """Close all tabs but a new one: pages that nobody looks at still ask their server."""
        for tab in self._tabs:
            self._ask("Target.closeTarget", targetId=tab)
        self._tabs.clear()
        self.new_tab()

    def look_at(self, tab: str) -> None:
        """Look at a tab that is open."""
        self._session = tab
        self._ask("Page.bringToFront")

    def resize(self, width: int, height: int, mobile: bool | None = None) -> None:
        """Make the window as large as this; a narrow one is a telephone's unless told not."""
        mobile = width < 600 if mobile is None else mobile
        self._width = width
        self._ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=mobile,
        )
        self._ask("Emulation.setTouchEmulationEnabled", enabled=mobile)

    def darken(self, dark: bool) -> None:
        """Prefer dark pages, or light ones."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._ask("Emulation.setEmulatedMedia", features=[scheme])

    def go(self, address: str) -> None:
        """Open an address and wait for its page."""
        self.js("document.title = 'left'; document.body && (document.body.dataset.left = 1)")
        self._ask("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && !document.body.dataset.left")

    @contextmanager
    def before_scripts(self, source: str) -> Iterator[None]:
        """Run a script in each page that is opened, when the page is read and its scripts wait."""
        run = f"document.addEventListener('readystatechange', () => {{ {source} }}, {{once: true}})"
        added = self._ask("Page.addScriptToEvaluateOnNewDocument", source=run)
        yield
        self._ask("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])

    # --- eyes ---------------------------------------------------------------------------------

    def js(self, expression: str) -> Any:
        """Return the value of an expression in the page; a promise is waited for."""
        answer = self._ask(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, expression: str) -> None:
        """Wait until an expression is true in the page."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if self.js(f"Boolean({expression})"):
                    return
            except AssertionError:
                pass  # between two pages, or not yet there
            time.sleep(0.05)
        raise AssertionError(f"still not so: {expression}\n{self.js('document.body.innerText')}")

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        return str(self.js(f"document.querySelector({json.dumps(selector)}).innerText"))

    def count(self, selector: str) -> int:
        """Return how many elements there are."""
        return int(self.js(f"document.querySelectorAll({json.dumps(selector)}).length"))

    def picture(self, path: Path, whole: bool = True) -> None:
        """Write a picture of the page."""
        raw = self._ask("Page.captureScreenshot", captureBeyondViewport=whole, format="png")
        path.write_bytes(base64.b64decode(raw["data"]))

    def fits(self) -> bool:
        """Return whether nothing sticks out sideways."""
        # A telephone shows a page that is too wide in small: its innerWidth says nothing.
        return int(self.js("document.documentElement.scrollWidth")) <= self._width

    # --- hands --------------------------------------------------------------------------------

    def _place(self, selector: str) -> tuple[float, float]:
        self.wait(f"document.querySelector({json.dumps(selector)})")
        box = self.js(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            " one.scrollIntoView({block: 'center'}); const b = one.getBoundingClientRect();"
            " return [b.left + b.width / 2, b.top + b.height / 2, b.width]; })()"
        )
        assert box[2] > 0, f"{selector} is not to be seen"
        return box[0], box[1]

    def _at_rest(self, place: Callable[[], tuple[float, float]]) -> tuple[float, float]:
        """Return a place when it no longer moves, as it does while the page is laid out."""
        before = place()
        for _ in range(20):
            time.sleep(0.05)
            now = place()
            if now == before:
                break
            before = now
        return now

    def _press(self, x: float, y: float) -> None:
        self._ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            self._ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def click(self, selector: str) -> None:
        """Click on an element with the mouse."""
        self._press(*self._at_rest(lambda: self._place(selector)))

    def _point(self, vertex: str) -> tuple[float, float]:
        self._place("#board")
        x, y = self.js(
            "(() => { const b = document.getElementById('board').getBoundingClientRect(),"
            " s = document.getElementById('board').viewBox.baseVal.width,"
            " n = Math.round((s - 54) / 24) + 1;"
            f" const p = Go.pointOf('{vertex}', n);"
            " return [b.left + (27 + 24 * (p % n)) * b.width / s,"
            " b.top + (27 + 24 * (n - 1 - Math.floor(p / n))) * b.width / s]; })()"
        )
        return x, y

    def play(self, vertex: str) -> None:
        """Click on a point of the board."""
        self._press(*self._at_rest(lambda: self._point(vertex)))

    def tap(self, vertex: str) -> None:
        """Touch a point of the board with a finger."""
        x, y = self._at_rest(lambda: self._point(vertex))
        self._ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self._ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def key(self, key: str) -> None:
        """Press a key."""
        text = "\r" if key == "Enter" else key if len(key) == 1 else ""
        code = {"windowsVirtualKeyCode": KEYS[key]} if key in KEYS else {}
        self._ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, **code)
        self._ask("Input.dispatchKeyEvent", type="keyUp", key=key, **code)

    def choose(self, selector: str, value: str) -> None:
        """Choose an entry of a list, or fill a field."""
        self._place(selector)
        self.js(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            f" one.value = {json.dumps(value)};"
            " one.dispatchEvent(new Event('input', {bubbles: true}));"
            " one.dispatchEvent(new Event('change', {bubbles: true})); })()"
        )

    def give(self, selector: str, *files: Path) -> None:
        """Choose files in a field for files."""
        root = self._ask("DOM.getDocument")["root"]["nodeId"]
        node = self._ask("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self._ask("DOM.setFileInputFiles", files=[str(file) for file in files], nodeId=node)

    # --- coming and going ---------------------------------------------------------------------

    def close(self) -> None:
        """Close the browser."""
        self._process.kill()
        self._process.wait()
        os.close(self._to)
        os.close(self._from)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()


@contextmanager
def person_at(profile: Path, width: int = 1400, height: int = 1000) -> Iterator[Person]:
    """A person who wants a page without complaints."""
    with Person(profile, width, height) as person:
        yield person
        assert person.trouble == []
