// The header of sites with much in it: what has to be whole at every width, and where the rest is. And what else of the
// surroundings has little room: pills in the sidebar, windows that are low, the bars of phones.
import { build, serve, sources } from './browser.mjs'

const page = name => `---\ntitle: ${name}\n---\n\n## Part\n\nText\n`
const TABS = ['Guides', 'API Reference', 'Cookbook and recipes', 'Software development kits', 'Changelog']
const LINKS = ['Community Forum', 'Status', 'Support', 'Blog']

/** Products, versions, languages, tabs, links and a button: more than a row holds. */
const heavy = theme => {
  const files = {}
  const products = ['Payments Platform', 'Cloud'].map(product => ({ product, icon: 'cube', versions: ['v2.14.0-beta', 'v1'].map(version => ({ version, tag: 'New', languages: ['en', 'de'].map(language => ({ language, tabs: TABS.map((tab, at) => {
    const name = `${product.split(' ')[0].toLowerCase()}/${version}/${language}/t${at}`
    files[name + '.mdx'] = page(tab)
    return { tab, groups: [{ group: 'Start', pages: [name] }] }
  }) })) })) }))
  files['docs.json'] = JSON.stringify({ theme, name: 'Acme International Documentation', colors: { primary: '#166534' }, navbar: { links: LINKS.map(label => ({ label, href: 'https://example.com/' + label[0] })), primary: { type: 'button', label: 'Create a free sandbox', href: 'https://example.com/go' } }, navigation: { products } })
  return files
}
const START = '/payments/v2.14.0-beta/en/t1/'
const WIDTHS = [1024, 1152, 1280, 1366, 1440]

/** What of the header is cut, off the window or under something else. */
const faults = page => page.evaluate(async () => {
  await document.fonts.ready
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  const found = []
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
  for (const part of document.querySelectorAll('#navbar :is(a,button,summary), .tab-row :is(a,summary)')) {
    const box = part.getBoundingClientRect()
    if (!part.checkVisibility({ visibilityProperty: true }) || part.closest('.nav-dropdown-content') || !box.width) continue
    const row = part.parentElement.closest('.nav-tabs,.navbar-row')?.getBoundingClientRect().bottom ?? innerHeight
    const at = (x, y) => { const hit = document.elementFromPoint(x, y); return hit && (part.contains(hit) || hit.contains(part)) && row > box.top + 2 }
    const y = (box.top + box.bottom) / 2
    if (box.left < 0 || box.right > innerWidth || !at(box.left + 3, y) || !at(box.right - 3, y)) found.push(part.textContent.trim() || part.ariaLabel)
  }
  return found
})

const PILLS = theme => ({
  'docs.json': JSON.stringify({ theme, name: 'Pills', colors: { primary: '#166534' }, ...theme == 'almond' && { background: { decoration: 'grid' } }, navigation: { groups: [{ group: 'Start here', tag: 'available in the enterprise plan', pages: ['index', 'old', 'older'] }, { group: 'Many', pages: Array.from({ length: 60 }, (_, at) => `p${at}`) }] } }),
  'index.mdx': page('Home') + '\n\nText\n'.repeat(40) + `\n<Update label="${'unbroken'.repeat(12)}" description="${'word'.repeat(20)}">Text</Update>\n`,
  'old.mdx': page('Old way').replace('---\n', '---\ndeprecated: true\n'),
  'older.mdx': page('A much longer name of a page that nobody should use').replace('---\n', '---\ndeprecated: true\n'),
  ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`p${at}.mdx`, page(`Page ${at}`)]))
})

export async function header({ test, same }) {
  for (const theme of ['mint', 'maple', 'palm', 'willow', 'linden', 'almond', 'aspen']) {
    const site = await serve(build('header-' + theme, sources('header-' + theme, heavy(theme))))
    await test(`chr_01: ${theme}: nothing of a full header is cut off`, site.url + START, async page => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 })
        same(await faults(page), [], width)
        if (['mint', 'palm', 'aspen'].includes(theme)) same(await page.locator('.nav-tabs > ul > li:visible').allInnerTexts(), TABS, `${width} tabs have a row of their own`)
        for (const part of ['.theme-toggle', ':is(.search-entry,#search-bar-entry-mobile)', '.topbar-cta']) same(await page.locator(part).locator('visible=true').count() > 0, true, `${width} ${part}`)
      }
    })
    if (theme != 'maple') await test(`chr_01: ${theme}: links that do not fit are in a menu, by keys too`, site.url + START, { viewport: { width: 1024, height: 700 } }, async page => {
      const more = page.locator('.navbar-more > summary')
      await more.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
      same(await page.evaluate(() => document.activeElement.matches('.navbar-more .navbar-link[href]')), true, 'a link of the menu')
      const [below, summary] = [await page.locator('.navbar-more > div').boundingBox(), await more.boundingBox()]
      same([below.width < 300, below.x >= 0 && below.x + below.width <= 1024, below.y >= summary.y + summary.height, below.y - summary.y < 60], [true, true, true, true], JSON.stringify(below))
      const seen = await page.locator('.navbar-links a.navbar-link:visible').allInnerTexts()
      same(seen, LINKS, 'all of them in their order')
      await page.keyboard.press('Escape')
      same(await page.locator('.navbar-more').evaluate(menu => menu.open), false, 'closed')
      await page.setViewportSize({ width: 3000, height: 700 })
      if (!['mint', 'linden'].includes(theme)) await page.waitForFunction(() => document.querySelector('.navbar-more').hidden)
    })
    if (theme != 'maple') await test(`chr_01: ${theme}: without scripts all links are in the header`, site.url + START, { javaScriptEnabled: false, viewport: { width: 1024, height: 700 } }, async page => {
      const boxes = await page.locator('.navbar-links :is(a.navbar-link, .topbar-cta)').evaluateAll(all => all.map(link => { const box = link.getBoundingClientRect(); return box.width > 0 && box.left >= 0 && box.right <= innerWidth && document.elementFromPoint(box.left + 2, (box.top + box.bottom) / 2)?.closest('a') == link }))
      same(boxes, Array(LINKS.length + 1).fill(true), 'seen')
    })
    site.close()
  }
  const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="48" viewBox="0 0 400 48"><rect width="400" height="48" fill="#166534"/></svg>'
  for (const [what, more] of [['name', {}], ['logo', { logo: '/logo.svg' }]]) {
    const site = await serve(build('header-maple-' + what, sources('header-maple-' + what, { 'index.mdx': page('Home'), 'a.mdx': page('A'), 'logo.svg': LOGO, 'docs.json': JSON.stringify({ theme: 'maple', name: 'Acme Documentation', colors: { primary: '#166534' }, ...more, navigation: { versions: [{ version: 'v1', pages: ['index'] }, { version: 'v2', pages: ['a'] }] } }) })))
    await test(`maple: a long ${what} leaves room for what stands beside and below it`, site.url + '/', async page => {
      const box = selector => page.locator(selector).locator('visible=true').first().boundingBox()
      const [brand, toggle, search, first] = [await box('.topbar .nav-brand > *'), await box('.topbar .theme-toggle'), await box('.search-entry'), await box('.drawer-switches .nav-dropdown-trigger')]
      same([brand.x + brand.width <= toggle.x, toggle.y + toggle.height <= search.y, search.y + search.height <= first.y], [true, true, true], JSON.stringify([brand, toggle, search, first]))
      same(await page.locator('.topbar .nav-brand > *').locator('visible=true').first().evaluate(it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight), true, 'whole')
    })
    site.close()
  }
  for (const theme of ['mint', 'maple', 'palm', 'willow', 'linden', 'almond', 'aspen']) {
    const site = await serve(build('pills-' + theme, sources('pills-' + theme, PILLS(theme))))
    await test(`nav_05: ${theme}: a pill stands behind the name, and none of them is squeezed`, site.url + '/', async page => {
      const rows = await page.locator('#sidebar').evaluate(sidebar => [...sidebar.querySelectorAll('.nav-tag-pill')].map(pill => {
        const [name, own] = [pill.previousElementSibling, pill].map(part => part.getBoundingClientRect())
        return { after: own.left >= name.right, beside: own.top < name.bottom && own.bottom > name.top, inside: own.right <= sidebar.getBoundingClientRect().right, whole: pill.firstChild.scrollWidth <= pill.firstChild.clientWidth, lines: Math.round(name.height / 20), wide: name.width > 40 }
      }))
      same(rows.length, 3, 'pills')
      const [group, short, long] = rows
      for (const row of rows) same([row.after, row.beside, row.inside, row.wide], [true, true, true, true], JSON.stringify(row))
      same([group.lines <= 2, short.lines, short.whole, long.lines < 6, long.whole], [true, 1, true, true, true], JSON.stringify(rows))
      const next = await page.locator('#sidebar a[href="/old"]').evaluate(row => row.getBoundingClientRect().height)
      same(next < 40, true, `one line, ${next}`)
    })
    await test(`ux_06: ${theme}: where the window is low the header goes away with the page`, site.url + '/', { viewport: { width: 320, height: 256 } }, async page => {
      same(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'as wide as the window')
      const end = () => page.evaluate(async () => { scrollTo(0, 600); await new Promise(requestAnimationFrame); return document.querySelector('#navbar').getBoundingClientRect().bottom })
      same(await end() <= 0, true, 'gone')
      same(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) < 40), true, 'a heading comes to the top')
      await page.setViewportSize({ width: 390, height: 844 })
      same(await end() > 40, true, 'stays in a usual window')
      // A site that has one mode only has no button for it.
      const edge = await page.evaluate(() => { document.querySelector('.topbar .theme-toggle').remove(); return innerWidth - document.getElementById('search-bar-entry-mobile').getBoundingClientRect().right })
      if (theme != 'aspen') same(edge < 20, true, `the search stands at the edge, ${edge}`)
    })
    if (theme == 'palm') await test('palm: the button that folds the sidebar lies on no entry', site.url + '/', async page => {
      const over = await page.evaluate(async () => {
        const fold = document.querySelector('.sidebar-fold').getBoundingClientRect()
        document.querySelector('#sidebar-content').scrollTop = 400
        return [...document.querySelectorAll('#sidebar-content a')].filter(row => { const box = row.getBoundingClientRect(); return box.right > fold.left && box.top < fold.bottom && box.bottom > fold.top }).length
      })
      same(over, 0, 'entries below it')
      await page.locator('.sidebar-fold').click()
      await page.locator('html[data-folded]').waitFor()
      const fold = await page.locator('.sidebar-fold').boundingBox()
      same([fold.x >= 0, fold.x + fold.width <= 48], [true, true], 'in the rail')
    })
    if (theme == 'almond') await test('css_04: almond: the search stands below a higher header', site.url + '/', async page => {
      const gap = () => page.evaluate(() => document.querySelector('.search-entry').getBoundingClientRect().top - document.getElementById('navbar').getBoundingClientRect().bottom)
      const before = await gap()
      await page.addStyleTag({ content: '#navbar { min-height: 72px }' })
      same([before, await gap()], [4, 4], 'gap')
    })
    if (theme == 'almond') await test('cfg_18: almond: what a site has behind its pages is seen in the panel', site.url + '/', async page => {
      const clip = { x: 300, y: 60, width: 300, height: 30 }
      const with_ = await page.screenshot({ clip })
      await page.addStyleTag({ content: '.background { display: none }' })
      same(with_.equals(await page.screenshot({ clip })), false, 'something is there')
      const ground = await page.evaluate(() => [getComputedStyle(document.querySelector('.panel'), '::before').backgroundColor, getComputedStyle(document.querySelector('#background-color')).backgroundColor])
      same(ground[0] != ground[1], true, 'the panel keeps its own ground')
    })
    site.close()
  }
  const aspen = await serve(build('header-aspen', sources('header-aspen', heavy('aspen'))))
  await test('aspen: on phones the switch stands beside the logo and the tabs scroll', aspen.url + START.replace('t1', 't4'), { viewport: { width: 390, height: 844 }, hasTouch: true }, async page => {
    same(await faults(page).then(all => all.filter(name => !TABS.includes(name))), [], 'cut')
    const tab = page.locator('.nav-tabs-item[data-active]')
    const box = await tab.boundingBox()
    same([await tab.innerText(), box.x > 0 && box.x + box.width < 390], ['Changelog', true], 'the current tab is in view')
    same(await page.locator('.nav-more').isVisible(), false, 'no menu')
    same(await page.evaluate(() => { const bar = document.querySelector('.nav-tabs'); return bar.scrollWidth > bar.clientWidth }), true, 'scrolls')
    await page.locator('.topbar-start .nav-dropdown-products-selector > summary').click()
    same(await page.locator('.topbar-start .nav-dropdown-content a:visible').count(), 2, 'products')
    await page.goto(aspen.url + START)
    same(Math.round((await tab.boundingBox()).x), await page.locator('.topbar .nav-brand').evaluate(brand => brand.getBoundingClientRect().left), 'the first tab begins where the page does, and does not fade away')
    await page.locator('.topbar-start .nav-dropdown-products-selector > summary').click()
    await page.keyboard.press('Escape')
    await page.locator('.drawer-open').click()
    same(await page.locator('#sidebar .sidebar-row:visible').count() > 0, true, 'drawer')
  })
  aspen.close()
}
