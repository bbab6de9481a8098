// Files for machines, checked by programs of other people: the sitemap by its schema, feeds by strict parsers, JSON-LD by
// the vocabulary of schema.org. What cannot be had from the registries is skipped, and said so.
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { build, packages, sources, work } from './browser.mjs'

const API = JSON.stringify({ openapi: '3.0.0', info: { title: 'A', version: '1' }, paths: { '/users': { get: { summary: 'List users & more', responses: {} } } } })
export const SITE = {
  'docs.json': JSON.stringify({
    theme: 'mint', name: 'Machines & "more"', description: 'For <machines>', colors: { primary: '#166534' },
    seo: { organization: { name: 'Us', url: 'https://us.example', logo: 'https://us.example/logo.png', sameAs: 'https://social.example/us' } }, metadata: { timestamp: true },
    navigation: { languages: [{ language: 'en', default: true, groups: [{ group: 'Start & go', pages: ['index', 'changelog', 'sub/log'] }, { group: 'API', openapi: 'api.json' }] }, { language: 'de', groups: [{ group: 'Anfang', pages: ['de/index'] }] }] }
  }),
  'api.json': API,
  'index.mdx': '---\ntitle: Start & <go>\ndescription: "The \\"first\\" page"\n---\n\nText.\n',
  'de/index.mdx': '---\ntitle: Anfang\n---\n\nText.\n',
  'changelog.mdx': '---\ntitle: Changes & more\ndescription: What is new\nrss: true\n---\n\n<Update label="October 12, 2024" tags={["API", "A & B"]}>\n## Added ü 中文\n\nSee [start](/) and `a < b`.\n\n```js\nif (a < b && c) {}\n```\n\n| A | B |\n|---|---|\n| 1 | ]]> |\n\n<Warning>Mind this.</Warning>\n</Update>\n\n<Update label="v1.0" description="2024-01-02" rss={{ title: "First & best", description: "For feeds" }}>\nThe first.\n</Update>\n',
  'sub/log.mdx': '---\ntitle: No days\n---\n\n<Update label="v2">Two.</Update>\n\n<Update label="v1">One.</Update>\n',
}

const PYTHON = `
import json, sys
sys.path.insert(0, sys.argv[1])
import atoma, feedparser
from datetime import timezone
root = sys.argv[2]
for folder, count, dated in [("changelog", 2, 2), ("sub/log", 2, 2)]:
    read = lambda name: open(f"{root}/{folder}/{name}", "rb").read()
    rss, atom, feed = atoma.parse_rss_bytes(read("rss.xml")), atoma.parse_atom_bytes(read("atom.xml")), atoma.parse_json_feed_bytes(read("feed.json"))
    assert len(rss.items) == len(atom.entries) == len(feed.items) == count, folder
    assert sum(item.pub_date is not None for item in rss.items) == dated, folder
    for one, two, three in zip(rss.items, atom.entries, feed.items):
        assert one.title == two.title.value == three.title, one.title
        assert one.link == two.id_ == three.id_ == one.guid, one.link
        assert one.pub_date.date() == two.published.date() == three.date_published.date(), one.title
    for name in ["rss.xml", "atom.xml"]:
        parsed = feedparser.parse(read(name))
        assert not parsed.bozo, (folder, name, parsed.get("bozo_exception"))
        for entry in parsed.entries:
            assert entry.title and entry.link.startswith("https://e.example/") and entry.content[0].value, entry
print("ok")
`

export async function validators({ only, same, told }) {
  if (!'validators'.includes(only) && !only.startsWith('seo') && !only.startsWith('log')) return
  const source = sources('machines', SITE)
  const git = (...words) => spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@e.example', ...words], { cwd: source })
  git('init', '-q'); git('add', '.'); git('commit', '-qm', 'x')
  const site = await build('machines', source, '--site-url', 'https://e.example')
  const have = (what, get) => {
    try { return get() } catch (error) { console.log(`skipped: ${what} (${String(error.message).split('\n')[0]})`) }
  }

  const lint = have('the schema of sitemaps', () => {
    const require = packages('xmllint-wasm', 'sitemap')
    const schema = fs.readFileSync(path.join(work, 'node_modules/sitemap/schema/sitemap.xsd'), 'utf8')
    // Links to other languages are of another schema.
    return { validate: require('xmllint-wasm').validateXML, schema: schema.replaceAll('processContents="strict"', 'processContents="lax"') }
  })
  if (lint) await told('seo_04: the sitemap keeps to its schema', async () => {
    const contents = fs.readFileSync(path.join(site, 'sitemap.xml'), 'utf8')
    const { valid, errors } = await lint.validate({ xml: [{ fileName: 'sitemap.xml', contents }], schema: [{ fileName: 'sitemap.xsd', contents: lint.schema }] })
    same([valid, errors], [true, []], 'sitemap')
    same([/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/.test(contents), contents.includes('hreflang="de"')], [true, true], 'days and languages')
  })

  const python = have('parsers of feeds', () => {
    const to = path.join(work, 'python')
    if (!fs.existsSync(path.join(to, 'feedparser'))) execFileSync('python3', ['-m', 'pip', 'install', '--quiet', '--target', to, 'atoma', 'feedparser'], { stdio: ['ignore', 'ignore', 'ignore'] })
    return to
  })
  if (python) await told('log_02: strict parsers read the feeds', async () => {
    const ended = spawnSync('python3', ['-c', PYTHON, python, site], { encoding: 'utf8' })
    same([ended.status, ended.stdout.trim()], [0, 'ok'], ended.stderr.split('\n').slice(-3).join(' '))
  })

  const tsc = have('the vocabulary of schema.org', () => { packages('schema-dts', 'typescript'); return path.join(work, 'node_modules/typescript/bin/tsc') })
  if (tsc) await told('seo_06: structured data is of schema.org', async () => {
    const pages = ['index.html', 'changelog/index.html', 'de/index.html', ...fs.readdirSync(path.join(site, 'api-reference'), { recursive: true }).filter(file => file.endsWith('/index.html')).map(file => `api-reference/${file}`)]
    const found = pages.map(page => {
      const html = fs.readFileSync(path.join(site, page), 'utf8')
      return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)[1])
    })
    const file = path.join(work, 'structured.ts')
    const check = graphs => {
      fs.writeFileSync(file, `import type { Graph } from 'schema-dts'\n` + graphs.map((graph, at) => `export const graph${at}: Graph = ${JSON.stringify(graph)}\n`).join(''))
      return spawnSync(process.execPath, [tsc, '--noEmit', '--strict', '--skipLibCheck', '--moduleResolution', 'bundler', '--module', 'esnext', '--target', 'esnext', file], { encoding: 'utf8', cwd: work })
    }
    const ended = check(found)
    same([ended.status, ended.stdout.slice(0, 600)], [0, ''], 'types')
    // The check itself notices a word that is not of the vocabulary.
    const wrong = structuredClone(found[0])
    wrong['@graph'][1].noSuchWord = 'x'
    same(check([wrong]).status != 0, true, 'a wrong word is noticed')
  })
}
