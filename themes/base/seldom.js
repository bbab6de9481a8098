// What few pages have: loaded by `site.js` where it is wanted.

// Days as the reader's language writes them; English is written already
const root = document.documentElement
document.querySelectorAll(':root:not([lang^=en]) .page-modified time').forEach(time => { try { time.textContent = new Date(time.dateTime).toLocaleDateString(root.lang, { dateStyle: 'long', timeZone: 'UTC' }) } catch {} })

// Sidebars that can be folded; `head.js` has folded it again before the first paint
document.querySelectorAll('.sidebar-fold').forEach(button => {
  const tell = () => { button.ariaExpanded = !('folded' in root.dataset) }
  button.onclick = () => {
    const folded = root.toggleAttribute('data-folded')
    try { localStorage.setItem('sidebar', folded ? 'folded' : '') } catch {}
    tell()
  }
  tell()
})
