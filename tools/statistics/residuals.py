"""Does a worker's share of a run look as the others'? Pearson's chi-square test of homogeneity.

fishtest and OpenBench show a residual of each worker, too. Here it is the probability that pairs of
equal machines differ as much as this worker's from all others', or more: a table of two rows, the
worker's and the others', and a column for each outcome of a pair (Pearson 1900). Columns in which
less than ``LEAST_EXPECTED`` of the worker's pairs are expected are joined with their neighbours
(Cochran 1954). Several contests add up, with their degrees of freedom. Failures are rare, so of
these it is the exact probability of as many or more among the worker's pairs (Fisher 1935). The
smaller of the two counts, doubled because there are two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

LEAST_EXPECTED: Final = 5.0


def residuals(contests: Iterable[Mapping[str, Sequence[int]]]) -> dict[str, float]:
    """Return the probability of each worker's counts; 1 where they are too few to tell.

    ``contests`` hold for each worker how many pairs had each outcome; the last one is failure.
    """
    from scipy.special import chdtrc  # a second to import, and only shared runs need it

    sums: dict[str, list[float]] = {}
    failures: dict[str, list[int]] = {}
    for contest in contests:
        total = [sum(column) for column in zip(*contest.values(), strict=True)]
        for name, own in contest.items():
            others = [t - o for t, o in zip(total, own, strict=True)]
            found = _chi_square(own[:-1], others[:-1])
            sums[name] = [a + b for a, b in zip(sums.get(name, (0, 0)), found, strict=True)]
            counts = own[-1], sum(own), total[-1], sum(total)
            failures[name] = [
                a + b for a, b in zip(failures.get(name, [0] * 4), counts, strict=True)
            ]
    result = {}
    for name, (square, freedom) in sums.items():
        differ = float(chdtrc(freedom, square)) if freedom else 1.0
        result[name] = min(1.0, 2 * min(differ, _as_many_failures(*failures[name])))
    return result


def _as_many_failures(failed: int, pairs: int, all_failed: int, all_pairs: int) -> float:
    """Return the probability that ``pairs`` of all pairs have ``failed`` failures or more."""
    if not failed:
        return 1.0

    def ways(n: int, k: int) -> float:
        return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)

    whole, sound = ways(all_pairs, pairs), all_pairs - all_failed
    most = min(all_failed, pairs)
    counts = range(max(failed, pairs - sound), most + 1)
    logs = (ways(all_failed, k) + ways(sound, pairs - k) - whole for k in counts)
    return min(1.0, sum(map(math.exp, logs)))


def _chi_square(own: Sequence[int], others: Sequence[int]) -> tuple[float, int]:
    """Return the statistic of two rows of counts, and its degrees of freedom."""
    n, m = sum(own), sum(others)
    if not n or not m:
        return 0.0, 0
    least = LEAST_EXPECTED / min(n, m) * (n + m)  # of a column, for its smaller expected count
    columns: list[list[int]] = [[0, 0]]
    for a, b in zip(own, others, strict=True):
        if sum(columns[-1]) >= least:
            columns.append([0, 0])
        columns[-1][0] += a
        columns[-1][1] += b
    if len(columns) > 1 and sum(columns[-1]) < least:
        a, b = columns.pop()
        columns[-1] = [columns[-1][0] + a, columns[-1][1] + b]
    square = 0.0
    for a, b in columns:
        share = (a + b) / (n + m)
        for count, row in ((a, n), (b, m)):
            square += (count - share * row) ** 2 / (share * row)
    return square, len(columns) - 1
