"""How a refusal is told: a machine code and a sentence."""

from typing import Any

from turnwise.kit.errors import TurnwiseError


def refusal(error: TurnwiseError) -> dict[str, Any]:
    return {"error": error.code, "message": str(error)}
