"""Rules on the command line: by name, from files, option by option and in grids; known cards."""

from __future__ import annotations

import csv
import io
import itertools
import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from command import Ran, refused, run

from solver import Category, Engine, Outcome, Rules, Solution, evaluate, price_game
from solver.game import DEALS
from solver.numerals import decimal
from solver.presets import PRESETS, read_rules

FOURS = evaluate("4c 4d 2h 3s 5c")
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def rows_of(ran: Ran) -> list[dict[str, str]]:
    assert (ran.status, ran.err) == (0, "")
    return list(csv.DictReader(io.StringIO(ran.out)))


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_list_of_rules() -> None:
    rows = rows_of(run("rules", "--format", "csv"))
    assert [row["name"] for row in rows] == list(PRESETS)
    for row in rows:
        preset = PRESETS[row["name"]]
        assert (row["title"], row["source"]) == (preset.title, preset.source)
        assert row["ante"] == preset.rules.ante_text
    edges = {row["name"]: row["house_edge_percent"] for row in rows}
    assert edges["standard"] == edges["two-hand"] == "2.157646"
    assert edges["royal-20"] == "2.403898"
    assert edges["high-flush-49"] == "0.351058"
    bonus = {row["name"]: row["bonus_edge_percent"] for row in rows}
    # 162,652 of 2,598,960 hands; as published for its own table; no bonus at all.
    assert bonus["standard"] == f"{162_652 / 25_989.60:.6f}"
    assert bonus["royal-25"].startswith("6.40")
    assert bonus["caribbean-holdem"] == bonus["pair-or-better"] == ""
    assert [row["name"] for row in rows if row["blind_call_edge_percent"]] == ["blind-call"]


def test_the_list_of_rules_to_look_at() -> None:
    ran = run("rules", environment={"PYTHONIOENCODING": "ascii"})
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.isascii()
    # In ASCII there are lines between the columns.
    text = words(ran.out.replace("|", " "))
    for name, preset in PRESETS.items():
        assert name in text
        assert preset.rules.ante_text in text
    assert "2.157646 % 6.258349 % 81.990581 %" in text


def test_one_set_of_rules_in_words() -> None:
    ran = run("rules", "royal-25")
    assert (ran.status, ran.err) == (0, "")
    said = dict(line.split(":", 1) for line in ran.out.splitlines())
    assert {what: text.strip() for what, text in said.items()} == {
        "Ante pays to one": "royal flush 25, straight flush 25, quads 12, full house 3, flush 2, "
        "straight or less 1",
        "Ante pays on": "any hand",
        "Call": "2 antes",
        "Dealer qualifies": "with a pair of fours or better",
        "Dealer does not qualify": "Ante by table, Call returned",
        "AA Bonus pays to one": "royal flush 25, straight flush 25, four of a kind 25, "
        "full house 25, flush 25, straight 7, three of a kind 7, two pair 7, pair of aces 7",
        "AA Bonus is settled on": "hole and flop",
        "AA Bonus after a fold": "paid or lost",
        "AA Bonus stake": "0 antes",
        "Call before any card is seen": "not allowed",
    }


def test_rules_of_a_file_in_words(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(
        'rules = "pair-or-better"\ncall = 1.5\nqualifier = "none"\nunqualified = "returned"\n'
        'ante = "100-20-10-3-2-1, trips=2"\nblind-call = true\n'
    )
    text = words(run("rules", str(path)).out)
    assert "flush 2, straight 1, three of a kind 2, two pair 1, pair 1, high card 1" in text
    assert "Ante pays on: a pair or better, else it is returned" in text
    assert "Call: 3/2 antes" in text
    assert "Dealer qualifies: always" in text
    assert "Dealer does not qualify: Ante and Call returned" in text
    assert "AA Bonus: none" in text
    assert "Call before any card is seen: allowed" in text


@pytest.mark.parametrize("name", PRESETS)
def test_a_file_to_start_from_is_the_rules_it_came_from(name: str, tmp_path: Path) -> None:
    ran = run("rules", name, "--toml")
    assert (ran.status, ran.err) == (0, "")
    path = tmp_path / "my.toml"
    path.write_text(ran.out)
    assert read_rules(path) == PRESETS[name].rules
    # Complete: every line can be changed without looking up what else there is.
    assert len(ran.out.splitlines()) == 10
    if name == "fold-forfeits":
        assert run("rules", str(path), "--toml").out == ran.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rules", "--toml"), "--toml goes with a NAME"),
        (("rules", "standard", "--format", "csv"), "--format goes without a NAME"),
        (("rules", "royl-25"), "'royl-25' is no preset and no file, the nearest: royal-25"),
        (("rules", "bad.toml"), "bad.toml: 'cal' is no option of the rules, the nearest: call"),
        (("edge", "--rules", "bad.toml"), "bad.toml: 'cal' is no option of the rules"),
        (("advise", "--rules", "bad.toml", "AhKd/As7d4c"), "bad.toml: 'cal' is no option"),
        (("sweep", "--rules", "bad.toml"), "bad.toml: 'cal' is no option of the rules"),
        (("sweep", "--rules", "nobody"), "'nobody' is no preset and no file: standard, two-hand"),
        (("sweep", "--call", "3..1"), "range '3..1': expected a rising one such as 1..3 by 1/2"),
        (("sweep", "--qualifier", ","), "qualifier ',': expected a list, found no value"),
        (("sweep", "--bonus-pays", "7,8-7-7"), "AA Bonus table '7-7-7': pays found: 3"),
        (("sweep", "--ante", "0..200-0..200-1-1-1-1"), "up to 20,000 games, found 40,401"),
        (("sweep", "--bonus-pays", "none", "--bonus", "0,1"), "there is no AA Bonus, but a stake"),
        (("sweep", "--max-edge", "low"), "'low' is no number, expected percent such as 1.5"),
        (("sweep", "--limit", "0"), "0 is not in the range x>=1"),
        (("advise-two", "Ah Kd", "7c 7h"), "Missing argument 'FLOP'"),
        (("advise-two", "Ah Kd", "7h", "As 7d 4c"), "the second hole has 2 cards, found 1: 7h"),
        (("advise-two", "Ah Kd Kc", "7h", "As 7d 4c"), "the first hole has 2 cards, found 3"),
        (("advise-two", "Ah Kd", "Ah 7h", "As 7d 4c"), "Ah is known twice"),
        (("advise-two", "Ah Kd", "7c 7h", "As 7d 7c"), "7c"),
        (("advise-two", "Ah Kd", "7c 7h", "As 7d 4c", "--turn", "7c"), "7c is known twice"),
        (("advise", "AhKd/As7d4c", "--dead", "Ah"), "in the hole and among the dead cards"),
        (("advise", "AhKd/As7d4c", "--dead", "2c 2c"), "2c"),
        (("advise", "AhKd/As7d4c", "--dealer", "2c 3c 5c"), "at most 2 cards, found 3: 2c 3c 5c"),
        (("advise", "AhKd/As7d4c", "--turn", "2c 3c"), "the turn"),
        (("advise", "AhKd/As7d4c", "--river", "2x"), "'x' is no suit"),
        (("advise", "--batch", "-", "--turn", "2c"), "known cards are columns of the file"),
    ],
)
def test_wrong_calls(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("cal = 3\n")
    assert message in refused(*arguments, cwd=tmp_path)


def test_edges_of_rules_with_ante_tables() -> None:
    rules, tables = ("standard", "caribbean-holdem"), ("100-20-20-3-2-1", "25-25-12-3-2-1")
    names = [word for name in rules for word in ("--rules", name)]
    antes = [word for table in tables for word in ("--ante", table)]
    rows = rows_of(run("edge", *names, *antes, "--format", "csv"))
    # Every one with every table.
    assert [(row["unqualified"], row["ante"]) for row in rows] == list(
        itertools.product(("table", "even"), tables)
    )
    assert [row["house_edge_percent"] for row in rows[:2]] == ["0.635731", "1.956606"]
    assert [row["bonus_pays"] for row in rows] == 2 * ["100-50-40-30-20-7-7-7-7"] + 2 * ["none"]
    assert all(float(row["house_edge_percent"]) > 1 for row in rows[2:])


def test_rules_from_a_file_changed_by_options(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('rules = "royal-20"\nqualifier = "none"\n')
    ran = run("edge", "--rules", "my.toml", "--call", "3", "--format", "csv", cwd=tmp_path)
    (row,) = rows_of(ran)
    assert (row["ante"], row["call"], row["qualifier"]) == ("20-20-10-3-2-1", "3", "none")


def test_the_edge_of_a_blind_call(solution: Solution) -> None:
    (row,) = rows_of(run("edge", "--blind-call", "--format", "csv"))
    pays = dict(zip(reversed(Category), (100, 20, 10, 3, 2, 1, 1, 1, 1, 1), strict=True))
    total = 0
    for by_hand in solution.outcomes.deals:
        for category, deals in zip(Category, by_hand, strict=True):
            total += deals[Outcome.UNQUALIFIED] * pays[category]
            total += deals[Outcome.WIN] * (pays[category] + 2) - deals[Outcome.LOSE] * 3
    assert row["blind_call_edge_percent"] == decimal(Fraction(-100 * total, DEALS), 6)
    assert row["house_edge_percent"] == "2.157646"


SWEPT = ("--ante", "100-20..50 by 10-10,12-3-2-1", "--call", "2,3")


def swept() -> list[tuple[str, str, Fraction]]:
    """The same games by a plain loop, lowest house edge first."""
    rules = [
        Rules.with_ante(f"100-{straight_flush}-{quads}-3-2-1").with_options({"call": call})
        for straight_flush in (20, 30, 40, 50)
        for quads in (10, 12)
        for call in (2, 3)
    ]
    games = sorted(price_game(rules, Engine(workers=1)), key=lambda game: game.house_edge)
    return [(g.rules.ante_text, str(g.rules.call), g.house_edge * 100) for g in games]


def test_a_sweep_is_sorted_and_cut() -> None:
    expected = swept()
    assert len(expected) == 16
    shown = [(ante, call, decimal(edge, 6)) for ante, call, edge in expected]

    def found(*options: str) -> list[tuple[str, str, str]]:
        rows = rows_of(run("sweep", *SWEPT, *options))
        return [(row["ante"], row["call"], row["house_edge_percent"]) for row in rows]

    assert found() == shown
    within = [row for row, (_, _, edge) in zip(shown, expected, strict=True) if 1 <= edge <= 2]
    assert 2 < len(within) < 12
    assert found("--min-edge", "1", "--max-edge", "2 %") == within
    assert (
        found("--min-edge", "1", "--limit", "2")
        == [row for row, (_, _, edge) in zip(shown, expected, strict=True) if edge >= 1][:2]
    )


def test_no_game_with_such_an_edge() -> None:
    ran = run("sweep", "--ante", "100-20..40 by 10-10-3-2-1", "--max-edge", "-0.5")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "none of 3 games has such a house edge\n"


def test_a_sweep_in_other_forms() -> None:
    options = ("sweep", "--unqualified", "returned,even", "--qualifier", "none")
    ran = run(*options, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    # A dealer who always qualifies makes them one game, by two names.
    one, other = json.loads(ran.out)
    assert {one["unqualified"], other["unqualified"]} == {"returned", "even"}
    assert one["ev_exact"] == other["ev_exact"]
    assert one["qualifier"] == other["qualifier"] == "none"
    text = words(run(*options, "--format", "text").out)
    assert "100-20-10-3-2-1, qualifier none, unqualified returned" in text
    assert one["house_edge_percent"] + " %" in text


def dealers(board: str, out: str, seen: str = "") -> list[int]:
    """Values of every hand the dealer may still have, with what was seen of it."""
    left = [card for card in DECK if card not in f"{board} {out} {seen}".split()]
    unseen = 2 - len(seen.split())
    return [
        evaluate(" ".join((*cards, seen, board))) for cards in itertools.combinations(left, unseen)
    ]


def worth(hole: str, board: str, values: Sequence[int], pay: int) -> tuple[Fraction, list[int]]:
    """EV of Call and the number of ends: not qualified, win, tie, lose."""
    ours = evaluate(f"{hole} {board}")
    ends = [
        sum(value < FOURS for value in values),
        sum(FOURS <= value < ours for value in values),
        sum(FOURS <= value == ours for value in values),
        sum(FOURS <= value > ours for value in values),
    ]
    assert sum(ends) == len(values)
    return Fraction(pay * ends[0] + (pay + 2) * ends[1] - 3 * ends[3], len(values)), ends


FIRST, SECOND, FLOP, TURN, RIVER = "Ah Kd", "7c 7h", "As 7d 4c", "9h", "2s"
BOARD = f"{FLOP} {TURN} {RIVER}"


def test_two_hands() -> None:
    values = dealers(BOARD, f"{FIRST} {SECOND}")
    assert len(values) == 903
    one, _ = worth(FIRST, BOARD, values, 1)
    other, _ = worth(SECOND, BOARD, values, 1)
    arguments = ("advise-two", FIRST, SECOND, FLOP, "--turn", TURN, "--river", RIVER)
    ran = run(*arguments)
    assert (ran.status, ran.err) == (0, "")
    lines = [words(line) for line in ran.out.splitlines()]
    assert lines == [
        f"First CALL {FIRST} on {FLOP}: Call +{float(one):.6f}, Fold -1.000000 antes",
        f"Second CALL {SECOND} on {FLOP}: Call +{float(other):.6f}, Fold -1.000000 antes",
        "903 completions for each hand",
        f"CALL first, CALL second: +{float(one + other):.6f} antes = {one + other} best",
        f"CALL first, FOLD second: +{float(one - 1):.6f} antes = {one - 1}",
        f"FOLD first, CALL second: +{float(other - 1):.6f} antes = {other - 1}",
        "FOLD first, FOLD second: -2.000000 antes = -2",
    ]
    answer = json.loads(run(*arguments, "--json").out)
    assert answer["decisions"] == ["CALL", "CALL"]
    assert [(c["first"], c["second"], c["ev_exact"]) for c in answer["choices"]] == [
        ("CALL", "CALL", str(one + other)),
        ("CALL", "FOLD", str(one - 1)),
        ("FOLD", "CALL", str(other - 1)),
        ("FOLD", "FOLD", "-2"),
    ]
    for name, ev, dead in (("first", one, SECOND), ("second", other, FIRST)):
        assert answer[name]["ev_call_exact"] == str(ev)
        assert answer[name]["completions"] == 903
        assert sorted(answer[name]["dead"].split()) == sorted(dead.split())


def test_two_hands_without_the_rest_of_the_board() -> None:
    answer = json.loads(run("advise-two", "3h 2d", "Kc Kd", "As Ad 9c", "--json").out)
    assert answer["decisions"] == ["FOLD", "CALL"]
    best = max(answer["choices"], key=lambda choice: choice["ev"])
    assert (best["first"], best["second"]) == ("FOLD", "CALL")
    # 45 cards are left: turn and river, and two of the others for the dealer.
    assert answer["first"]["completions"] == answer["second"]["completions"] == 990 * 903


def test_known_cards_change_the_answer() -> None:
    dead = "2c 3c"
    values = dealers(BOARD, f"{FIRST} {dead}", "Qs")
    ev, ends = worth(FIRST, BOARD, values, 1)
    known = ("--dead", dead, "--dealer", "Qs", "--turn", TURN, "--river", RIVER)
    ran = run("advise", FIRST, FLOP, *known)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == f"CALL  {FIRST} on {FLOP}"
    assert lines[1] == "Known: dead 2c 3c, dealer Qs, turn 9h, river 2s; 42 completions"
    assert lines[2] == f"EV(Call)  +{float(ev):.6f} antes  = {ev}"
    assert lines[4] == f"Fold would cost {float(ev + 1):.6f} antes  = {ev + 1}"
    assert len(values) == 42
    answer = json.loads(run("advise", FIRST, FLOP, *known, "--json").out)
    assert answer["ev_call_exact"] == str(ev)
    assert answer["completions"] == 42
    assert [end["deals"] for end in answer["outcomes"].values()] == ends
    places = {"dead": "2c 3c", "dealer": "Qs", "turn": "9h", "river": "2s"}
    assert {name: answer[name] for name in places} == places


def test_the_dealers_hand_alone_may_be_known() -> None:
    # Quads against aces full: of 990 boards two more aces alone win, quads that pay 10.
    ran = run("advise", "Ac Ad", "7c 7d 7h", "--dealer", "7s 2c")
    assert ran.status == 0
    assert ran.out.startswith("FOLD")
    assert "Known: dealer 7s 2c; 990 completions" in ran.out
    assert "dealer does not qualify 0.00 %, win 0.10 %, tie 0.00 %, lose 99.90 %" in ran.out
    assert f"antes  = {Fraction(10 + 2 - 3 * 989, 990)}\n" in ran.out


def test_a_bonus_that_a_fold_forfeits() -> None:
    spot = ("advise", "--fold-forfeits-bonus", "3h 2d", "As Ad 9c")
    # Calling gives up 785,421 of 1,070,190 antes, and saves what pays 7 to one.
    threshold = Fraction(785_421, 1_070_190) / 8
    assert str(threshold) == "87269/951280"
    for stake, decision in (("0.1", "CALL"), ("0.09", "FOLD"), (str(threshold), "EITHER")):
        ran = run(*spot, "--bonus", stake)
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.split()[0] == decision
        assert "once more than 0.091739 antes lie on it  = 87269/951280" in ran.out
        call = Fraction(-1_855_611, 1_070_190) + 7 * Fraction(stake)
        assert f"antes  = {call}\n" in ran.out
        assert f"antes  = {-1 - Fraction(stake)}\n" in ran.out
    answer = json.loads(run(*spot, "--bonus", "0.1", "--json").out)
    assert answer["call_above_bonus_stake"] == "87269/951280"
    assert answer["bonus_result_to_one"] == "7"
    assert answer["ev_fold_exact"] == "-11/10"
    # Where a fold forfeits nothing, it is paid either way and decides nothing.
    kept = run("advise", "--bonus", "100", "3h 2d", "As Ad 9c")
    assert kept.out.startswith("FOLD")
    assert "EV(Fold)  +699.000000 antes  = 699" in kept.out
