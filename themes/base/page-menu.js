// The menu of a page: copies its Markdown or an address, prints, and asks assistants about it.
const live = document.getElementById('docs-live')
const start = menu => {
const { markdown } = menu.dataset
let text
const load = () => text ||= fetch(markdown).then(answer => answer.ok ? answer.text() : Promise.reject(new Error(answer.status)))
const absolute = markdown && new URL(markdown, location).href
const details = menu.querySelector('details')

// Pictures of entries. Without a script links have an arrow.
for (const [entries, path] of [
  ['[href$=".md"]', 'M4 2h5l3.5 3.5V14H4zM9 2v3.5h3.5'],
  ['[href*="=Read%20"]', 'M2.5 3h11v8h-6L5 13.5V11H2.5z'],
  ['[data-act=text],[href^=cursor],[href^=vscode]', 'M6 2v2.5M10 2v2.5M3.5 4.5h9V7a4.5 4.5 0 0 1-9 0zM8 11.5V14'],
  ['[data-act=print],[download]', 'M8 2.5v7M5 6.5l3 3 3-3M2.5 13h11'],
]) for (const entry of menu.querySelectorAll(entries)) entry.style.setProperty('--shape', `url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="black" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>')`)
// Where the site is, is known now.
for (const link of menu.querySelectorAll('[data-template]')) {
  const { template } = link.dataset
  if (template.includes('$url')) link.href = template.replace('$url', encodeURIComponent(absolute))
  else {
    const fill = text => template.replaceAll('$page', encodeURIComponent(text))
    link.href = fill(absolute)
    // The text itself, where an address can hold it
    link.addEventListener('pointerenter', () => load().then(text => { if (fill(text).length < 8000) link.href = fill(text) }).catch(() => {}), { once: true })
  }
}
const done = async button => {
  // Its name, and not what describes it
  const label = button.querySelector('span').firstChild
  const before = label.textContent
  label.textContent = live.textContent = live.dataset.done
  await new Promise(passed => setTimeout(passed, 2000))
  label.textContent = before
  live.textContent = ''
}
menu.querySelector('[data-act=copy]')?.addEventListener('pointerenter', () => load().catch(() => { text = null }), { once: true })
// Who copies and has selected nothing gets the page.
const whole = menu.querySelector('[data-act=copy]')
if (whole) addEventListener('copy', event => {
  if (!String(getSelection()) && !event.target.closest?.('input,textarea,select,dialog,[contenteditable]')) whole.click()
})
menu.addEventListener('click', async event => {
  const button = event.target.closest('[data-act]')
  if (!button) return
  const { act, value } = button.dataset
  if (act == 'print') { details?.removeAttribute('open'); return print() }
  try {
    // Some browsers only let a click write, and not what comes after it.
    if (act == 'copy' && window.ClipboardItem) await navigator.clipboard.write([new ClipboardItem({ 'text/plain': load().then(text => new Blob([text], { type: 'text/plain' })) })])
    else await navigator.clipboard.writeText(act == 'copy' ? await load() : value)
    done(button)
  } catch { text = null }
})
if (details) {
  addEventListener('click', event => { if (!details.contains(event.target)) details.open = false })
  menu.addEventListener('keydown', event => {
    const all = [...menu.querySelectorAll('li > *')]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key == 'Escape' && details.open) { details.open = false; details.querySelector('summary').focus() }
    if (step && details.contains(event.target)) {
      event.preventDefault()
      details.open = true
      all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus()
    }
  })
}
}
// Some kinds of pages have no room for it.
const found = document.querySelector('.page-menu')
if (found) start(found)
