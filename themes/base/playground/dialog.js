// The dialog that holds all of it.
const looks = new CSSStyleSheet()
looks.replaceSync(STYLES)
const forms = new Map()
const chosenServer = {}
let current

const section = (title, ...parts) => make('section', { className: 'pg-section' }, make('h3', {}, title), parts)

const mayBeEmpty = variable => variable?.default === '' || !!variable?.enum?.includes('')
const serverForm = (data, change) => {
  const servers = data.servers || []
  const values = chosenServer[JSON.stringify(servers)] ||= { at: 0, custom: '', variables: {} }
  const choice = select([...servers.map((server, at) => [String(at), server.description ? `${server.url} – ${server.description}` : server.url]), ['custom', t('custom_server')]], { 'aria-label': t('server'), value: String(values.at), onchange: () => { values.at = choice.value; show(); change() } })
  choice.value = String(values.at)
  // Two servers may have a variable of one name, and each has its own value.
  const of = at => values.variables[at] ||= {}
  const custom = make('input', { className: 'pg-input', type: 'url', placeholder: 'http://localhost:3000', 'aria-label': t('custom_server'), value: values.custom, oninput: () => { const text = custom.value.trim(); values.custom = /^(localhost|[\w-]+(\.[\w-]+)+)(:\d+)?(\/|$)/.test(text) ? `http${/^(localhost|[\d.]+(:|\/|$))/.test(text) ? '' : 's'}://${text}` : text; change() } })
  const holder = make('div', { className: 'pg-pair' })
  const show = () => {
    if (choice.value == 'custom') return holder.replaceChildren(custom)
    const server = servers[+choice.value], own = of(choice.value)
    holder.replaceChildren(...Object.entries(server?.variables || {}).map(([name, variable]) => {
      const id = fresh()
      own[name] ??= [window.mintlify?.api.playground.serverVariables[name], variable.default, ''].find(value => value !== undefined && (!variable.enum || variable.enum.map(String).includes(String(value)))) ?? variable.enum[0]
      const set = event => { own[name] = event.target.value; change() }
      const input = variable.enum ? select(variable.enum.map(value => [String(value), value === '' ? t('none') : undefined]), { id, onchange: set }) : make('input', { id, className: 'pg-input', type: 'text', oninput: set })
      input.value = own[name]
      return make('div', { className: 'pg-field' }, make('label', { htmlFor: id }, make('span', { className: 'pg-name' }, name)), input)
    }))
  }
  addEventListener('mintlify:server-variables', event => { servers.forEach((server, at) => Object.assign(of(at), event.detail)); show(); change() })
  show()
  return {
    node: section(t('server'), choice, holder),
    // A proxy knows the servers of the description only.
    isCustom: () => choice.value == 'custom',
    fault: () => choice.value == 'custom' && !(URL.canParse(values.custom) && /^(https?|wss?):/.test(values.custom)) ? (custom.focus(), t('format', 'https://…')) : '',
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
  let at = 0
  const holder = make('div')
  const choice = select(options.map((option, at) => [String(at), option.join(' + ') || t('none')]), { 'aria-label': t('authorization'), onchange: () => { at = +choice.value; show(); change() } })
  const show = () => holder.replaceChildren(...options[at].filter(name => data.schemes?.[name]).map(name => make('div', { className: 'pg-scheme', 'data-scheme': name }, authForm(name, data.schemes[name], change))))
  const box = make('input', { type: 'checkbox', checked: remembered, onchange: () => { remembered = box.checked; remember() } })
  const clear = small(t('forget'), () => { known.forEach(name => { delete secrets[owned(name)] }); remember(); show(); change() })
  show()
  return {
    node: section(t('authorization'), options.length > 1 && choice, holder, make('div', { className: 'pg-line pg-keep' }, make('label', {}, box, ' ', t('remember')), clear)),
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
  const all = data.body.media
  let at = Math.max(all.findIndex(media => isJson(media.type)), 0), raw = false
  const made = []
  const holder = make('div')
  const error = make('p', { className: 'pg-error', 'aria-live': 'polite', id: fresh() })
  const types = select(all.map((media, at) => [String(at), media.type]), { 'aria-label': t('media_type'), onchange: () => { at = +types.value; raw = false; show(); change() } })
  types.value = String(at)
  const build = media => {
    const schema = media.schema || {}, type = essence(within(media.type))
    const structured = isJson(type) || type.startsWith('multipart/') || type == 'application/x-www-form-urlencoded'
    if (isFile(schema)) return { control: fileControl(change), plain: true }
    if (!structured) {
      const input = make('textarea', { id: fresh(), className: 'pg-input pg-json', rows: 8, spellcheck: 'false', 'aria-label': media.type, oninput: change })
      const set = value => { input.value = value === undefined ? '' : typeof value == 'string' ? value : jsonText(value, /ndjson|jsonl|json-?lines/.test(type) ? 0 : 2) }
      set(media.value)
      return { control: { node: input, input, get: () => input.value || undefined, set }, plain: true, isText: true }
    }
    const known = control(schema, change, schema.properties || schema.additionalProperties ? 0 : 1, t('body'))
    if (media.value !== undefined) known.set(media.value)
    const json = jsonControl(schema, change, 14)
    return { control: known, json, plain: !isJson(type) || known.node.matches('textarea') }
  }
  const now = () => made[at] ||= build(all[at])
  // A body that has to be there may be an object without members.
  const formed = control => data.body.required ? filled(control) : control.get()
  const toggle = small('JSON', () => {
    const { control, json } = now()
    if (!raw) { json.set(formed(control)); raw = true }
    else { const fault = json.fault(); if (fault) { error.textContent = fault; json.input.focus(); return } control.set(json.get()); raw = false }
    show()
    change()
  }, { 'aria-pressed': 'false' })
  const show = () => {
    const { control, json, plain } = now()
    toggle.hidden = plain
    toggle.setAttribute('aria-pressed', raw)
    error.textContent = ''
    const shown = raw ? json : control
    if (shown.input) { shown.input.setAttribute('aria-label', t('body')); shown.input.setAttribute('aria-describedby', error.id) }
    holder.replaceChildren(shown.node)
  }
  show()
  return {
    node: section(t('body'), make('div', { className: 'pg-line' }, all.length > 1 ? types : make('span', { className: 'pg-type' }, all[0].type), toggle), holder, error),
    media: () => all[at],
    at: () => at,
    restore(place, value) {
      if (!all[place] || value == null) return
      at = place
      types.value = String(at)
      show()
      now().control.set(value)
    },
    get: () => { const { control, json } = now(); return raw ? json.get() : formed(control) },
    check() {
      const { control, json, isText } = now(), shown = raw ? json : control, value = raw ? json.get() : formed(control)
      let text = shown.fault?.() || (value === undefined && data.body.required ? t('missing') : '')
      let count = !raw && control.check && !(value === undefined && !data.body.required) ? control.check() : 0
      // Nobody reads a text of another kind here, such as XML, to compare it with the schema of what it says.
      if (!text && value !== undefined && !(isText && typeOf(all[at].schema || {}) != 'string')) {
        // What is inside of a group is told there.
        const found = problems(all[at].schema || {}, value).filter(([path]) => raw || !control.check || Array.isArray(value) && !path)
        if (found.length) text = found.slice(0, 3).map(([path, text]) => path ? `${path}: ${text}` : text).join(' ')
      }
      error.textContent = text
      shown.input && (text ? shown.input.setAttribute('aria-invalid', 'true') : shown.input.removeAttribute('aria-invalid'))
      return count + (text ? 1 : 0)
    },
  }
}

// What was last sent from a page is filled in again after a reload, in the same tab. Files, and what looks like a secret, are not kept.
const SECRET = /pass(word|phrase)?$|secret|token$|api[-_ ]?key|authori|credential|^cookie /i

const build = (button, data) => {
  const later = () => { cancelAnimationFrame(later.frame); later.frame = requestAnimationFrame(update) }
  const server = serverForm(data, later)
  const security = securityForm(data, later)
  const fields = (data.parameters || []).map(parameter => [parameter, row(parameter.name, parameter.schema || { type: 'string' }, parameter.required, { ...parameterControl(parameter, later), empty: undefined })])
  const groups = ['path', 'query', 'header', 'cookie'].map(place => [place, fields.filter(([parameter]) => parameter.in == place)]).filter(([, list]) => list.length)
  const body = bodyForm(data, later)
  const url = make('code', { id: 'api-playground-input', className: 'pg-url', tabindex: 0 })
  const answer = viewer()
  const notice = make('p', { className: 'pg-error pg-notice', role: 'alert' })
  let running
  const values = () => fields.map(([parameter, field]) => [parameter, field.get()])
  const place = `request ${location.pathname} ${data.method} ${data.path}`
  const keyed = parameter => `${parameter.in} ${parameter.name}`
  const keep = () => {
    const hidden = [...dialog.querySelectorAll('input[type=password]')].map(input => input.value)
    const plain = (name, value) => value instanceof File || SECRET.test(name) || value && hidden.includes(value) ? undefined : value
    try { sessionStorage.setItem(place, jsonText([Object.fromEntries(values().map(([parameter, value]) => [keyed(parameter), value ?? null])), body?.at(), body?.get()], 0, plain)) } catch {}
  }
  try {
    const [known, at, value] = readJson(sessionStorage.getItem(place)) || [{}]
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
  const socket = data.socket && socketPanel(data, () => check() ? undefined : made().url)
  const languages = languagesOf(data)
  const language = select(languages.map(name => [name]), { 'aria-label': t('language'), className: 'pg-input pg-language', onchange: () => { try { localStorage.setItem('tab', JSON.stringify([language.value, ...(JSON.parse(localStorage.getItem('tab')) || []).filter(name => name != language.value)].slice(0, 12))) } catch {} update() } })
  try { language.value = (JSON.parse(localStorage.getItem('tab')) || []).find(name => languages.includes(name)) || languages[0] } catch {}
  const code = make('pre', { className: 'pg-code pg-sample', tabindex: 0 })
  const update = () => {
    const now = made(true)
    const parts = now.url.split(/(\{[^{}]*\})/)
    url.replaceChildren(...parts.map((part, at) => at % 2 ? make('span', { className: 'path-parameter' }, part) : part))
    url.title = now.url
    if (!socket) code.textContent = SAMPLES[language.value](now)
  }
  const check = () => {
    const count = fields.filter(([parameter, field]) => parameter.required || field.get() !== undefined || field.fault?.()).reduce((sum, [, field]) => sum + field.check(), 0) + (body?.check() || 0)
    notice.textContent = count ? t('fix', count) : ''
    if (count) {
      const wrong = dialog.querySelector('[aria-invalid=true]')
      for (let node = wrong; node && node != dialog; node = node.parentElement) if (node.localName == 'details') node.open = true
      ;(wrong?.matches('input,select,textarea') ? wrong : wrong?.querySelector('input,select,textarea,button'))?.focus()
    }
    return count
  }
  const run = async () => {
    if (socket) return socket.act()
    if (running) return running.abort()
    const fault = server.fault()
    if (fault) { notice.textContent = `${t('custom_server')}: ${fault}`; return }
    if (check()) return
    keep()
    const now = made()
    const mine = running = new AbortController()
    go.textContent = t('stop')
    answer.note(t('sending'))
    answer.node.dataset.shown = ''
    const started = performance.now()
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
  const right = socket ? socket.right : [make('section', { className: 'pg-section' }, make('div', { className: 'pg-line' }, make('h3', {}, t('sample')), language, small(t('copy'), event => navigator.clipboard?.writeText(code.textContent).then(() => { event.target.textContent = t('copied'); setTimeout(() => { event.target.textContent = t('copy') }, 1600) }))), code), answer.node]
  const title = make('h2', { id: fresh(), className: 'pg-hidden' }, `${t('playground')}: ${data.method} ${data.path}`)
  // Tools that record what readers do are told to look away.
  const unseen = { 'data-private': true, 'data-clarity-mask': 'True', 'data-hj-suppress': true, 'data-dd-privacy': 'hidden' }
  const dialog = make('dialog', { className: 'pg ph-no-capture fs-exclude', 'aria-labelledby': title.id, ...unseen },
    title,
    make('div', { className: 'pg-bar' }, picker(data.method), url, go, shut),
    make('div', { className: 'pg-main' },
      make('div', { className: 'pg-left' }, notice, server.node, security?.node, groups.map(([place, list]) => section(t(place), make('div', { className: 'pg-fields' }, list.map(([, field]) => field.node)))), body?.node, socket?.left),
      make('div', { className: 'pg-right' }, right)))
  // A click beside the dialog closes it, but not one that began inside of it.
  let outside
  dialog.onpointerdown = event => { outside = event.target == dialog }
  dialog.onclick = event => { if (outside && event.target == dialog) { const box = dialog.getBoundingClientRect(); if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) dialog.close() } }
  dialog.onkeydown = event => {
    if (event.key == 'Enter' && (event.metaKey || event.ctrlKey)) { event.preventDefault(); run() }
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
  update()
  document.body.append(dialog)
  return dialog
}
// A parameter whose value is a list or an object of unknown shape is written as text.
const parameterControl = (parameter, change) => {
  const schema = { ...parameter.schema }
  if (parameter.value !== undefined) schema.value = parameter.value
  // An empty part of a path is no part.
  if (parameter.in == 'path') schema.filled = true
  if (!parameter.json && !typesOf(schema).length && !schema.enum && !schema.oneOf && !schema.properties && !schema.items) schema.type = 'string'
  return control(schema, change, 1, parameter.name)
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
