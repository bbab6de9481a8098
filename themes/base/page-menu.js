// The menu of a page: copies its Markdown or an address, prints, and asks assistants about it.
const live = document.getElementById('live')
const start = menu => {
const { markdown } = menu.dataset
let text
const load = () => text ||= fetch(markdown).then(answer => answer.ok ? answer.text() : Promise.reject(new Error(answer.status)))
const absolute = markdown && new URL(markdown, location).href
const details = menu.querySelector('details')

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
