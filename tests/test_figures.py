"""Published figures: exact integers and edges, and what claimed numbers turn out to be."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import numpy as np
import pytest

from solver import Advisor, Decision, Engine, Rules, Solution, solve_game, spots
from solver.bonus import bonus_return
from solver.enumeration import COMPLETIONS
from solver.figures import Claim, ClaimError, Verdict, identify, verify
from solver.game import DEALS, GameOutcomes
from solver.hands import Category
from solver.numerals import decimal, percent
from solver.settlement import Outcome
from solver.spots import SPOTS

TABLES = {
    "100-20-10-3-2-1": ("-1363917077/63213204600", "2.157646 %", "81.990581 %"),
    "20-20-10-3-2-1": ("-217083011/9030457800", "2.403898 %", "81.990581 %"),
    "25-25-12-3-2-1": ("-498357719/25470522000", "1.956606 %", "82.005879 %"),
    "100-49-17-3-2-1": ("-17883247/5094104400", "0.351058 %", "82.079493 %"),
}


@pytest.fixture(scope="module")
def solutions() -> list[Solution]:
    rules = [Rules.with_ante(text) for text in (*TABLES, "100-20-20-3-2-1")]
    return solve_game(rules, Engine(workers=1))


@pytest.fixture(scope="module")
def usual(solutions: list[Solution]) -> GameOutcomes:
    return solutions[0].outcomes


def calling(game: GameOutcomes) -> GameOutcomes:
    return dataclasses.replace(game, indifferent="call")


def test_edges_of_four_tables(solutions: list[Solution]) -> None:
    for solution, (ev, edge, called) in zip(solutions, TABLES.values(), strict=False):
        assert str(solution.outcomes.ev) == ev
        assert percent(solution.outcomes.house_edge) == edge
        assert percent(solution.outcomes.share(Decision.CALL)) == called


def test_quads_typed_as_20(solutions: list[Solution]) -> None:
    assert percent(solutions[-1].outcomes.house_edge) == "0.635731 %"


def test_the_usual_game(usual: GameOutcomes) -> None:
    assert usual.spots == (4_680_540, 36, SPOTS - 36 - 4_680_540)
    assert decimal(usual.average_bet, 5) == "2.63981"
    assert percent(usual.element_of_risk, 5) == "0.81735 %"
    assert f"{usual.standard_deviation:.6f}" == "2.612861"
    assert percent(1 - usual.call_share) == "18.009419 %"
    assert usual.fold_deals + sum(usual.outcome_deals(o) for o in Outcome) == DEALS


def test_deals_if_indifferent_spots_fold(usual: GameOutcomes) -> None:
    assert usual.fold_deals == 5_009_105_629_440
    assert [usual.outcome_deals(o) for o in Outcome] == [
        5_716_969_504_344,
        7_569_459_016_824,
        678_595_581_580,
        8_839_680_291_812,
    ]


def test_deals_if_indifferent_spots_call(usual: GameOutcomes) -> None:
    game = calling(usual)
    assert game.fold_deals == 5_009_067_102_600
    assert [game.outcome_deals(o) for o in Outcome] == [
        5_716_980_497_520,
        7_569_463_751_688,
        678_596_916_580,
        8_839_701_755_612,
    ]
    paid = {c: game.ante_paid_deals(c) for c in Category}
    assert paid[Category.ROYAL_FLUSH] == 856_152_000
    assert paid[Category.STRAIGHT_FLUSH] == 7_090_795_112
    assert paid[Category.QUADS] == 42_329_395_872
    assert paid[Category.FULL_HOUSE] == 614_106_714_492
    assert paid[Category.FLUSH] == 674_014_956_012
    assert sum(paid[c] for c in Category if c <= Category.STRAIGHT) == 11_948_046_235_720


def test_what_to_do_where_indifferent_changes_no_value(usual: GameOutcomes) -> None:
    game = calling(usual)
    assert game.ev == usual.ev
    assert game.net_units == usual.net_units == -600_123_513_880
    assert game.variance > usual.variance


def test_decisions_and_totals_agree(solutions: list[Solution]) -> None:
    _, weights = spots.holes_on(range(spots.FLOP_CLASSES))
    for solution in solutions:
        # The game's figures once more, from the spot classes instead of the totals.
        by_decision = np.bincount(solution.decisions(), weights.astype("i8"), minlength=3)
        assert tuple(by_decision.tolist()) == solution.outcomes.spots
        fold = -solution.scale * COMPLETIONS
        best = solution.ev.astype("i8").clip(min=fold)
        by_spot = Fraction(int((best * weights).sum()), DEALS * solution.scale)
        assert by_spot == solution.outcomes.ev


def test_fractions_in_an_ante_table() -> None:
    rules = [
        Rules.with_ante(text) for text in ("100-20-10-3-2-1", "100-20-10-3-3/2-1", "2-2-2-2-2-2")
    ]
    usual, halves, twos = solve_game(rules, Engine(workers=1))
    assert halves.scale == 2
    called = usual.outcomes.ante_paid_deals(Category.FLUSH)
    # Paying half an ante less on flushes costs at most that, and more than nothing.
    assert 0 < usual.outcomes.ev - halves.outcomes.ev < Fraction(called, 2 * DEALS)
    assert twos.outcomes.ev > 0


@pytest.mark.parametrize(
    ("spot", "ev", "decision"),
    [
        ("2d2h/3c6c7c", "-1.153803", Decision.FOLD),
        ("2d2h/9cJcAc", "-1.028038", Decision.FOLD),
        ("Ad2d/5c6c7c", "-1.352485", Decision.FOLD),
        ("9s7h/2cQdAh", "-1.000000", Decision.EITHER),
        ("3d3h/9cJcAc", "-1.000000", Decision.EITHER),
        ("3h2d/AsAd9c", "-1.733908", Decision.FOLD),
    ],
)
def test_spots_that_rules_of_thumb_get_wrong(spot: str, ev: str, decision: Decision) -> None:
    advice = Advisor().advise(spot)
    assert (decimal(advice.ev_call, 6), advice.decision) == (ev, decision)


def test_exact_values_of_spots() -> None:
    assert Advisor().advise("3h2d/AsAd9c").ev_call == Fraction(-1_855_611, COMPLETIONS)
    assert Advisor().advise("9s7h/2cQdAh").ev_call == -1
    assert Advisor().advise("AhKd/As7d4c").ev_call == Fraction(1_828_311, COMPLETIONS)
    suited = {Advisor().advise(f"A{s}J{s}", "Jh Th 4h").ev_call for s in "cds"}
    assert suited == {Fraction(826_714, COMPLETIONS)}


def test_chances_do_not_come_from_samples() -> None:
    # Without a qualifier to tell apart: who is ahead at the end, of 1,070,190.
    from solver.cards import parse_spot
    from solver.enumeration import count_outcomes

    counts = count_outcomes(*parse_spot("AsTh/AhKdJc"), qualifier=0)
    assert [sum(column) for column in zip(*counts, strict=True)] == [0, 896_263, 58_572, 115_355]


def test_bonus_return() -> None:
    assert 1 - bonus_return(Rules()) == Fraction(5809, 92820) == Fraction(162_652, 2_598_960)


def test_verify_finds_every_promise_kept() -> None:
    checks = verify(Engine(workers=1))
    assert [check.what for check in checks if check.failed] == []
    odd = {(c.what, c.published): c for c in checks if c.verdict is not Verdict.CONFIRMED}
    assert set(odd) == {("house edge", "0.82 %"), ("return with poor strategy", "93.74 %")}
    assert all(check.verdict is Verdict.SOMETHING_ELSE for check in odd.values())
    assert "it is the element of risk" in odd["house edge", "0.82 %"].reason
    assert "it is the AA Bonus return" in odd["return with poor strategy", "93.74 %"].reason


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("2.16", ["house edge"]),
        ("2.158 %", ["house edge"]),
        ("2.157", []),
        ("0.82", ["element of risk"]),
        ("0.8173", ["element of risk"]),
        ("97.84 %", ["return"]),
        ("97.8", ["return"]),
        ("93.74", ["AA Bonus return"]),
        ("93.7417", ["AA Bonus return"]),
        ("6.26", ["AA Bonus edge"]),
        ("82", ["share of spots called"]),
        ("18.009419", ["share of spots folded"]),
        ("2.64", ["average total bet"]),
        ("2.64 %", []),
        ("2.6129", ["standard deviation"]),
        ("3", ["standard deviation", "average total bet"]),
        ("5.22", []),
    ],
)
def test_what_a_claimed_number_is(usual: GameOutcomes, text: str, names: list[str]) -> None:
    found = identify(Claim.parse(text), usual)
    assert sorted(quantity.name for quantity in found.matches) == sorted(names)


@pytest.mark.parametrize("text", ["", "two", "2,16", "2.16 antes", "nan", "1e3", "%"])
def test_claims_that_are_no_numbers(text: str) -> None:
    with pytest.raises(ClaimError, match="expected a decimal number"):
        Claim.parse(text)
