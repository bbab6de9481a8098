// What is filled into the playground is what is sent, digit by digit; and every shape of a schema has an input for it.
import { apiServer } from './api_server.mjs'
import { build, serve, sources } from './browser.mjs'

const string = (more = {}) => ({ type: 'string', ...more })
const object = (properties, more = {}) => ({ type: 'object', properties, ...more })
const ref = name => ({ $ref: `#/components/schemas/${name}` })

function site(url, settings = {}) {
  const post = (summary, schema, media = 'application/json') => ({ post: { summary, responses: {}, requestBody: { required: true, content: { [media]: { schema } } } } })
  const paths = {
    '/numbers/{id}': { post: { ...post('Numbers', object({ id: { type: 'integer', format: 'int64' }, ratio: { type: 'number' } })).post, parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }] } },
    '/maybe': post('Maybe', object({
      name: { anyOf: [string({ maxLength: 3 }), { type: 'null' }] }, count: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: 5 },
      home: { anyOf: [ref('Home'), { type: 'null' }] }, tags: { type: ['array', 'null'], items: string() },
    })),
    '/choice': post('Choice', object({ order: string({ enum: ['asc', null] }) })),
    '/xml': post('Xml', object({ a: string({ example: 'x & y' }) }, { required: ['a'] }), 'application/xml'),
    '/moment': post('Moment', object({ at: string({ format: 'date-time', example: '2024-01-02T03:04:05.123456Z' }), there: string({ format: 'date-time', example: '2024-01-02T03:04:05+09:00' }) })),
    '/nested': post('Nested', { oneOf: [object({ k: string() }, { title: 'M1', oneOf: [object({ s1: string() }, { title: 'S1' }), object({ s2: string() }, { title: 'S2' })] }), object({ other: string() }, { title: 'M2' })] }),
    '/both': post('Both', { allOf: [{ oneOf: [ref('A'), ref('B')] }, { oneOf: [ref('C'), ref('D')] }] }),
    '/several': { get: { summary: 'Several', responses: {}, parameters: [{ name: 'q', in: 'query', schema: { type: ['string', 'integer'] } }], requestBody: { content: { 'application/json': { schema: object({ a: string() }) } } } } },
  }
  const member = name => object({ [name]: string() }, { required: [name] })
  const schemas = { Home: object({ city: string() }), A: member('a'), B: member('b'), C: member('c'), D: member('d') }
  const servers = [{ url }, { url: `${url}/{region}`, variables: { region: { default: 'eu', enum: ['eu', 'us'] } } }, { url: `${url}/two/{region}{suffix}`, variables: { region: { default: 'ap', enum: ['ap', 'me'] }, suffix: { default: '' } } }]
  const config = { name: 'Values', theme: 'mint', colors: { primary: '#0a7' }, api: { playground: { proxy: false }, ...settings }, navigation: { pages: ['index'], groups: [{ group: 'API', openapi: 'api.json' }] } }
  return { 'docs.json': JSON.stringify(config), 'index.mdx': '---\ntitle: Home\n---\n', 'api.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'V', version: '1' }, servers, paths, components: { schemas } }) }
}

export async function playgroundValues({ test, same }) {
  const api = await apiServer()
  const own = await serve(build('values', sources('values', site(api.url))))
  const check = (name, page, act) => test(name, `${own.url}/api-reference/${page}`, async view => { api.reset(); await view.click('.try-it'); await view.waitForSelector('dialog.pg[open]'); await act(view) })
  const input = (page, name) => page.locator(`dialog.pg .pg-field[data-name="${name}"] > .pg-line > input`)
  const send = async page => { await page.click('.pg-send'); await page.waitForFunction(() => document.querySelector('.pg-status strong')?.textContent.startsWith('200')) }
  const last = () => api.asked.at(-1)
  const asJson = page => page.click('.pg-left .pg-section:has(h3:text-is("Body")) > .pg-line > button')
  const area = page => page.locator('.pg-left textarea.pg-json').last()

  const filled = await serve(build('filled', sources('filled', site(api.url, { examples: { prefill: true } }))))
  await test('play_04_a_moment_is_sent_as_it_was_given', `${filled.url}/api-reference/moment`, async page => {
    await page.click('.try-it')
    await send(page)
    same(last().text, '{"at":"2024-01-02T03:04:05.123456Z","there":"2024-01-02T03:04:05+09:00"}', 'given')
    await asJson(page)
    await asJson(page)
    const shown = await input(page, 'at').inputValue()
    await input(page, 'at').fill('2024-02-03T04:05:06')
    await send(page)
    same([/^2024-02-0[234]T\d\d:05:06Z$/.test(JSON.parse(last().text).at), JSON.parse(last().text).there], [true, '2024-01-02T03:04:05+09:00'], 'changed')
    await input(page, 'at').fill(shown)
    await send(page)
    same(JSON.parse(last().text).at, '2024-01-02T03:04:05.123456Z', 'as it was')
  })
  await test('oas_57_a_body_of_text_is_that_of_the_sample', `${filled.url}/api-reference/xml`, async page => {
    await page.click('.try-it')
    await send(page)
    same([/<a>x & y<\/a>|<a>x &amp; y<\/a>/.test(last().text), last().headers['content-type']], [true, 'application/xml'], 'sent')
  })
  filled.close()
  await check('play_04_play_09_no_digit_of_a_number_is_lost', 'numbers', async page => {
    await input(page, 'id').first().fill('9007199254740993')
    await input(page, 'id').last().fill('12345678901234567890')
    await input(page, 'ratio').fill('0.1234567890123456789')
    await send(page)
    same([last().path, last().text], ['/numbers/9007199254740993', '{"id":12345678901234567890,"ratio":0.1234567890123456789}'], 'fields')
    const shown = await page.locator('.pg-tree').innerText()
    same([shown.includes('9007199254740993'), shown.includes('18014398509481985')], [true, true], shown)
    await asJson(page)
    same((await area(page).inputValue()).includes('12345678901234567890'), true, 'as JSON')
    await area(page).fill('{"id": 18446744073709551615, "ratio": 1.5}')
    await send(page)
    same(last().text, '{"id":18446744073709551615,"ratio":1.5}', 'JSON')
    await asJson(page)
    same(await input(page, 'id').last().inputValue(), '18446744073709551615', 'in the form')
    await input(page, 'id').last().fill('1.5')
    await page.click('.pg-send')
    same(await page.locator('.pg-field[data-name=id] .pg-error').last().innerText(), 'This must be: integer.', 'checked')
  })
  await check('play_04_oas_48_what_may_be_null_is_an_input_with_a_mark', 'maybe', async page => {
    same(await input(page, 'count').getAttribute('placeholder'), '5', 'default')
    await input(page, 'name').fill('abcd')
    await page.click('.pg-send')
    same(await page.locator('.pg-field[data-name=name] > .pg-error').innerText(), 'Characters allowed: 3 or fewer.', 'limit')
    await page.getByLabel('name send null').click()
    await page.click('details[data-name=home] > summary')
    await page.getByLabel('home send null').click()
    await page.getByLabel('tags send null').click()
    await send(page)
    same(last().text, '{"name":null,"home":null,"tags":null}', 'null')
    await input(page, 'city').fill('Rome')
    await send(page)
    same(JSON.parse(last().text).home, { city: 'Rome' }, 'no longer null')
    // What the form has no place for is sent all the same.
    await asJson(page)
    await area(page).fill('{"name": "a", "home": null, "more": {"x": [1]}}')
    await asJson(page)
    await send(page)
    same(last().text, '{"name":"a","home":null,"more":{"x":[1]}}', 'kept')
  })
  await check('oas_42_a_value_that_is_null_can_be_chosen', 'choice', async page => {
    const list = page.locator('dialog.pg .pg-field[data-name=order] select')
    same((await list.locator('option').allInnerTexts()).slice(1), ['asc', 'null'], 'values')
    await list.selectOption({ label: 'null' })
    await send(page)
    same(last().text, '{"order":null}', 'sent')
  })
  await check('play_04_a_text_is_not_compared_with_the_schema_of_what_it_says', 'xml', async page => {
    await area(page).fill('<x><a>1</a></x>')
    await send(page)
    same([last().text, last().headers['content-type']], ['<x><a>1</a></x>', 'application/xml'], 'sent')
  })
  await check('play_04_oas_45_choices_in_and_beside_one_another', 'nested', async page => {
    const pick = at => page.locator('.pg-left select[aria-label="one of"]').nth(at)
    await input(page, 'k').fill('1')
    await pick(1).selectOption({ label: 'S2' })
    await input(page, 's2').fill('2')
    await send(page)
    same(last().text, '{"k":"1","s2":"2"}', 'inner')
    await page.goto(`${own.url}/api-reference/both?playground=open`)
    await page.waitForSelector('dialog.pg[open]')
    const labels = await page.locator('.pg-left select[aria-label="one of"]').evaluateAll(all => all.map(one => [...one.options].map(option => option.label).join()))
    same(labels.sort(), ['A,B', 'C,D'], 'choices')
    await page.locator('select[aria-label="one of"]:has(option:text-is("B"))').selectOption({ label: 'B' })
    await input(page, 'b').fill('x')
    await input(page, 'c').fill('y')
    await send(page)
    same(JSON.parse(last().text), { b: 'x', c: 'y' }, 'both')
  })
  await check('play_04_several_types_are_chosen_from', 'several', async page => {
    await input(page, '').first().or(page.locator('.pg-field[data-name=q] .pg-choice input')).first().fill('abc')
    await input(page, 'a').fill('1')
    await send(page)
    same([last().search, last().headers['content-type'], last().text], ['?q=abc', undefined, ''], 'sent')
    // Of the body it is told that a browser does not send it.
    same(await page.locator('.pg-answer > .pg-note').innerText(), 'Browsers do not let pages send: Body. The curl command does.', 'told')
  })
  await check('play_07_variables_are_those_of_their_server', 'xml', async page => {
    const server = page.locator('.pg-section:has(h3:text-is("Server")) select').first()
    const url = expected => page.waitForFunction(expected => document.querySelector('.pg-url').textContent == expected, expected)
    await server.selectOption({ index: 1 })
    await url(`${api.url}/eu/xml`)
    await page.locator('.pg-pair select').selectOption('us')
    await server.selectOption({ index: 2 })
    await url(`${api.url}/two/ap/xml`)
    await server.selectOption({ index: 1 })
    await url(`${api.url}/us/xml`)
  })
  const string = more => ({ type: 'string', ...more })
  const query = (name, schema, more) => ({ name, in: 'query', schema, ...more })
  const call = (summary, more) => ({ summary, responses: { 200: { description: 'ok' } }, ...more })
  const posted = (summary, properties, required) => ({ post: call(summary, { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', properties, required } } } } }) })
  const described = (server, paths) => JSON.stringify({ openapi: '3.1.0', info: { title: 'K', version: '1' }, servers: [{ url: server }], security: [{ key: [] }], components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } }, paths })
  const other = await apiServer()
  const kept = await serve(build('kept', sources('kept', {
    'docs.json': JSON.stringify({ theme: 'mint', name: 'K', colors: { primary: '#166534' }, api: { examples: { prefill: true } }, navigation: { groups: [{ group: 'A', pages: ['index'] }, { group: 'One', openapi: { source: 'a.json', directory: 'one' } }, { group: 'Two', openapi: { source: 'b.json', directory: 'two' } }] } }),
    'index.mdx': '---\ntitle: Home\n---\n\nText.\n',
    'b.json': described(other.url, { '/echo': { get: call('Other') } }),
    'a.json': described(api.url, {
      '/pick': { get: call('Pick', { parameters: [query('order', string({ enum: ['asc', 'desc'] })), query('usual', string({ enum: ['x', 'y'], default: 'y' })), { name: 'User-Agent', in: 'header', schema: string() }] }) },
      '/wide': posted('Wide', { code: string({ enum: Array.from({ length: 300 }, (_, at) => `c${at}`) }), any: string({ enum: Array.from({ length: 1500 }, (_, at) => `d${at}`) }) }),
      '/times': posted('Times', { opens: string({ format: 'time', example: '10:30:00Z' }), plain: string({ format: 'date', example: '2024-01-31' }) }, ['opens']),
      '/tune': { get: call('Tune') }, '/report': { get: call('Report') }, '/torn': { get: call('Torn') }, '/torn/json': { get: call('Torn json') },
    }),
  })))
  const keeps = (name, page, act, allowed) => test(name, `${kept.url}/${page}`, async view => { api.reset(); other.reset(); await view.click('.try-it'); await view.waitForSelector('dialog.pg[open]'); await act(view) }, allowed)
  const list = (page, name) => page.locator(`dialog.pg .pg-field[data-name="${name}"] select`)
  await keeps('oas_57_what_nobody_states_is_not_filled_in', 'one/pick', async page => {
    same([await list(page, 'order').inputValue(), await list(page, 'usual').inputValue()], ['', '1'], 'one of several, and the usual one')
    await input(page, 'User-Agent').fill('mine/1')
    await list(page, 'usual').selectOption({ label: 'not set' })
    await send(page)
    same(last().search, '', 'sent')
    same(await page.locator('.pg-answer > .pg-note').innerText(), 'Browsers do not let pages send: User-Agent. The curl command does.', 'told')
    // What was emptied stays empty.
    await page.reload()
    await page.waitForSelector('dialog.pg[open]')
    same(await list(page, 'usual').inputValue(), '', 'after a reload')
  })
  await keeps('play_04_every_value_of_a_long_list_can_be_sent', 'one/wide', async page => {
    await list(page, 'code').selectOption({ label: 'c299' })
    // Of still longer ones, any text is taken.
    await input(page, 'any').fill('d1400')
    await send(page)
    same(last().text, '{"code":"c299","any":"d1400"}', 'sent')
  })
  await keeps('play_04_times_that_a_browser_has_no_place_for_are_sent_as_they_are', 'one/times', async page => {
    await send(page)
    same(last().text, '{"opens":"10:30:00Z","plain":"2024-01-31"}', 'sent')
    same(await input(page, 'plain').getAttribute('type'), 'date', 'a day of the browser')
  })
  await keeps('play_05_a_key_is_for_the_servers_of_its_description_alone', 'one/pick', async page => {
    await page.locator('.pg-scheme input').fill('of one')
    await page.locator('.pg-keep input').check()
    await page.goto(`${kept.url}/two/other`)
    await page.click('.try-it')
    same(await page.locator('.pg-scheme input').inputValue(), '', 'of the other')
    await send(page)
    same(other.asked.at(-1).headers['x-key'], undefined, 'sent')
    await page.goto(`${kept.url}/one/tune`)
    await page.click('.try-it')
    same(await page.locator('.pg-scheme input').inputValue(), 'of one', 'of another operation')
  })
  await keeps('play_09_what_is_saved_has_the_name_of_its_kind', 'one/tune', async page => {
    await send(page)
    same(await page.locator('a[download]').first().getAttribute('download'), 'tune.wav', 'sound')
    await page.goto(`${kept.url}/one/report`)
    await page.click('.try-it')
    await send(page)
    same(await page.locator('a[download]').first().getAttribute('download'), 'a report.zip', 'the name that the server says')
  })
  await keeps('play_09_what_came_before_an_answer_broke_off_stays', 'one/torn', async page => {
    await send(page)
    await page.locator('.pg-log .pg-error').waitFor()
    same([await page.locator('.pg-log pre').innerText(), await page.locator('.pg-why').count()], ['{\n  "at": 1\n}', 0], 'the event, and no word of what a server must allow')
    await page.goto(`${kept.url}/one/torn-json`)
    await page.click('.try-it')
    await send(page)
    await page.locator('.pg-answer > .pg-error').waitFor()
    same(await page.locator('.pg-raw').innerText(), '{"a": [1, ', 'what came')
    same(await page.locator('.pg-why').count(), 0, 'nor here')
  }, ['ERR_INCOMPLETE_CHUNKED_ENCODING'])
  await keeps('play_07_an_address_that_is_none_is_told_at_once', 'one/pick', async page => {
    await page.locator('.pg-section:has(h3:text-is("Server")) select').first().selectOption('custom')
    await page.click('.pg-send')
    const address = page.locator('.pg-section input[type=url]'), told = page.locator('.pg-pair .pg-error')
    same([await page.locator('.pg-notice').innerText(), await told.innerText(), api.asked.length], ['Some values are not right: 1.', 'This is required.', 0], 'empty')
    // Neither what comes behind a path nor who asks has a place in front of another path.
    for (const text of ['nonsense', `${api.url}/base?x=1`, api.url.replace('://', '://u:p@')]) {
      await address.fill(text)
      await page.click('.pg-send')
      same([await told.innerText(), api.asked.length], ['This is not in the form https://….', 0], text)
      same(await page.evaluate(() => JSON.stringify({ ...sessionStorage }).includes('u:p@')), false, 'nor is it kept')
    }
    await address.fill('myhost:8080')
    await page.waitForFunction(() => document.querySelector('.pg-url').textContent.startsWith('http://myhost:8080/pick'))
    same(await page.locator('.pg-notice').innerText(), '', 'no longer told')
    await address.fill(api.url.replace('http://', ''))
    await send(page)
    same(last().path, '/pick', 'without a scheme')
  })
  other.close()
  kept.close()
  own.close()
  api.close()
}
