// How well the search finds, and what it costs: node benches/search.mjs path/to/docs [path/to/search-worker.js]
//
// Builds the sites below, asks all questions of `fixtures/search` (QUESTION TAB ADDRESS, or several that are all
// right) in node, and the first 20 of each site in a real Chromium with the network recorded. Prints the mean
// reciprocal rank of each set (1: the right page is always first), the questions that did worst, bytes and
// milliseconds. Exit code 1 when a set stays below 0.9, or a first question costs more than 300 KB.
import { readFileSync, readdirSync, copyFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { inflateRawSync } from 'node:zlib'
import { build, launch, project, serve } from '../tests/browser/browser.mjs'

const GOAL = .9
const MOST_BYTES = 300_000
const worker = path.resolve(process.argv[3] || path.join(project, 'themes/base/search-worker.js'))
const { engine } = await import(pathToFileURL(worker))
const SITES = [
  { name: 'find-example', source: 'fixtures/example', sets: ['english', 'identifiers'] },
  { name: 'find-cjk', source: 'fixtures/search/cjk', sets: ['cjk'] },
]

const questions = set => readFileSync(path.join(project, `fixtures/search/${set}.tsv`), 'utf8').split('\n').filter(line => line && !line.startsWith('#')).map(line => {
  const [query, right] = line.split('\t')
  return { query, right: right.split(' ') }
})
// The language that a question is for is that of the pages it should find.
const languageOf = (right, all) => all.map(index => index.language).find(language => right[0].split('/')[1] == language)

const engineOf = root => {
  const base = path.join(root, '_docs/search/')
  const load = async name => new Uint8Array(inflateRawSync(readFileSync(`${base}${name}.bin`)))
  const text = async url => readFileSync(path.join(root, decodeURI(url)), 'utf8')
  return engine(load, text)
}

const share = (times, part) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]
const kilo = bytes => (bytes / 1000).toFixed(1) + ' KB'
let bad = false

for (const site of SITES) {
  const root = build(site.name, path.join(project, site.source))
  const { indexes } = JSON.parse(readFileSync(path.join(root, '_docs/search/index.json')))
  const own = engineOf(root)
  const scopeOf = right => {
    const language = languageOf(right, indexes) ?? indexes[0].language
    const near = indexes.filter(index => index.language == language)
    return { language, scope: near.filter(index => index.version == near[0].version).map(index => index.directory) }
  }
  for (const set of site.sets) {
    const ranks = []
    const keys = []
    for (const { query, right } of questions(set)) {
      const { language, scope } = scopeOf(right)
      const { pages } = await own.search(query, scope, language, 10, true)
      const rank = pages.findIndex(page => right.includes(page.url)) + 1
      ranks.push({ query, rank, right, instead: pages.slice(0, 3).map(page => page.url) })
      // Each key of it again, now that all is loaded
      for (let end = 1; end <= query.length; end++) {
        await own.search(query.slice(0, end), scope, language, 10, true)
        const start = performance.now()
        await own.search(query.slice(0, end), scope, language, 10, true)
        keys.push(performance.now() - start)
      }
    }
    const mrr = ranks.reduce((sum, { rank }) => sum + (rank && 1 / rank), 0) / ranks.length
    const within = most => ranks.filter(({ rank }) => rank && rank <= most).length
    bad ||= mrr < GOAL
    console.log(`${set}: MRR ${mrr.toFixed(3)} over ${ranks.length} questions; first ${within(1)}, in three ${within(3)}, not in ten ${ranks.filter(({ rank }) => !rank).length}; a key ${share(keys, .5).toFixed(2)} ms, p95 ${share(keys, .95).toFixed(2)} ms`)
    const worst = ranks.filter(({ rank }) => rank != 1).sort((a, b) => (a.rank || 99) - (b.rank || 99)).reverse()
    for (const { query, rank, right, instead } of worst.slice(0, process.env.ALL ? 99 : 12)) console.log(`   ${rank || '–'}  ${query}: ${right.join(' ')}; found ${instead.join(' ')}`)
  }
  // The files that changed since the site was built
  if (process.argv[3]) copyFileSync(worker, path.join(root, '_docs', readdirSync(path.join(root, '_docs')).find(name => name.startsWith('search-worker.'))))
  bad = await inBrowser(root, site.sets.flatMap(questions).slice(0, 20)) || bad
}

// The first question of a visit, each in a browser that knows nothing
async function inBrowser(root, asked) {
  const host = await serve(root)
  const browser = await launch()
  const sums = []
  for (const { query, right } of asked) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const language = right[0].split('/')[1]
    const { indexes } = JSON.parse(readFileSync(path.join(root, '_docs/search/index.json')))
    await page.goto(host.url + (indexes.some(index => index.language == language) ? right[0] : '/'))
    await page.waitForLoadState('networkidle')
    const sum = { code: 0, index: 0, texts: 0 }
    const reading = []
    // What a host that compresses would send of texts and code; the index is compressed as it is.
    context.on('response', response => reading.push((async () => {
      const { gzipSync } = await import('node:zlib')
      const name = new URL(response.url()).pathname
      const bytes = await response.body().catch(() => Buffer.alloc(0))
      const kind = name.endsWith('.js') ? 'code' : name.includes('/_docs/search/') ? 'index' : name.endsWith('.md') ? 'texts' : null
      if (kind) sum[kind] += name.endsWith('.bin') ? bytes.length : gzipSync(bytes).length
    })()))
    await page.keyboard.press('Control+k')
    await page.locator('dialog.search input').fill(query)
    await page.locator('dialog.search [role=option]').first().waitFor({ timeout: 5000 }).catch(() => console.log(`   nothing shown for ${query}`))
    await page.waitForTimeout(300)
    await Promise.all(reading)
    sums.push({ query, ...sum, all: sum.code + sum.index + sum.texts })
    await context.close()
  }
  await browser.close()
  host.close()
  const most = sums.reduce((a, b) => b.all > a.all ? b : a)
  const middle = key => kilo(share(sums.map(sum => sum[key]), .5))
  console.log(`   first question in a browser: code ${middle('code')}, index ${middle('index')}, texts ${middle('texts')}; most ${kilo(most.all)} (${most.query})`)
  return most.all > MOST_BYTES
}
process.exit(bad ? 1 : 0)
