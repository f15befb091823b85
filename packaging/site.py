"""The pages of the site that no file in docs/ holds: a hook of MkDocs.

The first page is README.md; gallery.md shows every case with its picture, api.md the public names
with their docstrings; each recipe of howto.md has a page.  Headings have the anchors that the
forge gives them.  Links that lead out of docs/ are turned to those pages.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from functools import cache
from pathlib import Path

from mkdocs.structure.files import File

import nonholo as nh
from nonholo.errors import NonholoError
from nonholo.findings.elimination import graph_of
from nonholo.readers.shipped import shipped_cases
from nonholo.views.graph.picture import picture

ROOT = Path(__file__).resolve().parent.parent
COPIED = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "CHANGELOG.md": "changelog.md",
}
HEAD = """# Gallery of all cases

Each ships with the package: `nonholo check NAME`. The picture shows which velocity is
eliminated by what.
"""


def on_config(config):
    """Anchors as the forge makes them, which the links of the pages are written for; a page for
    each recipe.
    """
    config.mdx_configs.setdefault("toc", {})["slugify"] = anchor
    _, recipes = _recipes()
    pages = ["howto.md", *(f"howto/{page}.md" for page in recipes)]
    config.nav = [{"How to": pages} if entry == "howto.md" else entry for entry in config.nav]
    return config


def anchor(heading: str, separator: str) -> str:
    """Lower case, spaces as hyphens, nothing but letters, digits, hyphens and underscores."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def on_files(files, config):
    """Add the generated pages and pictures."""
    for name, page in COPIED.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    sections = [HEAD]
    for name, path in shipped_cases().items():
        section, drawn = _section(name, path)
        sections.append(section)
        if drawn:
            files.append(File.generated(config, f"gallery/{name}.svg", content=drawn))
    files.append(File.generated(config, "gallery.md", content="\n".join(sections)))
    files.append(File.generated(config, "api.md", content=_api()))
    head, recipes = _recipes()
    files.remove(files.get_file_from_path("howto.md"))
    files.append(File.generated(config, "howto.md", content=head))
    for page, recipe in recipes.items():
        files.append(File.generated(config, f"howto/{page}.md", content=recipe))
    return files


def on_page_markdown(markdown, page, config, files):
    """Turn links to the pages that stand for what they mean."""
    del config, files
    if page.file.src_uri in COPIED.values():
        markdown = markdown.replace("](docs/", "](")
    if page.file.src_uri.startswith("howto/"):
        return _below(_inside(markdown))
    own = "howto.md" if page.file.src_uri == "howto.md" else ""
    return re.sub(
        rf"\]\((?:howto\.md{'|' if own else ''})#([^)]*)\)",
        lambda found: f"](howto/{_recipe_of(found[1])})",
        _inside(markdown),
    )


def _inside(markdown: str) -> str:
    """Links that lead out of docs/ lead to pages of the site; fences without the words that the
    tests read.
    """
    for name, target in COPIED.items():
        markdown = markdown.replace(f"](../{name}", f"]({target}").replace(
            f"]({name}", f"]({target}"
        )
    markdown = re.sub(
        r"\]\((?:\.\./)?cases/(?:\w+/)?(\w+)\.toml\)",
        lambda found: f"](gallery.md#{found[1]})",
        markdown,
    )
    markdown = re.sub(r"\]\((?:\.\./)?cases/?\)", "](gallery.md)", markdown)
    markdown = re.sub(r"^```(\w+) .*$", r"```\1", markdown, flags=re.M)  # words for the tests
    return re.sub(
        r"\[([^\]]*)\]\((?:\.\./)?(?:benchmarks/\S+\.py|references\.bib)\)", r"\1", markdown
    )


def _below(markdown: str) -> str:
    """The links of a recipe, which lies one folder below the page it was cut from."""
    markdown = re.sub(
        r"\]\((?!https?:|#)([^)\s]+\.(?:md|png|svg|ipynb)(?:#[^)]*)?)\)", r"](../\1)", markdown
    )
    return re.sub(r"\]\(#([^)]*)\)", lambda found: f"]({_recipe_of(found[1])})", markdown)


@cache
def _recipes() -> tuple[str, dict[str, str]]:
    """What stands above the recipes of howto.md, and each of them by the anchor of its heading."""
    text = (ROOT / "docs" / "howto.md").read_text(encoding="utf-8")
    head, *recipes = re.split(r"^## (?=[A-Z])", text, flags=re.MULTILINE)
    pages = {anchor(own.partition("\n")[0], "-"): f"# {own}" for own in recipes}
    return head, pages


def _recipe_of(target: str) -> str:
    """The page of a heading in howto.md, with its anchor where it is not the title."""
    _, pages = _recipes()
    if target in pages:
        return f"{target}.md"
    for page, text in pages.items():
        if any(anchor(line, "-") == target for line in re.findall(r"^###+ (.*)$", text, re.M)):
            return f"{page}.md#{target}"
    return f"#{target}"  # nowhere: the build complains


def _section(name: str, path: Path) -> tuple[str, bytes]:
    """A case in words, and its picture if it has one."""
    case = nh.read_case(path)
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = [f"## {name} {{ #{name} }}", "", f"{case.name}.", ""]
    given = [*table.get("holonomic_constraints", ()), *table.get("constraints", ())]
    if given:
        rows += ["```text", *(g if "=" in g else f"{g} = 0" for g in given), "```", ""]
    drawn = b""
    try:
        found = nh.check(case, search=0)
        rows += [f"**{found.verdict}**", ""]
        drawn = picture(graph_of(found).graph, "svg")
        rows += [f"![Which velocity is eliminated by what: {name}](gallery/{name}.svg)", ""]
    except NonholoError as error:
        rows += [f"No picture: {error}.".replace("\n", " "), ""]
    rows += [f"Source: {source}" for source in case.sources] + [""]
    return "\n".join(rows), drawn


def _api() -> str:
    """The public names with their signatures and docstrings, examples as code."""
    lines = ["# Python", "", "Every public name: `import nonholo as nh`.", ""]
    for name in sorted(nh.__all__):
        thing = getattr(nh, name)
        lines += [f"## nh.{name} {{ #{name} }}", "", *_signature(name, thing)]
        prose, mark, examples = (inspect.getdoc(thing) or "").partition(">>> ")
        lines += [prose.rstrip(), ""]
        if mark:
            lines += ["```python", (mark + examples).rstrip(), "```", ""]
    return "\n".join(lines)


def _signature(name: str, thing: object) -> list[str]:
    if isinstance(thing, type) and issubclass(thing, Exception):
        return []
    shown = ",\n    ".join(map(str, inspect.signature(thing).parameters.values()))
    return ["```python", f"nh.{name}(\n    {shown}\n)" if shown else f"nh.{name}()", "```", ""]
