import { gzipSync } from 'node:zlib'

// What components do in a browser; names begin with the row of the feature.
export async function components({ test, same, text, shown, copied, focused, selected, PHONE, EXAMPLE, SPECIAL }) {
  const at = page => page.evaluate(() => decodeURIComponent(location.hash))
  const query = page => page.evaluate(() => location.search)
  const contents = page => page.locator('#table-of-contents .toc-item > a:visible').allInnerTexts()
  const isOpen = (page, id) => page.evaluate(id => document.getElementById(id).open, id)

  // Diagrams
  await test('cmp_25: a diagram is drawn in place of its source; a tall one can be enlarged', SPECIAL + '/diagrams/', async page => {
    await page.waitForFunction(() => document.querySelectorAll('.mermaid[data-drawn]').length == 2)
    same(await page.locator('.mermaid-view svg:visible').count(), 2, 'pictures')
    same(await page.locator('.mermaid-source').first().evaluate(it => it.getBoundingClientRect().width <= 1 && it.textContent.startsWith('graph TD')), true, 'source for those who cannot see')
    same(await page.locator('.mermaid-enlarge').count(), 1, 'controls')
    same(await page.evaluate(() => window.asked.securityLevel), 'strict', 'security')
  })
  await test('cmp_25: without scripts a diagram is its source', SPECIAL + '/diagrams/', { javaScriptEnabled: false }, async page => {
    same(await page.locator('.mermaid-source:visible').count(), 2, 'sources')
    same(await page.locator('.mermaid-view:visible').count() + await page.locator('.mermaid-enlarge:visible').count(), 0, 'the rest')
  })

  // Links to lines of code
  const linked = page => page.locator('.line[data-linked]').allInnerTexts()
  await test('code_15: a click on a number marks the line, stands in the address and is copied', SPECIAL + '/lines/', async page => {
    const line = number => page.locator('#code-long .line').nth(number - 1)
    await line(3).click({ position: { x: 60, y: 10 } })
    same([await at(page), await linked(page)], ['', []], 'after a click on the text')
    await line(3).click({ position: { x: 24, y: 10 } })
    same([await at(page), await linked(page)], ['#code-long:L3', ['call(3)']], 'a line')
    await page.waitForFunction(() => navigator.clipboard.readText().then(text => text.endsWith('#code-long:L3')))
    await line(5).click({ position: { x: 24, y: 10 }, modifiers: ['Shift'] })
    same([await at(page), await linked(page)], ['#code-long:L3-L5', ['call(3)', 'call(4)', 'call(5)']], 'lines')
    await line(2).click({ position: { x: 24, y: 10 } })
    same([await linked(page), await page.locator('.highlighted').count(), await page.evaluate(() => history.length)], [['call(2)'], 1, 2], 'another one')
    same((await copied(page)).endsWith('/lines/#code-long:L2'), true, 'clipboard')
  })
  await test('code_15: a link opens folded code and scrolls to its lines', SPECIAL + '/lines/#code-long:L40-L42', async page => {
    same(await linked(page), ['call(40)', 'call(41)', 'call(42)'], 'marked')
    const seen = () => page.locator('.line[data-linked]').last().evaluate(line => { const { top, bottom } = line.getBoundingClientRect(); return top > document.querySelector('.site-header').getBoundingClientRect().bottom && bottom < innerHeight })
    same([await seen(), await at(page), await page.locator('[data-expanded]').count()], [true, '#code-long:L40-L42', 1], 'seen')
    // A later address: what was marked is not, and the way back works.
    await page.evaluate(() => { location.hash = '#code-hidden-app-ts:L2' })
    await page.locator('#code-hidden-app-ts .line').nth(1).waitFor({ state: 'visible' })
    same([await linked(page), await selected(page, '[role=tablist]')].flat(), ['two()', 'Two'], 'in a tab')
    await page.goBack()
    same(await linked(page), ['call(40)', 'call(41)', 'call(42)'], 'back')
    await page.evaluate(() => { location.hash = '#code-long:L99' })
    await page.waitForFunction(() => !document.querySelector('.line[data-linked]'))
  })

  // Accordions and expandables
  await test('cmp_06: nested accordions stand in the address with a colon', SPECIAL + '/disclosures/', async page => {
    const summary = id => page.locator(`[id="${id}"] > summary`)
    await summary('outer').click()
    await page.waitForFunction(() => location.hash == '#outer')
    await summary('inner').click()
    await page.waitForFunction(() => location.hash == '#outer:inner')
    await summary('inner').click()
    await page.waitForFunction(() => location.hash == '#outer')
    await summary('outer').focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.hash == '')
    same(await page.evaluate(() => history.length), 2, 'history')
  })
  await test('cmp_06: the address opens an accordion and those around it', SPECIAL + '/disclosures/#outer:inner', async page => {
    same([await isOpen(page, 'outer'), await isOpen(page, 'inner')], [true, true], 'open')
    same(await at(page), '#outer:inner', 'address')
  })
  await test('cmp_06: the id alone does, too, and so does a later one', SPECIAL + '/disclosures/#inner', async page => {
    same([await isOpen(page, 'outer'), await isOpen(page, 'inner')], [true, true], 'open')
    const odd = page.locator('.accordion').nth(2)
    const id = await odd.getAttribute('id')
    await page.evaluate(id => { location.hash = '#' + encodeURIComponent(id) }, id)
    await page.waitForFunction(id => document.getElementById(id).open, id)
  })
  await test('cmp_08: an expandable says what a click does, and stays as it was left', SPECIAL + '/disclosures/', async page => {
    const labels = () => page.locator('.expandable > summary').allInnerTexts()
    same(await labels(), ['Show parts', 'Hide parts'], 'at first')
    await page.locator('.expandable > summary').nth(0).click()
    await page.locator('.expandable > summary').nth(1).click()
    await page.waitForFunction(() => document.querySelectorAll('.expandable > summary')[1].innerText == 'Show parts')
    same(await labels(), ['Hide parts', 'Show parts'], 'after clicks')
    await page.reload()
    same(await labels(), ['Hide parts', 'Show parts'], 'after a reload')
    same([await page.getByText('Closed at first.').isVisible(), await page.getByText('Open at first.').isVisible()], [true, false], 'shown')
  })
  await test('cmp_08: without scripts the label is right, too', SPECIAL + '/disclosures/', { javaScriptEnabled: false }, async page => {
    const label = page.locator('.expandable > summary').first()
    const size = () => label.evaluate(summary => getComputedStyle(summary.querySelector('.expandable-label'), '::after').content)
    same(await size(), 'none', 'closed')
    await label.click()
    same(await size(), '"Hide parts"', 'open')
  })

  // Tabs
  await test('cmp_09: a shared link chooses the tab', SPECIAL + '/tabs/?tab=Two', async page => {
    same(await selected(page, '#first'), ['Two'], 'chosen')
    same(await selected(page, '#alone'), ['One'], 'unsynchronised')
    await page.locator('#first [role=tab]').nth(2).click()
    same([await query(page), await at(page)], ['?tab=Three', '#three'], 'address')
    await page.goto(SPECIAL + '/tabs/')
    same(await selected(page, '#first'), ['Three'], 'remembered')
  })
  await test('cmp_09: the choice is made before any file is loaded', SPECIAL + '/', async page => {
    await page.route(/\/_docs\/.*\.js$/, route => route.fulfill({ body: '', contentType: 'text/javascript' }))
    await page.goto(SPECIAL + '/tabs/?tab=Two')
    same(await page.locator('#first [role=tabpanel]:visible').innerText(), 'Second.', 'panel')
  })
  await test('cmp_09: the table of contents shows what the tabs show', SPECIAL + '/contents/', async page => {
    same(await contents(page), ['Before', 'In one', 'After'], 'first tab')
    await page.locator('[role=tab]').nth(1).click()
    same(await contents(page), ['Before', 'In two', 'After'], 'second tab')
    await page.goto(SPECIAL + '/contents/#in-one')
    same(await contents(page), ['Before', 'In one', 'After'], 'by address')
  })
  await test('cmp_09: the browser finds what is in another tab, and opens it', SPECIAL + '/tabs/', async page => {
    const panel = page.locator('#first [role=tabpanel]').nth(1)
    same([await panel.getAttribute('hidden'), await panel.isVisible(), await panel.evaluate(it => it.tabIndex)], ['until-found', false, -1], 'before')
    await panel.evaluate(it => it.dispatchEvent(new Event('beforematch', { bubbles: true })))
    same([await selected(page, '#first'), await panel.isVisible(), await panel.evaluate(it => it.tabIndex)], [['Two'], true, 0], 'after')
  })
  await test('cmp_10: tabs for package managers follow each other', SPECIAL + '/parts/', async page => {
    await page.locator('.code-group [role=tab]', { hasText: 'pnpm' }).click()
    same(await text(page, '.code-group [role=tabpanel]:visible code'), 'pnpm add kestrel', 'cmp_31 code')
    await page.locator('.code-group').hover()
    await page.locator('.code-group .code-block-copy-button:visible').click()
    await page.locator('[data-copied]').waitFor()
    same(await copied(page), 'pnpm add kestrel', 'copied')
  })

  // Tooltips
  await test('cmp_13: a tap shows it, the pointer may enter it', SPECIAL + '/tooltip/', { ...PHONE, hasTouch: true }, async page => {
    await page.locator('.tooltip').first().tap()
    same(await page.locator('.tooltip-bubble').innerText().then(shown => shown.includes('What it means')), true, 'tap')
  })
  await test('cmp_13: the pointer may enter the bubble', SPECIAL + '/tooltip/', async page => {
    await page.locator('.tooltip').first().hover()
    await page.locator('.tooltip-bubble').hover()
    await page.waitForTimeout(250)
    same(await page.locator('.tooltip-bubble').count(), 1, 'still there')
    const width = await page.locator('.tooltip-bubble').evaluate(bubble => bubble.getBoundingClientRect().width)
    same(width <= 256, true, `width ${width}`)
  })

  // Fields
  await test('cmp_15_play_14: a click on the name copies the link', SPECIAL + '/disclosures/', async page => {
    await page.locator('.field-name', { hasText: 'first' }).click({ position: { x: 10, y: 10 } })
    await page.waitForFunction(() => location.hash == '#param-first')
    same((await copied(page)).endsWith('/disclosures/#param-first'), true, 'clipboard')
  })

  // Change logs
  await test('cmp_18: tags filter, all of them must match, the address says so', SPECIAL + '/updates/', async page => {
    const buttons = page.locator('#changelog-filters-content button')
    same(await buttons.allInnerTexts(), ['API 3', 'Fix 2', 'Docs 1'], 'by frequency')
    same(await page.locator('.update:visible').count(), 4, 'all')
    await buttons.nth(0).click()
    await buttons.nth(1).click()
    same(await page.locator('.update:visible .update-label').allInnerTexts(), ['v3', 'v1'], 'both tags')
    same(await contents(page), ['v3', 'v1'], 'table of contents')
    same(await query(page), '?tags=API%2CFix', 'address')
    same(await buttons.nth(0).getAttribute('aria-pressed'), 'true', 'pressed')
    await page.reload()
    same(await page.locator('.update:visible').count(), 2, 'after a reload')
    await buttons.nth(0).click()
    await buttons.nth(1).click()
    same([await page.locator('.update:visible').count(), await query(page)], [4, ''], 'none chosen')
  })
  await test('cmp_18: a link to an entry that is filtered out', SPECIAL + '/updates/?tags=Docs#v2', async page => {
    same(await page.getByText('Two.').isVisible(), true, 'shown')
  })
  await test('cmp_18: the filter of a phone stands above the entries', SPECIAL + '/updates/', PHONE, async page => {
    await page.locator('#content #changelog-filters button').first().click()
    same(await page.locator('.update:visible').count(), 3, 'filtered')
  })

  // Views
  await test('cmp_19: a shared link, the table of contents, the address', SPECIAL + '/views/?view=Go', async page => {
    const select = page.locator('#multi-view-dropdown')
    same([await select.inputValue(), await contents(page)], ['Go', ['Only Go', 'For all']], 'asked')
    await select.selectOption('Rust')
    same([await query(page), await contents(page)], ['?view=Rust', ['Only Rust', 'For all']], 'chosen')
  })
  await test('cmp_19: a link into a view that is not shown', SPECIAL + '/views/#only-go', async page => {
    same([await shown(page, '#only-go'), await page.locator('#multi-view-dropdown').inputValue()], [true, 'Go'], 'shown')
    await page.evaluate(() => { location.hash = '#only-rust' })
    await page.waitForFunction(() => document.querySelector('#multi-view-dropdown').value == 'Rust')
  })
  await test('cmp_19: the browser finds what is in another view', SPECIAL + '/views/', async page => {
    const view = page.locator('.view').nth(1)
    await view.evaluate(it => it.dispatchEvent(new Event('beforematch', { bubbles: true })))
    same([await view.isVisible(), await page.locator('#multi-view-dropdown').inputValue()], [true, 'Go'], 'shown')
  })
  await test('cmp_19: a page without a title row has the switch, too', SPECIAL + '/canvas/', async page => {
    await page.locator('#multi-view-dropdown').selectOption('Go')
    same(await text(page, '.view:visible'), 'For Go.', 'view')
  })

  // Trees
  await test('cmp_23: keys of a tree', SPECIAL + '/tree/', async page => {
    const name = () => page.evaluate(() => document.activeElement.querySelector('.tree-name')?.textContent)
    const state = name => page.locator('.tree-folder', { has: page.locator(`> details > summary:text-is("${name}")`) }).getAttribute('aria-expanded')
    same(await page.locator('.tree [tabindex="0"]').count(), 1, 'stops')
    await page.locator('.tree [role=treeitem]').first().focus()
    const steps = [['ArrowDown', 'alpha.js'], ['ArrowDown', 'deep'], ['ArrowRight', 'deep'], ['ArrowRight', 'beta.js'], ['ArrowLeft', 'deep'], ['ArrowLeft', 'deep'], ['End', 'README.md'], ['Home', 'app'], ['o', 'other'], ['ArrowUp', 'deep'], ['r', 'README.md']]
    for (const [key, should] of steps) {
      await page.keyboard.press(key)
      same(await name(), should, key)
    }
    same(await state('deep'), 'false', 'closed')
    await page.locator('summary:text-is("deep")').click()
    await page.waitForFunction(() => document.activeElement.getAttribute('aria-expanded') == 'true')
    await page.keyboard.press('Enter')
    same([await name(), await page.locator('details:has(> summary:text-is("deep"))').evaluate(item => item.open)], ['deep', false], 'Enter')
    await page.keyboard.press('*')
    same([await page.getByText('beta.js').isVisible(), await page.getByText('gamma.js').isVisible()], [true, true], 'all siblings')
    await page.keyboard.press('Tab')
    same(await page.evaluate(() => !!document.activeElement.closest('.tree')), false, 'out')
  })
  await test('cmp_23: folders without scripts', SPECIAL + '/tree/', { javaScriptEnabled: false }, async page => {
    await page.locator('summary', { hasText: 'deep' }).click()
    same(await page.getByText('beta.js').isVisible(), true, 'open')
  })

  // Copying
  await test('cmp_24: a click copies the colour', SPECIAL + '/parts/', async page => {
    await page.locator('.color-swatch').click()
    await page.locator('.color-swatch[data-copied]').waitFor()
    same(await copied(page), '#16A34A', 'clipboard')
  })
  await test('cmp_26: copy a prompt, open it in an editor', SPECIAL + '/parts/', async page => {
    await page.locator('.prompt-copy-button').click()
    await page.locator('.prompt-copy-button[data-copied]').waitFor()
    same(await copied(page), 'Write a "page" about tabs.', 'clipboard')
    const href = await page.locator('.prompt-cursor-button').getAttribute('href')
    same(new URL(href).searchParams.get('text'), 'Write a "page" about tabs.', 'link')
  })

  // Tables and pictures
  await test('txt_13: the head of a long table stays in sight where nothing holds it, and covers no row', SPECIAL + '/tables/', { viewport: { width: 1280, height: 600 } }, async page => {
    const tables = page.locator('.table-wrapper')
    same(await tables.evaluateAll(all => all.map(box => box.hasAttribute('data-fits'))), [true, false, false, false, false], 'stays')
    for (let at = 0; at < 5; at += 1) {
      const covered = await tables.nth(at).evaluate(async box => {
        scrollTo(0, box.getBoundingClientRect().top + scrollY - 200)
        await new Promise(requestAnimationFrame)
        return box.querySelector('th').getBoundingClientRect().bottom - box.querySelector('td').getBoundingClientRect().top
      })
      same(covered <= 1, true, `table ${at}: ${covered} px`)
    }
    const head = await tables.first().evaluate(async box => {
      scrollTo(0, box.getBoundingClientRect().top + scrollY + 300)
      await new Promise(requestAnimationFrame)
      return box.querySelector('th').getBoundingClientRect().top - document.querySelector('.site-header').getBoundingClientRect().bottom
    })
    same(Math.abs(head) < 2, true, `below the header: ${head}`)
  })
  await test('txt_09: a picture that is not of this mode has no buttons', SPECIAL + '/pictures/', { colorScheme: 'light' }, async page => {
    const seen = () => page.locator('.picture-copy').evaluateAll(all => all.filter(button => button.checkVisibility()).map(button => button.ariaLabel))
    const boxes = () => page.locator('.picture:visible').evaluateAll(all => all.map(box => box.offsetWidth == box.firstElementChild.offsetWidth))
    same([await seen(), await boxes()], [['Copy Light'], [true]], 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.waitForFunction(() => document.documentElement.dataset.theme == 'dark')
    same([await seen(), await boxes()], [['Copy Dark', 'Copy Night'], [true, true]], 'dark')
  })

  // Long pages
  for (const [what, options] of [['', {}], [' on a phone', PHONE]]) await test('chr_10: back to the top, after two windows' + what, SPECIAL + '/tables/', options, async page => {
    const top = page.locator('.to-top')
    await page.mouse.wheel(0, 300)
    await page.waitForFunction(() => scrollY >= 300)
    same(await top.count(), 0, 'not yet')
    await page.evaluate(() => scrollTo(0, innerHeight * 2 + 50))
    await top.waitFor({ state: 'visible' })
    same([await top.getAttribute('aria-label'), (await top.boundingBox()).width >= 44], ['Back to top', true], 'name and size')
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForFunction(() => document.querySelector('.to-top').getBoundingClientRect().bottom <= document.getElementById('footer').getBoundingClientRect().top)
    await top.click()
    await page.waitForFunction(() => scrollY == 0 && document.querySelector('.to-top').hidden)
    same(await page.evaluate(() => document.activeElement.id), 'content-area', 'focus')
    await page.goto(SPECIAL + '/canvas/')
    await page.evaluate(() => { document.body.style.minHeight = '9000px'; scrollTo(0, 5000) })
    await page.waitForTimeout(200)
    same(await top.count(), 0, 'not on a canvas of its author')
  })

  // Print
  await test('print: everything is open, controls are gone', SPECIAL + '/disclosures/', async page => {
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    for (const hidden of ['Deep.', 'Odd.', 'Closed at first.']) same(await page.getByText(hidden).isVisible(), true, hidden)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    same([await isOpen(page, 'outer'), await at(page)], [false, ''], 'as before')
    await page.goto(SPECIAL + '/tabs/')
    same(await page.locator('#first [role=tabpanel]:visible').count(), 3, 'tabs')
    same(await page.locator('[role=tablist]:visible').count(), 0, 'tab bars')
    await page.goto(SPECIAL + '/views/')
    same(await page.locator('.view:visible').count(), 2, 'views')
    await page.goto(SPECIAL + '/updates/?tags=Docs')
    same(await page.locator('.update:visible').count(), 4, 'entries')
  })
  await test('perf_01_03: style sheets and scripts of a page stay small', EXAMPLE + '/', async page => {
    for (const address of [EXAMPLE + '/', EXAMPLE + '/components/tabs/', SPECIAL + '/updates/', SPECIAL + '/tree/']) {
      await page.goto(address)
      for (const [selector, most] of [['link[rel=stylesheet][href*="/_docs/"]', 14], ['script[src*="/_docs/"]', 9]]) {
        const files = await page.locator(selector).evaluateAll(all => Promise.all(all.map(async it => (await fetch(it.href || it.src)).text())))
        const size = files.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0) / 1024
        same(size <= most, true, `${address} ${selector}: ${size.toFixed(1)} KB`)
      }
    }
  })
  await test('nothing to scroll sideways in a narrow window', SPECIAL + '/parts/', { viewport: { width: 320, height: 700 } }, async page => {
    for (const name of ['parts', 'updates', 'views', 'tree', 'disclosures', 'colours']) {
      await page.goto(`${SPECIAL}/${name}/`)
      same(await page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth > 0), false, name)
    }
  })
}
