// What few pages have: loaded by `site.js` where it is wanted.
const root = document.documentElement

// Days as the reader's language writes them
if (!root.lang.startsWith('en')) document.querySelectorAll('.page-modified time').forEach(time => { try { time.textContent = new Date(time.dateTime).toLocaleDateString(root.lang, { dateStyle: 'long', timeZone: 'UTC' }) } catch {} })
