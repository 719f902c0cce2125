"""Aside: work of some milliseconds in a thread, so that nobody else waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

# One: more would only take turns with each other, and more often with the loop that answers.
_THREAD = ThreadPoolExecutor(1, "aside")


async def aside(work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
    """What ``work`` returns, or raises, in the thread."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_THREAD, lambda: work(*args, **kwargs))
