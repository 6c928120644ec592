"""The baselines: R35 to R38, worked out by hand from the rule sheet."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

from tests.games.rally.picture import GAME, QUIZ, Table, network, seed_giving
from tests.law import law
from tests.terminal.quiet import played
from tests.web.hall import Hall, in_hall, refusal
from turnwise.bots import bot as bot_named
from turnwise.games.rally import hints
from turnwise.games.rally.state import Do


def steps(table: Table, seeds: int = 40, bot: str = "classic") -> Counter[str]:
    """How often a bot chooses what."""
    chosen: Counter[str] = Counter()
    known = table.position.redacted(table.turn)
    moves = table.position.legal(table.turn)
    for seed in range(seeds):
        known.reseed(seed * 7919)
        if bot == "taste":
            room = moves + [0] * (GAME.actions + 1 - len(moves))
            action = hints.taste(known.state, known.besides[0], table.turn, room, len(moves))
        else:
            action = bot_named(bot, GAME).think(known, table.turn, seed=seed * 7919).action
        chosen[GAME.notation.words(action, table.frame)] += 1
    return chosen


def turn_ends(line: str, seeds: int = 40, **options: Any) -> set[str]:
    """Where Seeker ends this turn."""
    ends = set()
    for seed in range(seeds):
        table = Table(line, **options)
        mover = table.turn
        while table.turn == mover and table.show["phase"] == "move":
            table.position.play(mover, table.position.redacted(mover).advice(mover, seed))
            seed += 1000
        ends.add(table.show["at"][mover])
    return ends


@law("R36")
def test_walker_takes_any_single_step() -> None:
    chosen = steps(Table("P5 P1 | die 6"), 300, "walker")
    assert set(chosen) == {"move P2", "move P4", "move P18"} and min(chosen.values()) > 70


@law("R36")
def test_walker_takes_a_seat_and_walks_step_by_step(tmp_path: Path) -> None:
    """At the terminal's table, by the name of the bot."""
    said = played(tmp_path, "rally", "walker,classic")
    drives = re.findall(r"^Walker drives (.*)\.$", said, re.M)
    assert len(drives) > 20 and not any("by way of" in drive for drive in drives), "from one position to the next"


@law("R37")
def test_seeker_stops_on_a_checkpoint_that_earns_a_point() -> None:
    assert turn_ends("P1 P1 | die 4") == {"P3", "P7", "P11", "P17"}
    assert turn_ends("P1 P1 | die 4 | points P3 P7 /") == {"P11", "P17"}


@law("R37")
def test_seeker_goes_where_a_missing_checkpoint_is_nearest() -> None:
    """With P7 and P11 held: from P4 three steps to P3 and to P17, from P6 five to either."""
    assert set(steps(Table("P1 P1 | die 1"))) == {"move P4", "move P6"}
    assert set(steps(Table("P1 P1 | die 1 | points P7 P11 /"))) == {"move P4"}


@law("R37")
def test_seeker_does_not_count_steps_through_the_finish() -> None:
    """Only P17 is missing: from P15 four steps through FINISH but nine round the board, from P8 seven."""
    table = Table("P7 P1 | die 1 | points P3 P7 P11 P20 /", points_needed="all")
    assert set(steps(table)) == {"move P8"}


@law("R37", "R29")
def test_in_the_points_game_the_way_may_lead_over_the_finish() -> None:
    table = Table("P7 P1 | die 1 | points P3 P7 P11 P20 /", win="points")
    assert set(steps(table)) == {"move P15"}


@law("R37")
def test_seeker_enters_the_finish_if_it_can() -> None:
    assert turn_ends("P7 P1 | die 2 | points P3 P7 P11 /") == {"P14"}


@law("R37")
def test_with_enough_points_seeker_ends_nearest_to_the_finish() -> None:
    """From P1 with a 4: P7 is two steps from FINISH, P17 three, P3 and P11 further."""
    assert turn_ends("P1 P1 | die 4 | points P3 P11 P20 /") == {"P7"}


@law("R37", "R16")
def test_a_trap_is_an_end_like_any_other() -> None:
    """With a 3 on P7 the way to P15 is forfeited there, one step from FINISH; P6 and P10 are five steps away."""
    assert turn_ends("P7 P1 | die 3 | points P3 P7 P11 /") == {"P15"}


@law("R37", "R20")
def test_seeker_knows_that_a_forfeit_earns_nothing() -> None:
    """Die 2 from S: X is an exact stop; C is a trap, and ends the turn on a checkpoint without its point."""
    board = network("S> A X* C* F#", "S-A A-X S-C C-F")
    assert set(steps(Table("S S | die 2", board=board))) == {"move A"}


@law("R37", "R28")
def test_in_the_race_seeker_aims_at_the_finish() -> None:
    """From P6 five steps, from P4 six."""
    assert set(steps(Table("P1 P1 | die 1", win="race"))) == {"move P6"}


@law("R37")
def test_with_all_points_of_the_points_game_any_end_will_do() -> None:
    table = Table("P1 P1 | die 1 | points P3 P7 P11 P17 P20 /", win="points")
    assert set(steps(table)) == {"move P4", "move P6"}


@law("R37")
def test_ties_are_broken_among_ends_before_ways() -> None:
    """X has one way, Y two: A is taken in half of the cases, B and C in a quarter each."""
    board = network("S> A B C X* Y* F#", "S-A A-X S-B B-Y S-C C-Y X-F")
    chosen = steps(Table("S S | die 2", board=board), 600)
    assert 250 < chosen["move A"] < 350 and 100 < chosen["move B"] < 200 and 100 < chosen["move C"] < 200


@law("R37", "R15")
def test_seeker_sees_ways_that_turn_round_in_a_dead_end() -> None:
    """Die 3 from S: to the dead end D and back by S to the checkpoint."""
    board = network("S> D C* A F#", "S-D S-C C-A A-F")
    assert turn_ends("S S | die 3", board=board) == {"C"}
    assert set(steps(Table("S S | die 3", board=board))) == {"move D"}


@law("R38")
def test_a_computer_answers_by_luck_and_anybody_else_guesses() -> None:
    table = Table("S S | die 1", board=QUIZ)
    table.play("move Q", seed=seed_giving((2, 0)))
    for bot in ("classic", "walker"):
        assert set(steps(table, 60, bot)) == {"answer 1", "answer 2", "answer 3"}
    table = Table("S S | die 1", board=QUIZ, computers=[0])
    table.play("move Q")
    for bot in ("classic", "walker"):
        assert set(steps(table, 20, bot)) == {"luck"}
    assert table.position.redacted(0).advice(0, 1) == Do.LUCK


@law("R35", "R37")
def test_seeker_beats_walking_at_random() -> None:
    """A whole game: Seeker in seat 0 is in before anybody else, nearly always."""
    won = 0
    for seed in range(5):
        table = Table("P1 P1 | die 3", seed=seed)
        while not table.position.over:
            seat = table.turn
            moves = table.position.legal(seat)
            seed += 1
            action = table.position.redacted(seat).advice(seat, seed) if seat == 0 else moves[seed % len(moves)]
            table.position.play(seat, action)
        won += table.result[1] == [0]
    assert won >= 4


def test_a_search_values_the_numbers_that_hit_a_checkpoint() -> None:
    """From P6 it is 3, 5 and 6; from P15 only 1 and 5, though a checkpoint is next to it. Every point counts for more."""
    for line, better in (("P6 P15", 0), ("P15 P6", 1), ("P6 P15 | points / P3", 1)):
        known = Table(line).position.redacted(0)
        values = [hints.evaluate(known.state, known.besides[0], seat) for seat in (0, 1)]
        assert values[better] > values[1 - better], line


def test_a_search_plays_on_to_where_many_numbers_hit() -> None:
    """3 and 5 hit from P4, 6 too from P6, and both are three steps from a checkpoint; now and then anything is tried."""
    chosen = steps(Table("P1 P1 | die 1"), 300, "taste")
    assert chosen["move P6"] > 250 and chosen["move P4"] > 0


def test_a_search_plays_on_to_the_points_and_to_the_finish() -> None:
    for line, wanted in (("P19 P1 | die 1", "move P20"), ("P7 P1 | die 2 | points P3 P7 P11 /", "move P14")):
        assert steps(Table(line), 100, "taste").most_common(1)[0][0] == wanted


@law("R36")
@in_hall
async def test_the_house_offers_walker_a_seat(hall: Hall) -> None:
    facts = await hall.nobody.got("/api/games/rally")
    assert {"name": "walker", "called": "Walker", "strength": "takes any step"} in facts["bots"]
    ann = await hall.guest("Ann")
    table = (await ann.did("/api/tables", {"game": "rally", "seats": 2, "bots": ["Walker"]}))["table"]
    assert table["seats"][1] == {"bot": "walker"}
    page = (await ann.get("/games/rally", headers={"Accept-Language": "de"})).text
    assert '<option value="walker" >Wanderer: geht irgendeinen Schritt</option>' in page
    refusal(await ann.post("/api/tables", {"game": "whot", "seats": 2, "bots": ["walker"]}), 400, "bad_bot")
