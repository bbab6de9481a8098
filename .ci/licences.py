#!/usr/bin/env python3
"""Checks the licence of every dependency, direct or not, on every platform.

Each licence expression must be satisfiable with permissive licences alone: `OR` needs one side, `AND`
both. Dependencies must come from a registry. Packages in several versions are reported, not refused.

    .ci/licences.py            asks `cargo metadata --locked`
    .ci/licences.py FILE       reads its output from a file
    .ci/licences.py --self-test
"""

import json
import re
import subprocess
import sys
from collections import defaultdict

PERMISSIVE = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    # Of data: the root certificates of webpki-roots.
    "CDLA-Permissive-2.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
}


def permitted(expression):
    """Whether an SPDX expression (or the older `MIT/Apache-2.0`) can be satisfied with PERMISSIVE."""
    words = re.findall(r"[()]|[^\s()/]+|/", expression)
    words = ["OR" if word == "/" else word for word in words]
    position = 0

    def peek():
        return words[position] if position < len(words) else None

    def take():
        nonlocal position
        position += 1
        return words[position - 1]

    def either():
        result = both()
        while peek() == "OR":
            take()
            other = both()
            result = result or other
        return result

    def both():
        result = one()
        while peek() == "AND":
            take()
            other = one()
            result = result and other
        return result

    def one():
        if peek() is None or peek() in (")", "OR", "AND", "WITH"):
            raise ValueError(expression)
        word = take()
        if word == "(":
            result = either()
            if peek() != ")":
                raise ValueError(expression)
            take()
            return result
        if peek() == "WITH":
            take()
            word = f"{word} WITH {take()}"
        return word in PERMISSIVE

    result = either()
    if position != len(words):
        raise ValueError(expression)
    return result


def self_test():
    cases = {
        "MIT": True,
        "MIT/Apache-2.0": True,
        "Apache-2.0 / MIT": True,
        "GPL-3.0-only": False,
        "MIT OR GPL-3.0-only": True,
        "MIT AND GPL-3.0-only": False,
        "(MIT OR Apache-2.0) AND Unicode-3.0": True,
        "(GPL-2.0-only OR MIT) AND (LGPL-2.1-or-later OR MPL-2.0)": False,
        "Apache-2.0 WITH LLVM-exception OR BSL-1.0": True,
        "GPL-2.0-only WITH Classpath-exception-2.0": False,
        "MIT OR GPL-3.0-only AND GPL-2.0-only": True,
    }
    wrong = [case for case, expected in cases.items() if permitted(case) != expected]
    for broken in ["", "MIT OR", "(MIT", "MIT Apache-2.0", "AND MIT"]:
        try:
            permitted(broken)
            wrong.append(broken)
        except ValueError:
            pass
    return wrong


def metadata(arguments):
    if arguments:
        with open(arguments[0], encoding="utf-8") as file:
            return json.load(file)
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def main(arguments):
    wrong = self_test()
    if wrong or arguments == ["--self-test"]:
        print(f"self test: {wrong or 'ok'}")
        return 1 if wrong else 0
    found = metadata(arguments)
    own = set(found["workspace_members"])
    problems = []
    versions = defaultdict(set)
    count = 0
    for package in found["packages"]:
        if package["id"] in own:
            continue
        count += 1
        name = f"{package['name']} {package['version']}"
        versions[package["name"]].add(package["version"])
        source = package["source"] or "a path on this machine"
        if not source.startswith("registry+https://github.com/rust-lang/crates.io-index"):
            problems.append(f"{name} comes from {source}")
        try:
            if not package["license"]:
                problems.append(f"{name} names no licence")
            elif not permitted(package["license"]):
                problems.append(f"{name} is licensed under {package['license']}")
        except ValueError:
            problems.append(f"{name}: `{package['license']}` cannot be read")
    for name, several in sorted(versions.items()):
        if len(several) > 1:
            print(f"note: {name} in {len(several)} versions: {', '.join(sorted(several))}")
    for problem in problems:
        print(f"error: {problem}")
    print(f"{count} dependencies, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
