"""Requests and answers: who calls, what may be sent, what is returned, and the protocols below."""
