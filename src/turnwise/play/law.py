"""Which law a match uses: interpreted at once, or compiled as soon as that pays.

Compiled, a match is six to nine times as fast from Python, but a process takes half a second to load the compiled
rules, which does not pay for a single match. So a process begins interpreted. Once it has spent as much time on the
steps of a game as loading takes, its next match of that game loads the compiled rules, if they are in the cache.
"""

from collections import Counter
from weakref import WeakValueDictionary

from turnwise.kit.bind import interpreted
from turnwise.kit.game import Game
from turnwise.kit.position import Engine, rules_loaded
from turnwise.kit.ready import compile_rules, rules_ready

LOADING_PAYS = 5000
"""Interpreted steps of a game, in all matches of a process, that take about as long as loading does."""

interpreted_steps: Counter[str] = Counter()
"""By the game's package; each match adds its own."""

COMPILED = "compiled"
_ENGINES: WeakValueDictionary[tuple[Game, bool, object], Engine] = WeakValueDictionary()


def law(game: Game, compiled: bool | None) -> Engine:
    """The law for a new match, shared by all matches that use it: its work space is larger than a match.

    True waits for the compiler if it must, False never compiles, and None takes what is ready or pays."""
    asked = compiled is not None
    if compiled is not False and not interpreted() and (known := _ENGINES.get((game, asked, COMPILED))):
        return known
    if compiled is None:
        pays = rules_loaded(game) or interpreted_steps[game.package] >= LOADING_PAYS
        engine = Engine(game, compiled=pays and rules_ready(game), asked=False)
    else:
        engine = compile_rules(game) if compiled else Engine(game, compiled=False)
    return _ENGINES.setdefault((game, asked, COMPILED if engine.compiled else engine.driver), engine)
