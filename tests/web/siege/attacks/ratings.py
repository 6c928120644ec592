"""Whoever would stand at the top of a list without having played anybody."""

from tests.web.server import started
from tests.web.siege.attack import Siege, attack

GUESTS = 9
RATINGS = "/api/games/connect_four/ratings"


@attack("rated wins over one's own guests", "nobody is rated for them", bystander=False)
def stacking(siege: Siege) -> None:
    champion, victims = siege.guest(), [siege.guest() for _ in range(GUESTS)]
    tables = []
    for at, victim in enumerate(victims):
        table = f"/api/tables/{started([champion, victim], game='connect_four', rated=True)}"
        for ply, column in enumerate("ababab" if at % 2 else ""):
            player = (champion, victim)[ply % 2]
            player.post(f"{table}/actions", {"actions": f"drop {column}", "version": ply})
        victim.post(f"{table}/resign")
        tables.append(table)
    for table in tables:  # the lists are written with the item that says so, a moment after the match
        while not (valued := champion.get(table)["table"].get("ratings")):
            pass
        assert valued["uncounted"] in ("short", "alike"), valued
    assert not siege.nobody().get(RATINGS), "somebody is rated"
