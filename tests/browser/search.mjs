// The search as readers use it: the dialog, the page, what is loaded when, and the words that both sides cut alike.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { axe, build, project, searchProgram, serve, sources } from './browser.mjs'

const page = (title, text, more = '') => `---\ntitle: ${title}\n${more}---\n\n${text}\n`
const FILES = {
  'docs.json': JSON.stringify({
    theme: 'mint', name: 'Finches', colors: { primary: '#166534' },
    feedback: { issues: 'https://issues.example/new?title={title}&body={path}' },
    navigation: { languages: [
      { language: 'en', default: true, versions: [
        { version: 'v2', default: true, groups: [{ group: 'Guides', pages: ['index', 'seeds', 'hidden', 'words', 'rods', { group: 'Deeper', pages: ['nests'] }] }] },
        { version: 'v1', groups: [{ group: 'Old guides', pages: ['old'] }] },
      ] },
      { language: 'ar', groups: [{ group: 'أدلة', pages: ['ar/index'] }] },
    ] },
  }),
  'index.mdx': page('Welcome', 'Finches are small birds.\n\n## Song\n\nThey sing at dawn.', 'description: Where to begin with finches.\n'),
  'seeds.mdx': page('Seeds', 'What finches eat.\n\n## Sunflower seeds\n\nThe favourite of most. Peel a sunflower seed before you offer it to fledglings.\n\n## Thistle\n\nSmall and oily. ' + 'More words stand here. '.repeat(80) + '\n\n## Water\n\nFresh water every day, and a bath of shallow porcelain.', 'description: Food for finches.\n'),
  'hidden.mdx': page('Questions', 'Some answers are folded.\n\n<AccordionGroup>\n<Accordion title="Do they bite?">\nOnly when cornered, and then with *vehemence*.\n</Accordion>\n</AccordionGroup>\n\n<Tabs>\n<Tab title="Cage">\nA cage needs perches.\n</Tab>\n<Tab title="Aviary">\nAn aviary needs shrubbery.\n</Tab>\n</Tabs>\n\n```json One expandable\n' + Array.from({ length: 60 }, (_, at) => `"line${at}"`).join('\n') + '\n```'),
  'nests.mdx': page('Nests', 'Built of moss and hair.\n\n## Materials\n\nOffer coconut fibre.\n\n' + 'A quail hides. '.repeat(200) + '\n\n<Accordion title="More">\n\nThe quail-in-box.\n\n</Accordion>'),
  'words.mdx': page('Signs', 'What is said here.\n\n## Cost in \\$USD\n\nGrain and fruitcake begin at \\$5, about \\~300 grams.\n\n## Using `List<Bird>`\n\nThe `__flock__(*birds, **more)` of sparrowhawks gives `Promise<Bird>`, or \\*none\\*.\n\n## Formulas\n\nThe lift of wingbeats is $L = \\frac{1}{2} \\rho v^2$.\n\n$$\ngliding = v_0 t\n$$\n\n```sh\necho "$soaring and $diving"\n```'),
  'rods.mdx': page('Rods', 'Some are a dowel.\n\n' + 'Others grow on trees.\n\n'.repeat(60) + '## Dowel sizes\n\nA dowel has one of these sizes.\n\n' + 'Others grow on trees.\n\n'.repeat(60)),
  'old.mdx': page('Old advice', 'In those days people offered breadcrumbs.'),
  'ar/index.mdx': page('العصافير', 'العصافير طيور صغيرة تحب البذور.\n\n## الغناء\n\nتغني عند الفجر.'),
}

// A page in each of several languages, and what readers ask there: other forms, no accents, the middle of a word
const FORMS = {
  en: ['The installations are running in the café, where mice overwrote both axes.', ['installation', 'installed', 'cafe', 'runs', 'mouse', 'overwrite', 'axis']],
  de: ['Die Häuser wurden in einer Straße von großer Länge gebaut.', ['Haus', 'hauser', 'strasse', 'grosser', 'Strassen']],
  fr: ['Les utilisateurs créent des élèves.', ['utilisateur', 'creer', 'eleve', 'ÉLÈVE']],
  es: ['Los usuarios cambian la configuración de las canciones.', ['usuario', 'configuracion', 'cancion']],
  pt: ['As instalações dos usuários são novas.', ['instalacao', 'usuario']],
  it: ['Gli utenti cambiano le configurazioni della città.', ['utente', 'configurazione', 'citta']],
  nl: ['De gebruikers wijzigen instellingen.', ['gebruiker', 'instelling']],
  ru: ['Пользователи создают документы.', ['документ', 'документа', 'пользователь']],
  sv: ['Användarna ändrar inställningar.', ['användare', 'anvandare', 'inställning']],
  da: ['Brugerne ændrer installationerne.', ['brugere', 'bruger', 'installation']]
}
const PARTS = {
  zh: ['数据库连接池的配置方法。', ['连接池', '接池', '数据库', '配置']],
  ja: ['データベース接続の設定方法。', ['接続', 'ベース接続', '設定']],
  ko: ['데이터베이스를 연결합니다.', ['데이터베이스', '베이스', '연결']]
}

export async function search({ test, same, PHONE }) {
  const root = await build('search', sources('search', FILES))
  const host = await serve(root)
  const URL_ = host.url
  const field = '.search[open] input[role=combobox]'
  const options = page => page.locator('.search[open] [role=option]:not(.search-first)')
  // Shown to those who have not asked, or asked for what is nowhere
  const firstPages = page => page.locator('.search[open] .search-first')
  const open = async page => { await page.keyboard.press('Control+k'); await page.locator(field).waitFor() }
  const ask = async (page, query) => {
    if (!await page.locator('.search[open]').count()) await open(page)
    await page.locator(field).fill(query)
    await options(page).first().waitFor()
    await page.waitForFunction(query => new URLSearchParams(location.search).get('q') == query, query)
  }
  const isOpen = page => page.locator('.search[open]').count()
  const status = page => page.locator('.search[open] [role=status]')
  const says = async (page, text) => page.waitForFunction(text => document.querySelector('.search[open] [role=status]')?.textContent == text, text)
  const active = page => page.evaluate(() => { const id = document.querySelector('.search[open] input').getAttribute('aria-activedescendant'); return id && document.getElementById(id).getAttribute('href') })
  const loaded = page => page.evaluate(() => performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname).filter(name => /\/_docs\/search/.test(name)).length)
  const place = page => page.evaluate(() => location.pathname.replace(/(.)\/$/, '$1') + location.search + location.hash)
  const seen = page => page.evaluate(() => { const box = [...CSS.highlights.get('search')][0].getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight })
  const highlighted = page => page.evaluate(() => [...CSS.highlights.get('search') || []].map(range => range.toString()))

  await test('srch_02: nothing of the search is loaded before a reader is about to ask', URL_ + '/', async page => {
    await page.waitForLoadState('networkidle')
    await page.mouse.move(5, 600)
    await page.waitForTimeout(200)
    same(await loaded(page), 0, 'before')
    await page.locator('#search-bar-entry').hover()
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(entry => /_docs\/search\/index\.json/.test(entry.name)))
    same(await isOpen(page), 0, 'not open')
  })
  await test('srch_02: focus loads it, too', URL_ + '/', async page => {
    await page.locator('#search-bar-entry').focus()
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(entry => /_docs\/search\/index\.json/.test(entry.name)))
  })
  await test('srch_11: Ctrl+K, Meta+K, / and a click open, Esc closes and gives focus back', URL_ + '/', async page => {
    await page.locator('#content-area a, .sidebar-link').first().focus()
    const before = await page.evaluate(() => document.activeElement.getAttribute('href'))
    for (const key of ['Control+k', 'Meta+k', '/']) {
      await page.keyboard.press(key)
      await page.locator(field).waitFor()
      same(await page.evaluate(() => document.activeElement.getAttribute('role')), 'combobox', key)
      await page.keyboard.press('Escape')
      await page.waitForFunction(() => !document.querySelector('.search[open]'))
      same(await page.evaluate(() => document.activeElement.getAttribute('href')), before, `focus after ${key}`)
    }
    await page.locator('#search-bar-entry').click()
    await page.locator(field).waitFor()
    await page.mouse.click(8, 500)
    same(await isOpen(page), 0, 'a click beside it closes')
  })
  await test('srch_11: / is a letter for those who type, and nothing when single keys are off', URL_ + '/', async page => {
    await page.evaluate(() => document.body.append(Object.assign(document.createElement('input'), { id: 'mine' })))
    await page.locator('#mine').focus()
    await page.keyboard.press('/')
    same([await page.locator('#mine').inputValue(), await isOpen(page)], ['/', 0], 'in a field')
    await page.keyboard.press('Control+k')
    await page.locator(field).waitFor()
    await page.keyboard.type('/')
    same(await page.locator(field).inputValue(), '/', 'in the field of the search')
    await page.keyboard.press('Escape')
    await page.evaluate(() => { const key = Object.keys(localStorage).find(name => name.endsWith('keys')); localStorage.setItem(key || 'keys', 'off') })
    await page.locator('#mine').evaluate(field => field.remove())
    await page.keyboard.press('?')
    await page.reload()
    await page.keyboard.press('/')
    await page.waitForTimeout(200)
    same(await isOpen(page), 0, 'keys off')
    await page.keyboard.press('Control+k')
    await page.locator(field).waitFor()
  })
  await test('srch_03: what is typed before the search is there belongs to it, not to the page', URL_ + '/seeds/', async page => {
    let go
    await page.route('**/search.*.js', async route => { await new Promise(done => { go = done }); await route.continue() })
    const before = await page.evaluate(() => document.documentElement.dataset.theme)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('[text')
    await page.keyboard.press('Backspace')
    await page.waitForFunction(() => !document.querySelector('.search'))
    go()
    await page.locator(field).waitFor()
    await page.keyboard.type('u')
    same(await page.locator(field).inputValue(), '[texu', 'all letters, in their order')
    same([await page.evaluate(() => document.documentElement.dataset.theme), new URL(page.url()).pathname], [before, '/seeds/'], 'no shortcut took one')
    await page.keyboard.press('Escape')
    same(await isOpen(page), 0, 'closed')
    await page.keyboard.press('t')
    same(await page.evaluate(() => document.documentElement.dataset.theme) == before, false, 'afterwards they are shortcuts again')
  })
  await test('srch_12: results have title, way, sections, marked words and a snippet', URL_ + '/', async page => {
    await ask(page, 'sunflower')
    same(await options(page).first().locator('.search-name').innerText(), 'Seeds', 'title')
    same(await options(page).first().locator('.search-way').innerText(), 'Guides', 'way')
    const part = page.locator('.search[open] .search-part').first()
    same([await part.locator('.search-name').innerText(), await part.getAttribute('href')], ['Sunflower seeds', '/seeds#sunflower-seeds'], 'section')
    await part.locator('.search-text mark').first().waitFor()
    same(await part.locator('.search-name mark').innerText(), 'Sunflower', 'marked in the heading')
    same((await part.locator('.search-text').innerText()).includes('Peel a sunflower seed'), true, 'snippet')
    same(await status(page).innerText(), '1 page', 'count')
    await ask(page, 'moss')
    await page.locator('.search-text mark', { hasText: 'moss' }).waitFor()
    same(await options(page).first().locator('.search-way').innerText(), 'Guides › Deeper', 'way of a nested group')
  })
  await test('srch_12: a snippet has the signs of its text and all of its code', URL_ + '/', async page => {
    for (const [query, text] of [
      ['fruitcake', 'Grain and fruitcake begin at $5, about ~300 grams.'],
      ['wingbeats', 'The lift of wingbeats is L = 1/2 rho v^2.'],
      ['soaring', 'echo "$soaring and $diving"'],
      ['sparrowhawks', 'The __flock__(*birds, **more) of sparrowhawks gives Promise<Bird>, or *none*.'],
    ]) {
      await ask(page, query)
      const part = page.locator('.search[open] .search-part .search-text', { hasText: query }).first()
      await part.waitFor()
      same(await part.innerText(), text, query)
    }
  })
  await test('srch_11: arrows, Enter', URL_ + '/', async page => {
    await ask(page, 'finches')
    const all = await options(page).evaluateAll(all => all.map(option => option.getAttribute('href')))
    same(all.length >= 2, true, 'several')
    same([await active(page), await page.locator(field).getAttribute('aria-expanded')], [all[0], 'true'], 'the first is chosen')
    await page.keyboard.press('ArrowDown')
    same(await active(page), all[1], 'down')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    same(await active(page), all.at(-1), 'round')
    same(await page.locator('.search[open] [aria-selected=true]').count(), 1, 'one')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(URL_ + all[1] + '**')
  })
  await test('srch_11: Enter right after typing goes to the first hit for what was typed', URL_ + '/', async page => {
    await open(page)
    await page.keyboard.type('coconut')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/nests**')
    same([await page.evaluate(() => location.pathname), await isOpen(page)], ['/nests', 0], 'place')
  })
  await test('srch_11: Ctrl+Enter opens a new tab', URL_ + '/', async page => {
    await ask(page, 'coconut')
    const [other] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
    await other.waitForURL('**/nests**')
    same([await isOpen(page), new URL(page.url()).pathname], [1, '/'], 'this one stays')
  })
  await test('srch_11: a question in the address opens it, the address follows and is clean after closing', URL_ + '/?q=thistle', async page => {
    await options(page).first().waitFor()
    same(await page.locator(field).inputValue(), 'thistle', 'question')
    await ask(page, 'moss')
    same(await place(page), '/?q=moss', 'while typing')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => !document.querySelector('.search[open]'))
    await page.waitForURL(URL_ + '/')
    await page.waitForTimeout(100)
    await open(page)
    same(await page.locator(field).inputValue(), 'moss', 'kept for the next time')
    same(await page.evaluate(() => history.length <= 2), true, 'no steps in the history')
  })
  await test('srch_11: recent searches, and Clear', URL_ + '/', async page => {
    await open(page)
    same(await options(page).count(), 0, 'none')
    await ask(page, 'coconut')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/nests**')
    await page.goto(URL_ + '/')
    await open(page)
    await options(page).first().waitFor()
    same([await status(page).innerText(), await options(page).allInnerTexts()], ['Recent searches', ['coconut']], 'recent')
    await options(page).first().click()
    await page.locator('.search-hit[href^="/nests"]').first().waitFor()
    await page.locator(field).fill('')
    await page.locator('.search[open] button', { hasText: 'Clear' }).click()
    same([await options(page).count(), await page.evaluate(() => document.activeElement.getAttribute('role'))], [0, 'combobox'], 'cleared')
    await page.reload()
    await open(page)
    await page.waitForTimeout(150)
    same(await options(page).count(), 0, 'for good')
  })
  await test('srch_11: nothing found says so', URL_ + '/', async page => {
    await open(page)
    await page.locator(field).fill('xylophone')
    await says(page, 'Nothing found for “xylophone”')
    same(await options(page).count(), 0, 'no results')
    await firstPages(page).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForTimeout(100)
    same([await place(page), await active(page)], ['/?q=xylophone', null], 'nothing is chosen unasked')
    await page.keyboard.press('ArrowDown')
    same(await active(page), '/', 'where to go instead')
    const report = page.locator('.search[open] .search-bar a')
    same(await report.getAttribute('href'), 'https://issues.example/new?title=Nothing+found+for+%E2%80%9Cxylophone%E2%80%9D&body=index.mdx', 'and whom to tell')
    same(await report.evaluate(link => link.getBoundingClientRect().height >= 24), true, 'large enough')
    await ask(page, 'seeds')
    same(await report.count(), 0, 'not with results')
  })
  await test('srch_11: the first pages of the reader\'s version, before anything is asked', URL_ + '/old/', async page => {
    await open(page)
    await firstPages(page).first().waitFor()
    same([await firstPages(page).allInnerTexts(), await active(page)], [['Old advice\nOld guides'], null], 'of the old version')
    await page.goto(URL_ + '/')
    await open(page)
    await firstPages(page).nth(3).waitFor()
    same(await firstPages(page).evaluateAll(all => all.map(option => option.getAttribute('href'))), ['/', '/seeds', '/hidden', '/words', '/rods', '/nests'], 'in reading order')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/seeds')
    await page.waitForTimeout(150)
    same(await highlighted(page), [], 'nothing was found there')
    await open(page)
    same(await options(page).count(), 0, 'and nothing was asked')
  })
  await test('srch_12: what was found is highlighted in a new tab, too', URL_ + '/', async page => {
    await ask(page, 'porcelain')
    const [other] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
    await other.waitForURL('**/seeds**')
    await other.waitForFunction(() => CSS.highlights.has('search'))
    same(await highlighted(other), ['porcelain'], 'there')
    await other.reload()
    await other.waitForTimeout(200)
    same(await highlighted(other), [], 'once')
  })
  await test('srch_03: what is typed while the index is on its way is answered when it is there, away from the page', URL_ + '/', async page => {
    let release
    const held = new Promise(done => { release = done })
    await page.route('**/*.bin', async route => { await held; await route.continue() })
    await open(page)
    await page.keyboard.type('coconut', { delay: 20 })
    same([await page.locator(field).inputValue(), await options(page).count(), page.workers().length], ['coconut', 0, 1], 'typed')
    release()
    await page.locator('.search-hit[href^="/nests"]').first().waitFor()
  })
  await test('srch_06: what is mistyped or unfinished is found', URL_ + '/', async page => {
    for (const query of ['sunflowr', 'sunfl', 'sunflwoer', 'coconutt', 'fibrte', 'fledglngs']) {
      await ask(page, query)
      await page.waitForFunction(to => document.querySelector('.search[open] [role=option]')?.getAttribute('href').startsWith(to), /^s|^fl/.test(query) ? '/seeds' : '/nests')
    }
  })
  const all = { ...FORMS, ...PARTS }
  const spoken = await serve(build('search-spoken', sources('search-spoken', {
    'docs.json': JSON.stringify({ theme: 'mint', name: 'Spoken', colors: { primary: '#166534' }, navigation: { languages: Object.keys(all).map(language => ({ language, pages: [`${language}/a`, `${language}/b`] })) } }),
    // What is asked for stands on one page, and the other has other words
    ...Object.fromEntries(Object.entries(all).flatMap(([language, [text]]) => [[`${language}/a.mdx`, page('A', text)], [`${language}/b.mdx`, page('B', 'Xylophone.')]]))
  })))
  const finds = async (page, table) => {
    for (const [language, [, queries]] of Object.entries(table)) {
      await page.goto(`${spoken.url}/${language}/b`)
      for (const query of queries) {
        await ask(page, query)
        same(await options(page).evaluateAll(all => all.map(option => option.getAttribute('href'))), [`/${language}/a`], `${language}: ${query}`)
        await page.locator(field).fill('')
        await page.waitForFunction(() => !document.querySelector('.search[open] [role=option]:not(.search-first)'))
      }
      await page.keyboard.press('Escape')
    }
  }
  await test('srch_08: other forms of a word, and words without their accents, in each language', spoken.url + '/en/b', page => finds(page, FORMS))
  await test('srch_07: parts of what is written without spaces', spoken.url + '/en/b', page => finds(page, PARTS))
  spoken.close()
  const places = ['x/g', 'x/r', 'y/g', 'y/r']
  const parted = await serve(build('search-parted', sources('search-parted', {
    'docs.json': JSON.stringify({ theme: 'mint', name: 'Parted', colors: { primary: '#166534' }, navigation: { products: ['x', 'y'].map(product => ({ product: product.toUpperCase(), tabs: ['g', 'r'].map(tab => ({ tab, pages: [`${product}/${tab}`] })) })) } }),
    ...Object.fromEntries(places.map(name => [`${name}.mdx`, page('Same', `Words about a webhook.${name == 'y/r' ? ' Yonder.' : ''}`)]))
  })))
  const chips = page => page.locator('.search-chips').evaluateAll(all => all.map(group => [group.ariaLabel, ...[...group.children].map(chip => (chip.ariaPressed == 'true' ? '*' : '') + chip.textContent)].join(', ')))
  const shows = (page, ...groups) => page.waitForFunction(groups => JSON.stringify([...document.querySelectorAll('.search-chips')].map(group => [...group.children].map(chip => (chip.ariaPressed == 'true' ? '*' : '') + chip.textContent).join(' '))) == groups, JSON.stringify(groups))
  const hrefs = page => options(page).evaluateAll(all => all.map(option => option.getAttribute('href')))
  const pick = (page, text) => page.locator('.search-chips button', { hasText: text }).click()
  await test('srch_05: of pages that say the same, that of the product and tab the reader is in comes first', parted.url + '/x/g', async page => {
    for (const place of places) {
      await page.goto(`${parted.url}/${place}`)
      await ask(page, 'webhook')
      const found = await options(page).evaluateAll(all => all.map(option => option.getAttribute('href')))
      same([found[0], found[1][1]], ['/' + place, place[0]], place)
      await pick(page, 'All 4')
      await shows(page, '*All 4 X 2 Y 2')
      const all = await hrefs(page)
      same([all[0], all[1][1], all.length], ['/' + place, place[0], 4], `${place}, of all`)
    }
  })
  const asked = parted.url + '/x/g?q=webhook'
  await test('srch_09: the own product, and chips with the numbers of pages of each product and tab', asked, async page => {
    await shows(page, 'All 4 *X 2 Y 2', '*All 2 g 1 r 1')
    same([await chips(page), await hrefs(page)], [['Product, All 4, *X 2, Y 2', 'Sections, *All 2, g 1, r 1'], ['/x/g', '/x/r']], 'at first')
    await pick(page, 'r 1')
    await shows(page, 'All 4 *X 2 Y 2', 'All 2 g 1 *r 1')
    same([await hrefs(page), await status(page).innerText()], [['/x/r'], '1 page'], 'a tab')
    await pick(page, 'Y 2')
    await shows(page, 'All 4 X 2 *Y 2', '*All 2 g 1 r 1')
    same(await hrefs(page), ['/y/g', '/y/r'], 'another product')
    await pick(page, 'All 4')
    await shows(page, '*All 4 X 2 Y 2')
    same((await hrefs(page)).length, 4, 'all')
  })
  await test('srch_09: what was chosen stands in the address, and is gone when the search is closed', parted.url + '/x/g?q=webhook&q-product=Y&q-tab=r', async page => {
    await shows(page, 'All 4 X 2 *Y 2', 'All 2 g 1 *r 1')
    same(await hrefs(page), ['/y/r'], 'from the address')
    await page.locator(field).fill('words')
    await page.waitForFunction(() => location.search == '?q=words&q-product=Y&q-tab=r')
    await pick(page, 'g 1')
    await page.waitForFunction(() => location.search == '?q=words&q-product=Y&q-tab=g')
    await pick(page, 'All 4')
    await page.waitForFunction(() => location.search == '?q=words&q-product=')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => !document.querySelector('.search[open]') && !location.search)
    await open(page)
    await shows(page, 'All 4 *X 2 Y 2', '*All 2 g 1 r 1')
    await page.goto(parted.url + '/search?q=webhook&q-product=Y')
    await shows(page, 'All 4 X 2 *Y 2', '*All 2 g 1 r 1')
    same(await page.locator('#search-page [role=option]').count(), 2, 'on the search page')
  })
  await test('srch_09: chips by keyboard keep the focus', asked, async page => {
    await shows(page, 'All 4 *X 2 Y 2', '*All 2 g 1 r 1')
    await page.locator('.search-chips button', { hasText: 'Y 2' }).focus()
    await page.keyboard.press('Enter')
    await shows(page, 'All 4 X 2 *Y 2', '*All 2 g 1 r 1')
    same(await page.evaluate(() => document.activeElement.textContent), 'Y 2', 'focus')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await shows(page, 'All 4 X 2 *Y 2', 'All 2 *g 1 r 1')
    await page.locator(field).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/y/g')
  })
  await test('srch_09: what the own product does not have is found in the others', parted.url + '/x/g', async page => {
    await ask(page, 'yonder')
    await shows(page, '*All 1 X 0 Y 1')
    same(await hrefs(page), ['/y/r'], 'there')
    await pick(page, 'X 0')
    await says(page, 'Nothing found for “yonder”')
    await shows(page, 'All 1 *X 0 Y 1', '*All 0 g 0 r 0')
    await page.locator(field).fill('xyzzyx')
    await says(page, 'Nothing found for “xyzzyx”')
    same(await chips(page), [], 'nothing to narrow')
  })
  await test('srch_09: the first pages are those of the own product', parted.url + '/y/r', async page => {
    await open(page)
    await firstPages(page).nth(1).waitFor()
    same([await firstPages(page).evaluateAll(all => all.map(option => option.getAttribute('href'))), await chips(page)], [['/y/g', '/y/r'], []], 'nothing asked')
  })
  for (const colorScheme of ['light', 'dark']) await test(`srch_09: chips are accessible on a phone, ${colorScheme}`, asked, { colorScheme, ...PHONE }, async page => {
    await shows(page, 'All 4 *X 2 Y 2', '*All 2 g 1 r 1')
    await page.evaluate(axe)
    same((await page.evaluate(() => window.axe.run())).violations.map(found => found.id), [], 'audit')
    same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll('.search-chips button')].every(chip => chip.getBoundingClientRect().height >= 24)), true, 'fits')
  })
  parted.close()
  const stood = await serve(build('search-stood', sources('search-stood', {
    'docs.json': JSON.stringify({ theme: 'mint', name: 'Stood', colors: { primary: '#166534' }, navigation: { languages: [{ language: 'en', pages: ['index', 'a'] }, { language: 'de', fallback: 'default', pages: ['de/index', 'de/a'] }] } }),
    'index.mdx': page('Home', 'Words.'), 'a.mdx': page('Songs', 'They are singing at dusk.'), 'de/index.mdx': page('Anfang', 'Worte.')
  })))
  await test('i18n_05: what is not translated is found in the language that stands in, when nothing else is', stood.url + '/de', async page => {
    await ask(page, 'worte')
    same(await hrefs(page), ['/de'], 'translated')
    await ask(page, 'sings')
    await page.locator('.search[open] [href^="/a"]').first().waitFor()
    same((await options(page).first().locator('.search-way').innerText()).includes('en'), true, 'says in which language')
    await page.locator(field).fill('xylophone')
    await says(page, 'Nichts gefunden zu „xylophone“')
  })
  stood.close()
  await test('srch_09: no chips where there is a single product and tab', URL_ + '/?q=finches', async page => {
    await options(page).first().waitFor()
    same(await page.locator('.search-chips').count(), 0, 'chips')
  })
  await test('srch_09: only the own version, until all are asked', URL_ + '/', async page => {
    await open(page)
    await page.locator(field).fill('breadcrumbs')
    await says(page, 'Nothing found for “breadcrumbs”')
    await page.getByLabel('All languages and versions').check()
    await page.locator('.search-hit[href^="/old"]').first().waitFor()
    same((await page.locator('.search-hit[href^="/old"] .search-way').first().innerText()).includes('v1'), true, 'says where')
    same(await page.evaluate(() => document.activeElement.getAttribute('role')), 'combobox', 'focus')
    await page.goto(URL_ + '/old/?q=breadcrumbs')
    await page.locator('.search-hit[href^="/old"]').first().waitFor()
  })
  const pages = names => Object.fromEntries(names.map(name => [`${name}.mdx`, page(name, 'A zebra.')]))
  const versions = (one, other) => [{ version: one, default: true, pages: [`${one}/a`] }, { version: other, pages: [`${other}/a`] }]
  const products = await serve(build('search-products', sources('search-products', {
    'docs.json': JSON.stringify({ theme: 'mint', name: 'Products', colors: { primary: '#166534' }, navigation: { dropdowns: [
      { dropdown: 'Home', pages: ['index'] }, { dropdown: 'Kit', versions: versions('v2', 'v1') }, { dropdown: 'Chain', versions: versions('v9', 'v8') }] } }),
    ...pages(['index', 'v2/a', 'v1/a', 'v9/a', 'v8/a']),
  })))
  await test('srch_09: of products with versions of their own, those that are shown first', products.url + '/', async page => {
    const found = async () => {
      await ask(page, 'zebra')
      return (await page.locator('.search-hit').evaluateAll(hits => hits.map(hit => new URL(hit.href).pathname.split('/').slice(1, -1).join('/') || new URL(hit.href).pathname.slice(1)))).sort()
    }
    for (const [at, wanted] of [['', ['', 'v2/a', 'v9/a']], ['v1/a/', ['', 'v1/a', 'v9/a']], ['v9/a/', ['', 'v2/a', 'v9/a']], ['v8/a/', ['', 'v2/a', 'v8/a']]]) {
      await page.goto(`${products.url}/${at}`)
      same([...new Set((await found()).map(path => path.replace(/^(v\d)$/, '$1/a')))], wanted, at || 'home')
    }
  })
  products.close()
  await test('srch_12: what was found is highlighted on its page until Esc', URL_ + '/', async page => {
    await ask(page, 'porcelain')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/seeds')
    await page.waitForFunction(() => CSS.highlights.has('search'))
    same([await highlighted(page), await seen(page)], [['porcelain'], true], 'words, in view')
    await page.keyboard.press('Escape')
    same(await highlighted(page), [], 'after Esc')
    await page.reload()
    await page.waitForTimeout(200)
    same(await highlighted(page), [], 'not again')
  })
  await test('srch_12: a page is shown where the section is that answers, not where a word stands first', URL_ + '/', async page => {
    await ask(page, 'sizes of a dowel')
    await page.locator('.search[open] .search-hit[href$="/rods"]').click()
    await page.waitForURL('**/rods')
    await page.waitForFunction(() => CSS.highlights.has('search') && scrollY > 0)
    same(await page.locator('#dowel-sizes').evaluate(it => { const box = it.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight }), true, 'in view')
  })
  await test('srch_12: a name is shown as it was typed, before parts of it', URL_ + '/', async page => {
    await ask(page, 'quail-in-box')
    await options(page).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/nests')
    await page.waitForFunction(() => CSS.highlights.has('search'))
    same([(await highlighted(page))[0], await seen(page), await page.locator('.accordion').last().evaluate(it => it.open)], ['quail-in-box', true, true], 'the whole name, opened and in view')
  })
  await test('srch_12: on the page that is open', URL_ + '/seeds/', async page => {
    await ask(page, 'porcelain')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => CSS.highlights.has('search') && !document.querySelector('.search[open]'))
    same([await place(page), await highlighted(page), await seen(page)], ['/seeds', ['porcelain'], true], 'place, words, in view')
    await ask(page, 'thistle')
    await ask(page, 'porcelain')
    await page.locator('.search[open] [href="/seeds#water"]').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.hash == '#water' && !document.querySelector('.search[open]'))
    same(await page.evaluate(() => location.search), '', 'clean')
  })
  const deep = await serve(build('search-deep', sources('search-deep', {
    'docs.json': JSON.stringify({ theme: 'mint', name: 'Deep', colors: { primary: '#166534' }, navigation: { groups: [{ group: 'G', pages: ['index', 'deep', 'can', 'i2c'] }, { group: 'API', openapi: 'api.json' }] } }),
    'index.mdx': page('Home', 'Words about users.'),
    'can.mdx': page('CAN Bus', 'A virtual interface.\n\nMuch more of it.'),
    'i2c.mdx': page('I2C', 'An interface that you can have.\n\n## Interface\n\nThe interface.'),
    'deep.mdx': page('Deep', '<Tabs>\n<Tab title="One">\nfirst\n</Tab>\n<Tab title="Two">\n<Accordion title="Inner">\nA gryphon.\n</Accordion>\n</Tab>\n</Tabs>\n\n<Expandable title="more">\nA basilisk.\n</Expandable>\n\n<CodeGroup>\n```js a.js\none()\n```\n```py b.py\nwyvern()\n```\n</CodeGroup>\n\n```json big.json expandable\n' + Array.from({ length: 80 }, (_, at) => `"line${at}": ${at},`).join('\n') + '\n"kraken": 1\n```\n\n<View title="JS">\ncyclops\n</View>\n<View title="PY">\nharpy\n</View>'),
    'api.json': JSON.stringify({ openapi: '3.0.0', info: { title: 'A', version: '1' }, paths: {
      '/users': { post: { operationId: 'createUserOp', summary: 'Create a user', parameters: [{ name: 'verbose_flag', in: 'query', schema: { type: 'string' } }], responses: { 200: { description: 'ok' } } }, get: { summary: 'List users', responses: { 200: { description: 'ok' } } } },
      '/users/{id}': { get: { summary: 'Get a user', parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }], responses: { 200: { description: 'ok' } } } }
    } })
  })))
  await test('srch_12: what hides a hit opens: a closed part in a hidden tab, a code block of a group, long code, a view', deep.url + '/', async page => {
    for (const word of ['gryphon', 'basilisk', 'wyvern', 'kraken', 'harpy']) {
      await page.goto(deep.url + '/')
      await ask(page, word)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/deep**')
      await page.waitForFunction(() => {
        const range = [...CSS.highlights.get('search') || []][0]
        if (!range?.startContainer.parentElement.checkVisibility()) return false
        const box = range.getBoundingClientRect()
        for (let at = range.startContainer.parentElement; at.localName != 'body'; at = at.parentElement) {
          const own = at.getBoundingClientRect()
          if (getComputedStyle(at).overflowY != 'visible' && (box.top >= own.bottom || box.bottom <= own.top)) return false
        }
        return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight
      })
      same(await highlighted(page), [word], word)
    }
  })
  await test('srch_10: operations are found by method, path, id, summary and parameters, and show their method', deep.url + '/', async page => {
    for (const [query, to, method] of [['POST /users', 'create-a-user', 'POST'], ['/users/:id', 'get-a-user', 'GET'], ['GET /users/{id}', 'get-a-user', 'GET'], ['users get', 'list-users|get-a-user', 'GET'], ['createUserOp', 'create-a-user', 'POST'], ['verbose_flag', 'create-a-user', 'POST'], ['list users', 'list-users', 'GET']]) {
      await ask(page, query)
      await page.waitForFunction(([query, to]) => new RegExp(`/api-reference/(${to})$`).test(document.querySelector('.search[open] [role=option]')?.getAttribute('href')), [query, to])
      same(await options(page).first().locator('.search-method').innerText(), method, query)
    }
  })
  await test('srch_05: a word that says little is one of the question where it is what a page is called', deep.url + '/', async page => {
    await ask(page, 'can interface')
    await page.waitForFunction(() => document.querySelector('.search[open] [role=option]')?.getAttribute('href') == '/can')
    same(await options(page).first().locator('.search-name mark').innerText(), 'CAN', 'marked')
  })
  deep.close()
  await test('srch_12: a closed accordion and a hidden tab that hold it open', URL_ + '/', async page => {
    for (const word of ['vehemence', 'shrubbery']) {
      await page.goto(URL_ + '/')
      await ask(page, word)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/hidden**')
      await page.waitForFunction(() => CSS.highlights.has('search'))
      same(await highlighted(page), [word], word)
      await page.waitForFunction(() => { const part = [...CSS.highlights.get('search')][0].startContainer.parentElement; const box = part.getBoundingClientRect(); return part.checkVisibility() && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight })
    }
    same(await page.locator('[role=tab][aria-selected=true]').innerText(), 'Aviary', 'tab')
  })
  await test('srch_11: the search page', URL_ + '/search/?q=moss', async page => {
    await page.locator('#search-page [role=option]').first().waitFor()
    same(await page.locator('#search-page input[name=q]').inputValue(), 'moss', 'question')
    same(await page.locator('#search-page [role=option]').first().getAttribute('href').then(href => href.startsWith('/nests')), true, 'hit')
    await page.locator('#search-page input[name=q]').fill('thistle')
    await page.waitForFunction(() => location.search == '?q=thistle')
    await page.locator('#search-page [href="/seeds#thistle"]').click()
    await page.waitForURL('**/seeds#thistle')
  })
  await test('srch_13: without scripts the entry leads to a page with a field and a list of parts', URL_ + '/seeds/', { javaScriptEnabled: false }, async page => {
    await page.locator('#search-bar-entry').click()
    await page.waitForURL('**/search**')
    same(await page.locator('#search-page input[name=q]').isVisible(), true, 'field')
    same((await page.locator('#content-area noscript ~ ul, #content-area noscript ul').innerText()).includes('Guides'), true, 'parts')
    await page.locator('#content-area ul a').first().click()
    same(new URL(page.url()).pathname != '/search', true, 'leads on')
  })
  await test('srch_11: in a language from right to left', URL_ + '/ar/', async page => {
    await ask(page, 'البذور')
    same((await options(page).first().getAttribute('href')).startsWith('/ar'), true, 'hit')
    same(await page.evaluate(() => {
      const box = part => document.querySelector(part).getBoundingClientRect()
      return [getComputedStyle(document.querySelector('.search')).direction, box('.search-field > svg').left > box('.search-field > input').left]
    }), ['rtl', true], 'direction')
    const prompt = text => page.evaluate(text => {
      const prompt = document.querySelector('.search-prompt')
      prompt.textContent = text
      return [getComputedStyle(prompt).direction, getComputedStyle(prompt).textAlign]
    }, text)
    same([await prompt('Search for words'), (await prompt('البذور'))[0]], [['ltr', 'right'], 'rtl'], 'a prompt begins where it is read from, beside its picture')
  })
  for (const colorScheme of ['light', 'dark']) for (const [size, what] of [[{}, ''], [PHONE, ', phone']]) {
    await test(`srch_11: the dialog is accessible, ${colorScheme}${what}`, URL_ + '/', { colorScheme, ...size }, async page => {
      await page.evaluate(axe)
      const audit = async () => (await page.evaluate(() => window.axe.run())).violations.map(found => `${found.id}: ${found.nodes.slice(0, 3).map(node => node.target.join(' ')).join(' | ')}`)
      await page.evaluate(() => document.querySelector('#search-bar-entry').click())
      await page.locator(field).waitFor()
      same(await audit(), [], 'empty')
      await page.locator(field).fill('sunflower')
      await page.locator('.search[open] mark').first().waitFor()
      same(await audit(), [], 'results')
      same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.querySelector('.search').getBoundingClientRect().right <= innerWidth), true, 'fits')
      await page.goto(URL_ + '/search/?q=moss')
      await page.locator('#search-page mark').first().waitFor()
      await page.evaluate(axe)
      same(await audit(), [], 'page')
    })
  }
  await test('srch_01: words are cut as the index has them', URL_ + '/', async () => {
    const { words } = await searchProgram(root)
    for (const [text, should] of JSON.parse(readFileSync(path.join(project, 'fixtures/search/words.json'), 'utf8'))) same(words(text), should, text)
  })
  host.close()
}
