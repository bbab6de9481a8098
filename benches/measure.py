#!/usr/bin/env python3
"""Measures whole builds as a user sees them, and prints a Markdown table.

    benches/measure.py                      # 1,000 pages, 3 runs of each
    benches/measure.py --pages 1000 10000 100000 --runs 5 --special
    benches/measure.py --watch-edits 10000 --serve

Python's standard library only. Builds the release binary and the generator first. Each number is the median of
the runs, with the smallest and the largest beside it. Sets lie in --work and are kept between calls; without it they
are on a memory disk where there is one. A real disk is measured as well then, and not alone: ext4 looks at each inode
that was deleted in the last minutes before it gives a new one, which takes longer than the whole build when a run
begins with the removal of what the last one wrote.
"""

import argparse
import ctypes
import json
import os
import platform
import queue
import re
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def cargo_target():
    return Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target"))


class Run:
    """One finished process: wall seconds, processor seconds, peak memory in bytes."""

    def __init__(self, wall, cpu, memory, report):
        self.wall, self.cpu, self.memory, self.report = wall, cpu, memory, report


def build(docs, site, out, jobs, *more):
    """Builds once and waits for this very process, so that its own peak memory is known."""
    words = [docs, "build", site, "--out", out, "--jobs", jobs, "--json", *more]
    began = time.monotonic()
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    told = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"the build failed with {process.returncode}: {told.decode(errors='replace')[-2000:]}")
    memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Run(wall, usage.ru_utime + usage.ru_stime, memory, json.loads(told))


def remove(path):
    """Removes a folder and waits until the disk has done it: what it still does later would count as the build's."""
    shutil.rmtree(path, ignore_errors=True)
    if hasattr(os, "sync"):
        os.sync()


def pages_of(site):
    """All pages of a generated set."""
    return sorted(path for path in site.rglob("*.mdx") if path.relative_to(site).parts[0] != "snippets")


def middle_page(site):
    """A page of middle size in the fullest folder, so that others show its title."""
    folders = {}
    for page in pages_of(site):
        folders.setdefault(page.parent, []).append(page)
    pages = max(folders.values(), key=lambda pages: (len(pages), str(pages[0])))
    pages = sorted(pages, key=lambda path: (path.stat().st_size, str(path)))
    return pages[len(pages) // 2]


def with_sentence(text, number):
    return f"{text}\nEdit {number}.\n"


def with_title(text, number):
    return re.sub(r"(?m)^title: .*$", f'title: "Edit {number}"', text, count=1)


class Set:
    """A generated set and what is done to it."""

    def __init__(self, arguments, docs, generator, name, pages, kind):
        self.docs, self.runs = docs, arguments.runs
        self.root = arguments.work / f"{name}-{pages}"
        self.site, self.out = self.root / "site", self.root / "out"
        if not (self.site / "docs.json").exists():
            subprocess.run([str(generator), str(self.site), str(pages), "1", kind], check=True)
        self.page = middle_page(self.site)
        self.text = self.page.read_text()
        self.config = (self.site / "docs.json").read_text()
        self.number = 0

    def reset(self):
        self.page.write_text(self.text)
        (self.site / "docs.json").write_text(self.config)

    def cold(self, jobs):
        def once():
            remove(self.out)
            remove(self.site / ".docs")
            return build(self.docs, self.site, self.out, jobs)

        return [once() for _ in range(self.runs)]

    def warm(self, jobs, prepare):
        """Builds in fresh processes on a warm store, each after `prepare`."""
        self.reset()
        build(self.docs, self.site, self.out, jobs)
        runs = []
        for _ in range(self.runs):
            self.number += 1
            prepare(self.number)
            runs.append(build(self.docs, self.site, self.out, jobs))
        self.reset()
        return runs

    def edit_body(self, number):
        self.page.write_text(with_sentence(self.text, number))

    def edit_title(self, number):
        self.page.write_text(with_title(self.text, number))

    def edit_colour(self, number):
        colour = f"#{0x102030 + number * 0x010203:06x}"
        (self.site / "docs.json").write_text(self.config.replace("#166534", colour))

    def lose_output(self, _):
        remove(self.out)


def seconds(value):
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def row(table, what, runs):
    walls = [run.wall for run in runs]
    memory = max(run.memory for run in runs)
    report = runs[-1].report
    table.append([
        what,
        seconds(statistics.median(walls)),
        f"{seconds(min(walls))} to {seconds(max(walls))}",
        seconds(statistics.median(run.cpu for run in runs)),
        f"{memory / 1e6:.0f} MB",
        f"{report['written']}",
    ])
    print(f"  {what}: {table[-1][1]}", file=sys.stderr)


def measure(one, table, label, processors):
    row(table, f"{label}: cold", one.cold(processors))
    if processors > 1:
        row(table, f"{label}: cold, 1 thread", one.cold(1))
        row(table, f"{label}: cold, 2 threads", one.cold(2)) if processors > 2 else None
    row(table, f"{label}: fresh process, nothing changed", one.warm(processors, lambda _: None))
    row(table, f"{label}: fresh process, one page edited", one.warm(processors, one.edit_body))
    row(table, f"{label}: fresh process, one title edited", one.warm(processors, one.edit_title))
    row(table, f"{label}: fresh process, another colour", one.warm(processors, one.edit_colour))
    row(table, f"{label}: output deleted, store warm", one.warm(processors, one.lose_output))


def memory_of(process):
    """Resident memory of a running process in bytes, where the system tells."""
    try:
        for line in open(f"/proc/{process.pid}/status"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return None


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def both(times):
    """The middle and the 99th percentile, in milliseconds; what was not seen does not count."""
    known = [time * 1000 for time in times if time is not None]
    if not known:
        return "unknown"
    return f"p50 {percentile(known, 0.5):.1f}, p99 {percentile(known, 0.99):.1f} ms ({len(known)} of {len(times)})"


class Arrivals:
    """When pages are put in place in some folders, as the kernel tells it. Only Linux does."""

    MOVED_TO, CLOSED = 0x80, 0x8

    def __init__(self):
        self.times, self.folders = [], {}
        self.system = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
        self.notices = self.system.inotify_init1(os.O_CLOEXEC) if self.system else -1
        if self.notices >= 0:
            threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while data := os.read(self.notices, 65536):
            now, at = time.monotonic(), 0
            while at < len(data):
                folder, _, _, length = struct.unpack_from("iIII", data, at)
                name = data[at + 16 : at + 16 + length].rstrip(b"\0").decode(errors="replace")
                at += 16 + length
                if name.endswith(".html"):
                    self.times.append((now, self.folders.get(folder)))

    def expect(self, page):
        """Listens where the page is written, and its siblings, and forgets what came before."""
        if self.notices >= 0:
            for folder in [page, *(path for path in page.parent.iterdir() if path.is_dir())]:
                number = self.system.inotify_add_watch(self.notices, os.fsencode(folder), self.MOVED_TO | self.CLOSED)
                self.folders[number] = folder
        self.times.clear()

    def first(self, page, began):
        """Seconds until the page was there."""
        return next((at - began for at, folder in self.times if folder == page), None)

    def last(self, began):
        """Seconds until the last of the pages was there."""
        return self.times[-1][0] - began if self.times else None


def watch(one, edits):
    """Edits in one watching process. Every edit waits for the line that tells of it, never for a clock."""
    one.reset()
    words = [one.docs, "build", one.site, "--out", one.out, "--watch", "--json"]
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    lines = queue.Queue()

    def listen():
        for line in process.stdout:
            lines.put((time.monotonic(), line))
        lines.put(None)

    threading.Thread(target=listen, daemon=True).start()
    threading.Thread(target=process.stderr.read, daemon=True).start()
    try:
        first = lines.get(timeout=600)
        if first is None:
            return "`--watch` is not there yet"
        before = memory_of(process)
        pages = pages_of(one.site)
        texts = {}
        seen, told, titles, placed, all_placed = [], [], [], [], []
        arrivals = Arrivals()
        for number in range(edits):
            page = pages[number * 7919 % min(len(pages), 500)]
            text = texts.setdefault(page, page.read_text())
            name = str(page.relative_to(one.site))
            is_title = number % 20 == 19
            edited = with_title(text, number) if is_title else with_sentence(text, number)
            folder = one.out / page.relative_to(one.site).with_suffix("")
            folder = folder.parent if folder.name == "index" else folder
            arrivals.expect(folder)
            began = time.monotonic()
            page.write_text(edited)
            while True:
                line = lines.get(timeout=60)
                if line is None:
                    return f"the watching process ended after {number} edits"
                event = json.loads(line[1])
                if name in [str(file) for file in event.get("files", [])]:
                    (titles if is_title else seen).append(line[0] - began)
                    if is_title:
                        all_placed.append(arrivals.last(began))
                    else:
                        placed.append(arrivals.first(folder, began))
                        told.append(event.get("elapsed_ms", 0))
                    break
            if is_title:
                # The next edit is one of words alone.
                page.write_text(with_sentence(text, number))
                while name not in json.loads(lines.get(timeout=60)[1]).get("files", []):
                    pass
        after = memory_of(process)
        for page, text in texts.items():
            page.write_text(text)
        growth = f"{before / 1e6:.0f} MB, then {after / 1e6:.0f} MB" if before and after else "unknown"
        return (
            f"{edits} edits, from the save, 15 ms of waiting for quiet among it: the page on disk {both(placed)}; "
            f"all told {both(seen)}, of it the build {percentile(told, 0.5)} and {percentile(told, 0.99)} ms; "
            + (f"of another title all pages {both(all_placed)}, all told {both(titles)}; " if titles else "")
            + f"memory {growth}"
        )
    except queue.Empty:
        return "no answer from the watching process"
    finally:
        process.terminate()
        process.wait()


def serve(one, runs):
    """`docs dev`, from the start of the process to the bytes of its first page."""

    def once():
        began = time.monotonic()
        words = [str(word) for word in [one.docs, "dev", one.site, "--no-open", "--port", "0", "--json"]]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = json.loads(process.stdout.readline())["address"]
            with urllib.request.urlopen(address, timeout=600) as answer:
                answer.read()
            return time.monotonic() - began
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()

    def without():
        remove(one.site / ".docs")
        return once()

    one.reset()
    first = [without() for _ in range(runs)]
    build(one.docs, one.site, one.out, os.cpu_count() or 1)
    again = [once() for _ in range(runs)]
    middle = statistics.median
    return f"first page after {seconds(middle(first))} without a store, {seconds(middle(again))} with one"


def default_work():
    memory = Path("/dev/shm")
    return (memory if memory.is_dir() else Path(tempfile.gettempdir())) / "docs-measure"


def can_watch(docs):
    told = subprocess.run([str(docs), "build", "--help"], capture_output=True, text=True).stdout
    return "--watch" in told


def machine():
    model = "unknown processor"
    try:
        names = [line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
        model = names[0] if names else model
    except OSError:
        model = platform.processor() or model
    return f"{os.cpu_count()} processors ({model}), {platform.system()} {platform.release()}"


def version(words):
    return subprocess.run(words, capture_output=True, text=True).stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, nargs="*", default=[1000], help="sizes of the ordinary sets")
    parser.add_argument("--runs", type=int, default=3, help="runs of each measurement")
    parser.add_argument("--special", action="store_true", help="also repeated pages, one section, one large page")
    parser.add_argument("--watch-edits", type=int, default=0, help="edits in one watching process")
    parser.add_argument("--serve", action="store_true", help="also the start of `docs dev`")
    parser.add_argument("--work", type=Path, default=default_work())
    parser.add_argument("--docs", type=Path, help="the program to measure; built here when not given")
    arguments = parser.parse_args()
    arguments.work = arguments.work.resolve()
    cargo = ["cargo", "build", "--release", "--locked", "--quiet"]
    subprocess.run([*cargo, "--example", "generate_site"], cwd=HERE, check=True)
    generator = cargo_target() / "release" / "examples" / "generate_site"
    if arguments.docs is None:
        subprocess.run([*cargo, "--bin", "docs"], cwd=HERE, check=True)
    docs = (arguments.docs or cargo_target() / "release" / "docs").resolve()
    processors = os.cpu_count() or 1
    load = os.getloadavg()[0]

    def made(name, pages, kind):
        print(f"{name}, {pages} pages", file=sys.stderr)
        return Set(arguments, docs, generator, name, pages, kind)

    table, notes = [], []
    for pages in arguments.pages:
        one = made("small-sections", pages, "small-sections")
        measure(one, table, f"{pages:,} pages", processors)
        if arguments.watch_edits and can_watch(docs):
            notes.append(f"Watching {pages:,} pages: {watch(one, arguments.watch_edits)}.")
        if arguments.serve:
            notes.append(f"`docs dev` of {pages:,} pages: {serve(one, arguments.runs)}.")
    if arguments.special:
        one = made("repeated", 24000, "repeated:1700")
        row(table, "24,000 pages, 1,700 distinct: cold", one.cold(processors))
        one = made("one-section", 10000, "one-section")
        row(table, "one section of 10,000: cold", one.cold(processors))
        row(table, "one section of 10,000: one title edited", one.warm(processors, one.edit_title))
        before = None
        for size in (1_000_000, 2_000_000, 4_000_000):
            one = made(f"large-{size}", 10, f"large-page:{size}")
            runs = one.cold(processors)
            row(table, f"one page of {size // 1_000_000} MB: cold", runs)
            wall = statistics.median(run.wall for run in runs)
            if before:
                notes.append(f"One page of {size // 1_000_000} MB takes {wall / before:.1f} times as long as half of it.")
            before = wall
    print(f"{date.today()}, {version([str(docs), '--version'])}, {version(['rustc', '--version'])}, {machine()}, ")
    print(f"load {load:.1f} at the start, medians of {arguments.runs} runs.\n")
    head = ["build", "wall", "from, to", "processor time", "peak memory", "files written"]
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for cells in table:
        print("| " + " | ".join(cells) + " |")
    for note in notes:
        print(f"\n{note}")


if __name__ == "__main__":
    main()
