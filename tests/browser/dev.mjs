// Live update: the real server, real edits, and what a page keeps.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { apiServer } from './api_server.mjs'
import { docs, sources } from './browser.mjs'

const CONFIG = { theme: 'mint', name: 'Live', colors: { primary: '#166534' }, contextual: { options: ['copy', 'view'] }, navigation: { groups: [{ group: 'Guide', pages: ['index', 'a', 'b'] }] } }
const LONG = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} of a long page.`).join('\n\n')
const A = `---
title: Alpha
---

First words.

<Tabs>
  <Tab title="One">In one.</Tab>
  <Tab title="Two">In two.</Tab>
</Tabs>

<Accordion title="Closed">Inside the accordion.</Accordion>

<details><summary>Plain</summary>Inside the details.</details>

<input id="typed" />

${LONG}

Last words.
`

/** Starts the server of a folder; its address, a way to write a source, and an end. */
export async function devServer(name, files, ...more) {
  const root = sources(name, files)
  const child = spawn(docs, ['dev', root, '--no-open', '--port', '0', '--json', ...more], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const url = await new Promise((done, fail) => {
    lines.once('line', line => done(JSON.parse(line).address.replace(/\/$/, '').replace('localhost', '127.0.0.1')))
    child.once('exit', code => fail(new Error(`docs dev ended with ${code}`)))
  })
  const write = (file, text) => { fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true }); fs.writeFileSync(path.join(root, file), text) }
  return { url, root, write, move: (from, to) => fs.renameSync(path.join(root, from), path.join(root, to)), close: () => child.kill('SIGINT') }
}

const live = page => page.locator('html[data-dev=live]').waitFor({ state: 'attached' })
const has = (page, text) => page.locator('#content', { hasText: text }).first().waitFor({ timeout: 5000 })
/** Marks the page, so that a new one is told from one that was changed. */
const mark = page => page.evaluate(() => { window.marked = true })
const marked = page => page.evaluate(() => window.marked === true)

/** Milliseconds from a save to the new text on the screen; `write` saves, and the text contains its number. */
async function times(page, write, count) {
  const all = []
  for (let at = 0; at < count; at++) {
    const seen = page.evaluate(text => new Promise(done => {
      const look = () => document.getElementById('content').textContent.includes(text) && (observer.disconnect(), done(Date.now()))
      const observer = new MutationObserver(look)
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      look()
    }), `Edit number ${at}.`)
    await new Promise(done => setTimeout(done, 60))
    const saved = Date.now()
    write(at)
    all.push(await seen - saved)
  }
  return all.sort((a, b) => a - b)
}

export async function dev({ test, same, only = '' }) {
  if (only && !'dev: live update'.includes(only) && !only.startsWith('dev')) return
  const files = { 'docs.json': JSON.stringify(CONFIG), 'index.mdx': '# Home\n', 'a.mdx': A, 'b.mdx': '---\ntitle: Beta\n---\n\nOther words.\n', 'style.css': '.prose-mark { color: rgb(1, 2, 3) }\n', 'images/i.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>' }
  const site = await devServer('dev', files)
  // Also after a test that ended in the middle: `c.mdx` is what one of them calls a page for a while.
  const fresh = () => {
    fs.rmSync(path.join(site.root, 'c.mdx'), { force: true })
    const is = (name, text) => fs.existsSync(path.join(site.root, name)) && fs.readFileSync(path.join(site.root, name), 'utf8') == text
    for (const [name, text] of Object.entries(files)) if (!is(name, text)) site.write(name, text)
  }

  await test('dev: a text edit changes the page in place', site.url + '/a', async page => {
    await live(page)
    await mark(page)
    await page.locator('[role=tab]', { hasText: 'Two' }).click()
    await page.locator('summary', { hasText: 'Plain' }).click()
    await page.locator('summary', { hasText: 'Closed' }).click()
    await page.locator('#typed').fill('half a sent')
    await page.evaluate(() => scrollTo(0, 600))
    const before = await page.evaluate(() => [scrollY, document.activeElement.id])
    site.write('a.mdx', A.replace('Last words.', 'Last words, *changed*.').replace('In two.', 'In the second.').replace('Paragraph 30 of', 'Paragraph thirty of').replace('Alpha', 'Aleph'))
    await has(page, 'Last words, changed.')
    same(await marked(page), true, 'the same page')
    same(await page.evaluate(() => [scrollY, document.activeElement.id]), before, 'scroll and focus')
    same(await page.locator('#typed').inputValue(), 'half a sent', 'typed')
    same(await page.locator('[role=tab][aria-selected=true]').innerText(), 'Two', 'tab')
    same(await page.locator('[role=tabpanel]:not([data-hidden])').innerText(), 'In the second.', 'panel')
    same(await page.locator('details[open] > summary').evaluateAll(all => all.map(item => item.textContent.trim()).filter(text => ['Plain', 'Closed'].includes(text))), ['Closed', 'Plain'], 'open')
    same([await page.locator('h1').first().innerText(), (await page.title()).includes('Aleph')], ['Aleph', true], 'title')
    same(await page.locator('#sidebar-content a[href="/a"]').innerText(), 'Aleph', 'sidebar')
  })
  fresh()
  await test('dev: blocks come, go and change their order', site.url + '/b', async page => {
    await live(page)
    await mark(page)
    for (const text of ['One.\n\n## Two\n\nThree.', '## Two\n\nThree.\n\nOne.', '> One.\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\n```js\nlet a = 1\n```', '```js\nlet a = 2\n```\n\n## Two\n\n- x\n- y', 'Other words.']) {
      site.write('b.mdx', `---\ntitle: Beta\n---\n\n${text}\n`)
      await page.waitForFunction(async () => {
        const sent = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html')
        const plain = page => page.getElementById('content').textContent.replace(/\s+/g, ' ')
        return plain(sent) == plain(document)
      }, null, { polling: 50 })
    }
    same(await marked(page), true, 'the same page')
  })
  fresh()
  await test('dev: what needs scripts begins the page again and keeps the place', site.url + '/a', async page => {
    await live(page)
    await mark(page)
    await page.locator('summary', { hasText: 'Plain' }).click()
    await page.locator('#typed').fill('kept')
    await page.evaluate(() => scrollTo(0, 500))
    site.write('a.mdx', A + '\n<Tabs>\n  <Tab title="Red">Is red.</Tab>\n  <Tab title="Blue">Is blue.</Tab>\n</Tabs>\n')
    await page.locator('[role=tab]', { hasText: 'Blue' }).waitFor()
    await live(page)
    await page.waitForFunction(() => scrollY == 500 && document.getElementById('typed').value == 'kept')
    same(await marked(page), false, 'a new page')
    same(await page.locator('details[open] > summary', { hasText: 'Plain' }).count(), 1, 'open')
    await page.locator('[role=tab]', { hasText: 'Blue' }).click()
    same(await page.locator('[role=tabpanel]:not([data-hidden])').last().innerText(), 'Is blue.', 'works')
  })
  fresh()
  await test('dev: many edits in a row end with the last one', site.url + '/b', async page => {
    await live(page)
    await mark(page)
    for (let at = 0; at < 100; at++) {
      site.write('b.mdx', `---\ntitle: Beta\n---\n\nEdit number ${at}.\n\n${'More. '.repeat(at % 7)}\n`)
      if (at % 5 == 0) await new Promise(done => setTimeout(done, 15))
    }
    await has(page, 'Edit number 99.')
    same(await marked(page), true, 'the same page')
  })
  fresh()
  await test('dev: an error is shown over the last good page, and goes with it', site.url + '/b', async page => {
    await live(page)
    await mark(page)
    await has(page, 'Other words.')
    site.write('b.mdx', '---\ntitle: Beta\n---\n\nOther words.\n\n<Card title="x">\n\nNever closed.\n')
    const panel = page.locator('docs-dev-problems [role=alert]')
    await panel.waitFor()
    const text = await panel.innerText()
    same([/b\.mdx:7:1/.test(text), text.includes('^'), text.includes('<Card title="x">')], [true, true, true], text)
    same([await page.locator('#content', { hasText: 'Never closed.' }).count(), await page.locator('#content', { hasText: 'Other words.' }).count()], [0, 1], 'last good page')
    site.write('b.mdx', '---\ntitle: Beta\n---\n\nOther words.\n\nClosed now.\n')
    await has(page, 'Closed now.')
    same([await panel.count(), await marked(page)], [0, true], 'gone')
    site.write('docs.json', '{ "name": ')
    await panel.waitFor()
    same((await panel.innerText()).includes('docs.json:1:'), true, 'configuration')
    await page.keyboard.press('Escape')
    same(await panel.count(), 0, 'hidden')
    site.write('docs.json', JSON.stringify(CONFIG))
  })
  fresh()
  await test('dev: the configuration changes navigation and colours without a new page', site.url + '/b', async page => {
    await live(page)
    await mark(page)
    const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary') || getComputedStyle(document.querySelector('#sidebar-content a[aria-current=page]')).color)
    const was = await colour()
    site.write('docs.json', JSON.stringify({ ...CONFIG, colors: { primary: '#b91c1c' }, navigation: { groups: [{ group: 'Handbook', pages: ['b', 'index'] }] } }))
    await page.locator('#sidebar-content', { hasText: 'Handbook' }).waitFor()
    same(await page.locator('#sidebar-content a').evaluateAll(all => all.map(link => link.getAttribute('href'))), ['/b', '/'], 'entries')
    await page.waitForFunction(was => (getComputedStyle(document.documentElement).getPropertyValue('--primary') || getComputedStyle(document.querySelector('#sidebar-content a[aria-current=page]')).color) != was, was)
    same(await marked(page), true, 'the same page')
  })
  fresh()
  await test('dev: a style sheet changes alone, a picture too', site.url + '/b', async page => {
    site.write('b.mdx', '---\ntitle: Beta\n---\n\nOther words. <span className="prose-mark">Mark</span>\n\n<img src="/images/i.svg" noZoom />\n')
    await page.locator('.prose-mark').waitFor()
    await live(page)
    await mark(page)
    const node = await page.locator('.prose-mark').elementHandle()
    const colour = () => page.evaluate(node => getComputedStyle(node).color, node)
    same(await colour(), 'rgb(1, 2, 3)', 'before')
    site.write('style.css', '.prose-mark { color: rgb(9, 8, 7) }\n')
    await page.waitForFunction(node => getComputedStyle(node).color == 'rgb(9, 8, 7)', node)
    site.write('images/i.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="77" height="10"/>')
    await page.waitForFunction(() => document.querySelector('#content img').naturalWidth == 77)
    same([await marked(page), await node.evaluate(node => node.isConnected)], [true, true], 'the same page')
    same(await page.locator('link[rel=stylesheet][href*="style"]').count() < 3, true, 'old sheets go')
  })
  fresh()
  await test('dev: a page that is renamed takes its reader along, one that goes says so', site.url + '/b', async page => {
    fresh()
    await has(page, 'Other words.')
    await live(page)
    site.move('b.mdx', 'c.mdx')
    await page.waitForURL('**/c')
    await has(page, 'Other words.')
    await live(page)
    site.move('c.mdx', 'b.mdx')
    await page.waitForURL('**/b')
    await live(page)
    fs.rmSync(path.join(site.root, 'b.mdx'))
    await page.locator('.not-found, #not-found-data').first().waitFor({ state: 'attached' })
    await live(page)
    site.write('b.mdx', files['b.mdx'])
    await has(page, 'Other words.')
  }, ['404'])
  fresh()
  await test('dev: several windows follow the same edit', site.url + '/b', async page => {
    const more = await Promise.all([1, 2, 3].map(() => page.context().newPage()))
    await Promise.all(more.map(other => other.goto(site.url + '/b')))
    await Promise.all([page, ...more].map(live))
    site.write('b.mdx', '---\ntitle: Beta\n---\n\nSeen by all.\n')
    await Promise.all([page, ...more].map(one => has(one, 'Seen by all.')))
  })
  fresh()
  await test('dev, ctx_11: search finds what was just written, the menu of the page is for readers', site.url + '/b', async page => {
    await live(page)
    same([await page.locator('.page-menu').count(), await page.locator('.page-menu:visible').count()], [1, 0], 'menu')
    site.write('b.mdx', '---\ntitle: Beta\n---\n\nA quokka lives here.\n')
    await has(page, 'quokka')
    // The search follows the page.
    for (let tries = 0; tries < 20; tries++) {
      await page.goto(site.url + '/search?q=quokka')
      if (await page.locator('[role=option]', { hasText: 'Beta' }).first().waitFor({ timeout: 1000 }).then(() => true, () => false)) return
    }
    throw new Error('the search does not find it')
  })
  fresh()
  await test('dev: from a save to the screen', site.url + '/a', async page => {
    await live(page)
    const all = await times(page, at => site.write('a.mdx', A.replace('First words.', `Edit number ${at}.`)), 40)
    console.log(`       save to screen: p50 ${all[20]} ms, p95 ${all[37]} ms`)
    same(all[20] < 1000, true, 'soon')
  })
  site.close()

  const shown = await devServer('dev-preview', files, '--preview')
  await test('dev, ctx_11: with --preview the menu of the page is there', shown.url + '/a', async page => {
    await page.locator('.page-menu').waitFor()
  })
  shown.close()

  const api = await apiServer()
  const description = { openapi: '3.1.0', info: { title: 'Zoo', version: '1' }, servers: [{ url: api.url }], paths: { '/closed': { post: { summary: 'Closed', responses: {}, parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }] } } } }
  const zoo = { 'docs.json': JSON.stringify({ ...CONFIG, api: { openapi: 'openapi.json' }, navigation: { pages: ['index', 'POST /closed'] } }), 'index.mdx': '# Home\n', 'openapi.json': JSON.stringify(description) }
  const asked = await devServer('dev-api', zoo)
  await test('dev: the playground asks through the local proxy and keeps what is typed', asked.url + '/api-reference/closed', async page => {
    await live(page)
    await page.locator('.try-it').first().click()
    await page.locator('dialog.pg[open]').waitFor()
    const field = page.locator('dialog.pg .pg-field', { hasText: 'q' }).locator('input').first()
    await field.fill('typed')
    const told = text => JSON.stringify({ ...description, paths: { '/closed': { post: { ...description.paths['/closed'].post, description: text } } } })
    asked.write('openapi.json', told('Said anew.'))
    await page.locator('#content', { hasText: 'Said anew.' }).waitFor({ state: 'attached' })
    same(await field.inputValue(), 'typed', 'typed')
    await page.locator('.pg-send').click()
    await page.waitForFunction(() => document.querySelector('.pg-status strong')?.textContent.startsWith('200'))
    same(api.asked.filter(entry => entry.path == '/closed').map(entry => [entry.method, entry.search]), [['POST', '?q=typed']], 'asked')
  })
  asked.close()
  api.close()
}
