// The sources of a site that shows every kind of page at once, for `gallery.mjs`: what themes get wrong is in here.
const F = '```'
const text = 'A message that nobody reads costs as much as one that everybody reads, so we keep both short. '
const paragraphs = (count, words = text) => Array.from({ length: count }, () => words.repeat(3)).join('\n\n')
const page = (title, body, more = '') => `---\ntitle: ${JSON.stringify(title)}\n${more}---\n\n${body}\n`

/** Colours that each theme is shown in. */
export const DEMO = {
  mint: { primary: '#16A34A', light: '#07C983', dark: '#15803D' },
  maple: { primary: '#9A3412', light: '#EA580C', dark: '#9A3412' },
  palm: { primary: '#329100', light: '#43C200', dark: '#329100' },
  willow: { primary: '#006AD4', light: '#007FFF', dark: '#006AD4' },
  linden: { primary: '#FF5522', light: '#FF5522', dark: '#FF5522' },
  almond: { primary: '#009689', light: '#00BBA7', dark: '#009689' },
  aspen: { primary: '#d69000', light: '#d69000', dark: '#d69000' },
}
export const THEMES = Object.keys(DEMO)

/** Colours that no theme is made for. */
export const HOSTILE = ['#ffff00', '#000000', '#fefefe']

/** Address and name of every page of a gallery; the first twelve are audited in every palette. */
export const GALLERY = [
  ['/', 'home'],
  ['/article/', 'article'],
  ['/code/', 'code'],
  ['/tables/', 'tables'],
  ['/api/endpoints/create-a-message/', 'api'],
  ['/changelog/', 'changelog'],
  ['/titles/', 'titles'],
  ['/a/b/c/d/e/f/deep/', 'six-levels'],
  ['/ar/code/', 'rtl-code'],
  ['/emoji/', 'emoji'],
  ['/modes/wide/', 'wide'],
  ['/modes/center/', 'center'],
  ['/modes/frame/', 'frame'],
  ['/modes/custom/', 'custom'],
  ['/plain/', 'plain'],
  ['/404.html', '404'],
]

const CODE = `${F}rust src/main.rs lines highlight={3-4} expandable
use std::collections::BTreeMap;

/// Counts words, and says how often the longest one of them occurs in a text that is rather long for one line of code.
fn count(text: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word).or_insert(0) += 1; // a comment
    }
    counts
}
${F}`

const COMPONENTS = `
An opening paragraph with a [link](/code), \`inline code\`, **weight**, *stress*, ~~nothing~~ and <kbd>Ctrl</kbd>.

## Callouts

<Note>A note with a [link](/code) and \`code\`.</Note>
<Tip>A tip.</Tip>
<Info>An info.</Info>
<Warning>A warning with a [link](/code).</Warning>
<Check>A check.</Check>
<Danger>A danger.</Danger>
<Callout icon="star" color="#7c3aed" title="A title">In a colour of its own.</Callout>

## Cards

<Columns cols={2}>
<Card title="First" icon="rocket" href="/code" cta="Learn more">With an icon, a link and a call.</Card>
<Card title="Second" icon="book" href="https://example.com">Leads outside.</Card>
<Card title="Third" horizontal icon="star">No link.</Card>
<Card title="Fourth" img="/picture.svg" href="/tables">With a picture.</Card>
</Columns>

<Tile href="/code" title="Tile" description="A tile">Preview</Tile>

## Steps

<Steps>
<Step title="Install">

${F}bash
npm install kestrel
${F}
</Step>
<Step title="Run">Text.</Step>
</Steps>

### Inside the steps

${paragraphs(1)}

## Tabs and accordions

<Tabs>
<Tab title="One">First.</Tab>
<Tab title="Two">Second.</Tab>
</Tabs>

<AccordionGroup>
<Accordion title="Closed" icon="star">Text.</Accordion>
<Accordion title="Open" defaultOpen description="With a line below">Text.</Accordion>
</AccordionGroup>

<Expandable title="more">Text.</Expandable>

## Code

<CodeGroup>
${F}bash npm
npm install kestrel
${F}
${F}bash Yarn
yarn add kestrel
${F}
</CodeGroup>

## Pictures

<Frame caption="A caption" hint="A hint"><img src="/picture.svg" alt="A picture" /></Frame>

![A picture](/picture.svg)

## Fields and small things

<ParamField body="name" type="string" required default="x">
A field.
<Expandable title="more"><ResponseField name="inner" type="integer" deprecated>Inner.</ResponseField></Expandable>
</ParamField>

<Badge color="green">green</Badge> <Badge color="yellow">yellow</Badge> <Badge>plain</Badge> <Badge color="blue" shape="pill" stroke>blue</Badge> and a <Tooltip tip="What it means.">tooltip</Tooltip>.

<Tree><Tree.Folder name="src" defaultOpen><Tree.File name="main.rs" /></Tree.Folder></Tree>

> A quotation.

1. One
2. Two
   - inner

- [ ] open
- [x] done

| Column | Other |
| --- | --- |
| a | \`b\` |

## The end

$$
e = mc^2
$$

Done.[^1]

[^1]: A footnote.
`

const LANDING = `<div className="not-prose" style={{ maxWidth: '64rem', margin: '0 auto', padding: '4rem 1.5rem' }}>

# Welcome to the gallery

Everything at once.

</div>

<Columns cols={3}>
<Card title="First" icon="rocket" href="/code">Text.</Card>
<Card title="Second" icon="book" href="/code">Text.</Card>
<Card title="Third" icon="star" href="/code">Text.</Card>
</Columns>
`

const OPENAPI = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Messages', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/messages/{channel}': {
      post: {
        summary: 'Create a message', tags: ['Endpoints'], description: 'Sends a message to everyone who asked for it.',
        parameters: [{ name: 'channel', in: 'path', required: true, schema: { type: 'string' }, description: 'Where it goes.' }, { name: 'dry_run', in: 'query', schema: { type: 'boolean', default: false } }],
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Message' } } } },
        responses: { 201: { description: 'Created.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Message' } } } }, 400: { description: 'Refused.' } },
      },
      get: { summary: 'List messages', tags: ['Endpoints'], responses: { 200: { description: 'A list.' } } },
      delete: { summary: 'Delete all messages of a channel that has a long name', tags: ['Endpoints'], deprecated: true, responses: { 204: { description: 'Gone.' } } },
    },
  },
  components: { schemas: { Message: { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 200, description: 'What it says.', examples: ['Hello'] }, tags: { type: 'array', items: { type: 'string' } }, author: { type: 'object', properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } } } } } } },
})

const long = Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ')
const unbroken = 'a'.repeat(150)
const levels = ['a', 'b', 'c', 'd', 'e', 'f']
const nested = levels.reduceRight((pages, name, at) => [{ group: `Level ${at + 1}`, pages: [...pages, `${levels.slice(0, at + 1).join('/')}/page`] }], ['a/b/c/d/e/f/deep'])

/** The files of a gallery in a theme and colours. */
export function gallery(theme, colors = DEMO[theme], more = {}) {
  const english = [
    { tab: 'Guides', icon: 'book', groups: [
      { group: 'Get started', icon: 'rocket', pages: ['index', 'article', 'code', 'tables', 'plain'] },
      { group: 'Titles', pages: ['titles', 'emoji', ...nested] },
      { group: 'Page modes', tag: 'NEW', pages: ['modes/wide', 'modes/center', 'modes/frame', 'modes/custom'] },
    ] },
    { tab: 'API reference', groups: [{ group: 'Endpoints', openapi: { source: '/openapi.json', directory: 'api' } }] },
    { tab: 'Libraries', menu: [{ item: 'Rust', icon: 'gear', description: 'For programs', pages: ['lib/rust'] }, { item: 'Shell', description: 'For scripts', pages: ['lib/shell'] }] },
    { tab: 'Changelog', pages: ['changelog'] },
  ]
  return {
    'docs.json': JSON.stringify({
      theme, name: 'Gallery', colors,
      logo: { light: '/logo-light.svg', dark: '/logo-dark.svg' }, favicon: '/logo-light.svg',
      appearance: { default: 'system', strict: false },
      banner: { content: 'Everything at once: **read** [what changed](/changelog)', dismissible: true },
      navbar: { links: [{ label: 'Support', href: 'https://example.com/support' }, { label: 'Blog', href: 'https://example.com/blog', icon: 'newspaper' }], primary: { type: 'button', label: 'Dashboard', href: 'https://example.com/app' } },
      navigation: {
        global: { anchors: [{ anchor: 'Status', icon: 'heart', href: 'https://example.com/status' }, { anchor: 'Forum', icon: 'users', href: 'https://example.com/forum' }] },
        languages: [
          { language: 'en', default: true, versions: [{ version: 'v2', tag: 'Latest', default: true, tabs: english }, { version: 'v1', groups: [{ group: 'Old', pages: ['old'] }] }] },
          { language: 'ar', groups: [{ group: 'البداية', pages: ['ar/code', 'ar/index'] }] },
        ],
      },
      footer: {
        socials: { x: 'https://x.com/example', github: 'https://github.com/example', discord: 'https://discord.gg/example' },
        links: [{ header: 'Company', items: [{ label: 'About', href: 'https://example.com/about' }, { label: 'Careers', href: 'https://example.com/careers' }] }, { header: 'Legal', items: [{ label: 'Privacy', href: 'https://example.com/privacy' }] }],
      },
      contextual: { options: ['copy', 'view'] },
      ...more,
    }),
    'openapi.json': OPENAPI,
    'logo-light.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="24" viewBox="0 0 96 24"><circle cx="12" cy="12" r="9" fill="#171717"/><text x="28" y="17" font-family="sans-serif" font-size="15" font-weight="700" fill="#171717">Gallery</text></svg>',
    'logo-dark.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="24" viewBox="0 0 96 24"><circle cx="12" cy="12" r="9" fill="#f5f5f5"/><text x="28" y="17" font-family="sans-serif" font-size="15" font-weight="700" fill="#f5f5f5">Gallery</text></svg>',
    'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="300" viewBox="0 0 640 300"><rect width="640" height="300" fill="#94a3b8"/><circle cx="320" cy="150" r="90" fill="#475569"/></svg>',
    'index.mdx': page('Welcome to the gallery', `${text}\n\n<Columns cols={2}>\n<Card title="Start" icon="rocket" href="/article">Read an article.</Card>\n<Card title="Reference" icon="code" href="/api/endpoints/create-a-message">See an endpoint.</Card>\n</Columns>\n\n## Step one\n\n${paragraphs(2)}\n\n## Step two\n\n![A picture](/picture.svg)\n\n${paragraphs(2)}\n\n### Details\n\n${paragraphs(1)}\n\n## Next steps\n\n${paragraphs(2)}`, 'description: "This guide covers everything from download to deployment, in a sentence that takes two lines."\n'),
    'article.mdx': page('An article with everything', COMPONENTS, 'description: "Every component of the program on one page."\ntag: NEW\n'),
    'code.mdx': page('Code', `${CODE}\n\n## More\n\n${F}console\n$ npm install\nadded 3 packages\n${F}\n\n${F}js\nconst a = 1 // [!code --]\nconst a = 2 // [!code ++]\n${F}\n\n${F}text\n${unbroken}${unbroken}\n${F}\n\n## And more\n\n${Array.from({ length: 4 }, (_, at) => `${F}json file-${at}.json\n{ "name": "kestrel", "version": ${at}, "private": true }\n${F}`).join('\n\n')}`),
    'tables.mdx': page('Long tables', `| ${Array.from({ length: 12 }, (_, at) => `Column ${at}`).join(' | ')} |\n|${' --- |'.repeat(12)}\n${Array.from({ length: 30 }, (_, row) => `| ${Array.from({ length: 12 }, (_, at) => at == 3 ? `\`a_long_name_of_${row}\`` : row * at).join(' | ')} |`).join('\n')}\n\n## Narrow\n\n| Name | Value |\n| --- | --: |\n| one | 1 |\n| two | 2 |\n\n## After\n\n${text}`),
    'changelog.mdx': page('Changelog', ['Apr', 'Mar', 'Feb'].map((month, at) => `<Update label="${month} 2026" description="v${3 - at}.0" tags={['API', 'Fix']}>\n## What is new in ${month}\n\n- One\n- Two\n\n${text}\n</Update>`).join('\n\n'), 'rss: true\n'),
    'titles.mdx': page(`${long} ${'and so on '.repeat(12)}`, `## ${long}\n\n${text}\n\n## ${unbroken}\n\n${text}\n\n### ${unbroken}\n\n${text}\n\n<Expandable title="${unbroken}">\n${text}\n</Expandable>`, `description: ${JSON.stringify(long + ' ' + unbroken)}\n`),
    'a/b/c/d/e/f/deep.mdx': page('Six levels down', `## One\n\n${text}\n\n### Two\n\n${text}\n\n#### Three\n\n${text}\n\n##### Four\n\n${text}\n\n###### Five\n\n${text}`),
    ...Object.fromEntries(levels.map((_, at) => [`${levels.slice(0, at + 1).join('/')}/page.mdx`, page(`Level ${at + 1}`, text)])),
    'emoji.mdx': page('🚀 Emoji 👩‍👩‍👧‍👦 everywhere', `## 🎉 Party\n\n${text}\n\n### 日本語の見出し\n\n${text}\n\n## 👍🏽\n\n${text}`, 'icon: star\n'),
    'plain.mdx': page('No headings', paragraphs(1)),
    'modes/wide.mdx': page('Wide', `## One\n\n${paragraphs(2)}\n\n## Two\n\n${paragraphs(2)}`, 'mode: wide\n'),
    'modes/center.mdx': page('Centre', `## One\n\n${paragraphs(2)}\n\n## Two\n\n${paragraphs(2)}`, 'mode: center\n'),
    'modes/frame.mdx': page('Frame', LANDING, 'mode: frame\n'),
    'modes/custom.mdx': page('Custom', LANDING, 'mode: custom\n'),
    'lib/rust.mdx': page('Rust', text),
    'lib/shell.mdx': page('Shell', text),
    'old.mdx': page('The old version', text),
    'ar/index.mdx': page('مرحبا', 'نص قصير.'),
    'ar/code.mdx': page('شيفرة من اليمين', `نص عربي مع \`code\` في السطر و[رابط](/ar/index).\n\n## شيفرة\n\n${CODE}\n\n<Note>ملاحظة.</Note>\n\n## جدول\n\n| اسم | قيمة |\n| --- | --- |\n| واحد | 1 |\n\n<Steps>\n<Step title="أولا">نص.</Step>\n</Steps>`, 'description: "وصف الصفحة"\n'),
  }
}

/** A site of one page, with nothing but what must be there. */
export const single = (theme, colors = DEMO[theme]) => ({
  'docs.json': JSON.stringify({ theme, name: 'One page', colors, navigation: { pages: ['index'] } }),
  'index.mdx': page('The only page', `${text}\n\n## One\n\n${text}\n\n## Two\n\n${text}`),
})
