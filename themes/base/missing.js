// The 404 page: the pages whose paths are nearest to the address.
const data = JSON.parse(document.getElementById('not-found-data').textContent)
const part = name => document.querySelector('.not-found-' + name)
let path = location.pathname.slice(data.base.length)
try { path = decodeURI(path) } catch {}
path = path.toLowerCase().replace(/^\/|\/$|(\/index)?(\.html?|\.mdx?)$/g, '')
const within = folder => folder && (path + '/').startsWith(folder.toLowerCase() + '/')

// Alike by pairs of letters: 1 is equal, 0 has nothing in common.
const pairs = text => { const found = []; for (let at = 0; at <= text.length; at++) found.push((' ' + text + ' ').slice(at, at + 2)); return found }
const alike = (a, b) => {
  if (a == b) return 1
  const [left, right] = [pairs(a), pairs(b)]
  let both = 0
  for (const pair of left) { const at = right.indexOf(pair); if (at >= 0) { both++; right.splice(at, 1) } }
  return 2 * both / (left.length + both + right.length)
}
const asked = path.split('/')
const own = data.folders.find(within)
const score = candidate => {
  const parts = candidate.toLowerCase().split('/')
  const common = parts.filter(part => asked.includes(part)).length / Math.max(parts.length, asked.length)
  const name = alike(parts.at(-1), asked.at(-1))
  // Another language or version is no help.
  const same = data.folders.find(folder => (candidate.toLowerCase() + '/').startsWith(folder.toLowerCase() + '/')) == own
  return name < .35 && common < .34 ? 0 : name * 2 + common + (same ? .5 : 0)
}
const url = path => data.base + '/' + encodeURI(path).replace(/[?#]/g, encodeURIComponent)
const list = data.lists.findLast(([first]) => first <= asked.at(-1)) || data.lists[0]
if (list && path) fetch(list[1]).then(answer => answer.text()).then(text => {
  const lines = text.split('\n')
  // The id of an operation is an address of its page.
  const named = lines.find(line => line.toLowerCase().endsWith('\t/' + path))
  if (named) return location.replace(url(named.split('\t')[0]) + location.search + location.hash)
  const found = lines.filter(line => line && !line.includes('\t')).map(candidate => [score(candidate), candidate])
    .filter(found => found[0] > 1.2).sort((a, b) => b[0] - a[0] || (a[1] < b[1] ? -1 : 1)).slice(0, 5)
  if (!found.length) return
  const items = found.map(([, candidate]) => {
    const link = document.createElement('a')
    const name = candidate.split('/').pop().replace(/[-_]/g, ' ')
    link.className = 'not-found-recommended-page-link'
    link.href = url(candidate)
    link.append(name.charAt(0).toUpperCase() + name.slice(1), Object.assign(document.createElement('small'), { textContent: '/' + candidate, dir: 'ltr' }))
    const item = document.createElement('li')
    item.append(link)
    return item
  })
  part('recommended-pages-list').replaceChildren(...items)
  part('suggestions').hidden = false
}).catch(() => {})
