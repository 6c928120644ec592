"""What is said at a table of Caesar and Cleopatra, as a friend would say it, in both languages."""

import pytest

import turnwise as tw
from tests.games.caesar.test_look import NAMES, match_at
from turnwise.draw import picture
from turnwise.kit.catalogues import speaker


def told(match: tw.Match, viewer: int | None = None, language: str = "en") -> list[str]:
    """What the latest entry tells a viewer."""
    say = speaker(match.game, language, NAMES)
    return [say(one) for one in match.view(viewer).lines[-1].told]


def after_a_vote(cards: str) -> tw.Match:
    match = match_at(f"CENSOR: {cards} | hand 0: 1 | hand 1: 1 | deck 0: 1 | bag: CENSOR", laid="up")
    match.play("bust")
    return match


@pytest.mark.parametrize(
    ("cards", "english", "german"),
    [
        ("3 2 - 1", "The Censors vote: Ann wins, 5 to 1.", "Die Zensoren stimmen ab: Ann gewinnt 5 zu 1."),
        (
            "2 2 - 4",
            "The Censors vote: a tie, 4 to 4. Nobody wins a patrician, and all cards stay.",
            "Die Zensoren stimmen ab: Gleichstand, 4 zu 4. Niemand gewinnt einen Patrizier, und alle Karten bleiben liegen.",
        ),
        (
            "4 P - 4",
            "The Censors vote: a tie, 4 to 4; Philosophers, 1 to 0, change nothing."
            " Nobody wins a patrician, and all cards stay.",
            "Die Zensoren stimmen ab: Gleichstand, 4 zu 4; Philosophen, 1 zu 0, ändern nichts."
            " Niemand gewinnt einen Patrizier, und alle Karten bleiben liegen.",
        ),
        (
            "2 P - 3",
            "The Censors vote: Bob leads, 3 to 2, but Ann has more Philosophers, 1 to 0, and wins with the lower sum.",
            "Die Zensoren stimmen ab: Bob führt 3 zu 2, aber Ann hat mehr Philosophen, 1 zu 0,"
            " und gewinnt mit der niedrigeren Summe.",
        ),
        (
            "P 1 -",
            "The Censors vote: Ann leads, 1 to 0, but has more Philosophers, 1 to 0, so Bob wins with the lower sum.",
            "Die Zensoren stimmen ab: Ann führt 1 zu 0, hat aber mehr Philosophen, 1 zu 0."
            " So gewinnt Bob mit der niedrigeren Summe.",
        ),
        (
            "5 P - 3 P",
            "The Censors vote: Ann wins, 5 to 3; Philosophers, 1 to 1, change nothing.",
            "Die Zensoren stimmen ab: Ann gewinnt 5 zu 3; Philosophen, 1 zu 1, ändern nichts.",
        ),
    ],
)
def test_a_vote_says_who_won_and_why(cards: str, english: str, german: str) -> None:  # C21, C22, examples 2 to 8
    match = after_a_vote(cards)
    assert english in told(match) and german in told(match, language="de")


def test_a_vote_tells_what_each_side_loses() -> None:  # C23, C24
    assert told(after_a_vote("(3) (3) - 1 P P P"))[1:] == [
        "Ann turns up two 3s at the Censors.",
        "The Censors vote: Ann leads, 6 to 1, but Bob has more Philosophers, 3 to 0, and wins with the lower sum.",
        "The Philosophers at the Censors have turned the vote round.",
        "Bob takes a patrician of the Censors; 2 are left.",
        "Ann discards a 3 at the Censors.",
        "Bob discards a 1 at the Censors.",
    ]


@pytest.mark.parametrize(
    ("action", "announced", "vetoed"),
    [
        (
            "assassinate CONSUL 4",
            "Ann plays Assassination against Bob's 4 at the Consuls.",
            "Bob stops the Assassination with a Veto.",
        ),
        (
            "assassinate CONSUL P",
            "Ann plays Assassination against Bob's Philosopher at the Consuls.",
            "Bob stops the Assassination with a Veto.",
        ),
        (
            "scout CONSUL",
            "Ann plays Scout at the Consuls, to see what Bob has hidden there.",
            "Bob stops the Scout with a Veto.",
        ),
        (
            "wrath CONSUL",
            "Ann calls the Wrath of the Gods down on the Consuls.",
            "Bob stops the Wrath of the Gods with a Veto.",
        ),
        ("spy", "Ann plays Spy, to look at Bob's hand.", "Bob stops the Spy with a Veto."),
    ],
)
def test_an_action_card_is_played_in_words(action: str, announced: str, vetoed: str) -> None:  # C27 to C34
    hand = "hand 0: assassination scout wrath spy 1 | hand 1: veto 2 | deck 1: 1"
    match = match_at(f"CONSUL: 2 - 4 P (1) | {hand}", laid="up", spy=1)
    match.play(action)
    assert told(match, 1) == [announced]
    match.play("veto influence")
    assert told(match, 0) == [vetoed, "Bob draws an influence card."]
    assert told(match, 1)[-1] == "Bob draws a 1 from the influence deck."


def test_a_castling_says_how_many_cards_lie_where() -> None:  # C29
    match = match_at("CONSUL: 4 - | CENSOR: P - | hand 0: castling 1 | hand 1: 5", laid="up")
    match.play("castle CONSUL CENSOR")
    assert told(match) == ["Ann plays Castling between the Consuls and the Censors."]
    match.play("first")
    assert told(match, 0) == ["Ann will have a 4 at the Consuls."]
    assert told(match, 1) == ["Ann decides where one of the cards will lie."]
    match.play("second")
    match.play("no veto")
    assert told(match) == [
        "Bob lets the Castling pass.",
        "Ann now has one card at the Consuls and one card at the Censors, all face down.",
    ]


def test_black_takes_back_none_one_or_several_busts() -> None:  # C16
    for visible, sentence in (
        ("", "The black bust goes back into the bag."),
        ("GREY", "The black bust goes back into the bag, and the other drawn one with it."),
        ("GREY CONSUL", "The black bust goes back into the bag, and the 2 other drawn ones with it."),
    ):
        match = match_at(f"CONSUL: 2 - | hand 0: 1 | hand 1: 1 | bag: BLACK | visible: {visible}", laid="up")
        match.play("bust")
        assert told(match)[:2] == ["Ann draws the black bust: no vote.", sentence]


def test_a_move_is_said_as_one_would_tell_a_friend() -> None:
    game = tw.game("caesar")
    language = tw.Match(game).language
    moves = {action.words: action.said for action in map(language.action, range(game.veiled))}
    for words, english, german in (
        ("place 3 AEDILE", "Place your 3 at the Aediles", "Lege deine 3 zu den Ädilen"),
        (
            "lay P CONSUL down",
            "Lay a Philosopher face down at the Consuls",
            "Lege einen Philosophen verdeckt zu den Konsuln",
        ),
        (
            "assassinate AEDILE P",
            "Play Assassination against the Philosopher at the Aediles",
            "Spiele ein Attentat auf den Philosophen bei den Ädilen",
        ),
        ("veto action", "Play your Veto and draw an action card", "Spiele dein Veto und zieh eine Aktionskarte"),
        ("take 1", "Discard a 1 from the other hand", "Wirf eine 1 aus der anderen Hand ab"),
        (
            "lays a card face down at CENSOR",
            "Lay a card face down at the Censors",
            "Lege eine Karte verdeckt zu den Zensoren",
        ),
    ):
        assert speaker(game)(moves[words]) == english and speaker(game, "de")(moves[words]) == german


def test_the_discards_are_counted_in_words() -> None:  # C46
    match = match_at("CONSUL: - | hand 0: 1", discard=[[2, 0, 7, 0, 0, 1, 2, 0, 0, 0, 0, 0], [0] * 12])
    for language, words in (
        ("en", "Ann has discarded two 1s, seven 3s, a Philosopher and two Assassinations"),
        ("de", "Ann hat zwei 1er, sieben 3er, einen Philosophen und zwei Attentate abgeworfen"),
    ):
        piles = {thing.key: thing.words for thing in picture(match.view(0), NAMES, language).things}
        assert piles["discard:0"] == words
