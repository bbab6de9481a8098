// The text around what was found.

// Code, what is escaped, formulas and addresses stay; tags and marks of emphasis go
const MARKS = /(`+)(.*?[^`])\1(?!`)|\\([!-/:-@[-`{-~])|<(https?:[^>]*|mailto:[^>]*)>|\${1,2}((?:\\.|[^$\\])+)\${1,2}|<\/?[a-zA-Z][^>]*>|[`*]|__/g
// Lines and items of a cell
const PARTS = /^<(?:br|\/?[ou]l|\/?li)\b/
// A formula without the signs of TeX
const formula = tex => tex
  .replace(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1/$2').replace(/\\\\|~|&/g, ' ')
  .replace(/\\(?:begin|end)\{[^}]*\}|\\(?:left|right|text|math[a-z]+|operatorname)(?![a-z])|\\[,;:!]|[{}]/g, '')
  .replace(/\\([a-zA-Z]+|.)/g, '$1').replace(/\s+/g, ' ').trim()
// The signs between the cells of a row are no pipes of a command, and a pipe in a cell is escaped even in code
const bare = line => (/^\s*\|/.test(line) ? line.replace(/\s(?:\|\s+)+/g, ' \u0000 ').replace(/\\\|/g, '|') : line)
  .replace(/!\[[^\]]*\]\([^)]*\)/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  .replace(/^\s*(?:[-*+]|\d+\.|>|#{1,6})\s+/, '').replace(MARKS, (mark, ticks, code, sign, address, tex) => code || sign || address || tex && formula(tex) || (PARTS.test(mark) ? ' ' : ''))
  .replace(/^[\s|\0]+|[\s|\0]+$/g, '').replace(/\s+(?:\0\s+)+/g, ' · ').replace(/ +/g, ' ').trim()

/** Where words of `marks`, or what was typed, stand in a text: `[start, end]` pairs. */
export const places = (text, marks, query) => {
  const set = new Set(marks)
  const found = []
  for (const match of text.matchAll(/[\p{Alphabetic}\p{N}](?:[\p{Alphabetic}\p{N}\u0300-\u036f]|[_.-](?=[\p{Alphabetic}\p{N}]))*/gu)) {
    if (words(match[0]).some(([word, kind]) => kind != 'gram' && set.has(word))) found.push([match.index, match.index + match[0].length])
  }
  for (const [word] of words(query).filter(([, kind]) => kind == 'gram')) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) found.push([at, at + word.length])
  }
  found.sort((a, b) => a[0] - b[0])
  return found.reduce((all, [start, end]) => {
    const last = all[all.length - 1]
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else all.push([start, end])
    return all
  }, [])
}

/** The best place of a Markdown text, below a heading when one is named. */
export const excerpt = (markdown, heading, marks, query, length = 170) => {
  let code = false
  // What is told to agents stands on no page
  const lines = markdown.replace(/^> ## Agent Instructions\n(?:>.*\n)*/m, '').replace(/^( *)\$\$\n([^$]*)\n *\$\$$/gm, (_, space, tex) => `${space}$${tex.replace(/\n/g, ' ')}$`).split('\n').flatMap(line => {
    if (/^\s*(?:```|~~~)/.test(line)) { code = !code; return [] }
    if (/^\s*\|?[\s:|-]+\|?$|: about \d+ tokens/.test(line)) return []
    // What is a formula in a text is a variable in code, and what ends a line there goes on here
    return code ? line.replace(/\$/g, '\\$&') : line.replace(/\\$/, '')
  })
  let from = heading ? lines.findIndex(line => bare(line).startsWith(heading)) : 0
  let to = lines.length
  if (from < 0) from = 0
  else if (heading && /^#{1,6} /.test(lines[from])) {
    const end = lines.findIndex((line, at) => at > from && /^#{1,6} /.test(line))
    if (end > 0) to = end
    from++
  } else if (heading) {
    // A field and what is said of it, up to the next one
    const deep = /^\s*/.exec(lines[from])[0].length
    const end = lines.findIndex((line, at) => at > from && (/^#{1,6} /.test(line) || /^\s*[-|]/.test(line) && /^\s*/.exec(line)[0].length <= deep))
    if (end > 0) to = end
  } else if (/^# /.test(lines[0])) from = 1
  let best, most = -1
  const known = new Set(marks)
  // What the page is called stands above
  const title = /^# /.test(lines[0]) && bare(lines[0])
  const kept = lines.slice(from, to).map(bare).filter(line => line && line != title)
  for (let at = 0; at < kept.length && at < 400; at++) {
    const text = kept[at].slice(0, 2000)
    const hits = places(text, marks, query)
    // A name in its spellings is one thing that was asked for: registry_auth, RegistryAuth
    const kinds = new Set(hits.flatMap(([start, end]) => {
      const hit = text.slice(start, end), own = words(hit).filter(([word, kind]) => !kind && known.has(word))
      return own.length ? own.map(([word]) => stem(word)) : fold(hit)
    })).size
    if (kinds > most) { most = kinds; best = { text, marks: hits } }
  }
  if (!best) return null
  // Around the place with most of them
  let start = 0
  if (best.text == heading) return null
  if (best.text.length > length && best.marks.length) {
    const near = ([first]) => best.marks.filter(([at]) => at >= first && at < first + length - 30).length
    const densest = best.marks.reduce((a, b) => near(b) > near(a) ? b : a)
    start = Math.max(0, Math.min(densest[0] - 30, best.text.length - length))
    if (start) { const space = best.text.indexOf(' ', start); if (space >= 0 && space < densest[0]) start = space + 1 }
  }
  const end = Math.min(best.text.length, start + length)
  const cutText = (start ? '…' : '') + best.text.slice(start, end) + (end < best.text.length ? '…' : '')
  const shift = (start ? 1 : 0) - start
  return { text: cutText, marks: best.marks.filter(([from, to]) => from >= start && to <= end).map(([from, to]) => [from + shift, to + shift]) }
}
