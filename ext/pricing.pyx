"""Pricing: outcome counts times payoffs, for many spots and many pay tables at once."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc

cdef enum:
    CATEGORIES = 10
    OUTCOMES = 4
    CELLS = CATEGORIES * OUTCOMES
    FOLD = 0
    EITHER = 1
    CALL = 2
    DECISIONS = 3


cdef inline bint any_of(const int32_t* outcomes) noexcept nogil:
    return (outcomes[0] | outcomes[1] | outcomes[2] | outcomes[3]) != 0


# Most spots cannot end in half of the categories, hence the tests.
cdef inline int64_t sum_of(const int32_t* counts, const int64_t* payoffs) noexcept nogil:
    cdef int64_t sum = 0
    cdef int32_t category, cell
    for category in range(CATEGORIES):
        if any_of(&counts[category * OUTCOMES]):
            for cell in range(category * OUTCOMES, category * OUTCOMES + OUTCOMES):
                sum += payoffs[cell] * counts[cell]
    return sum


cdef inline void add_to(int64_t* totals, const int32_t* counts, int64_t weight) noexcept nogil:
    cdef int32_t category, cell
    for category in range(CATEGORIES):
        if any_of(&counts[category * OUTCOMES]):
            for cell in range(category * OUTCOMES, category * OUTCOMES + OUTCOMES):
                totals[cell] += weight * counts[cell]


cdef inline int32_t decision_of(int64_t call, int64_t fold) noexcept nogil:
    return CALL if call > fold else EITHER if call == fold else FOLD


def price(
    const int32_t[:, ::1] counts,
    const uint8_t[::1] weights,
    const uint8_t[::1] groups,
    const int64_t[::1] payoffs,
    const int64_t[::1] folds,
    int64_t[::1] ev,
    int64_t[:, :, ::1] totals,
):
    """EV of Call for each spot, and the counts of all spots added up by group and decision.

    Parameters
    ----------
    counts : int32[n, 40]
        Completions of each spot by final category (10) and outcome (4).
    weights : uint8[n]
        How many spots each stands for.
    groups : uint8[n]
        Which of the totals each is added to.
    payoffs : int64[40]
        What a completion pays after Call, in units of the caller's; at most 2**41 either way.
    folds : int64[n]
        What Fold is worth in each spot, in the same units, added up over its completions.
    ev : int64[n]
        Filled: the sum of payoffs over the spot's 1,070,190 completions; higher is better.
    totals : int64[m, 3, 40]
        Added to, by group: weighted counts of the spots where Fold is better (0), both are equal
        (1), Call is better (2).
    """
    cdef Py_ssize_t spot
    with nogil:
        for spot in range(counts.shape[0]):
            ev[spot] = sum_of(&counts[spot, 0], &payoffs[0])
            add_to(
                &totals[groups[spot], decision_of(ev[spot], folds[spot]), 0],
                &counts[spot, 0],
                weights[spot],
            )


# What pricing many tables at once works on; nodes are numbered parents first.
ctypedef struct Tree:
    const int64_t* bounds       # lowest and highest payoffs of a node's tables, less Fold
    const int32_t* children     # two of each node; of a leaf -1 and its table
    const int32_t* counts
    const uint8_t* weights
    int64_t* totals             # fold, either, call of each node


# Price the spots of a node; room is for as many numbers as there are spots on each floor below.
cdef void visit(
    const Tree* tree, int32_t node, const int32_t* spots, Py_ssize_t count, int32_t* room
) noexcept nogil:
    cdef const int64_t* lowest = tree.bounds + <Py_ssize_t>node * 2 * CELLS
    cdef const int64_t* highest = lowest + CELLS
    cdef int64_t* totals = tree.totals + <Py_ssize_t>node * DECISIONS * CELLS
    cdef int32_t left = tree.children[2 * node]
    cdef Py_ssize_t i, contested = 0
    cdef const int32_t* row
    cdef int64_t sum
    for i in range(count):
        row = tree.counts + <Py_ssize_t>spots[i] * CELLS
        sum = sum_of(row, lowest)
        if left < 0:
            add_to(totals + decision_of(sum, 0) * CELLS, row, tree.weights[spots[i]])
        elif sum > 0:
            add_to(totals + CALL * CELLS, row, tree.weights[spots[i]])
        elif sum_of(row, highest) < 0:
            add_to(totals + FOLD * CELLS, row, tree.weights[spots[i]])
        else:
            room[contested] = spots[i]
            contested += 1
    if left >= 0 and contested:
        visit(tree, left, room, contested, room + contested)
        visit(tree, tree.children[2 * node + 1], room, contested, room + contested)


def price_all(
    const int32_t[:, ::1] counts,
    const uint8_t[::1] weights,
    const int64_t[:, :, ::1] bounds,
    const int32_t[:, ::1] children,
    int depth,
    int64_t[:, :, ::1] totals,
):
    """The counts of all spots added up by decision, for many pay tables.

    The tables are the leaves of a tree. A spot that is called under the lowest payoffs of a node's
    tables, or folded under the highest, is so under all of them, and is added up there, once.

    Parameters
    ----------
    counts : int32[n, 40]
    weights : uint8[n]
        As for `price`.
    bounds : int64[k, 2, 40]
        Of each node, least and greatest payoff of its tables less what Fold pays, in units of its
        own; at most 2**41 either way. Of a leaf exactly its table's.
    children : int32[k, 2]
        Of each node two nodes of higher numbers; of a leaf -1 and anything.
    depth : int
        Nodes on the longest way down.
    totals : int64[k, 3, 40]
        Filled, for each node with the totals of its tables: all of a leaf's, and of the others
        what their ancestors and they themselves decided.
    """
    cdef Py_ssize_t nodes = bounds.shape[0], spots = counts.shape[0]
    cdef Py_ssize_t i, node, cell
    cdef int32_t side
    cdef Tree tree
    cdef int32_t* room = <int32_t*>malloc((<Py_ssize_t>depth + 1) * spots * sizeof(int32_t) + 1)
    if room == NULL:
        raise MemoryError
    try:
        with nogil:
            totals[:] = 0
            if spots:
                tree.bounds = &bounds[0, 0, 0]
                tree.children = &children[0, 0]
                tree.counts = &counts[0, 0]
                tree.weights = &weights[0]
                tree.totals = &totals[0, 0, 0]
                for i in range(spots):
                    room[i] = <int32_t>i
                visit(&tree, 0, room, spots, room + spots)
                for node in range(nodes):
                    if children[node, 0] >= 0:
                        for side in range(2):
                            for cell in range(DECISIONS * CELLS):
                                (&totals[children[node, side], 0, 0])[cell] += (
                                    (&totals[node, 0, 0])[cell]
                                )
    finally:
        free(room)
