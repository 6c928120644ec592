"""Our games as cases for the proofs, with the evidence that is kept for them in `tests/games/<game>`."""

from pathlib import Path

from turnwise.games import all_games, game, ours
from turnwise.kit.game import Game
from turnwise.proofs.cases import SAMPLES, Case, Evidence, cases

HOME = Path(__file__).parent / "games"
OURS = [game(name) for name in ours()]


def evidence(one: Game) -> Evidence:
    return Evidence(HOME / one.name)


def our_cases(samples: int = SAMPLES) -> list[Case]:
    """Every number of seats of every game, the usual options and so many mixtures; the shortest games first."""
    found = [cases(one, evidence(one)) for one in all_games() if one in OURS]
    return [case for of_game in found for case in of_game if case.number <= samples]
