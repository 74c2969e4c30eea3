"""PDF documents written by hand: no more of the format than a test needs."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

Line = tuple[int, int, str]
"""Where it begins, from the left and from below, and what it says."""
Link = tuple[tuple[int, int, int, int], str]


def assembled(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """A file of these objects, numbered from 1; the first is the catalogue."""
    out, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
    return bytes(out)


def stream(data: bytes, about: bytes = b"") -> bytes:
    packed = zlib.compress(data)
    return b"<< /Length %d /Filter /FlateDecode %s >>\nstream\n%s\nendstream" % (len(packed), about, packed)


def text_string(text: str) -> bytes:
    return b"<FEFF%s>" % text.encode("utf-16-be").hex().upper().encode()


def pdf(pages: Sequence[Sequence[Line]], links: Sequence[Link] = (), **info: str) -> bytes:
    """Pages of lines; the links stand on the first page. Any letters: all are drawn by a font that names them."""
    letters = sorted({letter for page in pages for _, _, text in page for letter in text})
    code = {letter: number for number, letter in enumerate(letters, start=1)}
    pairs = [f"<{number:04X}> <{letter.encode('utf-16-be').hex().upper()}>" for letter, number in code.items()]
    named = "".join(
        f"{len(pairs[start : start + 100])} beginbfchar\n" + "\n".join(pairs[start : start + 100]) + "\nendbfchar\n"
        for start in range(0, len(pairs), 100)
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n/CMapType 2 def\n1 begincodespacerange "
        f"<0000> <FFFF> endcodespacerange\n{named}endcmap end end"
    )
    first = 7
    kids = b" ".join(b"%d 0 R" % (first + 2 * number) for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [4 0 R] "
        b"/ToUnicode 5 0 R >>",
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /DW 500 "
        b"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
        stream(cmap.encode()),
        b"<< " + b" ".join(b"/%s %s" % (name.encode(), text_string(value)) for name, value in info.items()) + b" >>",
    ]
    for number, page in enumerate(pages):
        notes = b"".join(
            b"<< /Type /Annot /Subtype /Link /Rect [%d %d %d %d] /A << /S /URI /URI (%s) >> >> "
            % (*place, url.encode())
            for place, url in (links if number == 0 else ())
        )
        drawn = "\n".join(
            f"BT /F1 12 Tf 1 0 0 1 {x} {y} Tm <{''.join(f'{code[letter]:04X}' for letter in text)}> Tj ET"
            for x, y, text in page
        )
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
            b"/Contents %d 0 R /Annots [%s] >>" % (first + 2 * number + 1, notes),
            stream(drawn.encode()),
        ]
    return assembled(objects, b"/Info 6 0 R")


def page_of(*lines: str) -> list[Line]:
    return [(72, 770 - 15 * number, line) for number, line in enumerate(lines) if line]


FLOOD = pdf(
    [
        page_of(
            "Rainstorm and flood in the valley",
            "",
            "A rainstorm disaster struck the valley on Monday: heavy rain fell for three days, the river rose,",
            "and the flood stands in the streets. A red alert was given, and further rainfall is fore-",
            "cast for the night. The rainstorm brought a flood to all towns along the river.",
            "",
            "See the flood report of the weather office for figures of rainfall.",
            "",
            "1",
        ),
        page_of("The rainstorm is the worst flood in forty years, with heavy rain in all districts."),
    ],
    [((70, 676, 520, 692), "/report")],
    Title="Rainstorm and flood",
    Author="Jane Doe",
    CreationDate="D:20260701080000+02'00'",
)
CHINESE = pdf(
    [
        page_of(
            "暴雨灾害通报",
            "",
            "今晨八时，气象台发布暴雨红色预警信号。受强降雨影响，河水暴涨，多条街道被洪水淹没，",
            "洪涝灾害严重，数千人转移。预计今夜仍有大到暴雨，请注意防范山洪和城市内涝等暴雨灾害。",
        )
    ],
    Title="暴雨灾害通报",
)
