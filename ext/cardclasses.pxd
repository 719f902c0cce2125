# Card classes: cards that play alike on a board, seen from one suit of it.
#
# Seen from a suit, a card is its rank and whether it is of that suit: 26 classes, the 13 ranks out
# of the suit first (0 to 12), then the 13 in it (13 to 25). Pairs of classes stand in one list:
# both out (91, equal ranks allowed), one out and one in (169), both in (78).

from libc.stdint cimport int32_t

from cards cimport pair_id, rank_pair

cdef enum:
    CARD_CLASSES = 26
    RANK_PAIRS = 91
    CLASS_PAIRS = 338
    FIRST_MIXED = 91
    FIRST_IN = 260

    # Board classes: sets of five ranks, equal ones allowed, for boards without a flush; then, for
    # boards with three, four, five cards of a suit, the set of the suit's ranks and the others.
    RANK_BOARDS = 6188        # (17 choose 5), thirteen of which nobody can deal
    FLUSH_BOARDS = 36608
    FIRST_FOUR = 26026        # (13 choose 3) * 91
    FIRST_FIVE = 35321        # + (13 choose 4) * 13


cdef inline int32_t card_class(int32_t card, int32_t suit) noexcept nogil:
    return (card >> 2) + (13 if (card & 3) == suit else 0)


cdef inline int32_t class_pair(int32_t a, int32_t b) noexcept nogil:
    if a > b:
        a, b = b, a
    if b < 13:
        return rank_pair(a, b)
    if a < 13:
        return FIRST_MIXED + (b - 13) * 13 + a
    return FIRST_IN + pair_id(a - 13, b - 13)


cdef inline int32_t choose(int32_t n, int32_t k) noexcept nogil:
    cdef int32_t i, result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


# Number of a set of ranks among the sets of its size.
cdef inline int32_t set_id(int32_t ranks) noexcept nogil:
    cdef int32_t rank, size = 0, result = 0
    for rank in range(13):
        if ranks >> rank & 1:
            size += 1
            result += choose(rank, size)
    return result


# Number of a board by how many cards of each rank it holds.
cdef inline int32_t rank_board(const int32_t* held) noexcept nogil:
    cdef int32_t rank, i, size = 0, result = 0
    for rank in range(13):
        for i in range(held[rank]):
            size += 1
            result += choose(rank + size - 1, size)
    return result


# Number of a flush board: the ranks in the suit, and the up to two ranks out of it.
cdef inline int32_t flush_board(
    int32_t suited, int32_t size, int32_t out_a, int32_t out_b
) noexcept nogil:
    if size == 3:
        return set_id(suited) * RANK_PAIRS + rank_pair(out_a, out_b)
    if size == 4:
        return FIRST_FOUR + set_id(suited) * 13 + out_a
    return FIRST_FIVE + set_id(suited)
