"""A mail server on loopback that speaks SMTP (RFC 5321, STARTTLS, AUTH PLAIN), keeps what it is given, and refuses as a test wants."""

import base64
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import NamedTuple

CERTIFICATE = Path(__file__).with_name("post_office.pem")
"""For localhost, signed by itself, with its key: nobody but these tests trusts it."""


class Taken(NamedTuple):
    sender: str
    to: str
    mail: EmailMessage
    user: str
    secure: bool

    @property
    def text(self) -> str:
        return str(self.mail.get_content()).replace("\r\n", "\n")


class PostOffice(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Counter)
        self.taken: list[Taken] = []
        self.answers: list[bytes] = []
        """What the next recipients are answered, as `451 later`; then all are welcome."""
        self.tries = 0
        self.passwords: list[str] = []
        self.news = threading.Condition()
        self.secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.secure.load_cert_chain(CERTIFICATE)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def wait(self, mails: int) -> list[Taken]:
        """The mails, as soon as there are so many."""
        with self.news:
            assert self.news.wait_for(lambda: len(self.taken) >= mails, 60), self.taken
            return list(self.taken)

    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever hangs up in the middle is no fault here."""


class Counter(socketserver.StreamRequestHandler):
    """One connection."""

    server: PostOffice
    user, secure = "", False

    def say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")

    def finish(self) -> None:
        super().finish()
        self.request.close()  # it may be another since STARTTLS

    def handle(self) -> None:
        self.say(b"220 localhost ESMTP")
        sender = to = ""
        while line := self.rfile.readline().rstrip(b"\r\n").decode("ascii"):
            verb = line.split(maxsplit=1)[0].upper()
            if verb == "EHLO":
                self.say(b"250-localhost")
                self.say(b"250 AUTH PLAIN" if self.secure else b"250 STARTTLS")
            elif verb == "STARTTLS":
                self.say(b"220 go ahead")
                self.request = self.server.secure.wrap_socket(self.request, server_side=True)
                self.secure = True
                self.setup()
            elif verb == "AUTH":
                _, self.user, password = base64.b64decode(line.split()[-1]).decode().split("\0")
                self.server.passwords.append(password)
                self.say(b"235 welcome")
            elif verb == "MAIL":
                sender = line
                self.say(b"250 yes")
            elif verb == "RCPT":
                to = line.partition("<")[2].partition(">")[0]
                self.server.tries += 1
                self.say(self.server.answers.pop(0) if self.server.answers else b"250 yes")
            elif verb == "DATA":
                self.say(b"354 go on")
                body = b""
                while (row := self.rfile.readline()) != b".\r\n":
                    body += row.removeprefix(b".") if row.startswith(b"..") else row
                mail = message_from_bytes(body, policy=default)
                with self.server.news:
                    self.server.taken.append(Taken(sender, to, mail, self.user, self.secure))
                    self.server.news.notify_all()
                self.say(b"250 taken")
            else:
                self.say(b"221 good-bye" if verb == "QUIT" else b"250 yes")


@contextmanager
def post_office() -> Iterator[PostOffice]:
    office = PostOffice()
    thread = threading.Thread(target=office.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield office
    finally:
        office.shutdown()
        office.server_close()
        thread.join()
