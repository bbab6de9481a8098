// `docs export --offline`: the example site from a disk. Nothing is loaded from elsewhere, and nothing fails.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { docs, project, sources, work } from './browser.mjs'

const many = Array.from({ length: 260 }, (_, at) => `many/p${at}`)
const OWN = {
  'docs.json': JSON.stringify({ theme: 'mint', name: 'Own', colors: { primary: '#166534' }, contextual: { options: ['copy', 'view'] }, navigation: { groups: [{ group: 'Start', pages: ['index', 'v1.2'] }, { group: 'Many', pages: many }] } }),
  'index.mdx': "---\ntitle: Start\n---\nimport { Counter } from '/counter.jsx'\n\n<Counter />\n\n<div id=\"box\">Box</div>\n\n[Version](/v1.2#part)\n\n<Tabs><Tab title=\"A\">a</Tab><Tab title=\"B\">b</Tab></Tabs>\n",
  'v1.2.mdx': '---\ntitle: Version\n---\n\n## Part\n\nWords.\n',
  'counter.jsx': "export const Counter = () => {\n  const [count, setCount] = useState(1)\n  return <p><button type=\"button\" id=\"count\" onClick={() => setCount(count + 1)}>{count}</button>{count > 1 && <a id=\"made\" href=\"/v1.2\">More</a>}</p>\n}\n",
  'style.css': '#box { background: url(/img/box.svg); color: rgb(1, 2, 3) }\n',
  'img/box.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  'lib/data.json': '{ "word": "from a file" }', 'lib/name.js': 'export const word = "named"\n',
  'own.js': "import { word } from './lib/name.js'\nconst data = await (await fetch('/lib/data.json')).json()\nwindow.own = [word, data.word, new URL(import.meta.url).protocol]\n",
  'plain.js': 'window.plain = true\n',
  ...Object.fromEntries(many.map((name, at) => [`${name}.mdx`, `---\ntitle: Page ${at}\n---\n\nText ${at}.\n`]))
}

/** All links of all pages lead to files of the folder; without a browser. */
function dead(root) {
  const pages = []
  const walk = folder => fs.readdirSync(folder, { withFileTypes: true }).forEach(entry => {
    const at = path.join(folder, entry.name)
    entry.isDirectory() ? walk(at) : entry.name.endsWith('.html') && pages.push(at)
  })
  walk(root)
  const found = []
  for (const page of pages) {
    const html = fs.readFileSync(page, 'utf8').replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '')
    for (const [, , address] of html.matchAll(/ (href|src|data-src)="([^"]*)"/g)) {
      const bare = address.replaceAll('&amp;', '&').split(/[?#]/)[0]
      if (!bare || /^[a-z][a-z\d+.-]*:|^\/\//i.test(bare)) continue
      if (bare.startsWith('/') || !fs.existsSync(path.resolve(path.dirname(page), decodeURIComponent(bare)))) found.push(`${path.relative(root, page)}: ${address}`)
    }
  }
  return found
}

/** Waits for what a page does by scripts: modules of a page from a disk run after its `load`. */
const alive = page => page.evaluate(() => docsOffline.ready)

/** What a project brings along: islands, scripts, style sheets, a sidebar of many entries. */
export async function offlineOwn({ browser, only, same, told }) {
  const name = 'cli_10: islands, scripts of the project and large sidebars work from a disk'
  if (!name.includes(only)) return
  const to = path.join(work, 'site', 'offline-own')
  fs.rmSync(to, { recursive: true, force: true })
  const root = pathToFileURL(to).href
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const faults = []
  page.on('console', message => message.type() == 'error' && faults.push(message.text()))
  page.on('pageerror', error => faults.push(error.message))
  page.setDefaultTimeout(8000)
  await told(name, async () => {
    faults.length = 0
    const ended = spawnSync(docs, ['export', '--offline', sources('offline-own', OWN), '--out', to], { encoding: 'utf8' })
    same(ended.status, 0, ended.stderr)
    same(dead(to), [], 'links that lead nowhere')
    await page.goto(`${root}/index.html`)
    await alive(page)
    await page.waitForFunction(() => window.own && window.plain)
    same(await page.evaluate(() => window.own), ['named', 'from a file', 'file:'], 'a module of the project')
    same(await page.locator('#box').evaluate(box => [getComputedStyle(box).color, getComputedStyle(box).backgroundImage.endsWith('offline-own/img/box.svg")')]), ['rgb(1, 2, 3)', true], 'style sheet')
    await page.locator('#count').click()
    await page.waitForFunction(() => document.querySelector('#count').textContent == '2')
    same(await page.locator('#made').evaluate(link => link.href), `${root}/v1.2/index.html`, 'a link that an island made')
    await page.locator('[role=tab]', { hasText: 'B' }).click()
    same(await page.locator('[role=tabpanel]:visible').innerText(), 'b', 'tabs')
    await page.locator('#content a', { hasText: 'Version' }).click()
    await page.waitForURL(`${root}/v1.2/index.html#part`)
    await page.goto(`${root}/many/p150/index.html`)
    await page.waitForFunction(() => document.querySelectorAll('#sidebar-content a').length > 250)
    same(await page.locator('#sidebar-content a', { hasText: 'Page 151' }).first().evaluate(link => link.href), `${root}/many/p151/index.html`, 'the whole sidebar')
    same(await page.locator('#sidebar-content [aria-current=page]').innerText(), 'Page 150', 'the page in it')
    if (faults.length) throw new Error(faults.join('; '))
  })
  await context.close()
}

export async function offline({ browser, only, same, told }) {
  const to = path.join(work, 'site', 'offline ü')
  const name = 'cli_10: the exported site works from a disk'
  if (!name.includes(only)) return
  fs.rmSync(to, { recursive: true, force: true })
  const cache = path.join(work, 'offline-cache')
  const exported = () => spawnSync(docs, ['export', '--offline', path.join(project, 'fixtures/example'), '--out', to, '--cache-dir', cache], { encoding: 'utf8' }).stderr
  const first = exported()
  const root = pathToFileURL(to).href
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const faults = []
  page.on('console', message => message.type() == 'error' && !embedded.test(message.text()) && faults.push(message.text()))
  page.on('pageerror', error => faults.push(error.message))
  // What an author embeds from elsewhere stays there.
  const embedded = /openstreetmap|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/
  page.on('request', request => /^(file:|data:|blob:)/.test(request.url()) || embedded.test(request.url()) || faults.push('request to ' + request.url()))
  page.on('requestfailed', request => /ERR_ABORTED/.test(request.failure()?.errorText) || embedded.test(request.url()) || faults.push('failed: ' + request.url() + ' ' + request.failure()?.errorText))
  page.setDefaultTimeout(8000)
  const dark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  await told(name, async () => {
    faults.length = 0
    if (!/ in .*, no problems/.test(first)) throw new Error(first)
    same(/: 0 written/.test(exported()), true, 'nothing is written twice')
    same(dead(to), [], 'links that lead nowhere')
    await page.goto(`${root}/index.html`)
    await alive(page)
    // Style sheets and fonts
    same(await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--primary') != '' && getComputedStyle(document.querySelector('.skip-link')).position == 'absolute'), true, 'styles')
    same(await page.evaluate(async () => { await document.fonts.ready; return [...document.fonts].some(font => font.status == 'loaded') }), true, 'fonts')
    // The theme, kept for the next page
    const before = await dark()
    await page.locator('.theme-toggle:visible').first().click()
    same(await dark(), !before, 'theme')
    // The sidebar leads on
    await page.locator('#sidebar-content a[href]:not([aria-current]):visible').first().click()
    await page.waitForURL(url => url.href.startsWith(root) && !url.pathname.endsWith('offline%20%C3%BC/index.html'))
    same(await dark(), !before, 'the theme stays')
    // The search finds, and leads there; keys are heard when the page's scripts have run
    await page.waitForLoadState('load')
    await alive(page)
    await page.keyboard.press('/')
    await page.locator('.search input').fill('rate limit')
    // Before it has found, the dialog shows the first pages
    await page.locator('.search-text mark').first().waitFor()
    const hit = await page.locator('.search-hit').first().evaluate(link => link.href)
    if (!hit.startsWith(root) || !fs.existsSync(decodeURI(new URL(hit.split(/[?#]/)[0]).pathname))) throw new Error('a hit leads to ' + hit)
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.href.split(/[?#]/)[0] == hit.split(/[?#]/)[0])
    await page.goto(`${root}/search/index.html?q=webhook`)
    await page.locator('#search-page .search-hit').first().waitFor()
    // What pages do by scripts: the menu copies Markdown, the help of the keyboard comes as a module
    await page.goto(`${root}/index.html`)
    await alive(page)
    await page.keyboard.press('?')
    await page.locator('dialog[open]').first().waitFor()
    await page.keyboard.press('Escape')
    // Every page opens without a fault
    const pages = fs.readdirSync(to, { recursive: true }).filter(file => String(file).endsWith('index.html') && !String(file).startsWith('_docs'))
      // A page that is a link elsewhere leaves the disk.
      .filter(file => !fs.readFileSync(path.join(to, String(file)), 'utf8').includes('<title>Redirecting…</title>'))
    for (const file of pages) {
      await page.goto(`${root}/${String(file).split(path.sep).map(encodeURIComponent).join('/')}`)
      await alive(page)
      if (faults.length) throw new Error(`${file}: ${faults.join('; ')}`)
    }
    if (faults.length) throw new Error(faults.join('; '))
  })
  await context.close()
}
