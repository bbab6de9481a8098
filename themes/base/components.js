// What views, trees and disclosures do in the browser beyond plain HTML. Only pages that have one of them load this.
const root = document.documentElement
const all = (selector, from = document) => [...from.querySelectorAll(selector)]
const store = (area, key, value) => { try { return value === undefined ? area().getItem(key) : area().setItem(key, value) } catch { return null } }
const decoded = hash => { try { return decodeURIComponent(hash.slice(1)) } catch { return '' } }
const byHash = hash => { const id = decoded(hash); return id && (document.getElementById(id) || document.getElementById(id.split(':').pop())) }
const address = change => { const url = new URL(location); change(url); history.replaceState(history.state, '', url) }

// Accordions put themselves into the address, those around them in front; expandables stay as they are left
// until the window is closed.
let clicked
const around = item => item.parentElement.closest('.accordion')
const trail = item => item ? [trail(around(item)), item.id].filter(Boolean).join(':') : ''
const expandables = all('.expandable')
const key = 'open ' + location.pathname
const name = item => expandables.indexOf(item) + ' ' + item.querySelector('summary').textContent.split(' ').pop()
let kept = {}
try { kept = JSON.parse(store(() => sessionStorage, key)) || {} } catch { /* someone else's */ }
const flip = item => {
  const label = item.querySelector(':scope > summary [data-other]')
  const other = item.open != item.hasAttribute('data-default-open')
  if (!label || other == label.hasAttribute('data-flipped')) return
  label.toggleAttribute('data-flipped');
  [label.textContent, label.dataset.other] = [label.dataset.other, label.textContent]
}
expandables.forEach(item => {
  const open = kept[name(item)]
  if (open !== undefined) item.open = open
  flip(item)
})
document.addEventListener('click', event => { clicked = event.target.closest?.('.accordion > summary, .expandable > summary')?.parentElement }, true)
document.addEventListener('toggle', event => {
  const item = event.target
  const mine = item == clicked
  if (mine) clicked = null
  if (item.matches('.expandable')) {
    flip(item)
    if (mine) { kept[name(item)] = item.open; store(() => sessionStorage, key, JSON.stringify(kept)) }
  } else if (mine && item.id) {
    const own = trail(item)
    const now = decoded(location.hash)
    if (item.open) address(url => { url.hash = own.replaceAll('%', '%25') })
    else if (now == item.id || (now + ':').startsWith(own + ':')) address(url => { url.hash = trail(around(item)).replaceAll('%', '%25') })
  }
}, true)

// Views: one of them is shown, the reader's choice is kept and stands in the address
const views = all('.view[data-view-title]')
const names = [...new Set(views.map(view => view.dataset.viewTitle))]
if (names.length > 1) {
  const select = document.createElement('select')
  const show = title => {
    select.value = title
    views.forEach(view => {
      const off = view.dataset.viewTitle != title
      view.toggleAttribute('data-hidden', off)
      // Still found by the browser's own search, which opens it.
      if ('onbeforematch' in view) off ? view.setAttribute('hidden', 'until-found') : view.removeAttribute('hidden')
      view.onbeforematch = () => show(view.dataset.viewTitle)
    })
    dispatchEvent(new Event('follow'))
  }
  select.id = 'multi-view-dropdown'
  select.className = 'multi-view-dropdown'
  select.setAttribute('aria-label', names.join(', '))
  select.append(...names.map(name => new Option(name)))
  select.onchange = () => {
    show(select.value)
    store(() => localStorage, 'view', select.value)
    address(url => url.searchParams.set('view', select.value))
  }
  const row = document.querySelector('.title-actions') || document.querySelector('.title-row')
  row ? row.append(select) : views[0].before(select)
  show(views.find(view => !view.hasAttribute('data-hidden'))?.dataset.viewTitle || names[0])
  // A link into a view that is not shown
  const reveal = () => {
    const target = byHash(location.hash)
    const view = target?.closest?.('.view[data-hidden]')
    if (view) { show(view.dataset.viewTitle); target.scrollIntoView() }
  }
  addEventListener('hashchange', reveal)
  reveal()
}

// Trees of files: one stop for the Tab key, the arrows inside
all('.tree').forEach(tree => {
  const items = all('[role=treeitem]', tree)
  const fold = item => item.querySelector(':scope > details')
  const visible = () => items.filter(item => !item.parentElement.closest('details:not([open])'))
  const go = item => {
    if (!item) return
    items.forEach(other => { other.tabIndex = other == item ? 0 : -1 })
    item.focus()
  }
  items.forEach((item, at) => {
    item.tabIndex = at ? -1 : 0
    const details = fold(item)
    if (!details) return
    details.firstElementChild.tabIndex = -1
    details.addEventListener('toggle', () => item.setAttribute('aria-expanded', details.open))
  })
  tree.addEventListener('click', event => go(event.target.closest('[role=treeitem]')))
  tree.addEventListener('keydown', event => {
    const item = event.target.closest('[role=treeitem]')
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return
    const shown = visible()
    const at = shown.indexOf(item)
    const details = fold(item)
    const parent = item.parentElement.closest('[role=treeitem]')
    const [into, out] = getComputedStyle(tree).direction == 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    const letter = event.key.length == 1 && event.key != ' ' && event.key.toLowerCase()
    if (event.key == 'ArrowDown') go(shown[at + 1])
    else if (event.key == 'ArrowUp') go(shown[at - 1])
    else if (event.key == 'Home') go(shown[0])
    else if (event.key == 'End') go(shown.at(-1))
    else if (event.key == into) details && !details.open ? details.open = true : go(item.querySelector('[role=treeitem]'))
    else if (event.key == out) details?.open ? details.open = false : go(parent)
    else if (event.key == 'Enter' || event.key == ' ') { if (details) details.open = !details.open }
    else if (letter == '*') [...item.parentElement.children].forEach(other => { const own = fold(other); if (own) own.open = true })
    else if (letter) go([...shown.slice(at + 1), ...shown.slice(0, at)].find(other => other.querySelector('.tree-name').textContent.toLowerCase().startsWith(letter)))
    else return
    event.preventDefault()
  })
})
