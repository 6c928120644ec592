"""The ways in which the Bot API says no."""

from tests.telegram.things import Json


class Refusal(Exception):
    """A request that is well-formed and yet can't be carried out as the world is."""

    def __init__(self, status: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.status, self.description, self.parameters = status, description, parameters

    @property
    def answer(self) -> Json:
        told: Json = {"ok": False, "error_code": self.status, "description": self.description}
        return told | ({"parameters": self.parameters} if self.parameters else {})


class Violation(Refusal):
    """A request that no bot may make; the world remembers it as a fault."""

    def __init__(self, description: str, status: int = 400) -> None:
        super().__init__(status, description if status != 400 else f"Bad Request: {description}")


def bad(description: str) -> Refusal:
    return Refusal(400, f"Bad Request: {description}")


def forbidden(description: str) -> Refusal:
    return Refusal(403, f"Forbidden: {description}")
