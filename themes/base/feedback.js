// Whether the page was helpful: told to `window` as the event `docs:event`, and to the site's own address if it has one,
// which may also get a few words.
const box = document.querySelector('.feedback-thumbs')
if (box) {
  // Nothing of it is there without this script.
  const looks = new CSSStyleSheet()
  looks.replaceSync(`@layer theme {
    .feedback-thumbs:not([hidden]) { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin-inline-end: auto; min-block-size: 2rem; }
    #feedback-form { inline-size: 100%; }
    #feedback-form textarea { display: block; inline-size: 100%; max-inline-size: 32rem; margin-block: .5rem; padding: .5rem; border: 1px solid var(--border-strong); border-radius: var(--radius-control); background: var(--bg); font: inherit; }
  }`)
  document.adoptedStyleSheets.push(looks)
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
