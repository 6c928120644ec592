"""The house beside boardgame.io, in one run: moves per second of the server's processor time, latency and memory.

    bench/serve [--quick] [--json FILE] [--store postgresql [--workers 2]]

With `--store postgresql` our two stores are measured beside each other and the peer instead: a house with its file, and one with a
PostgreSQL server of its own, which writes to the disk in earnest and may run on either core. `--workers N` adds N workers beside
one, all on the server's core, each with its share of the tables and a load of its own on the other core: so what is compared is
what a second of the workers' processor time is worth, and neither the load nor the database counts.

The server has one core to itself and the load the other; both sides are measured in turns, and the median is taken. Ours writes
every move to the disk before it answers; theirs keeps matches in memory, and once more in its file store. Ours plays Connect
Four, theirs tic-tac-toe whose board is cleared instead of ending. The peer's scripts come from `../shared/peers/boardgameio`.

At a move a second the processors sleep most of the time, and a virtual one that sleeps hears of a packet or a finished write some
milliseconds late, whoever serves. So that row is measured twice: as it is, and while programs that run only when nobody else
wants to keep both cores awake. Beside it stands what `bench.floor` takes, which has no rules and only syncs.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, nullcontext
from pathlib import Path
from statistics import median
from typing import Any

from bench.load import processor_time
from tests.house.postgres_server import Cluster, emptied, home

ROOT = Path(__file__).resolve().parent.parent
PEER = ROOT.parent / "shared" / "peers" / "boardgameio"
SERVER_CORE, LOAD_CORE = "0", "1"
OPEN = re.compile(r"Turnwise is open: (\S+)/")

CALMLY = "200, a move a second", "200", 1

Figures = dict[str, Any]


@contextmanager
def house(root: Path = ROOT, store: str = "") -> Iterator[tuple[str, int]]:
    """A fresh house on its core, by the sources of a checkout: address and process."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["taskset", "-c", SERVER_CORE, sys.executable, "-m", "turnwise", "serve"]
        options = ["--port", "0", "--data", folder, "--no-limits", *(["--store", store] if store else [])]
        server = subprocess.Popen(
            [*command, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"PYTHONPATH": str(root / "src")},
        )
        try:
            assert server.stdout
            found = OPEN.search(server.stdout.readline())
            assert found, "the house did not open"
            _wait_until_idle(server.pid)
            yield found[1], server.pid
        finally:
            server.terminate()
            server.wait(30)


def _wait_until_idle(pid: int) -> None:
    """A house that has just opened still loads the compiled rules of every game."""
    before = -1.0
    while (spent := processor_time(pid)) - before > 0.02:
        before = spent
        time.sleep(1)


@contextmanager
def awake() -> Iterator[None]:
    """Neither core sleeps, and nobody is kept waiting for that."""
    spin = "import os\nos.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))\nwhile True: pass"
    idlers = [
        subprocess.Popen(["taskset", "-c", core, sys.executable, "-c", spin]) for core in (SERVER_CORE, LOAD_CORE)
    ]
    try:
        yield
    finally:
        for idler in idlers:
            idler.kill()
            idler.wait()


def ours(*arguments: str) -> Figures:
    with house() as (url, pid):
        return program("bench.load", "--url", url, "--pid", str(pid), *arguments)


@contextmanager
def postgres() -> Iterator[tuple[str, int]]:
    """A PostgreSQL server with an empty database: its address and its process."""
    with closing(Cluster(home(), shared_buffers="128MB", autovacuum="on")) as cluster:
        cluster.start()
        yield emptied(cluster.folder, "house"), cluster.pid


def in_postgres(*arguments: str) -> Figures:
    with postgres() as (store, database), house(store=store) as (url, pid):
        return program("bench.load", "--url", url, "--pid", str(pid), "--database-pid", str(database), *arguments)


def by_workers(number: int, matches: int, moves: int) -> Figures:
    """So many workers on one database, as behind a proxy that sends a table to one of them."""
    shares = ["--matches", str(matches // number), "--moves", str(moves // number)]
    with postgres() as (store, _), ExitStack() as open_houses:
        found = [open_houses.enter_context(house(store=store)) for _ in range(number)]
        with ThreadPoolExecutor(number) as pool:
            told = list(
                pool.map(lambda one: program("bench.load", "--url", one[0], "--pid", str(one[1]), *shares), found)
            )
    played = sum(one["moves"] for one in told)
    spent = sum(one["moves"] / one["moves_per_server_cpu_s"] for one in told)
    return {"moves_per_s": sum(one["moves_per_s"] for one in told), "moves_per_server_cpu_s": played / spent}


def beside_one_worker(number: int, repeats: int, moves: str) -> dict[str, Any]:
    """Several workers and one, in turns."""
    pairs = [(by_workers(number, 200, int(moves)), by_workers(1, 200, int(moves))) for _ in range(repeats)]
    several, one = middle([pair[0] for pair in pairs]), middle([pair[1] for pair in pairs])
    print(f"{'200 matches flat out':44} {f'{number} workers':>10} {'1 worker':>12}")
    row("  moves/server CPU s", several, one, "moves_per_server_cpu_s", "0.9×")
    row("  moves/s, all on one core", several, one, "moves_per_s", "")
    return {"several": several, "one": one}


def stores(repeats: int, seconds: int, moves: str) -> dict[str, Any]:
    """Our two stores and the peer, which keeps its matches in memory, in turns."""
    results: dict[str, Any] = {}
    folder = peer_folder()
    print(f"{'':44} {'PostgreSQL':>10} {'SQLite':>12} {'ratio':>9}   wanted")
    for name, matches, pause in (("50 matches flat out", "50", 0), ("200 matches flat out", "200", 0), CALMLY):
        arguments = ["--matches", matches, "--moves", str(200 * seconds) if pause else moves, "--think", str(pause)]
        them = ["load", matches, str(seconds), str(1000 * pause), "ttt-endless"]
        told = [(in_postgres(*arguments), ours(*arguments), flat(theirs(folder, *them))) for _ in range(repeats)]
        database, file, peer = (middle(list(figures)) for figures in zip(*told, strict=True))
        results[name] = {"postgresql": database, "sqlite": file, "boardgame.io": peer}
        print(name)
        if pause:
            floor = middle([program("bench.floor", "--seconds", str(seconds)) for _ in range(repeats)])
            results[name]["only a sync"] = floor
            print(f"  p99 of a server that only syncs, ms          {floor['p99_ms']:>10,.1f}")
        else:
            row("  moves/server CPU s", database, file, "moves_per_server_cpu_s", "0.7×")
            row("  with the database's processor time", database, file, "moves_per_cpu_s_with_database", "0.4×")
            row("  moves/s", database, file, "moves_per_s", "")
        row("  p50, ms", database, file, "p50_ms", "")
        row("  p99, ms", database, file, "p99_ms", "2× at most" if pause else "")
        print(
            f"  boardgame.io in memory: {peer['moves_per_server_cpu_s']:,.0f} moves/server CPU s, p99 {peer['p99_ms']:.1f} ms"
        )
    return results


def program(module: str, *arguments: str) -> Figures:
    """What a program of ours tells, which runs where the load does."""
    command = ["taskset", "-c", LOAD_CORE, sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT)
    if done.returncode:
        raise SystemExit(done.stderr)
    told: Figures = json.loads(done.stdout)
    return told


def peer_folder() -> Path:
    """The peer's scripts with what they need, installed once."""
    if not PEER.exists():
        raise SystemExit("The peer's scripts are not there: ../shared/peers/boardgameio")
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "turnwise" / "boardgameio"
    shutil.copytree(PEER, cache, dirs_exist_ok=True)
    if not (cache / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=cache, check=True)
    return cache


def theirs(folder: Path, *arguments: str) -> Figures:
    done = subprocess.run(["bash", "run.sh", *arguments], cwd=folder, capture_output=True, text=True, timeout=600)
    if done.returncode or "{" not in done.stdout:
        raise SystemExit(done.stdout + done.stderr)
    told: Figures = json.loads(done.stdout[done.stdout.index("{") :])
    return told


def in_turns(repeats: int, us: list[str], them: list[str], folder: Path) -> tuple[Figures, Figures]:
    """The median of every figure, ours and theirs."""
    pairs = [(ours(*us), flat(theirs(folder, *them))) for _ in range(repeats)]
    return middle([pair[0] for pair in pairs]), middle([pair[1] for pair in pairs])


def calm(name: str, repeats: int, seconds: str, folder: Path) -> Figures:
    """200 matches at one move a second, in turns with theirs and with a server that only syncs."""
    moves = str(200 * int(seconds))
    us, them, floor = list[Figures](), list[Figures](), list[Figures]()
    for _ in range(repeats):
        us.append(ours("--matches", "200", "--moves", moves, "--think", "1"))
        them.append(flat(theirs(folder, "load", "200", seconds, "1000", "ttt-endless")))
        floor.append(program("bench.floor", "--seconds", seconds))
    told = {"ours": middle(us), "theirs": middle(them), "only a sync": middle(floor)}
    row(f"200, a move a second, {name}: p99, ms", told["ours"], told["theirs"], "p99_ms", "0.5× at most")
    row("  p50, ms", told["ours"], told["theirs"], "p50_ms", "")
    row("  p99 of a server that only syncs, ms", told["only a sync"], told["theirs"], "p99_ms", "")
    return told


def flat(told: Figures) -> Figures:
    latency = told["latency_mover_ms"]
    return {
        "moves_per_s": told["moves_per_s"],
        "moves_per_server_cpu_s": told["moves_per_server_cpu_s"],
        "pictures_per_move": 0,
        "p50_ms": latency["p50"],
        "p99_ms": latency["p99"],
    }


def middle(figures: list[Figures]) -> Figures:
    return {name: median(one[name] for one in figures) for name in FIGURES if name in figures[0]}


FIGURES = (
    "moves_per_s",
    "moves_per_server_cpu_s",
    "moves_per_cpu_s_with_database",
    "p50_ms",
    "p99_ms",
    "pictures_per_move",
)


def row(name: str, us: Figures, them: Figures, figure: str, wanted: str) -> None:
    ratio = us[figure] / them[figure]
    print(f"{name:44} {us[figure]:>10,.1f} {them[figure]:>12,.1f} {ratio:>8.2f}×   {wanted}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="once and short, to see that it works")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--store", choices=("postgresql",), help="our two stores beside each other and the peer")
    parser.add_argument("--workers", type=int, default=1, help="with --store: so many workers beside one, too")
    chosen = parser.parse_args()
    repeats, seconds, moves = (1, "4", "3000") if chosen.quick else (3, "15", "40000")
    if chosen.store:
        results = stores(repeats, int(seconds), moves)
        if chosen.workers > 1:
            results["workers"] = beside_one_worker(chosen.workers, repeats, moves)
    else:
        results = beside_the_peer(repeats, seconds, moves, chosen.quick)
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=1) + "\n")


def beside_the_peer(repeats: int, seconds: str, moves: str, quick: bool) -> dict[str, Any]:
    folder, results = peer_folder(), dict[str, Any]()
    print(f"{'':44} {'Turnwise':>10} {'boardgame.io':>12} {'ratio':>9}   wanted")
    for matches in ("50", "200"):
        us, them = in_turns(
            repeats, ["--matches", matches, "--moves", moves], ["load", matches, seconds, "0", "ttt-endless"], folder
        )
        on_disk = flat(theirs(folder, "load", matches, seconds, "0", "ttt-endless", "flatfile"))
        results[f"flat out, {matches}"] = {"ours": us, "theirs": them, "their file store": on_disk}
        name = f"{matches} matches flat out, moves/server CPU s"
        row(name, us, them, "moves_per_server_cpu_s", "1.5×, better 2.5×")
        row("  against its file store", us, on_disk, "moves_per_server_cpu_s", "6×, better 10×")
        row("  p99, ms", us, them, "p99_ms", "0.5× at most" if matches == "50" else "")
    drawn = ours("--matches", "50", "--moves", "2000" if quick else "8000", "--query", "?drawn=1")
    plain = results["flat out, 50"]["ours"]["moves_per_server_cpu_s"]
    milliseconds = 1000 * (1 / drawn["moves_per_server_cpu_s"] - 1 / plain) / drawn["pictures_per_move"]
    results["drawn, 50"] = drawn | {"ms_per_picture": milliseconds}
    print(
        f"50 matches, two drawn pages at each: {drawn['moves_per_server_cpu_s']:,.0f} moves/server CPU s with "
        f"{drawn['pictures_per_move']:.2f} pictures a move, {milliseconds:.2f} ms a drawn view (wanted: 3 ms at most)",
        flush=True,
    )
    for name, kept in (("as it is", nullcontext), ("cores awake", awake)):
        with kept():
            results[f"one move a second, 200, {name}"] = calm(name, repeats, seconds, folder)
    memory, their_memory = ours("--memory", "1000"), theirs(folder, "mem", "1000")
    results["memory"] = {"ours": memory, "theirs": their_memory}
    per_thousand = {"mb": their_memory["rss_mb_per_1000"]["plus_9_moves_played"]}
    row("1,000 matches, two sockets each, MB", memory, per_thousand, "mb", "1× at most")
    return results


if __name__ == "__main__":
    main()
