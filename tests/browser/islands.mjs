// Components that authors bring along, in a browser: they take over the static page without changing it.
import fs from 'node:fs'

// Components whose first render is compared with React's (tests/scripts.rs): here a browser takes them over.
const FIXTURES = new URL('../../fixtures/scripts/', import.meta.url)
const RECORDED = JSON.parse(fs.readFileSync(new URL('react.json', FIXTURES), 'utf8'))
const WITH_REACT = {}
for (const name of [...Object.keys(RECORDED), ...fs.readdirSync(new URL('parts/', FIXTURES)).map(name => 'parts/' + name)]) WITH_REACT[name] = fs.readFileSync(new URL(name, FIXTURES), 'utf8')
const REACT_PAGES = Object.keys(RECORDED).map(file => file.replace('.', '-'))
for (const [file, components] of Object.entries(RECORDED)) {
  // Media that lie elsewhere are not there in a test.
  const names = Object.keys(components).filter(name => name != 'Media')
  WITH_REACT[file.replace('.', '-') + '.mdx'] = `---\ntitle: ${file}\n---\n\nimport { ${names.join(', ')} } from '/${file}'\n\n${names.map(name => `<div id="${name}"><${name} /></div>`).join('\n\n')}\n`
}

export const ISLANDS = {
  ...WITH_REACT,
  'docs.json': JSON.stringify({ theme: 'mint', name: 'Islands', colors: { primary: '#16A34A' }, navigation: { pages: ['index', 'counter', 'slots', 'groups', 'effects', 'client', 'snippet', 'lists', 'places', 'inline', 'form', 'global', 'made', 'parts', 'children', ...REACT_PAGES] } }),
  'index.mdx': '---\ntitle: Start\n---\n\nNo island.\n',
  'props.mdx': `---
title: Props
---
export const Hub = () => {
  const all = [{ name: 'Alpha', to: '/slots' }, { name: 'Beta', to: '/counter' }]
  const [asked, setAsked] = useState('')
  return <div id="hub"><input value={asked} onChange={event => setAsked(event.target.value)} />{all.filter(one => one.name.includes(asked)).map(one => <Card title={one.name} href={one.to}>Text</Card>)}</div>
}
export const Pick = () => {
  const [kind, setKind] = useState('py')
  return <div id="pick"><button onClick={() => setKind('js')}>js</button><Card title={kind == 'py' ? 'Python' : 'JavaScript'} href={'/' + kind}>{kind}</Card><CodeBlock language={kind}>{kind == 'py' ? 'print(1)' : 'console.log(1)'}</CodeBlock></div>
}
export const Late = () => {
  const { Card } = MintlifyComponents
  const [open, setOpen] = useState(false)
  return <div id="late"><button onClick={() => setOpen(true)}>open</button>{open && <Card title="Hidden" href="/inline">Body</Card>}</div>
}

<Hub />

<Pick />

<Late />
`,
  'later.mdx': `---
title: Later
---
export const Later = () => {
  const [n, setN] = useState(0)
  return <div id="later"><button onClick={() => setN(n + 1)}>more</button>{n > 0 && <Note>Noted {n}</Note>}{n > 1 && <Card title={'Card ' + n} icon="rocket" href="/slots">Inside {n}</Card>}{n > 2 && <Accordion title={'Title ' + n}>Text</Accordion>}</div>
}
export const Wrap = ({ title, children }) => <section><Card title={title} href="/slots">{children}</Card><Accordion title={title}>{children}</Accordion></section>

export const Only = ({ children }) => { useState(0); localStorage.getItem('x'); return <div id="only">{children}</div> }

<Later />

<Only><Wrap title="One">First text.</Wrap><Wrap title="Two">Second text.</Wrap></Only>
`,
  'parts/counter.jsx': `export const Counter = ({ start = 0, step = 1 }) => {
  const [count, setCount] = useState(start)
  useEffect(() => { document.title = 'count ' + count }, [count])
  return (
    <div className="counter">
      <h3>Counter</h3>
      <button type="button" onClick={() => setCount(n => n + step)}>Count: {count}</button>
      {count > 6 && <em>many</em>}
      <span style={{ width: count, color: 'red' }} data-count={count}>{count % 2 ? 'odd' : 'even'}</span>
    </div>
  )
}
`,
  'counter.mdx': `---
title: Counter
---
import { Counter } from '/parts/counter.jsx'

## Before

<div id="a"><Counter start={5} /></div>

<div id="b"><Counter step={10} /></div>

After.
`,
  // Where nothing else may stand between an element and its parts.
  'parts.mdx': `---
title: Parts
---
export const Grid = ({ children }) => { const [n, set] = useState(0); return <table id="grid" data-n={n} onClick={() => set(n + 1)}>{children}</table> }
export const Row = ({ name }) => { const [n, set] = useState(0); return <tr className="row" onClick={() => set(n + 1)}><td>{name}</td><td>{n}</td></tr> }

<table id="plain" onClick={event => { event.currentTarget.dataset.done = 'yes' }}>
  <thead><tr><th>h1</th><th>h2</th></tr></thead>
  <tbody><tr><td>c1</td><td>**c2**</td></tr></tbody>
</table>

<Grid>
  <thead><tr><th>h1</th></tr></thead>
  <tbody><tr><td>[c1](/slots)</td></tr></tbody>
</Grid>

<table id="rows"><tbody style={{ color: 'red' }}><Row name="a" /><Row name="b" /></tbody></table>

<table id="listed"><tbody>{['x', 'y'].map(name => <tr key={name} onClick={event => { event.currentTarget.dataset.done = name }}><td>{name}</td></tr>)}</tbody></table>

<a id="drawn" href="https://example.com" onMouseOver={() => {}}>
  <svg width="24" height="24" viewBox="0 0 24 24" fill="none" style={{ marginBottom: '0.75rem' }}>
    <path d="M12 2L2 7L12 12L22 7L12 2Z" stroke="currentColor" strokeWidth="2"/>
    <path d="M2 17L12 22L22 17" stroke="currentColor" strokeWidth="2"/>
  </svg>
  text
</a>

<svg id="clicked" width="24" height="24"><g onClick={event => { event.currentTarget.dataset.done = 'yes' }}><rect width="20" height="20"/></g></svg>

<ul id="list" onClick={() => {}}><li>one</li><li>**two**</li></ul>

<select id="choice" aria-label="choice" onChange={event => { event.currentTarget.dataset.done = event.target.value }}><option value="a">A</option><option value="b">B</option></select>
`,
  'children.mdx': `---
title: Children
---
export const Carousel = ({ children, id }) => { const [at, set] = useState(0); const all = React.Children.toArray(children); return <div id={id}><button type="button" onClick={() => set((at + 1) % all.length)}>{at + 1}/{all.length}</button>{all[at]}</div> }

<Carousel id="elements">
  <div>slide A</div>
  <div>slide **B**</div>
  <div className="plain">slide C</div>
</Carousel>

<Carousel id="markdown">

First paragraph.

[Second](/slots) paragraph.

</Carousel>

<Carousel id="cards"><Card title="One" href="/slots">first</Card><Card title="Two">second</Card></Carousel>
`,
  // Parts of a page that are made from a list stay parts, what changes in them is an island each.
  'made.mdx': `---
title: Made
---
import { Counter } from '/parts/counter.jsx'

export const langs = ['Go', 'Rust']

<div id="made">
<Tabs>
  {langs.map(name => <Tab title={name}>in {name} <Counter start={name.length} /></Tab>)}
</Tabs>

<Steps>
  {langs.map(name => <Step title={name}>do {name} <span id={'by-' + name}><Counter step={5} /></span></Step>)}
</Steps>

{<p id="mixed">A <button type="button" onClick={event => { event.currentTarget.dataset.done = 'yes' }}>press</button> and <b>more</b></p>}
</div>
`,
  // React as a name of the page, and a table of the author's that is wider than a phone.
  'parts/global.jsx': `const React = typeof globalThis !== 'undefined' && globalThis.React ? globalThis.React : (() => { throw new Error('no React') })()
export const Looked = () => {
  const [n, setN] = React.useState(1)
  return <div id="looked">
    <button type="button" onClick={() => setN(n + 1)}>{n}</button>
    <table><thead><tr><th>Type</th><th>Description</th></tr></thead><tbody><tr><td><code>{'Exception.'.repeat(6)}</code></td><td>{'long'.repeat(12)}</td></tr></tbody></table>
  </div>
}
`,
  'global.mdx': `---
title: Global
---
import { Looked } from '/parts/global.jsx'

<Looked />
`,
  'groups.mdx': `---
title: Groups
---
export const Install = () => {
  const [n, setN] = useState(1)
  const [open, setOpen] = useState(false)
  const Both = () => <><Step title="Two">two <b className="two">{n}</b></Step><Step title="Three">three</Step></>
  return <div>
    <button type="button" id="more" onClick={() => setN(n + 1)}>more</button>
    <button type="button" id="open" onClick={() => setOpen(!open)}>open</button>
    <Tabs>
      {['macOS', 'Linux'].map(name => <Tab key={name} title={name}>{name} <b className="live">{n}</b></Tab>)}
      <Tab title="Empty"></Tab>
    </Tabs>
    <Steps><Step title="One">one {open && <i>shown</i>}</Step><Both /></Steps>
    <AccordionGroup><Accordion title="First">first <b className="first">{n}</b></Accordion><Accordion title="Second">second</Accordion></AccordionGroup>
  </div>
}

<div id="groups"><Install /></div>
`,
  'slots.mdx': `---
title: Slots
---
export const Toggle = ({ children, label }) => {
  const [open, setOpen] = useState(false)
  return <section><button type="button" onClick={() => setOpen(!open)}>{label}</button>{open && <div className="inside">{children}</div>}</section>
}

export const Boxes = () => {
  const [n, setN] = useState(1)
  return <div><Card title="Box" icon="star">in <b className="live">{n}</b></Card><Note>Still</Note><button type="button" onClick={() => setN(n + 1)}>more</button>{n > 1 && <Note>Still</Note>}</div>
}

<div id="toggle">
<Toggle label="Open">
Some **strong** text and \`code\`.

- one
- two
</Toggle>
</div>

<div id="boxes"><Boxes /></div>
`,
  'effects.mdx': `---
title: Effects
---
export const Clock = () => {
  const [log, setLog] = useState([])
  const [on, setOn] = useState(true)
  const box = useRef(null)
  useEffect(() => { setLog(log => [...log, 'mounted ' + box.current.localName]) }, [])
  return <div ref={box} id="log">{on && <Child add={word => setLog(log => [...log, word])} />}<button type="button" onClick={() => setOn(false)}>stop</button><ol>{log.map((line, at) => <li key={at}>{line}</li>)}</ol></div>
}

export const Child = ({ add }) => {
  useEffect(() => { add('child'); return () => add('gone') }, [])
  return <i>child</i>
}

<Clock />
`,
  'client.mdx': `---
title: Client
---
export const Width = () => <p id="width">{window.innerWidth} wide</p>

<Width />

<button id="plain" onClick={() => { document.body.dataset.clicked = 'yes' }}>Plain</button>
`,
  'parts/step.mdx': `import { Counter } from '/parts/counter.jsx'

### A step for {name}

<Counter start={first} />
`,
  'snippet.mdx': `---
title: Snippet
---
import Step from '/parts/step.mdx'

<Step name="Ann" first={3} />

<Step name="Bob" first={8} />
`,
  'lists.mdx': `---
title: Lists
---
export const List = () => {
  const [items, setItems] = useState(['a', 'b', 'c', 'd'])
  return <div id="list"><button type="button" onClick={() => setItems([...items].reverse())}>turn</button><button type="button" className="cut" onClick={() => setItems(items.filter(item => item != 'b'))}>cut</button><ul>{items.map(item => <li key={item}><input defaultValue={item} aria-label={item} /></li>)}</ul></div>
}

<List />
`,
  // What comes and goes leaves what stands beside it alone.
  'places.mdx': `---
title: Places
---
export const Tally = ({ name }) => {
  const [n, set] = useState(0)
  return <button type="button" className="tally" onClick={() => set(n + 1)}>{name}{n}</button>
}

export const Places = () => {
  const [text, setText] = useState('')
  const [rows, setRows] = useState(['a', 'b'])
  const [open, setOpen] = useState(false)
  const [id, setId] = useState(0)
  const drawn = useRef(null)
  useEffect(() => { drawn.current.innerHTML = '<b>drawn</b>' }, [])
  return (
    <div id="places">
      {text && <em>typed</em>}
      <input id="typed" aria-label="typed" value={text} onChange={e => setText(e.target.value)} />
      {rows.map(row => <p key={row}>{row}</p>)}
      <textarea id="free" aria-label="free" />
      {open && <Tally name="A" />}
      <Tally name="B" />
      {open ? <i>shown</i> : null}
      <div id="drawn" ref={drawn} />
      {open ? <Tabs><Tab title="New">new</Tab></Tabs> : 'words'}
      <details id="more"><summary>More</summary>text</details>
      <Tally key={id} name="C" />
      <button type="button" id="row" onClick={() => setRows(['z', ...rows.slice(1)])}>row</button>
      <button type="button" id="open" onClick={() => setOpen(!open)}>open</button>
      <button type="button" id="anew" onClick={() => setId(id + 1)}>anew</button>
    </div>
  )
}

<Places />
`,
  'inline.mdx': `---
title: Inline
---
export const Like = () => { const [n, set] = React.useState(0); return <button type="button" className="like" onClick={() => set(n + 1)}>{n} likes</button> }

Words <Like /> in a **paragraph with <Like />** and more.

{(() => { const [x, setX] = useState('hidden'); return <a href="#x" id="link" onClick={e => { e.preventDefault(); setX('shown') }}>{x}</a> })()}
`,
  'form.mdx': `---
title: Form
---
export const Theme = createContext('none')

export const Field = () => { const theme = useContext(Theme); return <i className="theme">{theme}</i> }

export const Form = () => {
  const [state, send] = useReducer((state, action) => ({ ...state, ...action }), { text: 'ab', on: false, pick: 'y' })
  const upper = useMemo(() => state.text.toUpperCase(), [state.text])
  return <Theme.Provider value={state.on ? 'on' : 'off'}><input id="text" aria-label="text" value={state.text} onChange={e => send({ text: e.target.value.replace(/x/g, '') })} /><input id="box" aria-label="box" type="checkbox" checked={state.on} onChange={e => send({ on: e.target.checked })} /><select aria-label="pick" value={state.pick} onChange={e => send({ pick: e.target.value })}><option value="x">X</option><option value="y">Y</option></select><output>{upper} {state.pick}</output><Field /></Theme.Provider>
}

<Form />
`,
}

export async function islands(test, url, same) {
  const text = (page, selector) => page.locator(selector).first().innerText()
  await test('islands: a page without one loads no runtime', url + '/', async page => {
    same(await page.locator('script[src*="_docs/island"]').count(), 0, 'scripts')
  })
  // What is taken over stays: an island that differs from the static page is emptied and drawn anew.
  for (const name of ['counter', 'slots', 'groups', 'snippet', 'lists', 'places', 'inline', 'form', 'made', 'parts', 'children', ...REACT_PAGES]) {
    await test(`islands: ${name} is taken over without a change`, url + '/' + name + '/', async page => {
      await page.addInitScript(() => {
        window.redrawn = []
        new MutationObserver(list => {
          for (const { target, removedNodes } of list) for (const node of removedNodes) {
            const island = target.closest && target.closest('docs-island')
            if (island && node.localName != 'template') window.redrawn.push((island.parentNode.id || '') + ': ' + (node.outerHTML || node.data).slice(0, 120))
          }
        }).observe(document, { childList: true, subtree: true })
      })
      const errors = []
      page.on('console', message => { if (message.type() == 'error' && !/Failed to load/.test(message.text())) errors.push(message.text()) })
      await page.reload()
      // What effects change afterwards is meant.
      const redrawn = (await page.evaluate(() => window.redrawn)).filter(line => !/^(Fetched|Counter):/.test(line))
      same([redrawn, errors], [[], []], 'drawn anew')
    })
  }
  await test('islands: a counter counts, and the page did not change before that', url + '/counter/', async page => {
    const before = await page.evaluate(async () => new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html').querySelector('#content').innerHTML)
    same(await page.evaluate(() => document.querySelector('#content').innerHTML) == before, true, 'markup after hydration')
    same(await page.title(), 'count 0', 'effects ran in order')
    await page.locator('#a button').click()
    same(await text(page, '#a button'), 'Count: 6', 'a')
    same(await text(page, '#a span'), 'even', 'text')
    same(await page.locator('#a em').count(), 0, 'not yet')
    await page.locator('#a button').click()
    same([await text(page, '#a em'), await text(page, '#a span'), await page.locator('#a span').getAttribute('data-count'), await page.locator('#a span').evaluate(span => span.style.width)], ['many', 'odd', '7', '7px'], 'after two')
    same(await page.locator('#a .counter > *').evaluateAll(all => all.map(one => one.localName)), ['h3', 'button', 'em', 'span'], 'order')
    same(await text(page, '#b button'), 'Count: 0', 'b')
    await page.locator('#b button').click()
    same(await text(page, '#b button'), 'Count: 10', 'b')
  })
  await test('islands: Markdown inside waits and appears', url + '/slots/', async page => {
    same(await page.locator('#toggle strong').count(), 0, 'closed')
    await page.locator('#toggle button').click()
    same([await text(page, '#toggle strong'), await page.locator('#toggle li').count()], ['strong', 2], 'open')
    await page.locator('#toggle button').click()
    same(await page.locator('#toggle strong').count(), 0, 'closed again')
    await page.locator('#toggle button').click()
    same(await text(page, '#toggle strong'), 'strong', 'open again')
  })
  await test('islands: built-in components stay, what is in them lives', url + '/slots/', async page => {
    await page.evaluate(() => { document.querySelector('#boxes .card').marked = true })
    await page.locator('#boxes > docs-island > div > button, #boxes button').last().click()
    same([await text(page, '#boxes .card .live'), await page.evaluate(() => document.querySelector('#boxes .card').marked)], ['2', true], 'card')
    same(await page.locator('#boxes .callout').count(), 2, 'a second note like the first')
  })
  await test('islands: tabs, steps and accordions are groups, what is in their parts lives', url + '/groups/', async page => {
    same([await page.locator('#groups [role=tab]').allInnerTexts(), await page.locator('#groups .steps .step').count(), await page.locator('#groups .accordion-group > details').count()], [['macOS', 'Linux', 'Empty'], 3, 2], 'parts')
    await page.locator('#more').click()
    await page.locator('#open').click()
    same([await page.locator('#groups .live').allInnerTexts(), await text(page, '#groups .two'), await text(page, '#groups .steps i')], [['2', ''], '2', 'shown'], 'inside')
    await page.getByRole('tab', { name: 'Linux' }).click()
    same(await page.locator('#groups .live').allInnerTexts(), ['', '2'], 'the other tab')
    await page.locator('#groups summary').first().click()
    same(await text(page, '#groups .first'), '2', 'accordion')
  })
  await test('islands: tabs and steps that are made from a list are parts of the page', url + '/made/', async page => {
    same([await page.locator('#made [role=tab]').allInnerTexts(), await page.locator('#made .steps .step-marker').evaluateAll(all => all.map(one => one.dataset.number))], [['Go', 'Rust'], ['1', '2']], 'parts')
    await page.getByRole('tab', { name: 'Rust' }).click()
    await page.locator('#made [role=tabpanel]:not([data-hidden]) button').click()
    same(await page.locator('#made [role=tabpanel] .counter button').evaluateAll(all => all.map(one => one.textContent)), ['Count: 2', 'Count: 5'], 'counters')
    await page.locator('#by-Go button').click()
    same([await text(page, '#by-Go button'), await text(page, '#by-Rust button')], ['Count: 5', 'Count: 0'], 'each by itself')
    await page.locator('#mixed button').click()
    same([await page.locator('#mixed button').getAttribute('data-done'), await page.locator('#mixed > b').count(), await page.locator('#mixed docs-island').count()], ['yes', 1, 1], 'an element with a handler')
  })
  await test('islands: rows, drawings and options stay in what they are parts of', url + '/parts/', async page => {
    const rows = id => page.locator(`#${id} tr`).evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.innerText.trim()).join(' ')))
    same([await rows('plain'), await rows('grid'), await rows('rows'), await rows('listed')], [['h1 h2', 'c1 c2'], ['h1', 'c1'], ['a 0', 'b 0'], ['x', 'y']], 'rows')
    await page.locator('#plain td').first().click()
    await page.locator('#grid th').click()
    await page.locator('#rows .row').last().click()
    await page.locator('#listed tr').last().click()
    same([await page.locator('#plain').getAttribute('data-done'), await page.locator('#grid').getAttribute('data-n'), await rows('rows'), await page.locator('#listed tr').last().getAttribute('data-done')], ['yes', '1', ['a 0', 'b 1'], 'y'], 'clicked')
    same(await page.locator('#drawn svg path').evaluateAll(all => all.map(path => [path.namespaceURI.split('/').pop(), path.parentNode.localName, path.getBoundingClientRect().width > 10])), [['svg', 'svg', true], ['svg', 'svg', true]], 'a drawing is drawn')
    await page.locator('#clicked rect').click()
    same(await page.locator('#clicked g').getAttribute('data-done'), 'yes', 'part of a drawing')
    same([await page.locator('#list > li').allInnerTexts(), await page.locator('#list > li > docs-slot > strong, #list > li > strong').count()], [['one', 'two'], 1], 'list')
    await page.locator('#choice').selectOption('b')
    same(await page.locator('#choice').getAttribute('data-done'), 'b', 'choice')
  })
  await test('islands: each child of a component is one', url + '/children/', async page => {
    const shown = []
    for (const id of ['elements', 'markdown', 'cards']) for (let at = 0; at < 4; at++) {
      shown.push((await text(page, '#' + id)).split(/\s*\n+\s*/).join(' '))
      await page.locator(`#${id} button`).click()
    }
    same(shown, ['1/3 slide A', '2/3 slide B', '3/3 slide C', '1/3 slide A', '1/2 First paragraph.', '2/2 Second paragraph.', '1/2 First paragraph.', '2/2 Second paragraph.', '1/2 One first', '2/2 Two second', '1/2 One first', '2/2 Two second'], 'slides')
    same([await page.locator('#elements strong').count(), await page.locator('#cards a').count()], [1, 1], 'one of each')
    await page.locator('#elements button').click()
    same([await page.locator('#elements > .plain, #elements strong').count(), await page.locator('#markdown a').count()], [1, 0], 'the third again')
  })
  await test('islands: effects, references and cleaning up', url + '/effects/', async page => {
    same(await page.locator('#log li').allInnerTexts(), ['child', 'mounted div'], 'log')
    await page.locator('#log button').click()
    same([await page.locator('#log li').allInnerTexts(), await page.locator('#log i').count()], [['child', 'mounted div', 'gone'], 0], 'log')
  })
  await test('islands: what needs a browser is drawn there', url + '/client/', async page => {
    same(await text(page, '#width'), '1280 wide', 'width')
    await page.locator('#plain').click()
    same(await page.evaluate(() => document.body.dataset.clicked), 'yes', 'clicked')
  })
  await test('islands: inside snippets with what they are given', url + '/snippet/', async page => {
    same(await page.locator('.counter button').allInnerTexts(), ['Count: 3', 'Count: 8'], 'start')
    await page.locator('.counter button').last().click()
    same(await page.locator('.counter button').allInnerTexts(), ['Count: 3', 'Count: 9'], 'after')
  })
  await test('islands: keys keep elements', url + '/lists/', async page => {
    const values = () => page.locator('#list input').evaluateAll(all => all.map(one => one.value))
    await page.locator('#list input').first().fill('changed')
    await page.locator('#list button').first().click()
    same(await values(), ['d', 'c', 'b', 'changed'], 'turned')
    await page.locator('#list .cut').click()
    same(await values(), ['d', 'c', 'changed'], 'cut')
  })
  await test('islands: what comes and goes leaves its neighbours alone', url + '/places/', async page => {
    const values = () => page.evaluate(() => ['typed', 'free'].map(id => document.getElementById(id).value))
    await page.locator('#typed').pressSequentially('apr')
    same([await values(), await page.evaluate(() => document.activeElement.id), await page.locator('#places em').count()], [['apr', ''], 'typed', 1], 'typed')
    await page.locator('#free').fill('words')
    await page.locator('.tally').first().click()
    await page.locator('.tally').last().click()
    await page.locator('#more summary').click()
    await page.locator('#row').click()
    await page.locator('#open').click()
    same(await page.locator('#places p').allInnerTexts(), ['z', 'b'], 'rows')
    same([await values(), await page.locator('.tally').allInnerTexts()], [['apr', 'words'], ['A0', 'B1', 'C1']], 'open')
    same([await page.locator('#drawn b').count(), await page.locator('#places i + #drawn').count(), await page.locator('#more[open]').count()], [1, 1, 1], 'drawn')
    await page.locator('#anew').click()
    await page.locator('#open').click()
    await page.locator('#typed').fill('')
    same([await values(), await page.locator('.tally').allInnerTexts(), await page.locator('#places em, #places i').count()], [['', 'words'], ['B1', 'C0'], 0], 'closed')
  })
  await test('islands: built-in components with other props', url + '/props/', async page => {
    const cards = () => page.locator('#hub a').evaluateAll(all => all.map(card => `${card.getAttribute('href')} ${card.innerText.split('\n')[0]}`))
    await page.locator('#hub input').fill('Beta')
    same(await cards(), ['/counter Beta'], 'the one that is left')
    await page.locator('#hub input').fill('')
    same(await cards(), ['/slots Alpha', '/counter Beta'], 'both again')
    await page.locator('#pick button').first().click()
    const card = page.locator('#pick .card')
    same([await card.getAttribute('href'), await card.locator('[data-component-part=card-title]').innerText(), await page.locator('#pick pre').innerText()], ['/js', 'JavaScript', 'console.log(1)'], 'what it says and where it leads')
    await page.locator('#late button').click()
    const late = page.locator('#late .card')
    same([await late.getAttribute('href'), await late.innerText()], ['/inline', 'Hidden\nBody'], 'one that was not there')
  })
  await test('islands: built-in components that only the browser draws', url + '/later/', async page => {
    const button = page.locator('#later button')
    for (let n = 0; n < 3; n++) await button.click()
    same([await page.locator('#later .callout[data-callout-type=note]').innerText(), await page.locator('#later .callout svg').count()], ['Noted 3', 1], 'a callout')
    same([await page.locator('#later a.card').getAttribute('href'), (await page.locator('#later a.card').innerText()).split(/\n+/), await page.locator('#later a.card > div > svg').count()], ['/slots', ['Card 3', 'Inside 3'], 1], 'a card')
    await page.locator('#later summary').click()
    same((await page.locator('#later details').innerText()).split(/\n+/), ['Title 3', 'Text'], 'a disclosure')
    same(await page.locator('#only .card-title').allInnerTexts(), ['One', 'Two'], 'titles')
    same(await page.locator('#only summary').allInnerTexts(), ['One', 'Two'], 'titles of disclosures')
  })
  await test('islands: in a line of text, and an expression with a hook', url + '/inline/', async page => {
    await page.locator('strong .like').click()
    same(await page.locator('.like').allInnerTexts(), ['0 likes', '1 likes'], 'likes')
    await page.locator('#link').click()
    same([await text(page, '#link'), new URL(page.url()).hash], ['shown', ''], 'link')
  })
  await test('islands: React is a name of the page, and a table without a wrapper does not widen a phone', url + '/global/', async page => {
    await page.locator('#looked button').click()
    same(await text(page, '#looked button'), '2', 'state')
    await page.setViewportSize({ width: 390, height: 844 })
    same(await page.evaluate(() => document.documentElement.scrollWidth), 390, 'width')
  })
  await test('islands: controlled fields, a reducer and a context', url + '/form/', async page => {
    await page.locator('#text').pressSequentially('xc')
    await page.locator('#box').check()
    await page.locator('select').selectOption('x')
    same([await page.locator('#text').inputValue(), await text(page, 'output'), await text(page, '.theme')], ['abc', 'ABC x', 'on'], 'fields')
  })
}
