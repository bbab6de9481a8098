// What pages load from other hosts, and when: embedded pages, what draws diagrams, links that leave the site.
import { axe, build, serve, sources } from './browser.mjs'

const DRAWS = 'window.mermaid = { initialize() {}, render: async id => ({ svg: `<svg id="${id}" width="300" height="60"><title>Own</title></svg>` }) }\n'
// BLAKE3 of that.
const HASH = '55b699411f00d1f30338d82f335d73f3d6e28375e5218960d92fbc7747dff231'
const MERMAID = 'https://cdn.jsdelivr.net/npm/mermaid@11.17.2/dist/mermaid.min.js'

const FILES = {
  'docs.json': JSON.stringify({ theme: 'mint', name: 'Elsewhere', colors: { primary: '#166534' }, links: { externalNewTab: true }, navigation: { pages: ['index', 'films', 'diagram'] } }),
  'docs.lock': JSON.stringify({ version: 1, families: {}, files: { [MERMAID]: { blake3: HASH, size: DRAWS.length } } }),
  ['.docs/remote/' + HASH]: DRAWS,
  'poster.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path fill="#157" d="M0 0h16v9H0z"/></svg>',
  'index.mdx': '---\ntitle: Links\n---\n\n[Out](https://example.com/) <a id="here" href="https://example.com/here" target="_self">Here</a> <a href="/films">Films</a>\n',
  'films.mdx': '---\ntitle: Films\n---\n\n<iframe loading="click" className="w-full aspect-video" src="https://www.youtube.com/embed/abc?rel=0" title="A tour" allow="encrypted-media" allowFullScreen></iframe>\n\n<iframe loading="click" height="240" src="https://example.com/embed" poster="/poster.svg"></iframe>\n',
  'diagram.mdx': '---\ntitle: Diagram\n---\n\n```mermaid\ngraph LR\n  A --> B\n```\n'
}

export async function elsewhere({ test, same, PHONE }) {
  const site = await serve(build('elsewhere', sources('elsewhere', FILES)))
  await test('txt_06: links that leave the site open beside it, but for those that say where', site.url + '/', async page => {
    const links = await page.locator('#content a').evaluateAll(all => all.map(link => [link.target, link.dataset.external ?? null]))
    same(links, [['_blank', ''], ['_self', null], ['', null]], 'target and mark')
  })
  await test('cmp_25: the site has a copy of what draws diagrams', site.url + '/', async page => {
    // In place of the one that all tests have.
    await page.addInitScript(() => delete window.mermaid)
    await page.goto(site.url + '/diagram')
    await page.locator('.mermaid[data-drawn] svg').waitFor()
    same(await page.locator('.mermaid svg title').textContent(), 'Own', 'drawn by')
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(entry => new URL(entry.name)).filter(url => url.pathname.includes('mermaid.') && url.pathname.endsWith('.js')).map(url => url.host == location.host))
    same(loaded, [true], 'from here')
  })
  for (const [what, options] of [['', {}], [' on a phone', PHONE], [' without scripts', { javaScriptEnabled: false }]]) await test('cmp_29: nothing of a film is loaded before the click' + what, site.url + '/films', options, async page => {
    const asked = []
    await page.route(/youtube|example\.com/, route => { asked.push(route.request().url()); return route.fulfill({ contentType: 'text/html', body: '<p>Playing</p>' }) })
    const film = page.frameLocator('#content iframe').first()
    const link = film.locator('a')
    await page.locator('#content iframe').nth(1).scrollIntoViewIfNeeded()
    same([(await link.innerText()).split(/\s*\n\s*/), asked], [['A tour', 'Load from youtube.com'], []], 'before')
    const before = await page.locator('#content iframe').first().boundingBox()
    same(Math.abs(before.width / before.height - 16 / 9) < .05, true, 'size ' + JSON.stringify(before))
    await link.click()
    await film.getByText('Playing').waitFor()
    same([asked, await page.locator('#content iframe').first().boundingBox()], [['https://www.youtube.com/embed/abc?rel=0&autoplay=1'], before], 'after')
    const playing = page.frames().find(frame => frame.url().includes('youtube'))
    same(await playing.evaluate(() => ['autoplay', 'encrypted-media', 'camera'].map(feature => document.featurePolicy.allowsFeature(feature))), [true, true, false], 'allowed')
  }, ['request to https://www.youtube.com'])
  await test('cmp_29: what stands for a frame is accessible, with a picture of its own', site.url + '/films', async page => {
    const inside = page.frames().find(frame => frame.parentFrame())
    for (const frame of [page, inside]) {
      await frame.evaluate(axe)
      same((await frame.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'], rules: { 'document-title': { enabled: false } } }))).violations.map(found => found.id), [], 'audit')
    }
    same(await page.frameLocator('#content iframe').nth(1).locator('img').evaluate(picture => new URL(picture.src).pathname), '/poster.svg', 'poster')
    same(await page.frameLocator('#content iframe').nth(1).locator('a').innerText(), 'Load from example.com', 'words')
  })
  site.close()
}
