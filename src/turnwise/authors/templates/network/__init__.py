"""Example: three hounds, who never go back, hunt a hare over a network of paths."""
