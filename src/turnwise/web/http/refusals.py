"""Refusals as answers: a machine code, and a sentence in the reader's language."""

from typing import Any, TypeVar

from turnwise.house.names import is_visible
from turnwise.house.people.bans import Ban, Banned
from turnwise.house.people.entrance import CodeNeeded
from turnwise.house.people.proofs import ProofNeeded
from turnwise.house.tables.playing import Locked
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.words import ENGLISH, Speaker
from turnwise.web.http.answers import Barred, Challenge, Refusal

Kind = TypeVar("Kind", bound=Refusal)


def refusal(error: TurnwiseError, say: Speaker = ENGLISH) -> Refusal:
    return told_as(Refusal, error, say)


def told_as(kind: type[Kind], error: TurnwiseError, say: Speaker, **more: Any) -> Kind:
    """A refusal in one of its shapes."""
    told = kind(error=error.code, message=_printable(say(error.sentence)), **more)
    if isinstance(error, Locked):
        told.again = error.again
    if isinstance(error, ProofNeeded):
        told.proof = Challenge(error.challenge, error.bits)
    if isinstance(error, Banned):
        told.ban = ban_told(error.ban)
    if isinstance(error, CodeNeeded) and error.pending:
        told.pending = error.pending
    return told


def ban_told(ban: Ban) -> Barred:
    """What a banned person is told: everything but who ordered it."""
    return Barred(**{name: getattr(ban, name) for name in Barred.__struct_fields__})


def _printable(sentence: str) -> str:
    """Without control characters: a sentence may quote what was sent, and printing it must not clear a screen."""
    return sentence if is_visible(sentence) else "".join(one if one.isprintable() else "\ufffd" for one in sentence)
