"""Relay: three hand a baton on and may nudge whoever has it. A game for tests of what every match can do."""
