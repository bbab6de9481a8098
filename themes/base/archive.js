// Links to entries of a change log that have moved to a page of their own still lead to them, and from there to those that have not.
const links = document.querySelectorAll('.update-archives a')
const places = JSON.parse(document.getElementById('update-places').textContent)
const follow = () => {
  let id
  try { id = decodeURIComponent(location.hash.slice(1)) } catch { return }
  if (!id || document.getElementById(id)) return
  const link = links[places ? places.findIndex(ids => ids.includes(id)) : 0]
  if (link) location.replace(link.href + location.hash)
}
follow()
addEventListener('hashchange', follow)
