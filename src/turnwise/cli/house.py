"""`turnwise serve | admin`: open a house, and look after it."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from turnwise.cli import moderation
from turnwise.cli.arguments import Commands, address, bus_of, seconds, store_argument, store_of, whole
from turnwise.cli.progress import progress_of
from turnwise.games import installed
from turnwise.kit.errors import TurnwiseError
from turnwise.kit.folders import data_folder
from turnwise.kit.words import ENGLISH, said

if TYPE_CHECKING:
    from turnwise.house.house import House
    from turnwise.web.chats.front_end import ChatFront, Forgets


def add(commands: Commands) -> None:
    serving = commands.add_parser("serve", help="open a house: tables over HTTP and WebSocket")
    serving.add_argument("--port", type=whole(0, 65535), default=8000, help="where it listens (8000; 0 for any)")
    serving.add_argument("--data", type=Path, metavar="FOLDER", help="where its records are kept")
    serving.add_argument("--lan", action="store_true", help="let phones in the same network in; shows a QR code")
    serving.add_argument(
        "--pace", type=seconds, default=1.0, metavar="N", help="scales every wait but clocks (1; 0: none)"
    )
    serving.add_argument("--thinkers", type=whole(1, 64), default=1, help="processes that bots think in (1)")
    serving.add_argument(
        "--no-limits", action="store_true", help="no limits on how often somebody asks; for load tests"
    )
    serving.add_argument(
        "--address", default="", metavar="URL", help="where people find it, if a proxy stands before it"
    )
    serving.add_argument(
        "--host",
        action="append",
        default=[],
        metavar="NAME",
        help="a further name that it is found by; may be repeated",
    )
    serving.add_argument(
        "--proxy",
        action="append",
        type=address,
        default=[],
        metavar="ADDRESS",
        help="of another machine whose proxy stands before it and says who calls; may be repeated",
    )
    serving.add_argument("--hooks-nearby", action="store_true", help="notices may go to addresses in the local network")
    for what, help in (
        ("guests", "forget guests after so many days, once their tokens have lapsed (never)"),
        ("tables", "forget tables so many days after they were over (never)"),
        ("sessions", "sign people out when they were not here for so many days (30; guests 90, programs 365)"),
    ):
        serving.add_argument(f"--forget-{what}", type=whole(1, 36_500), default=0, metavar="DAYS", help=help)
    serving.add_argument("--smtp", default="", metavar="HOST[:PORT]", help="mail server for notices by e-mail")
    serving.add_argument(
        "--smtp-security",
        choices=("starttls", "tls", "none"),
        default="starttls",
        help="how it is spoken to (starttls)",
    )
    serving.add_argument("--smtp-user", default="", metavar="NAME", help="who signs in there")
    serving.add_argument(
        "--smtp-password-file", type=Path, metavar="FILE", help="the password; or in TURNWISE_SMTP_PASSWORD"
    )
    serving.add_argument("--mail-from", default="", metavar="ADDRESS", help="whom mails come from")
    serving.add_argument(
        "--sign-ups",
        choices=("open", "proof", "mail", "closed"),
        default="open",
        help="how strangers come in: at once (open), after their device has computed for a moment (proof), with a "
        "confirmed e-mail address before they meet others (mail), or only by the host (closed)",
    )
    serving.add_argument(
        "--with-game",
        action="append",
        default=[],
        metavar="NAME",
        help="offer this game of another package too, or all that are installed (all); may be repeated",
    )
    serving.add_argument(
        "--telegram", action="store_true", help="let Telegram's chats play at its tables (docs/telegram.md)"
    )
    serving.add_argument(
        "--with-bot",
        action="append",
        default=[],
        metavar="MODULE:NAME",
        help="offer this agent of your own as an opponent; MODULE:NAME@2s says how long it may think; may be repeated",
    )
    serving.add_argument(
        "--workers", type=whole(1, 64), default=1, help="processes that serve it on one port (1); more need --store"
    )
    serving.add_argument(
        "--lease",
        type=whole(1, 600),
        default=10,
        metavar="SECONDS",
        help="after which the other workers take over what a dead one looked after (10)",
    )
    serving.set_defaults(run=_serve)
    chatting = commands.add_parser("telegram", help="a house for Telegram's chats alone, without a page")
    chatting.add_argument("--data", type=Path, metavar="FOLDER", help="where its records are kept")
    chatting.add_argument(
        "--pace", type=seconds, default=1.0, metavar="N", help="scales every wait but clocks (1; 0: none)"
    )
    chatting.add_argument("--thinkers", type=whole(1, 64), default=1, help="processes that bots think in (1)")
    chatting.set_defaults(run=_telegram)
    for parser in (serving, chatting):
        parser.add_argument(
            "--telegram-token-file",
            type=Path,
            metavar="FILE",
            help="the bot's token; or in TURNWISE_TELEGRAM_TOKEN, or a file's name in TURNWISE_TELEGRAM_TOKEN_FILE",
        )

        store_argument(parser)

    moving = commands.add_parser("migrate", help="move a house from its folder into a PostgreSQL database, or back")
    for name, help in (
        ("source", "the folder of a closed house, or postgresql://USER@HOST/DATABASE"),
        ("target", "likewise"),
    ):
        moving.add_argument(name, help=help)
    moving.set_defaults(run=_migrate)
    _admin_arguments(
        commands.add_parser("admin", help="look after a house: its tables, people, reports, bans, backups")
    )


def _admin_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where the house keeps its records")
    store_argument(parser)
    orders = parser.add_subparsers(required=True, metavar="ORDER", dest="order")
    tables = orders.add_parser("tables", help="all tables, also those that are not listed")
    tables.add_argument("status", nargs="?", choices=("lobby", "beginning", "running", "over"), help="only those (all)")
    orders.add_parser("people", help="accounts and guests")
    orders.add_parser("reports", help="what people have reported")
    resetting = orders.add_parser("password", help="a new password for who has forgotten his; signs him out everywhere")
    resetting.add_argument("person", metavar="NAME", help="of the account, or its id")
    resetting.add_argument(
        "--no-second-factor", action="store_true", help="switch the second factor off too, for who has lost everything"
    )
    adding = orders.add_parser("add", help="make an account for somebody, with a password for three days")
    adding.add_argument("person", metavar="NAME", help="what it is called")
    for name, help in (("end", "end a table without a result"), ("hide", "show a table only to those who sit there")):
        orders.add_parser(name, help=help).add_argument("table", help="its id")
    _record_arguments(orders)
    parser.set_defaults(run=_admin)
    moderation.add(orders)


def _record_arguments(orders: Commands) -> None:
    backup = orders.add_parser("backup", help="copy all records into a file, while the house is open or not")
    where = backup.add_mutually_exclusive_group(required=True)
    where.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a new file")
    where.add_argument("--into", type=Path, metavar="FOLDER", help="one more of a row in this folder")
    backup.add_argument("--keep", type=whole(1, 10_000), metavar="N", help="how many of the row are kept (7)")
    backup.add_argument(
        "--to", action="append", default=[], metavar="KEY", help="encrypt it for this public key of age"
    )
    backup.add_argument("--to-file", type=Path, metavar="FILE", help="encrypt it for the public keys in this file")
    restore = orders.add_parser("restore", help="put a backup in the place of the records of a closed house")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--identity", type=Path, metavar="FILE", help="the secret key of age, if it is encrypted")
    checking = orders.add_parser("check", help="look through all records, or a backup, for damage")
    checking.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a backup (the records of the house)")
    orders.add_parser("repair", help="keep what can be read of damaged records, and say what is lost")


def _serve(parsed: argparse.Namespace) -> int:
    from turnwise.house.services.retention import Keeping
    from turnwise.web.outgoing.mailer import smtp
    from turnwise.web.serving.workers import keep_serving, own_post

    environment, post, store = dict(os.environ), own_post(), store_of(parsed)
    if parsed.workers > 1 and not post:
        return keep_serving(parsed.workers, parsed.port, lan=parsed.lan, store=store, environment=environment)
    from turnwise.web.serving.serve import Settings, serve

    bus = bus_of(parsed)
    if bus and not store:
        raise TurnwiseError("A bus is for several workers, which need a database: name it with --store.", "bad_bus")
    if not parsed.smtp and (parsed.mail_from or parsed.smtp_user or parsed.smtp_password_file):
        raise TurnwiseError(
            said("There are no mails without a mail server: name it with --smtp, or say nothing of mail.")
        )
    mail = (parsed.smtp, parsed.smtp_security, parsed.mail_from, parsed.smtp_user, parsed.smtp_password_file)
    serve(
        parsed.data or data_folder() / "house",
        Settings(
            port=parsed.port,
            lan=parsed.lan,
            limited=not parsed.no_limits,
            pace=parsed.pace,
            thinkers=parsed.thinkers,
            address=parsed.address,
            hosts=tuple(parsed.host),
            proxies=tuple(parsed.proxy),
            hooks_nearby=parsed.hooks_nearby,
            keeping=Keeping(parsed.forget_guests, parsed.forget_tables, parsed.forget_sessions),
            smtp=smtp(*mail) if parsed.smtp else None,
            sign_ups=parsed.sign_ups,
            store=store,
            bus=bus,
            lease=parsed.lease,
            games=installed() if "all" in parsed.with_game else tuple(parsed.with_game),
            chat=_chat(parsed, parsed.address) if parsed.telegram else None,
            bots=tuple(parsed.with_bot),
        ),
        post,
    )
    return 0


def _telegram(parsed: argparse.Namespace) -> int:
    from turnwise.house.services.retention import Keeping
    from turnwise.web.serving.serve import Settings, keep_open

    keep_open(
        parsed.data or data_folder() / "house",
        Settings(
            port=0,
            lan=False,
            limited=True,
            pace=parsed.pace,
            thinkers=parsed.thinkers,
            address="",
            hosts=(),
            proxies=(),
            hooks_nearby=False,
            keeping=Keeping(),
            smtp=None,
            sign_ups="open",
            store=store_of(parsed),
            bus=bus_of(parsed),
            chat=_chat(parsed, ""),
        ),
    )
    return 0


def _chat(parsed: argparse.Namespace, address: str) -> "Callable[[House, Forgets], ChatFront]":
    """The Telegram front end for a house that is about to open, with the token of its bot."""
    try:
        from turnwise.telegram.front import Front
    except ImportError as error:
        raise TurnwiseError(
            said(
                "Telegram needs a library that is not here ({name}): install turnwise[telegram].", name=error.name or ""
            ),
            "no_telegram",
        ) from None
    from turnwise.telegram.settings import from_environment

    settings = from_environment(os.environ, parsed.telegram_token_file, address)
    return lambda house, forget: Front(house, settings, forget)


def _admin(parsed: argparse.Namespace) -> int:
    from turnwise.web.serving.admin import run

    run(parsed.data or data_folder() / "house", parsed, store_of(parsed), bus_of(parsed))
    return 0


def _migrate(parsed: argparse.Namespace) -> int:
    from turnwise.house.store.postgres_address import from_command_line, is_address

    if is_address(parsed.source) == is_address(parsed.target):
        raise TurnwiseError("Name a folder and a database: turnwise migrate FOLDER postgresql://USER@HOST/DATABASE.")
    from turnwise.house.store.copying import to_database, to_file

    with progress_of("rows", None, ENGLISH, compiles=False) as tell:
        if is_address(parsed.target):
            proof = to_database(Path(parsed.source), from_command_line(parsed.target), tell)
        else:
            proof = to_file(from_command_line(parsed.source), Path(parsed.target), tell)
    print(f"The house is in {parsed.target} now. Both sides were read and are the same:")
    print(
        f"{proof.documents:,} documents, {proof.logs:,} logs, {proof.items:,} items, fingerprint {proof.fingerprint}."
    )
    return 0
