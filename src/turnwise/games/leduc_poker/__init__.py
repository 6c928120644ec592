"""Leduc Poker: a card each, one for both in the middle, two rounds of betting; a pair beats everything."""
