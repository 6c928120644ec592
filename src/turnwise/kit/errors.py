"""What can go wrong for a user, each with a machine code and a sentence that a player can read."""

from typing import Self

from turnwise.kit.words import Words


def quoted(value: object) -> str:
    """What a user gave, for a sentence: never long, never an error of its own."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list of thousands of levels
        text = f"that {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}…"


class TurnwiseError(Exception):
    """Anything a user did that cannot be done. Nothing has changed when it is raised."""

    code = "error"

    def __init__(self, sentence: Words, code: str | None = None) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        """As data, to be said in the language of whoever is told."""
        if code:
            self.code = code

    def anew(self) -> Self:
        """The same once more, without who was told it before: what is kept of it holds nobody's memory."""
        again = type(self).__new__(type(self), *self.args)
        again.__dict__.update(self.__dict__)
        return again


class UnknownGame(TurnwiseError):
    code = "unknown_game"


class BadSeats(TurnwiseError):
    code = "bad_seats"


class BadOption(TurnwiseError):
    code = "bad_option"


class BadAction(TurnwiseError):
    """The words or the JSON name no action of this game."""

    code = "bad_action"


class UnknownAction(BadAction):
    """Words or JSON in order, but of no action of this game."""


class Refused(TurnwiseError):
    """The action exists, and the rules do not allow it now; `code` is the reason's."""

    code = "refused"


class NotYourTurn(Refused):
    code = "not_your_turn"


class Stale(Refused):
    """The sender has not seen the latest version of the match."""

    code = "stale"


class MatchOver(Refused):
    code = "over"


class BadTranscript(TurnwiseError):
    """A transcript that cannot be read; the sentence names the line."""

    code = "bad_transcript"
