// Every kind of page in every theme: node tests/browser/gallery.mjs path/to/docs [FOLDER] [themes=mint,palm] [pages=home] [no-shots] [no-axe] [no-hostile]
//
// Writes screenshots (1280 and 390 px, light and dark) and contact sheets into FOLDER (target/browser/gallery), and
// checks what can be checked without eyes: axe, also with colours that no theme is made for; nothing sticks out at
// 320 px or at 400 %; nothing lies on something else; the current entry of the navigation is the page.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { axe, build, launch, serve, sources, work } from './browser.mjs'
import { DEMO, GALLERY, HOSTILE, THEMES, gallery, single } from './gallery_site.mjs'

/** What axe finds, `only` by some of its rules. */
export async function audit(page, only) {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axe)
  const { violations } = await page.evaluate(only => window.axe.run(document, only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }), only)
  return violations.map(found => `${found.id}: ${found.nodes.slice(0, 3).map(node => `${node.target.join(' ')} ${(node.any[0]?.message || node.all[0]?.message || '').slice(0, 170)}`).join(' | ')}${found.nodes.length > 3 ? ` … ${found.nodes.length}` : ''}`)
}

/** What lies where it should not. */
export const layout = page => page.evaluate(async () => {
  // What the page does after another width or font is done in the frame after it
  await document.fonts.ready
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  const found = []
  const out = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth
  if (out > 0) {
    const scrolls = part => part && part != document.body && (getComputedStyle(part).overflowX != 'visible' || scrolls(part.parentElement))
    const wide = [...document.querySelectorAll('body *')].filter(part => part.getBoundingClientRect().right > innerWidth + 1 && !scrolls(part.parentElement)).slice(0, 3)
    found.push(`sticks out by ${out} px: ${wide.map(part => part.localName + '.' + part.className).join(', ')}`)
  }
  const box = part => part.getBoundingClientRect()
  const shown = part => part && part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box(part).width > 1 && box(part).height > 1 && getComputedStyle(part).visibility == 'visible'
  const name = part => part.id ? '#' + part.id : part.localName + '.' + [...part.classList].join('.')
  const overlapping = parts => {
    const visible = parts.filter(shown)
    visible.forEach((one, at) => visible.slice(at + 1).forEach(other => {
      const [a, b] = [box(one), box(other)]
      const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)]
      if (x > 1 && y > 1) found.push(`${name(one)} and ${name(other)} overlap by ${Math.round(x)} × ${Math.round(y)}`)
    }))
  }
  const by = selector => [...document.querySelectorAll(selector)]
  // At the top of the page nothing may lie under the header either.
  if (scrollY == 0) overlapping([...by('#content-area, #table-of-contents, #footer, .banner'), ...(innerWidth >= 1024 ? by('#sidebar') : [])])
  overlapping(by('.topbar > *, .topbar-start > *, .topbar-right-container > *, .navbar-links > *').filter(part => !part.matches('.topbar-start, .topbar-right-container')))
  overlapping(by('.topbar-start > *, .topbar > .nav-tabs, .topbar > .search-entry, .topbar-right-container'))
  overlapping(by('.title-row > *'))
  const header = document.querySelector('.site-header')
  if (shown(header) && box(header).height > innerHeight * .55) found.push(`the header takes ${Math.round(box(header).height)} of ${innerHeight} px`)
  const current = by('#sidebar-content [aria-current=page]')
  const here = document.documentElement.dataset.currentPath
  const there = link => new URL(link.href).pathname.replace(/(.)\/$/, '$1')
  if (current.some(link => link.localName == 'a' && there(link) != here)) found.push(`the current entry is ${current.map(there)}`)
  if (by('.nav-tabs-item[data-active]').length > 1) found.push('two tabs are current')
  for (const part of by('#content-area, #sidebar, #table-of-contents')) if (shown(part) && box(part).width < (innerWidth < 600 ? 200 : 150)) found.push(`${name(part)} is ${Math.round(box(part).width)} px wide`)
  return found
})

async function main() {
  const given = Object.fromEntries(process.argv.slice(3).filter(word => word.includes('=')).map(word => word.split('=')))
  const words = process.argv.slice(3).filter(word => !word.includes('='))
  const folder = path.resolve(words.find(word => !word.startsWith('no-')) || path.join(work, 'gallery'))
  const themes = given.themes?.split(',') || THEMES
  const pages = [...GALLERY, ['single/', 'one-page']].filter(([, name]) => !given.pages || given.pages.split(',').includes(name))
  const audited = !words.includes('no-axe')
  const shots = !words.includes('no-shots')
  fs.mkdirSync(folder, { recursive: true })
  const browser = await launch()
  let faults = 0
  let checks = 0
  const report = (where, found) => {
    checks += 1
    faults += found.length
    found.forEach(fault => console.log(`${where}: ${fault}`))
  }
  // One page is loaded once: sizes and modes change under it, as readers do it.
  const visit = async (address, act) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light', viewport: { width: 1280, height: 1000 } })
    const page = await context.newPage()
    await page.goto(address)
    await act(page)
    await context.close()
  }
  const theme_of = async theme => {
    const site = await serve(build(`gallery-${theme}`, sources(`gallery-${theme}`, gallery(theme))))
    const alone = await serve(build(`single-${theme}`, sources(`single-${theme}`, single(theme))))
    for (const [address, name] of pages) {
      await visit(address == 'single/' ? alone.url + '/' : site.url + address, async page => {
        for (const colorScheme of ['light', 'dark']) {
          await page.emulateMedia({ colorScheme })
          for (const [width, height] of [[1280, 1000], [390, 844]]) {
            await page.setViewportSize({ width, height })
            if (shots) await page.screenshot({ path: path.join(folder, `${theme}-${name}-${width}-${colorScheme}.png`) })
            const where = `${theme} ${name} ${width} ${colorScheme}`
            if (audited) report(where, await audit(page))
            if (colorScheme == 'light') report(where, await layout(page))
          }
        }
        for (const [width, height, what] of [[320, 640, '320 px'], [320, 256, '400 %'], [768, 900, '768 px'], [1024, 768, '1024 px'], [1680, 900, '1680 px']]) {
          await page.setViewportSize({ width, height })
          report(`${theme} ${name} ${what}`, await layout(page))
        }
      })
    }
    site.close()
    alone.close()
    if (shots) await sheets(browser, folder, [theme], pages.map(([, name]) => name))
    if (words.includes('no-hostile') || !audited) return
    for (const colour of HOSTILE) {
      const hostile = await serve(build(`hostile-${theme}`, sources(`hostile-${theme}`, gallery(theme, { primary: colour }))))
      for (const [address, name] of pages.slice(0, 12).filter(([address]) => address != 'single/'))
        await visit(hostile.url + address, async page => {
          for (const colorScheme of ['light', 'dark']) {
            await page.emulateMedia({ colorScheme })
            report(`${theme} ${name} ${colour} ${colorScheme}`, await audit(page, ['color-contrast']))
          }
        })
      hostile.close()
    }
  }
  // Two at a time: most of the time goes into the browser's own processes.
  const queue = [...themes]
  await Promise.all([0, 1].map(async () => { while (queue.length) await theme_of(queue.shift()) }))
  if (shots) await sheets(browser, folder, [], [])
  await browser.close()
  console.log(`${checks} checks, ${faults} faults; pictures in ${folder}`)
  process.exit(faults ? 1 : 0)
}

/** One picture for each theme, width and mode, and one of all themes in grey: they must be told apart by their layout. */
async function sheets(browser, folder, themes, names) {
  const draw = async (name, images, columns, width, filter = '') => {
    const page = await browser.newPage({ viewport: { width: columns * (width + 12) + 12, height: 800 } })
    const cells = images.map(file => `<figure><img src="${file}.png" width="${width}"><figcaption>${file}</figcaption></figure>`)
    const file = path.join(folder, `${name}.html`)
    fs.writeFileSync(file, `<!doctype html><meta charset="utf-8"><title>${name}</title><style>body{margin:12px;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:12px;background:#888;font:11px sans-serif}figure{margin:0}img{display:block;${filter}}</style>${cells.join('')}`)
    await page.goto('file://' + file)
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true })
    await page.close()
  }
  const some = file => fs.existsSync(path.join(folder, file + '.png'))
  for (const theme of themes)
    for (const [width, columns, size] of [[1280, 4, 480], [390, 8, 240]])
      for (const mode of ['light', 'dark'])
        await draw(`sheet-${theme}-${width}-${mode}`, names.map(name => `${theme}-${name}-${width}-${mode}`), columns, size)
  for (const name of ['home', 'article']) {
    const images = THEMES.map(theme => `${theme}-${name}-1280-light`).filter(some)
    if (images.length) await draw(`sheet-grey-${name}`, images, 4, 400, 'filter:grayscale(1)')
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
