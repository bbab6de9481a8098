// Schemas that have no room in an API page: put in place when they are opened, reached by links, followed without scripts.
import { build, serve, sources } from './browser.mjs'

const string = { type: 'string' }
const ref = name => ({ $ref: `#/components/schemas/${name}` })
const fields = (name, count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, string]))

function site() {
  const schemas = { All: { type: 'object', properties: {} }, Ball: { type: 'object', properties: { size: string } }, Rope: { type: 'object', properties: { length: string } } }
  for (let at = 0; at < 24; at++) {
    schemas.All.properties[`w${at}`] = ref(`Wide${at}`)
    schemas[`Wide${at}`] = { type: 'object', properties: { ...fields('f', 100), toy: { oneOf: [ref('Ball'), ref('Rope')] }, again: ref(`Wide${at}`) } }
  }
  const get = { summary: 'Large', responses: { 200: { description: '', content: { 'application/json': { schema: ref('All') } } } } }
  const example = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`key${at}`, [at, 'x', true]]))
  const post = { summary: 'Sent', requestBody: { content: { 'application/json': { example } } }, responses: {} }
  const config = { name: 'Parts', theme: 'mint', colors: { primary: '#0a7' }, navigation: { pages: ['index'], groups: [{ group: 'API', openapi: 'api.json' }] } }
  return { 'docs.json': JSON.stringify(config), 'index.mdx': '---\ntitle: Home\n---\n', 'api.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths: { '/a': { get, post } }, components: { schemas } }) }
}

export async function parts({ test, same }) {
  const own = await serve(build('parts', sources('parts', site())))
  const large = `${own.url}/api-reference/large`
  const part = row => `.api-part[data-row="${row}"]`
  const repeated = page => page.evaluate(() => { const ids = [...document.querySelectorAll('[id]')].map(item => item.id); return ids.filter((id, at) => ids.indexOf(id) != at) })
  await test('oas_43_a_schema_without_room_is_put_in_place_when_it_is_opened', large, async page => {
    same(await page.locator('#response-w3-f7').count(), 0, 'before')
    await page.click(`${part('response-w3')} > summary`)
    await page.waitForSelector('#response-w3-f7', { state: 'visible' })
    same(await page.locator(`${part('response-w3')} .api-part-link`).count(), 0, 'the link is gone')
    // What contains itself leads to the row around it.
    same(await page.locator('#response-w3-again a.link').getAttribute('href'), '#response-w3', 'recursion')
    // Choices work.
    await page.locator('#response-w3-toy [role=tab]').nth(1).click()
    same(await page.locator('#response-w3-toy [role=tabpanel]').nth(1).isVisible(), true, 'second choice')
    same(await page.locator('#response-w3-toy [role=tabpanel]').nth(0).isVisible(), false, 'first choice')
    // The same fields in another place have other ids.
    await page.click(`${part('response-w4')} > summary`)
    await page.waitForSelector('#response-w4-f7', { state: 'visible' })
    same(await repeated(page), [], 'repeated ids')
  })
  await test('oas_43_play_14_a_link_to_a_field_opens_the_schema_that_has_it', `${large}#response-w9-f42`, async page => {
    await page.waitForSelector('#response-w9-f42', { state: 'visible' })
    await page.waitForFunction(() => { const { top } = document.getElementById('response-w9-f42').getBoundingClientRect(); return top >= 0 && top < innerHeight })
    same(await page.locator('#response-w8-f42').count(), 0, 'others')
  })
  await test('oas_43_without_scripts_a_schema_without_room_is_a_page', large, { javaScriptEnabled: false }, async page => {
    await page.click(`${part('response-w3')} > summary`)
    await page.click(`${part('response-w3')} .api-part-link > a`)
    same([await page.locator('h1').innerText(), await page.locator('#fields-f99').isVisible()], ['Wide3', true], 'the page')
  })
  const sent = `${own.url}/api-reference/sent`
  const samples = page => page.locator('#request-example [role=tabpanel] pre').count()
  await test('oas_58_a_large_sample_is_made_when_it_is_chosen', sent, async page => {
    same(await samples(page), 1, 'before')
    await page.selectOption('#request-example select', { index: 1 })
    same(await samples(page), 2, 'after')
    const shown = page.locator('#request-example [role=tabpanel]:visible')
    same([await shown.count(), (await shown.locator('pre').innerText()).includes('"key119"'), await shown.locator('.t2').count() > 100], [1, true, true], 'shown in colours')
    await shown.hover()
    await shown.locator('.code-block-copy-button').click()
    same((await page.evaluate(() => navigator.clipboard.readText())).startsWith('import requests'), true, 'copied')
    // Who comes back has it at once.
    await page.reload()
    same([await page.locator('#request-example [role=tabpanel]:visible pre').count(), await samples(page)], [1, 2], 'kept')
  })
  await test('oas_58_without_scripts_all_samples_are_there', sent, { javaScriptEnabled: false }, async page => {
    same(await page.locator('#request-example [role=tabpanel] pre').count(), 7, 'samples')
  })
  own.close()
}
