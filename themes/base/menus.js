// Menus of tabs open when a mouse rests on them, and close again unless a click said otherwise. Loaded when a pointer has
// come near one.
const all = (selector, from = document) => [...from.querySelectorAll(selector)]
const menus = all('.nav-dropdown,.nav-menu')

all('.nav-menu').forEach(menu => {
  let wait, hovered
  const rest = (open, time) => {
    clearTimeout(wait)
    if (open == menu.open || !open && !hovered) return
    wait = setTimeout(() => {
      if (open) menus.forEach(other => { if (other.open && !other.contains(menu)) other.open = false })
      hovered = menu.open = open
    }, time)
  }
  menu.onpointerenter = event => event.pointerType == 'mouse' && rest(true, 150)
  menu.onpointerleave = event => event.pointerType == 'mouse' && rest(false, 300)
  menu.firstElementChild.onclick = event => { clearTimeout(wait); if (hovered) event.preventDefault(); hovered = false }
  // The mouse that this file was loaded for
  if (matchMedia('(hover:hover)').matches && menu.matches(':hover')) rest(true, 150)
})
