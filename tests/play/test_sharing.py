"""What matches share: the law, its work space and the words; never anything of a match."""

import gc
from threading import Thread
from weakref import ref

import pytest

import turnwise as tw
from tests.contract.test_proofs_can_fail import forget_the_law
from turnwise.kit.errors import BadAction, Refused
from turnwise.kit.position import SPECTATOR
from turnwise.kit.takeback import FREELY


def test_matches_with_the_same_options_share_law_and_words() -> None:
    one, two, three = tw.Match("whot", seed=1), tw.Match("whot", seed=2), tw.Match("whot", seed=1, tender=True)
    assert one.position.engine is two.position.engine is three.position.engine
    assert one.language is two.language and one.language is not three.language
    assert one.frame.options != three.frame.options


def test_words_are_forgotten_with_the_last_match() -> None:
    """A house that has seen a thousand boards keeps those that are played on."""
    match = tw.Match("rally", seats=3, seed=1)
    words = ref(match.language)
    del match
    gc.collect()
    assert words() is None


def test_each_thread_has_work_space_of_its_own() -> None:
    """Compiled rules let go of the interpreter: two threads would write into one buffer."""
    engine = tw.Match("whot", seed=1).position.engine
    here, there = [engine.tell, engine.moves], list[object]()
    thread = Thread(target=lambda: there.extend([engine.tell, engine.moves]))
    thread.start()
    thread.join()
    assert len(there) == 2 and not {id(part) for part in here} & {id(part) for part in there}
    assert engine.tell is here[0]


def test_a_glimpse_is_shared_where_all_may_see_the_same() -> None:
    match = tw.Match("connect_four")
    match.play("drop d")
    assert match.glimpse(0, 0).state is match.glimpse(1, 0).state is match.glimpse(SPECTATOR, 0).state
    assert match.glimpse(0, 0).lines is match.glimpse(1, 0).lines
    hidden = tw.Match("whot", seed=1)
    assert hidden.glimpse(0).state != hidden.glimpse(1).state


def test_a_glimpse_is_for_a_seat_or_a_spectator() -> None:
    match = tw.Match("connect_four")
    for viewer in (2, -2, True):
        with pytest.raises(BadAction):
            match.glimpse(viewer)
    assert [line.words for line in match.glimpse(0, -7).lines] == ["set-up"]
    assert not match.glimpse(0, 0).lines and not match.glimpse(0, 99).lines


def test_a_refused_list_leaves_nothing_worked_out_behind() -> None:
    match = tw.Match("caesar", seed=1)
    before = match.glimpse(0)
    with pytest.raises(Refused):
        match.play(["place 3 CONSUL", "place 3 CENSOR"])
    assert match.glimpse(0) == before
    match.play("place 3 CENSOR")
    assert match.glimpse(0).state["placed"][0] == {"CENSOR": "3"}


@pytest.mark.parametrize("compiled", [True, False])
def test_a_long_match_is_taken_back_to_its_start(compiled: bool) -> None:
    match = tw.Match("differo", compiled=compiled)
    states = []
    for _ in range(12):
        states.append(match.view(None).state)
        match.play(match.legal[0])
    while states:
        match.undo(consent=True)
        assert match.view(None).state == states.pop()
    with pytest.raises(Refused, match="nothing to take back"):
        match.undo(consent=True)


def test_what_touched_a_hidden_hand_cannot_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game of ours has both take-backs and hidden cards; here Whot allows every take-back."""
    game = tw.game("whot")
    monkeypatch.setattr(game.rules, "takeback", lambda: FREELY, raising=False)
    forget_the_law(game)
    try:
        match = tw.Match("whot", seed=1, compiled=False)
        match.play(next(action for action in match.legal if "play" in str(action)))
        with pytest.raises(Refused) as refused:
            match.undo()
        assert refused.value.code == "no_undo"
    finally:
        monkeypatch.undo()
        forget_the_law(game)
