"""User errors, each with a machine code and a sentence that a player can read."""

from typing import Self

from turnwise.kit.words import Words


def quoted(value: object) -> str:
    """What a user gave, for a sentence: shortened, and never raising."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # thousands of digits, or thousands of levels
        text = f"that {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}…"


class TurnwiseError(Exception):
    """A request of a user that can't be carried out. Nothing has changed when it is raised."""

    code = "error"

    def __init__(self, sentence: Words, code: str | None = None) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        """As data, to be worded in the reader's language."""
        if code:
            self.code = code

    def anew(self) -> Self:
        """The same error without its traceback, so that keeping it keeps no frames alive."""
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
    """Well-formed words or JSON, but of no action of this game."""


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
