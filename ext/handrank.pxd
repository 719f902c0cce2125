# The value of the best five cards, from sets of ranks; header-only, each kernel keeps its tables.
#
# Values run from 1 (7-5-4-3-2 of mixed suits) to 7462 (royal flush). Higher is better, and each
# distinct five-card hand has a number of its own, so equal values are ties. Within a category the
# number follows from combinatorics: n ranks chosen out of many, compared from the top, are in the
# order of their sum of binomials (r_1 choose 1) + (r_2 choose 2) + ... with r_1 < r_2 < ...

from libc.stdint cimport int16_t, int32_t, uint8_t

cdef enum:
    RANK_SETS = 8192          # sets of the 13 ranks
    VALUES = 7463             # values 1 to 7462
    CATEGORIES = 10           # high card (0) to straight flush (8) and royal flush (9)
    OUTCOMES = 4              # dealer not qualified, win, tie, lose

    FIRST_HIGH_CARD = 1
    FIRST_PAIR = 1278
    FIRST_TWO_PAIR = 4138
    FIRST_TRIPS = 4996
    FIRST_STRAIGHT = 5854
    FIRST_FLUSH = 5864
    FIRST_FULL_HOUSE = 7141
    FIRST_QUADS = 7297
    FIRST_STRAIGHT_FLUSH = 7453
    ROYAL_FLUSH_VALUE = 7462

ctypedef struct RankTables:
    uint8_t size[RANK_SETS]        # number of ranks in the set
    uint8_t top[RANK_SETS]         # its highest rank
    int16_t top2[RANK_SETS]        # order of its two highest ranks among all pairs of ranks
    int16_t top3[RANK_SETS]        # the same for the three highest
    int16_t straight[RANK_SETS]    # value of its best straight, 0 if it has none
    int16_t high[RANK_SETS]        # value of its best five, all of different ranks
    int16_t flush[RANK_SETS]       # value if all are of one suit, 0 for fewer than five
    uint8_t category[VALUES]       # hand category of a value

# The ranks a hand holds at least once, twice, three times, four times.
ctypedef struct RankCounts:
    int32_t one
    int32_t two
    int32_t three
    int32_t four


cdef inline void add_rank(RankCounts* held, int32_t rank) noexcept nogil:
    cdef int32_t bit = 1 << rank
    held.four |= held.three & bit
    held.three |= held.two & bit
    held.two |= held.one & bit
    held.one |= bit


# The set without one rank, as a set of 12.
cdef inline int32_t squeeze(int32_t ranks, int32_t without) noexcept nogil:
    return (ranks & ((1 << without) - 1)) | ((ranks >> (without + 1)) << without)


# Value of the best five of five to seven cards, leaving flushes aside.
cdef inline int16_t rank_value(const RankTables* tables, const RankCounts* held) noexcept nogil:
    cdef int32_t a, b, rest
    if held.four:
        a = tables.top[held.four]
        return FIRST_QUADS + a * 12 + tables.top[squeeze(held.one, a)]
    if held.three:
        a = tables.top[held.three]
        rest = squeeze(held.two, a)
        if rest:
            return FIRST_FULL_HOUSE + a * 12 + tables.top[rest]
    if tables.straight[held.one]:
        return tables.straight[held.one]
    if held.three:
        return FIRST_TRIPS + a * 66 + tables.top2[squeeze(held.one, a)]
    if held.two:
        a = tables.top[held.two]
        rest = held.two ^ (1 << a)
        if rest:
            b = tables.top[rest]
            return (FIRST_TWO_PAIR + (a * (a - 1) // 2 + b) * 11
                    + tables.top[squeeze(squeeze(held.one, a), b)])
        return FIRST_PAIR + a * 220 + tables.top3[squeeze(held.one, a)]
    return tables.high[held.one]


cdef inline void build_rank_tables(RankTables* tables) noexcept nogil:
    cdef int32_t ranks, rest, rank, value, place, next_high = 0
    for ranks in range(RANK_SETS):
        rest = ranks & (ranks - 1)                  # without its lowest rank
        tables.size[ranks] = tables.size[rest] + 1 if ranks else 0
        tables.top[ranks] = 0
        for rank in range(13):
            if ranks >> rank & 1:
                tables.top[ranks] = rank
        rank = tables.top[ranks]
        # Sets of the size in question get their order; larger ones fall back on their highest ranks.
        if tables.size[ranks] <= 2:
            tables.top2[ranks] = rank * (rank - 1) // 2 + tables.top[ranks ^ (1 << rank)]
        else:
            tables.top2[ranks] = tables.top2[rest]
        if tables.size[ranks] <= 3:
            tables.top3[ranks] = (rank * (rank - 1) * (rank - 2) // 6
                                  + tables.top2[ranks & ~(1 << rank)])
        else:
            tables.top3[ranks] = tables.top3[rest]

        tables.straight[ranks] = 0
        for place in range(10):
            # Ace to five first; the ace is also the rank below the two.
            if (((ranks << 1) | (ranks >> 12 & 1)) >> place & 31) == 31:
                tables.straight[ranks] = FIRST_STRAIGHT + place
        if tables.size[ranks] < 5:
            tables.high[ranks] = 0
            tables.flush[ranks] = 0
        elif tables.straight[ranks]:
            place = tables.straight[ranks] - FIRST_STRAIGHT
            tables.high[ranks] = tables.straight[ranks]
            tables.flush[ranks] = FIRST_STRAIGHT_FLUSH + place
        elif tables.size[ranks] == 5:
            # Sets of equal size compare from the top as the numbers that hold them.
            tables.high[ranks] = FIRST_HIGH_CARD + next_high
            tables.flush[ranks] = FIRST_FLUSH + next_high
            next_high += 1
        else:
            tables.high[ranks] = tables.high[rest]
            tables.flush[ranks] = tables.flush[rest]

    for value in range(VALUES):
        tables.category[value] = (
            (value >= FIRST_PAIR) + (value >= FIRST_TWO_PAIR) + (value >= FIRST_TRIPS)
            + (value >= FIRST_STRAIGHT) + (value >= FIRST_FLUSH) + (value >= FIRST_FULL_HOUSE)
            + (value >= FIRST_QUADS) + (value >= FIRST_STRAIGHT_FLUSH)
            + (value >= ROYAL_FLUSH_VALUE)
        )
