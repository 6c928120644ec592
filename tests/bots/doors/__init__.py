"""Doors: one choice, or two, with chances that can be worked out in the head."""
