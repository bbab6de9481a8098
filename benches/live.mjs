// From the save of a page to its new words in the browser: node benches/live.mjs path/to/docs --pages 1000 100000
//
// Makes up sets of these sizes below the folder for temporary files, starts `docs dev` on each, opens pages of it in a
// Chromium, and edits what is open: another sentence each time, `EDITS` of them (100), each a moment after the last
// one is shown. The time is from before the file is written to the change of the document,
// the wait for quiet among it. Prints the middle, p95 and the most, for words and for titles. Exit code 1 when p95 of
// words is above the goal. With KEEP=1 the sets stay there.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { docs, launch, project } from '../tests/browser/browser.mjs'

const GOAL = pages => pages > 10_000 ? 100 : 50
const EDITS = Number(process.env.EDITS || 100)
/** Pages that are opened; each gets its share of the edits. */
const OPENED = 5
/** Milliseconds between two edits, as somebody who types and saves fast. */
const PAUSE = 250

const sizes = process.argv.indexOf('--pages') < 0 ? [1000] : process.argv.slice(process.argv.indexOf('--pages') + 1).map(Number)
const share = (times, part) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]
const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds))
let bad = false

for (const pages of sizes) await measure(pages)
process.exit(bad ? 1 : 0)

async function measure(pages) {
  const folder = path.join(os.tmpdir(), `docs-live-${pages}`)
  if (!existsSync(folder)) execFileSync('cargo', ['run', '--release', '--quiet', '--example', 'generate_site', '--', folder, String(pages), '1', 'small-sections'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })
  const server = spawn(docs, ['dev', folder, '--no-open', '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  const told = async () => JSON.parse((await lines.next()).value)
  const address = (await told()).address.replace('localhost', '127.0.0.1')
  // What an author edits is a site that has been looked at once.
  await told()
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const words = [], titles = []
    for (const file of someOf(folder)) {
      const text = readFileSync(file, 'utf8')
      await page.goto(address + path.relative(folder, file).replace(/\.mdx$/, ''))
      await page.locator('html[data-dev=live]').waitFor({ state: 'attached', timeout: 600_000 })
      await pause(2000)
      for (let at = 0; at < EDITS / OPENED; at++) {
        const mark = `Edit number ${at} of this page.`
        const isTitle = at % 10 == 9
        const edited = isTitle ? text.replace(/^title:.*$/m, `title: "${mark}"`) : text.replace(/(\n---\n)/, `$1\n${mark}\n`)
        const time = await shown(page, mark, () => writeFileSync(file, edited))
        ;(isTitle ? titles : words).push(time)
        await pause(PAUSE)
      }
      writeFileSync(file, text)
      await pause(PAUSE)
    }
    const inWords = times => `${share(times, .5).toFixed(0)} ms, p95 ${share(times, .95).toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms of ${times.length}`
    console.log(`${pages} pages, from a save to the browser: words ${inWords(words)}; a title ${inWords(titles)}`)
    bad ||= share(words, .95) > GOAL(pages)
  } finally {
    await browser.close()
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
    if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true })
  }
}

/** Pages from all over a folder. */
function someOf(folder) {
  const files = readdirSync(folder, { recursive: true }).filter(name => name.endsWith('.mdx') && !name.includes('snippets/')).sort()
  return Array.from({ length: OPENED }, (_, at) => path.join(folder, files[Math.floor((at + .5) * files.length / OPENED)]))
}

/** Milliseconds until a text is in the open document after `save`. */
async function shown(page, text, save) {
  const seen = page.evaluate(text => new Promise(done => {
    const look = () => document.body.textContent.includes(text) && (observer.disconnect(), done(performance.timeOrigin + performance.now()))
    const observer = new MutationObserver(look)
    observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true })
  }), text)
  await pause(50)
  const start = performance.timeOrigin + performance.now()
  save()
  return await Promise.race([seen, pause(20_000).then(() => { throw new Error(`not shown after 20 s: ${text}`) })]) - start
}
