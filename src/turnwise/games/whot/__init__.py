"""Whot: follow the top card by symbol or number, and be the first to empty your hand."""
