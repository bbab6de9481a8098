// What the browser tests and the gallery share: the packages, a Chromium, built sites and a server for them.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const work = path.join(project, 'target/browser')
export const docs = path.resolve(process.argv[2] || path.join(project, 'target/release/docs'))

/** Packages of the npm registry, installed below `target/browser` when they are not there. */
export function packages(...names) {
  fs.mkdirSync(work, { recursive: true })
  const missing = names.filter(name => !fs.existsSync(path.join(work, 'node_modules', name)))
  if (missing.length) execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', work, ...missing], { stdio: ['ignore', 'ignore', 'inherit'] })
  return createRequire(path.join(work, 'package.json'))
}

const require = packages('playwright-core', 'axe-core')
export const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
export const chromiumPath = process.env.CHROMIUM || '/usr/bin/chromium'
export const launch = more => require('playwright-core').chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'], ...more })

/** Writes a site's sources into a folder of their own. */
export function sources(name, files) {
  const source = path.join(work, 'source', name)
  fs.rmSync(source, { recursive: true, force: true })
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(source, name)), { recursive: true })
    fs.writeFileSync(path.join(source, name), text)
  }
  return source
}

/** Builds the site of a folder and says where it is. Others go on meanwhile. */
export async function build(name, from, ...more) {
  const to = path.join(work, 'site', name)
  fs.rmSync(to, { recursive: true, force: true })
  const building = spawn(docs, ['build', from, '--out', to, '--no-cache', ...more], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [status] = await once(building, 'exit')
  if (status) throw new Error(`docs build ends with ${status}: ${name}`)
  return to
}

const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml', png: 'image/png', json: 'application/json', md: 'text/markdown; charset=utf-8', webm: 'video/webm' }

/** Serves a built site as a static host does: folders by their index, and the page 404.html. `first` may answer before. */
// What finds in a built site: the program that its pages load
export const searchProgram = root => {
  const name = fs.readdirSync(path.join(root, '_docs')).find(name => /^search-worker\.\w+\.js$/.test(name))
  const copy = path.join(work, name.replace(/js$/, 'mjs'))
  fs.copyFileSync(path.join(root, '_docs', name), copy)
  return import(pathToFileURL(copy))
}

export async function serve(built, headers = {}, first) {
  const root = await built
  const server = http.createServer(async (request, response) => {
    if (await first?.(request, response)) return
    let file = path.join(root, path.normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname)))
    if (fs.existsSync(file) && fs.statSync(file).isDirectory()) file = path.join(file, 'index.html')
    const found = fs.existsSync(file)
    if (!found) file = path.join(root, '404.html')
    response.writeHead(found ? 200 : 404, { ...headers, 'content-type': TYPES[path.extname(file).slice(1)] || 'application/octet-stream' })
    response.end(fs.readFileSync(file))
  })
  await new Promise(ready => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}
