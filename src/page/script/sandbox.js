// The world of a page's code while a site is built: the language and nothing else. It is made before any code of
// a page runs, around themes/base/island.js.
//
// What may take long in one step of the engine (the engine counts steps, not the work of a built-in function) is
// wrapped here: its cost is taken from a purse, and an empty purse ends the page's script. Clocks and chance are
// replaced; the time zone is UTC. Code made from texts does not exist.
(($burn, $locale, $shares) => {
  const core = globalThis.$docs
  const { apply, ownKeys, getPrototypeOf } = Reflect
  const { defineProperty, getOwnPropertyDescriptor, freeze } = Object
  const { stringify, parse } = JSON
  const { isArray } = Array
  const NativeRegExp = RegExp
  const test = RegExp.prototype.test
  const { charCodeAt } = String.prototype
  const { fromCharCode } = String
  const LONGEST_TEXT = 1 << 17
  let mostParts = 200000 * $shares
  let mostText = (4 << 20) * $shares
  let purse = 60e6 * $shares
  let told = {}
  let live = false

  const limit = () => { $burn(); throw new RangeError('the limit of a page\'s script is reached') }
  const spend = cost => { if (!((purse -= cost) > 0)) limit() }
  const grown = value => {
    if (typeof value == 'string') {
      if (value.length > LONGEST_TEXT) limit()
      if (value.length > 1024) spend(value.length >> 6)
    }
    return value
  }
  const size = value => {
    if (typeof value == 'string') return value.length
    if (value == null || typeof value != 'object') return 1
    if (isArray(value)) return value.length
    // A list that only looks like one: its length is data, or it is none.
    const length = getOwnPropertyDescriptor(value, 'length')
    if (length && !('value' in length)) throw new TypeError('a computed length')
    if (length) return +length.value || 0
    return 'length' in value ? Infinity : 1
  }
  const wrap = (owner, name, weight, sizeOf = size) => {
    const known = getOwnPropertyDescriptor(owner, name)
    if (!known || typeof known.value != 'function') return
    const native = known.value
    const wrapped = { [name](...given) {
      let cost = sizeOf(this)
      for (let at = 0; at < given.length && at < 4; at++) cost += typeof given[at] == 'string' || isArray(given[at]) ? given[at].length : 1
      spend(cost * weight)
      try {
        return grown(apply(native, this, given))
      } catch (error) {
        spend(20000)
        throw error
      }
    } }[name]
    defineProperty(wrapped, 'length', { value: native.length })
    defineProperty(owner, name, { ...known, value: wrapped })
  }
  for (const name of ownKeys(String.prototype)) if (name != 'constructor' && name != 'toString' && name != 'valueOf') wrap(String.prototype, name, name == 'normalize' ? 8 : 1)
  // What looks at one item takes as long in a long list; else a list that grows would cost the square of its length.
  const ofOne = ['push', 'pop', 'at']
  for (const name of ownKeys(Array.prototype)) if (typeof name == 'string' && name != 'constructor') wrap(Array.prototype, name, name == 'sort' || name == 'toSorted' ? 12 : 1, ofOne.includes(name) ? () => 1 : size)
  const Native = { repeat: String.prototype.repeat, padStart: String.prototype.padStart, padEnd: String.prototype.padEnd }
  const sized = (name, result) => {
    const wrapped = Native[name]
    defineProperty(String.prototype, name, { configurable: true, writable: true, value: { [name](count, fill) {
      const length = result((this + '').length, +count || 0)
      if (length > LONGEST_TEXT && length < Infinity) limit()
      return apply(wrapped, this, [count, fill])
    } }[name] })
  }
  sized('repeat', (length, count) => length * count)
  sized('padStart', (length, count) => count)
  sized('padEnd', (length, count) => count)
  // A list in a list in a list, the same one each time, has no size that says how long it takes.
  const flatten = (list, depth, out) => {
    for (let at = 0; at < list.length; at++) {
      if (!(at in list)) continue
      if (depth > 0 && isArray(list[at])) flatten(list[at], depth - 1, out)
      else out[out.length] = list[at]
    }
    return out
  }
  const hidden = value => ({ configurable: true, writable: true, value })
  const natives = { join: Array.prototype.join, concat: Array.prototype.concat }
  defineProperty(Array.prototype, 'flat', hidden({ flat(depth = 1) { spend(size(this)); return flatten(this, +depth || 0, []) } }.flat))
  for (const [owner, names] of [
    [Array, ['from', 'of']], [JSON, ['parse', 'stringify']], [Object, ownKeys(Object)], [String, ['raw', 'fromCharCode', 'fromCodePoint']],
    [RegExp.prototype, ['exec', 'test', 'toString', 'compile', Symbol.replace, Symbol.match, Symbol.matchAll, Symbol.search, Symbol.split]],
    [globalThis, ['encodeURIComponent', 'decodeURIComponent', 'encodeURI', 'decodeURI', 'escape', 'unescape', 'parseInt', 'parseFloat']],
  ]) for (const name of names) if (typeof name == 'string' && name != 'prototype' && name != 'defineProperty') wrap(owner, name, 1)
  // The engine cannot do without memory for a symbol: a page comes to its end before.
  const NativeSymbol = Symbol
  const CountedSymbol = function Symbol(text) { spend(1000); return NativeSymbol(text) }
  for (const name of ownKeys(NativeSymbol)) defineProperty(CountedSymbol, name, getOwnPropertyDescriptor(NativeSymbol, name))
  defineProperty(NativeSymbol.prototype, 'constructor', { value: CountedSymbol, writable: false, configurable: false })
  wrap(CountedSymbol, 'for', 1000)
  globalThis.Symbol = CountedSymbol
  const rawText = String.raw
  defineProperty(String, 'raw', hidden({ raw(parts, ...values) { spend(size(parts.raw)); return apply(rawText, String, [parts, ...values]) } }.raw))
  const listFrom = Array.from
  defineProperty(Array, 'from', hidden({ from(list, ...rest) { if (list != null && typeof list == 'object' && !list[Symbol.iterator]) spend(size(list)); return apply(listFrom, this, [list, ...rest]) } }.from))
  delete Array.fromAsync

  // -------------------------------------------------------------------------------- what does not exist
  const noCode = function () { throw new EvalError('code cannot be made from a text here') }
  for (const make of [function () {}, async function () {}, function * () {}, async function * () {}]) {
    defineProperty(getPrototypeOf(make), 'constructor', { value: noCode, writable: false, configurable: false })
  }
  noCode.prototype = getPrototypeOf(noCode)
  defineProperty(globalThis, 'Function', { value: noCode, writable: false, configurable: false })
  for (const name of ['eval', 'Proxy', 'BigInt', 'Atomics', 'SharedArrayBuffer', 'WebAssembly', 'FinalizationRegistry', 'WeakRef', 'gc', 'performance', 'Iterator', 'queueMicrotask', 'navigator', 'DOMException']) delete globalThis[name]

  // ---------------------------------------------------------------------------------- clock and chance
  let seed = 1
  Math.random = () => {
    told.random = live = true
    seed = seed * 16807 % 2147483647
    return (seed - 1) / 2147483646
  }
  const NativeDate = Date
  const { UTC } = NativeDate
  const zone = /(Z|[+-]\d\d:?\d\d|GMT|UTC)\s*$/i
  const time = given => {
    if (given.length > 1) return UTC(...given)
    const [only] = given
    if (typeof only == 'string' && /\d/.test(only) && !apply(test, zone, [only]) && !/^\s*\d{4}(-\d\d(-\d\d)?)?\s*$/.test(only)) return +new NativeDate(/T/.test(only) ? only + 'Z' : only + ' UTC')
    return only
  }
  // Each reader gets their own answer: a browser draws it anew.
  const now = () => { told.clock = live = true; return 0 }
  function FixedDate(...given) {
    if (!new.target) return new FixedDate() + ''
    return Reflect.construct(NativeDate, [given.length ? time(given) : now()], new.target)
  }
  FixedDate.prototype = NativeDate.prototype
  FixedDate.UTC = UTC
  FixedDate.parse = text => +new NativeDate(time([text + '']))
  FixedDate.now = now
  const dates = NativeDate.prototype
  defineProperty(dates, 'constructor', hidden(FixedDate))
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    defineProperty(dates, 'get' + part, hidden(dates['getUTC' + part]))
    if (part != 'Day') defineProperty(dates, 'set' + part, hidden(dates['setUTC' + part]))
  }
  defineProperty(dates, 'getTimezoneOffset', hidden(() => 0))
  defineProperty(dates, 'getYear', hidden(function () { return this.getUTCFullYear() - 1900 }))
  let known
  const locale = () => known ||= $locale()(NativeDate)
  for (const [name, kind] of [['toLocaleDateString', 'date'], ['toLocaleTimeString', 'time'], ['toLocaleString', 'both']]) {
    defineProperty(dates, name, hidden({ [name](language, how) { return locale().dateTime(this, language, how, kind) } }[name]))
  }
  const { toUTCString } = dates
  const parts = date => apply(toUTCString, date, []).replace(',', '').split(' ')
  defineProperty(dates, 'toDateString', hidden(function () {
    const [day, number, month, year] = parts(this)
    return isNaN(this) ? 'Invalid Date' : day + ' ' + month + ' ' + number + ' ' + year
  }))
  defineProperty(dates, 'toTimeString', hidden(function () {
    return isNaN(this) ? 'Invalid Date' : parts(this)[4] + ' GMT+0000 (Coordinated Universal Time)'
  }))
  defineProperty(dates, 'toString', hidden(function () { return isNaN(this) ? 'Invalid Date' : this.toDateString() + ' ' + this.toTimeString() }))
  globalThis.Date = FixedDate
  defineProperty(Number.prototype, 'toLocaleString', hidden({ toLocaleString(language, how) { return locale().number(this, language, how) } }.toLocaleString))
  defineProperty(String.prototype, 'localeCompare', hidden({ localeCompare(other, language, how) { return locale().compare(this, other, language, how) } }.localeCompare))
  let intl
  defineProperty(globalThis, 'Intl', { configurable: true, get: () => intl ||= locale().intl(now) })
  const quiet = () => {}
  globalThis.console = freeze({ log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet, table: quiet, group: quiet, groupEnd: quiet, trace: quiet })
  // Nobody is signed in on a static site.
  globalThis.user = {}
  // Not of the language, but everywhere, and always the same: bytes as letters.
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const places = {}
  for (let at = 0; at < 64; at++) places[LETTERS[at]] = at
  globalThis.btoa = text => {
    spend((text += '').length * 4)
    const byte = at => {
      const code = at < text.length ? apply(charCodeAt, text, [at]) : 0
      if (code > 255) throw new RangeError('btoa: a letter that is no byte')
      return code
    }
    let out = ''
    for (let at = 0; at < text.length; at += 3) {
      const first = byte(at), second = byte(at + 1), third = byte(at + 2)
      out += LETTERS[first >> 2] + LETTERS[(first & 3) << 4 | second >> 4]
      out += (at + 1 < text.length ? LETTERS[(second & 15) << 2 | third >> 6] : '=') + (at + 2 < text.length ? LETTERS[third & 63] : '=')
    }
    return grown(out)
  }
  globalThis.atob = text => {
    spend((text += '').length * 4)
    let out = '', bits = 0, known = 0
    for (const letter of text) {
      if (letter == '=' || letter == '\n' || letter == ' ') continue
      if (!(letter in places)) throw new RangeError('atob: a letter that stands for nothing')
      bits = (bits << 6 | places[letter]) & 0xffff
      if ((known += 6) > 7) out += fromCharCode(bits >> (known -= 8) & 255)
    }
    return grown(out)
  }

  // ------------------------------------------------------------------------------------------- rendering
  let out, long
  core.watch(() => { live = true }, () => {})
  const put = (part, length) => {
    if (out.length >= mostParts || (long += length) > mostText) limit()
    out.push(part)
  }
  /** A value of JavaScript as data; functions and the like are left out. */
  const plain = (value, self, depth) => {
    if (depth > 60) throw new RangeError('a value nests too deeply')
    if (typeof value == 'string') { if ((long += value.length) > mostText) limit(); return value }
    if (typeof value == 'number') return isFinite(value) ? value : { $number: value + '' }
    if (typeof value == 'boolean' || value === null) return value
    if (typeof value != 'object') return
    if (++long > mostText) limit()
    if (core.isNode(value) || isArray(value) && value.some(item => core.isNode(item))) {
      const before = out
      out = []
      try { emit(value, self, depth + 1); return { $nodes: out } } finally { out = before }
    }
    if (isArray(value)) return value.map(item => { const known = plain(item, self, depth + 1); return known === undefined ? null : known })
    if (value instanceof NativeDate) return value.toISOString()
    const known = {}
    for (const name in value) {
      const inner = plain(value[name], self, depth + 1)
      if (inner !== undefined) defineProperty(known, name, { value: inner, enumerable: true, configurable: true, writable: true })
    }
    return known
  }
  const attributes = (props, self, depth) => {
    const known = []
    for (const name in props) {
      if (name == 'children') continue
      const value = props[name]
      if (typeof value == 'function') { if (/^on[A-Z]/.test(name)) live = true; continue }
      const inner = plain(value, self, depth)
      // What is named has no value, or one that nothing shows.
      known.push(inner === undefined ? [name] : [name, inner])
    }
    return known
  }
  const emit = (value, self, depth) => {
    if (depth > 300) throw new RangeError('the elements nest too deeply')
    for (const node of core.flat(value)) {
      if (typeof node == 'string') { put([0, node], node.length); continue }
      const { type, props } = node
      if (type == 'docs-slot') { put([3, props.at], 1); continue }
      if (node.isPlain) { put([3, node.at, 1], 1); continue }
      if (typeof type == 'string') {
        if (node.at != null) put([6, node.at], 1)
        put([1, type, attributes(props, self, 0)], 1)
        if (!props.dangerouslySetInnerHTML) emit(props.children, self, depth + 1)
        put([2], 1)
        if (node.at != null) put([7], 1)
        continue
      }
      const inner = core.instance(self, node)
      const shown = core.call(inner, node)
      // A name that has no value: what stands inside is shown.
      emit(shown || props.children, inner, depth + 1)
    }
  }
  /**
   * What a place shows. Where elements hold something that changes, that is marked with the way to it, and the elements
   * stay part of the page: tabs made from a list are tabs.
   */
  let marks
  const parted = (value, self, way, depth) => {
    if (depth > 300) throw new RangeError('the elements nest too deeply')
    const nodes = core.flat(value)
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at], { type, props, ref } = node, own = { way, at }
      if (typeof type == 'string' && type != 'docs-slot' && ref == null && node.at == null) {
        const known = attributes(props, self, 0)
        if (!live) {
          put([1, type, known], 1)
          if (!props.dangerouslySetInnerHTML) parted(props.children, self, own, depth + 1)
          put([2], 1)
          continue
        }
      }
      live = ref != null
      const mark = [5]
      put(mark, 1)
      emit(node, self, depth)
      if (!live) continue
      put([2], 1)
      const steps = []
      for (let step = own; step; step = step.way) steps.unshift(step.at)
      mark[0] = 4
      mark[1] = steps
      marks += 1
      live = false
    }
  }
  const draw = node => {
    const self = core.instance(null, node)
    const shown = core.flat(core.call(self, node))
    if (live) return emit(shown, self, 0)
    marks = 0
    parted(shown, self, null, 0)
    if (marks != 1 || shown.length != 1 || out[0][0] != 4) return
    // All of it changes.
    out[0] = [5]
    out.pop()
    live = true
  }
  const describe = error => {
    const text = value => typeof value == 'string' ? value.slice(0, 300) : ''
    if (error === null || typeof error != 'object') return { name: '', message: text(error + ''), stack: '' }
    return { name: text(error.name), message: text(error.message), stack: typeof error.stack == 'string' ? error.stack.slice(0, 2000) : '' }
  }
  const guarded = work => {
    live = false
    told = {}
    out = []
    long = 0
    let answer
    try { answer = { ok: work() } } catch (error) { answer = { error: describe(error) } }
    answer.live = live
    answer.told = ownKeys(told)
    return stringify(answer)
  }
  const place = (path, at, props) => core.load(path).$places[at](core.revive(parse(props)))
  const doors = {
    render: (path, at, props) => guarded(() => { draw(core.h(() => place(path, at, props))); return out }),
    value: (path, at, props) => guarded(() => {
      const value = place(path, at, props)
      if (typeof value == 'function') live = true
      return { value: plain(value, null, 0), kind: value === undefined ? 'nothing' : typeof value }
    }),
    // What more code is given.
    grow: shares => { mostParts += 200000 * shares; mostText += (4 << 20) * shares; purse += 60e6 * shares },
    load: path => guarded(() => { core.load(path); return ownKeys(core.load(path)).filter(name => typeof name == 'string') }),
  }
  // An element of the page in which nothing is evaluated, with the number by which the page knows it.
  const numbered = (at, node, isPlain) => { node.at = at; node.isPlain = isPlain; return node }
  // Names that every page sees without importing them.
  for (const name of ownKeys(core.names)) globalThis[name] = core.names[name]
  Object.assign(globalThis, { React: core.React, $h: core.h, $F: core.names.Fragment, $s: core.slot, $k: grown, $a: numbered })
  freeze(core)
  freeze(core.names)
  defineProperty(globalThis, '$docs', { value: core, writable: false, configurable: false })
  return doors
})
