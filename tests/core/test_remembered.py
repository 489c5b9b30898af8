"""What is kept of texts that were read: many short ones, few long ones."""

from __future__ import annotations

from stepcache_core.remembered import LONG_KEPT, remembered


def test_of_short_texts_many_results_are_kept_and_of_long_ones_few() -> None:
    read: list[str] = []

    @remembered(100, long=10)
    def length_of(text: str, base: int = 0) -> int:
        """Its length."""
        read.append(text)
        return len(text) + base

    short, long = [str(n) for n in range(50)], [f"{n:>10}" for n in range(50)]
    assert [length_of(text) for text in (*short, *short)] == [len(text) for text in (*short, *short)]
    assert len(read) == 50
    read.clear()
    for _ in range(2):
        assert [length_of(text, 1) for text in long] == [11] * 50
    assert len(read) == 100
    read.clear()
    assert [length_of(text, 1) for text in long[-LONG_KEPT:]] == [11] * LONG_KEPT
    assert not read
    length_of.cache_clear()
    assert (length_of(long[-1], 1), read) == (11, [long[-1]])


def test_another_argument_is_another_result() -> None:
    @remembered(10, long=10)
    def padded(text: str, width: int) -> str:
        return text.ljust(width)

    assert (padded("a", 2), padded("a", 3), padded("a", 2)) == ("a ", "a  ", "a ")
