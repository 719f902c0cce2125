"""Records: a match as text or JSON, read back whichever it is."""

from __future__ import annotations

from solver.match.json_form import from_json, to_json
from solver.match.stated import Record, RecordError
from solver.match.text_form import from_text, to_text

__all__ = ["LARGEST_RECORD", "Record", "RecordError", "read_record", "to_json", "to_text"]

LARGEST_RECORD = 1_000_000
"""Characters of the longest record that is read."""

_MOST_DEALS = 10_000


def read_record(text: str) -> Record:
    """A record, in either form.

    In a record written by hand a deal may leave out every amount, and what the head does not say is
    as usual; lines that begin with ``#``, and what follows it in a round, are remarks.

    Raises
    ------
    RecordError
        Saying where, what was expected and what was found.

    Examples
    --------
    >>> record = read_record("1. Ah Kd | As 7d 4c | call | 9h 2s | Qs Qc: net +300")
    >>> record.rows[0].choice.value, record.rows[0].amounts["net"]
    ('call', Fraction(300, 1))
    """
    if len(text) > LARGEST_RECORD:
        raise RecordError(f"expected up to {LARGEST_RECORD:,} characters, found {len(text):,}")
    text = text.removeprefix("\ufeff")
    record = from_json(text) if text.lstrip().startswith("{") else from_text(text)
    if len(record.rows) > _MOST_DEALS:
        raise RecordError(f"expected up to {_MOST_DEALS:,} deals, found {len(record.rows):,}")
    return record
