// What readers of long and linked pages have: older entries of a change log, a menu for selected words, previews of links.
import { build, serve, sources } from './browser.mjs'

const page = (title, text) => `---\ntitle: ${title}\n---\n\n${text}\n`
const entries = Array.from({ length: 220 }, (_, at) => `<Update label="v${220 - at}">\n\n## Part ${220 - at}\n\nWords of it.\n\n</Update>\n`).join('\n')
const FILES = {
  'docs.json': JSON.stringify({
    theme: 'mint', name: 'Reading', colors: { primary: '#166534' },
    contextual: { options: ['copy', 'claude'] },
    interaction: { selectionMenu: true, linkPreviews: true },
    navigation: { pages: ['index', 'guides/other', 'changelog', 'tagged'] }
  }),
  'index.mdx': page('Home', 'Some words come first, **bold** ones and `code` ones.\n\nThe same words stand here. The same words stand here.\n\nSee [the other page](/guides/other), [itself](#end) and [elsewhere](https://example.com).\n\n## End'),
  'guides/other.mdx': page('Other page', 'What the other page begins with.\n\nMore.'),
  'changelog.mdx': page('Changelog', entries),
  'tagged.mdx': page('Tagged', Array.from({ length: 130 }, (_, at) => `<Update label="n${130 - at}" tags={["${at < 100 ? 'New' : 'Old'}"${at % 2 ? '' : ', "Even"'}]}>\n\nWords.\n\n</Update>\n`).join('\n')),
}

export async function reading({ test, same, PHONE }) {
  const host = await serve(build('reading', sources('reading', FILES)))
  const at = page => page.evaluate(() => location.pathname.replace(/\/$/, '') + location.hash)

  await test('log_03: a link to an entry that has moved leads to it, and back', host.url + '/changelog/#v7', async page => {
    await page.waitForURL("**/changelog/archive/1*#v7")
    same(await page.locator('#v7').isVisible(), true, 'shown')
    await page.evaluate(() => { location.hash = 'part-220' })
    await page.waitForURL(/\/changelog\/?#part-220$/)
    same(await page.locator('#part-220').isVisible(), true, 'the newest')
    await page.evaluate(() => { location.hash = 'part-120' })
    await page.waitForURL('**/changelog/archive/2*#part-120')
    await page.goBack()
    await page.goto(host.url + '/changelog/#nothing')
    same(await at(page), '/changelog#nothing', 'what is nowhere')
  })
  await test('log_03: older entries are found without scripts', host.url + '/changelog/', { javaScriptEnabled: false }, async page => {
    await page.locator('.update-archives a').last().click()
    same(await page.locator('.update').count(), 100, 'entries')
    await page.locator('.pagination-prev').click()
    same(await page.locator('.update').count(), 20, 'newer')
  })

  await test('log_03: the filter names the tags of older entries and tells where they are', host.url + '/tagged/', async page => {
    const state = () => page.evaluate(() => [[...document.querySelectorAll('.changelog-filter')].map(button => button.textContent).join(), document.querySelectorAll('.update:not([data-hidden])').length, document.querySelector('.update-archives').hidden, document.querySelector('.update-archives a').textContent])
    same(await state(), ['New 100,Even 65,Old 30', 100, false, 'n30 – n1'], 'no choice')
    await page.locator('.changelog-filter', { hasText: 'Old' }).click()
    same(await state(), ['New 100,Even 65,Old 30', 0, false, 'n30 – n1 (30)'], 'older ones')
    await page.locator('.changelog-filter', { hasText: 'Even' }).click()
    same((await state()).slice(1), [0, false, 'n30 – n1 (15)'], 'two choices')
    await page.locator('.update-archives a').click()
    await page.waitForURL('**/tagged/archive/1*')
    same((await state()).slice(0, 3), ['Old 30,Even 15', 15, false], 'the choices are kept')
    await page.goto(host.url + '/tagged/?tags=New')
    same((await state()).slice(1, 3), [100, true], 'none of the older ones')
  })

  // Selects the words in the paragraph with this number.
  const select = (page, number, from, to) => page.evaluate(([number, from, to]) => {
    const text = document.querySelectorAll('#content p')[number].firstChild
    getSelection().setBaseAndExtent(text, from, text, to)
  }, [number, from, to])
  const bar = '#text-selection-tooltip'
  const copied = page => page.evaluate(() => navigator.clipboard.readText())
  await test('chr_09: a link to the selected words is copied, by keys', host.url + '/', async page => {
    same(await page.evaluate(() => performance.getEntriesByType('resource').some(entry => entry.name.includes('/_docs/selection.'))), false, 'not loaded')
    await select(page, 0, 0, 10)
    await page.locator(bar).waitFor()
    await page.keyboard.press('Tab')
    same(await page.evaluate(() => document.activeElement.id), 'text-selection-tooltip-button', 'Tab')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.getElementById('docs-live').textContent == 'Link copied')
    same(await copied(page), host.url + '/#:~:text=Some%20words', 'the link')
    await page.keyboard.press('ArrowRight')
    same(await page.evaluate(() => document.activeElement.textContent), 'Copy as quote', 'arrows')
    await page.keyboard.press('Escape')
    same(await page.locator(bar).count(), 0, 'Esc')
  })
  await test('chr_09: half words become whole, repeated ones have their neighbours', host.url + '/', async page => {
    await select(page, 1, 30, 38)
    await page.locator(bar + ' button').first().click()
    await page.waitForFunction(() => document.getElementById('docs-live').textContent)
    same(await copied(page), host.url + '/#:~:text=words%20stand%20here.%20The-,same%20words,-stand%20here.', 'the second')
    same(await page.evaluate(() => getSelection().toString().length > 0), true, 'still selected')
  })
  await test('chr_09: a quotation is Markdown, and assistants are asked about the words', host.url + '/', async page => {
    await page.evaluate(() => getSelection().selectAllChildren(document.querySelector('#content p')))
    await page.locator(bar + ' button').nth(1).click()
    await page.waitForFunction(() => document.getElementById('docs-live').textContent == 'Copied')
    const [first, empty, link] = (await copied(page)).split('\n')
    same([first, empty, link.startsWith('> [Home](' + host.url + '/#:~:text=')], ['> Some words come first, **bold** ones and `code` ones.', '>', true], 'the quotation')
    const href = await page.locator(bar + ' a').getAttribute('href')
    same(decodeURIComponent(href).includes('this part of it: “Some words come first, bold ones and code ones.”'), true, href)
    await page.evaluate(() => getSelection().removeAllRanges())
    await page.locator(bar).waitFor({ state: 'detached' })
  })
  await test('chr_09: the menu stays inside a narrow window', host.url + '/', PHONE, async page => {
    await select(page, 0, 0, 10)
    const box = await page.locator(bar).boundingBox()
    same(box.x >= 0 && box.x + box.width <= 390, true, JSON.stringify(box))
  })

  const preview = '.link-preview'
  await test('cmp_32: a link shows title and first words of its page, at the pointer and by keys', host.url + '/', async page => {
    const link = page.locator('#content a[href="/guides/other"]')
    await link.hover()
    await page.locator(preview).waitFor()
    same(await page.locator(preview).innerText(), 'Other page\n\nWhat the other page begins with.', 'text')
    same(await link.getAttribute('aria-describedby'), 'link-preview', 'described')
    // The pointer may go there.
    await page.locator(preview).hover()
    await page.waitForTimeout(400)
    same(await page.locator(preview).count(), 1, 'stays')
    await page.keyboard.press('Escape')
    same([await page.locator(preview).count(), await link.getAttribute('aria-describedby')], [0, null], 'closed')
    await page.mouse.move(5, 700)
    await link.focus()
    await page.locator(preview).waitFor()
    await page.locator('#content a[href="#end"]').first().focus()
    await page.locator(preview).waitFor({ state: 'detached' })
  })
  await test('cmp_32: links within the page and to other sites show nothing', host.url + '/', async page => {
    for (const href of ['#end', 'https://example.com']) {
      await page.locator(`#content a[href="${href}"]`).last().hover()
      await page.waitForTimeout(600)
      same(await page.locator(preview).count(), 0, href)
    }
  })
  host.close()
}
