"""OWL files: what other programs see in ours, and what we see in theirs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from rdflib import OWL, RDF, RDFS, SKOS, Graph, Literal, URIRef

from honeyguide.errors import BadInput
from honeyguide.topics.ontology.ontology import Concept, Ontology, Relation, concept
from honeyguide.topics.ontology.owl import ONTOLOGIES, TOPIC_WORD, VOCABULARY, to_owl
from honeyguide.topics.ontology.owl_reading import read_owl

STORMS = Ontology(
    "rain storm",
    {
        "flash flood": Concept({"en": "flash flood", "zh": "山洪"}, ("mountain torrent", "山洪暴发")),
        "flood": Concept({"en": "flood", "zh": "洪水"}),
        "rain storm": Concept({"en": "rain storm", "zh": "暴雨"}),
        "water <level> & 'more'": concept("water <level> & 'more'"),
        "冰雹": concept("冰雹"),
        "deluge": concept("deluge"),
    },
    (
        Relation("part-of", "flood", "rain storm"),
        Relation("is-a", "flash flood", "flood"),
        Relation("attribute-of", "water <level> & 'more'", "flood"),
        Relation("synonym", "deluge", "flood"),
        Relation("induce", "rain storm", "冰雹"),
    ),
)
BASE = f"{ONTOLOGIES}rain-storm#"
HEAD = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xml:base="http://other.example/x">"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "storms.owl"
    path.write_text(to_owl(STORMS), "utf-8")
    return path


def as_sets(ontology: Ontology) -> tuple[str, dict[str, Concept], set[Relation]]:
    return ontology.root, ontology.concepts, set(ontology.relations)


def saved(path: Path, body: str) -> Path:
    path.write_text(f"{HEAD}{body}</rdf:RDF>", "utf-8")
    return path


def a_class(name: str, *parents: str) -> str:
    above = "".join(f'<rdfs:subClassOf rdf:resource="#{parent}"/>' for parent in parents)
    return f'<owl:Class rdf:about="#{name}">{above}</owl:Class>'


def test_what_is_written_is_read_back(file: Path) -> None:
    read = read_owl(file)
    assert as_sets(read.ontology) == as_sets(STORMS)
    assert read.left_out == {}


def test_the_same_ontology_gives_the_same_text_in_any_order(file: Path) -> None:
    turned = Ontology(STORMS.root, dict(reversed(STORMS.concepts.items())), STORMS.relations[::-1])
    assert to_owl(turned) == file.read_text("utf-8") == to_owl(read_owl(file).ontology)


def test_rdflib_sees_classes_labels_and_restrictions(file: Path) -> None:
    graph = Graph().parse(file, format="xml")
    classes = set(graph.subjects(RDF.type, OWL.Class))
    assert len(classes) == len(STORMS.concepts)
    flash = URIRef(BASE + "FlashFlood")
    assert set(graph.objects(flash, RDFS.label)) == {Literal("flash flood", "en"), Literal("山洪", "zh")}
    assert set(graph.objects(flash, SKOS.altLabel)) == {Literal("mountain torrent", "en"), Literal("山洪暴发", "zh")}
    assert (flash, RDFS.subClassOf, URIRef(BASE + "Flood")) in graph
    (restriction,) = graph.subjects(OWL.onProperty, URIRef(VOCABULARY + "partOf"))
    assert graph.value(restriction, OWL.someValuesFrom) == URIRef(BASE + "RainStorm")
    assert graph.value(None, RDFS.subClassOf, restriction) == URIRef(BASE + "Flood")
    assert list(graph.objects(None, URIRef(TOPIC_WORD))) == [URIRef(BASE + "RainStorm")]


def test_owlready_opens_it_as_protege_does(file: Path) -> None:
    code = f"""
import owlready2
onto = owlready2.World().get_ontology({file.as_uri()!r}).load()
assert onto.base_iri == {BASE!r}, onto.base_iri
assert len(list(onto.classes())) == {len(STORMS.concepts)}
assert onto.Flood in onto.FlashFlood.is_a
some = [each for each in onto.Flood.is_a if isinstance(each, owlready2.Restriction)]
assert [(each.property.name, each.type, each.value) for each in some] == [("partOf", owlready2.SOME, onto.RainStorm)]
assert set(map(str, onto.FlashFlood.label)) == {{"flash flood", "山洪"}}
assert onto.Flood in onto.Deluge.equivalent_to or onto.Deluge in onto.Flood.equivalent_to
assert {{each.name for each in onto.object_properties()}} == {{"partOf", "attributeOf", "relatedTo", "induces"}}
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=150)


@pytest.mark.parametrize("notation", ["xml", "pretty-xml", "turtle"])
def test_what_another_program_saves_is_read_back(file: Path, tmp_path: Path, notation: str) -> None:
    other = tmp_path / "saved-by-rdflib"
    Graph().parse(file, format="xml").serialize(other, format=notation, encoding="utf-8")
    assert as_sets(read_owl(other).ontology) == as_sets(STORMS)


def test_what_owlready_saves_is_read_back(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "saved.owl"
    code = f"""
import owlready2
onto = owlready2.World().get_ontology({file.as_uri()!r}).load()
onto.save({str(other)!r}, format="rdfxml")
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=150)
    assert as_sets(read_owl(other).ontology) == as_sets(STORMS)


def test_a_person_may_rename_add_and_remove(file: Path) -> None:
    text = file.read_text("utf-8")
    assert text.count("FlashFlood") == 1
    text = text.replace("#FlashFlood", "#SuddenFlood").replace(">flash flood<", ">sudden flood<")
    start = text.index("<owl:equivalentClass")
    text = text[:start] + text[text.index("/>", start) + 2 :]
    added = (
        '<owl:Class rdf:about="#River_Flood"><rdfs:subClassOf rdf:resource="#Flood"/></owl:Class>'
        '<owl:Class rdf:about="#Deluge"><rdfs:subClassOf rdf:resource="#River_Flood"/></owl:Class></rdf:RDF>'
    )
    file.write_text(text.replace("</rdf:RDF>", added), "utf-8")
    read = read_owl(file).ontology
    assert "flash flood" not in read.concepts
    assert read.concepts["sudden flood"].labels == {"en": "sudden flood", "zh": "山洪"}
    assert set(read.relations) == {
        Relation("part-of", "flood", "rain storm"),
        Relation("is-a", "sudden flood", "flood"),
        Relation("attribute-of", "water <level> & 'more'", "flood"),
        Relation("induce", "rain storm", "冰雹"),
        Relation("is-a", "river flood", "flood"),
        Relation("is-a", "deluge", "river flood"),
    }


def test_a_class_without_a_label_is_called_by_its_name(tmp_path: Path) -> None:
    body = a_class("RainStorm") + a_class("FlashFlood", "RainStorm") + a_class("river_flood", "RainStorm")
    read = read_owl(saved(tmp_path / "x.owl", body + a_class("洪水", "RainStorm"))).ontology
    assert read.root == "rain storm"
    assert list(read.concepts) == ["flash flood", "rain storm", "river flood", "洪水"]
    assert read.concepts["洪水"].labels == {"zh": "洪水"}


def test_regional_language_tags_and_labels_without_one_are_understood(tmp_path: Path) -> None:
    body = (
        '<owl:Class rdf:about="#A"><rdfs:label xml:lang="zh-Hans">暴雨</rdfs:label>'
        "<rdfs:label>rainstorm</rdfs:label><rdfs:label>storm  of\n rain</rdfs:label></owl:Class>"
    )
    read = read_owl(saved(tmp_path / "x.owl", body)).ontology
    assert read.concepts == {"rainstorm": Concept({"en": "rainstorm", "zh": "暴雨"}, ("storm of rain",))}


def test_definitions_by_intersection_are_understood_and_other_expressions_counted(tmp_path: Path) -> None:
    body = a_class("Storm") + a_class("Rain", "Storm") + a_class("Thing2", "Storm")
    body += """
    <owl:Class rdf:about="#Flood"><owl:equivalentClass><owl:Class><owl:intersectionOf rdf:parseType="Collection">
      <rdf:Description rdf:about="#Storm"/>
      <owl:Restriction><owl:onProperty rdf:resource="#isPartOf"/>
        <owl:someValuesFrom rdf:resource="#Rain"/></owl:Restriction>
      <owl:Restriction><owl:onProperty rdf:resource="#likes"/>
        <owl:someValuesFrom rdf:resource="#Rain"/></owl:Restriction>
    </owl:intersectionOf></owl:Class></owl:equivalentClass></owl:Class>
    <owl:NamedIndividual rdf:about="#TheStormOf1998"/>
    <owl:Ontology rdf:about="http://other.example/x"><owl:imports rdf:resource="http://never.example/y"/></owl:Ontology>
    """
    read = read_owl(saved(tmp_path / "x.owl", body))
    assert {str(each) for each in read.ontology.relations if each.source == "flood"} == {
        "flood is-a storm",
        "flood part-of rain",
    }
    assert read.left_out == {"imports": 1, "individuals": 1, "other class expressions": 1}


def test_the_topic_word_may_be_named_where_the_file_does_not(tmp_path: Path) -> None:
    path = saved(tmp_path / "x.owl", a_class("Storm") + a_class("Rain", "Storm") + a_class("Storm", "Weather"))
    assert read_owl(path).ontology.root == "weather"
    with pytest.raises(BadInput, match="the topic word 'storm' stands below 'weather'"):
        read_owl(path, "Storm")
    with pytest.raises(BadInput, match="has no class 'wether'; did you mean 'weather'"):
        read_owl(path, "wether")


ENTITIES = """<?xml version="1.0"?><!DOCTYPE rdf:RDF [{}]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:owl="http://www.w3.org/2002/07/owl#"><owl:Class rdf:about="http://x.example/#{}"/></rdf:RDF>"""


def test_the_plain_entities_of_older_editors_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "x.owl"
    path.write_text(ENTITIES.format('<!ENTITY name "Storm">', "&name;"))
    assert read_owl(path).ontology.root == "storm"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "is empty; give an OWL file"),
        (b"\xff\xfe<\0?\0x\0", "is not UTF-8; in Protégé, save it as RDF/XML or Turtle"),
        (b"\0\0\0", "is not text"),
        (b"x" * 8_000_001, "is larger than 8,000,000 bytes"),
        ("<rdf:RDF", ":1: is not well-formed XML"),
        ('<?xml version="1.0" encoding="UT8"?><rdf:RDF/>', "names an encoding that cannot be read; in Protégé, save"),
        ('<?xml version="1.0" encoding="gb18030"?><rdf:RDF/>', "names an encoding that cannot be read; in Protégé"),
        ("<html><p>Storms</p></html>", "is no OWL file: it begins with <html>, not with <rdf:RDF>"),
        (
            '<Ontology xmlns="http://www.w3.org/2002/07/owl#"/>',
            "is OWL/XML, which is not read; in Protégé, save it as",
        ),
        ("Prefix(:=<http://x.example/>)\nOntology()", "is OWL functional syntax, which is not read"),
        ("Prefix: owl: <http://x.example/>\n", "is Manchester syntax, which is not read"),
        ('{"@context": {}}', "is JSON, which is not read"),
        ("format-version: 1.2\n", "is OBO, which is not read"),
        ("just some words\nabout storms\n", "x.owl:1: is neither RDF/XML nor Turtle"),
        (
            "@prefix : <http://x.example/> .\n:a :b :c .\n",
            "holds no classes; an ontology names its concepts as owl:Class",
        ),
        (":a [" * 5_000, "is nested too deeply|is neither RDF/XML nor Turtle"),
        (HEAD + "<owl:Class>" * 200, "is nested deeper than 100 elements"),
        (HEAD + '<owl:Class rdf:about="#a" rdf:ID="a"/></rdf:RDF>', "x.owl.*: is not RDF: "),
        (
            ENTITIES.format('<!ENTITY a "x"><!ENTITY b "&a;&a;">', "&b;"),
            "has an entity 'b' that is not plain short text",
        ),
        (
            ENTITIES.format('<!ENTITY a SYSTEM "file:///etc/hostname">', "&a;"),
            "has an entity 'a' that is not plain short",
        ),
        (
            ENTITIES.format(f'<!ENTITY a "{"x" * 999}">', "&a;" * 9_000),
            "grows beyond 8,000,000 bytes by its entities",
        ),
        (
            '<!DOCTYPE rdf:RDF SYSTEM "http://never.example/owl.dtd"><a/>',
            "names another document as its DTD, which is never fetched",
        ),
        (
            HEAD + a_class("A", "B") + a_class("B", "A") + "</rdf:RDF>",
            "leads in a circle: '[ab]' is-a '[ab]', '[ab]' is-a",
        ),
        (
            HEAD + a_class("A") + a_class("B") + a_class("C") + "</rdf:RDF>",
            "has no root: 'a', 'b' and 1 more stand at the top; put all but the topic word below it",
        ),
        (HEAD + a_class("A") + a_class("a") + "</rdf:RDF>", "two classes have the label 'a'; rename one"),
        (HEAD + '<owl:Class rdf:about="#A"><rdfs:label>x\u2028</rdfs:label></owl:Class></rdf:RDF>', ""),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(tmp_path: Path, content: str | bytes, says: str) -> None:
    path = tmp_path / "x.owl"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    if not says:
        assert read_owl(path).ontology.root == "x"
        return
    with pytest.raises(BadInput, match=says) as refused:
        read_owl(path)
    assert str(refused.value).startswith(str(path))
    assert "\n" not in str(refused.value)


def test_a_marked_topic_word_that_all_does_not_lead_up_to_is_refused(file: Path) -> None:
    text = file.read_text("utf-8").replace("</rdf:RDF>", '<owl:Class rdf:about="#Stray"/></rdf:RDF>')
    file.write_text(text, "utf-8")
    with pytest.raises(BadInput, match="'stray' does not lead up to the topic word 'rain storm'; give it a parent"):
        read_owl(file)


def test_of_synonyms_at_the_top_the_user_says_which_is_the_topic_word(tmp_path: Path) -> None:
    path = tmp_path / "x.ttl"
    path.write_text(
        """@prefix : <http://x.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
        :storm a owl:Class ; owl:equivalentClass :tempest . :tempest a owl:Class ."""
    )
    with pytest.raises(BadInput, match="'storm', 'tempest' stand at the top; name the topic word with --word"):
        read_owl(path)
    assert read_owl(path, "Tempest").ontology.root == "tempest"


def test_a_list_that_leads_back_into_itself_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.ttl"
    path.write_text(
        """@prefix : <http://x.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
        @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
        :a a owl:Class ; owl:equivalentClass [ owl:intersectionOf _:l ] . _:l rdf:first :a ; rdf:rest _:l ."""
    )
    with pytest.raises(BadInput, match="holds a list that leads back into itself"):
        read_owl(path)


def test_files_that_are_not_there_or_no_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        read_owl(tmp_path / "none.owl")
    with pytest.raises(BadInput, match="cannot be read: Is a directory"):
        read_owl(tmp_path)
