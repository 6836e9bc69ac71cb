#!/usr/bin/env python3
"""Tests of count_tests.py: what it must not let pass.

usage: count_tests_test.py SOURCE_DIR
"""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

import count_tests

CASE = '<TestCase name="{}" result="{}" assertions_passed="{}"/>'


class CountTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.shared = self.root / "shared"
        self.shared.mkdir()
        self.cases = self.root / "cases.txt"
        self.tests = {"release": {}, "asan": {}}

    def program(self, name, suites, build="release", status="run", output=""):
        """A Boost.Test program: {suite: [(case, result, assertions)]}."""
        body = "".join(f'<TestSuite name="{suite}">' + "".join(CASE.format(*case) for case in cases) + "</TestSuite>"
                       for suite, cases in suites.items())
        self.tests[build][name] = (status, f'<TestResult><TestSuite name="armature">{body}</TestSuite></TestResult>', output)

    def count(self, *options):
        """Status, and the lines that were printed."""
        for build, tests in self.tests.items():
            reports = self.root / build / "test-reports"
            reports.mkdir(parents=True, exist_ok=True)
            junit = ""
            for name, (status, report, output) in tests.items():
                skipped = '<skipped message="SKIP_RETURN_CODE=77"/>' if status == "notrun" else ""
                junit += f'<testcase name="{name}" status="{status}">{skipped}<system-out>{output}</system-out></testcase>'
                if report:
                    (reports / f"{name}.xml").write_text(report)
            (self.root / build / "ctest-junit.xml").write_text(f"<testsuite>{junit}</testsuite>")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = count_tests.main(["--cases", str(self.cases), *options, *(str(self.root / build) for build in self.tests)])
        return status, printed.getvalue().splitlines()

    def full(self):
        return self.count("--shared", str(self.shared))

    def two_suites(self):
        examined = "\nexamined 3 cases of oracle all\nexamined 3 cases of corpus all\n"
        self.program("math", {"affine": [("a", "passed", 5), ("b", "passed", 1)], "euler": [("c", "passed", 2)]}, output=examined)
        self.program("math", {"affine": [("a", "passed", 5), ("b", "passed", 1)], "euler": [("c", "passed", 2)]}, build="asan")

    def test_counts_what_meson_reports(self):
        self.two_suites()
        self.assertEqual(self.full()[0], 0)
        (self.root / "asan/meson-logs").mkdir()
        for ending, status in (("", 0), ("<failure/>", 1), ("<error/>", 1)):
            (self.root / "asan/ctest-junit.xml").unlink(missing_ok=True)
            (self.root / "asan/meson-logs/testlog.junit.xml").write_text(
                f'<testsuites><testsuite name="armature"><testcase name="math" time="1">{ending}</testcase></testsuite></testsuites>')
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                self.assertEqual(count_tests.main([str(self.root / "release"), str(self.root / "asan")]), status)
            self.assertRegex(printed.getvalue(), "asan +math +3 passed")

    def test_counts_once_and_remembers(self):
        self.two_suites()
        status, lines = self.full()
        self.assertEqual((status, lines[-1]), (0, "3 passed, 0 failed, 0 skipped"))
        self.assertEqual(self.cases.read_text(), "3 asan/math\n2 release/math/affine\n1 release/math/euler\n")
        self.assertEqual(self.full()[0], 0)

    def test_more_cases_raise_the_number(self):
        self.two_suites()
        self.full()
        self.program("math", {"affine": [("a", "passed", 5), ("b", "passed", 1), ("d", "passed", 1)], "euler": [("c", "passed", 2)]},
                     output=self.tests["release"]["math"][2])
        self.assertEqual(self.full()[0], 0)
        self.assertIn("3 release/math/affine\n", self.cases.read_text())

    def test_a_suite_that_vanishes_fails(self):
        self.two_suites()
        self.full()
        before = self.cases.read_text()
        self.program("math", {"affine": [(name, "passed", 5) for name in "abcdefgh"]}, output=self.tests["release"]["math"][2])
        status, lines = self.full()
        self.assertEqual(status, 1)
        self.assertTrue(any("release/math/euler has 0 cases, it had 1" in line for line in lines), lines)
        self.assertEqual(self.cases.read_text(), before)

    def test_a_program_that_vanishes_fails_in_each_build(self):
        for build, name in (("release", "release/math/affine"), ("asan", "asan/math")):
            self.two_suites()
            self.program("other", {"x": [("y", "passed", 1)]})
            self.full()
            del self.tests[build]["math"]
            status, lines = self.full()
            self.assertEqual(status, 1)
            self.assertTrue(any(f"FAILED: {name} has 0 cases" in line for line in lines), lines)

    def test_a_case_that_asserts_nothing_is_not_there(self):
        self.two_suites()
        self.full()
        self.program("math", {"affine": [("a", "passed", 5), ("b", "passed", 0)], "euler": [("c", "passed", 2)]},
                     output=self.tests["release"]["math"][2])
        status, lines = self.full()
        self.assertEqual((status, lines[-1]), (1, "2 passed, 1 failed, 1 skipped"))

    def test_without_reference_data_skipped_cases_are_there_and_nothing_is_raised(self):
        self.two_suites()
        self.full()
        before = self.cases.read_text()
        self.program("math", {"affine": [("a", "passed", 5), ("b", "skipped", 0), ("d", "passed", 1)], "euler": [("c", "passed", 2)]})
        status, lines = self.count()
        self.assertEqual((status, lines[-1]), (0, "3 passed, 0 failed, 1 skipped"))
        self.assertEqual(self.cases.read_text(), before)

    def test_a_check_whose_tool_is_missing_is_there(self):
        self.two_suites()
        self.tests["release"]["check_with_node"] = ("run", "", "")
        self.full()
        before = self.cases.read_text()
        self.assertIn("1 release/check_with_node\n", before)
        self.tests["release"]["check_with_node"] = ("notrun", "", "")
        status, lines = self.full()
        self.assertEqual((status, lines[-1]), (0, "3 passed, 0 failed, 1 skipped"))
        self.assertEqual(self.cases.read_text(), before)

    def test_what_failed_fails(self):
        self.two_suites()
        self.program("math", {"affine": [("a", "failed", 5)]}, build="asan")
        self.assertEqual(self.full()[1][-1], "3 passed, 1 failed, 0 skipped")

    def test_a_program_that_died_fails(self):
        self.two_suites()
        self.tests["asan"]["math"] = ("fail", "<TestResult><TestSuite", "")
        self.assertEqual(self.full()[0], 1)

    def test_a_failed_stage_fails(self):
        self.two_suites()
        status, lines = self.count("--failed-stage", "meson")
        self.assertEqual((status, lines[-1]), (1, "3 passed, 1 failed, 0 skipped"))

    def test_reference_data_that_nobody_looked_at_fails(self):
        self.two_suites()
        self.program("math", {"affine": [("a", "passed", 5)]}, output="\nexamined 3 cases of corpus all\n")
        status, lines = self.full()
        self.assertEqual(status, 1)
        self.assertTrue(any("no case of oracle was examined" in line for line in lines), lines)

    def test_nothing_at_all_fails(self):
        self.tests = {"release": {}}
        self.assertEqual(self.count()[0], 1)


if __name__ == "__main__":
    result = unittest.main(argv=sys.argv[:1], exit=False).result
    print(f"examined {result.testsRun} cases of count_tests.py, {len(result.failures) + len(result.errors)} failed")
    sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)
