"""The gate: generates, from the audiences declared in a record, the one function that hides what a seat may not know.

The function is source text, so that the same lines run interpreted and compiled. When a match is over, everything but
the seed is shown.
"""

from turnwise.kit.record import ALL, OWNER, Field, Record


def redaction(state: Record, beside: Record) -> str:
    """Source of `redact(s, beside, seat)`: turn copies of both records into what `seat` may know (-1: a spectator)."""
    lines = [
        "@rule",
        "def redact(s, beside, seat):",
        "    s.seed = HIDDEN",
        "    if s.over:",
        "        return",
    ]
    for owner, record in (("s", state), ("beside", beside)):
        for name, field in record.fields.items():
            if field.see != ALL and name != "seed":
                lines += _hide(f"{owner}.{name}", field)
    return "\n".join(lines) + "\n"


def _hide(place: str, field: Field) -> list[str]:
    """Lines that hide one field, cell by cell; loop variables i, j, k … run over its dimensions."""
    indent, indices, lines = "    ", [], []
    loops = field.shape[:-1] if field.keep or field.words > 1 else field.shape
    for variable, extent in zip("ijkl", loops, strict=False):
        lines.append(f"{indent}for {variable} in range({extent}):")
        indent += "    "
        indices.append(variable)
        if field.see == OWNER and variable == "i":
            lines.append(f"{indent}if i == seat:")
            lines.append(f"{indent}    continue")
    if field.words > 1:
        where = "".join(f"{i}, " for i in indices)
        words = [f"{place}[{where}{word}]" for word in range(field.words)]
        lines.append(f"{indent}{words[-1]} = ~({' + '.join(f'count({word})' for word in words)})")
        return lines + [f"{indent}{word} = HIDDEN" for word in words[:-1]]
    if not field.keep:
        at = f"{place}[{', '.join(indices)}]" if indices else place
        lines.append(f"{indent}{at} = {f'~count({at})' if field.is_set else 'HIDDEN'}")
        return lines
    if field.see == OWNER and not loops:
        raise ValueError(
            f"{place}: a block that its owner sees and that keeps sums needs a dimension of seats before its last"
        )
    where = "".join(f"{i}, " for i in indices)
    for start, stop in field.keep:
        lines.append(f"{indent}total = 0")
        lines.append(f"{indent}for part in range({start}, {stop}):")
        lines.append(f"{indent}    total += {place}[{where}part]")
        lines.append(f"{indent}    {place}[{where}part] = HIDDEN")
        lines.append(f"{indent}{place}[{where}{start}] = ~total")
    kept = {cell for start, stop in field.keep for cell in range(start, stop)}
    for cell in range(field.shape[-1]):
        if cell not in kept:
            lines.append(f"{indent}{place}[{where}{cell}] = HIDDEN")
    return lines
