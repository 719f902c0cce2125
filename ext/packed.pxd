# Outcomes of a player's hand against the dealer's, three counts in one integer: not qualified, win
# and tie, 21 bits each. Sums over a spot stay below 2**21 (1,070,190 completions), so one addition
# adds all three, and on the way a sum may even go below zero. Lose is what is left.

from libc.stdint cimport int32_t, uint64_t

cdef enum:
    LEFT = 990                # dealer's hands that a board and the player's cards leave


cdef inline uint64_t packed(int32_t unqualified, int32_t win, int32_t tie) noexcept nogil:
    return <uint64_t>unqualified | <uint64_t>win << 21 | <uint64_t>tie << 42


cdef inline void unpack(uint64_t sums, int32_t dealt, int32_t* outcomes) noexcept nogil:
    outcomes[0] = sums & 0x1FFFFF
    outcomes[1] = sums >> 21 & 0x1FFFFF
    outcomes[2] = sums >> 42
    outcomes[3] = dealt - outcomes[0] - outcomes[1] - outcomes[2]
