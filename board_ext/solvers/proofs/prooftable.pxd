"""The table of a proof-number search: what is known of positions, by their keys.

A key may stand in one of four places. Who wins a fight may depend on who wins its kos, but most
proofs do not. So positions have the same key whoever is the ko master, and readers with different
masters share what they know; a proof that holds with one master alone stands under a key of its
own, in the same places. Numbers that are no proof are a guess with any master.

Threads share a table without locks (Hyatt and Mann 2002): the key is kept XORed with all that is
said of it, so that what two threads wrote at once fits no key.
"""

from board_ext.lowlevel.atomics cimport load_u64, store_u64
from board_ext.solvers.proofs.dfpn_team cimport Team
from board_ext.lowlevel.types cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    BUCKET = 4                # places that a key may stand in


cdef struct ProofPlace:
    uint64_t seal             # the key, XORed with what follows
    uint64_t numbers          # phi, and delta above it
    uint64_t rest             # from below: work, move, lowest, question


cdef struct Proof:
    # What is known of a position: numbers for its side to move.
    uint64_t key
    uint32_t phi
    uint32_t delta
    uint32_t work             # nodes below it
    uint16_t move             # that wins, of a position that is won
    uint8_t lowest            # of a disproof by repetition: the ply that came back; else NO_PLY
    uint8_t question          # the fight that it served, as eight bits


cdef struct ProofTable:
    uint32_t mask
    uint8_t question          # the fight that is read now, as eight bits
    uint64_t mark             # what turns a key into that of a proof with this ko master alone
    ProofPlace* places
    Team* team                # with whom the table is shared; NULL without


cdef inline uint64_t master_mark(int master) noexcept nogil:
    """Return the mark of a ko master; keys with a mark stand where those without do."""
    return <uint64_t>(master + 1) << 62


cdef inline Proof proof_read(const ProofPlace* place) noexcept nogil:
    """Return what stands in a place."""
    cdef uint64_t numbers = load_u64(&place.numbers), rest = load_u64(&place.rest)
    cdef Proof proof
    proof.key = load_u64(&place.seal) ^ numbers ^ rest
    proof.phi = <uint32_t>numbers
    proof.delta = <uint32_t>(numbers >> 32)
    proof.work = <uint32_t>rest
    proof.move = <uint16_t>(rest >> 32)
    proof.lowest = <uint8_t>(rest >> 48)
    proof.question = <uint8_t>(rest >> 56)
    return proof


cdef inline void proof_write(ProofPlace* place, const Proof* proof) noexcept nogil:
    """Fill a place."""
    cdef uint64_t numbers = proof.phi | <uint64_t>proof.delta << 32
    cdef uint64_t rest = (proof.work | <uint64_t>proof.move << 32 | <uint64_t>proof.lowest << 48
                          | <uint64_t>proof.question << 56)
    store_u64(&place.seal, proof.key ^ numbers ^ rest)
    store_u64(&place.numbers, numbers)
    store_u64(&place.rest, rest)


cdef inline bint is_proof(const Proof* proof) noexcept nogil:
    """Return whether the numbers say who wins."""
    return proof.phi == 0 or proof.delta == 0


cdef inline bint proof_find(const ProofTable* t, uint64_t key, Proof* found) noexcept nogil:
    """Set ``found`` to what is known with the ko master of the table; return whether anything is.

    Its key is ``key`` where that holds with any master.
    """
    cdef const ProofPlace* places = &t.places[key & t.mask]
    cdef Proof proof
    cdef bint any_found = False
    cdef int i
    for i in range(BUCKET):
        proof = proof_read(&places[i])
        if proof.key == key ^ t.mark or (
                proof.key == key and not (any_found and not is_proof(&proof))):
            found[0] = proof
            any_found = True
    return any_found


cdef inline void proof_store(ProofTable* t, uint64_t key, uint32_t phi, uint32_t delta,
                             uint64_t work, int move, int lowest) noexcept nogil:
    """Enter numbers, in the place of the same key or of the entry with the least work.

    What was entered for another fight counts as no work: else a table full of large old proofs has
    no room for the fight that is read now.
    """
    cdef ProofPlace* places = &t.places[key & t.mask]
    cdef ProofPlace* place = places
    cdef Proof proof
    cdef uint32_t least = 0xFFFFFFFF, counts
    cdef int i
    for i in range(BUCKET):
        proof = proof_read(&places[i])
        if proof.key == key:
            place = &places[i]
            # Another thread may have solved it meanwhile.
            if is_proof(&proof) and phi and delta:
                return
            work += proof.work
            break
        counts = proof.work if proof.question == t.question else 0
        if counts < least:
            least = counts
            place = &places[i]
    proof.key = key
    proof.phi = phi
    proof.delta = delta
    proof.work = <uint32_t>min(work, <uint64_t>0xFFFFFFFF)
    proof.move = <uint16_t>move
    proof.lowest = <uint8_t>lowest
    proof.question = t.question
    proof_write(place, &proof)


cdef enum Known:
    # What a table says of a position, for its side to move.
    LOST = -2                 # whoever wins the kos
    LOST_SO = -1              # with this ko master
    OPEN = 0
    WON_SO = 1
    WON = 2


cdef inline int proof_of(const ProofTable* t, uint64_t key) noexcept nogil:
    """Return what is known of a position (`Known`)."""
    cdef Proof proof
    cdef int sure
    if not proof_find(t, key, &proof) or not is_proof(&proof):
        return OPEN
    sure = 2 if proof.key == key else 1
    return sure if proof.phi == 0 else -sure
