"""Board classes: for every board and every pair of card classes, how the dealer's hands fall.

Nothing is dealt. On a fixed board the pairs are put in order of strength; the dealer's hands below
a player's, given that two of the cards are the player's own, are those below on the whole, less
those that contain the one card, less those that contain the other (plus those that contain both).
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from cardclasses cimport (
    CARD_CLASSES, CLASS_PAIRS, FIRST_FIVE, FIRST_FOUR, FLUSH_BOARDS, RANK_BOARDS, RANK_PAIRS,
    class_pair, rank_board, set_id,
)
from cards cimport rank_pair
from handrank cimport (
    RankCounts, RankTables, add_rank, build_rank_tables, rank_value,
)
from packed cimport packed

RANK_BOARD_CLASSES = RANK_BOARDS
FLUSH_BOARD_CLASSES = FLUSH_BOARDS
BOARD_CLASSES = RANK_BOARDS + FLUSH_BOARDS
# Entries of the two tables: boards times pairs of card classes.
RANK_ENTRIES = RANK_BOARDS * RANK_PAIRS
FLUSH_ENTRIES = FLUSH_BOARDS * CLASS_PAIRS

cdef RankTables TABLES
build_rank_tables(&TABLES)


# The pairs of card classes on one board, in order of strength.
ctypedef struct Pairs:
    int32_t count
    int16_t value[CLASS_PAIRS]
    uint16_t place[CLASS_PAIRS]        # where the pair stands in the list of pairs
    uint8_t a[CLASS_PAIRS]
    uint8_t b[CLASS_PAIRS]
    uint16_t order[CLASS_PAIRS]        # filled by sort


cdef void sort(Pairs* pairs) noexcept nogil:
    # Two rounds of counting sort, by the low 7 and the high 6 bits of the value.
    cdef uint16_t half[CLASS_PAIRS]
    cdef int32_t low[129]
    cdef int32_t high[65]
    cdef int32_t i, value
    memset(low, 0, sizeof(low))
    memset(high, 0, sizeof(high))
    for i in range(pairs.count):
        low[(pairs.value[i] & 127) + 1] += 1
        high[(pairs.value[i] >> 7) + 1] += 1
    for i in range(128):
        low[i + 1] += low[i]
    for i in range(64):
        high[i + 1] += high[i]
    for i in range(pairs.count):
        value = pairs.value[i] & 127
        half[low[value]] = i
        low[value] += 1
    for i in range(pairs.count):
        value = pairs.value[half[i]] >> 7
        pairs.order[high[value]] = half[i]
        high[value] += 1


# A pair of classes joins the dealer's hands met so far: ``met`` counts all of them, ``met_with``
# those that contain one given card of a class.
cdef inline void meet(
    int32_t a, int32_t b, const int32_t* copies, int32_t* met, int32_t* met_with
) noexcept nogil:
    if a == b:
        met[0] += copies[a] * (copies[a] - 1) // 2
        met_with[a] += copies[a] - 1
    else:
        met[0] += copies[a] * copies[b]
        met_with[a] += copies[b]
        met_with[b] += copies[a]


# The entries of one board, from its pairs and the cards left in each class.
cdef void tabulate(
    Pairs* pairs, const int32_t* copies, int16_t qualifier, uint64_t* outcomes, uint8_t* categories
) noexcept nogil:
    cdef int32_t met = 0, unqualified
    cdef int32_t met_with[CARD_CLASSES]
    cdef int32_t unqualified_with[CARD_CLASSES]
    cdef int32_t start = 0, end, i, pair, a, b, nq
    cdef int32_t below[CLASS_PAIRS]
    cdef int16_t value
    sort(pairs)
    memset(met_with, 0, sizeof(met_with))
    while start < pairs.count and pairs.value[pairs.order[start]] < qualifier:
        pair = pairs.order[start]
        meet(pairs.a[pair], pairs.b[pair], copies, &met, met_with)
        start += 1
    unqualified = met
    memcpy(unqualified_with, met_with, sizeof(met_with))

    for i in range(start):
        pair = pairs.order[i]
        # The hand of the player's own two cards is taken off twice, hence + 1.
        nq = unqualified - unqualified_with[pairs.a[pair]] - unqualified_with[pairs.b[pair]] + 1
        outcomes[pairs.place[pair]] = packed(nq, 0, 0)
        categories[pairs.place[pair]] = TABLES.category[pairs.value[pair]]

    while start < pairs.count:
        value = pairs.value[pairs.order[start]]
        end = start
        while end < pairs.count and pairs.value[pairs.order[end]] == value:
            pair = pairs.order[end]
            below[end] = met - met_with[pairs.a[pair]] - met_with[pairs.b[pair]]
            end += 1
        for i in range(start, end):
            pair = pairs.order[i]
            meet(pairs.a[pair], pairs.b[pair], copies, &met, met_with)
        for i in range(start, end):
            pair = pairs.order[i]
            a = pairs.a[pair]
            b = pairs.b[pair]
            nq = unqualified - unqualified_with[a] - unqualified_with[b]
            outcomes[pairs.place[pair]] = packed(
                nq, below[i] - nq, met - met_with[a] - met_with[b] + 1 - below[i]
            )
            categories[pairs.place[pair]] = TABLES.category[value]
        start = end


cdef inline void add_pair(Pairs* pairs, int32_t a, int32_t b, int16_t value) noexcept nogil:
    cdef int32_t n = pairs.count
    pairs.a[n] = a
    pairs.b[n] = b
    pairs.place[n] = class_pair(a, b)
    pairs.value[n] = value
    pairs.count = n + 1


# What each board class looks like: the ranks of a rank board, the sets of ranks by their number.
cdef uint8_t[RANK_BOARDS][5] BOARD_RANKS
cdef uint16_t[286] SETS_OF_3
cdef uint16_t[715] SETS_OF_4
cdef uint16_t[1287] SETS_OF_5
cdef uint8_t[RANK_PAIRS][2] PAIR_RANKS

# Values of a rank board with two more ranks, kept once they were needed.
cdef int16_t[RANK_BOARDS][RANK_PAIRS] BY_RANKS
cdef uint8_t[RANK_BOARDS] RANKED


cdef void build_board_classes() noexcept nogil:
    cdef int32_t a, b, c, d, e, ranks, n = 0
    for e in range(13):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        BOARD_RANKS[n][0] = a
                        BOARD_RANKS[n][1] = b
                        BOARD_RANKS[n][2] = c
                        BOARD_RANKS[n][3] = d
                        BOARD_RANKS[n][4] = e
                        n += 1
    for b in range(13):
        for a in range(b + 1):
            PAIR_RANKS[rank_pair(a, b)][0] = a
            PAIR_RANKS[rank_pair(a, b)][1] = b
    for ranks in range(8192):
        if TABLES.size[ranks] == 3:
            SETS_OF_3[set_id(ranks)] = ranks
        elif TABLES.size[ranks] == 4:
            SETS_OF_4[set_id(ranks)] = ranks
        elif TABLES.size[ranks] == 5:
            SETS_OF_5[set_id(ranks)] = ranks


build_board_classes()


# Values of a board of the given ranks with each pair of ranks that is left, flushes aside.
cdef const int16_t* values_by_ranks(const int32_t* held) noexcept nogil:
    cdef int32_t n = rank_board(held)
    cdef int32_t rank, i, a, b
    cdef RankCounts board, with_a, hand
    if not RANKED[n]:
        memset(&board, 0, sizeof(board))
        for rank in range(13):
            for i in range(held[rank]):
                add_rank(&board, rank)
        for b in range(13):
            with_a = board
            add_rank(&with_a, b)
            for a in range(b + 1):
                hand = with_a
                add_rank(&hand, a)
                BY_RANKS[n][rank_pair(a, b)] = rank_value(&TABLES, &hand)
        RANKED[n] = 1
    return BY_RANKS[n]


cdef void rank_board_entries(
    int32_t n, int16_t qualifier, uint64_t* outcomes, uint8_t* categories
) noexcept nogil:
    cdef Pairs pairs
    cdef int32_t held[13]
    cdef int32_t copies[13]
    cdef int32_t i, a, b
    cdef const int16_t* values
    memset(held, 0, sizeof(held))
    for i in range(5):
        held[BOARD_RANKS[n][i]] += 1
    for i in range(13):
        copies[i] = 4 - held[i]
        if copies[i] < 0:
            return
    values = values_by_ranks(held)
    pairs.count = 0
    for b in range(13):
        for a in range(b + 1):
            if copies[a] > (a == b) and copies[b]:
                add_pair(&pairs, a, b, values[rank_pair(a, b)])
    tabulate(&pairs, copies, qualifier, outcomes, categories)


cdef void flush_board_entries(
    int32_t n, int16_t qualifier, uint64_t* outcomes, uint8_t* categories
) noexcept nogil:
    cdef Pairs pairs
    cdef int32_t held[13]
    cdef int32_t copies[CARD_CLASSES]
    cdef int32_t suited, size, rank, a, b
    cdef int16_t value
    cdef const int16_t* values
    memset(held, 0, sizeof(held))
    if n < FIRST_FOUR:
        suited = SETS_OF_3[n // RANK_PAIRS]
        held[PAIR_RANKS[n % RANK_PAIRS][0]] += 1
        held[PAIR_RANKS[n % RANK_PAIRS][1]] += 1
    elif n < FIRST_FIVE:
        suited = SETS_OF_4[(n - FIRST_FOUR) // 13]
        held[(n - FIRST_FOUR) % 13] += 1
    else:
        suited = SETS_OF_5[n - FIRST_FIVE]
    size = TABLES.size[suited]
    for rank in range(13):
        copies[rank] = 3 - held[rank]
        copies[13 + rank] = 1 - (suited >> rank & 1)
        held[rank] += suited >> rank & 1
    values = values_by_ranks(held)

    pairs.count = 0
    for b in range(13):
        for a in range(b + 1):
            if copies[a] > (a == b) and copies[b]:
                value = TABLES.flush[suited] if size == 5 else values[rank_pair(a, b)]
                add_pair(&pairs, a, b, value)
    for b in range(13):
        if copies[13 + b]:
            for a in range(13):
                if copies[a]:
                    value = values[rank_pair(a, b)] if size == 3 else TABLES.flush[suited | 1 << b]
                    add_pair(&pairs, a, 13 + b, value)
            for a in range(b):
                if copies[13 + a]:
                    add_pair(&pairs, 13 + a, 13 + b, TABLES.flush[suited | 1 << a | 1 << b])
    tabulate(&pairs, copies, qualifier, outcomes, categories)


def fill_boards(
    int first,
    int last,
    int qualifier,
    uint64_t[:, ::1] rank_outcomes,
    uint8_t[:, ::1] rank_categories,
    uint64_t[:, ::1] flush_outcomes,
    uint8_t[:, ::1] flush_categories,
):
    """Tabulate the board classes ``first`` to ``last - 1`` of 42,796.

    Parameters
    ----------
    first, last : int
        Within 0 to `BOARD_CLASSES`; the first `RANK_BOARDS` are the boards without a flush.
    qualifier : int
        Least hand value with which the dealer qualifies.
    rank_outcomes, rank_categories : uint64[6188, 91], uint8[6188, 91]
    flush_outcomes, flush_categories : uint64[36608, 338], uint8[36608, 338]
        Filled, for each pair of card classes that the player may hold: the dealer's
        990 hands by outcome, packed (not qualified, win, tie), and the player's hand category.
    """
    cdef int32_t n
    with nogil:
        for n in range(first, last):
            # Pairs that the player cannot hold are multiplied by zero ways, but their category is
            # a place in memory.
            if n < RANK_BOARDS:
                memset(&rank_categories[n, 0], 0, RANK_PAIRS)
                rank_board_entries(n, qualifier, &rank_outcomes[n, 0], &rank_categories[n, 0])
            else:
                memset(&flush_categories[n - RANK_BOARDS, 0], 0, CLASS_PAIRS)
                flush_board_entries(
                    n - RANK_BOARDS, qualifier,
                    &flush_outcomes[n - RANK_BOARDS, 0], &flush_categories[n - RANK_BOARDS, 0],
                )
