"""`turnwise check`: run every proof of the contract on a game. It is for authors, so it speaks English."""

import argparse
import os
import sys
from pathlib import Path

from turnwise.cli.arguments import Commands
from turnwise.cli.progress import progress_of
from turnwise.games import game, game_names
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import ENGLISH


def add(commands: Commands) -> None:
    checking = commands.add_parser("check", help="put a game to every proof of the contract, and study it")
    checking.add_argument("game", help=", ".join(game_names()))
    checking.add_argument(
        "--thorough", action="store_true", help="compile the rules, check their bounds, try all seats and more options"
    )
    checking.add_argument(
        "--evidence",
        type=Path,
        metavar="FOLDER",
        help="what is kept for the proofs: twins.py, samples.py, scenes, goldens",
    )
    checking.add_argument("--bless", action="store_true", help="write the goldens in that folder anew")
    checking.set_defaults(run=_check)


def _check(parsed: argparse.Namespace) -> int:
    from turnwise.proofs.cases import Evidence
    from turnwise.proofs.goldens import BLESSED
    from turnwise.proofs.review import Review

    if parsed.evidence and not parsed.evidence.is_dir():
        raise TurnwiseError(f"{parsed.evidence} is no folder.")
    if parsed.bless and not parsed.evidence:
        raise TurnwiseError("--bless needs the folder of the goldens: --evidence FOLDER.")
    if parsed.bless:
        os.environ[BLESSED] = "1"
    review = Review(game(parsed.game), Evidence(parsed.evidence))
    with progress_of(review.game.title, None, ENGLISH) as progress:
        review.run(parsed.thorough, lambda done, total: progress(done))
    for line in review.lines():
        print(line)
    sys.stdout.flush()
    return 130 if review.stopped else 0 if review.holds else 1
