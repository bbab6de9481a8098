// Pictures that are larger than the page shows them: a click or Enter shows them as large as the window.
const looks = new CSSStyleSheet()
looks.replaceSync(`@layer components {
  .zoom { inline-size: 100vw; block-size: 100dvh; max-inline-size: none; max-block-size: none; padding: 1.5rem; border: 0; border-radius: 0; background: var(--bg); cursor: zoom-out; }
  .zoom[open] { display: grid; place-items: center; }
  .zoom > img { max-inline-size: 100%; max-block-size: calc(100dvh - 3rem); inline-size: auto; block-size: auto; min-inline-size: min(60vw, 100%); object-fit: contain; }
  .zoom > .icon-button { position: fixed; inset-block-start: .5rem; inset-inline-end: .5rem; inline-size: 2.75rem; block-size: 2.75rem; background: var(--bg); }
  img[data-zoomable] { cursor: zoom-in; }
}`)
document.adoptedStyleSheets.push(looks)
const pictures = [...document.querySelectorAll('img[data-zoom]')]
let dialog

const show = picture => {
  if (!dialog) {
    dialog = document.createElement('dialog')
    dialog.className = 'sheet zoom'
    const close = document.createElement('button')
    close.className = 'icon-button'
    close.ariaLabel = document.getElementById('docs-live')?.dataset.close
    close.textContent = '✕'
    dialog.append(close, new Image())
    dialog.onclick = () => dialog.close()
    document.body.append(dialog)
  }
  const large = dialog.querySelector('img')
  large.alt = picture.alt
  large.src = picture.currentSrc || picture.src
  dialog.ariaLabel = picture.alt || large.src.split('/').pop()
  dialog.showModal()
}

// Drawings have no size of their own; anything else must have more to show than it does.
const mark = picture => {
  const drawn = /\.svg([?#]|$)/.test(picture.currentSrc)
  const more = picture.clientWidth > 160 && (drawn || picture.naturalWidth > picture.clientWidth * 1.1)
  picture.toggleAttribute('data-zoomable', more)
  if (!picture.alt) return
  if (!more) return ['role', 'tabindex', 'aria-haspopup'].forEach(name => picture.removeAttribute(name))
  picture.role = 'button'
  picture.tabIndex = 0
  picture.setAttribute('aria-haspopup', 'dialog')
}

const sizes = new ResizeObserver(entries => entries.forEach(entry => mark(entry.target)))
pictures.forEach(picture => {
  picture.addEventListener('load', () => mark(picture))
  picture.onclick = () => { if (picture.matches('[data-zoomable]')) show(picture) }
  picture.onkeydown = event => {
    if (event.key != 'Enter' && event.key != ' ' || !picture.matches('[data-zoomable]')) return
    event.preventDefault()
    show(picture)
  }
  sizes.observe(picture)
})
