#!/usr/bin/env python3
"""Builds the same pages with `docs` and with its peers, and prints a Markdown table.

    benches/peers.py                        # 1,000 pages, 3 runs of each
    benches/peers.py --pages 300 --runs 1 --only docs zensical

The pages are plain Markdown that all of them read: front matter with a title, headings, paragraphs, lists, a table and
code in three languages; 25 in a section. Each program has the theme and the search that it comes with and no other
option, so they do not do the same work: `docs` also writes Markdown of each page, lists for language models and a sitemap.
Programs come from PyPI and the npm registry, into --work. A program that cannot be installed is told and left out.

Wall time is the median of the runs, with the smallest and the largest. "Edited" is a new process after a sentence was
added to one page, with whatever the program keeps from its last build. Memory is that of the largest process.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
IN_SECTION = 25
WORDS = """cluster event stream topic retry consumer offset replica token header payload schema region deploy metric
window queue batch signal worker buffer limit policy client server request answer version""".split()


def words(seed, count):
    """Words that look random and are the same in every run."""
    out = []
    for _ in range(count):
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        out.append(WORDS[(seed >> 33) % len(WORDS)])
    return " ".join(out)


def page(number):
    text = [f"---\ntitle: Page {number} {words(number, 2)}\n---\n"]
    for part in range(6):
        seed = number * 101 + part
        text.append(f"## {words(seed, 3).capitalize()} {part}\n\n{words(seed + 1, 70)}, **{words(seed + 2, 2)}** and `{words(seed + 3, 1)}`.\n")
        text.append("\n".join(f"- {words(seed + item, 9)}" for item in range(4)) + "\n")
        if part == 1:
            rows = "\n".join(f"| {words(seed + row, 1)} | {row} | {words(seed + row, 5)} |" for row in range(6))
            text.append(f"| Name | Number | Meaning |\n|---|---|---|\n{rows}\n")
        if part % 2 == 0:
            code = "\n".join(f"const {words(seed + line, 1)}{line} = await client.{words(seed + line, 1)}({line}) // {words(seed + line, 4)}" for line in range(8))
            text.append(f"```js\n{code}\n```\n")
        if part == 3:
            code = "\n".join(f'def {words(seed + line, 1)}_{line}(value: int) -> str:\n    return f"{{value}} {words(seed + line, 3)}"\n' for line in range(3))
            text.append(f"```python\n{code}```\n\n```bash\nexport KEY={number}\ncurl -H \"X-Part: {part}\" https://example.com/{number}\n```\n")
    return "\n".join(text)


def names(pages):
    """Sections with the names of their pages."""
    return {f"s{start // IN_SECTION:03}": [f"p{number:05}" for number in range(start, min(start + IN_SECTION, pages))] for start in range(0, pages, IN_SECTION)}


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


class Peer:
    """One program: its configuration, the folder of its pages, how it is started, and what it leaves."""

    def __init__(self, name, pages_in, out, keeps, command, configuration, packages):
        self.name, self.pages_in, self.out, self.keeps = name, pages_in, out, keeps
        self.command, self.configuration, self.packages = command, configuration, packages

    def prepare(self, root, pages):
        for section, inside in names(pages).items():
            for name in inside:
                write(root / self.pages_in / section / f"{name}.md", page(int(name[1:])))
        write(root / self.pages_in / "index.md", "---\ntitle: Home\n---\n\nWhere everything begins.\n")
        for name, text in self.configuration(names(pages)).items():
            write(root / name, text)

    def install(self, root):
        """Whether its packages are there."""
        if "npm" in self.packages:
            words = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(root), *self.packages["npm"]]
            return (root / "node_modules").exists() or subprocess.run(words).returncode == 0
        if "pip" in self.packages:
            environment = root / "environment"
            if (environment / "ready").exists():
                return True
            made = subprocess.run([sys.executable, "-m", "venv", str(environment)]).returncode == 0
            made = made and subprocess.run([str(environment / "bin/pip"), "install", "--quiet", *self.packages["pip"]]).returncode == 0
            if made:
                (environment / "ready").touch()
            return made
        return True


def docs_json(sections):
    groups = [{"group": section, "pages": [f"{section}/{name}" for name in inside]} for section, inside in sections.items()]
    site = {"theme": "mint", "name": "Peers", "colors": {"primary": "#166534"}, "navigation": {"groups": [{"group": "Start", "pages": ["index"]}, *groups]}}
    return {"docs.json": json.dumps(site)}


def vitepress(sections):
    sidebar = [{"text": section, "items": [{"text": name, "link": f"/{section}/{name}"} for name in inside]} for section, inside in sections.items()]
    config = {"title": "Peers", "themeConfig": {"sidebar": sidebar, "search": {"provider": "local"}}}
    return {".vitepress/config.mjs": f"export default {json.dumps(config)}\n", "package.json": '{ "type": "module" }'}


def starlight(sections):
    sidebar = [{"label": section, "autogenerate": {"directory": section}} for section in sections]
    return {
        "astro.config.mjs": "import { defineConfig } from 'astro/config'\nimport starlight from '@astrojs/starlight'\n"
        f"export default defineConfig({{ site: 'https://example.com', integrations: [starlight({{ title: 'Peers', sidebar: {json.dumps(sidebar)} }})] }})\n",
        "src/content.config.ts": "import { defineCollection } from 'astro:content'\nimport { docsLoader } from '@astrojs/starlight/loaders'\n"
        "import { docsSchema } from '@astrojs/starlight/schema'\nexport const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }\n",
        "package.json": '{ "type": "module" }',
    }


def peers(docs):
    return [
        Peer("docs", "", "dist", [".docs"], lambda root: [docs, "build", "."], docs_json, {}),
        Peer("Zensical", "docs", "site", [".cache"], lambda root: ["environment/bin/zensical", "build"], lambda _: {"zensical.toml": '[project]\nsite_name = "Peers"\n'}, {"pip": ["zensical"]}),
        Peer("Material for MkDocs", "docs", "site", [".cache"], lambda root: ["environment/bin/mkdocs", "build", "--quiet"], lambda _: {"mkdocs.yml": "site_name: Peers\ntheme:\n  name: material\nplugins: [search]\n"}, {"pip": ["mkdocs-material"]}),
        Peer("VitePress", "", ".vitepress/dist", [".vitepress/cache", ".vitepress/.temp"], lambda root: ["node_modules/.bin/vitepress", "build"], vitepress, {"npm": ["vitepress@1"]}),
        Peer("Starlight", "src/content/docs", "dist", [".astro", "node_modules/.astro", "node_modules/.vite"], lambda root: ["node_modules/.bin/astro", "build"], starlight, {"npm": ["astro@5", "@astrojs/starlight@0.36"]}),
    ]


def run(words, root):
    """Seconds and peak memory in bytes of one build."""
    # A process of its own measures: the largest of its children is the largest of this build.
    measured = "import resource, subprocess, sys, time; began = time.monotonic(); ended = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE); print(time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.stderr.buffer.write(ended.stderr[-800:]); sys.exit(ended.returncode)"
    environment = {**os.environ, "ASTRO_TELEMETRY_DISABLED": "1", "CI": "true"}
    ended = subprocess.run([sys.executable, "-c", measured, *map(str, words)], cwd=root, capture_output=True, text=True, env=environment)
    if ended.returncode != 0:
        raise RuntimeError(ended.stderr.strip() or f"ended with {ended.returncode}")
    wall, memory = ended.stdout.split()[-2:]
    return float(wall), int(memory) * (1 if sys.platform == "darwin" else 1024)


def pages_in(folder):
    return sum(1 for _ in folder.rglob("*.html"))


def spread(values):
    return f"{statistics.median(values):.2f} s ({min(values):.2f} to {max(values):.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--work", type=Path, default=HERE / "target" / "peers")
    parser.add_argument("--docs", type=Path, default=HERE / "target" / "release" / "docs")
    parser.add_argument("--only", nargs="*", help="beginnings of the names of those that are measured")
    arguments = parser.parse_args()
    chosen = [peer for peer in peers(arguments.docs.resolve()) if not arguments.only or any(peer.name.lower().startswith(name.lower()) for name in arguments.only)]
    rows = []
    for peer in chosen:
        root = arguments.work.resolve() / peer.name.replace(" ", "-")
        root.mkdir(parents=True, exist_ok=True)
        peer.prepare(root, arguments.pages)
        if not peer.install(root):
            print(f"left out, because it could not be installed: {peer.name}", file=sys.stderr)
            continue
        page_path = root / peer.pages_in / "s000" / "p00003.md"
        text, cold, edited, memory = page_path.read_text(), [], [], 0
        try:
            for number in range(arguments.runs):
                page_path.write_text(text)
                for name in [peer.out, *peer.keeps]:
                    shutil.rmtree(root / name, ignore_errors=True)
                wall, peak = run(peer.command(root), root)
                cold.append(wall)
                memory = max(memory, peak)
                page_path.write_text(f"{text}\nEdit {number}.\n")
                edited.append(run(peer.command(root), root)[0])
        except RuntimeError as problem:
            print(f"left out, because it failed: {peer.name}: {problem}", file=sys.stderr)
            continue
        made = pages_in(root / peer.out)
        print(f"{peer.name}: {spread(cold)}, {spread(edited)}, {made} HTML files", file=sys.stderr)
        rows.append((peer.name, cold, edited, memory, made))
    first = next((row for row in rows if row[0] == "docs"), None)
    print(f"{date.today()}, {arguments.pages} pages, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the end, {arguments.runs} runs.\n")
    print("| | cold | one page edited | largest process | HTML files |\n|---|--:|--:|--:|--:|")
    for name, cold, edited, memory, made in rows:
        times = [f"{statistics.median(own) / statistics.median(base):.0f} ×" for own, base in ((cold, first[1]), (edited, first[2]))] if first and name != "docs" else ["", ""]
        cells = [f"{spread(values)} {ratio}".strip() for values, ratio in zip((cold, edited), times)]
        print(f"| {name} | {cells[0]} | {cells[1]} | {memory / 1e6:.0f} MB | {made:,} |")


if __name__ == "__main__":
    main()
