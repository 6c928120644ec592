"""Whoever has much that waits is served no more often than who has little."""

import pickle
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from turnwise.house.work.fair_queue import MOST_REMEMBERED, FairQueue


class Wish(NamedTuple):
    address: str
    person: str
    number: int = 0


def served(queue: FairQueue[Wish], cost: float = 1.0) -> Wish:
    one = queue.take()
    queue.charge(one, cost)
    return one


def test_who_comes_is_next_but_one_however_many_wait_from_another_address() -> None:
    queue = FairQueue[Wish]()
    for number in range(400):
        queue.put(Wish("crowd", f"guest {number % 40}", number))
    for _ in range(50):
        served(queue)
    for number in range(5):
        queue.put(Wish("home", "ann", number))
        assert "ann" in [served(queue).person for _ in range(2)]
    assert (len(queue), queue.addresses, queue.waiting_of("crowd")) == (345, 1, 345)


def test_people_of_one_address_take_turns_and_a_person_is_served_in_order() -> None:
    queue = FairQueue[Wish]()
    for number in range(6):
        queue.put(Wish("hall", "eager", number))
    queue.put(Wish("hall", "ann", 0))
    queue.put(Wish("hall", "ben", 0))
    order = [served(queue) for _ in range(8)]
    assert {one.person for one in order[:3]} == {"eager", "ann", "ben"}
    assert [one.number for one in order if one.person == "eager"] == list(range(6))


def test_turns_are_counted_in_time_and_nobody_saves_up() -> None:
    queue = FairQueue[Wish]()
    given = {"slow": 0.0, "quick": 0.0}
    for number in range(200):
        for address in given:
            queue.put(Wish(address, "", number))
    for _ in range(110):
        one = queue.take()
        cost = 1.0 if one.address == "slow" else 0.1
        given[one.address] += cost
        queue.charge(one, cost)
    assert abs(given["slow"] - given["quick"]) <= 1.0
    queue.put(Wish("late", ""))  # has not had anything yet, and gets no more than the others from now on
    queue.put(Wish("late", ""))
    addresses = [served(queue, 0.5).address for _ in range(6)]
    assert addresses.count("late") == 2 and addresses[:2] != ["late", "late"]


def test_a_crowd_that_comes_once_each_is_not_remembered_for_ever() -> None:
    """Whoever has many addresses would otherwise make it grow, and each further turn dearer."""
    queue, sizes = FairQueue[Wish](), list[int]()
    queue.put(Wish("home", "ann"))
    served(queue, 1000.0)
    for number in range(4 * MOST_REMEMBERED):
        queue.put(Wish(f"address {number}", "guest"))
        served(queue)
        sizes.append(len(pickle.dumps(queue)))
    assert max(sizes[MOST_REMEMBERED:]) < 1.1 * max(sizes[:MOST_REMEMBERED])
    queue.put(Wish(f"address {4 * MOST_REMEMBERED - 1}", "guest"))
    queue.put(Wish("new", "guest"))
    assert queue.take().address == "new", "who had something a moment ago goes after who had nothing"


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), st.booleans()), max_size=60))
def test_nothing_is_lost_or_served_twice(steps: list[tuple[str, str, bool]]) -> None:
    queue, waiting = FairQueue[Wish](), list[Wish]()
    for number, (address, person, put) in enumerate(steps):
        if put or not waiting:
            waiting.append(wish := Wish(address, person, number))
            queue.put(wish)
        elif number % 3:
            waiting.remove(served(queue, number % 5))
        else:
            queue.remove(gone := waiting.pop(0))
            queue.remove(gone)
        assert len(queue) == len(waiting) and queue.addresses == len({one.address for one in waiting})
    assert sorted(waiting) == sorted(served(queue) for _ in range(len(queue)))
