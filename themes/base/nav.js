// The whole sidebar of a large section, in place of the part that the page came with: loaded when the browser has
// time, or when the reader turns to the sidebar. Without it every link leads to the section's own page.
const pane = document.getElementById('sidebar-content')
const link = pane.querySelector('.sidebar-all')
let loading, held
// What moves here is moved on purpose.
pane.style.overflowAnchor = 'none'

const place = (nav, whole) => {
  const old = [...pane.querySelectorAll('#navigation-items > .sidebar-block')].filter(block => !block.contains(link))
  const parts = old.flatMap(block => [...block.querySelectorAll('a,summary')])
  const links = [...nav.querySelectorAll('a')]
  // The same place in the other tree: by address, by id
  const twin = part => part.localName == 'a' && !part.matches('.sidebar-folded')
    ? links.find(other => other.getAttribute('href') == part.getAttribute('href'))
    : whole.getElementById(part.hash ? part.hash.slice(1) : part.closest('[id]').id)?.querySelector('summary,a')
  nav.querySelectorAll('details:not([data-expanded])').forEach(group => group.open = false)
  const current = parts.find(part => part.matches('[aria-current]'))
  const now = current && twin(current)
  if (now) {
    now.classList.add('active')
    now.setAttribute('aria-current', 'page')
    now.dataset.active = 'true'
    for (let node = now; node; node = node.parentElement) if (node.localName == 'details') node.open = true
    if (now.nextElementSibling?.localName == 'details') now.nextElementSibling.open = true
  }
  for (const part of parts) {
    if (part.localName != 'summary') continue
    const other = twin(part)?.closest('li')?.querySelector('details')
    if (other) other.open = part.parentElement.open
  }
  const focus = parts.find(part => part == document.activeElement)
  const view = pane.getBoundingClientRect()
  const visible = part => {
    const box = part?.getBoundingClientRect()
    return box?.height && box.bottom > view.top && box.top < view.bottom && twin(part)
  }
  const still = [held, focus, current, ...parts].find(visible)
  const top = still?.getBoundingClientRect().top
  const [stays, focused] = [still && twin(still), focus && twin(focus)]
  link.parentElement.before(...nav.children)
  old.forEach(block => block.remove())
  if (stays) pane.scrollTop += stays.getBoundingClientRect().top - top
  focused?.focus({ preventScroll: true })
}
// What a pointer presses stays until it is released, or a second long: else the browser finds no click. Of a press that
// opens a menu no release is told.
let pressed
pane.addEventListener('pointerdown', () => pressed = true)
for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => setTimeout(() => pressed = false, 50))
const load = () => loading ||= fetch(link.href, { cache: 'no-cache' }).then(answer => answer.text()).then(async text => {
  for (let left = 20; pressed && left; left -= 1) await new Promise(done => setTimeout(done, 50))
  const whole = new DOMParser().parseFromString(text, 'text/html')
  place(whole.querySelector('.section-nav'), whole)
  return true
}).catch(() => false)

pane.addEventListener('click', async event => {
  const part = event.target.closest('.sidebar-folded')
  if (!part || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  held = part
  if (!await load()) return location.href = part.href
  const summary = document.getElementById(part.hash.slice(1))?.querySelector(':scope > details > summary')
  if (summary && !summary.parentElement.open) summary.click()
})
pane.parentElement.addEventListener('focusin', load, { once: true })
if (!navigator.connection?.saveData) (window.requestIdleCallback || setTimeout)(() => getComputedStyle(pane).visibility == 'visible' && pane.getClientRects().length && load())
