"""Options that the contract tests try: one round is over after a few bids, too soon to prove much with few dice."""

OPTIONS = [{"one_round": False}, {"one_round": True, "dice": 5}]
