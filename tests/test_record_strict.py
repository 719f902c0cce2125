"""Records: nothing that stands in them is passed over, and no text takes long to refuse."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from solver.match import Choice, Match, MatchSetup
from solver.match.record import RecordError, read_record, to_json

MATCH = Match(MatchSetup(seed="7", rounds=2))
MATCH.choose(Choice.CALL)
MATCH.choose(Choice.FOLD)


def changed(*path: str | int, **members: Any) -> str:
    record = json.loads(to_json(MATCH))
    place = record
    for step in path:
        place = place[step]
    place.update(members)
    return json.dumps(record)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (changed(nett="+999"), "'nett' is not a member of a record, the nearest: net"),
        (changed("stakes", bonnus="5"), "stakes: 'bonnus' is not a member of a record"),
        (changed("played", 0, totel="1"), "deal 1: 'totel' is not a member of a record"),
        (changed("rules", cal="3"), "rules: 'cal' is no option of the rules"),
        (to_json(MATCH).replace('"net"', '"rounds"'), "'rounds' is given twice"),
        (changed(result="who knows"), "result: expected a number"),
    ],
)
def test_members_that_nobody_reads(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(text)
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize(
    "text",
    [
        "Result: 1" + 100_000 * " " + "x",
        "Result: " + 900 * "1," + "x",
        "1. " + 100_000 * "Ah ",
        "1. " + 400 * "|",
        "Rules: " + 400 * "; ",
        900 * "1",
    ],
)
def test_texts_that_take_long_to_look_at(text: str) -> None:
    start = time.process_time()
    with pytest.raises(RecordError):
        read_record(text)
    assert time.process_time() - start < 1


def test_minus_signs_as_they_are_printed() -> None:
    record = read_record("1. Ah Kd | As 7d 4c | fold: ante \N{MINUS SIGN}100, net \N{EN DASH}100")
    assert set(record.rows[0].amounts.values()) == {-100}


@pytest.mark.parametrize(
    "text",
    [
        "{" + ",".join(f'"{n}": 0' for n in range(50_000)) + ', "7": 0}',
        changed("played", 0, hole="Ah " * 50_000),
    ],
)
def test_json_that_takes_long_to_look_at(text: str) -> None:
    start = time.process_time()
    with pytest.raises(RecordError) as refused:
        read_record(text)
    assert len(str(refused.value)) < 200
    assert time.process_time() - start < 1
