"""The rule sheet's contract has no word for seals: its programs are not waited for, and can add to the cards all the same."""

import asyncio
from typing import Any

from tests.web.hall import Hall, Somebody

KINDS, GROUPS = "12345", ("PRAETOR", "AEDILE", "QUAESTOR", "CONSUL", "CENSOR")


def test_who_came_through_the_contract_is_not_waited_for_and_may_add() -> None:
    asyncio.run(_played())


async def _played() -> None:
    hall = Hall(pace=1)
    try:
        for adds in (False, True):
            first = await hall.nobody.did("/api/game", {})
            caesar = Somebody(hall, "", first["token"])
            await hall.nobody.did("/api/game/join", {"game": first["game"]})
            table = f"/api/tables/{first['game']}"
            if adds:
                seal = (await caesar.got(table))["table"]["seal"]
                await caesar.did(f"{table}/dice", {"house": seal, "nonce": "what Caesar has chosen"})
            placement: dict[str, Any] = {"placement": dict(zip(KINDS, GROUPS, strict=True))}
            answer = await caesar.did(
                "/api/game/action/placeInitialInfluence", {"playerId": "0", "rev": 0, **placement}
            )
            assert answer["rev"] == 5, "it began at once"
            seats = (await hall.nobody.got(table))["table"]["seats"]
            assert [seat.get("gave", False) for seat in seats] == [adds, False]
    finally:
        await hall.close()
