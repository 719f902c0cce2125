"""Data: where this program keeps what a person did."""

from __future__ import annotations

import os
from pathlib import Path

ENVIRONMENT = "CASINO_HOLDEM_DATA"
"""The environment variable that names another directory."""


def data_dir() -> Path:
    """The directory of the data, which need not exist: the platform's, or what the user says."""
    given = os.environ.get(ENVIRONMENT)
    if given:
        return Path(given)
    import platformdirs

    return platformdirs.user_data_path("casino-holdem", appauthor=False)
