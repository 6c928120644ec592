"""The state of the house, for its host and for load balancers: `/healthz`."""

from turnwise.house.house import House

LEAST_ROOM = 256 << 20
"""Bytes that should be free on the disk."""


async def health(house: House) -> tuple[bool, dict[str, str]]:
    """Whether moves can be stored, and in a few words the state of the records, the disk, the event loop and each
    queue.

    A house that is merely late or busy says so and stays in service: taking it out would make nothing better."""
    records = await house.store.health()
    room = "ok" if records.free > LEAST_ROOM or records.free < 0 else f"only {records.free >> 20} MB are free"
    kept = "nothing can be kept" if records.fault else "damaged in places" if records.damage else "ok"
    told = {"records": kept, "disk": room}
    lag = house.load.lag
    told["loop"] = "ok" if not house.load.refuses("jobs") else f"everything is {1000 * lag:.0f} ms late"
    for name, queue in house.load.queues.items():
        waiting = queue.length()
        told[name] = "ok" if waiting <= queue.long else f"{waiting} wait"
    return not records.fault, told
