"""A table: its log, its verbs, its clock, its bots, and what watchers are told."""
