// The words of a text: the twin of `src/search/words.rs`. The first part of the worker.

const GRAMS = [
  [2, /[\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3134f}]+/uy],
  [3, /[\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u103f\u1780-\u17d3]+/uy],
]
const MARK = '\\u0300-\\u036f\\u0591-\\u05c7\\u064b-\\u065f\\u0670'
const NO_GRAM = '(?![\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\u{20000}-\\u{3134f}\\u0e01-\\u0e4e\\u0e81-\\u0ecd\\u1000-\\u103f\\u1780-\\u17d3])'
const LETTER = `${NO_GRAM}[\\p{Alphabetic}\\p{N}]`
const NAME = new RegExp(`${LETTER}(?:${LETTER}|[${MARK}]|[_.-](?=${LETTER}))*`, 'uy')
const PART = new RegExp(`[${MARK}]`, 'gu')
const PLAIN = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', þ: 'th', ς: 'σ' }
export const fold = text => text.toLowerCase().normalize('NFKD').replace(PART, '').normalize('NFC').replace(/[ßæœøđłıþς]/g, letter => PLAIN[letter])
const cut = word => word.length > 32 ? [...word].slice(0, 32).join('') : word
const begins = (name, at) => {
  const [before, here, after] = [name[at - 1], name[at], name[at + 1]]
  if (!/\p{Uppercase}/u.test(here)) return false
  if (/\p{Lowercase}/u.test(before)) return true
  return /\p{Uppercase}/u.test(before) && !!after && /\p{Lowercase}/u.test(after) && !(after == 's' && !/\p{Lowercase}/u.test(name[at + 2] || ''))
}
const parts = name => name.split(/[_.-]/).flatMap(part => {
  const found = []
  let start = 0
  for (let at = 1; at < part.length; at++) if (begins(part, at)) { found.push(part.slice(start, at)); start = at }
  return [...found, part.slice(start)]
}).filter(Boolean)

/** All words of a text in order: `[word, kind]`, where the kind is `name`, `gram` or empty. */
export const words = text => {
  const found = []
  for (let at = 0; at < text.length;) {
    const gram = GRAMS.find(([, run]) => { run.lastIndex = at; return run.test(text) })
    if (gram) {
      const [length, run] = gram
      const chars = [...text.slice(at, run.lastIndex).normalize('NFKC').toLowerCase()]
      for (let start = 0; start == 0 || start + length <= chars.length; start++) found.push([chars.slice(start, start + length).join(''), 'gram'])
      at = run.lastIndex
      continue
    }
    NAME.lastIndex = at
    const name = NAME.exec(text)?.[0]
    if (!name) { at += text.codePointAt(at) > 0xffff ? 2 : 1; continue }
    at += name.length
    const mark = /^(?:\+\+|#)(?![\p{Alphabetic}\p{N}])/u.exec(text.slice(at, at + 4))?.[0] || ''
    const own = parts(name).map(fold)
    const whole = own.join('') + mark
    if ((own.length > 1 && own.length <= 6 || mark) && [...whole].length <= 32) found.push([whole, 'name'])
    found.push(...own.map(part => [cut(part), '']))
  }
  return found
}
