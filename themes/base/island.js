// Components that pages bring along: elements, hooks and reconciliation. Pages that have an island load it, and
// the sandbox that makes their first render runs the same file, so both agree on what a component means.
//
// A built-in component and Markdown inside an island are ready HTML: a `docs-slot`, which stays as it is; what
// an author put into a built-in component lives on in its `docs-hole`; of a group, like tabs, each part has one. With
// other props it is one that the page had with these, else its texts and addresses are replaced. So not possible: another
// icon or colour that the page did not have, one more tab, and a built-in component that appears later and of whose kind
// there was none on the page (its content is shown without it).
globalThis.$docs = (() => {
  const Fragment = Symbol.for('docs.fragment')
  const own = Object.prototype.hasOwnProperty
  const isBrowser = typeof document == 'object'
  const isNode = value => value != null && typeof value == 'object' && value.$ === Fragment
  const h = (type, given, ...inside) => {
    const props = {}
    let key = null, ref = null
    for (const name in given) {
      if (name == 'key') key = '' + given[name]
      else if (name == 'ref') ref = given[name]
      else props[name] = given[name]
    }
    if (inside.length) props.children = inside.length > 1 ? inside : inside[0]
    const defaults = type && type.defaultProps
    for (const name in defaults) if (props[name] === undefined) props[name] = defaults[name]
    return { $: Fragment, type, key, ref, props }
  }
  // Children as a flat list of elements and texts; what prints nothing is gone, texts side by side are one. Each has its place by
  // name, which others that come and go leave alone.
  const flat = (value, out, name) => {
    if (!out) {
      out = []
      out.names = []
      name = value?.key ?? 0
    }
    const type = typeof value
    if (isNode(value)) out.names[out.push(value) - 1] = name
    else if (type == 'object' && value) {
      if (!value[Symbol.iterator]) throw new TypeError('an object is not something to show: ' + Object.keys(value))
      let at = 0
      for (const item of value) flat(item, out, isBrowser && name + (item?.key == null ? '.' + at : '$' + item.key), at++)
    } else if (type == 'string' ? value : type == 'number' || type == 'bigint') {
      if (typeof out[out.length - 1] == 'string') out[out.length - 1] += value
      else out.names[out.push('' + value) - 1] = name
    }
    return out
  }

  // ------------------------------------------------------------------------------------------------- hooks
  let current = null
  let used = () => {}
  let later = () => {}
  const hook = make => {
    if (!current) throw new Error('a hook is called outside of a component')
    const { hooks } = current
    const at = current.at++
    return hooks[at] || (hooks[at] = make(current))
  }
  const changed = (old, now) => !old || !now || old.length != now.length || now.some((value, at) => !Object.is(value, old[at]))
  const useReducer = (reducer, first, init) => {
    used('state')
    const state = hook(owner => {
      const state = { value: init ? init(first) : first }
      state.send = action => {
        const next = state.reducer(state.value, action)
        if (Object.is(next, state.value)) return
        state.value = next
        if (owner == current) owner.again = true
        else later(owner)
      }
      return state
    })
    state.reducer = reducer
    return [state.value, state.send]
  }
  const useState = first => useReducer(
    (old, next) => typeof next == 'function' ? next(old) : next,
    first,
    first => typeof first == 'function' ? first() : first)
  const effect = layer => (run, deps) => {
    used('effect')
    const entry = hook(() => ({}))
    if (changed(entry.deps, deps)) {
      entry.run = run
      current[layer].push(entry)
    }
    entry.deps = deps
  }
  const useEffect = effect('effects'), useLayoutEffect = effect('layout')
  const useMemo = (make, deps) => {
    const memo = hook(() => ({}))
    if (changed(memo.deps, deps)) { memo.value = make(); memo.deps = deps }
    return memo.value
  }
  const useCallback = (call, deps) => useMemo(() => call, deps)
  const useRef = first => hook(() => ({ current: first }))
  const createContext = first => {
    const context = { first }
    context.Provider = { context }
    context.Consumer = props => props.children(useContext(context))
    context.context = context
    return context
  }
  const useContext = context => {
    for (let at = current; at; at = at.parent) if (at.context == context) return at.value
    return context.first
  }
  let ids = 0
  const useId = () => useMemo(() => ':d' + ids++ + ':', [])
  const useSyncExternalStore = (subscribe, get, first) => {
    const [value, set] = useState(() => (first || get)())
    useEffect(() => { set(() => get()); return subscribe(() => set(() => get())) }, [subscribe])
    return value
  }
  const forwardRef = render => Object.assign(props => render(props, current.ref), { takesRef: true })
  const cloneElement = (node, props, ...inside) =>
    h(node.type, { key: node.key, ref: node.ref, ...node.props, ...props }, ...inside)
  /** Children one by one; what prints nothing counts, as `null`. */
  const each = (value, out = []) => {
    if (Array.isArray(value)) for (const item of value) each(item, out)
    else out.push(value === undefined || typeof value == 'boolean' ? null : value)
    return out
  }
  const Children = {
    toArray: value => each(value).filter(item => item != null),
    map: (value, call) => value == null ? value : each(value).map((item, at) => call(item, at)),
    forEach: (value, call) => { Children.map(value, call) },
    count: value => value == null ? 0 : each(value).length,
    only: value => value,
  }
  class Component {
    constructor(props) { this.props = props; this.state = {} }
    setState(next) { this.update(next) }
    forceUpdate() { this.update({}) }
  }
  /** A class as a function with hooks. */
  const renderClass = (type, props) => {
    const self = useMemo(() => Object.assign(new type(props), { props }), [])
    const derive = type.getDerivedStateFromProps
    const [, redraw] = useReducer(count => count + 1, 0)
    self.props = props
    if (derive) self.state = { ...self.state, ...derive(props, self.state) }
    self.update = next => { self.state = { ...self.state, ...(typeof next == 'function' ? next(self.state, self.props) : next) }; redraw() }
    useEffect(() => {
      self.componentDidMount?.()
      return () => self.componentWillUnmount?.()
    }, [])
    const before = useRef()
    useEffect(() => {
      if (before.current) self.componentDidUpdate?.(...before.current)
      before.current = [props, self.state]
    })
    return self.render()
  }
  const names = {
    Fragment, createElement: h, cloneElement, isValidElement: isNode, Children, Component, PureComponent: Component, memo: type => type, forwardRef,
    createContext, createRef: () => ({ current: null }), useState, useReducer, useEffect, useLayoutEffect,
    useInsertionEffect: useLayoutEffect, useMemo, useCallback, useRef, useContext, useId, useSyncExternalStore,
    useImperativeHandle: (ref, make, deps) => useLayoutEffect(() => { if (ref) ref.current = make() }, deps),
    useDebugValue: () => {}, useDeferredValue: value => value, useTransition: () => [false, run => run()],
    startTransition: run => run(), StrictMode: Fragment, Suspense: Fragment, Profiler: Fragment,
  }
  const React = { ...names, default: names }

  /** A component's place in the tree. */
  const instance = (parent, node) => ({ parent, hooks: [], at: 0, effects: [], layout: [], ref: node.ref })
  /** What a component, a context or a fragment shows; `undefined` for what is an element of the page. */
  const call = (self, node) => {
    const { type, props } = node
    if (type === Fragment) return [props.children]
    if (isNode(type)) return [type]
    if (type && type.context) {
      if (own.call(props, 'value')) { self.context = type.context; self.value = props.value }
      return [props.children]
    }
    if (typeof type != 'function') return
    const before = current
    current = self
    self.ref = node.ref
    try {
      const given = node.ref && !type.takesRef ? { ...props, ref: node.ref } : props
      // State that is set while it renders: once more, as nobody has seen it yet.
      let shown
      for (let round = 0; !round || self.again && round < 25; round++) {
        self.again = false
        self.at = 0
        shown = type.prototype instanceof Component ? renderClass(type, given) : type(given)
      }
      return [shown]
    } finally {
      current = before
    }
  }

  // ------------------------------------------------------------------------------------------ file graph
  const files = {}
  /** Runs a file's code when it is first imported. */
  const file = (path, code) => { files[path] = { code } }
  const load = path => {
    if (path == 'react') return React
    const entry = files[path]
    if (entry?.code) {
      const { code } = entry
      entry.code = 0
      entry.names = code(load) || {}
      Object.defineProperty(entry.names, '$places', { enumerable: false })
    }
    return entry?.names || {}
  }
  const slot = (at, told) => h('docs-slot', { ...told, at })
  const core = {
    h, flat, isNode, instance, call, names, React, load, file, files, slot,
    watch: (use, send) => { used = use; later = send },
  }
  if (!isBrowser) return core
  // Some components look for React where a page has it. One that the page brings along itself stays.
  self.React ??= React

  // ---------------------------------------------------------------------------------------------- browser
  const SVG = 'http://www.w3.org/2000/svg'
  const blank = dom => dom && (dom.nodeType == 8 || dom.nodeType == 3 && !dom.data.trim() || /^heading-a/.test(dom.className))
  const isSlot = type => typeof type != 'string' || /^[A-Z]|^docs-|\./.test(type)
  const kind = node => node.type ?? ''
  const ready = new Map()
  // Components whose children are their parts; `src/page/script/decode.rs` knows the same names.
  const GROUP = /^(Tabs|Steps|Tree|\w+(Group|Example))$/
  const slotName = node => node.type == 'docs-slot' ? node.props.at + '' : node.type + JSON.stringify(node.props, (name, value) => name == 'children' || isNode(value) ? undefined : value) +
    (GROUP.test(node.type) ? flat(node.props.children).map(part => isSlot(kind(part)) ? slotName(part) : '') : '')
  const UNITLESS = /^(--|opacity|z|flex|order|line|zoom|scale|grid|columns|font-?weight|aspect|animationIter|tab|orphans|widows|(fill|stop|stroke)Op)/i
  const setStyle = (dom, old, now) => {
    if (typeof now == 'string') { dom.style.cssText = now; return }
    for (const name in { ...old, ...now }) if (old?.[name] !== now?.[name]) put(dom, name, now?.[name])
  }
  const put = (dom, name, value) => {
    const text = value == null || value === false ? '' : typeof value == 'number' && value && !UNITLESS.test(name) ? value + 'px' : value + ''
    if (name.startsWith('--')) dom.style.setProperty(name, text)
    else dom.style[name] = text
  }
  const listen = (dom, name, value) => {
    const capture = /Capture$/.test(name)
    const word = name.slice(2).replace(/Capture$/, '')
    let type = { DoubleClick: 'dblclick', Focus: 'focusin', Blur: 'focusout' }[word] || word.toLowerCase()
    if (type == 'change' && /^(TEXTAREA|INPUT)$/.test(dom.tagName) && !/^(checkbox|radio|file)$/.test(dom.type)) type = 'input'
    const all = dom.$on || (dom.$on = {})
    if (!(name in all)) dom.addEventListener(type, event => { if (all[name]) { event.persist = () => {}; event.nativeEvent = event; all[name].call(dom, event) } }, capture)
    all[name] = value
  }
  const setProp = (dom, name, old, now) => {
    if (name == 'children' || name == 'dangerouslySetInnerHTML') return
    if (/^on[A-Z]/.test(name)) { if (typeof now == 'function' || old) listen(dom, name, now) }
    else if (name == 'style') setStyle(dom, old, now)
    else if (name == 'value' && 'value' in dom && !/^(LI|SELECT)$/.test(dom.tagName)) { if (now != null && dom.value !== now + '') dom.value = now }
    else if (/^(checked|muted|selected|indeterminate)$/.test(name)) dom[name] = !!now
    else if (name == 'defaultValue') { if (!old && dom.tagName != 'SELECT') dom.value = now }
    else if (name == 'defaultChecked') { if (!old) dom.checked = !!now }
    else {
      let attribute = name == 'className' ? 'class' : name == 'htmlFor' ? 'for' : name == 'xlinkHref' ? 'href' : name
      if (/^(stroke|fill|clip|font|stop|text|marker|dominant|alignment|color|flood|letter|pointer|shape|word|accept|http)[A-Z]/.test(name) && !/^clipPathUnits|textLength/.test(name)) attribute = name.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase())
      const words = /^(aria-|data-)|^(draggable|contentEditable|spellCheck)$/.test(name)
      if (now == null || typeof now == 'function' || now === false && !words) dom.removeAttribute(attribute)
      else dom.setAttribute(attribute, now === true && !words ? '' : now)
    }
  }
  const isText = value => typeof value == 'string' && value.trim()
  /** Ready HTML with the texts and addresses of other props; what an author put into it is none of that. */
  const adapt = (dom, old, now) => {
    const outer = dom.parentNode?.closest?.('docs-hole') ?? null
    const all = [dom, ...dom.querySelectorAll('*')].filter(part => part.localName != 'docs-hole' && part.closest('docs-hole') == outer)
    if (old.icon != now.icon) all.find(part => /-icon$/.test(part.dataset.componentPart))?.remove()
    for (const name in now) {
      const [was, is] = [old[name], now[name]]
      if (was == is || !isText(was) || !isText(is)) continue
      if (name == 'children') { if (old.title != was) for (const code of all) if (code.localName == 'code' && code.textContent.trim() == was.trim()) code.textContent = is; continue }
      for (const part of all) {
        for (const { name, value } of [...part.attributes]) if (value == was && !/^(class|id|on.*)$/.test(name) && (!/^(href|src)$/.test(name) || /^(https?:|mailto:|[\/.#?])/.test(is))) part.setAttribute(name, is)
        for (const text of part.childNodes) if (text.nodeType == 3 && text.data.trim() == was.trim()) text.data = is
      }
    }
  }
  const setRef = (ref, value) => { if (typeof ref == 'function') ref(value); else if (ref) ref.current = value }

  /** The DOM nodes of a branch, in order. */
  const doms = (branch, out = []) => {
    if (branch.dom) out.push(branch.dom)
    else for (const child of branch.children) doms(child, out)
    return out
  }
  const parts = (branch, out = []) => {
    for (const child of branch.children) if (child.part) out.push(child); else if (!child.dom) parts(child, out)
    return out
  }
  /** Puts an element's children into their order; what is there already does not move. */
  const place = host => {
    // A group's parts have their places; which of them is the first can change.
    if (host.holes) return parts(host).forEach((part, at) => {
      part.inside = host.holes[at] || part.inside
      place(part)
    })
    let next = host.inside.firstChild
    for (const child of host.children) for (const dom of doms(child)) {
      while (next && blank(next) && next != dom) next = next.nextSibling
      if (dom == next) next = next.nextSibling
      else host.inside.insertBefore(dom, next)
    }
  }
  class Mismatch extends Error {}
  /** The next node that is worth something, for a branch that takes over what is there. */
  const take = found => {
    while (blank(found.next)) found.next = found.next.nextSibling
    const dom = found.next
    if (dom) found.next = dom.nextSibling
    return dom
  }
  const keep = (name, dom, node) => { dom.$node = node; ready.set(name, dom) }
  const create = (node, host, parent, found, name) => {
    const branch = { node, host, parent, name, children: [] }
    if (typeof node == 'string') {
      branch.dom = found && node.trim() ? take(found) : document.createTextNode(node)
      if (branch.dom?.nodeType != 3 || branch.dom.data.trim() != node.trim()) throw new Mismatch('text ' + node)
      return branch
    }
    const { type, props } = node
    const shown = typeof type != 'string' && call(branch.self = Object.assign(instance(parent && parent.self, node), { branch }), node)
    if (shown) {
      branch.children = build(flat(shown), host, branch, found)
      queue.push(branch.self)
      return branch
    }
    branch.self = parent && parent.self
    let inside
    if (host.holes && isSlot(type)) {
      // A part is in the ready HTML of its group; what can change is its hole.
      branch.part = true
      inside = found ? host.holes[host.at++] : document.createElement('docs-hole')
      if (!inside) throw new Mismatch(type)
    } else if (isSlot(type)) {
      const name = slotName(node)
      if (found) {
        branch.dom = take(found)
        if (!branch.dom || branch.dom.localName != 'docs-slot') throw new Mismatch('slot ' + name)
        if (!ready.has(name)) keep(name, branch.dom.cloneNode(true), node)
      } else {
        const known = ready.get(name) || [...ready.values()].find(dom => dom.$node?.type == type && !GROUP.test(type))
        branch.dom = known ? known.cloneNode(true) : document.createElement('docs-slot')
        if (known?.$node) adapt(branch.dom, known.$node.props, props)
      }
      for (const name in props) if (/^on[A-Z]/.test(name)) setProp(branch.dom, name, undefined, props[name])
      const holes = [...branch.dom.querySelectorAll('docs-hole[data-part]')].filter(hole => hole.parentNode.closest('docs-slot') == branch.dom)
      if (holes.length) {
        branch.holes = holes
        branch.at = 0
        if (!found) for (const hole of holes) hole.textContent = ''
      } else inside = branch.dom.querySelector('docs-hole')
      if (!inside && !found && !(GROUP.test(type) && branch.dom.firstChild)) branch.dom.append(inside = document.createElement('docs-hole'))
      if (inside && !found) inside.textContent = ''
    } else {
      const svg = type == 'svg' || host.svg && type != 'foreignObject'
      if (found) {
        branch.dom = take(found)
        if (!branch.dom || branch.dom.localName != type.toLowerCase()) throw new Mismatch(type)
      } else branch.dom = svg ? document.createElementNS(SVG, type) : document.createElement(type)
      branch.svg = svg
      inside = branch.dom
      for (const name in props) if (!found || /^on[A-Z]|^(value|checked|defaultValue|defaultChecked)$/.test(name)) setProp(branch.dom, name, undefined, props[name])
      if (!found && props.dangerouslySetInnerHTML) inside.innerHTML = props.dangerouslySetInnerHTML.__html
    }
    branch.inside = inside
    if ((inside || branch.holes) && type != 'docs-slot' && type != 'textarea' && !props.dangerouslySetInnerHTML) {
      branch.children = build(flat(props.children), branch, branch, found && { next: inside && inside.firstChild })
      place(branch)
      if (type == 'select') choose(branch, true)
    }
    setRef(node.ref, branch.dom)
    return branch
  }
  /** Options are there after their list. */
  const choose = ({ dom, node: { props } }, first) => {
    const value = props.value ?? (first ? props.defaultValue : null)
    if (value != null) for (const option of dom.options) option.selected = [value].flat().includes(option.value)
  }
  const build = (nodes, host, parent, found) => nodes.map((node, at) => create(node, host, parent, found, nodes.names?.[at]))
  const remove = (branch, keep) => {
    if (branch.self?.branch == branch) {
      branch.self.gone = true
      for (const entry of branch.self.hooks) entry.stop?.()
    }
    if (branch.node.ref && branch.dom) setRef(branch.node.ref, null)
    for (const child of branch.children) remove(child, keep || branch.dom)
    if (branch.dom && !keep) branch.dom.remove()
  }
  const patch = (branch, node) => {
    const old = branch.node
    branch.node = node
    if (typeof node == 'string') { if (node != old) branch.dom.data = node; return }
    if (branch.self?.branch == branch) return redraw(branch)
    if (!isSlot(node.type)) {
      for (const name in old.props) if (!(name in node.props)) setProp(branch.dom, name, old.props[name], undefined)
      for (const name in node.props) if (old.props[name] !== node.props[name] || name == 'value' || name == 'checked') setProp(branch.dom, name, old.props[name], node.props[name])
      const html = node.props.dangerouslySetInnerHTML
      if (html) { if (old.props.dangerouslySetInnerHTML?.__html != html.__html) branch.dom.innerHTML = html.__html; return }
    }
    else if (branch.dom && node.type != 'docs-slot') adapt(branch.dom, old.props, node.props)
    if ((branch.inside || branch.holes) && node.type != 'docs-slot' && node.type != 'textarea') {
      diff(branch, flat(node.props.children), branch)
      place(branch)
      if (node.type == 'select') choose(branch)
    }
  }
  const redraw = branch => {
    const shown = call(branch.self, branch.node)
    diff(branch, flat(shown), branch.host)
    queue.push(branch.self)
  }
  /** Whether a built-in component has other props, with which the page has one. */
  const isOther = ({ node: old, dom }, node) => {
    if (!dom || !node.type || !isSlot(node.type) || node.type == 'docs-slot') return false
    const name = slotName(node)
    return name != slotName(old) && ready.has(name)
  }
  const diff = (branch, nodes, host) => {
    const old = new Map(branch.children.map(child => [child.name, child]))
    branch.children = nodes.map((node, at) => {
      const name = nodes.names[at]
      const known = old.get(name)
      const same = known && kind(known.node) === kind(node) && (node.type != 'docs-slot' || known.node.props.at == node.props.at) && !isOther(known, node)
      if (!same) return create(node, host, branch, 0, name)
      old.delete(name)
      patch(known, node)
      return known
    })
    for (const child of old.values()) remove(child)
  }

  // Components that rendered and whose effects are to run, and those that have to render again.
  let queue = []
  const dirty = new Set()
  const settle = () => {
    const done = queue
    queue = []
    for (const layer of ['layout', 'effects']) for (const self of done) for (const entry of new Set(self[layer].splice(0))) {
      if (self.gone) continue
      entry.stop?.()
      const stop = entry.run()
      entry.stop = typeof stop == 'function' ? stop : null
    }
  }
  const flush = () => {
    for (let round = 0; dirty.size && round < 50; round++) {
      const all = [...dirty]
      dirty.clear()
      for (const self of all) if (!self.gone && self.branch) {
        redraw(self.branch)
        place(self.branch.host)
      }
      settle()
    }
    dirty.clear()
  }
  later = self => {
    if (!dirty.size) queueMicrotask(flush)
    dirty.add(self)
  }
  /** Takes over an island; what differs from the static page is drawn anew. */
  const hydrate = (dom, node) => {
    for (const template of dom.querySelectorAll('template[data-slot],template[data-of]')) {
      const slot = document.createElement('docs-slot')
      slot.append(template.content)
      const of = template.dataset.of && JSON.parse(template.dataset.of)
      if (of) keep(slotName(of), slot, of)
      else ready.set(template.dataset.slot, slot)
      template.remove()
    }
    for (const slot of dom.querySelectorAll('docs-slot[data-slot]')) ready.set(slot.dataset.slot, slot.cloneNode(true))
    const host = { inside: dom, children: [] }
    try {
      if (dom.hasAttribute('data-client')) throw new Mismatch()
      host.children = build([node], host, null, { next: dom.firstChild })
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error
      queue = []
      host.children = build([node], host)
      dom.textContent = ''
    }
    place(host)
    settle()
  }
  // The islands of a page: for each the file, the number of its place in it, what a snippet was given, and the way to it
  // through children when it is not all that the place shows.
  core.start = list => {
    for (const dom of document.querySelectorAll('docs-island[data-island]')) {
      const [path, at, props, ...way] = list[dom.dataset.island] || []
      if (!path) continue
      try {
        hydrate(dom, h(() => way.reduce((shown, at) => flat(shown.$ ? shown.props.children : shown)[at], [load(path).$places[at](core.revive(props))])))
      } catch (error) {
        console.error(error)
      }
    }
  }
  return core
})()
/** Values from the page's text: `{"$slot": 3}` stands for Markdown. */
$docs.revive = value => {
  if (Array.isArray(value)) return value.map($docs.revive)
  if (value && typeof value == 'object') {
    if (typeof value.$slot == 'number') return $docs.slot(value.$slot)
    const out = {}
    for (const name in value) out[name] = $docs.revive(value[name])
    return out
  }
  return value
}
