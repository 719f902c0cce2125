"""Takes the README's pictures of the page: ``python tests/screenshots.py``."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from browser import OPTIONS, browser_path
from playwright.sync_api import sync_playwright

RESULTS = Path(__file__).parent.parent / "results"
SPOT = "/?hole=AhKd&flop=As7d4c"
SIZES = {1280: 810, 390: 844}


def main() -> None:
    """Serve the page, open a spot at each width, and write what is to be seen."""
    command = [sys.executable, "-c", "from solver.cli import main; main()", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = re.search(r"http://[^ ]+", server.stdout.readline())
        assert address
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path(), args=list(OPTIONS))
            for width, height in SIZES.items():
                page = browser.new_page(
                    viewport={"width": width, "height": height}, reduced_motion="reduce"
                )
                page.goto(address[0] + SPOT)
                page.get_by_text("1,070,190 ways").wait_for()
                page.screenshot(path=RESULTS / f"page-{width}.png")
            browser.close()
        server.terminate()


if __name__ == "__main__":
    main()
