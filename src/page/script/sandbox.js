// The world of a page's code while a site is built: the language and nothing else. It is made before any code of
// a page runs, around themes/base/island.js.
//
// What may take long in one step of the engine (the engine counts steps, not the work of a built-in function) is
// wrapped here: its cost is taken from a purse, and an empty purse ends the page's script. Clocks and chance are
// replaced; the time zone is UTC. Code made from texts does not exist.
($burn => {
  const core = globalThis.$docs
  const { apply, ownKeys, getPrototypeOf } = Reflect
  const { defineProperty, getOwnPropertyDescriptor, freeze } = Object
  const { stringify, parse } = JSON
  const { isArray } = Array
  const NativeRegExp = RegExp
  const test = RegExp.prototype.test
  const LONGEST_TEXT = 1 << 17
  const MOST_PARTS = 200000
  const MOST_TEXT = 4 << 20
  let purse = 60e6
  let told = {}

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
  const wrap = (owner, name, weight) => {
    const known = getOwnPropertyDescriptor(owner, name)
    if (!known || typeof known.value != 'function') return
    const native = known.value
    const wrapped = { [name](...given) {
      let cost = size(this)
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
  for (const name of ownKeys(Array.prototype)) if (typeof name == 'string' && name != 'constructor') wrap(Array.prototype, name, name == 'sort' || name == 'toSorted' ? 12 : 1)
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
    told.random = true
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
  const now = () => { told.clock = true; return 0 }
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
  const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
  const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
  const two = number => (number < 10 ? '0' : '') + number
  const written = (list, at, how) => how == 'long' ? list[at] : list[at].slice(0, how == 'narrow' ? 1 : 3)
  const clock = (date, how = {}) => {
    const hours = date.getUTCHours(), minutes = two(date.getUTCMinutes())
    const seconds = how.second || !how.hour && !how.timeStyle ? ':' + two(date.getUTCSeconds()) : ''
    if (how.hour12 === false) return two(hours) + ':' + minutes + seconds
    return (hours % 12 || 12) + ':' + minutes + seconds + (hours < 12 ? ' AM' : ' PM')
  }
  const day = (date, how = {}) => {
    if (isNaN(date)) return 'Invalid Date'
    let { year, month, day: number, weekday, dateStyle } = how
    if (dateStyle) {
      if (dateStyle == 'short') return date.getUTCMonth() + 1 + '/' + date.getUTCDate() + '/' + two(date.getUTCFullYear() % 100)
      year = number = 'numeric'
      month = dateStyle == 'medium' ? 'short' : 'long'
      if (dateStyle == 'full') weekday = 'long'
    }
    if (!year && !month && !number && !weekday) year = month = number = 'numeric'
    const shownYear = year == '2-digit' ? two(date.getUTCFullYear() % 100) : date.getUTCFullYear()
    const shownDay = number == '2-digit' ? two(date.getUTCDate()) : date.getUTCDate()
    const inWords = month && month != 'numeric' && month != '2-digit'
    if (!inWords) {
      const shownMonth = month == '2-digit' ? two(date.getUTCMonth() + 1) : date.getUTCMonth() + 1
      const parts = [month && shownMonth, number && shownDay, year && shownYear].filter(part => part)
      return (weekday ? written(DAYS, date.getUTCDay(), weekday) + (parts.length ? ', ' : '') : '') + parts.join('/')
    }
    let text = written(MONTHS, date.getUTCMonth(), month)
    if (number) text += ' ' + shownDay
    if (year) text += (number ? ', ' : ' ') + shownYear
    return weekday ? written(DAYS, date.getUTCDay(), weekday) + ', ' + text : text
  }
  defineProperty(dates, 'toLocaleDateString', hidden(function (locale, how) { return day(this, how) }))
  defineProperty(dates, 'toLocaleTimeString', hidden(function (locale, how) { return clock(this, how) }))
  defineProperty(dates, 'toLocaleString', hidden(function (locale, how) {
    if (!how) return day(this) + ', ' + clock(this)
    const both = [how.dateStyle || how.year || how.month || how.day || how.weekday ? day(this, how) : '', how.timeStyle || how.hour ? clock(this, how) : '']
    return both.filter(part => part).join(', ') || day(this)
  }))
  defineProperty(dates, 'toString', hidden(function () {
    if (isNaN(this)) return 'Invalid Date'
    return this.toDateString() + ' ' + two(this.getUTCHours()) + ':' + two(this.getUTCMinutes()) + ':' + two(this.getUTCSeconds()) + ' GMT+0000 (Coordinated Universal Time)'
  }))
  defineProperty(dates, 'toDateString', hidden(function () {
    return DAYS[this.getUTCDay()].slice(0, 3) + ' ' + MONTHS[this.getUTCMonth()].slice(0, 3) + ' ' + two(this.getUTCDate()) + ' ' + this.getUTCFullYear()
  }))
  globalThis.Date = FixedDate
  const grouped = (number, how = {}) => {
    if (!isFinite(number)) return number + ''
    const percent = how.style == 'percent'
    const least = how.minimumFractionDigits ?? (how.style == 'currency' ? 2 : 0)
    const most = Math.min(20, how.maximumFractionDigits ?? Math.max(least, how.style == 'currency' ? 2 : percent ? 0 : 3))
    let [whole, part = ''] = Math.abs(percent ? number * 100 : number).toFixed(most).split('.')
    while (part.length > least && part.endsWith('0')) part = part.slice(0, -1)
    if (how.useGrouping !== false) whole = whole.replace(/\B(?=(\d{3})+$)/g, ',')
    const money = how.style == 'currency' ? { USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹' }[how.currency] || how.currency + ' ' : ''
    return (number < 0 ? '-' : '') + money + whole + (part ? '.' + part : '') + (percent ? '%' : '')
  }
  defineProperty(Number.prototype, 'toLocaleString', hidden(function (locale, how) { return grouped(+this, how) }))
  const quiet = () => {}
  globalThis.console = freeze({ log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet, table: quiet, group: quiet, groupEnd: quiet, trace: quiet })
  // Nobody is signed in on a static site.
  globalThis.user = {}

  // ------------------------------------------------------------------------------------------- rendering
  let live, out, long
  core.watch(() => { live = true }, self => { self.again = true })
  const put = (part, length) => {
    if (out.length >= MOST_PARTS || (long += length) > MOST_TEXT) limit()
    out.push(part)
  }
  /** A value of JavaScript as data; functions and the like are left out. */
  const plain = (value, self, depth) => {
    if (depth > 60) throw new RangeError('a value nests too deeply')
    if (typeof value == 'string') { if ((long += value.length) > MOST_TEXT) limit(); return value }
    if (typeof value == 'number') return isFinite(value) ? value : { $number: value + '' }
    if (typeof value == 'boolean' || value === null) return value
    if (typeof value != 'object') return
    if (++long > MOST_TEXT) limit()
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
      if (inner !== undefined) known.push([name, inner])
    }
    return known
  }
  const emit = (value, self, depth) => {
    if (depth > 300) throw new RangeError('the elements nest too deeply')
    for (const node of core.flat(value)) {
      if (typeof node == 'string') { put([0, node], node.length); continue }
      const { type, props } = node
      if (type == 'docs-slot') { put([3, props.at], 1); continue }
      if (typeof type == 'string') {
        put([1, type, attributes(props, self, 0)], 1)
        if (!props.dangerouslySetInnerHTML) emit(props.children, self, depth + 1)
        put([2], 1)
        continue
      }
      const inner = core.instance(self, node)
      let shown
      for (let round = 0; round < 25; round++) {
        inner.again = false
        inner.effects.length = inner.layout.length = 0
        shown = core.call(inner, node)
        if (!inner.again) break
      }
      // A name that has no value: what stands inside is shown.
      emit(shown || props.children, inner, depth + 1)
    }
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
    render: (path, at, props) => guarded(() => { emit(core.h(() => place(path, at, props)), null, 0); return out }),
    value: (path, at, props) => guarded(() => {
      const value = place(path, at, props)
      if (typeof value == 'function') live = true
      return { value: plain(value, null, 0), kind: value === undefined ? 'nothing' : typeof value }
    }),
    load: path => guarded(() => { core.load(path); return ownKeys(core.load(path)).filter(name => typeof name == 'string') }),
  }
  // Names that every page sees without importing them.
  for (const name of ownKeys(core.names)) globalThis[name] = core.names[name]
  Object.assign(globalThis, { React: core.React, $h: core.h, $F: core.names.Fragment, $s: core.slot, $k: grown })
  freeze(core)
  freeze(core.names)
  defineProperty(globalThis, '$docs', { value: core, writable: false, configurable: false })
  return doors
})
