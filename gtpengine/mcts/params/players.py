"""Which search plays, and what to say of settings that it does not read.

Each row of parameters names its readers (``ParamSpec.player``). A setting of another search changes
no move, nor does one of a technique that is off, and a technique of playouts that is on takes the
lead from the network. None of that is an error, so each makes a remark: the engine says it before
its first search. Matches refuse it, but for settings of a technique that is off: where a technique
is switched off to learn what it is worth, its other settings stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Final, NamedTuple

from gtpengine.base.arguments.paramspec import ParamSet, Player
from gtpengine.mcts.params.search_params import OWN_ROWS, SWITCHES, NetworkRole, SearchParams
from gtpengine.mcts.params.switches import switched_on, taking_the_lead

NONE: Final = "none"
"""The network of a search by playouts alone."""

_ADD_NONE: Final = f"add network={NONE}{{sides}}"
_ADD_BESIDE: Final = f"add network_role={NetworkRole.BESIDE}"
_KEEP_JUDGING: Final = f"{_ADD_BESIDE} to keep its judgements"

_OWNERS: Final = {
    Player.LEADS: "the search that a network leads",
    Player.BESIDE: "a network beside playouts",
    Player.JUDGES: "searches with a network",
    Player.PLAYOUTS: "the search by playouts",
}


class Remark(NamedTuple):
    """What is to be said of settings: the fact, and the ways to mend it.

    ``refused`` says whether a match refuses them.
    """

    fact: str
    mends: tuple[str, ...]
    refused: bool = True

    def told(self, sides: str = "") -> str:
        """Return the remark in a line; ``sides`` says who gets a setting that both sides of a match
        need, as `` to both``."""
        return f"{self.fact}: {_listed(self.mends, 'or').format(sides=sides)}"


def by_playouts(params: SearchParams) -> SearchParams:
    """Return these parameters for the search by playouts alone; no remark is made on what the
    network reads."""
    made = params.copy()
    for row in made.table.values():
        if not row.player & Player.ALONE:
            made.assign(row.name, row.default)
    made.network = NONE
    return made


def playing(params: SearchParams, size: int, removes_dead: bool = True) -> Player:
    """Return what plays on boards of ``size``; two where the lead changes within a game.

    That is so where the rules do not take dead stones off (``removes_dead``).
    """
    if params.prior_model <= 0.0 or not _serves(params.network, size):
        return Player.ALONE
    if params.network_role != NetworkRole.LEADS or taking_the_lead(params):
        return Player.BESIDE
    return Player.LEADS if removes_dead else Player.JUDGES


def remarks(
    params: SearchParams,
    size: int,
    removes_dead: bool = True,
    options: Iterable[ParamSet] = (),
    evaluated: bool = False,
) -> tuple[Remark, ...]:
    """Return what to say of the settings that differ from their defaults.

    ``options`` are further parameters that name their readers, such as the engine's. With
    ``evaluated`` an evaluator of the user leads on every board.
    """
    off = _of_techniques_off(params)
    found = [] if evaluated else _lead_lost(params, size)
    found += [_switch_missing(switch, names) for switch, names in off.items()]
    told = {name for names in off.values() for name in names}
    plays = Player.LEADS if evaluated else playing(params, size, removes_dead)
    unread: dict[Player, list[str]] = {}
    for values in (params, *options):
        for row, value in values:
            if value != row.default and not row.player & plays and row.name not in told:
                unread.setdefault(row.player, []).append(row.name)
    for owner, names in unread.items():
        verb = "belongs" if len(names) == 1 else "belong"
        who = "the evaluator leads" if evaluated else _who(plays, size)
        mends = () if evaluated else _settings(owner, plays)
        fact = f"{_listed(names)} {verb} to {_OWNERS[owner]}; {who}"
        found.append(Remark(fact, (*mends, _left_out(names))))
    return tuple(found)


def _serves(network: str, size: int) -> bool:
    from gtpengine.network.serving import serves_size  # so that the engine starts fast

    return serves_size(network, size)


def _lead_lost(params: SearchParams, size: int) -> list[Remark]:
    """Return a remark on what takes the lead from the network without being asked to."""
    if params.network_role != NetworkRole.LEADS or not _serves(params.network, size):
        return []
    if params.prior_model <= 0.0:
        fact = "prior_model=0 takes the network away, which needs the model of moves"
        return [Remark(fact, (_ADD_NONE, "leave it out"))]
    on = set(taking_the_lead(params))
    names = dict.fromkeys(_written(*SWITCHES[module]) for module in SWITCHES if module in on)
    if not names:
        return []
    verb = "takes" if len(names) == 1 else "take"
    fact = f"{_listed(names)} {verb} the lead from the network, worth some 300 Elo on 9x9"
    return [Remark(fact, (_ADD_NONE, _KEEP_JUDGING, _left_out(names)))]


def _of_techniques_off(params: SearchParams) -> dict[str, list[str]]:
    """Return the settings of techniques that are off, by what would switch the technique on."""
    on = set(switched_on(params))
    found: dict[str, list[str]] = {}
    for module, switch in SWITCHES.items():
        for row in OWN_ROWS.get(module, ()):
            if module not in on and not row.shared and params.get(row.name) != row.default:
                found.setdefault(_written(*switch), []).append(row.name)
    return found


def _switch_missing(switch: str, names: list[str]) -> Remark:
    verb = "is" if len(names) == 1 else "are"
    fact = f"{_listed(names)} {verb} read with {switch} alone, which is off"
    return Remark(fact, (f"set {switch}", _left_out(names)), refused=False)


def _written(name: str, choice: str | None) -> str:
    return name if choice is None else f"{name}={choice}"


def _listed(words: Iterable[str], join: str = "and") -> str:
    *most, last = words
    return f"{', '.join(most)} {join} {last}" if most else last


def _left_out(names: Sized) -> str:
    return f"leave {'it' if len(names) == 1 else 'them'} out"


def _who(plays: Player, size: int) -> str:
    if plays is Player.ALONE:
        return "no network plays here"
    if plays is Player.BESIDE:
        return "the network only judges beside playouts here"
    return f"the network leads on {size}x{size}"


def _settings(owner: Player, plays: Player) -> tuple[str, ...]:
    """Return the setting by which the search plays that reads the rows of ``owner``, if any."""
    if plays is Player.LEADS and owner in (Player.PLAYOUTS, Player.BESIDE):
        return (_ADD_NONE if owner is Player.PLAYOUTS else _ADD_BESIDE,)
    return ()
