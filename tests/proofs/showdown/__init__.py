"""Showdown: one card each, call or fold; whoever calls and has the higher card wins the round.

A game of the tests. When both call, the cards are shown and new ones dealt, in one action."""
