// Schemas that have no room in a page of an API. Each has a page of its own: a reader who opens one here gets its
// fields from there, with ids as if they had always been here.
const all = (selector, from = document) => [...from.querySelectorAll(selector)]
const decoded = hash => { try { return decodeURIComponent(hash.slice(1)) } catch { return '' } }
const linkOf = part => part.querySelector(':scope > .expandable-content > .api-part-link > a')

const rename = (fields, row) => {
  const names = new Map([['fields', row]])
  for (const item of all('[id]', fields)) {
    let id = item.id.replace(/^(panel-)?fields(?=-|$)/, (_, panel = '') => panel + row)
    if (id == item.id) id = `${row}-${id}`
    while (document.getElementById(id)) id += '-'
    names.set(item.id, id)
    item.id = id
  }
  const now = name => names.get(name) ?? name
  for (const key of ['for', 'aria-controls', 'aria-labelledby', 'aria-describedby']) {
    for (const item of all(`[${key}]`, fields)) item.setAttribute(key, item.getAttribute(key).split(' ').map(now).join(' '))
  }
  for (const link of all('a[href^="#"]', fields)) link.setAttribute('href', '#' + now(decoded(link.getAttribute('href'))))
  for (const part of all('[data-row]', fields)) part.dataset.row = part.dataset.row.replace(/^fields(?=-|$)/, row)
}

const load = async part => {
  const link = linkOf(part)
  if (!link || part.ariaBusy == 'true') return
  part.ariaBusy = 'true'
  try {
    const answer = await fetch(link.href)
    if (!answer.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const fields = page.getElementById('fields')
    if (!fields) return
    rename(fields, part.dataset.row)
    const known = all('link[rel=stylesheet]').map(sheet => sheet.href)
    for (const sheet of all('link[rel=stylesheet]', page)) {
      const copy = document.importNode(sheet)
      if (!known.includes(copy.href)) document.head.append(copy)
    }
    const content = link.closest('.expandable-content')
    content.replaceChildren(...fields.childNodes)
    content.dispatchEvent(new CustomEvent('added', { bubbles: true }))
  } catch { /* The link stays. */ } finally { part.removeAttribute('aria-busy') }
}

document.addEventListener('toggle', event => {
  if (event.target.open && event.target.matches('.api-part')) load(event.target)
}, true)
all('.api-part[open]').forEach(load)

// A link to a field of a schema that is not there yet: the parts on the way to it are opened, one in the other.
const reveal = async () => {
  const id = decoded(location.hash)
  let last
  while (id && !document.getElementById(id)) {
    const around = all('.api-part').filter(part => linkOf(part) && id.startsWith(part.dataset.row + '-'))
    const part = around.sort((a, b) => b.dataset.row.length - a.dataset.row.length)[0]
    if (!part || part == last) return
    last = part
    await load(part)
    part.open = true
  }
  if (last) dispatchEvent(new HashChangeEvent('hashchange'))
}
addEventListener('hashchange', reveal)
reveal()
