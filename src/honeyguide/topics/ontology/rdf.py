"""What may come as an OWL file: bounded, without tricks, and in a notation that is read."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

from honeyguide.errors import BadTopic
from honeyguide.extras import require
from honeyguide.text_files import read_bytes

if TYPE_CHECKING:
    from rdflib import Graph

LARGEST = 8_000_000
DEEPEST = 100
"""Elements inside elements."""
LONGEST_ENTITY = 1_000

_SAVE_AS = "in Protégé, save it as RDF/XML or Turtle"
_XML = re.compile(r"<(\?xml|!DOCTYPE|!--|[A-Za-z_][\w.-]*(:[\w.-]+)?([\s>/]|$))")
_OTHERS = {
    "OWL functional syntax": re.compile(r"(Prefix|Ontology)\s*\("),
    "Manchester syntax": re.compile(r"(Prefix|Ontology):\s"),
    "JSON": re.compile(r"[\[{]\s*[\"{\[\]}]"),
    "OBO": re.compile(r"format-version:"),
}
_FAULTS = (ValueError, LookupError, TypeError, AttributeError)
"""What rdflib fails with, too, on statements that are no RDF."""
_AT_LINE = re.compile(r"(?:None|<[^>]*>):(\d+):\d+: ")
_OWL_XML = "http://www.w3.org/2002/07/owl# Ontology"
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns# RDF"


def graph_of(path: Path) -> Graph:
    """The statements of an RDF/XML or Turtle file."""
    data = _content(path)
    text = data.decode("utf-8-sig")
    start = text.lstrip()[:500]
    if _XML.match(start) and path.suffix != ".ttl":
        _guard(data, path)
        return _parsed(text, "xml", path)
    for notation, looks in _OTHERS.items():
        if looks.match(start):
            raise BadTopic(f"{path}: is {notation}, which is not read; {_SAVE_AS}")
    return _parsed(text, "turtle", path)


def _content(path: Path) -> bytes:
    data = read_bytes(path, "the ontology of a topic", LARGEST)
    if not data.strip():
        raise BadTopic(f"{path}: is empty; give an OWL file")
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise BadTopic(f"{path}:{line}: is not UTF-8; {_SAVE_AS}") from None
    if b"\0" in data:
        raise BadTopic(f"{path}: is not text; give an OWL file")
    return data


class _Trick(Exception):
    """The file is refused, with the reason."""


def _guard(data: bytes, path: Path) -> None:
    """Read the XML once without building anything: no entities that grow or reach out, no bottomless nesting."""
    parser = expat.ParserCreate(namespace_separator=" ")
    open_elements = 0
    growth = 0

    def doctype(_name: str, system: str | None, public: str | None, _internal: object) -> None:
        if system or public:
            raise _Trick("names another document as its DTD, which is never fetched; take the DOCTYPE out")

    def entity(name: str, _parameter: object, value: str | None, *_: object) -> None:
        nonlocal growth
        if value is None or "&" in value or "%" in value or len(value) > LONGEST_ENTITY:
            raise _Trick(f"has an entity '{name[:60]}' that is not plain short text; take it out")
        growth += len(value) * data.count(f"&{name};".encode())
        if growth > LARGEST:
            raise _Trick(f"grows beyond {LARGEST:,} bytes by its entities; write them out")

    def start(name: str, _attributes: object) -> None:
        nonlocal open_elements
        if not open_elements and name != _RDF:
            if name == _OWL_XML:
                raise _Trick(f"is OWL/XML, which is not read; {_SAVE_AS}")
            raise _Trick(
                f"is no OWL file: it begins with <{name.rsplit(' ', maxsplit=1)[-1][:60]}>, not with <rdf:RDF>"
            )
        open_elements += 1
        if open_elements > DEEPEST:
            raise _Trick(f"is nested deeper than {DEEPEST} elements; an ontology needs a few")

    def end(_name: str) -> None:
        nonlocal open_elements
        open_elements -= 1

    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = entity
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(data, True)
    except _Trick as trick:
        raise BadTopic(f"{path}: {trick}") from None
    except (LookupError, ValueError):
        raise BadTopic(f"{path}: names an encoding that cannot be read; {_SAVE_AS}, in UTF-8") from None
    except expat.ExpatError as error:
        raise BadTopic(f"{path}:{error.lineno}: is not well-formed XML: {expat.ErrorString(error.code)}") from None


def _parsed(text: str, notation: str, path: Path) -> Graph:
    require("rdflib", "reading an ontology")
    from xml.sax import SAXException  # noqa: PLC0415

    from rdflib import Graph  # noqa: PLC0415
    from rdflib.exceptions import Error  # noqa: PLC0415

    logging.getLogger("rdflib").setLevel(logging.CRITICAL)
    try:
        return Graph().parse(data=text, format=notation, publicID="https://honeyguide.example/ontology/unnamed")
    except (Error, SAXException, SyntaxError, AssertionError, *_FAULTS) as error:
        _refuse(path, notation, error)
    except RecursionError:
        raise BadTopic(f"{path}: is nested too deeply; an ontology needs a few levels") from None


def _refuse(path: Path, notation: str, error: Exception) -> NoReturn:
    if notation == "xml":
        said = " ".join(str(error).split())
        line = _AT_LINE.match(said)
        at, reason = (f":{line[1]}", said[line.end() :]) if line else ("", said)
        raise BadTopic(f"{path}{at}: is not RDF: {reason[:200].rstrip('.!')}; {_SAVE_AS}") from None
    number = getattr(error, "lines", None)
    at = f":{number + 1}" if isinstance(number, int) else ""
    raise BadTopic(f"{path}{at}: is neither RDF/XML nor Turtle; {_SAVE_AS}") from None
