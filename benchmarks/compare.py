#!/usr/bin/env python3
"""Runs armature_bench and its peers in turn and writes the tables of benchmarks/README.md and the short one of docs/performance.md.

usage: compare.py [--rounds N] [--peer NAME=PROGRAM]... [--commit TEXT] [--compiler TEXT] ARMATURE_BENCH PAGE [SUMMARY]

A peer is any program that takes --benchmark_list_tests, --benchmark_filter=REGEX and --benchmark_min_time=SECONDS, prints Google Benchmark's
JSON and uses armature_bench's names. Each comparison is measured in every round: ours, then each peer's, one right after the other; a ratio is
that of one round. The pages' text between two lines `<!-- table: NAME -->` and `<!-- end -->` is replaced.
"""
import argparse
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
from collections import Counter, defaultdict

from targets import HIGHLIGHTS, TARGETS, VARIANTS

ROUND_SECONDS = "0.1"


def run(program, names, variables):
    """Returns the results of benchmarks by name, and the program's context. Adds `variables` to its environment."""
    pattern = "^(" + "|".join(re.escape(name) for name in names) + ")$"
    command = [program, f"--benchmark_filter={pattern}", f"--benchmark_min_time={ROUND_SECONDS}", "--benchmark_format=json"]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True, env=os.environ | variables).stdout
    report = json.loads(output)
    results = {}
    for result in report["benchmarks"]:
        if not result.get("error_occurred"):
            results[re.sub(r"/real_time$", "", result["name"])] = result
    return results, report["context"]


def list_names(program):
    output = subprocess.run([program, "--benchmark_list_tests=true"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
    return output.split()


class Measurements:
    """Values of (program, benchmark, counter), one for each round; None where a program has no such benchmark."""

    def __init__(self, programs):
        self.programs = programs
        self.names = {program: list_names(path) for program, path in programs.items()}
        # Of a variant, measure only the benchmarks that a target compares with an installed peer.
        for variant in VARIANTS.keys() & programs.keys():
            compared = {t.ours for t in TARGETS if t.program == variant and (t.peer is None or t.peer[0] in programs)}
            self.names[variant] = [name for name in self.names[variant] if name in compared]
        self.contexts = {}
        self.rounds = []

    def full_names(self, program, name):
        """Returns a name as the program has it, possibly with Google Benchmark's suffix for wall-clock time."""
        return [n for n in self.names[program] if n == name or n == name + "/real_time"]

    def measure_round(self, groups):
        results = defaultdict(dict)
        for group in groups:
            for program, path in self.programs.items():
                names = [full for name in group for full in self.full_names(program, name)]
                if names:
                    found, self.contexts[program] = run(path, names, VARIANTS.get(program, {}))
                    results[program].update(found)
        self.rounds.append(results)

    def values(self, program, name, counter="ns_per_item"):
        rounds = [r[program][name] for r in self.rounds if name in r.get(program, {})]
        return [r[counter] for r in rounds if counter in r]


def number(value):
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    if value >= 1e4:
        return f"{value / 1e3:.1f} k"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def pair(values):
    return f"{number(statistics.median(values))} ({number(min(values))})"


def work_of(target, measurements):
    shown = [f"{counter} {values[0]:.2g}" for counter in target.beside if (values := measurements.values(target.program, target.ours, counter))]
    return "; ".join([target.work] + shown)


def ratio_row(target, measurements):
    ours = measurements.values(target.program, target.ours, target.counter)
    program, name = target.peer
    theirs = measurements.values(program, name, target.counter)
    if not ours or len(ours) != len(theirs):
        return None
    if target.ours_over_peer:
        ratios = [a / b for a, b in zip(ours, theirs)]
        best = min(ours) / min(theirs)
    else:
        ratios = [b / a for a, b in zip(ours, theirs)]
        best = min(theirs) / min(ours)
    median = statistics.median(ratios)
    met = median <= target.limit if target.ours_over_peer else median >= target.limit
    bound = ("at most " if target.ours_over_peer else "at least ") + f"{target.limit:g}x"
    what = f"`{name}`" if program == "armature" else program
    return [target.number, work_of(target, measurements), f"`{target.ours}`", pair(ours), what, pair(theirs), f"**{median:.2f}** ({best:.2f})", bound,
            "yes" if met else "no"]


def limit_row(target, measurements):
    ours = measurements.values(target.program, target.ours, target.counter)
    if not ours:
        return None
    median = statistics.median(ours)
    return [target.number, work_of(target, measurements), f"`{target.ours}`", pair(ours), "", "", "", f"at most {target.limit:g} {target.unit}",
            "yes" if median <= target.limit else "no"]


def target_table(measurements):
    header = ["", "work", "benchmark", "ours", "peer", "peer's", "ratio", "target", "met"]
    rows = []
    for target in TARGETS:
        row = ratio_row(target, measurements) if target.peer else limit_row(target, measurements)
        if row is None:
            print(f"not measured: {target.number} {target.ours} {target.peer or ''}", file=sys.stderr)
        else:
            rows.append(row)
    return table(header, rows)


def summary_table(measurements):
    """Says how many times as fast ours is; None if a benchmark was not measured, because a page with only some rows would mislead."""
    rows = []
    for name, peer, work in HIGHLIGHTS:
        target = next(t for t in TARGETS if t.ours == name and t.peer and peer in t.peer and t.program == "armature" and t.counter == "ns_per_item")
        ours, theirs = measurements.values("armature", name), measurements.values(*target.peer)
        if not ours or len(ours) != len(theirs):
            return None
        median = statistics.median(b / a for a, b in zip(ours, theirs))
        rows.append([work, pair(ours), f"{re.sub('_.*', '', peer)} {pair(theirs)}", f"**{median:.2f}** ({min(theirs) / min(ours):.2f})"])
    return table(["work", "armature, ns", "peer, ns", "times as fast"], rows)


def all_table(measurements):
    programs = [program for program in measurements.programs if any(program in r for r in measurements.rounds)]
    names = sorted({name for r in measurements.rounds for program in programs for name in r.get(program, {})})
    rows = []
    for name in names:
        cells = [measurements.values(program, name) for program in programs]
        rows.append([f"`{name}`"] + [pair(values) if values else "" for values in cells])
    return table(["ns by item"] + programs, rows)


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if os.path.exists("/proc/cpuinfo") else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def setup_text(measurements, arguments):
    context = measurements.contexts["armature"]
    caches = ", ".join(f"L{c['level']} {c['type'].lower()} {c['size'] // 1024} KiB" for c in context["caches"])
    lines = [f"- machine: {processor()}, {context['num_cpus']} processors at {context['mhz_per_cpu']} MHz; {caches}",
             f"- kernels on: {context['instruction_set']}",
             f"- compiler: {arguments.compiler}",
             f"- commit: {arguments.commit}",
             f"- rounds: {len(measurements.rounds)}"]
    for program, peer in measurements.contexts.items():
        if program in VARIANTS:
            lines.append(f"- {program}: the same program, kernels on {peer['instruction_set']}")
        elif program != "armature":
            lines.append(f"- {program}: {peer.get('peer', 'says nothing of itself')}")
    return "\n".join(lines)


def replace(page, name, text):
    pattern = re.compile(rf"(<!-- table: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not pattern.search(page):
        sys.exit(f"the page has no place for the table {name}")
    return pattern.sub(lambda match: match[1] + text + "\n" + match[2], page)


def groups_of(measurements):
    """Groups to measure side by side: the benchmarks of each target, then each benchmark that several programs have, then all others at once."""
    groups, seen = [], set()
    for target in TARGETS:
        names = list(dict.fromkeys([target.ours] + ([target.peer[1]] if target.peer else [])))
        names = [name for name in names if name not in seen]
        seen.update(names)
        if names:
            groups.append(names)
    owners = Counter(re.sub(r"/real_time$", "", name) for names in measurements.names.values() for name in names)
    rest = [name for name in owners if name not in seen]
    return groups + [[name] for name in rest if owners[name] > 1] + [[name for name in rest if owners[name] == 1]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--peer", action="append", default=[])
    parser.add_argument("--commit", default="unknown")
    parser.add_argument("--compiler", default="unknown")
    parser.add_argument("program")
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("summary", type=pathlib.Path, nargs="?")
    arguments = parser.parse_args()

    programs = {"armature": arguments.program} | {variant: arguments.program for variant in VARIANTS}
    for peer in arguments.peer:
        name, _, path = peer.rpartition("=")
        programs[name or "peer"] = path
    measurements = Measurements(programs)
    groups = groups_of(measurements)
    for i in range(arguments.rounds):
        print(f"round {i + 1} of {arguments.rounds}", flush=True)
        measurements.measure_round(groups)

    page = arguments.page.read_text(encoding="utf-8")
    page = replace(page, "setup", setup_text(measurements, arguments))
    targets = target_table(measurements)
    print(targets)
    page = replace(page, "targets", targets)
    page = replace(page, "all", all_table(measurements))
    arguments.page.write_text(page, encoding="utf-8")
    if arguments.summary:
        summary = summary_table(measurements)
        if summary is None:
            print(f"{arguments.summary} stays as it is: not all of its peers were measured", file=sys.stderr)
        else:
            arguments.summary.write_text(replace(arguments.summary.read_text(encoding="utf-8"), "summary", summary), encoding="utf-8")


main()
