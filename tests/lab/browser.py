# SPDX-License-Identifier: MIT
"""A headless Chromium, driven through chromedriver: the few commands of the WebDriver
protocol (W3C) that the page's tests need."""

import json
import re
import subprocess
import urllib.request
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_SWITCHES = (
    "--headless",
    "--no-sandbox",  # root has none
    "--disable-gpu",
    "--disable-dev-shm-usage",  # which is small in containers
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
)
_SECONDS = 60
_STARTED = re.compile(r"started successfully on port (\d+)")


class Browser:
    """One window."""

    def __init__(self, address: str) -> None:
        self._address = address

    def open(self, page: Path) -> None:
        self._post("url", {"url": page.as_uri()})

    def run(self, script: str, *arguments: object) -> object:
        """What a function with this body returns."""
        return self._post("execute/sync", {"script": script, "args": arguments})

    def log(self) -> Sequence[str]:
        """What the console said since the last time."""
        entries = self._post("se/log", {"type": "browser"})
        assert isinstance(entries, list)
        return [entry["message"] for entry in entries]

    def prefer_dark(self, dark: bool) -> None:
        """What the page is told of the system's colours."""
        feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        command = {"cmd": "Emulation.setEmulatedMedia", "params": {"features": [feature]}}
        self._post("goog/cdp/execute", command)

    def screenshot(self, path: Path) -> None:
        found = _ask(f"{self._address}/screenshot")
        assert isinstance(found, str)
        path.write_bytes(b64decode(found))

    def close(self) -> None:
        _ask(self._address, method="DELETE")

    def _post(self, command: str, body: object) -> object:
        return _ask(f"{self._address}/{command}", body)


def _ask(address: str, body: object = None, method: str | None = None) -> object:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, method=method)
    with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
        value: object = json.loads(answer.read())["value"]
    return value


@contextmanager
def chromium(profile: Path, width: int, height: int) -> Iterator[Browser]:
    """A window of this size, with a new profile in a directory."""
    driver = subprocess.Popen(
        ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert driver.stdout is not None
        found = next(filter(None, map(_STARTED.search, driver.stdout)))
        address = f"http://127.0.0.1:{found[1]}/session"
        session = _ask(address, _capabilities(profile, width, height))
        assert isinstance(session, dict)
        browser = Browser(f"{address}/{session['sessionId']}")
        try:
            yield browser
        finally:
            browser.close()
    finally:
        driver.terminate()
        driver.wait()


def _capabilities(profile: Path, width: int, height: int) -> object:
    """A size in CSS pixels, which headless windows narrower than 500 do not have by
    themselves."""
    metrics = {"width": width, "height": height, "pixelRatio": 1.0, "mobile": True, "touch": True}
    options = {
        "args": [*_SWITCHES, f"--user-data-dir={profile}"],
        "mobileEmulation": {"deviceMetrics": metrics},
    }
    always = {
        "browserName": "chrome",
        "goog:chromeOptions": options,
        "goog:loggingPrefs": {"browser": "ALL"},
    }
    return {"capabilities": {"alwaysMatch": always}}
