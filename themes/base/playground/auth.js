// Credentials. They live in this module, and in the session of the tab when the reader wants that; never in an address.
const PLACE = 'docs-playground'
const secrets = {}
let remembered = false
try { Object.assign(secrets, JSON.parse(sessionStorage.getItem(PLACE)) || {}); remembered = !!sessionStorage.getItem(PLACE) } catch {}
const remember = () => { try { remembered ? sessionStorage.setItem(PLACE, JSON.stringify(secrets)) : sessionStorage.removeItem(PLACE) } catch {} }
// Two APIs may have schemes of one name: what is for the servers of one is nothing for the other's.
let realm = ''
const owned = name => `${realm} ${name}`
const secret = (name, key, value) => {
  if (value !== undefined) { (secrets[owned(name)] ||= {})[key] = value; remember() }
  return secrets[owned(name)]?.[key]
}
const base64 = text => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
const websafe = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
const random = () => websafe(crypto.getRandomValues(new Uint8Array(32)))

/** What a scheme puts into a request, as [place, name, value]; nothing while it is empty, or `shown` for a sample. */
const credential = (name, scheme, shown) => {
  const of = key => secret(name, key) ?? (key == 'value' ? scheme.value : undefined)
  const user = of('user'), password = of('password')
  if (scheme.type == 'apiKey') { const value = of('value') || shown && '<api-key>'; return value ? [scheme.in, scheme.name, value] : null }
  if (scheme.type == 'http' && /^basic$/i.test(scheme.scheme)) return user || password ? ['header', 'Authorization', 'Basic ' + base64(`${user || ''}:${password || ''}`)] : shown ? ['header', 'Authorization', 'Basic <encoded-value>'] : null
  if (scheme.type == 'http' && /^digest$/i.test(scheme.scheme)) return null
  const word = scheme.type == 'http' && !/^bearer$/i.test(scheme.scheme) ? scheme.scheme : 'Bearer'
  // Many copy the word together with the token.
  const token = of('value')?.replace(/^\s*(\S+)\s+(?=\S)/, (whole, first) => first.toLowerCase() == word.toLowerCase() ? '' : whole) || shown && '<token>'
  return token ? ['header', 'Authorization', `${word} ${token}`] : null
}

const authForm = (name, scheme, change) => {
  const input = (key, text, type = 'password') => {
    const id = fresh()
    const box = make('input', { id, type, className: 'pg-input', autocomplete: 'off', spellcheck: 'false', value: secret(name, key) ?? (key == 'value' ? scheme.value ?? '' : ''), oninput: () => { secret(name, key, box.value); change() } })
    const eye = type == 'password' && small('◉', () => { box.type = box.type == 'password' ? 'text' : 'password'; eye.setAttribute('aria-pressed', box.type == 'text') }, { 'aria-label': t('show_secret'), title: t('show_secret'), 'aria-pressed': 'false' })
    const node = make('div', { className: 'pg-field' }, make('label', { htmlFor: id }, make('span', { className: 'pg-name' }, text), ), make('div', { className: 'pg-line' }, box, eye))
    return { node, box }
  }
  const kind = scheme.type == 'http' ? scheme.scheme?.toLowerCase() : scheme.type
  if (kind == 'apiKey') {
    const where = scheme.in == 'cookie' && make('p', { className: 'pg-note' }, t('cookie_note'))
    return make('div', {}, input('value', scheme.name).node, where)
  }
  if (kind == 'basic' || kind == 'digest') {
    const pair = make('div', { className: 'pg-pair' }, input('user', t('user'), 'text').node, input('password', t('password')).node)
    return kind == 'basic' ? pair : make('div', {}, pair, make('p', { className: 'pg-note' }, t('digest_note')))
  }
  const token = input('value', kind == 'oauth2' || kind == 'openIdConnect' ? t('token') : name)
  if (kind != 'oauth2' && kind != 'openIdConnect') return make('div', {}, token.node)
  return make('div', {}, token.node, oauthForm(name, scheme, input, value => { secret(name, 'value', value); token.box.value = value; change() }))
}

const FLOWS = { authorizationCode: 'flow_code', clientCredentials: 'flow_client', password: 'flow_password', deviceAuthorization: 'flow_device', deviceCode: 'flow_device' }
const oauthForm = (name, scheme, input, done) => {
  const flows = scheme.type == 'openIdConnect' ? { authorizationCode: { discover: scheme.openIdConnectUrl, scopes: ['openid'] } } : scheme.flows || {}
  const names = Object.keys(flows).filter(flow => FLOWS[flow])
  if (!names.length) return undefined
  const status = make('p', { className: 'pg-note', role: 'status' })
  const choice = select(names.map(flow => [flow, t(FLOWS[flow])]), { 'aria-label': t('flow'), onchange: () => show() })
  const holder = make('div')
  let aborted
  const show = () => {
    const kind = choice.value, flow = flows[kind]
    const scopes = (flow.scopes || []).map(scope => ({ scope, box: make('input', { type: 'checkbox', checked: flow.scopes.length < 4 }) }))
    const client = input('client', t('client_id'), 'text').node
    const hidden = kind == 'clientCredentials' || kind == 'password' ? input('secret', t('client_secret')).node : undefined
    const people = kind == 'password' ? [input('user', t('user'), 'text').node, input('password', t('password')).node] : []
    const get = small(t('get_token'), async () => {
      // A window that somebody has closed tells nothing: whoever asks again means that.
      aborted?.abort()
      const mine = aborted = new AbortController()
      stop.hidden = false
      status.textContent = ''
      try {
        const answer = await token(kind, flow, { client: secret(name, 'client') || '', secret: secret(name, 'secret'), user: secret(name, 'user'), password: secret(name, 'password'), scope: scopes.filter(one => one.box.checked).map(one => one.scope).join(' ') }, part => { status.replaceChildren(part) }, mine.signal)
        done(answer.access_token)
        status.textContent = t('got_token') + (answer.expires_in ? ` (${Math.round(answer.expires_in / 60)} min)` : '')
      } catch (error) {
        if (mine != aborted) return
        status.textContent = error.name == 'AbortError' ? t('stopped') : `${t('no_token')} ${error.message}`
      }
      stop.hidden = true
    }, { className: 'pg-button' })
    const stop = small(t('stop'), () => aborted?.abort(), { hidden: true })
    holder.replaceChildren(make('div', { className: 'pg-pair' }, client, hidden, people),
      scopes.length ? make('div', { className: 'pg-scopes', role: 'group', 'aria-label': t('scopes') }, scopes.map(one => make('label', {}, one.box, ' ', one.scope))) : '',
      kind == 'clientCredentials' || kind == 'password' ? make('p', { className: 'pg-note' }, t('secret_note')) : '',
      kind == 'authorizationCode' ? make('p', { className: 'pg-note' }, t('redirect_note'), ' ', make('code', {}, REDIRECT)) : '',
      make('div', { className: 'pg-line' }, get, stop))
  }
  show()
  return make('details', { className: 'pg-more', open: true }, make('summary', {}, t('get_token')), make('div', { className: 'pg-nested' }, names.length > 1 && choice, holder, status))
}
const REDIRECT = new URL('./oauth.html', import.meta.url).href
const posted = async (url, fields, signal) => {
  const body = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))
  const response = await fetch(url, { method: 'POST', body, headers: { Accept: 'application/json' }, credentials: 'omit', signal })
  const text = await response.text()
  let answer = {}
  try { answer = JSON.parse(text) } catch {}
  if (!response.ok && !answer.error) throw new Error(`${response.status} ${text.slice(0, 200)}`)
  return answer
}
const granted = answer => {
  if (!answer.access_token) throw new Error([answer.error, answer.error_description].filter(Boolean).join(': ') || t('no_token'))
  return answer
}
const wait = (time, signal) => new Promise((done, fail) => { setTimeout(done, time); signal.addEventListener('abort', () => fail(new DOMException('', 'AbortError'))) })
/** Asks for a token by one of the flows of OAuth 2. */
const token = async (kind, flow, given, say, signal) => {
  const common = { client_id: given.client, client_secret: given.secret, scope: given.scope }
  if (kind == 'clientCredentials') return granted(await posted(flow.tokenUrl, { grant_type: 'client_credentials', ...common }, signal))
  if (kind == 'password') return granted(await posted(flow.tokenUrl, { grant_type: 'password', username: given.user, password: given.password, ...common }, signal))
  if (kind != 'authorizationCode') {
    const device = await posted(flow.deviceAuthorizationUrl, { client_id: given.client, scope: given.scope }, signal)
    if (!device.device_code) return granted(device)
    say(make('span', {}, t('device_note'), ' ', make('a', { href: safeLink(device.verification_uri_complete || device.verification_uri), target: '_blank', rel: 'noopener' }, device.verification_uri), ' ', make('strong', {}, device.user_code)))
    for (let pause = device.interval || 5; ;) {
      await wait(pause * 1000, signal)
      const answer = await posted(flow.tokenUrl, { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: device.device_code, client_id: given.client }, signal)
      if (answer.error == 'slow_down') pause += 5
      else if (answer.error != 'authorization_pending') return granted(answer)
    }
  }
  // The window opens within the click, before anything is waited for.
  const popup = window.open('', 'docs-oauth', 'popup,width=600,height=760')
  if (!popup) throw new Error(t('popup_blocked'))
  try {
    let { authorizationUrl, tokenUrl } = flow
    if (flow.discover) {
      const found = await (await fetch(flow.discover, { credentials: 'omit', signal })).json()
      authorizationUrl = found.authorization_endpoint
      tokenUrl = found.token_endpoint
    }
    const verifier = random(), state = random()
    const challenge = websafe(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
    const url = new URL(authorizationUrl, location.href)
    if (!/^https?:$/.test(url.protocol)) throw new Error(authorizationUrl)
    for (const [name, value] of Object.entries({ response_type: 'code', client_id: given.client, redirect_uri: REDIRECT, scope: given.scope, state, code_challenge: challenge, code_challenge_method: 'S256' })) if (value) url.searchParams.set(name, value)
    const answered = new Promise((done, fail) => {
      const channel = new BroadcastChannel('docs-oauth')
      const end = () => channel.close()
      channel.onmessage = event => {
        const back = new URL(event.data).searchParams
        if (back.get('state') != state) return
        end()
        back.get('code') ? done(back.get('code')) : fail(new Error([back.get('error'), back.get('error_description')].filter(Boolean).join(': ')))
      }
      signal.addEventListener('abort', () => { end(); fail(new DOMException('', 'AbortError')) })
    })
    popup.location = url.href
    const code = await answered
    return granted(await posted(tokenUrl, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, client_id: given.client, client_secret: given.secret, code_verifier: verifier }, signal))
  } finally { popup.close() }
}
const safeLink = href => { try { return /^https?:$/.test(new URL(href, location.href).protocol) ? href : undefined } catch {} }

// Digest (RFC 7616): answered once the server has asked, when its question can be read.
const hex = bytes => [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')
const md5 = text => {
  const bytes = [...new TextEncoder().encode(text)], bits = bytes.length * 8
  bytes.push(128)
  while (bytes.length % 64 != 56) bytes.push(0)
  for (let at = 0; at < 8; at++) bytes.push(at < 4 ? bits >>> 8 * at & 255 : 0)
  const turns = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
  const sums = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let from = 0; from < bytes.length; from += 64) {
    const word = at => bytes[from + at * 4] | bytes[from + at * 4 + 1] << 8 | bytes[from + at * 4 + 2] << 16 | bytes[from + at * 4 + 3] << 24
    let [a, b, c, d] = sums
    for (let at = 0; at < 64; at++) {
      const round = at >> 4
      const mixed = round == 0 ? b & c | ~b & d : round == 1 ? d & b | ~d & c : round == 2 ? b ^ c ^ d : c ^ (b | ~d)
      const next = round == 0 ? at : round == 1 ? (5 * at + 1) % 16 : round == 2 ? (3 * at + 5) % 16 : 7 * at % 16
      const sum = a + mixed + Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) + word(next) | 0
      const turn = turns[round * 4 + at % 4];
      [a, d, c, b] = [d, c, b, b + (sum << turn | sum >>> 32 - turn) | 0]
    }
    [a, b, c, d].forEach((one, at) => { sums[at] = sums[at] + one | 0 })
  }
  return sums.map(sum => [0, 8, 16, 24].map(shift => (sum >>> shift & 255).toString(16).padStart(2, '0')).join('')).join('')
}
const digest = async (question, made, [user, password]) => {
  const asked = Object.fromEntries([...question.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, name, text, word]) => [name.toLowerCase(), text ?? word]))
  const algorithm = asked.algorithm || 'MD5'
  const sum = async text => /^SHA-256/i.test(algorithm) ? hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))) : md5(text)
  const url = new URL(made.url), uri = url.pathname + url.search, cnonce = random(), nc = '00000001'
  let first = await sum(`${user}:${asked.realm}:${password}`)
  if (/-sess$/i.test(algorithm)) first = await sum(`${first}:${asked.nonce}:${cnonce}`)
  const second = await sum(`${made.method}:${uri}`)
  const qop = asked.qop?.split(',').map(one => one.trim()).includes('auth')
  const response = await sum(qop ? `${first}:${asked.nonce}:${nc}:${cnonce}:auth:${second}` : `${first}:${asked.nonce}:${second}`)
  const clean = text => text.replace(/[\\"]/g, '\\$&')
  return `Digest username="${clean(user)}", realm="${asked.realm}", nonce="${asked.nonce}", uri="${uri}", response="${response}", algorithm=${algorithm}` + (qop ? `, qop=auth, nc=${nc}, cnonce="${cnonce}"` : '') + (asked.opaque ? `, opaque="${asked.opaque}"` : '')
}
