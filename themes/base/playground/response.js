// Sending, and what comes back.
const sizeOf = bytes => bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
const FORBIDDEN = /^(accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*)$/i
const PROXY = '/_mintlify/api/request'
let proxied
/** Whether this site's host passes requests on. */
const hasProxy = () => proxied ??= fetch(PROXY, { method: 'HEAD' }).then(answer => answer.headers.get('x-docs-proxy') == '1', () => false)

const send = async (made, data, signal) => {
  const headers = new Headers()
  const skipped = [], unsayable = []
  // In a browser, these two have no body.
  const isBare = /^(GET|HEAD)$/.test(made.method)
  if (isBare && made.body.kind != 'none') skipped.push(t('body'))
  for (const [name, value] of [...made.headers, ...(made.type && !isBare ? [['Content-Type', made.type]] : [])]) {
    if (FORBIDDEN.test(name)) skipped.push(name)
    else try { headers.append(name, value) } catch { (/[^\t -~\x80-\xff]/.test(value) ? unsayable : skipped).push(name) }
  }
  if (made.cookies.length) skipped.push('Cookie')
  const body = isBare ? undefined : payload(made.body)
  const options = { method: made.method, headers, body, signal, credentials: data.credentials ? 'include' : 'omit', redirect: 'follow', cache: 'no-store' }
  const through = data.proxy !== false && !made.custom && new URL(made.url, location.href).origin != location.origin && await hasProxy()
  const go = () => {
    if (!through) return fetch(made.url, options)
    const passed = new Headers(headers)
    passed.set('x-docs-target', made.url)
    if (made.cookies.length) passed.set('x-docs-cookie', made.cookies.map(pair => pair.join('=')).join('; '))
    return fetch(PROXY, { ...options, headers: passed, credentials: 'omit' })
  }
  let response = await go()
  const asked = made.digest && response.status == 401, question = response.headers.get('www-authenticate')
  const unasked = asked && !/^digest/i.test(question)
  if (asked && !unasked) {
    headers.set('Authorization', await digest(question, made, made.digest))
    response = await go()
  }
  return { response, skipped: through ? skipped.filter(name => name != 'Cookie') : skipped, unsayable, unasked }
}

/** Why a request got no answer, as far as a page can find out. */
const explain = async (made, data) => {
  const url = new URL(made.url, location.href)
  const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  const part = make('div', { className: 'pg-why' })
  // Whatever the server allows
  if (isForbidden(made)) part.append(make('p', {}, t('skipped', made.method)))
  else if (!navigator.onLine) part.append(make('p', {}, t('offline')))
  else if (location.protocol == 'https:' && url.protocol == 'http:' && !loopback) part.append(make('p', {}, t('mixed', url.origin)))
  else {
    // An answer that may not be read says at least that there is a server.
    const reached = await fetch(url.origin + '/', { mode: 'no-cors', method: 'HEAD', credentials: 'omit', cache: 'no-store' }).then(() => true, () => false)
    if (!reached) part.append(make('p', {}, t('unreachable', url.origin)))
    else {
      const named = [...new Set(made.headers.map(([name]) => name.toLowerCase()).concat(made.type && !/^(text\/plain|application\/x-www-form-urlencoded)$/.test(made.type) ? 'content-type' : []))].filter(name => !/^(accept|accept-language|content-language)$/.test(name))
      const lines = [`Access-Control-Allow-Origin: ${location.origin}`]
      if (!/^(GET|HEAD|POST)$/.test(made.method)) lines.push(`Access-Control-Allow-Methods: ${made.method}`)
      if (named.length) lines.push(`Access-Control-Allow-Headers: ${named.join(', ')}`)
      if (data.credentials) lines.push('Access-Control-Allow-Credentials: true')
      part.append(make('p', {}, t('cors', url.origin)), make('pre', { className: 'pg-code' }, lines.join('\n')))
      if (lines.length > 1) part.append(make('p', {}, t('cors_preflight')))
    }
  }
  const command = curl(made)
  part.append(make('p', {}, t('try_curl'), ' ', copier(() => command)), make('pre', { className: 'pg-code' }, command))
  return part
}

/** Hands over the body of an answer as it comes. */
const pour = async (response, take) => {
  const reader = response.body?.getReader()
  for (let part; reader && !(part = await reader.read()).done;) take(part.value)
}
/** What reads the bytes of an answer: in the charset that it names, as far as the browser knows it. */
const decoderOf = type => { try { return new TextDecoder(/charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]) } catch { return new TextDecoder() } }

const viewer = () => {
  const status = make('div', { className: 'pg-status', role: 'status' })
  const body = make('div', { className: 'pg-answer' })
  const tools = make('div', { className: 'pg-line' })
  const node = make('section', { className: 'pg-response', 'aria-label': t('response') }, status, tools, body)
  let links = []
  const clear = () => { links.forEach(link => URL.revokeObjectURL(link)); links = []; tools.replaceChildren(); body.replaceChildren(); status.replaceChildren() }
  const blobUrl = blob => { const link = URL.createObjectURL(blob); links.push(link); return link }
  // Without a type, it can only be saved: a document would have the rights of this site.
  const saving = (pieces, file, label = t('download')) => {
    const link = make('a', { className: 'pg-small', href: '#', download: file, onclick: () => { link.href = blobUrl(new Blob(pieces, { type: 'application/octet-stream' })) } }, label)
    return link
  }
  const tabs = (list, at = 0) => {
    const bar = make('div', { role: 'tablist', className: 'pg-tabs', 'data-sync': 'false' })
    const buttons = list.map(([title], index) => make('button', { type: 'button', role: 'tab', id: fresh(), onclick: () => show(index) }, title))
    const panel = make('div', { role: 'tabpanel', tabindex: 0, className: 'pg-panel' })
    const show = index => {
      buttons.forEach((button, other) => { button.ariaSelected = String(other == index); button.tabIndex = other == index ? 0 : -1 })
      panel.setAttribute('aria-labelledby', buttons[index].id)
      panel.replaceChildren(list[index][1]())
    }
    bar.onkeydown = event => {
      const now = buttons.indexOf(document.activeElement), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!step || now < 0) return
      const next = (now + step + buttons.length) % buttons.length
      show(next)
      buttons[next].focus()
    }
    bar.append(...buttons)
    show(at)
    body.replaceChildren(bar, panel)
  }
  const summary = (response, took, size) => {
    // A proxy has followed what leads elsewhere.
    const source = response.redirected ? response.url : response.headers.get('x-docs-source')
    status.replaceChildren(
      make('strong', { className: response.ok ? 'pg-good' : 'pg-bad' }, `${response.status} ${response.statusText}`.trim()), make('span', {}, `${Math.round(took)} ms`), make('span', {}, size === undefined ? '' : sizeOf(size)), source ? make('span', {}, t('redirected', source)) : '')
  }
  const headersTable = response => make('dl', { className: 'pg-headers' }, [...response.headers].map(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]), ![...response.headers].length && make('p', {}, t('no_headers')))
  return {
    node, clear,
    note: text => { clear(); status.textContent = text },
    fail(part) {
      clear()
      status.append(make('strong', { className: 'pg-bad' }, t('failed')))
      body.append(part)
      const example = documented()
      if (example) tools.append(small(t('use_example'), () => {
        clear()
        status.append(make('strong', {}, example.title), make('span', {}, t('is_example')))
        tools.append(copier(() => example.text))
        const list = [[t('raw'), () => rawText(example.text)]]
        try { const value = readJson(example.text); list.unshift([t('pretty'), () => jsonTree(value)]) } catch {}
        tabs(list)
        body.querySelector('[role=tab]').focus()
        // Why it is only an example
        body.append(part)
      }))
    },
    async show(made, { response, skipped, unsayable, unasked }, started) {
      clear()
      const type = essence(response.headers.get('content-type') || '')
      const remark = [skipped.length && t('skipped', skipped.join(', ')), unsayable.length && t('skipped_value', unsayable.join(', ')), unasked && t('digest_note')].filter(Boolean).join(' ')
      const remarks = remark && make('p', { className: 'pg-note' }, remark)
      const stream = type == 'text/event-stream' || /(nd|jsonl|json-seq|x-)json|jsonlines|jsonl|json-seq|ndjson/.test(type)
      if (stream && response.body) { await live(response, type, started, remarks); return }
      const chunks = []
      let broken
      // What broke off on the way is no answer that was refused, and what came of it is worth reading.
      try { await pour(response, chunk => chunks.push(chunk)) } catch (error) {
        if (error.name == 'AbortError') throw error
        broken = make('p', { className: 'pg-error' }, error.message)
      }
      const blob = new Blob(chunks, { type: response.headers.get('content-type') || '' })
      summary(response, performance.now() - started, blob.size)
      const name = decodeURIComponent(new URL(made.url, location.href).pathname.split('/').pop() || 'response')
      const media = /^(image|audio|video)\//.exec(type)?.[1]
      const text = media || type == 'application/pdf' ? '' : decoderOf(response.headers.get('content-type')).decode(await blob.arrayBuffer())
      // Signs that no text has; or bytes that are none, where nobody says that they are
      const isBinary = /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text.slice(0, 2000)) || type == 'application/octet-stream' && text.includes('\ufffd')
      const given = /filename\s*=\s*"?([^";]+)/i.exec(response.headers.get('content-disposition') || '')?.[1].trim()
      const kind = { 'image/jpeg': 'jpg', 'audio/mpeg': 'mp3' }[type] || media && type.replace(/^.*\/(x-)?|\+.*$/g, '') || /\b(json|xml|html|csv|pdf|zip)$/.exec(type)?.[1] || (isBinary ? 'bin' : 'txt')
      const file = given || (/\./.test(name) ? name : `${name}.${kind}`)
      const save = label => saving([blob], file, label)
      tools.append(save(t('download')))
      const headers = [t('headers'), () => headersTable(response)]
      const list = []
      if (media) list.push([t('preview'), () => media == 'image' ? make('img', { src: blobUrl(blob), alt: t('preview'), className: 'pg-media' }) : make(media, { src: blobUrl(blob), controls: true, className: 'pg-media' })])
      else if (type == 'application/pdf') list.push([t('preview'), () => make('iframe', { src: blobUrl(blob), title: t('preview'), className: 'pg-media pg-pdf' })])
      else if (isBinary) list.push([t('file'), () => make('p', { className: 'pg-note' }, save(file), ` ${sizeOf(blob.size)}`)])
      else if (blob.size) {
        tools.prepend(copier(() => text))
        // What is too deep for that is shown as it came.
        if (/json/.test(type) || /^\s*[[{]/.test(text.slice(0, 200))) try {
          const value = readJson(text), parts = described(response.status, type), marks = parts && differences(parts, value)
          list.push([t('pretty'), () => jsonTree(value, marks)])
        } catch {}
        list.push([t('raw'), () => rawText(text)])
      } else list.push([t('raw'), () => make('p', { className: 'pg-note' }, t('empty'))])
      tabs([...list, headers])
      for (const part of [remarks, broken]) if (part) body.prepend(part)
    },
  }
  async function live(response, type, started, remarks) {
    const log = make('ol', { className: 'pg-log', 'aria-live': 'polite' })
    let size = 0, rest = '', count = 0, whole = ''
    const chunks = []
    tabs([[t('events'), () => log], [t('raw'), () => rawText(whole)], [t('headers'), () => headersTable(response)]])
    if (remarks) body.prepend(remarks)
    tools.append(copier(() => whole), saving(chunks, type == 'text/event-stream' ? 'events.txt' : 'events.jsonl'))
    const put = (data, kind) => {
      let shown = data
      try { shown = jsonText(readJson(data), 2) } catch {}
      count += 1
      if (log.childElementCount > 2000) log.firstChild.remove()
      // Who has scrolled up is reading.
      const follows = log.scrollHeight - log.scrollTop - log.clientHeight < 40
      log.append(make('li', {}, make('span', { className: 'pg-time' }, `${Math.round(performance.now() - started)} ms`, kind && ` ${kind}`), make('pre', {}, shown)))
      if (follows) log.scrollTo(0, 1e9)
    }
    const event = block => {
      const lines = block.split(/\r\n|\r|\n/), kind = lines.find(line => line.startsWith('event:'))?.slice(6).trim()
      const data = lines.filter(line => line.startsWith('data:')).map(line => line.slice(5).replace(/^ /, '')).join('\n')
      if (data || kind) put(data, kind)
    }
    const decoder = decoderOf(type == 'text/event-stream' ? '' : response.headers.get('content-type'))
    const tell = () => summary(response, performance.now() - started, size)
    tell()
    try {
      await pour(response, value => {
        size += value.length
        // Of one that does not end, the beginning is kept
        if (size < 5e7) chunks.push(value)
        const text = decoder.decode(value, { stream: true })
        if (whole.length < 5e6) {
          whole += text
          // One that is large is shown in pieces.
          body.querySelector('.pg-panel > .pg-raw')?.append(text)
        }
        rest += text
        const parts = rest.split(type == 'text/event-stream' ? /\r\n\r\n|\n\n|\r\r/ : /\r?\n/)
        rest = parts.pop()
        parts.forEach(part => part.trim() && (type == 'text/event-stream' ? event(part) : put(part.replace(/^\x1e/, ''))))
        tell()
      })
      if (rest.trim()) type == 'text/event-stream' ? event(rest) : put(rest.replace(/^\x1e/, ''))
    } catch (error) {
      if (error.name == 'AbortError') throw error
      log.append(make('li', { className: 'pg-error' }, error.message))
    } finally { tell(); status.append(make('span', {}, t('events_count', count))) }
  }
}

// Large texts in pieces: a reader scrolls to the next one.
const rawText = text => {
  const STEP = 200000, box = make('pre', { className: 'pg-code pg-raw' }, text.slice(0, STEP))
  let at = STEP
  if (text.length <= STEP) return box
  const more = small(t('more'), () => { box.append(text.slice(at, at += STEP)); if (at >= text.length) more.remove() })
  return make('div', {}, box, more)
}
// JSON to fold; members are made when they are opened, so that a large answer costs what is seen of it.
const jsonTree = (value, marks) => {
  const MANY = 100, MOST = 200, tree = make('div', { className: 'pg-tree' })
  const leaf = value => make('span', { className: `pg-${value === null ? 'null' : isNumber(value) ? 'number' : typeof value}` }, jsonText(value))
  const item = (name, value, open, isExtra) => {
    const key = name === undefined ? '' : [make('span', { className: 'pg-key' }, typeof name == 'number' ? `${name}: ` : `${JSON.stringify(name)}: `), isExtra && make('span', { className: 'pg-mark' }, t('undescribed'))]
    if (!isMany(value)) return make('div', { className: 'pg-leaf' }, key, leaf(value))
    const entries = Array.isArray(value) ? value.map((one, at) => [at, one]) : Object.entries(value)
    const [start, end] = Array.isArray(value) ? '[]' : '{}'
    const mark = marks?.get(value)
    if (!entries.length && !mark) return make('div', { className: 'pg-leaf' }, key, start + end)
    const box = make('div', { className: 'pg-members' })
    const details = make('details', { open: open > 0 }, make('summary', {}, key, start, make('span', { className: 'pg-count' }, entries.length), end), box)
    const fill = () => {
      if (box.childElementCount) return
      const put = from => {
        box.append(...entries.slice(from, from + MANY).map(([name, one]) => item(name, one, open - 1, mark?.extra.has(name))))
        if (from + MANY < entries.length) { const more = small(`${t('more')} (${entries.length - from - MANY})`, () => { more.remove(); put(from + MANY) }); box.append(more) }
      }
      put(0)
      mark?.missing.forEach(name => box.append(make('div', { className: 'pg-leaf' }, make('span', { className: 'pg-key' }, `${JSON.stringify(name)}: `), make('span', { className: 'pg-mark' }, t('absent')))))
    }
    if (open > 0) fill()
    details.addEventListener('toggle', fill)
    return details
  }
  const search = make('input', { type: 'search', className: 'pg-input pg-search', placeholder: t('search'), 'aria-label': t('search') })
  const count = make('span', { className: 'pg-note', role: 'status' })
  const paint = () => {
    const word = search.value.trim().toLowerCase()
    count.textContent = ''
    if (!word) return tree.replaceChildren(item(undefined, value, 3))
    const found = []
    const walk = (one, path) => {
      if (found.length >= MOST) return
      if (isMany(one)) return Object.entries(one).forEach(([name, below]) => {
        const here = Array.isArray(one) ? `${path}[${name}]` : path ? `${path}.${name}` : name
        if (!Array.isArray(one) && name.toLowerCase().includes(word) && isMany(below)) found.push([here, below])
        else if (!Array.isArray(one) && name.toLowerCase().includes(word)) return found.push([here, below])
        walk(below, here)
      })
      if (String(one).toLowerCase().includes(word)) found.push([path, one])
    }
    walk(value, '')
    count.textContent = t('found', found.length < MOST ? found.length : `${MOST}+`)
    tree.replaceChildren(...found.map(([path, one]) => make('div', { className: 'pg-hit' }, small(path || '$', () => navigator.clipboard?.writeText(path), { title: t('copy') }), item(undefined, one, 1))))
  }
  search.oninput = paint
  paint()
  const all = [...marks?.values() || []], sum = of => all.reduce((sum, mark) => sum + of(mark), 0)
  return make('div', {}, make('div', { className: 'pg-line' }, search, count), all.length ? make('p', { className: 'pg-note' }, t('compared', sum(mark => mark.extra.size), sum(mark => mark.missing.length))) : '', tree)
}
