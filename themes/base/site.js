// What pages do in the browser beyond plain HTML. Everything works without it, only less comfortably.
const root = document.documentElement
const wide = matchMedia('(min-width:64rem)')
const all = (selector, from = document) => [...from.querySelectorAll(selector)]
const store = (area, key, value) => { try { return value === undefined ? area().getItem(key) : area().setItem(key, value) } catch { return null } }
const local = () => localStorage
const session = () => sessionStorage
// What a `#…` names; an accordion inside others comes with their ids, `outer:inner`.
const byHash = hash => {
  let id
  try { id = decodeURIComponent(hash.slice(1)) } catch { return null }
  // What a heading's id leaves out may stand in the link. A heading may be called as what stands around it: Sidebar.
  return id && [id, id.split(':').pop(), id.replace(/[?,;:!'"()[\]{}\u2600-\u27bf\ufe0f\u200d\u{1f000}-\u{1faff}]/gu, '')].map(id => document.querySelector(`#content [id="${CSS.escape(id)}"]`) || document.getElementById(id)).find(Boolean)
}

// What is said to those who hear the page, with the texts for that
const live = document.getElementById('docs-live') || document.createElement('div')
const say = text => { live.textContent = text; setTimeout(() => { live.textContent = '' }, 1600) }

// Colour mode: light, dark, or as the system has it. What the reader chose, here or in another window; else what the site says
const night = matchMedia('(prefers-color-scheme:dark)')
const system = () => night.matches ? 'dark' : 'light'
const toggles = all('.theme-toggle')
// Bars of the browser have the colour of the page.
const tint = document.head.appendChild(Object.assign(document.createElement('meta'), { name: 'theme-color' }))
const dye = () => { tint.content = getComputedStyle(root).backgroundColor }
const paint = (wanted = !('strict' in root.dataset) && store(local, 'theme') || root.dataset.appearance) => {
  const fixed = /^(light|dark)$/.test(wanted)
  const scheme = root.dataset.scheme = fixed ? wanted : 'system'
  toggles.forEach(button => { button.title = live.dataset[scheme] || '' })
  const theme = fixed ? wanted : system()
  if (theme != root.dataset.theme) {
    root.dataset.still = ''
    root.classList.toggle('dark', theme == 'dark')
    root.dataset.theme = theme
    setTimeout(() => delete root.dataset.still, 50)
  }
  dye()
}
paint()
toggles.forEach(button => button.onclick = event => {
  const { scheme, theme, appearance } = root.dataset
  // Where all three are seen, the one that is pressed; else the other look first, and the system's in the end.
  const pressed = { 'ui-sun': 'light', 'ui-moon': 'dark', 'ui-system': 'system' }[event.target.closest('svg')?.classList[1]]
  const next = pressed && pressed != scheme ? pressed : scheme == system() ? 'system' : theme == 'dark' ? 'light' : 'dark'
  try { next == appearance ? localStorage.removeItem('theme') : localStorage.setItem('theme', next) } catch {}
  paint(next)
  say(button.title)
})
night.addEventListener('change', () => paint(root.dataset.scheme))
addEventListener('storage', event => event.key == 'theme' && paint())
addEventListener('pageshow', event => event.persisted && paint())

// Keys: single ones yield to whoever types, and can be switched off; then `?` works at the first stop of the page
const single = () => store(local, 'keys') != 'off'
addEventListener('keydown', event => {
  const at = event.target
  if (event.defaultPrevented || (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph') || event.metaKey || event.isComposing || at.isContentEditable || at.closest?.('input:not([type=checkbox]),textarea,select')) return
  if (event.key == '?' && (single() || at.closest?.('.skip-link,dialog[open]'))) return import('./keys.js').then(keys => keys.help(single(), on => store(local, 'keys', on ? '' : 'off')))
  const target = single() && !document.querySelector('dialog[open]') && { '[': '[rel=prev]', ']': '[rel=next]', t: '.theme-toggle' }[event.key]
  if (target) document.querySelector(`${target}:not(link)`)?.click()
})

// Search: nothing of it is loaded before a reader is about to ask
const finders = all('#search-bar-entry,#search-bar-entry-mobile')
if (finders[0]) {
  const search = () => import('./search.js')
  const kbd = finders[0].querySelector('kbd')
  if (kbd && !/Mac|iP/.test(navigator.platform)) kbd.textContent = 'Ctrl K'
  // What is typed before the box is there belongs to it, not to the page.
  const open = text => {
    let typed = ''
    const wait = event => {
      const { key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || key[1] && key != 'Backspace') return
      event.preventDefault()
      event.stopImmediatePropagation()
      typed = key[1] ? typed.slice(0, -1) : typed + key
    }
    addEventListener('keydown', wait, true)
    search().then(search => search.open(text, typed)).finally(() => removeEventListener('keydown', wait, true))
  }
  finders.forEach(finder => {
    for (const sign of ['pointerenter', 'focus']) finder.addEventListener(sign, () => search().then(search => search.prepare()), { once: true })
    finder.onclick = event => { if (!event.metaKey && !event.ctrlKey && !event.shiftKey) { event.preventDefault(); open() } }
  })
  addEventListener('keydown', event => {
    const at = event.target
    const command = event.key.toLowerCase() == 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey
    const slash = event.key == '/' && single() && !event.metaKey && !event.ctrlKey && !event.altKey && !at.isContentEditable && !at.closest?.('input:not([type=checkbox]),textarea,select,dialog')
    if ((command || slash) && !event.defaultPrevented && !event.isComposing) { event.preventDefault(); open() }
  })
  const host = document.getElementById('search-page')
  const asked = new URLSearchParams(location.search).get('q')
  if (host) search().then(search => search.page(host))
  else if (asked) open(asked)
  // What was found: in this tab, or opened in another one
  if (store(session, 'search') || store(local, 'found')) search().then(search => search.highlight())
}

// The next page on its way before the click, where the browser does not do that by itself
if (!HTMLScriptElement.supports?.('speculationrules') && !/true|2g/.test([navigator.connection?.saveData, navigator.connection?.effectiveType])) import('./prefetch.js')

// Fonts on narrow windows: the page first. They get the name that its text asks for when they are here: then it is set
// once more, and no style changes. Who comes from another page of the site has them already.
const dress = async () => {
  try {
    // Wide windows have no list: there the style sheet names the fonts.
    const list = JSON.parse(getComputedStyle(root).getPropertyValue('--fonts-later'))
    const text = document.body.textContent
    const faces = list
      .map(([name, address, weight, unicodeRange]) => new FontFace(name, `url("${address}")`, { weight, unicodeRange }))
      // Only what has letters of this page: lines are set faster without the rest.
      .filter(face => new RegExp(`[${face.unicodeRange.replace(/U\+|, |(\w+)/g, (part, code) => code ? `\\u{${code}}` : '')}]`, 'u').test(text))
    await Promise.all(faces.map(face => face.load()))
    faces.forEach(face => document.fonts.add(face))
  } catch { root.dataset.fonts = '' }
  all('math').forEach(formula => { formula.dataset.fonts = '' })
}
// The page is set by the second frame, and seen a moment later.
const painted = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(dress, 150)))
if (!('fonts' in root.dataset)) document.readyState == 'complete' ? painted() : addEventListener('load', painted)

// Banner
all('.banner-dismiss').forEach(button => button.onclick = () => {
  root.dataset.bannerDismissed = ''
  // Templates that a project took over earlier say `data-banner`.
  store(local, 'banner', root.dataset.notice || root.dataset.banner)
})

// What scripts of the project may call: they run after this one. There are no users; the event comes when all listen.
const playground = {
  serverVariables: {},
  setServerVariables(values) {
    playground.serverVariables = Object.fromEntries(Object.entries(values || {}).filter(([, value]) => typeof value == 'string'))
    dispatchEvent(new CustomEvent('mintlify:server-variables', { detail: playground.serverVariables }))
  },
  clearServerVariables() { playground.setServerVariables({}) }
}
window.mintlify = { user: {}, api: { playground } }
addEventListener('DOMContentLoaded', () => dispatchEvent(new CustomEvent('mintlify:user', { detail: window.mintlify.user })))

// Announcements for screen readers
// Copying: code without prompts, output and removed lines
const codeText = block => {
  const code = block.querySelector('pre code') || block.querySelector('pre')
  if (!code) return ''
  let lines = all('.line', code)
  if (!lines.length) lines = code.textContent.replace(/\n$/, '').split('\n')
  else lines = lines.filter(line => !line.matches('.remove')).map(line => line.textContent.replace(/\n$/, ''))
  const prompt = /^\s*(\S+@\S*)?[$>#%] /
  if (code.closest('[data-lang=shellsession]') && lines.some(line => prompt.test(line)))
    lines = lines.filter(line => prompt.test(line)).map(line => line.replace(prompt, ''))
  return lines.join('\n')
}
addEventListener('click', async event => {
  const button = event.target.closest?.('.code-block-copy-button,.prompt-copy-button,[data-copy]')
  if (!button) return
  const block = button.closest('.code-group') || button.closest('.code-block')
  const shown = block && (block.querySelector('[role=tabpanel]:not([data-hidden])') || block)
  try {
    await navigator.clipboard.writeText(button.dataset.copy || button.closest('.prompt')?.querySelector('.prompt-text').textContent || codeText(shown))
    button.dataset.copied = ''
    say(live.dataset.done)
    setTimeout(() => delete button.dataset.copied, 1600)
  } catch {
    if (shown) getSelection().selectAllChildren(shown.querySelector('pre') || shown)
  }
})

// The link of a heading or field: into the address and onto the clipboard
addEventListener('click', event => {
  const anchor = event.target.closest?.('.heading-anchor') || event.target.closest?.('.field-name')?.querySelector('.heading-anchor')
  if (!anchor || String(getSelection())) return
  if (!event.target.closest('a')) history.replaceState(history.state, '', anchor.hash)
  navigator.clipboard?.writeText(anchor.href).then(() => say(live.dataset.link), () => {})
})

// Pictures that can be larger and words with an explanation: what shows them is loaded when the first comes into sight
const sight = new IntersectionObserver(entries => entries.forEach(({ isIntersecting, target }) => {
  if (isIntersecting) target.localName == 'img' ? import('./zoom.js') : import('./tooltips.js')
}))
all('img[data-zoom],.tooltip').forEach(part => sight.observe(part))

// The buttons that open the playground: nothing of it is loaded before a reader is about to press one
all('.try-it').forEach((button, at) => {
  const load = () => import('./playground.js')
  button.onpointerenter = button.onfocus = load
  button.onclick = () => load().then(playground => playground.open(button))
  if (!at && new URLSearchParams(location.search).get('playground') == 'open') button.click()
})

// Long code blocks
addEventListener('click', event => {
  const button = event.target.closest?.('.code-block-expand-button')
  if (!button) return
  const open = button.closest('.code-block').toggleAttribute('data-expanded')
  const other = button.dataset.collapse
  button.setAttribute('aria-expanded', open)
  button.dataset.collapse = button.textContent
  button.textContent = other
})

// Code and diagrams are stops of the keyboard when there is something to scroll
const boxes = new ResizeObserver(entries => entries.forEach(({ target }) => {
  if (!target.clientWidth) return
  const scrolls = target.scrollWidth > target.clientWidth
  if (scrolls) target.tabIndex = 0
  else target.removeAttribute('tabindex')
  // A stop has a name: the title of the block, or its language.
  if (target.localName != 'pre') return
  const block = target.closest('.code-block')
  target.role = scrolls ? 'group' : null
  target.ariaLabel = scrolls ? block.querySelector('.code-block-title')?.textContent || block.parentElement.dataset.title || block.dataset.lang : null
}))
all('.code-block pre,.mermaid-view,.math-display').forEach(box => boxes.observe(box))

// The way back from far down
const far = () => {
  if (scrollY < 2 * innerHeight || root.dataset.pageMode == 'custom') return
  removeEventListener('scroll', far)
  import('./top.js')
}
addEventListener('scroll', far, { passive: true })

// What few pages have: days as the reader's language writes them (English is written already)
if (document.querySelector(':root:not([lang^=en]) .page-modified time')) import('./seldom.js')

// Paper has no clicks: everything that is closed is open there
let opened = []
addEventListener('beforeprint', () => { opened = all('#content-container details:not([open])'); opened.forEach(item => { item.open = true }) })
addEventListener('afterprint', () => { opened.forEach(item => { item.open = false }); opened = [] })

// Tabs and code groups
// What is hidden is still found by the browser's own search, which opens it.
const hide = (panel, off) => {
  panel.toggleAttribute('data-hidden', off)
  if (panel.hasAttribute('tabindex')) panel.tabIndex = off ? -1 : 0
  // A sample that waited to be chosen
  if (!off) all(':scope > noscript', panel).forEach(part => { part.outerHTML = part.innerHTML })
  if ('onbeforematch' in panel) off ? panel.setAttribute('hidden', 'until-found') : panel.removeAttribute('hidden')
}
const title = tab => tab.dataset.title || tab.textContent.trim()
// The menu of a code group with `dropdown`, in place of the tabs
const names = list => list.previousElementSibling?.querySelector('select')
const show = (tab, list = tab.closest('[role=tablist]')) => all('[role=tab]', list).forEach((other, at) => {
  const on = other == tab
  if (on && names(list)) names(list).selectedIndex = at
  const panel = document.getElementById(other.getAttribute('aria-controls'))
  other.setAttribute('aria-selected', on)
  other.tabIndex = on ? 0 : -1
  if (panel) hide(panel, !on)
})
// The table of contents shows what the text shows.
const follow = () => all('.toc-item > a').forEach(link => { link.hidden = !!byHash(link.hash)?.closest?.('[data-hidden]') })
// Other scripts hide and show parts, too.
addEventListener('follow', follow)
const tabOf = panel => document.querySelector(`[role=tab][aria-controls="${CSS.escape(panel.id)}"]`)
const synced = list => !list.closest('[data-sync=false]')
const sync = (name, from) => all('[role=tablist]').forEach(list => {
  if (list == from || !synced(list)) return
  const match = all('[role=tab]', list).find(tab => title(tab) == name)
  if (match) show(match, list)
})
const choose = tab => {
  const list = tab.closest('[role=tablist]')
  const top = tab.getBoundingClientRect().top
  const name = title(tab)
  show(tab, list)
  if (synced(list)) sync(name, list)
  follow()
  if (!synced(list)) return
  const url = new URL(location)
  // What a shared link asked for is not what the reader wants now.
  if (url.searchParams.has('tab')) { url.searchParams.set('tab', name); history.replaceState(history.state, '', url) }
  store(local, 'tab', JSON.stringify([name, ...saved().filter(other => other != name)].slice(0, 12)))
  scrollBy(0, tab.getBoundingClientRect().top - top)
}
const saved = () => { try { return JSON.parse(store(local, 'tab')) || [] } catch { return [] } }
// Kept choices have been made already, before the first paint.
all('[role=tabpanel][data-hidden]').forEach(panel => hide(panel, true))
addEventListener('beforematch', event => {
  const panel = event.target.closest('[role=tabpanel][data-hidden]')
  const tab = panel && tabOf(panel)
  if (tab) { show(tab); follow() }
})
const wire = list => {
  names(list)?.addEventListener('change', event => choose(list.children[event.target.selectedIndex]))
  list.addEventListener('click', event => {
    const tab = event.target.closest('[role=tab]')
    if (!tab) return
    choose(tab)
    if (tab.id && !list.closest('.code-group')) history.replaceState(history.state, '', '#' + tab.id)
  })
  list.addEventListener('keydown', event => {
    const tabs = all('[role=tab]', list)
    const at = tabs.indexOf(document.activeElement)
    const step = getComputedStyle(list).direction == 'rtl' ? -1 : 1
    const to = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: tabs.length - 1, Enter: at, ' ': at }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    const tab = tabs.at(to % tabs.length)
    tab.focus()
    choose(tab)
  })
}
all('[role=tablist]').forEach(wire)
// What a script of the page put in later
addEventListener('added', event => {
  all('[role=tabpanel][data-hidden]', event.target).forEach(panel => hide(panel, true))
  all('[role=tablist]', event.target).forEach(wire)
})

// Deep links: open whatever hides the target
const reveal = () => {
  const target = byHash(location.hash)
  if (!target) return
  for (let node = target; node; node = node.parentElement) {
    if (node.localName == 'details') node.open = true
    if (node.getAttribute('role') == 'tab') show(node)
    if (node.hasAttribute('data-hidden')) { const tab = node.id && tabOf(node); if (tab) show(tab) }
    if (node.matches('.code-block[data-expandable]:not([data-expanded])')) node.querySelector('.code-block-expand-button')?.click()
  }
  follow()
  if (target.localName != 'aside') target.scrollIntoView()
}
addEventListener('hashchange', reveal)
reveal()
// Until all is loaded, browsers go to the first that is called so themselves: to a part of the frame.
const named = byHash(location.hash)
if (named != document.getElementById(named?.id)) addEventListener('load', () => setTimeout(reveal, 50))

// Table of contents: the last heading above the reading line is active
const entries = all('#table-of-contents .toc-item > a').map(link => [link, byHash(link.hash)]).filter(entry => entry[1])
if (entries.length) {
  let active, waiting, told, telling
  const spy = () => {
    waiting = 0
    const line = parseFloat(getComputedStyle(root).scrollPaddingTop) + 16 || 120
    const end = innerHeight + scrollY >= root.scrollHeight - 2
    let now = entries[0]
    for (const entry of entries) if (entry[1].getClientRects().length && entry[1].getBoundingClientRect().top <= line) now = entry
    if (end) now = entries.find(entry => location.hash != told && entry[0].hash == location.hash && entry[1].getBoundingClientRect().top > 0) || (scrollY ? entries.at(-1) : now)
    if (now == active) return
    // The address follows who reads on: not at once, as browsers allow few changes, and not away from what was asked
    // for since or is still in sight.
    clearTimeout(telling)
    const { hash } = location
    const apart = !entries.some(entry => entry[0].hash == hash) && byHash(hash)
    if (active && now[0].hash != hash) telling = setTimeout(() => {
      const at = apart && apart.getBoundingClientRect()
      if (location.hash == hash && !(at && at.bottom > 0 && at.top < innerHeight)) history.replaceState(history.state, '', told = now[0].hash)
    }, 200)
    active = now
    all('#table-of-contents [data-active],#table-of-contents [aria-current]').forEach(item => ['data-active', 'data-active-deepest', 'aria-current'].forEach(name => item.removeAttribute(name)))
    now[0].setAttribute('aria-current', 'location')
    now[0].parentElement.setAttribute('data-active-deepest', '')
    let depth = 9
    for (let item = now[0].parentElement; item; item = item.previousElementSibling) if (item.dataset.depth < depth) { depth = item.dataset.depth; item.setAttribute('data-active', 'true') }
    const box = document.getElementById('table-of-contents-layout'), a = now[0].getBoundingClientRect(), b = box.getBoundingClientRect()
    if (a.top < b.top || a.bottom > b.bottom) box.scrollTop += a.top - b.top - b.height / 3
  }
  // Steps on one page are none of the history.
  entries.forEach(([link]) => { link.onclick = event => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); told = 0; location.replace(link.hash) } } })
  const later = () => waiting ||= requestAnimationFrame(spy)
  // Where the page ends, a click scrolls nothing and says what is meant all the same.
  for (const sign of ['scroll', 'resize', 'hashchange']) addEventListener(sign, later)
  later()
}

// Sidebar: scroll position, groups that lead to their first page
const pane = document.getElementById('sidebar-content')
addEventListener('pagehide', () => pane && store(session, 'sidebar', pane.scrollTop))
// What was made before the click: the reader has gone on since.
document.addEventListener('prerenderingchange', () => {
  paint()
  if (!pane) return
  pane.scrollTop = store(session, 'sidebar')
  pane.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
})
pane?.addEventListener('click', event => {
  const summary = event.target.closest('summary[data-href]')
  if (summary && !event.target.closest('a') && !summary.parentElement.open) location.href = summary.dataset.href
})

// Drawer of small screens
const drawer = document.getElementById('sidebar')
let opener
const slide = open => {
  root.toggleAttribute('data-drawer', open)
  all('#banner,.site-header,#content-container,#footer').forEach(part => part.inert = open)
  if (open) drawer.querySelector('.drawer-close').focus()
  else opener?.focus()
}
all('.drawer-open').forEach(link => link.onclick = event => { event.preventDefault(); opener = link; slide(true) })
all('.drawer-close,.drawer-backdrop').forEach(link => link.onclick = event => { event.preventDefault(); if (location.hash == '#sidebar') history.replaceState(history.state, '', ' '); slide(false) })
wide.addEventListener('change', () => root.hasAttribute('data-drawer') && slide(false))
// Pressed before this was loaded, the button is a link
if (named && named == drawer && !wide.matches) slide(true)
drawer?.addEventListener('keydown', event => {
  if (event.key != 'Tab' || !root.hasAttribute('data-drawer')) return
  const stops = all('a,button,summary,input,select', drawer).filter(stop => stop.getClientRects().length)
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  if (document.activeElement == edge) { event.preventDefault(); (event.shiftKey ? stops.at(-1) : stops[0]).focus() }
})

// Menus: one at a time, closed by Escape and by clicking elsewhere
const menus = all('.nav-dropdown,.nav-menu')
const close = except => menus.forEach(menu => { if (menu.open && !menu.contains(except)) menu.open = false })
addEventListener('click', event => close(event.target.closest?.('.nav-dropdown,.nav-menu')))
addEventListener('keydown', event => {
  if (event.key != 'Escape') return
  const open = menus.find(menu => menu.open)
  if (open) { close(); open.querySelector('summary').focus() }
  else if (root.hasAttribute('data-drawer')) slide(false)
})
// Arrow keys walk through an open menu
menus.forEach(menu => menu.addEventListener('keydown', event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  menu.open = true
  event.stopPropagation()
  const stops = all('summary,a', menu).filter(stop => stop.getClientRects().length)
  stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus()
}))
// A list stays within the window
menus.forEach(menu => menu.addEventListener('toggle', () => {
  const list = menu.querySelector('.nav-dropdown-content')
  if (!menu.open || !list) return
  list.style.marginInlineStart = ''
  const box = list.getBoundingClientRect()
  const over = getComputedStyle(list).direction == 'rtl' ? 8 - box.left : box.right - root.clientWidth + 8
  if (over > 0) list.style.marginInlineStart = -over + 'px'
}))
// What a resting mouse does to menus of tabs is loaded when one comes near
addEventListener('pointerover', event => event.target.closest?.('.nav-menu') && import('./menus.js'))
// Tabs and links of the header that do not fit are in a menu behind the others; links get what the tabs leave
all('.nav-more,.navbar-more').forEach(more => {
  const bar = more.closest('.nav-tabs,.navbar-row'), list = more.querySelector('.nav-dropdown-content'), items = [...more.parentElement.children].slice(0, -1)
  const small = part => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight
  const fit = () => {
    if (more.hidden && !wide.matches) return
    more.before(...items)
    bar.style.minInlineSize = ''
    const some = items.filter(item => !item.querySelector('[data-active]'))
    // Names of switches are cut after links. On phones the tabs scroll, where they are seen at all.
    for (more.hidden = true; wide.matches && (small(bar) || bar == more.parentElement && all('.topbar-start .nav-dropdown-item-title').some(small)) && some.length; more.hidden = false) if (!more.hidden) list.prepend(some.pop())
    // What is left stays whole
    if (!more.hidden) bar.style.minInlineSize = 'max-content'
  }
  // Fonts have their own widths; to ask for them costs a layout.
  const dressed = () => { fit(); if (wide.matches) document.fonts.ready.then(fit) }
  addEventListener('resize', fit)
  wide.addEventListener('change', dressed)
  dressed()
})
