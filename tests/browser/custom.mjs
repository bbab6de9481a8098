// The project's own style sheets and scripts, as real sites write them; names begin with the row of the feature.

const config = {
  theme: 'mint', name: 'Custom', colors: { primary: '#166534', light: '#4ade80', dark: '#14532d' },
  logo: { light: '/logo/light.svg', dark: '/logo/dark.svg' },
  banner: { content: 'News', dismissible: true },
  navbar: { links: [{ label: 'Blog', href: 'https://example.com' }], primary: { type: 'button', label: 'Start', href: 'https://example.com/start' } },
  footer: { socials: { github: 'https://github.com/x' }, links: [{ header: 'More', items: [{ label: 'A', href: 'https://example.com' }] }] },
  navigation: {
    global: { anchors: [{ anchor: 'Forum', href: 'https://example.com/forum', icon: 'comments' }] },
    tabs: [{ tab: 'Guides', groups: [{ group: 'Start', icon: 'rocket', pages: ['index', 'second', { group: 'Inner', pages: ['third'] }] }] }, { tab: 'Other', pages: ['other'] }]
  }
}

const page = `---
title: First
---

Text with \`code\`, a [link](/second) and <Tooltip tip="x">a tip</Tooltip>.

## One

### Under one

| a | b |
|---|---|
| c | d |

<CardGroup cols={2}>
<Card title="C" icon="key" href="/second">Card</Card>
</CardGroup>

<Note>Note</Note>

<Steps><Step title="S">Step</Step></Steps>

<Tabs><Tab title="T">Tab</Tab></Tabs>

<Accordion title="A">Accordion</Accordion>

<Frame>frame</Frame>

\`\`\`js a.js
const a = 1 // [!code highlight]
\`\`\`

<div className="not-prose flex gap-2 p-4 text-red-500 hover:underline"><h2>plain</h2><ul><li>item</li></ul><p>text <code>c</code></p></div>

<p className="text-sm mt-0 font-bold">utility</p>

<div className="grid md:grid-cols-2 own-grid"><div>

\`\`\`js
const long = 'a line of code that is wider than any phone, which scrolls and makes nothing around it wider'
\`\`\`

</div><div className="flex"><div className="flex-1">

\`\`\`js
const long = 'a line of code that is wider than any phone, which scrolls and makes nothing around it wider'
\`\`\`

</div></div></div>

<div className="grid own-tabs"><div>

<CodeGroup>
\`\`\`js JavaScript SDK
a
\`\`\`
\`\`\`js Command line interface
b
\`\`\`
\`\`\`js Android and other phones
c
\`\`\`
</CodeGroup>

</div></div>

\`\`\`js lines wrap
const long = 'a line of code that is wider than any phone, which goes on in further rows below the first one of them'
\`\`\`

## Two

<div className="my-box">own</div>
`

// Rules of real style sheets: selector, property, value, as the browser computes it.
const RULES = [
  ['body', 'font-family', 'serif'],
  ['#navbar', 'padding-top', '17px'],
  ['#banner', 'background-color', 'rgb(1, 2, 3)'],
  ['#banner > *', 'letter-spacing', '3px'],
  ['#header', 'margin-top', '5px'],
  ['#navbar-transition', 'background-color', 'rgb(3, 2, 1)'],
  ['#navigation-items', 'padding-bottom', '11px'],
  ['#content-side-layout', 'opacity', '0.8'],
  ['[data-component-part="step-line"]', 'background-color', 'rgb(3, 2, 2)'],
  ['[data-component-part="step-number"] > div', 'border-top-left-radius', '6px'],
  ['[data-component-part="code-block-root"].code-block-background', 'background-color', 'rgb(3, 2, 4)'],
  ['#page-title', 'font-size', '41px'],
  ['#content-area', 'max-width', '777px'],
  ['#content', 'font-size', '15px'],
  ['#content-area h2[id]', 'color', 'rgb(1, 2, 4)'],
  ['#content h3', 'font-size', '33px'],
  ['#body-content', 'padding-top', '3px'],
  ['#sidebar', 'border-right-width', '4px'],
  ['#sidebar-content', 'padding-left', '6px'],
  ['#sidebar-content li[data-active] > a', 'color', 'rgb(1, 2, 5)'],
  ['.sidebar-group:has(> li[data-active])', 'outline-width', '2px'],
  ['#sidebar a[aria-current="page"]', 'border-left-width', '5px'],
  ['.sidebar-group-header', 'text-transform', 'uppercase'],
  ['.sidebar-title', 'font-weight', '800'],
  ['.sidebar-group-icon', 'opacity', '0.5'],
  ['.nav-anchor', 'border-top-width', '1px'],
  ['.nav-tabs-item[data-active]', 'color', 'rgb(1, 2, 6)'],
  ['img.nav-logo', 'height', '37px'],
  ['.navbar-link', 'font-size', '13px'],
  ['#topbar-cta-button a', 'border-top-left-radius', '3px'],
  ['#topbar-cta-button span', 'font-style', 'italic'],
  ['.topbar-right-container', 'row-gap', '9px'],
  ['#table-of-contents', 'opacity', '0.9'],
  ['#table-of-contents-layout', 'padding-top', '8px'],
  ['#table-of-contents-content.toc > .toc-item', 'margin-top', '2px'],
  ['#table-of-contents li[data-depth="0"] a', 'font-style', 'italic'],
  ['#table-of-contents li[data-depth="1"] a', 'padding-left', '44px'],
  ['.mdx-content p', 'line-height', '31px'],
  ['.prose a', 'text-decoration-line', 'none'],
  ['.prose code:not(pre code)', 'background-color', 'rgb(1, 2, 7)'],
  ['.prose table th', 'text-align', 'right'],
  ['.card', 'border-top-left-radius', '2px'],
  ['a.card', 'border-top-width', '3px'],
  ['[data-component-part="card-title"]', 'font-size', '19px'],
  ['.callout[data-callout-type="note"]', 'background-color', 'rgb(1, 2, 8)'],
  ['.step', 'padding-left', '50px'],
  ['.steps', 'margin-top', '1px'],
  ['.tabs [role="tab"]', 'font-size', '11px'],
  ['.accordion', 'border-top-width', '7px'],
  ['.frame', 'padding-top', '21px'],
  ['.tooltip', 'text-decoration-style', 'wavy'],
  ['.code-block', 'border-top-left-radius', '1px'],
  ['.code-block pre', 'font-size', '12px'],
  ['.code-block-copy-button', 'opacity', '0.3'],
  ['#pagination', 'margin-top', '64px'],
  ['.pagination-next', 'font-size', '10px'],
  ['.pagination-title', 'font-weight', '900'],
  ['#footer', 'border-top-width', '9px'],
  ['footer a', 'letter-spacing', '1px'],
  ['.text-sm', 'font-size', '22px'],
  ['.my-box', 'color', 'rgb(1, 2, 9)'],
]
const FIX = { 'border-right-width': 'border-right-style:solid', 'border-left-width': 'border-left-style:solid', 'border-top-width': 'border-top-style:solid', 'outline-width': 'outline-style:solid', 'row-gap': '' }

export const CUSTOM = {
  'docs.json': JSON.stringify(config),
  'index.mdx': page,
  'second.mdx': '---\ntitle: Second\nmode: wide\n---\n\nText\n',
  'third.mdx': '# Third\n\n<Card title="Ours" icon={<svg width="120" height="20" viewBox="0 0 120 20"><path d="M0 0h120v20H0z" /></svg>}>A word mark</Card>\n\n<Card title="Drawn" icon={<svg viewBox="0 0 4 4"><path d="M0 0h4v4H0z" /></svg>}>A sign</Card>\n',
  'api.mdx': '---\ntitle: Api\n---\n\n<RequestExample>\n```js\nx\n```\n</RequestExample>\n\nText\n',
  'other.mdx': '# Other\n\nText with a [link](/second) and `code`.\n\n## One\n\n- a\n\n| a |\n|---|\n| b |\n\n<Card title="C">c</Card>\n\n<div className="not-prose"><a href="/second">bare</a></div>\n',
  'logo/light.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>',
  'logo/dark.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>',
  'css/a.css': RULES.map(([selector, property, value]) => `${selector} { ${property}: ${value}; ${FIX[property] || ''} }`).join('\n') + '\n.my-box { color: red }\n.box { color: red }\n',
  // Later files win; dark mode; one page.
  'css/b.css': `.my-box { color: rgb(1, 2, 9) }
html.dark .card { background: rgb(9, 9, 9) }
[data-theme="dark"] #navbar { background: rgb(8, 8, 8) }
html:not(.dark) .frame { background: rgb(7, 7, 7) }
html[data-current-path="/api"] #search-bar-entry { display: flex !important; width: 320px !important }
html[data-current-path="/"] .nav-tabs { outline: 3px solid red }
html[data-current-path="/second"] #page-title { color: rgb(1, 1, 1) }
html[data-page-mode="wide"] #content-area { border-top: 6px solid }
#background-color { background: rgb(250, 250, 240) }
body { background: rgb(1, 2, 3) }
* { margin: 0; padding: 0; box-sizing: border-box }
#navbar * { box-sizing: border-box }
a { color: rgb(9, 8, 7); text-decoration: none }
h1, h2, code { font-family: Georgia; background: rgb(9, 8, 6) }
@layer base { *, ::before { margin: 0; padding: 0 } h1, h2 { font-size: inherit } }
.toned { color: rgb(var(--primary)); background: rgb(var(--primary-light) / .5); border: 1px solid rgb(var(--gray-200)) }
:root { --sidebar-width: 20rem }
`,
  // Classic scripts: what one declares the other calls. They run once, in order, when the page has been read.
  'a.js': `window.log = [document.readyState + ':' + !!document.querySelector('#footer')]
function shared(name) { log.push(name) }
var early = 1
document.addEventListener('DOMContentLoaded', () => log.push('ready'))
addEventListener('load', () => log.push('load'))
addEventListener('mintlify:user', event => log.push('user:' + JSON.stringify(event.detail)))
addEventListener('mintlify:server-variables', event => log.push('variables:' + JSON.stringify(event.detail)))
`,
  'b.js': `shared('b' + early)
mintlify.api.playground.setServerVariables({ region: 'eu', port: 1 })
mintlify.api.playground.clearServerVariables()
;(function () {
  const footer = document.querySelector('footer')
  if (footer && !document.getElementById('copyright')) {
    const line = document.createElement('div')
    line.id = 'copyright'
    footer.appendChild(line)
  }
  const container = document.getElementById('content-container')
  container.insertBefore(document.createElement('hr'), container.firstChild)
})()
`,
  'c.js': "import { name } from './lib/d.js'\nwindow.shared(name)\n",
  'lib/d.js': "export const name = 'd'\n",
}

// The same navigation in the theme whose column of pages lies over the page.
export const CUSTOM_MAPLE_FILES = {
  'docs.json': JSON.stringify({ ...config, theme: 'maple' }),
  ...Object.fromEntries(['index', 'second', 'third', 'other'].map(name => [name + '.mdx', `# ${name}\n`])),
  'body.css': 'body { background: rgb(1, 2, 3) }\nhtml.dark body { background: rgb(250, 250, 250) !important }\n',
  ...Object.fromEntries(['logo/light.svg', 'logo/dark.svg'].map(name => [name, CUSTOM[name]])),
}

export async function custom({ test, same, CUSTOM_SITE, CUSTOM_MAPLE }) {
  await test('css_01: rules of real style sheets win without !important', CUSTOM_SITE + '/', async page => {
    const wrong = await page.evaluate(rules => rules.flatMap(([selector, property, value]) => {
      const all = [...document.querySelectorAll(selector)]
      if (!all.length) return [selector + ': nothing']
      return all.map(element => getComputedStyle(element)[property]).filter(got => got != value).map(got => `${selector} ${property}: ${got}`)
    }), RULES)
    same(wrong, [], 'rules')
  })
  await test('css_01: later files win; css_06: by path and mode', CUSTOM_SITE + '/', async page => {
    const style = (selector, property) => page.evaluate(([selector, property]) => getComputedStyle(document.querySelector(selector))[property], [selector, property])
    same(await style('.nav-tabs', 'outline-width'), '3px', 'this path')
    same(await style('#background-color', 'backgroundColor'), 'rgb(250, 250, 240)', 'background')
    same(await style('#sidebar', 'width'), '320px', 'sidebar')
    await page.goto(CUSTOM_SITE + '/second/')
    same(await style('.nav-tabs', 'outline-style'), 'none', 'other path')
    same(await style('#page-title', 'color'), 'rgb(1, 1, 1)', 'its path')
    same(await style('#content-area', 'border-top-width'), '6px', 'mode')
  })
  await test('css_04: sizes that style sheets give count from where the elements stand', CUSTOM_SITE + '/api/', async page => {
    const boxes = await page.evaluate(() => {
      const box = id => document.getElementById(id).getBoundingClientRect()
      const [text, side] = [box('content-area'), box('content-side-layout')]
      return [document.querySelector('#content-area #content-side-layout'), side.left >= text.right, Math.round(text.width) <= 777]
    })
    same(boxes, [null, true, true], 'the examples stand beside the text')
    await page.setViewportSize({ width: 390, height: 844 })
    const tops = await page.evaluate(() => ['header', 'content-side-layout', 'content'].map(id => document.getElementById(id).getBoundingClientRect()).map(box => [box.top, box.bottom]))
    same(tops[0][1] <= tops[1][0] && tops[1][1] <= tops[2][0], true, 'on a phone below the title: ' + JSON.stringify(tops))
    // The style sheet shows the search of large screens always.
    same(await page.evaluate(() => ['search-bar-entry', 'search-bar-entry-mobile'].map(id => document.getElementById(id).getClientRects().length)), [0, 1], 'search')
    await page.locator('#search-bar-entry-mobile').click()
    await page.waitForSelector('dialog[open] input')
  })
  await test('cmp_03: a drawing with a size of its own keeps it above the title of a card', CUSTOM_SITE + '/third/', async page => {
    const sizes = await page.locator('[data-component-part="card-icon"] svg').evaluateAll(all => all.map(svg => [svg.getBoundingClientRect().width, svg.getBoundingClientRect().height]))
    same(sizes, [[120, 20], [24, 24]], 'sizes')
  })
  await test('css_04: maple keeps its content clear of its column by a margin', CUSTOM_MAPLE + '/', async page => {
    const got = await page.evaluate(() => {
      const part = document.getElementById('content-container')
      const [row, column] = [part.parentElement, part.parentElement.parentElement]
      const before = getComputedStyle(part).marginLeft
      part.style.cssText = 'margin-left: calc(304px + 10px); width: 500px'
      const box = part.getBoundingClientRect()
      return [before == document.getElementById('sidebar').offsetWidth + 'px', Math.round(box.left), Math.round(box.width), getComputedStyle(column).display, row.offsetLeft]
    })
    same(got, [true, 314, 500, 'block', 0], 'sizes')
  })
  await test('css_04: code scrolls in the columns of a site and widens none', CUSTOM_SITE + '/', async page => {
    await page.setViewportSize({ width: 390, height: 844 })
    const got = await page.evaluate(() => [document.documentElement.scrollWidth, ...[...document.querySelectorAll('.own-grid pre')].map(pre => pre.scrollWidth > pre.clientWidth && pre.clientWidth > 250)])
    same(got, [390, true, true], 'widths')
    const [group, list, tabs] = await page.evaluate(() => [document.querySelector('.own-tabs .code-group'), document.querySelector('.own-tabs'), document.querySelector('.own-tabs [role=tablist]')].map(part => [part.offsetWidth, part.scrollWidth]))
    same([group[0] == list[0], tabs[1] > tabs[0]], [true, true], 'tabs of a group of code')
    const covers = await page.evaluate(() => {
      const button = document.querySelector('.own-tabs .code-block-copy-button')
      const rest = button.closest('.code-group').getBoundingClientRect().right - button.getBoundingClientRect().right
      return [...getComputedStyle(button).boxShadow.matchAll(/(-?[\d.]+)px 0px 0px 0px/g)].some(shadow => shadow[1] >= rest)
    })
    same(covers, true, 'no tab looks out behind the button')
  })
  await test('css_04: the number of a line that is wrapped stands beside its first row', CUSTOM_SITE + '/', async page => {
    await page.setViewportSize({ width: 390, height: 844 })
    const got = await page.evaluate(() => {
      const line = document.querySelector('pre.wrap .line')
      return [line.offsetHeight > 40, getComputedStyle(line, '::after').top]
    })
    same(got, [true, '0px'], 'number')
  })
  await test('css_01: the reset of a style sheet that a site built for something else is below the theme', CUSTOM_SITE + '/', async page => {
    const got = await page.evaluate(() => {
      const style = name => getComputedStyle(document.querySelector(name))
      return [style('#page-title').fontSize != style('body').fontSize, parseFloat(style('.prose > h2').marginTop) > 8, parseFloat(style('.shell').paddingLeft) > 8]
    })
    same(got, [true, true, true], 'styles')
  })
  await test('css_01: rules for elements as such reach only what has no look of its own', CUSTOM_SITE + '/other/', async page => {
    const got = await page.evaluate(() => {
      const style = name => getComputedStyle(document.querySelector(name))
      const padded = ['.shell', '#sidebar-content .sidebar-row', '#topbar-cta-button a', '#search-bar-entry', '#table-of-contents-content .toc-item a', '.prose ul', '.prose code', '.card > div'].filter(name => !parseFloat(style(name).paddingLeft))
      const green = [...document.querySelectorAll('a:not(:empty)')].filter(link => getComputedStyle(link).color == 'rgb(9, 8, 7)').map(link => link.textContent)
      const title = style('#page-title')
      return [padded, green, title.fontFamily, title.backgroundColor, style('.prose code').fontFamily, document.querySelectorAll('.navbar-more').length]
    })
    same(got, [[], ['bare'], 'Georgia', 'rgb(9, 8, 6)', 'Georgia', 0], 'styles')
  })
  await test('css_01: rules for all links and lists are about texts: buttons and menus stay readable', CUSTOM_SITE + '/', async page => {
    await page.addStyleTag({ content: 'a { color: rgb(1, 2, 3) } ul { list-style: disc } ol { list-style: decimal } .page-header, .banner-content { color: rgb(3, 2, 1); text-align: right }' })
    const got = await page.evaluate(() => {
      const style = name => getComputedStyle(document.querySelector(name))
      const lists = ['.nav-tabs ul', '#sidebar-content ul', '#table-of-contents ul', '.not-prose ul'].map(name => style(name).listStyleType)
      return [style('#topbar-cta-button a > span').color == 'rgb(1, 2, 3)', lists, style('#header').textAlign, style('#banner > div').textAlign]
    })
    same(got, [false, ['none', 'none', 'none', 'disc'], 'start', 'center'], 'styles')
  })
  await test('css_07: what a site colours the body with lies below the page, as its plane covers it', CUSTOM_SITE + '/', async page => {
    // The lower left corner, where nothing stands.
    const corner = async () => {
      const picture = (await page.screenshot({ clip: { x: 2, y: 640, width: 1, height: 1 } })).toString('base64')
      return page.evaluate(async picture => {
        const image = new Image()
        image.src = 'data:image/png;base64,' + picture
        await image.decode()
        const canvas = new OffscreenCanvas(1, 1).getContext('2d')
        canvas.drawImage(image, 0, 0)
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).join()
      }, picture)
    }
    same(await corner(), '250,250,240', 'a plane of its own')
    await page.goto(CUSTOM_MAPLE + '/')
    same(await corner(), '255,255,255', 'light')
    await page.evaluate(() => document.documentElement.classList.add('dark'))
    const dark = (await corner()).split(',').map(Number)
    same(dark.every(part => part < 32), true, 'dark: ' + dark)
  })
  await test('css_07: dark mode is a class and an attribute of the page', CUSTOM_SITE + '/', async page => {
    const style = selector => page.evaluate(selector => getComputedStyle(document.querySelector(selector)).backgroundColor, selector)
    same(await style('.frame'), 'rgb(7, 7, 7)', 'light')
    await page.locator('.theme-toggle').first().click()
    same([await style('.card'), await style('#navbar')], ['rgb(9, 9, 9)', 'rgb(8, 8, 8)'], 'dark')
    same(await page.evaluate(() => document.documentElement.classList.contains('dark')), true, 'class')
  })
  await test('css_08: colours are variables of three numbers', CUSTOM_SITE + '/', async page => {
    const got = await page.evaluate(() => {
      const box = document.createElement('div')
      box.className = 'toned'
      document.body.append(box)
      const style = getComputedStyle(box)
      const names = ['--primary', '--primary-light', '--primary-dark', '--background-light', '--background-dark', ...[50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950].map(n => '--gray-' + n)]
      const odd = names.filter(name => !/^\d+[ ,]+\d+[ ,]+\d+$/.test(getComputedStyle(document.documentElement).getPropertyValue(name).trim()))
      return [style.color, style.backgroundColor, odd]
    })
    same(got, ['rgb(22, 101, 52)', 'rgba(74, 222, 128, 0.5)', []], 'colours')
  })
  await test('css_02: scripts run once, in order, when the page has been read', CUSTOM_SITE + '/', async page => {
    await page.waitForFunction(() => window.log.includes('load'))
    same(await page.evaluate(() => window.log), ['interactive:true', 'b1', 'variables:{"region":"eu"}', 'variables:{}', 'd', 'ready', 'user:{}', 'load'], 'order')
    same(await page.evaluate(() => [document.querySelectorAll('#copyright').length, document.querySelectorAll('#content-container > hr').length]), [1, 1], 'once')
  })
  await test('css_03: the interface for scripts is there', CUSTOM_SITE + '/', async page => {
    same(await page.evaluate(() => [mintlify.user, typeof mintlify.api.playground.setServerVariables, typeof mintlify.api.playground.clearServerVariables]), [{}, 'function', 'function'], 'interface')
  })
  await test('css_05: what is in not-prose looks as if there were no prose', CUSTOM_SITE + '/', async page => {
    const got = await page.evaluate(() => {
      const style = selector => getComputedStyle(document.querySelector('.not-prose ' + selector))
      return [style('h2').fontSize == getComputedStyle(document.querySelector('.not-prose')).fontSize, style('h2').marginTop, style('ul').listStyleType, style('li').paddingLeft, style('p').marginTop, getComputedStyle(document.querySelector('.not-prose')).display]
    })
    same(got, [true, '0px', 'none', '0px', '0px', 'flex'], 'styles')
  })
}
