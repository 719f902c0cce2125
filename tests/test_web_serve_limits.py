"""``serve`` holds its limits: for whoever claims to be another, and for connections that wait."""

from __future__ import annotations

import re
import socket
import subprocess
import sys

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import httpx

SECONDS = 30
REQUESTS, CONNECTIONS = 5, 4
# The command, with few requests and connections allowed.
SERVE = f"""
import solver.cli.serve, solver.web.guard
solver.web.guard.MOST_REQUESTS = {REQUESTS}
solver.cli.serve._MOST_CONNECTIONS = {CONNECTIONS}
from solver.cli import main
main()
"""


def test_limits() -> None:
    command = [sys.executable, "-c", SERVE, "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://(\S+):(\d+)", server.stdout.readline())
            assert found
            with httpx.Client(base_url=found[0], timeout=SECONDS, trust_env=False) as web:
                statuses = [
                    web.get("/api/deal", headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code
                    for n in range(REQUESTS + 1)
                ]
            assert statuses == [200] * REQUESTS + [429]

            address = (found[1], int(found[2]))
            waiting = [socket.create_connection(address, SECONDS) for _ in range(CONNECTIONS)]
            for connection in waiting:
                connection.sendall(b"GET / HTTP/1.1\r\n")
            assert httpx.get(f"{found[0]}/", trust_env=False, timeout=SECONDS).status_code == 503
            for connection in waiting:
                connection.close()
        finally:
            server.terminate()
