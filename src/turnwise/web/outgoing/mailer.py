"""Sends mails through a mail server, in threads: smtplib blocks on every command."""

import asyncio
import logging
import os
import smtplib
import ssl
from concurrent.futures import Future
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr
from pathlib import Path
from threading import Thread
from typing import Literal, NamedTuple

from turnwise.kit.errors import TurnwiseError

log = logging.getLogger("turnwise")

AT_ONCE = 4
LONGEST_LINE = 998
TIME_OUT = 20.0
"""Seconds for each answer of the server."""
PASSWORD = "TURNWISE_SMTP_PASSWORD"
"""The environment variable with the password, if no file has it."""

Security = Literal["starttls", "tls", "none"]
PORTS: dict[Security, int] = {"starttls": 587, "tls": 465, "none": 25}


class Letter(NamedTuple):
    """A mail to one person. `stop`: its unsubscribe address."""

    to: str
    subject: str
    text: str
    stop: str


class Smtp(NamedTuple):
    """The mail server that takes our mails, and our account there."""

    host: str
    port: int
    security: Security
    sender: str
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        return f"Smtp({self.host}:{self.port})"  # no password in logs


def smtp(where: str, security: Security, sender: str, user: str, password_file: Path | None) -> Smtp:
    """The settings of the command line, checked before the house opens."""
    host, _, port = where.partition(":")
    if not host or port and not (port.isdecimal() and 0 < int(port[:6]) < 65536):
        raise TurnwiseError("--smtp is HOST or HOST:PORT, as mail.example.org:587.", "bad_smtp")
    if "@" not in parseaddr(sender)[1]:
        raise TurnwiseError("--smtp needs the address that mails come from: --mail-from games@example.org.", "bad_smtp")
    password = _password(password_file) if user else ""
    if user and not password:
        raise TurnwiseError(f"--smtp-user needs a password: --smtp-password-file FILE, or {PASSWORD}.", "bad_smtp")
    if user and security == "none":
        raise TurnwiseError("A password is sent over TLS only: leave --smtp-security none out.", "bad_smtp")
    return Smtp(host, int(port or PORTS[security]), security, sender, user, password)


def _password(file: Path | None) -> str:
    if not file:
        return os.environ.pop(PASSWORD, "")  # the bots' processes need not inherit it
    try:
        return file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise TurnwiseError(f"The password can't be read from {file}: {why}.", "bad_smtp") from None


class Mailer:
    """Sends letters, each over a connection of its own."""

    def __init__(self, server: Smtp, *, time_out: float = TIME_OUT) -> None:
        self._server, self._time_out = server, time_out
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def send(self, letter: Letter) -> bool:
        """Whether it is settled; False if another attempt may succeed."""
        done: Future[bool] = Future()
        async with self._slots:
            # A silent server must not keep the house from closing, so no pool waits for this thread.
            Thread(target=self._work, args=(done, letter), daemon=True).start()
            return await asyncio.wrap_future(done)

    def _work(self, done: "Future[bool]", letter: Letter) -> None:
        if done.set_running_or_notify_cancel():
            try:
                done.set_result(self._send(letter))
            except BaseException as error:
                done.set_exception(error)

    def _send(self, letter: Letter) -> bool:
        try:
            with self._connected() as wire:
                wire.send_message(written(letter, self._server.sender))
            return True
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            return _refused(max(codes, default=0), error)
        except smtplib.SMTPResponseException as error:
            return _refused(error.smtp_code, error)
        except (OSError, smtplib.SMTPException) as error:  # unreachable, no TLS, an unknown certificate
            return _refused(0, error)

    def _connected(self) -> smtplib.SMTP:
        host, port, security, _, user, password = self._server
        trust = ssl.create_default_context() if security != "none" else None
        if security == "tls":
            wire: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=self._time_out, context=trust)
        else:
            wire = smtplib.SMTP(host, port, timeout=self._time_out)
        try:
            if security == "starttls":
                wire.starttls(context=trust)
            if user:
                wire.login(user, password)
        except BaseException:
            wire.close()
            raise
        return wire


def _refused(code: int, error: Exception) -> bool:
    """A server's 5xx is final. Its text may name the address, so it is not logged."""
    log.warning("a mail was not taken", extra={"facts": {"code": code, "error": type(error).__name__}})
    return 500 <= code < 600


def written(letter: Letter, sender: str) -> EmailMessage:
    """The mail as it is sent."""
    mail = EmailMessage(SMTP.clone(max_line_length=LONGEST_LINE))  # not every mail program unfolds a link
    name, address = parseaddr(sender)
    mail["From"] = Address(name, addr_spec=address)
    mail["To"] = Address(addr_spec=letter.to)
    mail["Subject"] = letter.subject
    mail["Date"] = formatdate(localtime=False)
    mail["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = f"<{letter.stop}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(letter.text, cte="quoted-printable")
    return mail
