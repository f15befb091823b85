"""The page that a report is: safe, self-contained, deterministic, readable without a script."""

from __future__ import annotations

import doctest
import re
from base64 import b64decode, b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonholo as nh
from nonholo.errors import NonholoError
from nonholo.expression.graph import Graph
from nonholo.formulations.capabilities import CAPABILITIES
from nonholo.views.comparison import page as comparison_page
from nonholo.views.families.page import families_section
from nonholo.views.formulations.principles import PRINCIPLES
from nonholo.views.page import (
    blocks,
    breaking,
    columns,
    escaping,
    math,
    mathml,
    prose,
    sentences,
    words,
)
from nonholo.views.page import render as render_module
from nonholo.views.page.blocks import html
from nonholo.views.page.math import Literal, Math, Strong, inline
from nonholo.views.page.named_parts import folded_if_long
from nonholo.views.page.page import (
    Bullets,
    Code,
    Column,
    Details,
    Facts,
    Figure,
    Formula,
    FormulaColumns,
    Headline,
    Note,
    Page,
    Paragraph,
    Section,
    Table,
)
from nonholo.views.page.render import render, render_site
from nonholo.views.page.sentences import Said, joined
from nonholo.views.page.set_sentences import on_page
from nonholo.views.page.unwritten import blocks_said_once, said_once
from nonholo.writing.latex import UNWRITTEN, Writer

PAGE = Path(blocks.__file__).parent
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    "</style><link rel=stylesheet href=//evil.example>",
    "<!-- ]]> -->",
    "&lt;b&gt;",
]
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
PNG = b"\x89PNG\r\n\x1a\n rest"
# What no document of ours contains, whatever its words are.
FORBIDDEN_TAGS = {"iframe", "object", "embed", "base", "form", "input", "video", "audio"}
# fmt: off
KNOWN_ATTRIBUTES = {
    "accent", "alt", "aria-hidden", "aria-label", "charset", "class", "content", "cx", "cy", "d",
    "data-tex", "displaystyle", "encoding", "form", "href", "http-equiv", "id", "lang", "lspace",
    "mathvariant", "maxsize", "minsize", "name", "open", "r", "rel", "role", "rspace", "scope",
    "src", "stretchy", "stroke-dasharray", "viewbox", "width",
}
# fmt: on


def every_noun(words: str) -> tuple:
    """One block of each kind, with `words` wherever text or LaTeX may stand."""
    text = (words, Math(words), Strong(words), Literal(words))
    formula = Formula(words, text, text)
    column = Column(words, (words,), "rival", words, text, text, (formula,))
    return (
        Headline(words, text, "nonholonomic"),
        Paragraph(text),
        Bullets((text, words)),
        formula,
        FormulaColumns((column, Column("Maggi", ("a",), badge="agrees"))),
        Table((text, words), ((words, text),), text, "lr", row_headers=True),
        Facts(((text, text),)),
        Figure(SVG, words, text),
        Figure(PNG, words),
        Details(text, (Paragraph(words),)),
        Code(words, words),
        Note("caution", text),
    )


def case(words: str = "coin") -> Page:
    return Page(words, (Section(words, every_noun(words)),) * 3, words, (words,))


class Elements(HTMLParser):
    """The elements of a document as a browser sees them, and the text of style and script."""

    def __init__(self, document: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.raw: dict[str, list[str]] = {"style": [], "script": []}
        self.feed(document)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.cdata_elem in self.raw:
            self.raw[self.cdata_elem].append(data)
        else:
            self.words.append(data)

    def attributes(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.elements if name in attrs]

    def policy(self) -> str:
        return next(attrs["content"] for _, attrs in self.elements if "http-equiv" in attrs)


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("count", [1, 2])
def test_words_stay_words(words, count):
    seen = Elements(render([case(words)] * count, words, words))
    tags = [tag for tag, _ in seen.elements]
    assert tags.count("script") == tags.count("style") == tags.count("link") == 1
    assert tags.count("img") == 6 * count
    assert not FORBIDDEN_TAGS & set(tags)
    assert {name for _, attrs in seen.elements for name in attrs} <= KNOWN_ATTRIBUTES
    assert words in seen.words


def test_latex_stays_beside_its_formula():
    short, long = r"\ddot{\theta} < 0 \text{ & so on}", " + ".join(["a \\, b"] * 30)
    assert short in Elements(render([case(short)])).words
    assert long in Elements(render([case(long)])).attributes("data-tex")


def test_nothing_comes_from_outside():
    seen = Elements(render([case(), case()]))
    addresses = seen.attributes("src") + seen.attributes("href")
    assert addresses
    assert all(address.startswith(("data:", "#")) for address in addresses)
    style = "".join(seen.raw["style"])
    assert re.findall(r"url\((?!data:font/woff2;base64,)", style) == []
    assert "@import" not in style


def test_addresses_are_only_names_of_xml_languages():
    found = set(re.findall(r"https?://[^\s\"'`<>)]*", render([case()])))
    assert found <= {"https://github.com/stipub/stixfonts", "http://www.w3.org/2000/svg"}


def test_policy_names_the_very_style_and_script():
    seen = Elements(render([case("Größe φ")]))
    assert seen.policy().startswith("default-src 'none'; ")
    for kind in ("script", "style"):
        text = "".join(seen.raw[kind]).encode()
        digest = b64encode(sha256(text).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}';" in seen.policy()
    assert "unsafe" not in seen.policy()


def test_no_element_carries_style_or_handler():
    seen = Elements(render([case()]))
    assert seen.attributes("style") == []
    assert [n for _, attrs in seen.elements for n in attrs if n.startswith("on")] == []


def test_licences_travel_with_the_page():
    document = render([case()])
    assert "The STIX Fonts Project Authors" in document
    assert "SIL Open Font License" in document


def test_line_ends_and_controls_cannot_change_the_hash():
    document = render([case("a\r\nb\0c\x1b")])
    assert re.findall(r"[\0\r\x1b]", document) == []


def test_lone_surrogates_can_be_written():
    render([case("a\ud800b")]).encode("utf-8")


def test_same_pages_same_document():
    assert render([case(), case("disc")]) == render([case(), case("disc")])


def test_one_page_stays_small():
    assert len(render([case()]).encode()) < 100_000


@pytest.mark.parametrize("count", [1, 3])
def test_headings_are_in_order(count):
    levels = [
        int(tag[1])
        for tag, _ in Elements(render([case()] * count)).elements
        if tag[0] == "h" and tag[1:].isdigit()
    ]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_link_has_its_place():
    seen = Elements(render([case("a"), case("a"), case("a-3"), case("top")]))
    anchors = seen.attributes("id")
    links = [href[1:] for href in seen.attributes("href") if href.startswith("#")]
    assert len(set(anchors)) == len(anchors)
    assert set(links) <= set(anchors)


def test_list_of_pages_shows_what_is_listed_of_them():
    coin = replace(case("coin"), listed=(("verdict", "nonholonomic"), ("coordinates", "4")))
    document = render([coin, Page("disc", (), listed=(("coordinates", "3"),))])
    row = '<th scope="row"><a href="#coin">coin</a></th>'
    four, three = (f'<td><span class="of">coordinates </span>{n}</td>' for n in (4, 3))
    assert f'{row}<td class="mark nonholonomic">nonholonomic</td>{four}' in document
    assert f'<a href="#disc">disc</a></th><td></td>{three}' in document


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(
            st.lists(st.text("ab ", max_size=30), min_size=n, max_size=n), min_size=2, max_size=4
        )
    )
)
def test_each_cell_of_a_table_too_wide_for_a_telephone_has_the_heading_of_its_column(rows):
    header, *cells = map(tuple, rows)
    table = html(Table(header, tuple(cells)), 3)
    width = sum(min(max(map(len, column)), blocks.LINE) for column in zip(*rows, strict=True))
    if len(header) == 1 or width + blocks.GAP * len(header) <= blocks.TELEPHONE:
        assert "stacked" not in table and 'class="of"' not in table
    else:
        wanted = [
            name for row in cells for name, cell in zip(header, row, strict=True) if cell and name
        ]
        assert re.findall(r'<span class="of">(.*?) </span>', table) == wanted
        assert '<div class="scroll table stacked">' in table


def test_what_letters_mean_stands_beside_them_on_a_telephone_too():
    assert 'class="facts letters"' in html(Facts(((Math("x"), "place"),)), 3)
    assert 'class="facts"' in html(Facts((("growth vector", "(2, 3)"),)), 3)


def test_a_bracket_stays_on_the_line_of_its_formula():
    shown = inline(("holds (", Math("h = 0"), "), and (", Strong("so"), ") on"))
    assert re.sub(r"<math.*</math>", "h", shown) == (
        'holds <span class="whole">(h),</span> and (<strong>so</strong>) on'
    )


def test_a_site_links_its_pages_and_each_leads_back():
    made = render_site([case("coin"), case("coin"), Page("index", ())], "three")
    links = re.findall(r'href="([^"#:]+)"', made["index.html"])
    assert sorted(links) == sorted(set(made) - {"index.html"})
    assert all('href="index.html"' in made[name] for name in links)


def test_what_is_aside_is_folded_with_its_address_inside():
    aside = Section("Flag", (Paragraph("words"),), aside=True)
    document = render([Page("coin", (Section("Why", ()), aside, aside))])
    assert document.count("For specialists") == 1
    assert '<summary><h3>Flag</h3></summary><div class="inside" id="flag">' in document


def test_pictures_are_carried_whole():
    pictures = (src.split(",", 1) for src in Elements(render([case()])).attributes("src"))
    kinds = dict(pictures)
    assert set(kinds) == {"data:image/svg+xml", "data:image/png;base64"}
    assert unquote(kinds["data:image/svg+xml"]).replace("'", '"') == SVG
    assert b64decode(kinds["data:image/png;base64"]) == PNG


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (
            lambda: Headline("yes", "", "purple"),
            "verdict tone 'purple' is not known; choose one of",
        ),
        (lambda: Column("Kane", (), kind="foe"), "column kind 'foe' is not known"),
        (lambda: Note("shout", ""), "note tone 'shout' is not known"),
        (lambda: Table(("a", "b"), (("1",),)), "needs 2 entries"),
        (lambda: Table(("a", "b"), (), align="l"), "needs 2 entries"),
        (lambda: html(Figure(b"GIF89a", ""), 2), "must be a PNG"),
        (lambda: html("a string", 2), "a page cannot show a str"),
        (lambda: inline(3), "a sentence cannot hold a int"),
        (lambda: render([]), "at least one page"),
    ],
)
def test_misuse_is_named(wrong, words):
    with pytest.raises(NonholoError, match=words):
        wrong()


@pytest.mark.parametrize(
    "module",
    [
        blocks,
        breaking,
        columns,
        comparison_page,
        escaping,
        math,
        mathml,
        prose,
        render_module,
        sentences,
    ],
)
def test_examples_run(module):
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed


# formulas -----------------------------------------------------------------------------------------
def spelled(latex: str, widest: float = 1000) -> str:
    """What a formula shows, sign by sign."""
    parts = mathml.mathml(latex, widest)
    return " ".join("".join(Elements(part).words) for part in parts)


LATEX = (
    r"\frac", "{", "}", "^", "_", "'", r"\dot", r"\left(", r"\right)", "(", ")", "[", "x", "12", " + ",
    r" \, ", r"\sin", r"\mathit{yaw}", r"\sqrt", r"\begin{aligned}", "&", r"\\", r"\end{aligned}", "=",
    r"\text{so, }", r"\unknown", "<", r"\sum_l", r"\,", "\\",
)  # fmt: skip


@given(st.lists(st.sampled_from(LATEX), max_size=25).map("".join), st.floats(1, 60))
def test_every_latex_gives_elements_that_close(latex, widest):
    for part in mathml.mathml(latex, widest):
        ElementTree.fromstring(f"<math>{part}</math>")


def test_a_fraction_has_two_parts_and_a_script_one_base():
    found = ElementTree.fromstring(mathml.mathml(r"\frac{a + b}{\dot{\theta_{1}}^{2}}", 99)[0])
    assert (found.tag, len(found)) == ("mfrac", 2)
    power = found[1]
    assert power.tag == "msubsup"  # the dot stands over the letter, not over its number
    assert [one.tag for one in power] == ["mover", "mn", "mn"]


def test_names_of_letters_stay_whole():
    found = mathml.mathml(r"\mathit{speed}_{\mathrm{max}} \, \operatorname{sgn} x", 99)[0]
    assert all(f"<mi>{word}</mi>" in found for word in ("speed", "max", "sgn"))


def test_a_line_may_end_between_names_and_a_long_bracket():
    """On a telephone the table of the errors of a substitution scrolled in its box."""
    names = r"-R^{2} \, \dot{\mathrm{heading}} \, \dot{\mathrm{roll}} \, \sin \mathrm{heading}"
    first, *others = mathml.mathml(
        rf"{names} \, (M \, \cos \psi \, \sin \psi + m \, \cos \psi)", 38
    )
    assert "(" not in first and "(" in others[0]


@pytest.mark.parametrize(
    "latex", ["a + b - c", rf"y + z = ({' + '.join('abcdefghijkl')}) \, c", "a + b + c + d = e"]
)
def test_a_broken_formula_shows_the_same_signs(latex):
    assert len(mathml.mathml(latex, 1)) > 1
    assert spelled(latex, 1).replace(" ", "") == spelled(latex)


def test_a_sign_at_the_begin_of_a_line_stands_between_terms():
    first, second = mathml.mathml("-a - b", 1)
    assert 'form="infix"' not in first
    assert '<mo form="infix">−</mo>' in second


def test_a_bracket_is_as_high_as_what_it_holds():
    assert "stretchy" not in mathml.mathml(r"(\frac{a}{b})", 99)[0]
    assert mathml.mathml("(a)", 99)[0].count('stretchy="false"') == 2


# formulas too long to be written out --------------------------------------------------------------
LONG_ROWS = st.lists(
    st.sampled_from(["x = 1", rf"y = {UNWRITTEN}long}}", rf"{UNWRITTEN}long}} = 0", r"\dot{z} = 2"])
)


@given(st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,5}", fullmatch=True), st.sampled_from(["", "dot"]))
def test_a_name_of_the_case_is_never_spelt_otherwise(name, rate):
    first = name + rate
    for begins in (f"{first} is not known", f"{first}, {first} = 1", f"{first} to the power 2"):
        assert words.begun(begins, ["x", name]) == begins
        assert words.unshouted(begins, [name]) == begins
        assert words.unshouted(f"NOT SO: {begins}", [name]) == f"not so: {begins}"


def test_sentences_on_pages_are_begun_in_one_place():
    """No view writes a first letter large by itself."""
    alone = [
        str(path.name)
        for path in Path(words.__file__).parents[1].rglob("*.py")
        if re.search(r"\[:?[01]\]\.upper|capitalize\(|\.title\(\)", path.read_text())
    ]
    assert alone == []


def test_names_in_capitals_stay_on_the_page_of_a_family():
    family = nh.families(nh.constraints("dz = I1*y dx + CX*x dy"), "constraints", records=False)
    told = str(families_section(family))
    assert "I1 = 1, CX = 2" in told and "i1" not in told and "cx" not in told


@given(LONG_ROWS)
def test_what_is_not_written_out_is_said_once(rows):
    told = list(said_once(rows))
    assert [row for row in told if isinstance(row, str)] == [r for r in rows if UNWRITTEN not in r]
    kinds = [
        "" if isinstance(row, str) else "equations" if "equation" in str(row[0]) else "names"
        for row in told
    ]
    assert all(a != b for a, b in pairwise(kinds) if a or b)  # a run is one sentence
    counted = sum(int(row[0].split()[0]) for row, kind in zip(told, kinds) if kind == "equations")
    assert counted == sum(row.startswith(UNWRITTEN) for row in rows)


def test_a_formula_with_a_label_stays_and_a_run_without_is_a_paragraph():
    long = rf"{UNWRITTEN}too long}} = 0"
    blocks = [Formula("x = 1", "first"), *[Formula(long)] * 3, Formula(long, "last")]
    first, run, last = blocks_said_once(blocks)
    assert (first, last) == (blocks[0], blocks[-1])
    assert run == Paragraph(("3 equations, too long to be written out",))


def test_long_equations_in_a_sentence_are_counted():
    graph = Graph()
    long = graph.add(*(graph.symbol(f"a{i}") * graph.symbol(f"b{i}") for i in range(60)))
    short = graph.symbol("x")
    pieces = [*joined([Said(long, "= 0"), Said(short, "= 0"), *[Said(long, "= 0")] * 3], "; "), "."]
    told = on_page(pieces, Writer())
    assert "".join(p if isinstance(p, str) else p.latex for p in told) == (
        "an equation too long for this place; x = 0; 3 equations too long for this place."
    )


def test_what_is_very_long_stays_folded_on_paper():
    row = folded_if_long(Formula("+".join("abcdefgh" * 60), "constraint 1"))
    assert html(row, 3).startswith('<details class="long">')
    assert "details:not([open], .long)" in (PAGE / "page.js").read_text(encoding="utf-8")


# formulas in sentences ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "sentence",
    [
        "a word by itself, and a dash - of another kind",
        "the x-axis; sections (2) and (3); eqs (27)-(30)",
        "Boltzmann-Hamel, 2 equations",
        "in a, b and c",
    ],
)
def test_words_are_not_taken_for_mathematics(sentence):
    assert prose.prose(sentence, ["x", "a", "b", "c"]) == sentence


@pytest.mark.parametrize("sentence", ["x = 3 de la curva", "x = 3 da curva", "x = 3 do fio"])
def test_the_articles_of_other_languages_are_no_differentials(sentence):
    math, words = prose.prose(sentence, ["x", "e", "a"])
    assert (math, words) == (Math("x = 3"), sentence[5:])


def test_a_power_stays_with_what_it_is_the_power_of():
    found = prose.prose("since |r - c|^2 = R^2", ["r", "c", "R"])
    assert found == ("since |", Math("r - c"), "|^2 = ", Math("R^{2}"))


@pytest.mark.parametrize("given", ["(" * 400, "(" * 400 + "x + 1" + ")" * 400])
def test_brackets_without_end_are_shown(given):
    """As deep as that no formula is set."""
    assert re.sub(r"<annotation.*?</annotation>|<.*?>", "", inline(prose.prose(given, ["x"])))
    assert prose.typed(given, ["x"]) is None


def test_a_sentence_keeps_all_its_words():
    text = "at t = 0.2 its theta1 is below 2e-3: cos(theta1) = 0, and x' too"
    found = prose.prose(text, ["x", "theta1"])
    assert [p for p in found if isinstance(p, str)] == [
        "at ",
        " its ",
        " is below ",
        ": ",
        ", and ",
        " too",
    ]
    assert [p.latex for p in found if isinstance(p, Math)] == [
        "t = 0.2", r"\theta_{1}", r"2 \cdot 10^{-3}", r"\cos \theta_{1} = 0", r"\dot{x}",
    ]  # fmt: skip


def test_formulas_and_code_stay_as_they_are():
    page = (Formula("x = 1", "x = 1"), Code("x = 1"), Figure(SVG, "x = 1"))
    formula, code, figure = prose.with_mathematics(page, ["x"])
    assert (formula.latex, formula.label) == ("x = 1", Math("x = 1"))
    assert (code, figure) == page[1:]


def test_every_formulation_says_its_principle_in_signs_that_a_page_knows():
    assert set(PRINCIPLES) == {c.name for c in CAPABILITIES}
    assert not [law for law in PRINCIPLES.values() if "\\" in "".join(mathml.mathml(law, 30.0))]
