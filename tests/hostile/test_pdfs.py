"""PDF documents made to harm: each costs one page at most, and whoever reads it goes on with the next."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable

import pytest
from tests.pdfs import FLOOD, assembled, page_of, pdf, stream

from honeyguide.analysis import AnalyzedPage, PageAnalyzer, Setup, read_in_time
from honeyguide.config import Settings
from honeyguide.model import Fetched, Outcome, Topic
from honeyguide.workers import AnalyzerPool

TOPIC = Topic(name="floods", keywords={"flood": 1.0}, relevance="tag-vsm")
SETTINGS = Settings(parse_seconds=1.5, encoder="none")
CATALOGUE = b"<< /Type /Catalog /Pages 2 0 R >>"
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << %s >> /Contents 4 0 R >>"
ENDS = {Outcome.PAGE, Outcome.BROKEN, Outcome.NOT_HTML}
"""The last is that of a document without text, such as a scan."""


def one_page(contents: bytes, resources: bytes = b"", *more: bytes) -> bytes:
    tree = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    return assembled([CATALOGUE, tree, PAGE % resources, contents, *more])


def bomb() -> bytes:
    return one_page(stream(b"BT (flood) Tj ET\n" * 1_300_000))


def bomb_in_bomb() -> bytes:
    packed = zlib.compress(zlib.compress(b" " * 60_000_000))
    filters = b"/Filter [/FlateDecode /FlateDecode]"
    return one_page(b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(packed), filters, packed))


def tree_in_itself() -> bytes:
    return assembled([CATALOGUE, b"<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>"])


def tree_of_trees() -> bytes:
    """Twelve levels of ten: 10¹² pages."""
    levels = [b"<< /Type /Pages /Kids [%s] /Count 9 >>" % (b"%d 0 R " % (n + 3) * 10) for n in range(12)]
    return assembled([CATALOGUE, *levels, b"<< /Type /Page /Parent 2 0 R >>"])


def one_page_many_times() -> bytes:
    kids = b"<< /Type /Pages /Kids [%s] /Count 90000 >>" % (b"3 0 R " * 90_000)
    return assembled([CATALOGUE, kids, PAGE % b"", stream(b"BT (flood) Tj ET")])


def forms_in_forms() -> bytes:
    """Ten levels of ten forms, each drawn by the one before."""
    forms = [
        stream(
            b"/X Do\n" * 10, b"/Type /XObject /Subtype /Form /Resources << /XObject << /X %d 0 R >> >>" % (number + 6)
        )
        for number in range(10)
    ]
    last = stream(b"BT (flood) Tj ET", b"/Type /XObject /Subtype /Form")
    return one_page(stream(b"/X Do"), b"/XObject << /X 5 0 R >>", *forms, last)


def form_in_itself() -> bytes:
    form = stream(b"/X Do", b"/Type /XObject /Subtype /Form /Resources << /XObject << /X 5 0 R >> >>")
    return one_page(stream(b"/X Do"), b"/XObject << /X 5 0 R >>", form)


def many_commands() -> bytes:
    return one_page(stream(b"q Q " * 700_000))


def deep_array() -> bytes:
    return one_page(stream(b"[" * 200_000))


def deep_objects() -> bytes:
    return assembled([b"<< /Type /Catalog /Pages " + b"[" * 100_000 + b" >>"])


def wide_range() -> bytes:
    cmap = b"begincmap 1 beginbfrange <00000000> <FFFFFFFF> <0000> endbfrange endcmap"
    font = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [] /ToUnicode 6 0 R >>"
    )
    return one_page(stream(b"BT /F 9 Tf <0001> Tj ET"), b"/Font << /F 5 0 R >>", font, stream(cmap))


def encrypted() -> bytes:
    key = b"<" + b"41" * 32 + b">"
    standard = b"<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O %s /U %s >>" % (key, key)
    return assembled([CATALOGUE, standard], b"/Encrypt 2 0 R /ID [<00> <00>]")


def no_places() -> bytes:
    """Nothing is where the file says, and there is very much of it."""
    return b"%PDF-1.4\n" + b"1 0 obj\n<< >>\n" * 150_000 + b"startxref\n99999999\n%%EOF"


def places_in_a_circle() -> bytes:
    place = b"xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Prev 9 /Root 1 0 R >>\n"
    return b"%PDF-1.4\n" + place + b"startxref\n9\n%%EOF"


def many_links() -> bytes:
    return pdf([page_of("flood")], [((0, 0, 500, 800), f"http://a.example/{number}") for number in range(20_000)])


def cut_off() -> bytes:
    return FLOOD[: len(FLOOD) // 2]


HOSTILE: list[Callable[[], bytes]] = [
    bomb, bomb_in_bomb, tree_in_itself, tree_of_trees, one_page_many_times, forms_in_forms, form_in_itself,
    many_commands, deep_array, deep_objects, wide_range, encrypted, no_places, places_in_a_circle, many_links,
    cut_off,
]  # fmt: skip


def fetched(body: bytes, number: int = 0) -> Fetched:
    headers = (("Content-Type", "application/pdf"),)
    return Fetched(f"http://a{number}.example/x.pdf", Outcome.PAGE, 200, "OK", headers, body, at=1e9)


@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: make.__name__)
def test_a_hostile_document_is_one_outcome(make: Callable[[], bytes]) -> None:
    body = make()
    assert len(body) < SETTINGS.max_bytes
    reader = PageAnalyzer(TOPIC, SETTINGS)
    made = read_in_time(reader, fetched(body), SETTINGS.parse_seconds)
    assert made.outcome in ENDS
    assert made.page or made.detail
    assert "\n" not in made.detail
    assert len(made.page.links if made.page else ()) <= SETTINGS.max_links
    assert read_in_time(reader, fetched(FLOOD), 60.0).outcome is Outcome.PAGE


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (bomb, "cannot be read"),
        (tree_in_itself, "cannot be read"),
        (encrypted, "is encrypted"),
        (cut_off, "cannot be read"),
    ],
)
def test_what_is_wrong_is_said(make: Callable[[], bytes], says: str) -> None:
    made = PageAnalyzer(TOPIC, SETTINGS).read(fetched(make()))
    assert (made.outcome, says in made.detail) == (Outcome.BROKEN, True), made.detail


def test_a_document_whose_table_is_wrong_is_read_all_the_same() -> None:
    broken = FLOOD.replace(b"startxref\n", b"startxref\n9")
    made = PageAnalyzer(TOPIC, SETTINGS).read(fetched(broken))
    assert made.page
    assert "heavy rain" in made.page.text


@pytest.mark.slow
def test_readers_go_on_after_hostile_documents() -> None:
    async def run() -> list[AnalyzedPage]:
        pool = AnalyzerPool(Setup(TOPIC, SETTINGS), 1)
        bodies = [body for make in HOSTILE for body in (make(), FLOOD)]
        try:
            return await asyncio.gather(*(pool.read(fetched(body, number)) for number, body in enumerate(bodies)))
        finally:
            await pool.close()

    found = asyncio.run(run())
    assert [each.outcome for each in found[1::2]] == [Outcome.PAGE] * len(HOSTILE)
    assert {each.outcome for each in found[::2]} <= ENDS
    assert all(each.page and each.page.kind == "pdf" for each in found[1::2])
