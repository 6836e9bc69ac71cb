#!/usr/bin/env python3
"""Adds up what the tests of one or more builds reported; its last line is `N passed, N failed, N skipped`.

usage: count_tests.py [--cases FILE] [--shared DIR] [--failed-stage NAME]... BUILD_DIR...

A Boost.Test case counts if it asserted something; one that asserted nothing is skipped. A test that is not a Boost.Test program counts as one
case. The first build is the one that is counted; from the others, which repeat its cases under sanitizers, and from tests with a dot in their
name, which repeat them on one instruction set (scene.avx2), only failures are added.
Fails if a case or a stage failed, if there is reference data in --shared of which none was examined, or if cases vanished: FILE has a line
`NUMBER BUILD/PROGRAM/SUITE` for each suite of the first build, and `NUMBER BUILD/PROGRAM` for each program of the others. Fewer cases fail. More
raise the number in FILE, so nobody needs to count; what was removed on purpose is taken from FILE by hand. With reference data only cases that
passed count as there; without, skipped ones do, too. A test that is not a Boost.Test program skips where its tool is missing (Node's packages, say),
which this machine cannot help: it is there either way.
"""
import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    passed: Counter = field(default_factory=Counter)  # by suite
    failed: int = 0
    skipped: list = field(default_factory=list)
    assertions: int = 0

    def suites(self, with_skipped):
        """How many cases each suite has; a skipped name without a slash is a test by itself."""
        return self.passed + Counter(suite_of(name) for name in self.skipped if with_skipped or "/" not in name)


def is_repetition(name):
    return "." in name


def suite_of(case):
    """program/suite of program/suite/.../case; a program's cases outside any suite are the program's."""
    return "/".join(case.split("/")[:-1][:2]) or case


def count_cases(report):
    """Tally of a Boost.Test report: XML, level detailed."""
    tally = Tally()

    def visit(unit, path):
        for child in unit:
            name = f"{path}/{child.get('name')}"
            if child.tag != "TestCase":
                visit(child, name)
                continue
            assertions = int(child.get("assertions_passed", 0))
            tally.assertions += assertions
            if child.get("result") == "skipped":
                tally.skipped.append(name)
            elif child.get("result") != "passed":
                tally.failed += 1
            elif assertions == 0:
                tally.skipped.append(name)
            else:
                tally.passed[suite_of(name)] += 1

    visit(ElementTree.parse(report).getroot()[0], report.stem)
    return tally


def count_test(build, test):
    """Tally of one CTest test."""
    name = test.get("name")
    succeeded = test.get("status", "run") == "run" and test.find("failure") is None and test.find("error") is None
    report = build / "test-reports" / f"{name}.xml"
    if test.find("skipped") is not None or test.get("status") in ("notrun", "disabled"):
        # A test that could not even be started is no skipped one.
        reason = test.find("skipped").get("message", "") if test.find("skipped") is not None else ""
        return Tally(skipped=[name]) if "SKIP_" in reason or test.get("status") == "disabled" else Tally(failed=1)
    if not report.exists():
        return Tally(passed=Counter({name: 1})) if succeeded else Tally(failed=1)
    try:
        tally = count_cases(report)
    except (ElementTree.ParseError, IndexError):
        return Tally(failed=1)  # it died before it could report
    if not succeeded and tally.failed == 0:
        tally.failed = 1
    return tally


def count_build(build):
    """Tallies by test, and the lines in which tests said what reference data they examined."""
    tallies, examined = {}, []
    junit = next((file for file in (build / "ctest-junit.xml", build / "meson-logs/testlog.junit.xml") if file.exists()), None)
    if not junit:
        return tallies, examined
    for test in ElementTree.parse(junit).getroot().iter("testcase"):
        tallies[test.get("name")] = count_test(build, test)
        if is_repetition(test.get("name")):
            continue
        output = test.findtext("system-out") or ""
        examined += [(int(count), what) for count, what in re.findall(r"^examined (\d+) cases of (\w.*)$", output, re.MULTILINE)]
    return tallies, examined


def reference_data_problems(shared, examined, tallies):
    if not shared or not shared.is_dir():
        return
    for family in ("oracle", "corpus"):
        if not any(count > 0 for count, what in examined if what.startswith(family)):
            yield f"{shared} is there, but no case of {family} was examined"
        for test, tally in tallies.items():
            for name in tally.skipped:
                if family in name and not is_repetition(test):
                    yield f"{shared} is there, but {name} was skipped"
    for count, what in examined:
        if count == 0:
            yield f"no case of {what} was examined"


def cases_of(build, tallies, by_suite, with_skipped):
    """Number of cases by BUILD/PROGRAM/SUITE, or by BUILD/PROGRAM."""
    cases = Counter()
    for name, tally in tallies.items():
        if not is_repetition(name):
            for suite, count in tally.suites(with_skipped).items():
                cases[f"{build.name}/{suite if by_suite else suite.split('/')[0]}"] += count
    return cases


def vanished_cases(file, builds, cases, may_raise):
    """What is less than FILE says; raises what is more."""
    known = Counter()
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
        count, name = line.split(maxsplit=1)
        known[name] = int(count)
    expected = Counter({name: count for name, count in known.items() if name.split("/")[0] in {build.name for build in builds}})
    vanished = expected - cases
    if may_raise and not vanished and cases - known:
        print(f"{file}: {sum((cases - known).values())} more cases, commit it")
        file.write_text("".join(f"{count} {name}\n" for name, count in sorted((known | cases).items())), encoding="utf-8")
    return [f"{name} has {cases[name]} cases, it had {expected[name]}; if that is meant, say so in {file}" for name in sorted(vanished)]


def main(argv):
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=pathlib.Path)
    parser.add_argument("--shared", type=pathlib.Path)
    parser.add_argument("--failed-stage", action="append", default=[])
    parser.add_argument("builds", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args(argv)

    has_shared = bool(arguments.shared and arguments.shared.is_dir())
    total = Tally()
    cases = Counter()
    problems = [f"stage failed: {stage}" for stage in arguments.failed_stage]
    for build in arguments.builds:
        counted = build == arguments.builds[0]
        tallies, examined = count_build(build)
        cases += cases_of(build, tallies, counted, not has_shared)
        for name, tally in tallies.items():
            print(f"{build.name:12} {name:28} {tally.passed.total():5} passed, {tally.failed} failed, {len(tally.skipped)} skipped"
                  + (f"; {tally.assertions} assertions" if tally.assertions else ""))
            total.failed += tally.failed
            if counted and not is_repetition(name):
                total.passed += tally.passed
                total.skipped += tally.skipped
        if counted:
            for name in total.skipped:
                print(f"skipped: {name}")
            for count, what in examined:
                print(f"examined {count} cases of {what}")
            problems += reference_data_problems(arguments.shared, examined, tallies)

    if not total.passed:
        problems.append("no case passed")
    if arguments.cases:
        problems += vanished_cases(arguments.cases, arguments.builds, cases, has_shared and not problems and total.failed == 0)
    for problem in problems:
        print(f"FAILED: {problem}")
    # A stage that failed without a failed case (a build, say) still shows in the last line.
    if problems and total.failed == 0:
        total.failed = len(problems)
    print(f"{total.passed.total()} passed, {total.failed} failed, {len(total.skipped)} skipped")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
