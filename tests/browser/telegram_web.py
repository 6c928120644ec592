"""Telegram Web, as far as a Mini App sees it: a page of another site that shows it in a frame and hears what it says."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.async_api import Frame, Page

PAGE = b"""<!doctype html><html lang="en"><title>Messenger</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width">
<style>body { margin: 0 } iframe { display: block; border: 0; width: 100vw; height: 100vh }</style>
<iframe sandbox="allow-scripts allow-same-origin allow-popups allow-forms allow-modals"></iframe>
<script>window.heard = []; onmessage = ({ data }) => heard.push(JSON.parse(data));</script></html>"""


class _Messenger(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def messenger(host: str) -> Iterator[str]:
    """The origin of a messenger, under a name of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Messenger) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://{host}:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


async def framed(page: Page, origin: str, url: str) -> Frame:
    """Show a page in a frame of the messenger, once it stands there or was refused."""
    if not page.url.startswith(origin):
        await page.goto(origin)
    async with page.expect_event("framenavigated"):
        await page.evaluate("url => { document.querySelector('iframe').src = url }", url)
    (inner,) = page.main_frame.child_frames
    return inner
