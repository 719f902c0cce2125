"""The API keeps what its description says, whatever is asked."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Any

import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, settings
from schemathesis.config import SchemathesisConfig

from solver import Rules
from solver.strategy import MEMORABLE
from solver.web.app import create_app
from solver.web.heavy import Heavy, Work
from solver.web.whole_game import hands_of, price_of

CHECKS = {
    # Texts that are no cards or rules are valid there, and refused with the reason.
    "positive_data_acceptance": {"enabled": False},
    "negative_data_rejection": {"expected-statuses": ["400", "404", "405", "409", "413", "422"]},
}


@cache
def usual(work: Work) -> dict[str, Any]:
    return work({hands_of: Rules(), price_of: (MEMORABLE, Rules())}[work])


class UsualGame(Heavy):
    """Solves the usual game only, once: the shape of an answer is what counts here."""

    async def answer(
        self,
        client: str,  # noqa: ARG002
        work: Work,
        question: Hashable,
        *,
        keep: bool = True,  # noqa: ARG002
    ) -> dict[str, Any]:
        return usual(work) if work in (hands_of, price_of) else work(question)


def app() -> FastAPI:
    made = create_app(most_requests=10**6)
    made.state.heavy = UsualGame()
    return made


api = schemathesis.openapi.from_asgi(
    "/api/openapi.json", app(), config=SchemathesisConfig.from_dict({"checks": CHECKS})
)


@api.parametrize()
@settings(
    max_examples=6,
    derandomize=True,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate()
