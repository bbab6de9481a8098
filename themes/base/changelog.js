// Change logs: buttons for the tags of their entries; those are shown that have all the chosen ones. Only pages with
// entries load this.
const updates = [...document.querySelectorAll('#content > .update')]
const tags = update => JSON.parse(update.dataset.tags || '[]')
// Pages of older entries, with the choices of tags there: how many entries have each.
const older = [...document.querySelectorAll('.update-archives a')].map(link => [link, JSON.parse(link.dataset.tags || '[]'), link.appendChild(document.createElement('span'))])
const counts = new Map()
const add = (own, count) => own.forEach(tag => counts.set(tag, (counts.get(tag) || 0) + count))
updates.forEach(update => add(tags(update), 1))
older.forEach(([, choices]) => choices.forEach(([count, own]) => add(own, count)))
if (counts.size) {
  const box = document.createElement('div')
  const list = document.createElement('div')
  const wanted = new Set((new URLSearchParams(location.search).get('tags') || '').split(',').filter(tag => counts.has(tag)))
  box.id = 'changelog-filters'
  box.className = 'changelog-filters'
  box.setAttribute('role', 'group')
  box.setAttribute('aria-label', document.getElementById('docs-live')?.dataset.filters)
  list.id = 'changelog-filters-content'
  const buttons = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([tag, count]) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'changelog-filter'
    button.append(tag, Object.assign(document.createElement('span'), { textContent: ` ${count}` }))
    button.onclick = () => {
      wanted.has(tag) ? wanted.delete(tag) : wanted.add(tag)
      const url = new URL(location)
      wanted.size ? url.searchParams.set('tags', [...wanted].join(',')) : url.searchParams.delete('tags')
      history.replaceState(history.state, '', url)
      filter()
    }
    return [tag, button]
  })
  const filter = () => {
    buttons.forEach(([tag, button]) => button.setAttribute('aria-pressed', wanted.has(tag)))
    const has = own => [...wanted].every(tag => own.includes(tag))
    updates.forEach(update => update.toggleAttribute('data-hidden', !has(tags(update))))
    older.forEach(([link, choices, number]) => {
      const count = wanted.size && choices.reduce((sum, [count, own]) => sum + (has(own) && count), 0)
      const url = new URL(link.href)
      wanted.size ? url.searchParams.set('tags', [...wanted].join(',')) : url.searchParams.delete('tags')
      link.href = url
      number.textContent = count ? ` (${count})` : ''
      // The link back says nothing of tags, and stays.
      link.parentElement.hidden = wanted.size && link.closest('[aria-labelledby]') && !count
    })
    const others = document.querySelector('.update-archives')
    if (others) others.hidden = older.every(([link]) => link.parentElement.hidden)
    dispatchEvent(new Event('follow'))
  }
  const wide = matchMedia('(min-width:80rem)')
  const place = () => {
    const column = wide.matches && document.getElementById('table-of-contents-layout')
    column ? column.prepend(box) : updates[0].before(box)
  }
  list.append(...buttons.map(([, button]) => button))
  box.append(list)
  wide.addEventListener('change', place)
  place()
  filter()
  let target
  try { target = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('.update[data-hidden]') } catch { /* No text */ }
  if (target) { wanted.clear(); filter(); target.scrollIntoView() }
}
