# Card ids: 4 * rank + suit, ranks 0 (two) to 12 (ace), suits 0 to 3 (clubs, diamonds, hearts, spades).
# A pair of cards a < b has the id b * (b - 1) / 2 + a, three cards a < b < c add c choose 3.

from libc.stdint cimport int32_t


cdef inline int32_t pair_id(int32_t a, int32_t b) noexcept nogil:
    if a > b:
        a, b = b, a
    return b * (b - 1) // 2 + a


# Two ranks, equal ones allowed: 0 to 90.
cdef inline int32_t rank_pair(int32_t a, int32_t b) noexcept nogil:
    if a > b:
        a, b = b, a
    return b * (b + 1) // 2 + a


# The card's rank as a set, empty if it is of another suit.
cdef inline int32_t rank_if(int32_t card, int32_t suit) noexcept nogil:
    return 1 << (card >> 2) if (card & 3) == suit else 0
