// The next page on its way before the click, for browsers without speculation rules.
const asked = new Set()
const ask = event => {
  const link = event.target.closest?.('a[href]')
  if (!link || link.origin != location.origin || link.hasAttribute('download') || /\/search\/?$/.test(link.pathname) || /\.(?!html$)\w+$/.test(link.pathname)) return
  const href = link.href.split('#')[0]
  if (href == location.href.split('#')[0] || asked.has(href)) return
  asked.add(href)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
}
let waiting
addEventListener('pointerover', event => { clearTimeout(waiting); waiting = setTimeout(ask, 80, event) })
addEventListener('touchstart', ask, { passive: true })
