// The menu of a page for work with assistants: what is copied, where links lead, keys, and pages without scripts.
import fs from 'node:fs'
import path from 'node:path'
import { build, serve, sources } from './browser.mjs'

const page = (title, text) => `---\ntitle: ${title}\n---\n\n${text}\n`
const FILES = {
  'docs.json': JSON.stringify({
    theme: 'mint', name: 'Menus', colors: { primary: '#166534' }, mcp: { url: 'https://mcp.a-host-with-a-very-long-name.example/mcp/of/these/pages' },
    contextual: { options: ['copy', 'view', 'add-mcp', { title: 'Ask us', description: 'With the text', icon: 'star', href: { base: 'https://ask.example/new', query: [{ key: 'q', value: '$page' }] } }] },
    navigation: { pages: ['index', 'long', 'changes', 'identifier'] }
  }),
  'index.mdx': page('Home', 'Words & **more**.'),
  'long.mdx': page('Long', 'Many words. '.repeat(2000)),
  'changes.mdx': '---\ntitle: What has changed in this product of ours since the very first day\nrss: true\n---\n\n<Update label="v1">\n\nWords.\n\n</Update>\n',
  'identifier.mdx': page('getSignaturesForAddressAndMore', 'Words.'),
}

export async function pageMenu({ test, same, PHONE }) {
  const root = await build('page-menu', sources('page-menu', FILES))
  const host = await serve(root)
  const text = fs.readFileSync(path.join(root, 'index.md'), 'utf8')
  const asked = page => page.evaluate(() => performance.getEntriesByType('resource').filter(entry => entry.name.endsWith('/index.md')).length)
  const summary = '.page-menu summary'
  await test('ctx_02: the Markdown is loaded before the click, copied as it is, and that is said for two seconds', host.url + '/', async page => {
    const button = page.locator('#page-context-menu-button')
    same(await asked(page), 0, 'before')
    await button.hover()
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(entry => entry.name.endsWith('/index.md')))
    await button.click()
    await page.waitForFunction(() => document.getElementById('docs-live').textContent == 'Copied')
    same([await button.innerText(), await asked(page)], ['Copied', 1], 'said')
    same(await page.evaluate(() => navigator.clipboard.readText()), text, 'the file')
    await page.waitForTimeout(1500)
    same(await button.innerText(), 'Copied', 'still')
    await page.waitForFunction(() => document.querySelector('#page-context-menu-button').textContent == 'Copy page')
    same(await page.evaluate(() => document.getElementById('docs-live').textContent), '', 'and no longer')
  })
  await test('ctx_12: arrows go round, Esc closes and gives focus back, a click elsewhere closes', host.url + '/', async page => {
    const isOpen = () => page.locator('.page-menu details[open]').count()
    const focused = () => page.evaluate(() => document.activeElement.innerText)
    await page.locator(summary).focus()
    await page.keyboard.press('ArrowDown')
    same([await isOpen(), (await focused()).split('\n')[0]], [1, 'View as Markdown'], 'down')
    await page.keyboard.press('ArrowUp')
    same((await focused()).startsWith('Ask us'), true, 'round')
    await page.keyboard.press('Escape')
    same([await isOpen(), await page.evaluate(() => document.activeElement.localName)], [0, 'summary'], 'closed')
    await page.keyboard.press('Enter')
    same(await isOpen(), 1, 'Enter')
    await page.mouse.click(5, 700)
    same(await isOpen(), 0, 'elsewhere')
  })
  await test('ctx_01: each entry of the list has a picture, a name and a line that says more', host.url + '/', async page => {
    await page.locator(summary).click()
    const seen = await page.locator('.page-menu li > *').evaluateAll(all => all.map(one => {
      const drawn = getComputedStyle(one, '::before')
      const picture = one.querySelector('svg, img, .icon-mask') || (drawn.content == '""' && drawn.maskImage != 'none' && parseFloat(drawn.width) > 8)
      return [!!picture, one.querySelector('small')?.offsetHeight > 0]
    }))
    same(seen, [[true, true], [true, true], [true, true]], 'entries')
    const command = page.locator('.page-menu li button')
    const before = await command.innerText()
    await command.click()
    await page.waitForFunction(() => document.querySelector('.page-menu li button').innerText.startsWith('Copied\n'))
    await page.waitForFunction(before => document.querySelector('.page-menu li button').innerText == before, before)
    same(await command.locator('small').count(), 1, 'what describes it stays')
  })
  await test('ctx_03: the Markdown opens in a tab of its own', host.url + '/', async page => {
    await page.locator(summary).click()
    const [other] = await Promise.all([page.context().waitForEvent('page'), page.locator('.page-menu a').first().click()])
    await other.waitForURL('**/index.md')
    same(new URL(page.url()).pathname, '/', 'this one stays')
  })
  await test('ctx_03_ctx_12: without scripts what needs none is there', host.url + '/', { javaScriptEnabled: false }, async page => {
    same(await page.locator('#page-context-menu-button').isVisible(), false, 'copy')
    await page.locator(summary).click()
    same(await page.locator('.page-menu li > :visible').evaluateAll(all => all.map(one => one.localName)), ['a', 'a'], 'links')
    same(await page.locator('.page-menu a').first().getAttribute('href'), '/index.md', 'Markdown')
  })
  await test('ctx_08: an entry of the site is given the text of the page, of a long one the address', host.url + '/', async page => {
    const own = page.locator('.page-menu a', { hasText: 'Ask us' })
    await page.locator(summary).click()
    await own.hover()
    await page.waitForFunction(text => document.querySelector('.page-menu a[data-template]').href == 'https://ask.example/new?q=' + encodeURIComponent(text), text)
    await page.goto(host.url + '/long')
    await page.locator(summary).click()
    await own.hover()
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(entry => entry.name.endsWith('/long.md')))
    await page.waitForTimeout(100)
    same(await own.getAttribute('href'), 'https://ask.example/new?q=' + encodeURIComponent(host.url + '/long.md'), 'long')
  })
  for (const [size, what] of [[{}, 'wide'], [PHONE, 'phone']]) {
    await test(`ctx_01: nothing sticks out of the list, ${what}`, host.url + '/', size, async page => {
      await page.locator(summary).click()
      same(await page.locator('.page-menu ul').evaluate(list => list.scrollWidth <= list.clientWidth), true, 'labels')
      same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'page')
    })
  }
  const box = (page, name) => page.locator(name).boundingBox()
  await test('ctx_01: a long title breaks beside the menu, a long word is not broken for it, and the feed is level with it', host.url + '/changes', { viewport: { width: 1280, height: 800 } }, async page => {
    const [title, actions, feed, button] = [await box(page, '#page-title'), await box(page, '.title-actions'), await box(page, '.feed-link'), await box(page, '.page-menu')]
    same([title.height > 60, actions.y < title.y + title.height, actions.x >= title.x + title.width], [true, true, true], 'beside')
    same([feed.y, feed.height], [button.y, button.height], 'level')
    await page.goto(host.url + '/identifier')
    same((await box(page, '#page-title')).height < 60, true, 'one line')
  })
  await test('ctx_01: on a phone the menu stands below a long title, and its list in the page', host.url + '/changes', PHONE, async page => {
    const [title, actions] = [await box(page, '#page-title'), await box(page, '.title-actions')]
    same([actions.y >= title.y + title.height, actions.x], [true, title.x], 'below')
    await page.locator(summary).click()
    const list = await box(page, '.page-menu ul')
    same([list.x >= 0, list.x + list.width <= 390, list.y >= actions.y + actions.height], [true, true, true], 'list')
  })
  host.close()
}
