"""The table of a proof-number search: what is known of positions, by their keys.

A key may stand in one of four places. Threads that share a table lock the places that they look at.
"""

from board_ext.solvers.proofs.dfpn_team cimport Team, team_lock, team_unlock
from board_ext.lowlevel.types cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    BUCKET = 4                # entries that a key may stand in


cdef struct Proof:
    # An entry of the table: numbers of a position for its side to move.
    uint64_t key
    uint32_t phi
    uint32_t delta
    uint32_t work             # nodes below it
    uint16_t move             # that wins, of a position that is won
    uint8_t lowest            # of a disproof by repetition: the ply that came back; else NO_PLY
    uint8_t question          # the last question that it served, modulo 256


cdef struct ProofTable:
    uint32_t mask
    uint8_t question          # the number of the one that is asked now, modulo 256
    Proof* entries
    Team* team                # with whom the table is shared; NULL without


cdef inline const Proof* proof_at(const ProofTable* t, uint64_t key) noexcept nogil:
    """Return the entry of a key, or NULL."""
    cdef const Proof* entry = &t.entries[key & t.mask]
    cdef int i
    for i in range(BUCKET):
        if entry[i].key == key:
            return &entry[i]
    return NULL


cdef inline const Proof* proof_in_team(const ProofTable* t, uint64_t key,
                                       Proof* copy) noexcept nogil:
    """Copy the entry of a key, and return the copy; or NULL."""
    cdef const Proof* entry
    team_lock(t.team, (key & t.mask) // BUCKET)
    entry = proof_at(t, key)
    if entry != NULL:
        copy[0] = entry[0]
    team_unlock(t.team, (key & t.mask) // BUCKET)
    return NULL if entry == NULL else copy


cdef inline const Proof* proof_find(const ProofTable* t, uint64_t key, bint shared,
                               Proof* copy) noexcept nogil:
    """Return the entry of a key, or NULL; a copy where the table is ``shared``."""
    return proof_in_team(t, key, copy) if shared else proof_at(t, key)


cdef inline void proof_put(ProofTable* t, uint64_t key, uint32_t phi, uint32_t delta, uint64_t work,
                      int move, int lowest) noexcept nogil:
    """Enter numbers, in the place of the same key or of the entry with the least work.

    What was entered for an earlier question counts as no work: else a table full of large old
    proofs has no room for the fight that is read now.
    """
    cdef Proof* entry = &t.entries[key & t.mask]
    cdef Proof* place = entry
    cdef uint32_t least = 0xFFFFFFFF, counts
    cdef int i
    for i in range(BUCKET):
        if entry[i].key == key:
            place = &entry[i]
            # Another thread may have solved it meanwhile.
            if t.team != NULL and not (place.phi and place.delta) and phi and delta:
                return
            work += place.work
            break
        counts = entry[i].work if entry[i].question == t.question else 0
        if counts < least:
            least = counts
            place = &entry[i]
    place.key = key
    place.phi = phi
    place.delta = delta
    place.work = <uint32_t>min(work, <uint64_t>0xFFFFFFFF)
    place.move = <uint16_t>move
    place.lowest = <uint8_t>lowest
    place.question = t.question


cdef inline void proof_store(ProofTable* t, uint64_t key, uint32_t phi, uint32_t delta,
                             uint64_t work, int move, int lowest) noexcept nogil:
    """Enter numbers, alone in the bucket."""
    if t.team != NULL:
        team_lock(t.team, (key & t.mask) // BUCKET)
    proof_put(t, key, phi, delta, work, move, lowest)
    if t.team != NULL:
        team_unlock(t.team, (key & t.mask) // BUCKET)


cdef inline int proof_of(const ProofTable* t, uint64_t key) noexcept nogil:
    """Return 1 when the side to move of a position wins, -1 when it loses, 0 when nobody knows."""
    cdef Proof copy
    cdef const Proof* entry = proof_find(t, key, t.team != NULL, &copy)
    if entry == NULL or (entry.phi and entry.delta):
        return 0
    return 1 if entry.phi == 0 else -1
