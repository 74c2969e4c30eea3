"""What a walk may not go back to."""

from msgspec import convert, json, to_builtins

from honeyguide.strategies.on_its import TabuList

A, B, C = 1, 2, 3


def walked(*places: tuple[int, int], tenure: int = 2) -> TabuList:
    tabu = TabuList()
    for host, path in places:
        tabu.visit(host, path, tenure)
    return tabu


def test_at_the_start_nothing_is_tabu_and_staying_never_is() -> None:
    assert TabuList().left() == (set(), set())
    assert walked((A, 11), (A, 11), (A, 11)).left() == (set(), set())


def test_a_directory_that_was_left_is_tabu_while_the_host_is_not() -> None:
    assert walked((A, 11), (A, 12)).left() == (set(), {11})


def test_a_host_that_was_left_is_tabu_with_its_directory() -> None:
    assert walked((A, 11), (B, 21)).left() == ({A}, {11})


def test_after_the_tenure_what_was_left_is_free_again() -> None:
    # Tenure 2: of a, b, c the walk stands on c and has left a and b; one page later a is free.
    assert walked((A, 11), (B, 21), (C, 31)).left() == ({A, B}, {11, 21})
    assert walked((A, 11), (B, 21), (C, 31), (C, 31)).left() == ({B}, {21})


def test_a_walk_that_came_back_is_free_on_that_host_again() -> None:
    assert walked((A, 11), (B, 21), (A, 12)).left() == ({B}, {11, 21})


def test_it_is_small_and_goes_through_json() -> None:
    tabu = walked(*((n, n) for n in range(100)), tenure=20)
    assert len(tabu.places) == 21
    assert convert(json.decode(json.encode(to_builtins(tabu))), TabuList).left() == tabu.left()
