// Long tables that are no wider than the page need no box that scrolls, which would keep their heads from staying. What
// cuts off or scrolls what is in it holds heads as well, a header's height below its own top; and on a ground of another
// colour they would be patches.
const holds = ({ overflowY, backgroundColor }) => !/visible|clip/.test(overflowY) || backgroundColor != 'rgba(0, 0, 0, 0)'
const held = part => part && part.id != 'content' && (holds(getComputedStyle(part)) || held(part.parentElement))
document.querySelectorAll('.table-wrapper[data-tall]').forEach(box => {
  const table = box.firstElementChild
  const look = () => box.toggleAttribute('data-fits', table.offsetWidth <= box.clientWidth && !held(box.parentElement))
  new ResizeObserver(look).observe(box)
  look()
})
