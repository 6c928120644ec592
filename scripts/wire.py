"""The types of what a page is told, for the type checker of its scripts: made from the shapes that the house tells.

`python -m scripts.wire` writes src/turnwise/web/static/told.d.ts; a test fails if it is not as it would be written.
"""

import inspect
from pathlib import Path

import msgspec
from msgspec import inspect as shapes

from turnwise.house.tables import wire
from turnwise.web.http.answers import Refused

FILE = Path(__file__).parent.parent / "src" / "turnwise" / "web" / "static" / "told.d.ts"
HEAD = (
    "// What the house tells a page of a table. Written by scripts/wire.py from the house's own shapes: change those.\n"
)
MESSAGES = (wire.Snapshot, wire.Delta, wire.Looking, wire.Accepted, wire.Reason, Refused)
PLAIN: dict[type, str] = {
    shapes.StrType: "string",
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.BoolType: "boolean",
    shapes.NoneType: "null",
    shapes.AnyType: "unknown",
}


def typed(kind: shapes.Type, found: dict[type, shapes.StructType]) -> str:
    """A type in TypeScript. Shapes that it is made of are added to those that were found."""
    if isinstance(kind, shapes.Metadata):
        return typed(kind.type, found)
    if isinstance(kind, shapes.UnionType):
        return " | ".join(typed(one, found) for one in kind.types)
    if isinstance(kind, shapes.ListType | shapes.CollectionType):
        inner = typed(kind.item_type, found)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if isinstance(kind, shapes.DictType):
        return f"Record<string, {typed(kind.value_type, found)}>"
    if isinstance(kind, shapes.LiteralType):
        return " | ".join(f'"{value}"' for value in kind.values)
    if isinstance(kind, shapes.StructType):
        found.setdefault(kind.cls, kind)
        return kind.cls.__name__
    return PLAIN[type(kind)]


def interface(kind: shapes.StructType, found: dict[type, shapes.StructType]) -> str:
    lines = [f"/** {' '.join((inspect.getdoc(kind.cls) or '').split())} */", f"interface {kind.cls.__name__} {{"]
    if kind.tag is not None:
        lines.append(f'  {kind.tag_field}: "{kind.tag}";')
    leaves_out = kind.cls.__struct_config__.omit_defaults
    for one in kind.fields:
        unset = one.default is msgspec.UNSET
        may_lack = unset or (leaves_out and not one.required)
        inner = one.type
        if (
            may_lack and one.default is None and isinstance(inner, shapes.UnionType)
        ):  # nothing is left out, not told as null
            inner = shapes.UnionType(tuple(each for each in inner.types if not isinstance(each, shapes.NoneType)))
        lines.append(f"  {one.encode_name}{'?' if may_lack else ''}: {typed(inner, found)};")
    return "\n".join([*lines, "}"])


def written() -> str:
    """The file as it should be."""
    found: dict[type, shapes.StructType] = {}
    for kind in shapes.multi_type_info(MESSAGES):
        assert isinstance(kind, shapes.StructType)
        found[kind.cls] = kind
    told, at = [], 0
    while at < len(found):  # each may lead to more
        told.append(interface(list(found.values())[at], found))
        at += 1
    union = "type Message = " + " | ".join([*(kind.__name__ for kind in MESSAGES), "Shown"]) + ";"
    return "\n".join([HEAD, "\n\n".join(told), "", union, ""])


if __name__ == "__main__":
    FILE.write_text(written())
