#!/usr/bin/env python3
"""Builds sites whose API description is an attack, each in a process of its own, and prints what it took.

    .ci/hostile.py target/release/docs [NAME]

Every one has to end with a page or with a problem that has a place, in at most 256 MiB. The time is that of the
processor; it is printed, and more than ten times the two seconds that it should take is a failure: a machine in use
counts for more than twice.
"""

import json
import os
import pathlib
import sys
import tempfile

MOST_MEMORY = 256
USUAL_SECONDS = 2
HEAD = '{"openapi":"3.1.0","info":{"title":"A","version":"1"},'
SCRIPT = "</script><script>alert(1)</script><img src=x onerror=alert(1)>{alert(1)}[x](javascript:alert(1))"


def operation(schema):
    """A description with one operation that sends and answers a schema."""
    content = {"application/json": {"schema": schema}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "servers": [{"url": "https://api.example"}],
        "paths": {
            "/a": {
                "post": {
                    "summary": "A",
                    "requestBody": {"content": content},
                    "responses": {"200": {"description": "ok", "content": content}},
                }
            }
        },
    }


def fan(keyword, levels=30):
    """2^levels ways through a schema."""
    schemas = {}
    for level in range(levels):
        below = {"$ref": f"#/components/schemas/S{level + 1}"}
        schemas[f"S{level}"] = (
            {"type": "object", "properties": {"a": below, "b": below}}
            if keyword == "properties"
            else {keyword: [{"properties": {"x": below}}, {"title": "t", "properties": {"y": below}}, below]}
        )
    schemas[f"S{levels}"] = {"type": "string"}
    return {**operation({"$ref": "#/components/schemas/S0"}), "components": {"schemas": schemas}}


def circles():
    schemas = {
        "A": {"$ref": "#/components/schemas/B"},
        "B": {"$ref": "#/components/schemas/A"},
        "Own": {"allOf": [{"$ref": "#/components/schemas/Own"}], "properties": {"s": {"$ref": "#/components/schemas/Own"}}},
        "List": {"type": "array", "items": {"$ref": "#/components/schemas/List"}},
        "Or": {"oneOf": [{"$ref": "#/components/schemas/Or"}, {"properties": {"o": {"$ref": "#/components/schemas/Or"}}}]},
        "Map": {"additionalProperties": {"$ref": "#/components/schemas/Map"}},
    }
    # Each of two hundred refers to each.
    names = [f"M{number}" for number in range(200)]
    for name in names:
        schemas[name] = {"properties": {other: {"$ref": f"#/components/schemas/{other}"} for other in names}}
    paths = {}
    for name in [*list(schemas)[:6], "M0", "M1"]:
        paths[f"/{name}"] = operation({"$ref": f"#/components/schemas/{name}"})["paths"]["/a"]
    return {**operation({}), "paths": paths, "components": {"schemas": schemas}}


def yaml_bomb():
    lines = ["openapi: 3.1.0", "info: {title: A, version: '1'}", "a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    lines += [f"a{level}: &a{level} [{','.join([f'*a{level - 1}'] * 10)}]" for level in range(1, 12)]
    return "\n".join([*lines, "paths: {/a: {get: {summary: A, x: *a11}}}"]) + "\n"


def yaml_merges():
    lines = ["openapi: 3.1.0", "info: {title: A, version: '1'}", "m0: &m0 {k: v}"]
    lines += [f"m{level}: &m{level} {{<<: *m{level - 1}, a{level}: *m{level - 1}, b{level}: *m{level - 1}}}" for level in range(1, 40)]
    return "\n".join([*lines, "paths: {/a: {get: {summary: A, x: *m39}}}"]) + "\n"


def nested(opening, closing, depth=100_000):
    return opening * depth + "1" + closing * depth


def references():
    wrong = ["#/components/schemas/Nowhere", "nowhere.yaml#/A", "#", "#/", "##", "%", "#/paths/~1a", "../../../etc/passwd", "file:///etc/passwd", "http://127.0.0.1:1/x.json", "", "#/components/schemas/%E0%A4%A"]
    schemas = {f"S{number}": {"$ref": wrong[number % len(wrong)]} for number in range(20_000)}
    fields = {f"f{number}": {"$ref": f"#/components/schemas/S{number}"} for number in range(2_000)}
    return {**operation({"properties": fields}), "components": {"schemas": schemas}}


def scripts():
    schema = {"type": "object", "title": SCRIPT, "description": SCRIPT, "properties": {SCRIPT: {"type": "string", "description": SCRIPT, "default": SCRIPT, "example": SCRIPT, "enum": [SCRIPT], "pattern": SCRIPT, "format": SCRIPT}}}
    written = operation(schema)
    written["info"] = {"title": SCRIPT, "version": SCRIPT, "description": SCRIPT}
    written["servers"] = [{"url": "https://x/" + SCRIPT, "description": SCRIPT, "variables": {SCRIPT: {"default": SCRIPT}}}]
    written["paths"]["/a"]["post"].update({"summary": SCRIPT, "description": SCRIPT, "operationId": SCRIPT, "tags": [SCRIPT], "x-codeSamples": [{"lang": SCRIPT, "label": SCRIPT, "source": SCRIPT}], "parameters": [{"name": SCRIPT, "in": "query", "description": SCRIPT, "example": SCRIPT}]})
    written["paths"]["/" + SCRIPT] = {"get": {"summary": "B"}}
    return written


def wide():
    fields = {f"field{number}": {"type": "string", "description": f"Number {number}."} for number in range(50_000)}
    return operation({"properties": fields})


# Name, name of the file, its text.
CASES = {
    "circles": ("openapi.json", lambda: json.dumps(circles())),
    "fan of properties": ("openapi.json", lambda: json.dumps(fan("properties"))),
    "fan of oneOf": ("openapi.json", lambda: json.dumps(fan("oneOf"))),
    "fan of anyOf": ("openapi.json", lambda: json.dumps(fan("anyOf"))),
    "fan of allOf": ("openapi.json", lambda: json.dumps(fan("allOf"))),
    "bomb of aliases": ("openapi.yaml", yaml_bomb),
    "bomb of merges": ("openapi.yaml", yaml_merges),
    "deep lists": ("openapi.json", lambda: HEAD + '"paths":{"/a":{"get":{"x":' + nested("[", "]") + "}}}}"),
    "deep objects": ("openapi.json", lambda: HEAD + '"paths":{"/a":{"get":{"x":' + nested('{"a":', "}") + "}}}}"),
    "deep items": ("openapi.json", lambda: HEAD + '"paths":{"/a":{"get":{"responses":{"200":{"content":{"application/json":{"schema":' + nested('{"items":', "}") + "}}}}}}}}"),
    "deep YAML": ("openapi.yaml", lambda: "openapi: 3.1.0\npaths: " + "[" * 100_000 + "]" * 100_000 + "\n"),
    "deep YAML lines": ("openapi.yaml", lambda: "openapi: 3.1.0\nx:\n" + "".join(" " * (depth % 5_000) + "- \n" for depth in range(5_000))),
    "key of 50 MB in paths": ("openapi.json", lambda: HEAD + '"paths":{"/' + "k" * 50_000_000 + '":{"get":{}},"/b":{"get":{"summary":"B"}}}}'),
    "key of 50 MB in a schema": ("openapi.json", lambda: json.dumps(operation({"properties": {"k" * 50_000_000: {"type": "string"}}}))),
    "key of 50 MB at the top": ("openapi.json", lambda: HEAD + '"' + "k" * 50_000_000 + '":1,"paths":{"/b":{"get":{"summary":"B"}}}}'),
    "key of 50 MB in YAML": ("openapi.yaml", lambda: "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths:\n  /b: {get: {summary: B}}\n  ? " + "k" * 50_000_000 + "\n  : {get: {summary: K}}\n"),
    "text of 50 MB": ("openapi.json", lambda: json.dumps({**operation({"description": "word " * 10_000_000}), })),
    "summary of 50 MB": ("openapi.json", lambda: HEAD + '"paths":{"/a":{"get":{"summary":"' + "s" * 50_000_000 + '"}}}}'),
    "wrong references": ("openapi.json", lambda: json.dumps(references())),
    "scripts": ("openapi.json", lambda: json.dumps(scripts())),
    "50,000 fields": ("openapi.json", lambda: json.dumps(wide())),
    "required 300,000 times": ("openapi.json", lambda: HEAD + '"paths":{"/a":{"get":{"parameters":[{"name":"a","in":"query",' + '"required":true,' * 300_000 + '"schema":{"type":"string"}}],"responses":{}}}}}'),
    "torn": ("openapi.json", lambda: json.dumps(fan("properties"))[:-200]),
}


def build(program, name):
    file, text = CASES[name]
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        # By another process: what one holds before it becomes the program counts as memory of the program.
        writer = os.fork()
        if writer == 0:
            (root / file).write_text(text())
            os._exit(0)
        os.waitpid(writer, 0)
        (root / "index.mdx").write_text("# Start\n")
        navigation = {"groups": [{"group": "Start", "pages": ["index"]}, {"group": "API", "openapi": file}]}
        config = {"theme": "mint", "name": "A", "colors": {"primary": "#166534"}, "navigation": navigation}
        (root / "docs.json").write_text(json.dumps(config))
        out, report = root / "dist", root / "report"
        child = os.posix_spawn(program, [program, "build", folder, "--out", str(out), "--json"], {**os.environ, "DOCS_LOG": ""}, file_actions=[(os.POSIX_SPAWN_OPEN, 1, str(report), os.O_WRONLY | os.O_CREAT, 0o600), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])
        _, status, usage = os.wait4(child, 0)
        seconds, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        pages = len(list(out.glob("api-reference/**/index.html")))
        try:
            problems = json.loads(report.read_text()).get("diagnostics", [])
        except ValueError:
            problems = []
        placed = [problem for problem in problems if problem.get("location") or problem.get("line") or problem.get("path")]
        wrong = []
        if os.WIFSIGNALED(status):
            wrong.append(f"ended by signal {os.WTERMSIG(status)}")
        if any(problem.get("code") == "internal-error" for problem in problems):
            wrong.append("an internal error")
        if not pages and not placed:
            wrong.append("neither a page nor a problem with a place")
        if memory > MOST_MEMORY:
            wrong.append(f"more than {MOST_MEMORY} MiB")
        if seconds > 10 * USUAL_SECONDS:
            wrong.append("too slow")
        slow = " (slow)" if seconds > USUAL_SECONDS else ""
        print(f"{name:26} {pages:5} pages {len(problems):4} problems {seconds:6.2f} s{slow} {memory:6.0f} MiB  {', '.join(wrong)}", flush=True)
        return not wrong


def main():
    program = os.path.abspath(sys.argv[1])
    names = [name for name in CASES if len(sys.argv) < 3 or sys.argv[2] in name]
    results = [build(program, name) for name in names]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
