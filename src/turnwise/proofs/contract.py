"""All proofs in the order in which they are run, each with its claim and the cases it is run on."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from turnwise.bots.search import looks_deep
from turnwise.kit.game import Game
from turnwise.proofs import (
    coach,
    gate,
    goldens,
    hints,
    imagining,
    layout,
    look,
    observing,
    options,
    play,
    record,
    why,
    words,
)
from turnwise.proofs.broken import Broken, place_of
from turnwise.proofs.cases import NO_EVIDENCE, Case, Evidence, cases

GOLDENS = "goldens"
"""The part with the files that an author keeps to notice changes."""

Prove = Callable[[Case], None]
Chosen = Callable[[Case], bool]


class Proof(NamedTuple):
    """A promise of the contract: its part, its claim, its proof, and its cases."""

    part: str
    prove: Prove
    chosen: Chosen
    thorough: bool = False
    """Whether it needs compiled rules."""

    @property
    def name(self) -> str:
        return self.prove.__name__

    @property
    def claim(self) -> str:
        """The first line of the proof's docstring."""
        return (self.prove.__doc__ or self.name).partition("\n")[0]

    def run(self, case: Case) -> None:
        """Prove it, or raise `Broken` with the author's file and line if known."""
        try:
            self.prove(case)
        except Broken as error:
            found = place_of(case.game, *error.names) if error.names else None
            error.where = str(found or "")
            raise


def _all(case: Case) -> bool:
    return True


def _mixed(most: int) -> Chosen:
    return lambda case: case.number <= most


def _few(case: Case) -> bool:
    """The fewest seats, the most, and three, with the default options and one mixture."""
    return case.number < 2 and case.seats in (*case.game.seats, 3)


def _outer(case: Case) -> bool:
    return case.number < 2 and case.seats in case.game.seats


def _usual(case: Case) -> bool:
    return case.number == 0


def _once(case: Case) -> bool:
    return case.number == 0 and case.seats == case.game.seats[0]


def _secretive(most: int) -> Chosen:
    return lambda case: case.game.hidden and case.number <= most


def _secretive_full(case: Case) -> bool:
    """The most seats, with the default options, and compiled with a mixture too."""
    return case.game.hidden and case.number <= case.compiled and case.seats == case.game.seats[1]


def _for_two(case: Case) -> bool:
    return _once(case) and case.seats == 2 and looks_deep(case.game)


PROOFS = (
    Proof("play", play.games_end, _all),
    Proof("play", play.legal_is_accepted, _all),
    Proof("play", play.asking_changes_nothing, _few),
    Proof("play", play.nothing_is_lost, _all),
    Proof("play", play.compiled_is_interpreted, _all, thorough=True),
    Proof("play", play.bounds_are_kept, _few, thorough=True),
    Proof("play", play.cores_play_alike, _usual, thorough=True),
    Proof("record", record.saved_matches_load, _mixed(2)),
    Proof("record", record.finished_matches_verify, _outer),
    Proof("record", record.actions_read_back, _mixed(1)),
    Proof("record", record.refusals_are_sentences, _few),
    Proof("secrecy", gate.nobody_peeks, _all),
    Proof("secrecy", gate.nobody_peeks_interpreted, _few, thorough=True),
    Proof("secrecy", gate.secret_actions_are_veiled, _secretive(3)),
    Proof("secrecy", gate.imagined_worlds_look_the_same, _all),
    Proof("secrecy", imagining.the_truth_can_be_imagined, _secretive_full),
    Proof("secrecy", gate.imagining_is_the_same_compiled, _secretive(1), thorough=True),
    Proof("secrecy", look.pictures_tell_nothing, _secretive(1)),
    Proof("secrecy", why.reasons_tell_nothing, _secretive(1)),
    Proof("secrecy", observing.observations_tell_nothing, _secretive(1)),
    Proof("words", words.moves_and_hints_are_sentences, _once),
    Proof("words", words.menus_reasons_and_ends_are_sentences, _once),
    Proof("words", words.what_is_said_is_a_sentence, _mixed(1)),
    Proof("words", words.every_language_is_there, _once),
    Proof("words", coach.newcomers_are_told_what_to_do, _mixed(1)),
    Proof("look", look.pictures_keep_their_promises, _mixed(1)),
    Proof("look", look.what_is_gone_was_there, _usual),
    Proof("look", layout.windows_hold_the_table, _mixed(1)),
    Proof("look", layout.terminals_hold_the_table, _mixed(1)),
    Proof("look", layout.boards_grow_with_the_terminal, _mixed(1)),
    Proof("look", layout.nothing_moves_with_the_turn, _mixed(1)),
    Proof("look", layout.the_table_fills_its_window, _mixed(1)),
    Proof("look", layout.no_window_is_too_odd, _mixed(1)),
    Proof("look", why.touches_have_meanings, _mixed(1)),
    Proof("hints", hints.interruptible_where_others_may_speak, _mixed(2)),
    Proof("hints", hints.hints_stay_within_the_rules, _mixed(2)),
    Proof("hints", hints.hints_are_the_same_compiled, _few, thorough=True),
    Proof("hints", hints.positions_have_identities, _usual),
    Proof("hints", observing.observations_fit, _once),
    Proof("hints", hints.two_sides_have_one_lead, _for_two),
    Proof("options", options.options_are_noticed, lambda case: _once(case) and bool(case.game.options)),
    Proof(GOLDENS, goldens.the_playthrough_is_the_same, _once),
    Proof(GOLDENS, goldens.a_stored_match_still_replays, _once),
    Proof(GOLDENS, goldens.lines_of_play_are_as_many, _once),
    Proof(GOLDENS, goldens.scenes_look_as_blessed, _once),
)


def trials(game: Game, evidence: Evidence = NO_EVIDENCE, *, thorough: bool = True) -> Iterator[tuple[Proof, Case]]:
    """Every proof of a game on all its cases: case by case, so that the proofs of one share its games and pictures.

    Without `thorough` they are interpreted, at the fewest and the most seats, and take seconds."""
    for case in cases(game, evidence, compiled=thorough):
        if thorough or case.number < 2 and case.seats in game.seats:
            yield from ((proof, case) for proof in PROOFS if proof.chosen(case) and (thorough or not proof.thorough))
