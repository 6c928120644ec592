"""docs/hosting.md names every option and order there is, and figures that a house has."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.web.server import Server, started
from turnwise.cli import main
from turnwise.house.work.limits import RATES

pytestmark = pytest.mark.about_a_process

ROOT = Path(__file__).parent.parent.parent
TEXT, EXAMPLES = (ROOT / "docs" / "hosting.md").read_text(), ROOT / "examples"


def test_every_option_and_every_order_is_told() -> None:
    assert set(re.findall(r"^\| `(--[\w-]+)`", TEXT, re.MULTILINE)) == set(
        re.findall(r"^  (--[\w-]+)", _help("serve"), re.MULTILINE)
    )
    orders = TEXT.partition("## Looking after it")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(\w+)[^`]*`(?=[,` ])", orders)) - {"turnwise"} >= set(
        re.findall(r"^    (\w+)  ", _help("admin"), re.MULTILINE)
    )


def _help(command: str) -> str:
    told = subprocess.run([sys.executable, "-m", "turnwise", command, "--help"], capture_output=True, check=True)
    return told.stdout.decode()


def test_every_figure_is_there_to_be_watched(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        server.guest("Ann")
        status, told = server.client().call("GET", "/metrics")
    kinds = set(re.findall(r"^# TYPE (\w+)", told.decode(), re.MULTILINE))
    named = set(re.findall(r"`((?:turnwise|process)_\w+)`", TEXT))
    assert status == 200 and named <= kinds and named >= {kind for kind in kinds if _ours(kind)}


def test_every_alert_looks_at_a_figure_that_is_there() -> None:
    named = set(re.findall(r"((?:turnwise|process)_\w+?)(?:_bucket)?[{\[ ]", (EXAMPLES / "alerts.yml").read_text()))
    assert named and named <= set(re.findall(r"`((?:turnwise|process)_\w+)`", TEXT))
    rules = yaml.safe_load((EXAMPLES / "alerts.yml").read_text())["groups"][0]["rules"]
    assert all(rule["expr"] and rule["annotations"]["summary"] for rule in rules)


def test_nginx_has_the_numbers_of_the_house() -> None:
    conf = (EXAMPLES / "nginx.conf").read_text()
    connections, requests = RATES["connections from an address"], RATES["requests from an address"]
    assert f"limit_conn turnwise_connections {connections.open};" in conf
    assert f"zone=turnwise_requests:10m rate={1000 // requests.every}r/s;" in conf
    assert f"limit_req zone=turnwise_requests burst={requests.burst} nodelay;" in conf


def test_nginx_before_workers_sends_a_table_to_one_and_takes_the_place_of_one_part() -> None:
    conf, whole = (EXAMPLES / "nginx-workers.conf").read_text(), (EXAMPLES / "nginx.conf").read_text()
    (pattern,) = re.findall(r'"~(.*tables.*)"', conf)
    tables = {path: re.match(pattern.replace("?<", "?P<"), path) for path in ("/tables/a1", "/api/tables/a1/socket")}
    assert all(found and found["table"] == "a1" for found in tables.values())
    assert not re.match(pattern.replace("?<", "?P<"), "/api/play-now")
    assert conf.count("upstream turnwise {") == whole.count("upstream turnwise {") == 1
    assert len(re.findall(r"^    server ", conf, re.MULTILINE)) == 2


def test_the_steps_from_one_process_to_several_lead_there(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As they stand in the text, with a folder and a database of the test's own."""
    steps = TEXT.partition("## From one process to several")[2].partition("\n### ")[0]
    written = re.findall(r"^ +turnwise (.+)$", steps, re.MULTILINE)
    names = {"/var/lib/turnwise": str(tmp_path), "postgresql://turnwise@db.example.org/turnwise": database}
    migrate, serve, admin = [[names.get(word, word) for word in line.split()] for line in written]
    with Server(tmp_path, environment={"TURNWISE_STORE": ""}) as alone:  # as it began: with a file
        ann = alone.guest("Ann")
    assert main(migrate) == 0
    assert serve[:3] == ["serve", "--data", str(tmp_path)] and serve[-2:] == ["--workers", "4"]
    with Server(tmp_path, *serve[3:-1], "2") as server:
        assert len(server.children("serve")) == 2
        id = started([server.client(ann.token)], game="connect_four", seats=2, bots=["random"])
        capsys.readouterr()
        main(admin)
        assert id in capsys.readouterr().out


def _ours(kind: str) -> bool:
    return kind.startswith("turnwise_") and not kind.endswith("_created")
