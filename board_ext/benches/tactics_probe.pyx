"""Readings of the kernel that no program asks from Python; for the tests."""

from board_ext.board cimport board_check
from board_ext.lowlevel.types cimport BLACK, MAX_POINTS
from board_ext.solvers.regions cimport MAX_REGION, Region, region_fill
from board_ext.tactics.atari cimport is_bad_self_atari, liberties_after
from board_ext.tactics.ladder cimport ladder_escape_moves
from board_ext.tactics.nakade cimport nakade_vital_point
from board_ext.tactics.probe cimport Probe


cdef class TacticsProbe(Probe):
    """A probe that is asked more."""

    def check(self):
        """Return 0 when all that the board keeps is consistent, else a code of ``board_check``."""
        return board_check(self.b)

    def liberties_after(self, int point, int color, int limit=MAX_POINTS):
        """Return how many liberties a stone would have, at most ``limit``."""
        return liberties_after(self.b, self.empty(point, color), color, limit)

    def is_bad_self_atari(self, int point, int color):
        """Return whether a move is a self-atari without an excuse, by the cheap judgement."""
        return is_bad_self_atari(self.b, self.empty(point, color), color)

    def ladder_escape_moves(self, int point, int limit=MAX_POINTS):
        """Return the moves that save a chain in atari from capture and ladder."""
        cdef int[MAX_POINTS] out
        cdef int v = self.in_atari(point)
        return self.points(out, ladder_escape_moves(self.b, v, out, limit))

    def region(self, int point, int through=0, int limit=MAX_REGION):
        """Return (points, stones among them, colours around, one stone of each chain around).

        None when there are more than ``limit`` points.
        """
        cdef Region r
        if region_fill(self.b, self.vertex(point), through, limit, &r) == 0:
            return None
        return (self.points(r.points, r.n_points), r.n_stones, r.colors,
                self.points(r.chains, r.n_chains))

    def nakade_vital_point(self, int point):
        """Return the vital point of a small empty region, or None."""
        return self.point(nakade_vital_point(self.b, self.empty(point, BLACK)))
