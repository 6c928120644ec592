"""docs/reference.md: the kit's words, made from their docstrings. `scripts/docs` writes it; a test sees that it is up to date."""

import ast
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

ROOT = Path(__file__).parent.parent
KIT = ROOT / "src" / "turnwise" / "kit"
REFERENCE = ROOT / "docs" / "reference.md"
CHAPTERS = {
    "What a game declares": ["declared", "events", "options", "settings"],
    "The state, and who may know it": ["record", "zones", "counts"],
    "What rules are written with": ["plain", "sets", "chance", "turns", "scoring", "takeback", "choosing"],
    "Equipment": ["grid", "lattice", "graph", "track", "cards", "tricks"],
    "What a game offers": ["contract"],
    "Sentences": ["words"],
    "Pieces and regions": ["pieces/table", "pieces/equipment", "pieces/area", "pieces/network", "pieces/squares"],
    "Parts of a picture": ["shapes"],
    "For proofs and studies": ["tape", "faults", "trial"],
}
WHOLE: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}
HEAD = """# The kit's words

Made from the docstrings in `src/turnwise/kit/` by `scripts/docs`; change them there.
`from turnwise.kit import one` and `from turnwise.kit.grid import square` both compile.
The words in the first chapters are for `rules.py` and `hints.py`, those of sentences, pieces and parts for everything
that people see.
"""


def reference() -> str:
    """The whole page."""
    named = {module for modules in CHAPTERS.values() for module in modules}
    further = sorted(
        str(file.relative_to(KIT).with_suffix(""))
        for file in (KIT / "pieces").glob("*.py")
        if file.stem not in ("__init__", "look")
    )
    lines = [HEAD]
    for title, modules in CHAPTERS.items():
        lines.append(f"## {title}\n")
        more = [name for name in further if name not in named] if title == "Pieces and regions" else []
        for module in [*modules, *more]:
            lines += _module(module)
    return "\n".join(lines).rstrip("\n") + "\n"


def _module(name: str) -> Iterator[str]:
    tree = ast.parse((KIT / f"{name}.py").read_text())
    first, _, _ = (ast.get_docstring(tree) or "").partition("\n\n")
    yield f"### `turnwise.kit.{name.replace('/', '.')}`\n"
    yield "\n".join(wrap(" ".join(first.split()), 120, **WHOLE)) + "\n"
    rows = [row for node, after in zip(tree.body, [*tree.body[1:], None], strict=True) for row in _entry(node, after)]
    yield from rows
    yield ""


def _entry(node: ast.stmt, after: ast.stmt | None) -> Iterator[str]:
    """Lines for a function, a class with its fields, or a constant that has a docstring below it."""
    match node:
        case ast.FunctionDef() if not node.name.startswith("_"):
            yield _row(f"{node.name}({_arguments(node.args)})", ast.get_docstring(node))
        case ast.ClassDef() if not node.name.startswith("_"):
            yield _row(f"{node.name}{_facts(node)}", ast.get_docstring(node))
            for inner, following in zip(node.body, [*node.body[1:], None], strict=True):
                if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                    if told := _told_below(following):
                        yield _row(f"{node.name}.{inner.target.id}", told)
                elif isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_") and ast.get_docstring(inner):
                    is_field = any("property" in ast.unparse(mark) for mark in inner.decorator_list)
                    inside = "" if is_field else f"({_arguments(inner.args)})"
                    yield _row(f"{node.name}.{inner.name}{inside}", ast.get_docstring(inner))
        case ast.Assign(targets=[ast.Name(id=name) | ast.Tuple(elts=[ast.Name(id=name), *_])]) if not name.startswith(
            "_"
        ):
            if told := _told_below(after):
                yield _row(ast.unparse(node.targets[0]).strip("()"), told)


def _facts(node: ast.ClassDef) -> str:
    """What a tuple or a data class with named facts is made of, in the order in which it is given."""
    made = any("NamedTuple" in ast.unparse(base) for base in node.bases) or any(
        "dataclass" in ast.unparse(mark) for mark in node.decorator_list
    )
    facts = [one for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
    named = [f"{ast.unparse(one.target)}=…" if one.value else ast.unparse(one.target) for one in facts]
    return f"({', '.join(named)})" if made and named else ""


def _told_below(node: ast.stmt | None) -> str | None:
    """The docstring of what stands above it, if that is what a statement is."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return None


def _arguments(given: ast.arguments) -> str:
    """The arguments by their names, without types, which the docstring tells better."""
    taken = [one.arg for one in (*given.posonlyargs, *given.args) if one.arg not in ("self", "cls")]
    taken += [f"*{given.vararg.arg}"] if given.vararg else []
    taken += [f"{one.arg}=…" for one in given.kwonlyargs]
    taken += [f"**{given.kwarg.arg}"] if given.kwarg else []
    return ", ".join(taken)


def _row(word: str, told: str | None) -> str:
    text = " ".join((told or "").split())
    return "\n".join(wrap(f"- `{word}`: {text}" if text else f"- `{word}`", 120, subsequent_indent="  ", **WHOLE))


if __name__ == "__main__":
    REFERENCE.write_text(reference(), "utf-8")
