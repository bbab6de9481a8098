// The gallery in short (`gallery.mjs` is the whole of it): every theme with the pages that were hardest, in three widths.
import { build, serve, sources } from './browser.mjs'
import { audit, layout } from './gallery.mjs'
import { GALLERY, THEMES, gallery } from './gallery_site.mjs'

const fits = theme => `theme ${theme}: ux_09_17: nothing overlaps or sticks out, in every mode and width`
const readable = theme => `theme ${theme}: ux_08: accessible`

/** The tests of each theme, to be begun in any order. */
export function galleryShort({ test, same, only }) {
  async function short(theme) {
    const site = await serve(build(`short-${theme}`, sources(`short-${theme}`, gallery(theme))))
    await test(fits(theme), site.url + '/', async page => {
      for (const [address, name] of GALLERY.filter(([, name]) => ['home', 'article', 'api', 'titles', 'six-levels', 'rtl-code', 'emoji', 'wide', 'center', 'frame', 'custom', '404'].includes(name))) {
        await page.goto(site.url + address)
        for (const [width, height] of [[1280, 800], [1024, 768], [320, 256]]) {
          await page.setViewportSize({ width, height })
          same(await layout(page), [], `${name} ${width}`)
        }
      }
    })
    await test(readable(theme), site.url + '/article/', { colorScheme: 'light' }, async page => {
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme })
        same(await audit(page), [], colorScheme)
      }
    })
    site.close()
  }

  return THEMES.filter(theme => fits(theme).includes(only) || readable(theme).includes(only)).map(theme => () => short(theme))
}
