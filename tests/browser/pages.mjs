// A small site with the things that the example site does not use.
const F = '```'
export const PAGES = {
  'docs.json': JSON.stringify({
    $schema: 'https://mintlify.com/docs.json', theme: 'mint', name: 'Special', colors: { primary: '#16A34A', light: '#07C983', dark: '#15803D' },
    navigation: { groups: [{ group: 'All', pages: ['index', 'tabs', 'code', 'deep', 'tooltip', 'views', 'parts', 'updates', 'disclosures', 'tree', 'colours', 'diagrams'] }] },
    footer: { socials: Object.fromEntries(['x', 'website', 'facebook', 'youtube', 'discord', 'slack', 'github', 'linkedin', 'instagram', 'hacker-news', 'medium', 'telegram', 'bluesky', 'threads', 'reddit', 'podcast'].map(name => [name, `https://example.com/${name}`])) },
  }),
  'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"/>',
  'tables.mdx': `---
title: Tables
---

${(table => [table, `<Accordion title="Folded" defaultOpen>\n\n${table}\n\n</Accordion>`, `<Card title="On a card">\n\n${table}\n\n</Card>`, `<Frame>\n\n${table}\n\n</Frame>`, `<Note>\n\n${table}\n\n</Note>`].join('\n\n'))('| A | B |\n|---|---|\n' + '| 1 | 2 |\n'.repeat(30))}
`,
  'pictures.mdx': `---
title: Pictures
---

<img className="block dark:hidden" src="/picture.svg" alt="Light" actions />
<img className="hidden dark:block" src="/picture.svg" alt="Dark" actions />
<img src="/picture.svg#gh-dark-mode-only" alt="Night" actions />
`,
  'diagrams.mdx': '---\ntitle: Diagrams\n---\n\n```mermaid\ngraph TD\n  tall --> B\n```\n\n```mermaid\ngraph LR\n  A --> B\n```\n',
  'lines.mdx': `---
title: Lines
---

## Long

${F}js lines expandable {2}
${Array.from({ length: 60 }, (_, line) => `call(${line + 1})`).join('\n')}
${F}

## Hidden

<Tabs>
<Tab title="One">First.</Tab>
<Tab title="Two">
${F}js App.ts lines
one()
two()
three()
${F}
</Tab>
</Tabs>
`,
  'index.mdx': '---\ntitle: Start\n---\n\nText.\n',
  'tabs.mdx': `---
title: Tabs
---

<div id="first">
<Tabs>
<Tab title="One">First.</Tab>
<Tab title="Two">Second.</Tab>
<Tab title="Three">
## Inside three

Third.
</Tab>
</Tabs>
</div>

<div id="alone">
<Tabs sync={false}>
<Tab title="One">First alone.</Tab>
<Tab title="Two">Second alone.</Tab>
</Tabs>
</div>
`,
  'code.mdx': `---
title: Code
---

<CodeGroup>
${F}bash npm
npm install kestrel
${F}
${F}bash Yarn
yarn add kestrel
${F}
</CodeGroup>

<CodeGroup>
${F}bash npm
npm start
${F}
${F}bash Yarn
yarn start
${F}
</CodeGroup>

<CodeGroup dropdown>
${F}bash npm
npm install kestrel
${F}
${F}bash Yarn
yarn add kestrel
${F}
</CodeGroup>

${F}console
$ npm install
added 3 packages
$ npm start
${F}

${F}js
const a = 1 // [!code --]
const a = 2 // [!code ++]
const c = 3
${F}

${F}js lines title.js
// A comment, a "string", 12 numbers
export const answer = async () => await fetch(\`/x\${1}\`)
${F}
`,
  'deep.mdx': `---
title: Deep
---

${'Text.\n\n'.repeat(60)}
<AccordionGroup>
<Accordion title="Outer">
<Accordion title="Inner">
### Hidden heading

Found.
</Accordion>
</Accordion>
</AccordionGroup>

${'Text.\n\n'.repeat(60)}
`,
  'tooltip.mdx': `---
title: Tooltip
---

A <Tooltip tip="What it means, in a sentence that is long enough to be broken." headline="Word" cta="Read more" href="/tabs">word</Tooltip> here, and many others before the last one stands at the end: <Tooltip tip="The last one, which stands near the right edge of a narrow window.">last</Tooltip>.
`,
  'views.mdx': `---
title: Views
---

<View title="Rust">
For Rust.

## Only Rust
</View>

<View title="Go">
For Go.

## Only Go
</View>

## For all
`,
  'canvas.mdx': `---
title: Canvas
mode: custom
---

<View title="Rust">For Rust.</View>

<View title="Go">For Go.</View>
`,
  'updates.mdx': `---
title: Updates
---

<Update label="v3" tags={['API', 'Fix']}>Three.</Update>

<Update label="v2" tags={['API']}>Two.</Update>

<Update label="v1" tags={['Fix', 'API', 'Docs']}>One.</Update>

<Update label="v0">Zero.</Update>
`,
  'disclosures.mdx': `---
title: Disclosures
---

<Accordion title="Outer">
<Accordion title="Inner">Deep.</Accordion>
</Accordion>

<Accordion title="50% ü">Odd.</Accordion>

<ResponseField name="first" type="object">
<Expandable title="parts">Closed at first.</Expandable>
<Expandable title="parts" defaultOpen>Open at first.</Expandable>
</ResponseField>
`,
  'contents.mdx': `---
title: Contents
---

## Before

<Tabs>
<Tab title="One">
## In one
</Tab>
<Tab title="Two">
## In two
</Tab>
</Tabs>

## After
`,
  'tree.mdx': `---
title: Tree
---

<Tree>
<Tree.Folder name="app" defaultOpen>
<Tree.File name="alpha.js" />
<Tree.Folder name="deep"><Tree.File name="beta.js" /></Tree.Folder>
<Tree.Folder name="other"><Tree.File name="gamma.js" /></Tree.Folder>
</Tree.Folder>
<Tree.File name="README.md" />
</Tree>
`,
  'colours.mdx': `---
title: Colours
---

${['#ffff00', '#00ffff', '#000080', '#ff00ff', '#808080', '#ffffff', '#000000', '#f97316'].map(colour => `<Callout color="${colour}" title="A title">Text in \`${colour}\` with a [link](/tabs).</Callout>\n\n<Badge color="${colour}">badge</Badge> <Badge color="${colour}" stroke>stroke</Badge>\n`).join('\n')}
${['gray', 'blue', 'green', 'yellow', 'orange', 'red', 'purple', 'white', 'surface', 'white-destructive', 'surface-destructive'].map(colour => `<Badge color="${colour}">${colour}</Badge> <Badge color="${colour}" stroke size="xs">${colour}</Badge>`).join(' ')}

${['note', 'info', 'tip', 'warning', 'check', 'danger'].map(type => `<Card title="${type}" type="${type}" href="/tabs" cta="Go">Text.</Card>`).join('\n\n')}
`,
  'parts.mdx': `---
title: Parts
---

<Note>A note with a [link](/tabs) and \`code\`.</Note>
<Tip>A tip.</Tip>
<Info>An info.</Info>
<Warning>A warning with a [link](/tabs) and \`code\`.</Warning>
<Check>A check.</Check>
<Danger>A danger.</Danger>

<Badge color="green">green</Badge> <Badge color="yellow">yellow</Badge> <Badge color="red" stroke>red</Badge> <Badge>plain</Badge> <Badge color="blue" shape="pill">blue</Badge> <Badge color="orange">orange</Badge> <Badge color="purple">purple</Badge>

<Tree>
<Tree.Folder name="src" defaultOpen>
<Tree.File name="main.rs" />
<Tree.Folder name="html">
<Tree.File name="body.rs" />
</Tree.Folder>
</Tree.Folder>
</Tree>

<Columns cols={2}>
<Card title="Linked" href="/tabs" cta="Go there">Text.</Card>
<Card title="Outside" href="https://example.com">Text.</Card>
</Columns>

<Tile href="/tabs" title="Tile" description="A tile">Preview</Tile>

<Prompt description="A prompt" actions={["copy", "cursor"]}>Write a "page" about tabs.</Prompt>

<TypeTable rows={[{ name: 'limit', type: 'number', default: 10, description: 'How many.', required: true }]} />

<PackageInstall pkg="kestrel" />

<Frame caption="A caption" hint="A hint"><img src="/picture.svg" alt="A picture" /></Frame>

<GitHub.Repo repo="example/docs" />

<Latex>\frac{1}{2}</Latex>

<Mermaid chart="graph LR" />

<Color variant="compact">
<Color.Item name="green" value="#16A34A" />
</Color>

<Steps>
<Step title="One" icon="star">First.</Step>
<Step title="Two">Second.</Step>
</Steps>

<ParamField body="name" type="string" required default="x">
A field.
<Expandable title="more">
<ResponseField name="inner" type="integer" deprecated>Inner.</ResponseField>
</Expandable>
</ParamField>

- [ ] open
- [x] done

A formula: $x^2$.
`,
}

// A section that is too large for its pages: a long list, and groups of which one holds another.
const numbered = (name, count) => Array.from({ length: count }, (_, number) => `${name}/p${number}`)
const LARGE_PAGES = [...numbered('flat', 250), ...numbered('one', 30), ...numbered('two', 30), ...numbered('inner', 30)]
export const LARGE = {
  'docs.json': JSON.stringify({
    theme: 'mint', name: 'Large', colors: { primary: '#16A34A' }, interaction: { drilldown: false },
    navigation: { groups: [
      { group: 'Flat', pages: numbered('flat', 250) },
      { group: 'Tree', pages: [{ group: 'One', pages: numbered('one', 30) }, { group: 'Two', pages: [...numbered('two', 30), { group: 'Inner', pages: numbered('inner', 30) }] }] },
    ] },
  }),
  ...Object.fromEntries(LARGE_PAGES.map(name => [`${name}.mdx`, `---\ntitle: "Page ${name}"\n---\n\nText.\n`])),
}
