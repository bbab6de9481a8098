// Previews of links come with the first link that a reader is at (CMP-32).
const linkOf = event => event.target.closest?.('.prose a[href]')
const first = event => {
  const link = linkOf(event)
  if (!link || link.origin != location.origin || event.pointerType == 'touch') return
  for (const kind of ['pointerover', 'focusin']) removeEventListener(kind, first)
  import('./previews.js').then(module => module.start(event))
}
for (const kind of ['pointerover', 'focusin']) addEventListener(kind, first)
