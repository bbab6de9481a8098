// What few pages have: loaded by `site.js` where it is wanted.
const root = document.documentElement

// Sidebars that can be folded
document.querySelectorAll('.sidebar-fold').forEach(button => {
  const tell = () => { button.ariaExpanded = !('folded' in root.dataset) }
  button.onclick = () => {
    const folded = root.toggleAttribute('data-folded')
    try { localStorage.setItem('sidebar', folded ? 'folded' : '') } catch {}
    tell()
  }
  tell()
})

// Days as the reader's language writes them
if (!root.lang.startsWith('en')) document.querySelectorAll('.page-modified time').forEach(time => { try { time.textContent = new Date(time.dateTime).toLocaleDateString(root.lang, { dateStyle: 'long', timeZone: 'UTC' }) } catch {} })
