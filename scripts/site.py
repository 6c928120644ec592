"""The site: the same Markdown that stands in the repository, with its pictures, built by Sphinx into build/site.

`scripts/docs` calls it. `--pictures` draws those of the tutorial anew. Nothing is changed in docs/: pages are copied, and links that lead
to a page are pointed at its copy; links to sources lead nowhere on a site and become plain text.
"""

import argparse
import re
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from scripts.tutorial import ROOT, draw_pictures

BUILD = ROOT / "build"
PAGES = {
    "index": "README.md",
    "tutorial": "docs/tutorial.md",
    "adding-a-game": "docs/adding-a-game.md",
    "reference": "docs/reference.md",
    "contract": "docs/contract.md",
    "glossary": "docs/glossary.md",
    "python": "docs/python.md",
    "study": "docs/study.md",
    "train": "docs/train.md",
    "strength": "docs/strength.md",
    "hosting": "docs/hosting.md",
    "scaling": "docs/scaling.md",
    "telegram": "docs/telegram.md",
    "protocol": "docs/protocol.md",
    "design": "docs/design.md",
    "contributing": "CONTRIBUTING.md",
    "changelog": "CHANGELOG.md",
}
PARTS = {
    "For authors": ("tutorial", "adding-a-game", "reference", "contract", "glossary"),
    "For programs and studies": ("python", "study", "train", "strength"),
    "For hosts": ("hosting", "scaling", "telegram", "protocol"),
    "For who works on it": ("design", "contributing", "changelog"),
}
CONF = """
project = "Turnwise"
copyright = "the Turnwise maintainers"
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Turnwise"
html_show_sphinx = False
suppress_warnings = ["misc.highlighting_failure"]  # requests with their answers are a form of our own
"""
LINK = re.compile(r"(!?)\[((?:[^\]\[]|\[[^\]]*\])*)\]\((?!http|<)([^)#\s]*)(#[^)\s]*)?\)")


def build(folder: Path) -> int:
    """Copy the pages, then build; a link that leads nowhere is an error."""
    source = folder / "site-source"
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(ROOT / "docs" / "pictures", source / "pictures")
    (source / "conf.py").write_text(CONF)
    for name, file in PAGES.items():
        (source / f"{name}.md").write_text(_page(name, ROOT / file), "utf-8")
    return build_main(["-q", "-W", "--keep-going", "-b", "html", str(source), str(folder / "site")])


def _page(name: str, file: Path) -> str:
    """A page as it stands on the site."""
    text = LINK.sub(lambda link: _pointed(link, file), file.read_text("utf-8"))
    text = re.sub(r'^```(\w+) title="([^"]+)"$', r"```{code-block} \1\n:caption: \2", text, flags=re.M)
    if name == "index":
        parts = (
            f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(pages) + "\n```"
            for title, pages in PARTS.items()
        )
        text += "\n" + "\n\n".join(parts) + "\n"
    return text


def _pointed(link: re.Match[str], file: Path) -> str:
    """A link to another page of the site or to a picture; of any other its text."""
    picture, text, path, anchor = link[1], link[2], link[3], link[4] or ""
    if not path:
        return link[0]
    target = (file.parent / path).resolve().relative_to(ROOT)
    if picture:
        return f"![{text}](pictures/{target.name})"
    page = next((name for name, known in PAGES.items() if known == str(target)), None)
    return f"[{text}]({page}.md{anchor})" if page else text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", action="store_true", help="draw the tutorial's pictures anew")
    parser.add_argument("--into", type=Path, default=BUILD, help="the folder that it is built in (build)")
    chosen = parser.parse_args()
    if chosen.pictures:
        draw_pictures()
    failed = build(chosen.into)
    if not failed:
        print(f"The site is in {chosen.into / 'site'}: open index.html.")
    return failed


if __name__ == "__main__":
    sys.exit(main())
