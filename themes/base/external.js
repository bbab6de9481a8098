// Links in the text that leave the site open beside it, for sites that want that (`links.externalNewTab`).
document.querySelectorAll('#content a[href^="http"]').forEach(link => {
  if (link.host == location.host || link.target == '_self') return
  link.target ||= '_blank'
  link.relList.add('noreferrer')
  link.dataset.external = ''
})
