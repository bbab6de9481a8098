// A picture as large as the window, in a dialog.
const looks = new CSSStyleSheet()
looks.replaceSync(`@layer components {
  .zoom { inline-size: 100vw; block-size: 100dvh; max-inline-size: none; max-block-size: none; padding: 1.5rem; border: 0; border-radius: 0; background: var(--bg); cursor: zoom-out; }
  .zoom[open] { display: grid; place-items: center; }
  .zoom > img { max-inline-size: 100%; max-block-size: calc(100dvh - 3rem); inline-size: auto; block-size: auto; min-inline-size: min(60vw, 100%); object-fit: contain; }
  .zoom > .icon-button { position: fixed; inset-block-start: .5rem; inset-inline-end: .5rem; inline-size: 2.75rem; block-size: 2.75rem; background: var(--bg); }
}`)
document.adoptedStyleSheets.push(looks)
let dialog

export const show = picture => {
  // Another one after a page was put in place of the last one.
  if (!dialog?.isConnected) {
    dialog = document.createElement('dialog')
    dialog.className = 'sheet zoom'
    const close = document.createElement('button')
    close.className = 'icon-button'
    close.ariaLabel = document.getElementById('live')?.dataset.close
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
