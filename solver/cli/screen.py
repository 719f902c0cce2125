"""The screen: tables and lines for people, in colour where there is a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_WIDTH_IN_FILES = 160


def console() -> Console:
    """Standard output; lines in files and pipes are wide, so that tables stay whole."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH_IN_FILES)


def grid(*columns: str, headers: bool = True) -> Table:
    """An empty table; a column whose name ends in ``>`` is aligned to the right."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_header=headers, pad_edge=False, padding=(0, 1))
    for name in columns:
        right = name.endswith(">")
        table.add_column(name.rstrip(">"), justify="right" if right else "left", overflow="fold")
    return table
