// Behaviour of built pages in a real browser: node tests/browser/run.mjs path/to/docs [part of a test's name]
//
// Needs a Chromium, by default /usr/bin/chromium, else the one that CHROMIUM names; packages come from the npm registry. Prints every failure and `N passed, N failed`;
// a test that fails is begun anew once, and told as unsteady (`DOCS_TRIES=1` does without).
import path from 'node:path'
import { LOOK, appearance } from './appearance.mjs'
import { axe, build, launch, project, serve, sources } from './browser.mjs'
import { components } from './components.mjs'
import { CUSTOM, CUSTOM_MAPLE_FILES, custom } from './custom.mjs'
import { MENUS, MOVED, headersOf, hosting } from './hosting.mjs'
import { dev } from './dev.mjs'
import { elsewhere } from './elsewhere.mjs'
import { header } from './header.mjs'
import { integrations } from './integrations.mjs'
import { ISLANDS, islands } from './islands.mjs'
import { audit } from './gallery.mjs'
import { galleryShort } from './gallery_short.mjs'
import { THEMES } from './gallery_site.mjs'
import { LANGUAGES, LANGUAGES_BELOW, languages } from './languages.mjs'
import { largeSections } from './large_sections.mjs'
import { mcp } from './mcp.mjs'
import { navigation } from './navigation.mjs'
import { MOVING, moving } from './moving.mjs'
import { LARGE, PAGES } from './pages.mjs'
import { pageMenu } from './page_menu.mjs'
import { offline, offlineOwn } from './offline.mjs'
import { parts } from './parts.mjs'
import { playground } from './playground.mjs'
import { playgroundForm } from './playground_form.mjs'
import { playgroundValues } from './playground_values.mjs'
import { reading } from './reading.mjs'
import { search } from './search.mjs'
import { validators } from './validators.mjs'

const only = process.argv[3] || ''

// The example site, and one with what the example does not use.
const example = await build('example', path.join(project, 'fixtures/example'))
const special = await build('special', sources('special', PAGES))
const large = await build('large', sources('large', LARGE))
const alive = await build('islands', sources('islands', ISLANDS))
const own = await build('custom', sources('custom', CUSTOM))
const ownMaple = await build('custom-maple', sources('custom-maple', CUSTOM_MAPLE_FILES))
const about = await build('moving', sources('moving', MOVING))
const moved = await build('moved', sources('moved', MOVED))
const menus = await build('menus', sources('menus', MENUS))
const spoken = await build('languages', sources('languages', LANGUAGES), '--host', 'netlify')
const below = await build('languages-below', sources('languages-below', LANGUAGES_BELOW), '--host', 'netlify')
const strict = await build('strict', sources('strict', MOVED), '--host', 'netlify')

const sites = [await serve(example), await serve(special), await serve(large), await serve(alive), await serve(own), await serve(about), await serve(moved), await serve(strict, headersOf(strict)), await serve(menus), await serve(ownMaple), await serve(spoken, headersOf(spoken)), await serve(below, headersOf(below))]
const [EXAMPLE, SPECIAL, LARGE_SITE, ISLANDS_SITE, CUSTOM_SITE, MOVING_SITE, MOVED_SITE, STRICT_SITE, MENUS_SITE, CUSTOM_MAPLE, SPOKEN_SITE, BELOW_SITE] = sites.map(site => site.url)
// Pages wait more than they work: two browsers, each with one test at a time.
const browsers = await Promise.all([launch(), launch()])
const idle = [...browsers]
const jobs = []
let passed = 0
let failed = 0
let unsteady = 0
// How often a test may begin anew: the machine of a check is often short of time. What passes only then is told.
const TRIES = Number(process.env.DOCS_TRIES || 2)

/** Counts one test. */
async function counted(name, act) {
  for (let left = TRIES; left; left -= 1) {
    try {
      await act()
      passed += 1
      return
    } catch (error) {
      const again = left > 1
      if (again) unsteady += 1
      else failed += 1
      console.log(`${again ? 'UNSTEADY' : 'FAILED'} ${name}\n       ${String(error.message).split('\n').slice(0, 4).join('\n       ')}`)
    }
  }
}

/** Runs one test in a fresh browser profile. Errors in the console and requests to other hosts fail it. */
async function test(name, address, options, act, allowed = []) {
  if (typeof options == 'function') [options, act, allowed] = [{}, options, act || []]
  if (name.includes(only)) await counted(name, () => tried(address, options, act, allowed))
}

/** A test that needs no other before it. */
const alone = (...given) => jobs.push(() => test(...given))

async function tried(address, options, act, allowed) {
  const browser = idle.pop()
  try {
    await inBrowser(browser, address, options, act, allowed)
  } finally {
    idle.push(browser)
  }
}

async function inBrowser(browser, address, options, act, allowed) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'], ...options })
  // In place of Mermaid, which would be loaded from the network.
  await context.addInitScript(() => {
    window.mermaid = { initialize: given => window.asked = given, render: async (id, text) => ({ svg: `<svg id="${id}" width="300" height="${text.includes('tall') ? 400 : 60}"><title>${text.length}</title></svg>` }) }
  })
  const page = await context.newPage()
  const faults = []
  page.on('console', message => { if (message.type() == 'error' && !message.text().includes('404') && !allowed.some(part => message.text().includes(part))) faults.push(message.text()) })
  page.on('pageerror', error => faults.push(error.message))
  page.on('request', request => { const what = 'request to ' + request.url(); if (!/^(http:\/\/127\.0\.0\.1[:/]|data:|blob:)/.test(request.url()) && !allowed.some(part => what.includes(part))) faults.push(what) })
  page.setDefaultTimeout(5000)
  try {
    await page.goto(address)
    await act(page)
    if (faults.length) throw new Error(faults.join('; '))
  } finally {
    await context.close()
  }
}

/** A test that opens its pages itself. */
const told = counted

function same(is, should, what) {
  if (JSON.stringify(is) !== JSON.stringify(should)) throw new Error(`${what}: ${JSON.stringify(is)}, expected ${JSON.stringify(should)}`)
}
const text = (page, selector) => page.locator(selector).first().innerText()
const shown = (page, selector) => page.locator(selector).first().isVisible()
const appears = (page, selector) => page.locator(selector).first().waitFor({ state: 'visible' })
const focused = page => page.evaluate(() => document.activeElement.className || document.activeElement.id || document.activeElement.localName)
const copied = page => page.evaluate(() => navigator.clipboard.readText())
const selected = (page, list) => page.locator(`${list} [role=tab][aria-selected=true]`).allInnerTexts()
const PHONE = { viewport: { width: 390, height: 844 } }

// Tabs
alone('ux_06: tabs, a click shows the panel and its twin follows', EXAMPLE + '/components/tabs/', async page => {
  await page.locator('.tabs [role=tab]', { hasText: 'Server' }).first().click()
  same(await selected(page, '.tabs'), ['Server', 'Server'], 'selected')
  same(await page.locator('.tabs [role=tabpanel]:visible').count(), 2, 'visible panels')
  await page.reload()
  same(await selected(page, '.tabs'), ['Server', 'Server'], 'remembered')
})
alone('tabs: arrows, Home, End', SPECIAL + '/tabs/', async page => {
  await page.locator('#first [role=tab]').first().focus()
  const steps = [['ArrowRight', 'Two'], ['ArrowRight', 'Three'], ['ArrowRight', 'One'], ['ArrowLeft', 'Three'], ['Home', 'One'], ['End', 'Three']]
  for (const [key, name] of steps) {
    await page.keyboard.press(key)
    same(await selected(page, '#first'), [name], key)
    same(await page.evaluate(() => document.activeElement.textContent), name, 'focus')
  }
  same(await page.locator('#first [role=tab][tabindex="0"]').count(), 1, 'tab stops')
})
alone('tabs: sync={false} stays on its own', SPECIAL + '/tabs/', async page => {
  await page.locator('#first [role=tab]').nth(1).click()
  same(await selected(page, '#alone'), ['One'], 'unsynchronised')
})
alone('ux_04: a link opens the tab around its target', SPECIAL + '/tabs/#inside-three', async page => {
  same(await selected(page, '#first'), ['Three'], 'selected')
  same(await shown(page, '#inside-three'), true, 'heading visible')
})
alone('ux_06: code group, click, keys, sync with another', SPECIAL + '/code/', async page => {
  const groups = '.code-group:not([data-dropdown])'
  await page.locator(`${groups} [role=tab]`, { hasText: 'Yarn' }).first().click()
  same(await selected(page, groups), ['Yarn', 'Yarn'], 'both')
  await page.keyboard.press('ArrowLeft')
  same(await selected(page, groups), ['npm', 'npm'], 'back')
})
alone('code group: dropdown', SPECIAL + '/code/', async page => {
  const select = page.locator('.code-group[data-dropdown] select')
  await select.selectOption({ label: 'Yarn' })
  same(await page.locator('.code-group[data-dropdown] pre:visible').innerText(), 'yarn add kestrel', 'code')
  same(await shown(page, '.code-group[data-dropdown] [role=tablist]'), false, 'tabs hidden')
  await page.locator('.code-group:not([data-dropdown]) [role=tab]', { hasText: 'npm' }).first().click()
  same(await select.evaluate(menu => menu.selectedOptions[0].label), 'npm', 'menu follows')
})

// Copying
const copy = async (page, selector) => {
  const block = page.locator(selector).first()
  await block.hover()
  await block.locator('.code-block-copy-button').click()
  await block.locator('.code-block-copy-button[data-copied]').waitFor()
  return copied(page)
}
alone('code_11_ux_05: copy plain code', EXAMPLE + '/quickstart/', async page => {
  same(await copy(page, '.code-block'), 'export KESTREL_KEY="your-key"', 'clipboard')
})
alone('code_11_ux_05: prompts and output are not copied', SPECIAL + '/code/', async page => {
  same(await copy(page, '.code-block[data-lang=shellsession]'), 'npm install\nnpm start', 'clipboard')
})
alone('code_11_ux_05: removed lines are not copied', SPECIAL + '/code/', async page => {
  same(await copy(page, '.code-block:has(.line.remove)'), 'const a = 2\nconst c = 3', 'clipboard')
})
alone('code_11_ux_05: of a group, the block that is shown is copied', SPECIAL + '/code/', async page => {
  await page.locator('.code-group [role=tab]', { hasText: 'Yarn' }).first().click()
  await page.locator('.code-group >> nth=0').locator('.code-block-copy-button:visible').click()
  same(await copied(page), 'yarn add kestrel', 'clipboard')
})
alone('code_11: the button shows at the pointer and at the focus', SPECIAL + '/code/', async page => {
  // Where there is no bar above the code.
  const block = page.locator('.code-block:not(.code-group .code-block, :has(.code-block-header)):visible').first()
  const button = block.locator('.code-block-copy-button')
  const seen = () => button.evaluate(async it => { await Promise.all(it.getAnimations().map(one => one.finished)); return getComputedStyle(it).opacity })
  await page.mouse.move(0, 0)
  same(await seen(), '0', 'at rest')
  await block.hover()
  same(await seen(), '1', 'pointer')
  await page.mouse.move(0, 0)
  await button.focus()
  same(await seen(), '1', 'focus')
  await button.click()
  await page.waitForFunction(() => document.getElementById('docs-live').textContent == 'Copied')
})
alone('code_11: on a phone the button is always there', SPECIAL + '/code/', { ...PHONE, hasTouch: true, isMobile: true }, async page => {
  const block = page.locator('.code-block:not(.code-group .code-block, :has(.code-block-header)):visible').first()
  same(await block.locator('.code-block-copy-button').evaluate(it => getComputedStyle(it).opacity), '1', 'opacity')
})
alone('code_11: without a clipboard the code is selected', EXAMPLE + '/quickstart/', async page => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.reload()
  const block = page.locator('.code-block').first()
  await block.hover()
  await block.locator('.code-block-copy-button').click()
  await page.waitForFunction(() => String(getSelection()).trim() == document.querySelector('.code-block pre').textContent.trim())
})
alone('txt_03: the tile beside a heading copies its link', EXAMPLE + '/writing/text/', async page => {
  const heading = page.locator('#footnotes')
  await heading.scrollIntoViewIfNeeded()
  await heading.hover()
  const tile = heading.locator('.heading-anchor')
  const box = await tile.evaluate(async it => {
    await Promise.all(it.getAnimations().map(one => one.finished))
    const box = it.getBoundingClientRect()
    return [getComputedStyle(it).opacity, box.width, box.height, box.right <= it.parentElement.getBoundingClientRect().left]
  })
  same(box, ['1', 24, 24, true], 'tile')
  await tile.click()
  await page.waitForFunction(() => location.hash == '#footnotes')
  same(await copied(page), `${EXAMPLE}/writing/text/#footnotes`, 'clipboard')
  await page.mouse.move(0, 0)
  await page.locator('#quotations .heading-anchor').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  same(await page.locator('#quotations .heading-anchor').evaluate(async it => { await Promise.all(it.getAnimations().map(one => one.finished)); return getComputedStyle(it).opacity }), '1', 'focus')
})
alone('i18n_03: code runs from left to right on a page that does not, also beside its text', EXAMPLE + '/v1/api/sending/send-a-message/', async page => {
  await page.evaluate(() => { document.documentElement.dir = 'rtl' })
  for (const part of ['#content', '.page-aside pre', '.page-aside pre code', '.api-endpoint-url', '.field-name', '.field-type']) {
    same(await page.locator(part).first().evaluate(node => getComputedStyle(node).direction), part == '#content' ? 'rtl' : 'ltr', part)
  }
})
alone('code: a long block opens', EXAMPLE + '/writing/code/', async page => {
  const button = page.locator('.code-block-expand-button').first()
  const height = () => page.locator('.code-block[data-expandable] pre').first().evaluate(block => block.clientHeight)
  const before = await height()
  await button.click()
  same([await height() > before, await button.getAttribute('aria-expanded')], [true, 'true'], 'open')
  await button.click()
  same(await height(), before, 'closed again')
})

// Disclosures and deep links
alone('accordion: opened by its address, and puts itself there', EXAMPLE + '/components/accordions/', async page => {
  const closed = page.locator('.accordion:not([open])').first()
  const id = await closed.getAttribute('id')
  await closed.locator('summary').click()
  await page.waitForFunction(id => location.hash == '#' + id, id)
  await page.goto('about:blank')
  await page.goto(`${EXAMPLE}/components/accordions/#${id}`)
  same(await page.locator(`[id="${id}"]`).evaluate(item => item.open), true, 'open')
})
alone('ux_04: a link to a heading in closed accordions', SPECIAL + '/deep/#hidden-heading', async page => {
  same(await shown(page, '#hidden-heading'), true, 'visible')
  const top = await page.locator('#hidden-heading').evaluate(heading => heading.getBoundingClientRect().top)
  const header = await page.locator('.site-header').evaluate(bar => bar.getBoundingClientRect().bottom)
  same(top >= header && top < 800, true, 'in view')
})
alone('ux_04: a link to a heading below the header', EXAMPLE + '/writing/text/', async page => {
  await page.locator('#table-of-contents a', { hasText: 'Footnotes' }).click()
  const top = await page.locator('#footnotes').evaluate(heading => heading.getBoundingClientRect().top)
  const header = await page.locator('.site-header').evaluate(bar => bar.getBoundingClientRect().bottom)
  same(top >= header, true, 'not covered')
})

// Chrome
alone('ux_03: theme, toggled, remembered, before the first paint', EXAMPLE + '/', { colorScheme: 'light' }, async page => {
  const dark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  same(await dark(), false, 'at first')
  await page.locator('.theme-toggle').first().click()
  same(await dark(), true, 'toggled')
  await page.reload({ waitUntil: 'commit' })
  await page.waitForSelector('body')
  same(await dark(), true, 'remembered')
})
alone('ux_03: theme, follows the system', EXAMPLE + '/', { colorScheme: 'dark' }, async page => {
  same(await page.evaluate(() => document.documentElement.dataset.theme), 'dark', 'theme')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.waitForFunction(() => document.documentElement.dataset.theme == 'light')
})
alone('banner: dismissed for good', EXAMPLE + '/', async page => {
  same(await shown(page, '.banner'), true, 'at first')
  await page.locator('.banner-dismiss').click()
  same(await shown(page, '.banner'), false, 'dismissed')
  await page.goto(EXAMPLE + '/quickstart/')
  same(await shown(page, '.banner'), false, 'on the next page')
})
alone('nav_23_ux_07: the drawer opens, holds the focus, closes with Escape', EXAMPLE + '/quickstart/', PHONE, async page => {
  await page.locator('.drawer-open').click()
  await appears(page, '#sidebar .sidebar-link')
  same((await focused(page)).includes('drawer-close'), true, 'focus inside')
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab')
    if (!await page.evaluate(() => document.getElementById('sidebar').contains(document.activeElement))) throw new Error('the focus left the drawer')
  }
  await page.keyboard.press('Escape')
  same(await page.evaluate(() => document.documentElement.hasAttribute('data-drawer')), false, 'closed')
  same((await focused(page)).includes('drawer-open'), true, 'focus back')
})
alone('drawer: closes by its button and by the backdrop', EXAMPLE + '/quickstart/', PHONE, async page => {
  for (const close of [() => page.locator('.drawer-close').click(), () => page.mouse.click(380, 500)]) {
    await page.locator('.drawer-open').click()
    await close()
    await page.waitForFunction(() => getComputedStyle(document.getElementById('sidebar')).visibility == 'hidden')
  }
})
alone('ux_07: menus, one at a time, Escape, click elsewhere', EXAMPLE + '/', async page => {
  const triggers = page.locator('.topbar .nav-dropdown-trigger')
  const open = () => page.locator('.topbar .nav-dropdown[open]').count()
  await triggers.nth(0).click()
  await triggers.nth(1).click()
  same(await open(), 1, 'one')
  await page.keyboard.press('Escape')
  same(await open(), 0, 'Escape')
  await triggers.nth(0).click()
  await page.locator('#page-title').click()
  same(await open(), 0, 'elsewhere')
})
alone('tooltip: hover, focus, Escape', EXAMPLE + '/components/tooltip/', async page => {
  const word = page.locator('.tooltip').first()
  const bubble = page.locator('.tooltip-bubble')
  await word.hover()
  same((await bubble.innerText()).length > 10, true, 'hover')
  await page.mouse.move(5, 780)
  await bubble.waitFor({ state: 'detached' })
  await word.focus()
  same(await bubble.count(), 1, 'focus')
  await page.keyboard.press('Escape')
  same(await bubble.count(), 0, 'Escape')
})
alone('tooltip: a link inside can be reached', SPECIAL + '/tooltip/', async page => {
  await page.locator('.tooltip').first().focus()
  await page.locator('.tooltip-bubble').waitFor()
  await page.keyboard.press('Tab')
  same(await page.evaluate(() => document.activeElement.textContent), 'Read more', 'focused')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tabs\/?$/)
})
alone('tooltip: stays inside a narrow window', SPECIAL + '/tooltip/', { viewport: { width: 320, height: 600 } }, async page => {
  for (const word of await page.locator('.tooltip').all()) {
    await word.focus()
    const box = await page.locator('.tooltip-bubble').boundingBox()
    same(box.x >= 0 && box.x + box.width <= 320, true, 'inside')
  }
})
alone('views: the choice is shown and kept', SPECIAL + '/views/', async page => {
  const select = page.locator('#multi-view-dropdown')
  same(await page.locator('.view:visible').count(), 1, 'one view')
  await select.selectOption('Go')
  same(await text(page, '.view:visible p'), 'For Go.', 'view')
  await page.reload()
  same(await text(page, '.view:visible p'), 'For Go.', 'kept')
})
alone('chr_05: the current heading is marked in the table of contents', EXAMPLE + '/writing/text/', async page => {
  await page.locator('#quotations').evaluate(heading => heading.scrollIntoView())
  await page.waitForFunction(() => document.querySelector('#table-of-contents [aria-current]')?.textContent == 'Quotations')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForFunction(() => document.querySelector('#table-of-contents [aria-current]')?.textContent == 'Lines')
})
alone('chr_12: who copies and has selected nothing gets the Markdown of the page', EXAMPLE + '/quickstart/', async page => {
  const press = async () => { await page.evaluate(() => navigator.clipboard.writeText('before')); await page.keyboard.press('Control+c') }
  const fills = async () => { for (let tries = 0; tries < 80 && await copied(page) == 'before'; tries++) await page.waitForTimeout(50) }
  await press()
  await fills()
  same(await copied(page), await page.evaluate(async () => (await fetch('/quickstart.md')).text()), 'page')
  const title = await page.locator('#page-title').evaluate(title => { getSelection().selectAllChildren(title); return title.textContent })
  await press()
  await page.waitForFunction(async title => (await navigator.clipboard.readText()).trim() == title, title)
  await page.evaluate(() => getSelection().removeAllRanges())
  await page.goto(`${EXAMPLE}/search/`)
  await page.locator('input:visible').first().focus()
  await press()
  await page.waitForTimeout(200)
  same(await copied(page), 'before', 'in a field')
})
alone('chr_05: a heading that was clicked is marked where nothing can scroll', SPECIAL + '/contents/', async page => {
  const entries = page.locator('#table-of-contents .toc-item > a:visible')
  const last = await entries.count() - 1
  for (const at of [last, last - 1, 0, last - 1]) {
    await entries.nth(at).click()
    await page.waitForFunction(hash => document.querySelector('#table-of-contents [aria-current=location]').hash == hash, await entries.nth(at).evaluate(link => link.hash))
  }
  same(await page.locator('#table-of-contents [data-active-deepest]').count(), 1, 'one')
})
alone('ux_07: the skip link comes first and leads to the content', EXAMPLE + '/quickstart/', async page => {
  await page.keyboard.press('Tab')
  same(await focused(page), 'skip-link', 'first stop')
  same(await shown(page, '.skip-link'), true, 'visible')
  await page.keyboard.press('Enter')
  same(await focused(page), 'content-area', 'content')
})
alone('ux_07: every stop of the keyboard shows where it is', EXAMPLE + '/components/tabs/', async page => {
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab')
    const ring = await page.evaluate(() => {
      const at = document.activeElement
      return at == document.body || parseFloat(getComputedStyle(at).outlineWidth) >= 2 || at.outerHTML.slice(0, 80)
    })
    same(ring, true, `stop ${stop}`)
  }
})

const looks = []
for (const theme of THEMES) {
  sites.push(await serve(build(`look-${theme}`, sources(`look-${theme}`, LOOK(theme)))))
  looks.push([theme, sites.at(-1).url])
}
sites.push(await serve(build('voted', sources('voted', LOOK('mint', { endpoint: 'https://votes.example/' })))))

// Without scripts
alone('out_11: without scripts everything is readable', SPECIAL + '/tabs/', { javaScriptEnabled: false }, async page => {
  same(await page.locator('[role=tabpanel]:visible').count(), await page.locator('[role=tabpanel]').count(), 'panels')
  same(await page.locator('[role=tablist]:visible').count(), 0, 'tab bars')
})
alone('out_11: without scripts, code, views, drawer', SPECIAL + '/views/', { javaScriptEnabled: false, ...PHONE }, async page => {
  same(await page.locator('.view:visible').count(), await page.locator('.view').count(), 'views')
  await page.locator('.drawer-open').click()
  await appears(page, '#sidebar .sidebar-link')
  await page.goto(EXAMPLE + '/writing/code/')
  same(await page.locator('.code-block-copy-button:visible, .code-block-expand-button:visible').count(), 0, 'buttons')
})

// Formulas
alone('txt_07: formulas have a font, and pages without them load none of it', EXAMPLE + '/writing/math/', async page => {
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').filter(entry => entry.name.includes('/_docs/math-')).length)
  await page.evaluate(() => document.fonts.ready)
  const isThere = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    const width = font => { pen.font = `40px ${font}`; return pen.measureText('∑∫√x').width }
    return ['STIX Two Math', 'Cambria Math', 'Latin Modern Math', 'Noto Sans Math'].some(name => ['serif', 'monospace'].every(other => width(`"${name}", ${other}`) != width(other)))
  })
  if (!isThere) same(await loaded() > 0, true, 'loaded')
  const apart = await page.locator('mfrac').evaluateAll(all => all.map(fraction => {
    const [above, below] = [...fraction.children].map(part => part.getBoundingClientRect())
    return below.top - above.bottom >= 1
  }))
  same([apart.length > 0, apart.every(Boolean)], [true, true], 'a line has room')
  await page.goto(EXAMPLE + '/quickstart/')
  same(await loaded(), 0, 'a page without formulas')
})

// Room
const PAGES_OF_EXAMPLE = ['/', '/quickstart/', '/writing/text/', '/writing/code/', '/writing/tables/', '/writing/math/', '/writing/mode-wide/', '/writing/mode-custom/', '/components/tabs/', '/components/cards/', '/components/accordions/', '/components/tooltip/', '/components/update/', '/components/request-example/', '/api-reference/messages/publish-a-message/', '/changelog/', '/de/', '/404.html']
for (const [width, what] of [[320, 'a narrow window'], [640, 'a window at 200 %'], [1024, 'a tablet']]) {
  alone(`ux_09: nothing sticks out of ${what}`, EXAMPLE + '/', { viewport: { width, height: 700 } }, async page => {
    for (const address of PAGES_OF_EXAMPLE) {
      await page.goto(EXAMPLE + address)
      same(await page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth > 0), false, address)
    }
  })
}

// Accessibility
const AUDITED = ['/', '/quickstart/', '/writing/text/', '/writing/code/', '/writing/tables/', '/components/tabs/', '/components/cards/', '/components/accordions/', '/components/note/', '/components/tooltip/', '/components/param-field/', '/components/update/', '/components/frame/', '/api-reference/messages/publish-a-message/', '/404.html']
const audits = [...AUDITED.map(address => EXAMPLE + address), ...['/tabs/', '/code/', '/views/', '/deep/', '/tooltip/', '/parts/', '/updates/', '/disclosures/', '/tree/', '/colours/'].map(address => SPECIAL + address)]
for (const colorScheme of ['light', 'dark']) {
  for (const address of audits) {
    alone(`ux_08: accessible, ${colorScheme}: ${new URL(address).pathname}`, address, { colorScheme }, async page => {
      await page.evaluate(axe)
      const { violations } = await page.evaluate(() => window.axe.run())
      if (violations.length) throw new Error(violations.map(found => `${found.id}: ${found.nodes.slice(0, 3).map(node => node.target.join(' ') + ' ' + (node.any[0]?.message || node.all[0]?.message || '').slice(0, 160)).join(' | ')}`).join('\n'))
    })
  }
}
alone('ux_08: the open drawer is accessible', EXAMPLE + '/quickstart/', PHONE, async page => {
  await page.locator('.drawer-open').click()
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => window.axe.run())
  same(violations.map(found => found.id), [], 'violations')
})

largeSections({ alone, same, focused, LARGE_SITE, PHONE })

// With servers and sites of their own, in their own order; the longest first, and what is alone fills the end.
jobs.unshift(
  () => search({ test, same, PHONE }),
  () => playground({ test, same, PHONE }),
  () => dev({ test, same, only }),
  () => components({ test, same, text, shown, copied, focused, selected, PHONE, EXAMPLE, SPECIAL }),
  () => moving({ test, same, text, shown, PHONE, MOVING_SITE }),
  () => appearance(looks, sites.at(-1).url, { test, same, shown, audit }),
  () => islands(test, ISLANDS_SITE, same),
  () => custom({ test, same, CUSTOM_SITE, CUSTOM_MAPLE }),
  () => integrations({ test, same }),
  () => elsewhere({ test, same, PHONE }),
  () => navigation({ test, same, PHONE }),
  () => header({ test, same, PHONE }),
  () => languages({ test, same, SITE: SPOKEN_SITE, BELOW: BELOW_SITE }),
  () => pageMenu({ test, same, PHONE }),
  () => reading({ test, same, PHONE }),
  () => playgroundValues({ test, same }),
  () => playgroundForm({ test, same }),
  () => parts({ test, same }),
  () => hosting({ test, same, MOVED_SITE, STRICT_SITE, MENUS_SITE }),
  ...galleryShort({ test, same, only }),
)
await Promise.all(browsers.map(async () => {
  for (let job; (job = jobs.shift());) await job()
}))
// By themselves: these make everything else wait.
await offline({ browser: browsers[0], only, same, told })
await offlineOwn({ browser: browsers[0], only, same, told })
await mcp({ only, same, told, example })
await validators({ only, same, told })

await Promise.all(browsers.map(browser => browser.close()))
sites.forEach(site => site.close())
console.log(`${passed} passed, ${failed} failed${unsteady ? `, ${unsteady} passed or failed only when begun anew` : ''}`)
process.exit(failed ? 1 : 0)
