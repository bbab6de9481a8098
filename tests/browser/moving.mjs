// Moving about: from page to page, by keys, in a picture, on paper, and back again.
import { launch } from './browser.mjs'
import { audit } from './gallery.mjs'

const page = (title, body, more = '') => `---\ntitle: ${title}\n${more}---\n\n${body}\n`
const words = 'Words that fill a line. '.repeat(40)

export const MOVING = {
  'docs.json': JSON.stringify({
    theme: 'palm', name: 'Moving', colors: { primary: '#329100' }, appearance: { default: 'system', strict: false },
    navbar: { links: [{ label: 'Away', href: 'https://example.com' }] },
    navigation: { languages: [{ language: 'en', groups: [{ group: 'All', pages: ['index', 'second', 'third', 'frame'] }] }, { language: 'de', groups: [{ group: 'Alles', pages: ['de/index'] }] }] },
  }),
  'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900"><rect width="1600" height="900" fill="#789"/></svg>',
  'index.mdx': page('First', `${words}\n\n## One\n\n${words}\n\n## Two\n\n${words}`),
  'second.mdx': page('Second', `![A diagram](/picture.svg)\n\n[![Linked](/picture.svg)](/third)\n\n<img src="/picture.svg" alt="Still" noZoom />\n\n<input aria-label="Name" />\n\n<Accordion title="Closed">Inside.</Accordion>\n\n<Tabs><Tab title="A">Text A.</Tab><Tab title="B">Text B.</Tab></Tabs>\n\n[Outside](https://example.com)`),
  'third.mdx': page('Third', `${words}\n\nA <Tooltip tip="What it means.">word</Tooltip>.\n\n\`\`\`js Long one\n${'x'.repeat(400)}\n\`\`\`\n\n\`\`\`bash\nls\n\`\`\``),
  'frame.mdx': page('Frame', words, 'mode: frame\n'),
  'de/index.mdx': page('Erste', words),
}

export async function moving({ test, same, text, shown, PHONE, MOVING_SITE }) {
  const theme = page => page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.classList.contains('dark'), localStorage.getItem('theme')])

  await test('ux_01: the rules for prefetching are understood and name pages of the site', MOVING_SITE + '/', async page => {
    const rules = JSON.parse(await page.locator('script[type=speculationrules]').textContent())
    same(rules.prefetch[0].eagerness, 'moderate', 'eagerness')
    const asked = await page.evaluate(rules => {
      const [inside, { not: { href_matches: apart } }] = rules.prefetch[0].where.and
      const matches = (pattern, path) => new URLPattern(pattern, location.href).test(new URL(path, location.href))
      return ['/second', '/second#one', '/v1.2/page', '/second.md', '/_docs/files.zip'].map(path => matches(inside.href_matches, path) && !matches(apart, path))
    }, rules)
    same(asked, [true, true, true, false, false], 'addresses')
    // What readers go to next is made before they click; the search is not.
    const [{ where: { and }, eagerness }] = rules.prerender
    same([eagerness, and.at(-1).selector_matches], ['moderate', '#sidebar a,#pagination a,.nav-tabs a'], 'ready')
    for (const { where } of [...rules.prefetch, ...rules.prerender]) {
      const apart = where.and.find(rule => Array.isArray(rule.not?.href_matches)).not.href_matches
      const matched = await page.evaluate(apart => ['/search', '/search/', '/search?q=a', '/search-guide'].map(path => apart.some(pattern => new URLPattern(pattern, location.href).test(new URL(path, location.href)))), apart)
      same(matched, [true, true, true, false], 'search')
    }
  })
  await test('ux_01: prefetched by pointer where there are no rules', MOVING_SITE + '/', async page => {
    await page.addInitScript(() => { HTMLScriptElement.supports = () => false })
    // What does it there is loaded by itself.
    await page.reload({ waitUntil: 'networkidle' })
    await page.locator('#sidebar-content a', { hasText: 'Second' }).hover()
    await page.waitForFunction(() => document.querySelector('link[rel=prefetch]')?.href.endsWith('/second'))
    await page.mouse.move(900, 10)
    await page.locator('#sidebar-content a', { hasText: 'Second' }).hover()
    await page.waitForTimeout(150)
    same(await page.locator('link[rel=prefetch]').count(), 1, 'once')
  })
  await test('ux_01: nothing is prefetched where data is dear', MOVING_SITE + '/', async page => {
    for (const connection of [{ saveData: true, effectiveType: '4g' }, { saveData: false, effectiveType: 'slow-2g' }]) {
      await page.addInitScript(connection => {
        HTMLScriptElement.supports = () => false
        Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
      }, connection)
      await page.reload({ waitUntil: 'networkidle' })
      await page.locator('#sidebar-content a', { hasText: 'Second' }).hover()
      await page.waitForTimeout(200)
      same(await page.locator('link[rel=prefetch]').count(), 0, JSON.stringify(connection))
      await page.mouse.move(900, 10)
    }
  })
  await test('ux_02: in view transitions the header, the sidebar and the contents stay', MOVING_SITE + '/', async page => {
    same(await page.evaluate(() => ['.site-header', '#sidebar', '#table-of-contents'].map(part => getComputedStyle(document.querySelector(part)).viewTransitionName)), ['header', 'sidebar', 'contents'], 'names')
  })
  await test('ux_11: on a phone everything that is touched in the drawer has 44 px', MOVING_SITE + '/', PHONE, async page => {
    await page.locator('.drawer-open').click()
    const low = await page.locator('#sidebar-content :is(a, button, summary), .drawer-head button').evaluateAll(all => all.filter(it => it.checkVisibility() && it.getBoundingClientRect().height < 44).map(it => it.outerHTML.slice(0, 90)))
    same(low, [], 'too low')
    const header = await page.locator('.topbar').evaluate(it => it.getBoundingClientRect().height)
    same(header <= 57, true, `header ${header}`)
  })
  await test('txt_15_perf_28: back and forward: the page comes from memory, where it was', MOVING_SITE + '/', async page => {
    // The usual one has no such memory.
    const browser = await launch({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
    const own = await browser.newPage()
    await own.goto(page.url())
    await own.evaluate(() => { addEventListener('pageshow', event => { window.back = event.persisted }) })
    await own.evaluate(() => scrollTo(0, 333))
    await own.locator('#sidebar-content .sidebar-link').nth(1).click()
    await own.waitForURL(/second/)
    await own.waitForLoadState('load')
    await own.evaluate(() => { setTimeout(() => history.back()) })
    await own.waitForTimeout(700)
    const back = await own.evaluate(() => [window.back, scrollY])
    await browser.close()
    same(back, [true, 333], 'from memory')
  })

  await test('cfg_16_ux_03: the mode follows the system, a choice, and the system again', MOVING_SITE + '/', { colorScheme: 'light' }, async page => {
    const toggle = page.locator('.theme-toggle').first()
    await toggle.click()
    same(await theme(page), ['dark', true, 'dark'], 'chosen')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.emulateMedia({ colorScheme: 'light' })
    same(await theme(page), ['dark', true, 'dark'], 'kept')
    await toggle.click()
    same(await theme(page), ['light', false, 'light'], 'the other')
    await toggle.click()
    same(await theme(page), ['light', false, null], 'as the system')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.waitForFunction(() => document.documentElement.dataset.theme == 'dark')
  })
  await test('ux_03: always light, whatever the system: three states with names and pictures', MOVING_SITE + '/', { colorScheme: 'light' }, async page => {
    const toggle = page.locator('.theme-toggle').first()
    const state = async () => [await toggle.getAttribute('title'), await toggle.locator('svg:visible').getAttribute('class')]
    same(await state(), ['As the system', 'ui-icon ui-system'], 'at first')
    await toggle.click()
    same(await state(), ['Dark', 'ui-icon ui-moon'], 'the other look')
    await toggle.click()
    same(await state(), ['Light', 'ui-icon ui-sun'], 'always light')
    same(await page.locator('#docs-live').textContent(), 'Light', 'told')
    await page.emulateMedia({ colorScheme: 'dark' })
    same((await theme(page))[0], 'light', 'whatever the system')
    await page.reload()
    same([(await theme(page))[0], ...await state()], ['light', 'Light', 'ui-icon ui-sun'], 'remembered')
    await toggle.click()
    await toggle.click()
    same([await state(), await theme(page)], [['As the system', 'ui-icon ui-system'], ['dark', true, null]], 'the system again')
  })
  await test('ux_03: a word that another program stored means the system', MOVING_SITE + '/', { colorScheme: 'dark' }, async page => {
    await page.evaluate(() => localStorage.setItem('theme', 'auto'))
    await page.reload()
    const toggle = page.locator('.theme-toggle').first()
    same([await toggle.getAttribute('title'), await toggle.locator('svg:visible').getAttribute('class'), (await theme(page))[0]], ['As the system', 'ui-icon ui-system', 'dark'], 'state')
  })
  await test('ux_03: a template of before the third state shows the look', MOVING_SITE + '/', { colorScheme: 'dark' }, async page => {
    const shown = async () => {
      await page.locator('.theme-toggle .ui-system').evaluateAll(all => all.forEach(it => it.remove()))
      return page.locator('.theme-toggle').first().locator('svg:visible').getAttribute('class')
    }
    same(await shown(), 'ui-icon ui-moon', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.waitForFunction(() => document.documentElement.dataset.theme == 'light')
    same(await shown(), 'ui-icon ui-sun', 'light')
  })
  await test('ux_03: bars of the browser have the colour of the page, also after a choice', MOVING_SITE + '/', { colorScheme: 'light' }, async page => {
    const colours = () => page.evaluate(() => [document.querySelector('meta[name=theme-color]').content, getComputedStyle(document.documentElement).backgroundColor])
    const [light, ground] = await colours()
    same(light, ground, 'light')
    await page.locator('.theme-toggle').first().click()
    const [dark, other] = await colours()
    same([dark, dark == light], [other, false], 'dark')
  })
  await test('ux_04: the address follows who reads on, and nothing of it is in the history', MOVING_SITE + '/', { viewport: { width: 1400, height: 300 } }, async page => {
    const before = await page.evaluate(() => history.length)
    await page.evaluate(() => document.getElementById('two').scrollIntoView())
    await page.waitForFunction(() => location.hash == '#two')
    await page.locator('#table-of-contents a', { hasText: 'One' }).click()
    await page.waitForFunction(() => location.hash == '#one')
    await page.locator('#table-of-contents a', { hasText: 'Two' }).click()
    await page.waitForFunction(() => location.hash == '#two')
    same(await page.evaluate(() => history.length), before, 'steps')
  })
  await test('cfg_16_ux_03: another window follows', MOVING_SITE + '/', { colorScheme: 'light' }, async page => {
    const other = await page.context().newPage()
    await other.goto(MOVING_SITE + '/third')
    await page.locator('.theme-toggle').first().click()
    await other.waitForFunction(() => document.documentElement.classList.contains('dark'))
  })
  await test('cfg_16_ux_03: nothing flashes', MOVING_SITE + '/', { colorScheme: 'light' }, async page => {
    await page.locator('.theme-toggle').first().click()
    await page.addInitScript(() => {
      window.seen = []
      new MutationObserver(() => document.body && window.seen.push(document.documentElement.className)).observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    same([...new Set(await page.evaluate(() => window.seen))], ['js dark'], 'classes while the body was read')
  })

  await test('chr_12_ux_07: keys: help, previous, next, theme', MOVING_SITE + '/second/', { colorScheme: 'light' }, async page => {
    await page.keyboard.press('?')
    const dialog = page.locator('dialog.keys')
    await dialog.waitFor()
    same((await dialog.locator('dd').allInnerTexts()).includes('Previous'), true, 'names')
    same(await audit(page), [], 'accessible')
    await page.keyboard.press(']')
    same(new URL(page.url()).pathname, '/second/', 'no keys behind a dialog')
    await page.keyboard.press('Escape')
    same(await dialog.isVisible(), false, 'closed')
    await page.keyboard.press('t')
    same((await theme(page))[0], 'dark', 'theme')
    await page.keyboard.press(']')
    await page.waitForURL(/\/third/)
    await page.keyboard.press('[')
    await page.waitForURL(/\/second/)
  })
  await test('chr_12_ux_07: keys: not while typing, and not when switched off', MOVING_SITE + '/second/', async page => {
    await page.locator('input').focus()
    await page.keyboard.type('?t]')
    same([await page.locator('input').inputValue(), await page.locator('dialog').count()], ['?t]', 0], 'typed')
    await page.locator('input').blur()
    await page.keyboard.press('?')
    await page.locator('dialog.keys input').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press(']')
    await page.keyboard.press('?')
    await page.waitForTimeout(100)
    same([new URL(page.url()).pathname, await page.locator('dialog[open]').count()], ['/second/', 0], 'off')
    await page.reload()
    await page.keyboard.press('Tab')
    await page.keyboard.press('?')
    await page.locator('dialog.keys input').check()
    await page.keyboard.press('Escape')
    await page.keyboard.press(']')
    await page.waitForURL(/\/third/)
  })
  await test('chr_12: keys: the help speaks the page’s language', MOVING_SITE + '/de/', async page => {
    await page.keyboard.press('?')
    same(await text(page, '#keys-title'), 'Tastenkürzel', 'title')
  })

  await test('picture: opens by click and Enter, closes, gives the focus back', MOVING_SITE + '/second/', async page => {
    const picture = page.locator('#content img[alt="A diagram"]')
    await page.locator('#content img[data-zoomable]').first().waitFor()
    same(await page.locator('#content img[data-zoomable]').count(), 1, 'not the linked one, nor `noZoom`')
    await picture.click()
    const dialog = page.locator('dialog.zoom')
    // What shows it is loaded by the first click.
    await dialog.waitFor()
    same(await dialog.getAttribute('aria-label'), 'A diagram', 'name')
    same(await audit(page), [], 'accessible')
    const box = await dialog.locator('img').boundingBox()
    same(box.width > 900 && box.x >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 800, true, JSON.stringify(box))
    await dialog.locator('img').click()
    same(await dialog.isVisible(), false, 'click')
    await picture.focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    same([await dialog.isVisible(), await page.evaluate(() => document.activeElement.alt)], [false, 'A diagram'], 'focus')
  })

  await test('code_12: code that can be scrolled is a stop with a name, other code is none', MOVING_SITE + '/third/', async page => {
    const told = () => page.locator('.code-block pre').evaluateAll(all => all.map(it => ['tabindex', 'role', 'aria-label'].map(name => it.getAttribute(name))))
    await page.waitForFunction(() => !document.querySelectorAll('.code-block pre')[1].hasAttribute('tabindex'))
    same(await told(), [['0', 'group', 'Long one'], [null, null, null]], 'names')
    same(await audit(page), [], 'accessible')
  })
  await test('cmp_13: Escape closes a tooltip', MOVING_SITE + '/third/', async page => {
    await page.locator('.tooltip').focus()
    same(await page.locator('.tooltip-bubble').innerText(), 'What it means.', 'shown')
    await page.keyboard.press('Escape')
    same(await page.locator('.tooltip-bubble').count(), 0, 'closed')
  })

  await test('palm: the sidebar folds and stays so', MOVING_SITE + '/', async page => {
    const width = () => page.locator('#sidebar').evaluate(part => Math.round(part.getBoundingClientRect().width))
    const before = await width()
    const fold = page.locator('.sidebar-fold')
    const turn = folded => Promise.all([page.locator(folded ? 'html[data-folded]' : 'html:not([data-folded])').waitFor(), fold.click()])
    same(await fold.getAttribute('aria-expanded'), 'true', 'open')
    await turn(true)
    same([await width(), await fold.getAttribute('aria-expanded'), await shown(page, '#sidebar-content')], [48, 'false', false], 'folded')
    same(await audit(page), [], 'accessible')
    await page.goto(MOVING_SITE + '/third/')
    same([await width(), await fold.getAttribute('aria-expanded')], [48, 'false'], 'on another page')
    await turn(false)
    same(await width(), before, 'open again')
  })
  await test('palm: a folded sidebar is whole in the drawer', MOVING_SITE + '/', async page => {
    await page.locator('.sidebar-fold').click()
    await page.locator('html[data-folded]').waitFor()
    await page.setViewportSize(PHONE.viewport)
    await page.locator('.drawer-open').click()
    same(await shown(page, '#sidebar-content .sidebar-link'), true, 'list')
  })

  await test('print: only the text, with everything open', MOVING_SITE + '/second/', { colorScheme: 'dark' }, async page => {
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    for (const part of ['.site-header', '#sidebar', '#pagination', '.footer']) same(await shown(page, part), false, part)
    for (const part of ['Inside.', 'Text A.', 'Text B.']) same(await page.getByText(part).isVisible(), true, part)
    same(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)', 'paper')
    same(await page.locator('a[href="https://example.com"]').last().evaluate(link => getComputedStyle(link, '::after').content), '" (https://example.com)"', 'addresses')
  })
}
