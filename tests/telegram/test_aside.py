"""The double in a thread of its own, for a bot in another process that is killed in the middle."""

import subprocess
import sys
from functools import partial

from tests.telegram.persons import Person
from tests.telegram.server import Aside
from tests.telegram.world import World

BOT = """
import json, sys, urllib.request
def ask(method, **params):
    body = json.dumps(params).encode()
    request = urllib.request.Request(f"{sys.argv[1]}/{method}", body, {"Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request))["result"]
offset = 0
while True:
    for update in ask("getUpdates", offset=offset, timeout=50):
        ask("sendMessage", chat_id=update["message"]["chat"]["id"], text=update["message"]["text"].upper())
        offset = update["update_id"] + 1
"""
"""It repeats what it hears, louder."""


def is_repeated(person: Person, word: str) -> bool:
    return person.last(person.private).text == word.upper()


def test_a_bot_is_killed_and_another_goes_on() -> None:
    world = World()
    world.limits.on = False
    ann = world.user("Ann")
    with Aside(world) as aside:
        for word in ("/start", "hello"):
            bot = subprocess.Popen([sys.executable, "-c", BOT, f"{aside.url}/bot{world.token}"])
            aside.do(ann.writes(ann.private, word))
            aside.until(partial(is_repeated, ann, word))
            bot.kill()
            bot.wait()
        aside.do(ann.writes(ann.private, "anybody?"))
        texts = aside.look(lambda: [one.text for one in ann.sees(ann.private)])
    # The first was killed before it had confirmed what it heard, perhaps: then the second hears it once more.
    assert texts in (
        ["/start", "/START", "hello", "HELLO", "anybody?"],
        ["/start", "/START", "hello", "/START", "HELLO", "anybody?"],
    )
    assert world.faults == []
