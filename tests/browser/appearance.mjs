// What `docs.json` says about the look and the surroundings of pages, in every theme.

const config = theme => ({
  theme, name: 'Look', colors: { primary: '#166534' }, favicon: '/icon.svg',
  banner: { content: 'Read the **news**', dismissible: true },
  navbar: { links: [{ label: 'Blog', href: 'https://example.com' }], primary: { type: 'button', label: 'Begin', href: 'https://example.com/start' } },
  footer: { socials: { github: 'https://github.com/x', x: 'https://x.com/x' }, links: [{ header: 'More', items: [{ label: 'Status', href: 'https://example.com/status' }] }, { header: 'Legal', items: [{ label: 'Terms', href: 'https://example.com/terms' }] }] },
  background: { decoration: 'grid' },
  metadata: { timestamp: true },
  feedback: { thumbs: true, edits: true, issues: true, repository: 'https://github.com/o/r' },
  navigation: { groups: [{ group: 'Start', tag: 'New', pages: ['index', 'second'] }] }
})

/** The files of a site in a theme. */
export const LOOK = theme => ({
  'docs.json': JSON.stringify(config(theme)),
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#166534" d="M0 0h8v8H0z"/></svg>',
  'index.mdx': '---\ntitle: First\ntag: Beta\ndeprecated: true\nlastUpdatedDate: 2025-01-31\n---\n\nText.\n\n## One\n\nText.\n',
  'second.mdx': '# Second',
  'headings.mdx': '---\ntitle: Headings\n---\n\nText.\n\n# Inside\n\nText.\n',
  'slots/sidebar-top.mdx': '<Note>All is [well](https://example.com/well).</Note>\n',
  'slots/content-bottom.mdx': '## Who helps\n\nAsk [somebody](/second).\n',
  'slots/footer.mdx': 'Made by **hand** in [a place](https://example.com/place).\n'
})

export async function appearance(sites, { test, same, shown, audit }) {
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
    await test(`appearance ${theme}: an answer is told to those that listen`, site + '/', async page => {
      await page.evaluate(() => addEventListener('docs:event', event => { window.told = event.detail }))
      await page.locator('[data-vote=down]').click()
      same(await page.evaluate(() => window.told), { name: 'docs.feedback.thumbs_down', path: '/', vote: 'down' }, 'event')
      await page.getByText('Thanks for your feedback!').waitFor()
      same(await page.locator('[data-vote]').count(), 0, 'asked once')
    })
  }
  const [, first] = sites[0]
  const phone = { viewport: { width: 390, height: 844 } }
  const family = page => page.evaluate(() => getComputedStyle(document.body).fontFamily.split(',')[0].replaceAll('"', ''))
  await test('perf_06: on a phone the text is there before its font', first + '/', phone, async page => {
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(entry => entry.name.endsWith('.woff2')))
    const [font, loaded] = await page.evaluate(() => [performance.getEntriesByType('resource').find(entry => entry.name.endsWith('.woff2')).startTime, performance.getEntriesByType('navigation')[0].loadEventStart])
    same(font >= loaded, true, `asked for after the page, ${font} ${loaded}`)
    same(await family(page), 'Inter', 'and then it is shown')
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
