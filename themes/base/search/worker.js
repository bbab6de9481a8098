// Beside the page, where the browser allows that: what the page asks, and where files come from.

/** Loads files of a site whose index lies at `base`. */
export const loader = base => async name => {
  const answer = await fetch(`${base}${name}.bin`)
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer())
}

if (typeof WorkerGlobalScope != 'undefined' && self instanceof WorkerGlobalScope) {
  let own
  self.onmessage = async ({ data: { id, base, call, args } }) => {
    own ||= engine(loader(base), async url => { const answer = await fetch(url); return answer.ok ? answer.text() : '' })
    try { self.postMessage({ id, result: await own[call](...args) }) } catch (error) { self.postMessage({ id, error: String(error) }) }
  }
}
