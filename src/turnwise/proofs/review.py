"""Runs every proof on a game, and reports the results like a review."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill

from turnwise.games import package_of
from turnwise.kit.bind import law_files
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.faults import Fault, from_compiler, raised
from turnwise.kit.game import Game
from turnwise.kit.trial import compiler_fault, examined
from turnwise.proofs.broken import Broken, Missing, place_of
from turnwise.proofs.cases import NO_EVIDENCE, Case, Evidence, cases
from turnwise.proofs.contract import PROOFS, Proof, trials
from turnwise.proofs.study import Study, studied

WIDTH = 100

Progress = Callable[[int, int], None]
"""Called with how much is done, and out of how much."""


@dataclass(frozen=True)
class Finding:
    """A broken promise or a fault: the sentence, and the author's file and line."""

    sentence: str
    place: str = ""


@dataclass
class Verdict:
    """The result of one proof."""

    proof: Proof
    proved: int = 0
    findings: list[Finding] = field(default_factory=list)
    missing: str = ""


@dataclass
class Review:
    """A game under review."""

    game: Game
    evidence: Evidence = NO_EVIDENCE
    faults: list[Finding] = field(default_factory=list)
    advice: list[Finding] = field(default_factory=list)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    study: Study | None = None
    dead_ends: list[str] = field(default_factory=list)
    thorough: bool = False
    stopped: bool = False
    _told: set[Finding] = field(default_factory=set)

    @property
    def holds(self) -> bool:
        return not self.faults and not any(verdict.findings for verdict in self.verdicts.values())

    def run(self, thorough: bool = False, progress: Progress = lambda done, total: None) -> None:
        """Faults first, then every proof interpreted, then compiled if all of these passed. Ctrl-C stops it and keeps
        the results."""
        try:
            self.faults, self.advice = ([_placed(one) for one in found] for found in examined(self.game))
            if self.faults:
                return
            self._prove(False, progress)
            if thorough and self.holds:
                self.thorough = True
                if fault := compiler_fault(self.game):
                    self.faults = [_placed(fault)]
                    return
                self._prove(True, progress)
            if self._plays():
                self._look_on()
        except KeyboardInterrupt:
            self.stopped = True

    def _look_on(self) -> None:
        """Random games with the most common table first, then at every number of seats and with other options."""
        seats = self.game.frame(None, {}).seats
        played = cases(self.game, self.evidence, compiled=self.thorough)
        self.study, met = studied(sorted(played, key=lambda case: (case.number > 0, case.seats != seats)))
        self.dead_ends = [*met.dead_ends(self.study.case)]

    def _plays(self) -> bool:
        """Whether games can be played to their end at all."""
        return not any(verdict.findings for verdict in self.verdicts.values() if verdict.proof.part == "play")

    def _prove(self, thorough: bool, progress: Progress) -> None:
        planned = [*trials(self.game, self.evidence, thorough=thorough)]
        for done, (proof, case) in enumerate(planned):
            progress(done, len(planned))
            self._try(self.verdicts.setdefault(proof.name, Verdict(proof)), case)

    def _try(self, verdict: Verdict, case: Case) -> None:
        try:
            verdict.proof.run(case)
            verdict.proved += 1
        except Missing as error:
            verdict.missing = str(error)
        except Broken as error:
            self._found(verdict, Finding(error.sentence, str(place_of(self.game, *error.names) or "")))
        except Exception as error:
            self._found(verdict, self._error(error, case, verdict.proof.part))

    def _found(self, verdict: Verdict, finding: Finding) -> None:
        """Record a finding once: a fault that breaks many proofs is reported with the first of them."""
        if finding not in self._told:
            self._told.add(finding)
            verdict.findings.append(finding)

    def _error(self, error: Exception, case: Case, part: str) -> Finding:
        """An exception from the author's files, or from the compiler."""
        files = law_files(self.game.package)
        fault: Fault | None = from_compiler(error, files) or raised(
            error, self.game.folder, case.game.records[0].fields
        )
        if fault is None and isinstance(error, TurnwiseError):  # one of our own sentences, about the result of the look
            return Finding(str(error), str(place_of(self.game, part) or ""))
        if fault is None:
            return Finding(f"{type(error).__name__}: {error}")
        return Finding(fault.told, f"{fault.file}:{fault.line}")

    # The report.

    def lines(self) -> Iterator[str]:
        """The report, line by line."""
        yield from self._head()
        yield from self._faults()
        yield from self._advice()
        yield from self._held()
        yield from self._missing()
        yield from self._study()
        yield from self._verdict()

    def _head(self) -> Iterator[str]:
        game, (low, high) = self.game, self.game.seats
        seats = f"{low} seats" if low == high else f"{low} to {high} seats"
        facts = [seats, f"{game.actions} actions", *["chance"] * game.chance, *["hidden information"] * game.hidden]
        yield f"{game.title} ({game.name}), version {game.version}, of the package {package_of(game.name)}: {', '.join(facts)}."
        yield f"Its files: {game.folder}"

    def _faults(self) -> Iterator[str]:
        broken = [(verdict, finding) for verdict in self._ordered() for finding in verdict.findings[:1]]
        if not self.faults and not broken:
            return
        yield from ("", f"What does not hold ({len(self.faults) + len(broken)})")
        for finding in self.faults:
            yield from self._finding(finding)
        for verdict, finding in broken:
            yield from _wrapped(f"{verdict.proof.part}: {verdict.proof.claim}", "  ✗ ")
            yield from self._finding(finding)
            if more := len(verdict.findings) - 1:
                yield f"      and {more} more like it, in other cases"

    def _finding(self, finding: Finding) -> Iterator[str]:
        yield from _wrapped(finding.sentence, "      ")
        if finding.place:
            yield f"      {_short(finding.place)}"

    def _advice(self) -> Iterator[str]:
        if self.advice:
            yield from ("", "What to look at, though it may be meant so")
        for finding in self.advice:
            yield from self._finding(finding)

    def _held(self) -> Iterator[str]:
        held = [verdict for verdict in self._ordered() if verdict.proved and not verdict.findings]
        if not held:
            return
        yield from ("", f"What holds ({len(held)} promises, {sum(verdict.proved for verdict in held)} trials)")
        for verdict in held:
            yield from _wrapped(f"{verdict.proof.part}: {verdict.proof.claim}", "  ✓ ")

    def _missing(self) -> Iterator[str]:
        lacking = dict.fromkeys(verdict.missing for verdict in self._ordered() if verdict.missing)
        if self.game.hidden and self.verdicts and self.evidence.module("twins") is None:
            told = "no twins.py: twin worlds were imagined by the game itself, so a field whose audience is too large goes unnoticed"
            lacking[told] = None
        if not (self.game.folder / "RULES.md").exists():
            lacking["no RULES.md: the page shows what the docstring of the package says"] = None
        if not self.game.has("hints"):
            lacking["no hints.py: the bots know nothing of the game but its rules"] = None
        if self.verdicts and lacking:
            yield from ("", "What is missing, optional, or was not met")
            for told in lacking:
                yield from _wrapped(told, "  – ")

    def _study(self) -> Iterator[str]:
        if self.study is None:
            return
        yield from ("", "A short study")
        for told in self.study.lines():
            yield from _wrapped(told, "  ")
        for told in self.dead_ends:
            yield from _wrapped(told, "  – ")

    def _verdict(self) -> Iterator[str]:
        yield ""
        if self.stopped:
            yield "Stopped: what stands above is what is known so far."
        elif self.faults:
            yield "Mend these first: the proofs were not run."
        elif not self.holds:
            yield "The contract is not kept yet."
        elif self.thorough:
            yield "The contract is kept, interpreted and compiled."
        else:
            yield "The contract is kept, as far as a fast look goes. `--thorough` compiles the rules and tries all seats and more options."

    def _ordered(self) -> list[Verdict]:
        return [self.verdicts[proof.name] for proof in PROOFS if proof.name in self.verdicts]


def _placed(fault: Fault) -> Finding:
    """A fault of the author's files as a finding."""
    return Finding(fault.told, f"{fault.file}:{fault.line}")


def _wrapped(text: str, start: str) -> list[str]:
    return fill(
        text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_long_words=False
    ).splitlines()


def _short(place: str) -> str:
    """A place in the form that an editor opens, relative to the current folder if it is below."""
    file, _, line = place.rpartition(":")
    try:
        return f"{Path(file).resolve().relative_to(Path.cwd())}:{line}"
    except ValueError:
        return place
