// Words that go together: `related.en.txt`, which every index of English pages has beside it.

// Of two words of which one is so, another may stand between: turn it off, out of memory
const PARTICLE = /^(?:up|off|on|out|down|back|away|over)$/
const languageOf = language => (language || 'en').slice(0, 2)

/**
 * What a file of words says: `forms`, `same` and `near` give the others of a word's group by its stem, `asked` what is
 * found for it; two words stand there as `turn_off`.
 */
export const related = (text, language) => {
  const found = { forms: new Map(), same: new Map(), near: new Map(), asked: new Map() }
  const stems = word => word.split('_').map(part => stem(part, language)).join('_')
  const put = (map, key, words) => map.set(key, [...map.get(key) || [], ...words.filter(word => stem(word, language) != key)])
  for (const line of text.split('\n')) {
    const [left, right] = line.slice(2).split(' > ').map(part => part.split(' '))
    const map = { '=': found.forms, '~': found.same, '-': found.near, '>': found.asked }[line[0]]
    if (map) for (const word of left) put(map, stems(word), right || left)
  }
  return found
}

/** Two words of a question that stand in such a file as one: their key, and the words themselves. */
const phrasesOf = (plain, { asked }, language) => plain.flatMap(({ word }, at) => [1, 2].map(step => {
  const next = plain[at + step]?.word
  if (!next || step == 2 && !PARTICLE.test(word) && !PARTICLE.test(next)) return
  const key = `${stem(word, language)}_${stem(next, language)}`
  return asked.has(key) && { word: key, phrase: true, kind: '', part: P.phrase, of: [word, next] }
})).filter(Boolean)
