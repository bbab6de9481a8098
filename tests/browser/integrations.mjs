// Third parties: nothing without a key, and with one what is asked for, when, and what it is told. The network is
// intercepted: a stand-in answers for each vendor and notes what pages say to it.
import { build, serve, sources } from './browser.mjs'
import { headersOf } from './hosting.mjs'

const PAGE = '# Start\n\n## Part\n\n```js\nlet a = 1\n```\n\n<Accordion title="More">Text</Accordion>\n\n<Expandable title="Parts">Text</Expandable>\n'
const site = async (name, integrations, ...host) => {
  const config = { theme: 'mint', name: 'Measured', colors: { primary: '#166534' }, navbar: { primary: { type: 'button', label: 'Start', href: 'https://example.com/' } }, navigation: { pages: ['index', 'two'] }, integrations }
  const built = await build(name, sources(name, { 'docs.json': JSON.stringify(config), 'index.mdx': PAGE, 'two.mdx': '# Two\n' }), ...host)
  return serve(built, host.length ? headersOf(built) : {})
}

// Key, settings, what is asked for, and what the page holds for the vendor's script to find.
const VENDORS = [
  ['adobe', { launchUrl: 'https://assets.example.com/launch.min.js' }, 'https://assets.example.com/launch.min.js', () => adobeDataLayer[0].event == 'docs.content.view'],
  ['amplitude', { apiKey: 'KEY' }, 'https://cdn.amplitude.com/script/KEY.js', () => calls.some(([name, key, options]) => name == 'amplitude.init' && key == 'KEY' && options.autocapture)],
  ['clarity', { projectId: 'ID' }, 'https://www.clarity.ms/tag/ID', () => clarity.q[0][1] == 'docs.content.view'],
  ['clearbit', { publicApiKey: 'pk_1' }, 'https://tag.clearbitscripts.com/v1/pk_1/tags.js', () => true],
  ['fathom', { siteId: 'SITE' }, 'https://cdn.usefathom.com/script.js', () => document.querySelector('script[data-site=SITE][data-spa=auto]')],
  ['frontchat', { snippetId: '123456' }, 'https://chat-assets.frontapp.com/v1/chat.bundle.js', () => calls.some(([name, what, options]) => name == 'FrontChat' && what == 'init' && options.chatId == '123456')],
  ['ga4', { measurementId: 'G-1' }, 'https://www.googletagmanager.com/gtag/js?id=G-1', () => dataLayer[1][0] == 'config' && dataLayer[1][1] == 'G-1' && dataLayer[2][1] == 'docs.content.view'],
  ['gtm', { tagId: 'GTM-1' }, 'https://www.googletagmanager.com/gtm.js?id=GTM-1', () => dataLayer[0].event == 'gtm.js' && dataLayer[1].event == 'docs.content.view'],
  ['heap', { appId: '1' }, 'https://cdn.heapanalytics.com/js/heap-1.js', () => heap.appid == '1' && heap[0][0] == 'track'],
  ['hightouch', { writeKey: 'KEY', apiHost: 'us-east-1.hightouch-events.com' }, 'https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js', () => htevents[0][0] == 'page' && htevents._writeKey == 'KEY' && htevents._loadOptions.apiHost == 'us-east-1.hightouch-events.com'],
  ['hotjar', { hjid: '12', hjsv: '6' }, 'https://static.hotjar.com/c/hotjar-12.js?sv=6', () => hj.q[0][1] == 'docs.content.view' && _hjSettings.hjid == '12'],
  ['intercom', { appId: '123456' }, 'https://widget.intercom.io/widget/123456', () => Intercom.q[0][0] == 'boot' && intercomSettings.app_id == '123456'],
  ['koala', { publicApiKey: 'pk_1' }, 'https://cdn.getkoala.com/v1/pk_1/sdk.js', () => ko[0][0] == 'track' && ko[0][1] == 'docs.content.view'],
  ['logrocket', { appId: 'a/b' }, 'https://cdn.logr-in.com/LogRocket.min.js', () => calls.some(([name, app]) => name == 'LogRocket.init' && app == 'a/b')],
  ['mixpanel', { projectToken: 'T', region: 'eu' }, 'https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js', () => mixpanel._i[0][0] == 'T' && mixpanel._i[0][1].api_host == 'https://api-eu.mixpanel.com' && mixpanel[0][0] == 'track'],
  ['pirsch', { id: 'CODE' }, 'https://api.pirsch.io/pa.js', () => document.querySelector('#pianjs').dataset.code == 'CODE'],
  ['plausible', { domain: 'a.com', server: 'p.example.com' }, 'https://p.example.com/js/script.js', () => document.querySelector('script[data-domain="a.com"]') && plausible.q[0][0] == 'docs.content.view'],
  ['posthog', { apiKey: 'phc_1' }, 'https://us-assets.i.posthog.com/static/array.js', () => posthog._i[0][0] == 'phc_1' && posthog._i[0][1].disable_session_recording && posthog[0][0] == 'capture' && (posthog.opt_out_capturing('x'), posthog.at(-1).join() == 'opt_out_capturing,x')],
  ['segment', { key: 'KEY' }, 'https://cdn.segment.com/analytics.js/v1/KEY/analytics.min.js', () => analytics._writeKey == 'KEY' && analytics[0][0] == 'page' && analytics[1][1] == 'docs.content.view']
]

const STAND_INS = () => {
  window.calls = []
  const note = name => (...values) => { calls.push([name, ...values]) }
  window.amplitude = { init: note('amplitude.init'), track: note('amplitude.track') }
  window.LogRocket = { init: note('LogRocket.init'), track: note('LogRocket.track') }
  window.FrontChat = note('FrontChat')
}

export async function integrations({ test, same }) {
  const everywhere = (page, asked, texts = {}) => page.route(url => url.hostname != '127.0.0.1', async route => {
    const url = route.request().url()
    const state = await page.evaluate(() => document.readyState).catch(() => '')
    asked.push([url, state])
    await route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: texts[url] || '' })
  })
  const elsewhere = ['request to https:']
  const rested = page => page.evaluate(() => new Promise(done => requestIdleCallback(() => setTimeout(done, 400))))

  const plain = await site('measured-plain', undefined)
  await test('int_32: without a key nothing is asked elsewhere, nothing is kept', plain.url + '/', async page => {
    await rested(page)
    same(await page.context().cookies(), [], 'cookies')
    same(await page.evaluate(() => localStorage.length + sessionStorage.length), 0, 'storage')
    same(await page.evaluate(() => performance.getEntriesByType('resource').filter(entry => /integrations/.test(entry.name)).length), 0, 'loader')
  })

  const all = await site('measured-all', Object.fromEntries(VENDORS.map(([key, settings]) => [key, settings])))
  await test('int_01_16: each is asked for once, after the page is loaded', plain.url + '/two', async page => {
    const asked = []
    await page.addInitScript(STAND_INS)
    await everywhere(page, asked)
    await page.goto(all.url + '/')
    await rested(page)
    same(asked.map(([url]) => url).sort(), VENDORS.map(([, , url]) => url).sort(), 'addresses')
    same(asked.filter(([, state]) => state != 'complete'), [], 'before the page is there')
  }, elsewhere)
  const strict = await site('measured-strict', Object.fromEntries(VENDORS.map(([key, settings]) => [key, settings])), '--host', 'netlify')
  await test('int_out_05: each is allowed by the policy of the host', plain.url + '/two', async page => {
    const asked = []
    await page.addInitScript(STAND_INS)
    await everywhere(page, asked)
    await page.goto(strict.url + '/')
    await rested(page)
    same(asked.length, VENDORS.length, 'asked')
  }, elsewhere)
  for (const [key, settings, address, told] of VENDORS) {
    const one = await site('measured-one', { [key]: settings })
    await test(`int: ${key} is told what it needs`, plain.url + '/two', async page => {
      const asked = []
      await page.addInitScript(STAND_INS)
      await everywhere(page, asked)
      await page.goto(one.url + '/')
      await rested(page)
      same(asked.map(([url]) => url), [address], 'addresses')
      same(!!await page.evaluate(told), true, 'what it finds')
    }, elsewhere)
    one.close()
  }

  const gated = await site('measured-gated', { ga4: { measurementId: 'G-1' }, intercom: { appId: '123456' }, cookies: { key: 'consent', value: 'yes' } })
  await test('int_19_int_30: nothing before the reader agrees, everything after', plain.url + '/two', async page => {
    const asked = []
    await everywhere(page, asked)
    await page.goto(gated.url + '/')
    await rested(page)
    same([asked, await page.evaluate(() => 'dataLayer' in window)], [[], false], 'before')
    await page.evaluate(() => { localStorage.setItem('consent', 'no'); dispatchEvent(new Event('docs:consent')) })
    await page.evaluate(() => { localStorage.setItem('consent', 'yes') })
    same(asked, [], 'not yet told')
    await page.evaluate(() => dispatchEvent(new Event('docs:consent')))
    await rested(page)
    same(asked.length, 2, 'after')
    await page.goto(gated.url + '/two')
    await rested(page)
    same(asked.length, 4, 'on the next page')
    // What was agreed to in another window.
    const other = await page.context().newPage()
    await other.route(url => url.hostname != '127.0.0.1', route => route.fulfill({ body: '' }))
    await other.goto(gated.url + '/')
    await other.evaluate(() => localStorage.setItem('consent', 'no'))
    await page.reload()
    await rested(page)
    same(asked.length, 4, 'taken back')
    await other.evaluate(() => localStorage.setItem('consent', 'yes'))
    await rested(page)
    same(asked.length, 6, 'given elsewhere')
  }, elsewhere)

  const OSANO = 'https://cmp.osano.com/a/b/osano.js', ONETRUST = 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js', TRANSCEND = 'https://transcend-cdn.com/cm/a-b/airgap.js'
  const managers = [
    ['osano', { scriptSource: OSANO }, OSANO, 'const on={};let all={};window.Osano={cm:{addEventListener:(name,act)=>on[name]=act,getConsent:()=>all}};window.agree=()=>{all={ANALYTICS:"ACCEPT",PERSONALIZATION:"DENY"};on["osano-cm-consent-saved"](all)}'],
    ['onetrust', { domainScript: 'x' }, ONETRUST, 'window.OnetrustActiveGroups=",C0001,";window.agree=()=>{window.OnetrustActiveGroups=",C0001,C0002,";dispatchEvent(new CustomEvent("OneTrustGroupsUpdated"))}'],
    ['transcend', { bundleId: 'a-b' }, TRANSCEND, 'let act,purposes={};window.airgap={ready:f=>f(window.airgap),getConsent:()=>({purposes}),addEventListener:(name,f)=>act=f};window.agree=()=>{purposes={Analytics:true};act()}']
  ]
  for (const [key, settings, address, text] of managers) {
    const managed = await site('measured-managed', { [key]: settings, ga4: { measurementId: 'G-1' }, intercom: { appId: '123456' } })
    await test(`int_17_int_20: ${key} decides`, plain.url + '/two', async page => {
      const asked = []
      await everywhere(page, asked, { [address]: text })
      await page.goto(managed.url + '/')
      await rested(page)
      same(asked.map(([url]) => url), [address], 'before')
      same(asked[0][1] != 'complete', true, 'the manager comes first')
      await page.evaluate(() => agree())
      await rested(page)
      same(asked.map(([url]) => url), [address, 'https://www.googletagmanager.com/gtag/js?id=G-1'], 'what was agreed to, and no chat')
    }, elsewhere)
    managed.close()
  }

  const measured = await site('measured-events', { ga4: { measurementId: 'G-1' } })
  await test('int_31: what readers do is told, also to the page', plain.url + '/two', async page => {
    await everywhere(page, [])
    await page.addInitScript(() => { window.heard = []; addEventListener('docs:event', event => heard.push(event.detail.name)) })
    await page.goto(measured.url + '/')
    await rested(page)
    await page.locator('.code-block').first().hover()
    await page.locator('.code-block-copy-button').first().click()
    await page.locator('.accordion summary').click()
    await page.locator('.accordion summary').click()
    await page.locator('.expandable summary').click()
    await page.evaluate(() => addEventListener('click', event => event.preventDefault()))
    await page.locator('#topbar-cta-button a').click()
    await page.locator('#sidebar-content a[href="/two"]').click()
    const names = ['docs.content.view', 'docs.code_block.copy', 'docs.accordion.open', 'docs.accordion.close', 'docs.expandable.open', 'docs.navitem.cta_click', 'docs.navitem.click']
    same(await page.evaluate(() => heard), names, 'heard')
    same(await page.evaluate(() => dataLayer.filter(entry => entry[0] == 'event').map(entry => entry[1])), names, 'told')
    same(await page.evaluate(() => dataLayer.find(entry => entry[1] == 'docs.code_block.copy')[2]), { language: 'javascript' }, 'language')
    same(await page.evaluate(() => dataLayer.find(entry => entry[1] == 'docs.content.view')[2].path), '/', 'path')
    await page.goto(measured.url + '/two')
    await rested(page)
    same(await page.evaluate(() => dataLayer.filter(entry => entry[1] == 'docs.content.view')[0][2].path), '/two', 'the next page')
  }, elsewhere)
  const api = { openapi: '3.1.0', info: { title: 'Zoo', version: '1' }, servers: [{ url: 'https://zoo.example' }], paths: { '/animals/{id}': { get: { summary: 'Animal', responses: {}, parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] } } } }
  const asking = await serve(build('measured-asking', sources('measured-asking', {
    'docs.json': JSON.stringify({
      theme: 'mint', name: 'Measured', colors: { primary: '#166534' }, integrations: { ga4: { measurementId: 'G-1' } }, mcp: { url: 'https://mcp.example/mcp' },
      contextual: { options: ['copy', 'view', 'chatgpt', 'mcp', 'cursor', 'add-mcp'] }, api: { openapi: 'api.json' }, navigation: { pages: ['index', 'two', 'GET /animals/{id}'] }
    }),
    'index.mdx': PAGE, 'two.mdx': '# Two\n\nA quokka.\n', 'api.json': JSON.stringify(api)
  })))
  await test('int_31: questions, the menu of a page and the playground are told, and nothing that was filled in', plain.url + '/two', async page => {
    await everywhere(page, [])
    await page.addInitScript(() => {
      window.heard = []
      addEventListener('docs:event', event => heard.push(event.detail))
      addEventListener('click', event => { if (event.target.closest('a')) event.preventDefault() })
      navigator.clipboard.write = navigator.clipboard.writeText = async () => {}
    })
    const heard = () => page.evaluate(() => heard.splice(0).map(({ name, url, title, path, ...more }) => [name.replace('docs.', ''), more]))
    const visit = async address => { await page.goto(asking.url + address); await rested(page); await heard() }
    await visit('/')
    await page.keyboard.press('Control+k')
    await page.locator('.search[open] input').fill('quokka')
    await page.locator('.search-hit[href^="/two"]').first().waitFor()
    await page.waitForFunction(() => heard.length)
    same(await heard(), [['search.query', { query: 'quokka' }]], 'asked')
    await page.locator('.search-hit[href^="/two"]').first().click({ modifiers: ['Control'] })
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => heard.length == 2)
    same(await heard(), [['search.result_click', { query: 'quokka' }], ['search.close', {}]], 'found')
    await page.locator('#page-context-menu-button').click()
    for (const entry of await page.locator('.page-menu li > *').all()) {
      if (!await entry.isVisible()) await page.locator('.page-menu summary').click()
      await entry.click()
    }
    same(await heard(), [['context_menu.copy_page', {}], ['content.md.view', {}], ['context_menu.ai_provider_click', { provider: 'chatgpt.com' }], ['context_menu.copy_mcp_link', {}], ['context_menu.install_mcp_server', { editor: 'cursor' }], ['context_menu.copy_add_mcp_command', {}]], 'menu')
    await visit('/api-reference/animal')
    await page.locator('.try-it').first().click()
    await page.locator('dialog.pg[open] [data-name=id] input').fill('secret')
    await page.locator('.pg-send').click()
    await page.waitForFunction(() => heard.length)
    same(await page.evaluate(() => heard.splice(0)), [{ name: 'docs.api_playground.request', method: 'GET', path: '/animals/{id}' }], 'playground')
  }, elsewhere)
  for (const each of [plain, all, strict, gated, measured, asking]) each.close()
}
