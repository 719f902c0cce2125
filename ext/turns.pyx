"""Turns: the deals of a flop by what hole, flop and turn make, each board looked up one by one.

Sums over boards as in `flops` do not tell which of the two cards was the turn. Here each of the
1,081 boards of a spot is looked up in the board classes, and counted once with either card as the
turn.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from cardclasses cimport (
    CLASS_PAIRS, RANK_PAIRS, card_class, class_pair, flush_board, rank_board,
)
from cards cimport pair_id, rank_pair
from handrank cimport CATEGORIES, OUTCOMES
from packed cimport LEFT, unpack

cdef enum:
    CARDS = 52
    CARD_PAIRS = 1326
    NO_FLUSH = 4


# The boards that a flop may become, by the pair of turn and river.
ctypedef struct Boards:
    const uint64_t* outcomes[CARD_PAIRS]
    const uint8_t* categories[CARD_PAIRS]
    int32_t suit[CARD_PAIRS]              # of which three cards or more lie there


# A hole on the flop, and the sums of its boards with one card as the turn.
ctypedef struct Hole:
    uint64_t cards                        # as a set
    int16_t places[5]                     # among the pairs, by suit; flushes aside last
    int32_t boards[CATEGORIES]
    uint64_t outcomes[CATEGORIES]         # packed


cdef void find_boards(
    const uint8_t* flop,
    const uint64_t* rank_outcomes,
    const uint8_t* rank_categories,
    const uint64_t* flush_outcomes,
    const uint8_t* flush_categories,
    Boards* boards,
) noexcept nogil:
    cdef int32_t held[13]
    cdef int32_t out[5]
    cdef int32_t cards[5]
    cdef int32_t turn, river, suit, i, size, suited, outs, pair, number
    for i in range(3):
        cards[i] = flop[i]
    for river in range(CARDS):
        for turn in range(river):
            cards[3] = turn
            cards[4] = river
            pair = pair_id(turn, river)
            boards.suit[pair] = NO_FLUSH
            for suit in range(4):
                size = suited = outs = 0
                for i in range(5):
                    if (cards[i] & 3) == suit:
                        size += 1
                        suited |= 1 << (cards[i] >> 2)
                    elif outs < 2:
                        out[outs] = cards[i] >> 2
                        outs += 1
                if size >= 3:
                    number = flush_board(suited, size, out[0], out[1])
                    boards.suit[pair] = suit
                    boards.outcomes[pair] = flush_outcomes + number * CLASS_PAIRS
                    boards.categories[pair] = flush_categories + number * CLASS_PAIRS
            if boards.suit[pair] == NO_FLUSH:
                memset(held, 0, sizeof(held))
                for i in range(5):
                    held[cards[i] >> 2] += 1
                number = rank_board(held)
                boards.outcomes[pair] = rank_outcomes + number * RANK_PAIRS
                boards.categories[pair] = rank_categories + number * RANK_PAIRS


cdef void find_holes(const uint8_t* cards, Py_ssize_t count, Hole* holes) noexcept nogil:
    cdef Py_ssize_t n
    cdef int32_t suit, a, b
    for n in range(count):
        a = cards[2 * n]
        b = cards[2 * n + 1]
        holes[n].cards = <uint64_t>1 << a | <uint64_t>1 << b
        for suit in range(4):
            holes[n].places[suit] = class_pair(card_class(a, suit), card_class(b, suit))
        holes[n].places[NO_FLUSH] = rank_pair(a >> 2, b >> 2)


# A board at a time for all holes: its entries are then at hand.
cdef inline void add_board(
    uint64_t cards, int32_t suit, const uint64_t* outcomes, const uint8_t* categories,
    Py_ssize_t count, Hole* holes,
) noexcept nogil:
    cdef Py_ssize_t n
    cdef int32_t place, category
    for n in range(count):
        if not holes[n].cards & cards:
            place = holes[n].places[suit]
            category = categories[place]
            holes[n].outcomes[category] += outcomes[place]
            holes[n].boards[category] += 1


def sum_turns(
    const uint8_t[::1] flop,
    const uint8_t[:, ::1] holes,
    const uint8_t[::1] weights,
    const uint8_t[:, ::1] groups,
    const int8_t[::1] decisions,
    const uint64_t[:, ::1] rank_outcomes,
    const uint8_t[:, ::1] rank_categories,
    const uint64_t[:, ::1] flush_outcomes,
    const uint8_t[:, ::1] flush_categories,
    int64_t[:, :, ::1] totals,
):
    """Add up the deals of every hole on a flop by a group that the turn decides.

    Parameters
    ----------
    flop : uint8[3], card ids
    holes : uint8[n, 2], card ids, different from the flop's
    weights : uint8[n]
        How many spots each stands for.
    groups : uint8[n, 52]
        Group of each spot with each card as the turn; of cards that cannot be it, anything.
    decisions : int8[n]
        Decision in each spot.
    rank_outcomes, rank_categories, flush_outcomes, flush_categories
        As `fill_boards` leaves them, complete; the qualifier is in them.
    totals : int64[m, 3, 40]
        Added to: weighted deals by group, decision, final category and outcome. Turn and river are
        told apart, so that each spot adds twice its 1,070,190 completions.
    """
    cdef Boards boards
    cdef int32_t outcomes[OUTCOMES]
    cdef int64_t* cells
    cdef Py_ssize_t spot, count = holes.shape[0]
    cdef uint64_t on_flop, cards
    cdef int32_t turn, river, pair, category, outcome
    cdef Hole* sums = <Hole*>malloc(count * sizeof(Hole) + 1)
    if sums == NULL:
        raise MemoryError
    with nogil:
        find_boards(&flop[0], &rank_outcomes[0, 0], &rank_categories[0, 0],
                    &flush_outcomes[0, 0], &flush_categories[0, 0], &boards)
        find_holes(&holes[0, 0], count, sums)
        on_flop = <uint64_t>1 << flop[0] | <uint64_t>1 << flop[1] | <uint64_t>1 << flop[2]
        for turn in range(CARDS):
            if on_flop >> turn & 1:
                continue
            for spot in range(count):
                memset(&sums[spot].boards, 0, sizeof(sums[spot].boards))
                memset(&sums[spot].outcomes, 0, sizeof(sums[spot].outcomes))
            for river in range(CARDS):
                if river == turn or on_flop >> river & 1:
                    continue
                pair = pair_id(turn, river)
                cards = <uint64_t>1 << turn | <uint64_t>1 << river
                add_board(cards, boards.suit[pair], boards.outcomes[pair], boards.categories[pair],
                          count, sums)
            for spot in range(count):
                for category in range(CATEGORIES):
                    if sums[spot].boards[category]:
                        unpack(sums[spot].outcomes[category], sums[spot].boards[category] * LEFT,
                               outcomes)
                        cells = &totals[groups[spot, turn], decisions[spot], category * OUTCOMES]
                        for outcome in range(OUTCOMES):
                            cells[outcome] += <int64_t>weights[spot] * outcomes[outcome]
    free(sums)
