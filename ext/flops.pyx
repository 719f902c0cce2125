"""Flops: the counts of every hole on a flop, added up from the boards it may become.

The counts of a hole are those with flushes left aside, on every turn and river, and for each suit
that can make a flush the difference it makes: on the boards with three or more cards of the suit,
the entries that know the flush less those that do not. The first part depends on ranks alone; a
difference sees the hole only as a pair of card classes. So each is added up once for all the holes
that share it.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from cardclasses cimport (
    CARD_CLASSES, CLASS_PAIRS, RANK_PAIRS, card_class, class_pair, flush_board, rank_board,
)
from cards cimport rank_if, rank_pair
from handrank cimport CATEGORIES
from packed cimport LEFT, unpack

# Sums for every hole, by the player's category and the hole's pair of card classes.
ctypedef struct Sum:
    uint64_t outcomes             # packed
    int64_t boards

ctypedef struct Sums:
    Sum of[CATEGORIES][CLASS_PAIRS]


# Cards left in one class for the turn and river, with each hole.
ctypedef struct Left:
    int16_t cards[CLASS_PAIRS]


cdef uint8_t[CLASS_PAIRS] FIRST_OF_PAIR
cdef uint8_t[CLASS_PAIRS] SECOND_OF_PAIR
cdef uint8_t[CLASS_PAIRS] RANKS_OF_PAIR       # the pair of ranks, suits aside


cdef void build_pairs() noexcept nogil:
    cdef int32_t a, b, pair
    for b in range(CARD_CLASSES):
        for a in range(b + 1):
            if a < b or b < 13:
                pair = class_pair(a, b)
                FIRST_OF_PAIR[pair] = a
                SECOND_OF_PAIR[pair] = b
                RANKS_OF_PAIR[pair] = rank_pair(a % 13, b % 13)


build_pairs()


# Ways to deal one card of each class, or two of the same, with each hole.
cdef inline void multiply(
    const Left* a, const Left* b, bint same, int32_t pairs, int16_t* ways
) noexcept nogil:
    cdef int32_t hole
    if same:
        for hole in range(pairs):
            ways[hole] = a.cards[hole] * (a.cards[hole] - 1) // 2
    else:
        for hole in range(pairs):
            ways[hole] = a.cards[hole] * b.cards[hole]


# Add a board's entries for the first ``pairs`` holes.
cdef inline void add_board(
    int32_t pairs,
    const int16_t* ways, const uint64_t* outcomes, const uint8_t* categories, Sums* sums
) noexcept nogil:
    cdef int32_t hole
    cdef Sum* sum
    for hole in range(pairs):
        sum = &sums.of[categories[hole]][hole]
        sum.outcomes += ways[hole] * outcomes[hole]
        sum.boards += ways[hole]


# Add a rank board's entries for every hole, found by the hole's ranks.
cdef inline void add_rank_board(
    const int16_t* ways, const uint64_t* outcomes, const uint8_t* categories, Sums* sums
) noexcept nogil:
    cdef int32_t hole, ranks
    cdef Sum* sum
    for hole in range(CLASS_PAIRS):
        ranks = RANKS_OF_PAIR[hole]
        sum = &sums.of[categories[ranks]][hole]
        sum.outcomes += ways[hole] * outcomes[ranks]
        sum.boards += ways[hole]


cdef void sum_by_ranks(
    const uint8_t* flop, const uint64_t* outcomes, const uint8_t* categories, Sums* sums
) noexcept nogil:
    cdef Left left[13]
    cdef int16_t ways[CLASS_PAIRS]
    cdef int32_t held[13]
    cdef int32_t rank, hole, turn, river, board
    memset(sums, 0, sizeof(Sums))
    memset(held, 0, sizeof(held))
    for rank in range(3):
        held[flop[rank] >> 2] += 1
    for rank in range(13):
        for hole in range(RANK_PAIRS):
            left[rank].cards[hole] = (
                4 - held[rank] - (FIRST_OF_PAIR[hole] == rank) - (SECOND_OF_PAIR[hole] == rank)
            )
    for river in range(13):
        for turn in range(river + 1):
            held[turn] += 1
            held[river] += 1
            board = rank_board(held)
            multiply(&left[turn], &left[river], turn == river, RANK_PAIRS, ways)
            add_board(RANK_PAIRS, ways, outcomes + board * RANK_PAIRS,
                      categories + board * RANK_PAIRS, sums)
            held[turn] -= 1
            held[river] -= 1


# ``flop_suited``: the ranks that the flop has in the suit.
cdef void sum_difference(
    const uint8_t* flop,
    int32_t flop_suited,
    const uint64_t* rank_outcomes,
    const uint8_t* rank_categories,
    const uint64_t* flush_outcomes,
    const uint8_t* flush_categories,
    Sums* sums,
) noexcept nogil:
    cdef Left left[CARD_CLASSES]
    cdef int16_t ways[CLASS_PAIRS]
    cdef int16_t ways_by_ranks[CLASS_PAIRS]
    cdef int32_t held[13]
    cdef int32_t out[4]           # ranks out of the suit: the flop's, then the turn's and river's
    cdef int32_t flop_outs = 0, flop_size = 0, seen = 0
    cdef int32_t outs, suited, size
    cdef int32_t i, rank, hole, turn, river, turn_in, river_in, board, found
    memset(sums, 0, sizeof(Sums))
    memset(held, 0, sizeof(held))
    for i in range(3):
        rank = flop[i] >> 2
        held[rank] += 1
        if flop_suited & ~seen & 1 << rank:
            seen |= 1 << rank
            flop_size += 1
        else:
            out[flop_outs] = rank
            flop_outs += 1
    for rank in range(13):
        for hole in range(CLASS_PAIRS):
            left[rank].cards[hole] = (
                3 - held[rank] + (flop_suited >> rank & 1)
                - (FIRST_OF_PAIR[hole] == rank) - (SECOND_OF_PAIR[hole] == rank)
            )
            left[13 + rank].cards[hole] = (
                1 - (flop_suited >> rank & 1)
                - (FIRST_OF_PAIR[hole] == 13 + rank) - (SECOND_OF_PAIR[hole] == 13 + rank)
            )

    for river in range(13):
        for turn in range(river + 1):
            memset(ways_by_ranks, 0, sizeof(ways_by_ranks))
            found = 0
            for turn_in in range(2):
                if turn_in and flop_suited >> turn & 1:
                    continue
                for river_in in range(2):
                    # Of two cards of one rank, the one in the suit is called the river.
                    if river_in and flop_suited >> river & 1 or turn == river and turn_in:
                        continue
                    size = flop_size + turn_in + river_in
                    if size < 3:
                        continue
                    suited = flop_suited
                    outs = flop_outs
                    if turn_in:
                        suited |= 1 << turn
                    else:
                        out[outs] = turn
                        outs += 1
                    if river_in:
                        suited |= 1 << river
                    else:
                        out[outs] = river
                    board = flush_board(suited, size, out[0], out[1])
                    multiply(&left[turn + 13 * turn_in], &left[river + 13 * river_in],
                             turn == river and turn_in == river_in, CLASS_PAIRS, ways)
                    add_board(CLASS_PAIRS, ways, flush_outcomes + board * CLASS_PAIRS,
                              flush_categories + board * CLASS_PAIRS, sums)
                    for hole in range(CLASS_PAIRS):
                        ways_by_ranks[hole] -= ways[hole]
                    found += 1
            if found == 0 or flop_size == 3:
                continue              # for three of the suit on the flop, see sum_flops
            held[turn] += 1
            held[river] += 1
            board = rank_board(held)
            held[turn] -= 1
            held[river] -= 1
            add_rank_board(ways_by_ranks, rank_outcomes + board * RANK_PAIRS,
                           rank_categories + board * RANK_PAIRS, sums)


# The differences of the suits met on flops of the same ranks, by the ranks the flop has in the suit.
ctypedef struct Differences:
    int32_t count
    int32_t suited[7]
    Sums sums[7]


cdef const Sums* difference_of(
    int32_t suited,
    const uint8_t* flop,
    const uint64_t* rank_outcomes,
    const uint8_t* rank_categories,
    const uint64_t* flush_outcomes,
    const uint8_t* flush_categories,
    Differences* known,
) noexcept nogil:
    cdef int32_t n
    for n in range(known.count):
        if known.suited[n] == suited:
            return &known.sums[n]
    n = known.count
    known.count += 1
    known.suited[n] = suited
    sum_difference(flop, suited, rank_outcomes, rank_categories, flush_outcomes, flush_categories,
                   &known.sums[n])
    return &known.sums[n]


def sum_flops(
    const uint8_t[:, ::1] flops,
    const int32_t[::1] first,
    const uint8_t[:, ::1] holes,
    const uint64_t[:, ::1] rank_outcomes,
    const uint8_t[:, ::1] rank_categories,
    const uint64_t[:, ::1] flush_outcomes,
    const uint8_t[:, ::1] flush_categories,
    int32_t[:, :, ::1] counts,
):
    """Count every completion of each hole on flops of the same three ranks, from the board classes.

    Parameters
    ----------
    flops : uint8[m, 3], card ids
        All of the same three ranks.
    first : int32[m + 1]
        The holes ``first[i]`` to ``first[i + 1] - 1`` are those on flop i.
    holes : uint8[n, 2], card ids, different from their flop's
    rank_outcomes, rank_categories, flush_outcomes, flush_categories
        As `fill_boards` leaves them, complete; the qualifier is in them.
    counts : int32[n, 10, 4]
        Filled: completions by the player's final category and outcome (dealer not qualified, win,
        tie, lose); each spot's add up to 1,070,190.
    """
    cdef Differences* known = <Differences*>malloc(sizeof(Differences))
    cdef Sums* by_ranks = <Sums*>malloc(sizeof(Sums))
    cdef const Sums* differences[3]
    cdef const Sum* sum
    cdef int32_t suits[3]
    cdef int32_t pairs[3]
    cdef int32_t suit_count, suited, suit, category, n, ranks, boards
    cdef uint64_t outcomes
    cdef Py_ssize_t flop, spot
    if known == NULL or by_ranks == NULL:
        free(known)
        free(by_ranks)
        raise MemoryError
    with nogil:
        known.count = 0
        sum_by_ranks(&flops[0, 0], &rank_outcomes[0, 0], &rank_categories[0, 0], by_ranks)
        for flop in range(flops.shape[0]):
            suit_count = 0
            for suit in range(4):
                suited = (rank_if(flops[flop, 0], suit) | rank_if(flops[flop, 1], suit)
                          | rank_if(flops[flop, 2], suit))
                if suited:
                    suits[suit_count] = suit
                    differences[suit_count] = difference_of(
                        suited, &flops[flop, 0], &rank_outcomes[0, 0], &rank_categories[0, 0],
                        &flush_outcomes[0, 0], &flush_categories[0, 0], known,
                    )
                    suit_count += 1
            # On a flop of one suit every board has the flush: with and less without is all there
            # is, and both parts without are left out.
            for spot in range(first[flop], first[flop + 1]):
                ranks = rank_pair(holes[spot, 0] >> 2, holes[spot, 1] >> 2)
                for n in range(suit_count):
                    pairs[n] = class_pair(card_class(holes[spot, 0], suits[n]),
                                          card_class(holes[spot, 1], suits[n]))
                for category in range(CATEGORIES):
                    outcomes = 0
                    boards = 0
                    if suit_count > 1:
                        outcomes = by_ranks.of[category][ranks].outcomes
                        boards = by_ranks.of[category][ranks].boards
                    for n in range(suit_count):
                        sum = &differences[n].of[category][pairs[n]]
                        outcomes += sum.outcomes
                        boards += sum.boards
                    unpack(outcomes, boards * LEFT, &counts[spot, category, 0])
    free(known)
    free(by_ranks)
