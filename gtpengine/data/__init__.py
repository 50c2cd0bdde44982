"""Games of ``gtpengine selfplay`` as arrays, as Parquet and for PyTorch.

::

    from gtpengine.data import SelfPlay

    games = SelfPlay("games", symmetries=True)
    for batch in games.loader(batch_size=256):
        planes, policy, result = batch["planes"], batch["policy"], batch["result"]

``docs/reference/selfplay.md`` lists the columns. Arrays need numpy alone, ``SelfPlay.loader`` needs
PyTorch, and ``write_parquet`` the extra ``parquet``.
"""

from gtpengine.data.parquet import write_parquet as write_parquet
from gtpengine.data.selfplay import Example as Example
from gtpengine.data.selfplay import SelfPlay as SelfPlay

__all__ = ["Example", "SelfPlay", "write_parquet"]
