// Links to lines of code, `#block:L10` and `#block:L10-L14`: on pages with numbered lines only. Their blocks have an id.
const looks = new CSSStyleSheet()
looks.replaceSync(`@layer components {
  .code-block pre.has-lines .line[data-linked] { animation: none; scroll-margin-top: 3lh; box-shadow: inset 2px 0 0 var(--accent); background: color-mix(in srgb, var(--accent) 16%, var(--row-base)); }
  .code-block pre.has-lines .line[data-linked]::after { color: inherit; }
  .code-block pre.has-lines[data-at-number] { cursor: pointer; }
  @media (forced-colors: active) { .code-block pre.has-lines .line[data-linked] { border-left: 2px solid Highlight; } }
}`)
document.adoptedStyleSheets.push(looks)

const linesOf = block => [...block.querySelectorAll('.line')]
/** What an address names: a block, and its first and last line. */
const read = hash => {
  let name
  try { name = decodeURIComponent(hash.slice(1)) } catch { return }
  const parts = /^(.+):L(\d+)(?:-L?(\d+))?$/.exec(name)
  const block = parts && document.getElementById(parts[1])
  if (!block?.querySelector('pre.has-lines')) return
  const [from, to] = [+parts[2], +(parts[3] || parts[2])].sort((a, b) => a - b)
  return { name, block, from, to }
}
// The first of the lines has the id that the address names: what opens tabs, accordions and folded code for an address
// and scrolls there (`site.js`) finds it, and a reader who is there keeps the address.
const mark = () => {
  document.querySelectorAll('.line[data-linked]').forEach(line => { line.removeAttribute('data-linked'); line.removeAttribute('id') })
  const named = read(location.hash)
  if (!named) return
  const marked = linesOf(named.block).slice(Math.max(named.from, 1) - 1, named.to)
  marked.forEach(line => { line.dataset.linked = '' })
  if (marked[0]) marked[0].id = named.name
  return marked[0]
}

// Numbers are generated content: a click beside the text of a line is one on its number.
const atNumber = event => {
  const line = event.target.closest?.('.code-block[id] pre.has-lines .line')
  if (!line) return
  const { left, width } = getComputedStyle(line, '::after')
  return event.clientX - line.getBoundingClientRect().left <= parseFloat(left) + parseFloat(width) + 4 && line
}
addEventListener('pointermove', event => {
  event.target.closest?.('pre.has-lines')?.toggleAttribute('data-at-number', !!atNumber(event))
}, { passive: true })
const live = document.getElementById('docs-live')
addEventListener('click', event => {
  const line = atNumber(event)
  // Who has just selected something meant that.
  if (!line || event.ctrlKey || event.metaKey || event.altKey || !event.shiftKey && String(getSelection())) return
  const block = line.closest('.code-block')
  const number = linesOf(block).indexOf(line) + 1
  // With Shift, all lines from the one that was chosen before.
  const before = event.shiftKey && read(location.hash)
  const [from, to] = before && before.block == block ? [Math.min(before.from, number), Math.max(before.to, number)] : [number, number]
  if (event.shiftKey) getSelection().removeAllRanges()
  history.replaceState(history.state, '', `#${encodeURIComponent(block.id)}:L${from}${to > from ? '-L' + to : ''}`)
  mark()
  navigator.clipboard?.writeText(location.href).then(() => {
    if (!live) return
    live.textContent = live.dataset.link
    setTimeout(() => { live.textContent = '' }, 1600)
  }, () => {})
})

// What opens and scrolls is told once more when there is something to find: its turn comes before this one.
const arrive = () => { if (mark()) dispatchEvent(new HashChangeEvent('hashchange')) }
addEventListener('hashchange', event => event.isTrusted && arrive())
arrive()
