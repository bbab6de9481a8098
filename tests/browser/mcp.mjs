// `docs mcp` with the official client of the protocol, and its search against the one that browsers run.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { inflateRawSync } from 'node:zlib'
import { docs, packages, project, searchProgram } from './browser.mjs'

/** The client, where the registry has it. */
async function sdk() {
  try {
    const require = packages('@modelcontextprotocol/sdk')
    const load = async name => import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/${name}`)))
    return { ...await load('client/index.js'), ...await load('client/stdio.js'), ...await load('client/streamableHttp.js') }
  } catch (error) {
    console.log(`skipped: the official client of the Model Context Protocol cannot be had (${String(error.message).split('\n')[0]})`)
  }
}

export async function mcp({ only, same, told, example }) {
  const name = 'ai_10: the official client talks to docs mcp, and the search is that of browsers'
  const overHttp = 'ai_10: the official client talks to docs mcp over HTTP'
  if (![name, overHttp].some(name => name.includes(only))) return
  const found = await sdk()
  if (!found) return
  await told(name, async () => {
    const client = new found.Client({ name: 'test', version: '1.0.0' })
    await client.connect(new found.StdioClientTransport({ command: docs, args: ['mcp', example], stderr: 'ignore' }))
    try {
      const { tools } = await client.listTools()
      same(tools.map(tool => tool.name), ['search', 'read_page', 'list_pages'], 'tools')
      const call = async (name, given) => {
        const answer = await client.callTool({ name, arguments: given })
        if (answer.isError) throw new Error(answer.content[0].text)
        return answer
      }
      const page = await call('read_page', { path: '/quickstart' })
      same(page.content[0].text, fs.readFileSync(path.join(example, 'quickstart.md'), 'utf8'), 'a page')
      const list = await call('list_pages', {})
      const dead = list.structuredContent.pages.filter(page => !fs.existsSync(path.join(example, decodeURI(page.url), 'index.html')))
      same(dead, [], 'pages that are not there')
      const { resources } = await client.listResources()
      const read = await client.readResource({ uri: resources[0].uri })
      same(read.contents[0].text.startsWith('# '), true, 'a resource')
      // The same questions to the program that browsers load
      const { engine } = await searchProgram(example)
      const base = path.join(example, '_docs/search/')
      const own = engine(async name => new Uint8Array(inflateRawSync(fs.readFileSync(`${base}${name}.bin`))), async url => fs.readFileSync(path.join(example, decodeURI(url)), 'utf8'))
      const { indexes } = JSON.parse(fs.readFileSync(path.join(base, 'index.json'), 'utf8'))
      const first = indexes.filter(index => index.language == indexes[0].language && index.version == indexes[0].version).map(index => index.directory)
      const lines = ['english', 'identifiers'].flatMap(set => fs.readFileSync(path.join(project, `fixtures/search/${set}.tsv`), 'utf8').split('\n'))
      const questions = lines.filter(line => line && !line.startsWith('#')).map(line => line.split('\t')[0])
      let longest = 0
      const others = []
      for (const query of questions) {
        const { pages, total } = await own.search(query, first, indexes[0].lang, 8, false)
        const start = performance.now()
        const answer = (await call('search', { query })).structuredContent
        longest = Math.max(longest, performance.now() - start)
        const shape = pages => pages.map(page => [page.url, page.sections.map(section => section.heading)])
        same([answer.total, answer.pages.map(page => page.url)], [total, pages.map(page => page.url)], query)
        // Logarithms differ in their last digit: a section at the very limit may be in one and not in the other.
        if (JSON.stringify(shape(answer.pages)) != JSON.stringify(shape(pages))) others.push(query)
      }
      same(others.length < questions.length / 50, true, `other sections: ${others.join(', ')}`)
      console.log(`${questions.length} questions answered alike, the slowest in ${longest.toFixed(0)} ms`)
    } finally {
      await client.close()
    }
  })
  await told(overHttp, async () => {
    const server = spawn(docs, ['mcp', example, '--http', '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] })
    try {
      const address = await new Promise((done, fail) => {
        let said = ''
        server.stderr.on('data', data => { said += data; const found = /http:\/\/\S+/.exec(said); if (found) done(found[0]) })
        server.on('exit', () => fail(new Error(said)))
      })
      const client = new found.Client({ name: 'test', version: '1.0.0' })
      await client.connect(new found.StreamableHTTPClientTransport(new URL(address)))
      const { tools } = await client.listTools()
      same(tools.map(tool => tool.name), ['search', 'read_page', 'list_pages'], 'tools')
      const answers = await Promise.all(['quickstart', 'webhooks'].map(query => client.callTool({ name: 'search', arguments: { query } })))
      same(answers.map(answer => answer.structuredContent.pages[0].url), ['/quickstart', '/guides/webhooks'], 'two at a time')
      const page = await client.callTool({ name: 'read_page', arguments: { path: '/quickstart' } })
      same(page.content[0].text, fs.readFileSync(path.join(example, 'quickstart.md'), 'utf8'), 'a page')
      await client.close()
    } finally {
      server.kill()
    }
  })
}
