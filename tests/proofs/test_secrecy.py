"""Correct rules are accepted, and the same rules with a leak are refused with the one thing that differs: on two tiny games."""

from pathlib import Path

import pytest

from tests.proofs.outside import game
from turnwise.kit.game import Game
from turnwise.proofs.broken import Broken, Peeked, place_of
from turnwise.proofs.cases import Case, Evidence, cases
from turnwise.proofs.contract import PROOFS
from turnwise.proofs.gate import watched
from turnwise.proofs.imagining import the_truth_can_be_imagined

SECRECY = [proof for proof in PROOFS if proof.part == "secrecy" and not proof.thorough]
TWINS = """
def twin(s, beside, seat, chance):
    other = s.copy()
    other.seed = chance.getrandbits(60)
    cards = [card for card in range(6) if seat < 0 or card != s.card[seat]]
    chance.shuffle(cards)
    for player in range(2):
        if player != seat:
            other.card[player], other.charm[player] = cards.pop(), chance.randrange(5)
    return other, beside.copy()
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def prove(one: Game, evidence: Path | None = None) -> list[Case]:
    found = cases(one, Evidence(evidence), compiled=False)
    for case in found:
        for proof in SECRECY:
            if proof.chosen(case):
                proof.run(case)
    return found


def refused(one: Game, evidence: Path | None = None) -> str:
    with pytest.raises(Peeked) as peeked:
        prove(one, evidence)
    told = str(peeked.value)
    assert len(told) < 500 and "rules.py:" in told, told
    return told


def test_a_showdown_that_is_followed_by_a_new_deal_is_accepted(home: Path) -> None:
    """What was shown is told in both worlds as it was there; the new cards are nobody's business."""
    (case,) = prove(game("showdown", home))
    shown = {told for seed in range(1, 12) for told in watched(case, seed, compiled=False, plies=20).past}
    assert shown == {("showed", "card")}, "and it is the only event that tells of what was hidden"


def test_a_new_deal_that_is_told_to_all_is_refused(home: Path) -> None:
    """With the same dice both worlds get the same cards: only other dice show it."""
    told = refused(
        game(
            "showdown",
            home,
            (
                'dealt=event("seat !card", "{seat} is dealt {card}.", "{seat} is dealt a card."),',
                'dealt=event("seat card", "{seat} is dealt {card}."),',
            ),
        )
    )
    assert "everybody is told the card of the event 'dealt'" in told and "into card[0], which is hidden" in told


def test_a_call_that_tells_the_card_before_the_showdown_is_refused(home: Path) -> None:
    told = refused(
        game(
            "showdown",
            home,
            ('called=event("seat", "{seat} calls.")', 'called=event("seat card", "{seat} calls.")'),
            ("Event.CALLED, seat)", "Event.CALLED, seat, s.card[seat])"),
        )
    )
    assert "event 'called'.card is told as" in told and ("a spectator can tell" in told or "seat 1 can tell" in told)


def test_a_showdown_that_tells_what_stays_secret_is_refused(home: Path) -> None:
    """Chance makes the cards new, but not the charms."""
    told = refused(
        game("showdown", home, ("Event.SHOWED, other, s.card[other])", "Event.SHOWED, other, s.charm[other])"))
    )
    assert "event 'showed'.card is told as" in told


def test_twins_from_the_rule_book_notice_a_field_with_a_wrong_audience_and_imagined_ones_do_not(home: Path) -> None:
    evidence = home / "evidence"
    evidence.mkdir()
    (evidence / "twins.py").write_text(TWINS)
    prove(game("showdown", home), evidence)
    open_card = ("card=small(2, see=OWNER)", "card=small(2)")
    told = refused(game("showdown", home, open_card), evidence)
    assert "the field card[" in told and "seen by too many" in told
    prove(game("showdown", home, open_card, ("            s.card[other] = any_of(s, left)\n", "")))


def test_a_private_look_needs_no_veil(home: Path) -> None:
    one = game("priest", home)
    assert {case.seats for case in prove(one)} == {2, 3}
    place = place_of(one, "saw")
    assert place and "saw=event(" in place.file.read_text().splitlines()[place.line - 1]


def test_a_look_that_is_told_to_all_is_refused(home: Path) -> None:
    told = refused(game("priest", home, ('"seat other !card"', '"seat other card"')))
    assert "event 'saw'.card is told as" in told


def test_a_look_that_the_record_forgets_is_refused(home: Path) -> None:
    """Who was told something knows it: a bot that is handed the record must know it too."""
    told = refused(game("priest", home, ("s.seen[seat, other] = s.down[other] + 1", "pass")))
    assert "event 'saw'.card is told as" in told


def test_an_action_that_names_a_face_down_card_needs_a_veil(home: Path) -> None:
    told = refused(game("priest", home, ("return Do.LAYS if action < Do.LOOK else action", "return action")))
    assert "it tells the card of the event 'laid', which is for that seat alone; such an action needs a veil" in told


def test_a_refusal_that_depends_on_a_hidden_card_is_refused(home: Path) -> None:
    leak = "Reason.LAID if s.down[(seat + 1) % s.seats] < 3 else Reason.NOBODY"
    told = refused(game("priest", home, ("return Reason.NOBODY if", f"return ({leak}) if")))
    assert "'look " in told and "is refused for reason" in told


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        pytest.param(
            "showdown",
            ("            s.charm[other] = below(s, 5)\n", ""),
            "a spectator never imagines what charm[0] truly is",
            id="forgotten",
        ),
        pytest.param(
            "showdown",
            ("            s.card[other] = any_of(s, left)\n", "            s.card[other] = below(s, 5)\n"),
            "never imagines that card[1] is 5, though at times it is",
            id="one value left out",
        ),
        pytest.param(
            "showdown",
            ("        if other != seat:\n", "        if other > seat:\n"),
            "seat 1 never imagines what c",
            id="for one viewer only",
        ),
        pytest.param(
            "priest",
            ("            s.hand[other] = some_of(s, left, ~s.hand[other])", "            s.hand[other] = 192"),
            "a spectator never imagines that 2 is in hand[0], though at times it is",
            id="a set of the same cards",
        ),
    ],
)
def test_an_imagine_that_excludes_the_truth_is_refused(
    home: Path, name: str, change: tuple[str, str], told: str
) -> None:
    one = game(name, home, change)
    case = cases(one, compiled=False)[-1]
    with pytest.raises(Broken) as broken:
        the_truth_can_be_imagined(case)
    assert told in str(broken.value) and str(broken.value).endswith("imagine must not exclude the truth.")
    (proof,) = (proof for proof in SECRECY if proof.prove is the_truth_can_be_imagined)
    assert proof.chosen(case), "turnwise check asks it too"
