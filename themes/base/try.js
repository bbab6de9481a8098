// The buttons that open the playground. Nothing of it is loaded before a reader is about to press one.
const load = () => import('./playground.js')
const open = button => load().then(playground => playground.open(button))
const buttons = [...document.querySelectorAll('.try-it')]
buttons.forEach(button => {
  button.onpointerenter = button.onfocus = load
  button.onclick = () => open(button)
})
if (buttons[0] && new URLSearchParams(location.search).get('playground') == 'open') open(buttons[0])
