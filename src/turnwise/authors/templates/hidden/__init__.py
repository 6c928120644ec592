"""Example: everybody hides some coins; who calls how many there are in all wins the round."""
