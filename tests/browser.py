"""A browser at the page: fixtures for tests that use it as people do (`pytest_plugins`)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

VARIABLE = "CASINO_HOLDEM_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OPTIONS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
# The command, for a client that makes more requests than a person.
SERVE = """
import solver.web.guard
solver.web.guard.MOST_REQUESTS = 10**6
from solver.cli import main
main()
"""
PATIENCE = 20_000


def browser_path() -> str:
    """The browser to use; the test is skipped where there is none, unless one was asked for."""
    given = os.environ.get(VARIABLE)
    if given:
        assert shutil.which(given), f"{VARIABLE} is {given}, which is no program"
        return given
    for found in filter(None, map(shutil.which, NAMES)):
        return found
    pytest.skip(f"no browser found: {VARIABLE} can name a Chromium")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser, one for all tests of a process."""
    path = browser_path()
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(OPTIONS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(
    chromium: Browser,  # noqa: ARG001 (no server where there is no browser)
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """The address of a server, one for all tests of a process."""
    command = [sys.executable, "-c", SERVE, "serve", "--port", "0"]
    place = tmp_path_factory.mktemp("served")
    environment = os.environ | {"CASINO_HOLDEM_DATA": str(place)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=place, env=environment
    ) as server:
        assert server.stdout
        line = server.stdout.readline()
        address = re.search(r"http://\S+", line)
        assert address, line
        yield address[0]
        server.terminate()


@pytest.fixture
def context(chromium: Browser, served: str) -> Iterator[BrowserContext]:
    """A visitor without a past, who wants no moving pictures."""
    context = chromium.new_context(base_url=served, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def tab(context: BrowserContext) -> Iterator[Page]:
    """An empty tab, in which nothing may go wrong that nobody looks at."""
    yield from watched(context.new_page())


def watched(page: Page) -> Iterator[Page]:
    """A page of which no error and no breach of its security policy goes unnoticed."""
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console",
        lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None,
    )
    yield page
    # Requests that a test refuses on purpose are reported, too.
    unexpected = [text for text in wrong if "Failed to load resource" not in text]
    assert unexpected == []
