// Shows what the author of a page saves, in place: `docs dev` puts this script at the end of each page, and no built
// page has it. What differs between the page as it was sent and as it is sent now is changed here as well, so all
// that readers and scripts did to it stays: scroll, open accordions, chosen tabs, what is typed.
(() => {
const { channel, token, state, menu } = JSON.parse(document.currentScript.dataset.dev)
const root = document.documentElement
const address = location.pathname + location.search
// Elements that scripts look for once, when a page begins: new ones need a page that begins again.
const ACTIVE = '[role=tablist],[role=treeitem],.view,.tooltip,.mermaid,.mermaid-source,docs-island,.try-it,.playground-data,.theme-toggle,.sidebar-fold,.banner-dismiss,.nav-menu,.nav-dropdown,.drawer-open,.page-menu,#search-bar-entry,img[data-zoom],#content > .update,script'
// Elements whose content scripts have made into something else.
const MADE = 'docs-island,.mermaid,.mermaid-source,.page-menu,script'
const PLACE = 'docs-dev'
class Again extends Error {}

// --------------------------------------------------------------- the page as it was sent, node by node
const tree = node => ({ node, children: node.localName == 'noscript' ? [] : [...node.childNodes].map(tree) })
const begun = tree(root)
/** The node on the screen of a node as it was sent. */
const shown = new WeakMap()
const alike = (one, other) => one.nodeType == other.nodeType && one.nodeName == other.nodeName && (one.id || '') == (other.id || '')
const pair = ({ node, children }, sent) => {
  shown.set(sent, node)
  let at = 0
  for (const child of sent.childNodes) {
    let to = at
    while (to < children.length && !alike(children[to].node, child)) to++
    if (to < children.length) { pair(children[to], child); at = to + 1 }
  }
}
const parse = text => new DOMParser().parseFromString(text, 'text/html')
const stateOf = page => { try { return JSON.parse(page.querySelector('script[data-dev]').dataset.dev).state } catch { return '' } }
// Comparing elements does not look into templates.
const hidden = page => [...page.querySelectorAll('template')].map(one => one.innerHTML).join('\0')
const get = async () => {
  const answer = await fetch(address, { headers: { accept: 'text/html' } })
  if (answer.redirected) { location.replace(answer.url); throw new Error('moved') }
  return parse(await answer.text())
}
let before
const first = get().then(page => { if (stateOf(page) == state) pair(begun, (before = page).documentElement) }, () => {})

// --------------------------------------------------------------- from one page to the next
const couple = (sent, node) => {
  shown.set(sent, node)
  for (let at = 0; at < sent.childNodes.length; at++) couple(sent.childNodes[at], node.childNodes[at])
}
const insert = (parent, node, next) => {
  if (node.nodeType == 1 && (node.matches(ACTIVE) || node.querySelector(ACTIVE))) throw new Again()
  const sent = before.importNode(node, true)
  const fresh = document.importNode(node, true)
  couple(sent, fresh)
  parent.insertBefore(sent, next)
  const last = shown.get(sent.previousSibling)
  const host = shown.get(parent)
  if (last?.isConnected) last.after(fresh)
  else if (shown.get(next)?.isConnected) shown.get(next).before(fresh)
  else host?.append(fresh)
}
const remove = node => { shown.get(node)?.remove(); node.remove() }
const attributes = (sent, after) => {
  const node = shown.get(sent)
  for (const name of new Set([...sent.getAttributeNames(), ...after.getAttributeNames()])) {
    const [was, is] = [sent.getAttribute(name), after.getAttribute(name)]
    if (was == is) continue
    is == null ? sent.removeAttribute(name) : sent.setAttribute(name, is)
    if (!node) continue
    if (name == 'class') {
      const [old, now] = [was, is].map(names => (names || '').split(/\s+/).filter(Boolean))
      node.classList.remove(...old.filter(one => !now.includes(one)))
      node.classList.add(...now)
    } else if (name == 'href' && node.matches('link[rel=stylesheet]')) restyle(sent, is)
    else if (is == null) node.removeAttribute(name)
    else node.setAttribute(name, is)
  }
}
/** Another style sheet, without a moment that has none. */
const restyle = (sent, href, node = shown.get(sent)) => {
  const fresh = node.cloneNode()
  fresh.href = href
  fresh.onload = fresh.onerror = () => node.remove()
  node.after(fresh)
  if (sent) shown.set(sent, fresh)
  return fresh
}
/** Which old nodes stay as which new ones: equal ones in their order, and between these the ones of a kind. */
const matches = (old, now) => {
  const found = new Map()
  let start = 0, end = 0
  while (start < old.length && start < now.length && old[start].isEqualNode(now[start])) { found.set(now[start], old[start]); start++ }
  while (end < old.length - start && end < now.length - start && old.at(-1 - end).isEqualNode(now.at(-1 - end))) { found.set(now.at(-1 - end), old.at(-1 - end)); end++ }
  const [a, b] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  if (a.length * b.length <= 250000) {
    const text = node => node.outerHTML ?? node.nodeType + node.data
    const [left, right] = [a.map(text), b.map(text)]
    const best = [...a, 0].map(() => new Uint32Array(b.length + 1))
    for (let x = a.length - 1; x >= 0; x--) for (let y = b.length - 1; y >= 0; y--)
      best[x][y] = left[x] == right[y] ? best[x + 1][y + 1] + 1 : Math.max(best[x + 1][y], best[x][y + 1])
    for (let x = 0, y = 0; x < a.length && y < b.length;) {
      if (left[x] == right[y]) found.set(b[y++], a[x++])
      else best[x + 1][y] >= best[x][y + 1] ? x++ : y++
    }
  }
  const taken = new Set(found.values())
  let at = 0
  for (const node of b) {
    if (found.has(node)) { at = a.indexOf(found.get(node)) + 1; continue }
    for (let to = at; to < a.length && !taken.has(a[to]); to++) if (alike(a[to], node)) { found.set(node, a[to]); taken.add(a[to]); at = to + 1; break }
  }
  return found
}
const patch = (sent, after) => {
  if (sent.isEqualNode(after)) return
  if (sent.nodeType != 1) { const node = shown.get(sent); sent.data = after.data; if (node) node.data = after.data; return }
  if (sent.matches('script[data-dev]')) return attributes(sent, after)
  if (sent.matches('script[type="application/ld+json"]')) { sent.textContent = after.textContent; return }
  if (sent.matches(MADE)) throw new Again()
  attributes(sent, after)
  const [old, now] = [[...sent.childNodes], [...after.childNodes]]
  const found = matches(old, now)
  const stay = new Set(found.values())
  for (const node of old) if (!stay.has(node)) { if (node.nodeName == 'SCRIPT') throw new Again(); remove(node) }
  let next = sent.firstChild
  for (const node of now) {
    const kept = found.get(node)
    if (kept) { next = kept.nextSibling; patch(kept, node) }
    else insert(sent, node, next)
  }
}

// --------------------------------------------------------------- pages that have to begin again
const fields = () => [...document.querySelectorAll('input:not([type=file],[type=password]),textarea,select')]
const reload = () => {
  const kept = { address, x: scrollX, y: scrollY, open: [...document.querySelectorAll('details')].map(item => item.open), fields: fields().map(field => field.type == 'checkbox' || field.type == 'radio' ? field.checked : field.value) }
  try { if (state != 'missing') sessionStorage.setItem(PLACE, JSON.stringify(kept)) } catch {}
  location.reload()
}
const restore = () => {
  let kept
  try { kept = JSON.parse(sessionStorage.getItem(PLACE)) } catch {}
  if (kept?.address != address || state == 'missing') return
  sessionStorage.removeItem(PLACE)
  const details = [...document.querySelectorAll('details')]
  if (details.length == kept.open.length) details.forEach((item, at) => { if (item.open != kept.open[at]) item.open = kept.open[at] })
  const inputs = fields()
  if (inputs.length == kept.fields.length) inputs.forEach((field, at) => {
    const name = typeof kept.fields[at] == 'boolean' ? 'checked' : 'value'
    if (field[name] == kept.fields[at]) return
    field[name] = kept.fields[at]
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  scrollTo(kept.x, kept.y)
}
addEventListener('load', () => setTimeout(restore))

// --------------------------------------------------------------- what is wrong
let panel
const HIDDEN = 'docs-dev-hidden'
const hide = text => { panel.remove(); try { sessionStorage.setItem(HIDDEN, text) } catch {} }
const tell = problems => {
  panel?.remove()
  panel = null
  const whole = problems.map(({ text }) => text).join('\n')
  let gone
  try { whole ? gone = sessionStorage.getItem(HIDDEN) : sessionStorage.removeItem(HIDDEN) } catch {}
  // What was hidden stays so on all pages, until it is another problem.
  if (!whole || whole == gone) return
  panel = document.createElement('docs-dev-problems')
  const inside = panel.attachShadow({ mode: 'open' })
  const box = document.createElement('div')
  const bar = document.createElement('header')
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Hide', onclick: () => hide(whole) })
  bar.append(Object.assign(document.createElement('strong'), { textContent: problems.length == 1 ? '1 error' : problems.length + ' errors' }), close)
  box.setAttribute('role', 'alert')
  box.append(bar, ...problems.map(({ text }) => Object.assign(document.createElement('pre'), { textContent: text })))
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`div{position:fixed;inset:auto 1rem 1rem;max-height:60vh;overflow:auto;z-index:2147483647;max-width:60rem;margin:auto;border-radius:.6rem;border:1px solid #f87171;border-top:4px solid #dc2626;background:#1c1917;color:#fafaf9;font:14px/1.5 system-ui,sans-serif;box-shadow:0 8px 40px #0008;text-align:left}
header{display:flex;justify-content:space-between;align-items:center;padding:.6rem 1rem;position:sticky;top:0;background:inherit}
pre{margin:0;padding:.4rem 1rem 1rem;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
button{font:inherit;color:inherit;background:#44403c;border:1px solid #78716c;border-radius:.3rem;padding:.1rem .7rem;cursor:pointer}
button:focus-visible{outline:2px solid #fff}`)
  inside.adoptedStyleSheets = [sheet]
  inside.append(box)
  root.append(panel)
}
addEventListener('keydown', event => { if (event.key == 'Escape' && panel?.isConnected) panel.shadowRoot.querySelector('button').click() })

// --------------------------------------------------------------- the channel
// `stays`: the page has errors, and what is shown is from before them.
let applied = state, wanted = state, stays = false, source, running, met, good = false
const update = async () => {
  if (running || stays || wanted == applied) return
  running = true
  try {
    await first
    if (wanted == 'missing' && applied != 'missing') {
      // Some editors take a file away for a moment.
      await new Promise(done => setTimeout(done, 250))
      if (wanted == applied || wanted != 'missing') return
    }
    if (!before || [wanted, applied].some(state => ['missing', 'moved'].includes(state))) throw new Again()
    const page = await get()
    if (hidden(page) != hidden(before)) throw new Again()
    patch(before.documentElement, page.documentElement)
    applied = stateOf(page)
    if (applied == 'missing') throw new Again()
    dispatchEvent(new CustomEvent('docs:updated'))
  } catch (error) {
    if (error instanceof Again) reload()
    else console.warn('docs dev:', error)
  } finally {
    running = false
    if (wanted != applied && !stays) setTimeout(update, 20)
  }
}
const plain = url => { try { return decodeURI(new URL(url, location.href).pathname) } catch { return '' } }
const refresh = (list, sheets) => {
  const names = list == 'all' || list.map(plain)
  const is = url => new URL(url, location.href).origin == location.origin && (names === true || names.includes(plain(url)))
  const again = url => url.split('?')[0] + '?v=' + Date.now()
  if (names !== true && [...document.scripts].some(script => script.src && !script.dataset.dev && is(script.src))) return reload()
  for (const link of document.querySelectorAll('link[rel=stylesheet]')) if (is(link.href)) {
    const sent = before && [...before.querySelectorAll('link[rel=stylesheet]')].find(sent => shown.get(sent) == link)
    restyle(sent, again(link.href), link)
  }
  if (!sheets) for (const media of document.querySelectorAll('img[src],source[src],video[src],audio[src],embed[src],iframe[src]')) if (is(media.src) && !media.src.startsWith('data:')) media.src = again(media.src)
}
const hear = message => {
  if (message.to) return location.replace(message.to + location.hash)
  if ('page' in message) wanted = message.page
  if ('problems' in message) {
    const broken = message.problems.some(({ own }) => own)
    // A page that came with errors has no better one behind it.
    stays = broken && (stays || good)
    good = !broken
    tell(message.problems)
  }
  if (message.files) refresh(message.files)
  update()
}
// After the server began again it has another token, which the page itself tells.
const wait = () => setTimeout(() => get().then(page => {
  const dev = page.querySelector('script[data-dev]')
  dev && JSON.parse(dev.dataset.dev).token != token ? reload() : wait()
}, wait), 1000)
const connect = () => {
  if (source || document.hidden || document.prerendering) return
  source = new EventSource(`${channel}?token=${token}&page=${encodeURIComponent(location.pathname)}&state=${applied}`)
  source.onmessage = event => hear(JSON.parse(event.data))
  source.onopen = () => {
    root.dataset.dev = 'live'
    // What went by unseen
    if (met) refresh('all', true)
    met = true
  }
  source.onerror = () => { if (source.readyState == EventSource.CLOSED) { source = null; wait() } }
}
const leave = () => { source?.close(); source = null; delete root.dataset.dev }
// A browser has few connections to a server: what nobody sees needs none.
document.addEventListener('visibilitychange', () => document.hidden ? leave() : connect())
document.addEventListener('prerenderingchange', connect)
addEventListener('pagehide', leave)
addEventListener('pageshow', connect)
if (!menu) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.page-menu{display:none!important}')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
connect()
})()
