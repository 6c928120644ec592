"""A match of one hand is over before much can be proved about it."""

OPTIONS: list[dict[str, int]] = [{"hands": 10}, {"hands": 25}]
