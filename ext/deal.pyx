"""One spot dealt out: every turn, river and dealer hand, both hands ranked each time."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from cards cimport pair_id, rank_if, rank_pair
from handrank cimport (
    CATEGORIES, OUTCOMES, RankCounts, RankTables, add_rank, build_rank_tables, rank_value,
)

cdef enum:
    UNSEEN = 47               # cards that neither the hole nor the flop shows
    BLOCK = 8                 # dealer's hands that are compared together
    DEALER_HANDS = 1088       # pairs of unseen cards, 1081, in whole blocks
    HANDS_BESIDE = 48         # unseen cards beside a known one, at most 46, in whole blocks
    ON_BOARD = 0x7FFF         # above any value: not a dealer hand, and never counted

cdef RankTables TABLES
build_rank_tables(&TABLES)


# A board's hand values with two more cards of given ranks, flushes aside.
ctypedef struct ByRanks:
    int16_t value[13][13]

# The 91 of them that a flop may become, by the ranks of turn and river, as far as asked for.
ctypedef struct FlopValues:
    uint8_t ranked[91]
    ByRanks board[91]

# The cards of one suit among those that are left.
ctypedef struct Suited:
    int32_t count
    int32_t place[13]
    int32_t bit[UNSEEN]       # of each card left: its rank as a set, empty if of another suit

# A spot and what is known besides.
ctypedef struct Spot:
    const uint8_t* hole
    const uint8_t* flop
    int32_t flop_suits[4]     # ranks of the flop in each suit
    int32_t flop_suit_counts  # cards of the flop in each suit, four bits for each
    uint64_t board             # known turn and river, as a set of cards
    int32_t known             # how many of the dealer's cards are known
    uint8_t dealer[2]
    # Cards left for the board and the dealer. A known turn or river is one of them, and boards
    # without it are passed over.
    int32_t count
    uint8_t card[UNSEEN]
    int32_t first[14]         # place of the first card left of each rank
    Suited suited[4]
    # The dealer's hands: pairs of cards left, pair j < i at i * (i - 1) / 2 + j; with a card known,
    # each card left beside it; or the known hand.
    int32_t hands             # pairs of cards left, in whole blocks
    int32_t possible          # hands that turn and river leave
    int32_t ranks             # ranks of one of the dealer's cards,
    int32_t other_ranks       # and of the other
    int16_t qualifier


# What is left once hole, flop, the dealer's known cards and ``dead`` are gone.
cdef void sort_cards(Spot* spot, uint64_t dead) noexcept nogil:
    cdef uint64_t gone = dead
    cdef int32_t card, suit, i, n = 0
    for i in range(2):
        gone |= <uint64_t>1 << spot.hole[i]
    for i in range(3):
        gone |= <uint64_t>1 << spot.flop[i]
    for i in range(spot.known):
        gone |= <uint64_t>1 << spot.dealer[i]

    for suit in range(4):
        spot.flop_suits[suit] = spot.suited[suit].count = 0
    spot.flop_suit_counts = 0
    for i in range(3):
        spot.flop_suits[spot.flop[i] & 3] |= 1 << (spot.flop[i] >> 2)
        spot.flop_suit_counts += 1 << (spot.flop[i] & 3) * 4
    for card in range(52):
        if card % 4 == 0:
            spot.first[card >> 2] = n
        if gone >> card & 1:
            continue
        for suit in range(4):
            spot.suited[suit].bit[n] = rank_if(card, suit)
        suit = card & 3
        spot.suited[suit].place[spot.suited[suit].count] = n
        spot.suited[suit].count += 1
        spot.card[n] = card
        n += 1
    spot.first[13] = spot.count = n

    if spot.known == 0:
        spot.hands = (n * (n - 1) // 2 + BLOCK - 1) // BLOCK * BLOCK
        spot.possible = (n - 2) * (n - 3) // 2
        # The player's too, to be looked up beside the dealer's. All 13 unless cards are dead.
        spot.ranks = 1 << (spot.hole[0] >> 2) | 1 << (spot.hole[1] >> 2)
        for i in range(n):
            spot.ranks |= 1 << (spot.card[i] >> 2)
        spot.other_ranks = spot.ranks
    elif spot.known == 1:
        spot.possible = n - 2
        spot.ranks = 1 << (spot.dealer[0] >> 2)
        spot.other_ranks = 0
        for i in range(n):
            spot.other_ranks |= 1 << (spot.card[i] >> 2)
    else:
        spot.possible = 1
        spot.ranks = 1 << (spot.dealer[0] >> 2)
        spot.other_ranks = 1 << (spot.dealer[1] >> 2)


# Rank the dealer's hands and the player's on a board, by the ranks of turn and river.
cdef void rank_board(
    const Spot* spot, int32_t high, int32_t low, FlopValues* flop
) noexcept nogil:
    cdef ByRanks* ranked = &flop.board[rank_pair(low, high)]
    cdef RankCounts board, with_a, hand
    cdef int32_t a, b
    cdef int16_t value
    memset(&board, 0, sizeof(board))
    for a in range(3):
        add_rank(&board, spot.flop[a] >> 2)
    add_rank(&board, high)
    add_rank(&board, low)
    for a in range(13):
        if not spot.ranks >> a & 1:
            continue
        with_a = board
        add_rank(&with_a, a)
        for b in range(13 if spot.known else a + 1):
            if not spot.other_ranks >> b & 1:
                continue
            hand = with_a
            add_rank(&hand, b)
            value = rank_value(&TABLES, &hand)
            ranked.value[a][b] = value
            ranked.value[b][a] = value
    if spot.known:
        hand = board
        add_rank(&hand, spot.hole[0] >> 2)
        add_rank(&hand, spot.hole[1] >> 2)
        value = rank_value(&TABLES, &hand)
        ranked.value[spot.hole[0] >> 2][spot.hole[1] >> 2] = value
    flop.ranked[rank_pair(low, high)] = True


# The value of each of the dealer's hands, flushes aside.
cdef void fill_by_ranks(const Spot* spot, const ByRanks* board, int16_t* dealer) noexcept nogil:
    cdef int16_t row[UNSEEN]
    cdef int32_t rank, i, j
    if spot.known == 2:
        dealer[0] = board.value[spot.dealer[0] >> 2][spot.dealer[1] >> 2]
        return
    if spot.known == 1:
        for i in range(spot.count):
            dealer[i] = board.value[spot.dealer[0] >> 2][spot.card[i] >> 2]
        return
    for rank in range(13):
        if spot.first[rank] == spot.first[rank + 1]:
            continue
        for j in range(spot.first[rank + 1]):
            row[j] = board.value[rank][spot.card[j] >> 2]
        for i in range(spot.first[rank], spot.first[rank + 1]):
            for j in range(i):
                dealer[pair_id(j, i)] = row[j]


# Put in the flushes of a suit in which the board holds the ranks ``board``, three or more.
cdef void fill_flushes(
    const Suited* suited, int32_t count, int32_t board, int16_t* dealer
) noexcept nogil:
    cdef int32_t missing = 5 - TABLES.size[board]
    cdef int32_t i, j, place, at, with_one
    if missing == 2:
        for i in range(suited.count):
            place = suited.place[i]
            with_one = board | suited.bit[place]
            at = pair_id(0, place)
            for j in range(i):
                dealer[at + suited.place[j]] = (
                    TABLES.flush[with_one | suited.bit[suited.place[j]]]
                )
    elif missing == 1:
        for i in range(suited.count):
            place = suited.place[i]
            with_one = board | suited.bit[place]
            at = pair_id(0, place)
            for j in range(place):
                dealer[at + j] = TABLES.flush[with_one | suited.bit[j]]
            at = pair_id(place, place + 1)
            for j in range(place + 1, count):
                dealer[at] = TABLES.flush[with_one | suited.bit[j]]
                at += j
    else:
        for i in range(count):
            with_one = board | suited.bit[i]
            at = pair_id(0, i)
            for j in range(i):
                dealer[at + j] = TABLES.flush[with_one | suited.bit[j]]


# The same of the hands with one known card, whose rank is in ``board`` if it is of the suit.
cdef void fill_flushes_beside(
    const Suited* suited, int32_t count, int32_t board, int16_t* dealer
) noexcept nogil:
    cdef int16_t value = TABLES.flush[board]
    cdef int32_t i, place
    if value:
        for i in range(count):
            dealer[i] = value
    if TABLES.size[board] >= 4:
        for i in range(suited.count):
            place = suited.place[i]
            dealer[place] = TABLES.flush[board | suited.bit[place]]


# Take the pairs that hold the card at ``place`` out of the dealer's hands.
cdef inline void take_out(int32_t place, int32_t count, int16_t* dealer) noexcept nogil:
    cdef int32_t i
    cdef int32_t at = pair_id(0, place)
    for i in range(place):
        dealer[at + i] = ON_BOARD
    at = pair_id(place, place + 1)
    for i in range(place + 1, count):
        dealer[at] = ON_BOARD
        at += i


cdef inline void count_hands(
    const int16_t* dealer,
    int32_t hands,
    int32_t possible,
    int16_t qualifier,
    int16_t player,
    int32_t* counts,
) noexcept nogil:
    cdef int16_t unqualified = 0, below = 0, not_above = 0
    cdef int32_t i
    for i in range(hands):
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
    counts[3] += possible - not_above


# Count one board, turn and river given by their places among the cards left.
cdef void deal_board(
    const Spot* spot,
    int32_t turn,
    int32_t river,
    const int16_t* by_ranks,
    int16_t player,
    int32_t* counts,
) noexcept nogil:
    cdef int16_t dealer[DEALER_HANDS]
    cdef int32_t suit = 0, held = 0, i
    cdef int16_t value
    cdef int32_t suit_counts = (spot.flop_suit_counts + (1 << (spot.card[turn] & 3) * 4)
                                + (1 << (spot.card[river] & 3) * 4))
    # Of a suit's four bits the highest is set by three cards or more, which one suit at most has.
    cdef int32_t flush = (suit_counts + 0x5555) & 0x8888
    if flush:
        suit = TABLES.top[flush >> 3] >> 2
        held = (spot.flop_suits[suit]
                | spot.suited[suit].bit[turn] | spot.suited[suit].bit[river])
        value = TABLES.flush[held | rank_if(spot.hole[0], suit) | rank_if(spot.hole[1], suit)]
        player = value if value else player
        for i in range(spot.known):
            held |= rank_if(spot.dealer[i], suit)
    counts += TABLES.category[player] * OUTCOMES

    if spot.known == 2:
        value = TABLES.flush[held] if TABLES.flush[held] else by_ranks[0]
        counts[0 if value < spot.qualifier else 1 + (value >= player) + (value > player)] += 1
        return
    if spot.known == 1:
        memcpy(dealer, by_ranks, HANDS_BESIDE * sizeof(int16_t))
        if flush:
            fill_flushes_beside(&spot.suited[suit], spot.count, held, dealer)
        dealer[turn] = ON_BOARD
        dealer[river] = ON_BOARD
        count_hands(dealer, HANDS_BESIDE, spot.possible, spot.qualifier, player, counts)
        return
    memcpy(dealer, by_ranks, spot.hands * sizeof(int16_t))
    if flush:
        fill_flushes(&spot.suited[suit], spot.count, held, dealer)
    take_out(turn, spot.count, dealer)
    take_out(river, spot.count, dealer)
    count_hands(dealer, spot.hands, spot.possible, spot.qualifier, player, counts)


cdef void deal_spot(const Spot* spot, FlopValues* flop, int32_t* counts) noexcept nogil:
    cdef int16_t by_ranks[DEALER_HANDS]
    cdef ByRanks* board
    cdef int32_t high, low, turn, river, i
    cdef int16_t player
    cdef bint filled

    memset(counts, 0, CATEGORIES * OUTCOMES * sizeof(int32_t))
    for i in range(DEALER_HANDS):
        by_ranks[i] = ON_BOARD

    # Boards of the same ranks together: they differ by their flushes and by the cards they use up.
    for high in range(13):
        for low in range(high + 1):
            board = &flop.board[rank_pair(low, high)]
            filled = False
            for turn in range(spot.first[high], spot.first[high + 1]):
                for river in range(spot.first[low], min(turn, spot.first[low + 1])):
                    if spot.board & ~(<uint64_t>1 << spot.card[turn]
                                      | <uint64_t>1 << spot.card[river]):
                        continue
                    if not filled:
                        if not flop.ranked[rank_pair(low, high)]:
                            rank_board(spot, high, low, flop)
                        fill_by_ranks(spot, board, by_ranks)
                        player = board.value[spot.hole[0] >> 2][spot.hole[1] >> 2]
                        filled = True
                    deal_board(spot, turn, river, by_ranks, player, counts)


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
    cdef FlopValues values
    cdef Spot spot
    cdef Py_ssize_t n
    with nogil:
        memset(values.ranked, 0, sizeof(values.ranked))
        spot.flop = &flop[0]
        spot.board = 0
        spot.known = 0
        spot.qualifier = qualifier
        for n in range(holes.shape[0]):
            spot.hole = &holes[n, 0]
            sort_cards(&spot, 0)
            deal_spot(&spot, &values, &counts[n, 0, 0])


def deal_known(
    const uint8_t[::1] hole,
    const uint8_t[::1] flop,
    const uint8_t[::1] dead,
    const uint8_t[::1] dealer,
    const uint8_t[::1] board,
    int qualifier,
    int32_t[:, :, ::1] counts,
):
    """Deal out every completion of one spot of which more cards are known.

    Parameters
    ----------
    hole, flop : uint8[2], uint8[3], card ids
    dead : uint8[d], card ids
        Cards that nobody can be dealt any more.
    dealer : uint8[0 to 2], card ids
        Those of the dealer's cards that are known.
    board : uint8[0 to 2], card ids
        Turn and river as far as they are known, in any order. All cards are different, and enough
        are left for turn, river and dealer.
    qualifier : int
        Least hand value with which the dealer qualifies.
    counts : int32[1, 10, 4]
        Filled: completions by the player's final category and outcome (dealer not qualified, win,
        tie, lose). With n cards not known, and b of the board's and d of the dealer's to come,
        they add up to (n choose b) * (n - b choose d).
    """
    cdef FlopValues values
    cdef Spot spot
    cdef uint64_t dead_cards = 0
    cdef Py_ssize_t i
    with nogil:
        memset(values.ranked, 0, sizeof(values.ranked))
        spot.hole = &hole[0]
        spot.flop = &flop[0]
        spot.board = 0
        for i in range(board.shape[0]):
            spot.board |= <uint64_t>1 << board[i]
        spot.known = dealer.shape[0]
        for i in range(spot.known):
            spot.dealer[i] = dealer[i]
        spot.qualifier = qualifier
        for i in range(dead.shape[0]):
            dead_cards |= <uint64_t>1 << dead[i]
        sort_cards(&spot, dead_cards)
        deal_spot(&spot, &values, &counts[0, 0, 0])
