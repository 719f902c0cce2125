"""Hand ranks: the value of the best five of five, six or seven cards."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t

from handrank cimport (
    FIRST_FLUSH, FIRST_FULL_HOUSE, FIRST_HIGH_CARD, FIRST_PAIR, FIRST_QUADS, FIRST_STRAIGHT,
    FIRST_STRAIGHT_FLUSH, FIRST_TRIPS, FIRST_TWO_PAIR, ROYAL_FLUSH_VALUE, RankCounts, RankTables,
    add_rank, build_rank_tables, rank_value,
)

cdef RankTables TABLES
build_rank_tables(&TABLES)

CATEGORY_STARTS = (
    FIRST_HIGH_CARD, FIRST_PAIR, FIRST_TWO_PAIR, FIRST_TRIPS, FIRST_STRAIGHT, FIRST_FLUSH,
    FIRST_FULL_HOUSE, FIRST_QUADS, FIRST_STRAIGHT_FLUSH, ROYAL_FLUSH_VALUE,
)


cdef inline int16_t value_of(const uint8_t* cards, int32_t count) noexcept nogil:
    cdef RankCounts held
    cdef int32_t suits[4]
    cdef int32_t i
    held.one = held.two = held.three = held.four = 0
    suits[0] = suits[1] = suits[2] = suits[3] = 0
    for i in range(count):
        add_rank(&held, cards[i] >> 2)
        suits[cards[i] & 3] |= 1 << (cards[i] >> 2)
    # Five cards of one suit leave no room for a full house or better beside them.
    for i in range(4):
        if TABLES.flush[suits[i]]:
            return TABLES.flush[suits[i]]
    return rank_value(&TABLES, &held)


def evaluate(const uint8_t[::1] cards):
    """Value of the best five of 5 to 7 different card ids.

    Parameters
    ----------
    cards : uint8[n], card ids, 5 <= n <= 7
        Not checked here; text and lists are checked in `solver.cards` and `solver.hands`.

    Returns
    -------
    int
        1 to 7462, higher is better, equal values tie.
    """
    return value_of(&cards[0], <int32_t>cards.shape[0])


def evaluate_many(const uint8_t[:, ::1] hands, int16_t[::1] values):
    """Fill ``values`` (int16[m]) with the value of each row of ``hands`` (uint8[m, n])."""
    cdef Py_ssize_t row
    cdef int32_t count = <int32_t>hands.shape[1]
    with nogil:
        for row in range(hands.shape[0]):
            values[row] = value_of(&hands[row, 0], count)


def histogram(int count, int64_t[::1] hands):
    """Add up, over every hand of ``count`` (5 to 7) cards, how many have each value.

    Parameters
    ----------
    count : int
        Cards in a hand, 5 to 7.
    hands : int64[7463]
        Filled; entry v is the number of hands of value v.
    """
    cdef uint8_t cards[7]
    cdef int32_t i
    with nogil:
        hands[:] = 0
        for i in range(count):
            cards[i] = i
        while True:
            hands[value_of(cards, count)] += 1
            # The next combination: move the lowest card that can move.
            i = 0
            while i < count - 1 and cards[i] + 1 == cards[i + 1]:
                cards[i] = i
                i += 1
            cards[i] += 1
            if cards[count - 1] == 52:
                break
