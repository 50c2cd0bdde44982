"""Types of the searcher that shares; `sharing_searcher.pyx` says what its methods do."""

from gtpengine.cluster.digests.exchange import Digest
from gtpengine.mcts.searcher import Searcher

class SharingSearcher(Searcher):
    def keep_digests(self, receivers: int = 1) -> None: ...
    def digest(
        self, least_share: float = 0.001, max_depth: int = 500, receiver: int = 0
    ) -> Digest: ...
    def absorb(self, digest: Digest, receiver: int = 0) -> Digest: ...
