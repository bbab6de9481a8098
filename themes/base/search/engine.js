// The search of one site: what a question means, which pages have it, and in which order they come.

// How much what counts: `benches/search.mjs` tells what it gives
export const P = { body: 0.29, often: 0.5, code: 0.3, title: 0.09, titleShort: 0.53, heading: 0.15, headingShort: 0.39, summary: 1.31, least: 0.14, coverage: 1.16, near: 4, next: 0.15, together: 1.4, joining: 0.34, name: 1.03, pair: 0.36, only: 1.68, parted: 0.43, section: 0.06, sectionPower: 0.89, likeHeading: 2.2, likeTitle: 0.54, likePower: 3.03, field: 0.1, named: 1, alike: 0.6, common: 1, place: 1, placePower: 1.33, placed: 0.7, topic: 0.24, topicPower: 1.5, topicSummary: 0.53, topicHeading: 0.33, again: 0.1, joiningMost: 1.8, verb: 0.33, related: 0.35, instead: 0.7, long: 0.1, longFrom: 24, deep: 0.6, deepFrom: 16, ask: 0.4, rare: 0.01, askInstead: 0.9, less: 0.05, most: 6, here: 0.1, phrase: 0.5, phraseParts: 0.7, begins: 0.9, beginsTopic: 0.8, single: 0.5, joined: 0.8, nameHeading: 3, same: 0.85, more: 0.002, typo: 0.95 }

const ofField = /^(?:param|parameter|response|body|header|query|field|schema|message|argument|authorization)-/
const METHODS = /^(?:get|post|put|patch|delete|head|options|trace)$/i
// Parts of a path; `*` stands for a parameter
const segments = path => path.split(/[?#]/)[0].split('/').filter(Boolean).map(part => /^[{:<]/.test(part) ? '*' : fold(part))
const fits = (asked, own, first) => asked == own || !first && own == '*'
// Named by a longer form of what was asked
const MORE = 2.5
const LINKED = /^(?:de|nl|sv|da|no|nb)/
// A word with an ending that the asked one lacks: policies, deploying. Who does it is another thing: runners
const isMore = (own, asked) => own.startsWith(asked.length > 3 ? asked.replace(/[eiy]$/, '') : asked) && (own == asked || !/[eo]rs?$/.test(own) || /[eo]rs?$/.test(asked))

/** The search of one site. `load` gives the bytes of a file, inflated, or `null`; `text` the Markdown of a page. */
export const engine = (load, text) => {
  const kept = new Map()
  const keep = (name, read) => {
    if (!kept.has(name)) kept.set(name, load(name).then(read).catch(error => { kept.delete(name); throw error }))
    return kept.get(name)
  }
  const json = bytes => JSON.parse(utf8.decode(bytes))
  const directory = name => keep(name, bytes => {
    const found = json(bytes)
    found.folder = name.slice(0, name.indexOf('/') + 1)
    let first = 0
    found.chunks = found.chunks.map(([pages, cards]) => ({ first, end: first += pages, cards }))
    found.pages = first
    // Which product and tab each page is in (SRCH-09)
    found.parts = Array.from({ length: (found.parts ?? []).length / 3 }, (_, at) => found.parts.slice(3 * at, 3 * at + 3))
    found.part = new Uint16Array(first)
    found.parts.forEach(([first], at) => found.part.fill(at, first))
    found.boost = new Map(Array.from({ length: found.boosts.length / 2 }, (_, at) => [found.boosts[2 * at], found.boosts[2 * at + 1] / 100]))
    return found
  })
  // The words that begin so; `exact` asks for the one that is so, `near` only where nothing has to be loaded for it
  const beginning = async (index, start, exact, near) => {
    const shards = index.slots[slotOf(start, index.slots.length)]
    const wanted = []
    for (let at = 0; at < shards.length; at += 2) {
      const next = shards[at + 2]
      // What comes before the next one's first word may be in this one.
      if (next !== undefined && next <= start) continue
      if (shards[at] > start && (exact || !shards[at].startsWith(start))) break
      if (!near || kept.has(index.folder + shards[at + 1])) wanted.push(shards[at + 1])
    }
    const terms = await Promise.all(wanted.slice(0, 8).map(name => keep(index.folder + name, readShard)))
    return terms.flat().filter(term => exact ? term.word == start : term.word.startsWith(start))
  }
  // Each is made once: pages of an API have hundreds of sections, and every key asks for their words
  const readCards = bytes => json(bytes).map(([url, markdown, title, description, crumbs, method, marks, below, short, path]) => {
    const sections = []
    for (let at = 0; at < marks.length; at += 3) sections.push({ id: marks[at], heading: marks[at + 1], first: marks[at + 2] })
    return { url, markdown, title, description, crumbs, method, sections, below, short, path }
  })
  const card = async (index, page) => {
    const chunk = index.chunks.find(chunk => page < chunk.end)
    const at = page - chunk.first
    return (await keep(index.folder + chunk.cards[at >> 4], readCards))[at & 15]
  }
  const wordsOf = section => section.words ||= words(section.heading)
  // Fields stand among the headings: what each is in is only said by its id. An ordinary heading says all of it: Query parameters
  const letters = text => fold(text).replace(/[^\p{L}\p{N}]/gu, '').replace(/\d+$/, '')
  const isField = section => section.isField ??= ofField.test(section.id) && letters(section.id) != letters(section.heading)

  // The words of the index that a word of the query may mean: `[term, weight]`
  const meanings = async (index, { word, kind }, language, last) => {
    if (kind == 'gram' && [...word].length > 1) return (await beginning(index, word, true)).map(term => [term, 1])
    const short = kind ? word : stem(word, language)
    const found = []
    for (const term of await beginning(index, short)) {
      if (term.word == word) found.push([term, 1])
      else if (!kind && stem(term.word, language) == short) found.push([term, .85])
      else if (term.word.startsWith(word) && (last || word.length > 3)) found.push([term, (last ? .75 : .35) * (.4 + .6 * word.length / term.word.length)])
    }
    if (last && [...word].length <= 2 && !kind) found.push(...(await beginning(index, '^' + word, true)).map(term => [term, .6]))
    if (found.length > 40) found.sort((a, b) => b[1] * Math.log(2 + b[0].pages) - a[1] * Math.log(2 + a[0].pages)).length = 40
    return found
  }
  // Two words of the question that are one word of the index, in one of its forms or, where it is still typed, as it begins.
  // German and its neighbours make all such words one, often with a letter between: Anruf weiterleiten, Anrufsweiterleitung
  const together = async (index, { word, of: [first, second], last }, language) => {
    const open = last && second.length > 1 && !STOP.has(second), isLinked = LINKED.test(language)
    const found = await Promise.all((isLinked ? [word, `${first}s${second}`] : [word]).map(async word => {
      const short = stem(word, language)
      return (await beginning(index, short, false, index.pages > 2000)).map(term => {
        const own = term.word
        if (own == word) return [term, 1]
        if (stem(own, language) == short && own.length > first.length && (isLinked || own.startsWith(word) || word.startsWith(own))) return [term, .85]
        return [term, open && own.startsWith(word) ? .75 * (.4 + .6 * word.length / own.length) : 0]
      })
    }))
    return found.flat().filter(([, weight]) => weight)
  }
  // What is offered for mistyped words: words of several pages, and those of a single one
  const offered = index => keep(index.folder + index.known, bytes => utf8.decode(bytes).split('\n\n').map(list => list.split('\n')))
  // A word that stands nowhere and is no step from one that does, but is two of them: `datasource`
  const apart = async (index, word, language, last) => {
    const all = (await offered(index)).flat()
    const goesOn = (own, rest) => own.startsWith(rest) && (last && rest.length > 3 || stem(own, language) == stem(rest, language))
    const firsts = all.filter(own => own.length > 2 && own.length < word.length - 2 && word.startsWith(own) && all.some(other => goesOn(other, word.slice(own.length))))
    const first = firsts.reduce((a, b) => b.length > a.length ? b : a, '')
    return first && !all.some(own => distance(word, own, 1) < 2) && [first, word.slice(first.length)]
  }
  // The words that a mistyped one may be; `part.meant` becomes the nearest
  const mistyped = async (index, word, language, last, part = {}) => {
    const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
    if (!most || /\d/.test(word)) return []
    const near = []
    // Words that stand on a single page only where no other is near
    for (const list of await offered(index)) {
      if (near.length) break
      for (const known of list) {
        const from = last && known.length > word.length ? known.slice(0, word.length) : known
        const steps = Math.min(distance(word, known, most), from == known ? 9 : distance(word, from, most) + .5)
        if (steps <= most) near.push([known, steps + (known[0] == word[0] ? 0 : .25)])
      }
    }
    near.sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
    const best = near.filter(([, steps]) => steps < near[0][1] + .75).slice(0, 4)
    part.meant = best[0]?.[0]
    const found = await Promise.all(best.map(async ([known, steps]) => (await meanings(index, { word: known, kind: '' }, language, false)).map(([term, weight]) => [term, weight * P.typo / (.5 + steps)])))
    return found.flat()
  }

  // How certain the best of what was found is
  const surest = found => Math.max(0, ...found.map(([, weight]) => weight))
  // Terms of other words that say the same; `less` for each that stands before one
  const others = async (index, map, word, language, weight, found, less = 0) => {
    const all = (map.get(map.has(word) ? word : stem(word, language)) || []).slice(0, less ? P.most : 99)
    const terms = await Promise.all(all.map(async (word, at) => {
      const short = stem(word, language)
      const same = (await beginning(index, short, false, index.pages > 2000)).filter(term => stem(term.word, language) == short)
      return same.map(term => [term, weight * Math.max(.4, 1 - less * at)])
    }))
    const known = new Set(found.map(([term]) => term))
    return terms.flat().filter(([term]) => !known.has(term) && known.add(term))
  }
  const relations = (index, language) => index.related && languageOf(language) == 'en' ? keep(index.folder + index.related, bytes => related(utf8.decode(bytes), language)) : related('')

  // Words that say little, but are what a page is called: WHERE, or CAN Bus where more of the question is what it tells of
  const titled = async (index, plain, phrases, language, groups) => {
    const little = plain.filter(({ word }) => STOP.has(word))
    const terms = await Promise.all(little.map(({ word }) => beginning(index, word, true, index.pages > 2000)))
    const called = terms.map(found => found.flatMap(readings).filter(({ title }) => title && title < 3))
    const own = new Set(little.filter((_, at) => called[at].some(({ title }) => title == 1)).map(({ word }) => word))
    if (called.every((found, at) => !found.length || own.has(little[at].word))) return own
    const beside = new Set(), told = new Set()
    await Promise.all([...plain.filter(({ word }) => !STOP.has(word)), ...phrases].map(async part => {
      const found = part.phrase ? [] : await meanings(index, part, language, part.last)
      for (const map of part.phrase ? [groups.asked] : part.kind ? [] : [groups.forms, groups.same, groups.near]) found.push(...await others(index, map, part.word, language, 1, found))
      for (const [term] of found) for (const { page, title, summary } of readings(term)) {
        if (title == 2) beside.add(page)
        if (summary) told.add(page)
      }
    }))
    little.forEach(({ word }, at) => { if (called[at].some(({ page }) => beside.has(page) || !ASKS.has(word) && told.has(page))) own.add(word) })
    return own
  }

  const asked = async (index, query, typing, language, groups) => {
    const all = words(query)
    let plain = all.filter(([, kind]) => kind != 'name').map(([word, kind]) => ({ word, kind, part: 1 }))
    if (plain.length && typing && /[\p{Alphabetic}\p{N}]$/u.test(query)) plain[plain.length - 1].last = true
    // Two words that are written as one elsewhere
    const pairs = plain.slice(1).map(({ word, kind, last }, at) => !kind && !plain[at].kind && { word: plain[at].word + word, of: [plain[at].word, word], last }).filter(Boolean)
    const phrases = phrasesOf(plain, groups, language)
    const own = await titled(index, plain, phrases, language, groups)
    const told = plain.filter(({ word }) => !STOP.has(word) || own.has(word))
    if (told.length) plain = told
    const joining = JOINING[languageOf(language)]
    for (const one of plain) if (joining?.has(one.word)) one.part = P.joining
    if (plain.length > 1 && languageOf(language) == 'en') for (const one of plain) if (one.part == 1 && !one.kind && DOING.has(stem(one.word, 'en'))) one.part = P.verb
    // How often, how long: what is asked for comes behind
    const how = /\bhow\s+(\w+)/i.exec(query)?.[1].toLowerCase()
    for (const one of plain) if (one.word == how) one.part = P.joining
    // What two words say together is not what each says
    for (const one of plain) if (phrases.some(({ of }) => of.includes(one.word))) one.part *= P.phraseParts
    plain.push(...phrases)
    const once = new Map(plain.map(part => [part.word, part]))
    const names = new Map()
    for (const [word, kind] of all) if (kind == 'name' && !once.has(word)) names.set(word, { word, name: true, only: !/\s/.test(query.trim()), last: typing })
    for (const pair of pairs) if (!once.has(pair.word) && !names.has(pair.word)) names.set(pair.word, pair)
    return { joining, plain: [...once.values()].slice(0, 12), names: [...names.values()].slice(0, 8) }
  }

  // Whether a page is in the product and the tab that are asked for
  const isIn = (index, page, part) => part.every((name, at) => !name || index.parts[index.part[page]]?.[at + 1] == name)

  const find = async (name, query, language, typing, inside) => {
    const index = await directory(name)
    const groups = await relations(index, language)
    const { plain, names, joining } = await asked(index, query, typing, language, groups)
    if (!plain.length) return { index, found: [], counts: [], marks: [] }
    const unknown = new Set()
    const means = await Promise.all(plain.map(async part => {
      const { word, kind, last, phrase } = part
      if (phrase) return others(index, groups.asked, word, language, 1, [], P.less)
      const found = await meanings(index, part, language, last)
      if (!found.length) unknown.add(word)
      if (!kind) {
        const sure = found.filter(([, weight]) => weight >= .85).map(([term]) => term)
        // A word that a title has, or several pages, is the site's own; of one that stands nowhere, only others can tell
        const isOwn = sure.some(term => term.pages > P.rare * index.pages || readings(term).some(({ title }) => title))
        const more = [[groups.forms, .85], [groups.same, sure.length ? P.alike : P.same], [groups.near, sure.length ? P.related : P.instead], [groups.asked, isOwn ? 0 : sure.length ? P.ask : P.askInstead, P.less]]
        for (const [map, weight, less] of more) if (weight) found.push(...await others(index, map, word, language, weight, found, less))
      }
      // A word that means something here was not mistyped; one that stands in a single place may be, where a title has a near one: Tableu
      const isOdd = word.length > 4 && found.every(([term]) => term.pages < 2 && readings(term).every(({ title, heading, summary }) => !title && !heading && !summary))
      if (kind || found.length && !isOdd) return found
      if (found.length) {
        const near = await mistyped(index, word, language, false)
        return [...found, ...near.filter(([term]) => term.pages > 4 && readings(term).some(({ title }) => title) && !found.some(([own]) => own == term))]
      }
      part.apart = await apart(index, word, language, last)
      return part.apart ? Promise.all(part.apart.map((word, at) => meanings(index, { word, kind }, language, at && last))) : mistyped(index, word, language, last, part)
    }))
    for (let at = plain.length - 1; at >= 0; at--) if (plain[at].apart) {
      means.splice(at, 1, ...means[at])
      plain.splice(at, 1, ...plain[at].apart.map(word => ({ ...plain[at], word })))
    }
    const wholes = await Promise.all(names.map(async name => {
      const { word, of, last } = name
      if (!of) {
        const found = (await beginning(index, word, true)).map(term => [term, 1])
        // A name alone that stands nowhere was mistyped as a whole: `createTol`
        return found.length || !name.only ? found : mistyped(index, word, language, last, name)
      }
      const found = await together(index, name, language)
      name.titled = found.filter(([term]) => readings(term).some(({ title }) => title))
      for (const map of [groups.same, groups.near]) found.push(...await others(index, map, word, language, P.alike, found))
      if (found.length || !of.some(part => unknown.has(part))) return found
      const near = await mistyped(index, word, language, false)
      name.near = surest(near)
      name.titled = near.filter(([term]) => readings(term).some(({ title }) => title))
      return near
    }))
    // Of two words that titles write as one, that one stands for both: `web hook`
    for (const { of, titled } of names) if (titled?.length) plain.forEach(({ word }, at) => {
      const known = new Set(means[at].map(([term]) => term))
      if (of.includes(word)) means[at].push(...titled.filter(([term]) => !known.has(term)).map(([term, weight]) => [term, P.joined * weight]))
    })
    // Two words of which one is none, and together they are: `quik start`
    names.forEach(({ word, of, near }, number) => {
      // A mistyped word that is as near to another by itself stays that: `low balanse`, where lowBalance is something else
      if (!wholes[number].length || !of?.some(part => unknown.has(part) && !(near <= surest(means[plain.findIndex(({ word }) => word == part)] || [])))) return
      for (let at = plain.length - 1; at >= 0; at--) if (of.includes(plain[at].word)) { plain.splice(at, 1); means.splice(at, 1) }
      plain.push({ word, kind: '', part: 1 })
      means.push(wholes[number])
      wholes[number] = []
    })
    // Of a name that was found as it is, the parts say little more
    if (names.some(({ only }, at) => only && wholes[at].length)) for (const part of plain) part.part *= P.parted
    const partOf = ({ name, only }) => only ? P.only : name ? P.name : P.pair
    // How rare what was meant is: by its most certain form
    const rarity = [...means, ...wholes].map((found, at) => {
      // What stands nowhere says nothing about what is found
      if (!found.length) return 0
      const sure = found.filter(([, weight]) => weight >= .85)
      const count = Math.min(index.pages, (sure.length ? sure : found).reduce((most, [term]) => Math.max(most, term.pages), 0))
      const rare = P.common + Math.log(1 + (index.pages - count + .5) / (count + .5))
      const part = plain[at]?.part ?? partOf(names[at - plain.length])
      // Words that join others are not what is asked for, however rare
      return part * (joining?.has(plain[at]?.word) ? Math.min(P.joiningMost, rare) : rare)
    })
    const total = plain.reduce((sum, _, at) => sum + rarity[at], 0) || 1
    const worth = ({ weight, title, heading, summary, code, passages }) => P.body * (weight / 15) ** P.often * (code ? P.code : 1)
      + (title && P.title + P.titleShort / title) + (heading && P.heading + P.headingShort / heading) + (summary ? passages[0] ? P.begins : P.summary : 0)
    // Of very many pages only the best by a rough count are looked at closely
    const rough = new Float32Array(index.pages), told = new Float32Array(index.pages)
    ;[...means, ...wholes].forEach((found, at) => {
      const here = new Float32Array(index.pages)
      for (const [term, weight] of found) for (const posting of readings(term)) {
        const value = weight * (posting.worth ??= worth(posting))
        if (value > here[posting.page]) here[posting.page] = value
      }
      for (let page = 0; page < index.pages; page++) if (here[page]) {
        rough[page] += rarity[at] * here[page]
        if (at < plain.length) told[page] += rarity[at]
      }
    })
    let count = 0
    const counts = index.parts.map(() => 0)
    for (let page = 0; page < index.pages; page++) if (rough[page]) {
      counts[index.part[page]]++
      if (!isIn(index, page, inside)) { rough[page] = 0; continue }
      count++
      rough[page] *= P.least + (1 - P.least) * Math.min(1, told[page] / total) ** P.coverage
    }
    const least = count > 600 ? rough.slice().sort()[index.pages - 400] : 0
    const pages = new Map()
    ;[...means, ...wholes].forEach((found, at) => {
      const own = new Map()
      // A page that says in another word what two of the question say together has both: SSO, asked for a single sign-on
      const parts = plain[at]?.phrase ? plain[at].of.map(word => plain.findIndex(one => one.word == word)).filter(part => part >= 0) : []
      const ownStems = parts.map(part => stem(plain[part].word, language))
      for (const [term, weight] of found) {
        const isOther = parts.length && !ownStems.includes(stem(term.word, language))
        for (const posting of readings(term)) {
          const { page, title, heading } = posting
          if (!rough[page] || rough[page] < least) continue
          const score = weight * posting.worth
          const known = own.get(page)
          if (!known) own.set(page, { score, title: title && weight, titleWords: weight >= .85 && title, heading: heading && weight, headingWords: heading, summary: posting.summary && (posting.passages[0] ? P.beginsTopic : 1) * weight, from: [[posting, weight]] })
          else {
            known.score = Math.max(known.score, score) + .05 * Math.min(known.score, score)
            known.title = Math.max(known.title, title && weight)
            known.titleWords = Math.max(known.titleWords, weight >= .85 && title)
            known.heading = Math.max(known.heading, heading && weight)
            known.headingWords = Math.max(known.headingWords, heading)
            known.summary = Math.max(known.summary, posting.summary && (posting.passages[0] ? P.beginsTopic : 1) * weight)
            known.from.push([posting, weight])
          }
          if (isOther && (title || heading || posting.summary)) own.get(page).has = parts
        }
      }
      for (const [page, hit] of own) {
        if (!pages.has(page)) pages.set(page, [])
        pages.get(page).push([at, hit])
      }
    })
    const only = names.findIndex(({ only }) => only) < 0 ? -1 : plain.length + names.findIndex(({ only }) => only)
    const rated = []
    for (const [page, hits] of pages) {
      let score = 0, covered = 0
      const seen = new Set(hits.map(([at]) => at))
      for (const [at, hit] of hits) {
        score += rarity[at] * hit.score
        if (at < plain.length) covered += rarity[at]
        for (const part of hit.has || []) if (!seen.has(part)) {
          seen.add(part)
          covered += P.phraseParts * rarity[part]
        }
      }
      // A name may be written as words there: `add_memory`, Add Memory
      if (only >= 0 && plain.length > 1 && hits.filter(([at, hit]) => at < plain.length && hit.title).length == plain.length) score += P.named * rarity[only]
      const one = { page, hits, share: P.least + (1 - P.least) * Math.min(1, covered / total) ** P.coverage }
      // Of pages that say as much of one word, that which says it more often
      if (plain.length < 2) score *= 1 + P.more * Math.log2(1 + hits[0][1].from.reduce((sum, [{ passages }]) => sum + passages.length, 0))
      one.score = score * one.share * (index.boost.get(page) ?? 1)
      rated.push(one)
    }
    rated.sort((a, b) => b.score - a.score || a.page - b.page)
    rated.length = Math.min(rated.length, 120)
    // How much of what was asked a page is about
    const topic = about => P.topic + (1 - P.topic) * Math.min(1, about.reduce((sum, value, at) => sum + rarity[at] * value, 0) / total) ** P.topicPower
    // Words that stand together say more than words on one page
    for (const one of rated) {
      one.passages = new Map()
      for (const [at, hit] of one.hits) for (const [{ passages }, weight] of hit.from) for (const passage of passages) {
        if (!one.passages.has(passage)) one.passages.set(passage, new Map())
        const here = one.passages.get(passage)
        here.set(at, Math.max(here.get(at) || 0, weight * rarity[at]))
      }
      const bests = []
      for (const [passage, here] of one.passages) {
        let sum = 0, asked = 0
        const add = (at, value) => { sum += value; if (at < plain.length) asked += value }
        for (const [at, value] of here) add(at, value)
        // A heading and what stands below it
        for (const [at, value] of one.passages.get(passage + 1) || []) if (!here.has(at)) add(at, P.next * value)
        // What stands far down on a page is one of many things there
        const deep = only < 0 ? P.deep * passage / (passage + P.deepFrom) : 0
        bests.push(sum * Math.min(1, asked / total) ** P.together * (1 - deep))
      }
      if (plain.length < 2) continue
      bests.sort((a, b) => b - a)
      // What the page itself is about says more than a passage that happens to have all words
      one.about = plain.map(() => 0)
      for (const [at, { title, summary, heading }] of one.hits) if (at < plain.length) one.about[at] = Math.max(title, P.topicSummary * summary, P.topicHeading * heading)
      // Of many passages, one has all words sooner; a name that was typed stands where it stands
      const many = only < 0 ? Math.log2(Math.max(P.longFrom, ...one.passages.keys()) / P.longFrom) : 0
      one.near = P.near / (1 + P.long * many) * ((bests[0] || 0) + P.again * ((bests[1] || 0) + (bests[2] || 0) / 2)) * (index.boost.get(one.page) ?? 1)
      one.score += one.near * topic(one.about)
    }
    rated.sort((a, b) => b.score - a.score || a.page - b.page)
    // Titles and headings as they are, for those in front: how much of what was asked is in them, and what else
    const said = new Map()
    means.forEach((found, at) => { for (const [{ word }, weight] of found) if (weight >= .6 && !(said.get(word)?.[1] >= weight)) said.set(word, [at, weight]) })
    const alike = all => {
      let asked = 0, parts = 0, more = 0
      const seen = new Map()
      for (const [word, kind] of all) {
        if (kind == 'name') continue
        const [at, weight] = said.get(word) || []
        if (at === undefined) more += STOP.has(word) || joining?.has(word) ? .15 : 1
        else seen.set(at, Math.max(seen.get(at) || 0, weight))
      }
      for (const [at, weight] of seen) { asked += rarity[at] * weight; parts += weight }
      return parts && asked / total * (parts / (seen.size + more))
    }
    const plainly = text => words(text).filter(([, kind]) => kind != 'name').map(([word]) => word)
    // What was mistyped is read as what was meant
    const meant = new Map(plain.map(({ word, meant }) => [word, meant]))
    const whole = plainly(query).map(word => meant.get(word) || word), stems = all => all.map(word => stem(word, language)).join(' ')
    // Whether what was asked is a name of the page (SRCH-05): the whole one, that in another form, or how it begins
    const isName = text => {
      let own = plainly(text), asked = whole
      // Written as one word there, or here
      if (own.length != asked.length && stems([own.join('')]) == stems([asked.join('')])) [own, asked] = [[own.join('')], [asked.join('')]]
      if (own.join(' ') == asked.join(' ')) return 3
      if (stems(own) == stems(asked)) return own.every((word, at) => isMore(word, asked[at])) ? MORE : 2
      return own.join(' ').startsWith(asked.join(' ')) && (typing || own[asked.length - 1] == asked.at(-1)) ? 1 : 0
    }
    // What counts little is not what a name asks for
    const isPlain = ({ page }) => (index.boost.get(page) ?? 1) >= .5
    // Also those with no other words in their title than were asked, however often others have them
    const asks = plain.filter(({ phrase }) => !phrase).length
    const isWhole = ({ hits }) => hits.filter(([at, { titleWords }]) => at < plain.length && !plain[at].phrase && titleWords == whole.length).length == asks
    // A name that is a heading there is told of there
    const isHeaded = ({ hits }) => only >= 0 && hits.some(([at, { heading }]) => at == only && heading)
    const front = rated.filter((one, at) => at < 8 ? one.score > .3 * rated[0].score : isWhole(one) || isHeaded(one)).slice(0, 24)
    await Promise.all(front.map(async one => {
      const { title, short, sections, url, crumbs, below, method } = await card(index, one.page)
      // A short title is read below the name of its group: Links, Create
      const named = words(below ? `${crumbs[crumbs.length - 1]} ${title}` : title)
      const last = Math.max(0, ...one.passages.keys())
      let best = 0
      // The name of a field is less than a heading
      const headed = new Set(sections.filter(section => !isField(section)).flatMap(section => wordsOf(section).map(([word]) => said.get(word)?.[0])))
      let less = 0
      for (const [at, hit] of one.hits) if (hit.heading && at < plain.length && !headed.has(at)) less += rarity[at] * hit.heading * (P.heading + P.headingShort / hit.headingWords)
      const fields = (P.field - 1) * less * one.share
      // One word is often a heading of pages that are about something else
      const likeHeading = P.likeHeading * (plain.length < 2 ? P.single : 1)
      sections.forEach((section, number) => {
        const { id, heading, first } = section, own = wordsOf(section)
        const end = sections[number + 1]?.first ?? last + 1
        const here = new Map()
        for (let passage = first; passage < end; passage++) for (const [at, value] of one.passages.get(passage) || []) here.set(at, Math.max(here.get(at) || 0, value))
        let sum = 0, asked = 0
        for (const [at, value] of here) { sum += value; if (at < plain.length) asked += value }
        // A heading that is the identifier itself says more than one with its parts
        const isIdentifier = only >= 0 && own.some(([word, kind]) => kind == 'name' && word == (names[only - plain.length].meant || names[only - plain.length].word))
        const wanted = total + (isIdentifier ? P.nameHeading * rarity[only] : 0)
        best = Math.max(best, sum * Math.min(1, asked / total) ** P.sectionPower * P.section + likeHeading * wanted * Math.max(alike(own), heading && alike([...named, ...own])) ** P.likePower * (isField(section) ? P.field : 1))
      })
      // Where the page stands: its groups and its address say what its title leaves out
      const stands = new Map()
      for (const [word] of words(`${title} ${(crumbs || []).join(' ')} ${url}`)) { const [at, weight] = said.get(word) || []; if (at < plain.length) stands.set(at, Math.max(stands.get(at) || 0, weight)) }
      let standing = 0
      for (const [at, weight] of stands) standing += weight * rarity[at]
      // Where its title and its groups name all that was asked, that is what it is about: Redis, below Memory
      if (one.near && plain.every(({ phrase, part }, at) => phrase || part <= P.joining || stands.has(at))) {
        one.score += one.near * Math.max(0, topic(one.about.map((own, at) => Math.max(own, P.placed * (stands.get(at) || 0)))) - topic(one.about))
      }
      one.score += (fields + best + P.place * total * (standing / total) ** P.placePower + P.likeTitle * total * alike(named) ** P.likePower) * (index.boost.get(one.page) ?? 1)
      if (whole.join('').length > 2) one.named = Math.max(isName(title), short ? isName(short) : 0)
      // An operation on many is another than that on one
      if (method && one.named == MORE) one.named = 2
      one.method = method
      one.way = crumbs?.join('\n')
      one.name = one.named == 1 && stems(plainly(title))
    }))
    // Such a page comes before those that only tell of it, and of several the first in reading order: Flows is a guide, and flows behind it a
    // module. So is Artboards, asked for one, and Artboard behind it a class. But side by side, each is what it is called.
    const most = Math.max(0, ...front.map(({ score }) => score))
    const called = front.filter(one => one.named && isPlain(one))
    for (const one of called) one.score += most * one.named
    called.sort((a, b) => b.score - a.score)
    // An operation does not come before a guide that says more
    const leads = one => one.name == called[0].name && one.named != 2 && (!one.method || called[0].method) && (one.named != MORE || only < 0 && !called.some(({ named, way }) => named == 3 && way == one.way))
    const [lead] = called.filter(leads).sort((a, b) => a.page - b.page)
    if (lead) lead.score = most * (1 + Math.ceil(lead.named))
    rated.sort((a, b) => b.score - a.score || a.page - b.page)
    const marks = [...new Set([...means, ...wholes].flat().map(([term]) => term.word.replace(/^\^/, '')))]
    return { index, found: rated, total: count, counts, marks }
  }

  // Which sections of a page are meant: those whose passages have most of what was asked
  const shown = async (index, { page, passages, score }) => {
    const { sections, below, short, path, ...rest } = await card(index, page)
    const own = sections.map(({ id, heading, first }) => ({ id, heading, first, score: 0 }))
    for (const [passage, here] of passages) {
      let at = own.length - 1
      while (at >= 0 && own[at].first > passage) at--
      if (at < 0) continue
      let sum = 0
      for (const value of here.values()) sum += value
      own[at].score = Math.max(own[at].score, sum * (own[at].first == passage ? 1.5 : 1)) + .02 * sum
    }
    const named = new Map()
    for (const section of own) {
      // The same field of several answers is one
      const key = isField(section) ? section.heading : section.id, known = named.get(key)
      if (section.id && section.score && (!known || known.score < section.score)) named.set(key, section)
    }
    const best = [...named.values()].sort((a, b) => b.score - a.score || a.first - b.first).slice(0, 3)
    const head = passages.get(0)
    let inHead = own.find(section => !section.id)?.score || 0
    if (head) { let sum = 0; for (const value of head.values()) sum += value; inHead = Math.max(inHead, 1.6 * sum) }
    // A heading that says the title once more is no other place
    return { ...rest, score, sections: best.filter(section => fold(section.heading) != fold(rest.title) && section.score > .75 * inHead && section.score >= .6 * best[0].score) }
  }

  // An operation is asked for by method and path: those that have them come first (SRCH-10)
  const operations = async (all, query) => {
    const said = query.trim().split(/\s+/)
    const method = said.find(part => METHODS.test(part))?.toUpperCase()
    const path = segments(said.find(part => /^\/./.test(part)) || '')
    const rest = words(said.filter(part => !METHODS.test(part)).join(' ')).map(([word]) => stem(word, 'en'))
    if (!path.length && (!method || !rest.length || said.length > 4)) return
    const near = await Promise.all(all.slice(0, path.length ? 120 : 40).map(async one => ({ one, ...await card(one.index, one.one.page) })))
    // The one that was named is the first, and what stands for itself is nearer than a parameter
    const most = all[0]?.one.score || 0
    for (const { one, method: own, path: called } of near) {
      const parts = called && path.length && (!method || own == method) ? segments(called) : []
      if (parts.length && parts.length == path.length && path.every((part, at) => fits(part, parts[at], !at))) one.one.score += most * (1 + path.filter((part, at) => part == parts[at]).length / path.length)
    }
    // What an operation is called at is the first line of its Markdown.
    await Promise.all(near.filter(page => page.method && page.markdown && (!method || page.method == method)).slice(0, 10).map(async ({ one, markdown }) => {
      const own = segments(/^`[A-Z]+ ([^`\s]+)`$/m.exec(await read(markdown))?.[1].replace(/^\w+:\/\/[^/]*/, '') || '')
      const at = path.length ? own.findIndex((_, at) => path.every((part, next) => fits(part, own[at + next], !next))) : -1
      if (at >= 0) one.one.score *= 1 + 1 / (1 + own.length - at - path.length)
      const fixed = own.filter(part => part != '*' && !/^(?:v?\d.*|api)$/.test(part)).flatMap(part => words(part).filter(([, kind]) => !kind).map(([word]) => stem(word, 'en')))
      if (!path.length && fixed.length && rest.every(word => fixed.includes(word))) one.one.score *= 1 + new Set(rest).size / fixed.length
    }))
    all.sort((a, b) => b.one.score - a.one.score)
  }
  const read = markdown => {
    if (!kept.has(markdown)) kept.set(markdown, text(markdown).catch(() => ''))
    return kept.get(markdown)
  }

  return {
    /**
     * `[{ url, title, crumbs, method, sections: [{ id, heading }], … }]`, the best first. `here` names where the reader
     * is, `inside` the product and the tab that are asked alone; `parts` tells how many each has: `[product, tab, pages]`.
     */
    async search(query, indexes, language, limit, typing, here = [], inside = []) {
      const found = await Promise.all(indexes.map(name => find(name, query, language, typing, inside)))
      const all = found.flatMap(({ index, found }, at) => found.map(one => ({ name: indexes[at], index, one })))
      all.sort((a, b) => b.one.score - a.one.score)
      // Of pages that say the same, that of the reader's product and tab
      if (here.length) {
        await Promise.all(all.slice(0, limit).map(async ({ index, one }) => {
          const { crumbs } = await card(index, one.page)
          const other = here.findIndex(name => !crumbs?.includes(name))
          one.score *= 1 + P.here * (other < 0 ? here.length : other)
        }))
        all.sort((a, b) => b.one.score - a.one.score)
      }
      await operations(all, query)
      const pages = await Promise.all(all.slice(0, limit).map(async ({ name, index, one }) => ({ ...await shown(index, one), index: name })))
      return { pages, parts: found.flatMap(({ index, counts }) => index.parts.map(([, product, tab], at) => [product, tab, counts[at] || 0])), total: found.reduce((sum, { total }) => sum + (total || 0), 0), marks: [...new Set(found.flatMap(({ marks }) => marks))] }
    },
    /** The products of these indexes. */
    async products(indexes) {
      const all = await Promise.all(indexes.map(directory))
      return [...new Set(all.flatMap(({ parts }) => parts.map(part => part[1])))].filter(Boolean)
    },
    /** The first pages of these indexes, or of a product of theirs, in reading order. */
    async first(indexes, limit, inside = []) {
      const pages = await Promise.all(indexes.map(async name => {
        const index = await directory(name)
        const own = []
        for (let page = 0; page < index.pages && own.length < limit; page++) if (isIn(index, page, inside)) own.push(card(index, page))
        return Promise.all(own)
      }))
      return pages.flat().slice(0, limit)
    },
    /** Where words stand in a text, or in each of several. */
    async places(text, marks, query) {
      return Array.isArray(text) ? text.map(text => places(text, marks, query)) : places(text, marks, query)
    },
    /** The text around what was found: `{ text, marks: [[start, end] …] }`, or `null`. */
    async snippet({ markdown, heading, marks, query }) {
      if (!markdown) return null
      return excerpt(await read(markdown), heading, marks, query)
    },
  }
}
