"""Nobody is locked out by what strangers do: a device that was signed in has tries of its own, and strangers pay for theirs."""

import asyncio
from collections import Counter

import msgspec

from tests.house.heads import until
from tests.house.proving import solved
from tests.house.town import AWAY, HOME, OTHER, PASSWORD, Gate, Town, live, refused
from turnwise.house.people.devices import MOST_DEVICES, device_of
from turnwise.house.people.entrance import CHEAPEST, DEAREST, FREE_LINE, Attempt, Confirmation, price
from turnwise.house.people.proofs import ProofNeeded
from turnwise.house.work.limits import TooMany
from turnwise.kit.errors import TurnwiseError


async def guess(town: Town, tries: int = 5, name: str = "Ann") -> None:
    """As many wrong tries as cost nothing yet, each from another address."""
    for number in range(tries):
        await refused("wrong_password", town.sign_in(name, OTHER, f"10.0.0.{number}"))


async def asked(town: Town, name: str = "Ann", address: str = AWAY) -> ProofNeeded:
    """What a stranger is told who brings no proof."""
    error = await refused("proof_needed", town.sign_in(name, PASSWORD, address))
    assert isinstance(error, ProofNeeded)
    return error


@live
async def test_the_owner_comes_in_at_his_device_whatever_strangers_try() -> None:
    town = Town()
    ann, _ = await town.ann()
    device = await town.entrance.remember(ann, "")
    await guess(town)
    for number in range(59):
        town.at += 1000
        await refused("proof_needed", town.sign_in("Ann", OTHER, f"10.0.1.{number}"))
        if number % 7 == 0:
            assert (await town.sign_in("Ann", PASSWORD, AWAY, device=device))[0] == ann


@live
async def test_a_stranger_with_the_right_password_comes_in_with_a_proof_that_is_good_once() -> None:
    town = Town()
    ann, _ = await town.ann()
    await guess(town)
    work = town.hasher.work
    needed = await asked(town)
    assert needed.bits == CHEAPEST and "many tries" in str(needed)
    proof = solved(needed.challenge)
    bob = await town.register(None, "Bob")
    assert (await town.sign_in("Bob", PASSWORD, HOME))[0] == bob[0], "other names are not touched"
    assert town.hasher.work == work + 2, "a refusal costs no Argon2"
    assert (await town.sign_in(" ANN", PASSWORD, AWAY, proof=proof))[0] == ann
    await refused("proof_needed", town.sign_in("Ann", PASSWORD, AWAY, proof=proof))
    assert (await asked(town)).bits == CHEAPEST, "a right try makes nothing dearer"


@live
async def test_the_price_grows_with_wrong_tries_and_falls_with_time() -> None:
    assert [price(over) for over in (0, 1, 2, 4, 8, 16, 32, 64)] == [0, *range(CHEAPEST, DEAREST + 1), DEAREST]
    town = Town()
    await town.ann()
    await guess(town)
    for bits in (CHEAPEST, CHEAPEST + 1, CHEAPEST + 1):
        needed = await asked(town)
        assert needed.bits == bits
        await refused("wrong_password", town.sign_in("Ann", OTHER, AWAY, proof=solved(needed.challenge)))
    assert (await asked(town)).bits == CHEAPEST + 2
    town.at += 3 * 60_000
    assert (await asked(town)).bits == CHEAPEST
    town.at += 60_000
    await town.sign_in("Ann", PASSWORD, AWAY)


@live
async def test_names_that_nobody_has_cost_the_same() -> None:
    town = Town()
    await guess(town, name="Nobody")
    assert (await asked(town, "Nobody")).bits == CHEAPEST


@live
async def test_many_names_from_one_address_cost_that_address_only() -> None:
    town = Town()
    ann, _ = await town.ann()
    for number in range(20):
        await refused("wrong_password", town.sign_in(f"Nobody {number}", OTHER, AWAY))
    assert "from your address" in str(await asked(town))
    assert (await town.sign_in("Ann", PASSWORD, HOME))[0] == ann


@live
async def test_all_strangers_pay_while_many_wait_with_whatever_names_they_come() -> None:
    gate = Gate()
    town = Town(hasher=gate)
    for _ in range(2):
        gate.go_on.release()
    ann, _ = await town.ann()
    device = await town.entrance.remember(ann, "")
    crowd = [asyncio.create_task(town.sign_in(f"Nobody {n}", OTHER, f"10.0.0.{n}")) for n in range(FREE_LINE + 6)]
    await until(lambda: town.entrance._passwords.strangers_waiting > FREE_LINE)
    assert "at this moment" in str(await asked(town))
    assert (await town.sign_in("Ann", PASSWORD, AWAY, device=device))[0] == ann, "but nobody who is known"
    for _ in crowd:
        gate.go_on.release()
    answers = await asyncio.gather(*crowd, return_exceptions=True)
    codes = Counter(answer.code for answer in answers if isinstance(answer, TurnwiseError))
    assert codes["wrong_password"] >= FREE_LINE and codes.total() == len(crowd)
    assert codes.keys() <= {"wrong_password", "proof_needed"}, "who found so many waiting had to pay himself"
    assert (await town.sign_in("Ann", PASSWORD, AWAY))[0] == ann


@live
async def test_whoever_types_wrong_passwords_at_a_known_device_is_a_stranger_then_but_never_locked_out() -> None:
    town = Town()
    ann, _ = await town.ann()
    device = await town.entrance.remember(ann, "")
    for _ in range(15):
        await refused("wrong_password", town.sign_in("Ann", OTHER, HOME, device=device))
    error = await refused("proof_needed", town.sign_in("Ann", PASSWORD, HOME, device=device))
    assert isinstance(error, ProofNeeded)
    assert (await town.sign_in("Ann", PASSWORD, HOME, device=device, proof=solved(error.challenge)))[0] == ann


@live
async def test_the_latest_devices_are_known_by_their_hashes_and_forgotten_with_the_account() -> None:
    town = Town()
    ann, _ = await town.ann()
    tokens = [await town.entrance.remember(ann, "") for _ in range(MOST_DEVICES + 1)]
    assert await town.entrance.remember(ann, tokens[3]) == tokens[3]
    kept = await town.people.known(ann.id)
    assert kept.devices == tuple(map(device_of, [*tokens[1:3], *tokens[4:], tokens[3]]))
    assert not any(token in town.bodies() for token in tokens)
    for made_up in ("short", "x" * 33, "é" * 32, "\n" * 32):
        assert await town.entrance.remember(ann, made_up) != made_up
    await guess(town)
    await refused("proof_needed", town.sign_in("Ann", PASSWORD, HOME, device=tokens[0]))
    guest, _ = await town.people.guest("Guest", HOME)
    shared = await town.entrance.remember(guest, tokens[3])
    assert shared == tokens[3], "a device is the same for all who use it"
    assert not (await town.people.known(guest.id)).devices, "a guest has no password to protect"
    await town.people.delete(ann.id)
    assert device_of(tokens[3]) not in town.bodies()


@live
async def test_all_other_devices_are_strangers_after_sign_out_everywhere_and_another_password() -> None:
    town = Town()
    ann, _ = await town.ann()

    async def devices() -> tuple[str, ...]:
        return (await town.people.known(ann.id)).devices

    here, there = [await town.entrance.remember(ann, "") for _ in range(2)]
    await town.entrance.sign_out_everywhere(ann.id, device_of(here))
    assert await devices() == (device_of(here),)
    await town.entrance.remember(ann, there)
    shown = Confirmation("a session", PASSWORD)
    await town.entrance.change_password(ann.id, shown, OTHER, device_of(there))
    assert await devices() == (device_of(there),)
    await town.entrance.reset_password(ann.id)
    assert await devices() == ()


@live
async def test_strangers_do_not_use_up_the_tries_of_who_is_signed_in() -> None:
    town = Town()
    ann, _ = await town.ann()
    await guess(town)
    await town.entrance.confirm(ann.id, Confirmation("hers", PASSWORD))
    for _ in range(10):
        await refused("wrong_password", town.entrance.confirm(ann.id, Confirmation("a thief's", OTHER)))
    late = await refused("too_many", town.entrance.confirm(ann.id, Confirmation("a thief's", PASSWORD)))
    assert isinstance(late, TooMany)
    await town.entrance.confirm(ann.id, Confirmation("hers", PASSWORD))


@live
async def test_an_account_of_an_older_house_has_no_devices_and_no_second_factor() -> None:
    town = Town()
    ann, _ = await town.ann()
    (doc,) = [kept.doc for (kind, _), kept in town.store.docs.items() if kind == "person"]
    assert not {"devices", "second"} & set(msgspec.json.decode(doc.body))
    assert (await town.entrance.sign_in("Ann", PASSWORD, Attempt(HOME)))[0] == ann
