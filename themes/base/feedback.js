// Whether the page was helpful: told to `window` as the event `docs:event`, and to the site's own address if it has one.
const box = document.querySelector('.feedback-thumbs')
if (box) {
  box.hidden = false
  box.addEventListener('click', ({ target }) => {
    const vote = target.closest('[data-vote]')?.dataset.vote
    if (!vote) return
    const data = { path: location.pathname, vote }
    dispatchEvent(new CustomEvent('docs:event', { detail: { name: `docs.feedback.thumbs_${vote}`, ...data } }))
    if (box.dataset.endpoint) fetch(box.dataset.endpoint, { method: 'POST', body: JSON.stringify(data), headers: { 'Content-Type': 'application/json' }, keepalive: true, credentials: 'omit' }).catch(() => {})
    box.setAttribute('role', 'status')
    box.removeAttribute('aria-labelledby')
    box.textContent = ''
    // After the role, so that it is read aloud.
    setTimeout(() => { box.textContent = box.dataset.thanks })
  })
}
