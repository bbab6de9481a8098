// The dialog that holds all of it.
const looks = new CSSStyleSheet()
looks.replaceSync(STYLES)
const forms = new Map()
let current
// What was last sent from a page is filled in again after a reload, in the same tab. Files, and what looks like a secret, are not kept.
const SECRET = /pass(word|phrase)?$|secret|token$|api[-_ ]?key|authori|credential|^cookie /i
const stored = (name, value, keep) => { try { return value === undefined ? readJson(sessionStorage.getItem(name)) : sessionStorage.setItem(name, jsonText(value, 0, keep)) } catch {} }
/** The names of what a schema says is nobody else's business. */
const hiddenNames = (schema, name, found) => {
  if (!schema) return found
  if (schema.format == 'password' || schema.writeOnly) found.add(name)
  for (const below of [schema.items, schema.additionalProperties, ...schema.prefixItems || [], ...schema.also || [], ...(schema.oneOf || []).map(one => one.schema)]) hiddenNames(below, name, found)
  Object.entries(schema.properties || {}).forEach(([name, below]) => hiddenNames(below, name, found))
  return found
}
// By the servers that are to be chosen from: a reader works with one of them on all pages.
const SERVERS = 'docs-servers'
const chosenServer = stored(SERVERS) || {}

const section = (title, place, ...parts) => make('section', { className: 'pg-section', 'data-place': place }, make('h3', {}, title), parts)

const mayBeEmpty = variable => variable?.default === '' || !!variable?.enum?.includes('')
const serverForm = (data, change) => {
  const servers = data.servers || [], key = JSON.stringify(servers)
  const values = chosenServer[key] ||= { at: 0, custom: '', variables: {} }
  // What the site itself fills in is not the reader's choice.
  const given = () => window.mintlify?.api.playground.serverVariables || {}
  const keep = () => { stored(SERVERS, chosenServer, (name, value) => name[0] != '[' && (SECRET.test(name) || name in given()) ? undefined : name == 'custom' && !isAddress(value) ? '' : value); change() }
  const choice = select([...servers.map((server, at) => [String(at), server.description ? `${server.url} – ${server.description}` : server.url]), ['custom', t('custom_server')]], { 'aria-label': t('server'), onchange: () => { values.at = choice.value; show(); keep() } })
  choice.value = String(values.at)
  // Two servers may have a variable of one name, and each has its own value.
  const of = at => values.variables[at] ||= {}
  const holder = make('div', { className: 'pg-pair' })
  // The address of a host is often written without the scheme.
  const address = text => /^([\w-]+:\d+|localhost|[\w-]+(\.[\w-]+)+(:\d+)?)(\/|$)/.test(text) ? `http${/^([\w-]+|[\d.]+)(:|\/|$)/.test(text) ? '' : 's'}://${text}` : text
  // What comes behind a path, and who asks, has no place in front of another path.
  const isAddress = text => { const url = URL.canParse(text) && new URL(text); return url && /^(https?|wss?):/.test(text) && !/[?#]/.test(text) && !url.username && !url.password }
  let rows = []
  const show = () => {
    const server = servers[+choice.value], own = of(choice.value)
    const input = (set, more) => make('input', { id: fresh(), className: 'pg-input', type: 'text', autocomplete: 'off', spellcheck: 'false', ...more, oninput: event => { set(event.target.value.trim()); keep() } })
    const line = (name, input, required, fault) => row(name, {}, required, { id: input.id, input, node: input, get: () => input.value.trim() || undefined, fault }, keep, false)
    if (!server) {
      const custom = input(text => { values.custom = address(text) }, { type: 'url', placeholder: 'http://localhost:3000', value: values.custom })
      rows = [line(t('custom_server'), custom, true, () => custom.value && !isAddress(values.custom) ? t('format', 'https://…') : '')]
    } else rows = Object.entries(server.variables || {}).map(([name, variable]) => {
      own[name] ??= [given()[name], variable.default, ''].find(value => value !== undefined && (!variable.enum || variable.enum.map(String).includes(String(value)))) ?? variable.enum[0]
      const set = text => { own[name] = text }
      const one = variable.enum ? select(variable.enum.map(value => [String(value), value === '' ? t('none') : undefined]), { id: fresh(), onchange: () => { set(one.value); keep() } }) : input(set)
      one.value = own[name]
      return line(name, one, !mayBeEmpty(variable))
    })
    holder.replaceChildren(...rows.map(row => row.node))
  }
  addEventListener('mintlify:server-variables', event => { servers.forEach((server, at) => Object.assign(of(at), event.detail)); show(); change() })
  show()
  return {
    node: section(t('server'), undefined, choice, holder),
    // A proxy knows the servers of the description only.
    isCustom: () => choice.value == 'custom',
    check: () => rows.reduce((sum, row) => sum + row.check(), 0),
    forget: () => { delete chosenServer[key]; keep() },
    get() {
      if (choice.value == 'custom') return values.custom.replace(/\/+$/, '')
      const server = servers[+choice.value]
      const url = (server?.url || '').replace(/\{([^{}]+)\}/g, (whole, name) => of(choice.value)[name] || (mayBeEmpty(server.variables?.[name]) ? '' : whole))
      return url.startsWith('//') ? location.protocol + url : /^[a-z][a-z\d+.-]*:/i.test(url) ? url : new URL(url || '/', location.origin).href.replace(/\/+$/, '')
    },
  }
}

const securityForm = (data, change) => {
  const options = data.security || []
  if (!options.some(option => option.length)) return null
  const known = [...new Set(options.flat())].filter(name => data.schemes?.[name])
  const nameOf = option => option.join(' + ')
  // Kept where the secrets are that belong to it
  let at = Math.max(options.findIndex(option => nameOf(option) === secret('', 'option')), 0)
  const holder = make('div')
  const choice = select(options.map((option, at) => [String(at), nameOf(option) || t('none')]), { 'aria-label': t('authorization'), onchange: () => { at = +choice.value; secret('', 'option', nameOf(options[at])); show(); change() } })
  choice.value = String(at)
  const show = () => holder.replaceChildren(...options[at].filter(name => data.schemes?.[name]).map(name => make('div', { className: 'pg-scheme', 'data-scheme': name }, authForm(name, data.schemes[name], change))))
  const box = make('input', { type: 'checkbox', checked: remembered, onchange: () => { remembered = box.checked; remember() } })
  const clear = small(t('forget'), () => { known.forEach(name => { delete secrets[owned(name)] }); remember(); show(); change() })
  show()
  return {
    node: section(t('authorization'), undefined, options.length > 1 && choice, holder, make('div', { className: 'pg-line pg-keep' }, make('label', {}, box, ' ', t('remember')), clear)),
    // With `shown`, a sample has placeholders for what is not filled in.
    get: shown => options[at].map(name => data.schemes?.[name] && credential(name, data.schemes[name], shown)).filter(Boolean),
    digest: shown => {
      const name = options[at].find(name => /^digest$/i.test(data.schemes?.[name]?.scheme))
      return name && (secret(name, 'user') || shown) ? [secret(name, 'user') || '<username>', secret(name, 'password') || (shown && !secret(name, 'user') ? '<password>' : '')] : undefined
    },
  }
}

const bodyForm = (data, change) => {
  if (!data.body) return null
  const all = data.body.media, isNeeded = data.body.required
  let at = Math.max(all.findIndex(media => isJson(media.type)), 0), raw = false
  const made = []
  const holder = make('div'), picked = make('div')
  const error = make('p', { className: 'pg-error', 'aria-live': 'polite', id: fresh() })
  const types = select(all.map((media, at) => [String(at), media.type]), { 'aria-label': t('media_type'), onchange: () => {
    const before = get()
    at = +types.value
    raw = false
    show()
    const { control, isText, plain } = now()
    if (!isText && !(plain && control.input)) carry(control, all[at].schema || {}, before)
    show()
    change()
  } })
  types.value = String(at)
  const build = media => {
    const schema = media.schema || {}, type = essence(within(media.type))
    const structured = isJson(type) || type.startsWith('multipart/') || type == 'application/x-www-form-urlencoded'
    if (isFile(schema)) return { control: fileControl(change), plain: true }
    const pick = media.examples && select([['', t('example')], ...media.examples.map((one, at) => [String(at), one.name])], { 'aria-label': t('example'), onchange: () => { if (pick.value) { put(media.examples[+pick.value].value); show(); change() } } })
    if (!structured) {
      const input = make('textarea', { id: fresh(), className: 'pg-input pg-json', rows: 8, spellcheck: 'false', 'aria-label': media.type, oninput: change })
      const set = value => { input.value = value === undefined ? '' : typeof value == 'string' ? value : jsonText(value, /ndjson|jsonl|json-?lines/.test(type) ? 0 : 2) }
      return { control: { node: input, input, get: () => input.value || undefined, set }, plain: true, isText: true, pick }
    }
    const known = control(schema, change, schema.properties || schema.additionalProperties ? 0 : 1)
    return { control: known, pick, json: jsonControl(schema, change, 14), plain: !isJson(type) || known.node.matches('textarea') }
  }
  // What a form has no place for is edited as JSON.
  const put = value => {
    const { control, json, plain } = made[at]
    control.set(value)
    raw = !plain && lost(value, control.get()) !== undefined
    if (raw) json.set(value)
  }
  const now = () => {
    if (!made[at]) {
      made[at] = build(all[at])
      if (all[at].value !== undefined) put(all[at].value)
    }
    return made[at]
  }
  // A body that has to be there may be an object without members.
  const get = () => { const { control, json } = now(); return raw ? json.get() : isNeeded ? filled(control) : control.get() }
  const tell = text => {
    const { control, json } = now(), { input } = raw ? json : control
    if (error.textContent != text) error.textContent = text
    input && (text ? input.setAttribute('aria-invalid', 'true') : input.removeAttribute('aria-invalid'))
    return text ? 1 : 0
  }
  const check = () => {
    const { control, json, isText } = now(), shown = raw ? json : control, schema = all[at].schema || {}
    const fault = shown.fault?.(), value = get()
    const count = shown.check && (fault || value !== undefined || isNeeded) ? shown.check() : 0
    let text = fault ? count ? '' : fault : value === undefined && isNeeded ? t('missing') : ''
    // Nobody reads a text of another kind here, such as XML, to compare it with the schema of what it says.
    if (!fault && value !== undefined && !(isText && typeOf(schema) != 'string')) {
      // What is inside of a group is told there.
      const found = problems(schema, value).filter(([path]) => !shown.check || !isObject(value) && !path)
      text = found.slice(0, 3).map(([path, text]) => path ? `${path}: ${text}` : text).join(' ')
    }
    return count + tell(text)
  }
  // Nothing of what stands there is lost on the way from one to the other.
  const toggle = small('', () => {
    const { control, json } = now()
    if (!raw) {
      if (control.fault?.()) { check(); reveal(holder); return }
      json.set(get())
      raw = true
    } else {
      const fault = json.fault(), value = json.get()
      if (!fault) control.set(value)
      const path = fault || value === undefined ? undefined : lost(value, control.get())
      if (fault || path !== undefined) {
        const known = path !== undefined && problems(all[at].schema || {}, value).find(([other]) => other == path)
        tell(fault || (known ? `${path}: ${known[1]}` : t('no_place', path || t('body'))))
        json.input.focus()
        return
      }
      raw = false
    }
    show()
    change()
  })
  const show = () => {
    const { control, json, plain, pick } = now(), shown = raw ? json : control
    picked.replaceChildren(pick || '')
    toggle.hidden = plain
    toggle.textContent = t(raw ? 'form' : 'JSON')
    error.textContent = ''
    if (shown.input) { shown.input.setAttribute('aria-label', t('body')); shown.input.setAttribute('aria-describedby', error.id) }
    holder.replaceChildren(shown.node)
  }
  show()
  for (const kind of ['input', 'click']) holder.addEventListener(kind, () => { if (error.textContent) check() })
  const secrets = new Set(all.flatMap(media => [...hiddenNames(media.schema, '', new Set())]))
  return {
    node: section(t('body'), 'body', make('div', { className: 'pg-line' }, all.length > 1 ? types : make('span', { className: 'pg-type' }, all[0].type), picked, toggle), holder, error),
    media: () => all[at], get, check, secrets,
    // In a text of another kind nothing has a name.
    kept: () => [at, secrets.size && now().isText || secrets.has('') ? undefined : get()],
    restore(place, value) {
      if (!all[place] || value == null) return
      at = place
      types.value = String(at)
      now()
      put(value)
      show()
    },
  }
}

const build = (button, data) => {
  const later = () => { cancelAnimationFrame(later.frame); later.frame = requestAnimationFrame(update) }
  const server = serverForm(data, later)
  const security = securityForm(data, later)
  const fields = (data.parameters || []).map(parameter => {
    const schema = parameterSchema(parameter), made = control(schema, later, 1)
    // A list or an object with nothing in it leaves nothing in an address.
    const get = () => { const value = made.get(); return isMany(value) && !parameter.json && !Object.keys(value).length ? undefined : value }
    return [parameter, row(parameter.name, schema, parameter.required, { ...made, get, empty: undefined }, later)]
  })
  const groups = ['path', 'query', 'header', 'cookie'].map(place => [place, fields.filter(([parameter]) => parameter.in == place).sort(([a], [b]) => !!b.required - !!a.required)]).filter(([, list]) => list.length)
  const body = bodyForm(data, later)
  const url = make('code', { id: 'api-playground-input', className: 'pg-url', tabindex: 0 })
  const answer = viewer()
  const notice = make('p', { className: 'pg-error pg-notice', role: 'alert' })
  let running
  const values = () => fields.map(([parameter, field]) => [parameter, field.get()])
  const place = `request ${location.pathname} ${data.method} ${data.path}`
  const keyed = parameter => `${parameter.in} ${parameter.name}`
  const secrets = body?.secrets || new Set()
  for (const [parameter] of fields) hiddenNames(parameter.schema, keyed(parameter), secrets)
  const keep = () => stored(place, [Object.fromEntries(values().map(([parameter, value]) => [keyed(parameter), value ?? null])), ...body?.kept() || []], (name, value) => value instanceof File || secrets.has(name) && name || SECRET.test(name) ? undefined : value)
  const [known, at, value] = stored(place) || [{}]
  try {
    // What was emptied stays empty.
    fields.forEach(([parameter, field]) => { const value = known[keyed(parameter)]; if (value !== undefined) field.set(value ?? undefined) })
    body?.restore(at, value)
  } catch {}
  const made = shown => {
    const made = request(data, server.get(), values(), security?.get(shown) || [], body?.media(), body?.get())
    made.digest = security?.digest(shown)
    made.custom = server.isCustom()
    return made
  }
  const socket = data.socket && socketPanel(data, () => { if (check()) return undefined; keep(); return made().url })
  const languages = languagesOf(data)
  const language = select(languages.map(name => [name]), { 'aria-label': t('language'), className: 'pg-input pg-language', onchange: () => { try { localStorage.setItem('tab', JSON.stringify([language.value, ...(JSON.parse(localStorage.getItem('tab')) || []).filter(name => name != language.value)].slice(0, 12))) } catch {} update() } })
  try { language.value = (JSON.parse(localStorage.getItem('tab')) || []).find(name => languages.includes(name)) || languages[0] } catch {}
  const code = make('pre', { className: 'pg-code pg-sample', tabindex: 0 })
  const noted = {}
  const update = () => {
    describe(dialog, noted)
    const now = made(true)
    const parts = now.url.split(/(\{[^{}]*\})/)
    url.replaceChildren(...parts.map((part, at) => at % 2 ? make('span', { className: 'path-parameter' }, part) : part))
    url.title = now.url
    if (!socket) code.textContent = SAMPLES[language.value](now)
  }
  const tell = count => { notice.textContent = count ? t('fix', count) : '' }
  const check = () => {
    const count = server.check() + fields.filter(([parameter, field]) => parameter.required || field.get() !== undefined || field.fault?.()).reduce((sum, [, field]) => sum + field.check(), 0) + (body?.check() || 0)
    tell(count)
    if (!count) return 0
    // What came back was the answer to another request.
    answer.note(t('no_answer'))
    reveal(dialog)
    return count
  }
  // What is right now is no longer told.
  const retell = () => { if (notice.textContent) tell(dialog.querySelectorAll('.pg-left [aria-invalid=true]').length) }
  let started = -1e3
  const run = async event => {
    // A second press of a double click, or of a hand that trembles, is not meant.
    if (event?.detail > 1) return
    if (socket) return socket.act()
    if (running) { if (event && (event.detail || performance.now() - started > 500)) running.abort(); return }
    if (check()) return
    keep()
    const now = made()
    const mine = running = new AbortController()
    go.textContent = t('stop')
    answer.note(t('sending'))
    answer.node.dataset.shown = ''
    started = performance.now()
    try {
      new URL(now.url)
      // What was asked, and nothing of what was filled in
      dispatchEvent(new CustomEvent('docs:event', { detail: { name: 'docs.api_playground.request', method: data.method, path: data.path } }))
      const got = await send(now, data, mine.signal)
      await answer.show(now, got, started)
    } catch (error) {
      if (mine.signal.aborted) { if (!answer.node.querySelector('.pg-log')) answer.note(t('stopped')) }
      else answer.fail(error instanceof TypeError && !/Invalid URL/.test(error.message) ? await explain(made(true), data) : make('p', {}, error.message))
    }
    running = undefined
    go.textContent = t('send')
    if (innerWidth < 900) answer.node.scrollIntoView({ block: 'nearest' })
  }
  const go = socket ? socket.connect : make('button', { type: 'button', className: 'pg-button pg-send', onclick: run, title: /Mac|iP/.test(navigator.platform) ? '⌘ ↵' : 'Ctrl ↵' }, t('send'))
  const shut = make('button', { type: 'button', className: 'pg-close', 'aria-label': t('close'), onclick: () => dialog.close() }, '✕')
  answer.note(t('no_answer'))
  const right = socket ? socket.right : [make('section', { className: 'pg-section' }, make('div', { className: 'pg-line' }, make('h3', {}, t('sample')), language, copier(() => code.textContent)), code), answer.node]
  const reset = small(t('reset'), () => {
    running?.abort()
    socket?.stop()
    try { sessionStorage.removeItem(place) } catch {}
    server.forget()
    dialog.remove()
    forms.delete(button)
    current = undefined
    open(button)
  })
  const title = make('h2', { id: fresh(), className: 'pg-hidden' }, `${t('playground')}: ${data.method} ${data.path}`)
  // Tools that record what readers do are told to look away.
  const unseen = { 'data-private': true, 'data-clarity-mask': 'True', 'data-hj-suppress': true, 'data-dd-privacy': 'hidden' }
  const dialog = make('dialog', { className: 'pg ph-no-capture fs-exclude', 'aria-labelledby': title.id, ...unseen },
    title,
    make('div', { className: 'pg-bar' }, picker(data.method), url, go, shut),
    make('div', { className: 'pg-main' },
      make('div', { className: 'pg-left' }, notice, server.node, security?.node, groups.map(([place, list]) => section(t(place), place, make('div', { className: 'pg-fields' }, list.map(([, field]) => field.node)))), body?.node, socket?.left, reset),
      make('div', { className: 'pg-right' }, right)))
  // A click beside the dialog closes it, but not one that began inside of it.
  let outside
  dialog.onpointerdown = event => { outside = event.target == dialog }
  dialog.onclick = event => { if (outside && event.target == dialog) { const box = dialog.getBoundingClientRect(); if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) dialog.close() } }
  dialog.onkeydown = event => {
    const isLine = event.target.matches('.pg-left input:not([type=checkbox], [type=file])') && !event.isComposing
    if (event.key == 'Enter' && !event.repeat && (event.metaKey || event.ctrlKey || isLine)) { event.preventDefault(); run() }
    event.stopPropagation()
  }
  dialog.onclose = () => {
    running?.abort()
    socket?.stop()
    document.documentElement.style.overflow = ''
    const address = new URL(location)
    if (address.searchParams.has('playground')) { address.searchParams.delete('playground'); history.replaceState(history.state, '', address) }
    button.focus()
  }
  // What was opened may have fields that nobody has described so far.
  dialog.addEventListener('toggle', later, true)
  dialog.addEventListener('input', retell)
  dialog.addEventListener('click', retell)
  update()
  document.body.append(dialog)
  return dialog
}
// A parameter whose value is a list or an object of unknown shape is written as text.
const parameterSchema = parameter => {
  const schema = { ...parameter.schema, ...(parameter.value !== undefined && { value: parameter.value }), ...(parameter.deprecated && { deprecated: true }) }
  // An empty part of a path is no part.
  if (parameter.in == 'path') schema.filled = true
  if (!parameter.json && !typesOf(schema).length && !schema.enum && !schema.oneOf && !schema.properties && !schema.items) schema.type = 'string'
  return schema
}

const realmOf = data => (data.servers || []).map(server => server.url).join(' ')
/** Opens the playground of a button. */
export const open = button => {
  if (current?.open) return
  if (!document.adoptedStyleSheets.includes(looks)) document.adoptedStyleSheets.push(looks)
  let dialog = forms.get(button)
  if (!dialog) {
    const data = readJson(button.parentElement.querySelector('.playground-data').textContent)
    words = data.texts || {}
    realm = realmOf(data)
    dialog = build(button, data)
    dialog.realm = realm
    forms.set(button, dialog)
  }
  current = dialog
  realm = dialog.realm
  const address = new URL(location)
  address.searchParams.set('playground', 'open')
  history.replaceState(history.state, '', address)
  document.documentElement.style.overflow = 'hidden'
  dialog.showModal()
  const first = dialog.querySelector('.pg-left > .pg-section ~ .pg-section :is(input:not([type=checkbox], [type=file]), textarea)')
  ;(first && innerWidth >= 900 ? first : dialog.querySelector('.pg-send')).focus()
}
