// What a reader's phone measures: node benches/lighthouse.mjs path/to/docs [themes=mint,palm] [runs=3]
//
// Builds the site of the gallery in every theme, serves it compressed, runs Lighthouse (npm) with its throttled phone
// on the home page, an article and a page of an API, and prints a table in Markdown: scores, times, requests, bytes. Of
// several runs each number is the one in the middle; how fast Lighthouse finds the machine is told last.
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { spawn } from 'node:child_process'
import os from 'node:os'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, chromiumPath, packages, sources } from '../tests/browser/browser.mjs'
import { DEMO, THEMES, gallery } from '../tests/browser/gallery_site.mjs'

const require = packages('lighthouse')
const { default: lighthouse } = await import(pathToFileURL(require.resolve('lighthouse')).href)
const given = Object.fromEntries(process.argv.slice(3).map(word => word.split('=')))
const PAGES = [['/', 'home'], ['/article/', 'article'], ['/api/endpoints/create-a-message/', 'API']]
const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml', json: 'application/json', txt: 'text/plain', xml: 'application/xml' }

function serve(root) {
  const server = http.createServer((request, response) => {
    let file = path.join(root, decodeURIComponent(new URL(request.url, 'http://host').pathname))
    if (fs.existsSync(file) && fs.statSync(file).isDirectory()) file = path.join(file, 'index.html')
    const found = fs.existsSync(file)
    if (!found) file = path.join(root, '404.html')
    response.writeHead(found ? 200 : 404, { 'content-type': TYPES[path.extname(file).slice(1)] || 'application/octet-stream', 'content-encoding': 'gzip', 'cache-control': file.includes('/_docs/') ? 'max-age=31536000, immutable' : 'no-cache' })
    response.end(gzipSync(fs.readFileSync(file)))
  })
  return new Promise(ready => server.listen(0, '127.0.0.1', () => ready(server)))
}

const port = 9300 + process.pid % 500
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'lighthouse-'))
const chromium = spawn(chromiumPath, ['--headless=new', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'], { stdio: 'ignore' })
for (let tries = 0; tries < 100; tries += 1) {
  if (await fetch(`http://127.0.0.1:${port}/json/version`).then(() => true, () => false)) break
  await new Promise(ready => setTimeout(ready, 100))
}

console.log('| theme | page | performance | accessibility | best practices | SEO | LCP | CLS | TBT | requests | HTML | CSS | JS | all |')
console.log('|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
const runs = Number(given.runs || 3)
const middle = values => values.sort((a, b) => a - b)[values.length >> 1]
const speeds = []
let low = 0
for (const theme of given.themes?.split(',') || THEMES) {
  const server = await serve(await build(`lighthouse-${theme}`, sources(`lighthouse-${theme}`, gallery(theme, DEMO[theme], { description: 'Everything at once, for measurements.' }))))
  for (const [address, name] of PAGES) {
    const reports = []
    for (let run = 0; run < runs; run += 1) reports.push((await lighthouse(`http://127.0.0.1:${server.address().port}${address}`, { port, logLevel: 'silent', output: 'json' })).lhr)
    speeds.push(...reports.map(lhr => lhr.environment.benchmarkIndex))
    const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map(id => middle(reports.map(lhr => Math.round(lhr.categories[id].score * 100))))
    const value = id => middle(reports.map(lhr => lhr.audits[id].numericValue))
    const [lhr] = reports
    const sent = lhr.audits['network-requests'].details.items.filter(item => item.url.startsWith('http'))
    const bytes = type => (sent.filter(item => !type || item.resourceType == type).reduce((sum, item) => sum + item.transferSize, 0) / 1024).toFixed(1)
    console.log(`| ${theme} | ${name} | ${scores.join(' | ')} | ${(value('largest-contentful-paint') / 1000).toFixed(2)} s | ${value('cumulative-layout-shift').toFixed(3)} | ${Math.round(value('total-blocking-time'))} ms | ${sent.length} | ${bytes('Document')} | ${bytes('Stylesheet')} | ${bytes('Script')} | ${bytes()} |`)
    if (scores[0] < 98 || scores.slice(1).some(score => score < 100)) {
      low += 1
      const failed = Object.values(lhr.audits).filter(audit => audit.score !== null && audit.score < .9 && !['informative', 'notApplicable', 'manual'].includes(audit.scoreDisplayMode))
      console.error(failed.map(audit => `  ${audit.id} ${audit.displayValue || ''} ${(audit.details?.items || []).slice(0, 2).map(item => item.node?.selector || item.url || item.description || '').join(' ')}`).join('\n'))
    }
  }
  server.close()
}
console.log(`${runs} runs of each page, benchmark index ${Math.round(Math.min(...speeds))} to ${Math.round(Math.max(...speeds))}`)
chromium.kill()
await new Promise(ready => chromium.once('exit', ready))
fs.rmSync(profile, { recursive: true, force: true })
process.exit(low ? 1 : 0)
