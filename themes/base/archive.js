// Links to entries of a change log that have moved to a page of their own still lead to them, and from there to those that have not.
const { home, pages } = JSON.parse(document.getElementById('update-places').textContent)
const follow = () => {
  let id
  try { id = decodeURIComponent(location.hash.slice(1)) } catch { return }
  if (!id || document.getElementById(id)) return
  const page = home || Object.keys(pages).find(page => pages[page].includes(id))
  if (page) location.replace(page + location.hash)
}
follow()
addEventListener('hashchange', follow)
