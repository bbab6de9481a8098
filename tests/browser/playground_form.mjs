// What stands in the form is sent or told, and never lost: on the way to JSON and back, after a reload, in lists; and
// nothing is sent, kept or explained that nobody meant.
import { apiServer } from './api_server.mjs'
import { build, serve, sources } from './browser.mjs'

const string = (more = {}) => ({ type: 'string', ...more })
const object = (properties, more = {}) => ({ type: 'object', properties, ...more })
const list = (items, more = {}) => ({ type: 'array', items, ...more })

function site(api) {
  const ref = name => ({ $ref: `#/components/schemas/${name}` })
  const post = (summary, properties, { isNeeded = false, ...more } = {}, example) => ({ post: { summary, security: [], responses: {}, requestBody: { required: isNeeded, content: { 'application/json': { schema: object(properties, more), example } } } } })
  const get = (summary, more = {}) => ({ get: { summary, security: [], responses: {}, ...more } })
  const query = (name, schema, more) => ({ name, in: 'query', schema, ...more })
  const home = object({ city: string({ description: 'Where it is' }), zip: string() }, { required: ['city'] })
  const pet = { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } } }
  const described = {
    openapi: '3.1.0', info: { title: 'F', version: '1' },
    servers: [{ url: api.url }, { url: `${api.url}/{host}/{part}`, variables: { host: { default: 'eu' }, part: { default: '' } } }],
    paths: {
      '/loose': post('Loose', { extra: {}, note: string(), home: object({ any: {}, city: string() }), either: { anyOf: [{ type: 'integer' }, object({ z: string() })] }, labels: { type: 'object', additionalProperties: { type: 'integer' } }, code: string({ pattern: '^\\d{3}\\-\\d{4}$' }) }),
      '/whole': post('Whole', { name: string(), kind: { enum: ['cat', 'dog'] }, items: list(string()), home: object({ a: string() }), flag: { type: 'boolean' }, labels: { type: 'object', additionalProperties: string() }, mixed: { enum: ['1', 1, 'true', true, 'x'] }, many: { type: ['array', 'null'], items: string() } }, { isNeeded: true, required: ['name', 'items'] }),
      '/named': { post: { summary: 'Named', security: [], responses: {}, requestBody: { content: { 'application/json': { schema: object({ a: string(), b: { type: 'integer' } }), examples: { one: { summary: 'The first', value: { a: 'x', b: 1 } }, two: { value: { a: 'y', b: [1] } } } } } } } },
      '/group': post('Group', { home, pet, tags: list(string()) }, { isNeeded: true }),
      '/lists': post('Lists', { tags: list(string({ minLength: 2 })), pair: { type: 'array', prefixItems: [string(), { type: 'integer' }] }, maybe: { type: ['object', 'null'], properties: { a: string() } }, bytes: string({ format: 'byte' }) }, { isNeeded: true }),
      '/secret': post('Secret', { name: string(), pw: string({ format: 'password' }), hidden: string({ writeOnly: true }), deep: list(object({ code: string({ format: 'password' }) })) }, { isNeeded: true }),
      '/stand': get('Stand', { parameters: [query('at', string({ format: 'date-time' })), query('a', list(string())), query('z', string({ maxLength: 9 }), { required: true, deprecated: true, description: 'The **last** letter.\n\nMore of it.' }), { name: 'X-Word', in: 'header', schema: string() }] }),
      '/keyed': get('Keyed', { security: [{ bearer: [] }, { key: [] }] }),
      '/slowly': { post: { ...post('Slowly', { a: string() }).post } },
      '/live': get('Live'), '/large': get('Large'),
    },
    components: { schemas: { Cat: object({ kind: string(), lives: { type: 'integer' }, shared: string() }, { required: ['kind', 'lives'] }), Dog: object({ kind: string(), bark: string(), shared: string() }, { required: ['kind'] }) }, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, key: { type: 'apiKey', in: 'query', name: 'key' } } },
  }
  const host = api.socket.replace('ws://', '')
  const chat = { asyncapi: '3.0.0', info: { title: 'C', version: '1' }, servers: { open: { host, protocol: 'ws' }, guarded: { host, protocol: 'ws', security: [{ $ref: '#/components/securitySchemes/bearer' }] } },
    channels: {
      room: { address: '/rooms/{room}', title: 'Room', servers: [{ $ref: '#/servers/open' }], parameters: { room: {} }, messages: { line: { name: 'line', contentType: 'text/plain', payload: string({ example: 'hi' }) }, told: { name: 'told', payload: object({ text: string() }) } } },
      guarded: { address: '/guarded', title: 'Guarded', servers: [{ $ref: '#/servers/guarded' }], messages: { say: { name: 'say', payload: object({ text: string() }) } } },
    },
    operations: { in: { action: 'receive', channel: { $ref: '#/channels/room' }, messages: [{ $ref: '#/channels/room/messages/line' }] }, out: { action: 'send', channel: { $ref: '#/channels/room' }, messages: [{ $ref: '#/channels/room/messages/told' }] }, say: { action: 'receive', channel: { $ref: '#/channels/guarded' } } },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } }
  const config = { name: 'Form', theme: 'mint', colors: { primary: '#0a7' }, api: { playground: { proxy: false } }, navigation: { pages: ['index', 'hand'], groups: [{ group: 'API', openapi: 'api.json' }, { group: 'Chat', asyncapi: 'chat.json' }] } }
  const hand = `---\ntitle: Hand\napi: "DELETE ${api.url}/k/:id/parts:all"\n---\n\n<ParamField path="id" type="string" placeholder="abc-1" required>\nWhich one\n</ParamField>\n`
  return { 'docs.json': JSON.stringify(config), 'index.mdx': '---\ntitle: Home\n---\n', 'hand.mdx': hand, 'api.json': JSON.stringify(described), 'chat.json': JSON.stringify(chat) }
}

export async function playgroundForm({ test, same }) {
  const api = await apiServer()
  const own = await serve(build('form', sources('form', site(api))))
  const open = async (page, to) => { await page.goto(`${own.url}/${to == 'hand' ? to : `api-reference/${to}`}`); await page.click('.try-it'); await page.waitForSelector('dialog.pg[open]') }
  const check = (name, to, act, allowed) => test(name, own.url, async page => { api.reset(); await open(page, to); await act(page) }, allowed)
  const field = (page, name) => page.locator(`dialog.pg .pg-field[data-name="${name}"]`).first()
  const input = (page, name) => page.locator(`dialog.pg .pg-field[data-name="${name}"] > .pg-line > input, dialog.pg .pg-field[data-name="${name}"] > :is(input, textarea, select)`).first()
  const told = (page, name) => field(page, name).locator('> .pg-error').innerText()
  const press = page => page.click('.pg-send')
  const send = async page => { await press(page); await page.waitForFunction(() => document.querySelector('.pg-status strong')?.textContent.startsWith('200')) }
  const body = () => JSON.parse(api.asked.at(-1).text)
  const toggle = page => page.click('.pg-section:has(h3:text-is("Body")) > .pg-line > button')
  const area = page => page.locator('.pg-left textarea').last()
  const more = (page, name) => page.click(`details[data-name="${name}"] > summary`)

  await check('play_04_what_does_not_parse_is_told_wherever_it_stands', 'loose', async page => {
    await input(page, 'extra').fill('{"a": oops')
    await more(page, 'home')
    await press(page)
    same([await told(page, 'extra'), api.asked.length], ['This is not JSON: line 1, column 7.', 0], 'alone')
    await input(page, 'note').fill('x')
    await input(page, 'extra').fill('1')
    await input(page, 'any').fill('{bad')
    await press(page)
    same([await told(page, 'any'), await page.locator('.pg-notice').innerText(), api.asked.length], ['This is not JSON: line 1, column 2.', 'Some values are not right: 1.', 0], 'below')
    // Nor is it lost on the way to JSON.
    await toggle(page)
    same([await area(page).isVisible(), await page.evaluate(() => document.activeElement.closest('[data-name]').dataset.name)], [true, 'any'], 'still the form')
    await input(page, 'any').fill('{}')
    same(await page.locator('.pg-notice').innerText(), '', 'put right')
    await more(page, 'either')
    await field(page, 'either').locator('.pg-choice input').fill('abc')
    await input(page, 'code').fill('123')
    await press(page)
    same([await told(page, 'either'), await told(page, 'code'), api.asked.length], ['This must be: integer.', 'This must match ^\\d{3}\\-\\d{4}$.', 0], 'in a choice, and by an old pattern')
    await field(page, 'either').locator('.pg-choice input').fill('7')
    await input(page, 'code').fill('123-4567')
    await send(page)
    same(body(), { extra: 1, note: 'x', home: { any: {} }, either: 7, code: '123-4567' }, 'sent')
  })
  await check('play_04_a_row_without_a_name_or_a_value_is_told', 'loose', async page => {
    const labels = field(page, 'labels'), keys = labels.locator('[data-name=Name] input'), values = labels.locator('[data-name=Value] input')
    for (let at = 0; at < 3; at++) await labels.getByText('+ Add a field').click()
    await keys.nth(0).fill('a')
    await values.nth(1).fill('2')
    await press(page)
    same([await labels.locator('.pg-error').allInnerTexts().then(all => all.filter(Boolean)), api.asked.length], [['This is required.', 'This is required.'], 0], 'halves')
    await values.nth(0).fill('1')
    await keys.nth(1).fill('a')
    await press(page)
    same([await labels.locator('.pg-error').allInnerTexts().then(all => all.filter(Boolean)), api.asked.length], [['No item may come twice.', 'No item may come twice.'], 0], 'twice')
    await keys.nth(1).fill('b')
    await send(page)
    same(body(), { labels: { a: 1, b: 2 } }, 'and an empty row says nothing')
    await labels.getByLabel('Remove 1').click()
    same(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Remove 1', 'focus')
  })
  await check('play_04_what_the_form_cannot_show_stays_json', 'whole', async page => {
    const error = page.locator('.pg-section:has(h3:text-is("Body")) > .pg-error')
    same(await input(page, 'mixed').locator('option').allInnerTexts(), ['not set', '"1"', '1', '"true"', 'true', 'x'], 'values that look alike')
    same(await field(page, 'many').locator('.pg-type').first().innerText(), 'string[] | null', 'type')
    await toggle(page)
    same(await page.locator('.pg-section:has(h3:text-is("Body")) > .pg-line > button').innerText(), 'Form', 'the way back')
    const refused = { '{"name":"abc","kind":"bird"}': 'kind: This must be one of "cat", "dog".', '{"name":"abc","items":"notalist"}': 'items: This must be: array.', '{"name":"abc","home":"str"}': 'home: This must be: object.', '{"name":"abc","flag":"yes"}': 'flag: This must be: boolean.', '{"name":5}': 'name: This must be: string.', '{"name":"abc","labels":[1]}': 'labels: This must be: object.' }
    for (const [text, expected] of Object.entries(refused)) {
      await area(page).fill(text)
      await toggle(page)
      same([await error.innerText(), await area(page).inputValue()], [expected, text], text)
    }
    await area(page).fill('{"name":"two\\nlines","labels":{"":"x"},"own":[1]}')
    await toggle(page)
    same(await input(page, 'kind').isVisible(), true, 'the form')
    await send(page)
    same(body(), { name: 'two\nlines', items: [], labels: { '': 'x' }, own: [1] }, 'sent')
  })
  await check('play_04_an_example_of_several_fills_the_form', 'named', async page => {
    const pick = page.getByLabel('Example', { exact: true })
    same(await pick.locator('option').allInnerTexts(), ['Example', 'The first', 'two'], 'names')
    await pick.selectOption({ label: 'The first' })
    same(await input(page, 'a').inputValue(), 'x', 'filled in')
    await send(page)
    same(body(), { a: 'x', b: 1 }, 'sent')
    // What the form has no place for is there as JSON.
    await pick.selectOption({ label: 'two' })
    same(JSON.parse(await area(page).inputValue()), { a: 'y', b: [1] }, 'as JSON')
  })
  await check('play_04_an_optional_group_can_be_left_out_again', 'group', async page => {
    await more(page, 'home')
    same([await field(page, 'city').locator('.pg-note').innerText(), await input(page, 'city').getAttribute('aria-describedby').then(ids => page.locator(`#${ids.split(' ')[0]}`).innerText())], ['Where it is', 'Where it is'], 'what the page says of it')
    await input(page, 'city').fill('Rome')
    await send(page)
    same(body(), { home: { city: 'Rome' } }, 'set')
    await page.reload()
    await page.waitForSelector('dialog.pg[open]')
    await input(page, 'city').fill('')
    await send(page)
    same(body(), {}, 'emptied')
    await toggle(page)
    await area(page).fill('{"home": {}, "tags": []}')
    await toggle(page)
    await press(page)
    same(await told(page, 'city'), 'This is required.', 'one without members')
    await page.getByLabel('Clear home').click()
    await page.getByLabel('Clear tags').click()
    same(await page.getByLabel('Clear home').isVisible(), false, 'nothing to clear')
    await more(page, 'pet')
    const kind = field(page, 'pet').locator('select').first()
    await kind.selectOption('dog')
    await input(page, 'shared').fill('both')
    await input(page, 'bark').fill('loud')
    await kind.selectOption('cat')
    same(await field(page, 'pet').locator('[data-name=shared] input').inputValue(), 'both', 'what both have')
    await press(page)
    same([await told(page, 'lives'), api.asked.length], ['This is required.', 2], 'a choice')
    await page.getByLabel('Clear pet').click()
    await send(page)
    same(body(), {}, 'no choice')
    // All of it, too
    await input(page, 'city').fill('Oslo')
    await send(page)
    await page.click('.pg-left > .pg-small:text-is("Reset")')
    await page.waitForSelector('dialog.pg[open]')
    same(await page.locator('dialog.pg').count(), 1, 'one form')
    await send(page)
    same(body(), {}, 'as it was at first')
  })
  await check('play_04_items_keep_their_numbers_kinds_and_the_focus', 'lists', async page => {
    const tags = field(page, 'tags'), focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') || document.activeElement.textContent)
    for (const [at, text] of ['aa', 'bb', 'cc'].entries()) { await tags.getByText('+ Add').click(); await tags.locator('li input').nth(at).fill(text) }
    await tags.getByLabel('Remove 1').click()
    same([await tags.locator('li .pg-name').allInnerTexts(), await focused()], [['1', '2'], 'Remove 1'], 'removed')
    await tags.getByLabel('Move up 2').click()
    same([await tags.locator('li input').evaluateAll(all => all.map(one => one.value)), await tags.locator('li .pg-name').allInnerTexts(), await focused()], [['cc', 'bb'], ['1', '2'], 'Move down 1'], 'moved')
    same(await tags.locator('.pg-required').count(), 0, 'an item is no field that could be left out')
    const pair = field(page, 'pair')
    for (const [at, text] of ['x', '5', 'y'].entries()) { await pair.getByText('+ Add').click(); await pair.locator('li :is(input, textarea)').nth(at).fill(text) }
    await pair.getByLabel('Remove 1').click()
    same(await pair.locator('li .pg-type').allInnerTexts(), ['string', 'integer'], 'kinds')
    for (const [at, text] of ['z', '6'].entries()) await pair.locator('li input').nth(at).fill(text)
    for (const at of [2, 1]) await tags.getByLabel(`Remove ${at}`).click()
    same(await focused(), '+ Add', 'nothing left')
    await page.getByLabel('Clear tags').click()
    // A file takes the place of an empty text.
    await page.getByLabel('bytes send empty text').click()
    await field(page, 'bytes').locator('input[type=file]').setInputFiles({ name: 'a', mimeType: 'a/b', buffer: Buffer.from('A') })
    await page.waitForFunction(() => document.querySelector('.pg-field[data-name=bytes] input').value)
    await send(page)
    same(body(), { pair: ['z', 6], bytes: 'QQ==' }, 'sent')
    await more(page, 'maybe')
    await page.getByLabel('maybe send null').waitFor()
    const [mark, form] = await page.evaluate(() => ['.pg-field[data-name=maybe] .pg-small[title="send null"]', '.pg-field[data-name=maybe]'].map(part => document.querySelector(part).getBoundingClientRect().width))
    same(mark < form / 2, true, `a mark of ${mark} px`)
  })
  await check('play_06_what_is_secret_by_its_schema_is_not_kept', 'secret', async page => {
    const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    await toggle(page)
    await area(page).fill('{"name":"seen","pw":"hunter2","hidden":"hunter3","deep":[{"code":"hunter4"}]}')
    await send(page)
    same([(await kept()).includes('seen'), (await kept()).includes('hunter')], [true, false], 'as JSON')
    await toggle(page)
    await send(page)
    same([body().pw, (await kept()).includes('hunter')], ['hunter2', false], 'as a form')
  })
  await check('play_04_half_a_moment_and_an_empty_list_are_not_sent', 'stand', async page => {
    same(await page.locator('.pg-section:has(h3:text-is("Query")) .pg-name').allInnerTexts(), ['z', 'at', 'a'], 'what is required comes first')
    same(await field(page, 'z').locator('.pg-type').allInnerTexts(), ['string', 'deprecated'], 'marked')
    same((await field(page, 'z').locator('.pg-note').innerText()).replace(/\s+/g, ' '), 'The last letter. Allowed: at most 9 characters', 'what the page says of it')
    await input(page, 'z').fill('1')
    await input(page, 'at').focus()
    await page.keyboard.type('01022024')
    await press(page)
    same([await told(page, 'at'), api.asked.length], ['This is not in the form date-time.', 0], 'a day without its hour')
    await input(page, 'at').fill('')
    await field(page, 'a').getByText('+ Add').click()
    await field(page, 'a').getByLabel('Remove 1').click()
    await send(page)
    same(api.asked.at(-1).search, '?z=1', 'sent')
    // What was asked for by that answer is another request than the one that is wrong.
    await input(page, 'z').fill('')
    await press(page)
    same(await page.locator('.pg-status').innerText(), 'Send the request to see the answer.', 'no answer')
    await input(page, 'z').fill('2')
    await input(page, 'X-Word').fill('слово')
    await input(page, 'z').press('Enter')
    await page.waitForFunction(() => /Latin/.test(document.querySelector('.pg-answer > .pg-note')?.textContent))
    same([api.asked.at(-1).search, await page.locator('.pg-answer > .pg-note').innerText()], ['?z=2', 'In the value of a header, browsers send Latin characters only. Left out: X-Word. The curl command sends it.'], 'by the key of a line')
  })
  await check('play_07_the_server_and_the_way_to_sign_in_are_kept', 'stand', async page => {
    const server = page.locator('.pg-section:has(h3:text-is("Server")) select').first()
    await server.selectOption({ index: 1 })
    await input(page, 'z').fill('1')
    await input(page, 'host').fill('')
    await press(page)
    same([await told(page, 'host'), await told(page, 'part'), api.asked.length], ['This is required.', '', 0], 'variables')
    await input(page, 'host').fill('us')
    await send(page)
    same(api.asked.at(-1).path, '/us/stand', 'sent')
    await open(page, 'keyed')
    same([await server.inputValue(), await input(page, 'host').inputValue()], ['1', 'us'], 'on another page')
    await server.selectOption({ index: 0 })
    const way = page.locator('.pg-section:has(h3:text-is("Authorization")) > select')
    await way.selectOption({ label: 'key' })
    await page.waitForFunction(() => document.querySelector('.pg-url').textContent.endsWith('/keyed?key=<api-key>'))
    await page.locator('.pg-keep input').check()
    await page.reload()
    await page.waitForSelector('dialog.pg[open]')
    same([await way.inputValue(), await server.inputValue()], ['1', '0'], 'after a reload')
    await way.selectOption({ label: 'bearer' })
    await page.fill('[data-scheme=bearer] input', 'Bearer abc')
    await send(page)
    same(api.asked.at(-1).headers.authorization, 'Bearer abc', 'a token that came with its word')
  })
  await check('play_03_a_double_click_sends_once', 'slowly', async page => {
    const count = () => api.asked.filter(one => one.path == '/slowly').length
    await page.dblclick('.pg-send')
    await page.waitForFunction(() => document.querySelector('.pg-status strong')?.textContent.startsWith('200'))
    same(count(), 1, 'by the mouse')
    await input(page, 'a').focus()
    await page.evaluate(() => { for (let at = 0; at < 2; at++) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })) })
    await page.waitForFunction(() => document.querySelector('.pg-status strong')?.textContent.startsWith('200'))
    same(count(), 2, 'by keys')
    await page.click('.pg-response .pg-small:text-is("Copy")')
    await page.waitForSelector('.pg-response .pg-small:text-is("Copied")')
  })
  await check('play_09_a_stream_is_followed_and_saved', 'live', async page => {
    await press(page)
    await page.waitForFunction(() => document.querySelectorAll('.pg-log li').length == 20)
    same(await page.locator('.pg-log').evaluate(log => log.scrollHeight > log.clientHeight && log.scrollTop + log.clientHeight > log.scrollHeight - 40), true, 'followed')
    await page.getByRole('tab', { name: 'Raw' }).click()
    await page.waitForFunction(() => document.querySelector('.pg-raw').textContent.includes('"last"'))
    const saved = page.waitForEvent('download')
    await page.click('.pg-response a[download]')
    same((await saved).suggestedFilename(), 'events.txt', 'saved')
  })
  await check('play_09_the_tree_of_an_answer_shows_what_can_be_opened', 'large', async page => {
    await send(page)
    await page.click('.pg-members > details > summary >> nth=1')
    const [leaf, part] = await page.evaluate(() => ['.pg-members .pg-leaf', '.pg-members details .pg-members'].map(part => document.querySelector(part).querySelector('.pg-key').getBoundingClientRect().left))
    same(leaf, part, 'members stand in one line')
    same(await page.locator('.pg-tree summary').first().evaluate(summary => getComputedStyle(summary, '::before').content), '"▾"', 'mark')
    await page.fill('.pg-response .pg-search', 'item')
    await page.waitForFunction(() => document.querySelector('.pg-response .pg-line > .pg-note').textContent == '200+ found')
  })
  await check('asy_03_a_socket_is_checked_kept_and_takes_any_text', 'websockets/room', async page => {
    const server = page.locator('.pg-section:has(h3:text-is("Server")) select').first()
    same(await field(page, 'room').locator('.pg-type').innerText(), 'string', 'a parameter')
    await input(page, 'room').fill('red')
    await server.selectOption('custom')
    await press(page)
    same([await told(page, 'Another server'), api.asked.length], ['This is required.', 0], 'no server')
    await server.selectOption({ index: 0 })
    await page.dblclick('.pg-send')
    await page.waitForFunction(() => document.querySelectorAll('.pg-received').length == 1)
    same(await page.locator('.pg-socket select').first().locator('option').allInnerTexts().then(all => all.some(one => /told/.test(one))), false, 'what the server says')
    await page.fill('.pg-socket textarea', '[INFO] hello')
    await page.click('.pg-socket .pg-button')
    await page.waitForFunction(() => document.querySelectorAll('.pg-received').length == 2)
    await page.reload()
    await page.waitForSelector('dialog.pg[open]')
    same(await input(page, 'room').inputValue(), 'red', 'kept')
    await open(page, 'websockets/guarded')
    same(/do not let pages set headers of a socket/.test(await page.locator('.pg-left .pg-note').innerText()), true, 'a key that no browser sends')
  }, ['WebSocket'])
  await check('fm_05_play_04_a_path_with_colons_and_a_hint', 'hand', async page => {
    same(await input(page, 'id').getAttribute('placeholder'), 'abc-1', 'hint')
    await input(page, 'id').fill('a b')
    await send(page)
    same(api.asked.at(-1).path, '/k/a%20b/parts:all', 'sent')
  })
  own.close()
  api.close()
}
