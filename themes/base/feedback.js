// Whether the page was helpful: told to `window` as the event `docs:event`, and to the site's own address if it has one,
// which may also get a few words.
const box = document.querySelector('.feedback-thumbs')
if (box) {
  const form = document.getElementById('feedback-form')
  let vote
  const send = data => {
    const { endpoint } = box.dataset
    if (!endpoint) return
    const body = JSON.stringify({ path: location.pathname, vote, ...data })
    fetch(endpoint, { method: 'POST', body, headers: { 'Content-Type': 'application/json' }, keepalive: true, credentials: 'omit' }).catch(() => {})
  }
  const thank = () => {
    const hadFocus = form?.contains(document.activeElement)
    form?.remove()
    box.hidden = false
    box.setAttribute('role', 'status')
    box.removeAttribute('aria-labelledby')
    box.textContent = ''
    // Where the reader was is gone.
    if (hadFocus) { box.tabIndex = -1; box.focus() }
    // After the role, so that it is read aloud.
    setTimeout(() => { box.textContent = box.dataset.thanks })
  }
  box.hidden = false
  box.addEventListener('click', ({ target }) => {
    vote = target.closest('[data-vote]')?.dataset.vote
    if (!vote) return
    dispatchEvent(new CustomEvent('docs:event', { detail: { name: `docs.feedback.thumbs_${vote}`, path: location.pathname, vote } }))
    // It counts whether or not words follow.
    send()
    if (!form) return thank()
    box.hidden = true
    form.hidden = false
    form.querySelector('textarea').focus()
  })
  form?.addEventListener('submit', event => {
    event.preventDefault()
    const comment = form.querySelector('textarea').value.trim()
    if (comment) send({ comment })
    thank()
  })
  form?.querySelector('#feedback-form-cancel').addEventListener('click', thank)
  form?.addEventListener('keydown', ({ key }) => { if (key == 'Escape') thank() })
}
