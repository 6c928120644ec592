"""Metrics for the host: counts and times, never people, tables or what was said."""

import asyncio
import gc
import json
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector

from turnwise.house.house import House
from turnwise.house.tables import items
from turnwise.house.tables.items import AnyItem
from turnwise.house.tables.loaded import LoadedTable
from turnwise.web.http.backlog import BACKLOG
from turnwise.web.http.connections import Connections

FASTEST, SLOWEST = 0.0005, 5.0
STEPS = (FASTEST, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, SLOWEST)


class Metrics:
    """The metrics of one house, for Prometheus."""

    def __init__(self, house: House, connections: Connections | None = None) -> None:
        self._house, self.registry = house, CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "turnwise_requests", "HTTP requests", ["route", "method", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "turnwise_request_seconds", "time to answer", ["route"], buckets=STEPS, registry=self.registry
        )
        self.sockets = Gauge("turnwise_sockets", "open WebSockets", registry=self.registry)
        self.refusals = Counter("turnwise_refusals", "refused requests", ["code"], registry=self.registry)
        self.changes = Counter("turnwise_changes", "what happened at tables", ["what"], registry=self.registry)
        tables = Gauge("turnwise_tables_in_memory", "tables in memory", registry=self.registry)
        tables.set_function(lambda: len(house.loaded))
        watchers = Gauge("turnwise_watchers", "who looks at tables, by socket or event stream", registry=self.registry)
        watchers.set_function(lambda: sum(len(loaded.feed.all()) for loaded in house.loaded.values()))
        lag = Histogram("turnwise_loop_lag_seconds", "how late work was begun", buckets=STEPS, registry=self.registry)
        house.load.after.append(lag.observe)
        overload = Gauge("turnwise_overload", "1: jobs are refused, 2: reads too", registry=self.registry)
        overload.set_function(lambda: house.load.refuses("jobs") + house.load.refuses("reads"))
        self.registry.register(_Queues(house))
        self._records = {
            name: Gauge(f"turnwise_{name}", said, registry=self.registry)
            for name, said in (
                ("journal_items", "items that have yet to be put into their logs"),
                ("commit_seconds", "how long the latest commit took"),
                ("disk_free_bytes", "room for the records"),
            )
        }
        if connections:
            count = Gauge("turnwise_connections", "open connections, sockets too", registry=self.registry)
            count.set_function(lambda: connections.open)
            connections.refused = lambda code: self.refusals.labels(code).inc()
        unread = Gauge("turnwise_unread_bytes", "what waits for those who don't read", registry=self.registry)
        unread.set_function(lambda: BACKLOG.size)
        tasks = Gauge("turnwise_tasks", "what goes on at once", registry=self.registry)
        tasks.set_function(lambda: len(asyncio.all_tasks()))
        house.after.append(self._changed)
        self._names = {kind: kind.__name__.lower() for kind in items.AnyItem.__args__}
        self._counts = {kind: self.changes.labels(name) for kind, name in self._names.items()}

    def _changed(self, loaded: LoadedTable, happened: Sequence[AnyItem]) -> None:
        for item in happened:
            self._counts[type(item)].inc()

    async def text(self) -> bytes:
        records = await self._house.store.health()
        for name, value in zip(self._records, (records.journal, records.took, records.free), strict=True):
            self._records[name].set(value)
        return generate_latest(self.registry)


class _Queues:
    """How much waits in each queue of the house, and how much was refused."""

    def __init__(self, house: House) -> None:
        self._queues = house.load.queues

    def collect(self) -> Iterator[Metric]:
        refused = CounterMetricFamily("turnwise_queue_refused", "work that found a queue full", labels=["queue"])
        waiting = GaugeMetricFamily("turnwise_queue", "work that waits", labels=["queue"])
        for name, queue in self._queues.items():
            waiting.add_metric([name], queue.length())
            if queue.refused:
                refused.add_metric([name], queue.refused())
        yield from (waiting, refused)


class Json(logging.Formatter):
    """A log line as one JSON object, with its `facts`: codes, kinds and counts, never a table's address or personal
    data."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = getattr(record, "facts", {})
        told: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **facts,
        }
        if record.exc_info and record.exc_info[0]:
            told["error"] = record.exc_info[0].__name__
            told["where"] = _where(record.exc_info[2])
        return json.dumps(told)


def _where(trace: Any) -> list[str]:
    """The frames of a trace, without the values that an error message could hold."""
    found = []
    while trace:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename.rpartition('turnwise/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return found[-8:]


def set_up_logs() -> None:
    """Structured lines on standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # Its messages about sockets would name the table, and its warnings come from anybody who sends something else than
    # HTTP.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


def settle_garbage() -> None:
    """Run the garbage collector less often: objects from the start stay, and few later ones form cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
