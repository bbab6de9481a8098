// The dialog that lists the keyboard shortcuts: loaded when a reader asks for it. What a shortcut does is named as
// the page names it, and the page says how the dialog is called.
const looks = new CSSStyleSheet()
looks.replaceSync(`@layer components {
  .keys { inline-size: min(26rem, 90vw); max-block-size: 85dvh; }
  .keys > h2 { color: var(--text-strong); font-weight: 600; }
  .keys > .icon-button { position: absolute; inset-block-start: 1rem; inset-inline-end: 1rem; }
  .keys > dl { display: grid; grid-template-columns: auto 1fr; gap: .625rem 1.25rem; margin-block: 1.25rem; font-size: .875rem; }
  .keys kbd { display: inline-block; min-inline-size: 1.5rem; padding: 0 .375rem; border: 1px solid var(--border-strong); border-radius: var(--radius-small); text-align: center; }
  .keys > label { display: flex; align-items: center; gap: .5rem; min-block-size: 1.5rem; font-size: .875rem; }
}`)
document.adoptedStyleSheets.push(looks)
const make = (name, fields, ...parts) => {
  const part = Object.assign(document.createElement(name), fields)
  part.append(...parts)
  return part
}
let dialog

/** Shows the dialog. `on` says whether single keys work, `set` changes it. */
export const help = (on, set) => {
  if (dialog?.open) return dialog.close()
  const { keys: title, single, close: shut } = document.getElementById('docs-live').dataset
  const label = selector => document.querySelector(selector)?.textContent.trim()
  const name = selector => document.querySelector(selector)?.ariaLabel
  const command = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'
  const rows = [
    [['/', `${command} K`], label('.search-prompt')],
    [[`${command} C`], document.querySelector('.page-menu [data-act=copy] span')?.firstChild.textContent],
    [['['], label('[rel=prev] .pagination-label')],
    [[']'], label('[rel=next] .pagination-label')],
    [['t'], name('.theme-toggle')],
    [['Esc'], shut],
    [['?'], title],
  ].filter(row => row[1])
  const keys = rows.flatMap(([keys, text]) => [make('dt', {}, ...keys.flatMap((key, at) => at ? [' ', make('kbd', {}, key)] : [make('kbd', {}, key)])), make('dd', {}, text)])
  const box = make('input', { type: 'checkbox', checked: on, onchange: () => set(box.checked) })
  const close = make('button', { className: 'icon-button', ariaLabel: shut, onclick: () => dialog.close() }, '✕')
  dialog?.remove()
  dialog = make('dialog', { className: 'sheet keys', onclick: event => { if (event.target == dialog) dialog.close() } },
    make('h2', { id: 'keys-title' }, title), close, make('dl', {}, ...keys), make('label', {}, box, ' ', single))
  dialog.setAttribute('aria-labelledby', 'keys-title')
  document.body.append(dialog)
  dialog.showModal()
}
