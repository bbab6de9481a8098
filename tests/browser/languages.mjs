// Who is led to which language by the home page (I18N-08).
export const LANGUAGES = {
  'docs.json': JSON.stringify({
    theme: 'mint', name: 'Languages', colors: { primary: '#16A34A' }, interaction: { browserLanguage: true },
    navigation: { languages: [
      { language: 'en', pages: ['index', 'guide'] },
      { language: 'de', pages: ['de/index', 'de/guide'] },
      { language: 'pt-BR', pages: ['pt-BR/index'] },
      { language: 'cn', pages: ['zh/index'] },
      { language: 'no', pages: ['no/index'] },
    ] },
  }),
  ...Object.fromEntries(['', 'de/', 'pt-BR/', 'zh/', 'no/'].map(folder => [`${folder}index.mdx`, `---\ntitle: Home ${folder}\n---\n\nWords, and [the guide](/guide).\n`])),
  'guide.mdx': '---\ntitle: Guide\n---\n\nWords.\n',
  'de/guide.mdx': '---\ntitle: Anleitung\n---\n\nWorte.\n',
}

/** The same where no page is at `/`. */
export const LANGUAGES_BELOW = {
  'docs.json': JSON.stringify({
    theme: 'mint', name: 'Languages', colors: { primary: '#16A34A' }, interaction: { browserLanguage: true },
    navigation: { languages: [{ language: 'en', pages: ['en/start'] }, { language: 'de', pages: ['de/start'] }] },
  }),
  'en/start.mdx': '---\ntitle: Start\n---\n\nWords.\n',
  'de/start.mdx': '---\ntitle: Anfang\n---\n\nWorte.\n',
}

export async function languages({ test, same, SITE, BELOW }) {
  const at = page => page.evaluate(() => location.href.slice(location.origin.length))
  /** Where a page has come to rest. */
  const rests = async (page, address) => { await page.waitForURL(SITE + address); await page.waitForTimeout(150); return at(page) }
  const choose = async (page, lang) => {
    await page.locator('#localization-select-trigger').click()
    await page.locator(`#localization-select-item-${lang}`).click()
  }

  for (const [locale, address] of [['en-GB', '/'], ['fr-FR', '/'], ['de-AT', '/de'], ['pt-PT', '/pt-BR'], ['zh-CN', '/zh'], ['zh-TW', '/'], ['nb-NO', '/no']]) {
    await test(`i18n_08: ${locale} is led to ${address}`, SITE + '/', { locale }, async page => {
      same(await rests(page, address), address, 'at')
      same(await page.evaluate(() => localStorage.getItem('lang')), null, 'nothing is kept of who chose nothing')
    })
  }
  await test('i18n_08: query and place go along, and the way back leads out', SITE + '/?q1=a#part', { locale: 'de-DE' }, async page => {
    same(await rests(page, '/de?q1=a#part'), '/de?q1=a#part', 'at')
    same(await page.evaluate(() => history.length), 2, 'history')
  })
  await test('i18n_08: other pages lead nowhere', SITE + '/guide/', { locale: 'de-DE' }, async page => {
    await page.waitForTimeout(150)
    same(await at(page), '/guide/', 'at')
  })
  await test('i18n_08: a choice is kept, and the logo leads home in the language of the page', SITE + '/', { locale: 'de-DE' }, async page => {
    await rests(page, '/de')
    await choose(page, 'en')
    same(await rests(page, '/'), '/', 'English was chosen, and stands in the address no more')
    same(await page.evaluate(() => localStorage.getItem('lang')), 'en', 'kept')
    await page.goto('about:blank')
    await page.goto(SITE + '/')
    same(await rests(page, '/'), '/', 'again')
    await page.goto(SITE + '/de/guide/')
    await page.locator('.nav-brand').first().click()
    same(await rests(page, '/de'), '/de', 'from a German page')
    await page.goto(SITE + '/guide/')
    await page.locator('.nav-brand').first().click()
    same(await rests(page, '/'), '/', 'from an English page')
    await choose(page, 'pt-BR')
    await rests(page, '/pt-BR')
    await page.goto('about:blank')
    await page.goto(SITE + '/')
    same(await rests(page, '/pt-BR'), '/pt-BR', 'another choice')
  })
  await test('i18n_08: an address may say the language', SITE + '/?lang=cn&x=1', async page => {
    same(await rests(page, '/zh?x=1'), '/zh?x=1', 'at')
    await page.goto(SITE + '/?lang=xx')
    same(await rests(page, '/zh?lang=xx'), '/zh?lang=xx', 'one that nobody knows says nothing')
  })
  await test('i18n_08: search engines see what is there', SITE + '/', { locale: 'de-DE', userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, async page => {
    await page.waitForTimeout(150)
    same(await at(page), '/', 'at')
  })
  await test('i18n_08: without scripts the home page is the one of the default language', SITE + '/', { locale: 'de-DE', javaScriptEnabled: false }, async page => {
    same(await page.locator('h1').innerText(), 'Home', 'page')
  })
  await test('i18n_08: without storage, too', SITE + '/', { locale: 'de-DE' }, async page => {
    await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } }))
    await page.goto(SITE + '/?lang=en')
    same(await rests(page, '/'), '/', 'asked')
    await page.goto('about:blank')
    await page.goto(SITE + '/')
    same(await rests(page, '/de'), '/de', 'by the browser')
  })
  await test('i18n_08: a home page that leads on leads to the language', BELOW + '/?a=1', { locale: 'de-DE' }, async page => {
    await page.waitForURL(BELOW + '/de/start?a=1')
    await page.goto('about:blank')
    await page.goto(BELOW + '/?lang=en')
    await page.waitForURL(BELOW + '/en/start')
    await page.goto('about:blank')
    await page.goto(BELOW + '/')
    await page.waitForURL(BELOW + '/en/start')
  })
}
