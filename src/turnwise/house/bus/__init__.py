"""Hints between the workers of a house: by PostgreSQL's NOTIFY, or by Redis."""
