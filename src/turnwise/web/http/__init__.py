"""Requests and answers: who calls, what may be sent, what is told, and the protocols below."""
