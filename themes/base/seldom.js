// What is seldom wanted: `site.js` loads it then.

// Days as the reader's language writes them; English is written already
const root = document.documentElement
document.querySelectorAll(':root:not([lang^=en]) .page-modified time').forEach(time => { try { time.textContent = new Date(time.dateTime).toLocaleDateString(root.lang, { dateStyle: 'long', timeZone: 'UTC' }) } catch {} })

/** Folds the sidebar of a button, or unfolds it; beside the button stands what folds it again before the first paint. */
export const fold = button => {
  const folded = root.toggleAttribute('data-folded')
  button.ariaExpanded = !folded
  try { localStorage.setItem('sidebar', folded ? 'folded' : '') } catch {}
}
