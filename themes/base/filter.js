// The box above the sidebar, which leaves only the entries with the words that are written in it (NAV-24).
const items = document.getElementById('navigation-items')
const box = items?.querySelector('.sidebar-filter input')
if (box) {
  const plain = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  // Groups that were opened to show what is in them
  const opened = new Set()
  const apply = () => {
    const query = box.value.trim()
    const words = plain(query).split(/\s+/)
    // Whether something of an entry is left: titles of the groups around it count as its own.
    const leave = (part, above) => {
      const row = part.querySelector(':scope > :is(.sidebar-row, .sidebar-group-header), :scope > details > summary')
      const title = above + ' ' + plain(row?.textContent ?? '')
      const below = [...part.querySelector('.sidebar-group')?.children ?? []]
      const isLeft = below.filter(entry => leave(entry, title)).length || words.every(word => title.includes(word))
      const group = part.querySelector(':scope > details:not([open])')
      if (query && isLeft && group) {
        group.open = true
        opened.add(group)
      }
      part.hidden = !isLeft
      return isLeft
    }
    if (!query) {
      opened.forEach(group => group.open = false)
      opened.clear()
    }
    const left = [...items.querySelectorAll(':scope > .sidebar-block')].filter(block => leave(block, ''))
    box.nextElementSibling.textContent = left.length ? '' : box.dataset.none.replace('{query}', () => query)
  }
  box.addEventListener('input', apply)
  box.addEventListener('keydown', event => {
    const first = items.querySelector('.sidebar-block:not([hidden]) li:not([hidden]) a')
    if (event.key == 'Escape' && box.value) {
      box.value = ''
      apply()
    } else if (event.key == 'ArrowDown' && first) first.focus()
    else if (event.key == 'Enter' && box.value && first) first.click()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  // The whole of a large section takes the place of a part of it; a browser may remember what was written.
  new MutationObserver(apply).observe(items, { childList: true })
  addEventListener('pageshow', apply)
}
