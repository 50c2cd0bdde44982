"""Records of games as trees of properties, as SGF has them: SGF, GIB, NGF, UGF, within limits."""
