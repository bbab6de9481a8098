// Menus of the header and the sidebar, once a reader has come near one: where their lists stand, and mice that rest on them.
const all = (selector, from = document) => [...from.querySelectorAll(selector)]
const menus = all('.nav-dropdown,.nav-menu')

// A list stays within the window
const place = menu => {
  const list = menu.querySelector('.nav-dropdown-content')
  if (!menu.open || !list) return
  list.style.marginInlineStart = ''
  const box = list.getBoundingClientRect()
  const over = getComputedStyle(list).direction == 'rtl' ? 8 - box.left : box.right - document.documentElement.clientWidth + 8
  if (over > 0) list.style.marginInlineStart = -over + 'px'
}
for (const menu of menus) {
  menu.addEventListener('toggle', () => place(menu))
  place(menu)
}

// Menus of tabs open when a mouse rests on them, and close again unless a click said otherwise
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
