"""Shapes of up to six connected points and what they mean inside one eye.

A shape is known by three numbers: points, adjacent pairs, and the most neighbours one point has.
Nakade depends on nothing else (points, pairs, most):

    3 2 2  straight three, bent three        killed on the point with two neighbours
    4 3 3  pyramid (T) four                  killed on the point with three
    4 4 2  square four                       dead as it stands, no vital point
    5 5 3  bulky five                        killed on the point with three
    5 4 4  cross five                        killed on the point with four
    6 6 4  rabbity six                       killed on the point with four

Every other shape of four to six points makes two eyes even after the attacker's move. Corner and
liberty effects (bent four in the corner, the rectangular six in the corner) are not looked at.
"""

from board_ext.lowlevel.types cimport NO_VERTEX, STRIDE

cdef enum:
    MAX_NAKADE = 6


cdef struct Shape:
    int points
    int pairs                 # adjacent pairs
    int most                  # neighbours within the shape of `center`
    int center                # the first point with the most neighbours


cdef inline bint is_adjacent(int u, int v) noexcept nogil:
    """Return whether two vertices of the board are neighbours."""
    cdef int distance = u - v if u > v else v - u
    return distance == 1 or distance == STRIDE


cdef inline Shape shape_of(const int* points, int n) noexcept nogil:
    """Measure a connected shape of ``n`` vertices."""
    cdef Shape shape
    cdef int i, j, degree
    shape.points = n
    shape.pairs = 0
    shape.most = -1
    shape.center = NO_VERTEX
    for i in range(n):
        degree = 0
        for j in range(n):
            degree += is_adjacent(points[i], points[j])
        shape.pairs += degree
        if degree > shape.most:
            shape.most = degree
            shape.center = points[i]
    shape.pairs >>= 1
    return shape


cdef inline bint is_one_eye(Shape shape) noexcept nogil:
    """Return whether an eye space of this shape makes only one eye, the attacker to move."""
    if shape.points <= 3:
        return True
    if shape.points == 4:
        return shape.most == 3 or shape.pairs == 4
    if shape.points == 5:
        return shape.most == 4 or shape.pairs == 5
    return shape.points == 6 and shape.pairs == 6 and shape.most == 4


cdef inline int vital_point(Shape shape) noexcept nogil:
    """Return the point that decides between one eye and two, or NO_VERTEX."""
    if (shape.points < 3 or not is_one_eye(shape)
            or (shape.points == 4 and shape.pairs == 4)):
        return NO_VERTEX
    return shape.center
