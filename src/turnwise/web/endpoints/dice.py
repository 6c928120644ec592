"""Before the match: what every player adds to the dice, so that nobody can choose them."""

from msgspec import Struct

from turnwise.house.house import House
from turnwise.house.tables import dice
from turnwise.kit.words import said
from turnwise.web.endpoints.tables import changed
from turnwise.web.http.answers import Stand
from turnwise.web.http.api import BadRequest
from turnwise.web.http.asked import Id, Nonce, Seal
from turnwise.web.http.auth import Caller
from turnwise.web.http.endpoint import Group

endpoint = Group("/api/tables/{id}")


class Share(Struct, forbid_unknown_fields=True):
    """A random text of the player's own, the nonce; or first its SHA-256, the seal. `house`: the seal of the table, as
    seen before the nonce was chosen."""

    house: Seal
    seal: Seal | None = None
    nonce: Nonce | None = None


@endpoint("POST", "/dice", "Add to the dice: the seal of a nonce, or a nonce.", limit="actions")
async def add_to_dice(house: House, caller: Caller, id: Id, body: Share) -> Stand:
    person, seal, nonce = caller.person, body.seal, body.nonce
    if seal is not None and nonce is None:
        return await changed(house, id, caller, lambda table: dice.seal(table, person, seal, body.house, house.now()))
    if nonce is None or seal is not None:
        raise BadRequest(said("Either a seal or a nonce is added to the dice."))
    return await changed(house, id, caller, lambda table: dice.give(table, person, nonce, body.house, house.now()))
