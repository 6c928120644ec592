"""A game's possible answers when a seat asks to take its last action back."""

NEVER, BY_CONSENT, FREELY = 0, 1, 2
"""What `takeback` returns."""
