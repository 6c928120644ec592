"""Caesar and Cleopatra over HTTP: whole games by random callers, and that worlds a caller can't tell apart are answered alike."""

from random import Random
from typing import Any

import pytest

import turnwise as tw
from tests.games.caesar.callers import AnyBoard, Caller, action, influence, lay, seated, show_too_much
from tests.games.caesar.test_rest import BUST, DISCARD, DRAW, GROUPS, PERSONA, PLACE, PLAY, SPY, VETO
from tests.games.caesar.twins import twin
from tests.law import law
from turnwise.kit.position import SPECTATOR, Position
from turnwise.play.entry import Entry
from turnwise.play.view import seen_entry

pytestmark = pytest.mark.usefixtures("both_kinds")
Wish = tuple[str, dict[str, Any]]
EVERYTHING = {"spy": 1, "secret_bonus": True, "philosopher_spent": True}


class ToldApart(AssertionError):
    """A caller could tell two worlds apart that it must not."""


def card(kind: str) -> dict[str, Any]:
    return influence(int(kind)) if kind.isdigit() else {"type": "philosopher" if kind == "P" else kind}


def placement(chance: Random) -> Wish:
    return PLACE, {"placement": dict(zip("12345", chance.sample(GROUPS, 5), strict=True))}


def wish(match: tw.Match, chance: Random) -> Wish:
    """A random request that whoever is on turn may make."""
    assert match.turn is not None
    return wish_of(match.turn, match.view(match.turn).state, [action.json() for action in match.legal], chance)


def wish_of(turn: int, state: dict[str, Any], legal: list[dict[str, Any]], chance: Random) -> Wish:
    choice = chance.choice(legal)
    group = choice.get("group", "")
    match choice["do"]:
        case "place":
            return placement(chance)
        case "lay":
            face = {"cardDetails": card(choice["kind"]), "faceUp": choice["face"] == "up"}
            return PLAY, lay(1, group, up=True) | face
        case "assassinate":
            return PLAY, action("assassination", target=group, targetCard=card(choice["kind"]))
        case "scout" | "wrath" | "spy" as kind:
            return PLAY, action(kind, **({"target": group} if group else {}))
        case "castle":
            return PLAY, castling(state, turn, [group, choice["second"]], chance)
        case "bust":
            return BUST, {}
        case "no veto":
            return VETO, {"use": False}
        case "veto":
            return VETO, {"use": True, "deckType": None if choice["deck"] == "none" else choice["deck"]}
        case "take":
            return SPY, {"card": card(choice["kind"])}
        case "draw":
            return DRAW, {"deckType": choice["deck"]}
    held = [k for k, n in state["hands"][turn].items() if not k.isdigit() and k != "P" for _ in range(n)]
    return DISCARD, {"cards": [card(kind) for kind in chance.sample(held, chance.randint(1, len(held)))]}


def castling(state: dict[str, Any], seat: int, groups: list[str], chance: Random) -> dict[str, Any]:
    own = [
        card(kind)
        for group in groups
        for zone in ("up", "down")
        for kind, number in state[zone][seat].get(group, {}).items()
        for _ in range(number)
    ]
    chance.shuffle(own)
    first = chance.randint(max(0, len(own) - 5), min(5, len(own)))
    arrangement = {groups[0]: own[:first], groups[1]: own[first:]}
    chance.shuffle(groups)
    return action("castling", target=groups[0], secondTarget=groups[1], arrangement=arrangement)


def check_cards(vote: dict[str, Any]) -> None:
    """The cards that a vote reveals are those that make its sums, and what it cost is among them."""
    for persona, lying in vote["revealed"].items():
        assert sum(found.get("number", 0) for found in lying) == vote["sums"][persona]
        assert sum(found["type"] == "philosopher" for found in lying) == vote["philosophers"][persona]
        gone = [*vote["discards"][persona], *vote["cleared"][persona]]
        left = [{key: value for key, value in found.items() if key != "turned"} for found in lying]
        for found in gone:
            left.remove(found)
        assert not (vote["closed"] and left), "nothing stays at a group that closes"


@law("C56", "C59", "C61")
def test_a_whole_game_over_http() -> None:
    """What the answers tell is what the match tells to that seat, and `rev` is the number of its actions."""
    tables, *players, spectator = seated(seed=1, **EVERYTHING)
    (board,) = tables.boards.values()
    chance, paths = Random(1), set()
    while board.match.turn is not None:
        turn = board.match.turn
        before = board.match.version
        path, body = wish(board.match, chance)
        answer = players[turn].done(path, rev=before, **body)
        paths.add(path)
        lines = board.match.view(turn).lines
        assert answer["rev"] == board.match.version == len(lines) - 1 > before
        assert [(event["rev"], event["event"]) for event in answer["delta"]] == [
            (rev, event["event"]) for rev in range(before + 1, len(lines)) for event in lines[rev].events
        ]
        if path in (DRAW, BUST):
            votes = answer["votes"] + ([answer["voc"]] if answer.get("voc") else [])
            assert len(votes) == sum(event["event"] == "voted" for event in answer["delta"])
            for vote in votes:
                check_cards(vote)
        assert not [event["text"] for event in answer["delta"] if "seat" in event["text"].lower()]
    assert {PLACE, PLAY, BUST, DRAW, VETO} <= paths
    state = spectator.state()
    assert state["phase"] == "over" and all(side["hand"] is not None for side in state["players"])


def world(match: tw.Match, position: Position) -> tw.Match:
    """The same match with the same log, dice and options, at another position."""
    other = tw.Match.load(match.save(), compiled=True)
    other.position = position
    other._changed()
    return other


def twin_of(match: tw.Match, seat: int, chance: Random) -> Position:
    real, records = match.position, match.game.records
    plains = [record.unpack(data) for record, data in zip(records, real.pack(), strict=True)]
    others = twin(plains[0], plains[1], seat, chance)
    return Position(real.engine, *(record.pack(plain) for record, plain in zip(records, others, strict=True)))


def probes(chance: Random) -> list[Wish]:
    """Requests of all kinds, most of which are refused."""
    kinds = [card(kind) for kind in "12345P"]
    found: list[Wish] = [placement(chance), (BUST, {}), (PERSONA, {"persona": "caesar"}), (VETO, {"use": False})]
    found += [(VETO, {"use": True, "deckType": deck}) for deck in ("influence", "action", None)]
    found += [(DRAW, {"deckType": deck}) for deck in ("influence", "action")]
    found += [(SPY, {"card": chosen}) for chosen in (*kinds, {"type": "veto"})]
    found += [(DISCARD, {"cards": chosen}) for chosen in ([], [{"type": "veto"}], [{"type": "scout"}] * 2)]
    for group in GROUPS:
        found += [(PLAY, lay(1, group, up=up) | {"cardDetails": chosen}) for up in (True, False) for chosen in kinds]
        found += [(PLAY, action("assassination", target=group, targetCard=chosen)) for chosen in kinds]
        found += [(PLAY, action(kind, target=group)) for kind in ("scout", "wrath", "spy", "veto")]
        found.append((PLAY, action("castling", target=group, secondTarget=GROUPS[0], arrangement={})))
    return chance.sample(found, 8)


def same(what: str, one: Any, two: Any) -> None:
    if one != two:
        raise ToldApart(f"{what}: {one!r} is not {two!r}")


def compare(board: AnyBoard, caller: Caller, chance: Random) -> bool:
    """Ask two worlds that the caller can't tell apart for the same things; whether they differ at all."""
    seat = board.seats[int(caller.player)] if caller.player else SPECTATOR
    kept, twin_position = board.match, twin_of(board.match, seat, chance)
    worlds = [world(kept, kept.position.copy()), world(kept, twin_position)]
    asked = probes(chance) if caller.player else []
    rev = kept.version
    told: list[list[bytes]] = []
    for match in worlds:
        board.match = match
        answers = [caller.raw("GET", "", params={"game": board.id}).content]
        for path, body in asked:
            answer = caller.raw("POST", path, json={"playerId": caller.player, "rev": rev} | body)
            answers.append(answer.content)
            if answer.status_code == 200:
                break  # the world has moved on
        told.append(answers)
    same("number of answers", *(len(answers) for answers in told))
    moved = any(match.version > rev for match in worlds)
    if moved and not alike(worlds, seat):  # the action showed what must differ: a vote, a Scout
        told = [answers[:-1] for answers in told]
    same("answers", *told)
    if kept.turn not in (None, seat):
        others_move(board, caller, seat, kept, twin_position, chance)
    board.match = kept
    return kept.position.pack()[0][8:] != twin_position.pack()[0][8:]


def alike(worlds: list[tw.Match], seat: int) -> bool:
    real, other = worlds
    if real.turn is None or other.turn is None:
        return False  # everything is shown now
    return real.position.redacted(seat).pack() == other.position.redacted(seat).pack()


def others_move(
    board: AnyBoard, caller: Caller, seat: int, kept: tw.Match, twin_position: Position, chance: Random
) -> None:
    """What the caller is told of somebody else's action that looks the same to it."""
    worlds = [world(kept, kept.position.copy()), world(kept, twin_position.copy())]
    turn = kept.turn or 0
    chosen = chance.choice(kept.legal)
    veiled = seen_entry(kept.game, Entry(turn, chosen.id), seat, False)
    same_sight = [a for a in worlds[1].legal if seen_entry(kept.game, Entry(turn, a.id), seat, False) == veiled]
    if not same_sight:
        return  # the action itself shows which world it is
    for match, act in zip(worlds, (chosen, chance.choice(same_sight)), strict=True):
        match.play(act)
    if alike(worlds, seat):
        told = []
        for match in worlds:
            board.match = match
            told.append(caller.raw("GET", "", params={"game": board.id}).content)
        same("news", *told)


def prove_that_nobody_peeks(seed: int, moments: int) -> int:
    """Walk a game and compare some of its moments with twins, for both seats and a spectator. Returns how many twins differed."""
    tables, *players, spectator = seated(seed=seed, **EVERYTHING)
    (board,) = tables.boards.values()
    chance, different = Random(seed), 0
    while board.match.turn is not None and moments:
        if board.match.version < 6 or chance.random() < 0.3:
            moments -= 1
            for caller in (*players, spectator):
                different += compare(board, caller, chance)
        path, body = wish(board.match, chance)
        players[board.match.turn].done(path, rev=board.match.version, **body)
    return different


@pytest.mark.parametrize("seed", [1, 2])
@law("C59", "C57", "C60")
def test_worlds_that_a_caller_cannot_tell_apart_are_answered_alike(seed: int) -> None:
    assert prove_that_nobody_peeks(seed, 14) > 25, "the twin worlds must differ, or the proof proves nothing"


@law("C59")
def test_the_proof_notices_a_caller_who_is_shown_the_other_side(monkeypatch: pytest.MonkeyPatch) -> None:
    show_too_much(monkeypatch)
    with pytest.raises(ToldApart):
        prove_that_nobody_peeks(1, 20)


@law("C59", "C47", "C6")
def test_an_early_placement_is_held_unseen() -> None:
    """Caesar and a spectator are answered alike whatever Cleopatra sent."""
    told = []
    for seed in range(3):
        _, caesar, cleopatra, spectator = seated()
        path, body = placement(Random(seed))
        cleopatra.done(path, **body)
        seen = [caller.raw("GET", "", params={"game": caesar.game}).content for caller in (caesar, spectator)]
        path, body = placement(Random("his"))
        seen.append(caesar.raw("POST", path, json={"playerId": "0", "rev": 0} | body).content)
        told.append([answer.replace(caesar.game.encode(), b"the table") for answer in seen])
    assert told[0] == told[1] == told[2]
