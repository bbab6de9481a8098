// Title and first words of the page that a link leads to, beside the link (CMP-32). Each page has a small file of its own with them.
const root = document.documentElement
const base = new URL('..', import.meta.url)
const known = new Map()
let bubble, shown, waiting, leaving

// The file of a page, by its address.
const fileOf = link => {
  if (link.origin != location.origin || !link.pathname.startsWith(base.pathname)) return
  const path = link.pathname.slice(base.pathname.length).replace(/(^|\/)(index\.html)?$/, '').replace(/\.html$/, '')
  if (link.href.split('#')[0] == location.href.split('#')[0] || /\.\w+$/.test(path) || link.hasAttribute('download')) return
  return new URL('_docs/previews/' + (path || 'index') + '.json', base).href
}
const load = file => {
  if (!known.has(file)) known.set(file, fetch(file).then(answer => answer.ok ? answer.json() : null).catch(() => null))
  return known.get(file)
}
const close = () => {
  clearTimeout(waiting)
  bubble?.remove()
  shown?.removeAttribute('aria-describedby')
  bubble = shown = null
}
const open = async link => {
  const file = fileOf(link)
  const own = waiting
  const page = file && await load(file)
  // Meanwhile the reader may be elsewhere.
  if (!page || waiting != own) return
  close()
  shown = link
  bubble = document.createElement('div')
  bubble.className = 'link-preview'
  bubble.id = 'link-preview'
  bubble.setAttribute('role', 'tooltip')
  bubble.append(Object.assign(document.createElement('strong'), { textContent: page.title }))
  if (page.text) bubble.append(Object.assign(document.createElement('p'), { textContent: page.text }))
  document.body.append(bubble)
  link.setAttribute('aria-describedby', bubble.id)
  const spot = link.getClientRects()[0], box = bubble.getBoundingClientRect()
  const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom || 0
  const left = Math.max(16, Math.min(spot.left, root.clientWidth - box.width - 16))
  const top = spot.top - box.height - 8 < header ? spot.bottom + 8 : spot.top - box.height - 8
  bubble.style.left = left + scrollX + 'px'
  bubble.style.top = top + scrollY + 'px'
}
const linkOf = event => event.target.closest?.('.prose a[href]:not(.heading-anchor, .card, .tile)')
const reach = event => {
  if (event.pointerType == 'touch') return
  clearTimeout(leaving)
  const link = linkOf(event)
  if (link == shown && link || bubble?.contains(event.target)) return
  clearTimeout(waiting)
  waiting = null
  if (link) waiting = setTimeout(open, event.type == 'focusin' ? 100 : 300, link)
  if (shown && shown != document.activeElement) leaving = setTimeout(close, 200)
}
export const start = event => {
  for (const kind of ['pointerover', 'focusin']) addEventListener(kind, reach)
  addEventListener('focusout', event => { if (event.target == shown) close() })
  addEventListener('click', close, true)
  // One thing is closed at a time.
  addEventListener('keydown', event => {
    if (event.key != 'Escape' || !bubble) return
    event.stopPropagation()
    close()
  }, true)
  reach(event)
}
