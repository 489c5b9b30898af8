"""The simulated model's queue, computed by hand."""

from __future__ import annotations

import pytest

from benchmarks.trace.arrivals import Arrival
from benchmarks.trace.server import NO_CACHE, Fate, Server, break_even, replay

ONE_SLOT = Server(slots=1, prefill=100, token_seconds=0.1, crowding=1)
# 100 prompt tokens take a second, ten tokens of an answer another.
FIRST, SECOND, THIRD = (Arrival(at, 100, 10) for at in (0.0, 1.0, 10.0))


def test_a_request_takes_its_prompt_and_its_tokens() -> None:
    assert ONE_SLOT.seconds(Arrival(0, 250, 4), crowd=0) == pytest.approx(2.9)


def test_a_crowded_server_writes_slower_and_reads_as_fast() -> None:
    assert ONE_SLOT.seconds(Arrival(0, 250, 4), crowd=0.5) == pytest.approx(2.5 + 0.6)


def test_with_one_slot_a_request_waits_for_the_one_before() -> None:
    found = replay([FIRST, SECOND, THIRD], [NO_CACHE] * 3, ONE_SLOT)
    assert found.latencies == pytest.approx((2, 3, 2))
    assert found.model_seconds == pytest.approx(6)
    assert found.makespan == pytest.approx(12)
    assert found.per_second == pytest.approx(3 / 12)
    assert found.hits == 0


def test_with_two_slots_it_need_not_wait_but_is_slowed_down() -> None:
    two = Server(slots=2, prefill=100, token_seconds=0.1, crowding=1)
    found = replay([FIRST, SECOND, THIRD], [NO_CACHE] * 3, two)
    # The second starts at once; as the other slot is busy, its ten tokens take two seconds instead of one.
    assert found.latencies == pytest.approx((2, 3, 2))
    assert found.model_seconds == pytest.approx(7)


def test_a_hit_takes_its_lookup_and_no_slot() -> None:
    hit = Fate(lookup=0.25, source=0)
    found = replay([FIRST, Arrival(2.5, 100, 10), Arrival(2.5, 100, 10)], [NO_CACHE, hit, NO_CACHE], ONE_SLOT)
    assert found.latencies == pytest.approx((2, 0.25, 2))
    assert found.hits == 1
    assert found.own_seconds == pytest.approx(0.25)
    assert found.model_seconds == pytest.approx(4)


def test_a_miss_pays_its_lookup_before_the_model_and_its_storing_after() -> None:
    found = replay([FIRST], [Fate(lookup=0.25, storing=0.5)], ONE_SLOT)
    assert found.latencies == pytest.approx((2.75,))
    assert found.own_seconds == pytest.approx(0.75)
    assert found.model_seconds == pytest.approx(2)


def test_storing_holds_no_slot() -> None:
    found = replay([FIRST, SECOND], [Fate(storing=5), NO_CACHE], ONE_SLOT)
    assert found.latencies == pytest.approx((7, 3))


def test_the_same_request_waits_for_an_answer_that_is_still_being_written() -> None:
    found = replay([FIRST, SECOND], [NO_CACHE, Fate(lookup=0.25, source=0, same=True)], ONE_SLOT)
    assert found.latencies == pytest.approx((2, 1.25))
    assert found.hits == 1


def test_another_request_cannot_be_served_from_an_answer_that_is_not_there_yet() -> None:
    found = replay([FIRST, SECOND], [NO_CACHE, Fate(lookup=0.25, storing=0.5, source=0)], ONE_SLOT)
    assert found.latencies == pytest.approx((2, 3.5))
    assert found.hits == 0


def test_twice_the_speed_halves_the_time_between_arrivals_only() -> None:
    found = replay([FIRST, SECOND, THIRD], [NO_CACHE] * 3, ONE_SLOT, speed=2)
    assert found.latencies == pytest.approx((2, 3.5, 2))
    assert found.makespan == pytest.approx(7)


def test_a_server_is_sized_so_that_the_trace_keeps_it_busy_to_the_share_asked_for() -> None:
    steady = [Arrival(second / 10, 100, 10) for second in range(1001)]
    flat = Server(slots=1, prefill=100, token_seconds=0.1, crowding=0).sized_for(steady, 0.8)
    assert (
        flat.slots == 26
    )  # 1001 requests of two seconds in 100 seconds are 20 busy slots; 25 would be a little short.
    found = replay(steady, [NO_CACHE] * 1001, flat)
    assert found.latencies == pytest.approx([2.0] * 1001)


def test_hits_pay_from_the_share_on_that_wins_back_the_cost_of_misses() -> None:
    share = break_even(hit=0.1, miss=0.3, model=1.0)
    assert share == pytest.approx(0.25)
    assert share * 0.1 + (1 - share) * (0.3 + 1.0) == pytest.approx(1.0)
    assert break_even(hit=0.1, miss=0.0, model=1.0) == 0
    assert break_even(hit=2.0, miss=0.3, model=1.0) == 1
