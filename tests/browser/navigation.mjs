// Navigation: rows of tabs that do not fit, menus with columns, the sidebar's place, the drawer of small screens.
import { build, serve, sources } from './browser.mjs'

const page = name => [`${name}.mdx`, `---\ntitle: Page ${name}\n---\n## Part\n\nText\n`]
const NAMES = Array.from({ length: 80 }, (_, number) => `p${number}`)
const TABS = ['Start', 'Platform and more', 'Command line tools', 'Libraries and kits for everybody', 'Integrations', 'Administration', 'Security', 'Deployment', 'Changelog']
const FILES = {
  'docs.json': JSON.stringify({
    theme: 'mint', name: 'Wide', colors: { primary: '#166534' },
    navbar: { links: [{ label: 'Support', href: 'https://example.com/support' }], primary: { type: 'button', label: 'Sign in', href: 'https://example.com/' } },
    navigation: { tabs: TABS.map((tab, at) => at == 0 ? { tab, groups: [{ group: 'All', pages: ['index', ...NAMES] }] } : at == 8
      ? { tab, menu: [{ item: 'Releases', groups: [{ group: 'Stable', pages: ['t8'] }, { group: 'Beta', pages: ['m1'] }] }, { item: 'Plans', groups: [{ group: 'Next', pages: ['m2'] }] }] }
      : { tab, pages: [`t${at}`] }) }
  }),
  ...Object.fromEntries(['index', 'm1', 'm2', ...NAMES, ...TABS.map((_, at) => `t${at}`).slice(1)].map(page))
}
const MENUS = {
  'docs.json': JSON.stringify({ theme: 'mint', name: 'Columns', colors: { primary: '#166534' }, navigation: { tabs: [{ tab: 'Docs', pages: ['index'] }, { tab: 'Products', menu: [{ item: 'One', groups: [{ group: 'First', pages: ['a'] }, { group: 'Second', pages: ['b'] }] }, { item: 'Two', groups: [{ group: 'Third', pages: ['c'] }] }] }] } }),
  ...Object.fromEntries(['index', 'a', 'b', 'c'].map(page))
}

const MODES = ['default', 'wide', 'frame', 'center', 'custom']
const modes = (theme, interaction) => serve(build('nav-modes', sources('nav-modes', {
  'docs.json': JSON.stringify({ theme, name: 'Modes', colors: { primary: '#166534' }, ...interaction && { interaction }, navigation: { groups: [{ group: 'All', pages: ['index', ...MODES, { group: 'Inner', pages: ['inner'] }] }] } }),
  'index.mdx': '---\ntitle: Home\n---\n',
  'inner.mdx': '---\ntitle: Inner\n---\n',
  ...Object.fromEntries(MODES.map(mode => [`${mode}.mdx`, `---\ntitle: ${mode}\nmode: ${mode}\n---\n\n## One\n\nText\n\n## Two\n\nText\n`]))
})))

export async function navigation({ test, same, PHONE }) {
  for (const theme of ['mint', 'maple', 'palm', 'willow', 'linden', 'almond', 'aspen']) {
    const site = await modes(theme)
    await test(`mode_01_05: ${theme}: what is beside the text in each mode`, site.url + '/default/', { viewport: { width: 1440, height: 900 } }, async page => {
      const widths = {}
      for (const mode of MODES) {
        await page.goto(`${site.url}/${mode}/`)
        const seen = {}
        for (const part of ['.nav-brand', '#sidebar', 'h1', '#content-side-layout', '#footer']) seen[part] = await page.locator(part + ':visible').count() > 0
        const beside = mode == 'default'
        same(seen, { '.nav-brand': true, '#sidebar': !['center', 'custom'].includes(mode), h1: !['frame', 'custom'].includes(mode), '#content-side-layout': beside, '#footer': mode != 'custom' }, mode)
        const box = await page.locator('#content').boundingBox()
        widths[mode] = box.width
        if (mode == 'center') same(Math.abs(box.x + box.width / 2 - 720) < 24 && box.width < 800, true, 'in the middle')
      }
      same(widths.wide > widths.default && widths.frame > widths.wide * .9 && widths.custom > 1300, true, JSON.stringify(widths))
      if (theme == 'almond') same(widths.default, 576, 'the width of a text')
      if (theme == 'palm') same(widths.custom, 1440, 'mode_03: the canvas has the whole width')
    })
    if (['maple', 'almond'].includes(theme)) await test(`ux_03: ${theme}: all three modes are seen, and each can be pressed`, site.url + '/default/', async page => {
      const toggle = page.locator('.theme-toggle:visible')
      same([await toggle.count(), await toggle.locator('svg:visible').count()], [1, 3], 'pictures')
      const ground = name => toggle.locator('.ui-' + name).evaluate(it => getComputedStyle(it).backgroundColor != 'rgba(0, 0, 0, 0)')
      for (const [name, scheme] of [['moon', 'dark'], ['system', 'system'], ['sun', 'light']]) {
        await toggle.locator('.ui-' + name).click()
        same([await page.evaluate(() => document.documentElement.dataset.scheme), await ground('sun'), await ground('moon'), await ground('system')], [scheme, name == 'sun', name == 'moon', name == 'system'], name)
      }
    })
    site.close()
  }
  for (const [drilldown, address] of [[true, '/inner'], [false, '/default/']]) {
    const site = await modes('mint', { drilldown })
    await test(`cfg_26: a group that is opened ${drilldown ? 'leads to its first page' : 'only opens'}`, site.url + '/default/', async page => {
      await page.locator('.sidebar-group-summary').click()
      await page.locator('.sidebar-group a[href="/inner"]').waitFor()
      if (drilldown) await page.waitForURL(/inner/)
      same(new URL(page.url()).pathname.startsWith(address), true, page.url())
    })
    site.close()
  }
  const tree = await modes('mint', { filter: true, drilldown: true })
  const entries = page => page.locator('.sidebar-block li a:visible').allInnerTexts()
  await test('nav_24: what is written above the sidebar leaves the entries with these words, in groups that open for them', tree.url + '/default/', async page => {
    const box = page.locator('.sidebar-filter input')
    const all = await entries(page)
    await box.fill('ÍNN')
    same([await entries(page), new URL(page.url()).pathname], [['Inner'], '/default/'], 'the group is opened, and leads nowhere')
    await box.fill('center all')
    same(await entries(page), ['center'], 'the title of a group counts as its entries own')
    await box.fill('nowhere')
    same([await entries(page), await page.locator('.sidebar-filter [role=status]').innerText()], [[], 'Nothing found for “nowhere”'], 'told')
    await box.press('Escape')
    same([await box.inputValue(), await entries(page)], ['', all], 'as before, the group closed')
    await box.fill('wid')
    await box.press('Enter')
    await page.waitForURL(/wide/)
  })
  await test('nav_24: the box is in the drawer of a phone', tree.url + '/default/', PHONE, async page => {
    await page.locator('.drawer-open').first().click()
    await page.locator('.sidebar-filter input').fill('custom')
    same(await entries(page), ['custom'], 'entries')
  })
  tree.close()
  const wide = await serve(build('nav-wide', sources('nav-wide', FILES)))
  const linden = await serve(build('nav-linden', sources('nav-linden', { ...FILES, 'docs.json': FILES['docs.json'].replace('mint', 'linden') })))
  const columns = await serve(build('nav-columns', sources('nav-columns', MENUS)))

  const visible = page => page.locator('.nav-tabs > ul > li:visible').allInnerTexts()
  const fits = page => page.evaluate(() => { const bar = document.querySelector('.nav-tabs'); return bar.scrollWidth <= bar.clientWidth })
  for (const [theme, site] of [['mint', wide], ['linden', linden]]) {
    await test(`nav_07: ${theme}: tabs that do not fit are in a menu`, site.url + '/', { viewport: { width: 1040, height: 800 } }, async page => {
      await page.evaluate(() => document.fonts.ready)
      same(await fits(page), true, 'fits')
      const at = await visible(page)
      same([at[0], at.at(-1)], ['Start', 'More'], 'first and last')
      await page.locator('.nav-more > details > summary').click()
      await page.locator('.nav-more a', { hasText: 'Deployment' }).click()
      await page.waitForURL(/t7/)
      same((await visible(page)).includes('Deployment'), true, 'the active one is in the row')
      same(await fits(page), true, 'still fits')
      await page.setViewportSize({ width: 2400, height: 800 })
      // The row of linden does not hold them all at any width; that of mint does in the end.
      await page.waitForFunction(all => document.querySelector('.nav-more').hidden || (!all && document.querySelector('.nav-more ul').children.length < 4), theme == 'mint')
      if (theme == 'mint') same((await visible(page)).length, TABS.length, 'all of them')
      await page.setViewportSize({ width: 1030, height: 800 })
      await page.waitForFunction(() => !document.querySelector('.nav-more').hidden)
      same(await fits(page), true, 'fits again')
    })
  }
  await test('nav_07: a menu in the menu opens in place, by keys too', wide.url + '/', { viewport: { width: 1040, height: 800 } }, async page => {
    await page.locator('.nav-more > details > summary').focus()
    await page.keyboard.press('Enter')
    await page.locator('.nav-more .nav-menu .nav-menu summary').click()
    same(await page.locator('.nav-more > details').evaluate(menu => menu.open), true, 'stays open')
    await page.locator('.nav-more a', { hasText: 'Beta' }).click()
    await page.waitForURL(/m1/)
  })
  await test('nav_07: without scripts the row scrolls', wide.url + '/', { javaScriptEnabled: false, viewport: { width: 1040, height: 800 } }, async page => {
    same(await page.locator('.nav-more').isVisible(), false, 'no menu')
    await page.locator('.nav-tabs a', { hasText: 'Deployment' }).click()
    await page.waitForURL(/t7/)
  })
  await test('nav_08: items with groups are columns', columns.url + '/', async page => {
    await page.locator('.nav-menu summary').click()
    const tops = await page.locator('.nav-menu > ul > li > .nav-dropdown-item').evaluateAll(all => all.map(item => item.getBoundingClientRect()).map(box => [box.top, box.left]))
    same([tops[0][0] == tops[1][0], tops[0][1] < tops[1][1]], [true, true], 'beside each other')
    for (const name of ['One', 'First', 'Second', 'Two', 'Third']) {
      await page.keyboard.press('ArrowDown')
      same(await page.evaluate(() => document.activeElement.innerText.trim()), name, 'keys')
    }
    await page.locator('.nav-dropdown-groups a', { hasText: 'Second' }).click()
    await page.waitForURL(/\/b/)
  })
  await test('nav_19: the sidebar stays where it is, without a jump', wide.url + '/', async page => {
    await page.addInitScript(() => {
      window.places = []
      const look = () => { const pane = document.getElementById('sidebar-content'); if (pane && document.getElementById('content')) places.push(Math.round(pane.scrollTop)); if (places.length < 30) requestAnimationFrame(look) }
      requestAnimationFrame(look)
    })
    await page.locator('#sidebar-content').evaluate(pane => { pane.scrollTop = 700 })
    const link = page.locator('#sidebar-content a[href="/p30"]')
    const top = await link.evaluate(row => row.getBoundingClientRect().top)
    await link.click()
    await page.waitForURL(/p30/)
    await page.waitForFunction(() => places.length >= 30)
    same([...new Set(await page.evaluate(() => places))], [700], 'places of the pane')
    same(Math.abs(await page.locator('#sidebar-content a[href="/p30"]').evaluate(row => row.getBoundingClientRect().top) - top) < 2, true, 'the row is under the pointer')
    // From elsewhere: the row is brought into view, before anything is painted.
    await page.goto(wide.url + '/p75')
    await page.waitForFunction(() => places.length >= 30)
    same((await page.evaluate(() => new Set(places).size)), 1, 'one place')
    same(await page.locator('#sidebar-content [aria-current=page]').evaluate(row => { const box = row.getBoundingClientRect(); return box.top > 0 && box.bottom < innerHeight }), true, 'in view')
  })
  await test('nav_23: small screens have all of it in a drawer', wide.url + '/p3', PHONE, async page => {
    same(await page.locator('.mobile-trail').innerText(), 'All\nPage p3', 'where the reader is')
    same(await page.locator('.toc-disclosure, .search-entry').count() >= 0, true, 'parts')
    await page.locator('.drawer-open').click()
    await page.locator('#sidebar .sidebar-link').first().waitFor()
    for (const selector of ['.mobile-nav-tabs', '#sidebar a[aria-current=page]', '.drawer-foot a[href="https://example.com/support"]', '.drawer-foot .topbar-cta', '.drawer-foot .theme-toggle']) same(await page.locator(selector).first().isVisible() || await page.locator(selector).first().evaluate(part => !!part.getClientRects().length), true, selector)
    same(await page.evaluate(() => { scrollTo(0, 500); return getComputedStyle(document.body).overflow == 'hidden' || getComputedStyle(document.documentElement).overflow == 'hidden' || scrollY == 0 }), true, 'the page behind stands still')
    await page.locator('.drawer-foot .theme-toggle').click()
    same(await page.locator('.drawer-foot .theme-toggle').evaluate(toggle => [document.documentElement.dataset.theme, toggle.title, toggle.getBoundingClientRect().height >= 40]), ['dark', 'Dark', true], 'the colour mode')
    await page.locator('.mobile-nav-tabs summary').click()
    await page.locator('.mobile-nav-tabs a', { hasText: 'Security' }).click()
    await page.waitForURL(/t6/)
    await page.locator('.drawer-open').click()
    await page.keyboard.press('Escape')
    same(await page.evaluate(() => document.documentElement.hasAttribute('data-drawer')), false, 'Escape')
  })
  await test('nav_23: without scripts the drawer ends with what works', wide.url + '/p3#sidebar', { ...PHONE, javaScriptEnabled: false }, async page => {
    same(await page.locator('.drawer-foot').evaluateAll(feet => feet.map(foot => [foot.getBoundingClientRect().height > 0, foot.querySelectorAll('a').length > 0])), [[true, true], [false, false]], 'seen, with links')
  })
  await test('linden: the button of the drawer is a word', linden.url + '/p3', PHONE, async page => {
    same(await page.locator('.drawer-open').evaluate(link => [getComputedStyle(link, '::before').content, getComputedStyle(link, '::before').textTransform, link.ariaLabel]), ['"[" attr(aria-label) "]"', 'lowercase', 'Menu'].map((value, at) => at ? value : '"[Menu]"'), 'word')
    const box = await page.locator('.drawer-open').boundingBox()
    same(box.height >= 24 && box.width >= 44, true, 'size')
    await page.locator('.drawer-open').click()
    await page.locator('#sidebar .sidebar-link').first().waitFor()
  })
  // What a bar of these labels does at a width at which all of it is shown.
  const bars = async (theme, labels, divisions) => {
    const links = labels.slice(1).map(label => ({ label, href: 'https://example.com/' + label }))
    const config = { name: 'A name', theme, colors: { primary: '#0a7' }, navbar: { links, primary: { type: 'button', label: labels[0], href: 'https://example.com' } }, navigation: divisions ? { languages: [{ language: 'en', versions: [{ version: 'Version 2.0', pages: ['index'] }, { version: 'Version 1.0', pages: ['old'] }] }, { language: 'fr', pages: ['fr'] }] } : { pages: ['index'] } }
    const pages = Object.fromEntries(['index', 'old', 'fr'].map(name => [`${name}.mdx`, `---\ntitle: ${name}\n---\n`]))
    return serve(build('bars', sources('bars', { 'docs.json': JSON.stringify(config), ...pages })))
  }
  const WIDE = { viewport: { width: 1280, height: 600 } }
  for (const theme of ['mint', 'palm', 'aspen']) {
    const few = await bars(theme, ['Dashboard', 'Support', 'Status'])
    await test(`theme ${theme}: a few links leave the search in the middle of the page`, few.url, WIDE, async page => {
      const box = await page.locator('.search-entry:visible').first().boundingBox()
      same(Math.abs(box.x + box.width / 2 - 640) < 24, true, 'middle at ' + (box.x + box.width / 2))
    })
    few.close()
    const long = await bars(theme, ['Open the dashboard', 'Customer support centre', 'Status of all services', 'Community discussions'], true)
    await test(`theme ${theme}: long links stay in the bar`, long.url, WIDE, async page => {
      const right = await page.locator('.topbar-right-container').evaluate(part => part.getBoundingClientRect().right)
      same([right <= 1280, await page.evaluate(() => document.documentElement.scrollWidth)], [true, 1280], 'right edge at ' + right)
    })
    long.close()
  }
  for (const site of [wide, linden, columns]) site.close()
}
