"""A match in text: readable, loadable, verifiable; and broken ones, each named by its line."""

import pytest

import turnwise as tw
from turnwise.kit.errors import BadTranscript, TurnwiseError
from turnwise.play.transcript import verified

SAVED = """Turnwise transcript 1
game: connect_four
version: 1
seats: 2
commitment: {commitment}
secret: seed 3
fingerprint: {fingerprint}

1. seat 0: drop d
2. seat 1: drop d
3. seat 1: undo
4. seat 1: offer draw
5. seat 1: drop e
6. seat 0: resign
"""


def told() -> tw.Match:
    match = tw.Match("connect_four", seed=3)
    match.play("drop d")
    match.play("drop d")
    match.undo(consent=True)
    match.offer_draw()
    match.play("drop e")
    return match


def test_a_running_match_reads_like_this() -> None:
    match = told()
    text = SAVED.format(commitment=match.commitment, fingerprint=match.fingerprint()).replace("6. seat 0: resign\n", "")
    assert match.save() == text
    again = tw.Match.load(text)
    assert again.fingerprint() == match.fingerprint() and again.draw_offer == 1


def test_a_finished_match_verifies() -> None:
    match = told()
    match.leave(0)
    assert verified(match.save()).outcome == match.outcome
    assert "result: seat 1 wins: seat 0 resigned" in match.save()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("Turnwise transcript 1", "Hello"), "Line 1: a transcript begins with 'Turnwise transcript 1'."),
        (("game: connect_four\n", ""), "The header 'game' is missing."),
        (("secret: seed 3\n", ""), "The header 'secret' is missing."),
        (("seats: 2", "seats: two"), "The header 'seats' must be a whole number, not 'two'."),
        (("seats: 2", "seats: " + "9" * 5000), "The header 'seats' must be a whole number, not '999"),
        (("1. seat 0: drop d", "1" * 5000 + ". seat 0: drop d"), "Line 10: an entry is '1. seat 0: words', not '111"),
        (("seats: 2", "seats: 2\nspeed: 9"), "Line 5: there is no header 'speed'; a blank line stands between"),
        (("\n\n1. seat 0: drop d", "\n1. seat 0: drop d"), "Line 9: there is no header '1. seat 0'"),
        (("seats: 2", "seats: 7"), "In the headers: Connect Four is for 2 seats, not 7."),
        (
            ("2. seat 1: drop d", "1+ seat 1: drop d"),
            "Line 11: a request is one seat's, and this one began with seat 0.",
        ),
        (("5. seat 1: drop e\n6.", "4+ seat 1: garbage\n5."), "Line 14: nothing can be joined to 'offer draw'."),
        (("5. seat 1: drop e", "5. seat 1: DROP  e"), "Line 14: 'DROP  e' is not how the log of this match goes on."),
        (("seats: 2", "seats 2"), "Line 4: a header is 'name: value', not 'seats 2'."),
        (("seats: 2", "seats: 2\nseats: 2"), "Line 5: the header 'seats' stands there twice."),
        (("version: 1", "version: 9"), "The match was played by version 9 of the rules; these are version 1."),
        (("seats: 2", "seats: 2\noption speed: {"), "Line 5: '{' is no value for an option."),
        (("1. seat 0: drop d", "1 drop d"), "Line 10: an entry is '1. seat 0: words', not '1 drop d'."),
        (("2. seat 1: drop d", "3. seat 1: drop d"), "Line 11: entry 3 stands where 2 should."),
        (("1. seat 0: drop d", "1+ seat 0: drop d"), "Line 10: entry 1 stands where 1 should."),
        (("1. seat 0: drop d", "1. seat 1: drop d"), "Line 10: It is the other player's turn."),
        (("1. seat 0: drop d", "1. seat 0: drop x"), "Line 10: 'drop x' is no action of Connect Four."),
        (("4. seat 1: offer draw", "4. seat 0: offer draw"), "Line 13: A draw is offered on one's own turn."),
        (("6. seat 0: resign", "6. seat 5: resign"), "Line 15: This match has seats 0 to 1, not 5."),
        (("5. seat 1: drop e", "5. seat 1: drop f"), "The fingerprint does not fit"),
    ],
)
def test_a_broken_transcript_is_refused_with_the_line_and_what_is_wrong(change: tuple[str, str], sentence: str) -> None:
    match = told()
    match.leave(0)
    text = match.save()
    assert change[0] in text
    with pytest.raises(BadTranscript) as refused:
        tw.Match.load(text.replace(*change, 1))
    assert str(refused.value).startswith(sentence)


def test_an_unknown_game_or_option_in_a_transcript_is_named() -> None:
    text = told().save()
    with pytest.raises(TurnwiseError, match="There is no game 'chess'"):
        tw.Match.load(text.replace("game: connect_four", "game: chess"))
    for name in ("speed", "seats", "secret", "compiled"):
        with pytest.raises(TurnwiseError, match=f"There is no option '{name}'"):
            tw.Match.load(text.replace("seats: 2", f"seats: 2\noption {name}: 3"))


@pytest.mark.parametrize("text", ["", "\n\n", "Turnwise transcript 1", "Turnwise transcript 1\n\n1. seat 0: drop d"])
def test_scraps_are_refused(text: str) -> None:
    with pytest.raises(BadTranscript):
        tw.Match.load(text)


def test_other_dice_than_were_promised_do_not_verify() -> None:
    match = told()
    match.leave(0)
    with pytest.raises(BadTranscript, match="not the dice that were promised"):
        verified(match.save().replace(match.commitment, "0" * 64))
    with pytest.raises(BadTranscript):
        verified(match.save().replace("secret: seed 3", "secret: seed 4"))
    with pytest.raises(BadTranscript, match="The result does not fit"):
        verified(match.save().replace("result: seat 1", "result: seat 0"))


def test_a_running_match_does_not_verify_yet() -> None:
    with pytest.raises(BadTranscript, match="not over"):
        verified(told().save())


def test_what_a_player_kept_of_a_running_match_can_be_read_not_replayed() -> None:
    with pytest.raises(BadTranscript, match="saved for seat 0 while the match ran"):
        tw.Match.load(told().view(0).transcript())
