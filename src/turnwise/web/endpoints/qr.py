"""An address as a QR code."""

import io
from functools import lru_cache
from typing import Annotated

import segno
from msgspec import Meta, Struct
from starlette.responses import Response

from turnwise.web.endpoints.watching import SVG, SVG_POLICY
from turnwise.web.http.endpoint import Group

endpoint = Group("/api")

MASK = 3
"""Any of the eight masks can be read. Finding the best one takes four times as long, on the event loop."""


class Written(Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=300)]


@endpoint("POST", "/qr", "A text as a QR code, drawn.", media=SVG)
async def qr(body: Written) -> Response:
    return Response(qr_svg(body.text), media_type=SVG, headers={"Content-Security-Policy": SVG_POLICY})


@lru_cache(256)
def qr_svg(text: str) -> bytes:
    """A QR code as SVG, black on transparent, as large as its place."""
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False, mask=MASK).save(
        drawn, kind="svg", border=2, xmldecl=False, omitsize=True, svgclass=None, lineclass=None
    )
    return drawn.getvalue()
