"""AA Bonus: its hands counted exactly, over all deals and for the spot at hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from solver import _ranks
from solver.cards import DECK_SIZE
from solver.distribution import Distribution
from solver.hands import HIGHEST_VALUE, evaluate
from solver.known import NOTHING_KNOWN, KnownCards
from solver.paytables import BONUS_HANDS
from solver.rules import Rules
from solver.settlement import bonus_pay, group_of, group_pays

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BONUS_GROUPS = 1 + len(BONUS_HANDS)
"""Results of the AA Bonus: lost (0), then what wins, pair of aces (1) to royal flush (9)."""

_UNSEEN = 47


@cache
def group_hands(cards: int) -> tuple[int, ...]:
    """Hands of five or six cards by result of the AA Bonus; of five, 2,598,960 in all."""
    hands = memoryview(bytearray(8 * (HIGHEST_VALUE + 1))).cast("q")
    _ranks.histogram(cards, hands)
    counts = [0] * BONUS_GROUPS
    for value in range(1, HIGHEST_VALUE + 1):
        counts[group_of(value)] += hands[value]
    return tuple(counts)


def bonus_distribution(rules: Rules) -> Distribution:
    """Net result of an AA Bonus of 1 that no fold forfeits, over all deals.

    Raises
    ------
    RulesError
        For rules without a bonus.
    """
    return Distribution.from_weights(
        zip(group_pays(rules), group_hands(rules.bonus_cards), strict=True)
    )


def bonus_return(rules: Rules) -> Fraction:
    """What an AA Bonus of 1 that no fold forfeits brings back on average, stake included.

    Raises
    ------
    RulesError
        For rules without a bonus.
    """
    return 1 + bonus_distribution(rules).mean


def expected_bonus(
    rules: Rules, hole: tuple[int, ...], flop: tuple[int, ...], known: KnownCards = NOTHING_KNOWN
) -> Fraction:
    """Net result of an AA Bonus of 1 in a spot: exact, or with six cards its mean over the turn.

    Raises
    ------
    RulesError
        For rules without a bonus.
    """
    if rules.bonus_cards == 5:
        return bonus_pay(rules, evaluate(hole + flop))
    if known.turn is not None:
        turns = [known.turn]
    else:
        seen = {*hole, *flop, *known.cards}
        turns = [card for card in range(DECK_SIZE) if card not in seen]
    pays = [bonus_pay(rules, evaluate((*hole, *flop, turn))) for turn in turns]
    return sum(pays, Fraction(0)) / len(pays)


def groups_of(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Result of the AA Bonus (see `BONUS_GROUPS`) on each row of cards (uint8[n, 5 or 6])."""
    import numpy as np

    values = np.empty(len(cards), np.int16)
    _ranks.evaluate_many(np.ascontiguousarray(cards), values)
    return _groups_by_value()[values]


@cache
def _groups_by_value() -> NDArray[np.uint8]:
    import numpy as np

    return np.array([group_of(value) for value in range(HIGHEST_VALUE + 1)], np.uint8)


def turn_groups(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Result of the AA Bonus of six cards in spots, by the turn.

    Parameters
    ----------
    cards : uint8[n, 5]
        Hole and flop.

    Returns
    -------
    uint8[n, 52]
        For each card as the turn, see `BONUS_GROUPS`; 0 for the five that cannot be it.
    """
    import numpy as np

    groups = np.zeros((len(cards), DECK_SIZE), np.uint8)
    six = np.empty((len(cards), 6), np.uint8)
    six[:, :5] = cards
    for turn in range(DECK_SIZE):
        six[:, 5] = turn
        possible = (cards != turn).all(axis=1)
        groups[possible, turn] = groups_of(six[possible])
    return groups


def forfeited_sums(rules: Rules, cards: NDArray[np.uint8], unit: int) -> NDArray[np.int64]:
    """What a fold gives up of the AA Bonus in each spot, beside its stake's loss otherwise.

    Parameters
    ----------
    rules : Rules
        With something on the bonus, and a fold that forfeits it.
    cards : uint8[n, 5]
        Hole and flop.
    unit : int
        Makes every pay of the stake on the bonus whole, and divides by 47.

    Returns
    -------
    int64[n]
        Stake and pay of a bonus won, 0 for one lost, times ``unit``; with six cards the mean over
        the 47 cards that the turn may be.
    """
    import numpy as np

    won = [unit * rules.bonus * (1 + pay) for pay in group_pays(rules)]
    if rules.bonus_cards == 5:
        return np.array([int(amount) for amount in won], np.int64)[groups_of(cards)]
    # The five cards that cannot be the turn are in group 0, which wins nothing.
    amounts = np.array([int(amount / _UNSEEN) for amount in won], np.int64)
    return np.asarray(amounts[turn_groups(cards)].sum(axis=1), np.int64)
