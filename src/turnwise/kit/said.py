"""Sentences as templates with what is to be filled in, so that they can be said in another language."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Said(NamedTuple):
    """A sentence: the English template, by which a catalogue finds another language's, and what is filled in."""

    template: str
    given: Mapping[str, Any]

    def __str__(self) -> str:
        return self.template.format_map(self.given)


def said(template: str, **given: Any) -> Said:
    return Said(template, given)
