// The search as readers see it: a dialog on every page, and the whole of the search page. Loaded when a reader is
// about to ask. What finds is in `search/`, one module that runs beside the page; texts come with the list of indexes.
const looks = new CSSStyleSheet()
looks.replaceSync(`@layer components {
  .search { inline-size: min(42rem, calc(100vw - 1.5rem)); max-block-size: min(40rem, calc(100dvh - 6rem)); margin-block-start: max(1rem, 8dvh); padding: 0; overflow: hidden; }
  .search[open], .search-page { display: flex; flex-direction: column; }
  .search-field { display: flex; align-items: center; gap: .75rem; padding: .5rem .5rem .5rem 1rem; border-block-end: 1px solid var(--border); }
  .search-field > svg { flex: none; inline-size: 1.125rem; block-size: 1.125rem; color: var(--text-muted); }
  .search-field > input { flex: 1; min-inline-size: 0; block-size: 2.5rem; padding: 0; border: 0; outline: 0; background: none; color: var(--text-strong); font: inherit; font-size: 1rem; appearance: none; }
  .search-field > input::-webkit-search-cancel-button { display: none; }
  .search-field > .icon-button { flex: none; }
  .search-bar { display: flex; justify-content: space-between; align-items: center; gap: 1rem; min-block-size: 2.25rem; padding: .25rem 1rem; font-size: .8125rem; color: var(--text-muted); }
  .search-bar label { display: flex; align-items: center; gap: .375rem; min-block-size: 1.75rem; cursor: pointer; }
  .search-bar :is(button, a) { display: inline-flex; align-items: center; min-block-size: 1.75rem; padding-inline: .25rem; color: inherit; font-size: inherit; text-decoration: underline; cursor: pointer; background: none; border: 0; }
  .search-parts { flex: none; }
  .search-chips { display: flex; flex-wrap: wrap; gap: .375rem; max-block-size: 5rem; padding: .125rem 1rem .5rem; overflow: auto; }
  .search-chips button { flex: none; min-block-size: 1.75rem; padding-inline: .625rem; border: 1px solid var(--border); border-radius: 1rem; background: none; color: var(--text); font-size: .8125rem; cursor: pointer; }
  .search-chips button > span { margin-inline-start: .125rem; color: var(--text-muted); font-weight: 400; }
  .search-chips [aria-pressed=true] { border-color: currentColor; background: var(--surface); color: var(--text-strong); font-weight: 600; }
  .search-list { flex: 1; overflow-y: auto; overscroll-behavior: contain; padding: 0 .5rem .5rem; }
  .search-list:empty { display: none; }
  .search-hit { display: block; padding: .5rem .625rem; border-radius: var(--radius-control); color: var(--text); text-decoration: none; scroll-margin-block: .5rem; }
  .search-hit[aria-selected=true] { background: var(--surface); outline: 1px solid var(--border-strong); outline-offset: -1px; }
  .search-hit + .search-hit:not(.search-part) { margin-block-start: .125rem; border-block-start: 0; }
  .search-name { display: flex; align-items: baseline; gap: .5rem; color: var(--text-strong); font-weight: 500; overflow-wrap: anywhere; }
  .search-method { flex: none; font-size: .6875rem; font-weight: 600; color: var(--text-muted); border: 1px solid var(--border); border-radius: .25rem; padding-inline: .25rem; }
  .search-way { display: block; font-size: .75rem; color: var(--text-muted); }
  .search-text { font-size: .8125rem; line-height: 1.25rem; color: var(--text-muted); overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow-wrap: anywhere; }
  .search-part { margin-inline-start: .875rem; padding-block: .3125rem; border-inline-start: 2px solid var(--border); border-start-start-radius: 0; border-end-start-radius: 0; font-size: .875rem; }
  .search-text:empty { display: none; }
  .search-hit mark { padding: 0; background: none; color: var(--accent-text); font-weight: 600; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 2px; }
  .search-page { gap: .25rem; }
  .search-page .search-field { border: 1px solid var(--border-strong); border-radius: var(--radius-control); }
  .search-page .search-list { overflow: visible; padding-inline: 0; }
  .search-page .search-chips { max-block-size: none; padding-inline: .25rem; }
  @media (max-width: 40rem) { .search { margin-block-start: .75rem; max-block-size: calc(100dvh - 1.5rem); } .search-chips { flex-wrap: nowrap; } }
}
::highlight(search) { background: color-mix(in srgb, Mark 70%, transparent); color: inherit; }`)
document.adoptedStyleSheets.push(looks)

const make = (name, fields = {}, ...parts) => {
  const part = document.createElement(name)
  for (const [key, value] of Object.entries(fields)) key in part && !key.includes('-') ? part[key] = value : part.setAttribute(key, value)
  part.append(...parts)
  return part
}
const entry = document.getElementById('search-bar-entry')
const live = document.getElementById('docs-live')
const list = new URL(entry.dataset.index, location)
const base = new URL('.', list).href
const kept = (key, value) => { try { return value === undefined ? JSON.parse(localStorage.getItem(key)) : localStorage.setItem(key, JSON.stringify(value)) } catch { return null } }
const recent = () => { const all = kept('searches'); return Array.isArray(all) ? all.filter(text => typeof text == 'string') : [] }

// The one that finds, beside the page
const worker = new Worker(new URL('./search-worker.js', import.meta.url), { type: 'module' })
const waiting = new Map()
let calls = 0
worker.onmessage = ({ data: { id, result, error } }) => {
  const [done, fail] = waiting.get(id) || []
  waiting.delete(id)
  error === undefined ? done?.(result) : fail?.(new Error(error))
}
const ask = (call, ...args) => new Promise((...both) => { waiting.set(++calls, both); worker.postMessage({ id: calls, base, call, args }) })
let known
const indexes = () => known ||= fetch(list).then(answer => answer.ok ? answer.json() : Promise.reject(new Error(answer.status))).catch(error => { known = null; throw error })

const lang = document.documentElement.lang
const version = document.documentElement.dataset.version
// `one:{count} page|{count} pages`: the form for a number, or else the last one
const counted = (text, count) => {
  const forms = text.split('|'), kind = new Intl.PluralRules(lang).select(count) + ':'
  const form = forms.find(form => form.startsWith(kind))?.slice(kind.length) ?? forms.at(-1)
  return form.replace('{count}', count.toLocaleString(lang))
}
// The product and the tab that the reader is in, without their tags, and what such a thing is called
const bare = part => [...part?.childNodes ?? []].map(node => node.nodeType == 3 ? node.data : '').join('').trim()
const place = () => ['.nav-dropdown-products-selector summary .nav-dropdown-item-title', '.nav-tabs-item[data-active=true]'].map(part => bare(document.querySelector(part)))
const kinds = () => [document.querySelector('.nav-dropdown-products-selector summary .sr-only')?.textContent.replace(/[:：]\s*$/, ''), document.querySelector('.nav-tabs')?.ariaLabel]
// What of a question stands in the address: the words, the product, the tab, and whether all is asked
const FIELDS = ['q', 'q-product', 'q-tab', 'q-all']
const tell = values => {
  const url = new URL(location)
  FIELDS.forEach((name, at) => values[at] == null ? url.searchParams.delete(name) : url.searchParams.set(name, values[at]))
  history.replaceState(history.state, '', url)
}
/** Loads what the first question needs. */
export const prepare = () => indexes().then(({ indexes }) => ask('search', ' ', own(indexes).map(index => index.directory), lang, 1, false)).catch(() => {})
// Those of the page's language and version, and what belongs to none. Of products with other versions, and on a page of no
// version, those that are shown first
const own = all => {
  const near = all.filter(index => !index.lang || index.lang == lang)
  const lists = near.flatMap(index => version && index.version == version ? index.lists : [])
  const found = near.filter(index => !index.version || index.version == version || index.first.some(list => !lists.includes(list)))
  return found.length ? found : all
}

// Hosts differ in the slash at the end
const pageOf = address => address.split(/[#?]/)[0].replace(/\/(?:index\.html)?$/, '')

const marked = (text, marks) => {
  let at = 0
  const parts = []
  for (const [start, end] of marks) { parts.push(text.slice(at, start), make('mark', {}, text.slice(start, end))); at = end }
  return [...parts, text.slice(at)]
}

// A field and its results, in the dialog or on the search page
const mount = (host, { limit, id, onleave }) => {
  const prompt = entry.querySelector('.search-prompt').textContent.trim()
  // The first field has the id that style sheets know.
  const fieldId = document.getElementById('search-input') ? '' : 'search-input'
  const input = make('input', { id: fieldId, type: 'search', role: 'combobox', 'aria-expanded': 'false', 'aria-controls': id, 'aria-autocomplete': 'list', ariaLabel: prompt, placeholder: prompt, autocomplete: 'off', autocapitalize: 'off', spellcheck: false, enterKeyHint: 'go', maxLength: 200, name: 'q' })
  const results = make('div', { id, className: 'search-list', role: 'listbox', ariaLabel: prompt })
  const status = make('span', { role: 'status' })
  const side = make('span')
  const field = make('div', { className: 'search-field' }, entry.querySelector('svg').cloneNode(true), input)
  const filters = make('div', { className: 'search-parts' })
  host.append(field, make('div', { className: 'search-bar' }, status, side), filters, results)
  // The product and the tab that were chosen: a name, empty for all, and nothing where nobody has chosen
  const given = new URLSearchParams(location.search)
  let picked = FIELDS.slice(1, 3).map(name => given.get(name))
  let everywhere = given.has('q-all'), turn = 0, shows = 0, texts = {}, active = -1, shownFor = ''
  const options = () => [...results.querySelectorAll('[role=option]')]
  const select = at => {
    const all = options()
    active = all.length ? (at + all.length) % all.length : -1
    all.forEach((option, number) => option.setAttribute('aria-selected', number == active))
    active < 0 ? input.removeAttribute('aria-activedescendant') : input.setAttribute('aria-activedescendant', all[active].id)
    all[active]?.scrollIntoView({ block: 'nearest' })
  }
  const show = (...parts) => { shows++; results.replaceChildren(...parts); input.setAttribute('aria-expanded', parts.length > 0); select(parts.length && input.value.trim() ? 0 : -1) }
  const remember = query => kept('searches', [query, ...recent().filter(text => text != query)].slice(0, 10))
  const choose = (hit, marks, elsewhere) => {
    const query = input.value.trim()
    if (query) remember(query)
    const found = { to: hit.href, section: hit.dataset.section, marks, query, until: Date.now() + 60000 }
    // A new tab has a session of its own.
    if (query) try { elsewhere ? kept('found', found) : sessionStorage.setItem('search', JSON.stringify(found)) } catch {}
  }
  const hit = (number, href, className, parts, marks) => {
    const option = make('a', { id: `${id}-${number}`, className: `search-hit ${className}`, role: 'option', href, tabIndex: -1, 'aria-selected': 'false' }, ...parts)
    option.onauxclick = event => { if (event.button == 1) choose(option, marks, true) }
    option.onclick = event => {
      choose(option, marks, event.metaKey || event.ctrlKey || event.shiftKey)
      // The same page: there is nothing to load.
      if (!event.metaKey && !event.ctrlKey && pageOf(option.href) == pageOf(location.href)) {
        event.preventDefault()
        onleave()
        if (option.hash) location.hash = option.hash
        highlight()
      }
    }
    option.onpointermove = () => { const at = options().indexOf(option); if (at != active) select(at) }
    return option
  }
  const name = (page, text) => make('span', { className: 'search-name' }, ...page.method && text == page.title ? [make('span', { className: 'search-method' }, page.method), ' '] : [], make('span', { 'data-mark': '' }, text))
  const way = crumbs => crumbs.length ? [make('span', { className: 'search-way' }, crumbs.filter((name, at) => name != crumbs[at - 1]).join(' › '))] : []
  // The reader's product, where there are several
  const product = async near => {
    const [[name], all] = [place(), await ask('products', near)]
    return all.length > 1 && all.includes(name) ? name : ''
  }
  // How many pages each product and tab has, to choose from
  const chips = (parts, inside) => {
    const focused = filters.contains(document.activeElement) && document.activeElement.dataset.part
    const several = new Set(parts.map(([name]) => name).filter(Boolean)).size > 1
    filters.replaceChildren(...kinds().flatMap((kind, level) => {
      // Tabs are those of one product.
      if (level && several && !inside[0]) return []
      const counts = new Map(['', ...new Set(parts.filter(part => !level || !inside[0] || part[0] == inside[0]).map(part => part[level]).filter(Boolean))].map(name => [name, 0]))
      if (counts.size < 3) return []
      for (const part of parts) if (!level || !inside[0] || part[0] == inside[0]) for (const name of new Set(['', part[level] || ''])) counts.set(name, counts.get(name) + part[2])
      return [make('div', { role: 'group', ariaLabel: kind || texts.all, className: 'search-chips' }, ...[...counts].map(([name, count]) => make('button', { type: 'button', 'aria-pressed': name == (inside[level] || ''), 'data-part': `${level}${name}`, onclick: () => { picked = level ? [inside[0], name] : [name, null]; run() } }, name || texts.all, ' ', make('span', {}, count.toLocaleString(lang)))))]
    }))
    filters.querySelectorAll('[aria-pressed=true]').forEach(chip => chip.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    if (focused) [...filters.querySelectorAll('button')].find(chip => chip.dataset.part == focused)?.focus()
  }
  // Where readers begin, for those who have not asked, or asked for what is nowhere
  const first = async number => {
    const behind = shows
    const { indexes: all } = await indexes()
    const near = own(all).map(index => index.directory)
    const pages = await ask('first', near, 6, [await product(near)])
    if (behind != shows) return
    results.append(...pages.map(page => hit(number++, page.url, 'search-first', [name(page, page.title), ...way(page.crumbs)], [])))
    input.setAttribute('aria-expanded', options().length > 0)
  }
  const empty = () => {
    const past = recent()
    filters.replaceChildren()
    status.textContent = past.length ? texts.recent || '' : ''
    show(...past.map((text, number) => {
      const option = make('a', { id: `${id}-${number}`, className: 'search-hit', role: 'option', tabIndex: -1, href: `?q=${encodeURIComponent(text)}`, 'aria-selected': 'false' }, text)
      option.onclick = event => { event.preventDefault(); input.value = text; input.focus(); run() }
      return option
    }))
    first(past.length).catch(() => {})
    side.replaceChildren(...past.length ? [make('button', { type: 'button', onclick: () => { kept('searches', []); empty(); input.focus() } }, texts.clear || '')] : [])
  }
  const fill = text => text?.replace('{query}', input.value.trim()) || ''
  const run = async () => {
    const query = input.value.trim()
    const own_turn = ++turn
    tell(query ? [query, ...picked, everywhere ? 1 : null] : [])
    if (!query) { shownFor = ''; return empty() }
    try {
      const { indexes: all, texts: worded } = await indexes()
      texts = worded[lang] || Object.values(worded)[0] || {}
      const near = own(all)
      const scope = everywhere ? all : near
      const directories = scope.map(index => index.directory)
      const find = (inside, from = directories, language = lang) => ask('search', query, from, language, limit, input.value.endsWith(query), place().filter(Boolean), inside)
      let inside = [picked[0] ?? (everywhere ? '' : await product(directories)), picked[1] ?? '']
      let found = await find(inside)
      // What the reader's product does not have may be in another.
      if (!found.total && inside[0] && picked[0] == null) found = await find(inside = ['', ''])
      // What is not translated may be in the language that stands in for it.
      const spare = found.total || everywhere ? [] : all.filter(index => near.some(own => own.fallback && own.fallback == index.lang && own.version == index.version))
      if (spare.length) found = await find(inside = ['', ''], spare.map(index => index.directory), spare[0].lang)
      if (own_turn != turn) return
      const { pages, total, marks } = found
      // Where nothing is found anywhere there is nothing to narrow.
      chips(found.parts.some(part => part[2]) ? found.parts : [], inside)
      shownFor = query
      let number = 0
      const later = new Map()
      const labels = new Map(all.length > near.length && everywhere || spare.length ? all.map(index => [index.directory, [index.version, index.language].filter(Boolean).join(' · ')]) : [])
      const parts = pages.flatMap(page => {
        const snippet = make('span', { className: 'search-text' }, page.sections.length ? '' : page.description)
        const main = hit(number++, page.url, '', [name(page, page.title), ...way([...page.crumbs, labels.get(page.index)].filter(Boolean)), ...page.sections.length ? [] : [snippet]], marks)
        if (page.sections.length) main.dataset.section = page.sections[0].id
        else later.set(main, [snippet, page, null])
        return [main, ...page.sections.map(section => {
          const snippet = make('span', { className: 'search-text' })
          const part = hit(number++, `${page.url}#${encodeURIComponent(section.id)}`, 'search-part', [name(page, section.heading), snippet], marks)
          later.set(part, [snippet, page, section.heading])
          return part
        })]
      })
      show(...parts)
      if (!pages.length) first(0).catch(() => {})
      results.querySelectorAll('[data-mark]').forEach(async place => {
        const marksHere = await ask('places', place.textContent, marks, query)
        if (marksHere.length) place.replaceChildren(...marked(place.textContent, marksHere))
      })
      // What was found is in the description, or in the text: that is only loaded for what is seen.
      const seen = new IntersectionObserver(entries => entries.filter(entry => entry.isIntersecting).forEach(async ({ target }) => {
        seen.unobserve(target)
        const [place, page, heading] = later.get(target)
        const described = !heading && page.description && await ask('places', page.description, marks, query)
        const found = described?.length ? { text: page.description, marks: described } : await ask('snippet', { markdown: page.markdown, heading, marks, query }).catch(() => null)
        if (found?.text) place.replaceChildren(...marked(found.text, found.marks))
      }), { root: results.closest('dialog') && results, rootMargin: '40px' })
      for (const option of later.keys()) seen.observe(option)
      status.textContent = pages.length ? counted(texts.results || '', total) : fill(texts.none)
      if (near.length < all.length) {
        const box = make('input', { type: 'checkbox', checked: everywhere, onchange: () => { everywhere = box.checked; picked = [null, null]; input.focus(); run() } })
        side.replaceChildren(make('label', {}, box, texts.everywhere || ''))
      } else side.replaceChildren()
      // Who minds the site can be told what is missing.
      const issue = !pages.length && document.querySelector('a.feedback-issue')
      if (issue) {
        const report = new URL(issue.href)
        for (const key of ['title', 'issue[title]']) if (report.searchParams.has(key)) report.searchParams.set(key, fill(texts.none))
        side.append(' ', make('a', { href: report, rel: 'nofollow' }, issue.textContent))
      }
    } catch (error) {
      if (own_turn == turn) { show(); filters.replaceChildren(); status.textContent = navigator.onLine ? String(error.message) : fill(texts.none) }
    }
  }
  let timer
  const stop = () => clearTimeout(timer)
  input.oninput = () => { stop(); timer = setTimeout(run, 20) }
  input.onkeydown = event => {
    if (event.isComposing) return
    const all = options()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && all.length) { event.preventDefault(); select(active < 0 ? (step > 0 ? 0 : -1) : active + step) }
    else if (event.key == 'Enter') {
      event.preventDefault()
      const { ctrlKey, metaKey } = event
      const go = () => options()[active]?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }))
      const query = input.value.trim()
      // Typed faster than found: what is shown is for something else.
      if (!query || shownFor == query) return go()
      stop()
      run().then(() => { if (shownFor == query && input.value.trim() == query) go() })
    } else if (event.key == 'Escape' && host.localName == 'dialog') {
      // Not what a search field does by itself: it would lose what was typed, and stay.
      event.preventDefault()
      onleave()
    }
  }
  indexes().then(({ texts: worded }) => { texts = worded[lang] || Object.values(worded)[0] || {}; if (!input.value) empty() }).catch(() => {})
  return { input, run, field, stop, reset: () => { picked = [null, null] } }
}

let dialog, box
/** Opens the dialog, with a question when there is one. */
export const open = (query, typed) => {
  if (dialog?.open) return box.input.select()
  if (!dialog) {
    dialog = make('dialog', { className: 'sheet search', ariaLabel: entry.querySelector('.search-prompt').textContent.trim() })
    const close = make('button', { type: 'button', className: 'icon-button', ariaLabel: live.dataset.close, onclick: () => dialog.close() }, '✕')
    box = mount(dialog, { limit: 8, id: 'search-results', onleave: () => dialog.close() })
    box.field.append(close)
    dialog.addEventListener('click', event => { if (event.target == dialog) dialog.close() })
    dialog.addEventListener('close', () => {
      box.stop()
      box.reset()
      tell([])
    })
    document.body.append(dialog)
  }
  dialog.showModal()
  box.input.focus()
  if (typed) box.input.setRangeText(typed, 0, box.input.value.length, 'end')
  else {
    if (query) box.input.value = query
    box.input.select()
  }
  box.run()
}

/** Makes the search page. */
export const page = host => {
  const form = host.querySelector('form')
  const query = new URLSearchParams(location.search).get('q') || ''
  form?.remove()
  host.classList.add('search-page')
  const own = mount(host, { limit: 30, id: 'search-page-results', onleave: () => {} })
  own.input.value = query
  own.input.focus()
  own.run()
}

/** Marks what was found on the page that it was found on, and opens what hides it; until Esc. */
export const highlight = async () => {
  let found
  try { found = JSON.parse(sessionStorage.getItem('search')); sessionStorage.removeItem('search') } catch {}
  const other = kept('found')
  if (other && (other.until < Date.now() || pageOf(other.to) == pageOf(location.href))) {
    try { localStorage.removeItem('found') } catch {}
    if (other.until >= Date.now()) found ||= other
  }
  if (!found || pageOf(found.to) != pageOf(location.href) || !CSS.highlights) return
  const content = document.getElementById('content')
  if (!content) return
  const named = id => id && content.querySelector(`[id="${CSS.escape(id)}"]`)
  const target = named(decodeURIComponent(location.hash.slice(1)))
  // A page as a whole is shown where most of what was asked stands, not where one of its words comes first.
  const best = target || named(found.section)
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  const nodes = []
  while (nodes.length < 5000 && texts.nextNode()) if (texts.currentNode.data.trim() && !texts.currentNode.parentElement.closest('button,svg,style,script')) nodes.push(texts.currentNode)
  const all = await ask('places', nodes.map(node => node.data), found.marks, found.query)
  const ranges = all.flatMap((places, at) => places.map(([start, end]) => { const range = new Range(); range.setStart(nodes[at], start); range.setEnd(nodes[at], end); return range }))
  // A name with signs in it, or a phrase, is shown where it stands as it was typed, and its words elsewhere after that.
  const typed = (found.query || '').trim().toLowerCase()
  const whole = /[^\p{L}\p{N}]/u.test(typed) ? nodes.flatMap(node => {
    const at = node.data.toLowerCase().indexOf(typed)
    if (at < 0 || at + typed.length > node.data.length) return []
    const range = new Range()
    range.setStart(node, at)
    range.setEnd(node, at + typed.length)
    return [range]
  }) : []
  if (!ranges.length && !whole.length) return
  CSS.highlights.set('search', new Highlight(...whole, ...ranges))
  const isBelow = range => best && (best.contains(range.startContainer) || best.compareDocumentPosition(range.startContainer) & Node.DOCUMENT_POSITION_FOLLOWING)
  const first = (whole.find(isBelow) || ranges.find(isBelow) || whole[0] || ranges[0]).startContainer.parentElement
  const hidden = first.closest('[data-hidden],details:not([open])')
  for (let at = first; at && at != content; at = at.parentElement) {
    if (at.localName == 'details') at.open = true
    if (at.hasAttribute?.('data-hidden')) at.dispatchEvent(new Event('beforematch', { bubbles: true }))
  }
  if (hidden || !target) first.scrollIntoView({ block: 'center' })
  addEventListener('keydown', event => { if (event.key == 'Escape') CSS.highlights.delete('search') })
}
