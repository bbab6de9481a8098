// What few pages have: loaded by `site.js` where it is wanted.

// Days as the reader's language writes them; English is written already
const root = document.documentElement
document.querySelectorAll(':root:not([lang^=en]) .page-modified time').forEach(time => { try { time.textContent = new Date(time.dateTime).toLocaleDateString(root.lang, { dateStyle: 'long', timeZone: 'UTC' }) } catch {} })
