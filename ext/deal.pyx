"""One spot dealt out: every turn, river and dealer hand, both hands ranked each time."""

from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.string cimport memcpy, memset

from cards cimport pair_id, rank_if, rank_pair
from handrank cimport (
    CATEGORIES, OUTCOMES, RankCounts, RankTables, add_rank, build_rank_tables, rank_value,
)

cdef enum:
    UNSEEN = 47               # cards that neither the hole nor the flop shows
    DEALER_HANDS = 1081       # pairs of them; pair j < i stands at i * (i - 1) / 2 + j
    LEFT = 990                # pairs that turn and river leave
    ON_BOARD = 0x7FFF         # above any value: not a dealer hand, and never counted

cdef RankTables TABLES
build_rank_tables(&TABLES)


# A board's hand values with two more cards of given ranks, flushes aside.
ctypedef struct ByRanks:
    int16_t value[13][13]


# Fill the 91 of them that a flop may become, by the ranks of turn and river.
cdef void rank_flop(const uint8_t* flop, ByRanks* boards) noexcept nogil:
    cdef int32_t turn, river, a, b
    cdef RankCounts board, with_a, hand
    cdef int16_t value
    for turn in range(13):
        for river in range(turn + 1):
            memset(&board, 0, sizeof(board))
            for a in range(3):
                add_rank(&board, flop[a] >> 2)
            add_rank(&board, turn)
            add_rank(&board, river)
            for a in range(13):
                with_a = board
                add_rank(&with_a, a)
                for b in range(a + 1):
                    hand = with_a
                    add_rank(&hand, b)
                    value = rank_value(&TABLES, &hand)
                    boards[rank_pair(turn, river)].value[a][b] = value
                    boards[rank_pair(turn, river)].value[b][a] = value


# The dealer's value with each pair of unseen cards, flushes aside.
cdef void fill_by_ranks(
    const uint8_t* unseen, const ByRanks* board, int16_t* dealer
) noexcept nogil:
    cdef int16_t row[13][UNSEEN]
    cdef int32_t rank, i, j
    for rank in range(13):
        for j in range(UNSEEN):
            row[rank][j] = board.value[rank][unseen[j] >> 2]
    for i in range(UNSEEN):
        rank = unseen[i] >> 2
        for j in range(i):
            dealer[pair_id(j, i)] = row[rank][j]


# Put in the flushes of a suit in which the board holds the ranks ``board``, three or more.
cdef void fill_flushes(
    const uint8_t* unseen, int32_t suit, int32_t board, int16_t* dealer
) noexcept nogil:
    cdef int32_t bit[UNSEEN]
    cdef int32_t suited[UNSEEN]
    cdef int32_t count = 0, missing = 5 - TABLES.size[board]
    cdef int32_t i, j
    for i in range(UNSEEN):
        bit[i] = 0
        if (unseen[i] & 3) == suit:
            bit[i] = 1 << (unseen[i] >> 2)
            suited[count] = i
            count += 1
    if missing == 2:
        for i in range(count):
            for j in range(i):
                dealer[pair_id(suited[j], suited[i])] = (
                    TABLES.flush[board | bit[suited[j]] | bit[suited[i]]]
                )
    elif missing == 1:
        for i in range(count):
            for j in range(UNSEEN):
                if j != suited[i]:
                    dealer[pair_id(j, suited[i])] = TABLES.flush[board | bit[suited[i]] | bit[j]]
    else:
        for i in range(UNSEEN):
            for j in range(i):
                dealer[pair_id(j, i)] = TABLES.flush[board | bit[i] | bit[j]]


# Take the pairs that hold the unseen card ``place`` out of the dealer's hands.
cdef inline void take_out(int32_t place, int16_t* dealer) noexcept nogil:
    cdef int32_t i
    for i in range(UNSEEN):
        if i != place:
            dealer[pair_id(i, place)] = ON_BOARD


cdef inline void count_hands(
    const int16_t* dealer, int16_t qualifier, int16_t player, int32_t* counts
) noexcept nogil:
    cdef int16_t unqualified = 0, below = 0, not_above = 0
    cdef int32_t i
    for i in range(DEALER_HANDS):
        unqualified += dealer[i] < qualifier
        below += dealer[i] < player
        not_above += dealer[i] <= player
    # All that do not qualify are below a player who would; against one who would not, who is
    # ahead does not matter and no dealer's hand that qualifies is beaten or tied.
    below = below if below > unqualified else unqualified
    not_above = not_above if not_above > unqualified else unqualified
    counts[0] += unqualified
    counts[1] += below - unqualified
    counts[2] += not_above - below
    counts[3] += LEFT - not_above


# Count one board, turn and river given by their places among the unseen cards.
cdef void deal_board(
    const uint8_t* hole,
    const int32_t* flop_suits,
    const uint8_t* unseen,
    int32_t turn,
    int32_t river,
    const ByRanks* board,
    const int16_t* by_ranks,
    int16_t qualifier,
    int32_t* counts,
) noexcept nogil:
    cdef int16_t dealer[DEALER_HANDS]
    cdef int16_t player = board.value[hole[0] >> 2][hole[1] >> 2]
    cdef int32_t suit, held, i
    memcpy(dealer, by_ranks, sizeof(dealer))
    for suit in range(4):
        held = (flop_suits[suit] | rank_if(unseen[turn], suit) | rank_if(unseen[river], suit))
        if TABLES.size[held] >= 3:
            fill_flushes(unseen, suit, held, dealer)
            held |= rank_if(hole[0], suit) | rank_if(hole[1], suit)
            if TABLES.flush[held]:
                player = TABLES.flush[held]
    take_out(turn, dealer)
    take_out(river, dealer)
    count_hands(dealer, qualifier, player, counts + TABLES.category[player] * OUTCOMES)


cdef void deal_spot(
    const uint8_t* hole,
    const uint8_t* flop,
    const ByRanks* boards,
    int16_t qualifier,
    int32_t* counts,
) noexcept nogil:
    cdef int16_t by_ranks[DEALER_HANDS]
    cdef uint8_t unseen[UNSEEN]
    cdef int32_t first[14]        # place of the first unseen card of each rank
    cdef int32_t flop_suits[4]
    cdef int32_t card, suit, high, low, turn, river, n = 0

    memset(counts, 0, CATEGORIES * OUTCOMES * sizeof(int32_t))
    for card in range(52):
        if card % 4 == 0:
            first[card >> 2] = n
        if (card != hole[0] and card != hole[1]
                and card != flop[0] and card != flop[1] and card != flop[2]):
            unseen[n] = card
            n += 1
    first[13] = UNSEEN
    for suit in range(4):
        flop_suits[suit] = rank_if(flop[0], suit) | rank_if(flop[1], suit) | rank_if(flop[2], suit)

    # Boards of the same ranks together: they differ by their flushes and by the cards they use up.
    for high in range(13):
        for low in range(high + 1):
            fill_by_ranks(unseen, &boards[rank_pair(low, high)], by_ranks)
            for turn in range(first[high], first[high + 1]):
                for river in range(first[low], min(turn, first[low + 1])):
                    deal_board(hole, flop_suits, unseen, turn, river,
                               &boards[rank_pair(low, high)], by_ranks, qualifier, counts)


def deal_flop(
    const uint8_t[:, ::1] holes,
    const uint8_t[::1] flop,
    int qualifier,
    int32_t[:, :, ::1] counts,
):
    """Deal out every completion of each hole on one flop.

    Parameters
    ----------
    holes : uint8[n, 2], card ids
    flop : uint8[3], card ids; all five cards different
    qualifier : int
        Least hand value with which the dealer qualifies.
    counts : int32[n, 10, 4]
        Filled: completions by the player's final category and outcome (dealer not qualified, win,
        tie, lose); each spot's add up to 1,070,190.
    """
    cdef ByRanks boards[91]
    cdef Py_ssize_t spot
    with nogil:
        rank_flop(&flop[0], boards)
        for spot in range(holes.shape[0]):
            deal_spot(&holes[spot, 0], &flop[0], boards, qualifier, &counts[spot, 0, 0])
