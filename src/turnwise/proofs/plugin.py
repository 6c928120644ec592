"""The contract in pytest: one test for each proof and case of the games that a project names.

    [tool.pytest.ini_options]
    turnwise_games = ["nim"]

It does nothing unless a game is named there or by `--turnwise-game nim`. An author's files for the proofs (`twins.py`,
`samples.py`, scenes, goldens) are in `turnwise_evidence`, by default `tests/{game}`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from turnwise.proofs.cases import Case
    from turnwise.proofs.contract import Proof


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("turnwise", "Turnwise: the contract of games")
    group.addoption("--turnwise-game", action="append", default=[], metavar="NAME", help="put this game to the proofs")
    group.addoption(
        "--turnwise-thorough", action="store_true", help="compile the rules, try all seats and more options"
    )
    parser.addini("turnwise_games", "the games that are put to the proofs", "args", default=[])
    parser.addini("turnwise_evidence", "where an author keeps evidence for a game", default="tests/{game}")


@pytest.hookimpl(tryfirst=True)  # so that -k and -m select among these, too
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    asked: list[str] = config.getoption("turnwise_game")
    chosen = config.args_source is pytest.Config.ArgsSource.ARGS  # files are named: only these are run
    names = asked or ([] if chosen else config.getini("turnwise_games"))
    for name in dict.fromkeys(names):
        collector = Contract.from_parent(session, name=f"turnwise:{name}", game=name)
        items += collector.collect()


class Contract(pytest.Collector):
    """All proofs of a game."""

    def __init__(self, *, game: str, **given: object) -> None:
        super().__init__(**given)  # type: ignore[arg-type]
        self.game = game

    def collect(self) -> Iterator["ProofItem"]:
        from turnwise.games import game
        from turnwise.proofs.cases import Evidence
        from turnwise.proofs.contract import trials

        folder = self.config.rootpath / str(self.config.getini("turnwise_evidence")).format(game=self.game)
        evidence = Evidence(folder if folder.is_dir() else None)
        thorough = bool(self.config.getoption("turnwise_thorough"))
        for proof, case in trials(game(self.game), evidence, thorough=thorough):
            name = f"{case!r}-{proof.part}-{proof.name}"
            yield ProofItem.from_parent(self, name=name, proof=proof, case=case)


class ProofItem(pytest.Item):
    """One proof on one case."""

    def __init__(self, *, proof: "Proof", case: "Case", **given: object) -> None:
        super().__init__(**given)  # type: ignore[arg-type]
        self.proof, self.case = proof, case

    def runtest(self) -> None:
        from turnwise.proofs.broken import Missing

        try:
            self.proof.run(self.case)
        except Missing as error:
            pytest.skip(str(error))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """The sentence with the author's file and line; a traceback only for other errors than a broken promise."""
        from turnwise.proofs.broken import Broken

        if isinstance(excinfo.value, Broken):
            return f"{self.proof.claim}\n\n{excinfo.value}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.case.game.folder / "rules.py", None, f"{self.case.game.name}: {self.proof.claim}"
