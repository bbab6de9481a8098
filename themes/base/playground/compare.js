// An answer beside what the page says of it. The page shows the schema anyway, so that nothing more is loaded for this;
// where it shows no fields (a type that is told elsewhere, one that was cut), nothing is said either.
const MOST_ITEMS = 100
const panelsOf = tabs => [...tabs.children].filter(part => part.matches('[role=tabpanel]'))

/** The heading of what comes back: an author may have one of the same name. */
const answers = () => [...document.querySelectorAll('.api-section-heading')].find(one => /^response(-\d+)?$/.test(one.id)) || document.getElementById('response')
/** The parts of the page that show the body of an answer; nothing when it has no such answer. */
const described = (status, type) => {
  let parts = []
  for (let part = answers()?.nextElementSibling; part && part.localName != 'h2'; part = part.nextElementSibling) parts.push(part)
  // One of several stands under a tab, the only one below its name.
  const choose = fits => {
    const tabs = parts.find(part => part.matches('.tabs:not(.schema-choice)'))
    const only = tabs ? undefined : parts.find(part => part.matches('.media-types'))
    const all = tabs ? panelsOf(tabs).map(panel => [panel.dataset.title, [...panel.children]]) : only ? [[only.textContent, parts.slice(parts.indexOf(only) + 1)]] : []
    for (const fit of fits) {
      const found = all.find(([title]) => title.split(',').some(one => fit(one.trim().toLowerCase())))
      if (found) return parts = found[1]
    }
  }
  const is = text => one => one == text
  return choose([is(String(status)), is(`${String(status)[0]}xx`), is('default')]) && choose([is(type), one => one.includes('*') && type.startsWith(one.split('*')[0].replace(/^\*?$/, '')), one => /json/.test(one) && /json/.test(type)])
}

/** The name of a field of the page, without what links to it. */
const nameOf = field => [...field.querySelector('.field-name').childNodes].filter(node => node.nodeType == 3).map(node => node.data).join('').trim()
/** What the page says first of the fields of a request, and within which limits they are, beside their inputs. */
const describe = (form, known = {}) => form.querySelectorAll('[data-place] .pg-field[data-name]:not([data-told])').forEach(row => {
  row.dataset.told = ''
  const names = [], { place } = row.closest('[data-place]').dataset
  for (let at = row; at; at = at.parentElement.closest('.pg-field[data-name]')) names.unshift(at.dataset.name)
  const isItem = name => /^\d+$/.test(name)
  if (isItem(names.at(-1))) return
  let field, all = known[place] ||= [...document.querySelectorAll(`.field-location[data-location="${place}"]`)].map(mark => mark.closest('.field')).filter(field => field && !field.parentElement.closest('.field'))
  for (const name of names.filter(name => !isItem(name))) {
    field = all.find(field => nameOf(field) == name)
    if (!field) return
    all = [...field.querySelectorAll('.field')].filter(below => below.parentElement.closest('.field') == field)
  }
  const said = [...field.querySelectorAll(':scope > .field-content > :is(p:first-child, .field-facts)')].map(part => part.cloneNode(true))
  if (!said.length) return
  const note = make('div', { className: 'pg-note', id: fresh() }, said), input = row.matches('fieldset') ? row : row.querySelector('[aria-describedby]')
  row.firstChild.after(note)
  input?.setAttribute('aria-describedby', `${note.id} ${input.getAttribute('aria-describedby')}`)
})

/** The fields of parts of the page, by name, and the alternatives below. What is said of headers stands at the top, folded. */
const shapeOf = (parts, isTop) => {
  const shape = { fields: new Map(), rest: [], choices: [] }
  const walk = list => {
    for (const part of list) {
      if (part.matches('.schema-choice')) shape.choices.push(panelsOf(part).map(panel => shapeOf([panel])))
      else if (part.matches('.field')) {
        const head = part.querySelector('.field-head'), name = nameOf(head)
        const field = { required: !!head.querySelector('.field-required'), below: [...part.children].filter(one => one != head) }
        // `{key}` and `/pattern/` stand for any name.
        if (/^[{/]/.test(name)) shape.rest.push(field)
        else shape.fields.set(name, field)
      } else if (!(isTop && part.matches('.expandable'))) walk(part.children)
    }
  }
  walk(parts)
  return shape
}
const isUnknown = shape => !shape.fields.size && !shape.rest.length && !shape.choices.length

/** The names that an object must have: its own, and those that each alternative of a choice requires. */
const needed = shape => [...new Set([...[...shape.fields].filter(([, field]) => field.required).map(([name]) => name), ...shape.choices.flatMap(choice => {
  const [first = [], ...others] = choice.map(needed)
  return first.filter(name => others.every(names => names.includes(name)))
})])]

/** What is in an answer and not in the description, and the other way round, by object. */
const differences = (parts, value) => {
  const marks = new Map()
  const fieldsNamed = (shape, name) => [shape.fields.get(name), ...shape.choices.flat().flatMap(one => fieldsNamed(one, name))].filter(Boolean)
  const isOpen = shape => shape.rest.length > 0 || isUnknown(shape) || shape.choices.some(choice => choice.some(isOpen))
  const compare = (parts, value, isTop) => {
    if (!isMany(value)) return
    const shape = shapeOf(parts, isTop)
    // What is no object with fields has a row of its own at the top.
    const whole = isTop && shape.fields.size == 1 && !Object.hasOwn(value, 'response') && shape.fields.get('response')
    if (whole) return compare(whole.below, value)
    if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).forEach(one => compare(parts, one, isTop))
    if (isUnknown(shape)) return
    const extra = new Set(), missing = needed(shape).filter(name => !Object.hasOwn(value, name))
    for (const [name, one] of Object.entries(value)) {
      const found = fieldsNamed(shape, name)
      if (!found.length && !isOpen(shape)) extra.add(name)
      // Where several alternatives have it, nobody knows which one is meant.
      const below = found.length ? found.length == 1 && found[0] : shape.rest.length == 1 && shape.rest[0]
      if (below) compare(below.below, one)
    }
    if (extra.size || missing.length) marks.set(value, { extra, missing })
  }
  compare(parts, value, true)
  return marks
}

/** An example that the page shows of an answer: the first good one, else the first. */
const documented = () => {
  const box = document.querySelector('.response-example')
  box?.querySelectorAll('noscript').forEach(part => { part.outerHTML = part.innerHTML })
  const all = [...box?.querySelectorAll('pre') || []].map(pre => ({ title: pre.closest('[role=tabpanel]')?.dataset.title || '', text: pre.textContent })).filter(one => one.text.trim())
  return all.find(one => /^2/.test(one.title)) || all[0]
}
