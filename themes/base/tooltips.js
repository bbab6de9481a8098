// Tooltips: one bubble, inside the window, that the pointer may enter. Loaded when the first word with one comes into sight.
const root = document.documentElement
let bubble, tipped, leaving
const untip = () => { bubble?.remove(); tipped = null }
const tip = word => {
  clearTimeout(leaving)
  if (word == tipped) return
  untip()
  tipped = word
  const { tip, headline, cta, href } = word.dataset
  bubble = document.createElement('span')
  bubble.className = 'tooltip-bubble'
  if (headline) bubble.append(Object.assign(document.createElement('strong'), { textContent: headline }))
  bubble.append(tip || '')
  if (href) bubble.append(document.createElement('br'), Object.assign(document.createElement('a'), { href, textContent: cta || href }))
  word.append(bubble)
  const spot = word.getClientRects()[0], box = bubble.getBoundingClientRect()
  const left = Math.max(16, Math.min(spot.left, root.clientWidth - box.width - 16))
  const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom || 0
  const top = spot.top - box.height - 6 < header ? spot.bottom + 6 : spot.top - box.height - 6
  const shown = bubble.offsetParent?.getBoundingClientRect() || root.getBoundingClientRect()
  bubble.style.left = left - shown.left + 'px'
  bubble.style.top = top - shown.top + 'px'
}
addEventListener('pointerover', event => {
  const word = event.target.closest?.('.tooltip')
  if (word) tip(word)
  else if (tipped && !tipped.contains(document.activeElement)) leaving = setTimeout(untip, 150)
})
addEventListener('focusin', event => {
  const word = event.target.closest?.('.tooltip')
  word ? tip(word) : untip()
})
addEventListener('focusout', event => { if (!tipped?.contains(event.relatedTarget)) untip() })
// Before menus and the drawer: one thing is closed at a time.
addEventListener('keydown', event => {
  if (event.key != 'Escape' || !tipped) return
  untip()
  event.stopPropagation()
}, true)
// Where the reader is already
const first = document.querySelector('.tooltip:hover,.tooltip:focus')
if (first) tip(first)
