"""Equipment for writing rules; knows no game."""

from turnwise.kit.chance import any_of, below, nth, roll, some_of
from turnwise.kit.declared import act, actions, ends, event, reasons, veiled
from turnwise.kit.events import events, say
from turnwise.kit.options import choice, document, options, seat_set, switch, whole
from turnwise.kit.plain import count, down, first, one, others, rule, scratch, table, up
from turnwise.kit.record import ALL, HIDDEN, NOBODY, OWNER, beside, large, mask, number, record, small
from turnwise.kit.sets import has, members_of, set_of, stepped
from turnwise.kit.takeback import BY_CONSENT, FREELY, NEVER

__all__ = [
    "ALL",
    "BY_CONSENT",
    "FREELY",
    "HIDDEN",
    "NEVER",
    "NOBODY",
    "OWNER",
    "act",
    "actions",
    "any_of",
    "below",
    "beside",
    "choice",
    "count",
    "document",
    "down",
    "ends",
    "event",
    "events",
    "first",
    "has",
    "large",
    "mask",
    "members_of",
    "nth",
    "number",
    "one",
    "options",
    "others",
    "reasons",
    "record",
    "roll",
    "rule",
    "say",
    "scratch",
    "seat_set",
    "set_of",
    "small",
    "some_of",
    "stepped",
    "switch",
    "table",
    "up",
    "veiled",
    "whole",
]
