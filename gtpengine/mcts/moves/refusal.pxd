"""Which self-ataris a playout refuses.

A *bad* self-atari is refused at the rate ``playout_self_atari_rate``, drawn once a move. Throw-ins,
snapbacks and nakade are not bad (``board_ext.tactics.atari``). A self-atari of a chain of at least
``playout_self_atari_stones`` stones, the new one counted, is always refused: large self-ataris
break sekis. refusing.pxd asks.
"""

cdef struct Refusal:
    bint strict               # refuse every bad self-atari
    int stones                # refuse self-ataris of chains of this size or more, always
