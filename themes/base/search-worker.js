// The search itself: finds pages in the index that the site brings along. Loaded when a reader first opens the search;
// runs beside the page, where the browser allows that. `words` is the twin of `src/search/words.rs`, the formats are
// those of `src/search/posting.rs`, `slot.rs`, `chunk.rs` and `directory.rs`.

// --- words

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
// Said, but not asked for: left out when something else is asked
const STOP = new Set('a an and are as at be by can for from in is it of on or that the this to was we will with you your s how do does i what where which when why my there have has'.split(' '))

// Words that join others, by language: they count little
const JOINING = Object.fromEntries(Object.entries({
  en: 'about after again all also am another any anyone anything around based been before being best between both but come coming could did doing done during each either else ever every few follow get give given go goes going got had happen happens he her here him his if into its itself just know let lets like long look looks lot make many may me mean means might mine more most much must need no not nothing once one only onto other our ourselves out over please possible put really said same say see seem she should since so some someone something soon still such take tell than thats their them then there these they thing things think those though through too toward try trying under until up us use using very want way well were whether while who whole whom whose within without work works would yet yours',
  de: 'aber alle als am an auch auf aus bei bin bis das dass dem den der des die dies diese dieser doch du durch ein eine einem einen einer es fur habe hat hier ich ihr im in ist kann kein keine man mein mich mir mit muss nach nicht noch nur oder ob ohne sein sich sie sind so uber um und uns unter vom von vor wann warum was welche wenn wer werden wie wir wird wo zu zum zur',
  fr: 'au aux avec ce ces comment dans de des du elle en est et faire il je l la le les leur ma mais me mes mon ne nous on ou ou par pas plus pour puis quand que quel quelle quels qui quoi sa sans se ses si son sont sur ta tu un une vous y',
  es: 'al como con cual cuando de del donde el en es esta este hay la las lo los mas me mi no o para pero por porque puedo que se ser si sin sobre son su sus un una y ya',
  pt: 'ao aos as com como da das de do dos e em esta este eu mais mas me na nas no nos o onde os ou para pelo pela por posso qual quando que se sem ser seu sua um uma',
  it: 'al alla anche che chi come con cosa da dal dei del della delle di dove e ed gli ho i il in io la le lo ma mi nel nella non o per piu posso quale quando se senza si sono su un una uno',
  nl: 'aan als bij dat de deze die dit door een en er geen het hoe ik in is kan met mijn naar niet of om onder ook op over te tot uit van voor waar waarom wanneer wat welke wie worden zijn zonder',
  ru: 'а без бы в во где да для до его ее если есть же за и из или к как какая какие какой когда кто ли меня мне можно мой мы на не нет но о об он она они от по почему при с со так то у чем что чтобы это я',
}).map(([code, list]) => [code, new Set(list.split(' '))]))

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

// --- forms of a word

const ENDINGS = {
  en: 'ations ation ators ator ating ated ates ate ions ion ings ing ies ied ments ment ers er es ed ly s',
  de: 'ungen ung lichen liche lich keiten keit heiten heit ern en er es em e n s',
  fr: 'issements issement ements ement ations ation iques ique euses euse eurs eur antes ante ants ant ions ees ee es er ez ent e s',
  es: 'amientos amiento aciones acion iciones icion mente ando iendo ados adas ado ada idos idas ido ida es os as ar er ir o a e s',
  pt: 'amentos amento acoes acao icoes icao mente ando endo ados adas ado ada idos idas ido ida es os as ar er ir o a e s',
  it: 'amenti amento azioni azione mente ando endo ati ate ato ata iti ite ito ita are ere ire i e o a',
  nl: 'ingen ing heden heid lijke lijk en er e s',
  sv: 'ningarna ningar ningen ning arna erna orna aren ar er or en et na a e s', ca: 'acions acio ments ment ar er ir es os as a e o s',
  pl: 'owania owanie ami ach owi ego emu ych ymi om ow em ie ia y i a e o u', cs: 'ovani ami ach ich ych emu eho ove ou em um y i a e o u',
  ru: 'иями ями ами ого его ому ему ыми ими ание ания ений ение ения ать ять ить ах ях ов ев ий ый ая яя ое ее ые ие а е и о у ы ь ю я й',
  tr: 'larin lerin lari leri lar ler nin in un i u a e', fi: 'ssa sta lla lta lle ksi ista issa ien en in n t a', hu: 'okat eket okban ban ben nak nek okat ok ek at et t k',
}
ENDINGS.uk = ENDINGS.ru; ENDINGS.da = ENDINGS.no = ENDINGS.nb = ENDINGS.sv
const lists = Object.fromEntries(Object.entries(ENDINGS).map(([code, list]) => [code, list.split(' ').sort((a, b) => b.length - a.length)]))

/** What the forms of a word have in common. */
export const stem = (word, language) => {
  const list = lists[(language || 'en').slice(0, 2)]
  if (!list || word.length < 4) return word
  const ending = list.find(ending => word.endsWith(ending) && word.length - ending.length >= 3)
  let short = ending ? word.slice(0, -ending.length) : word
  if (short.length > 3 && /[eiy]$/.test(short)) short = short.slice(0, -1)
  return short.length > 3 && /([b-df-hj-np-tv-z])\1$/.test(short) ? short.slice(0, -1) : short
}

// Said in many ways: a page may be right without them
const DOING = new Set('add allow ask build change check choose close connect copy create define delete disable edit enable find get give handle include let list manage move need open pass point provide put read receive remove rename replace run see select send set show start stop switch turn update use write'.split(' ').map(word => stem(word, 'en')))

// What readers and authors call the same, by language: what documentation is about
const ALIKE = {
  en: 'change update edit modify rename switch replace|remove delete drop destroy uninstall revoke clear erase|add create new invite|get retrieve fetch read|list show all|show display render view|run execute start launch trigger|stop cancel end disable off abort terminate shutdown|enable on activate turnon|disable turnoff|cost price pricing billing fee|login signin authentication authenticate auth|register signup|error problem issue troubleshooting failure fail bug|bug problem report|install installation setup|configure configuration settings config|own custom customize|folder directory|begin start started quickstart getstarted tutorial|upgrade migrate migration update move|test try|limit quota throttle|help support contact|picture image photo|import upload|export download|user account|color colour theme style appearance|deploy deployment hosting host production|parameter argument option param|answer response reply|question ask faq|password secret credentials|team organization|member teammate collaborator|example sample|email mail|website site web|human person people someone|phone telephone telephony|cli terminal commandline shell console|mfa twofactor multifactor 2fa totp|several multiple many multi|fast speed performance latency slow quick|save store persist storage|hide mask redact|search find lookup|send publish emit|receive listen subscribe|choose select pick|retry again repeat|schedule cron daily periodic recurring|undo revert rollback restore|copy duplicate clone|combine merge join compose composition|separate isolate split isolation|compare difference versus comparison vs|permission access role authorization|log logging trace|monitor observability tracing metrics analytics|language locale translation internationalization localization|javascript js node typescript|database db|documentation docs|environment env|repository repo|dotnet csharp c#|app application|file document attachment|package library sdk module crate|changelog release whatsnew|secure security protect|conversation chat thread session|invoice bill|buy purchase|pay payment charge|local locally machine localhost|expire expiration expiry ttl|link url address|shortcut hotkey keybinding|pause interrupt suspend|resume continue|connect integrate integration connection|plugin extension addon|field property attribute|overview introduction concept|requirement prerequisite|compatible supported support|notify notification alert|parallel concurrent concurrency simultaneous|sync synchronize synchronization|twice duplicate idempotency|calculate compute|instruction prompt|speech voice audio|embed widget iframe|deprecated legacy old|previous earlier old|allow allowlist whitelist permit|block deny blocklist|speed optimize optimization|large big size|missing lost empty|available supported|delay wait timeout|share collaborate',
}
// What is near to each other: asked for by one word and described by the other
const NEAR = {
  en: 'selfhost selfhosted selfhosting onpremise onprem ownserver|tax vat gst|coupon discount promo promotion voucher|tier tiered graduated|compliance hipaa gdpr soc2 iso certification|iphone ios mobile device smartphone|android mobile device smartphone|train training finetune|disk volume storage drive space|backup export snapshot archive|money revenue earn earning monetize payout|affiliate partner referral|approve approval permission confirm|domain dns subdomain hostname|outage downtime uptime status incident|crash hang stuck freeze|certificate ssl tls https|captcha bot spam|country region location geo|homepage root landing|404 notfound|colleague teammate coworker member|audit history activity log|trial free|refund credit reimburse|subscription plan membership|llm model ai gpt|chatbot bot assistant agent|vector embedding semantic|webhook callback postback event|realtime live streaming|background async asynchronous queue worker|batch bulk many multiple|docker container image|kubernetes k8s helm cluster|bucket s3 storage|serverless lambda function|cpu processor vcpu compute|datacenter region|form survey questionnaire|appointment meeting calendar booking|spreadsheet excel csv sheet|password pin passcode|translate translation multilingual multilanguage localization|logo icon favicon brand branding|whitelabel branding|font typography|menu navigation sidebar|chart graph plot visualization dashboard|report analytics insight statistics stats|mock fake stub dummy|debug debugger breakpoint inspect|cache caching cached|preview staging|privacy gdpr pii personal|trace span|score evaluate evaluation eval benchmark|experiment abtest variant split|condition conditional logic branch|random dynamic generate|loop iterate repeat|editor ide vscode|mac macos osx|sms text message|ban block suspend|forward redirect|private internal vpc|reminder dunning notification|overdue unpaid late|sandbox vm isolated container|rotate regenerate renew|role rbac permission|sso saml okta oidc|scim provisioning directory|terminal tui console|compact compress summarize',
}
// Forms that no ending explains, each group one word
const FORMS = {
  en: 'run ran|send sent|build built|write wrote written|choose chose chosen|index indices|pay paid|lose lost loss|take took taken|go went gone|begin began begun|break broke broken|fall fell fallen|forget forgot forgotten|hide hid hidden|hold held|know knew known|keep kept|leave left|make made|give gave given|find found|get got gotten|see saw seen|speak spoke spoken|spend spent|steal stolen|tell told|think thought|understand understood|sell sold|buy bought|bring brought|catch caught|draw drew drawn|drive drove driven|grow grew grown|throw threw thrown|mean meant|meet met|say said|show shown|child children|person people|man men|criterion criteria|matrix matrices|vertex vertices|schema schemata|datum data|medium media|analysis analyses analyze analyse|half halves|verify verification|apply applies application|reply replies|deny denial denied|try tries trial|die dying died|lie lying|tie tying|bind bound|swear sworn|wear worn|win won|do done did|feed fed|feel felt|freeze frozen|lead led|rise rose risen|shake shaken|shoot shot|stand stood|stick stuck|swim swam|tear torn|wake woke|wind wound|subscribe subscription|describe description|expire expiry|receive receipt|succeed success|fail failure|choose choice|sell sale|permit permission|submit submission|extend extension|respond response|decide decision|convert conversion|divide division|transmit transmission|define definition|add addition|maintain maintenance|retrieve retrieval|remove removal|approve approval|renew renewal|sign signature|encode encoding|large larger largest|big bigger biggest|good better best',
}
const grouped = all => Object.fromEntries(Object.entries(all).map(([code, groups]) => {
  const found = new Map()
  for (const group of groups.split('|')) for (const word of group.split(' ')) {
    const key = stem(word, code)
    found.set(key, [...found.get(key) || [], ...group.split(' ').filter(other => stem(other, code) != key)])
  }
  return [code, found]
}))
const alikes = grouped(ALIKE), nears = grouped(NEAR), forms = grouped(FORMS)

/** Steps from one word to the other: a letter more, less, another, or two swapped. More than `most` is `most + 1`. */
export const distance = (a, b, most) => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let two = [], one = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] == b[j - 1]
      row[j] = Math.min(one[j] + 1, row[j - 1] + 1, one[j - 1] + !same)
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = Math.min(row[j], two[j - 2] + 1)
      least = Math.min(least, row[j])
    }
    if (least > most) return most + 1;
    [two, one] = [one, row]
  }
  return one[b.length]
}

// --- files

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

// How much what counts
export const P = { body: 0.29, often: 0.5, code: 0.3, title: 0.09, titleShort: 0.53, heading: 0.15, headingShort: 0.39, summary: 1.31, wholeTitle: 1.13, wholeHeading: 0.29, wholePower: 1.17, least: 0.14, coverage: 1.16, near: 4, next: 0.15, together: 1.4, joining: 0.34, name: 1.03, pair: 0.36, only: 1.68, parted: 0.43, section: 0.06, sectionPower: 0.89, likeHeading: 3.95, likeTitle: 0.54, likePower: 3.03, field: 0.1, named: 1, alike: 0.6, common: 1, place: 1, placePower: 1.33, topic: 0.24, topicPower: 1.5, topicSummary: 0.53, topicHeading: 0.33, again: 0.1, joiningMost: 1.8, verb: 0.33, related: 0.35, instead: 0.7, long: 0.1, longFrom: 24, deep: 0.6, deepFrom: 16 }

const isField = /^(?:param|parameter|response|body|header|query|field)-/
const METHODS = /^(?:get|post|put|patch|delete|head|options|trace)$/i
// Parts of a path; `*` stands for a parameter
const segments = path => path.split(/[?#]/)[0].split('/').filter(Boolean).map(part => /^[{:<]/.test(part) ? '*' : fold(part))
const fits = (asked, own, first) => asked == own || !first && own == '*'

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
  const card = async (index, page) => {
    const chunk = index.chunks.find(chunk => page < chunk.end)
    const at = page - chunk.first
    const cards = await keep(index.folder + chunk.cards[at >> 4], json)
    const [url, markdown, title, description, crumbs, method, marks, below] = cards[at & 15]
    const sections = []
    for (let at = 0; at < marks.length; at += 3) sections.push({ id: marks[at], heading: marks[at + 1], first: marks[at + 2] })
    return { url, markdown, title, description, crumbs, method, sections, below }
  }

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
  const mistyped = async (index, word, language, last) => {
    const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
    if (!most || /\d/.test(word)) return []
    const near = []
    for (const known of await keep(index.folder + index.known, bytes => utf8.decode(bytes).split('\n'))) {
      const from = last && known.length > word.length ? known.slice(0, word.length) : known
      const steps = Math.min(distance(word, known, most), from == known ? 9 : distance(word, from, most) + .5)
      if (steps <= most) near.push([known, steps + (known[0] == word[0] ? 0 : .25)])
    }
    near.sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
    const best = near.filter(([, steps]) => steps < near[0][1] + .75).slice(0, 4)
    const found = await Promise.all(best.map(async ([known, steps]) => (await meanings(index, { word: known, kind: '' }, language, false)).map(([term, weight]) => [term, weight * .6 / (.5 + steps)])))
    return found.flat()
  }

  // Terms of other words that say the same
  const others = async (index, lists, word, language, weight, found) => {
    const all = lists[(language || 'en').slice(0, 2)]?.get(stem(word, language)) || []
    const terms = await Promise.all(all.map(async word => (await beginning(index, stem(word, language), false, index.pages > 2000)).filter(term => stem(term.word, language) == stem(word, language))))
    const known = new Set(found.map(([term]) => term))
    return [...new Set(terms.flat())].filter(term => !known.has(term)).map(term => [term, weight])
  }

  const asked = (query, typing, language) => {
    const all = words(query)
    let plain = all.filter(([, kind]) => kind != 'name').map(([word, kind]) => ({ word, kind, part: 1 }))
    // Two words that are written as one elsewhere
    const pairs = plain.slice(1).map(({ word, kind }, at) => !kind && !plain[at].kind && { word: plain[at].word + word, of: [plain[at].word, word] }).filter(Boolean)
    if (plain.length && typing && /[\p{Alphabetic}\p{N}]$/u.test(query)) plain[plain.length - 1].last = true
    const told = plain.filter(({ word }) => !STOP.has(word))
    if (told.length) plain = told
    const joining = JOINING[(language || 'en').slice(0, 2)]
    for (const one of plain) if (joining?.has(one.word)) one.part = P.joining
    if (plain.length > 1 && (language || 'en').slice(0, 2) == 'en') for (const one of plain) if (one.part == 1 && !one.kind && DOING.has(stem(one.word, 'en'))) one.part = P.verb
    // How often, how long: what is asked for comes behind
    const how = /\bhow\s+(\w+)/i.exec(query)?.[1].toLowerCase()
    for (const one of plain) if (one.word == how) one.part = P.joining
    const once = new Map(plain.map(part => [part.word, part]))
    const names = new Map()
    for (const [word, kind] of all) if (kind == 'name' && !once.has(word)) names.set(word, { word, name: true, only: !/\s/.test(query.trim()) })
    for (const pair of pairs) if (!once.has(pair.word) && !names.has(pair.word)) names.set(pair.word, pair)
    return { joining, plain: [...once.values()].slice(0, 12), names: [...names.values()].slice(0, 8) }
  }

  const find = async (name, query, language, typing) => {
    const index = await directory(name)
    const { plain, names, joining } = asked(query, typing, language)
    if (!plain.length) return { index, found: [], marks: [] }
    const unknown = new Set()
    const means = await Promise.all(plain.map(async part => {
      const found = await meanings(index, part, language, part.last)
      if (!found.length) unknown.add(part.word)
      const isThere = found.some(([, weight]) => weight >= .85)
      if (!part.kind) for (const [lists, weight] of [[forms, .85], [alikes, P.alike], [nears, isThere ? P.related : P.instead]]) found.push(...await others(index, lists, part.word, language, weight, found))
      // A word that means something here was not mistyped
      if (!found.length && !part.kind) found.push(...await mistyped(index, part.word, language, part.last))
      return found
    }))
    const wholes = await Promise.all(names.map(async ({ word, of }) => {
      const found = (await beginning(index, word, true, of && index.pages > 2000)).map(term => [term, 1])
      if (of) for (const lists of [alikes, nears]) found.push(...await others(index, lists, word, language, P.alike, found))
      if (found.length || !of?.some(part => unknown.has(part))) return found
      return mistyped(index, word, language, false)
    }))
    // Two words of which one is none, and together they are: `quik start`
    names.forEach(({ word, of }, number) => {
      if (!wholes[number].length || !of?.some(part => unknown.has(part))) return
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
    const worth = ({ weight, title, heading, summary, code }) => P.body * (weight / 15) ** P.often * (code ? P.code : 1)
      + (title && P.title + P.titleShort / title) + (heading && P.heading + P.headingShort / heading) + (summary ? P.summary : 0)
    // Of very many pages only the best by a rough count are looked at closely
    const rough = new Float32Array(index.pages), told = new Float32Array(index.pages)
    ;[...means, ...wholes].forEach((found, at) => {
      const here = new Float32Array(index.pages)
      for (const [term, weight] of found) for (const posting of term.read ||= [...postings(term.list)]) here[posting.page] = Math.max(here[posting.page], weight * (posting.worth ??= worth(posting)))
      here.forEach((value, page) => { if (value) { rough[page] += rarity[at] * value; if (at < plain.length) told[page] += rarity[at] } })
    })
    let count = 0
    for (let page = 0; page < index.pages; page++) if (rough[page]) { count++; rough[page] *= P.least + (1 - P.least) * Math.min(1, told[page] / total) ** P.coverage }
    const least = count > 600 ? rough.slice().sort()[index.pages - 400] : 0
    const pages = new Map()
    ;[...means, ...wholes].forEach((found, at) => {
      const own = new Map()
      for (const [term, weight] of found) {
        for (const posting of term.read) {
          const { page, title, heading } = posting
          if (rough[page] < least) continue
          const score = weight * posting.worth
          const known = own.get(page)
          if (!known) own.set(page, { score, title: title && weight, titleWords: title, heading: heading && weight, headingWords: heading, summary: posting.summary && weight, from: [[posting, weight]] })
          else {
            known.score = Math.max(known.score, score) + .05 * Math.min(known.score, score)
            known.title = Math.max(known.title, title && weight)
            known.titleWords = Math.max(known.titleWords, title)
            known.heading = Math.max(known.heading, heading && weight)
            known.headingWords = Math.max(known.headingWords, heading)
            known.summary = Math.max(known.summary, posting.summary && weight)
            known.from.push([posting, weight])
          }
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
      let score = 0, covered = 0, titled = 0, titleParts = 0, titleWords = 0, headed = 0, headedParts = 0, headingWords = 0
      for (const [at, hit] of hits) {
        score += rarity[at] * hit.score
        if (at < plain.length) {
          covered += rarity[at]
          if (hit.title) { titled += hit.title; titleParts += rarity[at] * hit.title; titleWords = Math.max(titleWords, hit.titleWords) }
          if (hit.heading) { headed += hit.heading; headedParts += rarity[at] * hit.heading; headingWords = Math.max(headingWords, hit.headingWords) }
        }
      }
      // A name may be written as words there: `add_memory`, Add Memory
      if (only >= 0 && plain.length > 1 && hits.filter(([at, hit]) => at < plain.length && hit.title).length == plain.length) score += P.named * rarity[only]
      // All of a title, or of a heading, is what was asked for
      if (titled) score += P.wholeTitle * titleParts * Math.min(1, titled / titleWords) ** P.wholePower * (titleParts / total)
      if (headed) score += P.wholeHeading * headedParts * Math.min(1, headed / headingWords) ** P.wholePower * (headedParts / total)
      const one = { page, hits, share: P.least + (1 - P.least) * Math.min(1, covered / total) ** P.coverage }
      one.score = score * one.share * (index.boost.get(page) ?? 1)
      rated.push(one)
    }
    rated.sort((a, b) => b.score - a.score || a.page - b.page)
    rated.length = Math.min(rated.length, 120)
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
      let about = 0
      for (const [at, { title, summary, heading }] of one.hits) if (at < plain.length) about += rarity[at] * Math.max(title, P.topicSummary * summary, P.topicHeading * heading)
      const best = ((bests[0] || 0) + P.again * ((bests[1] || 0) + (bests[2] || 0) / 2)) * (P.topic + (1 - P.topic) * Math.min(1, about / total) ** P.topicPower)
      // Of many passages, one has all words sooner; a name that was typed stands where it stands
      const many = only < 0 ? Math.log2(Math.max(P.longFrom, ...one.passages.keys()) / P.longFrom) : 0
      one.score += P.near / (1 + P.long * many) * best * (index.boost.get(one.page) ?? 1)
    }
    rated.sort((a, b) => b.score - a.score || a.page - b.page)
    // Titles and headings as they are, for those in front: how much of what was asked is in them, and what else
    const said = new Map()
    means.forEach((found, at) => { for (const [{ word }, weight] of found) if (weight >= .6 && !(said.get(word)?.[1] >= weight)) said.set(word, [at, weight]) })
    const alike = text => {
      let asked = 0, parts = 0, more = 0
      const seen = new Map()
      for (const [word, kind] of words(text)) {
        if (kind == 'name') continue
        const [at, weight] = said.get(word) || []
        if (at === undefined) more += STOP.has(word) || joining?.has(word) ? .15 : 1
        else seen.set(at, Math.max(seen.get(at) || 0, weight))
      }
      for (const [at, weight] of seen) { asked += rarity[at] * weight; parts += weight }
      return parts && asked / total * (parts / (seen.size + more))
    }
    const front = rated.slice(0, 8).filter(one => one.score > .3 * rated[0].score)
    await Promise.all(front.map(async one => {
      const { title, sections, url, crumbs, below } = await card(index, one.page)
      // A short title is read below the name of its group: Links, Create
      const named = below ? `${crumbs[crumbs.length - 1]} ${title}` : title
      let best = 0
      // The name of a field is less than a heading
      const headed = new Set(sections.filter(({ id }) => !isField.test(id)).flatMap(({ heading }) => words(heading).map(([word]) => said.get(word)?.[0])))
      let less = 0
      for (const [at, hit] of one.hits) if (hit.heading && at < plain.length && !headed.has(at)) less += rarity[at] * hit.heading * (P.heading + P.headingShort / hit.headingWords)
      const fields = (P.field - 1) * less * one.share
      sections.forEach(({ id, heading, first }, number) => {
        const end = sections[number + 1]?.first ?? Infinity
        const here = new Map()
        for (const [passage, values] of one.passages) if (passage >= first && passage < end) for (const [at, value] of values) here.set(at, Math.max(here.get(at) || 0, value))
        let sum = 0, asked = 0
        for (const [at, value] of here) { sum += value; if (at < plain.length) asked += value }
        best = Math.max(best, sum * Math.min(1, asked / total) ** P.sectionPower * P.section + P.likeHeading * total * Math.max(alike(heading), heading && alike(`${named} ${heading}`)) ** P.likePower * (isField.test(id) ? P.field : 1))
      })
      // Where the page stands: its groups and its address say what its title leaves out
      const stands = new Map()
      for (const [word] of words(`${title} ${(crumbs || []).join(' ')} ${url}`)) { const [at, weight] = said.get(word) || []; if (at < plain.length) stands.set(at, Math.max(stands.get(at) || 0, weight)) }
      let standing = 0
      for (const [at, weight] of stands) standing += weight * rarity[at]
      one.score += (fields + best + P.place * total * (standing / total) ** P.placePower + P.likeTitle * total * alike(named) ** P.likePower) * (index.boost.get(one.page) ?? 1)
    }))
    rated.sort((a, b) => b.score - a.score || a.page - b.page)
    const marks = [...new Set([...means, ...wholes].flat().map(([term]) => term.word.replace(/^\^/, '')))]
    return { index, found: rated, total: count, marks }
  }

  // Which sections of a page are meant: those whose passages have most of what was asked
  const shown = async (index, { page, passages, score }) => {
    const { sections, below, ...rest } = await card(index, page)
    const own = sections.map(section => ({ ...section, score: 0 }))
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
      const known = named.get(section.id)
      if (section.id && section.score && (!known || known.score < section.score)) named.set(section.id, section)
    }
    const best = [...named.values()].sort((a, b) => b.score - a.score || a.first - b.first).slice(0, 3)
    const head = passages.get(0)
    let inHead = own.find(section => !section.id)?.score || 0
    if (head) { let sum = 0; for (const value of head.values()) sum += value; inHead = Math.max(inHead, 1.6 * sum) }
    return { ...rest, score, sections: best.filter(section => section.score > .75 * inHead && section.score >= .6 * best[0].score) }
  }

  // An operation is asked for by method and path: those that have them come first (SRCH-10)
  const operations = async (all, query) => {
    const said = query.trim().split(/\s+/)
    const method = said.find(part => METHODS.test(part))?.toUpperCase()
    const path = segments(said.find(part => /^\/./.test(part)) || '')
    const rest = words(said.filter(part => !METHODS.test(part)).join(' ')).map(([word]) => stem(word, 'en'))
    if (!path.length && (!method || !rest.length || said.length > 4)) return
    const near = await Promise.all(all.slice(0, 40).map(async one => ({ one, ...await card(one.index, one.one.page) })))
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
    /** `[{ url, title, crumbs, method, sections: [{ id, heading }], … }]`, the best first. */
    async search(query, indexes, language, limit, typing) {
      const found = await Promise.all(indexes.map(name => find(name, query, language, typing)))
      const all = found.flatMap(({ index, found }, at) => found.map(one => ({ name: indexes[at], index, one })))
      all.sort((a, b) => b.one.score - a.one.score)
      await operations(all, query)
      const pages = await Promise.all(all.slice(0, limit).map(async ({ name, index, one }) => ({ ...await shown(index, one), index: name })))
      return { pages, total: found.reduce((sum, { total }) => sum + (total || 0), 0), marks: [...new Set(found.flatMap(({ marks }) => marks))] }
    },
    /** The first pages of these indexes, in reading order. */
    async first(indexes, limit) {
      const pages = await Promise.all(indexes.map(async name => {
        const index = await directory(name)
        return Promise.all(Array.from({ length: Math.min(limit, index.pages) }, (_, page) => card(index, page)))
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

// --- excerpts

const bare = line => line
  .replace(/!\[[^\]]*\]\([^)]*\)/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  .replace(/^\s*(?:[-*+]|\d+\.|>|#{1,6})\s+/, '').replace(/\\([\\`*_{}[\]()#+.!|<>-])/g, '$1').replace(/[`*]|__/g, '').replace(/<\/?[a-zA-Z][^>]*>/g, '').replace(/^[\s|]+|[\s|]+$/g, '').replace(/\s(?:\|\s+)+/g, ' · ').trim()

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
  const lines = markdown.split('\n').filter(line => !/^\s*(?:```|~~~|\|?[\s:|-]+\|?$)/.test(line))
  let from = heading ? lines.findIndex(line => bare(line).startsWith(heading)) : 0
  let to = lines.length
  if (from < 0) from = 0
  else if (heading && /^#{1,6} /.test(lines[from])) {
    const end = lines.findIndex((line, at) => at > from && /^#{1,6} /.test(line))
    if (end > 0) to = end
    from++
  } else if (heading) to = from + 2
  else if (/^# /.test(lines[0])) from = 1
  let best, most = -1
  const kept = lines.slice(from, to).map(bare).filter(Boolean)
  for (let at = 0; at < kept.length && at < 400; at++) {
    const text = kept[at].slice(0, 2000)
    const hits = places(text, marks, query)
    const kinds = new Set(hits.map(([start, end]) => fold(text.slice(start, end)))).size
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

// --- beside the page

/** Loads files of a site whose index lies at `base`. */
export const loader = base => async name => {
  const answer = await fetch(`${base}${name}.bin`)
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer())
}

if (typeof WorkerGlobalScope != 'undefined' && self instanceof WorkerGlobalScope) {
  let own
  self.onmessage = async ({ data: { id, base, call, args } }) => {
    own ||= engine(loader(base), async url => { const answer = await fetch(url); return answer.ok ? answer.text() : '' })
    try { self.postMessage({ id, result: await own[call](...args) }) } catch (error) { self.postMessage({ id, error: String(error) }) }
  }
}
