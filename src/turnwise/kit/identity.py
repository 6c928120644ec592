"""Generates, from the fields of a record, a hash that distinguishes states: for searches that remember positions."""

from types import ModuleType

from turnwise.kit.record import Record

FIXED = {"seed", "seats", "turns"}
"""Fields that are constant during a search, or follow from the rest."""


def identification(state: Record, rules: ModuleType) -> str:
    """Source of `identity(s)`. Options are constant during a match and are left out."""
    options = getattr(rules, "OPTIONS", None)
    skipped = FIXED | set(options.coded if options else ())
    lines = ["@rule", "def identity(s):", "    h = 0"]
    for name, field in state.fields.items():
        if name in skipped:
            continue
        indent, indices = "    ", []
        for variable, extent in zip("ijkl", field.shape, strict=False):
            lines.append(f"{indent}for {variable} in range({extent}):")
            indent += "    "
            indices.append(variable)
        cell = f"s.{name}[{', '.join(indices)}]" if indices else f"s.{name}"
        lines.append(f"{indent}h = mix(h, {cell})")
    return "\n".join([*lines, "    return h"]) + "\n"
