"""Posts a short message to a person's web address.

A few lines of HTTP of our own: a client library resolves a name again after we have checked its addresses, and the
owner of the name could answer with another one by then. Here the address that was checked is the one that is connected
to.
"""

import asyncio
import re
import ssl
from contextlib import suppress
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, quote, urlsplit

from turnwise.house.services.notices import Notice

TIME_OUT = 10.0
"""Seconds for all of it."""
LONGEST_LINE = 4096
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])\b")
NAT64 = IPv6Network("64:ff9b::/96")


class Webhook:
    """Sends only to public addresses, unless the host of the house allows those nearby."""

    def __init__(self, *, nearby: bool = False, time_out: float = TIME_OUT) -> None:
        self._nearby, self._time_out = nearby, time_out

    async def tell(self, url: str, notice: Notice) -> bool:
        return await self.post(url, notice.message())

    async def post(self, url: str, message: bytes) -> bool:
        """Whether it is settled; False if another attempt may succeed. Redirects are not followed."""
        try:
            async with asyncio.timeout(self._time_out):
                return await self._post(urlsplit(url), message)
        except (OSError, ValueError, EOFError, TimeoutError):  # unreachable, or no HTTP
            return False

    async def _post(self, url: SplitResult, message: bytes) -> bool:
        host, secure = url.hostname or "", url.scheme == "https"
        port = url.port or (443 if secure else 80)
        found = await asyncio.get_running_loop().getaddrinfo(host, port, proto=6)
        addresses = [ip_address(str(address[0]).partition("%")[0]) for *_, address in found]
        if not self._nearby and not all(map(is_public, addresses)):
            return True
        reader, writer = await asyncio.open_connection(
            str(addresses[0]),
            port,
            ssl=self._trust if secure else None,
            server_hostname=host if secure else None,
            limit=LONGEST_LINE,
        )
        try:
            writer.write(request(url, message))
            answer = STATUS.match(await reader.readline())
            status = int(answer[1]) if answer else 500
            return status < 500 and status != 429
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        return ssl.create_default_context()


def request(url: SplitResult, message: bytes) -> bytes:
    """The bytes of a POST. User information in the address is not passed on."""
    target = quote(url.path or "/", safe="/%:@!$&'()*+,;=~-._")
    if url.query:
        target += "?" + quote(url.query, safe="/%:@!$&'()*+,;=~-._?")
    host = url.netloc.rpartition("@")[2].encode("idna").decode()
    head = (
        f"POST {target} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: turnwise\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(message)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + message


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is public, and does not embed one that is not."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if inner:
            return is_public(inner)
        if address in NAT64:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    return address.is_global and not address.is_multicast and not address.is_reserved
