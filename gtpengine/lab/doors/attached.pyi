from gtpengine.mcts.doors.doors import Techniques
from gtpengine.mcts.params.search_params import SearchParams

class AttachedTechniques(Techniques):
    def __init__(self, params: SearchParams) -> None: ...
