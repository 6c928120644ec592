"""Who opens the Mini App: believed only if Telegram has signed it for our bot, lately."""

from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

import pytest
from aiogram.utils.web_app import check_webapp_signature

from tests.telegram.signing import ANN, TOKEN, init_data, signed
from turnwise.kit.errors import TurnwiseError
from turnwise.telegram.init_data import AHEAD, LIFE, LONGEST, Launch, checked

NOW = 1_790_000_000
"""In seconds."""


def read(data: str) -> Launch:
    return checked(data, TOKEN, NOW * 1000)


def refused(data: str, code: str) -> str:
    with pytest.raises(TurnwiseError) as error:
        read(data)
    assert error.value.code == code and str(error.value).endswith(".")
    return str(error.value)


def test_it_says_who_has_opened_which_table() -> None:
    user = {**ANN, "username": "annlee", "language_code": "de", "is_premium": True, "photo_url": "https://t.me/a.svg"}
    found = read(init_data(user, NOW, start_param="Table-1_x"))
    assert found.user == type(found.user)(4000000001, "Ann", "Lee", "annlee", "de")
    assert (found.user.name, found.start) == ("Ann Lee", "Table-1_x")
    plain = read(init_data({"id": 7, "first_name": "Ćira 🦌"}, NOW))
    assert (plain.user.name, plain.user.language_code, plain.start) == ("Ćira 🦌", "", "")


def test_what_is_signed_here_is_what_aiogram_takes_for_telegrams() -> None:
    data = init_data(ANN, NOW)
    assert check_webapp_signature(TOKEN, data) and not check_webapp_signature(TOKEN + "x", data)


@pytest.mark.parametrize("name", ["user", "auth_date", "query_id", "signature", "hash"])
def test_a_changed_field_is_a_forgery(name: str) -> None:
    fields = dict(parse_qsl(init_data(ANN, NOW)))
    old = fields[name]
    fields[name] = {"user": old.replace("4000000001", "4000000002"), "hash": "0" * 64}.get(name, old[:-1] + "9")
    assert fields[name] != old
    assert "not signed" in refused(urlencode(fields), "forged_launch")


def test_a_field_more_or_less_is_a_forgery() -> None:
    fields = dict(parse_qsl(init_data(ANN, NOW)))
    refused(urlencode(fields | {"start_param": "another"}), "forged_launch")
    refused(urlencode({name: said for name, said in fields.items() if name != "query_id"}), "forged_launch")


def test_another_bots_token_signs_nothing_here() -> None:
    refused(init_data(ANN, NOW, token="7000000002:another"), "forged_launch")


def test_a_field_that_is_there_twice_is_refused_whichever_of_them_was_signed() -> None:
    data, other = init_data(ANN, NOW), quote('{"id":1,"first_name":"Eve"}')
    for doubled in (f"{data}&user={other}", f"user={other}&{data}", f"{data}&hash={'0' * 64}", f"user=&{data}"):
        refused(doubled, "bad_launch")
    assert check_webapp_signature(TOKEN, f"user={other}&{data}"), "which is why we look ourselves"


@pytest.mark.parametrize(
    ("age", "good"),
    [(0, True), (LIFE, True), (LIFE + 1, False), (10**9, False), (-AHEAD, True), (-AHEAD - 1, False)],
)
def test_it_is_good_for_ten_minutes_and_not_before_its_time(age: int, good: bool) -> None:
    data = init_data(ANN, NOW - age)
    if good:
        assert read(data).user.id == ANN["id"]
    else:
        refused(data, "stale_launch")


MALFORMED: dict[str, str] = {
    "words": "hello",
    "no pairs": "&&&",
    "no hash": "auth_date=1&user=%7B%7D",
    "a hash of another kind": init_data(ANN, NOW).replace("hash=", "hash=g"),
    "a hash in other letters": init_data(ANN, NOW).rpartition("hash=")[0] + "hash=" + quote("é" * 64),
    "no date": signed({"user": '{"id":1,"first_name":"A"}'}),
    "a date in words": signed({"user": '{"id":1,"first_name":"A"}', "auth_date": "today"}),
    "a date below nothing": signed({"user": '{"id":1,"first_name":"A"}', "auth_date": "-1"}),
    "half a letter": init_data(ANN, NOW) + "\ud800",
    "too many fields": init_data(ANN, NOW, **{f"x{n}": "1" for n in range(40)}),
    "too long": init_data(ANN, NOW, start_param="x" * LONGEST),
}


@pytest.mark.parametrize("data", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_telegram_would_never_send_is_refused(data: str) -> None:
    assert "again" in refused(data, "bad_launch")


NOBODY: dict[str, Any] = {
    "nobody": None,
    "no id": {"first_name": "Ann"},
    "an id in words": {"id": "4000000001", "first_name": "Ann"},
    "no name": {"id": 1},
}


@pytest.mark.parametrize("user", NOBODY.values(), ids=NOBODY.keys())
def test_whoever_is_not_named_is_nobody(user: Any) -> None:
    assert "who you are" in refused(init_data(user, NOW), "bad_launch")


def test_a_page_that_telegram_has_not_opened_says_where_it_opens() -> None:
    assert "inside Telegram" in refused("", "bad_launch")
