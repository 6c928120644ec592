"""Packages of authors, installed as far as Python can tell."""

import tomllib
from pathlib import Path


def installed(project: Path, site: Path | None = None) -> None:
    """Let Python find a package as if pip had installed it from its folder: what it declares, beside its code."""
    facts = tomllib.loads((project / "pyproject.toml").read_text())["project"]
    about = (site or project) / f"{facts['name'].replace('-', '_')}-{facts['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {facts['name']}\nVersion: {facts['version']}\n")
    rows = [
        line
        for group, named in facts["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in named.items()))
    ]
    (about / "entry_points.txt").write_text("\n".join(rows))
