// Long tables that are no wider than the page need no box that scrolls, which would keep their heads from staying.
document.querySelectorAll('.table-wrapper[data-tall]').forEach(box => {
  const table = box.firstElementChild
  const look = () => box.toggleAttribute('data-fits', table.offsetWidth <= box.clientWidth)
  new ResizeObserver(look).observe(box)
  look()
})
