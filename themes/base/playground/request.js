// The request: what the form says, as an address, headers and a body. The same rules as the samples of the page.
const escape = text => encodeURIComponent(text).replace(/[!'()*]/g, c => '%' + c.charCodeAt(0).toString(16).toUpperCase()).replace(/%3A/g, ':')
const kept = text => escape(text).replace(/%(2F|3F|40|21|24|27|28|29|2A|2C|3B|3D)/g, decodeURIComponent)
const plain = value => value === null || value === undefined ? '' : isMany(value) ? jsonText(value) : String(value)
const shape = (style, explode, escaped) => {
  const text = value => escaped(plain(value))
  const between = { spaceDelimited: escaped(' '), pipeDelimited: escaped('|') }[style] || ','
  const joined = (value, between) => Array.isArray(value) ? value.map(text).join(between)
    : isObject(value) ? Object.entries(value).map(([name, value]) => escaped(name) + (explode ? '=' : between) + text(value)).join(between)
    : text(value)
  const deep = (name, value, pairs, depth) => {
    if (isObject(value) && depth < 8) Object.entries(value).forEach(([member, value]) => deep(`${name}[${member}]`, value, pairs, depth + 1))
    else if (Array.isArray(value) && depth < 8) value.forEach((one, at) => deep(`${name}[${isMany(one) ? at : ''}]`, one, pairs, depth + 1))
    else pairs.push([escaped(name), text(value)])
    return pairs
  }
  return {
    pairs(name, value) {
      if (style == 'deepObject' && isMany(value)) return deep(name, value, [], 0)
      if (Array.isArray(value) && explode) return value.map(one => [escaped(name), text(one)])
      if (isObject(value) && explode) return Object.entries(value).map(([member, value]) => [escaped(member), text(value)])
      return [[escaped(name), joined(value, between)]]
    },
    inline(name, value) {
      const many = isMany(value)
      const named = text => text === '' ? `;${name}` : `;${name}=${text}`
      if (style == 'label') return '.' + joined(value, many && explode ? '.' : ',')
      if (style == 'matrix' && Array.isArray(value) && explode) return value.map(one => named(text(one))).join('')
      if (style == 'matrix' && isObject(value) && explode) return ';' + joined(value, ';')
      if (style == 'matrix') return named(joined(value, ','))
      return joined(value, ',')
    },
  }
}
const styled = (written, usual, escaped) => {
  const style = written.style || usual
  return shape(style, written.explode ?? style == 'form', escaped)
}
const isJson = type => /^application\/json\s*(;|$)|\+json\s*(;|$)|^\*\/\*$/i.test(type)
const essence = type => type.split(';')[0].trim().toLowerCase()
// The usual type of those that a range names
const within = type => !type.includes('*') ? type : /^multipart/.test(type) ? 'multipart/form-data' : /^text/.test(type) ? 'text/plain' : type.includes('*+') ? type.replace(/.*\*\+/, 'application/') : /^(\*|application\/)/.test(type) ? 'application/json' : type

/** The request of the form. `credentials` are [place, name, value] triples. */
const request = (data, server, values, credentials, media, body) => {
  const made = { method: data.method, headers: [], cookies: [], body: { kind: 'none' } }
  const query = []
  // What stands behind "#" tells operations of one path apart.
  let path = data.path.split('#')[0]
  for (const [place, name, value] of credentials) {
    // What is there to be replaced stays readable; no secret looks like it.
    if (place == 'query') query.push([escape(name), value == '<api-key>' ? value : escape(value)])
    else if (place == 'cookie') made.cookies.push([name, value])
    else if (name) made.headers.push([name, value])
  }
  for (const [parameter, value] of values) {
    if (value === undefined) continue
    const at = parameter.in
    const usual = at == 'path' || at == 'header' ? 'simple' : 'form'
    const escaped = at == 'header' ? text => text : parameter.reserved ? kept : escape
    const written = parameter.json ? { style: usual, explode: false } : parameter
    const sent = parameter.json ? (typeof value == 'string' ? value : jsonText(value)) : value
    const how = styled(written, usual, escaped)
    if (at == 'path') path = path.replaceAll(`{${parameter.name}}`, () => how.inline(parameter.name, sent))
    else if (at == 'query') query.push(...how.pairs(parameter.name, sent))
    else if (at == 'cookie') made.cookies.push(...how.pairs(parameter.name, sent))
    else made.headers.push([parameter.name, how.inline(parameter.name, sent).replace(/[\r\n\0]/g, ' ')])
  }
  const pairs = query.map(([name, value]) => `${name}=${value}`).join('&')
  // The address of a channel often begins without the slash that paths have.
  if (/^[^/?#]/.test(path)) path = '/' + path
  made.url = server.replace(/\/+$/, '') + path + (pairs && (path.includes('?') ? '&' : '?') + pairs)
  if (media && body !== undefined) {
    made.body = bodyOf(media, body)
    const type = within(media.type)
    made.type = made.body.kind == 'multipart' ? '' : made.body.kind == 'form' ? 'application/x-www-form-urlencoded' : type.includes('*') ? body.type || 'application/octet-stream' : type
  }
  return made
}
const bodyOf = (media, body) => {
  const type = essence(within(media.type))
  if (body instanceof File) return { kind: 'file', file: body }
  if (type.startsWith('multipart/') && isMany(body)) {
    const named = Array.isArray(body) ? body.map(one => ['', one]) : Object.entries(body)
    const parts = named.flatMap(([name, value]) => {
      const written = media.encoding?.[name], kind = written?.contentType?.split(',')[0].trim()
      const hasFile = [value].flat().some(one => one instanceof File)
      if (!hasFile && (written?.style || written?.explode !== undefined)) return styled(written, 'form', text => text).pairs(name, value).map(([name, text]) => ({ name, text }))
      const one = value => value instanceof File ? { name, file: value, type: kind?.includes('*') ? undefined : kind }
        : isMany(value) ? { name, text: jsonText(value), type: kind || 'application/json' } : { name, text: kind && isJson(kind) ? jsonText(value) : plain(value), type: kind }
      return Array.isArray(value) ? value.map(one) : [one(value)]
    })
    return { kind: 'multipart', parts, as: type == 'multipart/form-data' ? '' : type }
  }
  if (type == 'application/x-www-form-urlencoded' && isObject(body)) {
    const pairs = Object.entries(body).flatMap(([name, value]) => {
      const written = media.encoding?.[name]
      const nested = value && (isObject(value) || Array.isArray(value) && value.some(isMany))
      const kind = written?.contentType
      return written?.style || written?.explode !== undefined || !nested && !(kind && isJson(kind)) ? styled(written || {}, 'form', text => text).pairs(name, value) : [[name, jsonText(value)]]
    })
    return { kind: 'form', pairs }
  }
  if (isJson(type) || typeof body != 'string') return { kind: 'json', value: body }
  return { kind: 'text', text: body }
}
// `FormData` gives whatever has a type the name of a file, and servers take a text for a file then. The boundary is that
// of samples; what is sent has one that nobody can have written into a part.
const BOUNDARY = 'boundary-7f3a9c'
const isTypedText = part => !part.file && part.type
const headOf = (part, boundary = BOUNDARY, as = 'form-data') => {
  const safe = text => text.replaceAll('"', '%22').replace(/[\r\n]/g, ' '), type = part.type || part.file && (part.file.type || 'application/octet-stream')
  const named = part.name && `Content-Disposition: ${as}; name="${safe(part.name)}"${part.file ? `; filename="${safe(part.file.name)}"` : ''}\r\n`
  return `--${boundary}\r\n${named}${type ? `Content-Type: ${type}\r\n` : ''}\r\n`
}
/** What no browser sends, and no `fetch` elsewhere. */
const isForbidden = made => /^(TRACE|TRACK|CONNECT)$/.test(made.method)
const hasRefusedBody = made => /^(GET|HEAD)$/.test(made.method) && made.body.kind != 'none'
/** What parts are made of, one behind the other. */
const piecesOf = (body, boundary) => [...body.parts.flatMap(part => [headOf(part, boundary, body.as ? 'attachment' : undefined), part.file || part.text, '\r\n']), `--${boundary}--\r\n`]
/** The body as `fetch` takes it. */
const payload = body => {
  if (body.kind == 'json') return jsonText(body.value)
  if (body.kind == 'text') return body.text
  if (body.kind == 'file') return body.file
  if (body.kind == 'form') return new URLSearchParams(body.pairs).toString()
  if (body.kind != 'multipart') return undefined
  if (body.as || body.parts.some(isTypedText)) {
    // In lower case, as the type of a blob is.
    const boundary = `docs-${hex(crypto.getRandomValues(new Uint8Array(16)))}`
    return new Blob(piecesOf(body, boundary), { type: `${body.as || 'multipart/form-data'}; boundary=${boundary}` })
  }
  const form = new FormData()
  for (const part of body.parts) {
    if (part.file) form.append(part.name, part.type ? new Blob([part.file], { type: part.type }) : part.file, part.file.name)
    else form.append(part.name, part.text)
  }
  return form
}
