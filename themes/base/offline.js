// Stands in front of what a browser does not do for a page from a disk: modules, `fetch` of files beside it, workers.
// Each file that a script may ask for has a carrier, a plain script that hands it over. The first script of a page.
window.docsOffline = (() => {
  const root = new URL('../', document.currentScript.src).href
  const odd = new Set(__ODD_PAGES__)
  const files = new Map(), asked = new Map(), blobs = new Map()
  const online = window.fetch.bind(window)

  // The path of an address below the site's folder; `null` for what lies elsewhere
  const path = address => {
    let text = String(address?.url ?? address)
    if (/^\/(?!\/)/.test(text)) text = root + text.slice(1)
    const url = new URL(text, location)
    if (url.protocol != 'file:') return null
    const whole = url.href.split(/[?#]/)[0]
    return decodeURIComponent(whole.startsWith(root) ? whole.slice(root.length) : url.pathname.slice(1))
  }
  const encoded = path => root + path.split('/').map(encodeURIComponent).join('/')
  // A page's address names its file
  const page = path => {
    const bare = path.replace(/\/$/, '')
    return !bare ? 'index.html' : /\.[a-z\d]+$/i.test(bare.slice(bare.lastIndexOf('/') + 1)) && !odd.has(bare) ? bare : bare + '/index.html'
  }
  const local = address => encoded(page(path(address.split(/[?#]/)[0]) ?? '')) + (/[?#].*$/s.exec(address)?.[0] || '')

  // The way from this page, as its own links are written
  const relative = url => {
    const own = location.href.split(/[?#]/)[0].split('/').slice(0, -1), parts = url.split('/')
    let same = 0
    while (same < own.length && same < parts.length - 1 && own[same] == parts[same]) same++
    return '../'.repeat(own.length - same) + parts.slice(same).join('/')
  }
  const mended = html => html.replace(/( (?:href|src)=")(\/(?:[^/"][^"]*)?)"/g, (_, start, address) => `${start}${relative(local(address.replaceAll('&amp;', '&'))).replaceAll('&', '&amp;')}"`)

  const load = path => {
    if (!asked.has(path)) asked.set(path, new Promise((done, fail) => {
      const script = document.createElement('script')
      script.src = encoded(path + '.data.js')
      script.onload = () => { script.remove(); files.has(path) ? done(files.get(path)) : fail(new Error(path)) }
      script.onerror = () => { script.remove(); fail(new Error(path)) }
      document.head.append(script)
    }))
    return asked.get(path)
  }
  const text = async path => new TextDecoder().decode(await load(path))

  // Modules: as blobs, with the names of others put right
  const beside = (path, name) => new URL(name, 'file:///' + path).pathname.slice(1).split('/').map(decodeURIComponent).join('/')
  const named = path => JSON.stringify(path)
  const module = async (code, path) => {
    for (const [whole, word, , name] of [...code.matchAll(/\b(from|import)\s*(["'])(\.{0,2}\/[^"'\n]+)\2/g)]) {
      code = code.replace(whole, `${word} "${await blob(beside(path, name))}"`)
    }
    code = code.replace(/\bimport\((?=["'`]\.{0,2}\/)/g, `docsOffline.from(${named(path)})(`).replace(/\bimport\.meta\.url\b/g, `docsOffline.url(${named(path)})`)
    return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  }
  const blob = path => {
    if (!blobs.has(path)) blobs.set(path, text(path).then(code => module(code, path)))
    return blobs.get(path)
  }
  const run = async path => import(await blob(path))

  window.fetch = (address, options) => {
    const asked = path(address)
    if (asked == null) return online(address, options)
    const answer = asked.endsWith('.html') ? text(asked).then(mended) : load(asked)
    return answer.then(content => new Response(content), () => new Response('', { status: 404 }))
  }
  // The only worker of the site is that of the search: it runs beside the rest here
  const Browser = window.Worker
  window.Worker = class {
    constructor(address, options) {
      const asked = path(address)
      if (asked == null || !/\bsearch-worker\b/.test(asked)) return new Browser(address, options)
      this.module = run(asked)
    }
    async postMessage({ id, base, call, args }) {
      try {
        const { engine, loader } = await this.module
        this.engine ||= engine(loader(base), async url => { const answer = await fetch(url); return answer.ok ? answer.text() : '' })
        this.onmessage?.({ data: { id, result: await this.engine[call](...args) } })
      } catch (error) { this.onmessage?.({ data: { id, error: String(error) } }) }
    }
    terminate() {}
  }

  // What scripts put into the page has addresses of a server
  const mend = node => {
    for (const name of ['href', 'src']) {
      const address = node.getAttribute?.(name)
      if (address && /^\/(?!\/)/.test(address)) node.setAttribute(name, local(address))
    }
  }
  new MutationObserver(changes => {
    for (const { type, target, addedNodes } of changes) {
      if (type == 'attributes') mend(target)
      else for (const node of addedNodes) if (node.nodeType == 1) { mend(node); node.querySelectorAll('[href^="/"],[src^="/"]').forEach(mend) }
    }
  }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, attributeFilter: ['href', 'src'] })

  // Done when the modules of the page have run
  const ready = new Promise(done => addEventListener('DOMContentLoaded', async () => {
    for (const script of document.querySelectorAll('script[type="docs-module"]')) {
      try {
        if (script.dataset.src) await run(path(script.dataset.src))
        else await import(await module(script.textContent, path(location)))
      } catch (error) { console.error(error) }
    }
    done()
  }))
  return {
    ready,
    put(path, kind, content) {
      files.set(path, kind == 'base64' ? Uint8Array.from(atob(content), letter => letter.charCodeAt(0)) : new TextEncoder().encode(content))
    },
    from: path => name => run(beside(path, name)),
    url: path => encoded(path),
  }
})()
