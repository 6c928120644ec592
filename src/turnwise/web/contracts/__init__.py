"""The HTTP contracts that games bring along, mounted over the house's tables."""
