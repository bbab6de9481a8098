// Third parties of the configuration, `settings`, which stands above: loaded when the page is at rest and the reader
// agrees. What happens on a page is told to `window` as `docs:event`, and from there to those that listen.
const script = (src, attributes = {}, ready) => {
  const tag = document.createElement('script')
  for (const name in attributes) tag.setAttribute(name, attributes[name])
  if (ready) tag.onload = ready
  tag.async = true
  tag.src = src
  document.head.append(tag)
}
const safe = encodeURIComponent
// Two ways to leave calls for a script that is on its way: a function that keeps them, and a list of them.
const caller = name => window[name] ||= function () { (window[name].q ||= []).push(arguments) }
// The calls are there before the script is: scripts of the site make them at any time.
const list = (name, more, calls = []) => {
  const kept = Object.assign(window[name] ||= [], more)
  for (const method of calls) kept[method] ||= (...values) => { kept.push([method, ...values]) }
  return kept
}
const call = (name, method, ...values) => {
  const target = window[name]
  typeof target?.[method] == 'function' ? target[method](...values) : target?.push?.([method, ...values])
}
const events = (name, method = 'track') => (event, data) => call(name, method, event, data)

// Each loads its script and gives back: how it is told of events, and of a page that is seen again.
const vendors = {
  adobe({ launchUrl }) {
    list('adobeDataLayer')
    script(launchUrl)
    return { track: (event, data) => adobeDataLayer.push({ event, ...data }) }
  },
  amplitude({ apiKey }) {
    script(`https://cdn.amplitude.com/script/${safe(apiKey)}.js`, {}, () => window.amplitude?.init(apiKey, { fetchRemoteConfig: true, autocapture: true }))
    return { track: (event, data) => window.amplitude?.track?.(event, data) }
  },
  clarity({ projectId }) {
    caller('clarity')
    script('https://www.clarity.ms/tag/' + safe(projectId))
    return { track: event => clarity('event', event) }
  },
  clearbit({ publicApiKey }) {
    script(`https://tag.clearbitscripts.com/v1/${safe(publicApiKey)}/tags.js`, { referrerpolicy: 'strict-origin-when-cross-origin' })
  },
  fathom({ siteId }) {
    script('https://cdn.usefathom.com/script.js', { 'data-site': siteId, 'data-spa': 'auto' })
    return { track: event => window.fathom?.trackEvent?.(event), again: () => window.fathom?.trackPageview?.() }
  },
  frontchat({ snippetId }) {
    script('https://chat-assets.frontapp.com/v1/chat.bundle.js', {}, () => window.FrontChat?.('init', { chatId: snippetId, useDefaultLauncher: true }))
  },
  ga4({ measurementId }) {
    list('dataLayer')
    window.gtag ||= function () { dataLayer.push(arguments) }
    gtag('js', new Date())
    gtag('config', measurementId)
    script('https://www.googletagmanager.com/gtag/js?id=' + safe(measurementId))
    return { track: (event, data) => gtag('event', event, data), again: () => gtag('event', 'page_view') }
  },
  gtm({ tagId }) {
    list('dataLayer').push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    script('https://www.googletagmanager.com/gtm.js?id=' + safe(tagId))
    return { track: (event, data) => dataLayer.push({ event, ...data }) }
  },
  heap({ appId }) {
    list('heap', { appid: appId, config: {} })
    script(`https://cdn.heapanalytics.com/js/heap-${safe(appId)}.js`)
    return { track: events('heap') }
  },
  hightouch({ writeKey, apiHost }) {
    list('htevents', { _writeKey: writeKey, _loadOptions: apiHost ? { apiHost } : {} })
    const again = () => call('htevents', 'page')
    again()
    script('https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js')
    return { track: events('htevents'), again }
  },
  hotjar({ hjid, hjsv }) {
    caller('hj')
    window._hjSettings = { hjid, hjsv }
    script(`https://static.hotjar.com/c/hotjar-${safe(hjid)}.js?sv=${safe(hjsv)}`)
    return { track: event => hj('event', event) }
  },
  intercom({ appId }) {
    window.intercomSettings = { app_id: appId }
    caller('Intercom')('boot', intercomSettings)
    script('https://widget.intercom.io/widget/' + safe(appId))
  },
  koala({ publicApiKey }) {
    window.globalKoalaKey = 'ko'
    list('ko')
    script(`https://cdn.getkoala.com/v1/${safe(publicApiKey)}/sdk.js`)
    return { track: events('ko') }
  },
  logrocket({ appId }) {
    script('https://cdn.logr-in.com/LogRocket.min.js', { crossorigin: 'anonymous' }, () => window.LogRocket?.init(appId))
    return { track: (event, data) => window.LogRocket?.track?.(event, data) }
  },
  mixpanel({ projectToken, region }) {
    const host = { eu: 'api-eu', in: 'api-in' }[region]
    const config = { track_pageview: true, persistence: 'localStorage', ...host && { api_host: `https://${host}.mixpanel.com` } }
    list('mixpanel', { __SV: 1.2, people: [], _i: [[projectToken, config, 'mixpanel']] })
    script('https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js')
    return { track: events('mixpanel'), again: () => call('mixpanel', 'track_pageview') }
  },
  pirsch({ id }) {
    script('https://api.pirsch.io/pa.js', { id: 'pianjs', 'data-code': id })
    return { track: (event, data) => window.pirsch?.(event, { meta: data }) }
  },
  plausible({ domain, server }) {
    caller('plausible')
    script(`https://${server || 'plausible.io'}/js/script.js`, { 'data-domain': domain })
    return { track: (event, props) => plausible(event, { props }), again: () => plausible('pageview') }
  },
  posthog({ apiKey, apiHost = 'https://us.i.posthog.com', sessionRecording }) {
    const config = { api_host: apiHost, capture_pageview: true, disable_session_recording: sessionRecording != 'true' }
    list('posthog', { __SV: 1, people: [], _i: [[apiKey, config, 'posthog']] }, ['alias', 'capture', 'debug', 'getFeatureFlag', 'get_distinct_id', 'group', 'has_opted_in_capturing', 'has_opted_out_capturing', 'identify', 'isFeatureEnabled', 'onFeatureFlags', 'opt_in_capturing', 'opt_out_capturing', 'register', 'register_once', 'reloadFeatureFlags', 'reset', 'setPersonProperties', 'startSessionRecording', 'stopSessionRecording', 'unregister'])
    script(apiHost.replace('.i.posthog.com', '-assets.i.posthog.com') + '/static/array.js', { crossorigin: 'anonymous' })
    return { track: events('posthog', 'capture'), again: () => call('posthog', 'capture', '$pageview') }
  },
  segment({ key, cdnUrl }) {
    list('analytics', { _writeKey: key, ...cdnUrl && { _cdn: cdnUrl } }, ['alias', 'debug', 'group', 'identify', 'off', 'on', 'once', 'page', 'ready', 'reset', 'track'])
    const again = () => call('analytics', 'page')
    again()
    script(`${cdnUrl || 'https://cdn.segment.com'}/analytics.js/v1/${safe(key)}/analytics.min.js`)
    return { track: events('analytics'), again }
  }
}

// What a third party is for; those that are not named measure.
const purposes = { clearbit: 'marketing', frontchat: 'support', intercom: 'support', koala: 'marketing' }

// Whoever knows what the reader agreed to: says it of a purpose, and calls when that changes.
const managers = {
  cookies: ({ key, value }, changed) => {
    addEventListener('storage', changed)
    return () => { try { const kept = localStorage.getItem(key); return value === undefined ? kept !== null : kept === value } catch { return false } }
  },
  onetrust: ({ categoryId = 'C0002' }, changed) => {
    addEventListener('OneTrustGroupsUpdated', changed)
    const groups = { measuring: categoryId, support: 'C0003', marketing: 'C0004' }
    return purpose => (window.OnetrustActiveGroups || '').split(',').includes(groups[purpose])
  },
  osano: (_, changed) => {
    const manager = window.Osano?.cm
    for (const event of ['initialized', 'consent-saved']) manager?.addEventListener('osano-cm-' + event, changed)
    const groups = { measuring: 'ANALYTICS', support: 'PERSONALIZATION', marketing: 'MARKETING' }
    return purpose => manager?.getConsent?.()[groups[purpose]] == 'ACCEPT'
  },
  transcend: ({ analyticsPurpose = 'Analytics' }, changed) => {
    const manager = window.airgap
    manager?.ready?.(() => { window.airgap.addEventListener('consent-change', changed); changed() })
    const groups = { measuring: analyticsPurpose, support: 'Functional', marketing: 'Advertising' }
    return purpose => !!window.airgap?.getConsent?.().purposes?.[groups[purpose]]
  }
}

const about = () => ({ path: location.pathname, title: document.title })
const running = {}
let rested = false
const release = () => {
  if (!rested) return
  for (const name in vendors) {
    if (!settings[name] || running[name] || !agreed(name)) continue
    running[name] = vendors[name](settings[name]) || {}
    running[name].track?.('docs.content.view', about())
  }
}
const gates = Object.keys(managers).filter(name => settings[name]).map(name => managers[name](settings[name], release))
const agreed = name => gates.every(gate => gate(purposes[name] || 'measuring'))
addEventListener('docs:consent', release)

// What happens
const happened = (name, data) => dispatchEvent(new CustomEvent('docs:event', { detail: { name, ...data } }))
addEventListener('docs:event', ({ detail: { name: event, ...data } }) => {
  for (const name in running) if (agreed(name)) running[name].track?.(event, data)
})
// A question is told when it stands still, or leads somewhere.
let waits, asked
const asks = field => {
  clearTimeout(waits)
  const query = field?.value.trim()
  if (query && query != asked) happened('docs.search.query', { query: asked = query })
}
addEventListener('input', ({ target }) => {
  if (!target.matches?.('dialog.search [name=q],#search-page [name=q]')) return
  clearTimeout(waits)
  waits = setTimeout(asks, 1000, target)
}, true)
addEventListener('close', ({ target }) => {
  if (!target.matches?.('dialog.search')) return
  asks(target.querySelector('[name=q]'))
  happened('docs.search.close')
}, true)
addEventListener('click', event => {
  const at = selector => event.target.closest?.(selector)
  const link = at('a[href]')
  const to = link && { url: link.href, title: link.textContent.trim() }
  if (at('#topbar-cta-button')) happened('docs.navitem.cta_click', to)
  else if (link && at('.nav-tabs,.nav-anchors,.nav-dropdown,#sidebar,#pagination')) happened('docs.navitem.click', to)
  else if (link?.origin == location.origin && link.pathname.endsWith('.md')) happened('docs.content.md.view', to)
  // Not one of the questions that were asked before
  const field = at('.search-hit:not([href^="?"],.search-first)')?.closest('dialog.search,#search-page')?.querySelector('[name=q]')
  if (field) {
    asks(field)
    happened('docs.search.result_click', { ...to, query: field.value.trim() })
  }
  const entry = at('.page-menu a,.page-menu button')
  const { act, value } = entry?.dataset || {}
  const editor = /^(?:cursor|vscode):/.exec(entry?.href)?.[0].slice(0, -1)
  if (act == 'copy') happened('docs.context_menu.copy_page')
  else if (act == 'text') happened('docs.context_menu.copy_' + (value.startsWith('npx ') ? 'add_mcp_command' : 'mcp_link'))
  else if (editor) happened('docs.context_menu.install_mcp_server', { editor })
  else if (entry?.href && link.origin != location.origin) happened('docs.context_menu.ai_provider_click', { provider: link.hostname })
  const block = at('.code-block-copy-button') && at('.code-block,.code-group')
  if (block) happened('docs.code_block.copy', { language: (block.matches('[data-lang]') ? block : block.querySelector('[data-lang]'))?.dataset.lang })
  const summary = at('summary')
  const item = summary?.parentElement
  const kind = item?.matches('.accordion') ? 'accordion' : item?.matches('.expandable') && 'expandable'
  if (kind) happened(`docs.${kind}.${item.open ? 'close' : 'open'}`, { title: summary.textContent.trim() })
}, true)

// A page that comes back is seen again.
addEventListener('pageshow', event => {
  if (!event.persisted) return
  for (const name in running) if (agreed(name)) running[name].again?.()
  happened('docs.content.view', about())
})

// At rest: seen, loaded, and nothing else to do
const once = (target, name) => new Promise(done => target.addEventListener(name, done, { once: true }))
if (document.prerendering) await once(document, 'prerenderingchange')
if (document.readyState != 'complete') await once(window, 'load')
await new Promise(done => window.requestIdleCallback ? requestIdleCallback(done, { timeout: 3000 }) : setTimeout(done, 300))
happened('docs.content.view', about())
rested = true
release()
