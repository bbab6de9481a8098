// Pictures that are larger than the page shows them: a click or Enter shows them as large as the window.
const pictures = [...document.querySelectorAll('img[data-zoom]')]
let dialog

const show = picture => {
  if (!dialog) {
    dialog = document.createElement('dialog')
    dialog.className = 'sheet zoom'
    const close = document.createElement('button')
    close.className = 'icon-button'
    close.ariaLabel = document.querySelector('.drawer-close')?.ariaLabel || 'Close'
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
