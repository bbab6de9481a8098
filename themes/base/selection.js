// What readers can do with selected words: a link that leads to them, a quotation in Markdown, a question (CHR-09). Loaded with the first selection.
const live = document.getElementById('docs-live')
const content = document.getElementById('content')
let bar, waiting, isDown

// Parts of a text fragment: `-` and `,` mean something there.
const part = text => encodeURIComponent(text).replaceAll('-', '%2D')
const words = text => text.trim().split(/\s+/u)
const plain = text => text.replace(/\s+/gu, ' ')
const blocks = 'p,li,h1,h2,h3,h4,h5,h6,td,th,dt,dd,pre,blockquote,figcaption,summary,.update-label'
const blockOf = node => (node.nodeType == 1 ? node : node.parentElement).closest(blocks) || content
const between = (from, to) => {
  const range = document.createRange()
  range.setStart(...from)
  range.setEnd(...to)
  return range.toString()
}
// Whole words: browsers find nothing else.
const widened = selected => {
  const range = selected.cloneRange()
  const isLetter = letter => letter && /[\p{L}\p{N}_]/u.test(letter)
  const { startContainer: from, endContainer: to } = range
  if (from.nodeType == 3) {
    let at = range.startOffset
    while (at < from.length && /\s/u.test(from.data[at])) at++
    while (isLetter(from.data[at]) && isLetter(from.data[at - 1])) at--
    range.setStart(from, at)
  }
  if (to.nodeType == 3) {
    let at = range.endOffset
    while (at && /\s/u.test(to.data[at - 1])) at--
    while (isLetter(to.data[at]) && isLetter(to.data[at - 1])) at++
    if (at) range.setEnd(to, at)
  }
  return range
}
const linkTo = selected => {
  const range = widened(selected)
  const text = range.toString()
  const [first, last] = [blockOf(range.startContainer), blockOf(range.endContainer)]
  let start = text, end = ''
  if (first != last || text.length > 200) {
    // Both ends: each has to stand in one block.
    const head = first == last ? text : between([range.startContainer, range.startOffset], [first, first.childNodes.length])
    const tail = first == last ? text : between([last, 0], [range.endContainer, range.endOffset])
    start = words(head).slice(0, 6).join(' ')
    end = words(tail).slice(-6).join(' ')
    if (!start || !end) start = words(text).slice(0, 6).join(' '), end = ''
  }
  start = plain(start).trim()
  let directive = part(start) + (end ? ',' + part(plain(end).trim()) : '')
  // Of several places with these words the one that is meant.
  if (plain(document.body.textContent).split(start).length > 2) {
    const before = words(between([first, 0], [range.startContainer, range.startOffset])).slice(-4).join(' ')
    const after = words(between([range.endContainer, range.endOffset], [last, last.childNodes.length])).slice(0, 4).join(' ')
    if (before) directive = part(before) + '-,' + directive
    if (after) directive += ',-' + part(after)
  }
  // The section around it is for browsers that do not look for texts.
  const above = [...content.querySelectorAll(':is(h1,h2,h3,h4,h5,h6)[id],.update[id]')].filter(heading => range.comparePoint(heading, 0) < 0 || heading.contains(range.startContainer)).pop()
  return location.href.split('#')[0] + '#' + (above ? encodeURIComponent(above.id) : '') + ':~:text=' + directive
}

// Markdown of what is selected, as far as a quotation needs it.
const markdown = node => {
  if (node.nodeType == 3) return plain(node.data)
  if (node.nodeType == 1 && node.matches('button,script,style,svg,.heading-anchor,.sr-only,[hidden],[aria-hidden=true]')) return ''
  const inside = () => [...node.childNodes].map(markdown).join('')
  const around = mark => (text => text.trim() ? text.replace(/^(\s*)([^]*?)(\s*)$/u, `$1${mark}$2${mark}$3`) : text)(inside())
  switch (node.localName) {
    case 'strong': case 'b': return around('**')
    case 'em': case 'i': return around('*')
    case 'code': return around('`')
    case 'a': return node.getAttribute('href') ? `[${inside().trim()}](${node.href})` : inside()
    case 'br': return '\n'
    case 'pre': return '\n\n```\n' + node.textContent.trimEnd() + '\n```\n\n'
    case 'li': return '\n- ' + inside().trim()
    case 'td': case 'th': return inside() + ' '
    case 'tr': return '\n' + inside()
    case 'h1': case 'h2': case 'h3': case 'h4': case 'h5': case 'h6': return '\n\n' + '#'.repeat(node.localName[1]) + ' ' + inside().trim() + '\n\n'
    case 'p': case 'ul': case 'ol': case 'blockquote': case 'div': case 'table': case 'section': return '\n\n' + inside() + '\n\n'
    default: return inside()
  }
}
const quotation = range => {
  const text = markdown(range.cloneContents()).split('\n').map(line => line.trimEnd()).join('\n').replace(/\n{3,}/g, '\n\n').trim()
  const title = document.getElementById('page-title')?.textContent.trim() || document.title
  return [...text.split('\n'), '', `[${title}](${linkTo(range)})`].map(line => ('> ' + line).trimEnd()).join('\n') + '\n'
}
// The assistants of the page's menu, asked about these words.
const questions = range => {
  const asked = encodeURIComponent(' and answer questions about it.')
  const about = encodeURIComponent(` and answer questions about this part of it: “${plain(range.toString()).trim().slice(0, 1500)}”`)
  const links = [...document.querySelectorAll('.page-menu a[href*="=Read%20"]')]
  return links.map(link => [link.querySelector('span').firstChild.textContent, link.href.replace(asked, about)])
}

const close = () => { bar?.remove(); bar = null }
const open = range => {
  close()
  bar = document.createElement('div')
  bar.id = 'text-selection-tooltip'
  bar.setAttribute('role', 'toolbar')
  bar.setAttribute('aria-label', live.dataset.selectionLink)
  const entry = (name, label, act) => {
    const one = document.createElement(typeof act == 'string' ? 'a' : 'button')
    one.className = 'text-selection-tooltip-button'
    one.textContent = label
    one.tabIndex = bar.children.length ? -1 : 0
    if (name) one.id = name
    if (typeof act == 'string') Object.assign(one, { href: act, target: '_blank', rel: 'nofollow noreferrer' })
    else {
      one.type = 'button'
      one.addEventListener('click', async () => {
        const [text, said] = act()
        await navigator.clipboard.writeText(text).catch(() => {})
        one.textContent = live.textContent = said
        setTimeout(() => { one.textContent = label; live.textContent = '' }, 2000)
      })
    }
    bar.append(one)
  }
  const { selectionLink, selectionQuote, link, done } = live.dataset
  entry('text-selection-tooltip-button', selectionLink, () => [linkTo(range), link])
  entry('', selectionQuote, () => [quotation(range), done])
  for (const [label, href] of questions(range)) entry('', label, href)
  // What is pressed does not take the selection away.
  bar.addEventListener('pointerdown', event => event.preventDefault())
  document.body.append(bar)
  // Beside fingers the system shows its own menu above.
  const isTouch = matchMedia('(pointer: coarse)').matches
  const all = range.getClientRects(), spot = isTouch ? all[all.length - 1] : all[0], box = bar.getBoundingClientRect()
  const width = document.documentElement.clientWidth
  const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom || 0
  const below = isTouch || spot.top - box.height - 8 < header
  const last = all[all.length - 1]
  bar.style.left = Math.max(8, Math.min(spot.left + spot.width / 2 - box.width / 2, width - box.width - 8)) + scrollX + 'px'
  bar.style.top = (below ? last.bottom + (isTouch ? 28 : 8) : spot.top - box.height - 8) + scrollY + 'px'
}
const look = () => {
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    const selection = getSelection()
    if (isDown || bar?.contains(document.activeElement)) return
    if (selection.isCollapsed || !selection.toString().trim()) return close()
    const range = selection.getRangeAt(0)
    const isText = content.contains(range.commonAncestorContainer) && !document.activeElement.closest?.('input,textarea,[contenteditable]')
    isText && range.getClientRects().length ? open(range) : close()
  }, 200)
}
document.addEventListener('selectionchange', look)
addEventListener('pointerdown', event => { if (!bar?.contains(event.target)) isDown = true })
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => { isDown = false; look() })
addEventListener('keydown', event => {
  if (!bar) return
  const all = [...bar.children]
  const at = all.indexOf(document.activeElement)
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (event.key == 'Escape') {
    event.stopPropagation()
    close()
  } else if (event.key == 'Tab' && at < 0 && !event.shiftKey) {
    event.preventDefault()
    all[0].focus()
  } else if (event.key == 'Tab') {
    close()
  } else if (step && at >= 0) {
    event.preventDefault()
    all[(at + step * (document.documentElement.dir == 'rtl' ? -1 : 1) + all.length) % all.length].focus()
  }
}, true)
if (content) look()
