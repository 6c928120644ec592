"""The pages that people look at in a browser."""
