"""What a seat is shown."""

import json
from types import FunctionType, ModuleType

import pytest

import turnwise as tw
from turnwise.kit.game import Game


def test_a_hand_is_shown_to_its_owner_and_counted_for_others() -> None:
    match = tw.Match("whot", seats=3, seed=7, cards_each=5)
    own, other, nobody = match.view(0), match.view(1), match.view(None)
    assert isinstance(own.state["hands"][0], list) and len(own.state["hands"][0]) == 5
    assert own.state["hands"][1] == 5 and other.state["hands"][0] == 5
    assert nobody.state["hands"] == [5, 5, 5]
    assert own.legal and not other.legal and not nobody.legal


def test_a_drawn_card_is_told_to_its_owner_alone() -> None:
    match = tw.Match("whot", seats=2, seed=3)
    match.play("draw")
    drawn = [event for event in match.view(0).events if event["event"] == "drew"]
    heard = [event for event in match.view(1).events if event["event"] == "drew"]
    (card,) = drawn[0]["hand"]
    said, told = card.replace("_", " "), json.dumps(match.view(1).json()["lines"])
    assert card in match.view(0).state["hands"][0] and said in drawn[0]["text"]
    assert heard[0]["hand"] is None and card not in told and said not in told


def test_a_face_down_card_is_veiled_in_the_log_and_in_a_players_transcript() -> None:
    match = tw.Match("caesar", seed=1)
    match.play("place 3 CONSUL")
    own, other = (match.view(seat) for seat in (0, 1))
    assert own.lines[-1].words == "place 3 CONSUL"
    assert "3" not in other.lines[-1].words and "CONSUL" not in other.lines[-1].words
    assert "place 3 CONSUL" in own.transcript()
    assert "place 3" not in other.transcript() and "saved for: seat 1" in other.transcript()
    assert "secret:" not in other.transcript()


def test_a_boards_questions_are_in_no_players_hands_while_the_match_runs() -> None:
    from tests.games.rally.samples import OPTIONS

    board = next(option["board"] for option in OPTIONS if option and "pack" in str(option["board"]["positions"]))
    match = tw.Match("rally", seats=1, seed=1, board=board)
    for text in (json.dumps(match.view(0).json()), match.view(0).transcript()):
        assert "birds" in text and '"answers"' not in text and '"right"' not in text and '"note"' not in text
    assert '"right"' in match.save()


def test_a_view_prints_as_a_table_and_says_what_it_is() -> None:
    match = tw.Match("connect_four")
    match.play("drop d")
    view = match.view(1)
    assert str(view) == view.text() and "1 · · · ● · · · a b c d e f g" in " ".join(str(view).split())
    assert repr(view) == "<View of connect_four for seat 1: version 1, seat 1 on turn>"
    match.leave(1)
    assert repr(match.view(None)) == "<View of connect_four for a spectator: version 2, over>"


def test_a_view_is_drawn_as_wide_as_one_likes() -> None:
    view = tw.Match("connect_four").view(None)
    assert ' width="' not in view.svg().partition("<defs>")[0], "it fills its place"
    assert 'width="320" height="213"' in view.svg(width=320, theme="dark").partition("<defs>")[0]
    for given in ({"width": 0}, {"width": 1.5}, {"width": True}, {"width": 10**9}, {"theme": "red"}):
        with pytest.raises(tw.TurnwiseError, match="A (picture|theme) is"):
            view.svg(**given)


def test_a_view_is_a_still_picture() -> None:
    match = tw.Match("connect_four")
    view = match.view(0)
    before = json.dumps(view.json())
    match.play("drop d")
    assert json.dumps(view.json()) == before and view.version == 0


def test_imagined_worlds_differ_and_look_the_same() -> None:
    match = tw.Match("whot", seats=3, seed=7)
    view = match.view(0)
    worlds = [tw.imagine(view, seed) for seed in range(20)]
    assert len({world.pack()[0] for world in worlds}) == 20
    assert {world.redacted(0).pack() for world in worlds} == {view.position.pack()}


def test_after_the_end_everything_is_shown_even_when_somebody_resigned() -> None:
    """[C49] The rules do not know of resigning; the gate does."""
    match = tw.Match("caesar", seed=1)
    match.play("place 3 CONSUL")
    assert "CONSUL" not in json.dumps(match.view(1).state["placed"])
    match.leave(1)
    view = match.view(1)
    assert view.state["placed"][0] == {"CONSUL": "3"} and view.lines[1].words == "place 3 CONSUL"
    assert view.position.plain().seed == -1


def reachable(thing: object, skip: set[int]) -> set[int]:
    """Ids of everything that can be reached from an object by attributes, items and closures of ours."""
    seen: set[int] = set()
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if (
            id(one) in seen
            or id(one) in skip
            or isinstance(one, type | ModuleType | FunctionType | str | bytes | int | float)
        ):
            continue
        seen.add(id(one))
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple | set | frozenset):
            waiting += list(one)
        elif not isinstance(one, Game):
            waiting += list(getattr(one, "__dict__", {}).values())
            waiting += [getattr(one, slot) for slot in getattr(type(one), "__slots__", ()) if hasattr(one, slot)]
    return seen


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("name", ["whot", "caesar", "rally"])
def test_nothing_in_a_view_or_an_imagined_world_leads_back_to_the_match(name: str, compiled: bool) -> None:
    match = tw.Match(name, seed=1, compiled=compiled)
    view = match.view(1)
    match.play(match.legal[0])
    engine = match.position.engine
    truth = [match, match.position, match.position.states, match.position.besides, engine, engine.tell, engine.moves]
    truth += [match.frame, match.frame.options, match.language, match.log, match.told]
    for known in (view, match.view(0), tw.imagine(view, 3)):
        assert not {id(part) for part in truth} & reachable(known, set())


def test_whoever_holds_a_view_cannot_change_the_match() -> None:
    match = tw.Match("rally", seats=2, seed=1, computers=[0])
    before = (match.fingerprint(), match.commitment, json.dumps(match.view(None).json()))
    view = match.view(1)
    view.options["computers"].append(1)
    view.options["board"]["positions"][0]["id"] = "changed"
    view.lines[0].events[0]["text"] = view.events[0]["text"] = "changed"
    view.state["at"][0] = "changed"
    view.legal.clear()
    assert (match.fingerprint(), match.commitment, json.dumps(match.view(None).json())) == before
    assert tw.Match.load(match.save()).fingerprint() == match.fingerprint()
