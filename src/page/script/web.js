// What browsers have beside the language and pages use for texts: Base64, addresses, copies. The same answers on every
// machine. `sandbox.js` calls this once, when a page first asks for one of the names. A place whose answer needs more
// than this is left to the browser: it is thrown at as if the name did not exist.
(() => {
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const missing = name => new ReferenceError(name + ' is not defined')
  const refuse = (name, message) => { const error = new Error(message); error.name = name; return error }

  // --------------------------------------------------------------------------------------------- Base64
  const btoa = given => {
    const text = given + '', out = []
    for (let at = 0; at < text.length; at += 3) {
      const codes = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)]
      if (codes.some(code => code > 255)) throw refuse('InvalidCharacterError', "Failed to execute 'btoa': The string to be encoded contains characters outside of the Latin1 range.")
      const bits = codes[0] << 16 | (codes[1] || 0) << 8 | (codes[2] || 0)
      out.push(LETTERS[bits >> 18], LETTERS[bits >> 12 & 63], at + 1 < text.length ? LETTERS[bits >> 6 & 63] : '=', at + 2 < text.length ? LETTERS[bits & 63] : '=')
    }
    return out.join('')
  }
  const atob = given => {
    let text = (given + '').replace(/[\t\n\f\r ]/g, '')
    if (text.length % 4 == 0) text = text.replace(/==?$/, '')
    if (text.length % 4 == 1 || /[^A-Za-z0-9+/]/.test(text)) throw refuse('InvalidCharacterError', "Failed to execute 'atob': The string to be decoded is not correctly encoded.")
    const out = []
    for (let at = 0; at < text.length; at += 4) {
      const group = text.slice(at, at + 4)
      let bits = 0
      for (let letter = 0; letter < 4; letter++) bits = bits << 6 | (letter < group.length ? LETTERS.indexOf(group[letter]) : 0)
      for (let byte = 1; byte < group.length; byte++) out.push(String.fromCharCode(bits >> 24 - 8 * byte & 255))
    }
    return out.join('')
  }

  // ------------------------------------------------------------------------------------------ addresses
  const whole = text => (text + '').replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
  const escaped = (text, letters) => whole(text).replace(letters, encodeURIComponent).replace(letters, letter => '%' + letter.charCodeAt(0).toString(16).toUpperCase())
  const formed = text => encodeURIComponent(whole(text)).replace(/[!'()~]/g, letter => '%' + letter.charCodeAt(0).toString(16).toUpperCase()).replace(/%20/g, '+')
  // Bytes that are no text become the letter for that, as in a browser; what is cut in the middle is left to it.
  const unformed = text => {
    try { return decodeURIComponent(text.replace(/\+/g, ' ').replace(/%(?![0-9a-f]{2})/gi, '%25')) } catch { throw missing('URLSearchParams') }
  }
  class URLSearchParams {
    #pairs = []
    #changed
    constructor(given = '', changed = () => {}) {
      if (given && typeof given == 'object') for (const [name, value] of given[Symbol.iterator] ? given : Object.entries(given)) this.#pairs.push([name + '', value + ''])
      else this.#read(given + '')
      this.#changed = changed
    }
    #read(text) {
      this.#pairs = text.replace(/^\?/, '').split('&').filter(Boolean).map(pair => {
        const cut = pair.indexOf('=')
        return cut < 0 ? [unformed(pair), ''] : [unformed(pair.slice(0, cut)), unformed(pair.slice(cut + 1))]
      })
    }
    get size() { return this.#pairs.length }
    append(name, value) { this.#pairs.push([name + '', value + '']); this.#changed(this + '') }
    delete(name, value) { this.#pairs = this.#pairs.filter(pair => pair[0] != name + '' || value !== undefined && pair[1] != value + ''); this.#changed(this + '') }
    get(name) { const found = this.#pairs.find(pair => pair[0] == name + ''); return found ? found[1] : null }
    getAll(name) { return this.#pairs.filter(pair => pair[0] == name + '').map(pair => pair[1]) }
    has(name, value) { return this.#pairs.some(pair => pair[0] == name + '' && (value === undefined || pair[1] == value + '')) }
    set(name, value) {
      const at = this.#pairs.findIndex(pair => pair[0] == name + '')
      if (at < 0) this.#pairs.push([name + '', value + ''])
      else this.#pairs = this.#pairs.filter((pair, place) => place <= at || pair[0] != name + '').map((pair, place) => place == at ? [pair[0], value + ''] : pair)
      this.#changed(this + '')
    }
    sort() { this.#pairs.sort((one, other) => one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0); this.#changed(this + '') }
    forEach(call, self) { for (const [name, value] of this) call.call(self, value, name, this) }
    keys() { return this.#pairs.map(pair => pair[0])[Symbol.iterator]() }
    values() { return this.#pairs.map(pair => pair[1])[Symbol.iterator]() }
    entries() { return this.#pairs.map(pair => [...pair])[Symbol.iterator]() }
    [Symbol.iterator]() { return this.entries() }
    toString() { return this.#pairs.map(pair => formed(pair[0]) + '=' + formed(pair[1])).join('&') }
  }

  const PORTS = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443', 'ftp:': '21' }
  const invalid = () => new TypeError("Failed to construct 'URL': Invalid URL")
  // Without the segments that say "here" and "one up".
  const walked = path => {
    const out = [], parts = path.split('/')
    parts.forEach((part, at) => {
      const plain = part.replace(/%2e/gi, '.'), last = at == parts.length - 1
      if (plain == '..') { if (out.length > 1) out.pop(); if (last) out.push('') } else if (plain != '.') out.push(part); else if (last) out.push('')
    })
    return out.join('/')
  }
  const read = (given, base) => {
    const text = (given + '').replace(/^[\0- ]+|[\0- ]+$/g, '').replace(/[\t\n\r]/g, '')
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)
    const protocol = scheme ? scheme[1].toLowerCase() + ':' : base?.protocol
    if (!protocol) throw invalid()
    // Addresses of other kinds have rules of their own.
    if (!(protocol in PORTS)) throw missing('URL')
    let [, rest, search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(scheme ? text.slice(scheme[0].length) : text)
    rest = rest.replaceAll('\\', '/')
    const parts = { protocol, hash, search }
    if (scheme && !(base && protocol == base.protocol && rest[0] != '/') || rest.startsWith('//')) {
      const [, authority, path] = /^\/*([^/]*)([^]*)$/.exec(rest)
      const cut = authority.lastIndexOf('@')
      const [, host, port = ''] = /^([^:]*)(?::(\d*))?$/.exec(authority.slice(cut + 1)) ?? []
      // Numbers, brackets and letters of other scripts: the browser knows.
      if (authority && (host === undefined || /[^a-z0-9._-]/i.test(host) || /(^|\.)(0x[0-9a-f]*|\d+)\.?$/i.test(host) && !/^(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(host) || /(^|\.)xn--/i.test(host))) throw missing('URL')
      if (!host || +port > 65535) throw invalid()
      const [name = '', ...secret] = cut < 0 ? [] : authority.slice(0, cut).split(':')
      const people = /[\0-\x20"#<>?`{}/:;=@[\\\]^|\x7f]|[^\0-\x7f]+/g
      Object.assign(parts, { username: escaped(name, people), password: escaped(secret.join(':'), people), hostname: host.toLowerCase(), port: port && +port + '' != PORTS[protocol] ? +port + '' : '', pathname: path || '/' })
    } else {
      if (!base) throw invalid()
      const { username, password, hostname, port } = base
      Object.assign(parts, { username, password, hostname, port, pathname: rest[0] == '/' ? rest : rest ? base.pathname.replace(/[^/]*$/, '') + rest : base.pathname })
      if (!rest && !search) parts.search = base.search
    }
    parts.pathname = walked(escaped(parts.pathname, /[\0-\x20"<>^`{}\x7f]|[^\0-\x7f]+/g))
    return settle(parts)
  }
  const settle = parts => {
    parts.search = parts.search.length > 1 ? escaped(parts.search, /[\0-\x20"'<>\x7f]|[^\0-\x7f]+/g) : ''
    parts.hash = parts.hash.length > 1 ? escaped(parts.hash, /[\0-\x20"<>`\x7f]|[^\0-\x7f]+/g) : ''
    return parts
  }
  class URL {
    #parts
    #params
    constructor(given, base) { this.#parts = read(given, base === undefined ? undefined : read(base)) }
    static canParse(given, base) { try { new URL(given, base); return true } catch (error) { if (error instanceof ReferenceError) throw error; return false } }
    static parse(given, base) { return URL.canParse(given, base) ? new URL(given, base) : null }
    static createObjectURL() { throw missing('URL') }
    static revokeObjectURL() { throw missing('URL') }
    get protocol() { return this.#parts.protocol }
    get username() { return this.#parts.username }
    get password() { return this.#parts.password }
    get hostname() { return this.#parts.hostname }
    get port() { return this.#parts.port }
    get host() { return this.hostname + (this.port && ':' + this.port) }
    get origin() { return this.protocol + '//' + this.host }
    get pathname() { return this.#parts.pathname }
    get search() { return this.#parts.search }
    get hash() { return this.#parts.hash }
    get searchParams() { return this.#params ??= new URLSearchParams(this.search, text => { this.#parts.search = text && '?' + text }) }
    get href() { return this.protocol + '//' + (this.username || this.password ? this.username + (this.password && ':' + this.password) + '@' : '') + this.host + this.pathname + this.search + this.hash }
    set pathname(path) { this.#parts = read(this.origin + (path + '').replace(/^(?![/\\])/, '/').replace(/[?#]/g, encodeURIComponent) + this.search + this.hash) }
    set search(text) { this.#parts.search = (text + '').replace(/^(?=[^?])/, '?').replace(/#/g, '%23'); this.#params = undefined; settle(this.#parts) }
    set hash(text) { this.#parts.hash = (text + '').replace(/^(?=[^#])/, '#'); settle(this.#parts) }
    toString() { return this.href }
    toJSON() { return this.href }
  }

  // --------------------------------------------------------------------------------------------- copies
  const structuredClone = (given, known = new Map()) => {
    if (typeof given == 'function' || typeof given == 'symbol') throw refuse('DataCloneError', "Failed to execute 'structuredClone': it could not be cloned.")
    if (given === null || typeof given != 'object') return given
    if (known.has(given)) return known.get(given)
    const kept = copy => { known.set(given, copy); return copy }
    if (given instanceof Date) return kept(new Date(+given))
    if (given instanceof RegExp) return kept(new RegExp(given.source, given.flags))
    if (given instanceof Map) { const copy = kept(new Map()); given.forEach((value, name) => copy.set(structuredClone(name, known), structuredClone(value, known))); return copy }
    if (given instanceof Set) { const copy = kept(new Set()); given.forEach(value => copy.add(structuredClone(value, known))); return copy }
    if (given instanceof Error || given instanceof Promise) throw missing('structuredClone')
    const copy = kept(Array.isArray(given) ? new Array(given.length) : {})
    for (const name of Object.keys(given)) copy[name] = structuredClone(given[name], known)
    return copy
  }
  return { btoa, atob, URL, URLSearchParams, structuredClone: value => structuredClone(value) }
})()
