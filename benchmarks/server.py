"""Answers of the server, against its shortest one.

A server of its own on a free port, one client, one question after the other, each time with other
cards; the rival is an answer without content, which costs what the framework and the way there
cost. Median and 95th percentile in ms, and the median as a ratio.

Run: ``python benchmarks/server.py [--rounds 100]``
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import httpx

from solver.cards import format_cards
from solver.shuffles import shuffled, source_of

PAUSE = 0.03
"""Seconds between questions: the server takes 40 of a client in a second."""


def spot(number: int) -> dict[str, str]:
    """Hole and flop of a question."""
    deck = shuffled(source_of("benchmark", number))
    return {"hole": format_cards(deck[:2]), "flop": format_cards(deck[2:5])}


def known(number: int) -> str:
    """One of the dealer's cards in the same question."""
    return format_cards(shuffled(source_of("benchmark", number))[5:6])


def caller(client: httpx.Client) -> Callable[[int], httpx.Response]:
    """Calls deal after deal of a match that is long enough for all questions."""
    asked = {"rounds": 100, "seed": "benchmark", "bonus_stake": "100"}
    match = client.post("/api/matches", json=asked).raise_for_status().json()["id"]
    return lambda n: client.post(
        f"/api/matches/{match}/choices", json={"deal": n + 1, "choice": "call"}
    )


def questions(client: httpx.Client) -> dict[str, Callable[[int], httpx.Response]]:
    """What is asked, by name."""

    def train(kind: str) -> Callable[[int], httpx.Response]:
        return lambda n: client.get(f"/api/train/{kind}", params={"seed": f"benchmark {n}"})

    return {
        "no content": lambda _: client.get("/favicon.ico"),
        "the page": lambda _: client.get("/"),
        "spot, two cards": lambda n: client.get("/api/spot", params={"hole": spot(n)["hole"]}),
        "advise": lambda n: client.get("/api/advise", params=spot(n)),
        "advise, dealer's card known": lambda n: client.get(
            "/api/advise", params=spot(n) | {"dealer": known(n)}
        ),
        "call in a match": caller(client),
        "question, decisions": train("decisions"),
        "question, payouts": train("payouts"),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=100, choices=range(2, 101), metavar="N")
    rounds = parser.parse_args().rounds
    command = [sys.executable, "-c", "from solver.cli import main; main()", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = re.search(r"http://[^ ]+", server.stdout.readline())
        assert address
        with httpx.Client(base_url=address[0]) as client:
            rival = 0.0
            for name, ask in questions(client).items():
                times = []
                for number in range(rounds):
                    time.sleep(PAUSE)
                    start = time.perf_counter()
                    ask(number).raise_for_status()
                    times.append(1000 * (time.perf_counter() - start))
                median = statistics.median(times)
                rival = rival or median
                worst = statistics.quantiles(times, n=20)[-1]
                print(f"{name:<28} {median:7.2f} ms  95 % {worst:7.2f} ms  {median / rival:5.1f} x")
        server.terminate()


if __name__ == "__main__":
    main()
