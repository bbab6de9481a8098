// Redirects and the 404 page on a host of plain files, and pages under the policy that a host is told.
import fs from 'node:fs'
import path from 'node:path'
import { build, serve, sources } from './browser.mjs'

export const MENUS = {
  'docs.json': JSON.stringify({ theme: 'mint', name: 'Menus', colors: { primary: '#166534' }, navigation: { tabs: [{ tab: 'Products', menu: [{ item: 'One', description: 'First', pages: ['index'] }, { item: 'Two', pages: ['two'] }] }, { tab: 'Other', pages: ['other'] }] } }),
  'index.mdx': '# Start\n', 'two.mdx': '# Two\n', 'other.mdx': '# Other\n'
}

export const MOVED = {
  'docs.json': JSON.stringify({
    theme: 'mint', name: 'Moved', colors: { primary: '#166534' },
    navigation: { languages: [{ language: 'en', default: true, pages: ['index', 'guides/webhooks', 'guides/rate-limits', 'v2/setup', 'v2/loop/x'] }, { language: 'de', pages: ['de/index', 'de/webhooks'] }] },
    redirects: [
      { source: '/old', destination: '/guides/webhooks' },
      { source: '/older', destination: '/guides/webhooks?own=1#part' },
      { source: '/beta/:slug*', destination: '/v2/:slug*' },
      { source: '/:area/from-:name', destination: '/guides/:name', permanent: false },
      { source: '/v2/loop/:rest*', destination: '/v2/loop/again/:rest*' },
      { source: '/open/:rest*', destination: '/:rest*' }
    ]
  }),
  'index.mdx': '# Start\n\n## One\n\n## Two\n\n<Tabs><Tab title="A">a</Tab><Tab title="B">b</Tab></Tabs>\n',
  'guides/webhooks.mdx': '# Webhooks\n\n## Part\n', 'guides/rate-limits.mdx': '# Limits\n', 'v2/setup.mdx': '# Setup\n', 'v2/loop/x.mdx': '# X\n',
  'de/index.mdx': '# Anfang\n', 'de/webhooks.mdx': '# Webhooks\n',
  'counter.jsx': 'export const Counter = () => {\n  const [count, setCount] = useState(1)\n  return <button type="button" id="count" onClick={() => setCount(count + 1)}>{count}</button>\n}\n',
  'live.mdx': "---\ntitle: Live\n---\nimport { Counter } from '/counter.jsx'\n\n<Counter />\n"
}

/** The headers that `_headers` says for every path. */
export function headersOf(root) {
  const lines = fs.readFileSync(path.join(root, '_headers'), 'utf8').split('\n')
  const headers = {}
  for (const line of lines.slice(lines.indexOf('/*') + 1)) {
    if (!line.startsWith('  ')) break
    const at = line.indexOf(':')
    headers[line.slice(2, at)] = line.slice(at + 2)
  }
  return headers
}

export async function hosting({ test, same, MOVED_SITE, STRICT_SITE, MENUS_SITE }) {
  const open = page => page.locator('.nav-menu').evaluate(menu => menu.open)
  await test('nav_08: a menu opens by resting, by keys and by a click', MENUS_SITE + '/other', async page => {
    await page.locator('.nav-menu summary').hover()
    await page.waitForFunction(() => document.querySelector('.nav-menu').open)
    await page.mouse.move(600, 600)
    await page.waitForFunction(() => !document.querySelector('.nav-menu').open)
    await page.locator('.nav-menu summary').click()
    await page.mouse.move(600, 600)
    await page.waitForTimeout(450)
    same(await open(page), true, 'a click holds it open')
    await page.keyboard.press('Escape')
    same(await open(page), false, 'Escape')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    same(await page.evaluate(() => document.activeElement.getAttribute('href')), '/two', 'keys')
    await page.keyboard.press('Enter')
    await page.waitForURL(MENUS_SITE + '/two')
  })
  await test('nav_08: a menu works without scripts', MENUS_SITE + '/other', { javaScriptEnabled: false }, async page => {
    await page.locator('.nav-menu summary').click()
    await page.locator('.nav-menu a', { hasText: 'Two' }).click()
    await page.waitForURL(MENUS_SITE + '/two')
  })
  const lands = async (page, address, should) => {
    await page.goto(MOVED_SITE + address).catch(() => {})
    await page.waitForURL(MOVED_SITE + should)
  }
  await test('red_03: a redirect page keeps query and hash', MOVED_SITE + '/', async page => {
    await lands(page, '/old?a=1#there', '/guides/webhooks?a=1#there')
    await lands(page, '/older?a=1#there', '/guides/webhooks?own=1&a=1#part')
  })
  await test('red_03: patterns are followed on the 404 page', MOVED_SITE + '/', async page => {
    await lands(page, '/beta/setup?a=1#there', '/v2/setup?a=1#there')
    await lands(page, '/blog/from-rate-limits', '/guides/rate-limits')
  })
  await test('red_03: what a pattern stands for leads to no other host', MOVED_SITE + '/', async page => {
    await lands(page, '/open//evil.test/x', '/evil.test/x')
    await lands(page, '/open/a%2Fb%20c', '/a%2Fb%20c')
  }, ['404'])
  await test('red_02: a pattern that matches its own destination ends', MOVED_SITE + '/', async page => {
    await lands(page, '/v2/loop/y', '/v2/loop/again/y')
    await page.locator('.not-found-title').waitFor()
    same(new URL(page.url()).pathname, '/v2/loop/again/y', 'stays')
  })
  await test('err_01: near pages are offered, in the language of the address', MOVED_SITE + '/', async page => {
    await page.goto(MOVED_SITE + '/guide/webhook')
    await page.locator('.not-found-recommended-page-link').first().waitFor()
    const links = () => page.locator('.not-found-recommended-page-link').evaluateAll(all => all.map(link => link.getAttribute('href')))
    same((await links())[0], '/guides/webhooks', 'nearest')
    await page.goto(MOVED_SITE + '/de/webhook')
    await page.locator('.not-found-recommended-page-link').first().waitFor()
    same((await links())[0], '/de/webhooks', 'nearest in German')
    same(await page.locator('.not-found-title').innerText(), 'Seite nicht gefunden', 'title')
    same(await page.locator('.not-found-home').getAttribute('href'), '/de', 'home')
    // The page of the language stands there with all that is around it, at the address that was asked for.
    same(await page.evaluate(() => document.documentElement.lang + ' ' + location.pathname + location.hash), 'de /de/webhook', 'frame')
    await page.goto(MOVED_SITE + '/de/a%20b/?c=d#e')
    await page.waitForFunction(() => document.documentElement.lang == 'de' && !location.pathname.includes('404'))
    same(new URL(page.url()).href, MOVED_SITE + '/de/a%20b/?c=d#e', 'the whole address')
    await page.goto(MOVED_SITE + '/de/404.html')
    await page.locator('.not-found-title').waitFor()
    same(new URL(page.url()).pathname, '/de/404.html', 'stays')
    await page.goto(MOVED_SITE + '/qqqq/zzzz')
    await page.waitForLoadState('networkidle')
    same(await page.locator('.not-found-suggestions').isVisible(), false, 'nothing near')
  })
  const paths = {}
  for (let number = 0; number <= 500; number += 1) paths['/p' + number] = { get: { summary: 'Is it ' + number + '?', operationId: 'read' + number, responses: { 200: { description: '' } } } }
  const ids = await serve(build('ids', sources('ids', { 'docs.json': JSON.stringify({ theme: 'mint', name: 'Ids', colors: { primary: '#166534' }, navigation: { groups: [{ group: 'Start', pages: ['index'] }, { group: 'API', openapi: 'openapi.json' }] } }), 'index.mdx': '# Start\n', 'openapi.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'Ids', version: '1' }, paths }) })))
  await test('oas_07: the 404 page leads to operations by their ids', ids.url + '/', async page => {
    await page.goto(ids.url + '/api-reference/read77?a=1#response').catch(() => {})
    await page.waitForURL(ids.url + '/api-reference/is-it-77%3F?a=1#response')
    same(await page.locator('h1').innerText(), 'Is it 77?', 'page')
    await page.goto(ids.url + '/api-reference/read777')
    await page.locator('.not-found-title').waitFor()
  }, ['404'])
  ids.close()
  const docs = JSON.parse(MOVED['docs.json'])
  const homeward = await serve(build('homeward', sources('homeward', { ...MOVED, 'docs.json': JSON.stringify({ ...docs, errors: { 404: { redirect: true } } }) })))
  await test('err_02: a missing page leads home when asked, to the home page of its language', homeward.url + '/', async page => {
    for (const [from, to] of [['/nothing', '/'], ['/de/nothing', '/de'], ['/dentist/x', '/'], ['/old', '/guides/webhooks']]) {
      same((await page.goto(homeward.url + from)).status() == (from == '/old' ? 200 : 404), true, from)
      await page.waitForURL(homeward.url + to)
    }
  })
  homeward.close()
  // The page tries what is forbidden once.
  await test('red_03: everything runs under the policy of the host', STRICT_SITE + '/live', async page => {
    await page.locator('#count').click()
    same(await page.locator('#count').innerText(), '2', 'an island')
    await page.goto(STRICT_SITE + '/')
    await page.locator('.theme-toggle').first().click()
    same(await page.evaluate(() => document.documentElement.classList.contains('dark')), true, 'dark')
    await page.locator('[role=tab]', { hasText: 'B' }).click()
    same(await page.evaluate(() => { const script = document.createElement('script'); script.textContent = 'window.evil = 1'; document.body.append(script); return !window.evil }), true, 'no other script')
    await page.goto(STRICT_SITE + '/guide/webhook')
    await page.locator('.not-found-recommended-page-link').first().waitFor()
  }, ['Executing inline script'])
}
