"""The strategy table: what is in it, that look-ups are right, and that damage is always refused."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shlex
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import COMMAND, run

from solver import (
    Advisor,
    Decision,
    Engine,
    Rules,
    Solution,
    TableError,
    __version__,
    open_table,
    solve_game,
    spots,
    write_table,
)
from solver.cards import parse_cards
from solver.enumeration import COMPLETIONS
from solver.table import table_path

SPOT_CLASSES = 1_286_792
SIGNATURE = "41ba75b224b99ed2b4e7f67f229a1b9b8c9c5ed45a216c6dfa569a994f53d2ac"
WIDE = "5000-20-10-3-2-1"
WIDEST_NARROW = "2004-20-10-3-2-1"
HALVES = "100-20-10-3-3/2-1"
# A game of its own, in which a fold loses more than the Ante.
OWN = Rules().with_options(
    {
        "call": "3/2",
        "qualifier": "pair of sevens",
        "unqualified": "even",
        "ante-needs-pair": "yes",
        "fold-forfeits-bonus": "yes",
        "bonus": "1/2",
        "blind-call": "yes",
    }
)
Damage = Callable[[Path], object]


@pytest.fixture(scope="module")
def whole(solution: Solution, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table that nobody touches."""
    return write_table(tmp_path_factory.mktemp("whole"), solution)


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    """A table to damage."""
    return shutil.copytree(whole, tmp_path / whole.name)


@pytest.fixture(scope="module")
def others() -> dict[str, Solution]:
    """Rules whose sums need 64 bits, just do not, or come in halves."""
    rules = [Rules.with_ante(ante) for ante in (WIDE, WIDEST_NARROW, HALVES)]
    return {s.rules.ante_text: s for s in solve_game(rules, Engine(workers=1))}


def manifest_of(path: Path) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads((path / "manifest.json").read_text("utf-8"))
    return manifest


def test_what_is_written_is_what_is_opened(solution: Solution, tmp_path: Path) -> None:
    path = write_table(tmp_path / "new" / "place", solution)
    assert path == tmp_path / "new" / "place" / "ante-100-20-10-3-2-1"
    assert path == table_path(tmp_path / "new" / "place", solution.rules)
    assert {entry.name for entry in path.iterdir()} == {"ev.npy", "manifest.json"}
    assert list(path.parent.iterdir()) == [path]
    for table in (open_table(path), open_table(path, Rules())):
        assert table.path == path
        assert table.rules == solution.rules
        assert table.scale == solution.scale == 1
        assert np.array_equal(table.ev, solution.ev)
        assert table.manifest == manifest_of(path)
        with pytest.raises(ValueError, match="read-only"):
            table.ev[0] = 0


def test_the_manifest_keeps_every_promise(whole: Path) -> None:
    data = (whole / "ev.npy").read_bytes()
    manifest = manifest_of(whole)
    rules = manifest.pop("rules")
    assert manifest == {
        "format": 1,
        "index_scheme": 1,
        "solver_version": __version__,
        "rules_hash": hashlib.sha256(
            json.dumps(rules, sort_keys=True, separators=(",", ":")).encode()
        ).hexdigest(),
        "scale": 1,
        "spot_classes": SPOT_CLASSES,
        "dtype": "<i4",
        "byte_size": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "house_edge": "1363917077/63213204600",
        "spots": {"fold": 4_680_540, "either": 36, "call": 21_309_024},
        "signature": SIGNATURE,
    }
    assert list(rules["ante"].values()) == ["100", "20", "10", "3", "2", "1"]
    assert rules["call"] == "2"
    assert rules["qualifier"] == "pair of fours or better"
    assert rules["dealer does not qualify"] == "Ante by table, Call returned"


def test_numpy_alone_reads_it(whole: Path) -> None:
    ev = np.load(whole / "ev.npy", mmap_mode="r", allow_pickle=False)
    assert (ev.dtype.str, ev.shape) == ("<i4", (SPOT_CLASSES,))
    assert isinstance(ev, np.memmap)
    # The worth of Fold, in the units of the table.
    weights = np.concatenate([spots.holes_on(range(n, n + 1))[1] for n in range(1755)])
    counts = [int(weights[rows].sum()) for rows in (ev < -COMPLETIONS, ev == -COMPLETIONS)]
    assert counts == [4_680_540, 36]


@pytest.mark.parametrize(
    ("ante", "dtype", "scale"), [(WIDE, "<i8", 1), (WIDEST_NARROW, "<i4", 1), (HALVES, "<i4", 2)]
)
def test_other_rules_make_wider_or_scaled_tables(
    ante: str, dtype: str, scale: int, others: dict[str, Solution], tmp_path: Path
) -> None:
    path = write_table(tmp_path, others[ante])
    ev = np.load(path / "ev.npy", mmap_mode="r", allow_pickle=False)
    assert ev.dtype.str == manifest_of(path)["dtype"] == dtype
    assert open_table(path).scale == manifest_of(path)["scale"] == scale
    agree_with_dealing(path, Rules.with_ante(ante))


def test_look_ups_agree_with_dealing(whole: Path) -> None:
    agree_with_dealing(whole, Rules())


def agree_with_dealing(path: Path, rules: Rules) -> None:
    table, advisor = open_table(path, rules), Advisor(rules)
    draw = random.Random(path.name)
    deals = [draw.sample(range(52), 5) for _ in range(150)]
    # Two spots in which both decisions are worth the same under the usual rules.
    deals += [list(parse_cards(text)) for text in ("9s 7h 2c Qd Ah", "3d 3h 9c Jc Ac")]
    holes, flops = np.array([deal[:2] for deal in deals]), np.array([deal[2:] for deal in deals])
    decisions, evs = table.look_up(holes, flops)
    for deal, decision, ev in zip(deals, decisions.tolist(), evs.tolist(), strict=True):
        advice = advisor.advise(deal[:2], deal[2:])
        assert table.ev_call(deal[:2], deal[2:]) == advice.ev_call
        assert table.decision(deal[:2], deal[2:]) is advice.decision is Decision(decision)
        assert ev == advice.ev_call * COMPLETIONS * table.scale
    both = Advisor(table=table)
    assert both.advise(deals[0][:2], deals[0][2:]).ev_call == table.ev_call_of(
        spots.index(deals[0][:2], deals[0][2:])
    )


def test_what_decides_nothing_changes_no_table(whole: Path) -> None:
    rules = Rules().with_options({"bonus": 1, "bonus-cards": 6, "blind-call": "yes"})
    assert table_path(whole.parent, rules) == whole
    table = open_table(whole, rules)
    assert table.rules == Rules()
    # With the table as without it, although the bonus counts in what the answer is worth.
    spot = ("As Ad", "2c 7h 9s")
    with_table = Advisor(rules, table).advise(*spot)
    assert with_table == Advisor(rules).advise(*spot)
    assert with_table.ev_call > table.ev_call(*spot)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of rules with other options, as the command that makes it is proposed."""
    out = tmp_path_factory.mktemp("own")
    message = refusal(out / "none", OWN)
    command = message.split("make a new table with: ")[1]
    _, *arguments = shlex.split(command)
    subprocess.run([COMMAND, *arguments], check=True, stdout=subprocess.DEVNULL, cwd=out)
    (path,) = out.iterdir()
    return path


def test_a_table_of_other_options(own: Path) -> None:
    assert own == table_path(own.parent, OWN)
    assert own.name.startswith("ante-100-20-10-3-2-1-call-3over2-qualifier-pair-of-sevens-")
    table, advisor = open_table(own, OWN), Advisor(OWN, open_table(own))
    assert table.rules == Rules.from_dict(manifest_of(own)["rules"]) != Rules()
    assert table.scale == 2
    draw = random.Random(own.name)
    # Aces and a pair of them, too: what a fold would forfeit.
    texts = ("3h 2d As Ad 9c", "Ac 2d As 7d 9c", "9s 7h 2c Qd Ah")
    deals = [list(parse_cards(text)) for text in texts]
    deals += [draw.sample(range(52), 5) for _ in range(100)]
    seen = set()
    for deal in deals:
        advice = advisor.advise(deal[:2], deal[2:])
        assert advice == Advisor(OWN).advise(deal[:2], deal[2:])
        assert table.decision(deal[:2], deal[2:]) is advice.decision
        won = advice.outcomes.bonus_result
        assert table.ev_call(deal[:2], deal[2:]) == advice.ev_call - won / 2
        assert advice.ev_fold == -1 - Fraction(1, 2)
        seen.add((advice.decision, won > 0))
    assert {(Decision.CALL, True), (Decision.CALL, False), (Decision.FOLD, False)} <= seen


def test_a_table_of_other_options_is_no_other_table(own: Path, whole: Path) -> None:
    for option, text in {"bonus": "1", "call": "2", "fold-forfeits-bonus": "no"}.items():
        message = refusal(own, OWN.with_options({option: text}))
        assert "table for other rules: expected ante-100-20-10-3-2-1-" in message
    assert "found ante-100-20-10-3-2-1-call-3over2-" in refusal(own, Rules())
    message = refusal(whole, OWN)
    assert "found ante-100-20-10-3-2-1; make a new table" in message
    assert "--call 3/2 --qualifier 'pair of sevens' --unqualified even" in message


def cut_in_half(path: Path) -> None:
    os.truncate(path / "ev.npy", (path / "ev.npy").stat().st_size // 2)


def one_bit(path: Path) -> None:
    flip(path / "ev.npy", 8 * 3_000_000 + 5)


def flip(path: Path, bit: int) -> None:
    with path.open("r+b") as file:
        file.seek(bit // 8)
        (byte,) = file.read(1)
        file.seek(bit // 8)
        file.write(bytes([byte ^ 1 << bit % 8]))


def second_half_zeros(path: Path) -> None:
    half = (path / "ev.npy").stat().st_size // 2
    cut_in_half(path)
    os.truncate(path / "ev.npy", 2 * half)


def empty(path: Path) -> None:
    for entry in path.iterdir():
        entry.unlink()


def a_file_instead(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("not a directory")


def no_array(path: Path) -> None:
    data = b"not an array, but just as long as its manifest says"
    (path / "ev.npy").write_bytes(data)
    edit(byte_size=len(data), sha256=hashlib.sha256(data).hexdigest())(path)


def short_array(path: Path) -> None:
    np.save(path / "ev.npy", np.zeros(1000, "<i4"))
    data = (path / "ev.npy").read_bytes()
    edit(byte_size=len(data), sha256=hashlib.sha256(data).hexdigest())(path)


def edit(**fields: object) -> Damage:
    """Set fields of the manifest; None takes one out."""

    def damage(path: Path) -> None:
        manifest = manifest_of(path) | fields
        kept = {name: value for name, value in manifest.items() if value is not None}
        (path / "manifest.json").write_text(json.dumps(kept), "utf-8")

    return damage


def manifest_text(text: str | bytes) -> Damage:
    data = text.encode() if isinstance(text, str) else text
    return lambda path: (path / "manifest.json").write_bytes(data)


OTHER_RULES = Rules.with_ante(HALVES).as_dict()
DAMAGES: dict[str, tuple[Damage, str]] = {
    "cut in half": (cut_in_half, "table damaged: expected 5147296 bytes, have 2573648"),
    "one bit flipped": (one_bit, "table damaged: ev.npy does not match its checksum"),
    "second half zeros": (second_half_zeros, "table damaged: ev.npy does not match its checksum"),
    "a byte too many": (
        lambda path: os.truncate(path / "ev.npy", 5147297),
        "table damaged: expected 5147296 bytes, have 5147297",
    ),
    "no ev.npy": (lambda path: (path / "ev.npy").unlink(), "there is no ev.npy"),
    "no manifest": (lambda path: (path / "manifest.json").unlink(), "there is no manifest.json"),
    "empty directory": (empty, "there is no manifest.json"),
    "no directory": (shutil.rmtree, "there is no manifest.json"),
    "a file instead": (a_file_instead, "expected a table's directory, found a file"),
    "manifest empty": (manifest_text(""), "manifest.json is no manifest"),
    "manifest cut": (manifest_text('{"format": 1, "index'), "manifest.json is no manifest"),
    "manifest zeros": (manifest_text(bytes(1000)), "manifest.json is no manifest"),
    "manifest a list": (manifest_text("[]"), "manifest.json is no manifest"),
    "manifest null": (manifest_text("null"), "manifest.json is no manifest"),
    "other format": (edit(format=2), "table of another format: expected 1, found 2"),
    "other scheme": (edit(index_scheme=9), "table of another index_scheme: expected 1, found 9"),
    "other dtype": (edit(dtype="<i8"), "table damaged: expected <i8 of shape (1286792,)"),
    "hash wrong": (edit(rules_hash="0" * 64), "its rules do not match their hash"),
    "rules changed": (edit(rules=OTHER_RULES), "its rules do not match their hash"),
    "rules a list": (edit(rules=[]), "table damaged: manifest.json"),
    "rules a number": (edit(rules=7), "table damaged: manifest.json"),
    "rules empty": (edit(rules={}), "table damaged: manifest.json"),
    "size a text": (edit(byte_size="many"), "table damaged"),
    "no array": (no_array, "table damaged"),
    "short array": (short_array, "table damaged: expected <i4 of shape (1286792,), found <i4"),
    **{
        f"without {name}": (edit(**{name: None}), "table damaged: manifest.json")
        for name in (
            "format", "index_scheme", "rules", "rules_hash", "dtype", "byte_size", "sha256",
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_refused_with_reason_and_remedy(damage: str, copy: Path) -> None:
    do_damage, reason = DAMAGES[damage]
    do_damage(copy)
    message = refusal(copy)
    assert reason in message
    assert message.endswith(
        f"make a new table with: casino-holdem solve --ante 100-20-10-3-2-1 --out {copy.parent}"
    )


def refusal(path: Path, rules: Rules | None = None) -> str:
    with pytest.raises(TableError) as refused:
        open_table(path, rules)
    message = str(refused.value)
    assert message.startswith(f"{path}: ")
    assert len(message.splitlines()) == 1
    return message


def test_other_rules_than_asked_are_refused(copy: Path) -> None:
    message = refusal(copy, Rules.with_ante("25-25-12-3-2-1"))
    assert "for other rules: expected ante-25-25-12-3-2-1, found ante-100-20-10-3-2-1" in message
    assert f"--ante 25-25-12-3-2-1 --out {copy.parent}" in message


def test_any_bit_of_the_numbers_counts(copy: Path) -> None:
    size = (copy / "ev.npy").stat().st_size
    draw = random.Random(1)
    # The first 128 bytes are the header.
    for bit in [*range(0, 1024, 97), *draw.sample(range(1024, 8 * size), 40), 8 * size - 1]:
        flip(copy / "ev.npy", bit)
        assert "ev.npy does not match its checksum" in refusal(copy)
        flip(copy / "ev.npy", bit)
    open_table(copy)


def test_any_bit_of_the_manifest_is_harmless_or_refused(copy: Path, solution: Solution) -> None:
    bits = 8 * (copy / "manifest.json").stat().st_size
    refused = []
    for bit in random.Random(2).sample(range(bits), 300):
        flip(copy / "manifest.json", bit)
        try:
            table = open_table(copy)
        except TableError as error:
            refused.append(str(error))
        else:
            assert table.rules == solution.rules
            assert (table.scale, table.ev.dtype.str) == (1, "<i4")
        flip(copy / "manifest.json", bit)
    assert len(refused) > 100
    assert all("make a new table with: " in message for message in refused)


def test_the_remedy_works_as_it_is_written(copy: Path, tmp_path: Path) -> None:
    path = tmp_path / "my tables; all of them" / copy.name
    path.parent.mkdir()
    copy.rename(path)
    cut_in_half(path)
    command = refusal(path).split("make a new table with: ")[1]
    name, *arguments = shlex.split(command)
    assert name == "casino-holdem"
    subprocess.run([COMMAND, *arguments], check=True, stdout=subprocess.DEVNULL, cwd=tmp_path)
    assert open_table(path).manifest["signature"] == SIGNATURE


def test_no_answer_from_a_damaged_table(copy: Path) -> None:
    spot = ("Ah Kd", "As 7d 4c", "--table", str(copy))
    assert run("advise", *spot).out.startswith("CALL")
    cut_in_half(copy)
    ran = run("advise", *spot)
    assert (ran.status, ran.out) == (1, "")
    (line,) = ran.err.splitlines()
    assert "table damaged: expected 5147296 bytes, have 2573648" in line


def test_no_answer_if_table_and_dealing_differ(solution: Solution, tmp_path: Path) -> None:
    ev = solution.ev.copy()
    ev[spots.index("Ah Kd", "As 7d 4c")] += 1
    path = write_table(tmp_path, Solution(solution.rules, ev, solution.outcomes))
    ran = run("advise", "Ah Kd", "As 7d 4c", "--table", str(path))
    assert (ran.status, ran.out) == (1, "")
    (line,) = ran.err.splitlines()
    assert f"EV(Call) is 609437/356730 dealt out but 914156/535095 in {path}" in line
