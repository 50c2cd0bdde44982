"""What several tests of techniques share."""

from tests.mcts.conftest import net as net
