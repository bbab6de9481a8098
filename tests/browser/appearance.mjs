// What `docs.json` says about the look and the surroundings of pages, in every theme.

import http from 'node:http'

const config = (theme, feedback) => ({
  theme, name: 'Look', colors: { primary: '#166534' }, favicon: '/icon.svg',
  banner: { content: 'Read the **news**', dismissible: true },
  navbar: { links: [{ label: 'Blog', href: 'https://example.com' }], primary: { type: 'button', label: 'Begin', href: 'https://example.com/start' } },
  footer: { socials: { github: 'https://github.com/x', x: 'https://x.com/x' }, links: [{ header: 'More', items: [{ label: 'Status', href: 'https://example.com/status' }] }, { header: 'Legal', items: [{ label: 'Terms', href: 'https://example.com/terms' }] }] },
  background: { decoration: 'grid' },
  metadata: { timestamp: true },
  feedback: { thumbs: true, edits: true, issues: true, repository: 'https://github.com/o/r', ...feedback },
  navigation: { groups: [{ group: 'Start', tag: 'New', pages: ['index', 'second'] }] }
})

// Headings that are called as parts of the page are
const NAMES = ['Content', 'Pagination', 'Header', 'Sidebar', 'Footer', 'Banner', 'Live', 'Table of contents', 'Background color', 'Panel']

/** The files of a site in a theme. */
export const LOOK = (theme, feedback) => ({
  'docs.json': JSON.stringify(config(theme, feedback)),
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#166534" d="M0 0h8v8H0z"/></svg>',
  'index.mdx': '---\ntitle: First\ntag: Beta\ndeprecated: true\nlastUpdatedDate: 2025-01-31\n---\n\nText.\n\n## One\n\nText.\n',
  'second.mdx': '# Second',
  'long.mdx': '---\ntitle: Long\n---\n' + Array.from({ length: 150 }, (_, at) => `\n## Part ${at}\n\n${'Words that go on and on for the sake of it. '.repeat(12)}\n`).join(''),
  'names.mdx': '---\ntitle: Names\n---\n' + ['Plain', ...NAMES].map(name => `\n## ${name}\n\n${'Words. '.repeat(9)}\n\n<br />\n`).join(''),
  'headings.mdx': '---\ntitle: Headings\n---\n\nText.\n\n# Inside\n\nText.\n',
  'slots/sidebar-top.mdx': '<Note>All is [well](https://example.com/well).</Note>\n',
  'slots/content-bottom.mdx': '## Who helps\n\nAsk [somebody](/second).\n',
  'slots/footer.mdx': 'Made by **hand** in [a place](https://example.com/place).\n'
})

// A host whose pages arrive in pieces of 16 KB
const inPieces = async site => {
  const server = http.createServer(async (request, response) => {
    const answer = await fetch(site + request.url)
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') })
    const step = request.url.endsWith('/') ? 16384 : bytes.length || 1
    for (let at = 0; at < bytes.length; at += step) {
      response.write(bytes.subarray(at, at + step))
      if (at + step < bytes.length) await new Promise(done => setTimeout(done, 40))
    }
    response.end()
  })
  await new Promise(ready => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

// The font that letters are really drawn with
async function drawn(page, selector) {
  const tools = await page.context().newCDPSession(page)
  const { root } = await tools.send('DOM.getDocument')
  await tools.send('CSS.enable')
  const { nodeId } = await tools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId })
  await tools.detach()
  return fonts.sort((a, b) => b.glyphCount - a.glyphCount)[0]?.familyName
}

export async function appearance(sites, voted, { test, same, shown, audit }) {
  const narrow = { viewport: { width: 390, height: 844 } }
  const [, first] = sites[0]
  await test('cfg_19_perf_02: on a phone fonts come after the page and are its font then, without new styles', first + '/', narrow, async page => {
    await page.waitForFunction(() => [...document.fonts].some(({ family, status }) => /^"?Inter later"?$/.test(family) && status == 'loaded'))
    same(await drawn(page, '#page-title'), 'Inter', 'a font of the site')
    same(await page.evaluate(() => document.documentElement.hasAttribute('data-fonts')), false, 'styles')
    await page.evaluate(address => { location.href = address }, first + '/headings/')
    await page.waitForURL('**/headings/')
    await page.evaluate(() => document.fonts.ready)
    same(await page.evaluate(() => [...document.fonts].some(({ family }) => /later/.test(family))), false, 'there from the start on the next page')
    same(await drawn(page, '#page-title'), 'Inter', 'and is its font')
  })
  await test('cfg_19: on a phone whose fonts do not come, text has what the style sheet says', 'about:blank', narrow, async page => {
    await page.route('**/*.woff2', route => route.fulfill({ contentType: 'font/woff2', body: 'none' }))
    await page.goto(first + '/')
    await page.waitForFunction(() => document.documentElement.hasAttribute('data-fonts'))
    same(await page.evaluate(() => getComputedStyle(document.body).fontFamily.startsWith('Inter,')), true, 'names')
  })
  for (const [theme, site] of sites) {
    await test(`appearance ${theme}: everything around a page is there`, site + '/', async page => {
      for (const text of ['Read the news', 'Begin', 'Status', 'Terms', 'Beta', 'Deprecated', 'January 31, 2025', 'Suggest edits', 'Raise issue', 'All is well', 'Who helps', 'Made by hand'])
        same(await page.getByText(text, { exact: false }).locator('visible=true').count() > 0, true, text)
      same(await shown(page, '.footer a[href="https://github.com/x"]'), true, 'social')
      const font = theme == 'linden' ? 'JetBrains Mono' : 'Inter'
      same(await page.evaluate(async name => { await document.fonts.ready; return document.fonts.check(`16px "${name}"`) && getComputedStyle(document.body).fontFamily.replaceAll('"', '').startsWith(name) }, font), true, font)
      same(await page.evaluate(async () => (await Promise.all([...document.querySelectorAll('link[rel~=icon],link[rel=apple-touch-icon],link[rel=manifest]')].map(async link => (await fetch(link.href)).ok))).join()), 'true,true,true,true', 'icons')
      same(await audit(page), [], 'accessible')
      await page.locator('.banner-dismiss').click()
      same(await shown(page, '#banner'), false, 'dismissed')
    })
    await test(`appearance ${theme}: a heading in the text is no larger than the title`, site + '/headings/', async page => {
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        const [title, heading] = await page.evaluate(() => ['#page-title', '#content h1'].map(part => parseFloat(getComputedStyle(document.querySelector(part)).fontSize)))
        same(heading <= title, true, `${heading} px below ${title} px at ${width}`)
      }
    })
    await test(`perf_07 ${theme}: a long page that arrives in pieces stays where it is`, 'about:blank', { viewport: { width: 1400, height: 900 } }, async page => {
      const slow = await inPieces(site)
      await page.addInitScript(() => {
        window.moved = []
        const told = ({ node, previousRect: from, currentRect: to }) => `${node?.id || node?.className || node?.nodeName} ${from.x} → ${to.x}, ${from.y} → ${to.y}`
        new PerformanceObserver(list => list.getEntries().forEach(({ value, sources }) => window.moved.push([value, ...sources.map(told)]))).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(slow.url + '/long/')
      await page.evaluate(async () => { await document.fonts.ready; await new Promise(done => requestAnimationFrame(() => setTimeout(done, 100))) })
      slow.close()
      same(await page.locator('#table-of-contents a').count() > 100, true, 'all of it is there')
      same((await page.evaluate(() => window.moved)).filter(([value]) => value > .0001), [], 'shifts')
    })
    await test(`css_04 ${theme}: headings called as parts of the page are headings`, site + '/names/', async page => {
      const looks = await page.locator('#content h2').evaluateAll(headings => headings.map(heading => {
        const { position, display, color, fontSize, paddingTop, borderTopWidth } = getComputedStyle(heading)
        return { name: heading.textContent.trim(), look: [heading.offsetHeight, heading.offsetLeft, position, display, color, fontSize, paddingTop, borderTopWidth].join() }
      }))
      same(looks.length, NAMES.length + 1, 'headings')
      same(looks.filter(({ look }) => look != looks[0].look), [], 'look')
      for (const { name } of looks) {
        await page.locator('#table-of-contents a', { hasText: new RegExp(`^${name}$`) }).click()
        // The browser scrolls in its own time.
        const heading = await page.locator('#content h2', { hasText: new RegExp(`^${name}$`) }).elementHandle()
        await page.waitForFunction(heading => { const { top } = heading.getBoundingClientRect(); return top > 0 && top < 800 }, heading, { timeout: 5000 })
      }
      // Not from the page itself: a reload keeps the place where a reader was.
      await page.goto('about:blank')
      await page.goto(site + '/names/#sidebar')
      // Browsers themselves go to the part of the frame, until the page is loaded.
      await page.waitForTimeout(200)
      const top = await page.locator('h2#sidebar').evaluate(heading => heading.getBoundingClientRect().top)
      same(top > 0 && top < 300, true, `a link from elsewhere leads there, ${top}`)
      const { width, height } = page.viewportSize()
      await page.setViewportSize({ width: 390, height })
      same(await page.locator('aside#sidebar, .drawer-backdrop').evaluateAll(parts => parts.map(part => part.checkVisibility({ visibilityProperty: true }))), [false, false], 'and opens no menu')
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ media: 'print' })
      same(await page.locator('#content h2:visible').count(), NAMES.length + 1, 'printed')
    })
    await test(`appearance ${theme}: a site may hide the sidebar, and headings be large`, site + '/', async page => {
      for (const style of ['#sidebar { display: none !important }', '#sidebar { position: fixed }', 'body:has(#page-title) #sidebar { position: absolute !important }']) {
        await page.goto(site + '/')
        await page.addStyleTag({ content: style })
        same(await page.locator('#content').evaluate(content => content.getBoundingClientRect().width > 500), true, style)
      }
      const lines = await page.locator('#content h2').first().evaluate(heading => {
        heading.style.fontSize = '48px'
        return parseFloat(getComputedStyle(heading).lineHeight)
      })
      same(lines >= 48, true, `lines are ${lines} px apart`)
    })
    await test(`appearance ${theme}: an answer is told to those that listen`, site + '/', async page => {
      await page.evaluate(() => addEventListener('docs:event', event => { window.told = event.detail }))
      await page.locator('[data-vote=down]').click()
      same(await page.evaluate(() => window.told), { name: 'docs.feedback.thumbs_down', path: '/', vote: 'down' }, 'event')
      await page.getByText('Thanks for your feedback!').waitFor()
      same(await page.locator('[data-vote]').count(), 0, 'asked once')
    })
  }
  const asking = async (page, act) => {
    const told = []
    await page.route('https://votes.example/', route => { told.push(route.request().postDataJSON()); return route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' } }) })
    await page.locator('[data-vote=up]').click()
    same(await page.evaluate(() => document.activeElement.id), 'feedback-form-input', 'focus')
    same(await audit(page), [], 'accessible')
    await act()
    await page.getByText('Thanks for your feedback!').waitFor()
    same([await page.locator('#feedback-form').count(), await page.evaluate(() => document.activeElement.className)], [0, 'feedback-thumbs'], 'what is left, and the focus')
    return told
  }
  await test('chr_08: a few words follow a vote', voted + '/', async page => {
    const told = await asking(page, async () => {
      await page.locator('#feedback-form-input').fill('More <b>pictures</b>')
      await page.locator('#feedback-form-submit').click()
    })
    same(told, [{ path: '/', vote: 'up' }, { path: '/', vote: 'up', comment: 'More <b>pictures</b>' }], 'what the site was told')
  }, ['votes.example'])
  await test('chr_08: who writes nothing has voted', voted + '/', async page => {
    same(await asking(page, () => page.locator('#feedback-form-cancel').click()), [{ path: '/', vote: 'up' }], 'what the site was told')
    await page.reload()
    same(await asking(page, () => page.keyboard.press('Escape')), [{ path: '/', vote: 'up' }], 'by the keyboard')
  }, ['votes.example'])
  const phone = { viewport: { width: 390, height: 844 } }
  const family = page => page.evaluate(() => getComputedStyle(document.body).fontFamily.split(',')[0].replaceAll('"', ''))
  await test('perf_06: on a phone the text is there before its font', first + '/', phone, async page => {
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(entry => entry.name.endsWith('.woff2')))
    const [font, loaded] = await page.evaluate(() => [performance.getEntriesByType('resource').find(entry => entry.name.endsWith('.woff2')).startTime, performance.getEntriesByType('navigation')[0].loadEventStart])
    same(font >= loaded, true, `asked for after the page, ${font} ${loaded}`)
    same(await family(page), 'Inter later', 'under the name that the text asks for')
    await page.route(/_docs\/site\..*\.js/, route => route.abort())
    await page.goto(first + '/second/', { referer: first + '/' })
    same(await family(page), 'Inter', 'from another page of the site, from the start')
  }, ['ERR_FAILED'])
  await test('perf_06: on a phone without scripts the font comes as well', first + '/', { ...phone, javaScriptEnabled: false }, async page => {
    same(await family(page), 'Inter', 'font')
  })
  await test('appearance: without scripts only what works is there', first + '/', { javaScriptEnabled: false }, async page => {
    same([await shown(page, '.feedback-thumbs'), await shown(page, '.feedback-edit')], [false, true], 'toolbar')
  })
}
