// The world of a configuration file of another program, while `docs import` reads it: the language, a few names that
// such files use, and something that stands for everything else. That something can be called, asked for any member
// and put into texts; a function of it gives back the object that it was given, as `defineConfig({…})` does.
(() => {
  // The engine cannot do without memory for a symbol: there are only so many.
  const NativeSymbol = Symbol
  let symbols = 0
  const counted = make => text => { if (++symbols > 100_000) throw new RangeError('too many symbols'); return make(text) }
  const CountedSymbol = function Symbol(text) { return counted(NativeSymbol)(text) }
  for (const name of Reflect.ownKeys(NativeSymbol)) Object.defineProperty(CountedSymbol, name, Object.getOwnPropertyDescriptor(NativeSymbol, name))
  Object.defineProperty(NativeSymbol.prototype, 'constructor', { value: CountedSymbol, writable: false, configurable: false })
  CountedSymbol.for = counted(name => NativeSymbol.for(name))
  globalThis.Symbol = CountedSymbol
  const identity = Symbol()
  const any = new Proxy(function () {}, {
    get: (_, name) => {
      if (name === identity) return true
      if (name === Symbol.toPrimitive) return () => ''
      if (name === Symbol.iterator) return function * () {}
      if (name === 'toString' || name === 'toJSON') return () => ''
      if (name === 'then' || name === 'length' || name === 'prototype') return undefined
      return any
    },
    has: () => true,
    ownKeys: () => ['prototype'],
    apply: (_, self, given) => {
      const found = given.find(one => one && typeof one == 'object' && !one[identity])
      return !found ? any : $docs.isLoose ? loose(found) : found
    },
    construct: () => any,
  })
  const isAny = value => (typeof value == 'function' || typeof value == 'object') && value !== null && value[identity] === true
  const join = (...parts) => parts.filter(part => typeof part == 'string' && part).join('/')
  const path = { join, resolve: join, dirname: () => '', basename: text => (text + '').split('/').pop(), extname: () => '', relative: (_, to) => to, sep: '/', posix: { join, resolve: join } }
  path.default = path
  const marked = (name, value) => ({ default: options => ({ $made: name, options }), ...value })
  // Texts that are read as files: what is not known is asked for, and until then anything.
  const texts = new Map()
  const asked = []
  const plain = name => (name + '').replace(/^file:\/\//, '').replace(/^(\.?\/)+/, '')
  const known = name => { name = plain(name); if (!texts.has(name) && !asked.includes(name)) asked.push(name); return texts.get(name) }
  const text = name => known(name) ?? any
  const none = { readdirSync: () => [], readdir: async () => [] }
  const members = { existsSync: name => known(name) !== undefined, readFileSync: text, ...none }
  // What is missing in it is anything; a promise would be waited for.
  const loose = members => new Proxy(members, { get: (own, name) => name in own || typeof name == 'symbol' || ['$commonjs', 'then', 'toJSON'].includes(name) ? own[name] : any })
  members.promises = loose({ readFile: async name => text(name), ...none })
  members.promises.default = members.promises
  const fs = loose(members)
  members.default = fs
  const parse = JSON.parse
  // As a text, what is not known is an empty one.
  JSON.parse = (text, ...more) => isAny(text) || text === '' ? any : parse(text, ...more)
  const address = { fileURLToPath: url => isAny(url) ? '' : plain(url ?? ''), pathToFileURL: () => any, URL: undefined }
  address.default = address
  const builtin = {
    path, 'node:path': path, fs, 'node:fs': fs, 'fs/promises': members.promises, 'node:fs/promises': members.promises,
    url: address, 'node:url': address,
    '@astrojs/starlight': marked('starlight'),
  }
  const files = new Map()
  // Packages that are asked for, and stood for.
  const strangers = []
  const made = new Map()
  const load = name => {
    if (builtin[name]) return builtin[name]
    if (!files.has(name)) {
      if (typeof name == 'string' && !strangers.includes(name)) strangers.push(name)
      return any
    }
    if (!made.has(name)) {
      // A file that is imported in a circle is not there yet.
      made.set(name, {})
      made.set(name, files.get(name)(load))
    }
    return made.get(name)
  }
  const require = names => name => {
    const known = load(names[name] ?? name)
    return known && known.$commonjs !== undefined ? known.$commonjs : known
  }
  require.resolve = name => name
  globalThis.$docs = {
    file: (name, make) => files.set(name, make),
    require: names => Object.assign(require(names), { resolve: name => name }),
    any,
    asked,
    strangers,
    // Whether what a call gives back has any member, too.
    isLoose: false,
    text: (name, text) => texts.set(name, text ?? undefined),
  }
  globalThis.$k = value => value
  globalThis.$h = () => any
  globalThis.$meta = { url: '', env: {}, dirname: '', glob: () => ({}) }
  globalThis.process = { env: {}, argv: [], cwd: () => '', platform: 'linux', version: '', versions: {} }
  globalThis.URL = class { constructor(text, base) { this.href = String(base && !/^[a-z]+:/.test(text) ? base : '') + text; this.pathname = this.href } toString() { return this.href } }
  address.URL = globalThis.URL
  globalThis.__dirname = ''
  globalThis.__filename = ''
  const quiet = () => {}
  globalThis.console = { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet }
  globalThis.answer = async name => {
    let value = load(name)
    value = value.$commonjs ?? value.default ?? value
    for (let times = 0; typeof value == 'function' && !isAny(value) && times < 3; times++) value = value({ mode: 'production', command: 'build' })
    value = await value
    if (typeof value == 'function' && !isAny(value)) value = await value({})
    const seen = []
    return JSON.stringify(value, function (_, inner) {
      if (isAny(inner) || typeof inner == 'function' || typeof inner == 'symbol') return undefined
      if (inner instanceof RegExp || typeof inner == 'bigint') return String(inner)
      if (inner instanceof Map) return Object.fromEntries(inner)
      // Where a value holds itself.
      while (seen.length && seen[seen.length - 1] !== this) seen.pop()
      if (inner && typeof inner == 'object') { if (seen.includes(inner)) return undefined; seen.push(inner) }
      return inner
    }) ?? 'null'
  }
})()
