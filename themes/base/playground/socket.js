// The other kind of playground: a socket that stays open, and a log of what goes both ways (ASY-03).
const socketPanel = (data, address) => {
  let socket
  const log = make('ol', { className: 'pg-log', 'aria-live': 'polite', 'aria-label': t('log') })
  const entries = []
  const filter = make('input', { type: 'search', className: 'pg-input pg-search', placeholder: t('filter'), 'aria-label': t('filter'), oninput: () => entries.forEach(show) })
  const show = entry => { entry.node.hidden = !!filter.value && !entry.text.toLowerCase().includes(filter.value.toLowerCase()) }
  const put = (kind, text) => {
    const now = new Date()
    let shown = text
    try { shown = jsonText(readJson(text), 2) } catch {}
    const entry = { kind, text, time: now.toISOString(), node: make('li', { className: `pg-${kind}` }, make('span', { className: 'pg-time' }, `${{ sent: '↑', received: '↓', note: '·' }[kind]} `, make('time', { datetime: now.toISOString() }, now.toLocaleTimeString(undefined, { hour12: false }) + '.' + String(now.getMilliseconds()).padStart(3, '0'))), make('pre', {}, shown), kind != 'note' && copier(() => text, { className: 'pg-small pg-copy' })) }
    entries.push(entry)
    if (entries.length > 2000) entries.shift().node.remove()
    show(entry)
    log.append(entry.node)
    log.scrollTo(0, 1e9)
  }
  const protocol = make('input', { id: fresh(), className: 'pg-input', type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: 'chat, v1' })
  const message = make('textarea', { id: fresh(), className: 'pg-input pg-json', rows: 8, spellcheck: 'false' })
  const examples = data.messages || []
  const pick = select(examples.map((one, at) => [String(at), one.name]), { 'aria-label': t('example'), onchange: () => fill() })
  const fill = () => { const value = examples[+pick.value]?.value; message.value = value === undefined ? '' : typeof value == 'string' ? value : jsonText(value, 2) }
  fill()
  const error = make('p', { className: 'pg-error', role: 'alert' })
  const state = make('span', { className: 'pg-state', role: 'status' }, t('disconnected'))
  const connect = make('button', { type: 'button', className: 'pg-button pg-send', onclick: event => { if (event.detail < 2) socket ? socket.close() : start() } }, t('connect'))
  const out = small(t('send'), () => say(), { className: 'pg-button', disabled: true })
  const set = open => { connect.textContent = t(open ? 'disconnect' : 'connect'); state.textContent = t(open ? 'connected' : 'disconnected'); out.disabled = !open }
  const start = () => {
    error.textContent = ''
    const url = address()
    if (!url) return
    const protocols = protocol.value.split(',').map(one => one.trim()).filter(Boolean)
    try { socket = new WebSocket(url, protocols) } catch (problem) { error.textContent = problem.message; socket = undefined; return }
    connect.textContent = t('stop')
    put('note', `${t('connecting')} ${url}`)
    let opened = false
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => { opened = true; set(true); put('note', t('connected') + (socket.protocol ? ` (${socket.protocol})` : '')) }
    socket.onmessage = event => put('received', typeof event.data == 'string' ? event.data : `<${event.data.byteLength} B> ${hex(event.data).slice(0, 400)}`)
    socket.onclose = event => {
      put('note', `${t('disconnected')}: ${event.code}${event.reason ? ` ${event.reason}` : ''}`)
      if (!opened) error.textContent = location.protocol == 'https:' && url.startsWith('ws:') ? t('mixed', url) : t('socket_failed', url)
      socket = undefined
      set(false)
    }
  }
  const say = () => {
    if (socket?.readyState != 1) return
    error.textContent = ''
    const text = message.value
    // A message that is no JSON may begin like it.
    const example = examples[+pick.value]?.value
    if (/^\s*[[{]/.test(text) && (isMany(example) || !examples.length)) try { JSON.parse(text) } catch { error.textContent = where(text); return }
    socket.send(text)
    put('sent', text)
  }
  return {
    act: () => socket ? say() : start(), stop: () => { socket?.close() }, connect,
    left: make('div', {}, make('div', { className: 'pg-field' }, make('label', { htmlFor: protocol.id }, make('span', { className: 'pg-name' }, t('subprotocols')), make('span', { className: 'pg-type' }, 'Sec-WebSocket-Protocol')), protocol), (data.unsent || data.parameters.some(parameter => parameter.in == 'header')) && make('p', { className: 'pg-note' }, t('socket_headers'))),
    right: make('div', { className: 'pg-socket' }, make('div', { className: 'pg-line' }, state), error,
      make('section', { className: 'pg-section' }, make('h3', {}, t('message')), examples.length > 0 && pick, make('label', { htmlFor: message.id, className: 'pg-hidden' }, t('message')), message, make('div', { className: 'pg-line' }, out)),
      make('section', { className: 'pg-section' }, make('div', { className: 'pg-line' }, filter, copier(() => entries.filter(entry => !entry.node.hidden).map(entry => `${entry.time} ${entry.kind}: ${entry.text}`).join('\n'), { 'aria-label': t('copy_log') }), small(t('clear'), () => { entries.length = 0; log.replaceChildren() })), log)),
  }
}
