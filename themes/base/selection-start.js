// What readers can do with words that they select comes with the first selection (CHR-09).
const select = () => {
  if (!document.getElementById('content') || getSelection().isCollapsed) return
  document.removeEventListener('selectionchange', select)
  import('./selection.js')
}
document.addEventListener('selectionchange', select)
