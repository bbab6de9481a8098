// How well the search finds, and what it costs: node benches/search.mjs path/to/docs [path/to/search-worker.js]
//
// Builds the sites below, asks all questions of `fixtures/search` (QUESTION TAB ADDRESS, or several that are all
// right) in node, and the first 20 of each site in a real Chromium with the network recorded. Prints the mean
// reciprocal rank of each set (1: the right page is always first), the questions that did worst, bytes and
// milliseconds. Exit code 1 when a set stays below 0.9, or a first question costs more than 300 KB. The set `corpus`
// is about sites that lie beside the repository; where they do not, it is left out. So is `fresh`, whose questions took no
// part in choosing any weight; it has no goal. `public`, `unseen`, `held`, `later`, `newest`, `strangers`, `apart`, `abroad`, `afield`, `around`, `beside`, `further` and `elsewhere` are about public
// repositories, named in these files with their commits: with SITES=FOLDER they are looked for there, as OWNER__NAME. They have no goal either.
// A question that no page of an index answers is told: it says nothing about the ranking. Another worker than that of the sites is one file, as a built site has it.
//
// node benches/search.mjs path/to/docs --pages 10000 100000 makes up sets of these sizes, builds them below the folder
// for temporary files, and measures in Chromium what they cost: code, bytes until the first result, time of a key. With
// KEEP=1 they stay there, and are there for the next time; with ALL=1 every question is told.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync, inflateRawSync } from 'node:zlib'
import { build, docs, launch, project, searchProgram, serve, work } from '../tests/browser/browser.mjs'

const GOAL = .9
const MOST_CODE = 25_000
const MOST_KEY = 60
const mostBytes = pages => pages > 10_000 ? 600_000 : 300_000
const sizes = process.argv[3] == '--pages' ? process.argv.slice(4).map(Number) : []
const other = sizes.length ? null : process.argv[3]

const lines = set => readFileSync(path.join(project, `fixtures/search/${set}.tsv`), 'utf8').split('\n').filter(line => line && !line.startsWith('#')).map(line => line.split('\t'))
const questions = set => lines(set).map(([query, right]) => ({ query, right: right.split(' ') }))
const sites = [
  { name: 'find-example', source: 'fixtures/example', sets: { english: questions('english'), identifiers: questions('identifiers') } },
  { name: 'find-cjk', source: 'fixtures/search/cjk', sets: { cjk: questions('cjk') } },
]
const corpus = path.join(project, '../shared/corpus')
const real = existsSync(corpus) ? ['corpus', 'fresh'].flatMap(set => lines(set).map(line => [corpus, set, ...line])) : []
const others = process.env.SITES
if (others) real.push(...['public', 'unseen', 'held', 'later', 'newest', 'strangers', 'apart', 'abroad', 'afield', 'around', 'beside', 'further', 'elsewhere'].flatMap(set => lines(set).map(line => [others, set, ...line])))
for (const site of new Set(real.map(([folder, , site]) => path.join(folder, site)))) {
  const sets = {}
  for (const [folder, set, name, query, right] of real) if (path.join(folder, name) == site) (sets[set] ||= []).push({ query, right: right.split(' ') })
  if (existsSync(site)) sites.push({ source: site, sets, real: true })
  else console.log(`skipped: there is no ${site}`)
}
if (!existsSync(corpus) && !sizes.length) console.log(`skipped: the sets corpus and fresh, there is no ${corpus}`)
if (!others && !sizes.length) console.log('skipped: the sets public, unseen, held, later, newest, strangers, apart, abroad, afield, around, beside, further and elsewhere, SITES is not set')

const readIndex = (root, name) => JSON.parse(inflateRawSync(readFileSync(path.join(root, '_docs/search', `${name}.bin`))))
const indexesOf = root => JSON.parse(readFileSync(path.join(root, '_docs/search/index.json'))).indexes
// The language that a question is for is that of the pages it should find.
const languageOf = (right, all) => all.map(index => index.language).find(language => language?.split('-')[0] == right[0].split('/')[1] || language == right[0].split('/')[1])

const engineOf = async root => {
  const { engine } = other ? await import(pathToFileURL(path.resolve(other))) : await searchProgram(root)
  const base = path.join(root, '_docs/search/')
  const load = async name => new Uint8Array(inflateRawSync(readFileSync(`${base}${name}.bin`)))
  const text = async url => readFileSync(path.join(root, decodeURI(url)), 'utf8')
  return engine(load, text)
}

const share = (times, part) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]
const kilo = bytes => (bytes / 1000).toFixed(1) + ' KB'
const sum = (all, value) => all.reduce((sum, one) => sum + value(one), 0)
let bad = false

if (sizes.length) for (const pages of sizes) await madeUp(pages)
else {
  const results = {}
  for (const site of sites) {
    const root = site.real ? quietly(site.source, path.join(work, 'site/find-corpus')) : await build(site.name, path.join(project, site.source))
    for (const [set, asked] of Object.entries(site.sets)) await rank(root, asked, results[set] ||= { ranks: [], keys: [] })
    // The files that changed since the site was built
    if (other) copyFileSync(other, path.join(root, '_docs', readdirSync(path.join(root, '_docs')).find(name => name.startsWith('search-worker.'))))
    if (!site.real) bad = await firstQuestions(root, Object.values(site.sets).flat().slice(0, 20)) > mostBytes(0) || bad
  }
  for (const [set, { ranks, keys }] of Object.entries(results)) {
    const mrr = sum(ranks, ({ rank }) => rank && 1 / rank) / ranks.length
    const within = most => ranks.filter(({ rank }) => rank && rank <= most).length
    bad ||= !['fresh', 'public', 'unseen', 'held', 'later', 'newest', 'strangers', 'apart', 'abroad', 'afield', 'around', 'beside', 'further', 'elsewhere'].includes(set) && mrr < GOAL
    console.log(`${set}: MRR ${mrr.toFixed(3)} over ${ranks.length} questions; first ${within(1)}, in three ${within(3)}, not in ten ${ranks.filter(({ rank }) => !rank).length}; a key ${share(keys, .5).toFixed(2)} ms, p95 ${share(keys, .95).toFixed(2)} ms`)
    const worst = ranks.filter(({ rank }) => rank != 1).sort((a, b) => (b.rank || 99) - (a.rank || 99))
    for (const { query, rank, right, instead } of worst.slice(0, process.env.ALL ? 99 : 12)) console.log(`   ${rank || '–'}  ${query}: ${right.join(' ')}; found ${instead.join(' ')}`)
  }
}

// Builds without a word: sites that are not ours have problems of their own
function quietly(from, to) {
  rmSync(to, { recursive: true, force: true })
  try { execFileSync(docs, ['build', from, '--out', to, '--no-cache'], { stdio: 'ignore' }) } catch (error) { if (error.status != 1) throw error }
  return to
}

// Where the right pages of questions are among those that are found
async function rank(root, asked, { ranks, keys }) {
  const indexes = indexesOf(root)
  const own = await engineOf(root)
  const known = new Set(indexes.flatMap(index => readIndex(root, index.directory).chunks.flatMap(([, cards]) => cards.flatMap(name => readIndex(root, `${index.directory.split('/')[0]}/${name}`).map(card => card[0])))))
  for (const { query, right } of asked) {
    if (!right.some(address => known.has(address))) console.log(`   in no index: ${query}: ${right.join(' ')}`)
    const language = languageOf(right, indexes) ?? indexes[0].language
    const near = indexes.filter(index => index.language == language)
    const scope = near.filter(index => index.version == near[0].version).map(index => index.directory)
    const { pages } = await own.search(query, scope, language, 10, true)
    ranks.push({ query, right, rank: pages.findIndex(page => right.includes(page.url)) + 1, instead: pages.slice(0, 3).map(page => page.url) })
    // Each key of it again, now that all is loaded
    for (let end = 1; end <= query.length; end++) {
      await own.search(query.slice(0, end), scope, language, 10, true)
      const start = performance.now()
      await own.search(query.slice(0, end), scope, language, 10, true)
      keys.push(performance.now() - start)
    }
  }
}

// The first question of a visit, each in a browser that knows nothing; gives the most bytes
async function firstQuestions(root, asked) {
  const host = await serve(root)
  const browser = await launch()
  const sums = []
  const indexes = indexesOf(root)
  for (const { query, right } of asked) {
    const from = languageOf(right, indexes) ? right[0] : '/'
    const visit = await ask(browser, host.url + from, query)
    sums.push({ query, ...visit.sizes, all: sum(Object.values(visit.sizes), size => size) })
    await visit.close()
  }
  await browser.close()
  host.close()
  const most = sums.reduce((a, b) => b.all > a.all ? b : a)
  const middle = key => kilo(share(sums.map(sum => sum[key]), .5))
  console.log(`first question in a browser, ${path.basename(root)}: code ${middle('code')}, index ${middle('index')}, texts ${middle('texts')}; most ${kilo(most.all)} (${most.query})`)
  return most.all
}

// Opens a page in a browser that knows nothing, and asks; counts what a host that compresses sends
async function ask(browser, address, query) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  const sizes = { code: 0, index: 0, texts: 0 }
  const reading = []
  context.on('response', response => reading.push((async () => {
    const name = new URL(response.url()).pathname
    const bytes = await response.body().catch(() => Buffer.alloc(0))
    const kind = name.endsWith('.js') ? 'code' : name.includes('/_docs/search/') ? 'index' : name.endsWith('.md') ? 'texts' : null
    // The index is compressed as it is.
    if (kind) sizes[kind] += name.endsWith('.bin') ? bytes.length : gzipSync(bytes).length
  })()))
  await page.keyboard.press('Control+k')
  await page.locator('dialog.search input').fill(query)
  await page.locator('dialog.search .search-hit:not(.search-first)').first().waitFor({ timeout: 20_000 }).catch(() => console.log(`   nothing shown for ${query}`))
  await page.waitForTimeout(300)
  await Promise.all(reading)
  return { page, sizes, close: () => context.close() }
}

// A made-up set of so many pages
async function madeUp(pages) {
  const folder = path.join(os.tmpdir(), `docs-search-${pages}`)
  const [from, root] = ['from', 'out'].map(name => path.join(folder, name))
  try {
    if (!existsSync(from)) execFileSync('cargo', ['run', '--release', '--quiet', '--example', 'generate_site', '--', from, String(pages), '1', 'small-sections'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })
    if (!existsSync(root)) quietly(from, root)
    const all = indexesOf(root)
    const largest = all.reduce((a, b) => b.pages > a.pages ? b : a)
    // Titles of pages all over the largest index; two of them mistyped, two together, words of every page
    const cards = readIndex(root, largest.directory).chunks.flatMap(([, cards]) => cards)
    const titles = Array.from({ length: 12 }, (_, at) => {
      const some = readIndex(root, `${largest.directory.split('/')[0]}/${cards[Math.floor(at * cards.length / 12)]}`)
      return some[at % some.length][2]
    })
    const mistyped = titles.slice(0, 2).map(title => title.replace(/(\w{3})(\w)(\w)/, '$1$3$2'))
    const asked = [...titles, ...mistyped, titles.slice(2, 4).join(' '), 'how do I configure the server', 'request timeout', 'delete a webhook with the client', 'c', 'the']
    const host = await serve(root)
    const browser = await launch()
    const sums = [], keys = []
    const start = host.url + (largest.language && all[0].language != largest.language ? `/${largest.language}/` : '/')
    for (const query of asked) {
      const visit = await ask(browser, start, query)
      sums.push({ query, ...visit.sizes, all: sum(Object.values(visit.sizes), size => size) })
      keys.push(...await keyTimes(visit.page, query))
      await visit.close()
    }
    await browser.close()
    host.close()
    const most = sums.reduce((a, b) => b.all > a.all ? b : a)
    const code = Math.max(...sums.map(sum => sum.code))
    console.log(`${pages} pages, ${largest.pages} of them in the largest index of ${all.length}: code ${kilo(code)}; first result ${kilo(share(sums.map(sum => sum.all), .5))}, most ${kilo(most.all)} (${most.query}: index ${kilo(most.index)}, texts ${kilo(most.texts)})`)
    console.log(`   a key once loaded: ${share(keys, .5).toFixed(0)} ms, p95 ${share(keys, .95).toFixed(0)} ms, most ${Math.max(...keys).toFixed(0)} ms over ${keys.length} keys, of it 20 ms of waiting for the next key`)
    if (process.env.ALL) for (const { query, code, index, texts } of sums) console.log(`   ${query}: ${kilo(code)}, ${kilo(index)}, ${kilo(texts)}`)
    bad ||= code > MOST_CODE || most.all > mostBytes(pages) || share(keys, .95) > MOST_KEY
  } finally {
    if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true })
  }
}

// From each key of a question to its results on the page, asked once before
async function keyTimes(page, query) {
  return await page.evaluate(async query => {
    const input = document.querySelector('dialog.search input')
    const shown = [...document.querySelectorAll('dialog.search .search-list, dialog.search [role=status]')]
    const type = text => new Promise(done => {
      const start = performance.now()
      const observer = new MutationObserver(() => { observer.disconnect(); done(performance.now() - start) })
      for (const part of shown) observer.observe(part, { childList: true, characterData: true })
      input.value = text
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
    const quiet = () => new Promise(done => setTimeout(done, 60))
    const prefixes = Array.from(query, (_, at) => query.slice(0, at + 1)).filter(text => text.trim() == text)
    const times = []
    for (const turn of ['loads', 'counts']) for (const text of prefixes) {
      const time = await type(text)
      if (turn == 'counts') times.push(time)
      await quiet()
    }
    return times
  }, query)
}
process.exit(bad ? 1 : 0)
