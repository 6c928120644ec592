"""Bots: from what a seat may know to an action, with reasons. They know no game and see no secrets."""

from turnwise.bots.bot import Bot, Budget, Considered, Thought, bot

__all__ = ["Bot", "Budget", "Considered", "Thought", "bot"]
