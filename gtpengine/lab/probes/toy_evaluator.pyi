from gtpengine.mcts.doors.evaluator import EvaluatorDoor

class ToyEvaluator(EvaluatorDoor):
    def __init__(
        self,
        size: int,
        favourite: int,
        value: float | None = None,
        manner: str = "late",
        pause: float = 0.0002,
    ) -> None: ...
    @property
    def answered(self) -> int: ...
    def close(self) -> None: ...
