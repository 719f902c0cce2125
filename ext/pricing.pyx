"""Pricing: outcome counts times payoffs, for many spots at once."""

from libc.stdint cimport int32_t, int64_t, uint8_t

cdef enum:
    COMPLETIONS = 1070190
    CATEGORIES = 10
    OUTCOMES = 4
    FOLD = 0
    EITHER = 1
    CALL = 2


cdef inline bint any_of(const int32_t* outcomes) noexcept nogil:
    return (outcomes[0] | outcomes[1] | outcomes[2] | outcomes[3]) != 0


def price(
    const int32_t[:, ::1] counts,
    const uint8_t[::1] weights,
    const int64_t[::1] payoffs,
    int64_t fold,
    int64_t[::1] ev,
    int64_t[:, ::1] totals,
    int64_t[::1] spots,
):
    """EV of Call for each spot, and the counts of all spots added up by decision.

    Parameters
    ----------
    counts : int32[n, 40]
        Completions of each spot by final category (10) and outcome (4).
    weights : uint8[n]
        How many spots each stands for.
    payoffs : int64[40]
        What a completion pays after Call, in units of the caller's; at most 2**40 either way.
    fold : int64
        What Fold pays, in the same units.
    ev : int64[n]
        Filled: the sum of payoffs over the spot's 1,070,190 completions; higher is better.
    totals : int64[3, 40]
        Added to: weighted counts of the spots where Fold is better (0), both are equal (1), Call is
        better (2).
    spots : int64[3]
        Added to: weights of the same.
    """
    cdef Py_ssize_t spot
    cdef int32_t category, cell, decision
    cdef int64_t sum
    with nogil:
        for spot in range(counts.shape[0]):
            sum = 0
            for category in range(CATEGORIES):
                # Most spots cannot end in half of them.
                if any_of(&counts[spot, category * OUTCOMES]):
                    for cell in range(category * OUTCOMES, category * OUTCOMES + OUTCOMES):
                        sum += payoffs[cell] * counts[spot, cell]
            ev[spot] = sum
            decision = FOLD
            if sum == fold * COMPLETIONS:
                decision = EITHER
            elif sum > fold * COMPLETIONS:
                decision = CALL
            spots[decision] += weights[spot]
            for category in range(CATEGORIES):
                if any_of(&counts[spot, category * OUTCOMES]):
                    for cell in range(category * OUTCOMES, category * OUTCOMES + OUTCOMES):
                        totals[decision, cell] += <int64_t>weights[spot] * counts[spot, cell]
