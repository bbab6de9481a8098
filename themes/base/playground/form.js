// The form: one control for each schema. A control has a node, `get` (undefined: not set), `set`, and `fault`, which says
// what stands in it, or below it, that is no value: whoever looks only at `get` would lose it. One that holds others has
// `check`, which shows what is wrong in them and says how much, and `empty`: what it sends where it is required and
// nothing is set, as an object or a list without members is a value, too.
const make = (name, fields = {}, ...parts) => {
  const part = document.createElement(name)
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === null || value === false) continue
    if (key.startsWith('on') || ['value', 'checked', 'className', 'textContent', 'htmlFor', 'open'].includes(key)) part[key] = value
    else part.setAttribute(key, value === true ? '' : value)
  }
  part.append(...parts.flat(3).filter(part => part || part === 0))
  return part
}
let counter = 0
const fresh = () => `pg-${++counter}`
const small = (label, act, more = {}) => make('button', { type: 'button', className: 'pg-small', onclick: act, ...more }, label)
/** A button that copies a text and says that it has. */
const copier = (text, more) => {
  const button = small(t('copy'), () => navigator.clipboard?.writeText(text()).then(() => { button.textContent = t('copied'); setTimeout(() => { button.textContent = t('copy') }, 1600) }), more)
  return button
}
const select = (options, more = {}) => make('select', { className: 'pg-input', ...more }, options.map(([value, label]) => make('option', { value }, label ?? value)))

const typesOf = schema => [schema.type || []].flat()
const typeOf = schema => typesOf(schema)[0] || (schema.properties || schema.additionalProperties ? 'object' : schema.items || schema.prefixItems ? 'array' : schema.enum ? isNumber(schema.enum[0]) ? 'number' : 'string' : '')
const isFile = schema => typeOf(schema) == 'string' && schema.format == 'binary'
const label = schema => {
  if (schema.oneOf) return t('one_of')
  if (isFile(schema)) return t('file')
  const type = typesOf(schema).length > 1 ? typesOf(schema).join(' | ') : typeOf(schema)
  const said = type == 'array' && schema.items ? label(schema.items).replace(/.* \| .*/, '($&)') + '[]' : (type || 'any') + (schema.format ? `<${schema.format}>` : '')
  return said + (schema.nullable ? ' | null' : '')
}

// Many patterns escape signs that need none, which only the older syntax allows. What is no pattern fits everything.
const patternOf = text => {
  for (const flags of ['u', '']) try { return new RegExp(text, flags) } catch {}
  return /(?:)/
}
// What is wrong with a value, as [path, text] pairs.
const problems = (schema, value, path = '', found = []) => {
  const wrong = text => { found.push([path, text]) }
  if (value === undefined || found.length > 50) return found
  if (value === null) { if (!schema.nullable && typesOf(schema).length && !schema.oneOf && !schema.enum?.includes(null)) wrong(t('no_null')); return found }
  if (value instanceof File) return found
  if (schema.const !== undefined && JSON.stringify(schema.const) != JSON.stringify(value)) wrong(t('must_be', jsonText(schema.const)))
  if (schema.enum && !schema.enum.some(one => JSON.stringify(one) == JSON.stringify(value))) wrong(t('one_of_these', schema.enum.slice(0, 8).map(one => jsonText(one)).join(', ')))
  for (const other of schema.also || []) problems(other, value, path, found)
  if (schema.oneOf && !schema.properties) {
    const member = schema.discriminator && schema.oneOf.find(one => one.value == value?.[schema.discriminator])
    const tried = (member ? [member] : schema.oneOf).map(one => problems(one.schema || {}, value, path))
    if (!tried.some(list => !list.length)) found.push(...tried.sort((a, b) => a.length - b.length)[0])
    return found
  }
  const types = typesOf(schema)
  const fits = type => ({ string: typeof value == 'string', number: isNumber(value), integer: isWhole(value), boolean: typeof value == 'boolean', array: Array.isArray(value), object: isObject(value), null: false })[type] ?? true
  if (types.length && !types.some(fits)) { wrong(t('must_be_type', types.join(' | '))); return found }
  if (isNumber(value)) {
    const { minimum, maximum, exclusiveMinimum: over, exclusiveMaximum: under, multipleOf } = schema
    if (minimum !== undefined && (over === true ? value <= minimum : value < minimum)) wrong(t('at_least', minimum))
    if (maximum !== undefined && (under === true ? value >= maximum : value > maximum)) wrong(t('at_most', maximum))
    if (typeof over == 'number' && value <= over) wrong(t('more_than', over))
    if (typeof under == 'number' && value >= under) wrong(t('less_than', under))
    if (multipleOf > 0 && Math.abs(value / multipleOf - Math.round(value / multipleOf)) > 1e-9) wrong(t('multiple_of', multipleOf))
  }
  if (typeof value == 'string') {
    const length = [...value].length
    if (length < schema.minLength) wrong(t('min_length', schema.minLength))
    if (length > schema.maxLength) wrong(t('max_length', schema.maxLength))
    if (schema.pattern && !patternOf(schema.pattern).test(value)) wrong(t('pattern', schema.pattern))
    const format = { email: /^[^\s@]+@[^\s@]+$/, uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, date: /^\d{4}-\d\d-\d\d$/, 'date-time': /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/, ipv4: /^\d{1,3}(\.\d{1,3}){3}$/, uri: /^[a-z][a-z\d+.-]*:/i, url: /^[a-z][a-z\d+.-]*:/i, byte: /^[\w+/=-\s]*$/ }[schema.format]
    if (format && !format.test(value)) wrong(t('format', schema.format))
  }
  if (Array.isArray(value)) {
    if (value.length < schema.minItems) wrong(t('min_items', schema.minItems))
    if (value.length > schema.maxItems) wrong(t('max_items', schema.maxItems))
    if (schema.uniqueItems && new Set(value.map(one => JSON.stringify(one))).size < value.length) wrong(t('unique'))
    value.forEach((one, at) => problems(schema.prefixItems?.[at] || schema.items || {}, one, `${path}[${at}]`, found))
  }
  if (isObject(value)) {
    for (const name of schema.required || []) if (value[name] === undefined) found.push([path ? `${path}.${name}` : name, t('missing')])
    for (const [name, below] of Object.entries(schema.properties || {})) problems(below, value[name], path ? `${path}.${name}` : name, found)
    if (schema.additionalProperties) for (const name of Object.keys(value)) if (!schema.properties?.[name]) problems(schema.additionalProperties, value[name], path ? `${path}.${name}` : name, found)
  }
  return found
}

/** The value of a control that has to have one. */
const filled = control => { const value = control.get(); return value === undefined ? control.empty?.() : value }
/** The first fault of several controls. */
const faultOf = controls => controls.map(one => one?.fault?.()).find(Boolean) || ''
/** The first path of a value that a form does not say as it was given; it may say more. */
const lost = (given, made, path = '') => {
  if (!isMany(given) || !isMany(made) || Array.isArray(given) != Array.isArray(made)) return jsonText(given) === jsonText(made) ? undefined : path
  if (Array.isArray(given) && given.length != made.length) return path
  return Object.entries(given).map(([name, one]) => lost(one, made[name], Array.isArray(given) ? `${path}[${name}]` : path ? `${path}.${name}` : name)).find(found => found !== undefined)
}
/** Fills in of a value what another form has a place for, too. */
const carry = (control, schema, value) => {
  const fits = ([name, one]) => { const below = schema.properties?.[name]; return below && below.const === undefined && !problems(below, one).length }
  const kept = isObject(value) ? Object.entries(value).filter(fits) : []
  if (kept.length) control.set({ ...control.get(), ...Object.fromEntries(kept) })
}

let pressed = false
addEventListener('pointerdown', () => { pressed = true }, true)
for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, () => { pressed = false }, true)
const settled = act => pressed ? addEventListener('pointerup', () => setTimeout(act), { once: true }) : act()
/** Goes to the first thing below that is wrong. */
const reveal = root => {
  const wrong = root.querySelector('[aria-invalid=true]'), inputs = 'input,select,textarea'
  for (let node = wrong; node && node != root; node = node.parentElement) if (node.localName == 'details') node.open = true
  ;(wrong?.matches(inputs) ? wrong : wrong?.querySelector(`${inputs},button:not([hidden])`))?.focus()
}

// A control with its label and the place for what is wrong with it.
const row = (name, schema, required, control, change, isMarked = required) => {
  const error = make('p', { className: 'pg-error', id: fresh(), 'aria-live': 'polite' })
  const title = make('span', { className: 'pg-name' })
  const parts = [title, make('span', { className: 'pg-type' }, label(schema)), schema.deprecated && make('span', { className: 'pg-type' }, t('deprecated')), isMarked && make('span', { className: 'pg-required' }, t('required'))]
  const input = control.input, own = control.get
  // What consists of others is not set again in one step.
  const clear = control.group && !required && small(t('clear'), () => { set(undefined); change(); focus() })
  const node = make(control.group ? 'fieldset' : 'div', { className: 'pg-field' }, control.group ? make('legend', {}, parts, clear) : make('label', { htmlFor: control.id }, parts), control.node, error)
  // The button is no part of the name.
  if (clear) { title.id = fresh(); node.setAttribute('aria-labelledby', title.id) }
  const told = input || node
  told.setAttribute('aria-describedby', error.id)
  if (required && input) input.setAttribute('aria-required', 'true')
  const rename = text => {
    title.textContent = node.dataset.name = text
    if (clear) clear.setAttribute('aria-label', `${t('clear')} ${text}`)
    control.named?.(text)
  }
  rename(name)
  const tell = text => {
    if (error.textContent != text) error.textContent = text
    text ? told.setAttribute('aria-invalid', 'true') : told.removeAttribute('aria-invalid')
    return text ? 1 : 0
  }
  const empty = required ? control.empty : undefined
  const get = () => filled({ get: own, empty })
  const check = () => {
    const below = control.check?.() || 0, fault = control.fault?.()
    if (fault) return below + tell(below ? '' : fault)
    const value = get()
    if (value === undefined) return below + tell(required ? t('missing') : '')
    // What is inside of a group is told there.
    const found = problems(schema, value).filter(([path]) => !control.group || !isObject(value) && !path)
    return below + tell(found.map(([path, text]) => path ? `${path}: ${text}` : text)[0] || '')
  }
  const paint = () => { if (clear) clear.hidden = own() === undefined }
  const set = value => { control.set(value); paint() }
  const focus = () => told.localName == 'fieldset' ? node.querySelector('input,select,textarea,button:not([hidden])')?.focus() : told.focus()
  // What is wrong is told when the field is left, and not while a pointer is down: what it is on must not move away.
  if (input) input.addEventListener('focusout', () => settled(() => { if (own() !== undefined || control.fault?.() || error.textContent) check() }))
  for (const kind of ['input', 'click']) node.addEventListener(kind, () => { paint(); if (error.textContent) check() })
  paint()
  return { ...control, node, get, set, own, empty, check, name, rename, focus }
}

const control = (schema, change, depth = 0) => {
  const initial = schema.value
  const made = depth > 12 ? jsonControl(schema, change) : withNull(schema, change, change => chosen(schema, change, depth))
  if (initial !== undefined && !isFile(schema)) made.set(initial)
  else if (schema.const !== undefined) made.set(schema.const)
  return made
}
// What consists of other controls says by a mark of its own that it is null.
const withNull = (schema, change, build) => {
  if (!schema.nullable) return build(change)
  let isNull = false
  const mark = small('null', () => turn(!isNull), { title: t('send_null'), 'aria-pressed': 'false' })
  const paint = () => mark.setAttribute('aria-pressed', isNull)
  const turn = to => { isNull = to; paint(); change() }
  const made = build(() => turn(false))
  if (!made.group) return made
  return {
    ...made, node: make('div', { className: 'pg-fields' }, mark, made.node), get: () => isNull ? null : made.get(), check: () => isNull ? 0 : made.check(), fault: () => isNull ? '' : made.fault(),
    set: value => { isNull = value === null; paint(); made.set(isNull ? undefined : value) },
    named: text => mark.setAttribute('aria-label', `${text} ${t('send_null')}`),
  }
}
// Several types are chosen from as several schemas are.
const eachType = schema => typesOf(schema).map(type => {
  const one = { ...schema, type, nullable: undefined, value: undefined, const: undefined }
  return { title: label(one), schema: one }
})
const chosen = (schema, change, depth) => {
  if (isFile(schema)) return fileControl(change)
  if (schema.oneOf) return pickControl(schema, change, depth)
  if (schema.enum || typeOf(schema) == 'boolean') return listControl(schema, change)
  if (typesOf(schema).length > 1) return pickControl({ oneOf: eachType(schema) }, change, depth)
  switch (typeOf(schema)) {
    case 'integer': case 'number': case 'string': return textControl(schema, change)
    case 'array': return schema.items && isFile(schema.items) ? fileControl(change, true) : schema.items || schema.prefixItems ? arrayControl(schema, change, depth) : jsonControl(schema, change)
    case 'object': return schema.properties || schema.additionalProperties ? objectControl(schema, change, depth) : jsonControl(schema, change)
  }
  return jsonControl(schema, change)
}

const textControl = (schema, change) => {
  const id = fresh(), number = typeOf(schema) != 'string'
  const kind = { date: 'date', 'date-time': 'datetime-local', password: 'password', email: 'email', uri: 'url', time: 'time' }[schema.format] || 'text'
  const shownDefault = schema.default ?? ''
  const input = make('input', { id, className: 'pg-input', type: number ? 'text' : kind, inputmode: number ? 'decimal' : undefined, step: /date-time|time/.test(schema.format) ? 1 : undefined, placeholder: schema.placeholder ?? String(isObject(shownDefault) ? '' : shownDefault), autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off' })
  // What was given, and what the input made of it: it has no place for parts of a second, another time zone or a second
  // line.
  let fixed, given, shown
  const marks = []
  const mark = (value, text, title) => {
    const button = small(text, () => { fixed = fixed === value ? undefined : value; if (fixed !== undefined) input.value = ''; paint(); change() }, { title, 'aria-pressed': 'false' })
    marks.push([value, button])
    return button
  }
  const paint = () => marks.forEach(([value, button]) => button.setAttribute('aria-pressed', fixed === value))
  input.oninput = () => { fixed = undefined; paint(); change() }
  const node = make('div', { className: 'pg-line' }, input,
    schema.format == 'byte' && base64Button(input),
    !number && !schema.minLength && !schema.filled && kind == 'text' && mark('', '""', t('send_empty')),
    schema.nullable && mark(null, 'null', t('send_null')))
  return {
    node, id, input,
    named: text => marks.forEach(([, button]) => button.setAttribute('aria-label', `${text} ${button.title}`)),
    // A day without its year has no text at all.
    fault: () => input.validity.badInput ? t('format', schema.format) : '',
    get() {
      const text = input.value
      if (fixed !== undefined) return fixed
      if (text === '') return undefined
      if (text === shown) return given
      if (input.type == 'datetime-local') { const day = new Date(text); return isNaN(day) ? text : day.toISOString().replace('.000Z', 'Z') }
      if (!number) return text
      const value = typed(text.trim())
      return text.trim() && !isNaN(value) ? value : text
    },
    set(value) {
      fixed = value === null || value === '' ? value : undefined
      paint()
      if (!number) input.type = kind
      if (kind == 'datetime-local' && value) { const day = new Date(value); input.value = isNaN(day) ? '' : new Date(day - day.getTimezoneOffset() * 6e4).toISOString().slice(0, 19) }
      else input.value = fixed === undefined ? value ?? '' : ''
      // A day or a time in another form than that of the browser is a text.
      if (fixed === undefined && value !== undefined && value !== '' && input.value === '') { input.type = 'text'; input.value = value }
      if (!number && typeof value == 'string') { given = value; shown = input.value }
    },
  }
}
const base64Button = input => {
  const file = make('input', { type: 'file', hidden: true, onchange: async () => {
    const bytes = new Uint8Array(await file.files[0].arrayBuffer())
    let text = ''
    bytes.forEach(byte => { text += String.fromCharCode(byte) })
    input.value = btoa(text)
    // As if it had been typed
    input.dispatchEvent(new Event('input', { bubbles: true }))
  } })
  return [file, small(t('from_file'), () => file.click())]
}
const listControl = (schema, change) => {
  const id = fresh()
  const values = schema.enum || [true, false]
  const all = schema.nullable && !values.includes(null) ? [...values, null] : values
  const isTwice = value => all.some(other => other !== value && String(other) == value)
  const input = select([['', t('unset')], ...all.map((value, at) => [String(at), typeof value == 'string' && !isTwice(value) ? value : jsonText(value)])], { id, onchange: change })
  return { node: input, id, input, get: () => input.value === '' ? undefined : all[+input.value], set: value => { const at = all.findIndex(one => JSON.stringify(one) == JSON.stringify(value)); input.value = at < 0 ? '' : String(at) } }
}
const fileControl = (change, multiple) => {
  const id = fresh()
  const input = make('input', { id, type: 'file', className: 'pg-file', multiple, onchange: change })
  const clear = small(t('remove'), () => { input.value = ''; change() })
  return { node: make('div', { className: 'pg-line' }, input, clear), id, input, get: () => multiple ? input.files.length ? [...input.files] : undefined : input.files[0], set: value => { if (value === undefined) input.value = '' } }
}
const jsonControl = (schema, change, rows = 2) => {
  const id = fresh()
  const input = make('textarea', { id, className: 'pg-input pg-json', rows, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', placeholder: 'JSON', oninput: change })
  let fault
  const get = () => {
    fault = ''
    if (!input.value.trim()) return undefined
    try { return readJson(input.value) } catch { fault = where(input.value); return undefined }
  }
  return { node: input, id, input, get, fault: () => { get(); return fault }, set: value => { input.value = value === undefined ? '' : jsonText(value, 2) } }
}
// The line and column of what is wrong in a JSON text: not every browser says it.
const where = text => {
  let at = 0
  const stop = {}
  const space = () => { while (/[ \t\r\n]/.test(text[at] || '')) at += 1 }
  const need = mark => { space(); if (text[at] != mark) throw stop; at += 1 }
  const read = pattern => { pattern.lastIndex = at; const found = pattern.exec(text); if (!found) throw stop; at += found[0].length }
  const name = () => read(/"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"/iy)
  const members = (end, one) => {
    at += 1
    space()
    if (text[at] == end) { at += 1; return }
    for (;;) {
      one()
      space()
      if (text[at] != ',') return need(end)
      at += 1
      space()
    }
  }
  const value = () => {
    space()
    if (text[at] == '{') return members('}', () => { name(); need(':'); value() })
    if (text[at] == '[') return members(']', value)
    if (text[at] == '"') return name()
    read(/(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)(?![\w.])/iy)
  }
  try { value(); space() } catch {}
  const before = text.slice(0, at).split('\n')
  return t('json_error', before.length, before.at(-1).length + 1)
}
// What readers add, move and remove. The focus stays where it is of use, and who is told of each step puts it right.
const listing = (kind, word, add, stepped) => {
  const list = make(kind, { className: 'pg-items' })
  const self = { items: [] }
  const more = small(`+ ${word}`, () => { add(); stepped(); self.paint(); self.items.at(-1).focus() })
  const step = (event, at, to) => {
    const tool = [...event.target.parentNode.children].indexOf(event.target), [item] = self.items.splice(at, 1)
    if (to !== undefined) self.items.splice(to, 0, item)
    stepped()
    self.paint()
    const tools = [...list.children[Math.min(to ?? at, self.items.length - 1)]?.lastChild.children || []]
    ;([tools[tool], ...tools].find(one => one && !one.disabled) || more).focus()
  }
  self.paint = () => list.replaceChildren(...self.items.map((item, at) => {
    const tool = (mark, title, to) => small(mark, event => step(event, at, to), { 'aria-label': `${title} ${at + 1}`, title, disabled: to < 0 || to >= self.items.length })
    return make('li', {}, item.node, make('div', { className: 'pg-item-tools' }, kind == 'ol' && [tool('↑', t('move_up'), at - 1), tool('↓', t('move_down'), at + 1)], tool('✕', t('remove'))))
  }))
  self.parts = [list, more]
  return self
}
const arrayControl = (schema, change, depth) => {
  let given = false
  const add = value => {
    const at = rows.items.length, below = schema.prefixItems?.[at] || schema.items || {}
    const item = row(String(at + 1), below, true, control(below, change, depth + 1), change, false)
    if (value !== undefined) item.set(value)
    rows.items.push(item)
  }
  const refill = values => { rows.items = []; values.forEach(add); rows.paint() }
  const rows = listing('ol', t('add'), add, () => {
    given = true
    // What an item is depends on its place.
    if (schema.prefixItems) refill(rows.items.map(item => item.own()))
    rows.items.forEach((item, at) => item.rename(String(at + 1)))
    change()
  })
  return {
    group: true, node: make('div', { className: 'pg-nested' }, rows.parts),
    get: () => rows.items.length || given ? rows.items.map(item => { const value = item.get(); return value === undefined ? null : value }) : undefined,
    empty: () => [],
    set: value => { given = Array.isArray(value); refill(given ? value : []) },
    fault: () => faultOf(rows.items),
    check: () => rows.items.reduce((sum, item) => sum + item.check(), 0),
  }
}
const objectControl = (schema, change, depth, hidden, isPart) => {
  // What has no field here is sent as it was given; beside the parts of a choice, who holds the parts keeps it.
  let given = false, rest = {}
  // One that was given without members is set until somebody fills in and empties something.
  const edit = () => { given = false; change() }
  const required = new Set(schema.required || [])
  const names = Object.keys(schema.properties || {}).filter(name => name != hidden)
  const names2 = [...names.filter(name => required.has(name)), ...names.filter(name => !required.has(name))]
  const fields = new Map()
  const build = name => {
    const below = schema.properties[name]
    // The only value of a field that may be left out is chosen like one of several; in a member it tells which one it is.
    const isChosen = below.const !== undefined && below.value === undefined && !required.has(name) && !isPart
    const field = row(name, below, required.has(name), control(isChosen ? { ...below, enum: [below.const], const: undefined } : below, edit, depth + 1), edit)
    fields.set(name, field)
    return field
  }
  const box = make('div', { className: depth ? 'pg-nested' : 'pg-fields' })
  // What is deep and optional waits until it is opened: a form of hundreds of fields costs nothing.
  const deep = name => { const below = schema.properties[name]; return depth >= 0 && !required.has(name) && below.value === undefined && (below.properties || below.oneOf || typeOf(below) == 'array' && (below.items?.properties || below.items?.oneOf)) }
  names2.forEach(name => {
    if (!deep(name)) return box.append(build(name).node)
    const details = make('details', { className: 'pg-more', 'data-name': name }, make('summary', {}, make('span', { className: 'pg-name' }, name), make('span', { className: 'pg-type' }, label(schema.properties[name]))))
    const fill = () => { if (!fields.has(name)) details.append(build(name).node) }
    details.addEventListener('toggle', fill)
    details.fill = fill
    box.append(details)
  })
  const open = name => { const details = [...box.children].find(child => child.dataset.name == name && child.fill); if (details) { details.fill(); details.open = true } }
  const entries = schema.additionalProperties ? mapControl(schema.additionalProperties, edit, depth, names) : null
  if (entries) box.append(entries.node)
  // Members that are there only because they are required do not make it one that is set.
  const gather = isNeeded => {
    const own = names.map(name => fields.get(name)?.own()), more = entries?.get() || {}
    if (!isNeeded && !given && own.every(value => value === undefined) && !Object.keys({ ...more, ...rest }).length) return undefined
    const value = {}
    names.forEach((name, at) => { const below = own[at] === undefined ? fields.get(name)?.empty?.() : own[at]; if (below !== undefined) value[name] = below })
    return Object.assign(value, more, rest)
  }
  return {
    group: true, node: box, get: () => gather(false), empty: () => gather(true), names: () => entries ? undefined : [...names, hidden],
    set(value) {
      given = isObject(value)
      rest = entries || isPart ? {} : without(value, [...names, hidden])
      for (const name of names) {
        if (value?.[name] !== undefined) open(name)
        fields.get(name)?.set(value?.[name])
      }
      entries?.set(without(value, [...names, hidden]))
    },
    fault: () => faultOf([...fields.values(), entries]),
    check: () => [...fields.values()].filter(field => required.has(field.name) || field.get() !== undefined || field.fault?.()).reduce((sum, field) => sum + field.check(), 0) + (entries?.check() || 0),
  }
}
/** The members of a value but for those that are named. */
const without = (value, names) => isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) : {}
const mapControl = (schema, change, depth, names) => {
  const add = (name, value) => {
    // Two members of one name are one.
    const isTaken = () => names.includes(key.get()) || rows.items.some(other => other != item && other.key.get() === key.get())
    const text = textControl({ type: 'string', filled: true }, change)
    const key = row(t('name'), { type: 'string' }, true, { ...text, fault: () => text.get() !== undefined && isTaken() ? t('unique') : '' }, change, false)
    const field = row(t('value'), schema, true, control(schema, change, depth + 1), change, false)
    key.set(name)
    if (value !== undefined) field.set(value)
    const item = { key, field, node: make('div', { className: 'pg-entry' }, key.node, field.node), focus: key.focus }
    rows.items.push(item)
  }
  const rows = listing('ul', t('add_field'), add, change)
  // A row in which nothing stands says nothing.
  const used = () => rows.items.filter(({ key, field }) => key.get() !== undefined || field.own() !== undefined || field.fault?.())
  return {
    node: make('div', { className: 'pg-fields' }, rows.parts),
    get: () => Object.fromEntries(used().map(({ key, field }) => [key.get(), field.get()]).filter(([name, value]) => name !== undefined && value !== undefined)),
    set: value => { rows.items = []; Object.entries(value || {}).forEach(([name, value]) => add(name, value)); rows.paint() },
    fault: () => used().map(({ key, field }) => faultOf([key, field]) || (key.get() === undefined || field.get() === undefined) && t('missing')).find(Boolean) || '',
    check: () => used().reduce((sum, { key, field }) => sum + key.check() + field.check(), 0),
  }
}
const pickControl = (schema, change, depth, hidden = schema.discriminator, isPart = false) => {
  // What stands beside the choice: fields of its own, and other choices.
  const base = schema.properties || schema.additionalProperties ? [objectControl({ ...schema, oneOf: undefined }, change, depth, hidden, true)] : []
  const others = (schema.also || []).map(one => pickControl(one, change, depth, hidden, true))
  const made = []
  const holder = make('div', { className: 'pg-choice' })
  const input = select(schema.oneOf.map((one, at) => [String(at), one.title || String(at + 1)]), { className: 'pg-input option-dropdown', 'aria-label': t('one_of'), onchange: () => {
    const before = now().get()
    given = !!schema.discriminator
    show()
    carry(now(), schema.oneOf[shown].schema || {}, before)
    change()
  } })
  let given = false, rest = {}, shown
  const now = () => made[shown]
  const build = one => one.oneOf ? pickControl(one, change, depth + 1, one.discriminator ?? hidden, true)
    : typeOf(one) == 'object' && one.properties ? objectControl(one, change, Math.max(depth, 1), hidden, true) : control(one, change, depth + 1)
  const show = () => {
    const at = shown = +input.value, below = made[at] ||= build(schema.oneOf[at].schema || {})
    below.named?.(schema.oneOf[at].title || '')
    if (below.id) below.input?.setAttribute('aria-label', schema.oneOf[at].title || '')
    holder.replaceChildren(below.node)
  }
  show()
  const empty = () => {
    const one = schema.oneOf[+input.value], below = filled(now())
    if (!isObject(below) && below !== undefined) return below
    const value = Object.assign({}, ...base.map(filled), below, ...others.map(filled), rest)
    return schema.discriminator && one.value !== undefined ? { [schema.discriminator]: one.value, ...value, [schema.discriminator]: one.value }
      : below === undefined && !base.length && !Object.keys(value).length ? undefined : value
  }
  const parts = () => [...base, now(), ...others]
  const names = () => {
    const all = parts().map(part => part.names?.())
    return all.every(Boolean) ? [...all.flat(), schema.discriminator] : undefined
  }
  return {
    group: true, node: make('div', { className: 'pg-nested' }, base.map(part => part.node), input, holder, others.map(part => part.node)), empty, names,
    // Who chooses a member by its name has said something.
    get: () => given || Object.keys(rest).length || parts().some(part => part.get() !== undefined) ? empty() : undefined,
    set(value) {
      given = !!schema.discriminator && isObject(value)
      const at = schema.oneOf.findIndex(one => schema.discriminator ? one.value == value?.[schema.discriminator] : !problems(one.schema || {}, value).length)
      if (value !== undefined) { input.value = String(Math.max(at, 0)); show() }
      for (const part of parts()) part.set(value)
      const known = names()
      rest = known && !isPart ? without(value, known) : {}
    },
    fault: () => faultOf(parts()),
    check: () => parts().reduce((sum, part) => sum + (part.check?.() || 0), 0),
  }
}
