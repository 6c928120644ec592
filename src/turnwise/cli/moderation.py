"""`turnwise admin ban | unban | bans | appeals | answer | settle | orders`: what the host does about strangers, and who did what."""

import argparse
import re
import time
from datetime import datetime

from turnwise.cli.arguments import Commands, bus_of, store_of
from turnwise.kit.folders import data_folder

UNITS = {"m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400}


def span(text: str) -> int:
    """Milliseconds from 30m, 12h, 7d or 4w."""
    found = re.fullmatch(r"([0-9]{1,4})([mhdw])", text)
    if not found or not int(found[1]):
        raise ValueError
    return 1000 * int(found[1]) * UNITS[found[2]]


span.__name__ = "time (as 30m, 12h, 7d or 4w)"


def moment(text: str) -> int:
    """A day or a minute of this machine's own time zone, in milliseconds since 1970."""
    return int(datetime.fromisoformat(text).timestamp() * 1000)


moment.__name__ = "day (as 2026-12-31) or minute (as 2026-12-31T18:00)"


def ago(text: str) -> int:
    """A moment, or a span before now."""
    return int(time.time() * 1000) - span(text) if text[-1:] in UNITS else moment(text)


ago.__name__ = f"{span.__name__}, {moment.__name__}"


def add(orders: Commands) -> None:
    banning = orders.add_parser(
        "ban", help="let somebody in no more: a person, an address or a network, or a pattern of names"
    )
    kinds = banning.add_subparsers(required=True, metavar="WHAT", dest="kind")
    person = kinds.add_parser("person", help="somebody; his sessions end, his seats are left, and he may appeal")
    person.add_argument("what", metavar="NAME", help="of the account, or an id")
    address = kinds.add_parser("address", help="nobody new from an address or a network; who is signed in goes on")
    address.add_argument("what", metavar="NETWORK", help="as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48")
    address.add_argument("--force", action="store_true", help="also this machine itself, or half the world")
    name = kinds.add_parser("name", help="no such names; guests who have one are signed out")
    name.add_argument("what", metavar="PATTERN", help="as '*troll*': * is any letters, ? is one; look-alikes are found")
    for parser in (person, address, name):
        _terms(parser)
    bans = orders.add_parser("bans", help="whom the house does not let in")
    bans.add_argument("--all", action="store_true", dest="every", help="also bans that are over")
    lifting = orders.add_parser("unban", help="lift a ban")
    appeals = orders.add_parser("appeals", help="what banned people say to it, and nobody has answered")
    answering = orders.add_parser("answer", help="answer an appeal")
    for parser in (lifting, answering):
        parser.add_argument("id", metavar="BAN", help="its id, as `bans` shows it")
    answering.add_argument("verdict", choices=("lift", "keep"), help="lift the ban, or keep it")
    answering.add_argument("--say", default="", metavar="TEXT", help="what the person is told")
    settling = orders.add_parser("settle", help="do something about a report, after which it is not listed any more")
    settling.add_argument("id", metavar="REPORT", help="its id, as `reports` shows it")
    settling.add_argument(
        "act", choices=("ban", "hide", "end", "nothing"), help="ban whom it is about; hide or end the table; nothing"
    )
    _terms(settling)
    log = orders.add_parser("orders", help="the audit log: who gave which order, and what came of it")
    log.add_argument("--since", type=ago, default=0, metavar="TIME", help="as 7d, or 2026-12-31 (all)")
    for parser in (person, address, name, bans, lifting, appeals, answering, settling, log):
        parser.set_defaults(run=_run)


def _terms(parser: argparse.ArgumentParser) -> None:
    lasting = parser.add_mutually_exclusive_group()
    lasting.add_argument(
        "--for", type=span, default=0, dest="lasts", metavar="TIME", help="30m, 12h, 7d, 4w (for good)"
    )
    lasting.add_argument("--until", type=moment, default=0, metavar="DAY", help="2026-12-31, or 2026-12-31T18:00")
    parser.add_argument("--why", default="", metavar="TEXT", help="what those are told whom it keeps out")


def _run(parsed: argparse.Namespace) -> int:
    from turnwise.web.serving.moderation import run

    if getattr(parsed, "lasts", 0):
        parsed.until = int(time.time() * 1000) + parsed.lasts
    run(parsed.data or data_folder() / "house", parsed, store_of(parsed), bus_of(parsed))
    return 0
