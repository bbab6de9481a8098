// Diagrams are drawn by Mermaid itself. Its script is large, so it is loaded when the first diagram comes near the
// window: the copy of the site, or else one version from elsewhere, whose hash the browser checks. A site that loads a
// script of its own that sets `window.mermaid` uses that. Until then, and when there is no network, a diagram is its source.
const own = document.getElementById('docs-live')?.dataset.diagrams
let mermaid
const load = () => mermaid ??= new Promise((resolve, reject) => {
  const ready = () => {
    // Drawn in light colours: the style sheet turns them for dark mode. Text of a diagram is never taken as HTML.
    globalThis.mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme: 'default', fontFamily: 'arial, sans-serif' })
    resolve(globalThis.mermaid)
  }
  if (globalThis.mermaid) return ready()
  const script = document.createElement('script')
  Object.assign(script, own ? { src: own } : { src: 'MERMAID_ADDRESS', integrity: 'MERMAID_HASH', crossOrigin: 'anonymous' }, { onload: ready, onerror: reject })
  document.head.append(script)
})
let drawn = 0
const draw = async box => {
  const view = box.querySelector('.mermaid-view'), source = box.querySelector('.mermaid-source')
  const { svg } = await (await load()).render(`diagram-${++drawn}`, source.textContent)
  view.innerHTML = svg
  view.hidden = false
  source.classList.add('visually-hidden')
  source.removeAttribute('tabindex')
  // Low diagrams have no controls unless they are asked for.
  const low = view.getBoundingClientRect().height <= 120
  if (box.dataset.actions != 'true' && low) box.querySelector('.mermaid-enlarge')?.remove()
  box.dataset.drawn = ''
}
const near = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    near.unobserve(target)
    draw(target).catch(error => console.warn('This diagram stays as its source:', error.message || 'Mermaid could not be loaded'))
  }
}, { rootMargin: '600px' })
document.querySelectorAll('.mermaid').forEach(box => near.observe(box))
// On the whole screen
document.querySelectorAll('.mermaid-enlarge').forEach(button => {
  if (document.fullscreenEnabled) button.onclick = () => button.parentElement.querySelector('.mermaid-view').requestFullscreen()
  else button.remove()
})
