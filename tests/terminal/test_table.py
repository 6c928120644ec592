"""The table itself: who acts, what is asked of bots, and what they are handed."""

import fcntl
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from turnwise.bots import Budget, Considered, Thought
from turnwise.bots.names import opponents
from turnwise.games import game
from turnwise.kit.catalogues import speaker
from turnwise.kit.errors import Refused, TurnwiseError
from turnwise.kit.position import Position
from turnwise.kit.words import Said, said
from turnwise.play.ending import result
from turnwise.play.match import Match
from turnwise.terminal import saves
from turnwise.terminal import table as tables
from turnwise.terminal.saves import Keeper, load
from turnwise.terminal.sentences import offers
from turnwise.terminal.sitters import Sitter, called_at_table, sitters
from turnwise.terminal.table import Table, never, resumed_table

Seat = Callable[..., Table]


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    """Tables, closed at the end."""
    begun: list[Table] = []

    def begin(name: str, seats: str, **options: Any) -> Table:
        at_table = sitters(game(name), seats.split(","))
        match = Match(name, seats=len(at_table), seed=7, compiled=False, **options)
        begun.append(Table(match, at_table, keeper=Keeper(tmp_path / f"{len(begun)}.table"), seed=7, seconds=0.01))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()


class Spy:
    """A bot that remembers what it was handed and answers what it was told to."""

    name = "spy"

    def __init__(self, *thoughts: Thought) -> None:
        self.thoughts, self.handed = list(thoughts), list[bytes]()

    def think(self, known: Position, seat: int, **more: Any) -> Thought:
        self.handed.append(known.pack()[0])
        return self.thoughts.pop(0) if self.thoughts else Thought(known.legal(seat)[0])


def test_sitters_are_told_apart() -> None:
    whot = game("whot")
    assert [one.name for one in sitters(whot, ["me", "search:3", "me:Ann", "search:3", " me "])] == [
        "Player 1",
        "Steady bot 1",
        "Ann",
        "Steady bot 2",
        "Player 2",
    ]
    assert sitters(whot, ["me:  Ann   Lee ", "SEARCH"])[:2] == [Sitter("Ann Lee"), Sitter("Fierce bot", "search:5")]
    assert next(iter(opponents(whot))) == "random" and list(opponents(whot).values())[-1] == said("Fierce bot")


def test_bots_are_called_in_the_language_of_who_plays_and_people_by_their_names(seat: Seat) -> None:
    whot = game("whot")
    seated = sitters(whot, ["me", "search:3", "me:Steady bot", "search:3"], speaker(whot, "de"))
    assert [one.name for one in seated] == ["Spieler", "Steady bot 1", "Steady bot 2", "Steady bot 3"], "as it is saved"
    assert called_at_table(whot, seated, speaker(whot, "de")) == (
        "Spieler",
        "Solider Bot 1",
        "Steady bot 2",
        "Solider Bot 2",
    )


def spoken(table: Table, sentences: Iterable[Said]) -> list[str]:
    return [table.speak(sentence) for sentence in sentences]


def test_bots_and_hints_are_handed_what_their_seat_may_know(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()
    monkeypatch.setattr(tables, "bot", lambda name, game=None: spy)
    table = seat("whot", "me,classic")
    table.advising(0)(never)
    assert spy.handed == [table.match.view(0).position.pack()[0]]
    table.act(0, "draw")
    table.thinking(1)(never)
    assert spy.handed[1] == table.match.view(1).position.pack()[0] != table.match.position.pack()[0]
    with pytest.raises(Refused, match="nothing for you to do"):
        seat("connect_four", "classic,me").advising(1)


def test_a_bots_reasons_would_tell_its_hand(seat: Seat) -> None:
    table = seat("whot", "classic,me")
    with pytest.raises(Refused, match="No bot has acted"):
        table.why()
    while table.turn == 0:
        table.settle(0, table.thinking(0)(never))
    with pytest.raises(Refused, match="when the match is over"):
        table.why()
    table.resign(1)
    assert table.over and spoken(table, table.why())[0].startswith("Classic bot would choose")
    open_game = seat("connect_four", "classic,me")
    open_game.settle(0, open_game.thinking(0)(never))
    assert spoken(open_game, open_game.why())[0].startswith("Classic bot would choose “Drop")


def test_a_gentle_bot_owns_up_to_its_errors(seat: Seat) -> None:
    table = seat("connect_four", "search:1,me")
    table.settle(0, table.thinking(0)(never))
    assert spoken(table, table.why())[1].startswith("It errs on purpose now and then, ")
    fierce = seat("connect_four", "search:5,me")
    fierce.settle(0, fierce.thinking(0)(never))
    assert not any("on purpose" in line for line in spoken(fierce, fierce.why()))


@pytest.mark.parametrize(("value", "accepted"), [(0.39, True), (0.41, False), (None, False)])
def test_a_bot_accepts_a_draw_when_it_stands_worse(value: float | None, accepted: bool, seat: Seat) -> None:
    table = seat("connect_four", "me,classic")
    table.offer_draw(0)
    table.act(0, "drop d")
    considered = () if value is None else (Considered(3, value, 1.0),)
    table.settle(1, Thought(3, considered))
    assert (table.match.outcome is not None) is accepted
    assert table.match.draw_offer is None, "a move refuses it"


def test_undo_takes_a_bots_answer_back_too(seat: Seat) -> None:
    table = seat("connect_four", "me,classic")
    before = table.match.position.save()
    table.act(0, "drop d")
    table.settle(1, table.thinking(1)(never))
    table.undo(0)
    assert table.match.position.save() == before and table.turn == 0
    dice = seat("deerportal", "me,classic,classic,classic")
    dice.act(0, "forward")
    with pytest.raises(Refused, match="can't be taken back"):
        dice.undo(0)


def test_others_play_on_when_somebody_leaves(seat: Seat) -> None:
    table = seat("whot", "me,classic,random")
    table.resign(0)
    assert not table.over and table.people == [] and table.bot_to_act() in (1, 2)
    for _ in range(500):
        if table.over:
            break
        mover = table.bot_to_act()
        assert mover is not None
        table.settle(mover, table.thinking(mover)(never))
    assert table.over and table.transcript and table.transcript.exists()


def test_every_bot_calls_and_catches(seat: Seat) -> None:
    """Also a random one, and one that looks ahead: whoever may call does so before anything else, and nobody gets away without."""
    said: Counter[tuple[str, str]] = Counter()
    for start, seats in enumerate(2 * ("me,random,search:1", "me,search:1,random")):
        table = seat("whot", seats, cards_each=3, last_card_call=True)
        table.seed, table.budget = start, Budget(iterations=2)
        while not table.over:
            mover = table.bot_to_act()
            if mover is None:
                words = [str(action) for action in table.match.legal_for(0)]
                table.act(0, next(word for word in words if word != "call"))  # forgets it
                continue
            legal = [str(action) for action in table.match.legal_for(mover)]
            table.settle(mover, table.thinking(mover)(never))
            done = table.match.view(None).lines[-1].words
            must = "catch" if "catch" in legal else "call" if "call" in legal and "play" in " ".join(legal) else done
            assert done == must
            said[table.sitters[mover].bot, done] += 1
    assert all(said[name, word] for name in ("random", "search:1") for word in ("call", "catch"))


def test_the_end_tells_places_points_and_reason(seat: Seat) -> None:
    table = seat("connect_four", "me:Ann,me:Ben")
    for column in "abababa":
        assert table.turn is not None
        table.act(table.turn, f"drop {column}")
    assert spoken(table, result(table.view(0), table.match.frame)) == [
        "Ann wins: four in a line.",
        "1. Ann, 1 point",
        "2. Ben, 0 points",
    ]


@pytest.mark.parametrize("name", ["connect_four", "differo"])
def test_every_bot_that_can_be_named_may_sit_down_and_come_back(name: str, seat: Seat) -> None:
    """Also one that no menu offers, whatever names the game has for its bots."""
    table = seat(name, "greedy,me")
    table.settle(0, table.thinking(0)(never))
    assert spoken(table, table.why())[0].startswith("Greedy bot would choose")
    table.close()
    assert load(table.keeper.file)[1] == [Sitter("Greedy bot", "greedy"), Sitter("Player")]


def test_a_match_is_locked_before_it_is_read(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else what another window played until it closed would be lost with the first action of this one."""
    first = seat("connect_four", "me,classic")
    first.act(0, "drop d")
    first.close()

    def late(file: Path) -> Keeper:
        monkeypatch.setattr(saves, "Keeper", Keeper)
        other = resumed_table(file, seconds=None)
        other.settle(1, other.thinking(1)(never))
        other.close()
        return Keeper(file)

    monkeypatch.setattr(saves, "Keeper", late)
    again = resumed_table(first.keeper.file, seconds=None)
    again.close()
    assert again.match.version == 2


def test_a_lock_that_was_taken_away_holds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who opened it while its owner closed would be alone with it, and a third one with a new one."""
    file, flock = tmp_path / "one.table", fcntl.flock

    def late(lock: int, how: int) -> None:
        file.with_suffix(".lock").unlink()
        flock(lock, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with pytest.raises(TurnwiseError, match="another window"):
        Keeper(file)


def test_a_broken_table_leaves_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "broken.table"
    file.write_text("Turnwise table 1\nperson Ann\n\nTurnwise transcript 1\n")
    with pytest.raises(TurnwiseError, match="cannot be gone on with"):
        resumed_table(file, seconds=None)
    assert list(tmp_path.iterdir()) == [file]


def test_a_table_with_the_name_of_a_transcript_is_not_lost_at_its_end(seat: Seat, tmp_path: Path) -> None:
    begun = seat("connect_four", "me,me")
    begun.act(0, "drop d")
    begun.close()
    renamed = begun.keeper.file.rename(tmp_path / "mine.txt")
    table = resumed_table(renamed, seconds=None)
    assert table.keeper.resume.endswith(f"resume {renamed}"), "it would not be found by itself"
    table.resign(1)
    table.close()
    assert table.transcript == renamed and Match.load(renamed.read_text()).outcome is not None


def test_whoever_offers_a_draw_is_not_told_to_answer_it(seat: Seat) -> None:
    table = seat("connect_four", "me:Ann,me:Ben")
    table.offer_draw(0)
    how = said("say yes")
    assert spoken(table, offers(table.view(0), how)) == ["You have offered a draw; Ben answers after your move."]
    assert spoken(table, offers(table.view(1), how)) == ["Ann has offered a draw: say yes."]


def test_a_name_with_braces_is_told_as_it_is(seat: Seat) -> None:
    table = seat("connect_four", "me:{seat} %s,me:{0}")
    table.offer_draw(0)
    table.act(0, "drop d")
    assert spoken(table, table.view(1).lines[-1].told) == ["{seat} %s drops a disc into column d."]
    assert spoken(table, offers(table.view(1), said("say yes"))) == ["{seat} %s has offered a draw: say yes."]
    assert table.log_text(1).splitlines()[0] == "   1. {seat} %s offers a draw."


def test_whatever_people_call_a_move_is_the_move(seat: Seat) -> None:
    table = seat("connect_four", "me:Ann,me:Ben")
    assert table.meant("  drop a Disc into column D. ") == 3
    assert table.meant("drop d") == "drop d" and table.meant("zebra") == "zebra", "read as programs write it"
