"""Near-duplicates are found, kin are not."""

from __future__ import annotations

import random
import tracemalloc

import numpy as np
import pytest

from honeyguide.parsing.fingerprint import DISTANCE, NearDuplicates, fingerprint

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


def distance(one: str, other: str) -> int:
    return (fingerprint(one) ^ fingerprint(other)).bit_count()


def test_a_fingerprint_is_the_same_every_time_and_fits_64_bits() -> None:
    text = prose(1, 600)
    assert fingerprint(text) == fingerprint(text)
    assert 0 < fingerprint(text) < 1 << 64


def test_case_and_white_space_do_not_matter() -> None:
    text = prose(1, 600)
    assert fingerprint(text.upper().replace(" ", " \n ")) == fingerprint(text)


def hash_of(gram: str) -> int:
    """The polynomial of eight characters modulo 2³², then Murmur's 64-bit finalizer, step by step."""
    value = 0
    for character in gram:
        value = (value * 0x9E3779B1 + ord(character)) % 2**32
    value = (value ^ value >> 15) * 0x85EBCA6B % 2**32
    value = value * 0x9E3779B97F4A7C15 % 2**64
    value = (value ^ value >> 33) * 0xFF51AFD7ED558CCD % 2**64
    value = (value ^ value >> 33) * 0xC4CEB9FE1A85EC53 % 2**64
    return value ^ value >> 33


def test_each_bit_is_the_majority_over_the_set_of_grams() -> None:
    # "abcabc…" has three different grams: a bit is set when it is set in two of their hashes or all three.
    one, two, three = hash_of("abcabcab"), hash_of("bcabcabc"), hash_of("cabcabca")
    assert fingerprint("abc" * 100) == (one & two | one & three | two & three)
    # "aaaa…" has one gram, however long it is.
    assert fingerprint("a" * 300) == fingerprint("A" * 900) == hash_of("aaaaaaaa")


def test_long_texts_are_sampled_by_hash() -> None:
    # 3 × 1024 grams: halved once, to those whose 32-bit hash is below 2³¹; a cycle of 64 letters has 64 grams.
    cycle = "".join(chr(0x4E00 + n) for n in range(64))
    text = (cycle * 49)[: 3 * 1024 + 7]
    grams = [(cycle + cycle)[n : n + 8] for n in range(64)]
    kept = [hash_of(gram) for gram in grams if first_half(gram) < 2**31]
    majority = sum(1 << bit for bit in range(64) if 2 * sum(value >> bit & 1 for value in kept) > len(kept))
    assert 16 < len(kept) < 48
    assert fingerprint(text) == majority


def first_half(gram: str) -> int:
    value = 0
    for character in gram:
        value = (value * 0x9E3779B1 + ord(character)) % 2**32
    return (value ^ value >> 15) * 0x85EBCA6B % 2**32


def test_short_texts_have_no_fingerprint() -> None:
    assert fingerprint("") == fingerprint("rain " * 49) == 0  # 196 letters
    assert fingerprint(prose(1, 60)) != 0


@pytest.mark.parametrize("seed", range(8))
def test_near_duplicates_are_near(seed: int) -> None:
    text = prose(seed, 2500)
    dated = text[:8000] + " Updated 12 July 2023. " + text[8000:]
    redated = text[:8000] + " Updated 3 October 2024. " + text[8000:]
    assert distance(dated, redated) <= DISTANCE
    assert distance(text, text + " Home News Weather Contact") <= DISTANCE


@pytest.mark.parametrize("seed", range(8))
def test_chinese_near_duplicates_are_near(seed: int) -> None:
    text = chinese(seed, 4000)
    assert distance(text, text.replace(text[2000:2004], "七月三日", 1)) <= DISTANCE


def test_different_pages_with_the_same_frame_are_far() -> None:
    frame = prose(99, 400)
    pages = [fingerprint(frame + prose(seed, 800)) for seed in range(60)]
    near = [(a ^ b).bit_count() for i, a in enumerate(pages) for b in pages[:i]]
    assert min(near) > DISTANCE
    assert 12 < np.mean(near) < 40


def test_finds_the_first_page_within_the_distance() -> None:
    known = NearDuplicates(distance=3)
    original = fingerprint(prose(1, 600))
    known.add(original, 7)
    known.add(original ^ 1 << 60, 8)
    assert known.find(original) == 7
    assert known.find(original ^ 0b111) == 7
    assert (
        known.find(original ^ (1 << 60) ^ (1 << 1) ^ (1 << 20) ^ (1 << 40)) == 8
    )  # 4 bits from the first, 3 from it
    assert known.find(original ^ 0b1111) is None
    assert len(known) == 2


@pytest.mark.parametrize("allowed", [3, DISTANCE, 7])
def test_finds_whatever_bits_differ(allowed: int) -> None:
    rng = random.Random(allowed)
    known = NearDuplicates(distance=allowed)
    prints = [rng.getrandbits(64) | 1 for _ in range(300)]
    for number, print_ in enumerate(prints):
        known.add(print_, number)
    for number, print_ in enumerate(prints):
        flipped = print_
        for bit in rng.sample(range(64), allowed):
            flipped ^= 1 << bit
        assert known.find(flipped) == number


def test_no_verdict_is_never_near_anything() -> None:
    known = NearDuplicates()
    known.add(0, 1)
    assert known.find(0) is None
    assert known.find(1) is None
    assert len(known) == 0


def test_loading_in_bulk_is_adding_one_by_one() -> None:
    rng = random.Random(5)
    prints = [rng.getrandbits(64) >> rng.choice((0, 0, 40)) for _ in range(2500)] + [0, 0]
    one_by_one, in_bulk = NearDuplicates(), NearDuplicates()
    for number, print_ in enumerate(prints):
        one_by_one.add(print_, number)
    in_bulk.load(prints[:1000], range(1000))
    in_bulk.load(np.array(prints[1000:], np.uint64), range(1000, len(prints)))
    in_bulk.load([], [])
    for print_ in [*prints, *(rng.getrandbits(64) for _ in range(500))]:
        assert in_bulk.find(print_ ^ 5) == one_by_one.find(print_ ^ 5)
    in_bulk.add(12345 << 40, 9)
    assert in_bulk.find(12345 << 40) == 9


def test_a_hundred_thousand_pages_take_few_megabytes() -> None:
    prints = np.random.default_rng(1).integers(1, 1 << 64, 100_000, dtype=np.uint64)
    tracemalloc.start()
    known = NearDuplicates()
    known.load(prints, range(100_000))
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert size < 10_000_000
    assert known.find(int(prints[99_999]) ^ 1) == 99_999


def test_a_farm_of_equal_pages_does_not_stall() -> None:
    known = NearDuplicates()
    known.load([12345 << 30] * 200_000, range(200_000))
    assert known.find(12345 << 30) is not None
