// Reads the files of an index, whose formats are those of `src/search/posting.rs`, `slot.rs`, `chunk.rs` and
// `directory.rs`.

const utf8 = new TextDecoder()
const bytesOf = text => new TextEncoder().encode(text)
const isGram = word => GRAMS.some(([, run]) => { run.lastIndex = 0; return run.test(word) })
export const slotOf = (word, slots) => {
  let hash = 0x811c9dc5
  for (const byte of bytesOf([...word].slice(0, isGram(word) ? 1 : 3).join(''))) hash = Math.imul(hash ^ byte, 0x01000193)
  return ((hash ^ hash >>> 15) >>> 0) & (slots - 1)
}
const number = reader => {
  let value = 0, shift = 0, byte
  do { byte = reader.bytes[reader.at++]; value |= (byte & 127) << shift; shift += 7 } while (byte > 127)
  return value >>> 0
}
// A shard: its words, each with the number of its pages, and where its list is
const readShard = bytes => {
  const reader = { bytes, at: 0 }
  const terms = []
  let before = new Uint8Array()
  for (let left = number(reader); left > 0; left--) {
    const common = number(reader), length = number(reader)
    const word = new Uint8Array(common + length)
    word.set(before.subarray(0, common))
    word.set(bytes.subarray(reader.at, reader.at + length), common)
    reader.at += length
    terms.push({ bytes: before = word, pages: number(reader), length: number(reader) })
  }
  let at = reader.at
  return terms.map(term => {
    const list = bytes.subarray(at, at += term.length)
    return { word: utf8.decode(term.bytes), pages: term.pages, list }
  })
}
const postings = function* (list) {
  const reader = { bytes: list, at: 0 }
  let page = -1
  while (reader.at < list.length) {
    page += number(reader)
    const flags = list[reader.at++]
    const headings = flags & 16 ? list[reader.at++] : 0
    const passages = []
    let before = 0
    for (let more = flags & 128; more;) {
      const step = number(reader)
      passages.push(before += step >>> 1)
      more = step & 1
    }
    yield { page, weight: flags & 15, summary: flags & 32, code: flags & 64, title: headings >> 4, heading: headings & 15, passages }
  }
}
// Read once, and kept with the term
const readings = term => term.read ||= [...postings(term.list)]
