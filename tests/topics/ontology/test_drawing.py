"""Pictures and the page of an ontology: well-formed, complete, and safe whatever the words are."""

from __future__ import annotations

from xml.etree import ElementTree

from msgspec.structs import replace

from honeyguide.topics.ontology.drawing import MOST_DRAWN, ontology_page, ontology_svg
from honeyguide.topics.ontology.ontology import Concept, Ontology, Relation, concept, from_hierarchy
from honeyguide.topics.ontology.semantics import Similarity, Weights

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "</text><script>alert(1)</script>"
STORMS = Ontology(
    "storm",
    {
        "storm": Concept({"en": "storm", "zh": "风暴"}),
        "rain": concept("rain"),
        "flood": Concept({"en": "flood", "zh": "洪水"}, ("deluge",)),
        NASTY: concept(NASTY),
    },
    (
        Relation("part-of", "rain", "storm"),
        Relation("is-a", "flood", "storm"),
        Relation("attribute-of", NASTY, "flood"),
        Relation("synonym", "rain", "flood"),
        Relation("induce", "rain", "flood"),
    ),
)


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_every_concept_and_relation_is_drawn_with_both_labels() -> None:
    svg = ontology_svg(STORMS, Similarity(STORMS).weights_of_words())
    assert {"storm 风暴", "rain", "flood 洪水", NASTY} <= set(texts(svg))
    told = {each.text for each in ElementTree.fromstring(svg).iter(f"{SVG}title")}
    assert {str(each) for each in STORMS.relations} <= told
    assert any(hint and hint.startswith("flood, weight 0.") and "deluge" in hint for hint in told)


def test_the_weight_of_the_corpus_and_the_similarity_have_the_names_of_the_report() -> None:
    told = replace(STORMS, concepts={**STORMS.concepts, "rain": replace(STORMS.concepts["rain"], weight=0.25)})
    svg = ontology_svg(told, Similarity(told).weights_of_words())
    hints = [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    assert any(each.startswith("rain, weight 0.2500, Sem 0.") for each in hints)


def test_no_two_boxes_overlap_and_all_are_in_the_picture() -> None:
    root = ElementTree.fromstring(ontology_svg(STORMS))
    boxes = [
        tuple(float(each.attrib[key]) for key in ("x", "y", "width", "height"))
        for each in root.iter(f"{SVG}rect")
        if "x" in each.attrib
    ]
    assert len(boxes) == 4
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for place, (x, y, wide, high) in enumerate(boxes):
        assert x >= 0
        assert y >= 0
        assert x + wide <= width
        assert y + high <= height
        for left, top, across, down in boxes[:place]:
            assert x >= left + across or left >= x + wide or y >= top + down or top >= y + high


def test_one_concept_alone_can_be_drawn() -> None:
    alone = Ontology("storm", {"storm": concept("storm")})
    assert "storm" in texts(ontology_svg(alone, Similarity(alone).weights_of_words()))


def test_a_large_ontology_is_drawn_in_part_and_says_so() -> None:
    large = from_hierarchy("storm", {f"c{number}": ("storm",) for number in range(MOST_DRAWN + 50)})
    drawn = texts(ontology_svg(large))
    assert "51 concepts further from the topic word are not drawn" in drawn
    assert len([text for text in drawn if text.startswith("c")]) == MOST_DRAWN - 1


def test_a_very_deep_ontology_can_be_drawn() -> None:
    deep = from_hierarchy("c0", {f"c{number}": (f"c{number - 1}",) for number in range(1, 1_500)})
    assert "1,100 concepts further" in ontology_svg(deep)


def test_the_page_holds_pictures_weights_and_factors_and_no_foreign_markup() -> None:
    weights = Weights(0.4, 0.1, 0.1, 0.2, 0.2)
    page = ontology_page(STORMS, Similarity(STORMS, weights).weights_of_words(), weights, "<svg id='hasse'></svg>")
    assert "4 concepts on 3 levels; relations: 1 is-a, 1 part-of, 1 attribute-of, 1 synonym, 1 induce." in page
    assert "Sem = 0.4·Dis + 0.1·Den + 0.1·Dep + 0.2·Coi + 0.2·Rel" in page
    assert "<svg id='hasse'></svg>" in page
    assert "<script" not in page
    assert '<tr><th scope="row">storm</th><td>1.0000</td>' in page
    assert page.index('row">storm<') < page.index('row">flood<')
