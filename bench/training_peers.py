"""PettingZoo's and pgx's Connect Four, for `bench.training`: run by a Python that has them, which ours has not.

It reads a line for each measurement (what, seconds), and answers with a rate. The loop over an AEC environment is the same for ours."""

import json
import sys
import time
from typing import Any


def aec_steps(env: Any, games: list[list[int]], seconds: float) -> float:
    """Steps a second of processor time through games whose actions were drawn beforehand; observation and mask are read at each."""
    steps, at, began = 0, 0, time.thread_time()
    while (spent := time.thread_time() - began) < seconds:
        env.reset()
        actions = games[at % len(games)]
        at += 1
        for action in actions:
            observation, _, _, _, _ = env.last()
            observation["observation"], observation["action_mask"]
            env.step(action)
        steps += len(actions)
    return steps / spent


def pgx_steps(batch: int) -> Any:
    """A function of seconds that says how many moves pgx makes on all cores, nothing leaving the device: in a second of the clock, and
    of processor time."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))
    length = max(8, min(2048, 65536 // batch))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, first, second = jax.random.split(key, 3)
        action = jax.random.categorical(first, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return (step(state, action, jax.random.split(second, batch)), key), None

    many = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=length)[0])
    key = jax.random.PRNGKey(0)
    held = jax.block_until_ready(many(jax.jit(jax.vmap(env.init))(jax.random.split(key, batch)), key))

    def measured(seconds: float) -> tuple[float, float]:
        nonlocal held
        moves, began, worked = 0, time.perf_counter(), time.process_time()
        while (spent := time.perf_counter() - began) < seconds:
            held = jax.block_until_ready(many(*held))
            moves += length * batch
        return moves / spent, moves / (time.process_time() - worked)

    return measured


def main() -> None:
    """Answer until nobody asks."""
    games: list[list[int]] = json.loads(sys.stdin.readline())
    known: dict[str, Any] = {}
    for line in sys.stdin:
        what, seconds = json.loads(line)
        if what not in known and what.startswith("pgx"):
            known[what] = pgx_steps(int(what.split()[1]))
        elif what not in known:
            from pettingzoo.classic import connect_four_v3

            known[what] = connect_four_v3.env() if what == "wrapped" else connect_four_v3.raw_env()
        one = known[what]
        print(json.dumps(one(seconds) if callable(one) else aec_steps(one, games, seconds)), flush=True)


if __name__ == "__main__":
    main()
