"""Spot classes: spots up to relabelling suits, numbered flop class by flop class."""

# Flops are gone through by their ranks (the highest card's first, lowest ranks first), then by their
# suits in the same order; the first of each class is its representative, and classes are numbered as
# they come. Within a flop class the relabellings that leave the representative as it is sort the
# holes into slots, numbered in the order of the holes' ids. Index = first index of the flop class +
# slot. This numbering is scheme 1; a stored table names the scheme it uses.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

from cards cimport pair_id

cdef enum:
    FLOPS = 22100
    HOLES = 1326
    TRIOS_OF_RANKS = 455
    CLASSES_OF_FLOPS = 1755
    CLASSES_OF_SPOTS = 1286792
    RELABELLINGS = 24
    NONE = 0xFFFF             # no class yet; no slot, for a hole that holds a card of the flop
    FREE = 0xFFFE             # no slot yet

INDEX_SCHEME = 1
FLOP_CLASSES = CLASSES_OF_FLOPS
SPOT_CLASSES = CLASSES_OF_SPOTS
RANK_TRIOS = TRIOS_OF_RANKS

cdef uint8_t[RELABELLINGS][52] RELABEL        # card id -> card id
cdef uint16_t[RELABELLINGS][HOLES] RELABEL_HOLE
cdef uint16_t[FLOPS] FLOP_CLASS
cdef uint8_t[FLOPS] FLOP_RELABELLING          # the one that leads to the representative
cdef uint8_t[CLASSES_OF_FLOPS] FLOP_WEIGHT
cdef int32_t[CLASSES_OF_FLOPS + 1] FIRST_INDEX
cdef uint16_t[CLASSES_OF_FLOPS][HOLES] SLOT
cdef uint16_t[CLASSES_OF_SPOTS] HOLE          # the slot's representative
cdef uint8_t[CLASSES_OF_SPOTS] WEIGHT
cdef uint8_t[HOLES][2] HOLE_CARDS
cdef uint8_t[CLASSES_OF_FLOPS][3] FLOP_CARDS   # the representative
cdef int32_t[TRIOS_OF_RANKS + 1] FIRST_OF_RANKS


cdef inline int32_t trio_id(int32_t a, int32_t b, int32_t c) noexcept nogil:
    cdef int32_t high = max(a, b, c), low = min(a, b, c)
    cdef int32_t middle = a + b + c - high - low
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


cdef void build_relabellings() noexcept nogil:
    cdef int32_t a, b, c, d, rank, n = 0
    for a in range(4):
        for b in range(4):
            for c in range(4):
                d = 6 - a - b - c
                if a == b or a == c or b == c:
                    continue
                for rank in range(13):
                    RELABEL[n][4 * rank] = 4 * rank + a
                    RELABEL[n][4 * rank + 1] = 4 * rank + b
                    RELABEL[n][4 * rank + 2] = 4 * rank + c
                    RELABEL[n][4 * rank + 3] = 4 * rank + d
                n += 1


cdef void build_holes() noexcept nogil:
    cdef int32_t a, b, i
    for b in range(52):
        for a in range(b):
            HOLE_CARDS[pair_id(a, b)][0] = a
            HOLE_CARDS[pair_id(a, b)][1] = b
            for i in range(RELABELLINGS):
                RELABEL_HOLE[i][pair_id(a, b)] = pair_id(RELABEL[i][a], RELABEL[i][b])


# Sort the holes on a flop into slots; returns the index after the last one.
cdef int32_t add_spots(
    int32_t flop_class, int32_t first, const uint8_t* keeps, int32_t keep_count
) noexcept nogil:
    cdef uint16_t* slots = SLOT[flop_class]
    cdef uint8_t weight = FLOP_WEIGHT[flop_class]
    cdef int32_t n, i, card, image, spot = first
    for n in range(HOLES):
        slots[n] = FREE
    for i in range(3):
        card = FLOP_CARDS[flop_class][i]
        for n in range(52):
            if n != card:
                slots[pair_id(n, card)] = NONE
    for n in range(HOLES):
        if slots[n] != FREE:
            continue
        HOLE[spot] = n
        WEIGHT[spot] = 0
        for i in range(keep_count):
            image = RELABEL_HOLE[keeps[i]][n]
            if slots[image] == FREE:
                slots[image] = spot - first
                WEIGHT[spot] += weight
        spot += 1
    return spot


cdef void build_classes() noexcept nogil:
    cdef uint8_t keeps[RELABELLINGS]          # relabellings that keep the flop as it is
    cdef uint8_t inverse[RELABELLINGS]
    cdef uint8_t* relabel
    cdef int32_t i, j, flop, image, keep_count, spot = 0, flop_class = 0, trio = 0
    cdef int32_t high, middle, low, a, b, c
    for i in range(RELABELLINGS):
        for j in range(RELABELLINGS):
            if (RELABEL[j][RELABEL[i][0]] == 0 and RELABEL[j][RELABEL[i][1]] == 1
                    and RELABEL[j][RELABEL[i][2]] == 2):
                inverse[i] = j
    for flop in range(FLOPS):
        FLOP_CLASS[flop] = NONE

    for high in range(13):
        for middle in range(high + 1):
            for low in range(middle + 1):
                FIRST_OF_RANKS[trio] = flop_class
                trio += 1
                for c in range(4 * high, 4 * high + 4):
                    for b in range(4 * middle, min(c, 4 * middle + 4)):
                        for a in range(4 * low, min(b, 4 * low + 4)):
                            flop = trio_id(a, b, c)
                            if FLOP_CLASS[flop] != NONE:
                                continue
                            keep_count = 0
                            for i in range(RELABELLINGS):
                                relabel = RELABEL[i]
                                image = trio_id(relabel[a], relabel[b], relabel[c])
                                if image == flop:
                                    keeps[keep_count] = i
                                    keep_count += 1
                                if FLOP_CLASS[image] == NONE:
                                    FLOP_CLASS[image] = flop_class
                                    FLOP_RELABELLING[image] = inverse[i]
                            FLOP_CARDS[flop_class][0] = a
                            FLOP_CARDS[flop_class][1] = b
                            FLOP_CARDS[flop_class][2] = c
                            FLOP_WEIGHT[flop_class] = RELABELLINGS // keep_count
                            FIRST_INDEX[flop_class] = spot
                            spot = add_spots(flop_class, spot, keeps, keep_count)
                            flop_class += 1
    FIRST_OF_RANKS[trio] = flop_class
    FIRST_INDEX[flop_class] = spot


build_relabellings()
build_holes()
build_classes()


cdef inline int32_t index_of(
    const uint8_t* hole, const uint8_t* flop
) noexcept nogil:
    cdef int32_t trio = trio_id(flop[0], flop[1], flop[2])
    cdef int32_t flop_class = FLOP_CLASS[trio]
    cdef uint8_t* relabel = RELABEL[FLOP_RELABELLING[trio]]
    return (FIRST_INDEX[flop_class]
            + SLOT[flop_class][pair_id(relabel[hole[0]], relabel[hole[1]])])


def index(int h0, int h1, int f0, int f1, int f2):
    """Index of the class of one spot, five different card ids (not checked here)."""
    cdef uint8_t hole[2]
    cdef uint8_t flop[3]
    hole[0] = h0
    hole[1] = h1
    flop[0] = f0
    flop[1] = f1
    flop[2] = f2
    return index_of(hole, flop)


def index_many(const uint8_t[:, ::1] holes, const uint8_t[:, ::1] flops, int32_t[::1] indices):
    """Fill ``indices`` (int32[n]) with the classes of ``holes`` (uint8[n, 2]) on ``flops`` [n, 3].

    Returns
    -------
    int
        -1, or the first row that is not five different cards; the rows from there on are not filled.
    """
    cdef Py_ssize_t row, bad = -1
    cdef const uint8_t* hole
    cdef const uint8_t* flop
    cdef int64_t seen
    with nogil:
        for row in range(indices.shape[0]):
            hole = &holes[row, 0]
            flop = &flops[row, 0]
            if max(hole[0], hole[1], flop[0], flop[1], flop[2]) > 51:
                bad = row
                break
            seen = ((<int64_t>1 << hole[0]) ^ (<int64_t>1 << hole[1]) ^ (<int64_t>1 << flop[0])
                    ^ (<int64_t>1 << flop[1]) ^ (<int64_t>1 << flop[2]))
            # Toggled bits: five remain only if no card came twice.
            seen &= seen - 1
            seen &= seen - 1
            seen &= seen - 1
            seen &= seen - 1
            if seen == 0:
                bad = row
                break
            indices[row] = index_of(hole, flop)
    return bad


def flop_cards(int flop_class):
    """Card ids of a flop class's representative, lowest first."""
    cdef uint8_t* cards = FLOP_CARDS[flop_class]
    return cards[0], cards[1], cards[2]


def flop_weight(int flop_class):
    """Number of flops in a flop class: 4, 12 or 24."""
    return FLOP_WEIGHT[flop_class]


def first_index(int flop_class):
    """Index of the first spot class on a flop class; 1,286,792 for flop class 1,755."""
    return FIRST_INDEX[flop_class]


def first_flop(int rank_trio):
    """First flop class with the 0 to 454th three ranks; 1,755 for 455.

    Flop classes of the same three ranks have consecutive numbers.
    """
    return FIRST_OF_RANKS[rank_trio]


def fill_holes(int first, uint8_t[:, ::1] holes, uint8_t[::1] weights):
    """Representatives and weights of the spot classes from index ``first`` on.

    Parameters
    ----------
    first : int
    holes : uint8[n, 2]
        Filled with card ids; the flop they belong to is their flop class's representative.
    weights : uint8[n]
        Filled with the number of spots in each class: 4, 12 or 24.
    """
    cdef Py_ssize_t n
    with nogil:
        for n in range(weights.shape[0]):
            holes[n, 0] = HOLE_CARDS[HOLE[first + n]][0]
            holes[n, 1] = HOLE_CARDS[HOLE[first + n]][1]
            weights[n] = WEIGHT[first + n]
