// What few pages have: loaded by `site.js` where it is wanted. Days as the reader's language writes them.
const { lang } = document.documentElement
document.querySelectorAll('.page-modified time').forEach(time => { try { time.textContent = new Date(time.dateTime).toLocaleDateString(lang, { dateStyle: 'long', timeZone: 'UTC' }) } catch {} })
