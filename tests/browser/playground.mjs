// The playground, against a real server: every kind of input and credential, answers, faults, keys, a phone.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { apiServer } from './api_server.mjs'
import { axe, build, docs, serve, sources } from './browser.mjs'

const string = (more = {}) => ({ type: 'string', ...more })

/** The sources of a site whose API is at `url`. */
const site = (url, socket, settings = {}, extra = {}) => {
  const body = (media, content) => ({ required: true, content: { [media]: content } })
  const get = (summary, more = {}) => ({ get: { summary, responses: {}, security: [], ...more } })
  const secured = (summary, ...names) => get(summary, { security: names.map(name => name == 'none' ? {} : Object.fromEntries(name.split('+').map(one => [one, []]))) })
  const flow = { authorizationUrl: `${url}/authorize`, tokenUrl: `${url}/token`, deviceAuthorizationUrl: `${url}/device`, scopes: { read: 'Read', write: 'Write' } }
  const pet = { type: 'object', required: ['name', 'kind'], properties: {
    name: string({ minLength: 2, example: 'Tom' }), note: string(), age: { type: 'integer', minimum: 0, maximum: 40, default: 3 }, weight: { type: 'number' }, alive: { type: 'boolean' }, kind: { enum: ['cat', 'dog'] },
    born: string({ format: 'date' }), seen: string({ format: 'date-time' }), owner: { type: ['string', 'null'] }, tags: { type: 'array', items: string() },
    home: { type: 'object', required: ['city'], properties: { city: string(), zip: string({ pattern: '^\\d+$' }) } },
    labels: { type: 'object', additionalProperties: { type: 'integer' } },
    toy: { oneOf: [{ $ref: '#/components/schemas/Ball' }, { $ref: '#/components/schemas/Rope' }], discriminator: { propertyName: 'shape', mapping: { round: '#/components/schemas/Ball', long: '#/components/schemas/Rope' } } },
    extra: {}, id: string({ readOnly: true }),
  } }
  // What the server says, but for what is not described, and what is described and missing.
  const answer = { type: 'object', required: ['method', 'absent'], properties: { method: string(), path: string(), query: { type: 'array', items: {} }, absent: string(), type: string(), body: { oneOf: [string(), { type: 'object', properties: {} }] } } }
  const api = { openapi: '3.1.0', info: { title: 'Zoo', version: '1' }, servers: [{ url }, { url: 'https://{region}.example.com/{version}', description: 'Cloud', variables: { region: { default: 'eu', enum: ['eu', 'us'] }, version: { default: 'v1' } } }], paths: {
    '/echo/{id}': { post: { summary: 'Echo', security: [], responses: {}, parameters: [
      { name: 'id', in: 'path', required: true, schema: string() }, { name: 'q', in: 'query', schema: string() }, { name: 'tags', in: 'query', schema: { type: 'array', items: string() } }, { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object', properties: { a: string(), b: { type: 'integer' } } } },
      { name: 'flag', in: 'query', schema: { type: 'boolean' } }, { name: 'X-Trace', in: 'header', schema: string() },
    ], requestBody: body('application/json', { schema: { $ref: '#/components/schemas/Pet' } }) } },
    '/form': { post: { summary: 'Form', security: [], responses: {}, requestBody: body('application/x-www-form-urlencoded', { schema: { type: 'object', properties: { name: string(), tags: { type: 'array', items: string() } } } }) } },
    '/upload': { post: { summary: 'Upload', security: [], responses: {}, requestBody: body('multipart/form-data', { schema: { type: 'object', required: ['file'], properties: { file: string({ format: 'binary' }), title: string(), data: string({ format: 'byte' }) } } }) } },
    '/raw': { put: { summary: 'Raw', security: [], responses: {}, requestBody: body('application/octet-stream', { schema: string({ format: 'binary' }) }) } },
    '/sparse': { post: { summary: 'Sparse', security: [], responses: {}, requestBody: body('application/json', { schema: { type: 'object', properties: { note: string(), deep: { type: 'object', required: ['list'], properties: { list: { type: 'array', items: string() }, word: string() } } } } }) } },
    '/variant': { post: { summary: 'Variant', security: [], responses: {}, requestBody: body('application/json', { schema: { oneOf: [{ $ref: '#/components/schemas/Ball' }, { $ref: '#/components/schemas/Rope' }], discriminator: { propertyName: 'shape', mapping: { round: '#/components/schemas/Ball', long: '#/components/schemas/Rope' } } } }) } },
    '/list': { post: { summary: 'List', security: [], responses: {}, requestBody: body('application/json', { schema: { type: 'array', items: string() } }) } },
    '/several': { post: { summary: 'Several', security: [], responses: {}, requestBody: body('application/json', { schema: { type: 'array', minItems: 2, items: string() } }) } },
    '/plain': { post: { summary: 'Plain', security: [], responses: {}, requestBody: body('text/plain', { schema: string() }) } },
    '/auth/all': secured('Auth', 'bearer', 'basic', 'header+query', 'cookie', 'none'), '/digest': secured('Digest', 'digest'), '/quiet': secured('Quiet', 'digest'), '/oauth': secured('Oauth', 'oauth'), '/openid': secured('Openid', 'openid'), '/keyed': secured('Keyed', 'given'),
    '/events': get('Events'), '/lines': get('Lines'), '/picture': get('Picture'), '/latin': get('Latin'), '/bytes': get('Bytes'), '/closed/moved': get('Moved', { parameters: ['status', 'to'].map(name => ({ name, in: 'query', required: true, schema: string() })) }), '/large': get('Large'), '/missing': get('Missing'), '/slow': get('Slow'), '/broken': get('Broken', { responses: { 500: { description: '', content: { 'application/json': { example: { no: 1 } } } }, 200: { description: '', content: { 'application/json': { example: { a: 'of the page' } } } } } }),
    '/anything': get('Anything', { responses: { 200: { description: '', content: { 'application/json': { schema: {} } } } } }),
    '/compared': get('Compared', { parameters: [{ name: 'q', in: 'query', schema: string() }], responses: { 404: { description: '' }, 200: { description: '', content: { 'application/json': { schema: answer } }, headers: { 'X-Answer': { schema: string() } } } } }),
    '/closed': { put: { summary: 'Closed', responses: {}, security: [{ bearer: [] }], requestBody: body('application/json', { schema: {} }) } },
    '/traced': { trace: { summary: 'Traced', security: [], responses: {} } },
    '/either': get('Either', { responses: { 200: { description: '', content: { 'application/json': { schema: { oneOf: ['a', 'b'].map(name => ({ title: name, type: 'object', required: ['sort', name], properties: { sort: string(), [name]: string(), method: string() } })) } } } } } }),
    '/fixed': { post: { summary: 'Fixed', security: [], responses: {}, requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { one: { const: 5 }, nothing: { const: null } } } } } } } },
    '/typed': { post: { summary: 'Typed', security: [], responses: {}, requestBody: body('multipart/form-data', { schema: { type: 'object', properties: { word: string(), rows: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } } } } }) } },
    '/related': { post: { summary: 'Related', security: [], responses: {}, requestBody: body('multipart/related', { schema: { type: 'object', properties: { note: string(), file: string({ format: 'binary' }) } } }) } },
    '/unsaid': { post: { summary: 'Unsaid', security: [], responses: {}, requestBody: body('application/gzip', { schema: {} }) } },
    '/simple': get('Simple', { 'x-mint': { metadata: { playground: 'simple' } } }), '/none': get('Nothing', { 'x-mint': { metadata: { playground: 'none' } } }),
  }, components: { schemas: { Pet: pet, Ball: { type: 'object', properties: { shape: string(), size: { type: 'integer' } } }, Rope: { type: 'object', properties: { shape: string(), length: { type: 'number' } } } }, securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer' }, basic: { type: 'http', scheme: 'basic' }, digest: { type: 'http', scheme: 'digest' }, header: { type: 'apiKey', in: 'header', name: 'X-Key' }, query: { type: 'apiKey', in: 'query', name: 'key' }, cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    oauth: { type: 'oauth2', flows: { authorizationCode: flow, clientCredentials: flow, password: flow, deviceAuthorization: flow } }, openid: { type: 'openIdConnect', openIdConnectUrl: `${url}/.well-known/openid-configuration` }, given: { type: 'http', scheme: 'bearer', 'x-default': 'demo-token' },
  } } }
  for (const name of ['compared', 'broken']) api.paths[`/headed/${name}`] = api.paths[`/${name}`]
  const headed = name => `---\ntitle: Headed ${name}\nopenapi: GET /headed/${name}\n---\n\n## Response\n\nText.\n\n## Response example\n\nText.\n`
  const chat = { asyncapi: '3.0.0', info: { title: 'Chat', version: '1' }, servers: { local: { host: socket.replace('ws://', ''), protocol: 'ws' }, guarded: { host: socket.replace('ws://', ''), pathname: 'v1', protocol: 'ws', security: [{ $ref: '#/components/securitySchemes/key' }] } }, channels: { room: { servers: [{ $ref: '#/servers/local' }], address: '/rooms/{room}', title: 'Room', parameters: { room: { enum: ['red', 'blue'] } }, bindings: { ws: { query: { type: 'object', properties: { token: string() } } } }, messages: { say: { name: 'say', summary: 'Says it', description: 'In words.', payload: { type: 'object', properties: { text: string({ example: 'hi' }) } } } } },
    plain: { address: 'plain/{kind}', title: 'Plain room', servers: [{ $ref: '#/servers/guarded' }], parameters: { kind: { default: 'open' } }, messages: { say: { name: 'say', payload: string() } } } }, operations: { say: { action: 'receive', channel: { $ref: '#/channels/room' } } }, components: { securitySchemes: { key: { type: 'httpApiKey', in: 'query', name: 'key' } } } }
  const config = { name: 'Zoo', theme: 'mint', colors: { primary: '#0a7' }, api: { playground: { proxy: false }, ...settings }, navigation: { pages: ['index', 'headed-compared', 'headed-broken'], groups: [{ group: 'API', openapi: 'api.json' }, { group: 'Chat', asyncapi: 'chat.json' }] } }
  return { 'docs.json': JSON.stringify(config), 'index.mdx': '---\ntitle: Home\n---\n', 'headed-compared.mdx': headed('compared'), 'headed-broken.mdx': headed('broken'), 'api.json': JSON.stringify(api), 'chat.json': JSON.stringify(chat), ...extra }
}

export async function playground({ test, same, PHONE }) {
  const api = await apiServer()
  const own = await serve(build('playground', sources('playground', site(api.url, api.socket))))
  const at = name => `${own.url}/api-reference/${name}`
  const open = async (page, wait = true) => { await page.click('.try-it'); if (wait) await page.waitForSelector('dialog.pg[open]') }
  const fill = (page, name, value) => page.fill(`dialog.pg [data-name="${name}"] > .pg-line > input, dialog.pg [data-name="${name}"] > input, dialog.pg [data-name="${name}"] > textarea`, value)
  const choose = (page, name, value) => page.selectOption(`dialog.pg [data-name="${name}"] > select`, { label: value })
  const send = async (page, status = '200') => { await page.click('.pg-send'); await page.waitForFunction(status => document.querySelector('.pg-status strong')?.textContent.startsWith(status), status) }
  const sample = page => page.locator('.pg-sample').innerText()
  // The sample follows what is typed, in its own time
  const shows = (page, text) => page.waitForFunction(text => document.querySelector('.pg-sample')?.innerText.includes(text), text, { timeout: 5000 }).then(() => true, () => false)
  const last = () => api.asked.at(-1)
  const check = (name, page, act, ...more) => test(name, at(page), ...more.length ? [more[0], async view => { api.reset(); await act(view) }, ...more.slice(1)] : [async view => { api.reset(); await act(view) }])

  await check('play_02_nothing_of_it_is_loaded_before_it_is_opened', 'echo', async page => {
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(entry => entry.name).filter(name => /playground/.test(name)).length)
    same(await loaded(), 0, 'before')
    await page.hover('.try-it')
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(entry => /playground/.test(entry.name)))
    const started = await page.evaluate(() => performance.now())
    await open(page)
    const took = await page.evaluate(() => performance.now()) - started
    if (took > 1500) throw new Error(`${took} ms to open`)
    same(await loaded(), 1, 'after')
  })
  await test('play_02_out_11_without_scripts_there_is_no_button', at('echo'), { javaScriptEnabled: false }, async page => same(await page.locator('button:visible').count(), 0, 'buttons'))
  await check('play_01_simple_copies_the_address_and_none_has_nothing', 'simple', async page => {
    same(await page.locator('.try-it').count(), 0, 'buttons')
    await page.click('.api-endpoint-copy')
    same(await page.evaluate(() => navigator.clipboard.readText()), `${api.url}/simple`, 'copied')
    await page.goto(at('nothing'))
    same(await page.locator('.try-it').count(), 0, 'buttons')
  })
  await check('play_03_keys_and_deep_link', 'events?playground=open', async page => {
    await page.waitForSelector('dialog.pg[open]')
    await page.keyboard.press('Control+Enter')
    await page.waitForSelector('.pg-log li')
    for (let step = 0; step < 30; step++) await page.keyboard.press('Tab')
    same(await page.evaluate(() => !!document.activeElement.closest('dialog.pg') || document.activeElement == document.body), true, 'focus inside')
    await page.keyboard.press('Escape')
    same(await page.locator('dialog.pg[open]').count(), 0, 'closed')
    // A dialog says that it was closed a moment later.
    await page.waitForFunction(() => !location.search)
    same(await page.evaluate(() => document.activeElement.className), 'try-it tryit-button', 'focus is back')
    await open(page)
    same(new URL(page.url()).search, '?playground=open', 'link')
  })
  await check('play_03_other_operations_are_found_from_the_playground', 'echo', async page => {
    await open(page)
    const found = () => page.locator('.pg-operations li').allInnerTexts().then(all => all.map(text => text.replace(/\s+/g, ' ')))
    await page.click('.pg-picker > summary')
    await page.locator('.pg-operations [aria-current=page]').waitFor()
    const all = await found()
    same([all.length > 15, all.includes('POST Echo'), await page.locator('.pg-operations [aria-current=page]').innerText().then(text => text.includes('Echo'))], [true, true, true], `all: ${all}`)
    await page.keyboard.type('put raw')
    same(await found(), ['PUT Raw'], 'by method and name')
    await page.keyboard.press('Escape')
    same([await page.locator('.pg-picker[open]').count(), await page.locator('dialog.pg[open]').count()], [0, 1], 'only the list is closed')
    await page.keyboard.press('Enter')
    await page.keyboard.type('event')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/events?playground=open')
    await page.waitForSelector('dialog.pg[open]')
    same(await page.locator('.pg-url').innerText(), `${api.url}/events`, 'opened')
  })
  await check('play_04_every_kind_of_input_is_sent_as_it_is_described', 'echo', async page => {
    await open(page)
    for (const [name, value] of [['id', 'a/b c'], ['q', 'x&y'], ['X-Trace', 't-1'], ['name', 'Tom'], ['age', '7'], ['weight', '1.5'], ['born', '2020-01-02'], ['extra', '{"any": [1]}']]) await fill(page, name, value)
    await choose(page, 'flag', 'false')
    await choose(page, 'kind', 'cat')
    await choose(page, 'alive', 'true')
    await page.click('[data-name=note] .pg-small')
    await page.click('[data-name=owner] .pg-small:has-text("null")')
    const tags = page.locator('.pg-left [data-name=tags]')
    for (const [list, values] of [[tags.first(), ['one', 'two']], [tags.last(), ['b', 'a', 'c']]]) for (const [index, value] of values.entries()) { await list.getByText('+ Add').click(); await list.locator('input').nth(index).fill(value) }
    await tags.last().getByLabel('Move up 2').click()
    await tags.last().getByLabel('Remove 3').click()
    await page.click('details[data-name=home] > summary')
    await fill(page, 'city', 'Rome')
    await page.locator('fieldset[data-name=labels]').getByText('Add a field').click()
    await page.locator('fieldset[data-name=labels] input').first().fill('size')
    await page.locator('fieldset[data-name=labels] input').nth(1).fill('4')
    await page.click('details[data-name=toy] > summary')
    await page.selectOption('details[data-name=toy] .pg-nested > select', { label: 'long' })
    await fill(page, 'length', '2.5')
    await fill(page, 'a', 'deep')
    await send(page)
    const sent = last()
    same([sent.method, sent.path, sent.search], ['POST', '/echo/a%2Fb%20c', '?q=x%26y&tags=one&tags=two&filter%5Ba%5D=deep&flag=false'], 'address')
    same([sent.headers['x-trace'], sent.headers['content-type']], ['t-1', 'application/json'], 'headers')
    same(JSON.parse(sent.text), { name: 'Tom', note: '', age: 7, weight: 1.5, alive: true, kind: 'cat', born: '2020-01-02', owner: null, tags: ['a', 'b'], home: { city: 'Rome' }, labels: { size: 4 }, toy: { shape: 'long', length: 2.5 }, extra: { any: [1] } }, 'body')
    same(await page.locator('.pg-name', { hasText: /^(id|shape)$/ }).count(), 1, 'read-only and discriminator')
  })
  await check('play_04_unset_is_not_empty', 'echo', async page => {
    await open(page)
    for (const [name, value] of [['id', '1'], ['name', 'Tom'], ['q', '']]) await fill(page, name, value)
    await choose(page, 'kind', 'dog')
    await send(page)
    same([last().search, JSON.parse(last().text)], ['', { name: 'Tom', kind: 'dog' }], 'sent')
    await page.click('[data-name=q] .pg-small')
    await send(page)
    same(last().search, '?q=', 'empty text')
  })
  await check('play_11_what_was_sent_is_there_after_a_reload', 'echo', async page => {
    await open(page)
    for (const [name, value] of [['id', 'kept'], ['q', 'x&y'], ['name', 'Tom'], ['age', '7']]) await fill(page, name, value)
    await choose(page, 'kind', 'cat')
    const stored = () => page.evaluate(() => Object.keys(sessionStorage).filter(key => key.startsWith('request ')).length)
    same(await stored(), 0, 'nothing before it is sent')
    await send(page)
    const before = last()
    same(await stored(), 1, 'stored')
    await page.goto(at('echo'))
    await open(page)
    same(await page.locator('.pg-left [data-name=name] input').first().inputValue(), 'Tom', 'a field of the body')
    await send(page)
    same([last().path, last().search, JSON.parse(last().text)], [before.path, before.search, JSON.parse(before.text)], 'the same request')
  })
  await check('play_04_wrong_values_are_named_and_nothing_is_sent', 'echo', async page => {
    await open(page)
    await fill(page, 'name', 'T')
    await fill(page, 'age', 'x')
    await page.click('.pg-send')
    same(await page.locator('.pg-notice').innerText(), 'Some values are not right: 4.', 'summary')
    same(await page.locator('[data-name=id] .pg-error').innerText(), 'This is required.', 'missing')
    same(await page.locator('[data-name=name] .pg-error').innerText(), 'Characters needed: 2 or more.', 'short')
    same(await page.locator('[data-name=age] .pg-error').innerText(), 'This must be: integer.', 'type')
    same(await page.evaluate(() => document.activeElement.closest('[data-name]').dataset.name), 'id', 'focus')
    same(await page.locator('[data-name=age] input').getAttribute('aria-invalid'), 'true', 'aria')
    same(api.asked.length, 0, 'requests')
    await fill(page, 'age', '41')
    await page.click('.pg-send')
    same(await page.locator('[data-name=age] .pg-error').innerText(), 'This must be 40 or less.', 'range')
  })
  await check('play_04_what_is_required_may_be_empty', 'sparse', async page => {
    await open(page)
    same(await shows(page, '{}'), true, 'sample')
    await send(page)
    same(last().text, '{}', 'an object without members')
    // What is optional is not there because something in it is required; once it is, that is there, too
    await page.click('details[data-name=deep] > summary')
    await fill(page, 'word', 'w')
    await send(page)
    same(JSON.parse(last().text), { deep: { list: [], word: 'w' } }, 'a list without items')
    await page.goto(at('list'))
    await open(page)
    await send(page)
    same(last().text, '[]', 'a list')
    await page.goto(at('variant'))
    await open(page)
    await page.selectOption('.pg-left .pg-nested > select', { label: 'long' })
    same(await shows(page, '"long"'), true, 'sample of a member')
    await send(page)
    same(JSON.parse(last().text), { shape: 'long' }, 'a member by its name alone')
    await page.goto(at('several'))
    await open(page)
    api.reset()
    await page.click('.pg-send')
    same(await page.locator('.pg-section:has(h3:text-is("Body")) > .pg-error').innerText(), 'Items needed: 2 or more.', 'too few')
    same(api.asked.length, 0, 'requests')
  })
  await check('play_04_json_is_checked_with_a_place', 'echo', async page => {
    await open(page)
    await fill(page, 'id', '1')
    await fill(page, 'name', 'Tom')
    await page.click('.pg-section:has(h3:text-is("Body")) .pg-small:text-is("JSON")')
    const box = page.locator('.pg-section:has(h3:text-is("Body")) textarea')
    same(JSON.parse(await box.inputValue()), { name: 'Tom' }, 'from the form')
    const body = page.locator('.pg-section:has(h3:text-is("Body")) > .pg-error')
    await box.fill('{\n  "name": "Tom",\n  kind: 1\n}')
    await page.click('.pg-send')
    same(await body.innerText(), 'This is not JSON: line 3, column 3.', 'place')
    await box.fill('{ "name": "Tom", "kind": "cow", "home": { "zip": "x" } }')
    await page.click('.pg-send')
    same(await body.innerText(), 'kind: This must be one of "cat", "dog". home.city: This is required. home.zip: This must match ^\\d+$.', 'schema')
    await box.fill('{ "name": "Tom", "kind": "cat", "home": { "city": "Rome" } }')
    await send(page)
    same(JSON.parse(last().text).home, { city: 'Rome' }, 'sent')
    await page.click('.pg-section:has(h3:text-is("Body")) .pg-small:text-is("Form")')
    same(await page.locator('[data-name=city] input').inputValue(), 'Rome', 'back in the form')
  })
  await check('play_04_forms_files_and_plain_bodies', 'form', async page => {
    await open(page)
    await fill(page, 'name', 'a&b c')
    await page.getByText('+ Add').click()
    await page.locator('[data-name=tags] input').fill('ü')
    await send(page)
    same([last().headers['content-type'], last().text], ['application/x-www-form-urlencoded', 'name=a%26b+c&tags=%C3%BC'], 'form')
    await page.goto(at('upload'))
    await open(page)
    await page.click('.pg-send')
    same(await page.locator('[data-name=file] .pg-error').innerText(), 'This is required.', 'file')
    const file = { name: 'a.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 255, 13, 10]) }
    await page.setInputFiles('[data-name=file] input', file)
    await fill(page, 'title', 'T')
    await page.locator('[data-name=data] input[type=file]').setInputFiles(file)
    await page.waitForFunction(() => document.querySelector('[data-name=data] input').value)
    await send(page)
    same(/name="file"; filename="a.bin"\r\n[^]*\r\n\r\n\x00\x01\xff\r\n\r\n/.test(last().body), true, 'file part')
    same(/name="data"\r\n\r\nAAH\/DQo=\r\n/.test(last().body), true, 'base64')
    await page.goto(at('raw'))
    await open(page)
    await page.setInputFiles('.pg-left input[type=file]', file)
    await send(page)
    same([last().method, last().headers['content-type'], last().body], ['PUT', 'application/octet-stream', '\x00\x01\xff\r\n'], 'raw')
    await page.goto(at('plain'))
    await open(page)
    await page.fill('.pg-left textarea', 'two\nlines')
    await send(page)
    same([last().headers['content-type'], last().text], ['text/plain', 'two\nlines'], 'plain')
  })
  await check('play_05_every_security_scheme', 'auth', async page => {
    await open(page)
    const option = name => page.selectOption('.pg-section:has(h3:text-is("Authorization")) > select', { label: name })
    same(await page.locator('.pg-section:has(h3:text-is("Authorization")) > select option').allInnerTexts(), ['bearer', 'basic', 'header + query', 'cookie', 'None'], 'options')
    await page.fill('[data-scheme=bearer] input', 's3cret')
    same(await shows(page, 'Authorization: Bearer s3cret'), true, 'sample')
    await send(page)
    same(last().headers.authorization, 'Bearer s3cret', 'bearer')
    await option('basic')
    await page.fill('[data-scheme=basic] input >> nth=0', 'änn')
    await page.fill('[data-scheme=basic] input >> nth=1', 'pass')
    await send(page)
    same(last().headers.authorization, 'Basic ' + Buffer.from('änn:pass').toString('base64'), 'basic')
    await option('header + query')
    await page.fill('[data-scheme=header] input', 'h1')
    await page.fill('[data-scheme=query] input', 'q&1')
    await send(page)
    same([last().headers['x-key'], last().search, last().headers.authorization], ['h1', '?key=q%261', undefined], 'both')
    await option('cookie')
    await page.fill('[data-scheme=cookie] input', 'c1')
    await send(page)
    same(await page.locator('.pg-answer > .pg-note').innerText(), 'Browsers do not let pages send: Cookie. The curl command does.', 'cookie')
    same(await shows(page, "--cookie 'sid=c1'"), true, 'cookie sample')
    await option('None')
    await send(page)
    same([last().search, last().headers.authorization], ['', undefined], 'none')
  })
  await check('play_05_digest_answers_the_question_of_the_server', 'digest', async page => {
    await open(page)
    same(await shows(page, "--user '<username>:<password>'"), true, 'placeholders')
    await page.fill('[data-scheme=digest] input >> nth=0', 'ann')
    await page.fill('[data-scheme=digest] input >> nth=1', 'secret')
    await send(page)
    same(api.asked.length, 2, 'requests')
  }, {}, ['401'])
  await check('play_05_x_default_fills_a_credential', 'keyed', async page => {
    await open(page)
    await send(page)
    same(last().headers.authorization, 'Bearer demo-token', 'token')
  })
  await check('play_05_oauth_authorization_code_with_pkce', 'oauth', async page => {
    await open(page)
    const client = page.locator('.pg-scheme label:has-text("Client id")').locator('..').locator('input')
    // A window that is closed by hand tells nothing; whoever asks again gets another.
    await client.fill('waits')
    const [waits] = await Promise.all([page.waitForEvent('popup'), page.click('.pg-scheme .pg-button')])
    await waits.waitForSelector('#allow')
    await waits.close()
    api.reset()
    await client.fill('app')
    await page.click('.pg-scheme .pg-button')
    await page.waitForFunction(() => document.querySelector('.pg-scheme input').value == 'token-by-code')
    const asked = api.asked.find(one => one.path == '/authorize').query
    const of = name => asked.find(([key]) => key == name)?.[1]
    same([of('response_type'), of('client_id'), of('code_challenge_method'), of('scope'), new URL(of('redirect_uri')).pathname], ['code', 'app', 'S256', 'read write', '/_docs/oauth.html'], 'question')
    await send(page)
    same(last().headers.authorization, 'Bearer token-by-code', 'used')
    await client.fill('refused')
    await page.click('.pg-scheme .pg-button')
    await page.waitForFunction(() => document.querySelector('.pg-scheme [role=status]').textContent == 'There is no token: access_denied')
  })
  await check('play_05_other_flows_of_oauth', 'oauth', async page => {
    await open(page)
    const field = name => page.locator('.pg-scheme label', { hasText: new RegExp(`^${name}$`) }).locator('..').locator('input')
    const got = value => page.waitForFunction(value => document.querySelector('.pg-scheme input').value == value, value)
    const flow = label => page.selectOption('.pg-scheme select', { label })
    await flow('Client credentials')
    await field('Client id').fill('app')
    await field('Client secret').fill('wrong')
    await page.click('.pg-scheme .pg-button')
    await page.waitForFunction(() => /invalid_client: wrong secret/.test(document.querySelector('.pg-scheme [role=status]').textContent))
    await field('Client secret').fill('right')
    await page.click('.pg-scheme .pg-button')
    await got('token-by-client')
    await flow('Password')
    await field('User name').fill('ann')
    await page.click('.pg-scheme .pg-button')
    await got('token-of-ann')
    await flow('Device code')
    await page.click('.pg-scheme .pg-button')
    await page.waitForSelector('.pg-scheme strong:text-is("ABCD-EFGH")')
    await got('token-by-device')
  }, {}, ['401', '400'])
  await check('play_05_openid_connect_discovery', 'openid', async page => {
    await open(page)
    await page.click('.pg-scheme .pg-button')
    await page.waitForFunction(() => document.querySelector('.pg-scheme input').value == 'token-by-code')
  })
  await check('play_06_secrets_stay_in_memory_unless_the_reader_wants_more', 'auth', async page => {
    await open(page)
    await page.fill('[data-scheme=bearer] input', 's3cret')
    await send(page)
    const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie]).includes('s3cret'))
    same(await stored(), false, 'stored')
    await page.getByLabel('Remember until this tab is closed').check()
    same(await stored(), true, 'remembered')
    await page.reload()
    await page.waitForSelector('dialog.pg[open]')
    same(await page.locator('[data-scheme=bearer] input').inputValue(), 's3cret', 'after a reload')
    await page.locator('.pg-keep .pg-small').click()
    same([await stored(), await page.locator('[data-scheme=bearer] input').inputValue()], [false, ''], 'cleared')
  })
  await check('play_07_servers_variables_and_another_one', 'missing', async page => {
    await open(page)
    await page.selectOption('.pg-section:has(h3:text-is("Server")) select', { index: 1 })
    await page.waitForFunction(() => document.querySelector('.pg-url').textContent == 'https://eu.example.com/v1/missing')
    await page.locator('.pg-pair select').selectOption('us')
    await page.locator('.pg-pair input').fill('v2')
    await page.waitForFunction(() => document.querySelector('.pg-url').textContent == 'https://us.example.com/v2/missing')
    await page.evaluate(() => window.mintlify.api.playground.setServerVariables({ version: 'v3' }))
    await page.waitForFunction(() => document.querySelector('.pg-url').textContent == 'https://us.example.com/v3/missing')
    await page.selectOption('.pg-section:has(h3:text-is("Server")) select', 'custom')
    await page.fill('.pg-pair input', api.url + '/')
    await send(page, '404')
    same(last().path, '/missing', 'sent')
  }, {}, ['404'])
  await check('play_08_what_cors_forbids_is_explained', 'closed', async page => {
    await open(page)
    await page.fill('.pg-left textarea', '{}')
    await page.click('.pg-send')
    await page.waitForSelector('.pg-answer pre')
    same(await page.locator('.pg-answer pre').first().innerText(), `Access-Control-Allow-Origin: ${own.url}\nAccess-Control-Allow-Methods: PUT\nAccess-Control-Allow-Headers: authorization, content-type`, 'headers')
    same((await page.locator('.pg-answer pre').last().innerText()).startsWith('curl --request PUT'), true, 'curl')
    await page.selectOption('.pg-section:has(h3:text-is("Server")) select', 'custom')
    await page.fill('.pg-pair input', 'http://127.0.0.1:9')
    await page.click('.pg-send')
    await page.waitForFunction(() => /cannot be reached/.test(document.querySelector('.pg-answer').textContent))
  }, {}, ['CORS', 'ERR_FAILED', 'ERR_UNSAFE', '403', 'ERR_'])
  await check('play_09_answers', 'events', async page => {
    await open(page)
    await page.click('.pg-send')
    await page.waitForFunction(() => document.querySelectorAll('.pg-log li').length == 2)
    same(await page.locator('.pg-send').innerText(), 'Stop', 'while it lasts')
    await page.waitForFunction(() => document.querySelectorAll('.pg-log li').length == 3)
    await page.waitForFunction(() => document.querySelector('.pg-status').textContent.includes('3 events'))
    await page.goto(at('lines'))
    await open(page)
    await page.click('.pg-send')
    await page.waitForFunction(() => document.querySelectorAll('.pg-log pre').length == 2)
    same(await page.locator('.pg-log pre').allInnerTexts(), ['{\n  "a": 1\n}', '{\n  "a": 2\n}'], 'lines')
    await page.goto(at('picture'))
    await open(page)
    await send(page)
    same(await page.evaluate(() => document.querySelector('.pg-media').decode().then(() => document.querySelector('.pg-media').naturalWidth)), 40, 'picture')
    await page.goto(at('large'))
    await open(page)
    await send(page)
    const rows = await page.locator('.pg-tree *').count()
    if (rows > 3000) throw new Error(`${rows} elements for a large answer`)
    await page.fill('.pg-search', 'item 4999')
    await page.waitForFunction(() => document.querySelector('.pg-hit'))
    same(await page.locator('.pg-hit button').innerText(), '[4999].name', 'path')
    await page.getByRole('tab', { name: 'Headers' }).click()
    same(/content-type/.test(await page.locator('.pg-headers').innerText()), true, 'headers')
    const download = page.waitForEvent('download')
    await page.click('.pg-response a[download]')
    same((await download).suggestedFilename(), 'large.json', 'download')
    await page.goto(at('slow'))
    await open(page)
    await page.click('.pg-send')
    await page.waitForFunction(() => document.querySelector('.pg-send').textContent == 'Stop')
    await page.click('.pg-send')
    await page.waitForFunction(() => document.querySelector('.pg-status').textContent == 'Stopped.')
  })
  await check('play_10_an_answer_is_compared_with_its_description', 'compared', async page => {
    await open(page)
    await send(page)
    const marks = () => page.locator('.pg-mark').evaluateAll(all => all.map(mark => [mark.parentElement.querySelector('.pg-key').textContent, mark.textContent]))
    same(await marks(), [['"markup": ', 'not in the description'], ['"absent": ', 'required, but missing']], 'marks')
    same(await page.locator('.pg-answer .pg-note').last().innerText(), 'Fields that are not in the description: 1. Required fields that are missing: 1.', 'sum')
    same(/^200 OK\s+\d+ ms\s+\d+ B$/.test((await page.locator('.pg-status').innerText()).trim()), true, 'status')
    await page.evaluate(axe)
    const { violations } = await page.evaluate(() => window.axe.run('dialog.pg', { runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'] }))
    same(violations.map(one => one.id), [], 'violations')
    // Where nothing is described, nothing is missing.
    await page.goto(at('anything'))
    await open(page)
    await send(page)
    same(await marks(), [], 'anything')
    await page.goto(at('missing'))
    await open(page)
    await send(page, '404')
    same(await page.locator('.pg-tree').count(), 1, 'shown')
    same(await marks(), [], 'not described')
  }, {}, ['404'])
  await check('play_10_what_every_alternative_requires_is_missed', 'either', async page => {
    await open(page)
    await send(page)
    same(await page.locator('.pg-mark:text-is("required, but missing")').evaluateAll(all => all.map(mark => mark.parentElement.querySelector('.pg-key').textContent)), ['"sort": '], 'marks')
  })
  await check('play_08_a_method_that_no_browser_sends_is_told', 'traced', async page => {
    await open(page)
    await page.click('.pg-send')
    await page.waitForSelector('.pg-why')
    same((await page.locator('.pg-why p').first().innerText()), 'Browsers do not let pages send: TRACE. The curl command does.', 'why')
    same(api.asked.length, 0, 'requests')
  })
  await check('play_05_digest_says_what_it_waits_for', 'quiet', async page => {
    await open(page)
    const note = 'These are sent once the server has asked for them. If it does not let pages read its header WWW-Authenticate, use the curl command.'
    same(await page.locator('[data-scheme=digest] .pg-note').innerText(), note, 'before')
    await page.fill('[data-scheme=digest] input >> nth=0', 'ann')
    await send(page, '401')
    same([await page.locator('.pg-answer > .pg-note').innerText(), api.asked.length], [note, 1], 'after')
  }, {}, ['401'])
  await check('play_09_a_text_is_read_in_its_charset', 'latin', async page => {
    await open(page)
    await send(page)
    same(await page.locator('.pg-raw').innerText(), 'caf\u00e9', 'text')
  })
  await check('play_09_what_is_no_text_is_a_file', 'bytes', async page => {
    await open(page)
    await send(page)
    same(await page.locator('.pg-panel').innerText(), 'bytes.bin 6 B', 'line')
    same(await page.locator('.pg-panel a').getAttribute('download'), 'bytes.bin', 'name')
    same(await page.locator('.pg-raw').count(), 0, 'text')
  })
  await check('play_04_an_only_value_that_may_be_left_out_is', 'fixed', async page => {
    await open(page)
    await send(page)
    same(last().text, '', 'nothing')
    await choose(page, 'one', '5')
    await choose(page, 'nothing', 'null')
    await send(page)
    same(JSON.parse(last().text), { one: 5, nothing: null }, 'both')
  })
  await check('play_04_items_that_are_objects_are_parts_and_no_files', 'typed', async page => {
    await open(page)
    await fill(page, 'word', 'w')
    await page.click('details[data-name=rows] > summary')
    for (const value of ['1', '2']) { await page.locator('fieldset[data-name=rows]').getByText('+ Add').click(); await page.locator('[data-name=rows] [data-name=a] input').last().fill(value) }
    await send(page)
    const boundary = () => /^multipart\/form-data; boundary=(docs-[\da-f]{32})$/.exec(last().headers['content-type'])[1]
    const first = boundary()
    const parts = last().body.split(new RegExp(`--${first}(?:--)?\r\n`)).slice(1, -1)
    const head = 'Content-Disposition: form-data; name='
    same(parts, [`${head}"word"\r\n\r\nw\r\n`, ...[1, 2].map(a => `${head}"rows"\r\nContent-Type: application/json\r\n\r\n{"a":${a}}\r\n`)], 'parts')
    // Nobody can have written it into a part.
    await fill(page, 'word', `\r\n--${first}--\r\n`)
    await send(page)
    same(boundary() == first, false, 'boundary')
  })
  await check('play_04_parts_of_another_kind_are_sent_as_that_kind', 'related', async page => {
    await open(page)
    await fill(page, 'note', 'n')
    await page.setInputFiles('[data-name=file] input[type=file]', { name: 'a.bin', mimeType: 'image/png', buffer: Buffer.from('png') })
    await send(page)
    const boundary = /^multipart\/related; boundary=(docs-[\da-f]{32})$/.exec(last().headers['content-type'])[1]
    const parts = last().body.split(new RegExp(`--${boundary}(?:--)?\r\n`)).slice(1, -1)
    same(parts, ['Content-Disposition: attachment; name="note"\r\n\r\nn\r\n', 'Content-Disposition: attachment; name="file"; filename="a.bin"\r\nContent-Type: image/png\r\n\r\npng\r\n'], 'parts')
  })
  await check('play_04_bytes_of_which_nothing_is_said_are_a_file', 'unsaid', async page => {
    await open(page)
    await page.setInputFiles('.pg-left input[type=file]', { name: 'a.gz', mimeType: 'application/gzip', buffer: Buffer.from('gz') })
    await send(page)
    same([last().headers['content-type'], last().body], ['application/gzip', 'gz'], 'sent')
  })
  await test('play_10_play_13_headings_of_the_author_are_not_those_of_the_page', own.url + '/headed-compared/', async page => {
    same(await page.evaluate(() => { const ids = [...document.querySelectorAll('[id]')].map(part => part.id); return ids.filter((id, at) => ids.indexOf(id) != at) }), [], 'ids')
    await open(page)
    await send(page)
    same(await page.locator('.pg-mark').allInnerTexts(), ['not in the description', 'required, but missing'], 'compared')
    await page.goto(own.url + '/headed-broken/')
    await open(page)
    await page.click('.pg-send')
    await page.click('.pg-response button:has-text("Show the example")')
    same(/"of the page"/.test(await page.locator('.pg-tree').innerText()), true, 'example')
  }, ['ERR_EMPTY_RESPONSE'])
  await check('play_13_the_example_of_the_page_where_no_server_answers', 'broken', async page => {
    await open(page)
    await page.click('.pg-send')
    await page.click('.pg-response button:has-text("Show the example")')
    same(await page.locator('.pg-status').innerText().then(text => text.replace(/\s+/g, ' ').trim()), '200 An example of this page, not an answer of the server', 'label')
    same(await page.locator('.pg-panel > div').innerText().then(text => text.replace(/\s+/g, '')), '{1}"a":"ofthepage"', 'nothing else')
    same(/"of the page"/.test(await page.locator('.pg-tree').innerText()), true, 'example')
    same(await page.evaluate(() => document.activeElement.getAttribute('role')), 'tab', 'focus')
    same((await page.locator('.pg-answer pre').last().innerText()).startsWith('curl'), true, 'why')
    // Without one there is no button.
    await page.goto(at('closed'))
    await open(page)
    await page.fill('.pg-left textarea', '{}')
    await page.click('.pg-send')
    await page.waitForSelector('.pg-answer pre')
    same(await page.locator('.pg-response button:has-text("Show the example")').count(), 0, 'nothing to show')
  }, {}, ['CORS', 'ERR_', '403'])
  await check('play_12_a_request_as_httpie', 'echo', async page => {
    await open(page)
    same(await page.locator('.pg-language option').allInnerTexts(), ['cURL', 'Python', 'JavaScript', 'HTTPie'], 'where the site says nothing')
    await page.selectOption('.pg-language', 'HTTPie')
    await fill(page, 'id', '1')
    await fill(page, 'X-Trace', 'it\'s')
    await fill(page, 'name', 'Tom')
    same(await shows(page, `'X-Trace:it'\\''s'`) && await shows(page, '"name": "Tom"'), true, await sample(page))
    const text = await sample(page)
    same([text.startsWith("http --raw '{"), /POST '[^']*\/echo\/1'/.test(text), text.includes("'Content-Type:application/json'")], [true, true, true], text)
    await page.goto(at('form'))
    await open(page)
    await page.selectOption('.pg-language', 'HTTPie')
    await fill(page, 'name', '@x')
    same(await shows(page, "http --form POST") && await shows(page, "'name=\\@x'"), true, 'form')
  })
  await check('play_09_answers_are_never_markup', 'plain', async page => {
    await open(page)
    await page.fill('.pg-left textarea', '<b>x</b>')
    await send(page)
    same(await page.locator('.pg-response img, .pg-response b').count(), 0, 'elements')
    same(await page.locator('.pg-status span').nth(1).innerText() != '', true, 'size')
  })
  for (const mode of ['light', 'dark']) await check(`play_15_accessible_${mode}`, 'echo', async page => {
    await open(page)
    await page.click('details[data-name=toy] > summary')
    await page.click('details[data-name=home] > summary')
    await page.getByText('+ Add').first().click()
    await page.click('.pg-send')
    await page.evaluate(axe)
    const { violations } = await page.evaluate(() => window.axe.run('dialog.pg', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }))
    same(violations.map(one => `${one.id}: ${one.nodes[0].html.slice(0, 160)} ${one.nodes[0].failureSummary?.slice(0, 160)}`), [], 'violations')
  }, { colorScheme: mode })
  await check('play_15_answer_is_accessible', 'plain', async page => {
    await open(page)
    await page.fill('.pg-left textarea', 'x')
    await send(page)
    await page.evaluate(axe)
    const { violations } = await page.evaluate(() => window.axe.run('dialog.pg', { runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'] }))
    same(violations.map(one => `${one.id}: ${one.nodes[0].html.slice(0, 160)} ${one.nodes[0].failureSummary?.slice(0, 160)}`), [], 'violations')
  })
  for (const width of [320, 390]) await check(`play_15_fits_into_${width}`, 'echo', async page => {
    await open(page)
    await page.click('details[data-name=toy] > summary')
    await page.locator('.pg-left [data-name=tags]').last().getByText('+ Add').click()
    const over = await page.evaluate(() => [...document.querySelectorAll('dialog.pg *')].filter(part => part.getClientRects().length && part.getBoundingClientRect().right > innerWidth + 1 && !part.closest('pre')).map(part => part.className || part.localName))
    same(over, [], 'sticks out')
    for (const [name, value] of [['id', '1'], ['name', 'Tom']]) await fill(page, name, value)
    await choose(page, 'kind', 'cat')
    await page.locator('.pg-left [data-name=tags]').last().locator('input').fill('x')
    await send(page)
    same(last().path, '/echo/1', 'sent')
  }, { viewport: { width, height: 700 } })

  // The samples of the form say what those of the page say, and are those of the page in its order, as far as it has them.
  const prefilled = { examples: { languages: ['ts', 'curl', 'node', 'go', 'javascript', 'python'], prefill: true, defaults: 'all' } }
  const hard = 'it\'s "q" \\n ${x} `b` <a&b> ;@ é漢\nline\ttab'
  const form = (media, content) => ({ post: { summary: media, responses: {}, parameters: [
    { name: 'list', in: 'query', schema: { type: 'array', items: string() }, example: ['a b', 'c&d'] }, { name: 'piped', in: 'query', style: 'pipeDelimited', explode: false, schema: { type: 'array', items: string() }, example: ['a', 'b'] },
    { name: 'deep', in: 'query', style: 'deepObject', schema: { type: 'object', properties: { a: string(), b: string() } }, example: { a: '1', b: '2:3' } }, { name: 'expand', in: 'query', style: 'deepObject', schema: { type: 'array', items: string() }, example: ['a', 'b c'] }, { name: 'X-One', in: 'header', schema: string(), example: 'it\'s "1"' }, { name: 'sid', in: 'cookie', schema: string(), example: 'abc' }, { name: 'open', in: 'query', allowReserved: true, schema: string(), example: '/a?b=c' },
    { name: 'blob', in: 'query', content: { 'application/json': { schema: { type: 'object' }, example: { a: [1, 'x'] } } } },
  ], requestBody: { required: true, content: { [media]: content } } } })
  const pairs = { openapi: '3.1.0', info: { title: 'P', version: '1' }, servers: [{ url: 'https://api.test/v1' }], security: [{ bearer: [] }], components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }, paths: {
    '/json': form('application/json', { example: { text: hard, 'odd key': null, yes: true, no: [], list: [1, { a: {} }], float: 1.5 } }),
    '/urlencoded': form('application/x-www-form-urlencoded', { schema: { type: 'object', properties: { a: string(), b: { type: 'array', items: string() } } }, example: { a: 'x & y', b: ['1', '2'] } }),
    '/multipart': form('multipart/form-data', { schema: { type: 'object', properties: { a: string(), m: { type: 'object', properties: { k: string() } }, l: { type: 'array', items: string() }, o: { type: 'object', properties: { r: string() } } } }, example: { a: '@x;', m: { k: 'v "w"' }, l: ['p', 'q'], o: { r: '1' } }, encoding: { l: { style: 'form', explode: false }, o: { style: 'deepObject', explode: true } } }),
    '/text': form('text/plain', { schema: string(), example: hard }),
    '/related': form('multipart/related', { schema: { type: 'object', properties: { m: { type: 'object', properties: { k: string() } }, l: { type: 'array', items: string() } } }, example: { m: { k: 'v "w"' }, l: ['p'] }, encoding: { l: { contentType: 'application/json' } } }),
    '/range': form('text/*', { schema: string(), example: 'hi' }),
  } }
  pairs.paths['/asked'] = { get: { ...form('application/vnd.a+json', { example: { a: [1] } }).post } }
  const twins = await serve(build('samples', sources('samples', { ...site(api.url, api.socket, prefilled), 'api.json': JSON.stringify(pairs) })))
  for (const name of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/related', 'text/plain', 'text/*', 'application/vnd.a+json']) await test(`oas_58_live_samples_are_those_of_the_page ${name}`, `${twins.url}/api-reference/${name.replace(/[/.]/g, '')}`, async page => {
    const code = title => page.evaluate(title => {
      const panel = [...document.querySelectorAll('#request-example [role=tabpanel]')].find(panel => panel.dataset.title == title)
      // One that waits to be chosen is text so far
      const waiting = panel.querySelector('noscript')
      return (waiting ? new DOMParser().parseFromString(waiting.textContent, 'text/html') : panel).querySelector('code').textContent.replace(/\n$/, '')
    }, title)
    await open(page)
    const offered = await page.locator('.pg-language option').allInnerTexts()
    same(offered, ['TypeScript', 'cURL', 'Node.js', 'JavaScript', 'Python'], 'oas_55: set and order')
    same(await page.inputValue('.pg-language'), 'TypeScript', 'oas_55: the first')
    for (const title of offered) {
      await page.selectOption('.pg-language', title)
      same(await page.evaluate(() => document.querySelector('.pg-sample').textContent), await code(title), title)
    }
  })

  await test('asy_02_the_name_of_a_message_is_smaller_than_that_of_its_section', at('websockets/room'), async page => {
    const [section, message] = await page.evaluate(() => ['h2.api-section-heading', 'h3'].map(part => parseFloat(getComputedStyle(document.querySelector('#content ' + part)).fontSize)))
    same(message < section, true, `${message} px below ${section} px`)
  })
  await test('asy_03_a_channel_can_be_talked_to', at('websockets/room'), async page => {
    api.reset()
    await open(page)
    await page.click('.pg-send')
    same(await page.locator('[data-name=room] .pg-error').innerText(), 'This is required.', 'parameter')
    await choose(page, 'room', 'blue')
    await fill(page, 'token', 't 1')
    await page.locator('.pg-field:has-text("Subprotocols") input').fill('chat, v1')
    await page.click('.pg-send')
    await page.waitForFunction(() => document.querySelectorAll('.pg-received').length == 1)
    same([last().path, last().headers['sec-websocket-protocol']], ['/rooms/blue?token=t%201', 'chat, v1'], 'handshake')
    same(JSON.parse(await page.locator('.pg-socket textarea').inputValue()), { text: 'hi' }, 'example')
    await page.fill('.pg-socket textarea', '{ "text": }')
    await page.click('.pg-socket .pg-button')
    same(await page.locator('.pg-socket > .pg-error').innerText(), 'This is not JSON: line 1, column 11.', 'fault')
    await page.fill('.pg-socket textarea', '{ "text": "hello" }')
    await page.keyboard.press('Control+Enter')
    await page.waitForFunction(() => document.querySelectorAll('.pg-received').length == 2)
    same(JSON.parse(await page.locator('.pg-received pre').last().innerText()), { echo: '{ "text": "hello" }' }, 'echo')
    await page.fill('.pg-search', 'text')
    same(await page.locator('.pg-log li:visible').count(), 2, 'filtered')
    await page.getByLabel('Copy the log').click()
    same((await page.evaluate(() => navigator.clipboard.readText())).split('\n').length, 2, 'copied')
    await page.click('.pg-send')
    await page.waitForFunction(() => document.querySelector('.pg-state').textContent == 'Not connected')
    await page.evaluate(axe)
    const { violations } = await page.evaluate(() => window.axe.run('dialog.pg', { runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'] }))
    same(violations.map(one => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`), [], 'violations')
    await page.selectOption('.pg-section:has(h3:text-is("Server")) select', 'custom')
    await page.fill('.pg-pair input', `${api.socket}/refused`)
    await page.click('.pg-send')
    await page.waitForFunction(() => /did not accept/.test(document.querySelector('.pg-socket > .pg-error').textContent))
  }, ['WebSocket', '403', 'request to ws://'])
  await test('asy_03_keys_and_usual_values_are_part_of_the_address', at('websockets/plain-room'), async page => {
    api.reset()
    await open(page)
    await page.fill('[data-scheme=key] input', 'k 1')
    await page.click('.pg-send')
    await page.waitForFunction(() => document.querySelectorAll('.pg-received').length == 1)
    same(last().path, '/v1/plain/open?key=k%201', 'address')
  })
  // A host with the function that `docs proxy` makes for it.
  const source = sources('proxied', site(api.url, api.socket, { playground: {} }))
  fs.writeFileSync(path.join(source, 'request.mjs'), execFileSync(docs, ['proxy', '--host', 'cloudflare', source], { stdio: ['ignore', 'pipe', 'ignore'] }))
  const { onRequest } = await import(path.join(source, 'request.mjs'))
  const pass = async (request, response) => {
    if (request.url != '/_mintlify/api/request') return false
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = /GET|HEAD/.test(request.method) ? undefined : Buffer.concat(chunks)
    const answer = await onRequest({ request: new Request(`http://site${request.url}`, { method: request.method, headers: request.headers, body }) })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
    return true
  }
  const behind = await serve(build('proxied', source), {}, pass)
  await test('play_08_a_proxy_of_the_host_is_used_where_there_is_one', `${behind.url}/api-reference/closed`, async page => {
    api.reset()
    await page.context().addCookies([{ name: 'own', value: 'site', url: behind.url }])
    await open(page)
    await page.fill('[data-scheme=bearer] input', 'tok')
    await page.fill('.pg-left textarea', '{"a": 1}')
    await send(page)
    const sent = last()
    same([sent.method, sent.path, sent.text, sent.headers.authorization, sent.headers.cookie, sent.headers.origin], ['PUT', '/closed', '{"a":1}', 'Bearer tok', undefined, undefined], 'passed on')
    await page.goto(`${behind.url}/api-reference/auth`)
    await open(page)
    await page.selectOption('.pg-section:has(h3:text-is("Authorization")) > select', { label: 'cookie' })
    await page.fill('[data-scheme=cookie] input', 'c1')
    await send(page)
    same(last().headers.cookie, 'sid=c1', 'cookies of the API')
    // A redirect is one of the API, not of this site.
    await page.goto(`${behind.url}/api-reference/moved`)
    await open(page)
    await fill(page, 'status', '302')
    await fill(page, 'to', '/closed/x')
    await send(page)
    same([last().path, /from http:\/\/127[^ ]*\/closed\/x/.test(await page.locator('.pg-status').innerText())], ['/closed/x', true], 'followed')
    const moved = (status, to, method = 'GET') => page.evaluate(([url, status, to, method]) => fetch('/_mintlify/api/request', { method, body: method == 'GET' ? undefined : 'b', headers: { authorization: 't', 'content-type': 'a/b', 'x-docs-target': `${url}/closed/moved?status=${status}&to=${encodeURIComponent(to)}` } }).then(async answer => [answer.status, await answer.text()]), [api.url, status, to, method])
    same((await moved(302, 'https://example.com/'))[0], 502, 'elsewhere')
    same(/leads to https:\/\/example\.com\/, which is on no server/.test((await moved(302, 'https://example.com/'))[1]), true, 'told')
    await moved(303, '/closed/y', 'PUT')
    same([last().method, last().path, last().text, last().headers['content-type'], last().headers.authorization], ['GET', '/closed/y', '', undefined, 't'], '303')
    await moved(307, '/closed/y', 'PUT')
    same([last().method, last().text, last().headers['content-type']], ['PUT', 'b', 'a/b'], '307')
    const refused = await page.evaluate(() => fetch('/_mintlify/api/request', { headers: { 'x-docs-target': 'https://example.com/' } }).then(answer => answer.status))
    same(refused, 403, 'others')
  }, ['403', '502'])
  behind.close()
  own.close()
  twins.close()
  api.close()
}
