// The way back to the top of a long page: loaded when a reader is two windows down, and seen from there on.
const looks = new CSSStyleSheet()
looks.replaceSync(`@layer components {
  .to-top { position: fixed; z-index: 25; inset-block-end: max(1.25rem, env(safe-area-inset-bottom)); inset-inline-end: 1.25rem; inline-size: 2.75rem; block-size: 2.75rem; border: 1px solid var(--border); border-radius: var(--radius-control); background: var(--bg); color: var(--text); box-shadow: var(--shadow); }
  .to-top:hover { background: var(--surface); }
  .to-top[hidden] { display: none; }
  /* Vendors have the button of their chat in that corner. */
  .to-top[data-chat] { inset-block-end: 5.75rem; }
  @media print { .to-top { display: none; } }
}`)
document.adoptedStyleSheets.push(looks)
const button = document.createElement('button')
button.type = 'button'
button.className = 'icon-button to-top'
button.ariaLabel = button.title = document.getElementById('docs-live')?.dataset.top || '↑'
button.innerHTML = '<svg class="ui-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 19V5m-6.5 6.5L12 5l6.5 6.5"/></svg>'
button.onclick = () => {
  scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion:reduce)').matches ? 'instant' : 'smooth' })
  // Who goes on with keys goes on from there.
  document.getElementById('content-area')?.focus({ preventScroll: true })
}
const footer = document.getElementById('footer')
const look = () => {
  button.hidden = scrollY < 2 * innerHeight
  button.toggleAttribute('data-chat', 'Intercom' in window || 'FrontChat' in window)
  // Above the links of the footer, and away with the page where that fills the window.
  const over = footer ? innerHeight - footer.getBoundingClientRect().top : 0
  button.style.marginBlockEnd = `${Math.max(0, over)}px`
}
addEventListener('scroll', look, { passive: true })
addEventListener('resize', look)
look()
document.body.append(button)
