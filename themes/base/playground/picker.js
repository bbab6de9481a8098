// The other operations, as the sidebar lists them: found by name, method or address (PLAY-03).
const picker = method => {
  const links = () => [...document.querySelectorAll('#sidebar a:has(> .method-nav-pill)')]
  const pill = make('span', { className: 'method-pill', 'data-method': method }, method)
  if (links().length < 2) return pill
  const list = make('ul', { className: 'pg-operations' })
  const find = make('input', { className: 'pg-input', type: 'search', 'aria-label': t('search'), placeholder: t('search'), autocomplete: 'off', oninput: () => show() })
  let entries = []
  const plain = address => { try { return decodeURI(address) } catch { return address } }
  const read = link => {
    const to = new URL(link.href)
    const name = link.querySelector('.sidebar-label').textContent
    const pill = link.querySelector(':scope > .method-nav-pill')
    const text = `${pill.dataset.method} ${pill.textContent} ${name} ${plain(to.pathname)}`.toLowerCase()
    to.searchParams.set('playground', 'open')
    return [text, make('li', {}, make('a', { href: to.href, 'aria-current': link.getAttribute('aria-current') }, pill.cloneNode(true), make('span', {}, name)))]
  }
  const show = () => {
    const words = find.value.toLowerCase().split(/\s+/)
    list.replaceChildren(...entries.filter(([text]) => words.every(word => text.includes(word))).map(([, entry]) => entry))
  }
  const summary = make('summary', { id: 'endpoints-menu-trigger', 'aria-label': `${method}, ${t('search')}` }, pill)
  const box = make('details', { className: 'pg-picker' }, summary, make('div', {}, find, list))
  // At once: what is typed right after it belongs to the field, and its `toggle` comes later. A large sidebar grows
  // while one reads.
  summary.onclick = event => {
    event.preventDefault()
    box.open = !box.open
    if (!box.open) return
    entries = links().map(read)
    find.value = ''
    show()
    find.focus()
    list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }
  box.onkeydown = event => {
    if (event.isComposing) return
    const stops = [find, ...list.querySelectorAll('a')], at = stops.indexOf(document.activeElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key == 'Escape' && box.open) { box.open = false; summary.focus() }
    else if (step && box.open) stops[(at + step + stops.length) % stops.length].focus()
    else if (event.key == 'Enter' && document.activeElement == find) stops[1]?.click()
    else return
    event.preventDefault()
  }
  box.onfocusout = event => { if (event.relatedTarget && !box.contains(event.relatedTarget)) box.open = false }
  return box
}
