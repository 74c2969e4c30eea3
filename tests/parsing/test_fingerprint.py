"""Near-duplicates are found, kin are not."""

from __future__ import annotations

import random
import re
import tracemalloc

import pytest

from honeyguide.parsing.fingerprint import ALIKE, SIZE, NearDuplicates, fingerprint, likeness

VOCABULARY = """
rain river flood city water road bridge people night wind warning level house field north south school
train office report measure valley hill coast storm damage rescue boat weather service morning council region
mountain traffic power supply hospital family village bank farmer season summer winter record history
station
"""
WORDS = VOCABULARY.split()
HANZI = "暴雨洪水城市道路桥梁居民夜间大风预警水位房屋农田北部南部学校列车报告测量山谷海岸损失救援船只气象服务清晨"


def prose(seed: int, words: int) -> str:
    rng = random.Random(seed)
    return " ".join(
        f"{' '.join(rng.choices(WORDS, k=11)).capitalize()} {rng.randrange(10_000)}." for _ in range(words // 12)
    )


def chinese(seed: int, characters: int) -> str:
    rng = random.Random(seed)
    return "".join(rng.choice(HANZI) + ("，" if n % 12 == 11 else "") for n in range(characters))


def alike(one: str, other: str) -> float:
    return likeness(fingerprint(one), fingerprint(other))


def hash_of(gram: str) -> int:
    """The polynomial of twelve characters modulo 2³², then the first step of Murmur's finalizer."""
    value = 0
    for character in gram:
        value = (value * 0x9E3779B1 + ord(character)) % 2**32
    return (value ^ value >> 15) * 0x85EBCA6B % 2**32


def hashes(text: str) -> list[int]:
    return list(memoryview(fingerprint(text)).cast("I"))


def test_a_text_that_repeats_itself_has_few_grams_worked_by_hand() -> None:
    # "abcabc…" has three different grams, "aaaa…" one, however long it is.
    assert hashes("abc" * 100) == sorted(hash_of(gram) for gram in ("abcabcabcabc", "bcabcabcabca", "cabcabcabcab"))
    assert hashes("a" * 300) == hashes("A" * 900) == [hash_of("aaaaaaaaaaaa")]


def test_the_smallest_hashes_are_kept_in_order() -> None:
    text = prose(1, 600)
    letters = re.sub(r"\s", "", text.lower())
    every = sorted({hash_of(letters[n : n + 12]) for n in range(len(letters) - 11)})
    assert hashes(text) == every[:SIZE]


def test_likeness_is_the_share_of_the_smallest_of_both_that_each_has() -> None:
    # Of the 64 smallest of the union, 0 … 63, the first text has all and the second the even ones.
    one = b"".join(n.to_bytes(4, "little") for n in range(64))
    other = b"".join((2 * n).to_bytes(4, "little") for n in range(64))
    assert likeness(one, other) == likeness(other, one) == 0.5
    assert likeness(one, one) == 1.0
    assert likeness(one, b"") == likeness(b"", b"") == 0.0


def test_case_and_white_space_do_not_matter() -> None:
    text = prose(1, 600)
    assert fingerprint(text.upper().replace(" ", " \n ")) == fingerprint(text)


def test_short_lines_do_not_count_where_there_is_prose() -> None:
    text = prose(1, 200)
    assert fingerprint(f"Home\nNews\nContact us\n{text}\nPrint\n12 July 2023") == fingerprint(text)
    assert fingerprint(f"首页\n新闻\n{chinese(1, 300)}\n2023年7月") == fingerprint(chinese(1, 300))


def test_short_texts_have_no_fingerprint() -> None:
    assert fingerprint("") == fingerprint("rain " * 24) == b""  # 96 letters
    assert fingerprint("rain " * 25) != b""


@pytest.mark.parametrize("words", [120, 2500])
@pytest.mark.parametrize("seed", range(6))
def test_copies_with_small_changes_are_alike(seed: int, words: int) -> None:
    text = prose(seed, words)
    half = len(text) // 2
    dated, redated = (f"{text[:half]} Updated {day} {text[half:]}" for day in ("12 July 2023.", "3 October 2024."))
    assert alike(dated, redated) >= ALIKE
    assert alike(text, f"Home News Weather Contact About the council\n{text}") >= ALIKE
    assert alike(chinese(seed, words), chinese(seed, words).replace("预警", "警报", 1)) >= ALIKE


@pytest.mark.parametrize("seed", range(6))
def test_a_tenth_of_the_sentences_may_differ(seed: int) -> None:
    rng, sentences = random.Random(seed), prose(seed, 2500).split(". ")
    changed = [prose(1000 + n, 12) if rng.random() < 0.1 else sentence for n, sentence in enumerate(sentences)]
    assert alike(". ".join(sentences), ". ".join(changed)) >= ALIKE


def test_different_pages_with_the_same_frame_are_not_alike() -> None:
    frame = prose(99, 400)
    pages = [fingerprint(f"{frame}\n{prose(seed, 800)}") for seed in range(40)]
    assert max(likeness(a, b) for i, a in enumerate(pages) for b in pages[:i]) < ALIKE


def test_finds_the_first_page_of_its_kind() -> None:
    known = NearDuplicates()
    for number in range(200):
        assert known.find(fingerprint(prose(number, 400))) is None
        known.add(fingerprint(prose(number, 400)), 1000 + number)
    for number in range(200):
        copy = prose(number, 400).replace("rain", "snow", 2)
        assert known.find(fingerprint(copy)) == 1000 + number
    assert len(known) == 200


def test_no_verdict_is_never_near_anything() -> None:
    known = NearDuplicates()
    known.add(b"", 1)
    assert known.find(b"") is None
    assert known.find(fingerprint(prose(1, 400))) is None
    assert len(known) == 0


def test_texts_of_a_single_gram_are_found_too() -> None:
    known = NearDuplicates()
    known.add(fingerprint("a" * 300), 5)
    assert known.find(fingerprint("a" * 900)) == 5


def test_loading_gives_what_adding_gave() -> None:
    prints = [(fingerprint(prose(seed % 37, 100 + seed % 7 * 30)), seed) for seed in range(120)]
    added, loaded = NearDuplicates(), NearDuplicates()
    for print_, number in prints:
        added.add(print_, number)
    loaded.load(prints)
    assert [added.find(print_) for print_, _ in prints] == [loaded.find(print_) for print_, _ in prints]


def test_a_farm_of_copies_costs_a_bounded_number_of_looks() -> None:
    known = NearDuplicates(alike=1.1)  # nothing is ever alike, so every candidate is looked at
    for number in range(2000):
        known.add(fingerprint("flood warning " * 40), number)
    assert known.find(fingerprint("flood warning " * 40)) is None


@pytest.mark.slow
def test_a_hundred_thousand_pages_take_little_memory() -> None:
    rng = random.Random(3)
    tracemalloc.start()
    known = NearDuplicates()
    for number in range(10_000):
        known.add(rng.randbytes(4 * SIZE), number)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held < 10_000 * 440 + 4 * known.BUCKETS
