// A server on the loopback for tests of the playground: an API that says what it was asked, an authorization server, streams, and
// a WebSocket that echoes. No packages.
import crypto from 'node:crypto'
import http from 'node:http'

/** Starts the server; `asked` holds the requests in order. */
export async function apiServer() {
  const asked = []
  let codes = {}
  let polls = 0
  const sockets = new Set()
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url, 'http://host')
    const origin = request.headers.origin
    const cors = { 'access-control-allow-origin': origin || '*', 'access-control-allow-credentials': 'true', 'access-control-allow-headers': request.headers['access-control-request-headers'] || '*', 'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS', 'access-control-expose-headers': 'x-answer, www-authenticate', 'cache-control': 'no-store' }
    if (/^\/(closed|quiet)/.test(url.pathname)) cors['access-control-expose-headers'] = ''
    if (url.pathname.startsWith('/closed')) for (const name of Object.keys(cors)) delete cors[name]
    if (request.method == 'OPTIONS') return response.writeHead(url.pathname.startsWith('/closed') ? 403 : 204, cors).end()
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const entry = { method: request.method, path: url.pathname, search: url.search, query: [...url.searchParams], headers: request.headers, body: body.toString('latin1'), text: body.toString() }
    if (url.pathname != '/') asked.push(entry)
    const say = (status, type, text, more = {}) => response.writeHead(status, { ...cors, 'content-type': type, ...more }).end(text)
    const json = (value, status = 200) => say(status, 'application/json', JSON.stringify(value))
    const fields = new URLSearchParams(entry.text)
    switch (url.pathname.replace('/headed', '')) {
      case '/authorize': {
        const code = crypto.randomUUID()
        codes[code] = url.searchParams.get('code_challenge')
        const back = new URL(url.searchParams.get('redirect_uri'))
        if (url.searchParams.get('client_id') == 'refused') back.searchParams.set('error', 'access_denied')
        else back.searchParams.set('code', code)
        back.searchParams.set('state', url.searchParams.get('state'))
        return say(200, 'text/html', `<title>Sign in</title><a id="allow" href="${back.href.replaceAll('&', '&amp;')}">Allow</a>${url.searchParams.get('client_id') == 'waits' ? '' : '<script>allow.click()</script>'}`)
      }
      case '/token': {
        const kind = fields.get('grant_type')
        if (kind == 'authorization_code') {
          const sum = crypto.createHash('sha256').update(fields.get('code_verifier') || '').digest('base64url')
          if (codes[fields.get('code')] != sum) return json({ error: 'invalid_grant' }, 400)
          return json({ access_token: 'token-by-code', expires_in: 600 })
        }
        if (kind == 'client_credentials') return fields.get('client_secret') == 'right' ? json({ access_token: 'token-by-client' }) : json({ error: 'invalid_client', error_description: 'wrong secret' }, 401)
        if (kind == 'password') return json({ access_token: `token-of-${fields.get('username')}` })
        polls += 1
        return polls < 2 ? json({ error: 'authorization_pending' }, 400) : json({ access_token: 'token-by-device' })
      }
      case '/device': return json({ device_code: 'd', user_code: 'ABCD-EFGH', verification_uri: 'https://example.com/device', interval: .05 })
      case '/.well-known/openid-configuration': return json({ authorization_endpoint: `http://${request.headers.host}/authorize`, token_endpoint: `http://${request.headers.host}/token` })
      case '/digest': case '/quiet': {
        const given = request.headers.authorization
        const md5 = text => crypto.createHash('md5').update(text).digest('hex')
        if (!given) return say(401, 'application/json', '{}', { 'www-authenticate': 'Digest realm="zoo", qop="auth", nonce="abc123", opaque="xyz"' })
        const of = name => (new RegExp(`${name}="?([^",]*)`).exec(given) || [])[1]
        const right = md5(`${md5('ann:zoo:secret')}:abc123:${of('nc')}:${of('cnonce')}:auth:${md5('GET:/digest')}`)
        return json({ ok: of('response') == right }, of('response') == right ? 200 : 403)
      }
      case '/events': {
        response.writeHead(200, { ...cors, 'content-type': 'text/event-stream' })
        for (const [at, text] of ['{"at":1}', '{"at":2}', 'three'].entries()) { response.write(`event: tick\ndata: ${text}\n\n`); await new Promise(done => setTimeout(done, at == 1 ? 250 : 20)) }
        return response.end()
      }
      case '/live': {
        response.writeHead(200, { ...cors, 'content-type': 'text/event-stream' })
        for (let at = 1; at <= 20; at++) response.write(`data: {"at":${at},"text":"${'word '.repeat(20)}"}\n\n`)
        await new Promise(done => setTimeout(done, 1500))
        return response.end('data: {"last":true}\n\n')
      }
      case '/slowly': return void setTimeout(() => json({ ok: true }), 200)
      case '/lines': {
        response.writeHead(200, { ...cors, 'content-type': 'application/x-ndjson' })
        response.write('{"a":1}\n{"a":')
        await new Promise(done => setTimeout(done, 50))
        return response.end('2}\n')
      }
      case '/numbers/9007199254740993': return say(200, 'application/json', '{"id": 9007199254740993, "list": [18014398509481985, 1.5]}')
      case '/slow': return void setTimeout(() => json({}), 5000)
      case '/latin': return say(200, 'text/plain; charset=iso-8859-1', Buffer.from([0x63, 0x61, 0x66, 0xe9]))
      case '/bytes': return say(200, 'application/octet-stream', Buffer.from([0, 1, 2, 0xff, 0xfe, 0x41]))
      case '/closed/moved': return response.writeHead(Number(url.searchParams.get('status')), { location: url.searchParams.get('to') }).end()
      case '/picture': return say(200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>')
      case '/broken': return request.socket.destroy()
      case '/tune': return say(200, 'audio/x-wav', Buffer.from('RIFF'))
      case '/report': return say(200, 'application/zip', Buffer.from([0x50, 0x4b, 3, 4]), { 'content-disposition': 'attachment; filename="a report.zip"', 'access-control-expose-headers': 'content-disposition' })
      case '/torn': case '/torn/json': {
        const isStream = url.pathname == '/torn'
        response.writeHead(200, { ...cors, 'content-type': isStream ? 'text/event-stream' : 'application/json' })
        response.write(isStream ? 'data: {"at":1}\n\n' : '{"a": [1, ')
        return void setTimeout(() => request.socket.destroy(), 50)
      }
      case '/large': return json(Array.from({ length: 5000 }, (_, at) => ({ id: at, name: `item ${at}` })))
      case '/missing': return json({ error: 'there is none' }, 404)
    }
    return say(200, 'application/json', JSON.stringify({ method: entry.method, path: entry.path, query: entry.query, type: request.headers['content-type'], authorization: request.headers.authorization, body: entry.text.slice(0, 2000), markup: '<img src=x onerror=alert(1)>' }), { 'x-answer': '42' })
  })
  server.on('upgrade', (request, socket) => {
    if (request.url.startsWith('/refused')) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    asked.push({ method: 'SOCKET', path: request.url, headers: request.headers })
    const accept = crypto.createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
    const protocol = request.headers['sec-websocket-protocol']?.split(',')[0].trim()
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${protocol ? `Sec-WebSocket-Protocol: ${protocol}\r\n` : ''}\r\n`)
    sockets.add(socket)
    const frame = text => {
      const data = Buffer.from(text)
      const head = data.length < 126 ? Buffer.from([0x81, data.length]) : Buffer.from([0x81, 126, data.length >> 8, data.length & 255])
      socket.write(Buffer.concat([head, data]))
    }
    frame(JSON.stringify({ hello: request.url }))
    let rest = Buffer.alloc(0)
    socket.on('data', chunk => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 6) {
        let length = rest[1] & 127, at = 2
        if (length == 126) { length = rest.readUInt16BE(2); at = 4 }
        if (rest.length < at + 4 + length) return
        const mask = rest.subarray(at, at + 4), data = Buffer.from(rest.subarray(at + 4, at + 4 + length))
        data.forEach((byte, index) => { data[index] = byte ^ mask[index % 4] })
        const kind = rest[0] & 15
        rest = rest.subarray(at + 4 + length)
        if (kind == 8) return socket.end(Buffer.from([0x88, 0]))
        if (kind == 1) frame(JSON.stringify({ echo: data.toString() }))
      }
    })
    socket.on('error', () => {})
  })
  await new Promise(ready => server.listen(0, '127.0.0.1', ready))
  const port = server.address().port
  return { asked, url: `http://127.0.0.1:${port}`, socket: `ws://127.0.0.1:${port}`, reset() { asked.length = 0; polls = 0; codes = {} }, close() { sockets.forEach(socket => socket.destroy()); server.closeAllConnections(); server.close() } }
}
