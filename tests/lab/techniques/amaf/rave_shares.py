"""The share of the RAVE mean in a score, for the tests of the schedules."""

from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.probes.probe import ROOT_INDEX, TreeProbe


def share(schedule: str, k: float, visits: int, rave_visits: int, **values: float) -> float:
    """Return the score of a child that always lost, and whose RAVE mean is 1."""
    tree = TreeProbe(5_000)
    first = tree.add_children(ROOT_INDEX, [11])
    tree.update(ROOT_INDEX, 0.5, times=99)  # exploration takes the logarithm of one more
    tree.update(first, 0.0, times=visits)
    tree.update_amaf(first, 1.0, times=rave_visits)
    params = SearchParams(rave_schedule=schedule, rave_equivalence=k, **values)
    return tree.score(first, params)
