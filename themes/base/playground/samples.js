// The live sample. Only what most readers copy: the page itself has the others, and a test holds all but HTTPie, which
// pages do not have, to the texts that the page would show.
const shell = text => `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`
const pretty = value => jsonText(value, 2)
const headersOf = made => [...made.headers, ...(made.cookies.length ? [['Cookie', made.cookies.map(pair => pair.join('=')).join('; ')]] : []), ...(made.type ? [['Content-Type', made.type]] : [])]
const curl = made => {
  const lines = [made.method == 'HEAD' ? 'curl --head' : `curl --request ${made.method}`, `--url ${shell(made.url)}`]
  if (/[[\]{}]/.test(made.url)) lines.push('--globoff')
  if (made.digest) lines.push('--digest', `--user ${shell(made.digest.join(':'))}`)
  for (const [name, value] of made.headers) lines.push(`--header ${shell(value === '' ? `${name};` : `${name}: ${value}`)}`)
  if (made.cookies.length) lines.push(`--cookie ${shell(made.cookies.map(pair => pair.join('=')).join('; '))}`)
  const body = made.body
  // It says itself what stands between parts.
  if (body.as) lines.push(`--header ${shell(`Content-Type: ${body.as}`)}`)
  if (made.type && body.kind != 'form') lines.push(`--header ${shell(`Content-Type: ${made.type}`)}`)
  if (body.kind == 'form') lines.push(...body.pairs.length ? body.pairs.map(([name, value]) => `--data-urlencode ${shell(`${escape(name)}=${value}`)}`) : ["--data ''"])
  for (const part of body.parts || []) {
    const type = part.type ? `;type=${part.type}` : ''
    // A comma would part two files, a semicolon begin an option.
    const named = name => /[,;"\\]/.test(name) ? `"${name.replace(/[\\"]/g, '\\$&')}"` : name
    if (part.file) lines.push(`--form ${shell(`${part.name}=@${named(part.file.name)}${type}`)}`)
    else if (type) lines.push(`--form ${shell(`${part.name}="${part.text.replace(/[\\"]/g, '\\$&')}"${type}`)}`)
    else lines.push(`${/^[@<"]|;/.test(part.text) ? '--form-string' : '--form'} ${shell(`${part.name}=${part.text}`)}`)
  }
  if (body.kind == 'file') lines.push(`--data-binary ${shell('@' + body.file.name)}`)
  const text = body.kind == 'json' ? pretty(body.value) : body.text
  if (text !== undefined && (body.kind == 'json' || body.kind == 'text')) lines.push(`${text[0] == '@' ? '--data-raw' : '--data'} ${shell(text)}`)
  return lines.join(' \\\n  ')
}
const named = /[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g
const quoted = mark => text => mark + text.replace(/\\/g, '\\\\').replaceAll(mark, '\\' + mark).replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')
  .replace(named, c => c.charCodeAt(0) < 256 ? '\\x' + c.charCodeAt(0).toString(16).padStart(2, '0') : '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')) + mark
const literal = (language, value, depth = 0) => {
  const { unit, words, text, key } = language
  if (value === null || value === true || value === false) return words[value]
  if (typeof value == 'string') return text(value)
  if (!isMany(value)) return String(value)
  const list = Array.isArray(value), lines = list ? value.map(one => literal(language, one, depth + 1)) : Object.entries(value).map(([name, one]) => `${key(name)}: ${literal(language, one, depth + 1)}`)
  const [open, shut] = list ? '[]' : '{}'
  if (!lines.length) return open + shut
  return `${open}\n${lines.map(line => unit.repeat(depth + 1) + line).join(',\n')}\n${unit.repeat(depth)}${shut}`
}
const PYTHON = { unit: '    ', words: { null: 'None', true: 'True', false: 'False' }, text: quoted('"'), key: quoted('"') }
const scriptKey = name => name == '__proto__' ? "['__proto__']" : /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted("'")(name)
const SCRIPT = { unit: '  ', words: { null: 'null', true: 'true', false: 'false' }, text: quoted("'"), key: scriptKey }
const python = made => {
  const text = PYTHON.text, blocks = [`url = ${text(made.url)}`], args = ['url']
  const dictionary = pairs => pairs.length == 1 ? `{${pairs[0].join(': ')}}` : `{\n${pairs.map(pair => `    ${pair.join(': ')}`).join(',\n')}\n}`
  const collection = pairs => new Set(pairs.map(pair => pair[0])).size == pairs.length ? dictionary(pairs) : `[\n${pairs.map(pair => `    (${pair.join(', ')})`).join(',\n')}\n]`
  const body = made.body
  if (body.kind == 'json') { blocks.push(`payload = ${literal(PYTHON, body.value)}`); args.push('json=payload') }
  if (body.kind == 'form') { blocks.push(`payload = ${collection(body.pairs.map(pair => pair.map(text)))}`); args.push('data=payload') }
  if (body.kind == 'multipart') {
    blocks.push(`files = ${collection(body.parts.map(part => {
      const type = part.type ? `, ${text(part.type)}` : ''
      return [text(part.name), part.file ? `(${text(part.file.name)}, open(${text(part.file.name)}, "rb")${type})` : `(None, ${text(part.text)}${type})`]
    }))}`)
    args.push('files=files')
  }
  if (body.kind == 'text') { blocks.push(`payload = ${body.text.includes('\n') ? `(\n${body.text.match(/[^\n]*\n|[^\n]+/g).map(line => `    ${text(line)}`).join('\n')}\n)` : text(body.text)}`); args.push('data=payload.encode()') }
  if (body.kind == 'file') { blocks.push(`payload = open(${text(body.file.name)}, "rb")`); args.push('data=payload') }
  const headers = headersOf(made)
  if (headers.length) { blocks.push(`headers = ${dictionary(headers.map(pair => pair.map(text)))}`); args.push('headers=headers') }
  if (made.digest) args.push(`auth=HTTPDigestAuth(${made.digest.map(text).join(', ')})`)
  const call = /^(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)$/.test(made.method) ? `requests.${made.method.toLowerCase()}(${args.join(', ')})` : `requests.request(${text(made.method)}, ${args.join(', ')})`
  return `import requests\n${made.digest ? 'from requests.auth import HTTPDigestAuth\n' : ''}\n${blocks.join('\n\n')}\n\nresponse = ${call}\n\nprint(${made.method == 'HEAD' ? 'response.headers' : 'response.text'})`
}
const hasDigits = value => value instanceof Digits || isMany(value) && Object.values(value).some(hasDigits)
const searchParams = (pairs, indent) => pairs.length ? `new URLSearchParams([\n${pairs.map(pair => `${indent}  [${pair.map(SCRIPT.text).join(', ')}]`).join(',\n')}\n${indent}])` : 'new URLSearchParams()'
const byNode = made => {
  const text = SCRIPT.text, body = made.body
  const value = body.kind == 'json' ? hasDigits(body.value) ? text(pretty(body.value)) : `JSON.stringify(${literal(SCRIPT, body.value)})` : body.kind == 'form' ? `${searchParams(body.pairs, '')}.toString()` : body.text !== undefined && text(body.text)
  const headers = [...headersOf(made).map(([name, value]) => `${scriptKey(name)}: ${text(value)}`), "'Content-Length': Buffer.byteLength(body)"]
  return value && `import { request } from '${/^http:/.test(made.url) ? 'node:http' : 'node:https'}';\nimport { text } from 'node:stream/consumers';\n\nconst body = ${value};\nconst options = {\n  method: ${text(made.method)},\n  headers: {\n    ${headers.join(',\n    ')}\n  }\n};\n\nconst response = await new Promise((resolve, reject) => {\n  request(${text(made.url)}, options, resolve).on('error', reject).end(body);\n});\nconsole.log(${made.method == 'HEAD' ? 'response.headers' : 'await text(response)'});`
}
// `fetch` in a page, in Node.js, and with types
const script = place => made => {
  if (isForbidden(made)) return `// fetch sends no ${made.method} requests.`
  const text = SCRIPT.text, options = [`  method: ${text(made.method)}`], before = []
  const isNode = place == 'node', isTyped = place == 'types'
  if (hasRefusedBody(made)) return isNode && byNode(made) || `// fetch sends no body with ${made.method} requests.`
  const bytes = file => isNode ? `fs.readFileSync(${text(file.name)})` : `fileInput.files${isTyped ? '!' : ''}[0]`
  const content = part => isNode ? `new Blob([${bytes(part.file)}]${part.type ? `, { type: ${text(part.type)} }` : ''})` : bytes(part.file)
  // A browser lets no program write this header, and sends the cookies that it has when it is asked to
  const cookies = isNode ? [] : made.cookies
  before.push(...cookies.map(pair => `document.cookie = ${text(pair.join('='))};`))
  if (cookies.length) options.push("  credentials: 'include'")
  const lines = headersOf(isNode ? made : { ...made, cookies: [] }).map(([name, value]) => `${scriptKey(name)}: ${text(value)}`)
  if (lines.length) options.push(lines.length == 1 ? `  headers: { ${lines} }` : `  headers: {\n    ${lines.join(',\n    ')}\n  }`)
  const body = made.body
  if (body.kind == 'json') options.push(`  body: ${hasDigits(body.value) ? text(pretty(body.value)) : `JSON.stringify(${literal(SCRIPT, body.value, 1)})`}`)
  if (body.kind == 'form') options.push(`  body: ${searchParams(body.pairs, '  ')}`)
  if (body.kind == 'multipart' && body.parts.some(isTypedText)) {
    before.push(`const form = new Blob([\n${body.parts.map(part => `  ${part.file ? `${text(headOf(part))}, ${bytes(part.file)}, '\\r\\n'` : text(`${headOf(part)}${part.text}\r\n`)},`).join('\n')}\n  ${text(`--${BOUNDARY}--\r\n`)}\n], { type: ${text(`multipart/form-data; boundary=${BOUNDARY}`)} });`)
    options.push('  body: form')
  } else if (body.kind == 'multipart') {
    before.push('const form = new FormData();')
    for (const part of body.parts) before.push(`form.append(${text(part.name)}, ${part.file ? `${content(part)}, ${text(part.file.name)}` : text(part.text)});`)
    options.push('  body: form')
  }
  if (body.kind == 'text') options.push(`  body: ${text(body.text)}`)
  if (body.kind == 'file') options.push(`  body: ${bytes(body.file)}`)
  const hasFile = body.kind == 'file' || body.parts?.some(part => part.file)
  const file = !hasFile ? '' : isNode ? "import fs from 'node:fs';\n\n" : `const fileInput = document.querySelector${isTyped ? '<HTMLInputElement>' : ''}('input[type=file]')${isTyped ? '!' : ''};\n`
  const all = options.length == 1 ? `{ ${options[0].trim()} }` : `{\n${options.join(',\n')}\n}`
  const head = `${file}${before.length ? before.join('\n') + '\n\n' : ''}const options${isTyped ? ': RequestInit' : ''} = ${all};\n\n`
  if (made.method == 'HEAD') return `${head}const response = await fetch(${text(made.url)}, options);\nconsole.log(response.headers);`
  if (place) return `${head}const response = await fetch(${text(made.url)}, options);\nconst text${isTyped ? ': string' : ''} = await response.text();\nconsole.log(text);`
  return `${head}fetch(${text(made.url)}, options)\n  .then(response => response.text())\n  .then(text => console.log(text))\n  .catch(error => console.error(error));`
}
// Signs that separate a name from its value have a backslash in front.
const httpie = made => {
  const body = made.body, item = (name, mark, value) => shell(name.replace(/[:;=@]/g, '\\$&') + mark + value.replace(/^[=@:]/, '\\$&'))
  const words = [], items = headersOf(made).filter(([name]) => !(body.kind == 'form' && name == 'Content-Type')).map(([name, value]) => value === '' ? shell(`${name};`) : item(name, ':', value))
  if (body.kind == 'form') { words.push('--form'); items.push(...body.pairs.map(([name, value]) => item(name, '=', value))) }
  if (body.kind == 'multipart') { words.push('--multipart'); items.push(...body.parts.map(part => part.file ? item(part.name, '@', `${part.file.name}${part.type ? `;type=${part.type}` : ''}`) : item(part.name, '=', part.text))) }
  if (body.kind == 'json') words.push(`--raw ${shell(pretty(body.value))}`)
  if (body.kind == 'text') words.push(`--raw ${shell(body.text)}`)
  if (made.digest) words.push('--auth-type digest', `--auth ${shell(made.digest.join(':'))}`)
  const lines = [`http${words.map(word => ` ${word}`).join('')} ${made.method} ${shell(made.url)}`, ...items]
  return lines.join(' \\\n  ') + (body.kind == 'file' ? ` < ${shell(body.file.name)}` : '')
}
// Parts that no library writes are one text.
const apart = write => made => write(!made.body.as ? made : { ...made, type: `${made.body.as}; boundary=${BOUNDARY}`, body: { kind: 'text', text: piecesOf(made.body, BOUNDARY).map(piece => piece instanceof File ? '<file>' : piece).join('') } })
const SAMPLES = { cURL: curl, Python: apart(python), JavaScript: apart(script()), HTTPie: apart(httpie), 'Node.js': apart(script('node')), TypeScript: apart(script('types')) }
// Those of the site, in its order
const languagesOf = data => {
  const known = data.languages?.filter(name => SAMPLES[name]) || Object.keys(SAMPLES).slice(0, 4)
  return known.length ? known : ['cURL']
}
