"""Example: men take the man beside them; who can't take any more loses."""
